"""An example of an engine: a player of all four games in another program, `trunfo.engine/1`.

    trunfo match greedy "external:command=python3 examples/engine.py" --game copas --deals 100

It knows the rules of no game: it plays what it is told to be legal, by three rules of thumb.
It uses nothing but the standard library; docs/engines.md takes you through it.
"""

import json
import sys
from typing import Any

ORDER = {
    40: ["2", "3", "4", "5", "6", "D", "V", "R", "7", "A"],
    52: ["2", "3", "4", "5", "6", "7", "8", "9", "10", "D", "V", "R", "A"],
}
"""Ranks, weakest first: Copas has 52 cards, the other games 40."""

WORTH = {"A": 11, "7": 10, "R": 4, "V": 3, "D": 2}
"""Card points of Sueca and Bisca."""


class Cards:
    """What the cards of a game are worth, and which takes a trick."""

    def __init__(self, game: str, rules: dict[str, Any]) -> None:
        self.copas = game == "copas"
        self.order = list(ORDER[52 if self.copas else 40])
        if rules.get("queen_above_jack"):
            self.order.remove("D")
            self.order.insert(self.order.index("V") + 1, "D")
        self.counted = game in ("sueca", "bisca")

    def strength(self, card: str) -> int:
        """Rank within the suit: cards are rank and suit, `10C`, `DE`."""
        return self.order.index(card[:-1])

    def worth(self, card: str) -> int:
        """What somebody gets who takes the card."""
        if self.copas:
            return 13 if card == "DE" else int(card[-1] == "C")
        return WORTH.get(card[:-1], 0) if self.counted else 0

    def best(self, table: list[str], trump: str | None) -> str:
        """The card that takes the trick so far."""
        best = table[0]
        for card in table[1:]:
            if card[-1] == best[-1]:
                if self.strength(card) > self.strength(best):
                    best = card
            elif card[-1] == trump:
                best = card
        return best


def card_to_play(cards: Cards, state: dict[str, Any], legal: list[dict[str, str]]) -> str:
    """Sheds points in Copas, takes what pays elsewhere, and else gives its cheapest card."""
    hand = [action["play"] for action in legal]
    table: list[str] = state["table"]["cards"]
    trump = state.get("trump", {}).get("suit")
    cheapest = sorted(
        hand, key=lambda card: (cards.worth(card), card[-1] == trump, cards.strength(card))
    )
    winning = [card for card in cheapest if cards.best([*table, card], trump) == card]
    losing = [card for card in cheapest if card not in winning]
    if cards.copas:
        return (losing or winning[:1])[-1]
    if not table:
        return cheapest[0]
    partner = state["game"] == "sueca" and len(table) >= 2
    if partner and cards.best(table, trump) == table[-2]:
        return cheapest[0]
    pays = not cards.counted or sum(map(cards.worth, table)) > 0
    return winning[0] if winning and pays else cheapest[0]


def decide(
    cards: Cards, state: dict[str, Any], legal: list[dict[str, str]]
) -> dict[str, Any]:
    """The action in any phase."""
    hand = sorted(state["hand"], key=cards.strength)
    if state["phase"] == "pass":
        return {"pass": hand[-3:]}
    if state["phase"] == "trump":
        suits = [card[-1] for card in hand]
        return {"trump": max(suits, key=suits.count)}
    if state["phase"] == "go":
        trump = state["trump"]["suit"]
        return {"go": True, "discard": [card for card in hand[:3] if card[-1] != trump]}
    return {"play": card_to_play(cards, state, legal)}


def main() -> None:
    """Read a line, answer a line, until there are no more."""
    cards = Cards("", {})
    for line in sys.stdin:
        said = json.loads(line)
        answer: dict[str, Any] | None = None
        if "hello" in said:
            cards = Cards(said["game"], said["rules"])
            answer = {"name": "example", "version": "1"}
        elif "ask" in said:
            action = decide(cards, said["state"], said["legal"])
            answer = {"answer": said["ask"], "action": action}
        elif "quit" in said:
            break
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
