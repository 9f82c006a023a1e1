"""A deal as it was played: `trunfo.record/1`, its JSON form.

`trunfo.table.ficha` has the text form.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from trunfo.engine.cards import SUIT_LETTERS, Pack
from trunfo.engine.document.document import read as read_state
from trunfo.engine.document.document import read_names
from trunfo.engine.document.fields import error, integer, items, members, missing, text, unknown
from trunfo.engine.document.options import read_rules
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.following import Dealt, Standing
from trunfo.engine.game import Rules
from trunfo.engine.position import Payoff
from trunfo.engine.registry import games
from trunfo.engine.state import State
from trunfo.engine.trick import STOCK, Trump
from trunfo.engine.trick_game import TrickGame
from trunfo.table.acts import Act, cards, read_act
from trunfo.version import version

SCHEMA = "trunfo.record/1"
VERSION = version()
KEYS = (
    "schema", "version", "game", "rules", "seats", "me", "dealer", "round", "scores", "absences",
    "score", "dealt", "stock", "trump", "start", "acts", "result",
)
"""Every key, in the order in which they are written."""
MOST_ACTS = 400
CLOSE = 1e-9
"""How far RISCOS may be from those that are worked out."""


@dataclass(frozen=True)
class Record:
    """A deal as it was played.

    Parameters
    ----------
    game : TrickGame
        The game.
    rules : Rules
        Its options.
    dealt : Dealt or None
        How it began; None where `start` says it.
    start : State or None
        The state in which it was begun to be followed.
    names : tuple of str
        The players' names in order of play, none if they have none.
    me : int or None
        The seat whose record it is; None where everything was seen.
    standing : Standing
        What the deals of the match before it have left, where that is game points.
    acts : tuple of Act
        What happened, in order; an act of a seat says which.
    result : Payoff or None
        Points and RISCOS by seat; None where it did not end, or ended without result.
    version : str
        Of trunfo, when it was written; no part of what makes two records equal.
    """

    game: TrickGame
    rules: Rules
    dealt: Dealt | None = None
    start: State | None = None
    names: tuple[str, ...] = ()
    me: int | None = None
    standing: Standing = field(default_factory=Standing)
    acts: tuple[Act, ...] = ()
    result: Payoff | None = None
    version: str = field(default=VERSION, compare=False)

    @property
    def pack(self) -> Pack:
        """The pack it is played with."""
        return self.game.pack(self.rules)

    @classmethod
    def from_json(cls, document: str | Mapping[str, Any]) -> Record:
        """Read and check a record, JSON text or the object itself.

        Raises
        ------
        UnreadableInput
            If a key, a value or a card means nothing, or the result is not what the acts give.
        ImpossiblePosition
            If the deal cannot have begun so, or an act breaks a rule.
        """
        from trunfo.table.checked import checked  # here, because tables make records

        return checked(read(document))

    def to_dict(self) -> dict[str, Any]:
        """The JSON object."""
        return write(self)

    def to_json(self) -> str:
        """The JSON text, one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False)

    def __str__(self) -> str:
        from trunfo.table.ficha import write_text  # here, because its reader makes records

        return write_text(self)

    def __repr__(self) -> str:
        return f"<Record {self.game.name}, {len(self.acts)} acts>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


# Writing


def write(record: Record) -> dict[str, Any]:
    """The JSON object of a record, keys in their order."""
    pack, dealt, standing = record.pack, record.dealt, record.standing

    def tokens(numbers: tuple[int, ...] | None) -> list[str] | None:
        return None if numbers is None else [pack.token(card) for card in numbers]

    found: dict[str, Any] = {
        "schema": SCHEMA,
        "version": record.version,
        "game": record.game.name,
        "rules": {name: _plain(value) for name, value in record.rules.items()},
    }
    if record.names:
        found["seats"] = list(record.names)
    found["me"] = record.me
    if dealt is not None:
        for key in ("dealer", "round", "scores", "absences"):
            value = getattr(dealt, key)
            if value is not None:
                found[key] = _plain(value)
    if standing.points is not None:
        found["score"] = {"points": list(standing.points), "carry": standing.carry}
    if dealt is not None:
        found["dealt"] = [tokens(hand) for hand in dealt.hands]
        if record.game.dealt_sizes(record.rules)[1]:
            found["stock"] = tokens(dealt.stock)
        if dealt.trump is not None:
            card = dealt.trump.card
            assert card is not None
            found["trump"] = {
                "suit": SUIT_LETTERS[dealt.trump.suit], "card": pack.token(card),
                "holder": dealt.trump.holder,
            }
    if record.start is not None:
        found["start"] = record.start.to_dict()
    found["acts"] = [act.to_dict() for act in record.acts]
    found["result"] = payoff_dict(record.result)
    return found


