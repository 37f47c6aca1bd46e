"""Intake: what is this file, is it safe, which pages does it have."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docverify.intake.dossier import Intake, open_dossier
    from docverify.intake.sources import FailedFile, RawPage, Render, SourceFile, TextLayer

__all__ = ["FailedFile", "Intake", "RawPage", "Render", "SourceFile", "TextLayer", "open_dossier"]


def __getattr__(name: str) -> Any:
    """Import a name when it is asked for: the children that open files import modules of this folder and no others."""
    if name not in __all__:
        raise AttributeError(name)
    home = "dossier" if name in ("Intake", "open_dossier") else "sources"
    return getattr(import_module(f"docverify.intake.{home}"), name)
