"""Compile the kernel in ext/ and the message catalogues; the rest is in pyproject.toml.

Environment
-----------
TRUNFO_BUILD
    `release` (default), `native` (for this machine's CPU only) or `checked`
    (bounds, assertions, address and undefined-behaviour sanitizers; see
    bench/proofs/sanitize.sh). `trunfo.ext.kernel.BUILD` tells which one is running.
TRUNFO_STRICT
    `1` makes every warning of Cython and of the C compiler an error.
"""

import os
import platform
import shutil
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from Cython.Compiler import Options
from setuptools import Extension, setup

VARIANT = os.environ.get("TRUNFO_BUILD", "release")
STRICT = os.environ.get("TRUNFO_STRICT") == "1"
CHECKED = VARIANT == "checked"
CORES = os.cpu_count() or 1

SANITIZE = ["-fsanitize=address,undefined"]
FLAGS = {
    # -O2, not -O3: gcc's -O3 inlines the recursive search into itself and halves its speed.
    "release": ["-O2", "-g0"],
    "native": ["-O2", "-g0", "-march=native"],
    "checked": ["-O1", "-g", "-UNDEBUG", *SANITIZE, "-fno-sanitize-recover"],
}[VARIANT]
if VARIANT == "release" and platform.machine() == "x86_64":
    FLAGS.append("-march=x86-64-v2")  # has popcnt, and NumPy itself asks for no less
if STRICT:
    FLAGS += ["-Wall", "-Werror"]
    Options.warning_errors = True


def import_tree() -> str:
    """Lay the folders out under their import names, as links.

    Cython and the type checkers don't read setuptools' package-dir; this is
    where they find `trunfo.*` (mypy_path in pyproject.toml points here too).
    """
    tree = Path("build/tree/trunfo")
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    inside = [source for source in Path("solver").iterdir() if source.name != "__pycache__"]
    for source in [*inside, Path("engine"), Path("ext")]:
        (tree / source.name).symlink_to(source.resolve())
    return str(tree.parent)


def compile_catalogues() -> None:
    """Write the binary catalogue that gettext reads beside each translated one."""
    for source in sorted(Path("solver/locale").rglob("*.po")):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as binary:
            write_mo(binary, read_po(text))


extensions = [
    Extension(
        ".".join(("trunfo", *source.with_suffix("").parts)),
        [str(source)],
        extra_compile_args=FLAGS,
        define_macros=[
            ("TRUNFO_BUILD", f'"{VARIANT}"'),
            *([] if CHECKED else [("CYTHON_WITHOUT_ASSERTIONS", None)]),
        ],
        extra_link_args=SANITIZE if CHECKED else [],
    )
    for source in sorted(Path("ext").rglob("*.pyx"))
]
compile_catalogues()
setup(
    ext_modules=cythonize(
        extensions,
        include_path=[import_tree()],
        build_dir=f"build/{VARIANT}",
        nthreads=CORES,
        annotate=CHECKED,
        compiler_directives={
            "language_level": 3,
            "boundscheck": CHECKED,
            "wraparound": False,
            "initializedcheck": CHECKED,
            "cdivision": True,
        },
    ),
    # Each variant builds in a folder of its own: setuptools compares dates, not flags.
    options={
        "build": {"build_base": f"build/{VARIANT}"},
        "build_ext": {"parallel": CORES},
    },
)
