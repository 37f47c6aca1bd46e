"""The confidence of a field made the probability that its value is right.

The score that extraction gives (certainty of the place times the reader's confidence) orders readings of one sort well,
but 0.8 does not mean "right four times in five". Maps from score to probability, one for each sort of field (its kind,
and what speaks for it), were fitted to generated dossiers by ``scripts/calibrate.py`` and lie in
``models/_calibracao/confianca.toml``. They are monotone and piecewise linear.

What no second reader confirms is held below what a decision asks for, however often it turns out right.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal

from docverify.confirmation.deciding import OUTROS, sort_of
from docverify.model import Document, Field, Page
from docverify.resources import models_path

Estado = Literal["texto", "pixels", "prova", "concorda", "diverge", "nao_viu"]
"""What speaks for a field: a trusted text layer; a reader of pixels alone, nobody asked; or what the witness said."""

ESTADOS: tuple[Estado, ...] = ("texto", "pixels", "prova", "concorda", "diverge", "nao_viu")
Ponto = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mapa:
    """A monotone piecewise linear map of 0..1 into 0..1.

    Attributes:
        pontos: ``(score, probability)`` in ascending order of both; beyond the ends the end's value holds.
    """

    pontos: tuple[Ponto, ...]

    def __call__(self, score: float) -> float:
        """Return the probability of a score."""
        xs = [x for x, _ in self.pontos]
        at = bisect_right(xs, score)
        if at == 0:
            return self.pontos[0][1]
        if at == len(xs):
            return self.pontos[-1][1]
        (x0, y0), (x1, y1) = self.pontos[at - 1], self.pontos[at]
        return y0 + (y1 - y0) * (score - x0) / (x1 - x0)


@dataclass(frozen=True, slots=True)
class Calibracao:
    """All maps.

    Attributes:
        mapas: By kind and state; a kind without its own map in a state uses that of ``outros``.
        teto: Most that a field of a state may have.
        reparado: Most that a value may have whose reading was repaired.
        piso: Least that a field of a state has, whatever its score.
    """

    mapas: Mapping[tuple[str, str], Mapa]
    teto: Mapping[str, float]
    reparado: float
    piso: Mapping[str, float] = field(default_factory=dict)

    def probability(self, especie: str, estado: Estado, score: float, *, reparado: bool = False) -> float:
        """Return the probability that a value is right.

        Args:
            especie: Its kind, see `docverify.confirmation.deciding.sort_of`.
            estado: What speaks for it.
            score: From extraction, 0..1.
            reparado: Its reading was repaired.
        """
        found = self.mapas.get((especie, estado)) or self.mapas.get((OUTROS, estado))
        value = max(found(score) if found is not None else score, self.piso.get(estado, 0.0))
        most = min(self.teto.get(estado, 1.0), self.reparado if reparado else 1.0)
        return round(min(most, max(0.0, value)), 4)


def parse(text: str) -> Calibracao:
    """Read the data file.

    Raises:
        ValueError: A map is not monotone, not within 0..1, or empty; or a state is unknown.
    """
    data: dict[str, Any] = tomllib.loads(text)
    maps: dict[tuple[str, str], Mapa] = {}
    for entry in data.get("mapa", []):
        name = (str(entry["especie"]), str(entry["estado"]))
        maps[name] = Mapa(_checked(entry["pontos"], " ".join(name)))
        if name[1] not in ESTADOS:
            raise ValueError(f"unknown state: {name[1]}")
    limits = {str(k): float(v) for k, v in data.get("teto", {}).items()}
    least = {str(k): float(v) for k, v in data.get("piso", {}).items()}
    most = {k: v for k, v in limits.items() if k != "reparado"}
    return Calibracao(maps, most, limits.get("reparado", 1.0), least)


def _checked(points: Sequence[Sequence[float]], name: str) -> tuple[Ponto, ...]:
    pairs = tuple((float(x), float(y)) for x, y in points)
    within = all(0.0 <= v <= 1.0 for pair in pairs for v in pair)
    rising = all(a[0] < b[0] and a[1] <= b[1] for a, b in zip(pairs, pairs[1:], strict=False))
    if not pairs or not within or not rising:
        raise ValueError(f"not a monotone map of 0..1: {name}")
    return pairs


@cache
def default_calibration() -> Calibracao:
    """Return the calibration that travels with the package."""
    return parse((models_path() / "_calibracao" / "confianca.toml").read_text(encoding="utf-8"))


def estado_of(found: Field, page: Page | None) -> Estado:
    """Return what speaks for a field.

    Args:
        found: The field, after the witness was asked.
        page: That it stands on.
    """
    if found.testemunha is not None:
        return found.testemunha
    return "pixels" if page is None or page.source != "texto" else "texto"


def calibrated(
    documents: Sequence[Document], pages: Sequence[Page], calibration: Calibracao | None = None
) -> tuple[Document, ...]:
    """Turn the scores of all fields into probabilities; ``Field.bruta`` keeps the score.

    Args:
        documents: After the witness was asked. Fields that are probabilities already stay as they are.
        pages: Of the whole dossier.
        calibration: Default: the one that travels with the package.
    """
    maps = calibration or default_calibration()
    by_place = {(page.arquivo, page.numero): page for page in pages}

    def one(document: Document, name: str, found: Field) -> Field:
        if found.bruta is not None:
            return found
        page = by_place.get((found.arquivo or document.arquivo, found.pagina))
        value = maps.probability(sort_of(name), estado_of(found, page), found.confianca, reparado=found.reparado)
        return replace(found, confianca=value, bruta=found.confianca)

    return tuple(
        replace(
            document,
            campos={name: one(document, name, f) for name, f in document.campos.items()},
            campos_extras={name: one(document, name, f) for name, f in document.campos_extras.items()},
        )
        for document in documents
    )
