#!/usr/bin/env python3
"""Fit the maps from scores to probabilities (``models/_calibracao/confianca.toml``) to generated dossiers.

``calibrate.py measure DIR... --observations F.jsonl`` verifies dossiers that have an expected result and notes of every
field its score, what speaks for it, and whether it is right; started again it goes on where it was stopped.
``calibrate.py fit F.jsonl`` fits the maps and writes the file. ``calibrate.py show F.jsonl`` prints reliability under
the file that is there, and ``--plot`` draws it.

Working layouts alone flatter. Half of the held-back layouts (those whose name hashes to an even number) are for
calibration: only figures of them are looked at, right or wrong and the score. The other half measures the result.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import numpy as np  # noqa: E402
from sklearn.isotonic import IsotonicRegression  # noqa: E402

from docverify.confirmation.calibration import ESTADOS, default_calibration, estado_of  # noqa: E402
from docverify.confirmation.deciding import OUTROS  # noqa: E402
from docverify.errors import DocverifyError  # noqa: E402
from docverify.evaluate import calibration  # noqa: E402
from docverify.evaluate.calibration import Observation, for_calibration  # noqa: E402
from docverify.evaluate.compare import compare  # noqa: E402
from docverify.evaluate.run import truths  # noqa: E402
from docverify.model import Document, Page, Verification  # noqa: E402
from docverify.report.serialize import to_dict  # noqa: E402
from docverify.settings import Settings  # noqa: E402
from docverify.verify import verify  # noqa: E402

OUT = ROOT / "models" / "_calibracao" / "confianca.toml"
TODAY = datetime(2026, 11, 30, tzinfo=UTC).date()
"""Day of the verification where a Ficha names none; it changes no reading."""
OF_KIND = 25
"""Fields of one kind and state from which they have a map of their own."""
PRIOR = 10
"""Weight, in fields, of the state as a whole in the map of one kind: a block of few fields proves little."""
SPLIT = 8
"""Fields of one level from which it is given two points."""
END = 4
"""Fields at an end of a level that are not held to it."""
LEAST = 40
"""Fields of a state under which nothing is fitted to them."""
CEILINGS: Mapping[str, tuple[float, str]] = {
    "diverge": (0.50, "two readers saw different things: a person must look, whichever is right more often"),
    "nao_viu": (0.78, "nobody confirms it: held under what a decision asks for"),
    "reparado": (0.85, "look-alike characters were replaced to get a value"),
}
FLOORS: Mapping[str, tuple[float, str]] = {
    "prova": (0.60, "another document says the same letter by letter: however faint, it is what the paper prints"),
}
Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted map and what it rests on."""

    especie: str
    estado: str
    pontos: Points
    n: int
    errados: int


def report_of(verification: Verification) -> dict[str, Any]:
    """Return the report with two keys more on each field: ``bruta`` and ``estado``."""
    report = to_dict(verification)
    pages = {(page.arquivo, page.numero): page for page in verification.paginas}
    for entry, document in zip(report["documentos"], verification.documentos, strict=True):
        _tell(entry["campos"], document, pages)
    return report


def _tell(entries: dict[str, Any], document: Document, pages: Mapping[tuple[str, int], Page]) -> None:
    for name, entry in entries.items():
        found = document.campos[name]
        page = pages.get((found.arquivo or document.arquivo, found.pagina))
        entry["bruta"] = found.confianca if found.bruta is None else found.bruta
        entry["estado"] = estado_of(found, page)


def measure(folders: Sequence[Path], out: Path, settings: Settings) -> None:
    """Verify dossiers and append what was observed, one line a dossier."""
    out.parent.mkdir(parents=True, exist_ok=True)
    done = {entry["dossie"] for entry in _lines(out)}
    for folder in folders:
        for path, truth in sorted(truths(folder).items()):
            name = f"{folder.name}/{truth.dossie}"
            if name in done:
                continue
            try:
                result = compare(truth, report_of(verify(path, today=TODAY, settings=settings)))
            except DocverifyError as error:
                print(f"{name}: {error}", file=sys.stderr)
                continue
            mine = calibration.observations([result], lambda _, part: for_calibration(part))
            rest = calibration.observations([result], lambda _, part: not for_calibration(part))
            line = {"dossie": name, "ajuste": [asdict(o) for o in mine], "prova": [asdict(o) for o in rest]}
            with out.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def observed(paths: Iterable[Path], part: str) -> list[Observation]:
    """Return the observations of some files: ``ajuste`` for fitting, ``prova`` for measuring."""
    return [Observation(**entry) for path in paths for line in _lines(path) for entry in line[part]]


