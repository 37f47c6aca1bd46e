"""Verify ready sample dossiers as an operator would (``docverify batch``) and print a table of verdicts.

``demo.py`` takes those of GLP (``samples/dossies``), ``demo.py normas`` those of the other norms (``samples/normas``).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
FOLDER = "normas" if "normas" in sys.argv[1:] else "dossies"
SAMPLES = ROOT / "samples" / FOLDER
OUTPUT = ROOT / "build" / "demo" / f"relatorios-{FOLDER}.jsonl"
TITLES = {
    "dossies": "docverify: Portaria ANP nº 297/2003 (GLP)",
    "normas": "docverify: Resolução ANP nº 41/2013 (postos), portarias de 1995 e 1997 (TRR, postos, distribuidores)",
}
GRAVE = ("impede", "revisar")


def _reasons(report: dict) -> str:
    """Return the reasons that hold a dossier back, in plain words, one a line."""
    lines = []
    for item in report["itens"]:
        if item["situacao"] not in ("nao_conforme", "ausente", "em_analise"):
            continue
        words = [reason["mensagem"] for reason in item["motivos"] if reason["gravidade"] in GRAVE]
        lines.append(f"{item['id']}: {words[0] if words else item['situacao']}")
    return "\n".join(lines) or "todos os itens conformes"


def main() -> int:
    """Run the demonstration; return the exit status of the batch, 1 where a bad dossier was accepted."""
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.unlink(missing_ok=True)
    command = [sys.executable, "-m", "docverify", "batch", str(SAMPLES), "--output", str(OUTPUT)]
    print("Verificando os dossiês de exemplo; da primeira vez, a leitura das páginas leva alguns minutos.", flush=True)
    status = subprocess.run([*command, "--workers", str(os.cpu_count() or 1)], check=False).returncode
    if not OUTPUT.exists():
        print("a verificação não produziu relatórios; rode `make setup` e depois `.venv/bin/docverify doctor`")
        return status or 1
    reports = {r["dossie"]: r for r in map(json.loads, OUTPUT.read_text(encoding="utf-8").splitlines())}
    table = Table(title=TITLES[FOLDER], show_lines=True)
    for title in ("dossiê", "esperado", "resultado", "efeito", "por quê"):
        table.add_column(title, overflow="fold")
    wrong = accepted = doubts = 0
    for name in sorted(reports):
        report = reports[name]
        truth = SAMPLES / name / "esperado.json"
        if not truth.exists():
            truth = SAMPLES / f"{Path(name).stem}.esperado.json"
        expected = json.loads(truth.read_text(encoding="utf-8"))["resultado"] if truth.exists() else "?"
        if "erro" in report:
            table.add_row(name, expected, "erro", "", report["erro"]["mensagem"])
            wrong += 1
            continue
        got = report["resultado"]
        wrong += expected not in ("?", got)
        accepted += got == "aceito" and expected not in ("?", got)
        doubts += got == "em_analise" and expected not in ("?", got)
        table.add_row(name, expected, got, report["efeito"]["codigo"], _reasons(report))
    console = Console(width=None if sys.stdout.isatty() else 150)
    console.print(table)
    console.print(f"{len(reports)} dossiês, {len(reports) - wrong} como esperado.")
    if doubts:
        console.print(f"{doubts} com dúvida de leitura: o docverify não adivinha, uma pessoa confere (em_analise).")
    if accepted:
        console.print(f"{accepted} aceito(s) indevidamente: isto é um defeito grave, informe-o.")
    first = min((name for name in reports if (SAMPLES / name).exists()), default="")
    console.print(f"Relatórios: {OUTPUT.relative_to(ROOT)}")
    console.print(f"Experimente: .venv/bin/docverify verify samples/{FOLDER}/{first} --report relatorio.html")
    return status or int(accepted > 0)


if __name__ == "__main__":
    sys.exit(main())
