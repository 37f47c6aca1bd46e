"""Does a confidence of 0.9 mean right nine times in ten? Reliability of confidences by kind of field.

A field counts once, and only where the truth speaks of it: a generated truth names every deciding value of a paper, but
not every office, State or activity that it prints. An address is right where its street, number, town and State are (a
district or CEP more or less decides nothing); every other value where it is the true one, names at similarity 0.95; a
long free text where it is a part of the true one or the true one a part of it.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from docverify.confirmation.deciding import sort_of
from docverify.evaluate.compare import DossierResult, FieldResult
from docverify.values.text import fold

BINS = 10
_SAME_PASSAGE = 90.0
_TOLD = frozenset(("identificador", "data", "numero", "lista", "endereco"))
"""Kinds of which a value that the truth does not have is wrong."""
_PARTS = frozenset(("endereco.logradouro", "endereco.numero", "endereco.municipio", "endereco.uf"))


@dataclass(frozen=True, slots=True)
class Observation:
    """One field that was read: how surely, and whether it is right."""

    campo: str
    especie: str
    estado: str
    bruta: float
    confianca: float
    certo: bool
    camada: str


def observations(
    results: Iterable[DossierResult], wanted: Callable[[str, FieldResult], bool] | None = None
) -> list[Observation]:
    """Return every field that was read, once.

    Args:
        results: Compared dossiers.
        wanted: Told the dossier and a part of a field, says whether it counts; default: all do.
    """
    groups: dict[tuple[str, str, str], list[FieldResult]] = defaultdict(list)
    for result in results:
        for part in result.campos:
            if wanted is None or wanted(result.dossie, part):
                groups[result.dossie, part.documento, part.campo.partition(".")[0]].append(part)
    found = []
    for (_, _, name), parts in groups.items():
        counted = [p for p in parts if p.campo in _PARTS or "." not in p.campo]
        read = [p for p in counted if p.confianca is not None]
        if not read:
            continue
        first = read[0]
        if first.kind == "a_mais" and sort_of(name) not in _TOLD:
            continue
        sure = first.confianca or 0.0
        right = all(_right(p) for p in read)
        score = sure if first.bruta is None else first.bruta
        state = first.estado or "?"
        found.append(Observation(name, sort_of(name), state, score, sure, right, first.origem.camada))
    return found


def for_calibration(part: FieldResult) -> bool:
    """Tell whether a field's layout is one to calibrate on: a working one, or one of half of the held-back ones."""
    name = part.origem.layout
    if not name.startswith("held_back/"):
        return True
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 0


def _right(part: FieldResult) -> bool:
    if part.kind in ("certo", "parecido"):
        return True
    if part.kind != "errado" or sort_of(part.campo) != "texto":
        return False
    # where a long text begins and ends is a matter of taste: what counts is that it is that text
    return float(fuzz.partial_ratio(fold(str(part.esperado)), fold(str(part.lido)))) >= _SAME_PASSAGE


def reliability(seen: Sequence[Observation], bins: int = BINS) -> dict[str, Any]:
    """Return the reliability table and the expected calibration error, in all and by kind.

    Args:
        seen: Fields that were read.
        bins: Of equal width over 0..1.

    Returns:
        By kind (and ``todos``): ``n``, ``ece`` (mean distance of confidence from the share that is right, weighted by
        fields; None where there are none) and ``faixas``, each bin with ``de``, ``ate``, ``n``, ``confianca`` and
        ``certos``.
    """
    kinds = {"todos": list(seen)}
    for one in seen:
        kinds.setdefault(one.especie, []).append(one)
    return {name: _table(group, bins) for name, group in sorted(kinds.items())}


def _table(group: Sequence[Observation], bins: int) -> dict[str, Any]:
    rows = []
    error = 0.0
    for number in range(bins):
        own = [o for o in group if min(bins - 1, int(o.confianca * bins)) == number]
        row: dict[str, Any] = {"de": number / bins, "ate": (number + 1) / bins, "n": len(own)}
        if own:
            mean = sum(o.confianca for o in own) / len(own)
            right = sum(o.certo for o in own) / len(own)
            error += abs(mean - right) * len(own) / len(group)
            row |= {"confianca": round(mean, 4), "certos": round(right, 4)}
        rows.append(row)
    return {"n": len(group), "ece": round(error, 4) if group else None, "faixas": rows}


def as_markdown(table: Mapping[str, Any]) -> str:
    """Return the expected calibration error by kind, and the bins of all, for ``docs/benchmarks.md``."""
    lines = ["| kind | fields | ECE |", "|---|---|---|"]
    lines += [
        f"| {name} | {t['n']} | {'–' if t['ece'] is None else format(t['ece'], '.3f')} |" for name, t in table.items()
    ]
    lines += ["", "| confidence | fields | mean | right |", "|---|---|---|---|"]
    for row in table["todos"]["faixas"]:
        told = f"{row['confianca']:.3f} | {row['certos']:.3f}" if row["n"] else "– | –"
        lines.append(f"| {row['de']:.1f} to {row['ate']:.1f} | {row['n']} | {told} |")
    return "\n".join(lines)


def plot(table: Mapping[str, Any], path: Path) -> None:
    """Draw the reliability diagram (needs matplotlib, a dependency of development).

    Args:
        table: From :func:`reliability`.
        path: ``.svg`` or ``.png``.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (upper, lower) = pyplot.subplots(
        2, 1, figsize=(5, 6), sharex=True, gridspec_kw={"height_ratios": [4, 1]}, layout="constrained"
    )
    upper.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for name, kind in table.items():
        rows = [r for r in kind["faixas"] if r["n"]]
        style = {"linewidth": 2.2, "color": "black"} if name == "todos" else {"linewidth": 1, "alpha": 0.7}
        upper.plot([r["confianca"] for r in rows], [r["certos"] for r in rows], marker=".", label=name, **style)
    upper.set_ylabel("share right")
    upper.legend(fontsize=8)
    rows = table["todos"]["faixas"]
    lower.bar([(r["de"] + r["ate"]) / 2 for r in rows], [max(r["n"], 0.5) for r in rows], width=0.09, color="0.4")
    lower.set_yscale("log")
    lower.set_xlabel("confidence")
    lower.set_ylabel("fields")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)