def fitted(seen: Sequence[Observation]) -> list[Fit]:
    """Fit the maps from score to probability.

    Isotonic regression by state, and by kind within a state where there are fields enough. A block of n fields of which
    k are right is worth (k + 1/2) / (n + 1), so that "300 of 300" is no certainty; one of a kind is drawn towards its
    state as a whole.

    Args:
        seen: With their scores before calibration.
    """
    fits: dict[tuple[str, str], Fit] = {}
    for state in ESTADOS:
        every = [o for o in seen if o.estado == state]
        if len(every) < LEAST:
            continue
        whole = _fit("", state, every, lambda score: 0.5, 1.0)
        for kind in sorted({o.especie for o in every} - {OUTROS}):
            own = [o for o in every if o.especie == kind]
            if len(own) >= OF_KIND:
                fits[kind, state] = _fit(kind, state, own, _along(whole.pontos), PRIOR)
        # the map of "outros" serves kinds without one of their own too, so that it rests on all
        fits[OUTROS, state] = replace(whole, especie=OUTROS)
    return list(fits.values())


def _along(points: Points) -> Callable[[float], float]:
    return lambda score: float(np.interp(score, [x for x, _ in points], [y for _, y in points]))


def _fit(especie: str, estado: str, seen: Sequence[Observation], prior: Callable[[float], float], weight: float) -> Fit:
    ordered = sorted(seen, key=lambda o: o.bruta)
    levels = IsotonicRegression().fit_transform([o.bruta for o in ordered], [float(o.certo) for o in ordered])
    blocks: dict[float, list[Observation]] = {}
    for one, level in zip(ordered, levels, strict=True):
        blocks.setdefault(round(float(level), 9), []).append(one)
    # under the lowest scores that were seen a map falls to nothing: what was never seen is not known to be right
    points: list[tuple[float, float]] = [(0.0, 0.0)]
    for block in blocks.values():
        for spot in _spots([o.bruta for o in block]):
            value = (sum(o.certo for o in block) + weight * prior(spot)) / (len(block) + weight)
            value = round(max(value, points[-1][1]), 4)
            if spot > points[-1][0]:
                points.append((spot, value))
    return Fit(especie, estado, tuple(points), len(seen), sum(not o.certo for o in seen))


def _spots(scores: Sequence[float]) -> list[float]:
    """Return the scores between which a block's level holds: its middle where it is small, else all but its ends.

    An end holds a tenth of a block, and no more than a few fields: of a hundred that were all right, ten that were
    right at low scores say more than a straight line to nothing.
    """
    if len(scores) < SPLIT:
        return [round(float(np.median(scores)), 3)]
    end = min(0.1, END / len(scores))
    return [round(float(np.quantile(scores, q)), 3) for q in (end, 1.0 - end)]


def as_toml(fits: Sequence[Fit], seen: Sequence[Observation], remark: str) -> str:
    """Return the data file with the measurement that set it."""
    tiers = Counter(o.camada for o in seen)
    told = ", ".join(f"{tier} {count}" for tier, count in sorted(tiers.items()))
    lines = [
        "# From the score of extraction (0..1) to the probability that the value is right, by kind of field and what",
        "# speaks for it. Written by scripts/calibrate.py; read by docverify.confirmation.calibration.",
        f"# Fitted to {len(seen)} fields ({told}). {remark}".rstrip(),
        '# A kind without a map in a state uses that of "outros", which rests on all fields of the state.',
        "",
        "[teto]  # most that a field may have, whatever its map says",
        *(f"{name} = {value:.2f}  # {why}" for name, (value, why) in CEILINGS.items()),
        "",
        "[piso]  # least, likewise",
        *(f"{name} = {value:.2f}  # {why}" for name, (value, why) in FLOORS.items()),
    ]
    for fit in fits:
        points = ", ".join(f"[{x:.3f}, {y:.4f}]" for x, y in fit.pontos)
        lines += [
            "",
            f"[[mapa]]  # {fit.n} fields, {fit.errados} wrong",
            f'especie = "{fit.especie}"',
            f'estado = "{fit.estado}"',
            f"pontos = [{points}]",
        ]
    return "\n".join(lines) + "\n"


def recalibrated(seen: Iterable[Observation]) -> list[Observation]:
    """Return observations with the probabilities that the present file gives (repairs are not known here)."""
    maps = default_calibration()
    return [replace(o, confianca=maps.probability(o.especie, _state(o), o.bruta)) for o in seen]


def _state(one: Observation) -> Any:
    return one.estado


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("measure", help="verify dossiers and note what was right")
    first.add_argument("folders", nargs="+", type=Path)
    first.add_argument("--observations", type=Path, required=True)
    second = commands.add_parser("fit", help="fit the maps and write the file")
    second.add_argument("observations", nargs="+", type=Path)
    second.add_argument("--out", type=Path, default=OUT)
    second.add_argument("--remark", default="", help="what was measured: seeds, count, date")
    third = commands.add_parser("show", help="print reliability under the present file")
    third.add_argument("observations", nargs="+", type=Path)
    third.add_argument("--part", choices=("ajuste", "prova"), default="prova")
    third.add_argument("--plot", type=Path)
    args = parser.parse_args()
    if args.command == "measure":
        measure(args.folders, args.observations, Settings())
    elif args.command == "fit":
        seen = observed(args.observations, "ajuste")
        args.out.write_text(as_toml(fitted(seen), seen, args.remark), encoding="utf-8")
    else:
        table = calibration.reliability(recalibrated(observed(args.observations, args.part)))
        print(calibration.as_markdown(table))
        if args.plot is not None:
            calibration.plot(table, args.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
