"""States of every game to test with, as hypothesis strategies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from trunfo.engine.cards import SUITS, Pack, suit_of
from trunfo.engine.game import Game, Option, Rules
from trunfo.engine.registry import games
from trunfo.engine.state import Decision, Fact, Gift, State
from trunfo.engine.text.vocabulary import fold
from trunfo.engine.trick import STOCK, Trick, Trump

Draw = Any
"""What hypothesis hands to a composite strategy."""

TRICKY_NAMES = ("A", "As", "7", "rei", "direita", "eu", "não", "1.", "-", "a b", "d:c", "Ré,u",
                "Jose\u0301", "tem", "7♥", "ME", "x=1")
"""Names that mean something else unless they stand in quotation marks."""


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A value, or nothing said."""
    return st.none() | strategy


def option_values(option: Option) -> st.SearchStrategy[Any]:
    """Every value that an option allows."""
    if isinstance(option.default, tuple):
        return st.lists(st.sampled_from(option.choices), unique=True).map(tuple)
    return st.sampled_from(option.choices) if option.choices else st.integers(0, 1000)


@st.composite
def rules_of(draw: Draw, game: Game) -> Rules:
    """The rules of a game with some options set."""
    options = {option.name: option_values(option) for option in game.options}
    return game.rules(draw(st.fixed_dictionaries({}, optional=options)))


def names_of(game: Game) -> st.SearchStrategy[tuple[str, ...]]:
    """No names, or one for each seat, easy ones and such as need quotation marks."""
    letters = st.characters(categories=["Ll", "Lu", "Nd", "Mn", "Po", "Pd", "So"],
                            exclude_characters='";#')
    free = st.text(letters, min_size=1, max_size=12).filter(
        lambda name: name.isprintable() and bool(fold(name).strip())
    )
    name = st.sampled_from(TRICKY_NAMES) | free
    seats = st.lists(name, min_size=game.seats, max_size=game.seats, unique_by=fold)
    return st.just(()) | seats.map(tuple)


class Cards:
    """A shuffled pack from which cards are taken, so that none stands there twice."""

    def __init__(self, draw: Draw, pack: Pack) -> None:
        self._draw = draw
        self._left: list[int] = draw(st.permutations(pack.cards))

    def take(self, most: int) -> tuple[int, ...]:
        """Up to so many cards."""
        count = self._draw(st.integers(0, min(most, len(self._left))))
        taken, self._left = self._left[:count], self._left[count:]
        return tuple(taken)


@st.composite
def states(draw: Draw, names: Sequence[str] | None = None) -> State:
    """Any state that can be written down, possible or not, of any game or of those named.

    No card stands there twice and no hand is too large; nothing else is made to fit.
    """
    game = games()[draw(st.sampled_from(sorted(names or games())))]
    rules = draw(rules_of(game))
    cards = Cards(draw, game.pack(rules))
    seat = st.integers(0, game.seats - 1)
    number = st.integers(0, 130)
    hand_size = int(rules.get("hand_size", game.hand_size))  # type: ignore[call-overload]
    sides = len(set(game.sides()))

    def said(key: str, strategy: st.SearchStrategy[Any], default: Any = None) -> Any:
        return draw(st.just(default) | strategy) if key in game.keys else default

    def gift(key: str) -> Gift | None:
        return Gift(draw(seat), cards.take(3)) if said(key, st.just(True)) else None

    def trick() -> Trick:
        return Trick(draw(maybe(seat)), cards.take(game.seats))

    def per_seat(least: int) -> st.SearchStrategy[tuple[int, ...]]:
        return st.tuples(*[st.integers(least, 30)] * game.seats)

    everything = draw(st.booleans())
    hands = tuple(cards.take(hand_size) for _ in range(game.seats)) if everything else None
    decision = maybe(
        st.just(Decision(False)) | st.builds(Decision, st.just(True), maybe(st.integers(0, 5)))
    )
    return State(
        game=game,
        rules=rules,
        me=draw(maybe(seat) if everything else seat),
        hand=None if everything else cards.take(hand_size),
        hands=hands,
        seats=draw(names_of(game)),
        phase=draw(st.sampled_from(game.phases)),
        dealer=draw(maybe(seat)),
        trump=_trump(draw, game, cards) if _has_trump(draw, game) else None,
        tricks=tuple(trick() for _ in range(draw(st.integers(0, 3)))),
        table=trick() if draw(st.booleans()) else None,
        played=cards.take(12),
        known=tuple(_fact(draw, game, cards) for _ in range(draw(st.integers(0, 3)))),
        points=said("points", st.tuples(*[number] * sides)),
        stock=said("stock", number),
        stock_cards=cards.take(34) if said("stock_cards", st.just(True)) else None,
        round=said("round", st.integers(1, 99)),
        passed=gift("passed"),
        received=gift("received"),
        scores=said("scores", per_seat(-9)),
        absences=said("absences", per_seat(0)),
        decisions=said("decisions", st.tuples(*[decision] * game.seats)),
        discarded=cards.take(5) if "discarded" in game.keys else (),
    )


def _has_trump(draw: Draw, game: Game) -> bool:
    return "trump" in game.required or ("trump" in game.keys and draw(st.booleans()))


def _trump(draw: Draw, game: Game, cards: Cards) -> Trump:
    card = next(iter(cards.take(1)), None)
    seat = st.integers(0, game.seats - 1)
    holder = maybe(seat | st.just(STOCK) if "stock" in game.keys else seat)
    return Trump(
        suit=draw(st.sampled_from(SUITS)) if card is None else suit_of(card),
        card=card, holder=draw(holder), chooser=draw(maybe(seat)), turned=draw(st.booleans()),
    )


def _fact(draw: Draw, game: Game, cards: Cards) -> Fact:
    voids = st.lists(st.sampled_from(SUITS), unique=True, max_size=3).map(tuple)
    return Fact(
        seat=draw(st.integers(0, game.seats - 1)),
        has=cards.take(3), lacks=cards.take(3), void=draw(voids),
    )


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)
"""Anything that JSON can say."""


@st.composite
def broken(draw: Draw, document: Any) -> Any:
    """A document of which one part, anywhere in it, has become something else."""
    if isinstance(document, dict) and document and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(document)))
        return {**document, key: draw(broken(document[key]))}
    if isinstance(document, list) and document and draw(st.booleans()):
        place = draw(st.integers(0, len(document) - 1))
        return [*document[:place], draw(broken(document[place])), *document[place + 1 :]]
    return draw(json_values)


@st.composite
def mangled(draw: Draw, text: str) -> str:
    """A text of which a part has been cut out, doubled, or replaced by anything."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 12)))
    middle = draw(st.just("") | st.just(text[start:end] * 2) | st.text(max_size=6))
    return text[:start] + middle + text[end:]
