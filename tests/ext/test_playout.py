"""The rule player of Sueca and the playouts with it: public information only, honest results."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from trunfo.engine.cards import cards_of, word_of
from trunfo.engine.position import Position
from trunfo.engine.rules.sueca import GAME
from trunfo.engine.trick import Trick
from trunfo.ext.kernel import NONE, Root, load

Player = Callable[[Position], int]
Result = NDArray[np.int16]

KERNEL = load("sueca")
PACK = GAME.pack(GAME.rules())


def root_of(position: Position, **options: Any) -> Root:
    won, taken = [0] * 4, [0] * 4
    assert position.trump is not None
    assert position.table.leader is not None
    for trick in position.tricks:
        winner = GAME.winner(trick, position.trump.suit)
        won[winner] += PACK.worth_of(trick.cards)
        taken[winner] += 1
    return Root(
        KERNEL, pack=PACK.word, sides=GAME.sides(), leader=position.table.leader,
        table=position.table.cards, trump=position.trump.suit, worth=PACK.worth,
        won=won, taken=taken, **options,
    )


def knowledge(position: Position) -> dict[str, Any]:
    """What the play so far has shown to everybody."""
    voids = [0] * 4
    for trick in (*position.tricks, position.table):
        assert trick.leader is not None
        for step, card in enumerate(trick.cards):
            if card >> 4 != trick.cards[0] >> 4:
                voids[(trick.leader + step) % 4] |= 1 << (trick.cards[0] >> 4)
    trump = position.trump
    assert trump is not None
    assert trump.card is not None
    assert isinstance(trump.holder, int)
    held = trump.card in position.hands[trump.holder]
    return {"voids": voids, "pinned": (trump.card, trump.holder) if held else None}


def rule_player(position: Position) -> int:
    """The rule player, told nothing but its hand and what everybody has seen."""
    gone = word_of(card for trick in position.tricks for card in trick.cards)
    hand = word_of(position.hands[position.turn])
    return KERNEL.choose(root_of(position), hand, gone, **knowledge(position))


def hands_of(position: Position) -> list[int]:
    return [word_of(hand) for hand in position.hands]


def playouts(root: Root, hands: list[list[int]], **known: Any) -> tuple[Result, Result]:
    worlds = np.array(hands, dtype=np.uint64)
    points, riscos = np.zeros((2, len(worlds), 64), dtype=np.int16)
    assert KERNEL.playouts(root, worlds, points, riscos, **known) == len(worlds)
    return points, riscos


def finish(position: Position, *players: Player) -> Position:
    while not position.over:
        position = GAME.play(position, players[position.turn % len(players)](position))
    return position


def some_position(seed: int, played: int) -> Position:
    """A deal after some legal cards, whoever would play them."""
    random = Random(seed)
    position = GAME.deal(random, GAME.rules(), dealer=random.randrange(4))
    for _ in range(played):
        position = GAME.play(position, random.choice(sorted(GAME.legal(position))))
    return position


positions = st.builds(some_position, st.integers(0, 2**32), st.integers(0, 39))


# ---------------------------------------------------------------- rules of the game


@given(positions)
def test_the_rule_player_follows_suit(position: Position) -> None:
    assert rule_player(position) in GAME.legal(position)


@settings(max_examples=60, deadline=None)
@given(positions)
def test_a_playout_is_what_the_rule_player_does_card_by_card(position: Position) -> None:
    points, riscos = playouts(root_of(position), [hands_of(position)], **knowledge(position))
    legal = GAME.legal(position)
    for card in range(64):
        if card not in legal:
            assert points[0, card] == riscos[0, card] == NONE
            continue
        payoff = GAME.payoff(finish(GAME.play(position, card), rule_player))
        assert points[0, card] == payoff.points[position.turn]
        assert riscos[0, card] == payoff.riscos[position.turn]


@given(positions)
def test_what_one_side_wins_the_other_loses(position: Position) -> None:
    points, riscos = playouts(root_of(position), [hands_of(position)], **knowledge(position))
    card = rule_player(position)
    after = GAME.play(position, card)
    if after.over:
        return
    answer = rule_player(after)
    theirs, paid = playouts(root_of(after), [hands_of(after)], **knowledge(after))
    if after.turn % 2 == position.turn % 2:
        assert theirs[0, answer] == points[0, card]
        assert paid[0, answer] == riscos[0, card]
    else:
        assert theirs[0, answer] == 120 - points[0, card]
        assert paid[0, answer] == -riscos[0, card]


@pytest.mark.parametrize(
    ("won", "tricks", "options", "riscos"),
    [
        # Seat 0 leads AC to the last trick, worth 11, and takes it.
        ((50, 0, 0, 59), (4, 1, 0, 4), {}, 1),
        ((49, 0, 0, 60), (4, 1, 0, 4), {}, 0),
        ((48, 0, 0, 61), (4, 1, 0, 4), {}, -1),
        ((0, 0, 80, 29), (4, 1, 0, 4), {}, 2),
        ((0, 0, 79, 30), (4, 1, 0, 4), {}, 1),
        ((0, 0, 79, 30), (4, 1, 0, 4), {"double_at": 90}, 2),
        ((18, 91, 0, 0), (4, 1, 0, 4), {}, -2),
        ((109, 0, 0, 0), (9, 0, 0, 0), {}, 4),
        ((109, 0, 0, 0), (8, 0, 0, 1), {}, 2),
        ((109, 0, 0, 0), (8, 0, 0, 1), {"sweep_points": True}, 4),
    ],
)
def test_riscos_of_the_last_trick(
    won: tuple[int, ...], tricks: tuple[int, ...], options: dict[str, Any], riscos: int
) -> None:
    root = Root(
        KERNEL, pack=PACK.word, sides=(0, 1, 0, 1), leader=0, trump=3, worth=PACK.worth,
        won=won, taken=tricks, law=options,
    )
    ace = PACK.card("AC")
    hands = [word_of([PACK.card(token)]) for token in ("AC", "2C", "3C", "4C")]
    points, paid = playouts(root, [hands])
    assert points[0, ace] == won[0] + won[2] + 11
    assert paid[0, ace] == riscos


def test_a_side_that_takes_no_trick_pays_for_a_sweep() -> None:
    root = Root(
        KERNEL, pack=PACK.word, sides=(0, 1, 0, 1), leader=0, trump=3, worth=PACK.worth,
        won=(0, 109, 0, 0), taken=(0, 9, 0, 0),
    )
    hands = [word_of([PACK.card(token)]) for token in ("2C", "AC", "3C", "4C")]
    points, paid = playouts(root, [hands])
    assert points[0, PACK.card("2C")] == 0
    assert paid[0, PACK.card("2C")] == -4


# ---------------------------------------------------------------- what it knows, by example


def choice(hand: str, table: str = "", *, gone: str = "", **known: Any) -> str:
    """The card chosen by seat 0, or by the last of the table; clubs are trump."""
    cards = [PACK.card(token) for token in table.split()]
    root = Root(
        KERNEL, pack=PACK.word, sides=(0, 1, 0, 1), leader=-len(cards) % 4, table=cards, trump=3,
        worth=PACK.worth,
    )
    held, seen = (word_of(map(PACK.card, text.split())) for text in (hand, gone))
    return PACK.token(KERNEL.choose(root, held, seen, **known))


HEARTS, CLUBS = 1, 8  # masks of suits


@pytest.mark.parametrize(
    ("card", "hand", "table", "known"),
    [
        # In last seat nothing is uncertain: the partner's trick gets the points, of any suit.
        ("7C", "7C 2C 5E", "3C AC 4C", {}),
        ("7E", "7E 2E 2O 3P", "3C AC 4C", {}),
        # The partner's ace of trumps is safe with an opponent behind, his king of hearts is not.
        ("7E", "7E 2E 3O", "AP 3P", {}),
        ("2C", "VC 2C 5E", "RC 3C", {}),
        # His king of a suit is safe if ace and 7 are gone and the opponent behind has no trumps.
        ("VC", "VC 2C 5E", "RC 3C", {"gone": "AC 7C", "voids": (0, CLUBS, 0, 0)}),
        # What the partner takes for certain is not ruffed.
        ("2O", "2O 3O 2P 4P", "3C AC 4C", {}),
        # In last seat points are taken with the card that costs least and is enough.
        ("7C", "AC 7C 2C 5E", "3C 4C RC", {}),
        ("5P", "2P 5P AP 2E", "AC 4C 3P", {}),
        ("2P", "2P 5P AP 2E", "AC 4C 5C", {}),
        # A trick without points is not worth a trump.
        ("2E", "2P AP 2E 3E", "5C 4C 6C", {}),
        # What is lost for certain gets no points, and no 7 with its guard.
        ("2C", "7C RC 2C 5E", "AC 4C 5C", {}),
        ("3O", "7E RE 2E 3O DO", "AC 4C 5C", {}),
        ("3O", "7E 2E 3O 4O 5O", "AC 4C 5C", {}),
        # Aces are cashed while they stand, not where an opponent is known to ruff.
        ("AC", "AC 3C 7E 4E 5O 2O", "", {}),
        # A 7 is not led under its ace, and is as good as the ace once that has gone.
        ("7C", "7C 3C 7E 4E 5O 2O", "", {"gone": "AC 2C 4C DC"}),
    ],
)
def test_worked_examples(card: str, hand: str, table: str, known: dict[str, Any]) -> None:
    assert choice(hand, table, **known) == card


@pytest.mark.parametrize(
    ("card", "hand", "table", "known"),
    [
        ("AC", "AC 3C 7E 4E 5O 2O", "", {"voids": (0, HEARTS, 0, 0)}),
        ("7E", "7C 3C 7E 4E 5O 2O", "", {}),
        ("7C", "7C 3C 7E 4E 5O 2O", "", {}),
    ],
)
def test_what_it_does_not_do(card: str, hand: str, table: str, known: dict[str, Any]) -> None:
    assert choice(hand, table, **known) != card


def test_the_turned_up_trump_is_reckoned_with() -> None:
    # Hearts are led, the partner's 7 is winning, and the one behind has no hearts. If he is known
    # to hold a trump the king of hearts is not thrown in; if he has none, it is.
    hand, table, gone = "RC 3C 4E", "7C 2C", "AC"
    voids = (0, HEARTS, 0, 0)
    trump = PACK.card("2P")
    assert choice(hand, table, gone=gone, voids=voids, pinned=(trump, 1)) == "3C"
    assert choice(hand, table, gone=gone, voids=(0, HEARTS | CLUBS, 0, 0)) == "RC"


# ---------------------------------------------------------------- strength


def random_player(position: Position) -> int:
    """Any legal card; which one is a function of the position."""
    legal = sorted(GAME.legal(position))
    return legal[Random(repr((hands_of(position), position.table.cards))).randrange(len(legal))]


def greedy_player(position: Position) -> int:
    """Win the trick if possible, with the dearest card; else play the cheapest."""

    def taste(card: int) -> tuple[bool, int, int]:
        assert position.trump is not None
        trick = Trick(position.table.leader, (*position.table.cards, card))
        wins = GAME.winner(trick, position.trump.suit) == position.turn
        return wins, PACK.worth[card] if wins else -PACK.worth[card], -(card & 15)

    return max(sorted(GAME.legal(position)), key=taste)


@pytest.mark.parametrize("other", [random_player, greedy_player])
def test_the_rule_player_is_stronger(other: Player) -> None:
    differences = []
    for seed in range(200):
        start = some_position(seed, 0)
        first = GAME.payoff(finish(start, rule_player, other))
        second = GAME.payoff(finish(start, other, rule_player))
        differences.append(
            (first.points[0] - second.points[0], first.riscos[0] - second.riscos[0])
        )
    sample = np.array(differences)
    error = sample.std(axis=0, ddof=1) / len(sample) ** 0.5
    assert (sample.mean(axis=0) - 1.96 * error > 0).all()


# ---------------------------------------------------------------- worlds and rows


def other_worlds(start: Position, count: int) -> list[list[int]]:
    """Deals in which the leader's hand and the owner of the turned-up card are the same."""
    trump = start.trump
    assert trump is not None
    assert trump.card is not None
    hidden = [card for card in PACK.cards if card not in {trump.card, *start.hands[start.turn]}]
    worlds = []
    for seed in range(count):
        Random(seed).shuffle(pool := list(hidden))
        hands = hands_of(start)
        for seat in range(4):
            if seat != start.turn:
                hand = [trump.card] if seat == trump.holder else []
                while len(hand) < 10:
                    hand.append(pool.pop())
                hands[seat] = word_of(hand)
        worlds.append(hands)
    return worlds


