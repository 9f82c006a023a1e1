"""Bring the catalogues up to date with the texts in the sources: `python bench/catalogue.py`.

Run it after any change of a text that people read, from anywhere, in an environment with
`.[dev]`. It keeps the translations there are, adds what is new with an empty translation,
drops what is gone, sorts, compiles, and lists what is still to be done in
`<language>/LC_MESSAGES/trunfo.po`: untranslated texts, and translations with other
placeholders than their text. With `--check` it changes nothing. It exits with 1 if
anything is to be done. Fill in the .po by hand, then run it again.

Texts are found in the syntax tree: the argument for the text of `_`, `Message`, `error`,
`fail`, ... (`CALLS`), written there or assigned to a name in the same function, also as a
conditional or picked from a dictionary. A text that can be found in neither way is an
error, unless it is handed on by one of these functions. Descriptions of games, seats and
ranks come from the games themselves, click's own sentences from a list.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from trunfo.engine.cards import rank_message
from trunfo.engine.game import Game
from trunfo.engine.registry import games

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "solver" / "locale"
FOLDERS = ("engine", "solver")

CALLS = {"_": 0, "as_written": 0, "translate": 0, "Message": 1, "error": 1, "fail": 1}
"""Functions that are given a text, and at which place."""
NAMES = ("seat", "rank", "suit", "card", "list")
"""Codes of messages that are no sentences: their words come from the games."""

CLICK: tuple[str | tuple[str, str], ...] = (
    "Usage:", "Options", "Commands", "Show this message and exit.", "Show the version and exit.",
    "Error: {message}", "Try '{command} {option}' for help.", "default: {default}",
    "Invalid value: {message}", "Invalid value for {param_hint}: {message}",
    "Missing argument", "Missing option", "Missing parameter", "Missing command.",
    "No such option {name!r}.", "No such option: {name}",
    "No such command {name!r}.", "Option {name!r} does not take a value.",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    "Choose from:\n\t{choices}",
)
"""Sentences of click that our commands can bring up, singular and plural where it has both."""

FIGURE = "{whole}.{part}"
"""How a number with decimals is written: no words, but not the same in every language."""


def texts() -> set[str | tuple[str, str]]:
    """Every text that has to be in the catalogues; pairs of singular and plural."""
    found: set[str | tuple[str, str]] = set(CLICK)
    trees = {
        source: ast.parse(source.read_text("utf-8"))
        for folder in FOLDERS
        for source in sorted((ROOT / folder).rglob("*.py"))
    }
    shared: dict[str, list[str]] = {}
    for tree in trees.values():
        shared.update(_assigned(tree.body))
    for source, tree in trees.items():
        found.update(texts_in(tree, source, shared))
    for game in filter(_ours, games().values()):
        found.add(game.text)
        found.update(option.text for option in game.options)
        for direction in ("left", "right"):
            rules = game.rules({"direction": direction} if "direction" in game.rules() else {})
            found.update(game.seat_words(rules))
        found.update(rank_message(rank).template for rank in game.pack(game.rules()).ranks)
    return {text for text in found if isinstance(text, tuple) or _has_words(text)} | {FIGURE}


def _ours(game: Game) -> bool:
    """Whether a game is of the package, not from a folder that somebody else added."""
    module = sys.modules[type(game).__module__]
    return Path(str(module.__file__)).resolve().is_relative_to(ROOT / "engine")


def _has_words(text: str) -> bool:
    """Whether there is anything to translate beside values and numbers."""
    return any(char.isalpha() for char in re.sub(r"{\w+}", "", text))


def texts_in(
    tree: ast.Module, source: Path, shared: Mapping[str, list[str]]
) -> Iterator[str | tuple[str, str]]:
    """The texts of one module, pairs of singular and plural where there are both.

    `shared` are those that have a name on the level of a module.
    """
    for scope in ast.walk(tree):
        if isinstance(scope, ast.FunctionDef | ast.Module):
            known = {**shared, **_assigned(ast.walk(scope))}
            for call in _calls(scope):
                found = _text_of(call, known)
                if found is None and not _handed_on(call, scope):
                    raise SystemExit(f"{source}:{call.lineno}: no text can be found for this call")
                one = next((word.value for word in call.keywords if word.arg == "one"), None)
                if one is None:
                    yield from found or ()
                else:
                    ones = _found(one, known) or []
                    if len(ones) != len(found or ()):
                        raise SystemExit(f"{source}:{call.lineno}: singular and plural do not pair")
                    yield from zip(ones, found or (), strict=True)


def _assigned(nodes: Iterable[ast.AST]) -> dict[str, list[str]]:
    """The texts that each name can stand for, where it stands for texts only."""
    texts: dict[str, list[str]] = {}
    others = set()
    for node in nodes:
        if not isinstance(node, ast.Assign):
            continue
        found = _constants(node.value)
        for name in (target.id for target in node.targets if isinstance(target, ast.Name)):
            texts.setdefault(name, []).extend(found or ())
            if found is None:
                others.add(name)
    return {name: words for name, words in texts.items() if name not in others}


def _calls(scope: ast.FunctionDef | ast.Module) -> Iterator[ast.Call]:
    """The calls in a function or on the level of the module that are given a text."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            # decorators and defaults belong to the function around
            waiting += [*node.decorator_list, *node.args.defaults]
            continue
        if isinstance(node, ast.Call) and _name(node.func) in CALLS:
            yield node
        waiting += ast.iter_child_nodes(node)


