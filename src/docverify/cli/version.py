"""``docverify version``."""

from __future__ import annotations

from docverify import __version__
from docverify.cli.app import app


@app.command(help="Mostra a versão.")
def version() -> None:
    """Print the version."""
    print(f"docverify {__version__}")
