"""A company named in a sentence, with what the sentence says of it: its CNPJ and its address.

``... a empresa SILVA GÁS LTDA, inscrita no CNPJ sob o nº ..., situada na Rua X, nº 10 ...``. What goes on after a
company's name (", pessoa jurídica", ", CNPJ", ", com sede") shows where the name ends; capitals show where it begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.documents import anchors as phrases
from docverify.documents import prose_address, stream
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.kinds_endereco import as_dict
from docverify.documents.kinds_texto import end_of_kind
from docverify.documents.stream import Stream
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.identifiers.match import IdMatch

_GOES_ON = re.compile(
    r"\s*,?\s*\(?(?:(?:CPF\s?/\s?|COM|SOB|PORTADORA\s+D[OE])?\s*(?:O\s+)?C\.?\s?(?:N\.?\s?P\.?\s?J|G\.?\s?C\b)"
    r"|(?:COM\s+(?:O\s+)?)?(?:NOME\s+(?:DE\s+)?)?FANTASIA\s|PESSOA\s+JURIDICA|INSCRITA|SOCIEDADE\s+(?:EMPRESARIA|LIMITADA|SIMPLES|ANONIMA)|EMPRESA\s+(?:INDIVIDUAL"
    r"|ESTABELECIDA|INSCRITA|COM)|COM\s+SEDE|SEDIADA|"
    r"(?:FIRMA\s+)?ESTABELECID[AO]|COM\s+ENDERECO|SITUAD[AO]S?|LOCALIZAD[AO]S?|REPRESENTADA|NESTE\s+ATO|TITULAR\s+DO|PORTADORA|CADASTRADA"
    r"|DEVIDAMENTE\s+INSCRITA|POR\s+SEU\s+REPRESENTANTE|COM\s+ESTABELECIMENTO|ESTABELECIMENTO\s+(?:SITUADO"
    r"|LOCALIZADO))"
)
_NAME = re.compile(r"[\w&.'’/-]+")
_PARTICLES = frozenset({"DE", "DA", "DO", "DAS", "DOS", "E", "&", "EM", "A", "O"})
_BEFORE_NAME = phrases.words_of("_comum", "prosa.toml", "antes_da_empresa")
_SUFFIX = re.compile(r"\b(?:LTDA|LIMITADA|S\s?[./]\s?A|EIRELI|ME|EPP|SLU|CIA)\b\.?")
_TRADE = re.compile(
    r"\b(?:GAS|GLP|COMERCI\w*|DISTRIBUI\w*|DEPOSITO|REVENDA\w*|POSTO|COMBUSTIVE\w*|TRANSPORT\w*"
    r"|AGUA|MERCAD\w*|CIA)\b"
)
_TRADE_NAME = re.compile(r"\bFANTASIA\W{0,3}$|\bCONHECID[AO] COMO\W{0,3}$")
_ISSUER = re.compile(
    r"PREFEITURA|SECRETARIA|BOMBEIROS|MUNICIPIO|CARTORIO|TABELIONATO|OFICIO|CONTAB|ESTADO D"
    r"|GOVERNO|JUNTA|AGENCIA|COMPANHIA AMBIENTAL|INSTITUTO|FUNDACAO|ENGENHARIA"
)
_SA = re.compile(r"\bS\s?[./]\s?A\b")
_GLUED = re.compile(r"(?:[AO]|D[AO]|N[AO]|PEL[AO])(?:EMPRESA|FIRMA|SOCIEDADE|REQUERENTE|INTERESSADA)")
"""``Aempresa``: the blank was swallowed."""
_CUES = ("sede", "moradia", "terceiro", "filial", "situada")
_IN_BRACKETS = re.compile(r"\s*\((?!ME\b|EPP\b|MEI\b|em |EM )[^()]{4,60}\)$")
_REACH = 420
_BEHIND = 300
_WORDS = 14


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``razao_social``, ``cnpj`` and ``endereco`` of the company that a sentence speaks of.

    Args:
        paper: Any paper; only fields that its patterns have are found.
    """
    text = stream.build(paper.layouts)
    fields = paper.padroes.campo
    anchors = None
    for start, end, score in company_names(text):
        if "razao_social" in fields:
            value = " ".join(text.raw[start:end].split()).strip(' ,;:-–"“”')
            # The last words of a name that its label tells whole are no other name, nor is it with a word before it.
            told = [c.valor for c in paper.of("razao_social") if c.score >= score - 0.2]
            if not any(name.endswith(f" {value}") or value.endswith(f" {name}") for name in told):
                yield text.candidate("razao_social", value, start, end, score)
        reach = text.raw[end : end + _REACH]
        cnpj = next(iter(find_cnpjs(reach[:110])), None) or _behind_address(text, end, reach)
        if cnpj is not None and "cnpj" in fields:
            yield text.candidate(
                "cnpj",
                cnpj.valor,
                end + cnpj.start,
                end + cnpj.end,
                score + 0.02 if cnpj.valido else 0.5,
                reparado=cnpj.reparado,
                checked=cnpj.valido,
            )
        if "endereco" in fields:
            if anchors is None:
                anchors = phrases.load("contrato_social", "frases.toml").find(text.folded)
            for address in prose_address.find_addresses(text, anchors, _CUES, end, end + _REACH):
                prose = "\t" not in text.raw[end : address.end] and not _is_form(paper, text, end, address.end)
                if prose and address.cue not in ("sede", "situada") and _is_its_own(text, end, address):
                    yield text.candidate(
                        "endereco", as_dict(address.endereco), address.start, address.end, score - 0.05
                    )
                if prose and address.cue in ("sede", "situada") and address.distance < 60:
                    yield text.candidate(
                        "endereco", as_dict(address.endereco), address.start, address.end, min(0.95, score + 0.03)
                    )
                break


