"""Programs as players, written for the tests: good ones, and one of every kind of bad one."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON_EXAMPLE = shlex.join([sys.executable, str(EXAMPLES / "engine.py")])
NODE_EXAMPLE = shlex.join(["node", str(EXAMPLES / "engine.js")])

ENGINE = """\
import json, os, signal, subprocess, sys, time
from pathlib import Path

def say(answer):
    try:
        print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
    except BrokenPipeError:  # who asked has been killed: nothing to complain of
        os._exit(1)

{before}
for line in sys.stdin:
    said = json.loads(line)
    if "hello" in said:
        answer = {{"name": "test", "version": "1"}}
        {hello}
        say(answer)
    elif "ask" in said:
        state, legal = said["state"], said["legal"]
        if legal:
            action = legal[0]
        elif state["phase"] == "pass":
            action = {{"pass": state["hand"][:3]}}
        else:
            action = {{"go": True, "discard": []}}
        {ask}
        answer = {{"answer": said["ask"], "action": action}}
        {answer}
        say(answer)
    else:
        {other}
"""


def engine(folder: Path, *words: object, before="", hello="", ask="", answer="", other="pass"):
    """The command of a program that does the first legal thing, with something put in.

    Statements of one line each go before everything, or where the name says; `words` are its
    arguments, in `sys.argv[1:]`.
    """
    source = folder / "engine.py"
    source.write_text(ENGINE.format(
        before=before, hello=hello or "pass", ask=ask or "pass", answer=answer or "pass",
        other=other,
    ))
    return shlex.join([sys.executable, str(source), *map(str, words)])


CHILD = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])"
DEAF = "[signal.signal(n, signal.SIG_IGN) for n in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)]"

BROKEN = {
    "dies": ({"ask": "sys.exit(3)"}, "ended"),
    "slow": ({"ask": "time.sleep(1000)"}, "late"),
    "garbage": ({"answer": "answer = 'the ace of spades'"}, "unreadable"),
    "illegal": ({"ask": "action = {'play': '9C'}"}, "illegal"),
    "20 MB line": ({"answer": "answer = 'x' * 20_000_000"}, "unreadable"),
    "no newline": (
        {"answer": "print(json.dumps(answer), end='', flush=True); time.sleep(1000)"}, "late"
    ),
    "chatty": ({"ask": "print('thinking ...')"}, "unreadable"),
    "never reads": (
        {"before": "say({'name': 'deaf', 'version': '1'}); time.sleep(1000)"}, "late"
    ),
    "ignores signals and has children": (
        {"before": DEAF, "hello": CHILD, "ask": "time.sleep(1000)"}, "late"
    ),
    "never starts": ({"before": "time.sleep(1000)"}, "late"),
    "forks": (
        {"before": "os.fork() and os._exit(0)", "ask": "time.sleep(1000)",
         "hello": "os.setsid(); os.fork() or time.sleep(1000)"},
        "late",
    ),
}
"""Eleven kinds of broken engine: what is put in, and why its deals are lost."""


def survivors(folder: Path) -> list[int]:
    """The processes that have something in a folder on their command line, or come from there."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path("/proc", pid, "cmdline").read_bytes()
            place = os.readlink(f"/proc/{pid}/cwd")
        except OSError:
            continue
        if str(folder).encode() in words or place == str(folder):
            found.append(int(pid))
    return found
