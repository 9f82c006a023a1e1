"""For whom a text is, and actions in words."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from trunfo.engine.cards import SUIT_LETTERS, card_message, suit_message
from trunfo.engine.errors import Message, Translate, as_written
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.language import ENGLISH, Language, fit

Style = Callable[[str, str], str]
"""From a role (`advice`, `header`, `best`) and a text to the text in colours."""

TOGETHER = "\x1f"
"""Stands for a blank at which running text is not broken."""


SUITS = (
    as_written("hearts"), as_written("diamonds"), as_written("spades"), as_written("clubs"),
)

SEATS = {
    "right": as_written("the player on the right"), "left": as_written("the player on the left"),
    "partner": as_written("my partner"), "across": as_written("the player across"),
    "opponent": as_written("the other player"),
}


def unstyled(role: str, text: str) -> str:
    """No colours."""
    return text


@dataclass(frozen=True)
class Page:
    """Whom and what a report is for.

    Parameters
    ----------
    language : Language
        The reader's language.
    encoding : str
        What the page can hold; suits become letters where it has no symbols.
    width : int
        Columns that a line may take.
    style : Style
        Colours.
    terminal : bool
        Whether a person looks at it as it is written: a position gets a line for each fact.
    """

    language: Language = ENGLISH
    encoding: str = "utf-8"
    width: int = 80
    style: Style = unstyled
    terminal: bool = False

    def fit(self, text: str) -> str:
        """A text with nothing in it that the page cannot hold."""
        return fit(text, self.encoding, self.language.code)

    def number(self, value: float, decimals: int, signed: bool = False) -> str:
        """A number with so many decimals, zero without a sign."""
        shown = f"{value:+.{decimals}f}" if signed else f"{value:.{decimals}f}"
        if not any(digit in "123456789" for digit in shown):
            shown = shown.lstrip("+-")
        return shown.replace(".", self.language.decimal)

    def chance(self, value: float) -> str:
        """A probability in percent: 0 and 100 stand only for the impossible and the certain."""
        if 0 < value < 0.0005:
            return "<" + self.number(0.1, 1) + "%"
        if 0.9995 <= value < 1:
            return ">" + self.number(99.9, 1) + "%"
        return self.number(100 * value, 1) + "%"


def wrapped(text: str, page: Page, first: str = "", then: str = "") -> list[str]:
    """Running text in lines of the page's width; `first` and `then` stand before them."""
    lines = textwrap.wrap(
        page.fit(text), page.width, initial_indent=page.fit(first), subsequent_indent=then,
        break_on_hyphens=False,
    )
    return [line.replace(TOGETHER, " ").rstrip() for line in lines]


def _cards(state: State, tokens: Sequence[str], _: Translate) -> str:
    pack = state.pack
    return " ".join(card_message(pack, pack.card(token)).text(_) for token in tokens)


def label(state: State, action: Action, _: Translate) -> str:
    """An action as it stands in a table, and as it is typed: `7♣`, `go 4♠ 2♥`, `stay`."""
    if "play" in action:
        return _cards(state, [action["play"]], _)
    if "pass" in action:
        return _cards(state, action["pass"], _)
    if "trump" in action:
        if action["trump"] == "turn":
            return _("turn")
        return suit_message(SUIT_LETTERS.index(action["trump"])).text(_)
    if action.get("redeal"):
        return _("redeal")
    if not action["go"]:
        return _("stay")
    return f"{_('go')} {_cards(state, action['discard'], _)}".rstrip()


def sentence(state: State, action: Action, _: Translate) -> str:
    """An action as advice, without full stop: `Play 7♣`."""
    what = label(state, action, _)
    if "play" in action:
        return _("Play {card}").format(card=what)
    if "pass" in action:
        return _("Pass {cards}").format(cards=what)
    if "trump" in action:
        if action["trump"] == "turn":
            return _("Have the next card turned up")
        return _("Choose {suit} as trump").format(suit=what)
    if action.get("redeal"):
        return _("Ask for a new deal")
    if not action["go"]:
        return _("Stay out")
    if not action["discard"]:
        return _("Go, exchange nothing")
    cards = _cards(state, action["discard"], _)
    return _("Go, throw away {cards}").format(cards=cards)


def percent(share: float) -> str:
    """A share as it is said; 0 and 100 stand only for the impossible and the certain."""
    whole = round(100 * share)
    if whole == 0 and share > 0:
        return "<1%"
    if whole == 100 and share < 1:
        return ">99%"
    return f"{whole}%"


def figure(value: float, decimals: int = 2) -> Message:
    """A number without its sign, with the decimal mark of the reader's language."""
    whole, part = f"{abs(value):.{decimals}f}".split(".")
    return Message("figure", "{whole}.{part}", {"whole": whole, "part": part})


def seat_phrase(state: State, seat: int) -> Message:
    """A seat as it stands in a sentence: `the player on the left`."""
    if state.seats:
        return Message("seat", "{name}", {"name": state.seats[seat]})
    words = state.game.seat_words(state.rules)
    return Message("seat", SEATS[words[(seat - (state.me or 0)) % state.game.seats]])
