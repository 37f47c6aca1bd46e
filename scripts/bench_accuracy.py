"""Generate dossiers (half of them from held-back layouts), verify them and print the accuracy tables of each half.

Dossiers, reports (JSONL) and every figure land under ``build/bench-accuracy/<seed>-<count>[-<norms>]/``; started again
it goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run(*command: str) -> int:
    """Run a command of the project in its top folder and return its exit status."""
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False).returncode


def main() -> int:
    """Run the benchmark; return the first exit status that is not 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--tiers", default="digital,clean,clean,poor,photo")
    parser.add_argument("--norms", default="", help="comma-separated; default: all six")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    name = f"{options.seed}-{options.count}" + (f"-{options.norms.replace(',', '-')}" if options.norms else "")
    out = ROOT / "build" / "bench-accuracy" / name
    out.mkdir(parents=True, exist_ok=True)
    half = options.count // 2
    for group, count, seed in (
        ("working", options.count - half, options.seed),
        ("held_back", half, options.seed + 1),
    ):
        dossiers, made = out / group, out / f".{group}"
        if not made.exists():
            generate = ["samples.generator", "--out", str(dossiers), "--group", group, "--count", str(count)]
            generate += ["--norms", options.norms] if options.norms else []
            if status := run(*generate, "--seed", str(seed), "--tiers", options.tiers):
                return status
            made.touch()
        reports = str(out / f"{group}.jsonl")
        if status := run("docverify", "batch", str(dossiers), "--output", reports, "--workers", str(options.workers)):
            return status
    status = 0
    for group in ("working", "held_back"):
        reports, figures = str(out / f"{group}.jsonl"), str(out / f"{group}.json")
        status = run("docverify", "eval", str(out / group), "--reports", reports, "--json", figures) or status
    return status


if __name__ == "__main__":
    sys.exit(main())
