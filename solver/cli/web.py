"""The command `trunfo web`: the page in the browser."""

from __future__ import annotations

import webbrowser
from importlib import import_module

import click

from trunfo.cli.parts import Command, lang_option, number, page, say
from trunfo.engine.errors import Message, TrunfoError
from trunfo.language import Language


class NotInstalled(TrunfoError):
    """An extra is missing."""

    exit_code = 1


def web_command(spoken: Language) -> click.Command:
    """`trunfo web`."""
    _ = spoken.translate

    @click.command(
        "web", cls=Command, language=spoken,
        short_help=_("All of this on a page in the browser."),
        help=_(
            "All of this on a page in the browser: advice on a position, games followed or"
            " played against the program, reviews.\n\n"
            "The page is for this machine alone, unless --host says otherwise. Ctrl-C ends it."
        ),
        examples=lambda: ["trunfo web", "trunfo web --port 8080 --no-open"],
    )
    @click.option("--port", type=number(int, 0, 65535, spoken), default=8000, show_default=True,
                  metavar="N", help=_("The port; 0 for any that is free."))
    @click.option("--host", default="127.0.0.1", show_default=True, metavar=_("ADDRESS"), help=_(
        "The address to listen at. Whoever reaches it can have this machine think."
    ))
    @click.option("--no-open", is_flag=True, help=_("Do not open the browser."))
    @lang_option(spoken)
    def run(port: int, host: str, no_open: bool) -> None:
        try:
            server = import_module("trunfo.web.server")  # by name: it needs the extra
        except ModuleNotFoundError as wrong:
            text = "The page needs {name}: pip install 'trunfo[web]'."
            raise NotInstalled(Message("extra_missing", text, {"name": wrong.name})) from None
        found = server.listening(host, port)
        name = f"[{host}]" if ":" in host else host
        address = f"http://{name}:{found.getsockname()[1]}/?lang={spoken.code}"

        def ready() -> None:
            say(page(spoken).fit(_("The page is at {address}").format(address=address)))
            say(page(spoken).fit(_("Ctrl-C ends it.")))
            if not no_open:
                webbrowser.open(address)

        server.serve(found, host, ready)

    return run
