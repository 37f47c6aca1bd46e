"""Many dossiers: one child process each, under limits, and the batch that can be interrupted at any time."""

from __future__ import annotations
