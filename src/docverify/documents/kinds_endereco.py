"""Kinds of values of which addresses are made, and the extent of an address in running text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, pairwise

from docverify.documents import neighbours
from docverify.documents.address_lines import one_line
from docverify.documents.address_words import district, is_state_said, street, town_before_state
from docverify.documents.anchors import words_of
from docverify.documents.kinds import Parsed, collapse, is_empty, trimmed
from docverify.documents.patterns import Campo
from docverify.values import municipios
from docverify.values.addresses import Endereco, parse_address
from docverify.values.text import fold, fold_same_length

UFS = [
    "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA", "PB", "PE", "PI", "PR", "RJ",
    "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO",
]  # fmt: skip
ESTADOS = {
    "ACRE": "AC", "ALAGOAS": "AL", "AMAZONAS": "AM", "AMAPA": "AP", "BAHIA": "BA", "CEARA": "CE",
    "DISTRITO FEDERAL": "DF", "ESPIRITO SANTO": "ES", "GOIAS": "GO", "MARANHAO": "MA", "MINAS GERAIS": "MG",
    "MATO GROSSO DO SUL": "MS", "MATO GROSSO": "MT", "PARA": "PA", "PARAIBA": "PB", "PERNAMBUCO": "PE", "PIAUI": "PI",
    "PARANA": "PR", "RIO DE JANEIRO": "RJ", "RIO GRANDE DO NORTE": "RN", "RONDONIA": "RO", "RORAIMA": "RR",
    "RIO GRANDE DO SUL": "RS", "SANTA CATARINA": "SC", "SERGIPE": "SE", "SAO PAULO": "SP", "TOCANTINS": "TO",
}  # fmt: skip

_UF = re.compile(rf"(?<![A-Z0-9])(?:{'|'.join(UFS)})(?![A-Z0-9])")
STATES = "|".join(name.replace(" ", r"\s+") for name in sorted(ESTADOS, key=len, reverse=True))
"""Names of the States for a regular expression; a name may run over the end of a line."""

_STATE = re.compile(rf"(?<![A-Z])(?:ESTADO D[EOA] )?({STATES})(?![A-Z])")

STREET = re.compile(
    r"(?<![A-Z])(?:RUA|R\.? |AVENIDA|AV\b\.?|ALAMEDA|AL\b\.?|TRAVESSA|TV\b\.?|TRAV\b|RODOVIA|ROD\b\.?|ESTRADA|"
    r"EST[R]?\b\.?|"
    r"PRACA|PCA\b|PC\b|LARGO|LGO\b|BECO|VIA |VIELA|VILA |QUADRA|QD\b|QS |QN[A-Z]? |SQ[NS] |SETOR |SITIO|FAZENDA|"
    r"CHACARA|"
    r"BR[- ]?\d{3}|[A-Z]{2}-\d{3}|LADEIRA|PASSAGEM|SERVIDAO|ACESSO|MARGINAL|POVOADO|COMUNIDADE|LOTEAMENTO|RAMAL|"
    r"CONJUNTO|"
    r"CJ\b|PARQUE|ROTATORIA|ANEL |CALCADA|ESPLANADA|CAIS|ILHA|ORLA |MARGEM (?:ESQUERDA|DIREITA))"
)

_ENDS = re.compile(
    r"\b(?:CNPJ|C\.N\.P\.J|CPF|INSCRIT[AO]|INSCRICAO|NESTE ATO|REPRESENTAD[AO]|REGISTRAD[AO]|NIRE|DORAVANTE|QUE |"
    r"A EXERCER|PARA EXERC|PARA O EXERC|PARA FUNCION|PARA A ATIVIDADE|TELEFONE|FONE|TEL\b|E-MAIL|EMAIL|HORARIO|"
    r"ATIVIDADE|"
    r"PODENDO|ONDE |COM O OBJETO|COM CAPITAL|COM AREA|OBJETO|CLAUSULA|TENDO|POSSUI|DENOMINAD[AO]|VALID[AO] |RESOLVE|"
    r"E DURACAO|(?:COM |POR )?PRAZO (?:DE |IN)|"
    r"NEST[AE]\s+(?:CIDADE|MUNICIPIO|CAPITAL|COMARCA)|BRASILEIR[AO]|PORTADOR|EMPRESARI[AO]|CONFORME|NOS TERMOS|FORO |"
    r"A SOCIEDADE|FILIAL)|;|\n\n|(?:(?<=[A-Z]{7})|(?<=\d))\. (?=[A-Z]{2,} [A-Z])"
    r"|(?<=[A-Z]{4})\.\s*(?:\n|$)"
)
_CEP_END = re.compile(r"CEP[:.\s]*N?[º.]?\s*\d{2}\.?\d{3}-?\s?\d{3}")


def uf(raw: str, campo: Campo) -> list[Parsed]:
    """Sigla of a State, or its name."""
    folded = fold_same_length(raw)
    found = [
        Parsed(m.group(), m.start(), m.end(), 1.0) for m in _UF.finditer(folded) if raw[m.start() : m.end()].isupper()
    ]
    found += [
        Parsed(ESTADOS[" ".join(m.group(1).split())], m.start(1), m.end(1), 0.9)
        for m in _STATE.finditer(folded)
        if _names_a_state(raw, m)
    ]
    found.sort(key=lambda p: (p.start, -p.end))
    return found


def _names_a_state(raw: str, match: re.Match[str]) -> bool:
    """Tell a State from the words that its name also is: "para" is no Pará without its accent or "Estado do"."""
    if not raw[match.start(1)].isupper():
        return False
    plain_para = match.group(1) == "PARA" and raw[match.end(1) - 1] in "Aa"
    return not plain_para or match.start() < match.start(1)


def municipio(raw: str, campo: Campo) -> list[Parsed]:
    """Name of a municipality, without the UF behind it."""
    start, end = neighbours.of_place(raw, *trimmed(raw))
    folded = fold_same_length(raw[start:end])
    if _NEXT_PART.match(folded) or is_state_said(raw, start):
        return []
    broken = _broken_name(folded)
    stop = re.compile(r"\s*[/(,;\t\n]|\s+[-–]\s*|\s+(?:UF|CEP|ESTADO|BAIRRO)\b|\d").search(folded, broken)
    if stop and stop.start() >= 3:
        end = start + stop.start()
    else:
        bare = re.search(rf"[ -](?:{'|'.join(UFS)})$", folded)
        if bare:
            end = start + bare.start()
    text = raw[start:end].strip(" -–/.,")
    if is_empty(text) or sum(c.isalpha() for c in text) < 3 or len(text) > 50:
        return []
    at = raw.index(text, start)
    if known := _whole_name(text):
        return [Parsed(known, at, at + len(text), 0.95, True)]
    odd = any(c.isdigit() for c in text) or any(w.islower() and len(w) > 3 for w in text.split()[1:])
    return [Parsed(collapse(text), at, at + len(text), 0.95 if not odd or municipios.find_all(text) else 0.3)]


_NEXT_PART = re.compile(r"(?:[IVX]{1,4}|\d{1,2})\s*[-–.)]\s*[A-Z]{4}|QUADRO\s")
"""The heading of a form's next part under a town that was not filled in."""


