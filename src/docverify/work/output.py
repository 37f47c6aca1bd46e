"""A JSONL file that survives kill -9: whole lines only, each entry once, continued where it stopped."""

from __future__ import annotations

import fcntl
import json
import os
import stat
from pathlib import Path
from types import TracebackType
from typing import Any

from docverify.errors import BadInputError
from docverify.report.serialize import dumps


class OutputBusyError(BadInputError):
    """Another run writes the same output."""


class OutputUnusableError(BadInputError):
    """The output cannot be opened or holds something else."""


class LineFile:
    """The output of a batch, open for appending and locked against a second run.

    Args:
        path: The file; made where it does not exist.

    Raises:
        OutputBusyError: Another process has it open as well.
        OutputUnusableError: It cannot be opened, or holds whole lines that are not reports.
    """

    def __init__(self, path: Path) -> None:
        try:
            # a named pipe without a reader must not hang here
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK
            self._handle = os.open(path, flags, 0o644)
        except (OSError, ValueError) as error:
            told = getattr(error, "strerror", None) or error
            raise OutputUnusableError(f"não consigo escrever em {path}: {told}") from error
        try:
            if not stat.S_ISREG(os.fstat(self._handle).st_mode):
                raise OutputUnusableError(f"{path} não é um arquivo comum; indique um arquivo .jsonl")
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.done = frozenset(self._recover(path))
        except BlockingIOError as error:
            os.close(self._handle)
            raise OutputBusyError(
                f"outra execução está escrevendo em {path}; espere por ela ou use outro arquivo"
            ) from error
        except BaseException:
            os.close(self._handle)
            raise

    def __enter__(self) -> LineFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)

    def append(self, entry: dict[str, Any]) -> None:
        """Write one line and see it on the disk.

        Args:
            entry: JSON-able, with ``dossie``.

        Raises:
            OSError: The disk is full or gone; what was written of the line is taken back.
        """
        data = dumps(entry).encode("utf-8") + b"\n"
        end = os.fstat(self._handle).st_size
        try:
            written = 0
            while written < len(data):
                written += os.write(self._handle, data[written:])
            os.fsync(self._handle)
        except OSError:
            os.ftruncate(self._handle, end)
            raise

    def _recover(self, path: Path) -> list[str]:
        """Return the names that have their line; a last line cut short is dropped and will be done again."""
        names: list[str] = []
        with os.fdopen(os.dup(self._handle), "rb") as stream:
            whole = 0
            stream.seek(0)
            for number, line in enumerate(stream, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    names.append(str(json.loads(line)["dossie"]))
                except (ValueError, KeyError, TypeError) as error:
                    raise OutputUnusableError(
                        f"{path}, linha {number}: não é um relatório do docverify; use outro arquivo de saída"
                    ) from error
                whole += len(line)
        os.ftruncate(self._handle, whole)
        return names
