"""Why, in words: sentences that follow from the figures of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trunfo.advice import Advice, Certainty, Fact, Why
from trunfo.engine.cards import SUIT_LETTERS, suit_of
from trunfo.engine.errors import Message, Translate, as_written
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.report.words import SUITS, figure, label, percent, seat_phrase

NOTHING = 0.005
"""A difference that is nothing in the two decimals in which it is told."""

PICTURES = {
    "A": as_written("the ace of {suit}"), "R": as_written("the king of {suit}"),
    "D": as_written("the queen of {suit}"), "V": as_written("the jack of {suit}"),
    "": as_written("the {rank} of {suit}"),
}

def why_sentence(advice: Advice, translate: Translate = as_written) -> str:
    """Why the best action, in a few sentences; empty where nothing is worth saying."""
    if advice.why is None:
        return ""
    state = advice.state
    names = {
        "best": subject(state, advice.options[0].action, translate),
        "other": subject(state, advice.why.versus, translate),
    }
    found = [*advice.why.reasons, *_compared(advice, advice.why)]
    sentences = (replace(each, values={**each.values, **names}).text(translate) for each in found)
    return " ".join(each[:1].upper() + each[1:] for each in sentences)


def subject(state: State, action: Action, _: Translate) -> str:
    """An action as it is talked about: a card by itself, what else is done by its verb."""
    if "go" not in action and action.get("trump") != "turn":
        return label(state, action, _)
    if "trump" in action:
        return _("turning up")
    if not action["go"]:
        return _("staying out")
    if not action["discard"]:
        return _("exchanging nothing")
    cards = label(state, {"pass": action["discard"]}, _)
    return _("throwing away {cards}").format(cards=cards)


def certain_sentence(advice: Advice, certain: Certainty, translate: Translate = as_written) -> str:
    """What is certain."""
    words = advice.words.certain.get(certain.outcome)
    if words is None:
        return ""
    said = words.always if certain.holds == "always" else words.never
    if certain.proved:
        text = "{said}, whatever the others hold and play."
    elif certain.holds == "always":
        text = "{said}: in all {of} deals that are possible, with best play by all."
    else:
        text = "{said}: in none of the {of} deals that are possible, with best play by all."
    values = {"said": Message("list", said), "of": certain.of}
    return Message("certain_of", text, values).text(translate)


def _compared(advice: Advice, why: Why) -> Iterator[Message]:
    """In how many deals it matters, and what decides."""
    shares = {name: percent(getattr(why, name)) for name in ("better", "worse", "same")}
    if why.same == 1:
        yield Message("alike", "{best} and {other} bring the same in all the deals tried out.")
        return
    if why.worse == 0:
        text = "{best} is in no deal worse than {other}, and better in {better} of them."
    elif why.same >= 0.5:
        text = "{best} and {other} bring the same in {same} of the deals."
    else:
        text = "{best} is better than {other} in {better} of the deals, worse in {worse}."
    yield Message("compared", text, shares)
    if why.facts:
        yield _decides(advice, why.facts[0])


def _decides(advice: Advice, fact: Fact) -> Message:
    """What the first fact changes."""
    where, elsewhere = fact.where, fact.elsewhere
    values = {
        "if_so": _head(advice.state, fact), "where": figure(where), "elsewhere": figure(elsewhere),
        "unit": Message("unit", "RISCOS" if advice.objective == "riscos" else "points"),
    }
    if abs(where) < NOTHING:
        text = "{if_so} it makes no difference, else {best} brings {elsewhere} {unit} more."
        if elsewhere < 0:
            text = "{if_so} it makes no difference, else {other} brings {elsewhere} {unit} more."
    elif abs(elsewhere) < NOTHING:
        text = "{if_so} {best} brings {where} {unit} more, else it makes no difference."
        if where < 0:
            text = "{if_so} {other} brings {where} {unit} more, else it makes no difference."
    elif where > 0 > elsewhere:
        text = "{if_so} {best} brings {where} more, else {other} {elsewhere} {unit} more."
    elif where < 0 < elsewhere:
        text = "{if_so} {other} brings {where} more, else {best} {elsewhere} {unit} more."
    elif where > 0:
        text = "{if_so} {best} brings {where} more, else {elsewhere} {unit} more."
    else:
        text = "{if_so} {other} brings {where} more, else {elsewhere} {unit} more."
    return Message("decides", text, values)


def _head(state: State, fact: Fact) -> Message:
    """What it hangs on, and where that holds."""
    values = {
        "share": percent(fact.share), "n": fact.n,
        "seat": None if fact.seat is None else seat_phrase(state, fact.seat),
        "suit": None if fact.suit is None
        else Message("suit", SUITS[SUIT_LETTERS.index(fact.suit)]),
    }
    if fact.fact == "card":
        assert fact.card is not None
        values["card"] = card_phrase(state, fact.card)
        return Message("decides_card", "{card} decides: with {seat} ({share})", values)
    if fact.fact == "void":
        text = "It matters whether {seat} has any {suit}: without ({share})"
        return Message("void", text, values)
    if fact.fact == "goers":
        text = "It matters how many others go: with {n} or more ({share})"
        if fact.n == 1:
            text = "It matters whether anybody else goes: if so ({share})"
        return Message("goers", text, values)
    trumps = state.trump is not None and SUIT_LETTERS[state.trump.suit] == fact.suit
    text = "It matters how many {suit} {seat} has: with {n} or more ({share})"
    if trumps:
        text = "It matters how many trumps {seat} has: with {n} or more ({share})"
    return Message("length", text, values)


def card_phrase(state: State, token: str) -> Message:
    """A card as it is called: `the king of clubs`."""
    card = state.pack.card(token)
    rank = state.pack.rank_of(card)
    template = PICTURES.get(rank, PICTURES[""])
    suit = Message("suit", SUITS[suit_of(card)])
    return Message("card", template, {"rank": rank, "suit": suit})
