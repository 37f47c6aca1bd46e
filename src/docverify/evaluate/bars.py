"""The bars of accuracy, tier by tier: what is asked of a reading before a verdict may stand without a person.

A rate above what a sample can resolve (99.9 % of 300 values) means: no error in it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from docverify.evaluate.compare import DossierResult, FieldResult
from docverify.evaluate.figures import rate

TIERS = ("digital", "clean", "poor", "photo")

DECIDING = frozenset(
    {
        "cnpj",
        "validade",
        "exercicio",
        "capacidade_glp_kg",
        "cnae_principal",
        "situacao_cadastral",
        "endereco.numero",
    }
)
"""Fields that decide a verdict and must be exact."""

NAMES = frozenset(
    {
        "razao_social",
        "endereco.logradouro",
        "endereco.bairro",
        "endereco.municipio",
        "municipio_emissor",
    }
)
"""Names and the words of addresses: at least :data:`docverify.evaluate.values.SIMILAR` alike."""

BARS: Mapping[str, Mapping[str, float]] = {
    "tipos": {"digital": 0.999, "clean": 0.995, "poor": 0.98, "photo": 0.97},
    "decisivos": {"digital": 0.999, "clean": 0.995, "poor": 0.98, "photo": 0.95},
    "nomes": {"digital": 0.995, "clean": 0.99, "poor": 0.97, "photo": 0.93},
    "sem_pessoa": {"digital": 0.98, "clean": 0.95, "poor": 0.85, "photo": 0.70},
}
"""Asked of each tier."""

TITLES = {
    "tipos": "document type right (pages)",
    "decisivos": "deciding fields exact",
    "nomes": "names and addresses >= 0.95",
    "sem_pessoa": "decided without a person",
}
CONFIDENT_WRONG = 0.001
"""Share of deciding fields that may be wrong and held confident."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One bar on one tier: counts, what is asked, and the kinds that miss most."""

    certos: int
    total: int
    pedido: float
    faltas: tuple[tuple[str, int], ...] = ()

    @property
    def met(self) -> bool:
        """Whether no more are wrong than the bar allows: rounded down, so a small sample allows none."""
        return self.total - self.certos <= math.floor(self.total * (1 - self.pedido) + 1e-9)


def table(results: Sequence[DossierResult]) -> dict[str, dict[str, Cell]]:
    """Return the cells by bar and tier.

    A dossier counts by its own tier, a page or field by its document's. Decided without a person counts dossiers whose
    right answer is one: accepted or rejected.
    """
    return {name: {tier: _cell(name, tier, results) for tier in TIERS} for name in BARS}


def _cell(name: str, tier: str, results: Sequence[DossierResult]) -> Cell:
    asked = BARS[name][tier]
    if name == "sem_pessoa":
        mine = [r for r in results if r.camada == tier and r.esperado in ("aceito", "rejeitado")]
        right = [r for r in mine if r.lido in ("aceito", "rejeitado")]
        items = Counter(
            f"{item.item} {motivo.partition(':')[2]}"
            for r in mine
            if r not in right
            for item in r.itens
            for motivo in item.motivos[:1]
        )
        return Cell(len(right), len(mine), asked, tuple(items.most_common(8)))
    if name == "tipos":
        pages = [p for r in results for p in r.paginas if p.origem.camada == tier]
        wrong = Counter(f"{p.tipo} -> {p.lido}" for p in pages if p.tipo != p.lido)
        return Cell(len(pages) - wrong.total(), len(pages), asked, tuple(wrong.most_common(8)))
    chosen = DECIDING if name == "decisivos" else NAMES
    good = ("certo",) if name == "decisivos" else ("certo", "parecido")
    fields = [f for f in _fields(results, tier) if f.campo in chosen and f.kind != "a_mais"]
    missed = Counter(f"{f.tipo}.{f.campo} {f.kind}" for f in fields if f.kind not in good)
    return Cell(len(fields) - missed.total(), len(fields), asked, tuple(missed.most_common(8)))


def _fields(results: Sequence[DossierResult], tier: str) -> list[FieldResult]:
    return [f for r in results for f in r.campos if f.origem.camada == tier]


def confident_wrong(results: Sequence[DossierResult]) -> tuple[list[FieldResult], int]:
    """Return the deciding fields that are wrong and held confident, and how many deciding fields were read at all."""
    fields = [f for r in results for f in r.campos if f.campo in DECIDING]
    read = [f for f in fields if f.kind != "ausente"]
    return [f for f in read if f.confiante], len(read)


def as_json(results: Sequence[DossierResult]) -> dict[str, Any]:
    """Return the table, false decisions and confident errors as JSON-able figures."""
    wrong, read = confident_wrong(results)
    return {
        "barras": {
            name: {
                tier: {
                    **rate(cell.certos, cell.total),
                    "pedido": cell.pedido,
                    "atingido": cell.met,
                    "faltas": [list(entry) for entry in cell.faltas],
                }
                for tier, cell in row.items()
            }
            for name, row in table(results).items()
        },
        "falsos_aceites": [r.dossie for r in results if r.falso_aceite],
        "falsas_rejeicoes": [r.dossie for r in results if r.falsa_rejeicao],
        "decisivos_errados_confiantes": {"errados": len(wrong), "lidos": read},
    }


def as_markdown(results: Sequence[DossierResult]) -> str:
    """Return the table for ``docs/benchmarks.md``: one row a bar, rate and counts a tier, an asterisk where missed."""
    lines = ["| | " + " | ".join(TIERS) + " |", "|---" * (len(TIERS) + 1) + "|"]
    cells = table(results)
    for name, row in cells.items():
        told = []
        for tier in TIERS:
            cell = row[tier]
            share = "–" if cell.total == 0 else f"{100 * cell.certos / cell.total:.1f} % ({cell.certos}/{cell.total})"
            told.append(share if cell.met else f"{share} * bar {100 * cell.pedido:g} %")
        lines.append(f"| {TITLES[name]} | " + " | ".join(told) + " |")
    wrong, read = confident_wrong(results)
    accepts, rejects = (
        sum(r.falso_aceite for r in results),
        sum(r.falsa_rejeicao for r in results),
    )
    right = sum(r.esperado == r.lido for r in results)
    lines += [
        "",
        f"{len(results)} dossiers, {right} decided right; false accepts {accepts}; false rejects {rejects}; deciding "
        f"fields wrong and held confident {len(wrong)} of {read} (bar {1000 * CONFIDENT_WRONG:g} in 1,000).",
    ]
    for name, row in cells.items():
        for tier in TIERS:
            if not row[tier].met and row[tier].faltas:
                kinds = "; ".join(f"{kind} ({count})" for kind, count in row[tier].faltas)
                lines.append(f"- {TITLES[name]}, {tier}: {kinds}")
    return "\n".join(lines)
