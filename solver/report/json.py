"""Advice and solutions as scripts read them: one JSON object each."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from trunfo.advice import Advice, Choice, Estimate, Fact, Result, Sample, Solution, Why
from trunfo.engine.document.document import write
from trunfo.engine.errors import Translate, as_written
from trunfo.report.why import why_sentence
from trunfo.version import version


def advice_json(advice: Advice, translate: Translate = as_written) -> str:
    """One JSON object, schema `trunfo.advice/1`, on one line of ASCII characters.

    Parameters
    ----------
    advice : Advice
        The answer to a position.
    translate : Translate
        For the texts of the notes.

    Raises
    ------
    ValueError
        If a number is infinite or no number.
    """
    document: dict[str, Any] = {
        "schema": "trunfo.advice/1",
        "version": version(),
        "state": write(advice.state),
        "game": advice.state.game.name,
        "phase": advice.state.phase,
        "me": advice.state.me,
        "objective": advice.objective,
        "seed": advice.seed,
        "worlds": advice.worlds,
        "exhaustive": advice.exhaustive,
        "elapsed_s": advice.elapsed_s,
        "method": advice.method,
        "forced": advice.forced,
        "result": _result_json(advice.result),
        "notes": [{"code": note.code, "text": note.text(translate)} for note in advice.notes],
        "best": None if advice.best is None else dict(advice.best),
        "options": [_choice_json(choice) for choice in advice.options],
        "why": None if advice.why is None else _why_json(advice, advice.why, translate),
        "certain": None if advice.certain is None else asdict(advice.certain),
        "beliefs": None if advice.beliefs is None else {
            token: _told(asdict(belief)) for token, belief in advice.beliefs.items()
        },
        "next": None if advice.next is None else [
            {"seat": each.seat, "cards": dict(each.cards)} for each in advice.next
        ],
        "samples": None if advice.samples is None else [_sample_json(s) for s in advice.samples],
    }
    return json.dumps(document, allow_nan=False)


def solution_json(solution: Solution, translate: Translate = as_written) -> str:
    """One JSON object, schema `trunfo.solution/1`, on one line of ASCII characters.

    The schema has no place for texts: `translate` changes nothing.
    """
    document: dict[str, Any] = {
        "schema": "trunfo.solution/1",
        "version": version(),
        "state": write(solution.state),
        "game": solution.state.game.name,
        "result": _result_json(solution.result),
        "best": None if solution.best is None else dict(solution.best),
        "options": [
            {"action": dict(option.action), "points": option.points, "riscos": option.riscos}
            for option in solution.options
        ],
    }
    return json.dumps(document, allow_nan=False)


def _why_json(advice: Advice, why: Why, translate: Translate) -> dict[str, Any]:
    return _told({
        "versus": dict(why.versus), "better": why.better, "worse": why.worse, "same": why.same,
        "worlds": why.worlds,
        "facts": [_fact_json(fact) for fact in why.facts],
        "sentence": why_sentence(advice, translate),
    })


def _fact_json(fact: Fact) -> dict[str, Any]:
    return _told({
        "fact": fact.fact, "seat": fact.seat, "card": fact.card, "suit": fact.suit, "n": fact.n,
        "share": fact.share, "with": fact.where, "without": fact.elsewhere,
        "explains": fact.explains,
    })


def _sample_json(sample: Sample) -> dict[str, Any]:
    return _told({"hands": sample.hands, "stock": sample.stock, "weight": sample.weight})


def _told(document: dict[str, Any]) -> dict[str, Any]:
    """What there is to tell."""
    return {key: value for key, value in document.items() if value is not None}


def _choice_json(choice: Choice) -> dict[str, Any]:
    return {
        "action": dict(choice.action),
        "riscos": _estimate_json(choice.riscos) if choice.scored else None,
        "points": _estimate_json(choice.points),
        "delta": _estimate_json(choice.delta),
        "outcomes": None if choice.outcomes is None else dict(choice.outcomes),
        "chances": dict(choice.chances),
        "plan": choice.plan,
        "worlds": choice.worlds,
        "verdict": choice.verdict,
    }


def _estimate_json(estimate: Estimate) -> dict[str, Any]:
    document: dict[str, Any] = {"mean": estimate.mean, "ci95": estimate.ci95}
    if estimate.worlds is not None:
        document["worlds"] = estimate.worlds
    return document


def _result_json(result: Result | None) -> dict[str, Any] | None:
    return None if result is None else {"points": result.points, "riscos": result.riscos}
