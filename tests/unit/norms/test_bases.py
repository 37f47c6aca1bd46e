"""Outside data: read by column name, refused where a line cannot be read, unknown where there is no file."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify import ficha
from docverify.intake import Intake
from docverify.model import DossierFacts
from docverify.norms import decide, load_norm
from docverify.norms.bases import Bases
from docverify.norms.bases_csv import BasesError, load_bases
from docverify.norms.checks import externas
from docverify.settings import Settings
from docverify.verify import walk
from tests.acceptance.norms.cases import all_cases, build, run

ANP = (
    "CODIGOISIMP;AUTORIZACAO;DATAPUBLICACAO;RAZAOSOCIAL;CNPJ;ENDERECO;COMPLEMENTO;BAIRRO;CEP;UF;MUNICIPIO;BANDEIRA\r\n"
    "1;PR/SP1;01/02/2003;POSTO ÁGUA BOA LTDA;33.000.167/0001-01;RUA DAS FLORES, 100;;CENTRO;13010-300;SP;CAMPINAS;X\r\n"
)


def folder(tmp_path: Path, **files: str | bytes) -> Path:
    for name, text in files.items():
        data = text if isinstance(text, bytes) else text.encode("utf-8")
        (tmp_path / f"{name}.csv").write_bytes(data)
    return tmp_path


def test_without_a_folder_or_a_file_nothing_is_known(tmp_path: Path) -> None:
    assert load_bases(None) == Bases() == load_bases(tmp_path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_the_cadastre_has_the_columns_of_the_open_data(tmp_path: Path, encoding: str) -> None:
    found = load_bases(folder(tmp_path, autorizacoes=ANP.encode(encoding))).autorizadas
    assert found is not None
    (one,) = found
    assert (one.cnpj, one.razao_social) == ("33000167000101", "POSTO ÁGUA BOA LTDA")
    assert one.endereco is not None
    assert (one.endereco.logradouro, one.endereco.numero, one.endereco.cep) == ("RUA DAS FLORES", "100", "13010300")


def test_debts_are_of_a_company_or_a_person_with_all_zeros_and_letters(tmp_path: Path) -> None:
    text = "Documento;Nome;Data\n12.ABC.345/01DE-35;A;31/12/2025\n00000000191;B;\n\n***.533.447-**;C;2025-01-02\n"
    found = load_bases(folder(tmp_path, cadin=text)).cadin
    assert found is not None
    assert [(d.documento, d.data) for d in found] == [
        ("12ABC34501DE35", date(2025, 12, 31)),
        ("00000000191", None),
        ("***.533.447-**", date(2025, 1, 2)),
    ]


def test_a_revocation_gathers_the_lines_of_its_partners(tmp_path: Path) -> None:
    day = "33000167000101;01/02/2024"
    text = f"cnpj;data;sócio;documento sócio\n{day};Ana;529.982.247-25\n{day};Rui;\n"
    found = load_bases(folder(tmp_path, revogacoes=text)).revogadas
    assert found is not None
    assert [r.socios for r in found] == [(("Ana", "52998224725"), ("Rui", None))]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("cadin", "documento;data\n191;01/01/2025\n", "linha 2"),
        ("cadin", "documento;data\n33000167000101;ontem\n", "'ontem'"),
        ("cadin", "nome\nA\n", "coluna"),
        ("cadin", "", "coluna"),
        ("autorizacoes", "cnpj;municipio\n", "'endereco|logradouro'"),
        ("autorizacoes", "cnpj;endereco;municipio\n529.982.247-25;RUA A, 1;X\n", "não é CNPJ"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(tmp_path: Path, name: str, text: str, says: str) -> None:
    with pytest.raises(BasesError) as caught:
        load_bases(folder(tmp_path, **{name: text}))
    assert says in caught.value.mensagem
    assert f"{name}.csv" in caught.value.mensagem
    assert caught.value.exit_status == 2


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(BasesError):
        load_bases(tmp_path / "nada")


@given(st.binary(max_size=300))
def test_junk_is_read_or_refused(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        try:
            load_bases(folder(Path(name), cadin=data, revogacoes=b"cnpj;data\n" + data, autorizacoes=data))
        except BasesError as error:
            assert "csv" in error.mensagem


def test_a_file_of_debts_may_tell_the_partners_of_the_debtors(tmp_path: Path) -> None:
    day = "33000167000101;Posto A;01/02/2024"
    text = f"cnpj;nome;data;sócio;documento sócio;saída sócio\n{day};Ana;529.982.247-25;03/04/2020\n{day};Rui;;\n"
    found = load_bases(folder(tmp_path, cadin=text)).cadin
    assert found is not None
    (debt,) = found
    assert debt.socios is not None
    assert [(s.nome, s.documento, s.saida) for s in debt.socios] == [
        ("Ana", "52998224725", date(2020, 4, 3)),
        ("Rui", None, None),
    ]


def test_a_file_of_debts_without_partners_does_not_claim_that_there_are_none(tmp_path: Path) -> None:
    found = load_bases(folder(tmp_path, cadin="cnpj\n33000167000101\n")).cadin
    assert found is not None
    assert found[0].socios is None


def test_a_folder_that_cannot_be_used_stops_a_verification_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(BasesError):
        walk(cast(Intake, None), today=date(2026, 11, 30), settings=Settings(bases=tmp_path / "nada"))


def test_the_page_names_the_rules_that_need_each_file() -> None:
    page = (Path(__file__).parents[3] / "docs" / "bases.md").read_text(encoding="utf-8")
    rows = {
        m[1]: set(re.findall(r"R41-\d+", line)) for line in page.splitlines() if (m := re.match(r"\| `(.+?)`", line))
    }
    asked: dict[str, set[str]] = {}
    for case in all_cases("RES41"):
        for item in run(case.data).itens:
            for reason in item.motivos:
                for file in re.findall(r"arquivo (\w+\.csv)", reason.mensagem):
                    asked.setdefault(file, set()).add(item.id)
    assert set(asked) == set(rows)
    for file, rules in asked.items():
        assert rules <= rows[file], file


def test_most_of_a_national_cadastre_is_told_apart_without_a_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "".join(f"{i:08d}000100;POSTO {i};RUA DAS FLORES {i % 700}, {i % 3000};CAMPINAS;SP\n" for i in range(20_000))
    known = load_bases(folder(tmp_path, autorizacoes="cnpj;razao_social;endereco;municipio;uf\n" + rows))
    compared = []
    plain = externas.compare_address
    monkeypatch.setattr(externas, "compare_address", lambda *a: (compared.append(a), plain(*a))[1])
    case = {"norma": "RES41", "base": "substituicao"}
    declared, documents = build(case)
    parsed = ficha.parse(json.dumps(declared, default=str).encode())
    decide(parsed, parsed.pedido, documents, DossierFacts(), load_norm("RES41"), date(2019, 5, 20), bases=known)
    assert 0 < len(compared) < 200