_RIGHT_BEHIND = re.compile(
    r"[\s,;.:()-]{0,5}(?:INSCRIT[AO]\s{1,2})?(?:N[OA]\s{1,2})?(?:C\.?(?:N\.?P\.?J|G\.?C)\.?(?:\s?/?\s?MF)?)?[\s,;.:-]{0,4}"
    r"(?:SOB\s{1,2})?(?:O\s{1,2})?(?:N[º°.]{0,2})?[\s:]{0,3}"
    r"[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\s?/[0-9A-Z]{4}-[0-9]{2}[\s,;.–-]{1,5}|[\s,;–-]{1,4}"
)
_AT = re.compile(r"(?:,|\b(?:GLP|GAS|COMBUSTIVEIS|REVENDEDOR|PETROLEO|AUTOMOTORES)\)?,?)\s+N[AO]\s+$")
_OTHERS = re.compile(r"\b(?:SOCI[AO]S?|RESIDENT|DOMICILIAD|REPRESENTAD|PROCURADOR|LTDA|EIRELI|CONTADOR|FILIAL|MATRIZ)")


def _is_its_own(text: Stream, end: int, address: prose_address.ProseAddress) -> bool:
    """Tell whether an address without a word before it is the company's: right behind its CNPJ, or ", na Rua X"."""
    if not (address.endereco.numero and (address.endereco.municipio or address.endereco.bairro)):
        return False
    between = text.folded[end : address.start]
    if _OTHERS.search(between):
        return False
    return _RIGHT_BEHIND.fullmatch(between) is not None or _AT.search(between) is not None


def _is_form(paper: Paper, text: Stream, start: int, end: int) -> bool:
    """Tell whether the lines of some text begin with labels: a form's lines, not a sentence over two of them."""
    rows = set()
    for page, word in text.words_of(start, end):
        segment = paper.layouts[page].segment_of.get(word)
        labels = paper.marked[page].labels.get(segment, ()) if segment is not None else ()
        if labels and labels[0].first and labels[0].campos and word in labels[0].words:
            rows.add((page, segment))
    return len(rows) >= 2


def _behind_address(text: Stream, end: int, reach: str) -> IdMatch | None:
    """Find the CNPJ that stands behind the company's address: called one, and nobody else named in between."""
    found = next(iter(find_cnpjs(reach[:_BEHIND])), None)
    if found is None or not found.valido:
        return None
    between = text.folded[end : end + found.start]
    called = re.search(r"\bC\.?(?:N\.?P\.?J|G\.?C)\b[^,;]{0,24}$", between)
    other = re.search(r"REPRESENTAD|\bSOCI[AO]S?\b|\b(?:LTDA|LIMITADA|EIRELI)\b|;|\n\s*\n", between)
    return found if called and not other and "\t" not in between else None


