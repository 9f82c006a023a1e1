"""The text form of a state: read as people type it, written on one line.

Entries `key value` or `key: value` are separated by newlines, `;` or `|`, in any order; `#`
begins a comment; the first may be the game alone. Keys and words are Portuguese or English,
the whole text in one of them (`trunfo.engine.text.tongue` tells how that is settled), with or
without accents. What people say besides is in `trunfo.engine.text.vocabulary`, how it is put
together in `trunfo.engine.text.entries`; the keys are what is written.

Keys (Portuguese, English: value)
---------------------------------
- `jogo`, `game`: a game; in Bisca the number of cards in a hand may follow.
- `regras`, `rules`: `option=value`, a preset's name. MultiplayerKernel words of one option are
  separated by commas, `-` is none of them; `sim`, `não`, `yes`, `no` for what is on or off.
- `jogadores`, `players`: names in order of play. In quotation marks where they hold a
  blank, or could be read as a card, a number or another word.
- `eu`, `me`: who `me` is, an index or a name. Without it, and with a hand, seat 0.
- `fase`, `phase`: `jogar passar trunfo ir`, `play pass trump go`.
- `dá`, `dealer`; `sai`, `leads`: a seat.
- `trunfo`, `trump`: a suit or a card; its holder, a seat or `monte`, `stock`; `escolheu`,
  `chose` and a seat; `virada`, `turned`.
- `mão`, `hand`; `saíram`, `played`; `deitei fora`, `discarded`: cards, `-` for none.
- `mãos`, `hands`: of every seat `name: cards`.
- `vazas`, `tricks`: `1. leader: cards 2. cards`; a row may also be an entry of its own.
- `mesa`, `table`: a leader, then cards; the leader may stand in `sai`, `leads` instead.
- `tem`, `has`; `não tem`, `lacks`: seats, each with cards, or with cards and suits that it
  lacks. May stand there several times, and change over in between:
  `tem direita A♣ não tem ♥`.
- `pontos`, `points`: seats, or `nós eles`, `us them`, with numbers; or the numbers of all
  sides, mine first.
- `monte`, `stock`: the number of cards, the cards in order of drawing, or both.
- `ronda`, `round`: a number. `passei`, `passed`; `recebi`, `received`: a seat and cards.
- `pontuação`, `scores`; `faltas`, `absences`: seats with numbers, or the numbers of all
  from me on; who is not named in `faltas` has none.
- `foram`, `in`; `ficaram`, `out`: seats, `-` for nobody yet. `trocas`, `exchanged`: seats
  that went, with the number of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from trunfo.engine.cards import SUIT_SYMBOLS, Pack, suit_of
from trunfo.engine.document.document import read as read_document
from trunfo.engine.document.fields import not_in_pack
from trunfo.engine.errors import ImpossiblePosition, Message, TrunfoError
from trunfo.engine.game import OptionValue
from trunfo.engine.state import Fact, Gift, State
from trunfo.engine.text.cards import CardReader
from trunfo.engine.text.draft import Draft
from trunfo.engine.text.entries import read_text
from trunfo.engine.text.seats import is_plain
from trunfo.engine.text.source import Source
from trunfo.engine.text.tokens import Cursor, tokens_of
from trunfo.engine.text.tongue import heard
from trunfo.engine.text.vocabulary import PHASE_WORDS, SEAT_WORDS
from trunfo.engine.trick import Trick, Trump
from trunfo.engine.trick_game import game_of


@dataclass(frozen=True)
class Parsed:
    """A state that has been read.

    Parameters
    ----------
    state : State
        What it says.
    notes : tuple of Message
        What had to be assumed about its language, and what was taken for a slip.
    draft : Draft or None
        Where the parts of a text stand; None for JSON.
    """

    state: State
    notes: tuple[Message, ...] = ()
    draft: Draft | None = None

    def placed(self, error: TrunfoError) -> TrunfoError:
        """An error about the state, found after it was read, with its place in the text."""
        if self.draft is None or isinstance(error.where, int):
            return error
        return self.draft.placed(error)


def parse(text: str, language: str = "pt", rules: Sequence[str] = ()) -> Parsed:
    """Read a state from text or JSON, told apart by themselves, and check it.

    Parameters
    ----------
    text : str
        The text form, or JSON (which begins with `{`).
    language : {"pt", "en"}
        How to read what is neither Portuguese nor English.
    rules : sequence of str
        `option=value`, or the name of a preset, on top of what the text says.

    Raises
    ------
    UnreadableInput
        If something means nothing. `where` is the offset in a text; in JSON it is the
        JSON pointer, or the offset of an error of JSON itself.
    ImpossiblePosition
        If no deal of the game can look like this.
    """
    parsed = read(text, language, rules)
    try:
        parsed.state.check()
    except ImpossiblePosition as error:
        raise parsed.placed(error) from None
    return parsed


def read(text: str, language: str = "pt", rules: Sequence[str] = ()) -> Parsed:
    """Read a state like `parse`, without asking whether it is possible."""
    if text.removeprefix("\ufeff").lstrip()[:1] == "{":
        return Parsed(read_document(text, rules))
    source = _source(text)
    tokens = tokens_of(source)
    tongue = heard(source, tokens, language)
    draft, notes = read_text(source, tokens, tongue, rules)
    try:
        state = read_document(draft.document)
    except TrunfoError as error:
        raise draft.placed(error) from None
    return Parsed(state, (*tongue.notes, *notes), draft)


def _source(text: str) -> Source:
    """The text, a byte-order mark replaced by a blank so that offsets stay what they are."""
    return Source(" " + text[1:] if text.startswith("\ufeff") else text)


def read_cards(
    text: str, pack: Pack, language: str = "pt"
) -> tuple[list[int], tuple[Message, ...]]:
    """Cards that stand alone, and what had to be assumed about their language.

    Parameters
    ----------
    text : str
        Cards as in an entry.
    pack : Pack
        The pack they are of.
    language : {"pt", "en"}
        How to read what is neither Portuguese nor English.

    Raises
    ------
    UnreadableInput
        If something is no card of the pack.
    ImpossiblePosition
        If there are more cards than the pack has.
    """
    source = _source(text)
    tokens = tokens_of(source)
    tongue = heard(source, tokens, language)
    cursor = Cursor(tokens)
    reader = CardReader(tongue, frozenset(), frozenset(), len(pack.cards))
    found = reader.read(cursor)
    left = cursor.peek()
    if left is not None:
        raise reader.no_card(left)
    cards = []
    for token, span in found.cards:
        try:
            cards.append(pack.card(token))
        except KeyError:
            raise tongue.source.error(not_in_pack(token), span) from None
    return cards, tongue.notes


def write(state: State) -> str:
    """The text form on one line, in Portuguese; `read` gives back an equal state."""
    return "; ".join(_Writer(state).entries())


class _Writer:
    """Writes one state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.pack = state.pack

    def entries(self) -> Iterator[str]:
        """The entries in their order."""
        state = self.state
        size = state.rules.get("hand_size")
        yield state.game.words[0] if size is None else f"{state.game.words[0]} {size}"
        for key, value in (
            ("regras", " ".join(self.options())),
            ("jogadores", " ".join(map(_quoted, state.seats))),
            ("eu", self.me()),
            ("fase", self.phase()),
            ("dá", self.seat(state.dealer)),
            ("trunfo", self.trump(state.trump)),
            ("mão", self.cards(state.hand)),
            ("mãos", self.hands()),
            ("vazas", " ".join(self.tricks())),
            *self.table(state.table),
            ("saíram", self.cards(state.played or None)),
            *map(self.fact, state.known),
            ("pontos", self.points()),
            ("monte", self.stock()),
            ("ronda", self.number(state.round)),
            ("passei", self.gift(state.passed)),
            ("recebi", self.gift(state.received)),
            ("pontuação", self.per_seat(state.scores)),
            ("faltas", self.per_seat(state.absences)),
            *self.decisions(),
            ("deitei fora", self.cards(state.discarded or None)),
        ):
            if value:
                yield f"{key} {value}"

    def options(self) -> Iterator[str]:
        """The options that are not as usual, but for the one that stands beside the game."""
        for option in self.state.game.options:
            value = self.state.rules[option.name]
            if value != option.default and option.name != "hand_size":
                yield f"{option.name}={_option_text(value)}"

    def me(self) -> str | None:
        """Who `me` is, where it would not be assumed."""
        assumed = None if self.state.hand is None else 0
        return None if self.state.me == assumed else self.number(self.state.me)

    def phase(self) -> str | None:
        """What is decided, where it would not be assumed."""
        game = game_of(self.state)
        clear = game.phase_unclear(self.state) is None
        follows = clear and self.state.phase == game.phase_of(self.state)
        return None if follows else PHASE_WORDS[self.state.phase]

    @staticmethod
    def number(value: int | None) -> str | None:
        """A number."""
        return None if value is None else str(value)

    def seat(self, seat: int | None) -> str | None:
        """A seat: the player's name if there are names, else as it is seen from `me`."""
        if seat is None:
            return None
        if self.state.seats:
            return _quoted(self.state.seats[seat])
        words = self.state.game.seat_words(self.state.rules)
        return SEAT_WORDS[words[(seat - (self.state.me or 0)) % len(words)]]

    def cards(self, cards: tuple[int, ...] | None) -> str | None:
        """Cards in their order, those of a suit in a row behind its symbol."""
        if cards is None:
            return None
        runs = groupby(cards, suit_of)
        return " ".join(
            SUIT_SYMBOLS[suit] + "".join(map(self.pack.rank_of, run)) for suit, run in runs
        ) or "-"

    def singly(self, cards: tuple[int, ...]) -> str:
        """Cards one by one, as they are played."""
        return " ".join(map(self.card, cards)) or "-"

    def card(self, card: int) -> str:
        """A card: `7♥`."""
        return self.pack.rank_of(card) + SUIT_SYMBOLS[suit_of(card)]

    def hands(self) -> str | None:
        """The hands of all seats."""
        return ", ".join(
            f"{self.seat(seat)}: {self.cards(hand)}"
            for seat, hand in enumerate(self.state.hands or ())
        )

    def trump(self, trump: Trump | None) -> str | None:
        """What is known of the trump."""
        if trump is None:
            return None
        parts = [SUIT_SYMBOLS[trump.suit] if trump.card is None else self.card(trump.card)]
        if isinstance(trump.holder, str):
            parts.append("monte")
        elif trump.holder is not None:
            parts.append(str(self.seat(trump.holder)))
        if trump.chooser is not None:
            parts.append(f"escolheu {self.seat(trump.chooser)}")
        return " ".join([*parts, "virada"] if trump.turned else parts)

    def trick(self, trick: Trick, between: str = " ") -> str:
        """A trick: leader, if it is known, and cards."""
        leader = self.seat(trick.leader)
        return (leader + between if leader else "") + self.singly(trick.cards)

    def tricks(self) -> Iterator[str]:
        """The finished tricks, numbered."""
        for number, trick in enumerate(self.state.tricks, 1):
            yield f"{number}. {self.trick(trick, ': ')}"

    def table(self, table: Trick | None) -> Iterator[tuple[str, str | None]]:
        """The trick under way, or who leads to it."""
        if table and table.leader is not None and not table.cards:
            yield "sai", self.seat(table.leader)
        elif table:
            yield "mesa", self.trick(table)

    def fact(self, fact: Fact) -> tuple[str, str]:
        """What is known of a seat."""
        lacks = [self.cards(fact.lacks or None), " ".join(SUIT_SYMBOLS[s] for s in fact.void)]
        lacked = " ".join(part for part in lacks if part)
        seat = self.seat(fact.seat)
        if not fact.has and lacked:
            return "não tem", f"{seat} {lacked}"
        has = f"{seat} {self.cards(fact.has)}"
        return "tem", f"{has} não tem {lacked}" if lacked else has

    def points(self) -> str | None:
        """Card points of the sides, mine first."""
        points, me = self.state.points, self.state.me or 0
        if points is None or not self.state.game.partners:
            return self.per_seat(points)
        return f"nós {points[me % 2]} eles {points[1 - me % 2]}"

    def per_seat(self, values: tuple[int, ...] | None) -> str | None:
        """A number for each seat, from `me` on."""
        if values is None:
            return None
        me = self.state.me or 0
        seats = [(me + step) % len(values) for step in range(len(values))]
        return " ".join(f"{self.seat(seat)} {values[seat]}" for seat in seats)

    def stock(self) -> str | None:
        """The number of cards in the stock, and the cards where they are known."""
        parts = (self.number(self.state.stock), self.cards(self.state.stock_cards))
        return " ".join(part for part in parts if part)

    def gift(self, gift: Gift | None) -> str | None:
        """Cards passed or received."""
        return None if gift is None else f"{self.seat(gift.seat)} {self.cards(gift.cards)}"

    def decisions(self) -> Iterator[tuple[str, str | None]]:
        """Who went, who stayed out, who exchanged how many cards."""
        if self.state.decisions is None:
            return
        made = [(self.seat(seat), made) for seat, made in enumerate(self.state.decisions) if made]
        went = [str(seat) for seat, made in made if made.goes and made.exchanged is None]
        yield "foram", " ".join(went) or (None if made else "-")
        yield "ficaram", " ".join(str(seat) for seat, made in made if not made.goes)
        exchanged = [(seat, made.exchanged) for seat, made in made if made.exchanged is not None]
        yield "trocas", " ".join(f"{seat} {number}" for seat, number in exchanged)


def _quoted(name: str) -> str:
    return name if is_plain(name) else f'"{name}"'


def _option_text(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "sim" if value else "não"
    return (",".join(value) or "-") if isinstance(value, tuple) else str(value)
