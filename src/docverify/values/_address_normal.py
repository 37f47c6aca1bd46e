"""Normal forms of the parts of an address."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace

import enderecobr

from docverify.values._endereco import Endereco
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import cep as _cep
from docverify.values.municipios import find
from docverify.values.text import collapse, fold
from docverify.values.ufs import UFS, sigla_of

MAX_CHARS = 200
SEM_NUMERO = "S/N"

_EMPTY = re.compile(r"[\s*.\-_/#]*|N ?/ ?A|NA|NAO (?:INFORMADO|CONSTA|SE APLICA|HA)|SEM COMPLEMENTO|NENHUM|XX+")
_SN = re.compile(r"S\s?[/.\\|]?\s?N\s?[º.OR]{0,2}|SEM\s?(?:NUMERO|NUM|N[º.])\.?|SNR")
# Abbreviations that enderecobr leaves alone.
_EXTRA = {
    "SVD": "SERVIDAO",
    "PSG": "PASSAGEM",
    "PE": "PADRE",
    "LD": "LADEIRA",
    "LAD": "LADEIRA",
    "VER": "VEREADOR",
    "ENG": "ENGENHEIRO",
    "BRIG": "BRIGADEIRO",
    "DEP": "DEPUTADO",
    "SEN": "SENADOR",
    "GOV": "GOVERNADOR",
    "CAP": "CAPITAO",
    "SGT": "SARGENTO",
    "TEN": "TENENTE",
    "ALM": "ALMIRANTE",
    "GEN": "GENERAL",
    "GAL": "GENERAL",
    "COM": "COMENDADOR",
    "CONS": "CONSELHEIRO",
    "STO": "SANTO",
    "STA": "SANTA",
    "S": "SAO",
    "MNS": "MONSENHOR",
    "MONS": "MONSENHOR",
    "FREI": "FREI",
    "MIN": "MINISTRO",
    "DES": "DESEMBARGADOR",
    "EMB": "EMBAIXADOR",
    "JORN": "JORNALISTA",
    "PASTOR": "PASTOR",
    "EXP": "EXPEDICIONARIO",
    "INT": "INTENDENTE",
}
_COMPLEMENT_WORDS = {
    "SL": "SALA",
    "SLA": "SALA",
    "LJ": "LOJA",
    "LJA": "LOJA",
    "BL": "BLOCO",
    "QD": "QUADRA",
    "LT": "LOTE",
    "CJ": "CONJUNTO",
    "CONJ": "CONJUNTO",
    "AP": "APARTAMENTO",
    "APTO": "APARTAMENTO",
    "FDS": "FUNDOS",
    "GALP": "GALPAO",
    "ED": "EDIFICIO",
    "AND": "ANDAR",
    "TER": "TERREO",
}
TYPES = frozenset(
    [
        "RUA",
        "AVENIDA",
        "ALAMEDA",
        "TRAVESSA",
        "RODOVIA",
        "ESTRADA",
        "PRACA",
        "LARGO",
        "BECO",
        "VIELA",
        "LADEIRA",
        "PASSAGEM",
        "SERVIDAO",
        "ACESSO",
        "MARGINAL",
        "VIA",
        "QUADRA",
        "SITIO",
        "FAZENDA",
        "CHACARA",
        "LOTEAMENTO",
        "RAMAL",
        "CONJUNTO",
        "PARQUE",
        "CALCADA",
        "ESPLANADA",
        "CAIS",
        "ANEL",
        "VILA",
        "SETOR",
        "POVOADO",
        "COLONIA",
        "LINHA",
        "ESCADARIA",
        "GALERIA",
        "JARDIM",
        "RESIDENCIAL",
        "CONDOMINIO",
        "PONTE",
        "VIADUTO",
        "TREVO",
        "CAMINHO",
        "BALAO",
        "CAMPO",
        "AREA",
    ]
)
TITLES = frozenset(
    [
        "DOUTOR",
        "DOUTORA",
        "PROFESSOR",
        "PROFESSORA",
        "CORONEL",
        "CAPITAO",
        "MAJOR",
        "GENERAL",
        "MARECHAL",
        "TENENTE",
        "SARGENTO",
        "BRIGADEIRO",
        "ALMIRANTE",
        "PRESIDENTE",
        "GOVERNADOR",
        "SENADOR",
        "DEPUTADO",
        "VEREADOR",
        "PREFEITO",
        "MINISTRO",
        "DESEMBARGADOR",
        "ENGENHEIRO",
        "PADRE",
        "FREI",
        "MONSENHOR",
        "BISPO",
        "PASTOR",
        "DOM",
        "DONA",
        "COMENDADOR",
        "CONSELHEIRO",
        "VISCONDE",
        "BARAO",
        "CONDE",
        "EXPEDICIONARIO",
        "SOLDADO",
        "EMBAIXADOR",
        "INTENDENTE",
    ]
)


# How kinds and titles are shortened, and the words of names that are; those of `_EXTRA` count as well.
_SHORT: dict[str, tuple[str, ...]] = {
    "RUA": ("R",),
    "AVENIDA": ("AV", "AVE", "AVEN"),
    "ALAMEDA": ("AL", "ALA", "ALM"),
    "TRAVESSA": ("TV", "TR", "TRV", "TRAV"),
    "RODOVIA": ("ROD", "RD"),
    "ESTRADA": ("EST", "ESTR", "ETR"),
    "PRACA": ("PC", "PCA", "P"),
    "LARGO": ("LGO", "LRG"),
    "QUADRA": ("QD", "Q"),
    "CHACARA": ("CH",),
    "FAZENDA": ("FAZ",),
    "CONJUNTO": ("CJ", "CONJ"),
    "LOTEAMENTO": ("LOT",),
    "PARQUE": ("PQ", "PRQ"),
    "JARDIM": ("JD", "JRD", "JARD"),
    "VILA": ("VL", "V"),
    "SETOR": ("ST", "SET"),
    "RESIDENCIAL": ("RES", "RESID"),
    "DOUTOR": ("DR",),
    "DOUTORA": ("DRA",),
    "PROFESSOR": ("PROF", "PRF"),
    "PROFESSORA": ("PROFA",),
    "CORONEL": ("CEL",),
    "CAPITAO": ("CAP", "CPT"),
    "MAJOR": ("MAJ",),
    "MARECHAL": ("MAL", "MAR"),
    "TENENTE": ("TEN", "TTE"),
    "PRESIDENTE": ("PRES",),
    "PREFEITO": ("PREF",),
    "NOSSA": ("N", "NSA", "NS"),
    "SENHORA": ("S", "SRA"),
    "SENHOR": ("S", "SR"),
    "SAO": ("S",),
    "SANTO": ("S", "STO"),
    "SANTA": ("S", "STA"),
    "DOM": ("D",),
    "DONA": ("D", "DNA"),
    "JUNIOR": ("JR",),
}


@functools.cache
def short_forms(word: str) -> frozenset[str]:
    """Every way to write a word of a street's normal form, itself among them (``AVENIDA``: ``AV``)."""
    return frozenset({word, *_SHORT.get(word, ()), *(short for short, full in _EXTRA.items() if full == word)})


