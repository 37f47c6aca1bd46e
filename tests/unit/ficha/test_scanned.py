"""The declared data from a scanned Ficha Cadastral: what was read, how surely, and nothing that was not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from docverify import ficha_scanned
from docverify.model import Document, Field

FORM = "FICHA CADASTRAL DE REVENDEDOR DE GLP - FC/REVGLP"


def _field(valor: Any, confianca: float = 0.9) -> Field:
    return Field(valor, str(valor), confianca, 1, (0.1, 0.1, 0.2, 0.2))


def _document(texto: str = FORM, confianca: float = 0.97, **campos: Field) -> Document:
    return Document("f.pdf", (1,), "ficha_cadastral", confianca, campos, texto=texto)


def test_every_key_comes_with_how_surely_it_was_read() -> None:
    read = ficha_scanned.from_document(
        _document(
            razao_social=_field("GÁS X LTDA", 0.8),
            cnpj=_field("11222333000181"),
            endereco=_field({"logradouro": "Rua X", "numero": "10", "cep": "13010300"}, 0.7),
            distribuidores=_field([{"razao_social": "D", "cnpj": "11222333000181", "marcas": ["A", "B"]}]),
            responsavel=_field({"nome": "Maria", "cpf": "39053344705", "funcao": None}),
            classe_armazenamento=_field("III"),
            data=_field("2026-11-20"),
            firma_reconhecida=_field(True),
        )
    )
    assert read.origem == "digitalizada"
    assert (read.razao_social, read.cnpj, read.classe_armazenamento) == ("GÁS X LTDA", "11222333000181", "III")
    assert read.endereco is not None and (read.endereco.numero, read.endereco.municipio) == ("10", None)
    assert read.distribuidores[0].marcas == ("A", "B")
    assert read.responsavel is not None and read.responsavel.cpf == "39053344705" and read.responsavel.funcao is None
    assert read.data == date(2026, 11, 20)
    assert read.confiancas["razao_social"] == 0.8 and read.confiancas["endereco.numero"] == 0.7
    assert "firma_reconhecida" not in read.confiancas


def test_the_form_names_the_norm_and_the_call_overrides_it() -> None:
    assert ficha_scanned.from_document(_document()).pedido.norma == "GLP297"
    assert ficha_scanned.from_document(_document("FICHA CADASTRAL")).pedido.norma is None
    assert ficha_scanned.from_document(_document(), "RES41").pedido.norma == "RES41"
    for text in ("fc / revglp", "Gás Liqüefeito de Petróleo", "revendedor de glp"):
        assert ficha_scanned.from_document(_document(text)).pedido.norma == "GLP297", text


@pytest.mark.parametrize(
    ("text", "agent", "norm"),
    [
        (
            "FICHA CADASTRAL DE POSTO REVENDEDOR\nResolução ANP nº 41, de 5 de novembro de 2013",
            "revenda_varejista",
            "RES41",
        ),
        (
            "Ficha Cadastral - Revenda varejista de combustíveis automotivos (Res. ANP 41/2013)",
            "revenda_varejista",
            "RES41",
        ),
        ("FICHA CADASTRAL DE POSTO REVENDEDOR DE COMBUSTÍVEIS", "revenda_varejista", None),
        ("FICHA CADASTRAL - FC TRR\nPortaria MME nº 10, de 16 de janeiro de 1997", "trr", "TRR97"),
        ("Transportador-Revendedor-Retalhista, Portaria nº 10/97", "trr", "TRR97"),
        ("TRANSPORTADOR REVENDEDOR RETALHISTA - Portaria MME 62/95", "trr", "TRR95"),
        ("Transportador-Revendedor-Retalhista (TRR)", "trr", None),
        ("DNC - FICHA CADASTRAL POSTO REVENDEDOR - Portaria MME de 6 de março de 1995", "revenda_varejista", "PR95"),
        ("FICHA CADASTRAL DE DISTRIBUIDOR. Portaria do MME de 06.03.95", "distribuidor", "DIST95"),
        ("FICHA CADASTRAL DE DISTRIBUIDOR DE COMBUSTÍVEIS", "distribuidor", None),
        ("FICHA CADASTRAL POSTO REVENDEDOR - Portaria nº 10, de 16 de janeiro de 1997", "revenda_varejista", None),
        ("POSTO REVENDEDOR. Outras atividades: ( ) GLP", "revenda_varejista", None),
        ("FICHA CADASTRAL", None, None),
    ],
)
def test_a_form_of_another_agent_is_of_a_norm_only_where_it_names_it(text: str, agent: str, norm: str) -> None:
    assert ficha_scanned.form_of(text) == (agent, norm)
    assert ficha_scanned.from_document(_document(text)).pedido.norma == norm


def test_the_modality_is_of_the_request() -> None:
    form = replace(_document("FICHA CADASTRAL DE POSTO REVENDEDOR"), campos_extras={"modalidade": _field("flutuante")})
    assert ficha_scanned.from_document(form).pedido.modalidade == "flutuante"
    assert ficha_scanned.from_document(replace(form, texto=FORM)).pedido.modalidade is None


def test_the_marked_box_says_what_is_asked_for() -> None:
    new = ficha_scanned.from_document(_document())
    marked = replace(_document(), campos_extras={"pedido": _field("atualizacao_cadastral")})
    assert new.pedido.situacao == "novo"
    assert ficha_scanned.from_document(marked).pedido.situacao == "alteracao_outras"


def test_no_ficha_no_data_and_of_several_the_one_that_says_most() -> None:
    assert ficha_scanned.from_documents([Document("a.pdf", (1,), "requerimento", 0.9)]) is None
    more = _document(cnpj=_field("1"), local=_field("Y"))
    read = ficha_scanned.from_documents([_document(cnpj=_field("2")), more, replace(more, continua=0)])
    assert read is not None and read.cnpj == "1"


@pytest.mark.parametrize("junk", [None, b"x", "", "3²", "x" * 100_000, 7, True, [], [None, "x", 3], {}, {"zzz": 1}])
@pytest.mark.parametrize("name", ["endereco", "distribuidores", "responsavel", "socios", "data", "cnpj", "filiais"])
def test_junk_in_a_field_is_no_datum_and_no_crash(name: str, junk: Any) -> None:
    read = ficha_scanned.from_document(_document(**{name: _field(junk)}))
    assert read.origem == "digitalizada"
    if not isinstance(junk, str):
        assert getattr(read, name) in (None, ())