def _broken_name(folded: str) -> int:
    """Return where the line ends within a town's name that was wrapped (``CACHOEIRO DE`` / ``ITAPEMIRIM``), else 0."""
    upper, newline, lower = folded.partition("\n")
    if not newline or "\n" in lower or municipios.find_all(upper.strip()):
        return 0
    tail = re.match(r"[A-Z' ]{3,40}", lower)
    return len(upper) + 1 if tail and municipios.find_all(f"{upper.strip()} {tail.group().strip()}") else 0


def _whole_name(text: str) -> str | None:
    """Return the name of a municipality whose words a reader tore apart (``M ONTES CL AROS``); None for others."""
    words = text.split()
    if not any(len(word) == 1 and word not in "EÉeé" for word in words) or municipios.find_all(text):
        return None
    letters = "".join(words)
    if len(letters) > 30:
        return None
    for cuts in range(min(3, len(words))):
        for places in combinations(range(3, len(letters) - 1), cuts):
            parts = [letters[a:b] for a, b in pairwise((0, *places, len(letters)))]
            if municipios.find_all(" ".join(parts)):
                return " ".join(parts)
    return None


_NUMERO = re.compile(
    r"(?<![A-Z0-9])(?<![0-9][/.-])(?<![A-MO-Z]-)"
    r"(?:KM ?\d{1,4}(?:[.,+]\d{1,3})?|S ?[/.]? ?N[º.]?(?![A-Z])|SEM NUMERO|"
    r"(?:[1-9]\d{0,2}\.\d{3}|\d{1,6})(?![.,/-]?\d)(?:[ -]?[A-Z](?![A-Z]))?)"
)


