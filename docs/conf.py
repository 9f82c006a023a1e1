"""How Sphinx builds the site: ``.venv/bin/python -m sphinx -W -n docs build/site``."""

from __future__ import annotations

import re
from pathlib import Path

from trunfo.version import version as installed

TOP = Path(__file__).parents[1]
project, author = "trunfo", "the trunfo authors"
project_copyright = author
version = release = installed()

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "trunfo"
html_show_copyright = False
myst_heading_anchors = 3
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
add_module_names = False
napoleon_use_ivar = True
suppress_warnings = ["misc.highlighting_failure"]  # JSON with an ellipsis in it

WHOLE = {"contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md"}
"""Pages that are files of the top level, by the name of the page."""
OUTSIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+(?!pt/)([\w./-]+)\)")
"""A link that leaves the folder of the documents."""


def adapted(app: object, name: str, source: list[str]) -> None:
    """Links between files of a checkout become links between pages of the site."""
    if name in WHOLE:
        text = (TOP / WHOLE[name]).read_text("utf-8")
        source[0] = re.sub(r"\[([^\]]*)\]\((?!https?:)([\w./-]+)\)", _inside, text)
        return
    folder = (Path(app.srcdir) / name).parent  # type: ignore[attr-defined]

    def link(found: re.Match[str]) -> str:
        target = (folder / found[0].rpartition("(")[2][:-1]).resolve()
        if target.is_relative_to(app.srcdir):  # type: ignore[attr-defined]
            return found[0]
        page = {file: page for page, file in WHOLE.items()}.get(target.name)
        return f"[{found[1]}](/{page}.md)" if page else f"{found[1]} (`{found[2]}`)"

    source[0] = OUTSIDE.sub(link, source[0])


def _inside(found: re.Match[str]) -> str:
    """A link of the top level: to a page of the site, or to nowhere."""
    name = found[2].removeprefix("docs/")
    pages = {file: f"{page}.md" for page, file in WHOLE.items()}
    name = pages.get(name, name)
    known = name in pages.values() or (found[2].startswith("docs/") and name.endswith(".md"))
    return f"[{found[1]}]({name})" if known else found[1]


def setup(app: object) -> None:
    """Have sources adapted as they are read."""
    app.connect("source-read", adapted)  # type: ignore[attr-defined]