def test_a_row_depends_on_its_own_world_only() -> None:
    start = some_position(1, 0)
    worlds = other_worlds(start, 20)
    known = knowledge(start)
    together = playouts(root_of(start), worlds, **known)
    for index, world in enumerate(worlds):
        alone = playouts(root_of(start), [world], **known)
        assert (together[0][index] == alone[0][0]).all()
        assert (together[1][index] == alone[1][0]).all()
    assert len({row.tobytes() for row in together[0]}) > 10


def test_threads_change_nothing() -> None:
    start = some_position(2, 0)
    worlds = other_worlds(start, 200)
    known = knowledge(start)
    alone = playouts(root_of(start), worlds, **known)
    with ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(playouts, root_of(start), worlds, **known) for _ in range(8)]
    for job in jobs:
        assert (job.result()[0] == alone[0]).all()
        assert (job.result()[1] == alone[1]).all()


def test_a_deadline_that_is_past_leaves_the_rows_alone() -> None:
    start = some_position(3, 0)
    worlds = np.array([hands_of(start)], dtype=np.uint64)
    points, riscos = np.full((2, 1, 64), 7, dtype=np.int16)
    done = KERNEL.playouts(
        root_of(start), worlds, points, riscos, deadline=1e-9, **knowledge(start)
    )
    assert done == 0
    assert (points == 7).all()
    assert (riscos == 7).all()


