"""Every public reader of values is fed the same junk: it never fails but by its documented error, and stays linear."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from docverify.values import addresses, dates, municipios, names, numbers_pt, quantities, text, ufs, validity
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import (
    cep,
    cnae,
    cnpj,
    cpf,
    find_ceps,
    find_cnaes,
    find_cnpjs,
    find_cpfs,
    find_nires,
    inscricao_estadual,
    nire,
)

JUNK: tuple[object, ...] = (
    None,
    b"11.222.333/0001-81",
    "",
    " ",
    "3²",
    "³³³³³³³³³³³",
    "٣٣٣",
    "\x00",
    "\u202e12",
    11222333000181,
    3.5,
    [],
    "x" * 1_000_000,
)
NUMBERS = (cnpj, cpf, cep, cnae, nire)
FINDERS: tuple[Callable[[str], object], ...] = (
    find_cnpjs,
    find_cpfs,
    find_ceps,
    find_cnaes,
    find_nires,
    dates.find_dates,
    validity.find_terms,
    validity.find_open_ended,
    validity.find_exercise,
    quantities.find_kilograms,
    quantities.find_classes,
    quantities.find_money,
    municipios.find_in_text,
    ufs.uf_of_text,
    addresses.parse_address,
    dates.parse_date,
    numbers_pt.parse_number_words,
    names.parse_company,
    quantities.parse_kilograms,
)


@pytest.mark.parametrize("module", NUMBERS, ids=lambda m: m.__name__.rsplit(".", 1)[-1])
@pytest.mark.parametrize("junk", JUNK, ids=lambda j: repr(j)[:20])
def test_identifiers_refuse_junk_with_their_own_error(module: object, junk: object) -> None:
    assert module.is_valid(junk) is False  # type: ignore[attr-defined]
    for verb in ("compact", "validate", "format"):
        try:
            getattr(module, verb)(junk)
        except InvalidValue as error:
            assert error.code in ("formato", "tamanho", "digito")
        else:
            assert verb == "compact"


@pytest.mark.parametrize("junk", JUNK, ids=lambda j: repr(j)[:20])
def test_inscricao_estadual_refuses_junk(junk: object) -> None:
    for uf in inscricao_estadual.UFS:
        assert inscricao_estadual.is_valid(junk, uf) is False
    assert inscricao_estadual.is_valid("110042490114", junk) is False


@pytest.mark.parametrize("finder", FINDERS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("junk", JUNK[:-1], ids=lambda j: repr(j)[:20])
def test_finders_find_nothing_in_junk(finder: Callable[[object], object], junk: object) -> None:
    result = finder(junk)
    if finder is find_cnpjs and isinstance(junk, str):
        assert result == []
    if not isinstance(junk, str):
        assert not result or result in (addresses.Endereco(), names.parse_company(""))


@pytest.mark.parametrize(
    "seed",
    [
        "1",
        "1 ",
        "1.",
        "1/",
        "A",
        " ",
        "OLD1 ",
        "DE ",
        "LEI 1 ",
        "VINTE E ",
        "PRAZO DE VALIDADE ",
        "BOTIJOES ",
        "1 (A ",
        "ALVARA DE ",
        "KM 1,",
        "SAO JOSE DO ",
    ],
)
def test_finders_are_linear(seed: str) -> None:
    """A hundred thousand characters of one repeated shape take no more than a moment (quadratic ones take minutes)."""
    long = seed * (100_000 // len(seed))
    start = time.process_time()
    for finder in FINDERS:
        finder(long)
    assert time.process_time() - start < 10


@pytest.mark.parametrize("junk", [None, "", b"", 5])
def test_comparisons_say_nothing_of_nothing(junk: object) -> None:
    assert names.compare_company(junk, "POSTO X").nivel == "indeterminado"  # type: ignore[arg-type]
    assert names.compare_person("MARIA LIMA", junk).nivel == "indeterminado"  # type: ignore[arg-type]
    assert text.collapse("") == ""