def payoff_dict(paid: Payoff | None) -> dict[str, Any] | None:
    """Points and RISCOS by seat as JSON has them: whole numbers without a fraction."""
    if paid is None:
        return None
    riscos = [int(value) if value == int(value) else value for value in paid.riscos]
    return {"points": list(paid.points), "riscos": riscos}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


# Reading


def read(document: str | Mapping[str, Any]) -> Record:
    """The record that a document describes; whether its acts are allowed is not asked here.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        If a key, a value or a card means nothing, or a card is there twice.
    """
    given = members(_loaded(document), "", KEYS, needed=("schema", "game", "acts"))
    if given["schema"] != SCHEMA:
        raise error("unknown_schema", "The schema must be {schema}.", "/schema", schema=SCHEMA)
    name = text(given["game"], "/game")
    if name not in games():
        raise unknown("game", name, games(), "/game")
    game = games()[name]
    rules = read_rules(game, given.get("rules", {}))
    if ("dealt" in given) == (given.get("start") is not None):
        raise error("key_twice", "Give one of {keys}.", "", keys="dealt, start")
    names = read_names(given["seats"], "/seats", game.seats) if given.get("seats") else ()
    me = given.get("me")
    acts = tuple(
        read_act(act, game, rules, f"/acts/{index}")
        for index, act in enumerate(_acts(given["acts"]))
    )
    record = Record(
        game=game, rules=rules, names=names,
        me=None if me is None else integer(me, "/me", 0, game.seats - 1),
        standing=_standing(game, rules, given), acts=acts, result=_payoff(game, given),
        version=text(given.get("version", VERSION), "/version"),
    )
    if "dealt" in given:
        return replace(record, dealt=_dealt(record, given))
    start = read_state(given["start"])
    if start.game != game or start.rules != rules:
        template = "The state that the record starts from is of another game, or other rules."
        raise error("other_game", template, "/start")
    return replace(record, start=start)


def _loaded(document: str | Mapping[str, Any]) -> Any:
    if not isinstance(document, str):
        return document
    try:
        return json.loads(document.removeprefix("\ufeff"))
    except json.JSONDecodeError as wrong:
        message = Message("json_syntax", "This is not JSON: {what}.", {"what": wrong.msg})
        raise UnreadableInput(message, wrong.pos) from None
    except (RecursionError, ValueError):
        raise error("json_syntax", "This JSON is nested too deep.", "") from None


def _acts(value: object) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise error("wrong_type", "A list is needed here.", "/acts")
    if len(value) > MOST_ACTS:
        template = "A list of {found} is too long."
        raise error("too_long", template, "/acts", found=len(value))
    return list(value)


def _standing(game: TrickGame, rules: Rules, given: Mapping[str, Any]) -> Standing:
    first = game.first_standing(rules)
    if given.get("score") is None:
        return Standing()
    if first.points is None:
        template = "{key} means nothing in {game}; what does: {keys}."
        raise error(
            "key_not_in_game", template, "/score", key="score", game=game.title, keys="-"
        )
    score = members(given["score"], "/score", ("points", "carry"), needed=("points", "carry"))
    points = tuple(
        integer(value, f"/score/points/{seat}")
        for seat, value in enumerate(items(score["points"], "/score/points", game.seats))
    )
    return Standing(points=points, carry=integer(score["carry"], "/score/carry"))


def _payoff(game: TrickGame, given: Mapping[str, Any]) -> Payoff | None:
    if given.get("result") is None:
        return None
    result = members(given["result"], "/result", ("points", "riscos"), needed=("points", "riscos"))
    found: dict[str, list[Any]] = {}
    for key in ("points", "riscos"):
        values = items(result[key], f"/result/{key}", game.seats)
        for seat, value in enumerate(values):
            kinds = (int,) if key == "points" else (int, float)
            if type(value) not in kinds:
                raise error("wrong_type", "A number is needed here.", f"/result/{key}/{seat}")
        found[key] = values
    return Payoff(tuple(found["points"]), tuple(map(float, found["riscos"])))