def company_names(text: Stream) -> Iterator[tuple[int, int, float]]:
    """Yield ``(start, end, score)`` of names of companies that end where a sentence goes on about them."""
    seen = -1
    for cue in _GOES_ON.finditer(text.folded):
        end = cue.start()
        if end <= seen or end < 5:
            continue
        span = name_before(text, end)
        if span is None:
            continue
        span = span[0], end_of_kind(text.folded, *span)
        name = text.folded[span[0] : span[1]]
        score = 0.9 if _SUFFIX.search(name) else 0.72 if _TRADE.search(name) else 0.0
        if not score or _ISSUER.search(name):
            continue
        if _TRADE_NAME.search(text.folded, max(0, span[0] - 24), span[0]):
            continue
        if "," not in text.folded[end : cue.end()] and not _SUFFIX.search(name):
            continue
        seen = end
        yield span[0], span[1], score


def name_before(text: Stream, end: int) -> tuple[int, int] | None:
    """Walk back over words with a capital and particles, to what introduces the name."""
    raw, folded = text.raw, text.folded
    while end > 0 and raw[end - 1] in " ,\n\t\"”'":
        end -= 1
    # "SILVA & CIA LTDA (SILVA GÁS), portadora do CNPJ": the other name in brackets is not the company's.
    other = _IN_BRACKETS.search(raw, max(0, end - 70), end)
    if other:
        end = other.start()
    # The number of the form's next row ("... LTDA / 2 CNPJ").
    row = re.search(r"\n\s*\d{1,2}\s*[.)\-–]?$", raw[max(0, end - 8) : end])
    if row:
        end = max(0, end - 8) + row.start()
    start, count = end, 0
    capitals: bool | None = None
    for found in reversed(list(_NAME.finditer(raw, max(0, end - 170), end))):
        between = raw[found.end() : start]
        if count and (between.strip(' \n"“') not in ("", ",") or between.count("\n") > 1 or "\t" in between):
            break
        word = folded[found.start() : found.end()].strip(".'’-/")
        # "Recebemos de SILVA GÁS LTDA": where the name is in capitals, a word that is not ends it.
        telling = len(word) > 3 and not _SUFFIX.fullmatch(word)
        if capitals is None and telling:
            capitals = found.group().isupper()
        # A company is called "companhia" or "S.A.", never both (Lei 6.404/1976, art. 3º): here it is a common noun.
        if word == "COMPANHIA" and _SA.search(folded, start, end):
            break
        if telling and capitals is not found.group().isupper():
            break
        # "... FUNCIONAMENTO a GÁS DO VALE LTDA": a name in capitals has no small article within.
        if count and capitals and found.group() in ("a", "à", "o", "ao"):
            break
        # "... INSTALAÇÕES / A POSTO FLUTUANTE X LTDA": an article that begins a line begins a sentence.
        if count and word in ("A", "O") and raw[: found.start()].rstrip(" ")[-1:] in ("", "\n"):
            break
        if "/" in found.group() and any(c.isdigit() for c in word):
            break
        # "SILVA, SOUZA & CIA": a comma within a name only before capitals that a suffix follows.
        if "," in between and not folded[start:end].startswith(("&", "SOUZA", "CIA")):
            break
        if not word and folded[start:end].startswith(("ME", "EPP", "EIRELI", "SLU")):
            start = found.start()
            continue
        if _GLUED.fullmatch(word):
            break
        if (word in _BEFORE_NAME and (count or word != "LIMITADA")) or not word or count >= _WORDS:
            break
        if (
            not (found.group()[0].isupper() or found.group()[0].isdigit() or found.group() == "&")
            and word not in _PARTICLES
        ):
            break
        if found.group().endswith(".") and count and len(word) > 4:
            break
        start, count = found.start(), count + 1
    # Particles at the head belong to the sentence, not to the name.
    while True:
        head = _NAME.match(raw, start)
        if head is None or head.group().upper() not in _PARTICLES or head.end() >= end:
            break
        start = head.end()
        while start < end and raw[start] in " \n\t":
            start += 1
    if end - start < 4 or len(raw[start:end].split()) < 2:
        return None
    return start, end
