"""Who may import whom, and that nothing of the house is missing from the package."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import requires
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
ALLOWED = {
    "engine": ({"trunfo.engine"}, set()),
    "ext": ({"trunfo.ext"}, {"numpy"}),
    "solver": ({"trunfo"}, {"numpy", "joblib", "click"}),
}
WEB = {"starlette", "uvicorn"}
"""Only in solver/web, which nothing imports but the command for it, inside its function."""
LAZY = {"dask", "distributed", "gymnasium", "matplotlib", "pettingzoo", "prompt_toolkit"}
"""Extras: only inside functions, never when a module is imported."""


def imports(source: Path) -> list[tuple[str, bool]]:
    """Modules that a source imports, and whether that happens when it is itself imported."""
    tree = ast.parse(source.read_text("utf-8"))
    top = set(map(id, tree.body))
    for node in tree.body:
        if isinstance(node, ast.If):  # `if TYPE_CHECKING:` and the like
            top.update(map(id, node.body))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, id(node) in top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source} has a relative import"
            found.append((node.module or "", id(node) in top))
    return found


@pytest.mark.parametrize("folder", ALLOWED)
def test_each_floor_imports_only_what_it_may(folder):
    inside, outside = ALLOWED[folder]
    for source in sorted((TOP / folder).rglob("*.py")):
        for module, at_import in imports(source):
            root = module.partition(".")[0]
            if root == "trunfo":
                assert any(f"{module}.".startswith(f"{name}.") for name in inside), (source, module)
            elif root in WEB:
                assert source.parent == TOP / "solver" / "web", (source, module)
            elif root in LAZY:
                assert folder == "solver", (source, module)
                assert not at_import, (source, module)
            else:
                assert root in sys.stdlib_module_names | outside, (source, module)


def test_click_is_only_in_the_command_line():
    for source in sorted((TOP / "solver").rglob("*.py")):
        if any(module.partition(".")[0] == "click" for module, _ in imports(source)):
            assert source.parent.name == "cli", source


def test_the_kernel_imports_only_its_own_files_and_libc():
    for source in sorted((TOP / "ext").rglob("*.p[yx][xdi]")):
        for line in source.read_text("utf-8").splitlines():
            words = line.split()
            if len(words) > 3 and words[0] == "from" and words[2] == "cimport":
                root = words[1].partition(".")[0]
                assert root in {"trunfo", "libc", "posix", "cpython"}, (source, line)


def test_run_time_dependencies_are_numpy_joblib_click_and_nothing_else():
    needed = [need for need in requires("trunfo") or [] if "extra ==" not in need]
    names = [re.split(r"[<>=!~ ;]", need)[0] for need in needed]
    assert sorted(names) == ["click", "joblib", "numpy"]


# --- modules -----------------------------------------------------------------------------

FACADES = {
    "trunfo.engine.state": {"State._problems", "State.from_json", "State.to_dict", "State.__str__"},
    "trunfo.advice": {
        "Answer._repr_html_", "Advice.to_json", "Advice.to_text", "Solution.to_json",
        "Solution.to_text",
    },
    "trunfo.advise": {"_after", "_named"},
    "trunfo.table.record": {"Record.from_json", "Record.__str__"},
    "trunfo.table.reviewed": {"Review._repr_html_"},
}
"""Methods and functions that call what stands above them, so that a user finds it: all that may."""

LONGEST_CHAIN = {"solver": 12, "engine": 13}
"""Modules of a floor each of which imports the next, at most."""

ORDER = ("__main__ __init__", "cli", "web", "bulk rl", "match", "table", "advise", "games",
         "pimc report", "advice", "language scheduler", "version")
"""The folders and single modules of solver/: each imports from those after it only."""


@cache
def modules() -> dict[str, Path]:
    """Every module of engine and solver by its name."""
    found = {}
    for folder, package in (("engine", "trunfo.engine"), ("solver", "trunfo")):
        for source in sorted((TOP / folder).rglob("*.py")):
            parts = source.relative_to(TOP / folder).with_suffix("").parts
            if parts[-1] == "__init__":
                parts = parts[:-1]
            found[".".join((package, *parts))] = source
    return found


def walked(node: ast.AST, skipped: set[str], inside: str = "") -> Iterator[ast.AST]:
    """Every node below, but for the methods to be skipped, `Class.method`."""
    for child in ast.iter_child_nodes(node):
        name = inside
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            name = f"{inside}.{child.name}".lstrip(".")
            if name in skipped:
                continue
        yield child
        yield from walked(child, skipped, name)


@cache
def graph() -> dict[str, frozenset[str]]:
    """What each module imports of trunfo, wherever the import stands, facades apart."""
    arrows = {}
    for module, source in modules().items():
        found = set()
        tree = ast.parse(source.read_text("utf-8"))
        for node in walked(tree, FACADES.get(module, set())):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                found |= names & set(modules()) or {node.module or ""}
        arrows[module] = frozenset(found & set(modules()) - {module})
    return arrows


def reached(start: str) -> set[str]:
    """Every module that a module imports, others in between."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph()[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def longest_chain(folder: str) -> tuple[str, ...]:
    """The longest chain of modules of a folder of which each imports the next."""
    within = {name for name, source in modules().items() if source.is_relative_to(TOP / folder)}

    @cache
    def chain(module: str) -> tuple[str, ...]:
        inside = graph()[module] & within
        return (module, *max(map(chain, inside), key=len, default=()))

    return max(map(chain, within), key=len)


