"""Whole dossiers: the expected answer agrees with the truth of the papers, and the same seed gives the same bytes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from samples.generator import pools
from samples.generator.build import Pedido, gerar, montar_dossie
from samples.generator.choice import Escolha, SemLayout
from samples.generator.scenarios import CENARIOS
from samples.generator.written import sem_acento

TIPOS_VALIDOS = {"alvara_funcionamento", "certificado_bombeiros"}


def _dossie(pasta: Path, cenario: str, semente: int, tier: str = "digital") -> tuple[dict[str, Any], dict[str, Any]]:
    for tentativa in range(6):
        try:
            esperado = montar_dossie(
                Pedido("x", semente + 1000 * tentativa, "working", tier, cenario, leve=True), pasta, Escolha()
            )
            break
        except SemLayout:
            continue
    else:
        pytest.fail(f"{cenario}: no layout")
    ficha = pasta / "x" / "ficha.json"
    return esperado, json.loads(ficha.read_text(encoding="utf-8")) if ficha.exists() else {}


def _defeitos(esperado: dict[str, Any], ficha: dict[str, Any]) -> set[str]:
    """Judge the true fields with a few plain rules of the contract, written apart from the scenarios."""
    achados: set[str] = set()
    ref = esperado["data_referencia"]
    for doc in esperado["documentos"]:
        campos, tipo = doc["campos"], doc["tipo"]
        if (
            "cnpj" in campos
            and tipo not in {"contrato_social", "estatuto_social", "ata_eleicao"}
            and campos["cnpj"] != ficha["cnpj"]
        ):
            achados.add("cnpj_divergente")
        if tipo in TIPOS_VALIDOS:
            fim = campos.get("validade") or (
                f"{campos['exercicio']}-12-31"
                if "exercicio" in campos and "prazo_indeterminado" not in campos
                else None
            )
            if fim and fim < ref:
                achados.add("validade_vencida")
            if fim is None and "prazo_indeterminado" not in campos:
                achados.add("validade_nao_encontrada")
        if tipo == "certificado_bombeiros":
            if not campos["contempla_revenda_glp"]:
                achados.add("atividade_nao_contemplada")
            elif "capacidade_glp_kg" not in campos:
                achados.add("capacidade_nao_explicita")
            elif "classe_armazenamento" in ficha:
                menor, maior = next((a, b) for c, a, b in pools.CLASSES if c == ficha["classe_armazenamento"])
                if not menor < campos["capacidade_glp_kg"] <= maior:
                    achados.add("capacidade_incompativel_com_classe")
        if tipo in {"contrato_social", "estatuto_social"}:
            if "data_registro" not in campos:
                achados.add("registro_junta_ausente")
            if campos.get("alterado") and not campos.get("consolidado"):
                achados.add("consolidacao_ausente")
        if (
            tipo
            in {
                "inscricao_estadual",
                "contrato_social",
                "estatuto_social",
                "alvara_funcionamento",
                "certificado_bombeiros",
            }
            and "autenticacao" not in campos
        ):
            achados.add("autenticacao_ausente")
        if tipo == "ficha_cadastral" and not campos["firma_reconhecida"]:
            achados.add("firma_nao_reconhecida")
        if campos.get("situacao_cadastral", "ATIVA") != "ATIVA":
            achados.add("situacao_cadastral_irregular")
        if (
            tipo == "alvara_funcionamento"
            and sem_acento(campos["municipio_emissor"]).upper() != sem_acento(ficha["endereco"]["municipio"]).upper()
        ):
            achados.add("municipio_emissor_divergente")
        if (
            tipo == "certificado_bombeiros"
            and campos.get("uf_emissor", ficha["endereco"]["uf"]) != ficha["endereco"]["uf"]
        ):
            achados.add("uf_emissor_divergente")
    return achados


_JULGADOS = {
    "cnpj_divergente",
    "validade_vencida",
    "validade_nao_encontrada",
    "atividade_nao_contemplada",
    "capacidade_nao_explicita",
    "capacidade_incompativel_com_classe",
    "registro_junta_ausente",
    "consolidacao_ausente",
    "autenticacao_ausente",
    "firma_nao_reconhecida",
    "situacao_cadastral_irregular",
    "municipio_emissor_divergente",
    "uf_emissor_divergente",
}


@pytest.mark.parametrize("cenario", sorted(CENARIOS))
def test_the_expected_answer_follows_from_the_papers(tmp_path: Path, cenario: str) -> None:
    esperado, ficha = _dossie(tmp_path, cenario, 40 + len(cenario))
    motivos = {m for i in esperado["itens"].values() for m in i["motivos"]}
    if ficha and cenario != "autenticacao_por_servidor":
        assert _defeitos(esperado, ficha) == motivos & _JULGADOS
    situacoes = {i["situacao"] for i in esperado["itens"].values()}
    if esperado["resultado"] == "aceito":
        assert not situacoes & {"nao_conforme", "ausente", "em_analise"}
        assert esperado["efeito"] == "acolhido"
    elif esperado["resultado"] == "rejeitado":
        assert situacoes & {"nao_conforme", "ausente"} or cenario == "responsavel_estranho"
    else:
        assert "em_analise" in situacoes


@pytest.mark.parametrize("tier", ["digital", "clean", "poor", "photo"])
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path, tier: str) -> None:
    def marca(pasta: Path) -> str:
        gerar(pasta, 1, 11, ["working"], [tier])
        return hashlib.sha256(
            b"".join(p.name.encode() + p.read_bytes() for p in sorted(pasta.rglob("*")) if p.is_file())
        ).hexdigest()

    assert marca(tmp_path / "a") == marca(tmp_path / "b")


@pytest.mark.parametrize("embalagem", ["tudo_num_pdf", "grupos", "tiff", "jpeg", "webp", "png"])
def test_every_paper_lies_where_the_answer_says(tmp_path: Path, embalagem: str) -> None:
    import pypdfium2 as pdfium
    from PIL import Image

    esperado = montar_dossie(Pedido("x", 5, "working", "clean", "aceito", embalagem, leve=True), tmp_path, Escolha())
    vistos: set[tuple[str, int]] = set()
    for doc in esperado["documentos"]:
        arquivo = tmp_path / "x" / doc["arquivo"]
        if arquivo.suffix == ".pdf":
            total = len(pdfium.PdfDocument(arquivo))
        else:
            with Image.open(arquivo) as imagem:
                total = getattr(imagem, "n_frames", 1)
        for pagina in doc["paginas"]:
            assert 1 <= pagina <= total
            assert (doc["arquivo"], pagina) not in vistos
            vistos.add((doc["arquivo"], pagina))
    assert {d["tipo"] for d in esperado["documentos"]} >= {"requerimento", "ficha_cadastral", "comprovante_cnpj"}
