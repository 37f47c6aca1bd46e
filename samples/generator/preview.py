"""Draw one layout and print its truth: ``python -m samples.generator.preview FILE.typ --seeds 0-3 --out x.png``."""

from __future__ import annotations

import argparse
import json
import random
from datetime import date
from pathlib import Path

import cv2
import numpy as np

from samples.generator.changes import Ajuste
from samples.generator.company import Empresa
from samples.generator.layouts import Layout, ler_layout
from samples.generator.papers import papel
from samples.generator.ramos import RAMOS, nova_no_ramo
from samples.generator.render import paginas

REFERENCIA = date(2026, 11, 30)
REFERENCIA_1990 = date(1997, 6, 10)


def _ramo(tipo: str) -> str:
    """Return an activity whose dossiers hold papers of the type."""
    if tipo == "certificado_borda_livre":
        return "flutuante"
    if tipo in {"projeto_instalacoes", "contrato_cessao_espaco"}:
        return "distribuidor"
    if tipo == "comprovante_conclusao_obras" or tipo.startswith("certidao_negativa"):
        return "trr"
    glp = {"requerimento", "ficha_cadastral", "inscricao_estadual", "contrato_social", "estatuto_social", "ata_eleicao"}
    antigos = glp | {"comprovante_cnpj", "alvara_funcionamento", "certificado_bombeiros", "licenca_operacao"}
    return "revenda_glp" if tipo in antigos | {"protocolo_renovacao", "desconhecido"} else "posto"


def empresa_para(
    layout: Layout,
    rng: random.Random,
    *,
    filial: bool = False,
    ramo: str | None = None,
    dia: date | None = None,
    filiais: int = 0,
    vias: int = 0,
) -> Empresa:
    """Invent a company that suits the layout: its State, its activity, its years."""
    uf = rng.choice(layout.ufs) if layout.ufs else None
    return nova_no_ramo(
        rng,
        dia or (REFERENCIA if "atual" in layout.epocas else REFERENCIA_1990),
        ramo or (layout.ramos[0] if layout.ramos else _ramo(layout.tipo)),
        uf=uf,
        municipio=rng.choice(layout.municipios) if layout.municipios else None,
        sa=layout.sociedades == ("sa",),
        filial=filial,
        filiais=filiais,
        vias=vias,
    )


def main() -> None:
    """Draw the layout once for each seed, side by side, and print the truth of each."""
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("layout", type=Path)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seeds", help="a range such as 0-3")
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--dpi", type=int, default=80)
    p.add_argument("--sem-carimbos", action="store_true", help="neither notary nor Junta nor firma")
    p.add_argument("--vencido", action="store_true")
    p.add_argument("--explicita", default="kg", choices=["kg", "classe", "nenhuma"])
    p.add_argument(
        "--omitir",
        default="",
        help="dotted paths of data to set to none, with commas: empresa.fantasia,endereco.complemento",
    )
    p.add_argument(
        "--ramo", choices=list(RAMOS), help="activity of the company; default: the first that suits the layout"
    )
    p.add_argument(
        "--data", type=date.fromisoformat, help="reference date; default 2026-11-30, 1997-06-10 for the 1990s"
    )
    p.add_argument("--filiais", type=int, default=0)
    p.add_argument("--vias", type=int, default=0)
    p.add_argument("--extra", default="{}", help='facts as JSON: {"resultado": "positiva", "tancagem": false}')
    a = p.parse_args()
    layout = ler_layout(a.layout.resolve())
    primeiro, _, ultimo = (a.seeds or str(a.seed)).partition("-")
    folhas: list[np.ndarray] = []
    for semente in range(int(primeiro), int(ultimo or primeiro) + 1):
        rng = random.Random(semente)
        filial = (
            rng.random() < 0.3
            and (layout.filiais or layout.tipo == "comprovante_cnpj")
            and "FILIAL" in layout.matriz_filial
        )
        e = empresa_para(layout, rng, filial=filial, ramo=a.ramo, dia=a.data, filiais=a.filiais, vias=a.vias)
        aj = Ajuste(
            vencido=a.vencido,
            explicita=a.explicita,
            omitir=tuple(x for x in a.omitir.split(",") if x),
            registrado=not a.sem_carimbos,
            firma=not a.sem_carimbos,
            autenticacao=None if a.sem_carimbos else "auto",
            extra=json.loads(a.extra),
        )
        pronto = papel(e, layout, semente, aj)
        print(json.dumps(pronto.campos, ensure_ascii=False, indent=1), [c.nome for c in pronto.carimbos])
        folhas += paginas(pronto.pdf, a.dpi)
    alto = max(f.shape[0] for f in folhas)
    folhas = [
        cv2.copyMakeBorder(f, 0, alto - f.shape[0], 0, 6, cv2.BORDER_CONSTANT, value=(90, 90, 90)) for f in folhas
    ]
    cv2.imwrite(str(a.out), np.hstack(folhas))


if __name__ == "__main__":
    main()
