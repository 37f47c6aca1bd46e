"""An evaluation from a folder: dossiers with their expected results, verified now or read from earlier reports."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from docverify.errors import EmptyDossierError
from docverify.evaluate.compare import DossierResult, compare
from docverify.evaluate.truth import Truth, TruthError, find, load
from docverify.report.serialize import clean
from docverify.settings import Settings
from docverify.work import batch


def truths(folder: Path) -> dict[Path, Truth]:
    """Return the dossiers of a folder that have an expected result.

    Args:
        folder: Dossiers as ``docverify batch`` takes them, at any depth of plain folders above them.

    Raises:
        BadInputError: The folder cannot be read, or holds no dossier with an expected result.
    """
    found: dict[Path, Truth] = {}
    _collect(folder, folder, found, 0)
    if not found:
        raise EmptyDossierError(f"em {folder} não há dossiê com esperado.json; gere alguns ou indique outra pasta")
    return found


def _collect(folder: Path, top: Path, found: dict[Path, Truth], depth: int) -> None:
    for path in batch.entries(folder)[0]:
        expected = find(path)
        if expected is not None:
            found[path] = load(expected, clean(path.relative_to(top).as_posix()))
        elif path.is_dir() and depth < 3:
            _collect(path, top, found, depth + 1)


def reports_of(path: Path) -> dict[str, Mapping[str, Any]]:
    """Return the reports of a batch by dossier.

    Args:
        path: A JSONL file.

    Raises:
        TruthError: A line is no report.
    """
    try:
        lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines() if text]
        return {str(entry["dossie"]): entry for entry in lines}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TruthError(f"{path}: não é a saída de docverify batch ({error})") from error


def evaluate(
    expected: Mapping[Path, Truth],
    *,
    today: date,
    settings: Settings,
    workers: int,
    reports: Mapping[str, Mapping[str, Any]] | None = None,
    notify: Callable[[batch.Progress], None] | None = None,
) -> list[DossierResult]:
    """Compare each dossier's report with its expected result.

    Args:
        expected: From :func:`truths`.
        today: The day of the verification.
        settings: Limits and the machine.
        workers: How many dossiers at a time.
        reports: Earlier reports by the dossier's name; None verifies now.
        notify: Told after each dossier.

    Returns:
        One result per dossier that has a report, in the order of ``expected``.
    """
    if reports is None:
        reports = {}
        with tempfile.TemporaryDirectory(prefix="docverify-eval-") as folder:
            # one output per folder: names are unique only within one
            for number, parent in enumerate(dict.fromkeys(path.parent for path in expected)):
                here = [path for path in expected if path.parent == parent]
                output = Path(folder) / f"{number}.jsonl"
                batch.run(here, output, today=today, settings=settings, workers=workers, notify=notify)
                by_name = reports_of(output)
                reports.update({expected[path].dossie: by_name[clean(path.name)] for path in here})
    known = reports
    results = []
    for truth in expected.values():
        report = known.get(truth.dossie) or known.get(truth.dossie.rpartition("/")[2])
        if report is not None:
            results.append(compare(truth, report))
    return results
