"""The help pages in Portuguese: the library writes their headings in English only."""

from __future__ import annotations

import functools
import re
from typing import Any

_HEADINGS = {
    "Usage:": "Uso:",
    "Options:": "Opções:",
    "Arguments:": "Argumentos:",
    "Commands:": "Comandos:",
    "[OPTIONS]": "[OPÇÕES]",
    "COMMAND [ARGS]...": "COMANDO [ARGUMENTOS]...",
    "[required]": "[obrigatório]",
    "[default: ": "[padrão: ",
    "Show this message and exit.": "Mostra esta ajuda.",
}
_HEADING = re.compile("|".join(map(re.escape, _HEADINGS)))
_TYPE = re.compile(r" <(?:path|str|int|list\[path\])>", re.IGNORECASE)
"""How the library tells an argument's type, in words of the program's own."""
_BRACED = re.compile(r"\{([^{}\s]+)\}")


def in_portuguese(command: Any) -> None:
    """Let a command and all below it print their help in Portuguese.

    Args:
        command: As ``typer.main.get_command`` builds it.
    """
    original = command.get_help

    @functools.wraps(original)
    def get_help(context: Any) -> str:
        return translated(original(context))

    command.get_help = get_help
    for below in getattr(command, "commands", {}).values():
        in_portuguese(below)


def translated(text: str) -> str:
    """Return a help page with its headings in Portuguese, and no word of the library's beside what is to be given."""
    told = _HEADING.sub(lambda found: _HEADINGS[found[0]], text)
    return _BRACED.sub(r"\1", _TYPE.sub("", told))
