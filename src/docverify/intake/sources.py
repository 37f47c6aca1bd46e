"""A file of the dossier and its pages, opened lazily through the media process."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from docverify.errors import BadInputError, UnreadableFileError
from docverify.intake.layer_data import Pixels, TextLayer, layer_from
from docverify.intake.media import MediaWorker
from docverify.values.assinaturas import Assinatura

__all__ = ["FailedFile", "Pixels", "RawPage", "Render", "SourceFile", "TextLayer"]


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

    def text_layer(self, dpi: float = 110) -> TextLayer | None:
        """Give the text layer with drawings; None for images, and for a layer too long to be a page's text.

        Args:
            dpi: Dots per inch of the drawings.

        Raises:
            BadInputError: The page cannot be opened or drawn.
        """
        if self.kind != "pdf":
            return None
        header, data = self._request("layer", dpi=dpi, cinza=True)
        return None if header["caracteres"] < 0 else layer_from(header, data)

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
