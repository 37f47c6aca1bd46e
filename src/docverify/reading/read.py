"""Reading of a page and of a whole dossier: text layer or pixels, cached, several pages side by side."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from docverify.errors import BadInputError, EngineError, EngineMissingError
from docverify.intake import Intake, RawPage
from docverify.intake.sources import Render
from docverify.model import Page, Word, shown_box
from docverify.reading.cache import PageCache, cache_key
from docverify.reading.engine import Reader
from docverify.reading.flat import onto_flat
from docverify.reading.hidden import HIDDEN_NOTE, signs
from docverify.reading.legibility import judged
from docverify.reading.looks import look, turned
from docverify.reading.overlay import ALTERED_NOTE, covers_print
from docverify.reading.pixels import PixelReading, read_pixels
from docverify.reading.plain import read_plain
from docverify.reading.plate import Key, Plate, Plates
from docverify.reading.ppocr import PpOcrReader
from docverify.reading.proof import LineReader, borne_out
from docverify.reading.tesseract import TesseractReader
from docverify.reading.textlayer import LayerReading, read_layer
from docverify.settings import Settings

READING_VERSION = 10
"""Raised with every change of this package that changes results: what an older version read is read again."""


_SURE_BESIDE_TEXT = 0.6  # asked of words read beside a text layer: logos and codes read as letters have less


@dataclass(frozen=True, slots=True)
class PageFailure:
    """A page that could not be read, and why, in Portuguese."""

    arquivo: str
    numero: int
    mensagem: str


@dataclass(frozen=True, slots=True)
class ReadingResult:
    """All pages of a dossier.

    Attributes:
        pages: In the order of ``Intake.fontes``, then of page numbers; failed pages keep their place.
        ocr_s: Seconds spent on reading pixels, summed over pages (not wall time).
        paginas: How many pages there are.
        paginas_ocr: How many were read from pixels in this run.
        paginas_cache: How many came from the cache.
        failures: Pages that could not be read.
        plates: Their flat pictures by ``(arquivo, numero)``, drawn when asked for, while the dossier is open.
    """

    pages: tuple[Page, ...]
    ocr_s: float
    paginas: int
    paginas_ocr: int
    paginas_cache: int
    failures: tuple[PageFailure, ...]
    plates: Mapping[Key, Plate] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class _Outcome:
    page: Page
    ocr_s: float = 0.0
    by_ocr: bool = False
    cached: bool = False
    engine_error: EngineError | None = None


def open_cache(settings: Settings) -> PageCache:
    """Return the page cache that the settings ask for."""
    return PageCache(settings.cache if settings.cache_enabled else None, settings.cache_max_bytes)


@dataclass(frozen=True, slots=True)
class _Readers:
    """The engines of a run.

    Attributes:
        lines: Reads pages line by line, None where another alone was asked for.
        whole: Reads whole images: alone where there is no ``lines``, else asked about single places.
    """

    lines: PpOcrReader | None
    whole: Reader

    @property
    def name(self) -> str:
        return self._joined(lambda r: r.name)

    @property
    def version(self) -> str:
        return self._joined(lambda r: r.version)

    def _joined(self, what: Callable[[Reader], str]) -> str:
        both = (self.lines, self.whole) if self.lines is not self.whole else (self.whole,)
        return "+".join(what(r) for r in both if r is not None)

    def read(self, render: Render) -> PixelReading:
        """Read the pixels of a page."""
        return read_plain(render, self.whole) if self.lines is None else read_pixels(render, self.lines)


def _readers(settings: Settings, reader: Reader | None) -> _Readers:
    if reader is not None:
        return _Readers(None, reader)
    if settings.chosen_readers == "tesseract":
        return _Readers(None, TesseractReader(settings))
    lines = PpOcrReader()
    return _Readers(lines, TesseractReader(settings) if settings.chosen_readers == "cascata" else lines)


def reading_key(settings: Settings) -> tuple[object, ...]:
    """Return all that the reading of a page depends on beside the page: engines, versions, resolution.

    Args:
        settings: Resolution and engines.

    Raises:
        EngineMissingError: An engine is not installed.
    """
    return _key(_readers(settings, None), settings)


def _key(readers: _Readers, settings: Settings) -> tuple[object, ...]:
    return (readers.name, readers.version, READING_VERSION, settings.render_dpi, settings.max_pixels)


def read_page(raw: RawPage, settings: Settings, cache: PageCache | None = None, reader: Reader | None = None) -> Page:
    """Read one page.

    Args:
        raw: The page.
        settings: Resolution, engine, limits.
        cache: Where to look first and to store; None for neither.
        reader: The only engine to use, on whole pages; default: those that the settings choose.

    Returns:
        The page; ``failure`` says why where it could not be read.

    Raises:
        EngineMissingError: The engine is not installed (no page can be read).
    """
    return _read(raw, settings, cache or PageCache(None, 1), _readers(settings, reader)).page


def read_all(
    intake: Intake,
    settings: Settings,
    cache: PageCache | None = None,
    reader: Reader | None = None,
    notify: Callable[[int, int], None] | None = None,
) -> ReadingResult:
    """Read every page of a dossier, up to ``settings.ocr_jobs`` at a time.

    The result depends on the bytes only, never on the number of jobs.

    Args:
        intake: The dossier, open.
        settings: Resolution, engine, limits, jobs.
        cache: Default: the one that the settings ask for.
        reader: The only engine to use, on whole pages; default: those that the settings choose.
        notify: Told how many pages of how many are read, in the thread of the call.

    Raises:
        EngineMissingError: The engine is not installed.
        EngineError: The engine failed on every page that needed it.
    """
    store = cache if cache is not None else open_cache(settings)
    readers = _readers(settings, reader)
    raws = [raw for source in intake.fontes for raw in source.pages()]
    plates = Plates.of(raws, (), settings)
    stop = threading.Event()

    def one(raw: RawPage) -> _Outcome:
        if stop.is_set():
            raise EngineMissingError("leitura interrompida")
        try:
            return _read(raw, settings, store, readers, plates)
        except BaseException:
            stop.set()
            raise

    with ThreadPoolExecutor(max_workers=settings.ocr_jobs, thread_name_prefix="leitura") as pool:
        outcomes = []
        for outcome in pool.map(one, raws):
            outcomes.append(outcome)
            if notify:
                notify(len(outcomes), len(raws))
    plates.pages.update({(o.page.arquivo, o.page.numero): o.page for o in outcomes})
    errors = [o.engine_error for o in outcomes if o.engine_error is not None]
    if errors and not any(o.by_ocr or (o.cached and o.page.source == "ocr") for o in outcomes):
        raise errors[0]
    return ReadingResult(
        pages=tuple(o.page for o in outcomes),
        ocr_s=round(sum(o.ocr_s for o in outcomes), 3),
        paginas=len(outcomes),
        paginas_ocr=sum(o.by_ocr for o in outcomes),
        paginas_cache=sum(o.cached for o in outcomes),
        failures=tuple(
            PageFailure(o.page.arquivo, o.page.numero, o.page.failure) for o in outcomes if o.page.failure is not None
        ),
        plates=plates,
    )


def _read(
    raw: RawPage, settings: Settings, cache: PageCache, readers: _Readers, plates: Plates | None = None
) -> _Outcome:
    key = cache_key(raw.digest, *_key(readers, settings), *raw.notes)
    known = cache.get(key, raw.arquivo, raw.numero)
    if known is not None:
        return _Outcome(known, cached=True)
    started = time.monotonic()
    try:
        page = _fresh(raw, settings, readers, plates)
    except EngineMissingError:
        raise
    except EngineError as error:
        return _Outcome(_failed(raw, error.mensagem), engine_error=error)
    except BadInputError as error:
        return _Outcome(_failed(raw, error.mensagem))
    cache.put(key, page)
    by_ocr = page.source != "texto"
    return _Outcome(page, ocr_s=time.monotonic() - started if by_ocr else 0.0, by_ocr=by_ocr)


def _fresh(raw: RawPage, settings: Settings, readers: _Readers, plates: Plates | None) -> Page:
    layer = _proven(raw, read_layer(raw), readers) if raw.kind == "pdf" else LayerReading("pixels")
    page: Page | None = None
    if layer.verdict == "texto":
        page = _from_layer(raw, layer, settings)
    elif layer.verdict == "misto":
        page = _from_both(raw, layer, settings, readers)
    drawn: Render | None = None
    if page is None:
        drawn = raw.render(settings.render_dpi)
        page = judged(_from_pixels(raw, readers.read(drawn)), drawn.pixels)
        if plates is not None and not page.blank:
            plates.keep(page, drawn.pixels)
    page = look(raw, page, drawn, layer)
    notes = [*raw.notes, *layer.notes, *page.notes]
    lies = signs(
        layer.hidden,
        page.words,
        scanner="camada_ocr" in layer.notes,
        to_shown=lambda box: turned(box, page.rotation),
    )
    if lies:
        notes.append(HIDDEN_NOTE)
    if layer.annotations != 0 and covers_print(raw):
        notes.append(ALTERED_NOTE)
    return replace(page, notes=tuple(dict.fromkeys(notes)), sinais=page.sinais + lies)


def _proven(raw: RawPage, layer: LayerReading, readers: _Readers) -> LayerReading:
    """Return the layer, or, where its deciding words are not the ones drawn, that nothing of it is to be believed."""
    looker = readers.lines if isinstance(readers.lines, LineReader) else None
    if layer.verdict == "pixels" or (looker is None and not isinstance(readers.whole, TesseractReader)):
        return layer
    answer = borne_out(raw, layer, looker, readers.whole)
    if answer == "confirmada":
        return layer
    if answer == "incerta":
        return replace(layer, verdict="pixels", words=(), notes=("camada_incerta",))
    return LayerReading("pixels", hidden=layer.hidden + layer.words, notes=("camada_divergente",))


def _from_layer(raw: RawPage, layer: LayerReading, settings: Settings) -> Page:
    width, height = layer.size_at(settings.render_dpi)
    return Page(raw.arquivo, raw.numero, raw.digest, width, height, layer.words, cells=layer.cells, source="texto")


def _from_both(raw: RawPage, layer: LayerReading, settings: Settings, readers: _Readers) -> Page | None:
    """Read what is not text, and add the text; None where the rest stands another way up than the text."""
    rest = readers.read(raw.render(settings.render_dpi, without_text=True))
    plain = _from_layer(raw, layer, settings)
    sure = [w for w in rest.words if w.confidence >= _SURE_BESIDE_TEXT]
    if not any(sum(map(str.isalnum, w.text)) >= 3 for w in sure):
        return plain
    if rest.rotation != 0:
        return None
    last = max((w.line for w in layer.words), default=-1) + 1
    read = _from_pixels(raw, rest)
    if len(layer.words) >= len(sure) or read.warp is None:
        # a stamp or a scanned part on a digital page: the text's own plane stays
        added = tuple(replace(w, box=shown_box(read, w.box), line=w.line + last) for w in sure)
        return replace(plain, words=layer.words + added, source="ocr", quality=_quality(layer.words + added))
    return replace(read, words=tuple(onto_flat(read.warp, layer.words, -last)) + read.words)


def _quality(words: tuple[Word, ...]) -> float:
    weight = sum(len(w.text) for w in words)
    return round(sum(w.confidence * len(w.text) for w in words) / weight, 4) if weight else 0.0


def _from_pixels(raw: RawPage, reading: PixelReading) -> Page:
    return Page(
        arquivo=raw.arquivo,
        numero=raw.numero,
        digest=raw.digest,
        width=reading.width,
        height=reading.height,
        words=reading.words,
        cells=reading.cells,
        warp=reading.warp,
        source="nenhuma" if reading.blank else "ocr",
        rotation=reading.rotation,
        quality=round(reading.quality, 4),
        blank=reading.blank,
        notes=reading.notes,
    )


def _failed(raw: RawPage, why: str) -> Page:
    return Page(
        raw.arquivo, raw.numero, raw.digest, 1, 1, (), source="nenhuma", quality=0.0, failure=why, notes=raw.notes
    )
