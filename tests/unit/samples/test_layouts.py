"""Every layout prints what it declares: its truth is looked for in the text of its own PDF."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from samples.generator import numbers
from samples.generator.build import REFERENCIA
from samples.generator.changes import Ajuste
from samples.generator.company import nova_empresa
from samples.generator.layouts import Layout, LayoutError, ler_layout
from samples.generator.papers import Papel, papel, todos
from samples.generator.preview import empresa_para
from samples.generator.written import sem_acento

LAYOUTS = [x for x in todos() if not x.tipo.startswith("_")]
NAO_ESCRITOS = {
    "resultado",
    "contempla_tancagem",
    "contempla_revenda_glp",
    "alterado",
    "consolidado",
    "prazo_indeterminado",
    "autenticacao",
    "firma_reconhecida",
    "tipo_licenca",
    "documento_renovado",
    "uf_emissor",
    "uf",
}
"""Fields that are said by the paper as a whole and not by one string."""


def _liso(texto: str) -> str:
    return re.sub(r"[^0-9A-Z]", "", sem_acento(texto).upper())


def _texto(pdf: bytes) -> str:
    documento = pdfium.PdfDocument(pdf)
    return _liso("".join(p.get_textpage().get_text_range() for p in documento))


def _datas(d: dict[str, Any]) -> list[str]:
    return [v for k, v in d.items() if isinstance(v, str) and k != "iso"]


def _formas(nome: str, valor: Any, p: Papel) -> list[str]:
    """Return the ways in which a datum may stand on the paper."""
    d = p.dados
    datas = {
        "data_emissao": d["doc"]["emissao"],
        "data": d["doc"]["emissao"],
        "validade": d["doc"]["validade"],
        "data_abertura": d["empresa"]["abertura"],
        "data_situacao": d["empresa"]["data_situacao"],
        "mandato_ate": d["ato"]["mandato_ate"],
        "data_protocolo": d["renovacao"]["data"],
        "data_registro": d["junta"]["data"] if d["junta"] else None,
    }
    if nome in datas:
        formas = _datas(datas[nome] or {})
        if nome == "validade" and d["doc"]["validade_tipo"] == "prazo":
            formas = [
                d["doc"]["prazo"][k] for k in ("texto", "curto", "em_anos", "em_anos_curto") if d["doc"]["prazo"][k]
            ]
        if nome == "validade" and d["doc"]["validade_tipo"] == "prazo_dias":
            formas = [d["doc"]["prazo_dias"][k] for k in ("texto", "curto")]
        return formas
    if nome == "capital_social":
        return [d["empresa"]["capital"]["valor"]]
    if nome == "orgao_emissor":
        return [p.layout.orgao or d["emissor"]["nome"], d["emissor"]["sigla"] or d["emissor"]["nome"]]
    if nome == "junta_comercial":
        return [d["junta"]["nome"], d["junta"]["sigla"]]
    if nome == "capacidade_glp_kg":
        # The unit may stand in the label or in a table's head: the number alone, with its dot, is then what is printed.
        return [d["glp"]["texto"].removesuffix(" kg"), d["glp"]["simples"]]
    if nome == "natureza_juridica":
        return [d["empresa"]["natureza"]["nome"]]
    return [str(valor)]


def _empresa(layout: Layout, semente: int) -> Any:
    return empresa_para(layout, random.Random(semente), filial=layout.filiais and semente % 2 == 0)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda x: x.nome)
@pytest.mark.parametrize("semente", [1, 2])
def test_what_is_declared_is_printed(layout: Layout, semente: int) -> None:
    p = papel(_empresa(layout, semente), layout, semente)
    texto = _texto(p.pdf)
    for nome, valor in p.campos.items():
        if nome in NAO_ESCRITOS:
            continue
        if isinstance(valor, dict):
            partes = [("endereco", v) for v in valor.values()]
        elif isinstance(valor, list):
            partes = [
                (nome, x)
                for v in valor
                for x in ([v] if isinstance(v, str) else [y for y in v.values() if isinstance(y, str)])
            ]
        else:
            partes = [(nome, valor)]
        for chave, parte in partes:
            formas = [_liso(f) for f in _formas(chave, parte, p)]
            assert any(f in texto for f in formas), f"{nome}: {parte!r} não está no papel"


@pytest.mark.parametrize("layout", [x for x in LAYOUTS if x.tipo == "certificado_bombeiros"], ids=lambda x: x.nome)
def test_a_certificate_can_be_silent_about_weight(layout: Layout) -> None:
    e = _empresa(layout, 3).com(kg=1560, classe="II")
    texto = _texto(papel(e, layout, 3, Ajuste(explicita="nenhuma")).pdf)
    assert "1560KG" not in texto
    assert "1560QUILO" not in texto
    assert "capacidade_glp_kg" not in papel(e, layout, 3, Ajuste(explicita="nenhuma")).campos


@pytest.mark.parametrize(
    "layout", [x for x in LAYOUTS if x.tipo in {"contrato_social", "estatuto_social"}], ids=lambda x: x.nome
)
def test_an_unregistered_act_bears_no_mark_of_the_junta(layout: Layout) -> None:
    p = papel(_empresa(layout, 4), layout, 4, Ajuste(registrado=False))
    assert not {"junta_comercial", "numero_registro", "data_registro"} & set(p.campos)
    assert "CERTIFICOOREGISTRO" not in _texto(p.pdf)
    assert p.campos["autenticacao"] == "cartorio"


@pytest.mark.parametrize("layout", [x for x in LAYOUTS if x.tipo == "ficha_cadastral"], ids=lambda x: x.nome)
def test_a_ficha_without_recognition_has_no_notary(layout: Layout) -> None:
    p = papel(_empresa(layout, 5), layout, 5, Ajuste(firma=False))
    assert p.campos["firma_reconhecida"] is False
    assert "RECONHECO" not in _texto(p.pdf)


@pytest.mark.parametrize(
    "layout",
    [x for x in LAYOUTS if {"data", "prazo", "prazo_dias", "exercicio", "mes_ano"} & set(x.validade)],
    ids=lambda x: x.nome,
)
def test_dates_agree_with_what_the_scenario_asks(layout: Layout) -> None:
    for semente in range(12):
        e = _empresa(layout, semente)
        for vencido in (False, True):
            campos = papel_campos(e, layout, semente, vencido)
            fim = campos.get("validade") or (
                f"{campos['exercicio']}-12-31"
                if "exercicio" in campos and not campos.get("prazo_indeterminado")
                else None
            )
            if fim is not None:
                assert (fim < e.referencia.isoformat()) is vencido


def papel_campos(e: Any, layout: Layout, semente: int, vencido: bool) -> dict[str, Any]:
    """Return the truth without drawing the paper."""
    from samples.generator.document import montar
    from samples.generator.truth import verdade

    return verdade(montar(e, layout, semente, Ajuste(vencido=vencido)), layout)


@pytest.mark.parametrize(
    "cabeca",
    [
        '//! campos = ["cor_do_papel"]',
        "//! inventada = 1",
        "//! campos = [",
        '//! campos = ["endereco"]',
        '//! endereco = ["planeta"]',
    ],
)
def test_a_wrong_head_is_an_error(tmp_path: Path, cabeca: str) -> None:
    pasta = tmp_path / "working" / "alvara_funcionamento"
    pasta.mkdir(parents=True)
    arquivo = pasta / "x.typ"
    arquivo.write_text(cabeca + "\n", encoding="utf-8")
    with pytest.raises(LayoutError):
        ler_layout(arquivo)


def test_there_are_layouts_enough() -> None:
    trabalho = [x for x in LAYOUTS if x.grupo == "working"]
    por_tipo = {t: sum(x.tipo == t for x in trabalho) for t in {x.tipo for x in trabalho}}
    antigos = {"requerimento", "ficha_cadastral", "comprovante_cnpj", "inscricao_estadual", "contrato_social"}
    antigos |= {"estatuto_social", "ata_eleicao", "alvara_funcionamento", "certificado_bombeiros", "licenca_operacao"}
    assert min(por_tipo[t] for t in antigos) >= 6
    assert por_tipo["desconhecido"] >= 8


def test_company_numbers_are_valid() -> None:
    e = nova_empresa(random.Random(9), REFERENCIA, uf="MG")
    assert numbers.cnpj_dv(e.cnpj[:12]) == e.cnpj[12:]
