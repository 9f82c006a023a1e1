"""Guaranteed lines by brute force: every deal there is, every play of the others."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games import random_position

from trunfo.engine.registry import games
from trunfo.engine.views import view
from trunfo.games.guarantee import Ending
from trunfo.pimc.arrays import Limits
from trunfo.pimc.worlds import Worlds

LEVELS = (0, 1, 2, 4)


def by_force(game, positions, me, least):
    """Whether `me` has a line to so many RISCOS in all of some positions that look alike to him.

    Every strategy of his is a choice for each thing he may see: he chooses where he is to play,
    what he has not seen is for anybody to choose. Nothing is pruned.
    """
    if positions[0].over:
        return all(game.payoff(each).riscos[me] >= least for each in positions)
    if positions[0].turn == me:
        return any(
            by_force(game, [game.play(each, card) for each in positions], me, least)
            for card in game.legal(positions[0])
        )
    answers = {}
    for each in positions:
        for card in game.legal(each):
            answers.setdefault(card, []).append(game.play(each, card))
    return all(by_force(game, found, me, least) for found in answers.values())


def endings(name, left, seed):
    """Random endings as the player to act knows them, with every deal there is."""
    game = games()[name]
    random = Random(seed)
    while True:
        position = random_position(game, random, left)
        if position.over or getattr(position, "stock", ()):
            continue
        me = position.turn
        state = view(game, position, me)
        known = game.knowledge(state)
        worlds = Worlds(state, known, 8, 1)
        if not worlds.exhaustive:
            continue
        deals = worlds.chunk(0, 8, Limits.none())[:, : game.seats]
        yield game, position, me, known, deals


def positions_of(position, deals):
    """The position with each of the deals for its hands."""
    return [
        replace(position, hands=tuple(
            frozenset(card for card in range(64) if int(hand) >> card & 1) for hand in row
        ))
        for row in deals
    ]


def disagreements(game, position, me, known, deals):
    """Cards and outcomes of which the program says something else than trying everything."""
    ending = Ending(known, position.rules, game.sides(), game.pack(position.rules).worth, deals)
    alike = positions_of(position, deals)
    for card in game.legal(position):
        after = [game.play(each, card) for each in alike]
        for least in LEVELS:
            if ending.sure(card, least) is not by_force(game, after, me, least):
                yield position, card, least