def _text_of(call: ast.Call, known: Mapping[str, list[str]]) -> list[str] | None:
    """The texts that a call can be given; None if they cannot be found."""
    place = CALLS[_name(call.func)]
    if len(call.args) <= place:
        return []  # another function of that name
    if _name(call.func) in ("error", "fail") and not isinstance(
        call.args[0], ast.Constant | ast.JoinedStr
    ):
        return []  # likewise: these begin with the code of the message
    return _found(call.args[place], known)


def _found(text: ast.expr, known: Mapping[str, list[str]]) -> list[str] | None:
    """The texts that an expression can be, by itself or by its name."""
    return known.get(text.id) if isinstance(text, ast.Name) else _constants(text)


def _handed_on(call: ast.Call, scope: ast.FunctionDef | ast.Module) -> bool:
    """Whether the text comes from a caller that is looked at itself, or from a game's data."""
    code = call.args[0]
    return (
        _name(call.func) in ("_", "translate")
        or (isinstance(code, ast.Constant) and code.value in NAMES)
        or (isinstance(scope, ast.FunctionDef) and scope.name in CALLS)
    )


def _constants(node: ast.expr) -> list[str] | None:
    """The texts that an expression can be; None if it is no choice among texts."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    branches: list[ast.expr] = []
    if isinstance(node, ast.IfExp):
        branches = [node.body, node.orelse]
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict):
        branches = node.value.values
    lists = [_constants(branch) for branch in branches]
    if not lists or None in lists:
        return None
    return [word for words in lists for word in words or ()]


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def updated(old: Catalog) -> Catalog:
    """A catalogue with exactly the texts there are, translations kept."""
    new = Catalog(locale=old.locale, fuzzy=False)
    new.mime_headers = old.mime_headers  # which tell the number of plural forms
    for text in texts():
        kept = old.get(text if isinstance(text, str) else text[0])
        strings = _forms(kept.string if kept is not None else "")
        if isinstance(text, str):
            new.add(text, strings[0])
        else:
            new.add(text, strings if len(strings) == len(text) else ("", ""))
    return new


def placeholders(text: str) -> set[str]:
    """The names of the values in a text."""
    return set(re.findall(r"{(\w+)(?:![rs])?}", text))


def to_do(catalogue: Catalog) -> list[str]:
    """What is missing or wrong, one line each."""
    lines = []
    for message in catalogue:
        ids, strings = _forms(message.id), _forms(message.string)
        if ids == ("",):
            continue  # the header
        if not all(strings):
            lines.append(f"untranslated: {ids[0]!r}")
        elif message.fuzzy:
            lines.append(f"fuzzy: {ids[0]!r}")
        elif list(map(placeholders, ids)) != list(map(placeholders, strings)):
            lines.append(f"other placeholders: {ids[0]!r}")
    return lines


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """Singular and plural where there are both, else the one text."""
    if text is None:
        return ("",)
    return (text,) if isinstance(text, str) else tuple(text)


def main(arguments: list[str]) -> int:
    """Update or check every catalogue."""
    failed = False
    for path in sorted(LOCALE.rglob("*.po")):
        old = read_po(io.BytesIO(path.read_bytes()))
        new = updated(old)
        lines = to_do(new)
        if "--check" in arguments:
            gone = [message.id for message in old if message.id and message.id not in new]
            lines += [f"no longer there: {text!r}" for text in gone]
        else:
            write(path, new)
        for line in lines:
            print(f"{path.relative_to(ROOT)}: {line}")
        failed = failed or bool(lines)
    return int(failed)


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue under the header that the file has, and compile it."""
    header = path.read_text("utf-8").partition("\n\n")[0]
    body = io.BytesIO()
    write_po(body, catalogue, sort_output=True, no_location=True, omit_header=True, width=96)
    path.write_text(f"{header}\n\n{body.getvalue().decode().strip()}\n", "utf-8")
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, read_po(io.BytesIO(path.read_bytes())))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
