"""For whom a text is, and actions in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from trunfo.engine.cards import SUIT_LETTERS, card_message, suit_message
from trunfo.engine.errors import Translate
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.language import ENGLISH, Language, fit

Style = Callable[[str, str], str]
"""From a role (`advice`, `header`, `best`) and a text to the text in colours."""



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
        Columns that running text may take; the table takes what it needs.
    style : Style
        Colours.
    """

    language: Language = ENGLISH
    encoding: str = "utf-8"
    width: int = 80
    style: Style = unstyled

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


def _cards(state: State, tokens: Sequence[str], _: Translate) -> str:
    pack = state.pack
    return " ".join(card_message(pack, pack.card(token)).text(_) for token in tokens)


def label(state: State, action: Action, _: Translate) -> str:
    """An action as it stands in a table: `7♣`, `stay out`."""
    if "play" in action:
        return _cards(state, [action["play"]], _)
    if "pass" in action:
        return _cards(state, action["pass"], _)
    if "trump" in action:
        if action["trump"] == "turn":
            return _("turn up")
        return suit_message(SUIT_LETTERS.index(action["trump"])).text(_)
    if action.get("redeal"):
        return _("new deal")
    if not action["go"]:
        return _("stay out")
    if not action["discard"]:
        return _("go, exchange nothing")
    return _("go, throw away {cards}").format(cards=_cards(state, action["discard"], _))


def sentence(state: State, action: Action, _: Translate) -> str:
    """An action as advice, without full stop: `Play 7♣`."""
    what = label(state, action, _)
    if "play" in action:
        return _("Play {card}").format(card=what)
    if "pass" in action:
        return _("Pass {cards}").format(cards=what)
    if "trump" in action and action["trump"] != "turn":
        return _("Choose {suit} as trump").format(suit=what)
    return what[:1].upper() + what[1:]
