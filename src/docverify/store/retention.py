"""How long what is kept: the policy (``retencao.toml``, or an office's own), and what of a dossier is past its term.

Nothing here touches a row or a file; `docverify.store.purge` does.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from docverify.errors import BadInputError
from docverify.model import TIPOS
from docverify.resources import package_path
from docverify.values.brasilia import BRASILIA

OTHERS = ("padrao", "erro", "ficha", "relatorio", "rascunho")
"""What else has a term: an original of which no document was read, what belongs to a dossier that ended as an error,
the declared data, what the verdicts say, drafts."""

COLUMNS = ("nome", "cnpj", "razao_social", "municipio", "uf")
"""Columns of the list that a policy may keep of a dossier that is purged as a whole."""

_MOST_DAYS = 36_525
_KEYS = frozenset({"para", "dias", "razao", "fonte"})
_FORM = "use [[prazos]] com para, dias e razao, e [lista] com manter"


class RetentionError(BadInputError):
    """The policy's file cannot be used."""

    codigo = "retencao_invalida"


@dataclass(frozen=True, slots=True)
class Prazo:
    """A term.

    Attributes:
        dias: Whole days, after the day from which it counts, for which the thing is kept.
        razao: Why.
        fonte: What says so.
    """

    dias: int
    razao: str
    fonte: str


@dataclass(frozen=True, slots=True)
class Politica:
    """A policy.

    Attributes:
        prazos: By type of document and :data:`OTHERS`; every one is there.
        manter: Of :data:`COLUMNS`, what stays.
    """

    prazos: Mapping[str, Prazo]
    manter: frozenset[str]


@dataclass(frozen=True, slots=True)
class Guardado:
    """An original as far as its term goes.

    Attributes:
        nome: In the dossier.
        tipos: Of the documents on it by the latest verdict; none: nothing was read of it.
        expurgado: It is gone already.
    """

    nome: str
    tipos: frozenset[str]
    expurgado: bool = False


@dataclass(frozen=True, slots=True)
class Situacao:
    """A dossier as far as its terms go.

    Attributes:
        estado: Of the dossier.
        resultado: Of the verdict in force, None without one.
        em_andamento: A run waits or is under way.
        concluido_em: When its latest verdict was there or its run ended as an error.
        originais: All of them.
        ficha: Declared data are still there.
    """

    estado: str
    resultado: str | None
    em_andamento: bool
    concluido_em: datetime | None
    originais: tuple[Guardado, ...]
    ficha: bool


@dataclass(frozen=True, slots=True)
class Vencido:
    """What of a dossier is past its term.

    Attributes:
        originais: Their names.
        ficha: The declared data.
        inteiro: Everything: nothing stays but the stub.
        regras: What each thing is due by: name of the term, days, day since when.
    """

    originais: frozenset[str]
    ficha: bool
    inteiro: bool
    regras: tuple[Mapping[str, Any], ...]


def load(path: Path | None) -> Politica:
    """Return the policy: docverify's own, where an office's file says nothing else.

    Args:
        path: The office's file, None without one.

    Raises:
        RetentionError: The file cannot be read or used; the message names line and key.
    """
    own = package_path("store", "retencao.toml")
    policy = _merged(Politica({}, frozenset()), own.read_text(encoding="utf-8"), "retencao.toml")
    if path is not None:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            raise RetentionError(f"não consigo ler {path} (DOCVERIFY_RETENCAO): {type(error).__name__}") from error
        policy = _merged(policy, text, str(path))
    return policy


def due(case: Situacao, policy: Politica, today: date) -> Vencido | None:
    """Return what of a dossier is past its term on a day, None where nothing is.

    Args:
        case: The dossier.
        policy: The terms.
        today: In Brasília; a thing is kept through the last day of its term.
    """
    if case.concluido_em is None or case.em_andamento or case.estado not in ("concluido", "erro"):
        return None
    if case.estado == "concluido" and case.resultado not in ("aceito", "rejeitado"):
        return None
    failed = case.estado == "erro"
    since = case.concluido_em.astimezone(BRASILIA).date()
    rules: list[Mapping[str, Any]] = []

    def past(name: str) -> bool:
        term = policy.prazos[name]
        over = today > since + timedelta(days=term.dias)
        if over and all(rule["prazo"] != name for rule in rules):
            rules.append({"prazo": name, "dias": term.dias, "desde": since.isoformat(), "fonte": term.fonte})
        return over

    gone: set[str] = set()
    for original in case.originais:
        kinds = sorted(original.tipos) or ["padrao"]
        longest = "erro" if failed else max(kinds, key=lambda kind: policy.prazos[kind].dias)
        if not original.expurgado and past(longest):
            gone.add(original.nome)
    all_gone = all(o.expurgado or o.nome in gone for o in case.originais)
    form_past, report_past = past("erro" if failed else "ficha"), past("erro" if failed else "relatorio")
    whole = all_gone and form_past and report_past
    form = form_past and (case.ficha or whole)
    if not gone and not form and not whole:
        return None
    return Vencido(frozenset(gone), form, whole, tuple(rules))


