"""Change one token of the program at random and see whether the tests notice: many times over.

Run, with `.[dev]` installed and the kernel built::

    python bench/proofs/mutation.py [--count 200] [--seed 1] [--only py|pxi] [--near]

Change number n of a seed is always the same one in the same tree. It is made in a copy of the tree,
build/mutation/copy, which stays as it is until it is removed. The tests nearest to the changed file
are run first, then, where those notice nothing and unless `--near` is given, all the others. Each
change is a line in build/mutation/results.jsonl (`--out`), and the numbers that are there are not
tried again, so that a run can be broken off, and several be started in copies of this tree, each
with a `--first` of its own. Of a survivor it has to be found by hand whether a test is missing or
whether the change changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from random import Random

TOP = Path(__file__).resolve().parents[2]
PLACE = TOP / "build" / "mutation"
COPY, KEPT = PLACE / "copy", PLACE / "kept"
COMPILED = ("ext", "tests/games", "build/release")
PATIENCE_S, MEMORY = 900, 12 << 30
"""What the tests of a change may take: one that makes them run away is noticed, too."""

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+",
    "*": "+", "//": "*", "/": "*", "%": "+", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
    "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=",
    "and": "or", "or": "and", "in": "not in", "is": "is not", "not": "", "if": "if not",
    "while": "while not", "elif": "elif not", "True": "False", "False": "True", "None": "0",
    "break": "continue", "continue": "break", "min": "max", "max": "min", "any": "all",
    "all": "any", "yield": "",
}
"""What stands for what; numbers grow by one and texts by an X."""

NEAR = (
    ("engine/rules", "tests/engine/rules tests/test_contract.py tests/engine tests/table"),
    ("engine/text", "tests/engine tests/table/test_records.py tests/docs"),
    ("engine/document", "tests/engine tests/table/test_records.py tests/test_contract.py"),
    ("engine", "tests/engine tests/test_contract.py tests/table/test_records.py tests/advice"),
    ("solver/match", "tests/match/test_match_statistics.py tests/match/test_match_parts.py"
     " tests/match/test_match_deals.py tests/match/test_match_file.py tests/match/test_library.py"
     " tests/match/test_tournament.py tests/match/test_match_records.py"
     " tests/match/test_engines.py tests/match/test_match_run.py"),
    ("solver/cli/match", "tests/match/test_match_file.py tests/match/test_tournament.py tests/cli"),
    ("solver/cli/tour", "tests/match/test_tournament.py tests/cli"),
    ("solver/cli", "tests/cli tests/table/test_review.py"),
    ("solver/table", "tests/table tests/cli/test_table_command.py"
     " tests/match/test_match_records.py"),
    ("solver/report", "tests/report tests/cli"),
    ("solver/games/copas", "tests/advice/test_copas.py tests/report tests/advice"),
    ("solver/games/sobe", "tests/advice/test_sobe_e_desce.py tests/advice tests/report"),
    ("solver/pimc", "tests/advice tests/report"),
    ("solver/web", "tests/web tests/report tests/docs"),
    ("solver/rl", "tests/rl"),
    ("solver", "tests/advice tests/report tests/cli tests/test_library.py"),
    ("ext/rules/copas", "tests/ext/test_copas_kernel.py tests/test_contract.py tests/advice"),
    ("ext/rules/sobe", "tests/ext/test_sobe_kernel.py tests/test_contract.py tests/advice"),
    ("ext", "tests/ext tests/test_contract.py tests/advice/test_bisca.py"
     " tests/advice/test_bisca4.py tests/advice"),
)
"""By the beginning of a path the tests that are likely to notice, most likely first."""

ELSEWHERE = "tests --ignore=tests/test_package.py --deselect tests/test_house.py"
"""All of them, but for what looks at the repository or the layout."""


@dataclass(frozen=True)
class Change:
    """One token of a file, counted from 0 among its characters, and what stands there instead."""

    path: str
    start: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        """The changed file."""
        assert text[self.start :].startswith(self.old)
        return text[: self.start] + self.new + text[self.start + len(self.old) :]


def changes(path: Path) -> list[Change]:
    """Every change that can be made in a file."""
    text = path.read_text(encoding="utf-8")
    tokens = _python(text) if path.suffix == ".py" else _cython(text)
    name = path.relative_to(COPY).as_posix()
    found = []
    for start, old in tokens:
        new = _instead(old)
        if new is not None:
            found.append(Change(name, start, old, new))
    return found


def _instead(old: str) -> str | None:
    if old in SWAPS:
        return SWAPS[old]
    if old.isdigit():
        return str(int(old) + 1)
    if re.fullmatch(r"[rbf]?(\"[^\"]+\"|'[^']+')", old) and not old.startswith('"""'):
        return f"{old[:-1]}X{old[-1]}"
    return None


