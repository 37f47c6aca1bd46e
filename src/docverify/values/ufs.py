"""The 27 federative units: sigla, name, and how text speaks of them."""

from __future__ import annotations

import re

from docverify.values.text import fold, fold_same_length

UF_NAMES: dict[str, str] = {
    "AC": "Acre",
    "AL": "Alagoas",
    "AM": "Amazonas",
    "AP": "Amapá",
    "BA": "Bahia",
    "CE": "Ceará",
    "DF": "Distrito Federal",
    "ES": "Espírito Santo",
    "GO": "Goiás",
    "MA": "Maranhão",
    "MG": "Minas Gerais",
    "MS": "Mato Grosso do Sul",
    "MT": "Mato Grosso",
    "PA": "Pará",
    "PB": "Paraíba",
    "PE": "Pernambuco",
    "PI": "Piauí",
    "PR": "Paraná",
    "RJ": "Rio de Janeiro",
    "RN": "Rio Grande do Norte",
    "RO": "Rondônia",
    "RR": "Roraima",
    "RS": "Rio Grande do Sul",
    "SC": "Santa Catarina",
    "SE": "Sergipe",
    "SP": "São Paulo",
    "TO": "Tocantins",
}
UFS: frozenset[str] = frozenset(UF_NAMES)

_BY_NAME = {fold(name): sigla for sigla, name in UF_NAMES.items()}
_NAMES = "|".join(sorted((re.sub(r"\s", r"\\s{1,3}", n) for n in _BY_NAME), key=len, reverse=True))
_ESTADO = re.compile(
    rf"\b(?:ESTADO|GOVERNO)\s{{1,3}}(?:(?:DO|DA"
    rf"|DE)\s{{1,3}}){{0,2}}(?:ESTADO\s{{1,3}}D[OAE]\s{{1,3}})?(?P<nome>{_NAMES})\b"
)
_DISTRITO = re.compile(r"\bDISTRITO\s{1,3}FEDERAL\b")
# A sigla is believed at a place where addresses and letterheads put one: after "/", "-", "," or in parentheses.
_SIGLA = re.compile(
    r"(?:[/\-,(]\s{0,2}|\bUF\s{0,2}:?\s{0,2})(?P<uf>[A-Z]{2})(?=\s{0,2}(?:[,.;)\-|]|CEP|$|\n))",
    re.MULTILINE,
)

# "Campinas/SP" inside a sentence.
_SLASHED = re.compile(r"(?<=[A-Z]{3})\s?/\s?(?P<uf>[A-Z]{2})(?![A-Z0-9/])")
_BARE = re.compile(r"\b[^\W\d_a-z]\w{2,30}[ ]{1,2}([A-Z]{2})[ ]{0,2}$", re.MULTILINE)


def sigla_of(name: str) -> str | None:
    """The sigla that a name or sigla says ("São Paulo", "sp", "Estado de São Paulo"), or None."""
    if not isinstance(name, str) or len(name) > 60:
        return None
    folded = " ".join(fold(name).strip(" .-").split())
    if folded in UFS:
        return folded
    folded = re.sub(r"^(?:GOVERNO D[OAE] )?ESTADO D[OAE] ", "", folded)
    return _BY_NAME.get(folded)


def name_of(sigla: str) -> str | None:
    """The name of a unit by its sigla, any case."""
    return UF_NAMES.get(sigla.strip().upper()) if isinstance(sigla, str) else None


def uf_of_text(text: str) -> str | None:
    """The one unit that a text speaks of: "ESTADO DE SÃO PAULO", "Campinas/SP", "São Paulo".

    "Estado de ..." outweighs a sigla, for it names the issuer. None where nothing is said or more than one is.
    """
    if not isinstance(text, str):
        return None
    whole = sigla_of(text)
    if whole is not None:
        return whole
    folded = fold_same_length(text)
    states = {_BY_NAME[" ".join(m["nome"].split())] for m in _ESTADO.finditer(folded)}
    if not states and _DISTRITO.search(folded):
        states = {"DF"}
    if states:
        return states.pop() if len(states) == 1 else None
    siglas = {m["uf"] for pattern in (_SIGLA, _SLASHED) for m in pattern.finditer(folded) if m["uf"] in UFS}
    if not siglas:  # "Goiânia GO": only capitals, at the end of a line, after a capitalised word
        siglas = {m[1] for m in _BARE.finditer(text) if m[1] in UFS}
    return siglas.pop() if len(siglas) == 1 else None
