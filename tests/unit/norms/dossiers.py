"""Every dossier in order and every case of every norm, ready to be judged with something changed."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from typing import Any

from hypothesis import strategies as st

from docverify import ficha
from docverify.model import Decision, Document, Ficha
from docverify.norms import decide, load_norm
from tests.acceptance.norms.cases import (
    FOLDER,
    all_cases,
    base_of,
    build,
    dossier_facts,
    outside,
)

Case = dict[str, Any]

BASES: list[Case] = [
    {
        "nome": f"{p.parent.name}/{p.stem}",
        "norma": p.parent.name.upper(),
        "base": p.stem.removeprefix("base").lstrip("_"),
    }
    for p in sorted(FOLDER.glob("*/base*.toml"))
]
CASES: list[Case] = [c.data for c in all_cases()]
NAMES = [c["nome"] for c in BASES]
GRAVE = ("impede", "revisar")
ORDER = {"nao_aplicavel": 0, "nao_verificavel": 0, "conforme": 0, "em_analise": 1, "nao_conforme": 2, "ausente": 3}


def parsed(case: Case) -> tuple[Ficha, list[Document]]:
    declared, documents = build(case)
    return ficha.parse(json.dumps(declared, default=str).encode()), documents


def judge(case: Case, declared: Ficha, documents: list[Document], day: date | None = None) -> Decision:
    return decide(
        declared,
        declared.pedido,
        documents,
        dossier_facts(case),
        load_norm(case["norma"], case.get("ajustes")),
        day or case.get("data_referencia", base_of(case)["data_referencia"]),
        bases=outside(case.get("bases", {})),
    )


@cache
def in_order(index: int) -> tuple[Ficha, tuple[Document, ...], Decision]:
    declared, documents = parsed(BASES[index])
    return declared, tuple(documents), judge(BASES[index], declared, documents)


WHICH = st.integers(min_value=0, max_value=len(BASES) - 1)