def test_no_worlds_no_rows() -> None:
    points, riscos = np.empty((2, 0, 64), dtype=np.int16)
    worlds = np.empty((0, 4), dtype=np.uint64)
    assert KERNEL.playouts(root_of(some_position(3, 0)), worlds, points, riscos) == 0


# ---------------------------------------------------------------- input that cannot be


def test_a_world_against_a_void_is_refused() -> None:
    start = some_position(4, 0)
    suit = next(cards_of(hands_of(start)[2])) >> 4
    voids = [0, 0, 1 << suit, 0]
    with pytest.raises(ValueError, match="contradicts what everybody knows"):
        playouts(root_of(start), [hands_of(start)], voids=voids)


def test_a_world_with_the_pinned_card_elsewhere_is_refused() -> None:
    start = some_position(4, 0)
    card = next(cards_of(hands_of(start)[2]))
    with pytest.raises(ValueError, match="contradicts what everybody knows"):
        playouts(root_of(start), [hands_of(start)], pinned=(card, 1))


def test_a_world_without_the_pinned_card_is_refused() -> None:
    late = some_position(4, 8)
    played = late.tricks[0].cards[0]
    with pytest.raises(ValueError, match="without the pinned card"):
        playouts(root_of(late), [hands_of(late)], pinned=(played, 1))