def numero_endereco(raw: str, campo: Campo) -> list[Parsed]:
    """Number of a building: digits, ``S/N``, ``KM 32,5``."""
    start, _ = trimmed(raw)
    either = _OR_KM.match(fold_same_length(raw), start)
    start = either.end() if either else start
    stroke = _STROKED_NONE.match(fold_same_length(raw), start)
    if stroke:
        return [Parsed("S/N", start, stroke.end(), 0.9, True)]
    # trimmed() takes "Nº" away; "S/Nº" begins with a letter and stays.
    match = _NUMERO.search(fold_same_length(raw), start if start < len(raw) else 0)
    if match is None:
        return []
    worth = 1.0
    if any(c.isalpha() for c in raw[start : match.start()]):
        match, worth = _behind_street(raw, start, match)
        if match is None:
            return []
    valor = "S/N" if match.group().startswith("S") else collapse(raw[match.start() : match.end()])
    if not valor.startswith("K"):
        valor = re.sub(r"(?<=\d)\.(?=\d{3})", "", valor)
    return [Parsed(valor, match.start(), match.end(), worth)]


_OR_KM = re.compile(r"(?:OU|/)\s{0,2}(?:KM|QUILOMETRO)\b[\s:.]*(?=KM|S\W?N|\d)")
"""``nº ou km: 2601``: the rest of a label, and no kilometre."""
_STROKED_NONE = re.compile(r"S\s?[I1L|!T]\s?N[º.]?(?=\s*(?:[\n\t,;]|$))")
"""``S/N`` whose stroke was read as a letter (``SIN``); only where nothing else stands in its place."""


def _behind_street(raw: str, start: int, first: re.Match[str]) -> tuple[re.Match[str] | None, float]:
    """Find the number in a cell that begins with the street: "RUA 12, 9" has the nine, "RODOVIA BR-116" none."""
    parsed = parse_address(one_line(raw[start:]))
    if not STREET.match(fold(raw[start:])):
        return first, 0.5
    wanted = fold(parsed.numero or "")
    for match in _NUMERO.finditer(fold_same_length(raw), start):
        text = "S/N" if match.group().startswith("S") else re.sub(r"[ .]", "", match.group())
        if wanted and text == re.sub(r"[ .]", "", wanted) and match.start() > start + len(parsed.logradouro or ""):
            return match, 0.9
    return None, 0.0


def logradouro(raw: str, campo: Campo) -> list[Parsed]:
    """Street with its kind, without the number."""
    start, end = neighbours.of_place(raw, *trimmed(raw))
    text = raw[start:end]
    if is_empty(text) or sum(c.isalpha() for c in text) < 2:
        return []
    worth = 1.0 if STREET.search(fold(text)[:40]) else 0.75
    return [Parsed(street(collapse(text)), start, end, worth)]


