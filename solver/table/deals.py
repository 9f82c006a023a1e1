"""A deal under way: who is to act, what may be done, what each seat knows of it.

Two kinds with the same face: `OpenDeal` (`opened.py`), in which every card is known to the program,
and `SeenDeal` (`seen.py`), known as one seat sees it, or with all hands but not all that is to
come. Both are values: an act makes a new one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from trunfo.engine.cards import card_message
from trunfo.engine.errors import ImpossiblePosition, Message, UnreadableInput
from trunfo.engine.position import Action, Payoff, Position
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick_game import TrickGame
from trunfo.table.acts import TURN, Act

DRAW = "draw"
"""The phase while chance has to give cards that the program did not deal."""


class Deal(ABC):
    """A deal at some moment."""

    game: TrickGame
    names: tuple[str, ...]

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The seat to act; None when it is over, where chance is to act, or nobody can know."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """What is decided now, or `draw`."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether nothing is left to do."""

    @property
    @abstractmethod
    def result(self) -> Payoff | None:
        """What a deal that is over pays by its rules; None where that is nothing, or unknown."""

    @property
    @abstractmethod
    def end(self) -> Position | None:
        """The position in which it has ended, where it was played to its end."""

    @abstractmethod
    def legal(self) -> tuple[Action, ...]:
        """What may be done now; of more cards that are due each stands alone."""

    @abstractmethod
    def after(self, act: Act) -> Deal:
        """The deal after an act; one without seat is of the seat to act.

        Raises
        ------
        ImpossiblePosition
            If it may not be done, naming card and fact.
        """

    @abstractmethod
    def knows(self, seat: int) -> bool:
        """Whether the hand of a seat is known."""

    @abstractmethod
    def state(self, seat: int | None) -> State:
        """What a seat knows; None: all that is known."""

    def explain(self, seat: int, act: Act) -> None:  # noqa: B027 - some have no words for it
        """Raise why the rules do not let a seat do something, if they have words for it."""

    @abstractmethod
    def seen_by(self, seat: int) -> State:
        """A state to talk about the seats as a seat sees them; never for advice."""


@dataclass(frozen=True)
class Ended(Deal):
    """A deal that has ended before its last card.

    Parameters
    ----------
    before : Deal
        How it stood.
    paid : Payoff or None
        What is paid for it.
    """

    before: Deal
    paid: Payoff | None

    @property
    def game(self) -> TrickGame:  # type: ignore[override]
        """The game."""
        return self.before.game

    @property
    def names(self) -> tuple[str, ...]:  # type: ignore[override]
        """The players' names."""
        return self.before.names

    @property
    def seat(self) -> int | None:
        """Nobody."""
        return None

    @property
    def phase(self) -> str:
        """As it was."""
        return self.before.phase

    @property
    def over(self) -> bool:
        """It is over."""
        return True

    @property
    def result(self) -> Payoff | None:
        """What is paid."""
        return self.paid

    @property
    def end(self) -> Position | None:
        """It was not played to its end."""
        return None

    def legal(self) -> tuple[Action, ...]:
        """Nothing."""
        return ()

    def after(self, act: Act) -> Deal:
        """Nothing comes after it."""
        refuse(self, act)

    def knows(self, seat: int) -> bool:
        """As before."""
        return self.before.knows(seat)

    def state(self, seat: int | None) -> State:
        """As before."""
        return self.before.state(seat)

    def seen_by(self, seat: int) -> State:
        """As before."""
        return self.before.seen_by(seat)


def unordered(action: Action) -> Act:
    """An action whose cards stand in one order, whatever theirs was."""
    return Act.of({
        key: sorted(value) if isinstance(value, list | tuple) else value
        for key, value in action.items()
    })


NEEDED = {
    "play": Message("needed_play", "a card is to be played"),
    "pass": Message("needed_pass", "cards are to be passed"),
    "trump": Message("needed_trump", "the trump is to be chosen"),
    "go": Message("needed_go", "going is to be decided"),
    DRAW: Message("needed_draw", "it is to be said which cards came"),
}
"""What has to happen in each phase, as the end of a sentence."""


