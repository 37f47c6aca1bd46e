"""The table of the 88 rules in ``docs/norms.md`` is whole and up to date, and every rule is exercised both ways.

The ids are those of the public contract of the project (its catalogue of rules), written out here:
nothing of the project may read the catalogue itself.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from docverify.norms import catalog, load_norm
from tests.acceptance.norms.cases import all_cases

ROOT = Path(__file__).parents[2]

REGRAS = {
    "GLP297": [f"GLP-{n:02}" for n in range(1, 16)],
    "RES41": [
        *(f"R41-{n:02}" for n in range(1, 8)),
        *(f"R41-{c}" for c in "ABCDEFGHIJ"),
        *(f"R41-K{n}" for n in range(1, 9)),
        *(f"R41-{n}" for n in (10, 11, *range(81, 90), *range(111, 117))),
        *(f"R41-21{c}" for c in "ABCDEF"),
        *(f"R41-{n}" for n in (212, 213, 28, 30)),
    ],
    "TRR97": [f"T97-{n}" for n in range(1, 12)],
    "PR95": [f"P95-{n}" for n in range(1, 4)],
    "TRR95": [f"T95-{n}" for n in range(1, 4)],
    "DIST95": [f"D95-{n}" for n in range(1, 5)],
}

NAO_VERIFICAVEIS = {
    # contract, section 4, reading 15: from documents alone, never a defect
    *("GLP-10", "GLP-12", "GLP-13", "GLP-14", "GLP-15", "T97-7", "T97-9", "P95-2", "T95-2", "R41-28", "R41-30"),
    # reading 13: the 15 days are for the signs on the forecourt
    "R41-111",
    # terms that ran out in 1997, for whoever was registered then; and what the DNC is told outside any dossier
    *("T97-10", "D95-4"),
}


@pytest.fixture(scope="module")
def table() -> ModuleType:
    spec = importlib.util.spec_from_file_location("norms_table", ROOT / "scripts" / "norms_table.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_catalogue_has_88_rules_and_each_is_in_its_norm() -> None:
    assert sum(map(len, REGRAS.values())) == 88
    assert {name: {r.id for r in load_norm(name).regras} for name in catalog()} == {
        name: set(ids) for name, ids in REGRAS.items()
    }


def test_every_rule_is_met_and_broken_or_says_why_it_cannot_be(table: ModuleType) -> None:
    shown = table.exercised(all_cases())
    missing = []
    for name, ids in REGRAS.items():
        rules = {r.id: r for r in load_norm(name).regras}
        for rule in ids:
            if rule in NAO_VERIFICAVEIS:
                assert rules[rule].nao_verificavel, f"{rule} does not say why it cannot be verified"
                seen = shown[rule]
                assert seen.cumprida is None and seen.quebrada is None, rule
                continue
            assert rules[rule].nao_verificavel is None, f"{rule} can be verified"
            seen = shown.get(rule, table.Shown())
            missing += [f"{rule}: {slot}" for slot in ("cumprida", "quebrada") if getattr(seen, slot) is None]
    assert not missing


def test_the_page_is_up_to_date_and_has_a_row_for_each(table: ModuleType) -> None:
    page = (ROOT / "docs" / "norms.md").read_text(encoding="utf-8")
    assert table.page(page) == page, "run scripts/norms_table.py"
    rows = re.findall(r"^\| ([A-Z0-9]+-[A-Z0-9]+) \|", page, re.MULTILINE)
    assert sorted(rows) == sorted(r for ids in REGRAS.values() for r in ids)