_CROSSES = re.compile(r"[\W_]*(?:X[\W_]*)+")
"""``-x-``, ``X-X``: a clerk's way to say that there is none."""
_KIND_OF_STREET = re.compile(
    r"\W*(RUA|R\.?|AVENIDA|AV\.?|ALAMEDA|AL\.?|TRAVESSA|TV\.?|TRAV\.?|RODOVIA|ROD\.?|ESTRADA|EST\.?|PRACA|PCA\.?|LARGO|BECO"
    r"|VIELA|VIA|QUADRA|LADEIRA|PASSAGEM|SERVIDAO|ACESSO|MARGINAL)\W*"
)


def tipo_logradouro(raw: str, campo: Campo) -> list[Parsed]:
    """Kind of street in a cell of its own (``RUA``, ``AV.``), whose name stands in the next."""
    start, _ = trimmed(raw)
    match = _KIND_OF_STREET.match(fold_same_length(raw), start)
    if match is None or match.end() < len(raw.rstrip()):
        return []
    return [Parsed(raw[match.start(1) : match.end(1)], match.start(1), match.end(1), 1.0)]


def texto_curto(raw: str, campo: Campo) -> list[Parsed]:
    """District or complement: a short text."""
    start, end = neighbours.of_place(raw, *trimmed(raw))
    text = raw[start:end]
    if is_empty(text) or not any(c.isalnum() for c in text) or len(text) > 80:
        return []
    if _CROSSES.fullmatch(fold(text)) or fold(text) in UFS:
        return []
    return [Parsed(district(collapse(text)), start, end, 0.9 if any(c.isalpha() for c in text) else 0.6)]


def extent(raw: str) -> int:
    """Return where an address that begins a text ends, in characters."""
    folded = fold_same_length(raw)
    end = len(raw)
    stop = _ENDS.search(folded, 5)
    if stop:
        end = stop.start()
    cep = _CEP_END.search(folded, 0, end)
    if cep:
        # After the CEP only municipality and UF may follow.
        tail = re.match(
            r"[\s,.–-]{0,4}(?:[A-Z' \v]{3,40}[\s/–-]{1,4}(?:" + "|".join(UFS) + r")\b)?", folded[cep.end() : end]
        )
        end = cep.end() + (tail.end() if tail else 0)
    signed = _SIGNED_LINE.search(folded, 5, end)
    return before_sentence(raw, behind_state(folded, signed.start() if signed else end))


_SIGNED_LINE = re.compile(
    r"\n(?=[A-Z][A-Z' ]{2,40}(?:[-/,(]\s?[A-Z]{2}\)?)?\s?[,.]?\s?(?:EM\s|AOS\s)?\d{1,2}(?:º|O)?\s?(?:DE\s?)?"
    r"(?:JAN|FEV|MAR|ABR|MAI|JUN|JUL|AGO|SET|OUT|NOV|DEZ)"
    r"|[A-Z][A-Z' ]{2,40}(?:[-/,(]\s?[A-Z]{2}\)?)?\s?,?\s\d{1,2}\s?[/.]\s?\d{1,2}\s?[/.]\s?(?:19|20)\d\d)"
)
"""The next line says where and when the paper was signed."""


_TOWN_STATE = re.compile(rf"([A-Z][A-Z' ]{{2,60}}?)\s?[-–/,(]{{1,2}}\s?({'|'.join(UFS)})\b\)?")
_MORE = re.compile(r"[\s,.;–-]{0,4}(?:C\.?E\.?P|\d{2}\.?\d{3}-?\d{3}|BRASIL\b)")


def behind_state(folded: str, end: int) -> int:
    """Return where the municipality and its State end the address: after them only a CEP follows."""
    for found in _TOWN_STATE.finditer(folded, 0, end):
        words = found.group(1).split()
        if any(
            municipios.find(" ".join(words[-n:]), found.group(2), fuzzy=False) for n in range(1, min(7, len(words) + 1))
        ):
            return end if _MORE.match(folded, found.end()) else min(end, found.end())
    return end


