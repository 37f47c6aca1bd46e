"""The frontier of readers: seconds and deciding tokens of each way to read the same pages, in one run.

    PYTHONPATH=.:src python scripts/bench_readers.py --pages 4 --seed 41

Pages are made by the generator (working layouts), some of each tier. Deciding tokens are the CNPJs, CPFs, CEPs, dates
and registrations of what the generator says it printed, as figures; one counts where at least one of the readers found
it on the page, since a date may be printed in words. ``confirmed`` is the share that Tesseract reads alike. Seconds are
processor time, children included. ``tesserocr`` and int8 (``nncf``) are
measured where they can be imported.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from docverify.intake import open_dossier
from docverify.intake.sources import Pixels, Render
from docverify.model import Page
from docverify.reading import imaging, ppocr, ppocr_openvino
from docverify.reading.detection import Line, settled
from docverify.reading.engine import ReadWord
from docverify.reading.pixels import read_pixels
from docverify.reading.plate import Plate, turn
from docverify.reading.strips import Sheet
from docverify.reading.tesseract import TesseractReader
from docverify.settings import Settings

TIERS = ("digital", "clean", "poor", "photo")
_SURE = 0.85  # confidence of Tesseract under which PP-OCR is asked
_ON_A_SHEET = 60  # lines
_FIGURES = 6
"""Figures of a value from which it is told from others by them alone."""


@dataclass
class Result:
    """What one way of reading gave, by tier: seconds, tokens found and confirmed, pages."""

    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(TIERS, 0.0))
    found: dict[str, list[set[str]]] = field(default_factory=lambda: {t: [] for t in TIERS})
    confirmed: dict[str, list[set[str]]] = field(default_factory=lambda: {t: [] for t in TIERS})


@dataclass(frozen=True)
class Sample:
    """A page, and the figures that may stand on it."""

    tier: str
    render: Render
    tokens: frozenset[str]


def processor_s() -> float:
    """Return the processor time of this process and its children."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def figures(value: Any) -> Iterator[str]:
    """Yield the figures of a field's value as they are printed."""
    if isinstance(value, dict):
        for part in value.values():
            yield from figures(part)
    elif isinstance(value, list):
        for part in value:
            yield from figures(part)
    elif isinstance(value, str):
        day = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", value)
        digits = "".join(day.group(3, 2, 1)) if day else "".join(c for c in value if c.isdigit())
        if len(digits) >= _FIGURES:
            yield digits


