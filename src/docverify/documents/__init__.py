"""Words -> lines and cells -> type -> fields with evidence."""

from __future__ import annotations
