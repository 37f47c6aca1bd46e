"""Generate dossiers (half of them from held-back layouts), verify them and print the accuracy tables.

The dossiers and every figure land under ``build/bench-accuracy/<seed>-<count>/``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Run the benchmark; return the first exit status that is not 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--tiers", default="digital,clean,poor,photo")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    out = ROOT / "build" / "bench-accuracy" / f"{options.seed}-{options.count}"
    out.mkdir(parents=True, exist_ok=True)
    half = options.count // 2
    for group, count, shift in (("working", options.count - half, 0), ("held_back", half, 1)):
        if (out / "dossies" / f".{group}").exists():
            continue
        command = [sys.executable, "-m", "samples.generator", "--out", str(out / "dossies"), "--group", group]
        command += ["--count", str(count), "--seed", str(options.seed + shift), "--tiers", options.tiers]
        if status := subprocess.run(command, cwd=ROOT, check=False).returncode:
            return status
        (out / "dossies" / f".{group}").touch()
    command = [sys.executable, "-m", "docverify", "eval", str(out / "dossies")]
    command += ["--workers", str(options.workers), "--json", str(out / "figures.json")]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
