"""Command line: ``python -m samples.generator --out DIR --count 20 --seed 1 --group both --tiers digital,clean``."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from samples.generator.build import gerar
from samples.generator.degrade import TIERS
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
    p.add_argument("--ready", action="store_true", help="write the ready dossiers again under samples/dossies")
    a = p.parse_args()
    inicio = time.perf_counter()
    if a.ready:
        from samples.generator.ready import prontos

        feitos = prontos(a.out or Path(__file__).parents[1] / "dossies")
    else:
        if a.out is None:
            p.error("--out is needed")
        tiers = [t.strip() for t in a.tiers.split(",") if t.strip()]
        if estranhos := set(tiers) - set(TIERS):
            p.error(f"unknown tiers: {sorted(estranhos)}")
        grupos = ["working", "held_back"] if a.group == "both" else [a.group]
        normas = [n.strip() for n in a.norms.split(",") if n.strip()]
        if desconhecidas := set(normas) - set(NORMAS):
            p.error(f"unknown norms: {sorted(desconhecidas)}")
        feitos = gerar(a.out, a.count, a.seed, grupos, tiers, normas, lambda texto: print(texto, file=sys.stderr))
    resultados = Counter(f["resultado"] for f in feitos)
    print(f"{len(feitos)} dossies, {dict(resultados)}, {time.perf_counter() - inicio:.1f} s")


if __name__ == "__main__":
    main()
