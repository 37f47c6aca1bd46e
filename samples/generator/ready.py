"""The ready dossiers of ``samples/dossies``: small files, one for each thing that a newcomer wants to see."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from samples.generator.build import Pedido, montar_dossie
from samples.generator.choice import Escolha, SemLayout

# name, scenario, tier, packing
PRONTOS: list[tuple[str, str, str, str | None]] = [
    ("01_aceito", "aceito", "digital", "por_documento"),
    ("02_documento_ausente", "falta_certificado_bombeiros", "digital", "por_documento"),
    ("03_alvara_vencido", "alvara_vencido", "clean", "por_documento"),
    ("04_outro_cnpj", "cnpj_de_outro_estabelecimento", "digital", "grupos"),
    ("05_capacidade_ausente", "capacidade_ausente", "digital", "grupos"),
    ("06_capacidade_acima_da_classe", "capacidade_acima_da_classe", "digital", "por_documento"),
    ("07_contrato_sem_registro", "contrato_sem_registro", "digital", "por_documento"),
    ("08_sem_autenticacao", "sem_autenticacao", "digital", "por_documento"),
    ("09_tudo_num_pdf_embaralhado", "aceito", "clean", "tudo_num_pdf"),
    ("10_fotos_de_celular", "aceito", "photo", "jpeg"),
    ("11_so_ficha_digitalizada", "aceito_ficha_digitalizada", "clean", "por_documento"),
    ("12_firma_nao_reconhecida", "firma_nao_reconhecida", "digital", "tudo_num_pdf"),
    ("13_arquivo_ilegivel", "arquivo_ilegivel", "digital", "por_documento"),
    ("14_alteracao_fora_do_prazo", "alteracao_fora_do_prazo", "digital", "por_documento"),
]
ZIPADO = "15_compactado"


def prontos(destino: Path) -> list[dict[str, Any]]:
    """Write all of them, always the same, and one of them again as a ``.zip``."""
    destino.mkdir(parents=True, exist_ok=True)
    escolha = Escolha()
    saida = []
    for i, (nome, cenario, tier, embalagem) in enumerate(PRONTOS):
        saida.append(_um(destino, Pedido(nome, 501 + i, "working", tier, cenario, embalagem, leve=True), escolha))
    esperado = _um(destino, Pedido(ZIPADO, 601, "working", "digital", "outro_numero", "grupos", leve=True), escolha)
    _compactar(destino / ZIPADO)
    return [*saida, esperado]


def _um(destino: Path, pedido: Pedido, escolha: Escolha) -> dict[str, Any]:
    """Write one dossier; where no layout fits the company drawn, draw another company."""
    for tentativa in range(20):
        try:
            return montar_dossie(
                Pedido(**{**vars(pedido), "semente": pedido.semente + 1000 * tentativa}), destino, escolha
            )
        except SemLayout:
            continue
    raise SemLayout(pedido.nome)


def _compactar(pasta: Path) -> None:
    """Turn a folder into a zip beside it, with fixed times, and take the folder away."""
    with zipfile.ZipFile(pasta.with_suffix(".zip"), "w", zipfile.ZIP_DEFLATED) as arquivo:
        for p in sorted(pasta.iterdir()):
            entrada = zipfile.ZipInfo(f"{pasta.name}/{p.name}", (2026, 11, 30, 12, 0, 0))
            entrada.compress_type = zipfile.ZIP_DEFLATED
            arquivo.writestr(entrada, p.read_bytes())
            p.unlink()
    pasta.rmdir()
