"""What a board shows of a state, worked out by the rules of its game: none stands in the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from trunfo.engine.cards import SUIT_LETTERS, SUITS, cards_of, lane, suit_of, word_of
from trunfo.engine.errors import TrunfoError
from trunfo.engine.game import Game, Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.registry import playable
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import TrickGame, game_of
from trunfo.games.base import advisor_of
from trunfo.language import Language

SIDES = {
    "me": "bottom", "right": "right", "left": "left", "partner": "top", "across": "top",
    "opponent": "top",
}
"""Where a seat is drawn, by the English word for it as seen from `me`."""

SUIT_ORDER = (2, 0, 3, 1)
"""Suits in a hand, black and red in turn."""


def board(state: State, spoken: Language) -> dict[str, Any]:
    """What a board shows of a state, as far as it is known; cards are tokens, seats numbers."""
    game, rules = game_of(state), state.rules
    known = knowledge(state)
    trump = state.trump.suit if state.trump else None

    def tokens(cards: Iterable[int]) -> list[str]:
        return [state.pack.token(card) for card in cards]

    def laid(trick: Trick | None) -> list[dict[str, Any]]:
        if trick is None or trick.leader is None:
            return []
        playing = game.playing(state)
        return [
            {"seat": trick.seat(place, playing), "card": state.pack.token(card)}
            for place, card in enumerate(trick.cards)
        ]

    words = game.seat_words(rules)
    me = state.me or 0
    last = state.tricks[-1] if state.tricks else None
    return {
        "game": game.name, "me": state.me, "ranks": list(reversed(state.pack.ranks)),
        "suits": [SUIT_LETTERS[suit] for suit in suit_order(trump)],
        "seats": [
            {
                "seat": seat, "side": SIDES[words[(seat - me) % game.seats]],
                "word": words[(seat - me) % game.seats],
                "name": seat_message(game, state, seat).text(spoken.translate),
                "cards": _count(state, known, seat),
                "hand": _hand(state, seat, trump),
                "has": tokens(card for fact in state.known if fact.seat == seat
                              for card in fact.has),
                "void": [] if known is None else [
                    SUIT_LETTERS[suit] for suit in SUITS if known.voids[seat] >> suit & 1
                ],
                "side_number": game.sides()[seat],
            }
            for seat in range(game.seats)
        ],
        "turn": None if known is None or known.over else known.turn,
        "over": known is not None and known.over,
        "phase": state.phase,
        "table": laid(state.table),
        "last": laid(last),
        "winner": None if last is None or last.leader is None
        else game.winner(last, trump, game.playing(state)),
        "points": None if known is None or known.points is None else list(known.points),
        "tricks": len(state.tricks),
        "stock": None if known is None or not known.stock else known.stock,
        "legal": _legal(game, state, known),
        **_out(state, known, trump),
    }


def knowledge(state: State) -> Knowledge | None:
    """What follows from a state; None where it is not enough, or cannot be."""
    try:
        whole = state.me is None or (state.hands is not None and state.hand is None)
        return game_of(state).knowledge(replace(state, me=None) if whole else state)
    except TrunfoError:
        return None


def suit_order(trump: int | None) -> list[int]:
    """The suits as a hand is sorted, trumps first."""
    return sorted(SUIT_ORDER, key=lambda suit: suit != trump)


def fan(cards: Iterable[int], trump: int | None) -> list[int]:
    """Cards as they are held: trumps first, by suits, the strongest first."""
    order = suit_order(trump)
    return sorted(cards, key=lambda card: (order.index(suit_of(card)), -card))


def _hand(state: State, seat: int, trump: int | None) -> list[str] | None:
    """The cards of a seat, if they are known."""
    cards: Sequence[int] | None = None
    if state.hands is not None:
        cards = state.hands[seat]
    elif seat == (state.me or 0):
        cards = state.hand
    return None if cards is None else [state.pack.token(card) for card in fan(cards, trump)]


def _count(state: State, known: Knowledge | None, seat: int) -> int | None:
    """How many cards a seat holds."""
    if state.hands is not None:
        return len(state.hands[seat])
    if seat == (state.me or 0):
        return len(state.hand or ())
    sizes = [] if known is None else [each.size for each in known.holders if each.seat == seat]
    return sizes[0] if sizes else None


def _legal(game: TrickGame, state: State, known: Knowledge | None) -> list[str]:
    """The cards that `me` may play now."""
    if known is None or state.phase != "play" or known.over or known.turn != state.me:
        return []
    try:
        return [state.pack.token(card) for card in sorted(game.legal_for(state))]
    except TrunfoError:
        return []


def _out(state: State, known: Knowledge | None, trump: int | None) -> dict[str, Any]:
    """What has not been seen: trumps and card points, where the game has them."""
    if state.hands is not None or known is None:
        return {"out": None}
    seen = [*(state.hand or ()), *state.played, *state.discarded]
    for trick in (*state.tricks, *([state.table] if state.table else ())):
        seen += trick.cards
    unseen = state.pack.word & ~word_of(seen)

    def tokens(cards: Iterable[int]) -> list[str]:
        return [state.pack.token(card) for card in fan(cards, trump)]

    found: dict[str, Any] = {}
    if trump is not None:
        found["trumps"] = tokens(cards_of(unseen & lane(trump)))
    if "points" in game_of(state).keys:
        worth = [card for card in cards_of(unseen) if state.pack.worth_of([card])]
        found |= {"points": state.pack.worth_of(worth), "worth": tokens(worth)}
    return {"out": found}


def games(spoken: Language) -> list[dict[str, Any]]:
    """The games there are: what the page offers to be put in, and examples of every decision."""
    return [_described(game, game.rules(), spoken) for game in playable()]


def _described(game: TrickGame, rules: Rules, spoken: Language) -> dict[str, Any]:
    translate = spoken.translate
    words = game.seat_words(rules)
    size, left = game.dealt_sizes(rules)
    return {
        "name": game.name, "title": game.title, "word": game.words[0],
        "text": translate(game.text), "seats": game.seats, "partners": game.partners,
        "sides": list(game.sides()), "places": [SIDES[word] for word in words],
        "seat_words": [translate(word) for word in words],
        "ranks": list(reversed(game.pack(rules).ranks)),
        "suits": [SUIT_LETTERS[suit] for suit in suit_order(None)],
        "hand": size, "left": left, "fewer_points": game.fewer_points,
        "phases": list(game.phases), "keys": sorted(game.keys), "required": sorted(game.required),
        "whole": game.has_match(rules),
        "always_whole": game.first_standing(rules).scores is not None,
        "options": [_option(game, each, translate) for each in game.options],
        "presets": sorted(game.presets),
        "columns": _columns(game, rules, spoken),
        "examples": [
            {"kind": kind, "about": translate(each.about), "text": translate(each.text)}
            for kind, each in advisor_of(game).examples.items()
        ],
    }


def _option(game: Game, option: Any, translate: Any) -> dict[str, Any]:
    default = option.default
    return {
        "name": option.name, "text": translate(option.text), "word": option.word,
        "default": list(default) if isinstance(default, tuple) else default,
        "choices": list(option.choices), "words": list(option.words),
        "several": isinstance(default, tuple),
    }


def _columns(game: TrickGame, rules: Rules, spoken: Language) -> dict[str, Any]:
    """What the columns of a table of advice are called, and what outcomes they count."""
    words, translate = advisor_of(game).words(rules), spoken.translate
    return {
        "outcomes": [
            {"title": translate(each.title), "weights": dict(each.weights), "chance": each.chance}
            for each in words.outcomes
        ],
        "chances": {name: translate(text) for name, text in words.chances.items()},
        "plans": {name: translate(plan.word) for name, plan in words.plans.items()},
    }
