"""What Bisca's advice loses before the last draw, against an opponent who plays an equilibrium.

    python bench/measure/last_draw.py             losses on 1,000 states of either kind
    python bench/measure/last_draw.py --write     make their files again: the same bytes

A state is public: three cards each, one hidden card in the stock and the turned-up trump, and who
leads. The eight cards are any of the pack (positions/last_draw.jsonl), or those that were left of
random deals when rule players had played both hands (positions/last_draw_played.jsonl). The seven
cards that are not public can be dealt in 140 ways, all equally likely, and once both have played a
card everything is known by counting. So it is a small game of two moves with hidden cards, worth
the leader's share of the points to come.

Its equilibrium is found by CFR+ (Tammelin, "Solving large imperfect information games using
CFR+", 2014): regret matching with negative regrets cut off, the two players in turn, averages
weighted by the iteration. How far the average strategies are from an equilibrium is known
exactly, from best answers to them; it is written down with every value.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import SHORT, cards_of, word_of
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.trick import STOCK, Trick, Trump
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import view
from trunfo.ext.solver import Solver
from trunfo.games.bisca import ADVISOR
from trunfo.games.side_values import counted
from trunfo.match.spec import parse
from trunfo.pimc import encode
from trunfo.pimc.arrays import Limits, wide
from trunfo.pimc.choices import ranking

HERE = Path(__file__).parent
NUMBER, SEED, ITERATIONS = 1_000, 5, 1_000

BISCA = games()["bisca"]
assert isinstance(BISCA, TrickGame)
RULES = BISCA.rules()

# The seven cards by number, lowest first; hands as tuples of numbers. The same for all states.
HANDS = list(combinations(range(7), 3))
NUMBER_OF = {hand: index for index, hand in enumerate(HANDS)}
ASKED = [(hand, card) for hand in range(35) for card in range(7) if card not in HANDS[hand]]
ASKED_AT = {asked: index for index, asked in enumerate(ASKED)}
"""What the other decides on: his hand and the card led, 140 of them."""

# For each leader's hand its four deals, for each question to the other its three.
LEADER_OTHER = np.array([
    [NUMBER_OF[other] for other in HANDS if not set(other) & set(hand)] for hand in HANDS
])
LEADER_ASKED = np.array([
    [[ASKED_AT[other, card] for other in LEADER_OTHER[index]] for card in hand]
    for index, hand in enumerate(HANDS)
])
OTHER_LEADER = np.array([
    [i for i, hand in enumerate(HANDS) if card in hand and not set(hand) & set(HANDS[other])]
    for other, card in ASKED
])
OTHER_PLACE = np.array([
    [HANDS[hand].index(card) for hand in OTHER_LEADER[index]]
    for index, (_, card) in enumerate(ASKED)
])
DEAL = {
    (leader, int(other)): (leader, place)
    for leader in range(35) for place, other in enumerate(LEADER_OTHER[leader])
}


@dataclass(frozen=True)
class Public:
    """What both know: the turned-up card, who leads, and which seven cards nobody has shown."""

    turned: int
    leader: int
    unseen: tuple[int, ...]


def any_states() -> list[Public]:
    """Eight cards of a shuffled pack each: the last is turned up."""
    random = Random(SEED)
    found = []
    for number in range(NUMBER):
        *unseen, turned = random.sample(SHORT.cards, 8)
        found.append(Public(turned, number % 2, tuple(sorted(unseen))))
    return found


def played_states() -> list[Public]:
    """What is left of random deals when rule players have played down to the last draw."""
    random, player = Random(SEED), parse("rules").build()
    found = []
    for _ in range(NUMBER):
        at = BISCA.deal(random, RULES)
        while len(at.stock) > 2:
            action = player.play(view(BISCA, at, at.turn), 0)
            at = BISCA.play(at, SHORT.card(action["play"]))
        hidden, turned = at.stock
        found.append(Public(turned, at.turn, tuple(sorted([*at.hands[0], *at.hands[1], hidden]))))
    return found


KINDS: dict[str, tuple[Path, Callable[[], list[Public]]]] = {
    "any eight cards": (HERE / "positions" / "last_draw.jsonl", any_states),
    "played by rule players": (HERE / "positions" / "last_draw_played.jsonl", played_states),
}


def position(public: Public, leader: Sequence[int], other: Sequence[int]) -> Position:
    """A state with its hidden cards dealt; the leader is seat 0."""
    hands = [frozenset(public.unseen[number] for number in hand) for hand in (leader, other)]
    (hidden,) = set(public.unseen) - hands[0] - hands[1]
    taken = {*public.unseen, public.turned}
    gone = [card for card in SHORT.cards if card not in taken]
    tricks = tuple(Trick(0, (gone[i], gone[i + 1])) for i in range(0, len(gone), 2))
    return Position(
        RULES, Trump(public.turned // 16, public.turned, STOCK), (hands[0], hands[1]), tricks,
        Trick(0), stock=(hidden, public.turned),
    )


def payoffs(public: Public, solver: Solver) -> NDArray[np.float64]:
    """The leader's share of the points to come: `[leader's hand, deal, card led, answer]`."""
    turned, trump = public.turned, public.turned // 16
    shares = np.zeros((35, 4, 3, 3))
    endings: dict[int, list[tuple[tuple[int, ...], list[int], int]]] = {0: [], 1: []}
    worth = SHORT.worth
    for (leader, other), (row, place) in DEAL.items():
        mine = [public.unseen[n] for n in HANDS[leader]]
        his = [public.unseen[n] for n in HANDS[other]]
        (hidden,) = set(public.unseen) - set(mine) - set(his)
        for i, led in enumerate(mine):
            for j, answer in enumerate(his):
                beaten = BISCA.winner(Trick(0, (led, answer)), trump)
                hands = [set(mine) - {led}, set(his) - {answer}]
                hands[beaten].add(hidden)
                hands[1 - beaten].add(turned)
                points = 0 if beaten else worth[led] + worth[answer]
                endings[beaten].append(
                    ((row, place, i, j), [word_of(hand) for hand in hands], points)
                )
    for lead, lots in endings.items():
        if not lots:
            continue
        root = encode.Root(
            encode.kernel_of(BISCA), pack=SHORT.word, sides=(0, 1), leader=lead, trump=trump,
            worth=worth,
        )
        words = np.array([words for _, words, _ in lots], dtype=np.uint64)
        values = np.empty(len(lots), dtype=np.int16)
        solver.best(root, words, values, "points")
        for (where, hands, points), value in zip(lots, values.tolist(), strict=True):
            rest = SHORT.worth_of(card for word in hands for card in cards_of(word))
            shares[where] = points + (value if lead == 0 else rest - value)
    return shares


def shares_of(states: Sequence[Public]) -> NDArray[np.float64]:
    """The payoffs of several states: `[state, leader's hand, deal, card led, answer]`."""
    solver = Solver("bisca")
    return np.array([payoffs(public, solver) for public in states])


class Equilibrium:
    """CFR+ on many states at once; strategies and values afterwards.

    Parameters
    ----------
    shares : float64[state, 35, 4, 3, 3]
        As `payoffs` gives them.
    """

    def __init__(self, shares: NDArray[np.float64], iterations: int = ITERATIONS) -> None:
        self.leader_view = np.ascontiguousarray(shares.transpose(0, 1, 3, 2, 4))
        self.other_view = np.empty((len(shares), 140, 3, 3))
        for index, (other, _) in enumerate(ASKED):
            for deal in range(3):
                leader = int(OTHER_LEADER[index, deal])
                row, place = DEAL[leader, other]
                self.other_view[:, index, deal] = shares[:, row, place, OTHER_PLACE[index, deal]]
        leads = np.zeros((len(shares), 35, 3))
        answers = np.zeros((len(shares), 140, 3))
        regret_lead, regret_answer = np.zeros_like(leads), np.zeros_like(answers)
        for number in range(1, iterations + 1):
            lead, answer = _matched(regret_lead), _matched(regret_answer)
            gains = self.values_of_leads(answer)
            own = (lead * gains).sum(axis=2, keepdims=True)
            regret_lead = np.maximum(regret_lead + gains - own, 0)
            lead = _matched(regret_lead)
            costs = -self.values_of_answers(lead)
            own = (answer * costs).sum(axis=2, keepdims=True)
            regret_answer = np.maximum(regret_answer + costs - own, 0)
            leads += number * lead
            answers += number * _matched(regret_answer)
        self.lead = leads / leads.sum(axis=2, keepdims=True)
        self.answer = answers / answers.sum(axis=2, keepdims=True)
        self.value = self.worth(self.lead, self.answer)
        best_lead = self.values_of_leads(self.answer).max(axis=2).sum(axis=1) / 140
        best_answer = self.values_of_answers(self.lead).min(axis=2).sum(axis=1) / 140
        self.gap = best_lead - best_answer

    def values_of_leads(self, answer: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each card led brings, summed over the deals: `[state, 35, 3]`."""
        answers = answer[:, LEADER_ASKED]
        return np.einsum("saidj,saidj->sai", self.leader_view, answers, optimize=True)

    def values_of_answers(self, lead: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the leader gets for each answer, summed over deals he reaches: `[state, 140, 3]`."""
        reach = lead[:, OTHER_LEADER, OTHER_PLACE]
        return np.einsum("sqd,sqdj->sqj", reach, self.other_view, optimize=True)

    def worth(self, lead: NDArray[np.float64], answer: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the leader takes on average if both play so."""
        return (lead * self.values_of_leads(answer)).sum(axis=(1, 2)) / 140


def _matched(regret: NDArray[np.float64]) -> NDArray[np.float64]:
    """Strategies in proportion to regrets, all equal where there are none."""
    total = regret.sum(axis=2, keepdims=True)
    return np.where(total > 0, regret / np.where(total > 0, total, 1), 1 / 3)


def advised(public: Public) -> tuple[list[int], list[int]]:
    """The place of the card that advice plays: for each leader's hand, for each question."""
    lead, answer = [], []
    for index, hand in enumerate(HANDS):
        worlds = [position(public, hand, HANDS[int(other)]) for other in LEADER_OTHER[index]]
        cards = [public.unseen[n] for n in hand]
        lead.append(cards.index(_choice(worlds)))
    for index, (other, card) in enumerate(ASKED):
        worlds = [
            BISCA.play(position(public, HANDS[int(leader)], HANDS[other]), public.unseen[card])
            for leader in OTHER_LEADER[index]
        ]
        cards = [public.unseen[n] for n in HANDS[other]]
        answer.append(cards.index(_choice(worlds)))
    return lead, answer


def _choice(worlds: Sequence[Position]) -> int:
    """The card that advice for card points plays, from all the worlds there are."""
    state = view(BISCA, worlds[0], worlds[0].turn)
    known = BISCA.knowledge(state)
    valuer = ADVISOR.valuer(state, known, "points", "nested")
    valuer = replace(valuer, lead_weight=ADVISOR.lead_weight(known, "nested"))
    rows = np.array([encode.words_of(world.hands, world.stock) for world in worlds])
    columns = wide(counted(valuer(0, rows, Limits.none())))
    thrift = [ADVISOR.payoffs.thrift(state, card) for card in valuer.cards]
    return valuer.cards[ranking(BISCA, columns, "points", thrift)[0]]


def searched(shares: NDArray[np.float64]) -> list[int]:
    """What a leader plays who searches each deal as if all cards were seen, and averages."""
    return [int(lead) for lead in shares.min(axis=3).sum(axis=1).argmax(axis=1)]


def pure(choices: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """Choices as strategies that are certain of them."""
    return np.eye(3)[np.array(choices)]


def line(public: Public, value: float, gap: float) -> str:
    """A state as it stands in the file."""
    return json.dumps({
        "turned": SHORT.token(public.turned), "leader": public.leader,
        "unseen": [SHORT.token(card) for card in public.unseen],
        "value": round(value, 4), "gap": round(gap, 5),
    }, separators=(",", ":"))


def shown(name: str, losses: NDArray[np.float64]) -> None:
    """Print a mean with its standard error."""
    error = losses.std(ddof=1) / len(losses) ** 0.5
    print(f"{name:42} {losses.mean():7.4f} ± {error:.4f}")


def read(path: Path, number: int) -> tuple[list[Public], list[float]]:
    """States and their values as they stand in a file."""
    rows = [json.loads(text) for text in path.read_text("utf-8").splitlines()[:number]]
    states = [
        Public(
            SHORT.card(row["turned"]), row["leader"],
            tuple(SHORT.card(token) for token in row["unseen"]),
        )
        for row in rows
    ]
    return states, [row["value"] for row in rows]


def print_losses(states: Sequence[Public], values: Sequence[float]) -> None:
    """Find the equilibria again, and what advice loses against them."""
    shares = shares_of(states)
    found = Equilibrium(shares)
    assert np.abs(found.value - values).max() < 0.001
    choices = [advised(public) for public in states]
    lead, answer = pure([one for one, _ in choices]), pure([other for _, other in choices])
    plain = pure([searched(share) for share in shares])
    leading = found.value - found.worth(lead, found.answer)
    answering = found.worth(found.lead, answer) - found.value
    print(f"{len(states)} states, CFR+ within {found.gap.max():.5f} card points of an equilibrium")
    print("card points lost a state against an equilibrium opponent, ± standard error")
    shown("advice, leading", leading)
    shown("advice, answering", answering)
    shown("advice, mean of the two", (leading + answering) / 2)
    shown("all cards seen in every deal, leading", found.value - found.worth(plain, found.answer))


def write(path: Path, states: Sequence[Public]) -> None:
    """Make a file of states."""
    found = Equilibrium(shares_of(states))
    lines = map(line, states, found.value.tolist(), found.gap.tolist())
    path.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    """Print losses, or make the files of states."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="make the files of states again")
    parser.add_argument("--states", type=int, default=NUMBER, help="only the first so many")
    given = parser.parse_args()
    for kind, (path, made) in KINDS.items():
        print(kind, flush=True)
        if given.write:
            write(path, made())
        else:
            print_losses(*read(path, given.states))


if __name__ == "__main__":
    main()
