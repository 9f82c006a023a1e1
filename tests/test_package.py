"""What the package says about itself, and that checkers and editors find all of it."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

from trunfo.version import commit, version

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
FLOORS = {"solver": "trunfo", "engine": "trunfo.engine", "ext": "trunfo.ext"}


def git(folder: Path, *words: str) -> str:
    names = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    done = subprocess.run(
        ["git", *names, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_the_version_is_a_number_and_of_a_checkout_the_commit():
    number, plus, local = version().partition("+")
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev0)?", number)
    now = commit(TOP)
    assert (plus, local) == (("+", f"g{now}") if now else ("", ""))


def test_a_commit_is_seen_at_once_and_only_on_the_top_level_of_its_checkout(tmp_path):
    assert commit(tmp_path) is None
    git(tmp_path, "init", "--quiet")
    assert commit(tmp_path) is None  # there is none yet
    for text in ("one", "two"):
        git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", text)
        now = commit(tmp_path)
        assert now is not None
        assert len(now) >= 12
        assert git(tmp_path, "rev-parse", "HEAD").startswith(now)
    inside = tmp_path / "inside"
    inside.mkdir()
    assert commit(inside) is None


def test_who_made_it_and_under_which_licence_is_the_same_everywhere():
    told = metadata.metadata("trunfo")
    (author,) = (entry["name"] for entry in PROJECT["project"]["authors"])
    assert (told["Author"], told["License-Expression"]) == (author, "MIT")
    licence = (TOP / "LICENSE").read_text("utf-8")
    assert licence.startswith("MIT License\n")
    assert re.search(rf"^Copyright \(c\) \d+ {author}$", licence, re.MULTILINE)
    citation = (TOP / "CITATION.cff").read_text("utf-8")
    assert f"\n  - name: {author}\n" in citation
    assert "\nlicense: MIT\n" in citation


def test_checkers_and_editors_find_every_module_without_a_build():
    places = PROJECT["tool"]["mypy"]["mypy_path"]
    assert json.loads((TOP / "pyrightconfig.json").read_text("utf-8"))["extraPaths"][:2] == places
    for floor, package in FLOORS.items():
        assert package in PROJECT["tool"]["mypy"]["packages"]
        found = [TOP / place / package.replace(".", "/") for place in places]
        folder = next(path for path in found if path.exists())
        assert folder.resolve() == TOP / floor, "a link to the folder, in which new files appear"