def _python(text: str) -> Iterator[tuple[int, str]]:
    """Tokens that are run: no docstrings, no annotations, no imports."""
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    silent = list(_silent(ast.parse(text)))
    for token in tokenize.generate_tokens(StringIO(text).readline):
        row, column = token.start
        if token.type in (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING) and not any(
            begin <= token.start < end for begin, end in silent
        ):
            yield lines[row - 1] + column, token.string


def _silent(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where nothing is done: from and to, as line and column."""
    for node in ast.walk(tree):
        parts: list[ast.expr | ast.stmt | None] = []
        alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if alone or types or isinstance(node, ast.Import | ast.ImportFrom | ast.Assert):
            parts.append(node)
        elif isinstance(node, ast.AnnAssign | ast.arg):
            parts.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            parts.append(node.returns)
        for part in parts:
            if part is not None:
                assert part.end_lineno is not None
                assert part.end_col_offset is not None
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


TOKEN = re.compile(
    r'"[^"\n]*"|#[^\n]*|[A-Za-z_]\w*|0x\w+|\d+(?:\.\d+)?|<<|>>|<=|>=|==|!='
    r"|\+=|-=|\|=|&=|//|[-+*/%&|^<>]"
)
DECLARES = re.compile(r"[ \t]*(cdef|cimport|from|ctypedef|include|@)")
TABLE = re.compile(r"[-\s\d.,{}]*(//.*|#.*)?$")
TYPES = re.compile(r"\w_t\b|int|\bconst|double|Cards>|Position|World")
POINTER = re.compile(r"\w\*")
TEXTS = re.compile(r'"""[\s\S]*?"""')


def _cython(text: str) -> Iterator[tuple[int, str]]:
    """Tokens of lines that do not only declare something, and are no rows of measured tables."""
    text = TEXTS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    place = 0
    for line in text.splitlines(keepends=True):
        declares = DECLARES.match(line) and "=" not in line
        place += len(line)
        if declares or TABLE.match(line):
            continue
        for match in TOKEN.finditer(line):
            # `<int>x` and `uint64_t* p` look like an order and a product: a name of a type tells
            around = line[max(0, match.start() - 12) : match.end() + 12]
            if match[0] in "<>*" and TYPES.search(around):
                continue
            if match[0] == "*" and POINTER.match(line, match.start() - 1):
                continue
            if match[0][0] not in '#"':
                yield place - len(line) + match.start(), match[0]


def chosen(seed: int, number: int, files: list[list[Change]]) -> Change:
    """Change number so and so of a seed: every token that can be changed is equally likely."""
    random = Random(f"{seed} {number}")
    every = [change for each in files for change in each]
    while True:
        change = random.choice(every)
        if change.path.endswith(".pxi") or _compiles(change):
            return change


def _compiles(change: Change) -> bool:
    try:
        compile(change.applied((COPY / change.path).read_text(encoding="utf-8")), "", "exec")
    except SyntaxError:
        return False
    return True


def main() -> int:
    """Try the changes that are still to be tried, and count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first number to try")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["py", "pxi"])
    parser.add_argument("--near", action="store_true", help="run the nearest tests only")
    parser.add_argument("--list", action="store_true", help="list the changes, try nothing")
    parser.add_argument("--out", type=Path, default=PLACE / "results.jsonl")
    options = parser.parse_args()
    if not COPY.exists():
        _prepare()
    every = [*COPY.glob("engine/**/*.py"), *COPY.glob("solver/**/*.py"), *COPY.glob("ext/**/*.pxi")]
    files = [changes(path) for path in sorted(every)]
    numbers = range(options.first, options.count)
    todo = [(number, chosen(options.seed, number, files)) for number in numbers]
    if options.only:
        todo = [each for each in todo if each[1].path.endswith(options.only)]
    if options.list:
        for number, change in todo:
            print(number, _shown(change))
        return 0
    known = {}
    if options.out.exists():
        lines = map(json.loads, options.out.read_text().splitlines())
        known = {line["number"]: line for line in lines}
    for number, change in todo:
        if number in known and known[number]["noticed"] is not None:
            continue
        known[number] = {"number": number, "change": _shown(change),
                         "noticed": _noticed(change, near=options.near)}
        with options.out.open("a") as file:
            file.write(json.dumps(known[number]) + "\n")
        print(json.dumps(known[number]), flush=True)
    told = [known[number]["noticed"] for number, _ in todo]
    print(f"{len(told)} changes, {told.count(False) + told.count(None)} not noticed")
    return 0


def _shown(change: Change) -> str:
    text = (COPY / change.path).read_text(encoding="utf-8")
    row = text.count("\n", 0, change.start)
    line = text.splitlines()[row].strip()
    return f"{change.path}:{row + 1}: {change.old} -> {change.new} | {line}"


def _prepare() -> None:
    """A copy of the tree as it is, with what has been built."""
    listed = ["git", "ls-files", "-co", "--exclude-standard"]
    names = subprocess.run(listed, cwd=TOP, capture_output=True, text=True, check=True).stdout
    built = [
        path.relative_to(TOP).as_posix()
        for folder in ("ext", "tests/games", "solver/locale", "build/release")
        for path in (TOP / folder).rglob("*") if path.suffix in (".so", ".mo", ".c", ".o", ".h")
    ]
    for name in [*names.splitlines(), *built]:
        target = COPY / name
        if (TOP / name).is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / name, target)
    assert _build(), "the tree does not build as it is"
    for name in COMPILED:
        shutil.copytree(COPY / name, KEPT / name, symlinks=True)


