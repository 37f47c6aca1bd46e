"""How legible a page is, why it is not, and what a person can do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Veredito = Literal["legivel", "ruim", "ilegivel"]

CONSELHOS: dict[str, str] = {
    "desfocada": "A página está desfocada ou tremida. Fotografe de novo, com o celular parado e luz uniforme, a folha "
    "inteira no quadro; ou digitalize a 300 dpi.",
    "resolucao_baixa": "Resolução baixa (cerca de {dpi} pontos por polegada). Digitalize de novo a 300 dpi, ou "
    "fotografe mais de perto, a folha ocupando o quadro.",
    "texto_claro": "O texto está muito claro em relação ao papel. Digitalize do original, com mais contraste, ou "
    "imprima de novo com toner novo.",
    "escura": "A imagem está escura demais. Fotografe de novo, com luz uniforme e sem sombra sobre a folha.",
    "folha_cortada": "A folha está cortada: há texto que encosta na borda da imagem. Envie a folha inteira, com margem "
    "em volta.",
    "nao_reconhecida": "Não foi possível ler o que está nesta página. Envie uma cópia mais nítida, digitalizada a "
    "300 dpi.",
}
"""What is wrong with a page -> what is said of it and what to do, in Portuguese."""


@dataclass(frozen=True, slots=True)
class Legibilidade:
    """The verdict on a page that was read from pixels.

    Attributes:
        veredito: ``ilegivel``: something is printed there that could not be read; ``ruim``: read in parts, what is not
            found on it may be there; ``legivel``.
        motivos: Keys of :data:`CONSELHOS`, the gravest first; empty on a legible page.
        dpi: Dots per inch, about, as if the picture were an A4 sheet.
        medidas: What was measured, by name (see `docverify.reading.legibility`).
    """

    veredito: Veredito
    motivos: tuple[str, ...] = ()
    dpi: int = 0
    medidas: dict[str, float] | None = None

    @property
    def mensagem(self) -> str:
        """What is wrong and what to do, one or two sentences; empty where nothing is."""
        return " ".join(CONSELHOS[m].format(dpi=self.dpi) for m in self.motivos[:2])


def legibilidade_from(data: dict[str, Any] | None) -> Legibilidade | None:
    """Return the verdict that ``dataclasses.asdict`` gave.

    Raises:
        TypeError: A key is unknown or missing.
    """
    return None if data is None else Legibilidade(**{**data, "motivos": tuple(data["motivos"])})
