"""PP-OCRv6 small, whose models lie inside the ``rapidocr`` wheel, so that nothing is ever downloaded.

It runs on OpenVINO where that is installed, else on onnxruntime, always on one thread: pages are read side by side by
processes, not by threads. What stands around the two models (cutting lines out, decoding, words) is this package's.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.errors import EngineError, EngineMissingError
from docverify.intake.sources import Pixels
from docverify.reading import imaging
from docverify.reading.ctc import Spelt, decode, usable
from docverify.reading.detection import Line, find_lines, reading_order, settled
from docverify.reading.engine import ReadWord
from docverify.reading.spacing import words_of
from docverify.reading.strips import HEIGHT, Sheet

# OpenVINO reports its use to its maker, by another process, where it finds this module: nothing leaves the machine.
sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]

NAME = "ppocr-v6-small"

DETECTION_SIDE = 960
"""Long side in pixels of the picture on which lines are looked for (82 dpi of an A4 page)."""

FINE_SIDE = 1472
"""Long side of a whole page at the size of the second look, which shows small print and lone figures."""

_STEP = 32  # sides of what the models see are multiples of it
_WIDTHS = ((640, 32), (1280, 64), (10_000, 128))
"""Widths of strips up to the first number are multiples of the second: the engine keeps memory for each width."""

_LOCK = threading.Lock()
"""One inference at a time in a process: the pages of a dossier take turns while Tesseract's own processes go on."""

Infer = Callable[[NDArray[np.float32]], NDArray[np.float32]]


@dataclass(frozen=True)
class _Engine:
    detect: Infer
    recognise: Infer
    alphabet: tuple[str, ...]
    columns: NDArray[np.int64] | None
    """Of the recogniser's table, where it gives more than ``alphabet``."""


@lru_cache(maxsize=1)
def precision() -> str:
    """Return in what numbers the models are computed here: ``bf16`` where the processor has it, else ``f32``.

    Measured to read the same characters in 0.6 of the time, with a quarter of the memory.
    """
    if not find_spec("openvino"):
        return "f32"
    try:
        from openvino import Core

        return "bf16" if "BF16" in Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"
    except Exception:  # a build without the property
        return "f32"


@lru_cache(maxsize=1)  # asked for every page
def engine_version() -> str:
    """Return the versions that a reading depends on, for the page cache.

    Raises:
        EngineMissingError: The reader or both of its runtimes are not installed.
    """
    backend = "openvino" if find_spec("openvino") else "onnxruntime"
    try:
        reader, runtime = version("rapidocr"), version(backend)
    except PackageNotFoundError as error:
        missing = "rapidocr" if error.name == "rapidocr" else "openvino (ou onnxruntime)"
        raise EngineMissingError(
            f"O leitor PP-OCR não está instalado: falta o pacote {missing}. Reinstale com: pip install docverify"
        ) from error
    return f"{NAME}/rapidocr-{reader}/{backend}-{runtime}-{precision()}/{DETECTION_SIDE}/{FINE_SIDE}"


@lru_cache(maxsize=1)
def _engine() -> _Engine:
    try:
        from rapidocr import EngineType, RapidOCR
    except ImportError as error:  # pragma: no cover - an installation without its own dependency
        raise EngineMissingError("O leitor PP-OCR não está instalado: instale o pacote rapidocr.") from error
    with_openvino = find_spec("openvino") is not None
    backend = EngineType.OPENVINO if with_openvino else EngineType.ONNXRUNTIME
    made: Any = RapidOCR(
        params={
            "Det.engine_type": backend,
            "Rec.engine_type": backend,
            "Cls.engine_type": backend,
            "EngineConfig.openvino.inference_num_threads": 1,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Global.log_level": "error",
        }
    )
    detector, recogniser = made._load_det_model(), made._load_rec_model()
    characters = tuple(recogniser.postprocess_op.character)
    kept = np.array([0, *(i for i, c in enumerate(characters) if i > 0 and usable(c))])
    alphabet = tuple(characters[i] for i in kept)
    if not with_openvino:
        return _Engine(detector.session, recogniser.session, alphabet, kept)
    from docverify.reading.ppocr_openvino import compiled, narrowed

    narrow = narrowed(recogniser.session.model, kept)
    return _Engine(
        compiled(detector.session.model, precision()),
        compiled(recogniser.session.model, precision()),
        alphabet,
        None if narrow else kept,
    )