def test_the_facades_are_there():
    for module, methods in FACADES.items():
        tree = ast.parse(modules()[module].read_text("utf-8"))
        names = {
            f"{node.name}.{method.name}"
            for node in tree.body if isinstance(node, ast.ClassDef)
            for method in node.body if isinstance(method, ast.FunctionDef)
        } | {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert methods <= names, module


def test_no_circle_of_imports():
    circles = {
        frozenset({module, other})
        for module in graph() for other in reached(module) if module in reached(other)
        if module != other
    }
    assert circles == set()


@pytest.mark.parametrize("folder", LONGEST_CHAIN)
def test_chains_of_imports_are_short(folder):
    chain = longest_chain(folder)
    assert len(chain) <= LONGEST_CHAIN[folder], " ".join(chain)


def test_the_folders_of_the_solver_import_in_their_order():
    level = {name: place for place, names in enumerate(ORDER) for name in names.split()}

    def room(module: str) -> str:
        return (modules()[module].relative_to(TOP / "solver").with_suffix("")).parts[0]

    inside = [module for module in graph() if modules()[module].is_relative_to(TOP / "solver")]
    for module in inside:
        for other in graph()[module] & set(inside):
            assert room(module) == room(other) or level[room(module)] < level[room(other)], (
                module, other,
            )


def test_the_packages_that_are_built_are_those_of_the_tree():
    listed = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    inside = {name for name, source in modules().items() if source.name == "__init__.py"}
    kernel = {
        ".".join(("trunfo", *source.parent.relative_to(TOP).parts))
        for source in (TOP / "ext").rglob("__init__.py")
    }
    assert sorted(listed["packages"]) == sorted(inside | kernel)


# --- games are plug-ins ------------------------------------------------------------------

GAME_NAME = re.compile("sueca|bisca|copas|sobe", re.IGNORECASE)

SUIT_NAMED = {TOP / "engine" / "cards.py", TOP / "engine" / "text" / "vocabulary.py"}
"""Where copas is a suit, and bisca a word for the seven."""

def said_by(source: Path) -> Iterator[str]:
    """The names and strings of a module; docstrings and comments are not among them."""
    tree = ast.parse(source.read_text("utf-8"))
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            yield node.value
        elif not isinstance(node, ast.Constant):
            for field in ("id", "attr", "name", "arg", "module", "asname"):
                if isinstance(word := getattr(node, field, None), str):
                    yield word


def common(folder: str, pattern: str) -> Iterator[Path]:
    """The files of a floor that are no game's own: the rooms of games have folders or files."""
    names = {module_path.stem for module_path in (TOP / "engine" / "rules").iterdir()}
    for source in sorted((TOP / folder).rglob(pattern)):
        parts = source.relative_to(TOP / folder).with_suffix("").parts
        own = parts[0] in ("rules", "games") and any(
            parts[1] == name or parts[1].startswith(f"{name}_") for name in names if name[0] != "_"
        )
        if not own:
            yield source


@pytest.mark.parametrize("folder", ["engine", "solver"])
def test_common_code_names_no_game(folder):
    for source in common(folder, "*.py"):
        if source in SUIT_NAMED:
            continue
        named = [word for word in said_by(source) if GAME_NAME.search(word) and word != "COPAS"]
        assert not named, (source, named)


def test_the_common_kernel_names_no_game():
    for source in common("ext", "*.p[yx][xdi]"):
        without_notes = re.sub(r'"{3}.*?"{3}', "", source.read_text("utf-8"), flags=re.DOTALL)
        code = re.sub("#.*", "", without_notes)
        assert not GAME_NAME.search(code), source