def _dealt(record: Record, given: Mapping[str, Any]) -> Dealt:
    game, rules, pack = record.game, record.rules, record.pack
    size, left = game.dealt_sizes(rules)
    hands: list[tuple[int, ...] | None] = []
    for seat, hand in enumerate(items(given["dealt"], "/dealt", game.seats)):
        where = f"/dealt/{seat}"
        hands.append(None if hand is None else tuple(map(pack.card, cards(hand, where, pack))))
    stock: tuple[int, ...] | None = ()
    if left:
        value = given.get("stock")
        stock = None if value is None else tuple(map(pack.card, cards(value, "/stock", pack)))
    elif given.get("stock"):
        template = "{key} means nothing in {game}; what does: {keys}."
        raise error("key_not_in_game", template, "/stock", key="stock", game=game.title, keys="-")
    dealer = given.get("dealer")
    if dealer is None:
        raise missing("dealer", "")
    numbers: dict[str, Any] = {}
    for key in ("scores", "absences"):
        if given.get(key) is not None:
            numbers[key] = tuple(
                integer(value, f"/{key}/{seat}")
                for seat, value in enumerate(items(given[key], f"/{key}", game.seats))
            )
    if given.get("round") is not None:
        numbers["round"] = integer(given["round"], "/round", 1)
    for key in ("scores", "absences", "round"):
        if key in numbers and key not in game.keys:
            template = "{key} means nothing in {game}; what does: {keys}."
            raise error(
                "key_not_in_game", template, f"/{key}", key=key, game=game.title, keys="-"
            )
    dealt = Dealt(
        integer(dealer, "/dealer", 0, game.seats - 1), tuple(hands), stock,
        _turned(record, given), **numbers,
    )
    check_dealt(record, dealt, size, left)
    return dealt


def _turned(record: Record, given: Mapping[str, Any]) -> Trump | None:
    """The turned-up card of a game that begins with one."""
    game, pack = record.game, record.pack
    if "trump" not in game.required:
        if given.get("trump") is not None:
            template = "{key} means nothing in {game}; what does: {keys}."
            raise error(
                "key_not_in_game", template, "/trump", key="trump", game=game.title, keys="-"
            )
        return None
    trump = members(
        given.get("trump"), "/trump", ("suit", "card", "holder"), needed=("card", "holder")
    )
    (token,) = cards([trump["card"]], "/trump/card", pack)
    card = pack.card(token)
    suit = SUIT_LETTERS.index(token[-1])
    if trump.get("suit", token[-1]) != token[-1]:
        template = "The trump card {card} is not of the trump suit {suit}."
        raise error("trump_suit", template, "/trump/card", card=token, suit=str(trump["suit"]))
    if trump["holder"] == STOCK:
        return Trump(suit, card, STOCK)
    return Trump(suit, card, integer(trump["holder"], "/trump/holder", 0, game.seats - 1))


def check_dealt(record: Record, dealt: Dealt, size: int, left: int) -> None:
    """Whether the cards are those of the pack, and as many as have to be.

    Raises
    ------
    UnreadableInput
        Naming the first card or hand that cannot be right.
    """
    pack, seen = record.pack, set[int]()
    places = [(f"/dealt/{seat}", hand, size) for seat, hand in enumerate(dealt.hands)]
    places.append(("/stock", dealt.stock, left))
    first = record.game.first_size(record.rules)
    for where, cards_there, due in places:
        if cards_there is None:
            continue
        for index, card in enumerate(cards_there):
            if card in seen:
                template = "The card {card} is there twice."
                raise error("card_twice", template, f"{where}/{index}", card=pack.token(card))
            seen.add(card)
        few = first if not dealt.open and where != "/stock" else due
        if len(cards_there) not in (due, few):
            template = "Cards given: {count}; {due} are due."
            raise error("hand_size", template, where, count=len(cards_there), due=due)
    if record.me is None and not dealt.open:
        template = "A hand or the stock is hidden: say whose record it is, in `me`."
        raise error("me_missing", template, "/me")
    if record.me is not None and dealt.hands[record.me] is None:
        template = "The hand of the player whose record it is must be given."
        raise error("hand_missing", template, f"/dealt/{record.me}")
    trump = dealt.trump
    if trump is None or trump.card is None:
        return
    holder = trump.holder
    place = dealt.stock if holder == STOCK else dealt.hands[holder]  # type: ignore[index]
    wrong = place is not None and (
        place[-1] != trump.card if holder == STOCK else trump.card not in place
    )
    if wrong or (place is None and trump.card in seen):
        template = "The turned-up card {card} is not where it is said to be."
        raise error("trump_holder", template, "/trump/holder", card=pack.token(trump.card))


def counted(standing: Standing) -> Standing:
    """What of a standing a record tells apart from how the deal began: game points."""
    return replace(standing, scores=None, absences=None)
