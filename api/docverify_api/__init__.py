"""The service's HTTP side: API and pages. No rule and no reading is in here."""

from __future__ import annotations
