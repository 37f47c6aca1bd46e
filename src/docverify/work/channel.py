"""What a child says while it works: how far it is, and the verdict before the pictures are drawn.

Said into the void where nobody listens, so that the corridor need not know who runs it.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from multiprocessing.connection import Connection

from docverify.work.job import Outcome


@dataclass(frozen=True, slots=True)
class Step:
    """How far a dossier is.

    Attributes:
        etapa: ``abrindo``, ``lendo``, ``conferindo``, ``decidindo`` or ``ilustrando``.
        feito: Pages done.
        total: Pages in all, None where none are counted.
    """

    etapa: str
    feito: int = 0
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """The outcome, if nothing comes any more: what is left to do adds to it only."""

    outcome: Outcome


_listener: Connection | None = None


def connect(listener: Connection | None) -> None:
    """Say what follows to a listener, or to nobody."""
    global _listener
    _listener = listener


def tell(etapa: str, feito: int = 0, total: int | None = None) -> None:
    """Say how far the dossier is (see :class:`Step`)."""
    _send(Step(etapa, feito, total))


def decided(outcome: Outcome) -> None:
    """Say what the outcome is, should the rest go wrong."""
    _send(Decided(outcome))


def _send(message: Step | Decided) -> None:
    if _listener is not None:
        with contextlib.suppress(OSError):  # who listened is gone: the answer will find that out
            _listener.send(message)
