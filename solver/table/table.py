"""A game under way: every act is checked by the rules and can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from trunfo.engine.errors import (
    ImpossiblePosition,
    Message,
    TrunfoError,
    UnreadableInput,
)
from trunfo.engine.following import Standing
from trunfo.engine.game import Rules
from trunfo.engine.position import Action, Payoff, Position
from trunfo.engine.registry import games
from trunfo.engine.state import State
from trunfo.engine.text.notation import parse
from trunfo.engine.trick_game import TrickGame, game_of
from trunfo.games.base import advisor_of
from trunfo.table.acts import Act, read_act
from trunfo.table.deals import Deal, broken_off, redealt
from trunfo.table.opened import OpenDeal
from trunfo.table.record import Record, counted
from trunfo.table.start import Series, dealt_deal, first_deal, series_asked


class Table:
    """A deal, a match or a session of deals under way.

    Parameters
    ----------
    state : State or str
        What one seat knows, and where the table goes on from. A text is read like a position.
    names : sequence of str
        The players' names in order of play, none if they have none.
    standing : Standing, optional
        Game points of the match, and what ties have left.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        If there is no such state, or it does not say enough to go on from.

    Examples
    --------
    >>> table = Table.deal("sueca", seed=7)
    >>> table.seat, table.phase
    (3, 'play')
    >>> table.play(table.legal()[0])
    >>> table.undo()
    """

    def __init__(
        self, state: State | str, *, names: Sequence[str] = (), standing: Standing | None = None
    ) -> None:
        if isinstance(state, str):
            state = parse(state).state
        if names:
            state = replace(state, seats=tuple(names))
        record = Record(
            game_of(state), state.rules, start=state, names=state.seats,
            me=state.me if state.hands is None else None, standing=standing or Standing(),
        )
        self._begin(record, None)

    @classmethod
    def deal(
        cls,
        game: str,
        *,
        seed: int = 1,
        number: int = 0,
        rules: Mapping[str, Any] | None = None,
        whole: bool = False,
        names: Sequence[str] = (),
    ) -> Table:
        """A table at which the program deals.

        Parameters
        ----------
        game : str
            The game's name, as in JSON.
        seed : int
            Of the cards; 0 to 2**64 - 1.
        number : int
            Of the deal: the cards are those of that deal of `match --seed`.
        rules : mapping
            Options by name, as in JSON; `preset` may name a set.
        whole : bool
            Whether it is a whole match; else `next` deals on without end.
        names : sequence of str
            The players' names.

        Raises
        ------
        UnreadableInput
            If there is no such game or option, or a whole match is asked for where there is none.
        """
        options, series = series_asked(game, rules or {}, seed, number, whole=whole)
        return cls.in_series(game, series, rules=options, names=names)

    @classmethod
    def in_series(
        cls, game: str, series: Series, *, rules: Rules, names: Sequence[str] = ()
    ) -> Table:
        """A table with the first deal of a series; see `deal`."""
        found, options = games()[game], rules
        standing = found.first_standing(options)
        dealt = series.dealt(found, options, standing)
        table = cls.__new__(cls)
        table._begin(
            Record(found, options, dealt=dealt, names=tuple(names), standing=counted(standing)),
            series,
        )
        return table

    @classmethod
    def at(cls, game: TrickGame, position: Position) -> Table:
        """A table at a deal before anything is decided, every card of it known.

        Nothing is checked: whoever deals has dealt right. There is no next deal.
        """
        table = cls.__new__(cls)
        head = Record(game, position.rules, dealt=game.dealt(position))
        table._begin(head, None, OpenDeal(game, position))
        return table

    @classmethod
    def of(cls, record: Record, series: Series | None = None) -> Table:
        """The table after everything that a record tells.

        Parameters
        ----------
        record : Record
            The deal.
        series : Series, optional
            The deals that it is one of, where the program deals: then `next` deals on.

        Raises
        ------
        ImpossiblePosition
            If the deal cannot have begun so, or an act breaks a rule: `where` names it.
        """
        table = cls.__new__(cls)
        head = replace(record, acts=(), result=None)
        table._begin(head, series, first_deal(head))
        for index, act in enumerate(record.acts):
            try:
                table._do(act)
            except TrunfoError as wrong:
                text = "Act {number}: {why}"
                values = {"number": index + 1, "why": wrong.message}
                raise type(wrong)(Message(wrong.code, text, values), f"/acts/{index}") from None
        return table

    @classmethod
    def resumed(cls, records: Sequence[Record], series: Series) -> Table:
        """A table that goes on with the last of some records that were dealt by the program.

        Parameters
        ----------
        records : sequence of Record
            Of one session or of matches, in order; the last may be unfinished.
        series : Series
            As it was when the first of them was dealt; with another seed only what is dealt
            from now on is other.

        Raises
        ------
        UnreadableInput, ImpossiblePosition
            If one of them cannot be right, or does not follow those before it.
        """
        first = records[0]
        table = cls.in_series(first.game.name, series, rules=first.rules, names=first.names)
        for number, record in enumerate(records):
            if number and table.match_over:
                table.next_match()
            elif number:
                table.next()
            table._deal_as(record, number + 1)
            for act in record.acts:
                table.play(act)
        return table

    def _begin(self, head: Record, series: Series | None, deal: Deal | None = None) -> None:
        self._head = head
        self._series = series
        if deal is None:
            deal = first_deal(head) if series is None else dealt_deal(head)
        self._deals: list[Deal] = [deal]
        self._acts: list[Act] = []
        self._finished: list[Record] = []
        self._paid: list[Payoff] = []
        dealt = head.dealt
        self._standing = head.standing if dealt is None else replace(
            head.standing, scores=dealt.scores, absences=dealt.absences
        )
        self._left = False
        self._result: tuple[Deal, Payoff | None] | None = None

    def _deal_as(self, record: Record, number: int) -> None:
        """Deal the cards that a record tells in place of those of this deal, not yet begun."""
        now, dealt = self._head.dealt, record.dealt
        if now == dealt and record.rules == self.rules:
            return
        if (
            now is None or dealt is None or record.rules != self.rules
            or now != replace(dealt, hands=now.hands, stock=now.stock, trump=now.trump)
        ):
            text = "Deal {number} of the file does not follow those before it."
            raise UnreadableInput(Message("other_deal", text, {"number": number}))
        self._head = replace(self._head, dealt=dealt)
        self._deals = [first_deal(self._head)]

    # What there is

    @property
    def game(self) -> TrickGame:
        """The game."""
        return self._head.game

    @property
    def rules(self) -> Rules:
        """Its options."""
        return self._head.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, none if they have none."""
        return self._head.names

    @property
    def me(self) -> int | None:
        """The seat whose hand alone is known; None where all are."""
        return self._head.me

    @property
    def seat(self) -> int | None:
        """The seat to act; None when the deal is over, or where nobody can know."""
        return self._deals[-1].seat

    @property
    def phase(self) -> str:
        """What is decided now; `draw` while cards that the program did not deal are due."""
        return self._deals[-1].phase

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self._deals[-1].over

    @property
    def acts(self) -> tuple[Act, ...]:
        """What has happened in this deal."""
        return tuple(self._acts)

    @property
    def standing(self) -> Standing:
        """What the deals before this one have left: scores, game points."""
        return self._standing

    @property
    def result(self) -> Payoff | None:
        """Points and RISCOS by seat of the deal; None before it is over, and where it has none.

        In a game whose deals are counted by what the match is then worth, RISCOS are that.
        """
        deal = self._deals[-1]
        if self._result is None or self._result[0] is not deal:
            paid, end = deal.result, deal.end
            if paid is not None and end is not None:
                paid = Payoff(paid.points, advisor_of(deal.game).worth(end))
            self._result = (deal, paid)
        return self._result[1]

    @property
    def end(self) -> Position | None:
        """The last position of a deal that was played to its end."""
        return self._deals[-1].end

    @property
    def whole(self) -> bool:
        """Whether it is a whole match."""
        return self._series is not None and self._series.whole

    @property
    def series(self) -> Series | None:
        """The deals that this one is one of; None where what happens is told to the table."""
        return self._series

    @property
    def is_followed(self) -> bool:
        """Whether what happens is told to it, rather than dealt by the program."""
        return self._series is None

    def knows(self, seat: int) -> bool:
        """Whether the hand of a seat is known."""
        return self._deals[-1].knows(seat)

    def legal(self) -> tuple[Action, ...]:
        """The legal actions of the seat to act.

        Of a hidden hand those that at least one deal allows which fits all that is known. Of
        several cards that are due each stands alone: they may be said one by one. Where nobody
        can know whose turn it is each says the seat.
        """
        return self._deals[-1].legal()

    def state(self, seat: int | None = None) -> State:
        """What a seat knows: the state to advise on.

        Parameters
        ----------
        seat : int, optional
            The seat; without it all that the table knows.

        Raises
        ------
        ImpossiblePosition
            If its hand is hidden, or cards are due that have not been said.
        """
        return self._deals[-1].state(seat)

    def seen_by(self, seat: int) -> State:
        """A state to talk about seats and tricks, cards due or not; never for advice."""
        return self._deals[-1].seen_by(seat)

    # What is done

    def play(self, act: str | Mapping[str, Any]) -> None:
        """Do something: an action of the seat to act, or what chance gave.

        Parameters
        ----------
        act : str or mapping
            A card's token (`"7O"`), an action in words (`"vou 4♠ 2♥"`), or the object of an
            action or an act.

        Raises
        ------
        UnreadableInput
            If it means nothing.
        ImpossiblePosition
            If it may not be done; nothing has changed then.
        """
        self._do(self.read(act))

    def read(self, act: str | Mapping[str, Any]) -> Act:
        """The act that something stands for, whether it is allowed or not.

        Raises
        ------
        UnreadableInput
            If it means nothing.
        """
        if isinstance(act, Act):
            return act
        card = act["play"] if type(act) is dict and act.keys() == {"play"} else act
        if isinstance(card, str) and self._head.pack.has(card):
            seat = self.seat
            return Act((("play", card),) if seat is None else (("seat", seat), ("play", card)))
        if isinstance(act, str):
            from trunfo.table.actions import read_action  # here: seldom needed

            return read_action(act, self)
        return read_act(act, self.game, self.rules)

    def _do(self, act: Act) -> None:
        deal, seat, kind = self._deals[-1], act.seat, act.kind
        after: Deal
        if kind in ("leave", "revoke"):
            after = broken_off(deal, act)
        elif kind == "redeal":
            after = redealt(deal, act)
        else:
            after = deal.after(act)
        if seat is None and kind != "turned":
            seat = deal.seat
            if seat is not None:
                act = Act((("seat", seat), *act.pairs))
        if kind == "go" and len(act.pairs) == 2 and act["go"]:
            nothing = ("discard", ()) if deal.knows(seat or 0) else ("exchanged", 0)
            act = Act((*act.pairs, nothing))
        self._deals.append(after)
        self._acts.append(act)

    def undo(self, count: int = 1) -> None:
        """Take back acts, the last first; not those of a deal before.

        Raises
        ------
        ImpossiblePosition
            If there are not so many.
        """
        if not 0 < count <= len(self._acts):
            text = "There is nothing to take back: {count} acts so far in this deal."
            raise ImpossiblePosition(Message("nothing_to_undo", text, {"count": len(self._acts)}))
        del self._deals[-count:]
        del self._acts[-count:]

    # The match

    @property
    def match_over(self) -> bool:
        """Whether the match is over; without one, never."""
        if not self.over or self._series is None or not self._series.whole:
            return False
        left = any("leave" in act for act in self._acts)
        deals = self._series.deals + (not self._asked_again)
        return left or self.game.match_ended(self.rules, self.standing_after(), deals)

    @property
    def match_result(self) -> Payoff | None:
        """Points and RISCOS by seat that the match has brought; None before it is over."""
        if not self.match_over:
            return None
        now = self.result
        return self.game.match_paid(
            self.standing_after(), [*self._paid, *([now] if now is not None else [])]
        )

    @property
    def _asked_again(self) -> bool:
        """Whether the deal has ended with a new one asked for."""
        return bool(self._acts) and "redeal" in self._acts[-1]

    def standing_after(self) -> Standing:
        """How the players stand after this deal, which is over."""
        deal = self._deals[-1]
        if self._asked_again:
            return self._standing
        return self.game.standing_after(self.rules, self._standing, deal.end, deal.result)

    def next(self) -> None:
        """The next deal of the match or session; what was done before cannot be taken back.

        Raises
        ------
        ImpossiblePosition
            If the deal is not over, the match is, or the program does not deal.
        """
        if not self.over:
            raise ImpossiblePosition(Message("deal_not_over", "The deal is not over."))
        if self._series is None:
            text = "The program did not deal here: begin a table with the next deal."
            raise ImpossiblePosition(Message("no_next_deal", text))
        if self.match_over:
            raise ImpossiblePosition(Message("match_over", "The match is over."))
        finished, paid = [*self._finished, self.record()], list(self._paid)
        if self.result is not None:
            paid.append(self.result)
        standing, series = self.standing_after(), self._series
        series = replace(
            series, deals=series.deals + (not self._asked_again), shuffles=series.shuffles + 1
        )
        if not series.whole:
            standing = self.game.first_standing(self.rules)
        dealt = series.dealt(self.game, self.rules, standing)
        self._begin(replace(self._head, dealt=dealt, standing=counted(standing)), series)
        self._finished, self._paid = finished, paid

    def next_match(self) -> None:
        """The first deal of the next match, after one that is over.

        Raises
        ------
        ImpossiblePosition
            If the match is not over.
        """
        if not self.match_over or self._series is None:
            raise ImpossiblePosition(Message("match_not_over", "The match is not over."))
        series = Series(self._series.seed, self._series.number + 1, True)
        standing = self.game.first_standing(self.rules)
        dealt = series.dealt(self.game, self.rules, standing)
        self._begin(replace(self._head, dealt=dealt, standing=counted(standing)), series)

    # Records

    def record(self) -> Record:
        """The deal as far as it has been played."""
        return replace(self._head, acts=tuple(self._acts), result=self.result)

    def records(self) -> tuple[Record, ...]:
        """Every deal of the match or session, this one last."""
        return (*self._finished, self.record())

    def __repr__(self) -> str:
        return f"<Table {self.game.name}, {len(self._acts)} acts, phase {self.phase}>"

    def _repr_html_(self) -> str:
        return self.record()._repr_html_()