_SMALL = re.compile(r",\s+(?P<a>[a-zà-ÿ]{1,24}(?:-\s?se)?)\s+(?P<b>[a-zà-ÿ]+|\d)")
_BEGUN = re.compile(r",\s+(?:encontra|acha|est[áa])\W{0,3}(?:se)?\W*$")
_OF_ADDRESSES = words_of("_comum", "prosa.toml", "partes_de_endereco") - {"EM", "NA", "NO", "COM"}


def before_sentence(raw: str, end: int) -> int:
    """Cut where a sentence goes on in small letters (", vistoriado em", ", atende às"): addresses are capitalised."""
    first = next((c for c in raw if c.isalpha()), "")
    if not first.isupper():
        return end
    for found in _SMALL.finditer(raw, 8, end):
        head, after = fold(found["a"]), fold(found["b"])
        if head not in _OF_ADDRESSES and after not in _OF_ADDRESSES:
            return found.start()
    begun = _BEGUN.search(raw, 8, end)
    return begun.start() if begun else end


_IN_THIS_TOWN = re.compile(
    r"[\s,;.–-]{0,4}(?:NEST[AE]|N[AO])\s+(?:CIDADE|MUNICIPIO|CAPITAL)(?:\s+E\s+COMARCA)?\s+D[EOA]\s+"
    r"(?P<m>[A-Z][A-Z' -]{2,40}?)"
    rf"(?:\s*[,/(–-]\s*(?:(?:NESTE\s+|N?O\s+)?ESTADO\s+D[EOA]\s+(?P<e>{STATES})"
    rf"|(?P<u>{'|'.join(UFS)})\b)|(?=\s*[,.;]|\s+COM\s))"
)
"""``..., neste Município de Natal, Estado do Rio Grande do Norte``: a town named behind the street."""

_POINTS_BACK = re.compile(
    r"\W{0,3}(?:ACIMA|SUPRA|ABAIXO|RETRO|CITAD[AO]|MENCIONAD[AO]|REFERID[AO]|DESCRIT[AO]|INDICAD[AO]"
    r"|LOCAL D[AO]|PARA CUMPRIMENTO)\b"
)
"""``no endereço acima``: it points to an address that stands elsewhere."""


_DATE_LINE = re.compile(
    r"\b[0-9]{1,2}\s?[/.-]\s?[0-9]{1,2}\s?[/.-]\s?(?:(?:19|20)[0-9]{2}|[0-9]{2})\b"
    r"|\b[0-9]{1,2}º?\s+DE\s+[A-Z]{4,9}\s+DE\s+[0-9]"
)
"""``Belém, 26/05/1997``: where and when a paper was signed is no street and number."""

_LABEL_WORDS = re.compile(
    r"(?:RUA|AVENIDA|RODOVIA|ESTRADA|TRAVESSA|PRACA|VIA|LOGRADOURO|ENDERECO|NUMERO|NO?|QUILOMETRO|KM|COMPLEMENTO|BAIRRO"
    r"|DISTRITO|CEP|MUNICIPIO|CIDADE|UF|ESTADO|TIPO|NOME|OU|E|D[AEO]S?|ETC)"
)
_OF_FORMS = re.compile(r"\b(?:TIPO|NOME|LOGRADOURO|ENDERECO|NUMERO|QUILOMETRO|OU|COMPLEMENTO|BAIRRO)\b")


_OTHER_LABEL = re.compile(r"\b(?:COD|CODIGO|ATIVIDADE|CEP|BAIRRO|UF|TELEFONE|VALIDADE|CPF|DATA|INSCRICAO|ENDERECO)\b")


