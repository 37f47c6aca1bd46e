"""The 5,571 municipalities (with the Distrito Federal and Fernando de Noronha), found by name, also through OCR noise.

Source: list of IBGE as distributed in @brazilian-utils/brazilian-utils 2.4.0 (MIT), in ``data/municipios.json``.
240 names exist in more than one State: a name alone is no municipality.
"""

from __future__ import annotations

import functools
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from docverify.values.identifiers import cep as _cep
from docverify.values.text import fold, fold_same_length
from docverify.values.ufs import UF_NAMES, UFS, name_of, sigla_of, uf_of_text

__all__ = [
    "UF_NAMES",
    "UFS",
    "Municipio",
    "MunicipioMatch",
    "cep_matches_uf",
    "find",
    "find_all",
    "find_in_text",
    "key",
    "name_of",
    "same",
    "sigla_of",
    "uf_of_text",
]


@dataclass(frozen=True, slots=True, order=True)
class Municipio:
    """A municipality.

    Attributes:
        codigo: seven digits of IBGE.
        nome: its official name.
        uf: sigla of its State.
    """

    codigo: str
    nome: str
    uf: str


@dataclass(frozen=True, slots=True)
class MunicipioMatch:
    """A municipality named in a text.

    Attributes:
        start: offset of its first character in the text given.
        end: offset after its last character (after the sigla of the State where one follows).
        lido: the characters as read.
        municipio: the one meant; None where the name exists in several States and the text does not say which.
        candidatos: all with that name, by code.
        indicado: a sigla follows, or words like "município de" stand before; otherwise it may be a district.
    """

    start: int
    end: int
    lido: str
    municipio: Municipio | None
    candidatos: tuple[Municipio, ...]
    indicado: bool = True


# Spellings that papers still print. Sources: changes of name known to IBGE; left side as folded by `key`.
_OLD: dict[tuple[str, str], str] = {
    ("MOJI MIRIM", "SP"): "MOGI MIRIM",
    ("MOJI GUACU", "SP"): "MOGI GUACU",
    ("MOJI DAS CRUZES", "SP"): "MOGI DAS CRUZES",
    ("PARATI", "RJ"): "PARATY",
    ("AREZ", "RN"): "ARES",
    ("ACU", "RN"): "ASSU",
    ("ASSU", "RN"): "ACU",
    ("ARES", "RN"): "AREZ",
    ("SAO LUIZ", "RR"): "SAO LUIZ DO ANAUA",
    ("SAO LUIZ DO ANAUA", "RR"): "SAO LUIZ",
    ("GRACHO CARDOSO", "SE"): "GRACCHO CARDOSO",
    ("GRACCHO CARDOSO", "SE"): "GRACHO CARDOSO",
    ("BARAO DE MONTE ALTO", "MG"): "BARAO DO MONTE ALTO",
    ("BARAO DO MONTE ALTO", "MG"): "BARAO DE MONTE ALTO",
    ("SANTO ANTONIO DO LEVERGER", "MT"): "SANTO ANTONIO DE LEVERGER",
    ("SANTO ANTONIO DE LEVERGER", "MT"): "SANTO ANTONIO DO LEVERGER",
    ("BRAZOPOLIS", "MG"): "BRASOPOLIS",
    ("BRASOPOLIS", "MG"): "BRAZOPOLIS",
    ("ITAMARACA", "PE"): "ILHA DE ITAMARACA",
    ("EMBU", "SP"): "EMBU DAS ARTES",
    ("SANTANA DO LIVRAMENTO", "RS"): "SANT ANA DO LIVRAMENTO",
    ("FLORINEA", "SP"): "FLORINIA",
    ("FLORINIA", "SP"): "FLORINEA",
    ("CAMPOS", "RJ"): "CAMPOS DOS GOYTACAZES",
    ("CAMPOS DOS GOITACAZES", "RJ"): "CAMPOS DOS GOYTACAZES",
}
_MIN_FUZZY = 6
# rapidfuzz knows by the function itself that less is nearer; its stub only admits similarities.
_DISTANCE: Any = Levenshtein.distance


