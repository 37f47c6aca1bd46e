"""Partners and the signer of a Ficha in rows and sentences of other shapes than a table with the name first."""

from __future__ import annotations

from typing import Any

import pytest

from docverify.documents.extract import extract
from docverify.documents.kinds_texto import empresa, pessoa
from docverify.documents.patterns import Campo
from docverify.values.identifiers.cpf import find_cpfs
from tests.unit.documents.pages import layout

_HEAD = (
    "# FICHA CADASTRAL\nNome empresarial: POSTO BELA VISTA LTDA\nCNPJ: 58.730.434/0001-27\n"
    "Rua: RUA SETE\tNº: 10\nBairro: CENTRO\tCidade/UF: ANÁPOLIS/GO\tCEP: 75020-010\n"
)
_ANA, _RUI = "Ana Holanda Queirós", "Rui Inácio Drummond"


def read(text: str) -> dict[str, Any]:
    return {name: field.valor for name, field in extract("ficha_cadastral", [layout(_HEAD + text)]).campos.items()}


@pytest.mark.parametrize(
    ("rows", "days"),
    [
        (
            f"QUADRO DE SÓCIOS\nCPF/CNPJ\tNome do sócio\tDesde\n111.444.777-35\t{_ANA}\t14/03/2021\n"
            f"390.533.447-05\t{_RUI}\t15/04/2022\n",
            True,
        ),
        (
            f"QUEM SÃO OS SÓCIOS\n{_ANA} (CPF 111.444.777-35), desde 14/03/2021\n"
            f"{_RUI} (CPF 390.533.447-05), desde 15/04/2022\n",
            True,
        ),
        (
            f"SÓCIOS\nDesde 14/03/2021: {_ANA}, CPF 111.444.777-35\nDesde 15/04/2022: {_RUI}, CPF 390.533.447-05\n",
            True,
        ),
        (
            f"SÓCIOS DA EMPRESA\nNome: {_ANA}\nCPF: 111.444.777-35\nDesde: 14/03/2021\n"
            f"Nome: {_RUI}\nCPF: 390.533.447-05\nDesde: 15/04/2022\n",
            True,
        ),
        (f"SÓCIOS (nome, CPF)\n{_ANA} - 111.444.777-35 - 14/03/2021\n{_RUI} - 390.533.447-05 - 15/04/2022\n", False),
    ],
)
def test_partners(rows: str, days: bool) -> None:
    end = "RESPONSÁVEL PELO PREENCHIMENTO\nNome: CLÁUDIA CAMARGO\tCPF: 529.982.247-25\n"
    expected = [
        {"nome": _ANA, "documento": "11144477735"} | ({"data_entrada": "2021-03-14"} if days else {}),
        {"nome": _RUI, "documento": "39053344705"} | ({"data_entrada": "2022-04-15"} if days else {}),
    ]
    assert read(rows + end)["socios"] == expected


@pytest.mark.parametrize(
    "lines",
    [
        "Quem preencheu: CLÁUDIA PACHECO CAMARGO\tCPF nº 529.982.247-25\nRG 12.345.678-9 SSP/GO\nData: 10/03/2016\n",
        "Eu, CLÁUDIA PACHECO CAMARGO, CPF 529.982.247-25, declaro sob as penas da lei a verdade do que vai acima.\n",
        "SIGNATÁRIO\nSenhor(a): CLÁUDIA PACHECO CAMARGO\tDoc.: 12.345.678-9 SSP/GO\tCIC: 529.982.247-25\n",
    ],
)
def test_who_signs(lines: str) -> None:
    signer = read(lines + "Anápolis, 10 de março de 2016\n")["responsavel"]
    assert (signer["nome"], signer["cpf"]) == ("CLÁUDIA PACHECO CAMARGO", "52998224725")


def test_a_spaced_dash_ends_a_cpf_and_a_tight_one_does_not() -> None:
    assert [m.valor for m in find_cpfs("390.533.447-05 - 14/03/2021")] == ["39053344705"]
    assert find_cpfs("390.533.447-05-14") == []


@pytest.mark.parametrize("value", ["FANTASIA AUTO POSTO ÁGUAS CLARAS", "Empresarial Gás Silva", "DOCUMENTOS ENTREGUES"])
def test_the_rest_of_another_label_is_no_persons_name(value: str) -> None:
    assert pessoa(value, Campo(especie="pessoa")) == []


def test_the_answer_of_the_cell_above_is_no_part_of_a_companys_name() -> None:
    (found,) = empresa("INDETERMINADO IPE AMARELO COMERCIO DE GAS LTDA - ME", Campo(especie="empresa"))
    assert found.valor == "IPE AMARELO COMERCIO DE GAS LTDA - ME"
