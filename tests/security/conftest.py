"""The installation of the tests of security: that of the tests of the service."""

from __future__ import annotations

from tests.service.conftest import database_url, postgres, service_settings, store, tmp_path

__all__ = ["database_url", "postgres", "service_settings", "store", "tmp_path"]