def key(name: str) -> str:
    """Folded name with plain blanks: ``Sant'Ana do Livramento`` and ``SANTANA-DO LIVRAMENTO`` come near each other."""
    return " ".join(re.findall(r"[A-Z0-9]+", fold(re.sub(r"['´`’]", "", name))))


@functools.cache
def _table() -> tuple[dict[str, tuple[Municipio, ...]], dict[str, tuple[str, ...]]]:
    """By key: all municipalities of that name; by State: all keys."""
    text = resources.files("docverify.values.data").joinpath("municipios.json").read_text(encoding="utf-8")
    by_key: dict[str, list[Municipio]] = defaultdict(list)
    keys: dict[str, list[str]] = defaultdict(list)
    for uf, towns in json.loads(text)["municipios"].items():
        for codigo, nome in towns.items():
            town = Municipio(codigo, nome, uf)
            by_key[key(nome)].append(town)
            keys[uf].append(key(nome))
    for (old, uf), new in _OLD.items():
        towns_new = [m for m in by_key.get(new, []) if m.uf == uf]
        if towns_new and not any(m.uf == uf for m in by_key.get(old, [])):
            by_key[old].extend(towns_new)
    return {k: tuple(sorted(v)) for k, v in by_key.items()}, {uf: tuple(k) for uf, k in keys.items()}


@functools.cache
def _longest() -> dict[str, int]:
    """By first word of a name: how many words the longest such name has."""
    longest: dict[str, int] = {}
    for name in _table()[0]:
        parts = name.split()
        longest[parts[0]] = max(longest.get(parts[0], 0), len(parts))
    return longest


def find_all(name: str) -> tuple[Municipio, ...]:
    """All municipalities of exactly that name (accents, case and hyphens forgiven), by code."""
    if not isinstance(name, str) or len(name) > 80:
        return ()
    return _table()[0].get(key(name), ())


def find(name: str, uf: str | None = None, *, fuzzy: bool = True) -> Municipio | None:
    """The municipality that a name (with the sigla of its State, where known) means.

    Args:
        name: as printed; ``Campinas/SP`` and ``Campinas - SP`` carry their own State.
        uf: sigla; without it the name must exist in one State only.
        fuzzy: forgive one wrong letter (two in names of twelve or more) where only one municipality is that near.

    Returns:
        None where there is none, or more than one.
    """
    if not isinstance(name, str) or len(name) > 80:
        return None
    tail = re.fullmatch(r"(.+?)\s*[-/,(]\s*([A-Za-z]{2})\s*\)?", name.strip())
    if tail and tail[2].upper() in UFS:
        name, uf = tail[1], tail[2]
    sigla = uf.strip().upper() if isinstance(uf, str) and uf.strip() else None
    exact = [m for m in find_all(name) if sigla in (None, m.uf)]
    if exact:
        return exact[0] if len(exact) == 1 else None
    return _near(key(name), sigla) if fuzzy else None


def _near(wanted: str, uf: str | None) -> Municipio | None:
    if len(wanted) < _MIN_FUZZY:
        return None
    by_key, keys = _table()
    choices: Iterable[str] = keys.get(uf, ()) if uf else by_key
    allowed = 2 if len(wanted) >= 12 else 1
    hits = process.extract(wanted, choices, scorer=_DISTANCE, score_cutoff=allowed, limit=5)
    if not hits:
        return None
    best = min(score for _, score, _ in hits)
    towns = {m for k, score, _ in hits if score == best for m in by_key[k] if uf in (None, m.uf)}
    return towns.pop() if len(towns) == 1 else None


