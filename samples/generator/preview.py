"""Draw one layout and print its truth: ``python -m samples.generator.preview FILE.typ --seeds 0-3 --out x.png``."""

from __future__ import annotations

import argparse
import json
import random
from datetime import date
from pathlib import Path

import cv2
import numpy as np

from samples.generator.company import nova_empresa
from samples.generator.document import Ajuste
from samples.generator.layouts import ler_layout
from samples.generator.papers import papel
from samples.generator.render import paginas

REFERENCIA = date(2026, 11, 30)


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
    a = p.parse_args()
    layout = ler_layout(a.layout.resolve())
    primeiro, _, ultimo = (a.seeds or str(a.seed)).partition("-")
    folhas: list[np.ndarray] = []
    for semente in range(int(primeiro), int(ultimo or primeiro) + 1):
        rng = random.Random(semente)
        uf = rng.choice(layout.ufs) if layout.ufs else None
        e = nova_empresa(
            rng,
            REFERENCIA,
            uf=uf,
            municipio=rng.choice(layout.municipios) if layout.municipios else None,
            sa=layout.sociedades == ("sa",),
            filial=rng.random() < 0.3
            and (layout.filiais or layout.tipo == "comprovante_cnpj")
            and "FILIAL" in layout.matriz_filial,
        )
        aj = Ajuste(
            vencido=a.vencido,
            explicita=a.explicita,
            omitir=tuple(x for x in a.omitir.split(",") if x),
            registrado=not a.sem_carimbos,
            firma=not a.sem_carimbos,
            autenticacao=None if a.sem_carimbos else "auto",
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
