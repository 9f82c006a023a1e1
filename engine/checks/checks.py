"""What cannot be right in a state, whatever the game: cards that stand twice, hands too large."""

from __future__ import annotations

from collections.abc import Iterator

from trunfo.engine.cards import card_message
from trunfo.engine.errors import Message, Problem, first_kind
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame


def problems(state: State) -> Iterator[Problem]:
    """Everything of the first kind that cannot be right."""
    game = state.game
    rules = (game.problems,) if isinstance(game, TrickGame) else ()
    checks = (_missing, _cards_twice, _hands_too_large, _two_hands, *rules)
    yield from first_kind(checks, state)


def placed_cards(state: State) -> Iterator[tuple[str, int]]:
    """Every card that the state puts in one place, with its JSON pointer."""
    if state.hands is not None:
        for seat, hand in enumerate(state.hands):
            yield from ((f"/hands/{seat}/{index}", card) for index, card in enumerate(hand))
    elif state.hand is not None:
        yield from ((f"/hand/{index}", card) for index, card in enumerate(state.hand))
    for number, trick in enumerate(state.tricks):
        for index, card in enumerate(trick.cards):
            yield f"/tricks/{number}/cards/{index}", card
    if state.table:
        for index, card in enumerate(state.table.cards):
            yield f"/table/cards/{index}", card
    yield from ((f"/played/{index}", card) for index, card in enumerate(state.played))
    yield from ((f"/discarded/{index}", card) for index, card in enumerate(state.discarded))
    for number, fact in enumerate(state.known):
        if fact.seat != state.me and state.hands is None:
            for index, card in enumerate(fact.has):
                yield f"/known/{number}/has/{index}", card


def _missing(state: State) -> Iterator[Problem]:
    for key in sorted(state.game.required):
        if getattr(state, key) is None:
            text = "{game} cannot do without {key}."
            values = {"game": state.game.title, "key": f"`{key}`"}
            yield Problem(Message("missing_key", text, values))
    if state.hands is None and (state.me is None or state.hand is None):
        text = "Either all hands must be given, or the seat advised and its hand."
        yield Problem(Message("missing_key", text))


def _cards_twice(state: State) -> Iterator[Problem]:
    seen: set[int] = set()
    stock = ((f"/stock_cards/{at}", card) for at, card in enumerate(state.stock_cards or ()))
    for where, card in (*stock, *placed_cards(state)):
        if card in seen:
            shown = card_message(state.pack, card)
            text = Message("card_twice", "The card {card} is there twice.", {"card": shown})
            yield Problem(text, where)
        seen.add(card)


def _hands_too_large(state: State) -> Iterator[Problem]:
    size = state.game.most_cards(state.rules)
    hands = [("/hand", state.hand or ())]
    hands += [(f"/hands/{seat}", hand) for seat, hand in enumerate(state.hands or ())]
    for where, hand in hands:
        if len(hand) > size:
            values = {"count": len(hand), "game": state.game.title, "most": size}
            template = "A hand of {count} cards: in {game} a player has at most {most}."
            yield Problem(Message("hand_too_large", template, values), where)


def _two_hands(state: State) -> Iterator[Problem]:
    if state.hands is None or state.hand is None or state.me is None:
        return
    if set(state.hand) != set(state.hands[state.me]):
        text = "My hand is not the one that stands among all hands."
        yield Problem(Message("two_hands", text), "/hand")
