"""The lawyers' cases of every norm: a folder each, its id in small letters (see :mod:`docverify.evaluate.cases`)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from docverify.evaluate import cases as written
from docverify.evaluate.cases import document, dossier_facts, field, outside
from docverify.model import Decision, Document
from docverify.norms import load_norm

__all__ = ["BASE", "FOLDER", "Case", "all_cases", "base", "base_of", "build", "document", "dossier_facts"]
__all__ += ["expected_items", "field", "norms_with_cases", "outside", "run"]

FOLDER = Path(__file__).parent
FILES = sorted(p for p in FOLDER.glob("*/*.toml") if p.stem != "base" and not p.stem.startswith("base_"))


@cache
def base(norma: str, name: str = "") -> dict[str, Any]:
    """Return a norm's dossier in order, as its file says it (do not change it)."""
    return dict(written.load(FOLDER / norma.lower() / written.base_file({"base": name})))


BASE = base("GLP297")


@dataclass(frozen=True)
class Case:
    """A case and the file that it stands in; its ``data`` also hold the norm, ``norma``."""

    arquivo: str
    data: dict[str, Any]

    @property
    def norma(self) -> str:
        return str(self.data["norma"])

    @property
    def id(self) -> str:
        return f"{self.arquivo}: {self.data['nome']}"


def all_cases(norma: str | None = None) -> list[Case]:
    """Return every case, or those of one norm."""
    found = []
    for path in FILES:
        of = path.parent.name.upper()
        if norma in (None, of):
            cases = tomllib.loads(path.read_text(encoding="utf-8"))["casos"]
            found += [Case(f"{path.parent.name}/{path.stem}", {**c, "norma": of}) for c in cases]
    return found


def norms_with_cases() -> list[str]:
    """Return the norms that have a folder of cases."""
    return sorted({p.parent.name.upper() for p in FILES})


def base_of(case: dict[str, Any]) -> dict[str, Any]:
    """Return the dossier in order from which a case starts."""
    return base(case["norma"], case.get("base", ""))


def build(case: dict[str, Any]) -> tuple[dict[str, Any], list[Document]]:
    """Return the ``ficha.json`` and the documents of a case."""
    return written.build(case, base_of(case))


def run(case: dict[str, Any]) -> Decision:
    """Decide a case."""
    return written.decide_case(case, base_of(case), load_norm(case["norma"]))


def expected_items(case: dict[str, Any], rules: list[str]) -> dict[str, str]:
    """Return the expected situation of every item."""
    return written.expected_items(case, base_of(case), rules)
