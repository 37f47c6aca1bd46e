"""PP-OCRv6 small through ``rapidocr``: a second reader that sees what Tesseract cannot (photos, boxed cells).

Its models lie inside the ``rapidocr`` wheel, so that nothing is ever downloaded. It runs on OpenVINO where that is
installed, else on onnxruntime, always on one thread: pages are read side by side by processes, not by threads.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.errors import EngineError, EngineMissingError
from docverify.model import Word

NAME = "ppocr-v6-small"
MAX_SIDE = 2000
"""Long side in pixels of the image that is looked at (about 170 dpi of an A4 page)."""


def engine_version() -> str:
    """Return the versions that a reading depends on, for the page cache."""
    backend = "openvino" if find_spec("openvino") else "onnxruntime"
    return f"{NAME}/rapidocr-{version('rapidocr')}/{backend}-{version(backend)}/{MAX_SIDE}"


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
            "Global.text_score": 0.3,
        }
    )


def read(image: NDArray[np.uint8]) -> tuple[Word, ...]:
    """Read one upright, roughly level page image.

    Args:
        image: Grey ``(height, width)`` or BGR ``(height, width, 3)``, 8 bits.

    Returns:
        Words with boxes in fractions of the image, the reader's confidence, and its own line numbers. A line without a
        single word of its own boxes is given as one word per blank-separated token, parted by width.

    Raises:
        EngineError: If the engine fails on this image.
    """
    colour = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image
    height, width = colour.shape[:2]
    try:
        result = _engine()(colour, use_cls=False, return_word_box=True)
    except EngineError:
        raise
    except Exception as error:
        raise EngineError(f"O leitor PP-OCR falhou nesta página ({type(error).__name__}).") from error
    words: list[Word] = []
    for line, parts in enumerate(result.word_results or ()):
        for text, score, quad in parts:
            token = str(text).strip()
            if not token:
                continue
            points = np.asarray(quad, dtype=float)
            x0, y0 = points.min(axis=0)
            x1, y1 = points.max(axis=0)
            box = (
                max(0.0, float(x0) / width),
                max(0.0, float(y0) / height),
                min(1.0, float(x1) / width),
                min(1.0, float(y1) / height),
            )
            if box[2] > box[0] and box[3] > box[1]:
                words.append(Word(token, box, min(1.0, max(0.0, float(score))), line))
    return tuple(words)
