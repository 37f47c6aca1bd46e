"""Imported once by the server that children are forked from; a broken part is told by the child that needs it."""

from __future__ import annotations

import contextlib

with contextlib.suppress(Exception):
    import docverify.work.produce  # noqa: F401
