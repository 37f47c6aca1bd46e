"""PP-OCRv6 small through ``rapidocr``: a second reader that sees what Tesseract cannot (photos, boxed cells).

Its models lie inside the ``rapidocr`` wheel, so that nothing is ever downloaded. It runs on OpenVINO where that is
installed, else on onnxruntime, always on one thread: pages are read side by side by processes, not by threads.
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import cv2
import numpy as np

from docverify.errors import EngineError, EngineMissingError
from docverify.intake.sources import Pixels
from docverify.reading.engine import ReadWord

NAME = "ppocr-v6-small"
MAX_SIDE = 2000
"""Long side in pixels of the image that is read (about 170 dpi of an A4 page; more read nothing more, measured)."""

DETECTION_SIDE = 1472
"""Long side at which lines are looked for: as many characters as at full size on real cards, licences and photos, with
0.4 GB less memory; at 960 a tenth of the small print of a deed in a photo was lost."""


def engine_version() -> str:
    """Return the versions that a reading depends on, for the page cache."""
    backend = "openvino" if find_spec("openvino") else "onnxruntime"
    return f"{NAME}/rapidocr-{version('rapidocr')}/{backend}-{version(backend)}/{MAX_SIDE}/{DETECTION_SIDE}"


_TICK_BOXES = "☐☑☒□■"
_LOCK = threading.Lock()
"""One inference at a time in a process: the pages of a dossier take turns while Tesseract's own processes go on."""


@lru_cache(maxsize=1)
def _engine() -> Any:
    try:
        from rapidocr import EngineType, RapidOCR
    except ImportError as error:  # pragma: no cover - an installation without its own dependency
        raise EngineMissingError("O leitor PP-OCR não está instalado: instale o pacote rapidocr.") from error
    backend = EngineType.OPENVINO if find_spec("openvino") else EngineType.ONNXRUNTIME
    return RapidOCR(
        params={
            "Det.engine_type": backend,
            "Rec.engine_type": backend,
            "Cls.engine_type": backend,
            "EngineConfig.openvino.inference_num_threads": 1,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Global.log_level": "error",
            "Global.max_side_len": MAX_SIDE,
            "Det.limit_type": "max",
            "Det.limit_side_len": DETECTION_SIDE,
            "Global.text_score": 0.3,
        }
    )


class PpOcrReader:
    """Reads images with PP-OCRv6 (a :class:`docverify.reading.engine.Reader`); ``layout`` and ``dpi`` do not matter."""

    name = NAME

    @property
    def version(self) -> str:
        """Versions of the package and of the runtime, and the size at which pages are looked at."""
        return engine_version()

    def read(self, image: Pixels, *, layout: str = "pagina", dpi: int = 300) -> list[ReadWord]:
        """Read one upright, roughly level image.

        Raises:
            EngineMissingError: The engine is not installed.
            EngineError: It failed on this image.
        """
        del layout, dpi
        colour = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR if image.ndim == 2 else cv2.COLOR_RGB2BGR)
        with _LOCK:
            engine = _engine()
            try:
                result = engine(colour, use_cls=False, return_word_box=True)
            except Exception as error:
                raise EngineError(f"o leitor PP-OCR falhou em uma página ({type(error).__name__})") from error
        return list(_words(result.word_results or ()))

    def lines(self, images: Sequence[Pixels]) -> list[tuple[str, float]]:
        """Read images of one line each, without looking for lines first.

        Args:
            images: Grey.

        Returns:
            Text and confidence of each, in order.

        Raises:
            EngineMissingError: The engine is not installed.
            EngineError: It failed.
        """
        if not images:
            return []
        colour = [cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) for image in images]
        with _LOCK:
            engine = _engine()
            try:
                engine.update_params(return_word_box=False)
                result = engine.recognize_txt(colour)
            except Exception as error:
                raise EngineError(f"o leitor PP-OCR falhou em uma página ({type(error).__name__})") from error
        return [(str(text), float(score)) for text, score in zip(result.txts, result.scores, strict=True)]


def _words(lines: Iterable[Iterable[Any]]) -> Iterator[ReadWord]:
    for line, parts in enumerate(lines):
        for part in parts:
            # a line in which nothing was recognised comes as ("", score, None) instead of a list of such
            if not isinstance(part, tuple | list) or len(part) != 3 or part[2] is None:
                continue
            text, score, quad = part
            # The model writes the degree sign where Portuguese print has the masculine ordinal.
            token = unicodedata.normalize("NFC", str(text)).replace("°", "º").strip()
            points = np.asarray(quad, dtype=np.float64)
            if not token or points.shape != (4, 2):
                continue
            (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
            if x1 <= x0 or y1 <= y0:
                continue
            whole = ReadWord(token, float(x0), float(y0), float(x1), float(y1), min(1.0, max(0.0, float(score))), line)
            yield from _without_box(whole)


def _without_box(word: ReadWord) -> Iterator[ReadWord]:
    """Part a tick box from the word that it is glued to."""
    if len(word.text) < 2 or word.text[0] not in _TICK_BOXES:
        yield word
        return
    width = word.x1 - word.x0
    edge = word.x0 + width * min(0.5, 1.5 / (len(word.text) + 1))
    yield replace(word, text=word.text[0], x1=edge)
    yield replace(word, text=word.text[1:].strip() or word.text[0], x0=edge)