def broken_off(deal: Deal, act: Act) -> Ended:
    """A deal that a seat has left, or in which its revoke was found.

    Raises
    ------
    UnreadableInput
        If it does not say who.
    ImpossiblePosition
        If the deal is over, or has no such trick.
    """
    if deal.over:
        raise ImpossiblePosition(Message("deal_over", "The deal is over."))
    if act.seat is None:
        raise UnreadableInput(Message("seat_missing", "Say who it is."))
    state = deal.seen_by(act.seat)
    if "leave" in act:
        return Ended(deal, deal.game.left(state, act.seat))
    number = act["revoke"]["trick"]
    begun = len(state.tricks) + bool(state.table and state.phase == "play")
    if number > begun:
        text = "There is no trick {number} yet: {count} have begun."
        raise ImpossiblePosition(Message("no_such_trick", text, {"number": number, "count": begun}))
    return Ended(deal, deal.game.revoked(state, act.seat))


def redealt(deal: Deal, act: Act) -> Ended:
    """A deal for which the seat to act has asked for another.

    Raises
    ------
    ImpossiblePosition
        If it may not.
    """
    seat = deal.seat
    if (
        seat is None or deal.phase != "play" or act.seat not in (None, seat)
        or not deal.game.may_redeal(deal.state(seat if deal.knows(seat) else None), seat)
    ):
        refuse(deal, act)
    return Ended(deal, None)


def refuse(deal: Deal, act: Act) -> NoReturn:
    """Raise what is wrong with an act that may not be done.

    Raises
    ------
    ImpossiblePosition
        That it is over, another's turn, another phase; or what is wrong with the card.
    """
    if deal.over:
        raise ImpossiblePosition(Message("deal_over", "The deal is over."))
    seat = deal.seat
    shown = deal.seen_by(seat if seat is not None else 0)

    def name(who: int) -> Message:
        return seat_message(deal.game, shown, who)

    needed = NEEDED[deal.phase]
    if act.seat is not None and seat is not None and act.seat != seat:
        shown = deal.seen_by(act.seat)
        text = "It is another's turn ({seat}), not this one's ({other}): {needed}."
        values = {"seat": name(seat), "other": name(act.seat), "needed": needed}
        raise ImpossiblePosition(Message("out_of_turn", text, values))
    kind = next(key for key in act if key != "seat")
    if kind == "redeal":
        text = "A new deal may be asked for by the leader before he plays, with few points in hand."
        raise ImpossiblePosition(Message("no_redeal", text))
    if (kind != deal.phase and deal.phase != DRAW) or (
        deal.phase == DRAW and kind not in ("got", "turned")
    ):
        text = "This cannot be done now: {needed}."
        raise ImpossiblePosition(Message("wrong_phase", text, {"needed": needed}))
    if seat is None:
        text = "Nobody can know whose turn it is: say who plays the card."
        raise ImpossiblePosition(Message("seat_missing", text))
    _refuse_decision(deal, seat, act, name)


def _refuse_decision(
    deal: Deal, seat: int, act: Act, name: Callable[[int], Message]
) -> NoReturn:
    """Raise why a decision of the right kind by the right seat may not be made."""
    deal.explain(seat, act)
    values: dict[str, Any] = {"seat": name(seat)}
    hand = deal.state(seat).hand if deal.phase != DRAW and deal.knows(seat) else None
    pack = deal.seen_by(seat).pack
    given: Sequence[str] = act.get("discard") or act.get("pass") or ()
    for token in given:
        if hand is not None and pack.card(token) not in hand:
            values["card"] = card_message(pack, pack.card(token))
            text = "{card} is not in this hand ({seat})."
            raise ImpossiblePosition(Message("not_in_hand", text, values))
    if "pass" in act:
        text = "Three different cards are passed from a hand that is known, `-` from a hidden one."
        raise ImpossiblePosition(Message("bad_pass", text, values))
    if act.get("trump") == TURN:
        text = "By these rules no card is turned up: name a suit."
        raise ImpossiblePosition(Message("no_turn_up", text))
    if "go" in act:
        text = (
            "Of a hand that is known the cards thrown away are said, of a hidden one how many:"
            " 0 to 5."
        )
        raise ImpossiblePosition(Message("bad_exchange", text, values))
    text = "This cannot be done ({seat})."
    raise ImpossiblePosition(Message("illegal_act", text, values))
