"""The command line: ``docverify``."""

from __future__ import annotations

from docverify.cli.app import main

__all__ = ["main"]