class PpOcrReader:
    """Reads with PP-OCRv6 (a :class:`docverify.reading.engine.Reader`; ``layout`` and ``dpi`` do not matter to it)."""

    name = NAME

    @property
    def version(self) -> str:
        """Versions of the package and of the runtime, and the size at which pages are looked at."""
        return engine_version()

    def detect(self, image: Pixels, side: int = DETECTION_SIDE) -> list[Line]:
        """Find the lines of an image, whichever way they run.

        Args:
            image: Grey.
            side: Long side in pixels to which larger images are reduced.

        Raises:
            EngineMissingError: The engine is not installed.
            EngineError: It failed on this image.
        """
        height, width = image.shape[:2]
        factor = min(1.0, side / max(height, width))
        size = (max(_STEP, _multiple(width * factor)), max(_STEP, _multiple(height * factor)))
        method = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
        plane = cv2.resize(image, size, interpolation=method).astype(np.float32)
        plane = (plane - 127.5) / 127.5
        with _LOCK:
            try:
                likelihood = _engine().detect(np.broadcast_to(plane, (1, 3, *plane.shape)).copy())[0, 0]
                return find_lines(np.ascontiguousarray(likelihood, np.float32), (width, height))
            except EngineMissingError:
                raise
            except Exception as error:
                raise EngineError(f"o leitor PP-OCR falhou em uma página ({type(error).__name__})") from error

    def recognise(self, strips: Sequence[Pixels]) -> list[Spelt]:
        """Read strips of one line each.

        Args:
            strips: Grey, :data:`docverify.reading.strips.HEIGHT` pixels tall.

        Raises:
            EngineMissingError: The engine is not installed.
            EngineError: It failed.
        """
        return [self._spell(strip) for strip in strips]

    def _spell(self, strip: Pixels) -> Spelt:
        step = next(step for most, step in _WIDTHS if strip.shape[1] <= most)
        width = -(-strip.shape[1] // step) * step
        batch = np.zeros((1, 3, HEIGHT, width), np.float32)
        batch[0, :, :, : strip.shape[1]] = (strip.astype(np.float32) - 127.5) / 127.5
        with _LOCK:
            try:
                engine = _engine()
                table = engine.recognise(batch)[0]
                return decode(table if engine.columns is None else table[:, engine.columns], engine.alphabet)
            except EngineMissingError:
                raise
            except Exception as error:
                raise EngineError(f"o leitor PP-OCR falhou em uma página ({type(error).__name__})") from error

    def read(self, image: Pixels, *, layout: str = "pagina", dpi: int = 300) -> list[ReadWord]:
        """Read one upright, roughly level image.

        Raises:
            EngineMissingError: The engine is not installed.
            EngineError: It failed on this image.
        """
        del layout, dpi
        picture = imaging.grey(image)
        sheet = Sheet(picture, np.eye(3))
        words: list[ReadWord] = []
        for number, line in enumerate(reading_order([settled(found) for found in self.detect(picture)])):
            strip = sheet.strip(line)
            words += words_of(self._spell(strip), strip, line, number)
        return words

    def lines(self, images: Sequence[Pixels]) -> list[tuple[str, float]]:
        """Read images of one line each, without looking for lines first.

        Args:
            images: Grey, of any height.

        Returns:
            Text and confidence of each, in order.

        Raises:
            EngineMissingError: The engine is not installed.
            EngineError: It failed.
        """
        found = []
        for image in images:
            size = (max(8, round(image.shape[1] * HEIGHT / image.shape[0])), HEIGHT)
            method = cv2.INTER_AREA if image.shape[0] > HEIGHT else cv2.INTER_LINEAR
            spelt = self._spell(np.asarray(cv2.resize(image, size, interpolation=method), np.uint8))
            found.append((spelt.text, spelt.confidence))
        return found


def _multiple(value: float) -> int:
    return round(value / _STEP) * _STEP
