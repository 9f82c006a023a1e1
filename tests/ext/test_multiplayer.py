"""Games in which each seat plays for itself: the exact search and the playouts of Copas."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from trunfo.engine.cards import LONG, LONG_QUEEN, Pack, cards_of, word_of
from trunfo.ext.kernel import Root, load
from trunfo.ext.multiplayer import NOTHING, load_multiplayer
from trunfo.ext.rules.copas import passes

KERNEL = load("copas")
COPAS = load_multiplayer("copas")
Results = dict[int, tuple[int, ...]]


@dataclass(frozen=True)
class Deal:
    """Copas in its plainest form: what the kernel is compared with here.

    `won` has what each seat took as the kernel counts it: hearts, and 16 for the queen.
    """

    hands: tuple[frozenset[int], ...]
    leader: int = 0
    table: tuple[int, ...] = ()
    won: tuple[int, ...] = (0, 0, 0, 0)
    pack: Pack = LONG
    lead_two: bool = True
    break_hearts: bool = False
    first: bool = False
    broken: bool = False

    @property
    def turn(self) -> int:
        return (self.leader + len(self.table)) % 4

    def costly(self, card: int) -> bool:
        return card < 16 or card == self.pack.card("DE")

    def legal(self) -> list[int]:
        hand = sorted(self.hands[self.turn])
        plain = [card for card in hand if not self.costly(card)]
        if self.table:
            suited = [card for card in hand if card >> 4 == self.table[0] >> 4]
            return suited or (plain or hand if self.first else hand)
        if self.first:
            two = self.pack.card("2P")
            return [two] if self.lead_two and two in hand else plain or hand
        if self.break_hearts and not self.broken:
            return [card for card in hand if card >= 16] or hand
        return hand

    def play(self, card: int) -> Deal:
        hands, won = list(self.hands), list(self.won)
        hands[self.turn] = hands[self.turn] - {card}
        table = (*self.table, card)
        if len(table) < 4:
            return replace(self, hands=tuple(hands), table=table)
        best = max(one for one in table if one >> 4 == table[0] >> 4)
        winner = (self.leader + table.index(best)) % 4
        hearts = sum(one < 16 for one in table)
        won[winner] += hearts + (16 if self.pack.card("DE") in table else 0)
        return replace(
            self, hands=tuple(hands), won=tuple(won), table=(), leader=winner, first=False,
            broken=self.broken or hearts > 0,
        )

    @property
    def over(self) -> bool:
        return not self.table and not any(self.hands)

    def root(self) -> Root:
        return Root(
            KERNEL, pack=self.pack.word, sides=range(4), leader=self.leader, table=self.table,
            won=self.won,
            law={
                "queen": self.pack.card("DE"), "lead_two": self.lead_two,
                "break_hearts": self.break_hearts, "first": self.first, "broken": self.broken,
            },
        )

    def words(self) -> NDArray[np.uint64]:
        return np.array([word_of(hand) for hand in self.hands], dtype=np.uint64)


def riscos(won: tuple[int, ...]) -> tuple[int, ...]:
    """What a finished deal pays."""
    if 29 in won:
        return tuple(104 if taken == 29 else 0 for taken in won)
    return tuple(26 - taken + (3 if taken >= 16 else 0) for taken in won)


def best_play(deal: Deal, root: int) -> tuple[int, ...]:
    """Max^n by trying everything: the final result when each does the best for himself."""
    if deal.over:
        return deal.won
    found = [best_play(deal.play(card), root) for card in deal.legal()]
    return max(found, key=lambda won: (riscos(won)[deal.turn], -riscos(won)[root]))


def some_deal(random: Random, left: int, **options: Any) -> Deal:
    """An ending with `left` cards in the hands, come about by random play from a random deal."""
    pack = options.get("pack", LONG)
    cards = list(pack.cards)
    random.shuffle(cards)
    hands = tuple(frozenset(cards[13 * seat : 13 * seat + 13]) for seat in range(4))
    leader = next(seat for seat in range(4) if pack.card("2P") in hands[seat])
    deal = Deal(hands, leader, first=True, **options)
    while sum(map(len, deal.hands)) > left:
        deal = deal.play(random.choice(deal.legal()))
    return deal


def searched(deal: Deal, *, lowest: bool = False) -> Results:
    """The result of every legal card."""
    results = np.empty((1, 64, 4), dtype=np.int8)
    assert COPAS.search(deal.root(), deal.words()[None], results, lowest=lowest) == 1
    return rows(results[0])


def rows(results: NDArray[np.int8]) -> Results:
    """Results by card."""
    return {
        card: tuple(map(int, results[card]))
        for card in range(64) if (results[card] != NOTHING).any()
    }


OPTIONS: list[dict[str, Any]] = [
    {}, {"break_hearts": True}, {"lead_two": False}, {"pack": LONG_QUEEN, "break_hearts": True},
]


def positions(count: int, most: int) -> Iterator[Deal]:
    """Random positions of all options, the cards in the hands up to `most`."""
    random = Random(11)
    for index in range(count):
        yield some_deal(random, random.randint(1, most), **OPTIONS[index % len(OPTIONS)])


# ---------------------------------------------------------------- the law


def test_the_kernel_allows_the_cards_that_the_rules_allow() -> None:
    for deal in positions(800, 52):
        assert KERNEL.legal(deal.root(), deal.words()) == word_of(deal.legal())


def only_costly(pack: Pack = LONG) -> Deal:
    """The first trick, clubs led, and seat 1 has nothing but hearts and the queen of spades."""
    costly = frozenset(pack.cards[:13]) - {0} | {pack.card("DE")}
    two = pack.card("2P")
    rest = sorted(set(pack.cards) - costly - {two})
    hands = (frozenset(rest[:12]), costly, frozenset(rest[12:25]), frozenset(rest[25:]))
    return Deal(hands, 0, (two,), pack=pack, first=True)


def test_a_hand_of_nothing_but_points_may_play_any_to_the_first_trick() -> None:
    deal = only_costly()
    assert KERNEL.legal(deal.root(), deal.words()) == word_of(deal.hands[1])


def test_the_two_of_clubs_is_led_or_any_card_without_points() -> None:
    deal = some_deal(Random(3), 52)
    assert list(cards_of(KERNEL.legal(deal.root(), deal.words()))) == [LONG.card("2P")]
    free = replace(deal, lead_two=False)
    allowed = [card for card in deal.hands[deal.turn] if not deal.costly(card)]
    assert KERNEL.legal(free.root(), free.words()) == word_of(allowed)


# ---------------------------------------------------------------- the exact search


def test_the_search_finds_what_trying_everything_finds() -> None:
    for deal in positions(200, 8):
        assert searched(deal) == {
            card: best_play(deal.play(card), deal.turn) for card in deal.legal()
        }


@pytest.mark.parametrize("lowest", [False, True])
def test_the_search_agrees_with_the_compiled_oracle(lowest: bool) -> None:
    for deal in positions(200, 14):
        found = COPAS.oracle(deal.root(), deal.words(), lowest=lowest)
        assert searched(deal, lowest=lowest) == found


def moon_ending(random: Random, shooter: int, cards: int) -> Deal:
    """An ending in which one seat has all points so far, and the hands hold many of the rest."""
    costly = [*LONG.cards[:13], LONG.card("DE")]
    random.shuffle(costly)
    plain = [card for card in LONG.cards if card not in costly and random.random() < 0.5]
    random.shuffle(plain)
    split = random.randint(1, min(13, 4 * cards))
    held = (costly[:split] + plain)[: 4 * cards]
    random.shuffle(held)
    hands = tuple(frozenset(held[cards * seat : cards * seat + cards]) for seat in range(4))
    won = [0] * 4
    won[shooter] = sum(1 if card < 16 else 16 for card in costly if card not in held)
    return Deal(hands, random.randrange(4), won=tuple(won), broken=True)


def test_moons_are_made_and_stopped_as_in_the_oracle() -> None:
    random = Random(5)
    moons = 0
    for _ in range(300):
        deal = moon_ending(random, random.randrange(4), random.randint(2, 4))
        found = searched(deal)
        assert found == COPAS.oracle(deal.root(), deal.words())
        lowest = searched(deal, lowest=True)
        assert lowest == COPAS.oracle(deal.root(), deal.words(), lowest=True)
        moons += any(29 in won for won in found.values())
    assert moons > 20


def test_ties_go_against_the_seat_at_the_root() -> None:
    # Seat 2, void and without points for himself, may give the queen to seat 0 or to nobody.
    pack = LONG
    hands = tuple(
        frozenset(map(pack.card, tokens.split())) for tokens in ("AP 3O", "2P 2O", "DE 4O", "3P 5O")
    )
    won = (1, 3, 4, 5)
    result = searched(Deal(hands, 0, won=won, broken=True))[pack.card("AP")]
    assert result == (17, 3, 4, 5)


# ---------------------------------------------------------------- limits


def test_a_search_stops_at_its_limits() -> None:
    deal = some_deal(Random(9), 20)
    worlds = deal.words()[None].repeat(3, axis=0)
    results = np.zeros((3, 64, 4), dtype=np.int8)
    stop = np.ones(1, dtype=np.int32)
    for limit in ({"node_limit": 10}, {"deadline": 1e-9}, {"stop": stop}):
        assert COPAS.search(deal.root(), worlds, results, **limit) == 0
        assert (results == NOTHING).all()


def test_worlds_before_the_limit_are_finished() -> None:
    easy, hard = some_deal(Random(9), 20), some_deal(Random(9), 20)
    worlds = np.stack([easy.words(), hard.words()])
    results = np.zeros((2, 64, 4), dtype=np.int8)
    limit = 1
    while (done := COPAS.search(easy.root(), worlds, results, node_limit=limit)) == 0:
        limit *= 2
    assert rows(results[0]) == searched(easy)
    assert done == 2 or (results[1] == NOTHING).all()


# ---------------------------------------------------------------- playouts


def voids_shown(deal: Deal) -> int:
    """The suit that a card played now shows to be missing, or -1."""
    return deal.table[0] >> 4 if deal.table else -1


def rule_card(deal: Deal, voids: list[int], gone: int) -> int:
    return KERNEL.choose(deal.root(), word_of(deal.hands[deal.turn]), gone, voids=voids)


def played_out(deal: Deal, card: int) -> tuple[int, ...]:
    """The deal played to its end, one `choose` after the other, each told what all have seen."""
    voids = [0] * 4
    while True:
        led = voids_shown(deal)
        if led >= 0 and card >> 4 != led:
            voids[deal.turn] |= 1 << led
        deal = deal.play(card)
        if deal.over:
            return deal.won
        seen = word_of(deal.table) | word_of(held for hand in deal.hands for held in hand)
        card = rule_card(deal, voids, deal.pack.word & ~seen)


def playouts(deal: Deal, **options: Any) -> Results:
    """The result of every legal card when the rule player finishes the deal."""
    results = np.empty((1, 64, 4), dtype=np.int8)
    assert COPAS.playouts(deal.root(), deal.words()[None], results, **options) == 1
    return rows(results[0])


def test_the_rule_player_plays_by_the_rules() -> None:
    for deal in positions(400, 52):
        seen = word_of(deal.table) | word_of(held for hand in deal.hands for held in hand)
        assert rule_card(deal, [0] * 4, deal.pack.word & ~seen) in deal.legal()


def test_a_playout_is_what_the_rule_player_does_card_by_card() -> None:
    for deal in positions(100, 52):
        found = playouts(deal)
        assert sorted(found) == sorted(deal.legal())
        for card, result in found.items():
            # The points that are out go somewhere: once they are gone the playout may stop.
            assert result == played_out(deal, card)


def test_a_row_depends_on_its_own_world_only_and_not_on_threads() -> None:
    start = some_deal(Random(21), 52)
    others = [seat for seat in range(4) if seat != start.turn]
    worlds = start.words()[None].repeat(100, axis=0)
    random = Random(22)
    for world in worlds:
        pool = [card for seat in others for card in start.hands[seat]]
        random.shuffle(pool)
        for index, seat in enumerate(others):
            world[seat] = word_of(pool[13 * index : 13 * index + 13])

    def run(chosen: NDArray[np.uint64]) -> NDArray[np.int8]:
        results = np.empty((len(chosen), 64, 4), dtype=np.int8)
        assert COPAS.playouts(start.root(), chosen, results) == len(chosen)
        return results

    together = run(worlds)
    for index in range(100):
        assert (run(worlds[index : index + 1])[0] == together[index]).all()
    with ThreadPoolExecutor(4) as pool:
        for job in [pool.submit(run, worlds) for _ in range(8)]:
            assert (job.result() == together).all()
    assert len({row.tobytes() for row in together}) > 10


def shooting_hand() -> Deal:
    """Seat 0 holds the highest of everything and leads."""
    pack = LONG
    tokens = "AC RC VC DC 10C AE RE VE DE AO RO AP RP"
    mine = frozenset(map(pack.card, tokens.split()))
    rest = [card for card in pack.cards if card not in mine]
    hands = (mine, *(frozenset(rest[start::3]) for start in range(3)))
    return Deal(hands, 0)


def test_who_shoots_takes_everything_with_a_hand_that_can() -> None:
    found = playouts(shooting_hand(), plan="shoot")
    assert found[LONG.card("AO")] == (29, 0, 0, 0)


def test_the_plan_is_given_up_when_another_has_points() -> None:
    # Once somebody else has taken a point both plans are the same play.
    for deal in positions(200, 40):
        others = [taken for seat, taken in enumerate(deal.won) if seat != deal.turn]
        if any(others):
            assert playouts(deal, plan="shoot") == playouts(deal)


def test_all_points_go_to_somebody() -> None:
    for deal in positions(100, 52):
        for won in (*playouts(deal).values(), *playouts(deal, plan="shoot").values()):
            assert sum(won) == 29


# ---------------------------------------------------------------- what the rule player knows


def choice(hand: str, table: str = "", *, gone: str = "", **options: Any) -> str:
    """The card chosen by seat 0, or by the last of the table."""
    pack = LONG
    cards = tuple(pack.card(token) for token in table.split())
    deal = Deal((frozenset(),) * 4, -len(cards) % 4, cards, **{"broken": True, **options})
    held, seen = (word_of(map(pack.card, text.split())) for text in (hand, gone))
    return pack.token(KERNEL.choose(deal.root(), held, seen))


@pytest.mark.parametrize(
    ("card", "hand", "table", "options"),
    [
        # It ducks with the highest card that does.
        ("9P", "2P 9P RP", "10P 3P", {}),
        # In last seat a trick without points is taken with the highest card, one with points is
        # not.
        ("RP", "2P 9P RP", "3P 10P 5P", {}),
        ("9P", "2P 9P RP", "3P 10P 5C", {}),
        # Who must take points does it with the highest card: in last seat it makes no difference.
        ("RP", "VP RP", "3P 10P 5C", {}),
        # The queen of spades goes under the jack, which is above her here, but not under the ten.
        ("DE", "2E DE RE", "10E VE", {}),
        ("2E", "2E DE RE", "10E 4E", {}),
        # Nor is a trick taken with her: in last seat it is the king that takes it.
        ("RE", "2E DE RE", "10E 4E 5E", {}),
        # Below her while another has her: neither ace nor king is risked in second seat.
        ("10E", "10E RE AE", "2E", {}),
        # Who is void throws the queen away first, then the ace of spades that she might fall to.
        ("DE", "DE AC RC 2O", "10P 4P", {}),
        ("AE", "AE 3O 2O", "10P 4P", {}),
        # In the first trick nothing that counts can be thrown, and clubs are taken high.
        ("AP", "3P AP DE", "2P 4P", {"first": True}),
    ],
)
def test_worked_examples(card: str, hand: str, table: str, options: dict[str, Any]) -> None:
    assert choice(hand, table, **options) == card


def test_the_queen_and_the_spades_over_her_are_not_led_while_others_are_left() -> None:
    split = {"won": (1, 1, 0, 0)}
    assert choice("DE 4O 5P", **split) in {"4O", "5P"}
    assert choice("RE AE 4O 5P", **split) in {"4O", "5P"}


def test_points_are_not_given_to_who_is_taking_everything() -> None:
    won = (0, 0, 14, 0)
    # Seat 2 leads and wins so far: a heart is kept, though it would go to anybody else.
    assert choice("AC 3O 4O", "AP 2P", won=won) == "3O"
    # A trick with points is taken from him, at a price.
    assert choice("RP 3P", "VP 4C", won=won) == "RP"
    assert choice("RP 3P", "VP 4C", won=(0, 1, 14, 0)) == "3P"


def test_passing_empties_short_suits_and_keeps_the_queen_that_is_guarded() -> None:
    pack = LONG

    def passed(tokens: str, pack: Pack = pack) -> set[str]:
        hand = np.array([word_of(map(pack.card, tokens.split()))], dtype=np.uint64)
        cards = np.empty(1, dtype=np.uint64)
        passes(hand, cards, queen=pack.card("DE"))
        return {pack.token(card) for card in cards_of(int(cards[0]))}

    assert passed("RO 9O 2O 3P 4P 7P 9P 2E 5E DE 3C 4C 7C") == {"RO", "9O", "2O"}
    assert "DE" in passed("DE 2O 3O 5O 9O 3P 4P 7P 9P 2C 3C 4C 7C")
    assert "DE" in passed("DE 2O 3O 5O 9O 3P 4P 7P 9P 2C 3C 4C 7C", LONG_QUEEN)


# ---------------------------------------------------------------- input that cannot be


def test_playouts_refuse_what_cannot_be() -> None:
    deal = some_deal(Random(31), 30)
    root, worlds = deal.root(), deal.words()[None]
    results = np.empty((1, 64, 4), dtype=np.int8)
    suit = min(deal.hands[(deal.turn + 1) % 4]) >> 4
    voids = [0] * 4
    voids[(deal.turn + 1) % 4] = 1 << suit
    with pytest.raises(ValueError, match="contradicts what everybody knows"):
        COPAS.playouts(root, worlds, results, voids=voids)
    with pytest.raises(ValueError, match="no plan"):
        COPAS.playouts(root, worlds, results, plan="fly")
    with pytest.raises(ValueError, match="without"):
        COPAS.playouts(root, worlds, results, without=(0, 0))
    with pytest.raises(ValueError, match="shape"):
        COPAS.playouts(root, worlds, results[:, :, :3].copy())
    with pytest.raises(ValueError, match="MULTIPLAYER"):
        KERNEL.playouts(root, worlds, *np.empty((2, 1, 64), dtype=np.int16))


def test_a_search_refuses_what_cannot_be() -> None:
    whole = some_deal(Random(32), 52)
    results = np.empty((1, 64, 4), dtype=np.int8)
    with pytest.raises(ValueError, match="can be searched"):
        COPAS.search(whole.root(), whole.words()[None], results)
    small = some_deal(Random(32), 8)
    with pytest.raises(ValueError, match="payoffs"):
        COPAS.search(
            small.root(), small.words()[None], results, np.zeros((216, 4), dtype=np.float32)
        )
    with pytest.raises(ValueError, match="no minimax"):
        KERNEL.minimaxes(small.root(), small.words())


def test_a_deadline_that_is_past_leaves_the_rows_alone() -> None:
    deal = some_deal(Random(33), 52)
    results = np.full((1, 64, 4), 7, dtype=np.int8)
    assert COPAS.playouts(deal.root(), deal.words()[None], results, deadline=1e-9) == 0
    assert (results == 7).all()
