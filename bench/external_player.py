"""An example of a player in another program: takes cheap, gives nothing away, needs no trunfo.

    trunfo match greedy "external:command=python3 bench/external_player.py" --deals 100

One line in: a position of Sueca as JSON (`trunfo.state/1`), what the player to move knows.
One line out: what he does, `{"play":"VC"}`. It ends when its input does. Any language will do.
"""

import json
import sys

ORDER = "23456DVR7A"
WORTH = {"A": 11, "7": 10, "R": 4, "V": 3, "D": 2}


def strength(card: str) -> int:
    """Rank within its suit, weakest first."""
    return ORDER.index(card[0])


def worth(card: str) -> int:
    """Card points."""
    return WORTH.get(card[0], 0)


def beats(card: str, best: str, trump: str) -> bool:
    """Whether a card played later takes the trick from the best so far."""
    if card[1] == best[1]:
        return strength(card) > strength(best)
    return card[1] == trump


def choose(state: dict) -> str:
    """The card to play."""
    hand, trump = state["hand"], state["trump"]["suit"]
    table = state["table"]["cards"]
    cheapest = sorted(hand, key=lambda card: (worth(card), card[1] == trump, strength(card)))
    if not table:
        return cheapest[0]
    legal = [card for card in cheapest if card[1] == table[0][1]] or cheapest
    best = table[0]
    for card in table[1:]:
        if beats(card, best, trump):
            best = card
    if len(table) >= 2 and table.index(best) == len(table) - 2:  # my partner's
        return legal[0]
    winning = [card for card in legal if beats(card, best, trump)]
    return winning[0] if winning and sum(map(worth, table)) > 0 else legal[0]


for line in sys.stdin:
    print(json.dumps({"play": choose(json.loads(line))}), flush=True)
