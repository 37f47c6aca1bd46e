"""The ready dossiers: GLP297's in ``samples/dossies``, the other norms' in ``samples/normas``; one of each script."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from samples.generator.build import Pedido, montar_dossie, um_dossie
from samples.generator.choice import Escolha, SemLayout
from samples.generator.frame import ROTEIROS
from samples.generator.scripts import NORMAS

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

# norm/scenario, tier, packing
PRONTOS_DAS_NORMAS: list[tuple[str, str, str]] = [
    ("RES41/sistema_automotivos_aceito", "digital", "por_documento"),
    ("RES41/sistema_gnv_aceito", "digital", "grupos"),
    ("RES41/sistema_flutuante_aceito", "digital", "por_documento"),
    ("RES41/sistema_maritima_aceito", "digital", "tudo_num_pdf"),
    ("RES41/sistema_varias_vias_aceito", "digital", "por_documento"),
    ("RES41/sistema_hoje_fora_de_vigencia", "digital", "por_documento"),
    ("RES41/sistema_falta_licenca", "digital", "grupos"),
    ("RES41/sistema_bombeiros_vencido", "digital", "por_documento"),
    ("RES41/sistema_falta_borda_livre", "digital", "por_documento"),
    ("RES41/sistema_licenca_vencida", "digital", "tudo_num_pdf"),
    ("RES41/sistema_cnpj_irregular", "digital", "por_documento"),
    ("RES41/sistema_alvara_exercicio_anterior", "digital", "por_documento"),
    ("RES41/solicitacao_automotivos_aceito", "digital", "grupos"),
    ("RES41/solicitacao_flutuante_aceito", "digital", "tudo_num_pdf"),
    ("RES41/solicitacao_alvara_sem_autenticacao", "digital", "por_documento"),
    ("RES41/substituicao_k2_aceito", "digital", "por_documento"),
    ("RES41/substituicao_k8_aceito", "digital", "grupos"),
    ("RES41/substituicao_sem_k", "digital", "por_documento"),
    ("RES41/fusao_licenca_da_anterior_aceito", "digital", "por_documento"),
    ("RES41/fusao_sem_protocolo_transferencia", "digital", "por_documento"),
    ("RES41/alteracao_endereco_aceito", "digital", "por_documento"),
    ("RES41/alteracao_socios_atrasada", "digital", "por_documento"),
    ("RES41/alteracao_outras_aceito", "digital", "por_documento"),
    ("RES41/alteracao_marca_aceito", "clean", "por_documento"),
    ("RES41/operacao_bombeiros_com_protocolo_aceito", "digital", "por_documento"),
    ("RES41/operacao_licenca_vencida", "digital", "grupos"),
    ("RES41/encerramento_aceito", "digital", "por_documento"),
    ("RES41/encerramento_atrasado", "clean", "por_documento"),
    ("RES41/desativacao_aceito", "digital", "por_documento"),
    ("RES41/desativacao_sem_requerimento", "clean", "por_documento"),
    ("TRR97/novo_com_filiais_aceito", "digital", "grupos"),
    ("TRR97/novo_obras_sem_tancagem", "digital", "por_documento"),
    ("TRR97/semestral_aceito", "digital", "por_documento"),
    ("TRR97/semestral_certidao_estadual_positiva", "clean", "por_documento"),
    ("TRR97/alteracao_marca_atrasada", "digital", "por_documento"),
    ("TRR95/novo_aceito", "digital", "por_documento"),
    ("TRR95/novo_falta_conclusao_obras", "digital", "por_documento"),
    ("TRR95/alteracao_outras_aceito", "clean", "por_documento"),
    ("PR95/novo_aceito", "digital", "por_documento"),
    ("PR95/novo_alvara_vencido", "digital", "por_documento"),
    ("PR95/recadastramento_aceito", "clean", "por_documento"),
    ("PR95/alteracao_endereco_atrasada", "digital", "por_documento"),
    ("DIST95/novo_aceito", "digital", "por_documento"),
    ("DIST95/novo_contrato_sem_registro", "digital", "por_documento"),
    ("DIST95/pos_registro_cessao_aceito", "digital", "por_documento"),
    ("DIST95/pos_registro_projeto_atrasado", "digital", "por_documento"),
    ("DIST95/alteracao_socios_aceito", "digital", "por_documento"),
    ("DIST95/operacao_aceito", "clean", "por_documento"),
]


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


def prontos_das_normas(destino: Path) -> list[dict[str, Any]]:
    """Write the ready dossiers of the five other norms, always the same.

    Raises:
        SemLayout: where a paper has no layout.
    """
    destino.mkdir(parents=True, exist_ok=True)
    escolha = Escolha()
    return [
        _um(destino, _do_roteiro(chave, 3001 + i, tier, embalagem), escolha)
        for i, (chave, tier, embalagem) in enumerate(PRONTOS_DAS_NORMAS)
    ]


def todos_os_roteiros(destino: Path, tiers: Sequence[str], avisa: Callable[[str], None]) -> list[dict[str, Any]]:
    """Write one dossier of each script, the tiers by turns: too many bytes for the repository."""
    destino.mkdir(parents=True, exist_ok=True)
    escolha = Escolha()
    pedidos = [_do_roteiro(c, 5001 + i, tiers[i % len(tiers)], "por_documento") for i, c in enumerate(ROTEIROS)]
    feitos = [um_dossie(p, destino, escolha, avisa) for p in pedidos]
    return [f for f in feitos if f is not None]


def _do_roteiro(chave: str, semente: int, tier: str, embalagem: str) -> Pedido:
    norma, _, cenario = chave.partition("/")
    assert norma in NORMAS
    nome = f"{norma.lower()}_{cenario}"
    return Pedido(nome, semente, "working", tier, cenario, embalagem, leve=True, norma=norma)


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
