"""Tesseract as a reader: one child process per image, its whole process group ended on time-out.

The command is run here and not by pytesseract: on a time-out pytesseract ends only the process that it started (the
children of a wrapper live on, and hold its pipes open), it puts no limit on ``--version``, and it passes images through
files that a kill leaves behind. Here images go in through standard input, so that there is nothing to clean up.
Starting Tesseract costs 0.06 s with the ``tessdata_fast`` model, so that several pages in one call do not pay.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
import unicodedata

import cv2
import numpy as np

from docverify.errors import EngineError, EngineMissingError, EngineTimeoutError
from docverify.intake.sources import Pixels
from docverify.reading.engine import ReadWord
from docverify.settings import Settings

_PSM = {"pagina": 3, "bloco": 6, "linha": 7}
MAX_SIDE = 32_000
"""Tesseract refuses images with a longer side (measured: 32767, "Image too large")."""

_INSTALL = (
    "instale-o (Debian/Ubuntu: apt-get install tesseract-ocr tesseract-ocr-por) "
    "ou aponte DOCVERIFY_TESSERACT_CMD para ele"
)
_COLUMNS = 12
_versions: dict[tuple[str, str], str] = {}
_version_lock = threading.Lock()


class TesseractReader:
    """Reads images with the Tesseract that is installed on the machine.

    Args:
        settings: ``tesseract_cmd``, ``ocr_language`` and ``ocr_timeout_s``.
    """

    name = "tesseract"

    def __init__(self, settings: Settings) -> None:
        self._command = settings.tesseract_cmd
        self._language = settings.ocr_language
        self._timeout_s = settings.ocr_timeout_s

    @property
    def version(self) -> str:
        """Version of the engine and language, e.g. ``5.3.0+por``.

        Raises:
            EngineMissingError: Tesseract or the language's model is not installed.
        """
        key = (self._command, self._language)
        with _version_lock:
            if key not in _versions:
                _versions[key] = self._discover()
            return _versions[key]

    def _discover(self) -> str:
        found = re.search(rb"tesseract v?(\d+(?:\.\d+)+)", self._call([self._command, "--version"], b""))
        if found is None:
            raise EngineMissingError(f"{self._command} não é o Tesseract: {_INSTALL}")
        languages = self._call([self._command, "--list-langs"], b"").decode("utf-8", "replace").split()
        if missing := [part for part in self._language.split("+") if part not in languages]:
            raise EngineMissingError(f"falta ao Tesseract o modelo do idioma {missing[0]}: {_INSTALL}")
        return f"{found.group(1).decode()}+{self._language}"

    def read(self, image: Pixels, *, layout: str = "pagina", dpi: int = 300) -> list[ReadWord]:
        """Read one image (see :class:`docverify.reading.engine.Reader`)."""
        if max(image.shape[:2]) > MAX_SIDE:
            raise EngineError("a imagem da página é grande demais para o Tesseract")
        if image.ndim == 3:
            image = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)
        encoded, data = cv2.imencode(".pgm", image)
        if not encoded:
            raise EngineError("a imagem da página não pôde ser entregue ao Tesseract")
        output = self._run(["--psm", str(_PSM[layout]), "--dpi", str(dpi)], data.tobytes(), ["tsv"])
        return parse_tsv(output.decode("utf-8", "replace"))

    def _run(self, options: list[str], data: bytes, configs: list[str]) -> bytes:
        return self._call([self._command, "stdin", "stdout", "-l", self._language, *options, *configs], data)

    def _call(self, command: list[str], data: bytes) -> bytes:
        # one thread: more make one page three times slower (measured), pages run side by side instead
        environment = dict(os.environ, OMP_THREAD_LIMIT="1")
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=environment,
            )
        except (FileNotFoundError, PermissionError, NotADirectoryError) as error:
            raise EngineMissingError(f"o Tesseract não foi encontrado ({self._command}): {_INSTALL}") from error
        except OSError as error:
            raise EngineError(f"o Tesseract não pôde ser iniciado: {error.strerror}") from error
        try:
            output, complaints = process.communicate(data, timeout=self._timeout_s)
        except subprocess.TimeoutExpired as error:
            raise EngineTimeoutError(
                f"o Tesseract passou de {self._timeout_s:g} s em uma página; aumente DOCVERIFY_OCR_TIMEOUT_S "
                "ou envie a página com menos resolução"
            ) from error
        finally:
            _end_group(process)
        if process.returncode != 0:
            raise _failure(process.returncode, complaints.decode("utf-8", "replace"))
        return output


def _end_group(process: subprocess.Popen[bytes]) -> None:
    # also after a normal end: a wrapper may have left children in its group
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()


def _failure(status: int, complaints: str) -> EngineError:
    if "traineddata" in complaints or "Failed loading language" in complaints:
        return EngineMissingError(f"falta ao Tesseract o modelo do idioma: {_INSTALL}")
    if status == -signal.SIGKILL:
        return EngineError("o Tesseract foi encerrado (provável falta de memória); reduza DOCVERIFY_OCR_JOBS")
    lines = [line for line in complaints.splitlines() if line.strip()]
    detail = lines[-1][:200] if lines else f"estado {status}"
    return EngineError(f"o Tesseract falhou em uma página: {detail}")


def parse_tsv(output: str) -> list[ReadWord]:
    """Read Tesseract's TSV.

    Args:
        output: What ``tesseract ... tsv`` prints.

    Returns:
        The words, in Tesseract's order.

    Raises:
        EngineError: It is no such table.
    """
    rows = output.split("\n")
    if not rows or not rows[0].startswith("level\t"):
        raise EngineError("o Tesseract devolveu algo que não é uma tabela de palavras")
    words: list[ReadWord] = []
    lines: dict[tuple[str, ...], int] = {}
    for row in rows[1:]:
        cells = row.rstrip("\r").split("\t", _COLUMNS - 1)
        if len(cells) < _COLUMNS or cells[0] != "5":
            continue
        text = unicodedata.normalize("NFC", cells[11]).strip()
        text = "".join(c for c in text if c.isprintable())
        if not text.strip():
            continue
        try:
            left, top, width, height = (int(c) for c in cells[6:10])
            confidence = min(1.0, max(0.0, float(cells[10]) / 100))
        except ValueError as error:
            raise EngineError("o Tesseract devolveu números que não se entendem") from error
        line = lines.setdefault(tuple(cells[1:5]), len(lines))
        words.append(ReadWord(text, left, top, left + width, top + height, confidence, line))
    return words
