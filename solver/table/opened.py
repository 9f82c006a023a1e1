"""A deal of which every card is known to the program."""

from __future__ import annotations

from dataclasses import dataclass

from trunfo.engine.frozen import changed
from trunfo.engine.position import Action, Payoff, Position
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import open_view, view
from trunfo.table.acts import Act
from trunfo.table.deals import Deal, refuse
from trunfo.table.seen import SeenDeal


@dataclass(frozen=True)
class OpenDeal(Deal):
    """A deal of which every card is known.

    Parameters
    ----------
    game : TrickGame
        The game.
    position : Position
        Where it stands.
    names : tuple of str
        The players' names, none if they have none.
    """

    game: TrickGame
    position: Position
    names: tuple[str, ...] = ()

    @property
    def seat(self) -> int | None:
        """The seat to act."""
        return None if self.position.over else self.position.turn

    @property
    def phase(self) -> str:
        """What is decided now."""
        return self.position.phase

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return self.position.over

    @property
    def result(self) -> Payoff | None:
        """What it pays."""
        return self.game.payoff(self.position) if self.over else None

    @property
    def end(self) -> Position | None:
        """The last position."""
        return self.position if self.over else None

    def legal(self) -> tuple[Action, ...]:
        """The actions of the seat to act."""
        if self.position.over:
            return ()
        found = self.game.actions(self.position)
        seat = self.position.turn
        if self.game.may_redeal(view(self.game, self.position, seat), seat):
            return (*found, {"redeal": True})
        return found

    def after(self, act: Act) -> OpenDeal:
        """The position after an action."""
        seat, position = act.seat, self.position
        action = {key: value for key, value in act.pairs if key != "seat"}
        if action.get("go") and len(action) == 1:
            action["discard"] = ()
        if not position.over and (seat is None or seat == position.turn):
            try:
                return OpenDeal(self.game, self.game.act(position, action), self.names)
            except (AttributeError, KeyError, TypeError, ValueError):
                pass
        refuse(self, act)

    def knows(self, seat: int) -> bool:
        """Every hand is known."""
        return True

    def state(self, seat: int | None) -> State:
        """What a seat that has followed the play knows, or all."""
        if seat is None:
            state = open_view(self.game, self.position)
        else:
            state = view(self.game, self.position, seat)
        return changed(state, seats=self.names) if self.names else state

    def explain(self, seat: int, act: Act) -> None:
        """Raise what the seat's own view has against a card, or against staying out."""
        seen = SeenDeal(self.game, self.game.following(self.state(seat)))
        if "play" in act:
            seen.after(act.by(seat))
        seen.explain(seat, act)

    def seen_by(self, seat: int) -> State:
        """The same."""
        return self.state(seat)