@dataclass(frozen=True, slots=True)
class Rodovia:
    """A highway by its code (``BR-116``) and the kilometre in metres, where printed."""

    codigo: str
    metros: int | None
    exato: bool = True


_HIGHWAY = re.compile(
    r"\b(?P<sigla>BR|ERS|RSC|PRC|SPA|SPI|AMG|LMG|MGC|VRS|PRT|BA|SP|MG|RJ|ES|PR|SC|RS|MS|MT|GO|DF|TO|PA|AM|AP|AC|RO|RR|MA|PI|CE|RN|PB|PE|AL|SE|GOMS)"
    r"\s?[-.–]?\s?(?P<n>[0-9]{2,3})\b(?:\s?/\s?(?:[0-9]{2,3}|[A-Z]{2}))?"
)
_KM = re.compile(
    r"\bKM\s{0,2}[:.º]?\s{0,2}(?P<km>[0-9]{1,4})(?:\s?[.,+]\s?(?P<m>[0-9]{1,3})(?![0-9]))?"
    r"|\bQUILOMETRO\s{1,2}(?P<km2>[0-9]{1,4})"
)


def clean(value: str | None) -> str | None:
    """A part as text, None where it is blank, asterisks or "N/A"; longer than 200 characters is cut."""
    if not isinstance(value, str):
        return None
    text = collapse(value[:MAX_CHARS])
    return None if _EMPTY.fullmatch(fold(text)) else text


def is_sn(value: str) -> bool:
    """Whether a number says that there is none (``S/N``, ``SN``, ``s/nº``, ``sem número``)."""
    return _SN.fullmatch(fold(value).strip(" .,-")) is not None


def number(value: str | None) -> str | None:
    """Normal form of a building's number: ``1450``, ``100-A``, ``S/N``; None where nothing is printed."""
    text = clean(value)
    if text is None:
        return None
    folded = fold(text).strip(" .,;-")
    if is_sn(folded):
        return SEM_NUMERO
    folded = re.sub(r"^(?:N(?:UMERO|UM|R|[º.O])?[º.]?\s*:?\s*)(?=[0-9OIL])", "", folded)
    folded = re.sub(r"(?<=[0-9])\.(?=[0-9]{3}\b)", "", folded)
    folded = re.sub(r"^KM\s?[.:]?\s?(?=[0-9])", "KM ", folded)
    joined = re.sub(r"(?<=[0-9])\s?[-/]?\s?(?=[A-Z]$)", "-", folded)
    return re.sub(r"^0+(?=[0-9])", "", joined) or None


def highway(endereco: Endereco) -> Rodovia | None:
    """The highway of an address, from its street, with the kilometre from street, number or complement."""
    street = fold(endereco.logradouro or "")
    found = _HIGHWAY.search(street)
    if found is None:
        return None
    for part in (street, fold(endereco.numero or ""), fold(endereco.complemento or ""), fold(endereco.bairro or "")):
        km = _KM.search(part)
        if km is not None:
            metres = int(km["km"] or km["km2"]) * 1000
            decimals = km["m"]
            if decimals:
                metres += int(decimals.ljust(3, "0"))
            return Rodovia(_code(found), metres, decimals is not None)
    return Rodovia(_code(found), None)


