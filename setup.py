"""Compile the kernel in ext/ and the message catalogues; the rest is in pyproject.toml.

Environment
-----------
TRUNFO_BUILD
    `release` (default), `native` (for this machine's CPU only) or `checked`
    (bounds, assertions, address and undefined-behaviour sanitizers; see
    bench/proofs/sanitize.sh). `trunfo.ext.kernel.BUILD` tells which one is running.
TRUNFO_STRICT
    `1` makes every warning of Cython and of the C compiler an error.
TRUNFO_GAMES
    Folders of games outside the tree (see engine/rules/__init__.py): what is in their `ext/` is
    compiled too, beside its source, by `python setup.py build_ext --inplace`.
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
from setuptools.command.build_ext import build_ext

VARIANT = os.environ.get("TRUNFO_BUILD", "release")
STRICT = os.environ.get("TRUNFO_STRICT") == "1"
CHECKED = VARIANT == "checked"
CORES = os.cpu_count() or 1
GAMES = filter(None, os.environ.get("TRUNFO_GAMES", "").split(os.pathsep))

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


class BuildExt(build_ext):
    """Puts the libraries of games outside the tree beside their sources, in no package."""

    def get_ext_fullpath(self, ext_name: str) -> str:
        """Where a library goes."""
        path = Path(super().get_ext_fullpath(ext_name))
        source = OUTSIDE.get(ext_name)
        return str(path if source is None else source.with_name(path.name))

    def copy_extensions_to_source(self) -> None:
        """Copy only what was not built in its place."""
        every = self.extensions
        self.extensions = [each for each in every if each.name not in OUTSIDE]
        super().copy_extensions_to_source()
        self.extensions = every

    def get_outputs(self) -> list[str]:
        """The files that belong to the package."""
        outside = [self.get_ext_fullpath(name) for name in OUTSIDE]
        return [path for path in super().get_outputs() if path not in outside]


INSIDE = {
    ".".join(("trunfo", *source.with_suffix("").parts)): source
    for source in Path("ext").rglob("*.pyx")
}
OUTSIDE = {
    f"trunfo.ext.rules.{source.stem}": source
    for folder in GAMES for source in Path(folder, "ext").glob("*.pyx")
}
extensions = [
    Extension(
        name,
        [str(source)],
        extra_compile_args=FLAGS,
        define_macros=[
            ("TRUNFO_BUILD", f'"{VARIANT}"'),
            *([] if CHECKED else [("CYTHON_WITHOUT_ASSERTIONS", None)]),
        ],
        extra_link_args=SANITIZE if CHECKED else [],
    )
    for name, source in sorted((INSIDE | OUTSIDE).items())
]
compile_catalogues()
setup(
    cmdclass={"build_ext": BuildExt},
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
