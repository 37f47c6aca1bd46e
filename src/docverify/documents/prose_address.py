"""Addresses in running text, each with the words before it that say whose it is.

``com sede na Rua X, nº 10, Centro, Campinas/SP, CEP 13010-300, inscrita no CNPJ ...``: an address begins at the word
for a kind of street and ends where the sentence goes on with something else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from docverify.documents.address_lines import KM_SIGN
from docverify.documents.anchors import Anchor, words_of
from docverify.documents.kinds_endereco import before_sentence, behind_state
from docverify.documents.stream import Stream
from docverify.values.addresses import Endereco, parse_address
from docverify.values.identifiers.cep import find_ceps
from docverify.values.text import fold
from docverify.values.ufs import sigla_of

# Kinds of street as papers print them (Correios and CadSUS tables); those that are also common words need a cue.
_SURE = (
    r"RUA|R\.|AVENIDA|AVEN?\.|AV\.?|RODOVIA|ROD\.?|ESTRADA|ESTR?\.?|TRAVESSA|TRAV\.?|TV\.?|ALAMEDA|AL\.|PRACA"
    r"|PCA\.?|PC\.|"
    r"LARGO|LGO\.?|BECO|VIELA|LADEIRA|QUADRA|QD\.?|QNM?|SETOR|CONJUNTO|BR[- ]?\d{3}|[A-Z]{2}[- ]\d{3}|FAZENDA"
    r"|FAZ\.|SITIO|"
    r"LOTEAMENTO|CALCADA|VIA|ACESSO|MARGINAL|PASSAGEM|PARQUE|VILA|SERVIDAO|ANEL VIARIO|RAMAL|COLONIA|LINHA"
    r"|ORLA|CAIS|MARGEM|ILHA"  # river and sea posts
    r"|POVOADO|SHI[SN]|SQS|SQN|SC[LR][SN]|CL[SN]|QS|QI|QE|CSB|QNE"
)
_BARE = r"(?<=\sNA\s)R(?=\s[A-Z]{2})|(?<=\sA\s)R(?=\s[A-Z]{2})"
"""``com sede na R DAS ACÁCIAS``: a bare R is a street only behind the words that lead to one."""
_START = re.compile(rf"(?<![A-Z0-9])(?:{_SURE}|{_BARE})(?=[\s.])\s*")
_WEAK = frozenset(
    {
        "VIA",
        "LINHA",
        "SETOR",
        "CONJUNTO",
        "VILA",
        "PARQUE",
        "ACESSO",
        "QUADRA",
        "COLONIA",
        "PASSAGEM",
        "RAMAL",
        "SITIO",
        "POVOADO",
        "MARGEM",
        "ILHA",
        "QI",
        "QE",
        "QS",
    }
)
_GOES_ON = re.compile(
    r"[;\t]|[,.)]?\s+(?:PODENDO|INSCRIT[AO]S?|REGISTRAD[AO]|PORTADORA?|NESTE\s+ATO|COM\s+(?:SEU|CONTRATO|OS\s"
    r"|REGISTRO|ATOS|PRAZO|INICIO|FORO|ATIVIDADES?|INSCRICAO|O\s+NOME)|E\s+(?:TERA|TEM|INSCRIT|USARA|"
    r"FORO|COM\s|FILIAL|TITULAR|SERA|PORTADORA?|NOME|POR\s|SEU|DORAVANTE|ADOTA)|CUJ[AO]S?|QUE\s|TENDO|DORAVANTE"
    r"|DEVIDAMENTE|CNPJ|NIRE|SOB\s+(?:O\s|N|A\s)|RESOLVE|PASSA|ONDE|REGID[AO]|"
    r"UNIC[AO]S?|SOCI[AO]S?|RESIDENT|NASCID[AO]|BRASILEIR[AO]|PARA\s+(?:A\s|O\s|FINS)|CPF|RG\s|TEL(?:EFONE)?\b"
    r"|FONE|E-?MAIL|DECLARA|VEM\s|REQUER|ABAIXO|REPRESENTAD[AO]|"
    r"CONSTITU|NA\s+QUALIDADE|CONFORME|ATRAVES|DENOMINAD[AO]|CAPITAL|INSCR\.|CLAUSULA|ARTIGO|PARAGRAFO|INICIANDO"
    r"|NEST[AE]\s+(?:CIDADE|MUNICIPIO|CAPITAL|COMARCA)(?!\s+(?:E\s+COMARCA\s+)?D[EOA]\s)"
    r"|ESTABELEC|EXPLORANDO|E\s+O\s|E,\s)"
    r"|\n\s*(?:CLAUSULA|ARTIGO|ART\.|PARAGRAFO|§|\d{1,2}[.)ªº](?!\d)|[IVX]{1,4}\s*[-)])"
)
# A dot also ends abbreviations ("AV. VISC. DE TAUNAY"): only what begins like a sentence ends the address.
_SENTENCE = re.compile(
    r"\.\s*$|\.\s*\n\s*(?=[A-Z§]{2}|[A-Z]\s)|\.\s+(?=(?:[OA]S?\s+[A-Z]{3}|CLAUSULA|PARAGRAFO|§|ARTIGO|ART\.|FICA"
    r"|E\s+POR|PARA\s|NEST[EA]|EST[EA]\s|SEU\s|SUA\s|CNPJ|NIRE|PODE|POR\s|SOB\s|DEC|RESOLV|"
    r"COM\s|QUE\s|EM\s|NAO\s|TEM\s|TERA\s|CAPITULO|TITULO|\d{1,2}[.)ªº]|[IVX]{1,4}\s*[-–)]|[A-Z]{4,12}\s+CLAUSULA))"
)
_UF_END = re.compile(
    r"[-/,(]\s*(?:AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP"
    r"|TO)\b\)?"
)
_ABBREVIATED = re.compile(
    r"(?:^|[\s,.(])(?:R|AV|N|NO|NR|S/N|JD|VL|DR|DRA|PROF|CEL|CAP|GAL|MAL|ENG|STA|STO|SR"
    r"|SRA|PCA|TV|AL|ROD|EST|BR|KM|QD|LT|LJ|SL|BL|CJ|APTO|AP|PQ|RES|COND|ED|BRIG|PRES|PE|ALM|SAO|CEP|ESQ|C|FR"
    r"|VER|DEP|SEN|GOV)$"
)
_LONGEST = 320
NEUTRAL = "situada"
"""Cue that says where and not whose."""
_OWNER_REACH = 70


@dataclass(frozen=True, slots=True)
class ProseAddress:
    """An address in running text.

    Attributes:
        start: Offset of the kind of street.
        end: After the last character that belongs to it.
        endereco: Its parts, only those printed.
        cue: Name of the last cue before it within reach, or None.
        distance: Characters between that cue and the address.
    """

    start: int
    end: int
    endereco: Endereco
    cue: str | None
    distance: int


def find_addresses(
    stream: Stream, anchors: Sequence[Anchor], cues: Sequence[str], start: int = 0, end: int | None = None
) -> list[ProseAddress]:
    """Find addresses and the cue that each follows.

    Args:
        stream: The text.
        anchors: Phrases found in it.
        cues: Names of the phrase lists that say whose address follows.
        start: First character to look at.
        end: After the last one.

    Returns:
        In order of place, not overlapping.
    """
    end = len(stream.raw) if end is None else end
    said = [a for a in anchors if a.name in cues]
    found: list[ProseAddress] = []
    position = start
    while True:
        match = _START.search(stream.folded, position, end)
        if match is None:
            return found
        position = match.end()
        before = [a for a in said if a.end <= match.start() and match.start() - a.end <= 220]
        cue = max(before, key=lambda a: (a.end, a.end - a.start)) if before else None
        if cue is not None and cue.name == NEUTRAL:
            owners = [a for a in before if a.name != NEUTRAL and cue.start - a.end < _OWNER_REACH]
            cue = max(owners, key=lambda a: a.end) if owners else cue
        distance = match.start() - cue.end if cue else 10_000
        word = match.group().split()[0].rstrip(".") if match.group().split() else ""
        if word in _WEAK and distance > 25:
            continue
        stop = _stop(stream.folded, match.start(), min(end, match.start() + _LONGEST))
        stop = _before_sentence(stream.raw, match.start(), stop)
        parsed = _parse(stream, cue.end if cue else match.start(), match.start(), stop)
        if not parsed.logradouro or not (parsed.numero or parsed.cep or parsed.municipio or parsed.bairro):
            continue
        found.append(ProseAddress(match.start(), stop, parsed, cue.name if cue else None, distance))
        position = stop


_LOWER_AFTER_COMMA = re.compile(r",\s+(?P<w>[a-zà-ÿ]{3,})")
_OF_ADDRESSES = words_of("_comum", "prosa.toml", "partes_de_endereco")


def _before_sentence(raw: str, start: int, stop: int) -> int:
    """Cut where a sentence goes on in small letters (", reuniram-se os acionistas"): addresses are capitalised."""
    for found in _LOWER_AFTER_COMMA.finditer(raw, start, stop):
        if fold(found["w"]) not in _OF_ADDRESSES:
            stop = found.start()
            break
    return start + before_sentence(raw[start:stop], stop - start)


_IN_TOWN = re.compile(
    r"\b(?:N[AO]|NEST[AE]|D[AO]|EM)\s+(?:CIDADE|MUNICIPIO|COMARCA"
    r"|CAPITAL)(?:\s+E\s+COMARCA)?(?:\s+D[EOA])?\s+(?=[A-Z])"
)
_TOWN_BEFORE = re.compile(
    r"(?:CIDADE|MUNICIPIO"
    r"|COMARCA)(?:\s+E\s+COMARCA)?\s+D[EOA]\s+(?P<m>[A-Z][A-Z'\- ]{2,40}?)\s*"
    r"(?:,?\s*(?:NO\s+)?ESTADO\s+D[EOA]\s+(?P<e>[A-Z ]{4,20}?)|\s*[-/(,]\s*(?P<u>[A-Z]{2})\)?)?\s*"
    r"(?:,|\sN[AO]\s|\sA\s)\s*(?:N[AO]S?|A|AO|SITO|SITA|SITUAD[AO]|LOCALIZAD[AO])?\s*(?:N[AO]|A)?\s*$"
)


def _parse(stream: Stream, cue: int, start: int, stop: int) -> Endereco:
    """Parse an address, with the town that a sentence names before the street ("na cidade de X, na Rua Y")."""
    folded = stream.folded[start:stop]
    raw = stream.raw[start:stop]
    for said in reversed(list(_IN_TOWN.finditer(folded))):
        raw = raw[: said.start()] + raw[said.end() :]
    parsed = parse_address(KM_SIGN.sub("", " ".join(raw.split())))
    before = _TOWN_BEFORE.search(stream.folded[cue:start].replace("\n", " "))
    if before is None or parsed.municipio:
        return parsed
    named = stream.raw[cue + before.start("m") : cue + before.end("m")]
    state = before["u"] or (sigla_of(before["e"]) if before["e"] else None)
    return replace(parsed, municipio=" ".join(named.split()), uf=parsed.uf or state)


def _stop(folded: str, start: int, limit: int) -> int:
    """Find where an address ends: at the words that go on, at the sentence's end, after CEP and UF."""
    stop = limit
    goes_on = _GOES_ON.search(folded, start, limit)
    if goes_on:
        stop = goes_on.start()
    for dot in _SENTENCE.finditer(folded, start, stop):
        if not _ABBREVIATED.search(folded, max(start - 1, dot.start() - 7), dot.start()):
            stop = dot.start()
            break
    text = folded[start:stop]
    ceps = find_ceps(text)
    states = list(_UF_END.finditer(text))
    if ceps and states:
        last = max(ceps[0].end, next((s.end() for s in states if s.end() > ceps[0].end - 40), 0))
        # A second address may follow without a word between; nothing belongs behind both CEP and UF.
        if last < len(text) and last - ceps[0].end < 80:
            stop = start + last
    return stop if ceps or not states else start + behind_state(text, stop - start)
