"""Reading an address out of one line, several lines or a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from docverify.values._address_normal import clean, number
from docverify.values._endereco import Endereco
from docverify.values.identifiers.cep import find_ceps
from docverify.values.identifiers.cep import uf_of as _uf_of_cep
from docverify.values.municipios import find, find_all
from docverify.values.text import collapse, fold_same_length
from docverify.values.ufs import UFS, sigla_of

MAX_CHARS = 600

_LEAD = re.compile(
    r"^.{0,200}?\b(?:SITUAD[AO]S?|SIT[AO]|LOCALIZAD[AO]S?|ESTABELECID[AO]S?|INSTALAD[AO]S?|SEDIAD[AO]S?|SEDE(?:\s+E\s+FORO)?|DOMICILIAD[AO]S?"
    r"|ENDERECO(?:\s+COMPLETO)?|LOCALIZACAO|LOGRADOURO|ESTABELECER-?SE|SE\s+ESTABELECER)\b\s{0,2}"
    r"(?:(?:NESTA|NA)\s+(?:CIDADE|CAPITAL|COMARCA)\s*,?\s*)?(?:NAS?|NOS?|A|AO|EM)?\s{0,2}[:\-–]?\s{0,2}(?:NAS?|NOS?|A|AO|EM)?\b\s{0,2}"
)
_LABELS = {
    "bairro": re.compile(
        r"\b(?:BAIRRO(?:\s?/\s?DISTRITO)?|DISTRITO)\s{0,2}[:\-]\s{0,2}(?P<v>[^,;\n:–]{2,60}?)(?=\s{1,2}-\s|\s{2,}"
        r"|[,;\n–]|$|\s+(?:CEP|MUNICIPIO|CIDADE|UF)\b)"
    ),
    "municipio": re.compile(
        r"\b(?:MUNICIPIO|CIDADE)\s{0,2}[:\-]\s{0,2}(?P<v>[^,;\n:/–]{2,60}?)(?=\s?[-–/]\s|\s{2,}|[,;\n/–]|$"
        r"|-[A-Z]{2}\b|\s+(?:CEP|UF|ESTADO|BAIRRO)\b)"
    ),
    "uf": re.compile(
        r"\b(?:UF|ESTADO)\s{0,2}[:\-]\s{0,2}(?P<v>[A-Z]{2}|[A-Z ]{4,25}?)(?=\s?[-–/]|\s{2,}|[,;\n.]|$|\s+CEP\b)"
    ),
    "complemento": re.compile(
        r"\b(?:COMPLEMENTO|COMPL\.?)\s{0,2}[:\-]\s{0,2}(?P<v>[^;\n:–]{1,60}?)(?=\s{1,2}-\s|\s{2,}|[;\n–]|$"
        r"|,?\s+(?:BAIRRO|CEP|MUNICIPIO|CIDADE|UF)\b)"
    ),
    "numero": re.compile(
        r"\b(?:NUMERO|NUM\.?)\s{0,2}[:\-]\s{0,2}(?P<v>S\s?/?\s?N[º.]?|[0-9][0-9.]{0,7}(?:\s?-?\s?[A-Z]\b)?)"
    ),
}
_CEP_LABEL = re.compile(r"\bC\.?E\.?P\.?\s{0,2}[:.\-]?\s{0,2}(?:N[º.]{1,2}\s{0,2})?$")
# A State at a segment's end: "Campinas/SP", "Goiânia - GO", "Campinas (SP)", "São Paulo, Estado de São Paulo".
_UF_TAIL = re.compile(r"(?P<sep>\s{0,2}[/(–-]\s{0,2}|\s{0,2},\s{0,2}|\s{1,2})(?P<uf>[A-Z]{2})\)?\s{0,2}$")
_STATE_TAIL = re.compile(r"\s{0,2}[,\-–(/]?\s{0,2}(?:NO\s+)?ESTADO\s+D[OAE]\s+(?P<nome>[A-Z ]{4,20}?)\s{0,2}$")
_TOWN_LEAD = re.compile(
    r"^(?:n[oa]s?\s+|em\s+|nesta\s+|deste\s+)?(?:munic[íi]pio|cidade|comarca|capital)\s+d[eoa]s?\s+|^(?:em|n[oa])\s+",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"\s{0,3}(?:[;\n|]+|,(?![0-9]{1,3}(?![0-9]))|,(?=[0-9]{1,3}\b(?!\s?KM))|\s[-–]\s?|[-–]\s|\s{3,})\s{0,3}"
)
_KM_COMMA = re.compile(r"(?P<a>\bKM\s{0,2}[0-9]{1,4})\s?,\s?(?P<b>[0-9]{1,3})(?![0-9])")
_COMPLEMENT = re.compile(
    r"^(?:SALAS?|SL\.?|LOJAS?|LJ\.?|BLOCO|BL\.?|QUADRA|QD\.?|LOTES?|LT\.?|APTO\.?|AP\.?|APARTAMENTO|ANDAR|[0-9]{1,2}[ºª]?\s?ANDAR|PAVIMENTO|PAVTO|FUNDOS|FDS|GALPAO"
    r"|BOX|CASA|CS\.?|TERREO|TORRE|EDIF[.A-Z]*|ED\.?|CONJ\.?|CJ\.?|CONJUNTO(?!\s+(?:HABITACIONAL|RESIDENCIAL|POPULAR))|SOBRELOJA|SUBSOLO|ANEXO|PARTE|LADO|ESQUINA|ESQ\.?|FRENTE|DEPOSITO|POSTO|MODULO|MOD\.?|KM\b"
    r"|COND\.?|CONDOMINIO|SHOPPING|PROXIMO|PROX\.?|UNIDADE|GLEBA|SETOR\s[A-Z0-9]{1,2}$|AREA|LETRA|PISO"
    r"|(?:CHACARA|SITIO|FAZENDA|GRANJA|RANCHO)\s(?:N[º.]{0,2}\s?)?[0-9]{1,4}"
    r"|Q\.?\s?[0-9]|L\.?\s?[0-9]|CX|CAIXA POSTAL|ENTRADA|ENTRE)(?![A-Z])"
)
_NUMBER = re.compile(
    r"^(?:(?:NUMERO|NUM\.?|NRO?\.?|N[º.O]{0,2}\.?)\s{0,2}:?\s{0,2})?(?P<n>S\s?[/.]?\s?N[º.]?(?![A-Z])|SEM\s+NUMERO|[0-9OIL]{0,2}[0-9][0-9.]{0,7}(?:\s?[-/]\s?[0-9]{1,5}|\s?-?\s?[A-Z](?![A-Z0-9]))?)"
    r"(?![0-9])(?P<rest>.*)$",
    re.DOTALL,
)
_MARKED = re.compile(
    r"(?<=[A-Z0-9])N\.?º\.?\s{0,2}(?=[0-9]{1,5}(?![0-9]))|"  # "RUA DAS FLORESNº 500": the blank was swallowed
    r"\s,?\s{0,2}(?:N[º.]{1,2}|N\.\s?O\b\.?|NR\.?|NO\.|NUMERO|N)\s{0,2}:?\s{0,2}(?=[0-9]|S\s?/\s?N)|\s(?=S\s?/\s?N[º.]?(?![A-Z]))"
)
_TAIL_NUMBER = re.compile(
    r"(?<=[A-Z)])\s{1,2}(?=(?:[1-9][0-9]{0,2}\.[0-9]{3}|[0-9]{1,6})(?:\s?-\s?[A-Z])?(?:$|\s{1,2}(?:LOJA|LJ|SALA|SL|BLOCO|BL|APTO|AP|ANDAR|GALPAO|FUNDOS|FDS|BOX|CASA|QD|QUADRA|LT|LOTE|TERREO)\b))"
)
# "RUA 12 500", "RUA T-37 500": behind a street whose name is a figure the second figure is the number.
_FIGURE_NUMBER = re.compile(
    r"^(?:RUA|R\.?|AVENIDA|AV\.?|TRAVESSA|TV\.?|ALAMEDA|AL\.?)\s{1,2}(?:[A-Z]{1,2}-?\s?)?[0-9]{1,4}(?P<at>\s{1,2})(?=[0-9]{1,6}(?:\s?-\s?[A-Z])?$)"
)
_GLUED_NUMBER = re.compile(r"(?<=\s[A-Z]{4})[1-9][0-9]{0,4}$|(?<=[A-Z]{6})[1-9][0-9]{0,4}$")
"""``AVENIDA GETÚLIO VARGAS123``: no word of a street ends so."""
_ROAD = re.compile(r"\bROD|\bBR\b|\b[A-Z]{2}-[0-9]")
_NAMED_BY_FIGURE = re.compile(
    r"(?:^|\s)(?:RUA|R\.?|AVENIDA|AV\.?|QUADRA|QD\.?|TRAVESSA|TV\.?|RODOVIA|ROD\.?|BR|[A-Z]{2}-?|KM|LOTE|LT\.?|VIA|LINHA|ESTRADA|SETOR|CONJUNTO|ALAMEDA|AL\.?"
    r"|LOJA|LJ\.?|SALA|SL\.?|BLOCO|BL\.?|APTO\.?|CASA|BOX|GALPAO|ANDAR|MODULO|TRECHO|TR|CJ|CONJ\.?|AREA|ESPECIAL|DE|DO|[A-Z])$"
)


@dataclass(slots=True)
class _Text:
    """Raw text and its fold, cut in step so that offsets agree."""

    raw: str
    folded: str = field(init=False)

    def __post_init__(self) -> None:
        self.folded = fold_same_length(self.raw)

    def cut(self, start: int, end: int, filler: str = " ; ") -> None:
        self.raw = self.raw[:start] + filler + self.raw[end:]
        self.folded = self.folded[:start] + filler + self.folded[end:]


def parse_address(text: str) -> Endereco:
    """Read a Brazilian address; parts that the text does not print are None, junk gives an empty address.

    Takes one line (``Rua X, 1450, sala 2 - Centro - Campinas/SP - CEP 13010-300``), several lines, labels,
    a sentence (``situada na Rua ..., nº ...``), highways (``ROD BR-116 KM 32,5``) and lots (``Qd. 12 Lt. 5``). Values
    keep the spelling as printed; number, CEP and UF come in normal form.
    """
    if not isinstance(text, str):
        return Endereco()
    work = _Text(text[:MAX_CHARS].replace("\r", "\n").replace("\t", "   ").strip())
    lead = _LEAD.match(work.folded)
    if lead is not None:
        work.cut(0, lead.end(), "")
    got: dict[str, str | None] = {}
    _part_called(work)
    _take_cep(work, got)
    for campo, pattern in _LABELS.items():
        m = pattern.search(work.folded)
        if m is not None:
            got[campo] = work.raw[m.start("v") : m.end("v")].strip(" .,-")
            work.cut(m.start(), m.end())
    segments = _segments(work)
    if "municipio" in got:
        _uf_of_town(got)
    _take_place(segments, got)
    _take_street(segments, got)
    return _finish(got)


_SIGLAS = "|".join(sorted(UFS))
_APART = r"[\s,;–-]{1,4}"
# "Rua X nº 10 compl. Sala 2 no bairro Y desta cidade de Z, UF W": a sentence, or a form's line without colons, calls
# each part by its name.
_CALLED = (
    # The blank behind it is often swallowed ("BAIRROSETOR BUENO"); no word begins so but "bairros".
    (
        "bairro",
        re.compile(rf"{_APART}(?:N[OA]\s+)?BAIRRO(?:(?:\s+D[EO])?\s*[:\s]\s*(?=\w{{2}})|(?=[A-RT-Z][A-Z]{{3}}))"),
    ),
    ("complemento", re.compile(rf"{_APART}(?:COMPLEMENTO|COMPL\b\.?)\s*[:\s]\s*(?=\w{{2}})")),
    (
        "municipio",
        re.compile(
            rf"{_APART}(?:(?:(?:[DN]EST[AE]|[DN]ESSE|[DN]?O)\s+)?MUNICIPIO(?:\s+E\s+COMARCA)?(?:\s+D[EOA])?"
            r"|(?:[DN]ESTA|NA|DA)\s+(?:CIDADE|CAPITAL)(?:\s+E\s+COMARCA)?\s+D[EOA])\s*[:\s]\s*(?=[A-Z]{3})"
        ),
    ),
    ("uf", re.compile(rf"{_APART}(?:UF|U\.F\.)\s*[:\s]\s*(?=(?:{_SIGLAS})(?![A-Z]))")),
)


def _part_called(work: _Text) -> None:
    """Part what a text calls by name without a colon: ``no bairro X desta cidade de Y`` -> ``, bairro: X, ...``."""
    for name, pattern in _CALLED:
        for found in reversed(list(pattern.finditer(work.folded, 3))):
            if name == "bairro" and work.folded[found.end() :].startswith(("ALTO", "BAIXO")):
                continue
            work.cut(found.start(), found.end(), f", {name.upper()}: ")


def _take_cep(work: _Text, got: dict[str, str | None]) -> None:
    found = find_ceps(work.raw)
    if not found:
        return
    hit = found[0]
    got["cep"] = hit.valor if len(hit.valor) == 8 and hit.valor.isdigit() else None
    label = _CEP_LABEL.search(work.folded, 0, hit.start)
    work.cut(label.start() if label else hit.start, hit.end)


def _segments(work: _Text) -> list[str]:
    protected = _KM_COMMA.sub(lambda m: f"{m['a']}\x00{m['b']}".ljust(len(m.group()), " "), work.folded)
    parts: list[str] = []
    last = 0
    for m in _SPLIT.finditer(protected):
        parts.append(work.raw[last : m.start()])
        last = m.end()
    parts.append(work.raw[last:])
    return [p for p in (collapse(part).strip(" .,;:-–/|") for part in parts) if p]


def _uf_of_town(got: dict[str, str | None]) -> None:
    town = got.get("municipio") or ""
    m = _UF_TAIL.search(fold_same_length(town))
    if m is not None and m["uf"] in UFS and m.start() > 2:
        got["municipio"] = town[: m.start()].strip(" ,-/")
        got.setdefault("uf", m["uf"])


def _take_place(segments: list[str], got: dict[str, str | None]) -> None:
    """Take State and municipality off the end (or wherever they stand, behind the street)."""
    if len(segments) > 1 and fold_same_length(segments[-1]) == "BRASIL":
        segments.pop()
    for i in range(len(segments) - 1, -1, -1):
        segment = segments[i]
        folded = fold_same_length(segment)
        if got.get("uf") is None:
            whole = sigla_of(segment) if i > 0 and (len(segment) == 2 or i == len(segments) - 1) else None
            state = _STATE_TAIL.search(folded)
            if whole is not None and not (len(segment) > 2 and _is_town_not_state(segments, i)):
                got["uf"] = whole
                segments.pop(i)
                continue
            if state is not None and sigla_of(state["nome"]) is not None:
                got["uf"] = sigla_of(state["nome"])
                segment, folded = segment[: state.start()].strip(" ,-"), folded[: state.start()].rstrip(" ,-")
            else:
                m = _UF_TAIL.search(folded)
                if m is not None and m["uf"] in UFS and m.start() > 2 and _tail_is_state(segment, m):
                    got["uf"] = m["uf"]
                    segment, folded = segment[: m.start()].strip(" ,-/("), folded[: m.start()]
            segments[i] = segment
            if not segment:
                segments.pop(i)
                continue
        if i == 0 and (len(segments) > 1 or got.get("municipio") or not _is_town(segment, got)):
            break
        if got.get("municipio") is None and _may_be_district(segments, i, got):
            break
        if got.get("municipio") is None and got.get("uf") and (dash := _dashed_town(segment, got["uf"] or "")):
            got["municipio"], segments[i] = segment[dash + 1 :], segment[:dash]
            break
        if got.get("municipio") is None and _is_town(segment, got):
            got["municipio"] = _TOWN_LEAD.sub("", segment)
            segments.pop(i)
            if got.get("uf") is not None:
                break
        elif got.get("municipio") is None and got.get("uf"):  # "100 CENTRO CAMPINAS": no separator before the town
            at = _town_at_end(segment, got["uf"] or "")
            if at:
                got["municipio"], segments[i] = segment[at:], segment[:at].strip(" ,-")
                break


def _may_be_district(segments: list[str], i: int, got: dict[str, str | None]) -> bool:
    """Tell whether the only place named may be a district: ``Rua X, S/N - Lote 12 - Novo Horizonte - CEP``.

    Many districts bear the name of a municipality (Novo Horizonte, Boa Vista, Santa Luzia). Where neither State nor
    another district is printed, taking the name for the municipality would make a good address another town's.
    """
    if i == 0 or got.get("uf") is not None or got.get("bairro") is not None or _TOWN_LEAD.match(segments[i]):
        return False
    between = segments[1:i]
    return all(
        _COMPLEMENT.match(fold_same_length(s)) or _NUMBER.match(fold_same_length(s)) or not any(c.isalpha() for c in s)
        for s in between
    )


def _tail_is_state(segment: str, m: re.Match[str]) -> bool:
    """Two capitals after a mere blank or comma are a State only behind the name of a municipality."""
    if m["sep"].strip() in ("/", "(", "-", "–"):
        return True
    return _town_at_end(segment[: m.start()].strip(" ,"), m["uf"]) is not None


def _town_at_end(segment: str, uf: str) -> int | None:
    """Offset at which the longest name of a municipality begins that ends the segment, None where there is none."""
    starts = [m.start() for m in re.finditer(r"\S+", segment)]
    for start in starts[-7:]:
        if find(segment[start:], uf, fuzzy=False) is not None:
            return start
    return None


def _dashed_town(segment: str, uf: str) -> int:
    """Offset of the dash, its blanks swallowed, behind which a town stands (``Acácias-Campinas``); 0 for none."""
    dash = segment.rfind("-")
    if dash < 4 or find(segment, uf, fuzzy=False) is not None:
        return 0
    return dash if find(segment[dash + 1 :], uf, fuzzy=False) is not None else 0


def _is_town_not_state(segments: list[str], i: int) -> bool:
    """``São Paulo`` and ``Rio de Janeiro`` at the end are the municipality, unless it stands right before."""
    name = segments[i]
    before = segments[i - 1] if i else ""
    return bool(find_all(name)) and not (before and find(before, sigla_of(name), fuzzy=False))


def _is_town(segment: str, got: dict[str, str | None]) -> bool:
    name = _TOWN_LEAD.sub("", segment)
    if any(c.isdigit() for c in name) or len(name) < 3:
        return False
    cep = got.get("cep")
    uf = got.get("uf") or (_uf_of_cep(cep) if cep else None)
    return find(name, uf) is not None if uf else bool(find_all(name))


def _take_street(segments: list[str], got: dict[str, str | None]) -> None:
    """Street, number, complement and bairro out of what is left, in their printed order."""
    if not segments:
        return
    street, rest = _street_and_number(segments.pop(0), got)
    got["logradouro"] = street
    extras: list[str] = [rest] if rest else []
    called = got.get("bairro")
    for segment in segments:
        folded = fold_same_length(segment)
        m = _NUMBER.match(folded)
        if got.get("numero") is None and m is not None and not extras and got.get("bairro") == called:
            tail = segment[m.start("rest") :].strip(" ,-.")
            if _number_like(m, tail):
                got["numero"] = segment[m.start("n") : m.end("n")]
                if tail:
                    _place_extra(tail, extras, got)
                continue
        if folded.startswith("KM") and _ROAD.search(fold_same_length(street)):
            got["logradouro"] = f"{got['logradouro']} {segment}"
            continue
        _place_extra(segment, extras, got)
    if extras and got.get("complemento") is None:
        got["complemento"] = ", ".join(extras)


def _number_like(m: re.Match[str], tail: str) -> bool:
    """A number followed by nothing, or by words that are no part of a name ("7 de Setembro")."""
    return not tail or not re.match(r"(?:DE|DO|DA|DOS|DAS)\b|[ºª]", fold_same_length(tail))


_RURAL = re.compile(r"(?:ZONA|AREA)\s+RURAL")


def _place_extra(segment: str, extras: list[str], got: dict[str, str | None]) -> None:
    if segment.startswith("(") and segment.endswith(")") and len(segment) > 2:
        extras.append(segment[1:-1].strip())  # an aside, which no district is
        return
    folded = fold_same_length(segment)
    taken = got.get("bairro")
    if _RURAL.fullmatch(folded) and taken is not None and not _RURAL.match(fold_same_length(taken)):
        extras.append(taken)  # the country has no other district: what stood there names the place in it
        got["bairro"] = segment
        return
    bare = re.match(r"(?:BAIRRO|B\.)\s+", folded)
    if bare is not None and got.get("bairro") is None:
        got["bairro"] = segment[bare.end() :]
    elif _COMPLEMENT.match(folded) or got.get("bairro") is not None or not any(c.isalpha() for c in segment):
        extras.append(segment)
    else:
        got["bairro"] = segment


def _street_and_number(segment: str, got: dict[str, str | None]) -> tuple[str, str]:
    """Split ``Rua X nº 100 sala 2`` into the street and what follows the number."""
    if got.get("numero") is not None:
        return segment, ""
    folded = fold_same_length(segment)
    marks = list(_MARKED.finditer(folded))
    figure = None if marks else _FIGURE_NUMBER.match(folded)
    if figure is not None:
        got["numero"] = segment[figure.end("at") :]
        return segment[: figure.start("at")], ""
    mark = marks[0] if marks else _TAIL_NUMBER.search(folded)
    glued = _GLUED_NUMBER.search(folded) if mark is None else None
    if glued is not None:
        got["numero"] = segment[glued.start() :]
        return segment[: glued.start()], ""
    if mark is None or mark.start() < 2:
        return segment, ""
    if not marks and (_NAMED_BY_FIGURE.search(folded[: mark.start()]) or re.search(r"\bKM\b", folded)):
        return segment, ""
    m = _NUMBER.match(folded, mark.end()) or _NUMBER.match(folded[mark.end() :])
    if m is None:
        return segment, ""
    offset = 0 if m.string is folded else mark.end()
    got["numero"] = segment[offset + m.start("n") : offset + m.end("n")]
    return segment[: mark.start()].strip(" ,-"), segment[offset + m.start("rest") :].strip(" ,-.")


def _finish(got: dict[str, str | None]) -> Endereco:
    values = {k: clean(v) for k, v in got.items()}
    uf = values.get("uf")
    return Endereco(
        logradouro=values.get("logradouro"),
        numero=number(values.get("numero")),
        complemento=values.get("complemento"),
        bairro=values.get("bairro"),
        cep=values.get("cep"),
        municipio=values.get("municipio"),
        uf=sigla_of(uf) if uf else None,
    )
