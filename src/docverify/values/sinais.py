"""What is seen on a page beside its words: machine-readable codes, and signs that something on it was changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Caixa = tuple[float, float, float, float]
"""``(x0, y0, x1, y1)`` in fractions of the upright page."""

REMENDO = "tem um remendo em volta do valor: o fundo ali não é o papel do resto da página"
REVISAO = "foi alterado depois de gerado: o arquivo guarda uma versão anterior, em que aqui estava escrito outra coisa"
DIGITADO = "tem texto posto por um programa sobre a digitalização, em cima do valor"
RISCADO = "tem um traço por cima: o valor está riscado"
COLAGEM = "tem uma imagem pequena colada sobre a digitalização, em cima do valor"


@dataclass(frozen=True, slots=True)
class Codigo:
    """A QR code or barcode. Its text is whatever the maker of the paper put there: never fetched, never run.

    Attributes:
        texto: Content, shortened, without control characters.
        formato: ``QRCode``, ``DataMatrix``, ``Code128``, ... as the decoder names it.
        caixa: On the page as shown upright.
    """

    texto: str
    formato: str
    caixa: Caixa


@dataclass(frozen=True, slots=True)
class Sinal:
    """A sign for the analyst to look at; it never decides anything alone.

    Attributes:
        codigo: Code of the reason that it gives (``documento_alterado``, ``documento_reutilizado``, ...).
        mensagem: What was seen, in Portuguese, beginning with a small letter: it follows the document's name.
        caixa: On the page as shown upright.
        pagina: From 1 within the file; 0 as long as the sign is its page's own.
        campo: The field that stands there.
        arquivo: Only where it is another file than the document's own.
        lido: What stands there, where that is what differs.
    """

    codigo: str
    mensagem: str
    caixa: Caixa
    pagina: int = 0
    campo: str | None = None
    arquivo: str | None = None
    lido: str | None = None


def codigo_from(data: dict[str, Any]) -> Codigo:
    """Return the code that ``dataclasses.asdict`` gave.

    Raises:
        TypeError: A key is unknown or missing.
    """
    return Codigo(**{**data, "caixa": tuple(data["caixa"])})


def sinal_from(data: dict[str, Any]) -> Sinal:
    """Return the sign that ``dataclasses.asdict`` gave.

    Raises:
        TypeError: A key is unknown or missing.
    """
    return Sinal(**{**data, "caixa": tuple(data["caixa"])})
