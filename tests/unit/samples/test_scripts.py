"""The scripts of the five other norms cover every situation, modality and profile, and expect what the papers say."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from samples.generator.build import Pedido, gerar, um_dossie
from samples.generator.choice import Escolha
from samples.generator.frame import ROTEIROS, Roteiro, empresa_do, plano_do
from samples.generator.plan import Plano
from samples.generator.ready import PRONTOS_DAS_NORMAS
from samples.generator.scripts import NORMAS, roteiros_de

from docverify.resources import package_path

OUTRAS = NORMAS[1:]
SITUACOES = {"nao_conforme", "ausente", "em_analise"}


def _norma(norma: str) -> dict[str, Any]:
    return tomllib.loads(package_path("norms", f"{norma.lower()}.toml").read_text(encoding="utf-8"))


def _plano(r: Roteiro, semente: int = 1) -> Plano:
    rng = random.Random(semente)
    return plano_do(r, empresa_do(r, rng), rng)


@pytest.mark.parametrize("norma", OUTRAS)
def test_every_situation_modality_and_profile_has_a_script(norma: str) -> None:
    texto = _norma(norma)
    planos = [(r, _plano(r)) for r in roteiros_de(norma).values()]
    assert {r.situacao for r, _ in planos} == set(texto["situacoes"])
    assert {r.modalidade for r, _ in planos if r.modalidade} == set(texto.get("modalidades", []))
    assert {r.perfil for r, _ in planos if r.perfil} == set(texto.get("perfis", []))
    assert {p.resultado for _, p in planos} >= {"aceito", "rejeitado"}
    for modalidade in texto.get("modalidades", []):
        for perfil in texto.get("perfis", []):
            destes = {p.resultado for r, p in planos if (r.modalidade, r.perfil) == (modalidade, perfil)}
            assert destes >= {"aceito", "rejeitado"}, f"{modalidade}, {perfil}"


@pytest.mark.parametrize("chave", ROTEIROS)
def test_what_is_expected_agrees_with_the_norm(chave: str) -> None:
    r = ROTEIROS[chave]
    texto = _norma(r.norma)
    for semente in range(4):
        p = _plano(r, semente)
        assert set(p.itens) <= {x["id"] for x in texto["regras"]}
        ruins = {s for s, _ in p.itens.values()} & SITUACOES
        assert bool(ruins) == (p.resultado != "aceito")
        assert not p.efeito or p.efeito in texto["efeitos"]
        assert (p.resultado == "aceito") == (p.efeito == texto["resultado"]["aceito"])
        assert chave.endswith("_aceito") == (p.resultado == "aceito") or "fora_de_vigencia" in chave
        assert p.pedido["situacao"] in texto["situacoes"]


def _defeitos(esperado: dict[str, Any], pasta: Path) -> set[str]:
    """Judge the true fields by a few plain rules, written apart from the scripts."""
    achados = set()
    ref = esperado["data_referencia"]
    ficha = json.loads((pasta / "ficha.json").read_text(encoding="utf-8"))
    em_vigor = {"alvara_funcionamento", "licenca_operacao", "certificado_bombeiros", "certificado_borda_livre"}
    for doc in esperado["documentos"]:
        campos, tipo = doc["campos"], doc["tipo"]
        fim = campos.get("validade")
        if (tipo in em_vigor or tipo.startswith("certidao_negativa")) and fim and fim < ref:
            achados.add("validade_vencida")
        if campos.get("resultado") == "positiva":
            achados.add("certidao_positiva")
        if campos.get("contempla_tancagem") is False and esperado["norma"] == "TRR97":
            achados.add("tancagem_nao_contemplada")
        if tipo == "contrato_social" and "data_registro" not in campos:
            achados.add("registro_junta_ausente")
        if campos.get("cnpj") == ficha["cnpj"] and campos.get("situacao_cadastral", "ATIVA") != "ATIVA":
            achados.add("situacao_cadastral_irregular")
    if "data_efetivacao" in ficha["pedido"] and esperado["norma"] not in {"DIST95"}:
        dias = (_dia(ref) - _dia(ficha["pedido"]["data_efetivacao"])).days
        if dias > 30:
            achados.add("fora_do_prazo")
    return achados


def _dia(iso: str) -> Any:
    from datetime import date

    return date.fromisoformat(iso)


_JULGADOS = {
    "certidao_positiva",
    "tancagem_nao_contemplada",
    "registro_junta_ausente",
    "fora_do_prazo",
    "validade_vencida",
}


@pytest.mark.parametrize("chave", ROTEIROS)
def test_the_expected_answer_follows_from_the_papers(chave: str, tmp_path: Path) -> None:
    r = ROTEIROS[chave]
    avisos: list[str] = []
    pedido = Pedido("x", 70 + len(chave), "working", "digital", r.nome, leve=True, norma=r.norma)
    esperado = um_dossie(pedido, tmp_path, Escolha(), avisos.append)
    assert esperado is not None, avisos
    motivos = {m for i in esperado["itens"].values() for m in i["motivos"]}
    achados = _defeitos(esperado, tmp_path / "x")
    if "protocolo" in chave or r.norma == "DIST95" or r.situacao == "recadastramento":
        achados, motivos = (
            achados - {"validade_vencida", "fora_do_prazo"},
            motivos - {"fora_do_prazo", "validade_vencida"},
        )
    if r.situacao == "operacao":
        achados.discard("situacao_cadastral_irregular")
    assert achados & _JULGADOS == motivos & _JULGADOS
    assert {d["tipo"] for d in esperado["documentos"]}


def test_the_ready_dossiers_show_every_norm_modality_profile_and_situation() -> None:
    prontos = [ROTEIROS[chave] for chave, _, _ in PRONTOS_DAS_NORMAS]
    assert len(prontos) >= 32
    assert len({r.nome for r in prontos if r.norma == "RES41"}) == sum(r.norma == "RES41" for r in prontos)
    texto = _norma("RES41")
    res41 = [r for r in prontos if r.norma == "RES41"]
    assert {r.situacao for r in res41} == set(texto["situacoes"])
    assert {r.modalidade for r in res41} == set(texto["modalidades"])
    assert {r.perfil for r in res41} == set(texto["perfis"])
    for norma in OUTRAS:
        destes = [r for r in prontos if r.norma == norma]
        assert {_plano(r).resultado for r in destes} >= {"aceito", "rejeitado"}
        # Every tag of the norm that rules apply to; situations that a norm takes for another's are in the full set.
        assert {_etiqueta(norma, r.situacao) for r in destes} == {
            _etiqueta(norma, s) for s in _norma(norma)["situacoes"]
        }


def _etiqueta(norma: str, situacao: str) -> str:
    etiqueta = _norma(norma)["situacoes"][situacao]
    return etiqueta if isinstance(etiqueta, str) else etiqueta[-1]


def test_the_ready_dossiers_are_those_of_the_repository() -> None:
    pasta = Path(__file__).parents[3] / "samples" / "normas"
    esperados = sorted(p.name.removesuffix(".esperado.json") for p in pasta.glob("*.esperado.json"))
    assert esperados == sorted(f"{c.split('/')[0].lower()}_{c.split('/')[1]}" for c, _, _ in PRONTOS_DAS_NORMAS)
    assert all((pasta / nome / "ficha.json").is_file() for nome in esperados)


def test_the_norms_take_turns_and_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    def marca(pasta: Path) -> dict[str, bytes]:
        feitos = gerar(pasta, 6, 4, ["working"], ["digital"], NORMAS)
        assert [f["norma"] for f in feitos] == list(NORMAS)
        return {str(p.relative_to(pasta)): p.read_bytes() for p in sorted(pasta.rglob("*")) if p.is_file()}

    assert marca(tmp_path / "a") == marca(tmp_path / "b")


def test_a_scenario_without_a_layout_is_left_out_and_said(tmp_path: Path) -> None:
    avisos: list[str] = []
    pedido = Pedido("x", 1, "working", "digital", "novo_aceito", leve=True, norma="PR95")

    class Nenhum(Escolha):
        def um(self, *_tudo: Any) -> None:
            return None

    assert um_dossie(pedido, tmp_path, Nenhum(), avisos.append) is None
    assert "PR95/novo_aceito: ficha_cadastral" in avisos[0]
    assert not list(tmp_path.iterdir())
