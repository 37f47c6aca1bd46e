"""What the text layer of a born-digital page costs: text, drawings, confirmation on pixels; other libraries beside it.

Run with ``python -m scripts.bench_layer``: processor time per page in milliseconds, as Markdown. Everything runs in one
process on one thread, what the child for untrusted files does included.
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import cv2
import pdfplumber
import pypdfium2

from docverify.intake import RawPage, worker
from docverify.intake.media import MediaWorker
from docverify.reading import proof
from docverify.reading.ppocr import PpOcrReader
from docverify.reading.tesseract import TesseractReader
from docverify.reading.textlayer import LayerReading, read_layer
from docverify.settings import Settings


class Here:
    """Answers requests of pages in this process, so that their processor time is counted with the rest."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def request(self, comando: str, path: Path, **arguments: Any) -> tuple[dict[str, Any], bytes]:
        """Answer as :class:`docverify.intake.media.MediaWorker` does."""
        started = time.process_time()
        answer: tuple[dict[str, Any], bytes] = worker.COMMANDS[comando]({"path": str(path), **arguments})
        self.seconds += time.process_time() - started
        return answer


def pages_of(folder: Path, here: Here) -> list[RawPage]:
    """Return the pages of all PDFs below a folder."""
    media, limit = cast(MediaWorker, here), Settings().max_pixels
    found = []
    for path in sorted(folder.rglob("*.pdf")):
        with contextlib.closing(pypdfium2.PdfDocument(path)) as document:
            count = len(document)
        found += [RawPage(path.name, n + 1, f"{path}:{n}", "pdf", path, media, limit) for n in range(count)]
    return found


def spent(work: Callable[[], object]) -> float:
    """Return seconds of processor time."""
    started = time.process_time()
    work()
    return time.process_time() - started


def measure(folder: Path) -> dict[str, float]:
    """Measure the pages below a folder of which the text is all that they say.

    Args:
        folder: With PDFs at any depth.

    Returns:
        Milliseconds of processor time per page by step, and counts.
    """
    here = Here()
    first = [(raw, read_layer(raw)) for raw in pages_of(folder, here)]
    chosen = [(raw, layer) for raw, layer in first if layer.verdict == "texto"]
    raws, layers = [raw for raw, _ in chosen], [layer for _, layer in chosen]
    looker, witness = PpOcrReader(), TesseractReader(Settings())
    claims = [proof.unclear(layer) for layer in layers]
    for raw, layer in chosen[:3]:  # loads the engines, and is not counted
        proof.borne_out(raw, layer, looker, witness)
    here.seconds = 0.0
    layer_s = spent(lambda: [read_layer(raw) for raw in raws])
    media_s = here.seconds
    count = max(1, len(raws))
    per_page = {
        "pypdfium2, text": spent(lambda: _plain(raws)),
        "pdfplumber, words": spent(lambda: _plumbed(raws)),
        "characters and two drawings (pdfium)": media_s,
        "judged, words, cells": layer_s - media_s,
        "shapes compared": spent(lambda: [proof.unclear(layer) for layer in layers]),
        "the unclear read": spent(lambda: _confirmed(chosen, looker, witness)),
    }
    return {
        "pages": len(raws),
        "words": sum(len(layer.words) for layer in layers),
        "deciding": sum(len(proof.deciding(layer.words)) for layer in layers),
        "unclear": sum(map(len, claims)),
        **{step: 1000 * seconds / count for step, seconds in per_page.items()},
    }


def _confirmed(chosen: Sequence[tuple[RawPage, LayerReading]], looker: PpOcrReader, witness: TesseractReader) -> None:
    for raw, layer in chosen:
        proof.borne_out(raw, layer, looker, witness)


def _plain(raws: Sequence[RawPage]) -> None:
    for raw in raws:
        with contextlib.closing(pypdfium2.PdfDocument(raw.path)) as document:
            document[raw.numero - 1].get_textpage().get_text_bounded()


def _plumbed(raws: Sequence[RawPage]) -> None:
    for raw in raws:
        with pdfplumber.open(raw.path, pages=[raw.numero]) as document:
            document.pages[0].extract_words()


def main() -> None:
    """Generate digital dossiers, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--folder", type=Path, help="measure these files instead of generated ones")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.folder or Path(scratch)
        if chosen.folder is None:
            order = ["--out", scratch, "--count", str(chosen.count), "--seed", str(chosen.seed), "--group", "working"]
            command = [sys.executable, "-m", "samples.generator", *order, "--tiers", "digital"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found = measure(folder)
    counts = ("pages", "words", "deciding", "unclear")
    print(", ".join(f"{found[name]:.0f} {name}" for name in counts))
    print("\n| step | ms a page |\n|---|---|")
    for step, value in found.items():
        if step not in counts:
            print(f"| {step} | {value:.1f} |")


if __name__ == "__main__":
    main()
