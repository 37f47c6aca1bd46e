"""Intake: what is this file, is it safe, which pages does it have."""

from __future__ import annotations

from docverify.intake.dossier import Intake, open_dossier
from docverify.intake.sources import FailedFile, RawPage, Render, SourceFile, TextLayer

__all__ = ["FailedFile", "Intake", "RawPage", "Render", "SourceFile", "TextLayer", "open_dossier"]
