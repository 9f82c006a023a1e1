"""The examples in docstrings run, and say what comes out."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

PACKAGES = ("trunfo", "trunfo.engine", "trunfo.ext")
"""In an editable install the second and third are not found inside the first."""


def modules() -> list[str]:
    names = set(PACKAGES)
    for package in PACKAGES:
        folders = import_module(package).__path__
        names |= {info.name for info in walk_packages(folders, f"{package}.")}
    return sorted(names)


def examples(module: str) -> list[doctest.DocTest]:
    return [test for test in doctest.DocTestFinder().find(import_module(module)) if test.examples]


WITH_EXAMPLES = [name for name in modules() if examples(name)]


def test_the_face_of_the_package_has_examples():
    assert {"trunfo", "trunfo.advise", "trunfo.engine.cards"} <= set(WITH_EXAMPLES)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_of_a_module_answer_as_it_says(module):
    runner = doctest.DocTestRunner()
    for test in examples(module):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
