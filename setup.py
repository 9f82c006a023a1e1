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
from email.parser import HeaderParser
from pathlib import Path
from runpy import run_path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython import Includes
from Cython import __version__ as CYTHON
from Cython.Build import cythonize
from Cython.Build.Dependencies import DependencyTree
from Cython.Compiler import Options
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

VERSION = "0.1.0.dev0"
"""Of the next release; `version()` adds the commit."""

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


def version() -> str:
    """Of a checkout with its commit, of a source package as it says, else the bare number."""
    commit = run_path("solver/version.py")["commit"](Path())
    if commit is not None:
        return f"{VERSION}+g{commit}"
    if Path("PKG-INFO").exists():
        with Path("PKG-INFO").open(encoding="utf-8") as file:
            return HeaderParser().parse(file)["Version"]
    return VERSION


def import_tree() -> str:
    """Lay the folders out under their import names, as links.

    Cython and the type checkers don't read setuptools' package-dir. Cython finds
    `trunfo.*` in build/tree. Type checkers look into build/solver first, where the
    package is a link to the folder, so that they see a new file without a build.
    """
    package = Path("build/solver/trunfo")
    package.parent.mkdir(parents=True, exist_ok=True)
    package.unlink(missing_ok=True)
    package.symlink_to(Path("solver").resolve())
    tree = Path("build/tree/trunfo")
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    inside = [source for source in Path("solver").iterdir() if source.name != "__pycache__"]
    for source in [*inside, Path("engine"), Path("ext")]:
        (tree / source.name).symlink_to(source.resolve())
    return str(tree.parent)


def changed(tree: DependencyTree, path: str) -> float:
    """When a file was changed, for Cython's question whether to translate a module again.

    Its own files are as new as the environment that pip makes for each build; what counts
    of them is their version, and each version translates into a folder of its own.
    """
    return 0.0 if Path(path).is_relative_to(Path(Includes.__path__[0])) else os.path.getmtime(path)


def compile_catalogues() -> None:
    """Write the binary catalogue that gettext reads beside each translated one."""
    for source in sorted(Path("solver/locale").rglob("*.po")):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as binary:
            write_mo(binary, read_po(text))


class BuildExt(build_ext):
    """Compile what has changed, for an editable install too, and put the right variant in place.

    The libraries of games outside the tree go beside their sources, into no package.
    """

    def finalize_options(self) -> None:
        """Where `python setup.py build_ext` does: setuptools would take an empty folder."""
        if self.editable_mode:
            ordinary = build(self.distribution)
            ordinary.build_base = f"build/{VARIANT}"
            ordinary.ensure_finalized()
            self.build_lib, self.build_temp = ordinary.build_platlib, ordinary.build_temp
        super().finalize_options()

    def get_ext_fullpath(self, ext_name: str) -> str:
        """Where a library goes."""
        path = Path(super().get_ext_fullpath(ext_name))
        source = OUTSIDE.get(ext_name)
        return str(path if source is None else source.with_name(path.name))

    def copy_extensions_to_source(self) -> None:
        """Whatever the dates are: the library in place may be a later one of another variant.

        What was built in its place is not copied.
        """
        every = self.extensions
        self.extensions = [each for each in every if each.name not in OUTSIDE]
        self.force = True
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
        depends=["setup.py"],  # where the flags stand
        extra_compile_args=FLAGS,
        define_macros=[
            ("TRUNFO_BUILD", f'"{VARIANT}"'),
            *([] if CHECKED else [("CYTHON_WITHOUT_ASSERTIONS", None)]),
        ],
        extra_link_args=SANITIZE if CHECKED else [],
    )
    for name, source in sorted((INSIDE | OUTSIDE).items())
]
DependencyTree.timestamp = changed
compile_catalogues()
setup(
    version=version(),
    cmdclass={"build_ext": BuildExt},
    ext_modules=cythonize(
        extensions,
        include_path=[import_tree()],
        build_dir=f"build/{VARIANT}/cython-{CYTHON}",
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