def same(a: str, b: str, uf: str | None = None) -> bool:
    """Whether two printed names mean the same municipality, old spellings included (no OCR noise forgiven)."""
    if key(a) == key(b):
        return True
    one, other = find(a, uf, fuzzy=False), find(b, uf, fuzzy=False)
    return one is not None and one == other


_TOKEN = re.compile(r"[A-Z0-9]+(?:['´`][A-Z0-9]+)*")
_UF_AFTER = re.compile(
    r"\s{0,2}[-/,(–]\s{0,2}(?P<uf>[A-Z]{2})\b\)?|\s{1,2}(?P<uf2>[A-Z]{2})(?=\s{0,2}(?:$|[,.;\n\-|]|CEP))"
)
_PARTICLES = frozenset({"DE", "DO", "DA", "DOS", "DAS", "E"})


def find_in_text(text: str, uf: str | None = None) -> list[MunicipioMatch]:
    """Municipalities named in a text, longest names first, in reading order, exact names only.

    A name of a single common word ("Centro", "Bonito") is taken only where a State's sigla follows, or after
    "município de", "prefeitura de" and the like. A sigla right after the name decides among States; otherwise ``uf``.
    """
    if not isinstance(text, str):
        return []
    folded = fold_same_length(text)
    tokens = [(m.group().replace("'", ""), m.start(), m.end()) for m in _TOKEN.finditer(folded)]
    by_key, longest = _table()[0], _longest()
    found: list[MunicipioMatch] = []
    i = 0
    while i < len(tokens):
        step = 1
        if tokens[i][0] not in _PARTICLES:
            for size in range(min(longest.get(tokens[i][0], 0), len(tokens) - i), 0, -1):
                gaps = (folded[tokens[j][2] : tokens[j + 1][1]] for j in range(i, i + size - 1))
                if any(len(g) > 3 or g.strip(" -\n'\t") for g in gaps):
                    continue
                towns = by_key.get(" ".join(t for t, _, _ in tokens[i : i + size]))
                match = _match(text, folded, tokens[i][1], tokens[i + size - 1][2], towns, uf, size) if towns else None
                if match is not None:
                    found.append(match)
                    step = size
                    break
        i += step
    return found


_INTRODUCED = re.compile(
    r"\b(?:MUNICIPIO|MUNICIPAL|PREFEITURA|CIDADE|COMARCA|MUNICIPALIDADE|LOCALIDADE)\b(?:\s+MUNICIPAL)?(?:\s+D[OAE]S?)?\s*[:\-/]?\s*$"
)


_STATE_BEFORE = re.compile(r"\bESTADO\s+D[OAE]\s+$")


def _match(
    text: str,
    folded: str,
    start: int,
    end: int,
    towns: tuple[Municipio, ...],
    uf: str | None,
    size: int,
) -> MunicipioMatch | None:
    after = _UF_AFTER.match(folded, end)
    sigla = (after["uf"] or after["uf2"]) if after else None
    said = sigla if sigla in UFS else None
    before = folded[max(0, start - 50) : start]
    if _STATE_BEFORE.search(before):  # "ESTADO DE SÃO PAULO" names the State
        return None
    introduced = _INTRODUCED.search(before) is not None
    if said is not None:
        chosen = tuple(m for m in towns if m.uf == said)
        if not chosen:
            return None
        return MunicipioMatch(start, end if after is None else after.end(), text[start:end], chosen[0], towns)
    if size == 1 and not introduced and not (uf and len(folded) <= 60):
        return None
    chosen = tuple(m for m in towns if uf in (None, m.uf))
    if not chosen:
        return None
    return MunicipioMatch(start, end, text[start:end], chosen[0] if len(chosen) == 1 else None, towns, introduced)


def cep_matches_uf(cep: str, uf: str) -> bool | None:
    """Whether a CEP belongs to a State; None where either says nothing."""
    belongs = _cep.uf_of(cep)
    sigla = sigla_of(uf)
    return None if belongs is None or sigla is None else belongs == sigla
