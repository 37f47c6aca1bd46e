"""Parts of the declared name or address, read for the whole, rejected papers that print the whole."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from docverify.norms.checks.endereco import _stands_elsewhere
from docverify.norms.checks.identidade import _is_tail
from docverify.values.addresses import Endereco
from docverify.values.names import core_name


def test_the_end_of_the_declared_name_is_no_other_company() -> None:
    core = core_name("Ipê Amarelo Distribuidora de Gás e Água Mineral EIRELI")
    assert _is_tail("Água Mineral Ltda", core)
    assert not _is_tail("Ipê Roxo Distribuidora de Gás e Água Mineral Ltda", core)
    assert not _is_tail("Ipê Amarelo Distribuidora de Gás e Água Mineral Ltda", core)
    assert not _is_tail("Posto São José Ltda", core_name("Posto São José Filial 2 Ltda"))


def test_a_declared_street_that_the_paper_prints_is_no_other_street() -> None:
    declared = Endereco(logradouro="Estrada Municipal do Barreiro", municipio="Santa Maria", uf="RS")
    paper: Any = SimpleNamespace(doc=SimpleNamespace(texto="Est. Municipal do Barreiro, S/N, Santa Maria (RS)"))
    other: Any = SimpleNamespace(doc=SimpleNamespace(texto="Rua das Flores, 10, Aracaju/SE"))
    assert _stands_elsewhere(paper, declared, {"logradouro"})
    assert _stands_elsewhere(paper, declared, {"uf"})
    assert not _stands_elsewhere(other, declared, {"logradouro"})
    assert not _stands_elsewhere(other, declared, {"uf"})
    assert not _stands_elsewhere(paper, declared, {"numero"})