def _merged(base: Politica, text: str, name: str) -> Politica:
    """Return a policy with what a file says put over it.

    Raises:
        RetentionError: It cannot be used.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RetentionError(f"{name}: não é TOML que se possa ler ({error})") from error
    for key in data:
        if key not in ("prazos", "lista"):
            raise RetentionError(f"{name}, linha {_line(text, key)}: a chave “{key}” não existe; {_FORM}")
    entries = data.get("prazos", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise RetentionError(f"{name}, linha {_line(text, 'prazos')}: “prazos” não é uma lista; {_FORM}")
    terms: dict[str, Prazo] = {}
    for number, entry in enumerate(entries):
        for kind in _kinds(entry, text, name, number):
            if kind in terms:
                raise _wrong(text, name, number, "para", f"“{kind}” está em dois [[prazos]]")
            terms[kind] = _term(entry, text, name, number)
    keep = _kept(data, text, name)
    return Politica({**base.prazos, **terms}, base.manter if keep is None else keep)


def _kinds(entry: dict[str, Any], text: str, name: str, number: int) -> Iterable[str]:
    for key in entry:
        if key not in _KEYS:
            raise _wrong(text, name, number, key, f"a chave “{key}” não existe; use para, dias, razao, fonte")
    kinds = entry.get("para")
    if not isinstance(kinds, list) or not kinds or not all(isinstance(kind, str) for kind in kinds):
        raise _wrong(text, name, number, "para", '“para” é uma lista de tipos de documento, por exemplo ["procuracao"]')
    for kind in kinds:
        if kind not in TIPOS and kind not in OTHERS:
            raise _wrong(text, name, number, "para", f"“{kind}” não é um tipo de documento nem {', '.join(OTHERS)}")
    return kinds


def _term(entry: dict[str, Any], text: str, name: str, number: int) -> Prazo:
    days = entry.get("dias")
    if not isinstance(days, int) or isinstance(days, bool) or not 0 <= days <= _MOST_DAYS:
        raise _wrong(text, name, number, "dias", f"“dias” é um número inteiro de 0 a {_MOST_DAYS}")
    reason, source = entry.get("razao"), entry.get("fonte", "escolha da instalação")
    if not isinstance(reason, str) or not reason.strip():
        raise _wrong(text, name, number, "razao", "falta “razao”: por que se guarda por este prazo")
    if not isinstance(source, str) or not source.strip():
        raise _wrong(text, name, number, "fonte", "“fonte” é um texto: a norma que dá o prazo, ou nada")
    return Prazo(days, reason, source)


def _kept(data: dict[str, Any], text: str, name: str) -> frozenset[str] | None:
    if "lista" not in data:
        return None
    table = data["lista"]
    keep = table.get("manter") if isinstance(table, dict) else None
    extra = [key for key in table if key != "manter"] if isinstance(table, dict) else []
    sound = isinstance(keep, list) and all(isinstance(c, str) and c in COLUMNS for c in keep)
    if extra or not sound:
        where = _line(
            text, extra[0] if extra else "manter" if isinstance(table, dict) and "manter" in table else "lista"
        )
        raise RetentionError(f"{name}, linha {where}: [lista] tem “manter”, uma lista entre {', '.join(COLUMNS)}")
    return frozenset(keep or ())


def _wrong(text: str, name: str, number: int, key: str, said: str) -> RetentionError:
    heads = [m.start() for m in re.finditer(r"(?m)^\s*\[\[\s*prazos\s*\]\]", text)]
    start = heads[number] if number < len(heads) else 0
    end = heads[number + 1] if number + 1 < len(heads) else len(text)
    return RetentionError(f"{name}, linha {_line(text, key, start, end)}: {said}")


def _line(text: str, key: str, start: int = 0, end: int | None = None) -> int:
    """Return the line on which a key stands between two places, else that of the first."""
    part = text[start : len(text) if end is None else end]
    found = re.search(rf"(?m)^\s*\[*\s*[\"']?{re.escape(key)}\b", part)
    head = len(part) - len(part.lstrip())
    return text.count("\n", 0, start + (head if found is None else found.end())) + 1


__all__ = [
    "COLUMNS",
    "OTHERS",
    "Guardado",
    "Politica",
    "Prazo",
    "RetentionError",
    "Situacao",
    "Vencido",
    "due",
    "load",
]
