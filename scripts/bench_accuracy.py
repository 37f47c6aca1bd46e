"""Measure accuracy: the bars on held-back layouts, the same on working ones, and three ways of reading side by side.

Generates dossiers of all norms, most of them from held-back layouts, in the tiers that archives hold (15 % digital,
45 % clean scans, 25 % poor ones, 15 % photographs), verifies them and prints the tables of ``docs/benchmarks.md``: the
bars by tier, and whether a confidence is a probability. Everything lands under ``build/bench-accuracy/``; started again
it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TIERS = (
    "clean,poor,clean,photo,clean,digital,poor,clean,clean,poor,"
    "digital,clean,photo,clean,poor,clean,digital,poor,clean,photo"
)
"""Three digital, nine clean, five poor, three photo."""

READERS = {
    "tesseract": "Tesseract alone",
    "ppocr": "PP-OCRv6 alone",
    "cascata": "cascade",
}


def run(*command: str, **environment: str) -> int:
    """Run a command of the project in its top folder and return its exit status."""
    env = {**os.environ, "OMP_THREAD_LIMIT": "1", **environment}
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False, env=env).returncode


def generate(out: Path, group: str, count: int, seed: int, tiers: str, norms: str) -> int:
    """Generate dossiers once; return the exit status."""
    made = out.parent / f".{out.name}"
    if made.exists():
        return 0
    more = ["--norms", norms] if norms else []
    status = run(
        "samples.generator", "--out", str(out), "--group", group, "--count", str(count), "--seed", str(seed),
        "--tiers", tiers, *more,
    )  # fmt: skip
    if status == 0:
        made.touch()
    return status


def figures(dossiers: Path, reports: Path, diagram: Path | None = None) -> tuple[str, dict[str, Any]]:
    """Return the tables (bars and, of layouts that no map was fitted to, reliability) and all figures of some reports.

    Args:
        dossiers: With their expected results.
        reports: One a line.
        diagram: Where to draw the reliability diagram; nothing is drawn where no such layout is among them.
    """
    from docverify.evaluate import bars, calibration
    from docverify.evaluate import run as evaluation
    from docverify.evaluate.figures import figures as all_figures
    from docverify.settings import Settings

    known = evaluation.reports_of(reports)
    results = evaluation.evaluate(
        evaluation.truths(dossiers), today=datetime.now(UTC).date(), settings=Settings(), workers=1, reports=known
    )
    text, numbers = bars.as_markdown(results), {**all_figures(results), **bars.as_json(results)}
    seen = calibration.observations(results, lambda _, part: not calibration.for_calibration(part))
    if seen:
        table = calibration.reliability(seen)
        numbers["calibracao"] = table
        text += "\n\nConfidence, on the half of the held-back layouts that no map was fitted to:\n\n"
        text += calibration.as_markdown(table)
        if diagram is not None:
            calibration.plot(table, diagram)
    return text, numbers


def measure(out: Path, group: str, options: argparse.Namespace, count: int, seed: int) -> int:
    """Generate, verify and print one group."""
    dossiers, reports = out / group, out / f"{group}.jsonl"
    if status := generate(dossiers, group, count, seed, options.tiers, options.norms):
        return status
    command = ("docverify", "batch", str(dossiers), "--output", str(reports), "--workers", str(options.workers))
    if status := run(*command):
        return status
    text, numbers = figures(dossiers, reports, out / f"{group}-reliability.svg")
    (out / f"{group}.json").write_text(json.dumps(numbers, ensure_ascii=False, indent=1), encoding="utf-8")
    (out / f"{group}.md").write_text(text + "\n", encoding="utf-8")
    print(f"\n{group}, {count} dossiers, seed {seed}\n\n{text}\n", flush=True)
    return 0


def compare(out: Path, options: argparse.Namespace) -> int:
    """Verify the same dossiers with each way of reading, nothing cached, and print accuracy and cost of each."""
    dossiers = out / "held_back"
    if status := generate(dossiers, "held_back", options.compare, options.seed + 2, options.tiers, options.norms):
        return status
    rows = []
    for reader, title in READERS.items():
        reports, cost = out / f"{reader}.jsonl", out / f"{reader}.cost.json"
        if not cost.exists():
            reports.unlink(missing_ok=True)
            started = time.monotonic()
            status = run(
                "docverify", "batch", str(dossiers), "--output", str(reports), "--workers", str(options.workers),
                DOCVERIFY_READERS=reader, DOCVERIFY_CACHE=str(out / f"cache-{reader}"),
            )  # fmt: skip
            if status:
                return status
            spent = (time.monotonic() - started) * options.workers
            cost.write_text(json.dumps({"core_s": spent}), encoding="utf-8")
        _, numbers = figures(dossiers, reports)
        lines = [json.loads(line) for line in reports.read_text(encoding="utf-8").splitlines()]
        pages = sum(line.get("tempos", {}).get("paginas_ocr", 0) for line in lines)
        rows.append({"reader": reader, "title": title, "pages": pages, **json.loads(cost.read_text()), **numbers})
    (out / "compare.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    print("\n" + comparison(rows) + "\n")
    if options.plot:
        plot(rows, Path(options.plot))
    return 0


def shares(row: dict[str, Any]) -> dict[str, float]:
    """Return the rate of each bar over all tiers, and of right decisions."""
    found = {}
    for name, tiers in row["barras"].items():
        total = sum(cell["total"] for cell in tiers.values())
        found[name] = sum(cell["certos"] for cell in tiers.values()) / max(1, total)
    return found


def comparison(rows: list[dict[str, Any]]) -> str:
    """Return the comparison as a table."""
    lines = [
        "| | type right | deciding exact | names >= 0.95 | decided without a person | right decision | "
        "false accepts / rejects | wrong and confident | core seconds a page |",
        "|---" * 9 + "|",
    ]
    for row in rows:
        rates = shares(row)
        wrong = row["decisivos_errados_confiantes"]
        right = row["total"]["decisoes_certas"]["taxa"] or 0.0
        lines.append(
            f"| {row['title']} | "
            + " | ".join(f"{100 * rates[name]:.1f} %" for name in ("tipos", "decisivos", "nomes", "sem_pessoa"))
            + f" | {100 * right:.1f} % | {len(row['falsos_aceites'])} / {len(row['falsas_rejeicoes'])}"
            f" | {wrong['errados']}/{wrong['lidos']} | {row['core_s'] / max(1, row['pages']):.2f} |"
        )
    lines.append(f"\n{rows[0]['total']['dossies']} dossiers, {rows[0]['pages']} pages read from pixels.")
    return "\n".join(lines)


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    """Draw accuracy against time."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "docverify"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.2))
    for name, label in (
        ("decisivos", "deciding fields exact"),
        ("nomes", "names and addresses"),
        ("sem_pessoa", "decided without a person"),
    ):
        points = sorted((row["core_s"] / max(1, row["pages"]), 100 * shares(row)[name]) for row in rows)
        axes.plot([x for x, _ in points], [y for _, y in points], marker="o", label=label)
    for row in rows:
        axes.annotate(
            row["title"],
            (row["core_s"] / max(1, row["pages"]), 100 * shares(row)["decisivos"]),
            textcoords="offset points",
            xytext=(5, 7),
        )
    axes.set_xlabel("core seconds per page read (whole verification: wall time x workers)")
    axes.set_ylabel("%")
    axes.grid(alpha=0.3)
    axes.margins(x=0.2)
    axes.legend(loc="lower right")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> int:
    """Run the benchmark; return the first exit status that is not 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="dossiers of held-back layouts; 0 for none")
    parser.add_argument("--working", type=int, default=-1, help="dossiers of working layouts; default: a quarter")
    parser.add_argument("--compare", type=int, default=0, metavar="N", help="read N dossiers in three ways")
    parser.add_argument("--plot", default="", metavar="FILE.svg", help="draw the comparison")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--tiers", default=TIERS)
    parser.add_argument("--norms", default="", help="comma-separated; default: all six")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    top = ROOT / "build" / "bench-accuracy"
    working = options.count // 4 if options.working < 0 else options.working
    suffix = f"-{options.norms.replace(',', '-')}" if options.norms else ""
    if options.count or working:
        out = top / f"{options.seed}-{options.count}{suffix}"
        out.mkdir(parents=True, exist_ok=True)
        for group, count, seed in (("held_back", options.count, options.seed + 1), ("working", working, options.seed)):
            if count and (status := measure(out, group, options, count, seed)):
                return status
    if options.compare:
        out = top / f"compare-{options.seed}-{options.compare}{suffix}"
        out.mkdir(parents=True, exist_ok=True)
        return compare(out, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