@pytest.mark.parametrize(
    "known",
    [
        {"voids": (0, 0, 0)},
        {"voids": (0, 16, 0, 0)},
        {"voids": (0, -1, 0, 0)},
        {"pinned": (64, 0)},
        {"pinned": (10, 0)},
        {"pinned": (0, 4)},
        {"pinned": (0, -1)},
    ],
)
def test_knowledge_out_of_range_is_refused(known: dict[str, Any]) -> None:
    start = some_position(5, 0)
    with pytest.raises(ValueError, match=r"voids|pinned"):
        playouts(root_of(start), [hands_of(start)], **known)
    with pytest.raises(ValueError, match=r"voids|pinned"):
        KERNEL.choose(root_of(start), hands_of(start)[start.turn], 0, **known)


@pytest.mark.parametrize("shape", [(1, 63), (2, 64)])
def test_results_of_another_shape_are_refused(shape: tuple[int, int]) -> None:
    start = some_position(5, 0)
    worlds = np.array([hands_of(start)], dtype=np.uint64)
    right, wrong = np.zeros((1, 64), dtype=np.int16), np.zeros(shape, dtype=np.int16)
    for points, riscos in ((right, wrong), (wrong, right)):
        with pytest.raises(ValueError, match="results"):
            KERNEL.playouts(root_of(start), worlds, points, riscos)
    with pytest.raises(ValueError, match="one hand a seat"):
        KERNEL.playouts(root_of(start), worlds[:, :3].copy(), right, right)


def test_choose_refuses_a_hand_that_cannot_be() -> None:
    start = some_position(6, 0)
    root, hand = root_of(start), hands_of(start)[start.turn]
    for bad, gone in ((0, 0), (hand | 1 << 10, 0), (hand, hand), (hand, 1 << 15)):
        with pytest.raises(ValueError, match="contradict"):
            KERNEL.choose(root, bad, gone)
