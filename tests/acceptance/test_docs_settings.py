"""Every setting is told where a user looks for it, with the default that it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docverify.settings import Settings
from docverify.store.config import ServiceSettings

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| `DOCVERIFY_(\w+)` \| ([^|]*) \|", re.MULTILINE)
TOLD = dict(ROW.findall((ROOT / "docs" / "settings.md").read_text(encoding="utf-8")))
FIELDS = Settings.model_fields | ServiceSettings.model_fields
OF_THE_MACHINE = {
    "cache": "`~/.cache/docverify`",
    "ocr_jobs": "number of cores",
    "home": "`~/.local/share/docverify`",
    "workers": "number of cores",
}
"""Defaults that are not the same everywhere."""


def test_no_setting_is_missing_and_none_is_invented() -> None:
    assert set(TOLD) == {name.upper() for name in FIELDS}
    assert Settings.model_fields.keys().isdisjoint(ServiceSettings.model_fields)


@pytest.mark.parametrize("name", list(FIELDS))
def test_the_default_is_the_one_that_is_told(name: str) -> None:
    if name in OF_THE_MACHINE:
        assert TOLD[name.upper()] == OF_THE_MACHINE[name]
        return
    value = FIELDS[name].get_default(call_default_factory=True)
    default = "none" if value is None else str(value).lower().removesuffix(".0")
    assert TOLD[name.upper()] == default


@pytest.mark.parametrize("page", ["README.md", *sorted(p.name for p in (ROOT / "docs").glob("*.md"))])
def test_pages_name_settings_that_exist(page: str) -> None:
    path = ROOT / page if page == "README.md" else ROOT / "docs" / page
    named = set(re.findall(r"DOCVERIFY_([A-Z_]*[A-Z])\b", path.read_text(encoding="utf-8")))
    assert named - {"DEBUG", "LOG"} <= set(TOLD)


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *sorted(p.name for p in (ROOT / "docs").glob("*.md"))]
)
def test_pages_point_at_files_that_exist(page: str) -> None:
    path = ROOT / page if (ROOT / page).is_file() else ROOT / "docs" / page
    named = re.findall(r"`((?:docs|scripts|src|tests|samples|models)/[\w./-]+\w)`", path.read_text(encoding="utf-8"))
    missing = [n for n in named if not (ROOT / n).exists() and not list((ROOT / n).parent.glob((ROOT / n).name + "-*"))]
    assert missing == []
