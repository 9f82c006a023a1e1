"""A deal of a match as people read it: who sat where, the hands, what was done, what it paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from trunfo.engine.cards import card_message
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.position import Position
from trunfo.engine.views import open_view, view
from trunfo.match.deal import as_action
from trunfo.match.file import VERSION, Header, other_version, read_deals, read_header
from trunfo.match.playing import openings_of
from trunfo.report.position import position_text
from trunfo.report.words import Page, label


def show(path: Path, deal: int, seating: int | None, page: Page) -> Iterator[str]:
    """The lines that tell a deal of a file.

    Parameters
    ----------
    path : Path
        A file of a match.
    deal : int
        Its number.
    seating : int or None
        Only this seating, from 0; all if None.

    Raises
    ------
    UnreadableInput
        If the file has no such deal or seating, or another version has dealt it.
    """
    header = read_header(path, to_play=False)
    if header.version != VERSION:
        raise other_version(path, header)
    record = next((found.record for found in read_deals(path) if found.deal == deal), None)
    if record is None:
        values = {"path": str(path), "deal": deal}
        raise UnreadableInput(Message("no_such_deal", "`{path}` has no deal {deal}.", values))
    numbered = list(enumerate(record["seatings"]))
    if seating is not None:
        numbered = [(number, played) for number, played in numbered if number == seating]
    if not numbered:
        values = {"deal": deal, "seating": seating, "last": len(record["seatings"]) - 1}
        template = "Deal {deal} has no seating {seating}: they are numbered from 0 to {last}."
        raise UnreadableInput(Message("no_such_seating", template, values))
    for number, played in numbered:
        yield from _Shown(header, page).seating(deal, number, played)


class _Shown:
    """One deal on a page."""

    def __init__(self, header: Header, page: Page) -> None:
        self._match = header.match
        self._page = page
        self._ = page.language.translate

    def seating(self, deal: int, number: int, played: Mapping[str, Any]) -> Iterator[str]:
        """Everything about one seating."""
        specs = self._match.players
        yield self._said(self._("Deal {deal}, seating {number}"), deal=deal, number=number)
        for seat, player in enumerate(played["players"]):
            who = f"{'AB'[player]} ({specs[player].label})"
            yield self._said(self._("  seat {seat}: {who}"), seat=seat, who=who)
        plays = played["plays"] if self._match.whole else [played["plays"]]
        for start, acts in zip(openings_of(self._match, deal, plays), plays, strict=True):
            yield from self._deal(start, acts)
        left = played["left"]
        if left is not None:
            yield self._said(self._("  seat {seat} left the deal: {why}. {answer}"), **left)
        paid = zip(played["points"], played["riscos"], strict=True)
        for seat, (points, riscos) in enumerate(paid):
            yield self._said(
                self._("  seat {seat}: {points} points, {riscos} RISCOS"), seat=seat,
                points=f"{points:g}", riscos=self._page.number(riscos, 3, signed=True),
            )

    def _deal(self, start: Position, acts: Sequence[Any]) -> Iterator[str]:
        game = self._match.game
        state = open_view(game, start)
        narrower = replace(self._page, width=self._page.width - 2)
        for line in position_text(state, (), narrower).splitlines():
            yield f"  {line}"
        position, trick = start, [""]
        for act in acts:
            seat = position.turn
            action = as_action(act)
            if position.phase == "play":
                if not position.table.cards:
                    trick = [self._said(self._("  {number}."), number=len(position.tricks) + 1)]
                card = card_message(state.pack, state.pack.card(action["play"]))
                trick.append(f"{seat}: {card.text(self._)}")
                before, position = len(position.tricks), game.act(position, action)
                if len(position.tricks) > before:
                    yield self._page.fit("  ".join(trick))
                    trick = [""]
            else:
                said = label(view(game, position, seat), action, self._)
                yield self._said(self._("  seat {seat}: {said}"), seat=seat, said=said)
                position = game.act(position, action)
        if len(trick) > 1:
            yield self._page.fit("  ".join(trick))

    def _said(self, text: str, **values: Any) -> str:
        return self._page.fit(text.format(**values))
