"""Forms at random, dates at odd places: a value is read wherever it stands, and none is taken from another label."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.unit.documents.forms import Placed, form, placed

from docverify.documents.extract import extract
from docverify.model import Box

_SURE = 0.8
_FORMS = 210
_LEAST = {"validade": 0.99, "data_emissao": 0.99, "cnpj": 0.96, "atividade": 0.98, "numero": 0.93}


def test_forms_at_random() -> None:
    read: Counter[str] = Counter()
    for seed in range(_FORMS):
        tipo, page, wanted = form(seed)
        found = extract(tipo, [page]).campos
        for name, value in wanted.items():
            field = found.get(name)
            if field is not None and field.confianca >= _SURE:
                assert str(field.valor) == value, (seed, name, field.valor, value)
                read[name] += 1
    assert {name: read[name] / _FORMS for name, least in _LEAST.items() if read[name] / _FORMS < least} == {}


_HEAD: list[Placed] = [
    (0.3, 0.04, "PREFEITURA MUNICIPAL DE ASSIS", 0.0145),
    (0.3, 0.07, "ALVARÁ DE FUNCIONAMENTO Nº 123/2026", 0.018),
    (0.08, 0.12, "Razão Social: GAS BOM LTDA", 0.0105),
    (0.08, 0.14, "CNPJ: 11.222.333/0001-81", 0.0105),
]
_CELL: list[Box] = [(0.07, 0.295, 0.30, 0.36)]
PLACES: dict[str, tuple[list[tuple[float, float, str]], list[Box]]] = {
    "a long date that wraps": (
        [(0.08, 0.30, "Validade"), (0.08, 0.314, "31 de dezembro"), (0.08, 0.328, "de 2026")],
        _CELL,
    ),
    "a period over three lines": (
        [(0.08, 0.30, "Vigência"), (0.08, 0.314, "01/01/2026"), (0.08, 0.328, "a"), (0.08, 0.342, "31/12/2026")],
        _CELL,
    ),
    "a period over two lines": (
        [(0.08, 0.30, "Período de validade"), (0.08, 0.314, "01/01/2026 a"), (0.08, 0.328, "31/12/2026")],
        _CELL,
    ),
    "from and until": (
        [(0.08, 0.30, "Validade"), (0.08, 0.314, "De: 01/01/2026"), (0.08, 0.328, "Até: 31/12/2026")],
        _CELL,
    ),
    "value in the lower corner": ([(0.08, 0.30, "Validade"), (0.20, 0.32, "31/12/2026")], _CELL),
    "columns far apart": ([(0.08, 0.30, "Validade"), (0.80, 0.30, "31/12/2026")], []),
    "a sentence over two lines": (
        [
            (
                0.08,
                0.30,
                "Concedemos à empresa acima qualificada licença para exercer a atividade, sendo este alvará válido até",
            ),
            (0.08, 0.315, "31 de dezembro de 2026, devendo ser afixado em local visível."),
        ],
        [],
    ),
    "the year's last day": (
        [
            (0.08, 0.30, "Este alvará é válido até 31 de dezembro do corrente exercício."),
            (0.08, 0.33, "Exercício: 2026"),
        ],
        [],
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_an_end_is_read_wherever_it_stands(name: str) -> None:
    items, cells = PLACES[name]
    page = placed([*_HEAD, *((x, y, text, 0.0105) for x, y, text in items)], cells)
    found = extract("alvara_funcionamento", [page]).campos["validade"]
    assert (found.valor, found.confianca >= _SURE) == ("2026-12-31", True)


def test_a_history_of_dates_is_a_doubt() -> None:
    rows = [
        ("Evento", "Emissão", "Validade"),
        ("Concessão", "15/03/2025", "31/12/2025"),
        ("Renovação", "15/03/2026", "31/12/2026"),
    ]
    items = [
        (x, 0.30 + 0.02 * y, text, 0.0105)
        for y, row in enumerate(rows)
        for x, text in zip((0.08, 0.3, 0.6), row, strict=True)
    ]
    found = extract("alvara_funcionamento", [placed([*_HEAD, *items])]).campos
    assert all(found[name].confianca < _SURE for name in ("validade", "data_emissao") if name in found)
