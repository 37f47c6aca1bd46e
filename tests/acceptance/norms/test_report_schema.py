"""What the cases decide is a report of the contract, whatever the case."""

from __future__ import annotations

import copy
import json
from datetime import date
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docverify import ficha
from docverify.model import Timings, Verification
from docverify.report.serialize import to_dict
from docverify.resources import package_path
from tests.acceptance.norms.cases import all_cases, build, run

SCHEMA = json.loads(package_path("report", "schema", "relatorio-1.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
CASES = all_cases()
IN_ORDER = next(c for c in all_cases("GLP297") if c.data["nome"] == "dossiê em ordem")


def report(case: dict[str, Any]) -> dict[str, Any]:
    declared, documents = build(case)
    parsed = ficha.parse(json.dumps(declared, default=str).encode())
    return to_dict(Verification("caso", parsed, run(case), tuple(documents), Timings()))


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("case", CASES, ids=[c.id for c in CASES])
def test_every_case_gives_a_report_of_the_contract(case: Any) -> None:
    made = json.loads(json.dumps(report(case.data)))
    errors = [f"{list(e.absolute_path)}: {e.message[:200]}" for e in VALIDATOR.iter_errors(made)]
    assert errors == []
    for item in made["itens"]:
        assert item["documentos"] == sorted(set(item["documentos"]))
        for reason in item["motivos"]:
            if reason["evidencia"] is not None:
                assert reason["evidencia"]["documento"] in range(len(made["documentos"]))


def _changed(path: list[Any], value: Any) -> dict[str, Any]:
    made: Any = copy.deepcopy(report(IN_ORDER.data))
    target = made
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return made  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["versao"], 2),
        (["resultado"], "talvez"),
        (["resultado"], "rejeitado"),
        (["efeito", "codigo"], "nao_admitido"),
        (["itens", 0, "situacao"], "em_analise"),
        (["itens", 0, "motivos"], [{"codigo": "inventado"}]),
        (["documentos", 0, "campos", "exercicio"], {"valor": 2026}),
        (["documentos", 0, "tipo"], "conta_de_luz"),
        (["ficha", "pedido"], {}),
        (["avisos"], [{"codigo": "arquivo_ilegivel", "mensagem": "sem o arquivo"}]),
        (["data_referencia"], date(2026, 11, 30).strftime("%d/%m/%Y")),
        (["extra"], 1),
    ],
)
def test_what_is_not_a_report_is_refused(path: list[Any], value: Any) -> None:
    assert not VALIDATOR.is_valid(_changed(path, value))
