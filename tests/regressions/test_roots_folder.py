"""A folder of roots that is not there is told: without roots any signature would count."""

from __future__ import annotations

from pathlib import Path

import pytest

from docverify.errors import BadInputError
from docverify.intake.signatures import SignatureReader
from docverify.settings import Settings


def test_a_folder_of_roots_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="DOCVERIFY_RAIZES"):
        SignatureReader(Settings(raizes=tmp_path / "nada"))
    (tmp_path / "arquivo").write_text("x", encoding="utf-8")
    with pytest.raises(BadInputError, match="DOCVERIFY_RAIZES"):
        SignatureReader(Settings(raizes=tmp_path / "arquivo"))
    SignatureReader(Settings(raizes=tmp_path)).close()