def samples(count: int, seed: int) -> list[Sample]:
    """Make ``count`` pages of each tier."""
    made: list[Sample] = []
    for tier in TIERS:
        with tempfile.TemporaryDirectory() as top:
            command = ["-m", "samples.generator", "--out", top, "--count", "3", "--seed", str(seed)]
            command += ["--group", "working", "--tiers", tier]
            subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
            pages = list(_pages(Path(top), tier))
        step = max(1, len(pages) // count)
        made += pages[::step][:count]
    return made


def _pages(top: Path, tier: str) -> Iterator[Sample]:
    settings = Settings(cache_enabled=False)
    for truth in sorted(top.glob("*.esperado.json")):
        papers = json.loads(truth.read_text())["documentos"]
        with open_dossier(top / truth.name.removesuffix(".esperado.json"), settings) as intake:
            for source in intake.fontes:
                for raw in source.pages():
                    here = [p for p in papers if p["arquivo"] == raw.arquivo and raw.numero in p["paginas"]]
                    tokens = frozenset(f for p in here for f in figures(p["campos"]))
                    if tokens:
                        yield Sample(tier, raw.render(300), tokens)


def seen(words: Iterable[str], tokens: frozenset[str]) -> set[str]:
    """Return the tokens that stand in one word, or in words side by side."""
    listed = ["".join(c for c in word if c.isdigit()) for word in words]
    joined = {"".join(listed[i : i + n]) for n in (1, 2, 3) for i in range(len(listed))}
    return {t for t in tokens if t in joined}


class _Detecting(ppocr.PpOcrReader):
    def __init__(self, side: int) -> None:
        self._side = side

    def detect(self, image: Pixels, side: int = ppocr.DETECTION_SIDE) -> list[Line]:
        return super().detect(image, self._side if side == ppocr.DETECTION_SIDE else side)


def ways(settings: Settings) -> dict[str, Callable[[Render], tuple[list[str], list[str] | None]]]:
    """Return the ways to read: each gives the words, and those of a witness where it has one."""
    tesseract, lines = TesseractReader(settings), ppocr.PpOcrReader()

    def program(render: Render) -> tuple[list[str], list[str] | None]:
        return [w.text for w in tesseract.read(render.pixels)], None

    def alone(reader: ppocr.PpOcrReader) -> Callable[[Render], tuple[list[str], list[str] | None]]:
        return lambda render: ([w.text for w in read_pixels(render, reader).words], None)

    def both(render: Render) -> tuple[list[str], list[str] | None]:
        reading = read_pixels(render, lines)
        return [w.text for w in reading.words], [w.text for w in tesseract.read(turn(render.pixels, reading.rotation))]

    def cascade(render: Render) -> tuple[list[str], list[str] | None]:
        reading = read_pixels(render, lines)
        page = Page("", 1, "", reading.width, reading.height, reading.words, warp=reading.warp)
        plate = Plate(turn(render.pixels, reading.rotation), page.warp)
        deciding = [w for w in reading.words if sum(map(str.isdigit, w.text)) >= _FIGURES]
        cuts = [plate.crop(w.box, margin=0.4) for w in deciding]
        if not cuts:
            return [w.text for w in reading.words], []
        witness = tesseract.read(_stacked(cuts), layout="bloco")
        return [w.text for w in reading.words], [w.text for w in witness]

    def shared(render: Render) -> tuple[list[str], list[str] | None]:
        # PP-OCR finds the lines, Tesseract alone reads them; the page must lie the right way up
        picture = imaging.grey(render.pixels)
        sheet = Sheet(picture, np.eye(3))
        strips = [sheet.strip(settled(line)) for line in lines.detect(picture)]
        read: list[str] = []
        for start in range(0, len(strips), _ON_A_SHEET):
            read += [w.text for w in tesseract.read(_stacked(strips[start : start + _ON_A_SHEET]), layout="bloco")]
        return read, None

    def doubts(render: Render) -> tuple[list[str], list[str] | None]:
        # Tesseract reads the page, PP-OCR what it is not sure of; where it is sure and wrong nobody notices
        picture = imaging.grey(render.pixels)
        words = tesseract.read(picture)
        open_ = [i for i, w in enumerate(words) if w.confidence < _SURE]
        again = lines.lines([_around(picture, words[i]) for i in open_])
        read = [w.text for w in words]
        for i, (text, _) in zip(open_, again, strict=True):
            read[i] = text
        return read, None

    found: dict[str, Callable[[Render], tuple[list[str], list[str] | None]]] = {
        "tesseract (program)": program,
        "Tesseract, PP-OCR where it doubts": doubts,
        "Tesseract on the lines that PP-OCR finds": shared,
        "PP-OCR alone": alone(lines),
        "PP-OCR, lines looked for at 736": alone(_Detecting(736)),
        "PP-OCR, lines looked for at 1152": alone(_Detecting(1152)),
        "PP-OCR, lines looked for at 1472": alone(_Detecting(1472)),
        "PP-OCR and Tesseract on every page": both,
        "cascade (Tesseract on deciding words)": cascade,
    }
    in_process = _tesserocr()
    if in_process is not None:
        found["tesserocr (in process)"] = in_process
    return found


def _stacked(cuts: Sequence[Pixels]) -> Pixels:
    """Set pictures of lines one under the other, with a margin."""
    wide = max(c.shape[1] for c in cuts) + 80
    return np.concatenate([np.pad(c, ((12, 24), (40, wide - 40 - c.shape[1])), constant_values=255) for c in cuts])


def _around(picture: Pixels, word: ReadWord) -> Pixels:
    """Cut out a word with a third of its height around it."""
    margin = (word.y1 - word.y0) / 3
    left, top = max(0, int(word.x0 - margin)), max(0, int(word.y0 - margin))
    return picture[top : int(word.y1 + margin) + 1, left : int(word.x1 + margin) + 1]


def _tesserocr() -> Callable[[Render], tuple[list[str], list[str] | None]] | None:
    try:
        import tesserocr
        from PIL import Image
    except ImportError:
        return None
    engine = tesserocr.PyTessBaseAPI(path=os.environ["TESSDATA_PREFIX"], lang="por")

    def read(render: Render) -> tuple[list[str], list[str] | None]:
        engine.SetImage(Image.fromarray(render.pixels))
        return engine.GetUTF8Text().split(), None

    return read


@contextlib.contextmanager
def _int8(renders: Sequence[Render]) -> Iterator[None]:
    """Let the recogniser, weights and activations, be computed in int8, fitted to lines of some pages."""
    import nncf

    reader = ppocr.PpOcrReader()
    batches = []
    for render in renders:
        picture = imaging.grey(render.pixels)
        sheet = Sheet(picture, np.eye(3))
        for line in reader.detect(picture)[:40]:
            strip = sheet.strip(settled(line)).astype(np.float32)
            batches.append(np.broadcast_to((strip - 127.5) / 127.5, (1, 3, *strip.shape)).copy())
    plain = ppocr_openvino.compiled
    made: list[str] = []

    def quantised(model: Any, precision: str) -> Any:
        made.append(precision)  # the detector first, then the recogniser
        return plain(nncf.quantize(model, nncf.Dataset(batches)) if len(made) == 2 else model, precision)

    ppocr_openvino.compiled = quantised
    ppocr._engine.cache_clear()
    try:
        yield
    finally:
        ppocr_openvino.compiled = plain
        ppocr._engine.cache_clear()


def measure(pages: list[Sample], read: Callable[[Render], tuple[list[str], list[str] | None]]) -> Result:
    """Read all pages one way."""
    result = Result()
    read(pages[0].render)  # models are loaded
    for page in pages:
        started = processor_s()
        words, witness = read(page.render)
        result.seconds[page.tier] += processor_s() - started
        found = seen(words, page.tokens)
        result.found[page.tier].append(found)
        result.confirmed[page.tier].append(found & seen(witness, page.tokens) if witness is not None else set())
    return result


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pages", type=int, default=4, help="of each tier")
    parser.add_argument("--seed", type=int, default=41)
    arguments = parser.parse_args()
    pages = samples(arguments.pages, arguments.seed)
    settings = Settings(cache_enabled=False)
    results: dict[str, Result] = {}
    here = ppocr.precision()
    for precision in dict.fromkeys(("f32", here)):
        ppocr.precision = lambda chosen=precision: chosen  # type: ignore[assignment,misc]
        ppocr._engine.cache_clear()
        for name, read in ways(settings).items():
            if precision == here or name == "PP-OCR alone":
                results[f"{name}, {precision}" if name.startswith("PP-OCR") else name] = measure(pages, read)
    if importlib.util.find_spec("nncf"):
        with _int8([sample.render for sample in pages[:: max(1, len(pages) // 4)]]):
            alone = ways(settings)["PP-OCR alone"]
            results["PP-OCR alone, recogniser in int8"] = measure(pages, alone)
    possible = {
        tier: [set.union(*(r.found[tier][i] for r in results.values())) for i in range(len(r0))]
        for tier, r0 in next(iter(results.values())).found.items()
    }
    print("| way | " + " | ".join(f"{t}: s a page, tokens" for t in TIERS) + " | confirmed |")
    print("|---" * (len(TIERS) + 2) + "|")
    for name, result in results.items():
        cells = []
        for tier in TIERS:
            whole = sum(map(len, possible[tier]))
            share = sum(map(len, result.found[tier])) / whole if whole else 1.0
            cells.append(f"{result.seconds[tier] / max(1, len(result.found[tier])):.2f}, {share:.1%}")
        confirmed = sum(len(s) for per in result.confirmed.values() for s in per)
        found = sum(len(s) for per in result.found.values() for s in per)
        print(
            f"| {name} | " + " | ".join(cells) + f" | {confirmed / found:.0%} |"
            if confirmed
            else f"| {name} | " + " | ".join(cells) + " | |"
        )
    print(f"\n{len(pages)} pages, {sum(len(s) for per in possible.values() for s in per)} tokens; here: {here}")


if __name__ == "__main__":
    main()
