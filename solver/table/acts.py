"""What happens at a table: decisions of the players, and what chance and hidden hands do.

An act is a small JSON object: `{"seat": 1, "play": "VC"}`. Whether it can be right is for the
deal to say (`trunfo.table.deals`); here is only whether it is one at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trunfo.engine.cards import SUIT_LETTERS, Pack
from trunfo.engine.document.fields import error, flag, integer, items, members, not_in_pack, text
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.game import Rules
from trunfo.engine.text.source import shown
from trunfo.engine.trick_game import TrickGame

TURN = "turn"
"""What stands for a suit where the next card is to name the trump."""


@dataclass(frozen=True, eq=False)
class Act(Mapping[str, Any]):
    """A mapping that is frozen and hashable; lists are tuples in it.

    It is equal to every mapping that says the same.
    """

    pairs: tuple[tuple[str, Any], ...]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Mapping) and not isinstance(other, Act):
            other = Act.of(other)
        return isinstance(other, Act) and frozenset(self.pairs) == frozenset(other.pairs)

    def __hash__(self) -> int:
        return hash(frozenset(self.pairs))

    @classmethod
    def of(cls, mapping: Mapping[str, Any]) -> Act:
        """The same, frozen."""
        return cls(tuple((key, _frozen(value)) for key, value in mapping.items()))

    def by(self, seat: int) -> Act:
        """The same, done by a seat."""
        return Act((("seat", seat), *(pair for pair in self.pairs if pair[0] != "seat")))

    @property
    def seat(self) -> int | None:
        """The seat that acts; None where it is not said, or nobody does."""
        key, seat = self.pairs[0]
        if key == "seat":
            found: int = seat
            return found
        return next((value for key, value in self.pairs if key == "seat"), None)

    @property
    def action(self) -> Act:
        """The same without the seat."""
        if self.pairs[0][0] == "seat":
            return Act(self.pairs[1:])
        return Act(tuple(pair for pair in self.pairs if pair[0] != "seat"))

    @property
    def kind(self) -> str:
        """What it is: the key that is neither the seat nor says more about another."""
        for key, _ in self.pairs:
            if key in READERS:
                return key
        return ""

    def to_dict(self) -> dict[str, Any]:
        """The JSON object."""
        return {key: _thawed(value) for key, value in self.pairs}

    def __contains__(self, key: object) -> bool:
        return any(name == key for name, _ in self.pairs)

    def __getitem__(self, key: str) -> Any:
        for name, value in self.pairs:
            if name == key:
                return value
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Act.of(value)
    return tuple(value) if isinstance(value, list) else value


def _thawed(value: Any) -> Any:
    if isinstance(value, Act):
        return value.to_dict()
    return list(value) if isinstance(value, tuple) else value


Reader = Callable[[Mapping[str, Any], str, Pack], Mapping[str, Any]]


def read_act(value: object, game: TrickGame, rules: Rules, where: str = "") -> Act:
    """An act as an object gives it.

    Parameters
    ----------
    value : object
        What should be an act.
    game, rules : TrickGame, Rules
        They tell which seats and cards there are.
    where : str
        JSON pointer of the value, for errors.

    Raises
    ------
    UnreadableInput
        If it is none: naming the key or the card.
    """
    given = members(value, where, KEYS)
    kinds = [key for key in READERS if key in given]
    if len(kinds) != 1:
        template = "An act does one thing, one of: {kinds}."
        raise error("no_act", template, where, kinds=", ".join(READERS))
    allowed = ("seat", *EXTRA.get(kinds[0], ()), kinds[0])
    for key in given:
        if key not in allowed:
            template = "{key} does not go with {kind}."
            raise error("no_act", template, f"{where}/{key}", key=key, kind=kinds[0])
    read: dict[str, Any] = {}
    if "seat" in given:
        read["seat"] = integer(given["seat"], f"{where}/seat", 0, game.seats - 1)
    read.update(READERS[kinds[0]](given, where, game.pack(rules)))
    return Act.of(read)


def card(value: object, where: str, pack: Pack) -> str:
    """The token of a card that the pack has."""
    token = text(value, where)
    try:
        pack.card(token)
    except KeyError:
        if token[:-1] in ("8", "9", "10") and token[-1:] in tuple(SUIT_LETTERS):
            raise UnreadableInput(not_in_pack(token), where) from None
        template = "{token} is no card: a rank (2 … 10, D V R A) and a suit (C O E P) make one."
        raise error("not_a_card", template, where, token=shown(token)) from None
    return token


def cards(value: object, where: str, pack: Pack) -> tuple[str, ...]:
    """Tokens of different cards."""
    tokens = tuple(
        card(each, f"{where}/{index}", pack) for index, each in enumerate(items(value, where))
    )
    for index, token in enumerate(tokens):
        if token in tokens[:index]:
            raise error("card_twice", "The card {card} is there twice.", f"{where}/{index}",
                        card=token)
    return tokens


def _play(given: Mapping[str, Any], where: str, pack: Pack) -> Mapping[str, Any]:
    return {"play": card(given["play"], f"{where}/play", pack)}


def _pass(given: Mapping[str, Any], where: str, pack: Pack) -> Mapping[str, Any]:
    passed = given["pass"]
    return {"pass": None if passed is None else cards(passed, f"{where}/pass", pack)}


def _trump(given: Mapping[str, Any], where: str, _: Pack) -> Mapping[str, Any]:
    word = text(given["trump"], f"{where}/trump")
    if word != TURN and (len(word) != 1 or word not in SUIT_LETTERS):
        template = "{token} is no suit: the suits are C O E P."
        raise error("not_a_suit", template, f"{where}/trump", token=shown(word))
    return {"trump": word}


def _go(given: Mapping[str, Any], where: str, pack: Pack) -> Mapping[str, Any]:
    goes = flag(given["go"], f"{where}/go")
    if "discard" in given and "exchanged" in given:
        raise error("key_twice", "Give one of {keys}.", where, keys="discard, exchanged")
    if not goes:
        if given.get("discard") or given.get("exchanged"):
            raise error("stays_and_exchanges", "Who stays out exchanges nothing.", where)
        return {"go": False}
    if "exchanged" in given:
        return {"go": True, "exchanged": integer(given["exchanged"], f"{where}/exchanged")}
    if "discard" in given:
        return {"go": True, "discard": cards(given["discard"], f"{where}/discard", pack)}
    return {"go": True}


def _true(name: str) -> Reader:
    def read(given: Mapping[str, Any], where: str, _: Pack) -> Mapping[str, Any]:
        if given[name] is not True:
            raise error("wrong_type", "Only true can stand here.", f"{where}/{name}")
        return {name: True}

    return read


def _got(given: Mapping[str, Any], where: str, pack: Pack) -> Mapping[str, Any]:
    got = cards(given["got"], f"{where}/got", pack)
    if not got:
        raise error("wrong_length", "At least one card is needed here.", f"{where}/got")
    return {"got": got}


def _turned(given: Mapping[str, Any], where: str, pack: Pack) -> Mapping[str, Any]:
    return {"turned": card(given["turned"], f"{where}/turned", pack)}


def _revoke(given: Mapping[str, Any], where: str, _: Pack) -> Mapping[str, Any]:
    found = members(given["revoke"], f"{where}/revoke", ("trick",), needed=("trick",))
    return {"revoke": {"trick": integer(found["trick"], f"{where}/revoke/trick", 1)}}


READERS: Mapping[str, Reader] = {
    "play": _play, "pass": _pass, "trump": _trump, "go": _go, "redeal": _true("redeal"),
    "got": _got, "turned": _turned, "leave": _true("leave"), "revoke": _revoke,
}
EXTRA: Mapping[str, tuple[str, ...]] = {"go": ("discard", "exchanged")}
KEYS = ("seat", *READERS, "discard", "exchanged")
