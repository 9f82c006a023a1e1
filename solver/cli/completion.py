"""The command that makes shells complete what is typed: `trunfo completion`."""

from __future__ import annotations

import os

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
)

from trunfo.cli.parts import COMPLETE, PROGRAM, Command, lang_option, say
from trunfo.language import Language

SHELLS = ("bash", "zsh", "fish", "powershell")


class PowerShellComplete(ShellComplete):
    """Completion for PowerShell, which click has not; the protocol is like that for fish.

    PowerShell tells the words before the one that is completed, one a line, and that one.
    """

    name = "powershell"
    source_template = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $ast, $cursor)
    $before = $ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor }
    $env:COMP_WORDS = ($before | ForEach-Object { $_.Extent.Text.Trim('"') }) -join "`n"
    $env:COMP_CWORD = $word
    $env:%(complete_var)s = "powershell_complete"
    try {
        %(prog_name)s | ForEach-Object {
            $type, $value, $help = $_ -split "`t", 3
            if ($type -eq "file" -or $type -eq "dir") {
                [System.Management.Automation.CompletionCompleters]::CompleteFilename($word)
            } else {
                [System.Management.Automation.CompletionResult]::new(
                    $value, $value, "ParameterValue", $help)
            }
        }
    } finally {
        Remove-Item Env:COMP_WORDS, Env:COMP_CWORD, Env:%(complete_var)s -ErrorAction Ignore
    }
}
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words after the program's name, and the one that is completed."""
        words = os.environ.get("COMP_WORDS", "").splitlines()
        return words[1:], os.environ.get("COMP_CWORD", "")

    def format_completion(self, item: CompletionItem) -> str:
        """Type, value and help, one line; PowerShell wants a help that is not empty."""
        told = " ".join((item.help or item.value).split())
        return f"{item.type}\t{item.value}\t{told}"


add_completion_class(PowerShellComplete)


def completion_command(spoken: Language) -> click.Command:
    """`trunfo completion`."""
    _ = spoken.translate

    @click.command(
        "completion", cls=Command, language=spoken,
        short_help=_("Print what makes a shell complete commands."),
        help=_("Print the lines that make a shell complete commands, options and files."),
        examples=lambda: [
            'eval "$(trunfo completion bash)"      # ~/.bashrc',
            'eval "$(trunfo completion zsh)"       # ~/.zshrc',
            "trunfo completion fish | source       # ~/.config/fish/config.fish",
            "trunfo completion powershell | Out-String | Invoke-Expression    # $PROFILE",
        ],
    )
    @click.argument("shell", type=click.Choice(SHELLS))
    @lang_option(spoken)
    @click.pass_context
    def run(ctx: click.Context, /, shell: str) -> None:
        made = get_completion_class(shell)
        assert made is not None
        say(made(ctx.find_root().command, {}, PROGRAM, COMPLETE).source())

    return run
