"""Imported once by the server that children are forked from; a broken part is told by the child that needs it."""

from __future__ import annotations

import contextlib

with contextlib.suppress(Exception):
    from docverify.remember import program_digest

    program_digest()  # once, and of the files that are about to be loaded
    import docverify.work.produce  # noqa: F401
