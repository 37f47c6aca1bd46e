"""The commands, and what becomes of their errors: one line on standard error and an exit status of the contract."""

from __future__ import annotations

import io
import os
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

import typer

from docverify.cli import logs
from docverify.cli.help import in_portuguese
from docverify.errors import EXIT_BAD_INPUT, EXIT_DEFECT, EXIT_ENGINE, DocverifyError

_UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Newer versions of typer carry their own click, older ones import it: this is the base class of either."""

_SIGINT_STATUS = 130
"""What newer versions of typer return for an interrupt instead of letting it through."""

_INTERRUPTED = "interrompido; o que já estava pronto foi mantido"

app = typer.Typer(
    name="docverify",
    help="Verifica dossiês de revenda de combustíveis e GLP contra as normas da ANP.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> NoReturn:
    """Run the command line and leave with its exit status."""
    if sys.stderr is None:  # closed by the caller: what is said there goes nowhere, never to standard output
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.exit(fail("a saída padrão está fechada; não há onde mostrar o resultado", EXIT_ENGINE))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal of another encoding gets "?" for what it cannot show
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command.

    Args:
        arguments: As after the program's name.

    Returns:
        The exit status: 0, 1, 3 by the result; 2 bad input or call, 4 engine, 70 defect.
    """
    logs.configure(arguments)
    try:
        _register()
        command = typer.main.get_command(app)
        in_portuguese(command)
        status = command.main(arguments, prog_name="docverify", standalone_mode=False)
        sys.stdout.flush()
    except _UsageError as error:
        return fail(_usage(error), EXIT_BAD_INPUT)
    except DocverifyError as error:
        _trace()
        return fail(error.mensagem, error.exit_status)
    except (KeyboardInterrupt, typer.Abort):
        return fail(_INTERRUPTED, EXIT_ENGINE)
    except BrokenPipeError:
        # whoever read our output is gone: nothing can be told there, and the interpreter must not try again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_ENGINE
    except MemoryError:
        return fail("faltou memória", EXIT_ENGINE)
    except OSError as error:
        _trace()
        return fail(f"o sistema não deixou ler ou escrever: {error.strerror or error}", EXIT_ENGINE)
    except Exception as error:
        _trace()
        return fail(
            f"defeito do docverify ({type(error).__name__}); repita com DOCVERIFY_DEBUG=1 e informe o resultado",
            EXIT_DEFECT,
        )
    if status == _SIGINT_STATUS:
        return fail(_INTERRUPTED, EXIT_ENGINE)
    return status if isinstance(status, int) else 0


def fail(message: str, status: int) -> int:
    """Say on standard error, in one line, why there is no result; return the exit status."""
    text = " ".join(message.split())
    print("docverify: " + "".join(c if c.isprintable() else " " for c in text), file=sys.stderr, flush=True)
    return status


def debug() -> bool:
    """Tell whether tracebacks are wanted (``DOCVERIFY_DEBUG=1``)."""
    return os.environ.get("DOCVERIFY_DEBUG", "") not in ("", "0")


def _trace() -> None:
    if debug():
        traceback.print_exc()


def _register() -> None:
    """Import the commands, which add themselves to :data:`app`."""
    from docverify.cli import (  # noqa: F401
        audit,
        backup,
        batch,
        doctor,
        evaluate,
        norms,
        purge,
        serve,
        users,
        verify,
        version,
        worker,
    )


def _usage(error: Exception) -> str:
    """Return what is wrong with a call, in Portuguese (the library speaks English only)."""
    context: Any = getattr(error, "ctx", None)
    hint = f"; veja {context.command_path if context else 'docverify'} --help"
    message = str(getattr(error, "message", error))
    parameter: Any = getattr(error, "param", None)
    name = _name(parameter)
    option = getattr(error, "option_name", "")
    match type(error).__name__:
        case "NoSuchOption":
            return f"a opção {option} não existe{hint}"
        case "MissingParameter":
            return f"falta {name}{hint}"
        case "BadParameter":
            return f"valor inválido para {name}{hint}"
        case "BadOptionUsage":
            return f"a opção {option} está incompleta{hint}"
        case "NoArgsIsHelpError":
            return "falta o comando; veja docverify --help"
    if message.startswith("No such command"):
        return f"comando desconhecido: {message.partition(chr(39))[2].partition(chr(39))[0]}{hint}"
    if message.startswith("Got unexpected extra argument"):
        return f"há argumentos demais{hint}"
    return f"a chamada não pôde ser entendida: {message}{hint}"


def _name(parameter: Any) -> str:
    """Return an option or argument as it is written in a call."""
    written = [str(option) for option in getattr(parameter, "opts", None) or [] if str(option).startswith("-")]
    shown = getattr(parameter, "metavar", None) or getattr(parameter, "name", None)
    return written[0] if written else str(shown or "um argumento")
