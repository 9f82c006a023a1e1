"""Advice on a position: every card with what it is expected to bring.

Run it as it is: `python examples/position.py`.
"""

import trunfo

POSITION = """
sueca                               # clubs are trump; the ace of clubs, turned up,
trunfo A♣ esquerda                  # is with the player on my left
mão ♥V ♣7VD63                       # what I hold
mesa parceiro 7♦ 6♦                 # my partner led, the player on my left has followed
não tem parceiro ♥                  # my partner is out of hearts
saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦    # cards gone, in no order
pontos nós 38 eles 14
"""


def main() -> None:
    """Read the position, think about 500 deals, say what was found."""
    state = trunfo.parse(POSITION)
    advice = trunfo.advise(state, worlds=500, seed=1)
    print(advice)  # the table that `trunfo advise` prints
    print()
    for choice in advice.options:  # the same as data
        if choice.riscos is not None and choice.outcomes is not None:
            won = sum(share for name, share in choice.outcomes.items() if name.startswith("win"))
            print(choice.action["play"], f"{choice.riscos.mean:+.3f} RISCOS, {won:.0%} won")


if __name__ == "__main__":
    main()
