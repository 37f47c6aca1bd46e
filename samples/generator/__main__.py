"""Command line: ``python -m samples.generator --out DIR --count 20 --seed 1 --group both --tiers digital,clean``."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from samples.generator.build import gerar
from samples.generator.degrade import TIERS
from samples.generator.ready import prontos, prontos_das_normas, todos_os_roteiros
from samples.generator.scripts import NORMAS


def main() -> None:
    """Generate dossiers, or the ready ones of the repository with ``--ready``."""
    p = argparse.ArgumentParser(prog="python -m samples.generator", description=__doc__)
    p.add_argument(
        "--out",
        type=Path,
        help="folder to write to; each dossier is a folder, its answer lies beside it as NAME.esperado.json",
    )
    p.add_argument("--count", type=int, default=10)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--group", choices=["working", "held_back", "both"], default="working")
    p.add_argument("--tiers", default=",".join(TIERS), help="comma-separated: digital,clean,poor,photo")
    p.add_argument("--norms", default=",".join(NORMAS), help=f"comma-separated, default all: {','.join(NORMAS)}")
    p.add_argument("--ready", action="store_true", help="write samples/dossies and samples/normas again")
    p.add_argument("--scripts", action="store_true", help="write one dossier of each script of the five other norms")
    a = p.parse_args()
    inicio = time.perf_counter()
    tiers = [t.strip() for t in a.tiers.split(",") if t.strip()]
    if estranhos := set(tiers) - set(TIERS):
        p.error(f"unknown tiers: {sorted(estranhos)}")
    if not a.ready and a.out is None:
        p.error("--out is needed")
    if a.ready:
        pasta = a.out or Path(__file__).parents[1]
        feitos = [*prontos(pasta / "dossies"), *prontos_das_normas(pasta / "normas")]
    elif a.scripts:
        feitos = todos_os_roteiros(a.out, tiers, _avisa)
    else:
        grupos = ["working", "held_back"] if a.group == "both" else [a.group]
        normas = [n.strip() for n in a.norms.split(",") if n.strip()]
        if desconhecidas := set(normas) - set(NORMAS):
            p.error(f"unknown norms: {sorted(desconhecidas)}")
        feitos = gerar(a.out, a.count, a.seed, grupos, tiers, normas, _avisa)
    resultados = Counter(f["resultado"] for f in feitos)
    print(f"{len(feitos)} dossies, {dict(resultados)}, {time.perf_counter() - inicio:.1f} s")


def _avisa(texto: str) -> None:
    print(texto, file=sys.stderr)


if __name__ == "__main__":
    main()
