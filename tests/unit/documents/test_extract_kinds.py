from __future__ import annotations

import time

import pytest

from docverify.documents import kinds, kinds_texto
from docverify.documents.patterns import Campo
from docverify.documents.registry import KINDS

ANY = Campo(especie="texto", opcoes={"ATIVA": ("ativa",)})
JUNK = ["", " ", "\n\t", "*****", "3²", "\x00", "½", "ﬁ", "🙂", ":" * 50, "31/02/2026", "A" * 5000, "1" * 5000]


@pytest.mark.parametrize("especie", sorted(KINDS))
@pytest.mark.parametrize("junk", JUNK)
def test_no_kind_crashes_on_junk(especie: str, junk: str) -> None:
    for value in KINDS[especie](junk, ANY):
        assert 0 <= value.start < value.end <= len(junk)
        assert 0 <= value.worth <= 1


@pytest.mark.parametrize("especie", sorted(KINDS))
@pytest.mark.parametrize("piece", ["1 ", "A.", "12.345/", "RUA ", "- ", "Nº ", "(", "a ", "GÁS, "])
def test_kinds_are_linear(especie: str, piece: str) -> None:
    started = time.process_time()
    KINDS[especie](piece * (60_000 // len(piece)), ANY)
    assert time.process_time() - started < 3.0


@pytest.mark.parametrize(
    "text", ["********", "* * *", "----", "N/A", "NÃO INFORMADO", "XXXXXXX", "datada", "atada", "dede eee", ""]
)
def test_empty_cells(text: str) -> None:
    assert kinds.is_empty(text)


@pytest.mark.parametrize("text", ["ATIVA", "Casa", "SALA 2", "Ana", "12", "A DATADA"])
def test_cells_with_something(text: str) -> None:
    assert not kinds.is_empty(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (": GÁS DO ZÉ LTDA - ME", "GÁS DO ZÉ LTDA - ME"),
        ("COMERCIAL GAS SAO JOSE LTDA, inscrita no CNPJ", "COMERCIAL GAS SAO JOSE LTDA"),
        ("POSTO ABC S/A com sede na Rua X", "POSTO ABC S/A"),
        ("IRMÃOS SILVA, SOUZA & CIA LTDA, estabelecida", "IRMÃOS SILVA, SOUZA & CIA LTDA"),
        ("DISTRIBUIDORA DE GÁS LI-\nQUEFEITO LTDA", "DISTRIBUIDORA DE GÁS LIQUEFEITO LTDA"),
    ],
)
def test_company_names_end_where_the_sentence_goes_on(text: str, name: str) -> None:
    assert kinds_texto.empresa(text, ANY)[0].valor == name


def test_a_period_is_valid_until_its_end() -> None:
    assert kinds.validade("01/01/2026 a 31/12/2026", ANY)[0].valor == "2026-12-31"
    assert kinds.validade("31/12/2026 - emitido 01/01/2026", ANY)[0].valor == "2026-12-31"


def test_month_alone_runs_to_its_end() -> None:
    assert kinds.validade("12/2026", ANY)[0].valor == "2026-12-31"


def test_a_date_is_no_number() -> None:
    assert [p.valor for p in kinds.numero("31/12/2026 nº 123/2026", ANY)] == ["123/2026"]


def test_a_bar_read_as_one_is_put_back_and_said_so() -> None:
    found = kinds.cnae("4784-9100 - Comércio", ANY)[0]
    assert (found.valor, found.reparado) == ("4784900", True)


def test_strokes_read_as_ones_make_a_date_that_says_so() -> None:
    found = kinds.data(": 2710512026", ANY)[0]
    assert (found.valor, found.reparado) == ("2026-05-27", True)
    assert kinds.data("9910512026", ANY) == []
    assert kinds.data("2710512026 e 01/02/2026", ANY)[0].valor == "2026-02-01"
