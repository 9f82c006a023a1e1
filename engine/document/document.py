"""The JSON form of a state, schema `trunfo.state/1`: checked when read, canonical when written.

Keys
----
`schema`, `game`, `rules` (options by name, and `preset`), `seats` (names), `me` (seat),
`phase`, `hand` (cards), `hands` (cards of every seat), `dealer` (seat),
`trump` (`suit`, `card`, `holder`: a seat or `"stock"`, `chooser`: a seat, `turned`),
`tricks` and `table` (`leader`, `cards`), `played` (cards),
`known` (`seat`, `has` and `lacks`: cards, `void`: suits), `points` (card points of each
side), `stock` (cards left), `stock_cards`, `round`, `passed` (`to`, `cards`), `received`
(`from`, `cards`), `scores`, `absences` (per seat), `decisions` (per seat null, or `in` and
`exchanged`), `discarded` (cards).

Cards are canonical tokens, rank and suit (`7C`), suits the letters C O E P, seats indices in
order of play. `schema`, `game` and either `me` and `hand` or `hands` are needed, and what the
game itself needs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from trunfo.engine.cards import SUIT_LETTERS, Pack
from trunfo.engine.document.fields import (
    MOST,
    error,
    flag,
    integer,
    items,
    members,
    missing,
    not_in_game,
    not_in_pack,
    text,
    too_many_cards,
    unknown,
)
from trunfo.engine.document.options import on_top, read_rules
from trunfo.engine.errors import ImpossiblePosition, Message, UnreadableInput
from trunfo.engine.game import Rules
from trunfo.engine.registry import games
from trunfo.engine.state import Decision, Fact, Gift, State
from trunfo.engine.text.source import Source, shown
from trunfo.engine.text.vocabulary import fold
from trunfo.engine.trick import STOCK, Trick, Trump
from trunfo.engine.trick_game import TrickGame, game_of

SCHEMA = "trunfo.state/1"
KEYS = ("schema", "game", "rules", "seats", "me", "phase", "hand", "hands", "dealer",
          "trump", "tricks", "table", "played", "known", "points", "stock", "stock_cards",
          "round", "passed", "received", "scores", "absences", "decisions", "discarded")
"""Every key, in the order in which they are written."""
EVERY_GAME = frozenset(KEYS[:9]) | {"tricks", "table", "played", "known"}
"""The keys that mean something in every game."""

LONGEST_NAME = 60


_TOKEN = re.compile("(10|[2-9]|[ARVD])[COEP]")

T = TypeVar("T")


def read(document: str | Mapping[str, Any], rules: Sequence[str] = ()) -> State:
    """The state that a document describes; whether it is possible is not asked here.

    Parameters
    ----------
    document : str or mapping
        JSON text, or the object itself.
    rules : sequence of str
        `option=value`, or the name of a preset, on top of what the document says.

    Raises
    ------
    UnreadableInput
        If the text is no JSON, or a key, a value or a card means nothing. `where` is the
        offset of an error of JSON itself, else the JSON pointer.
    ImpossiblePosition
        If there are more cards than the pack has, or the trump card is not of the trump suit.
    """
    if isinstance(document, str):
        document = _load(document)
    given = members(document, "", KEYS, needed=("schema", "game"))
    if given["schema"] != SCHEMA:
        template = "The schema must be {schema}."
        raise error("unknown_schema", template, "/schema", schema=SCHEMA)
    game = _game(given["game"])
    means = [key for key in KEYS if key in EVERY_GAME or key in game.keys]
    for key in given:
        if key not in means:
            raise not_in_game(game, key, "/" + key, means)
    for key in KEYS:
        if key in game.required and key not in given:
            raise missing(key, "")
    if "hand" in given and "hands" in given:
        raise error("key_twice", "Give one of {keys}.", "/hands", keys="hand, hands")
    if "hands" not in given:
        for key in ("hand", "me"):
            if key not in given:
                raise missing(key, "")
    options = read_rules(game, given.get("rules", {}))
    if rules:
        options = read_rules(game, {**given.get("rules", {}), **on_top(game, rules)})
    return _Reader(game, options).state(given)


def write(state: State) -> dict[str, Any]:
    """The document of a state: what was said and nothing else, keys in their order."""
    pack = state.pack

    def cards(numbers: Iterable[int]) -> list[str]:
        return [pack.token(card) for card in numbers]

    def suits(numbers: Iterable[int]) -> list[str]:
        return [SUIT_LETTERS[suit] for suit in numbers]

    def trump(trump: Trump) -> dict[str, Any]:
        return _said(
            suit=SUIT_LETTERS[trump.suit],
            card=None if trump.card is None else pack.token(trump.card),
            holder=trump.holder, chooser=trump.chooser, turned=trump.turned or None,
        )

    def trick(trick: Trick) -> dict[str, Any]:
        return _said(leader=trick.leader, cards=cards(trick.cards))

    def fact(fact: Fact) -> dict[str, Any]:
        return _said(
            seat=fact.seat, has=cards(fact.has) or None, lacks=cards(fact.lacks) or None,
            void=suits(fact.void) or None,
        )

    def gift(side: str) -> Callable[[Gift], dict[str, Any]]:
        return lambda gift: {side: gift.seat, "cards": cards(gift.cards)}

    def decision(decision: Decision | None) -> dict[str, Any] | None:
        if decision is None:
            return None
        return {"in": decision.goes, **_said(exchanged=decision.exchanged)}

    game = game_of(state)
    follows = game.phase_unclear(state) is None and state.phase == game.phase_of(state)
    changed = {
        option.name: list(value) if isinstance(value, tuple) else value
        for option in state.game.options
        if (value := state.rules[option.name]) != option.default
    }
    return _said(
        schema=SCHEMA, game=state.game.name, rules=changed or None,
        seats=list(state.seats) or None, me=state.me,
        phase=None if follows else state.phase,
        hand=_if_said(cards, state.hand),
        hands=_if_said(lambda hands: [cards(hand) for hand in hands], state.hands),
        dealer=state.dealer, trump=_if_said(trump, state.trump),
        tricks=[trick(each) for each in state.tricks] or None,
        table=_if_said(trick, state.table), played=cards(state.played) or None,
        known=[fact(each) for each in state.known] or None,
        points=_if_said(list, state.points), stock=state.stock,
        stock_cards=_if_said(cards, state.stock_cards), round=state.round,
        passed=_if_said(gift("to"), state.passed),
        received=_if_said(gift("from"), state.received),
        scores=_if_said(list, state.scores), absences=_if_said(list, state.absences),
        decisions=_if_said(lambda seats: [decision(each) for each in seats], state.decisions),
        discarded=cards(state.discarded) or None,
    )


def _said(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _if_said(function: Callable[[Any], Any], value: Any) -> Any:
    return None if value is None else function(value)


# JSON itself


class _Object(dict[str, Any]):
    """A JSON object that knows which key stood in it twice."""

    twice: str | None = None


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object()
    for key, value in pairs:
        if key in made:
            made.twice = key
        made[key] = value
    return made


def _integer(digits: str) -> int | float:
    """A whole number; one with very many digits is infinite, which no key allows."""
    return int(digits) if len(digits) < 20 else float("inf")


def _load(text: str) -> Any:
    text = text.removeprefix("\ufeff")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as wrong:
        span = (min(wrong.pos, len(text)), wrong.pos + 1)
        message = Message("json_syntax", "This is not JSON: {what}.", {"what": wrong.msg})
        raise UnreadableInput(message, span[0], Source(text).excerpt(span)) from None
    except RecursionError:
        raise error("json_syntax", "This JSON is nested too deep.", "") from None


# The parts of a state


def _game(value: object) -> TrickGame:
    name = text(value, "/game")
    if name not in games():
        raise unknown("game", name, games(), "/game")
    return games()[name]


def read_names(value: object, where: str, seats: int) -> tuple[str, ...]:
    """The players' names, one for each seat, no two of them alike.

    Raises
    ------
    UnreadableInput
        If it is no list of proper, different names.
    """
    names = tuple(_name(name, f"{where}/{i}") for i, name in enumerate(items(value, where, seats)))
    folded = [fold(name) for name in names]
    for seat, name in enumerate(names):
        if folded[seat] in folded[:seat]:
            template = "Two players are called {name}."
            raise error("name_twice", template, f"{where}/{seat}", name=name)
    return names


def _name(value: object, where: str) -> str:
    name = text(value, where)
    proper = name.isprintable() and name == name.strip() and not set(name) & set('";#')
    if not proper or len(name) > LONGEST_NAME or not fold(name).strip():
        template = "A name is at most {most} printable characters, without \" ; #."
        raise error("bad_name", template, where, most=LONGEST_NAME)
    return name


class _Reader:
    """Reads the values of a document, once game and rules are known."""

    def __init__(self, game: TrickGame, rules: Rules) -> None:
        self.game = game
        self.rules = rules
        self.pack: Pack = game.pack(rules)

    def state(self, given: Mapping[str, Any]) -> State:
        """The whole document."""
        seats = self.game.seats
        sides = len(set(self.game.sides()))

        def get(key: str, reader: Callable[..., T], *arguments: Any) -> T | None:
            return reader(given[key], "/" + key, *arguments) if key in given else None

        state = State(
            game=self.game,
            rules=self.rules,
            seats=get("seats", read_names, seats) or (),
            me=get("me", self.seat),
            hand=get("hand", self.cards),
            hands=get("hands", self.each, self.cards, seats),
            dealer=get("dealer", self.seat),
            trump=get("trump", self.trump),
            tricks=get("tricks", self.each, self.trick) or (),
            table=get("table", self.trick),
            played=get("played", self.cards) or (),
            known=get("known", self.each, self.fact) or (),
            points=get("points", self.each, integer, sides),
            stock=get("stock", integer),
            stock_cards=get("stock_cards", self.cards),
            round=get("round", integer, 1),
            passed=get("passed", self.gift, "to"),
            received=get("received", self.gift, "from"),
            scores=get("scores", self.each, self.score, seats),
            absences=get("absences", self.each, integer, seats),
            decisions=get("decisions", self.each, self.decision, seats),
            discarded=get("discarded", self.cards) or (),
        )
        if "phase" in given:
            return replace(state, phase=get("phase", self.phase) or "play")
        unclear = self.game.phase_unclear(state)
        if unclear is not None:
            raise UnreadableInput(unclear, "/hand")
        return replace(state, phase=self.game.phase_of(state))

    def each(
        self, value: object, where: str, reader: Callable[[Any, str], T],
        length: int | None = None,
    ) -> tuple[T, ...]:
        """A list, every item read the same way."""
        numbered = enumerate(items(value, where, length))
        return tuple(reader(item, f"{where}/{index}") for index, item in numbered)

    def seat(self, value: object, where: str) -> int:
        """A seat."""
        return integer(value, where, 0, self.game.seats - 1)

    def card(self, value: object, where: str) -> int:
        """A card of the pack."""
        token = text(value, where)
        if not _TOKEN.fullmatch(token):
            template = "{token} is no card: a rank (2 … 10, D V R A) and a suit (C O E P) make one."
            raise error("not_a_card", template, where, token=shown(token))
        try:
            return self.pack.card(token)
        except KeyError:
            raise UnreadableInput(not_in_pack(token), where) from None

    def cards(self, value: object, where: str) -> tuple[int, ...]:
        """Cards in the order given."""
        if isinstance(value, (list, tuple)) and len(value) > len(self.pack.cards):
            raise ImpossiblePosition(too_many_cards(len(self.pack.cards)), where)
        return self.each(value, where, self.card)

    def suit(self, value: object, where: str) -> int:
        """A suit."""
        letter = text(value, where)
        if len(letter) != 1 or letter not in SUIT_LETTERS:
            template = "{token} is no suit: the suits are C O E P."
            raise error("not_a_suit", template, where, token=shown(letter))
        return SUIT_LETTERS.index(letter)

    def phase(self, value: object, where: str) -> str:
        """A phase of the game."""
        phase = text(value, where)
        if phase not in self.game.phases:
            raise unknown("phase", phase, self.game.phases, where)
        return phase

    def trump(self, value: object, where: str) -> Trump:
        """Trump suit and card."""
        keys = ("suit", "card", "holder", "chooser", "turned")
        given = members(value, where, keys, needed=("suit",))
        trump = Trump(
            suit=self.suit(given["suit"], where + "/suit"),
            card=self.card(given["card"], where + "/card") if "card" in given else None,
            holder=self.holder(given["holder"], where + "/holder") if "holder" in given else None,
            chooser=self.seat(given["chooser"], where + "/chooser") if "chooser" in given else None,
            turned=flag(given.get("turned", False), where + "/turned"),
        )
        if trump.card is not None and self.pack.token(trump.card)[-1] != given["suit"]:
            template = "The trump card {card} is not of the trump suit {suit}."
            values = {"card": given["card"], "suit": given["suit"]}
            raise ImpossiblePosition(Message("trump_suit", template, values), where + "/card")
        return trump

    def holder(self, value: object, where: str) -> int | str:
        """Who holds the turned-up card."""
        if value == STOCK and "stock" in self.game.keys:
            return STOCK
        return self.seat(value, where)

    def trick(self, value: object, where: str) -> Trick:
        """Leader and cards, neither of them needed."""
        given = members(value, where, ("leader", "cards"))
        leader = self.seat(given["leader"], where + "/leader") if "leader" in given else None
        return Trick(leader, self.cards(given.get("cards", []), where + "/cards"))

    def fact(self, value: object, where: str) -> Fact:
        """What is known of a seat."""
        given = members(value, where, ("seat", "has", "lacks", "void"), needed=("seat",))
        return Fact(
            seat=self.seat(given["seat"], where + "/seat"),
            has=self.cards(given.get("has", []), where + "/has"),
            lacks=self.cards(given.get("lacks", []), where + "/lacks"),
            void=self.each(given.get("void", []), where + "/void", self.suit),
        )

    def gift(self, value: object, where: str, side: str) -> Gift:
        """Cards passed or received."""
        given = members(value, where, (side, "cards"), needed=(side, "cards"))
        seat = self.seat(given[side], f"{where}/{side}")
        return Gift(seat, self.cards(given["cards"], where + "/cards"))

    def score(self, value: object, where: str) -> int:
        """A score; one below 1 can be read, though it is impossible."""
        return integer(value, where, -MOST)

    def decision(self, value: object, where: str) -> Decision | None:
        """Whether a seat went, null where it has not decided."""
        if value is None:
            return None
        given = members(value, where, ("in", "exchanged"), needed=("in",))
        goes = flag(given["in"], where + "/in")
        if "exchanged" not in given:
            return Decision(goes)
        if not goes:
            template = "Who stays out exchanges nothing."
            raise error("stays_and_exchanges", template, where + "/exchanged")
        return Decision(goes, integer(given["exchanged"], where + "/exchanged"))
