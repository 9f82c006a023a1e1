"""Who may import whom, and that nothing of the house is missing from the package."""

from __future__ import annotations

import ast
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
ALLOWED = {
    "engine": ({"trunfo.engine"}, set()),
    "ext": ({"trunfo.ext"}, {"numpy"}),
    "solver": ({"trunfo"}, {"numpy", "joblib", "click"}),
}
LAZY = {"dask", "distributed", "matplotlib"}
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
    assert sorted(need.split(">")[0].strip() for need in needed) == ["click", "joblib", "numpy"]
