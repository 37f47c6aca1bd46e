"""docverify: verifies dossiers of Brazilian fuel and LPG resellers against ANP's norms."""

from __future__ import annotations

__version__ = "0.4.0"
