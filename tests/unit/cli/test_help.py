"""The help pages: whole in Portuguese, of every command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from docverify.cli import app as cli
from docverify.cli.help import translated

_ENGLISH = re.compile(
    r"\b(?:default|required|usage|options|arguments?|commands?|show|exit|file|folder|dir|source|dossier|norm|host|port|path|str|"
    r"int|list|yyyy)\b",
    re.IGNORECASE,
)
_OURS = re.compile(r"--[a-z-]+|docverify(?: [a-z]+)*|^  [a-z]+  ", re.MULTILINE)
"""Options and commands have the names that they have."""


def _calls(command: Any, call: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield call
    for name, below in getattr(command, "commands", {}).items():
        yield from _calls(below, (*call, name))


def _all() -> list[tuple[str, ...]]:
    cli._register()
    return list(_calls(typer.main.get_command(cli.app)))


@pytest.mark.parametrize("call", _all(), ids=" ".join)
def test_help_says_nothing_in_english(call: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*call, "--help"]) == 0
    said = capsys.readouterr().out
    assert _ENGLISH.findall(_OURS.sub("", said)) == []
    assert "{" not in said and "[[" not in said


@pytest.mark.parametrize("call", [call for call in _all() if call], ids=" ".join)
def test_every_command_is_told_whole(call: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*call[:-1], "--help"]) == 0
    listed = capsys.readouterr().out.partition("Comandos:")[2]
    line = next(line for line in listed.splitlines() if line.startswith(f"  {call[-1]} "))
    assert not line.endswith("..."), line


def test_what_the_library_says_is_translated() -> None:
    assert translated("Usage: x {A} <Path>  n  [default: 3]") == "Uso: x A  n  [padrão: 3]"
