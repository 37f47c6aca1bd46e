"""What ``docverify doctor`` found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        nome: What.
        certo: True fine, False a fault that stops the work, None a remark.
        detalhe: What was found, and what to do.
    """

    nome: str
    certo: bool | None
    detalhe: str


def size(count: int) -> str:
    """Return bytes as they are said in Portuguese: "64,7 GB"."""
    return f"{count / 1e9:.1f} GB".replace(".", ",")
