"""States that tell true facts of real deals: any of them must be answered."""

from __future__ import annotations

from random import Random
from typing import Any

from trunfo.engine.cards import SUIT_LETTERS, suit_of
from trunfo.engine.game import Rules
from trunfo.engine.position import Position
from trunfo.engine.rules.sobe_e_desce import SobeEDesce
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import open_view, view

Document = dict[str, Any]


def true_state(game: TrickGame, random: Random) -> State:
    """A position of a random deal, as somebody may tell it who keeps to the truth.

    It may be any phase, before the end, under any rules; of what the seat to act has seen any part
    may be missing, and of what it has not seen any part may be told.
    """
    while True:
        at = some_position(game, random)
        if not at.over:
            break
    state = view(game, at, at.turn) if random.random() < 0.9 else open_view(game, at)
    document = {**state.to_dict(), "me": at.turn}
    tellings = [_play, _facts, _dealer, _scores, _decisions, _discards, _stock]
    for telling in tellings:
        telling(random, game, at, document)
    return State.from_json(document)


def some_position(game: TrickGame, random: Random) -> Position:
    """A random number of random steps into a random deal."""
    rules, dealer = some_rules(game, random), random.randrange(game.seats)
    at: Position
    if isinstance(game, SobeEDesce):
        scores = tuple(random.randint(1, 25) for _ in range(game.seats))
        absences = tuple(random.choice((0, 0, 0, 1, 2)) for _ in range(game.seats))
        at = game.deal(random, rules, dealer, scores=scores, absences=absences)
    else:
        at = game.deal(random, rules, dealer, random.randrange(4))
    for _ in range(random.choice((random.randrange(6), random.randrange(60)))):
        if at.over:
            break
        actions = game.actions(at)
        out = {"go": False} in actions and random.random() < 0.4
        at = game.act(at, {"go": False} if out else random.choice(actions))
    return at


def some_rules(game: TrickGame, random: Random) -> Rules:
    """Any choice of every option, one time in two the default of all."""
    if random.random() < 0.5:
        return game.rules()
    given: dict[str, Any] = {}
    for option in game.options:
        if isinstance(option.default, tuple):
            given[option.name] = tuple(
                word for word in option.choices if random.random() < 0.5
            )
        elif option.choices and option.name != "direction":
            given[option.name] = random.choice(option.choices)
    return game.rules(given)


def _play(random: Random, game: TrickGame, at: Position, document: Document) -> None:
    """The tricks as they were, in no order, the last ones only, or only some of their cards."""
    tricks = document.get("tricks", [])
    how = random.randrange(4)
    if not tricks or not how:
        return
    kept = 0 if how == 1 else random.randint(0, len(tricks))
    gone = [card for trick in tricks[: len(tricks) - kept] for card in trick["cards"]]
    random.shuffle(gone)
    turned = document["trump"].get("card") if document.get("trump") else None
    if how == 3:  # one not named as gone would be with its holder still
        gone = [card for card in gone if random.random() < 0.5 or card == turned]
    document["tricks"] = tricks[len(tricks) - kept :]
    if random.random() < 0.5:
        for trick in document["tricks"][1:]:
            del trick["leader"]
    document["played"] = gone
    if "points" in game.keys and random.random() < 0.7:
        document["points"] = _points(game, at)


def _points(game: TrickGame, at: Position) -> list[int]:
    """What every side has taken so far."""
    sides, trump = game.sides(), at.trump.suit if at.trump else None
    pack, points = game.pack(at.rules), [0] * len(set(sides))
    for trick in at.tricks:
        points[sides[game.winner(trick, trump, at.playing)]] += pack.worth_of(trick.cards)
    return points


def _facts(random: Random, game: TrickGame, at: Position, document: Document) -> None:
    """Cards and suits that the others have or lack, those who are out too."""
    if "hands" in document or random.random() < 0.3:
        return
    pack, known = game.pack(at.rules), []
    for seat, hand in enumerate(at.hands):
        if seat == at.turn or random.random() < 0.4:
            continue
        share = random.choice((0.2, 0.5, 1.0))
        fact: Document = {"seat": seat}
        lacks = [card for card in pack.cards if card not in hand]
        suits = {suit_of(card) for card in pack.cards} - {suit_of(card) for card in hand}
        told = {
            "has": [pack.token(card) for card in sorted(hand)],
            "lacks": [pack.token(card) for card in lacks],
            "void": [SUIT_LETTERS[suit] for suit in sorted(suits)],
        }
        for key, items in told.items():
            some = [item for item in items if random.random() < share * (random.random() < 0.6)]
            if some:
                fact[key] = some
        known.append(fact)
    if known:
        document["known"] = known


def _dealer(random: Random, game: TrickGame, at: Position, document: Document) -> None:
    """Who deals may be missing."""
    if random.random() < 0.3:
        document.pop("dealer", None)


def _scores(random: Random, game: TrickGame, at: Position, document: Document) -> None:
    """Scores and absences may be missing."""
    if random.random() < 0.2:
        document.pop("absences", None)
        if random.random() < 0.5:
            document.pop("scores", None)


def _decisions(random: Random, game: TrickGame, at: Position, document: Document) -> None:
    """How many cards the others have exchanged may be missing."""
    for seat, decision in enumerate(document.get("decisions") or ()):
        if decision and seat != at.turn and random.random() < 0.2:
            decision.pop("exchanged", None)


def _discards(random: Random, game: TrickGame, at: Position, document: Document) -> None:
    """What the seat has thrown away or passed may be missing."""
    if random.random() < 0.3:
        document.pop("discarded", None)
    if random.random() < 0.3:
        document.pop("passed", None)


def _stock(random: Random, game: TrickGame, at: Position, document: Document) -> None:
    """How many cards are left to draw may be missing where all the play is told."""
    told = len(document.get("tricks", [])) == len(at.tricks)
    if random.random() < 0.3 and told and "hands" not in document:
        document.pop("stock", None)
