"""Words that stand in a part of an address and are none of it: a sentence's, a neighbouring label's, a State's."""

from __future__ import annotations

import re
from dataclasses import replace

from docverify.values import municipios
from docverify.values.addresses import Endereco
from docverify.values.text import collapse, fold, fold_same_length
from docverify.values.ufs import UF_NAMES

_SIGLAS = {fold(name): sigla for sigla, name in UF_NAMES.items()}
_STATES = "|".join(fold(name).replace(" ", r"\s{1,3}") for name in sorted(UF_NAMES.values(), key=len, reverse=True))
_STATE_SAID = re.compile(
    rf"(?<![A-Z])(?P<say>(?:N?O\s{{1,3}})?ESTADO\s{{0,3}}D[EOA])[\s,]{{0,4}}(?P<nome>{_STATES})(?![A-Z]|\s?,?\s?\d)"
)
_IN_A_ROW = re.compile("(?:N?O )?ESTADO D[EOA] (?:" + "|".join(map(fold, UF_NAMES.values())) + ")")
_INTO = re.compile(
    r"(?:N[AO]|D[AOE]|EM|AO?)\s{1,2}(?=(?:RUA|R\.|AVENIDA|AV|RODOVIA|ROD|ESTRADA|ESTR|TRAVESSA|TV|ALAMEDA|AL|PRACA|PCA|PC"
    r"|LARGO|LGO|VIA|BR)[\s.-]{1,2}\S)"
)
"""``estabelecida na RUA X``: the sentence's word before a street is none of its name."""
_LABEL_BEHIND = re.compile(r"(?<=[A-Z0-9])(?<!\sD[EOA])(?<!\sN[OA])[\s,;:–-]{1,3}B\s?A\s?I\s?R\s?R\s?O\s?:?$")
"""``Rua X Bairr o``: the next part's label, its letters torn apart."""
_LABEL_BEFORE = re.compile(
    r"(?:SETOR\s?[O0]U(?:\s?BAIRRO)?|BAIRRO\s?[O0]U\s?(?:SETOR|DISTRITO|LOCALIDADE|POVOADO)|DISTRITO\s?[O0]U\s?BAIRRO"
    r"|B\s?A\s?I\s?R\s?R\s?O\s?:)[\s:]{1,3}(?=\w{2})"
)
"""``SETOROU ZONA RURAL``: the label of the district, cut."""
_ROAD_CODE = re.compile(r"(?<![A-Z0-9])(?:BR|[A-Z]{2})(?P<gap>\s?-\s?)(?P<n>[0-9OQ]{3})(?![0-9A-Z])")


def states_apart(text: str) -> str:
    """Write a State that is said in words (``Assis, Estado de`` / ``São Paulo``) in one row, as a part of its own.

    Whatever stands between the words (a tab, the end of a line, nothing): what is so called is a State, and no town.
    Where but blanks part them the text is left as it is.
    """
    out, last = [], 0
    for found in _STATE_SAID.finditer(fold_same_length(text)):
        if _IN_A_ROW.fullmatch(found[0]):
            continue
        name = collapse(text[found.start("nome") : found.end("nome")])
        before = text[last : found.start()].rstrip(" ,\t\n\v")
        article = found["say"].rstrip()[-2:].lower()
        out.append(f"{before}{', ' if before else ''}Estado {article} {name}")
        last = found.end()
    return "".join([*out, text[last:]])


def is_state_said(text: str, start: int) -> bool:
    """Tell whether what begins at an offset is called a State by the words before it."""
    before = fold_same_length(text[max(0, start - 16) : start])
    return re.search(r"(?<![A-Z])ESTADO\s{0,3}D[EOA][\s,]{0,4}$", before) is not None


def street(text: str) -> str:
    """Return a street without the sentence's word before it and the next label behind; its road's code in figures."""
    folded = fold_same_length(text)
    into, behind = _INTO.match(folded), _LABEL_BEHIND.search(folded)
    begin = into.end() if into else 0
    end = behind.start() if behind and behind.start() > begin + 4 else len(text)
    out = text[begin:end]
    for code in _ROAD_CODE.finditer(folded[begin:end]):
        if any(c.isdigit() for c in code["n"]):
            figures = code["n"].translate(str.maketrans("OQ", "00"))
            out = out[: code.start("n")] + figures + out[code.end("n") :]
    return out.strip(" ,")


def district(text: str) -> str:
    """Return a district without the label that stands before it."""
    found = _LABEL_BEFORE.match(fold_same_length(text))
    return text[found.end() :] if found else text


_BEFORE_STATE = re.compile(r"(?:(?P<rest>.*),\s*|)(?P<town>[^,]{3,40}?),?\s+Estado\s*d[eoa]\W*$", re.IGNORECASE)


def town_before_state(parsed: Endereco) -> Endereco:
    """Put right ``sala 2, Assis, Estado de`` with the State's name for the town: a State so called is no town."""
    state = _SIGLAS.get(fold(parsed.municipio or ""))
    for part in ("complemento", "bairro") if state else ():
        found = _BEFORE_STATE.match(getattr(parsed, part) or "")
        if found:
            town = found["town"].strip()
            known = municipios.find(town, state, fuzzy=False) is not None
            rest = {part: found["rest"] or None} if known else {}
            return replace(parsed, uf=state, municipio=town if known else None, **rest)
    return parsed
