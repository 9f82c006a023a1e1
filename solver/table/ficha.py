"""Records as text: the ficha of a deal, as people write it down.

The head is that of a position; `dadas` (`dealt`) has the cards of every hand that is known,
`monte` (`stock`) what was left in drawing order, `vazas` (`tricks`) the cards in order of play,
`atos` (`acts`) what is no card, `placar` (`score`) the game points of a match. A record that
begins from a state is the text of that state, and all that happened since in `atos`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from trunfo.engine.cards import SUIT_LETTERS
from trunfo.engine.errors import Message, TrunfoError, UnreadableInput
from trunfo.engine.following import Dealt, Standing
from trunfo.engine.state import State
from trunfo.engine.text.notation import read as read_position
from trunfo.engine.text.notation import read_cards
from trunfo.engine.text.source import shown
from trunfo.engine.text.vocabulary import NONE, fold
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import game_of
from trunfo.table.actions import read_action, seat_named, seat_text, split, write_action
from trunfo.table.acts import Act
from trunfo.table.record import Record, check_dealt
from trunfo.table.table import Table

KEYS = {
    "dadas": ("dealt", "pt"), "dealt": ("dealt", "en"),
    "atos": ("acts", "pt"), "acts": ("acts", "en"),
    "placar": ("score", "pt"), "score": ("score", "en"),
}
"""By word the entry that it begins, and its language."""
STOCK = {"pt": "monte", "en": "stock"}
EMPTY_HAND = {"pt": "mão -", "en": "hand -"}
_ENTRY = re.compile(r"[^;\r\n]*(?:[;\r\n]|$)")
_KEY = re.compile(r"\s*(\S+?):?(?:\s+|$)")
_HAND = re.compile(r'\s*("[^"]*"|[^\s:,"]+)\s*:')


# Writing


def write_text(record: Record) -> str:
    """The text form on one line, in Portuguese; `read_text` gives back an equal record."""
    table = Table.of(record)
    if record.dealt is None:
        assert record.start is not None
        acts = ", ".join(write_action(act, table) for act in record.acts)
        return "; ".join((str(record.start), f"atos {acts or '-'}", *_score(record)))
    return "; ".join(_entries(record, record.dealt, table))


def _entries(record: Record, dealt: Dealt, table: Table) -> Iterator[str]:
    pack = record.pack
    now = table.seen_by(record.me or 0)
    tricks = now.tricks
    if now.table is not None and now.table.cards:
        tricks = (*tricks, now.table)
    head = str(
        State(
            record.game, record.rules, me=record.me, seats=record.names, dealer=dealt.dealer,
            trump=dealt.trump, tricks=tricks, round=dealt.round, scores=dealt.scores,
            absences=dealt.absences,
        )
    ).split("; ")
    yield from (entry for entry in head if not entry.startswith("vazas "))
    yield from _score(record)

    def cards(numbers: tuple[int, ...]) -> str:
        return " ".join(
            pack.rank_of(card) + "♥♦♠♣"[SUIT_LETTERS.index(pack.token(card)[-1])]
            for card in numbers
        )

    hands = ", ".join(
        f"{seat_text(table, seat)}: {cards(hand)}"
        for seat, hand in enumerate(dealt.hands) if hand is not None
    )
    yield f"dadas {hands}"
    if dealt.stock:
        yield f"monte {cards(dealt.stock)}"
    acts = ", ".join(write_action(act, table) for act in record.acts if "play" not in act)
    if acts:
        yield f"atos {acts}"
    yield from (entry for entry in head if entry.startswith("vazas "))


def _score(record: Record) -> Iterator[str]:
    standing = record.standing
    if standing.points is not None:
        points = " ".join(map(str, standing.points))
        yield f"placar {points}" + (f" + {standing.carry}" if standing.carry else "")


# Reading


@dataclass
class _Parts:
    """A text taken apart: the head with blanks where the rest stood, and that rest."""

    head: str
    language: str = "pt"
    entries: dict[str, list[str]] = field(default_factory=dict)


def read_text(text: str) -> Record:
    """The record that a text describes, its acts checked.

    Raises
    ------
    UnreadableInput
        If something means nothing.
    ImpossiblePosition
        If the deal cannot have begun so, or an act breaks a rule.
    """
    parts = _taken_apart(text)
    if "dealt" not in parts.entries:
        return _followed(parts)
    state = read_position(f"{parts.head}; {EMPTY_HAND[parts.language]}", parts.language).state
    game = game_of(state)
    head = Record(
        game, state.rules, names=state.seats, standing=_standing(parts, game.seats),
        me=state.me if _says_me(parts.head) else None,
    )
    dealt = Dealt(
        state.dealer, (None,) * game.seats, None if game.dealt_sizes(state.rules)[1] else (),
        state.trump, state.round, state.scores, state.absences,
    )
    if dealt.dealer is None:
        text = "{key} is missing."
        raise UnreadableInput(Message("missing_key", text, {"key": "dá (dealer)"}))
    head = replace(head, dealt=_hands(parts, head, dealt))
    assert head.dealt is not None
    check_dealt(head, head.dealt, *game.dealt_sizes(head.rules))
    table = Table.of(head)
    open_trick = (state.table,) if state.table is not None and state.table.cards else ()
    _replay(table, parts, (*state.tricks, *open_trick))
    return table.record()


def _taken_apart(text: str) -> _Parts:
    """Find the entries that only records have, and blank them out of the head."""
    text = "\n".join(line.partition("#")[0] for line in text.splitlines())
    parts = _Parts("")
    current: str | None = None
    is_record = any(
        KEYS.get(fold(key.group(1)), ("",))[0] == "dealt"
        for entry in _ENTRY.findall(text) if (key := _KEY.match(entry))
    )
    for entry in _ENTRY.findall(text):
        found = _KEY.match(entry)
        word = fold(found.group(1)) if found else ""
        name, language = KEYS.get(word, (None, parts.language))
        if is_record and word in STOCK.values():
            name = "stock"
            language = "pt" if word == STOCK["pt"] else "en"
        if name is None and current == "dealt" and _HAND.match(entry):
            parts.entries["dealt"].append(entry.rstrip(";\r\n"))
            continue
        current = name
        if name is None or found is None:
            parts.head += entry
            continue
        parts.language = language
        parts.entries.setdefault(name, []).append(entry[found.end() :].rstrip(";\r\n"))
        parts.head += "\n"
    parts.head = parts.head.strip().rstrip(";")
    return parts


def _says_me(head: str) -> bool:
    """Whether a head says whose record it is."""
    return any(
        found is not None and fold(found.group(1)) in ("eu", "me")
        for found in map(_KEY.match, _ENTRY.findall(head))
    )


def _hands(parts: _Parts, head: Record, dealt: Dealt) -> Dealt:
    """The cards dealt, as far as they are said."""
    hands: list[tuple[int, ...] | None] = [None] * head.game.seats
    at = _Naming(head)
    for entry in parts.entries["dealt"]:
        places = list(_HAND.finditer(entry))
        if not places or entry[: places[0].start()].strip(" ,"):
            text = "`dadas` (dealt) needs a seat before each hand: {text}."
            raise UnreadableInput(Message("no_hand", text, {"text": shown(entry.strip())}))
        ends = [place.start() for place in places[1:]] + [len(entry)]
        for place, end in zip(places, ends, strict=True):
            seat = seat_named(place.group(1), at, head.me or 0)
            if seat is None:
                text = "There is no seat {token}. The seats are: {choices}."
                words = head.names or head.game.seat_words(head.rules)
                values = {"token": shown(place.group(1)), "choices": ", ".join(words)}
                raise UnreadableInput(Message("unknown_seat", text, values))
            hands[seat] = _cards(entry[place.end() : end], head, parts.language)
    stock = dealt.stock
    for entry in parts.entries.get("stock", ()):
        stock = _cards(entry, head, parts.language)
    return replace(dealt, hands=tuple(hands), stock=stock)


def _cards(text: str, head: Record, language: str) -> tuple[int, ...]:
    text = text.strip(" ,")
    return () if not text else tuple(read_cards(text, head.pack, language)[0])


def _standing(parts: _Parts, seats: int) -> Standing:
    """Game points and what ties have left: `2 1 2 1 + 1`."""
    for entry in parts.entries.get("score", ()):
        points, _, carry = entry.partition("+")
        words = points.split()
        if len(words) != seats or not all(
            word.isascii() and word.isdecimal() for word in [*words, carry.strip() or "0"]
        ):
            text = "`placar` (score) has the game points of each seat, and + what ties have left."
            raise UnreadableInput(Message("bad_score", text))
        return Standing(points=tuple(map(int, words)), carry=int(carry or 0))
    return Standing()


class _Naming:
    """What is needed to read the name of a seat before there is a table."""

    def __init__(self, head: Record) -> None:
        self.game, self.rules, self.names, self.me = head.game, head.rules, head.names, head.me
        self.phase, self.seat = "play", None

    def knows(self, seat: int) -> bool:
        """Never asked."""
        return False


def _replay(table: Table, parts: _Parts, tricks: tuple[Trick, ...]) -> None:
    """Do everything in order: cards where a card is to be played, what is no card elsewhere."""
    token = table.game.pack(table.rules).token
    cards = [
        Act.of({**({} if place or trick.leader is None else {"seat": trick.leader}),
                "play": token(card)})
        for trick in tricks for place, card in enumerate(trick.cards)
    ][::-1]
    acts = list(_acts(parts))[::-1]
    while cards or acts:
        number = len(table.acts) + 1
        word = ""
        try:
            if acts and not (cards and table.phase == "play"):
                word = acts.pop()
                table.play(read_action(word, table, parts.language))
            else:
                table.play(cards.pop())
        except TrunfoError as wrong:
            text = "Act {number}: {why}"
            values = {"number": number, "why": wrong.message}
            raise type(wrong)(Message(wrong.code, text, values), None, wrong.excerpt) from None


def _acts(parts: _Parts) -> Iterator[str]:
    for entry in parts.entries.get("acts", ()):
        if entry.strip() not in NONE:
            yield from split(entry)


def _followed(parts: _Parts) -> Record:
    """A record that begins from a state: everything else stands in `atos`."""
    if "acts" not in parts.entries:
        text = "A record says what was dealt (`dadas`), or what happened since a state (`atos`)."
        raise UnreadableInput(Message("no_record", text))
    parsed = read_position(parts.head, parts.language)
    seats = game_of(parsed.state).seats
    table = Table(parsed.state, standing=_standing(parts, seats))
    _replay(table, parts, ())
    return table.record()
