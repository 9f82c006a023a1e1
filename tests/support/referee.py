"""Whole games of Copas under the international options, beside OpenSpiel's `hearts`.

The two agree on who plays, on the cards that may be played, and on who takes which points, as
far as these options go: the queen above the jack, hearts to be broken by a heart and not by the
queen of spades, no points on the first trick. They differ in what is paid: OpenSpiel counts a
moon as 26 points for each of the others, so that the one who shot it gets no more than 26 where
here he gets 104; and it knows neither our order of ranks nor the option to lead a heart at any
time. (Under its own defaults the queen breaks hearts too.) Its passes are chosen card by card.
"""

from __future__ import annotations

from random import Random

import pyspiel

from trunfo.engine.position import Payoff
from trunfo.engine.registry import games

COPAS = games()["copas"]
RULES = COPAS.rules({"queen_above_jack": True, "hearts_must_be_broken": True})
PACK = COPAS.pack(RULES)
HEARTS = pyspiel.load_game("hearts", {"qs_breaks_hearts": False})
SUITS = (3, 1, 0, 2)
"""Clubs, diamonds, hearts, spades, as OpenSpiel has them."""
DIRECTIONS = {1: 1, 2: 3, 3: 2, 4: 0}
"""Seats ahead to whom the cards go, by round."""


def theirs(card: int) -> int:
    """OpenSpiel's number of a card."""
    return 4 * (card % 16) + SUITS.index(card // 16)


def compare(random: Random, number: int) -> Payoff:
    """Play one game at random in both, and see that they agree at every card; what it pays."""
    at = COPAS.deal(random, RULES, number=number)
    state = HEARTS.new_initial_state()
    state.apply_action(DIRECTIONS[at.round])
    owner = {theirs(card): seat for seat, hand in enumerate(at.hands) for card in hand}
    by_seat: list[list[int]] = [[card for card in owner if owner[card] == s] for s in range(4)]
    for index in range(52):  # dealt in turn, seat by seat
        state.apply_action(by_seat[index % 4][index // 4])
    while at.phase == "pass":
        assert state.current_player() == at.turn
        action = random.choice(COPAS.actions(at))
        for token in action["pass"]:
            state.apply_action(theirs(PACK.card(token)))
        at = COPAS.act(at, action)
    while not at.over:
        assert state.current_player() == at.turn
        legal = COPAS.legal(at)
        assert sorted(state.legal_actions()) == sorted(map(theirs, legal))
        card = random.choice(sorted(legal))
        state.apply_action(theirs(card))
        at = COPAS.play(at, card)
    assert state.is_terminal()
    payoff = COPAS.payoff(at)
    assert state.returns() == [26 - points for points in payoff.points]
    if 104 not in payoff.riscos:
        assert state.returns() == list(payoff.riscos)
    return payoff
