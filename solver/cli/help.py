"""The command that teaches by examples: `trunfo help`, its pages, and the examples themselves."""

from __future__ import annotations

from collections.abc import Iterator

import click
from click.shell_completion import CompletionItem

from trunfo.cli.parts import Command, Group, lang_option, page, say
from trunfo.engine.document.options import game_named
from trunfo.engine.errors import Message, UnreadableInput, as_written
from trunfo.engine.game import Game
from trunfo.engine.registry import playable
from trunfo.engine.text.vocabulary import KEYS, fold
from trunfo.games.base import Example, advisor_of, usual_game
from trunfo.language import Language
from trunfo.report.words import Page, wrapped

SOLVE = "solve"
"""The kind of example that is for `trunfo solve`; all others are for `trunfo advise`."""
KINDS = {
    "trump": "trunfo", "go": "ir", "pass": "passar", "play": "jogar", "redeal": "novo-jogo",
    "over": "acabou",
}
"""What can be asked of `advise`, in the order of a deal, and the Portuguese word for it."""

KEY_MEANINGS = {
    "rules": as_written("options that are not as usual: rules double_at=90"),
    "players": as_written("names in order of play"),
    "phase": as_written("what is asked, where it would not be clear: play, pass, trump, go"),
    "dealer": as_written("who deals"),
    "trump": as_written("a suit, or the turned-up card and who has it: trump A♣ left"),
    "hand": as_written("my cards"),
    "hands": as_written("all hands: hands me: A♥ 7♥, right: K♥ 2♠ …"),
    "tricks": as_written("tricks one by one: 1. right: J♣ 4♣ A♣ 2♣ 2. left: …"),
    "table": as_written("the open trick: who led, then the cards in order"),
    "leads": as_written("who leads, where no card is on the table"),
    "played": as_written("the cards that are gone, in any order"),
    "has": as_written("cards that somebody is known to have: has left A♠"),
    "lacks": as_written("suits or cards that somebody does not have: lacks partner ♥"),
    "points": as_written("points so far: points us 38 them 14, or by player"),
    "stock": as_written("how many cards are left to draw"),
    "round": as_written("the number of the deal, where cards are passed by turns"),
    "passed": as_written("to whom I passed, and what: passed left Q♠ J♠ K♥"),
    "received": as_written("from whom I got cards, and which"),
    "scores": as_written("points that each has left: scores me 9 right 6 across 17 left 20"),
    "absences": as_written("how many deals in a row each has stayed out: absences me 1"),
    "in": as_written("who goes"),
    "out": as_written("who stays out"),
    "exchanged": as_written("who goes, and with how many cards exchanged: exchanged left 2"),
    "discarded": as_written("the cards that I threw away"),
}
"""What every entry of a position says, by its English word."""


def help_command(spoken: Language) -> click.Command:
    """`trunfo help`."""
    _ = spoken.translate

    def topics(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        names = [_("positions"), *(game.name for game in playable())]
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]

    @click.command(
        "help", cls=Command, language=spoken,
        short_help=_("Teach by examples: positions, every decision of a game."),
        help=_(
            "Teach by examples: how a position is written, and every kind of decision of a game."
            " TOPIC is `positions`, a game or a command."
        ),
        examples=lambda: [
            _("trunfo help {topic}").format(topic=topic)
            for topic in (_("positions"), usual_game().name)
        ],
    )
    @click.argument("topic", metavar=_("[TOPIC]"), required=False, shell_complete=topics)
    @lang_option(spoken)
    @click.pass_context
    def run(ctx: click.Context, /, topic: str | None) -> None:
        root = ctx.find_root()
        program = root.command
        assert isinstance(program, Group)
        command = program.get_command(root, topic) if topic else None
        shown = page(spoken)
        if topic is None:
            say("\n".join(_overview(shown)) + "\n\n" + program.get_help(root))
        elif fold(topic) in (fold("positions"), fold(_("positions"))):
            say("\n".join(_positions(shown)))
        elif command is not None:
            with click.Context(command, root, topic) as inner:
                say(command.get_help(inner))
        else:
            say("\n".join(_game_page(game_named(topic), shown)))

    return run


