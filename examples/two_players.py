"""A game of Sueca between two players of one's own: `python examples/two_players.py`."""

from random import Random

from trunfo import State, Table


def at_random(state: State, table: Table) -> dict[str, object]:
    """Anything that is allowed."""
    return dict(Random(len(table.acts)).choice(table.legal()))


def high_cards(state: State, table: Table) -> dict[str, object]:
    """The card that is worth most, of those that are allowed."""
    return dict(max(table.legal(), key=lambda act: state.pack.worth[state.pack.card(act["play"])]))


def main(deals: int = 10) -> None:
    """Seats 0 and 2 play high cards, the others anything."""
    table, won = Table.deal("sueca", seed=7), 0.0
    for _ in range(deals):
        while (seat := table.seat) is not None:
            player = (high_cards, at_random)[seat % 2]
            table.play(player(table.state(seat), table))
        won += table.result.riscos[0] if table.result else 0.0
        table.next()
    print(f"{won:+g} RISCOS in {deals} deals; the first: {table.records()[0]}")


if __name__ == "__main__":
    main()
