"""What the reading of pixels keeps of a page under each kind of damage: ``python -m scripts.bench_degradations``.

Pages of working layouts are drawn, damaged (`samples.generator.damage_catalog`) and read. What counts: the numbers of
the page's own text (CNPJ, dates, kilograms, CEP, processes: four figures or more) that stand letter by letter in what
was read, and likewise its words of five letters or more. Beside them the verdict on legibility, which must be no
``ilegivel`` on any page of the catalogue, and ``ilegivel`` on those made so on purpose.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
import unicodedata
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import pypdfium2 as pdfium
from samples.generator import degrade
from samples.generator.build import gerar
from samples.generator.damage_catalog import DANOS, SEM_FORCA
from samples.generator.degrade import Folha
from samples.generator.render import paginas

from docverify.intake.sources import Render
from docverify.reading.legibility import bears_print, judge, printed
from docverify.reading.pixels import read_pixels
from docverify.reading.ppocr import PpOcrReader
from docverify.values.legibilidade import Legibilidade

TIPOS = ("comprovante_cnpj", "certificado_bombeiros", "alvara_funcionamento", "contrato_social")
DPI = 200


def folded(text: str) -> str:
    """Return a text without accents and blanks, in capitals."""
    plain = unicodedata.normalize("NFD", text.upper().replace("º", "").replace("°", ""))
    return "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace())


def tokens(text: str) -> tuple[set[str], set[str]]:
    """Return the numbers and the longer words of a text."""
    numbers = {n for n in re.findall(r"\d[\d./-]*\d", text) if sum(map(str.isdigit, n)) >= 4}
    return numbers, {folded(w) for w in re.findall(r"[^\W\d_]{5,}", text)}


def pages(folder: Path, types: tuple[str, ...], seed: int) -> list[tuple[str, np.ndarray, set[str], set[str]]]:
    """Draw digital papers and return, of the first page of each type, its name, picture, numbers and words."""
    found: dict[str, tuple[str, np.ndarray, set[str], set[str]]] = {}
    gerar(folder, 4, seed, ["working"], ["digital"], ["GLP297"])
    for truth in sorted(folder.glob("*.esperado.json")):
        expected = json.loads(truth.read_text(encoding="utf-8"))
        for entry in expected["documentos"]:
            path = folder / expected["dossie"] / entry["arquivo"]
            if entry["tipo"] in found or entry["tipo"] not in types or path.suffix != ".pdf":
                continue
            document = pdfium.PdfDocument(path)
            index = entry["paginas"][0] - 1
            text = document[index].get_textpage().get_text_range()
            document.close()
            numbers, words = tokens(text)
            if len(numbers) >= 3:
                found[entry["tipo"]] = (entry["layout"], paginas(path.read_bytes(), DPI)[index], numbers, words)
    return [found[t] for t in types if t in found]


def as_received(sheet: Folha) -> Render:
    """Return the sheet after the compression of its file."""
    picture = sheet.imagem
    if not sheet.um_bit:
        flag = cv2.IMREAD_GRAYSCALE if picture.ndim == 2 else cv2.IMREAD_COLOR
        ok, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sheet.qualidade])
        assert ok
        picture = cv2.imdecode(packed, flag)
    if sheet.giro:
        picture = np.ascontiguousarray(np.rot90(picture, -sheet.giro // 90))
    if picture.ndim == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
    return Render(picture, float(sheet.dpi))


def measure(sheet: Folha, numbers: set[str], words: set[str], reader: PpOcrReader) -> dict[str, object]:
    """Read one damaged page and compare it with what stands on it."""
    render = as_received(sheet)
    started = time.process_time()
    reading = read_pixels(render, reader)
    spent = time.process_time() - started
    read = folded("".join(w.text for w in reading.words))
    legible = judge(
        render.pixels, reading.words, reading.warp, reading.rotation, 0.0 if reading.blank else reading.quality
    )
    if reading.blank and not bears_print(render.pixels):
        legible = Legibilidade("legivel")
    return {
        "numeros": sum(folded(n) in read for n in numbers) / len(numbers),
        "perdidos": sorted(n for n in numbers if folded(n) not in read),
        "palavras": sum(w in read for w in words) / max(1, len(words)),
        "qualidade": round(reading.quality, 3),
        "veredito": legible.veredito,
        "motivos": list(legible.motivos),
        "medidas": legible.medidas,
        "branca": reading.blank,
        "impresso": round(printed(render.pixels), 4),
        "s": round(spent, 2),
    }


def main() -> None:
    """Print the table, and write every figure as JSON lines where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="comma-separated kinds; default all")
    parser.add_argument("--strengths", default="0.3,0.65,1.0")
    parser.add_argument("--types", default=",".join(TIPOS[:3]))
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--save", type=Path, help="folder for the damaged pictures")
    args = parser.parse_args()
    only = [k for k in args.only.split(",") if k]
    strengths = [float(s) for s in args.strengths.split(",")]
    reader = PpOcrReader()
    rows: dict[tuple[str, str], list[dict[str, object]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        drawn = pages(Path(folder), tuple(args.types.split(",")), args.seed)
    jobs = [(k, s) for k in DANOS for s in ([1.0] if k in SEM_FORCA else strengths)]
    jobs += [(f"ilegivel:{m}", 1.0) for m in degrade.MODOS_ILEGIVEL]
    out = args.json.open("w", encoding="utf-8") if args.json else None
    for kind, strength in jobs:
        if only and kind not in only:
            continue
        for name, picture, numbers, words in drawn:
            rng = random.Random(f"{args.seed}/{name}/{kind}")
            if kind.startswith("ilegivel:"):
                sheet = degrade.ilegivel(picture, DPI, rng, kind.removeprefix("ilegivel:"))
            else:
                sheet = DANOS[kind](picture, DPI, rng, strength)
            if args.save:
                args.save.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(
                    str(args.save / f"{kind.replace(':', '_')}-{strength}-{name.replace('/', '_')}.png"), sheet.imagem
                )
            row = measure(sheet, numbers, words, reader)
            rows[kind, f"{strength:.2f}"].append(row)
            if out:
                out.write(
                    json.dumps({"dano": kind, "forca": strength, "layout": name, **row}, ensure_ascii=False) + "\n"
                )
                out.flush()
    print("| dano | força | números | palavras | qualidade | veredito | s |\n|---|---|---|---|---|---|---|")
    for (kind, strength), group in rows.items():
        mean = {k: sum(float(str(r[k])) for r in group) / len(group) for k in ("numeros", "palavras", "qualidade", "s")}
        verdicts = " ".join(str(r["veredito"]) for r in group)
        print(
            f"| {kind} | {'–' if kind in SEM_FORCA else strength} | {100 * mean['numeros']:.0f} % | "
            f"{100 * mean['palavras']:.0f} % | {mean['qualidade']:.2f} | {verdicts} | {mean['s']:.2f} |"
        )


if __name__ == "__main__":
    main()