def example_of(game: Game, kind: str | None) -> Example:
    """The example of a kind, English or Portuguese; without a kind that of a card to play.

    Raises
    ------
    UnreadableInput
        If the game has none of that kind.
    """
    found = advisor_of(game).examples
    english = {fold(word): kind for kind, word in KINDS.items()}
    name = "play" if kind is None else english.get(fold(kind), kind)
    if name in found and name in KINDS:
        return found[name]
    template = "{game} has no example of {kind}; it has: {kinds}."
    there = [word for each, word in KINDS.items() if each in found]
    values = {"game": game.title, "kind": str(kind),
              "kinds": ", ".join([*(each for each in KINDS if each in found), *there])}
    raise UnreadableInput(Message("unknown_example", template, values))


def _overview(shown: Page) -> Iterator[str]:
    """What there is to read."""
    _ = shown.language.translate
    yield from wrapped(_("How a position is written, and every decision by an example:"), shown)
    yield ""
    for topic in (_("positions"), *(game.name for game in playable())):
        yield "  " + _("trunfo help {topic}").format(topic=topic)


def _game_page(game: Game, shown: Page) -> Iterator[str]:
    """Every kind of decision of a game by an example that can be pasted."""
    _ = shown.language.translate
    examples = advisor_of(game).examples
    yield shown.style("advice", shown.fit(game.title))
    yield ""
    text = _("Every example can be pasted as it stands. The rules and their options: {command}")
    yield from wrapped(text.format(command=_("trunfo rules {name}").format(name=game.name)), shown)
    for kind in (*KINDS, SOLVE):
        if kind in examples:
            yield ""
            yield from wrapped(_(examples[kind].about), shown)
            yield ""
            yield from command_lines(examples[kind], kind, shown)


def command_lines(example: Example, kind: str, shown: Page) -> Iterator[str]:
    """The command line of an example; its lines are broken where entries end."""
    _ = shown.language.translate
    first = _("trunfo solve") if kind == SOLVE else _("trunfo advise")
    yield from entry_lines(f'{first} "{_(example.text)}"', shown, margin=2)


def command_text(kind: str, spoken: Language) -> str:
    """The command line of an example of the usual game, as help shows it."""
    shown = Page(spoken)
    return "\n".join(
        line.removeprefix("  ")
        for line in command_lines(advisor_of(usual_game()).examples[kind], kind, shown)
    )


def entry_lines(text: str, shown: Page, margin: int = 0) -> Iterator[str]:
    """A position in lines that are broken where entries end, so that it can be read again."""
    first, *entries = text.split("; ")
    line = " " * margin + first
    for entry in entries:
        if len(line) + len(entry) + 3 > shown.width:
            yield shown.fit(f"{line};")
            line = " " * (margin + 2) + entry
        else:
            line += f"; {entry}"
    yield shown.fit(line)


def _positions(shown: Page) -> Iterator[str]:
    """How positions are written."""
    _ = shown.language.translate
    code = shown.language.code
    for paragraph in (
        _(
            "A position is what one player knows. It is written in entries, each a word and what it"
            " says, with ; or a new line between them, in any order, in Portuguese or in English,"
            " with accents or without. The game comes first:"
        ),
        "",
        _(
            "Cards: rank and suit, A♠ 7♥ or 7♥A♠, or in words (ace of spades), or by suit,"
            " ♣7JQ63. For want of symbols the letters H D S C do for the suits. A - means none."
        ),
        _(
            "Players: me, right, partner (or across), left, as they sit around me; in a game of"
            " two me and opponent. Or names, in order of play: players Ana Rui Eva Zé."
        ),
        _(
            "What you have forgotten you may leave out: which cards are gone, who played them. The"
            " answer begins with the position as it was understood, and with what had to be"
            " assumed. Look there first: what was misread is seen at once."
        ),
        _("The words:"),
    ):
        if paragraph:
            yield from wrapped(paragraph, shown)
        else:
            yield from command_lines(advisor_of(usual_game()).examples["play"], "play", shown)
        yield ""
    words = {english: english if code == "en" else other for other, english, _key in KEYS}
    size = max(map(len, words.values()))
    for english, meaning in KEY_MEANINGS.items():
        first = f"  {words[english].ljust(size)}  "
        yield from wrapped(_(meaning), shown, first=first, then=" " * (size + 4))
    yield ""
    text = _("Every decision of a game by an example: {command}")
    yield from wrapped(text.format(command=_("trunfo help {topic}").format(topic=_("GAME"))), shown)