def _restore() -> None:
    """What has been compiled as it was, with its times, so that nothing need be compiled again."""
    for name in COMPILED:
        shutil.rmtree(COPY / name)
        shutil.copytree(KEPT / name, COPY / name, symlinks=True)


def _build() -> bool:
    """Compile what has changed; the test session finds that nothing is left to do."""
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(
        command, cwd=COPY, env=_surroundings(), capture_output=True, text=True, check=False
    )
    (COPY / "build" / "tests-release.built").touch()
    return done.returncode == 0


def _surroundings() -> dict[str, str]:
    return os.environ | {
        "PYTHONPATH": str(COPY / "build" / "tree"),
        "TRUNFO_GAMES": str(COPY / "tests" / "games"), "PYTHONDONTWRITEBYTECODE": "1",
    }


def _noticed(change: Change, *, near: bool) -> bool | str | None:
    """Which tests noticed it: `near`, `all`, `build` (it does not compile); False if none.

    None where only the nearest were to be asked.
    """
    path = COPY / change.path
    before = path.read_text(encoding="utf-8")
    path.write_text(change.applied(before), encoding="utf-8")
    kernel = path.suffix == ".pxi"
    try:
        if kernel and not _build():
            return "build"
        if not _green(next(tests for start, tests in NEAR if change.path.startswith(start))):
            return "near"
        if near:
            return None
        return False if _green(ELSEWHERE) else "all"
    finally:
        path.write_text(before, encoding="utf-8")
        if kernel:
            _restore()


def _green(tests: str) -> bool:
    """Whether tests pass, in their time and memory."""
    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
               "-p", "no:randomly", *tests.split()]
    with subprocess.Popen(
        command, cwd=COPY, env=_surroundings(), stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=bounded,
    ) as process:
        try:
            return process.wait(PATIENCE_S) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
