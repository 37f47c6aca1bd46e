from __future__ import annotations

import re
from pathlib import Path

from docverify.store.rights import BY_ROLE, SCOPES
from docverify.store.tables import PAPEIS
from docverify_api.routes.contas_pagina import ESCOPOS

_TEXT = (Path(__file__).parents[2] / "docs" / "contas.md").read_text(encoding="utf-8")


def test_the_table_of_roles_is_the_programs_own() -> None:
    rows = re.findall(r"^\| `([a-z]+\.[a-z]+)`[^|]*\|(.*)\|$", _TEXT, re.MULTILINE)
    told = {papel: set() for papel in PAPEIS}
    for right, cells in rows:
        for papel, cell in zip(PAPEIS, cells.split("|"), strict=True):
            assert cell.strip() in ("sim", "")
            if cell.strip():
                told[papel].add(right)
    assert told == {papel: set(rights) for papel, rights in BY_ROLE.items()}


def test_the_table_of_scopes_is_the_programs_own() -> None:
    rows = re.findall(r"^\| `([a-z]+:[a-z]+)` \|(.*)\|$", _TEXT, re.MULTILINE)
    assert {scope: set(re.findall(r"`([^`]+)`", rights)) for scope, rights in rows} == SCOPES
    assert set(ESCOPOS) == set(SCOPES), "each has its words on the page"
