#!/usr/bin/env python3
"""Write the generated tables of ``docs/norms.md``: the checks, and every rule with the cases that meet and break it.

``--check`` writes nothing and leaves with status 1 where the page is not what would be written.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.acceptance.norms.cases import Case, all_cases, run  # noqa: E402

from docverify.norms import Norm, catalog, load_norm  # noqa: E402
from docverify.norms.registry import CHECKS, CheckSpec  # noqa: E402
from docverify.norms.schema import Rule  # noqa: E402

PAGE = ROOT / "docs" / "norms.md"
_GRAVES = ("nao_conforme", "ausente")
_DOUBT = 10_000
"""What a case in doubt is worse by than any that breaks a rule surely."""


@dataclass
class Shown:
    """The cases that exercise a rule, each with how well it shows that (smaller is better).

    Attributes:
        cumprida: A case in which its item is ``conforme``, of an accepted dossier where there is one.
        quebrada: A case in which it is broken, surely and alone where there is one.
        nao_verificavel: A case in which papers cannot answer it.
    """

    cumprida: tuple[int, str] | None = None
    quebrada: tuple[int, str] | None = None
    nao_verificavel: tuple[int, str] | None = None

    def offer(self, slot: str, badness: int, name: str) -> None:
        """Keep a case for a slot where it is better than the one there; the earlier of two equals stays."""
        held = getattr(self, slot)
        if held is None or badness < held[0]:
            setattr(self, slot, (badness, name))


def exercised(cases: list[Case]) -> dict[str, Shown]:
    """Run every case and return, for each rule, the cases that meet and break it best."""
    found: dict[str, Shown] = {}
    for case in cases:
        decision = run(case.data)
        changed = sum(len(case.data.get(k, ())) for k in ("muda", "tira", "acrescenta", "ajustes", "fatos", "texto"))
        wrong = sum(i.situacao in (*_GRAVES, "em_analise") for i in decision.itens)
        for item in decision.itens:
            shown = found.setdefault(item.id, Shown())
            if item.situacao == "conforme":
                shown.offer("cumprida", 10 * wrong + changed + len(item.motivos), case.id)
            elif item.situacao in (*_GRAVES, "em_analise"):
                doubt = _DOUBT if item.situacao == "em_analise" else 0
                shown.offer("quebrada", doubt + 10 * wrong + changed, case.id)
            elif item.situacao == "nao_verificavel":
                shown.offer("nao_verificavel", 10 * wrong + changed, case.id)
    return found


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _case(held: tuple[int, str] | None) -> str:
    if held is None:
        return "—"
    file, _, title = held[1].partition(": ")
    return f"`{file}`: {_cell(title)}" + (" (in doubt)" if held[0] >= _DOUBT else "")


def _row(norm: Norm, rule: Rule, shown: Shown) -> str:
    checks = ", ".join(dict.fromkeys(c.nome for c in rule.chamadas)) or "—"
    head = f"| {rule.id} | {_cell(rule.citacao)} | `{norm.id.lower()}.toml` | {checks} |"
    if rule.nao_verificavel is not None:
        seen = shown.nao_verificavel
        where = f"`nao_verificavel`: {_case(seen)}" if seen else "`nao_aplicavel` in every request"
        return f"{head} {where} | {_cell(rule.nao_verificavel)} |"
    return f"{head} {_case(shown.cumprida)} | {_case(shown.quebrada)} |"


def rules_table() -> Iterator[str]:
    """Yield the table of the rules, in the order of the norms and of their files."""
    shown = exercised(all_cases())
    norms = [load_norm(name) for name in catalog()]
    yield f"{sum(len(n.regras) for n in norms)} rules."
    yield ""
    yield "| rule | provision | file | checks | met in | broken in |"
    yield "|---|---|---|---|---|---|"
    for norm in norms:
        for rule in norm.regras:
            yield _row(norm, rule, shown.get(rule.id, Shown()))


def _parameters(spec: CheckSpec) -> str:
    told = []
    for name, parameter in spec.parametros.items():
        default = "..." if parameter.padrao is ... else repr(parameter.padrao)
        told.append(f"`{name}` = {_cell(default)}")
    return ", ".join(told) or "—"


def checks_table() -> Iterator[str]:
    """Yield the table of the checks, by name."""
    yield "| check | looks at | parameters | holds |"
    yield "|---|---|---|---|"
    for name, spec in sorted(CHECKS.items()):
        where = "paper" if spec.alcance == "documento" else "dossier"
        holds = (inspect.getdoc(spec.funcao) or "").splitlines()[0].replace("``", "`")
        yield f"| `{name}` | {where} | {_parameters(spec)} | {_cell(holds)} |"


def page(text: str) -> str:
    """Return the page with its tables written anew."""
    for name, lines in (("checks", checks_table()), ("rules", rules_table())):
        begin, end = f"<!-- {name}: begin (scripts/norms_table.py) -->", f"<!-- {name}: end -->"
        head, _, rest = text.partition(begin)
        _, found, tail = rest.partition(end)
        if not found:
            raise SystemExit(f"{PAGE.name}: the marks of the table '{name}' are not there")
        text = f"{head}{begin}\n" + "\n".join(lines) + f"\n{end}{tail}"
    return text


def main() -> int:
    """Write the page, or with ``--check`` tell whether it is up to date."""
    old = PAGE.read_text(encoding="utf-8")
    new = page(old)
    if "--check" in sys.argv[1:]:
        if new != old:
            print(f"{PAGE.name} is not up to date: run scripts/norms_table.py", file=sys.stderr)
        return int(new != old)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
