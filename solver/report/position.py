"""A position as it was understood: what stands above every answer, so that no slip goes unseen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from trunfo.engine.cards import SUITS, Pack, card_message, rank_message, suit_message, suit_of
from trunfo.engine.errors import Message, Translate
from trunfo.engine.game import OptionValue
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import Gift, State, seat_message
from trunfo.engine.trick import Trick, Trump
from trunfo.engine.trick_game import TrickGame
from trunfo.report.words import TOGETHER, Page, wrapped

ALIGNED = 60
"""Columns of a page from which the facts stand below each other."""

Entry = tuple[str, str]
"""What is told, and what there is to tell."""


def position_text(state: State, assumed: Sequence[Message], page: Page) -> str:
    """A position as it was understood: running text, or on a terminal a line for each fact.

    Parameters
    ----------
    state : State
        A position without problems.
    assumed : sequence of Message
        What had to be assumed in reading it.
    page : Page
        For whom.
    """
    _ = page.language.translate
    entries = [*_Shown(state, page).entries(), *((_("assumed"), note.text(_)) for note in assumed)]
    if not page.terminal:
        told = "; ".join(f"{key}: {value.rstrip('.')}" for key, value in entries)
        return "\n".join(wrapped(f"{state.game.title}; {told}.", page))
    lines = [page.style("header", page.fit(state.game.title))]
    size = max((len(key) for key, _value in entries), default=0)
    for key, value in entries:
        if page.width < ALIGNED:
            lines += wrapped(f"{key}: {value}", page, first="  ", then="    ")
        else:
            lines += wrapped(value, page, first=f"  {key.ljust(size)}  ", then=" " * (size + 4))
    return "\n".join(lines)


class _Shown:
    """Tells one state."""

    def __init__(self, state: State, page: Page) -> None:
        assert isinstance(state.game, TrickGame)
        self.state = state
        self.translate = page.language.translate
        self.portuguese = page.language.code == "pt"
        self.game = state.game
        self.known = self.game.knowledge(
            state if state.hands is None else replace(state, me=None)
        )
        self.trump = state.trump.suit if state.trump else None

    def entries(self) -> Iterator[Entry]:
        """What there is to tell, in the order in which a player would ask."""
        _, state, known = self.translate, self.state, self.known
        for key, value in (
            (_("rules"), " ".join(self.options())),
            (_("to act"), self.turn()),
            (_("trump"), self.trump_text(state.trump)),
            (_("hand"), None if state.hand is None else self.cards(state.hand)),
            *self.hands(),
            (_("table"), self.trick(state.table) if state.table else ""),
            (_("tricks"), ", ".join(self.tricks())),
            (_("played"), self.cards(state.played) if state.played else ""),
            (_("no cards of"), self.voids(known)),
            *self.facts(),
            (_("points"), self.points()),
            (_("stock"), "" if state.stock is None else str(state.stock)),
            (_("stock, in order"), self.singly(state.stock_cards or ())),
            (_("round"), "" if state.round is None else str(state.round)),
            (_("passed"), self.gift(state.passed)),
            (_("received"), self.gift(state.received)),
            (_("scores"), self.per_seat(state.scores)),
            (_("deals stayed out"), self.per_seat(state.absences)),
            (_("dealer"), "" if state.dealer is None else self.seat(state.dealer)),
            (_("going"), ", ".join(self.decisions())),
            (_("thrown away"), self.cards(state.discarded) if state.discarded else ""),
        ):
            if value:
                yield key, value

    def options(self) -> Iterator[str]:
        """The options of the rules that are not as usual."""
        for option in self.game.options:
            value = self.state.rules[option.name]
            if value != option.default:
                if self.portuguese and option.word:
                    words = dict(zip(option.choices, option.words, strict=False))
                    yield f"{option.word}={_spelled(value, words | {True: 'sim', False: 'não'})}"
                else:
                    yield f"{option.name}={_spelled(value, {True: 'yes', False: 'no'})}"

    def turn(self) -> str:
        """Who is to act, and what is asked."""
        _, phase, known = self.translate, self.state.phase, self.known
        if phase != "play":
            to = self.game.pass_step(self.state.rules, self.state.round or 0)
            next_to = self.seat((known.turn + to) % self.game.seats)
            asked = {
                "pass": _("pass cards to {seat}").format(seat=next_to),
                "trump": _("choose the trump"), "go": _("go or stay out"),
            }
            return f"{self.seat(known.turn)}, {asked[phase]}"
        if known.over:
            return ""
        seat = self.seat(known.turn)
        if not known.table:
            return _("{seat}, to lead").format(seat=seat)
        count = len(self.game.playing(self.state))
        text = _("{seat}, card {number} of {count} in the trick")
        return text.format(seat=seat, number=len(known.table) + 1, count=count)

    def trump_text(self, trump: Trump | None) -> str:
        """The trump, its card and holder, who chose it."""
        _ = self.translate
        if trump is None:
            return ""
        told = []
        if trump.turned:
            told.append(_("turned up"))
        if isinstance(trump.holder, str):
            told.append(_("under the stock"))
        elif trump.holder is not None:
            told.append(self.seat(trump.holder))
        if trump.chooser is not None:
            told.append(_("chosen by {seat}").format(seat=self.seat(trump.chooser)))
        what = (
            suit_message(trump.suit).text(_) if trump.card is None else self.singly((trump.card,))
        )
        return f"{what} ({', '.join(told)})" if told else what

    def hands(self) -> Iterator[Entry]:
        """The hands of all seats, where they are known."""
        for seat, hand in enumerate(self.state.hands or ()):
            name = self.translate("hand ({seat})").format(seat=self.seat(seat))
            yield name, self.cards(hand)

    def seat(self, seat: int) -> str:
        """A seat's name."""
        return seat_message(self.game, self.state, seat).text(self.translate)

    def cards(self, cards: Sequence[int]) -> str:
        """Cards by suit, trumps first, the strongest first: `♣ 7JQ63, ♥ J`."""
        return by_suit(self.state.pack, cards, self.trump, self.translate)

    def singly(self, cards: Sequence[int]) -> str:
        """Cards one by one, as they are played."""
        return " ".join(card_message(self.state.pack, card).text(self.translate) for card in cards)

    def trick(self, trick: Trick) -> str:
        """Who played what, the leader first."""
        if trick.leader is None:
            return self.singly(trick.cards)
        playing = self.game.playing(self.state)
        return ", ".join(
            f"{self.seat(trick.seat(place, playing))}{TOGETHER}{self.singly((card,))}"
            for place, card in enumerate(trick.cards)
        )

    def tricks(self) -> Iterator[str]:
        """The finished tricks, each with its leader."""
        leader = None
        for number, trick in enumerate(self.state.tricks, 1):
            leader = trick.leader if trick.leader is not None else leader
            name = "" if leader is None else self.seat(leader) + " "
            yield f"{number}. {name}{self.singly(trick.cards)}".replace(" ", TOGETHER)
            playing = self.game.playing(self.state)
            leader = None if leader is None else self.game.winner(
                Trick(leader, trick.cards), self.trump, playing
            )

    def voids(self, known: Knowledge) -> str:
        """Who has none of a suit, as it was said or shown."""
        if self.state.hands is not None:
            return ""
        shown = []
        for seat, mask in enumerate(known.voids):
            suits = [suit for suit in SUITS if mask >> suit & 1]
            if suits and seat != known.me and len(suits) < len(SUITS):
                symbols = " ".join(suit_message(suit).text(self.translate) for suit in suits)
                shown.append(f"{self.seat(seat)}{TOGETHER}{symbols}")
        return ", ".join(shown)

    def facts(self) -> Iterator[Entry]:
        """Cards that a seat is said to have, and not to have."""
        _ = self.translate
        for fact in self.state.known:
            if fact.has:
                yield _("{seat} has").format(seat=self.seat(fact.seat)), self.cards(fact.has)
            if fact.lacks:
                name = _("{seat} does not have").format(seat=self.seat(fact.seat))
                yield name, self.cards(fact.lacks)

    def points(self) -> str:
        """Points taken so far, as they were given or as the tricks tell."""
        state, _ = self.state, self.translate
        points = state.points
        if points is None and state.tricks and state.scores is None:
            points = self.known.points
        if points is None or not self.game.partners:
            return self.per_seat(points)
        mine = (state.me or 0) % 2
        return _("us {mine}, them {theirs}").format(mine=points[mine], theirs=points[1 - mine])

    def per_seat(self, values: Sequence[int] | None) -> str:
        """A number for each seat, from `me` on."""
        if values is None:
            return ""
        me = self.state.me or 0
        seats = [(me + step) % len(values) for step in range(len(values))]
        return ", ".join(f"{self.seat(seat)}{TOGETHER}{values[seat]}" for seat in seats)

    def gift(self, gift: Gift | None) -> str:
        """Cards, and whose they are now, or were."""
        return "" if gift is None else f"{self.cards(gift.cards)} ({self.seat(gift.seat)})"

    def decisions(self) -> Iterator[str]:
        """Who goes with how many cards exchanged, and who stays out."""
        _ = self.translate
        for seat, made in enumerate(self.state.decisions or ()):
            if made is None:
                continue
            if not made.goes:
                text = _("{seat}: out")
            elif made.exchanged is None:
                text = _("{seat}: goes")
            else:
                text = _("{seat}: {count} exchanged")
            yield text.format(seat=self.seat(seat), count=made.exchanged)


def by_suit(pack: Pack, cards: Sequence[int], trump: int | None, _: Translate) -> str:
    """Cards by suit, trumps first, the strongest first: `♣ 7JQ63, ♥ J`."""
    def place(suit: int) -> int:
        return -1 if suit == trump else SUITS.index(suit)

    between = TOGETHER if any(len(rank) > 1 for rank in pack.ranks) else ""
    ordered = sorted(cards, key=lambda card: (place(suit_of(card)), -card))
    return ", ".join(
        suit_message(suit).text(_)
        + TOGETHER + between.join(rank_message(pack.rank_of(card)).text(_) for card in run)
        for suit, run in groupby(ordered, suit_of)
    ) or _("none")


def _spelled(value: OptionValue, words: Mapping[bool | int | str, str]) -> str:
    """A value as it is typed; `1` and `True` are the same key, so only of one type at a time."""
    if isinstance(value, tuple):
        return ",".join(words.get(word, word) for word in value) or "-"
    known = isinstance(value, bool | str)
    return words.get(value, str(value)) if known else str(value)
