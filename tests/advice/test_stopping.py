"""Whoever asks advice to stop has it soon, in every phase of every game, with what is finished."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from pathlib import Path
from random import Random

import pytest
from command_line import run
from interrupt import after_ctrl_c
from truths import true_state

from trunfo.advise import advise, advise_iter
from trunfo.engine.registry import playable
from trunfo.games.base import advisor_of
from trunfo.pimc.blocks import Block

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = {
    f"{game.name} {kind}": example
    for game in playable() for kind, example in advisor_of(game).examples.items()
    if kind not in ("solve", "over")
}
SOON_S = 0.2
"""Of the processor: how busy the machine is says nothing about the program."""


def stopped_after(state, seconds, **options):
    """Processor seconds from the wish to stop to the answer, and the answer."""
    stop, asked = threading.Event(), []

    def ask():
        asked.append(time.process_time())
        stop.set()

    timer = threading.Timer(seconds, ask)
    timer.start()
    *_, last = advise_iter(state, stop=stop, every=None, jobs=1, **options)
    ended = time.process_time()
    timer.join()
    return ended - asked[0], last


@pytest.mark.parametrize("seconds", [0.0, 0.1])
@pytest.mark.parametrize("text", [each.text for each in EXAMPLES.values()], ids=EXAMPLES)
def test_an_answer_comes_soon_after_the_wish_to_stop(text, seconds):
    advise(text, worlds=1)  # tables are read at their first use
    took, advice = stopped_after(text, seconds, worlds=10**9)
    assert advice.options
    assert took < SOON_S


@pytest.mark.parametrize("name", ["sueca", "bisca", "copas", "sobe-e-desce"])
def test_in_positions_of_all_kinds_too(name):
    game = next(game for game in playable() if name in (game.name, *game.words))
    for number in range(6):
        state = true_state(game, Random(f"stop {name} {number}"))
        took, advice = stopped_after(state, 0.02, worlds=10**9)
        assert advice.options
        assert took < SOON_S, state.to_json()


def test_few_worlds_are_summed_up_at_a_time(monkeypatch):
    """Nobody is heard meanwhile, and with many actions it takes 6 microseconds a world."""
    lots = []
    of = Block.of.__func__

    def counted(kind, columns, payoffs):
        lots.append(len(columns["riscos"]))
        return of(kind, columns, payoffs)

    monkeypatch.setattr(Block, "of", classmethod(counted))
    text = next(each.text for key, each in EXAMPLES.items() if key.endswith("trump"))
    advice = advise(text, worlds=30_000)
    assert advice.worlds == sum(lots) == 30_000
    assert max(lots) < 10_000


@pytest.mark.parametrize("text", [each.text for each in EXAMPLES.values()], ids=EXAMPLES)
def test_ctrl_c_in_the_program_shows_what_is_finished(text):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        code, out, told = run("advise", text, "--worlds", "1000000000")
        timer.join()
    except KeyboardInterrupt:  # it had answered already
        code, out, told = 0, "an answer", ""
    finally:
        signal.signal(signal.SIGINT, before)
    assert code in (0, 130)
    assert out or (code == 130 and told.endswith("Error: Interrupted.\n"))  # while it began


@pytest.mark.parametrize("moment", [0.3, 2.0])
@pytest.mark.parametrize("kind", ["copas pass", "sobe-e-desce trump"])
def test_ctrl_c_ends_the_process_soon_whatever_it_is_doing(kind, moment):
    """All of them and random moments: bench/proofs/ctrl_c.py."""
    spent, wrong = after_ctrl_c(EXAMPLES[kind].text, ["--worlds", "1000000000"], moment)
    assert not wrong
    assert spent is not None
    assert spent < 2 * SOON_S  # tables are read first


@pytest.mark.parametrize("text", [each.text for each in EXAMPLES.values()], ids=EXAMPLES)
def test_a_time_too_short_for_anything_is_kept_nevertheless(text):
    """Beside its time an answer takes what it takes to find out what is to be decided."""
    advise(text, time=0.001, jobs=1)
    began = time.process_time()
    advice = advise(text, time=0.001, jobs=1)
    assert advice.options
    assert time.process_time() - began < SOON_S


def test_the_recipe_for_asyncio_stops_the_search_when_it_is_cancelled():
    """As it stands in the documentation."""
    text = (DOCS / "reliability.md").read_text(encoding="utf-8")
    recipe = text.partition("```python\n")[2].partition("```")[0]
    space: dict[str, object] = {}
    exec(recipe, space)
    opening = next(each.text for key, each in EXAMPLES.items() if key.startswith("sueca"))

    async def told():
        answer = await space["advise_async"](opening, worlds=5)
        asked = asyncio.create_task(space["advise_async"](opening, worlds=10**9))
        await asyncio.sleep(0)  # it begins
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        return answer

    before = threading.active_count()
    assert asyncio.run(told()).options
    assert threading.active_count() == before
