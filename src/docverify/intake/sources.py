"""A file of the dossier and its pages, opened lazily through the media process."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from docverify.errors import BadInputError, UnreadableFileError
from docverify.intake.media import MediaWorker
from docverify.model import Box
from docverify.values.assinaturas import Assinatura

Pixels = NDArray[np.uint8]
"""Grey ``(height, width)`` or RGB ``(height, width, 3)``, 8 bits."""


@dataclass(frozen=True, slots=True)
class Char:
    """One character of a PDF's text layer.

    Attributes:
        text: The character; U+FFFD where the font does not say which.
        box: On the page as rendered; outside 0..1 for text off the page. All zeros for generated blanks.
        angle: Counter-clockwise degrees, 0 to 359, of the baseline on the page as rendered.
        generated: Put in by the reader between words and lines; nothing stands there.
        source: Number of the text object that draws it, -1 where unknown.
    """

    text: str
    box: Box
    angle: int
    generated: bool
    source: int = -1


@dataclass(frozen=True, slots=True)
class TextLayer:
    """Text that a PDF page carries, visible or not, and where its images are; ``size_pt`` in points, upright."""

    chars: tuple[Char, ...]
    images: tuple[Box, ...]
    size_pt: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Render:
    """Pixels of a page, the dots per inch they stand for (0 where unknown), and how many annotations the page has."""

    pixels: Pixels
    dpi: float
    annotations: int = 0


@dataclass(frozen=True)
class RawPage:
    """One page before it is read.

    Attributes:
        arquivo: Name of the file in the dossier.
        numero: From 1.
        digest: Of the content, whatever the file is called.
        kind: ``pdf`` or ``imagem``.
        notes: Of its file (see :class:`SourceFile`).
    """

    arquivo: str
    numero: int
    digest: str
    kind: Literal["pdf", "imagem"]
    path: Path
    media: MediaWorker
    max_pixels: int
    notes: tuple[str, ...] = ()

    def render(
        self,
        dpi: float,
        *,
        grey: bool = False,
        without_text: bool = False,
        hide: tuple[int, ...] | None = None,
        without_annotations: bool = False,
    ) -> Render:
        """Give the pixels: a PDF page at ``dpi`` (less where it is huge), an image as it is (upright by EXIF).

        Args:
            dpi: Dots per inch, for PDF pages.
            grey: One channel, for PDF pages.
            without_text: Leave out what the PDF draws as text.
            hide: With ``without_text``: leave out only the text objects of these numbers (``Char.source``).
            without_annotations: Leave out what lies over a PDF page: annotations and form fields.

        Raises:
            BadInputError: The page cannot be shown.
        """
        header, data = self._request(
            "render",
            dpi=dpi,
            cinza=grey,
            sem_texto=without_text,
            so_objetos=hide,
            sem_anotacoes=without_annotations,
        )
        height, width, channels = int(header["altura"]), int(header["largura"]), int(header["canais"])
        shape = (height, width) if channels == 1 else (height, width, channels)
        if len(data) != height * width * channels:
            raise UnreadableFileError("a página não pôde ser mostrada por inteiro")
        over = int(header.get("anotacoes", 0))
        return Render(np.frombuffer(data, np.uint8).reshape(shape), float(header["dpi"]), over)

    def text_layer(self) -> TextLayer | None:
        """Give the text layer; None for images, and for a layer too long to be a page's text.

        Raises:
            BadInputError: The page cannot be opened.
        """
        if self.kind != "pdf":
            return None
        header, data = self._request("text")
        if header["caracteres"] < 0:
            return None
        body = json.loads(data)
        chars = tuple(
            Char(_character(c[0]), (c[1], c[2], c[3], c[4]), int(c[5]), bool(c[6]), int(c[7])) for c in body["chars"]
        )
        images = tuple((b[0], b[1], b[2], b[3]) for b in body["imagens"])
        return TextLayer(chars, images, (body["largura"], body["altura"]))

    def _request(self, comando: str, **arguments: Any) -> tuple[dict[str, Any], bytes]:
        return self.media.request(
            comando, self.path, tipo=self.kind, pagina=self.numero - 1, max_pixels=self.max_pixels, **arguments
        )


@dataclass(frozen=True)
class SourceFile:
    """A readable file of the dossier.

    Attributes:
        arquivo: Relative POSIX path within the dossier, or the file's own name.
        digest: SHA-256 of its bytes, hexadecimal.
        kind: ``pdf`` or ``imagem``.
        page_count: At least 1.
        notes: Codes of what is noteworthy: ``senha_de_proprietario``, ``assinatura_digital``, ``javascript``,
            ``anexos``, ``xfa``, ``imagem_animada``.
        path: Where its bytes are; may bear another name.
        assinaturas: Digital signatures of a PDF, in the order of signing.
    """

    arquivo: str
    digest: str
    kind: Literal["pdf", "imagem"]
    page_count: int
    notes: tuple[str, ...]
    path: Path
    media: MediaWorker
    max_pixels: int
    assinaturas: tuple[Assinatura, ...] = ()

    def pages(self) -> list[RawPage]:
        """Return the pages in order; nothing is rendered yet."""
        return [
            RawPage(
                self.arquivo,
                index + 1,
                hashlib.sha256(f"{self.digest}:{index}".encode()).hexdigest(),
                self.kind,
                self.path,
                self.media,
                self.max_pixels,
                self.notes,
            )
            for index in range(self.page_count)
        ]


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file that cannot be read; it is named in the report and never stops the rest.

    Attributes:
        arquivo: Its name in the dossier.
        codigo: ``arquivo_ilegivel`` or ``pdf_protegido``, the code of ``avisos``.
        mensagem: One sentence in Portuguese.
        erro: What it is if nothing else in the dossier can be used.
    """

    arquivo: str
    codigo: Literal["arquivo_ilegivel", "pdf_protegido"]
    mensagem: str
    erro: type[BadInputError] = UnreadableFileError


def _character(code: int) -> str:
    # UTF-16 halves and code points that do not exist come out of damaged fonts
    if not 0 < code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return chr(code)