def _code(m: re.Match[str]) -> str:
    return f"{m['sigla']}-{int(m['n']):03d}"


def km_of(endereco: Endereco) -> int | None:
    """The kilometre in metres that any part of the address states (a named highway has no code)."""
    for part in (endereco.logradouro, endereco.numero, endereco.complemento):
        km = _KM.search(fold(part or ""))
        if km is not None:
            return int(km["km"] or km["km2"]) * 1000 + (int(km["m"].ljust(3, "0")) if km["m"] else 0)
    return None


def street(value: str | None) -> str | None:
    """Normal form of a street: kind and titles written out, no accents, no kilometre, no number."""
    text = clean(value)
    if text is None:
        return None
    folded = _KM.sub(" ", fold(text))
    folded = re.sub(r"[ªº]", "", re.sub(r"[\s,;–]+", " ", folded)).strip(" -.,")
    if not folded:
        return None
    standard = str(enderecobr.padronizar_logradouros(folded)) or folded
    tokens = re.findall(r"[A-Z0-9]+", re.sub(r"['´`]", "", standard))
    return " ".join([*tokens[:1], *(_EXTRA.get(t, t) for t in tokens[1:])]) if tokens else None


def complement(value: str | None) -> str | None:
    """Normal form of a complement (``QUADRA 12 LOTE 5``), without the kilometre of a highway."""
    text = clean(value)
    if text is None:
        return None
    folded = re.sub(r"[\s,;:/–]+", " ", _KM.sub(" ", fold(text))).strip(" -.")
    folded = re.sub(r"(?<=[A-Z]{3})(?=[0-9])", " ", folded)  # readers swallow the blank of "BOX 5"
    standard = str(enderecobr.padronizar_complementos(folded)) if folded else ""
    tokens = re.findall(r"[A-Z0-9]+", standard or folded)
    return " ".join(_COMPLEMENT_WORDS.get(t, t) for t in tokens) or None


def district(value: str | None) -> str | None:
    """Normal form of a bairro."""
    text = clean(value)
    if text is None:
        return None
    folded = re.sub(r"^(?:BAIRRO|DISTRITO)\s*:?\s*", "", fold(text).strip(" -.,"))
    return " ".join(re.findall(r"[A-Z0-9]+", str(enderecobr.padronizar_bairros(folded)) or folded)) or None


def normalize(endereco: Endereco) -> Endereco:
    """The address with every part in its normal form; a part that says nothing becomes None.

    A number that stands at the end of the street, with none of its own, is moved to where it belongs. Municipality
    takes its official name where it is known exactly; the UF is a sigla, or None.
    """
    e = _moved(endereco)
    sigla = sigla_of(e.uf) if e.uf else None
    town = clean(e.municipio)
    if town is not None:
        tail = re.fullmatch(r"(.+?)\s*[-/,(]\s*([A-Za-z]{2})\s*\)?", town)
        if tail and tail[2].upper() in UFS:
            town, sigla = tail[1], sigla or tail[2].upper()
        known = find(town, sigla, fuzzy=False)
        town = fold(known.nome) if known else fold(town)
    try:
        cep = _cep.validate(e.cep) if e.cep else None
    except InvalidValue:
        cep = None
    return Endereco(
        logradouro=street(e.logradouro),
        numero=number(e.numero),
        complemento=complement(e.complemento),
        bairro=district(e.bairro),
        cep=cep,
        municipio=town,
        uf=sigla,
    )


_TRAILING = re.compile(
    r"(?P<rua>.*[A-Za-zÀ-ÿ)].*?)(?:\s*,\s*|\s+)(?:[Nn](?:[º°o.]|[Rr]\.?"
    r"|úmero)*\s*)?(?P<n>[0-9][0-9.]*(?:\s?-?\s?[A-Za-z])?|[Ss]\s?/\s?[Nn][º°.]?)\s*"
)
# "RUA 7", "QUADRA 12", "BR 116": the figure is the name.
_FIGURE_IS_NAME = re.compile(
    r"(?:[A-Z]{1,4}\.?|RUA|AVENIDA|QUADRA|TRAVESSA|RODOVIA|ALAMEDA|SETOR|CONJUNTO|LOTE|KM|VIA|ESTRADA|LINHA)"
)


def _moved(e: Endereco) -> Endereco:
    if e.numero or not e.logradouro or len(e.logradouro) > MAX_CHARS:
        return e
    m = _TRAILING.fullmatch(e.logradouro.strip())
    if m is None or _KM.search(fold(e.logradouro)):
        return e
    rua = m["rua"].strip(" ,")
    if _FIGURE_IS_NAME.fullmatch(fold(rua).split()[-1]) and "," not in e.logradouro:
        return e
    return replace(e, logradouro=rua, numero=m["n"])
