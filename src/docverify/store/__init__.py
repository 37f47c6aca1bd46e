"""What outlives a run: dossiers, verdicts, people and the audit chain in PostgreSQL, scans in a store of files."""

from __future__ import annotations