def without_labels(valor: Mapping[str, str]) -> dict[str, str]:
    """Leave out a street or number that is made of the words of a form's labels: a blank that stayed empty."""
    return {
        part: value
        for part, value in valor.items()
        if not (part == "municipio" and _OTHER_LABEL.search(fold(str(value))))
        if part not in ("logradouro", "numero") or not _is_label(str(value), least=2 if part == "logradouro" else 1)
    }


def _is_label(value: str, least: int) -> bool:
    folded = fold(value)
    told = re.findall(r"[A-Z]+", folded)
    empty = not re.search(r"[0-9]|\bS\W?N\b" if least == 1 else r"[0-9]{2}", folded)
    labels = len(told) >= least and all(_LABEL_WORDS.fullmatch(word) for word in told)
    return empty and labels and (least == 1 or _OF_FORMS.search(folded) is not None)


def endereco(raw: str, campo: Campo) -> list[Parsed]:
    """A whole address on one or more lines, or in a sentence."""
    start, _ = trimmed(raw)
    end = start + extent(raw[start:])
    while end > start and raw[end - 1] in " \t\n,;:-–.(":
        end -= 1
    text = raw[start:end]
    if is_empty(text) or sum(c.isalnum() for c in text) < 4 or sum(c.isalpha() for c in text) < 2:
        return []
    folded = fold(text)
    if _POINTS_BACK.match(folded) or (_DATE_LINE.search(folded) and not STREET.search(folded)):
        return []
    parsed = parse_address(one_line(text))
    valor = as_dict(parsed)
    town = _IN_THIS_TOWN.match(fold_same_length(raw), end)
    if town is not None and "municipio" not in valor and municipios.find_all(" ".join(town["m"].split())):
        valor["municipio"] = collapse(raw[town.start("m") : town.end("m")])
        named = " ".join((town["e"] or town["u"] or "").split())
        if named:
            valor.setdefault("uf", ESTADOS.get(named, named))
        end = town.end()
    begins = STREET.search(folded)
    worth = 1.0 if begins and begins.start() < 25 else 0.6
    if not valor.get("logradouro"):
        worth *= 0.4
    if len(valor) >= 3:
        worth = min(1.0, worth * 1.1)
    return [Parsed(valor, start, end, worth)] if valor else []


_KM_TAIL = re.compile(r"[\s,]+(KM\s?\d{1,4}(?:[.,+]\d{1,3})?)\s*$")


_BLANK_LABEL = re.compile(
    r"^(?:rua\s?[/,]\s?av(?:enida)?|av(?:enida)?\.?\s?[/,]\s?rua)\b[.,:]?\s+(?=\w{2})", re.IGNORECASE
)
"""The label of a blank, read as a part of the street that fills it (``Rua/Av. RUA DAS FLORES``)."""
_IN_BAIRRO = re.compile(r"^(?:no\s+)?bairro\s+(?:(?:d[eao]s?|denominado)\s+)?(?=\w)", re.IGNORECASE)
"""``..., no bairro CIDADE NOVA``: a sentence says what the part is."""


def as_dict(parsed: Endereco) -> dict[str, str]:
    """Return the parts that are there, in the contract's order; on a highway the kilometre is the number."""
    parsed = town_before_state(parsed)
    logradouro, numero = parsed.logradouro, parsed.numero
    logradouro = street(_BLANK_LABEL.sub("", logradouro)) if logradouro else logradouro
    km = _KM_TAIL.search(fold_same_length(logradouro)) if logradouro and not numero else None
    if logradouro and km:
        logradouro, numero = logradouro[: km.start()], collapse(logradouro[km.start(1) : km.end(1)])
    parts = {
        "logradouro": logradouro,
        "numero": numero,
        "complemento": parsed.complemento,
        "bairro": district(_IN_BAIRRO.sub("", parsed.bairro)) if parsed.bairro else parsed.bairro,
        "cep": parsed.cep,
        "municipio": parsed.municipio,
        "uf": parsed.uf,
    }
    return {name: value for name, value in parts.items() if value}
