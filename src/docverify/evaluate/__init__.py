"""Measuring: reports against expected results, with every miss listed so that kinds can be mended, not samples."""

from __future__ import annotations
