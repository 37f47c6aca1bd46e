"""Names that ran on into the sentence, or were another name of the same company, rejected what they should not."""

from __future__ import annotations

import pytest

from docverify.documents.kinds_texto import empresa
from docverify.documents.patterns import Campo
from docverify.norms.checks.identidade import _goes_on
from docverify.values.misreading import cut
from docverify.values.names import core_name


@pytest.mark.parametrize(
    "text",
    [
        "DISTRIBUIDORA DE GÁS BOA VISTA LTDA conhecida por CASA DO GÁS",
        "DISTRIBUIDORA DE GÁS BOA VISTA LTDA, nome fantasia CASA DO GÁS",
        "DISTRIBUIDORA DE GÁS BOA VISTA LTDA também denominada CASA DO GÁS",
    ],
)
def test_a_name_ends_where_the_sentence_goes_on(text: str) -> None:
    (parsed,) = empresa(text, Campo(especie="empresa"))
    assert parsed.valor == "DISTRIBUIDORA DE GÁS BOA VISTA LTDA"


def test_the_declared_name_with_its_suffix_and_more_is_no_other_company() -> None:
    core = core_name("Posto São José Ltda")
    assert _goes_on("POSTO SÃO JOSÉ LTDA conhecida por Central", core)
    assert not _goes_on("POSTO SÃO JOSÉ FILIAL 2 LTDA", core)
    assert not _goes_on("POSTO SÃO JOÃO LTDA", core)
    assert not _goes_on("LTDA", "")


def test_a_street_that_ends_in_a_particle_was_cut() -> None:
    assert cut(["TRAVESSA", "DOS"], ["TRAVESSA", "DOS", "EXPEDICIONARIOS"])
    assert not cut(["TRAVESSA", "DOS"], ["TRAVESSA", "DAS", "FLORES"])
    assert not cut(["RUA", "BRASIL"], ["RUA", "DOS", "EXPEDICIONARIOS"])


@pytest.mark.parametrize("text", ["Valor recebido: R$ 6,50", "Emolumentos", "Selo digital nº 0123ABC"])
def test_the_costs_on_a_notarys_stamp_are_no_company(text: str) -> None:
    assert all(parsed.worth < 0.5 for parsed in empresa(text, Campo(especie="empresa")))
