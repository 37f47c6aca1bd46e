"""Who issued a paper: its organ, and the municipality or State that the organ belongs to.

The phrases with which issuers of a type name themselves are data (``prosa`` of ``orgao_emissor``). An issuer stands at
the head of the page, in large print or beside a coat of arms, and once more where it signs; words of the body that
mention an organ (conditions of a licence, laws) weigh little.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from docverify.documents.candidates import Candidate, Paper
from docverify.documents.kinds_endereco import ESTADOS, STATES, UFS
from docverify.documents.layout import PageLayout
from docverify.values import municipios
from docverify.values.text import collapse, fold

_HEAD = 0.30
_STOP = re.compile(
    r"\b(?:C\.?N\.?P\.?J|CGC|CEP|TEL(?:EFONE)?S?|FONE|FAX|E-MAIL|SITE|HTTP|WWW|LEI|DECRETO|ALVARA|LICENCA|"
    r"CERTIFICADO|AUTO DE|ENDERECO|RUA|AV\.|E\s+INSCRICOES|"
    r"AVENIDA|PRACA|PROCESSO|NUMERO|Nº|PAGINA|EMISSAO|DATA|COMPROVANTE|CONSULTA|FICHA|EXERCICIO|EXPEDE|CERTIFICA|CONCEDE|ATESTA|DECLARA)\b|https?:|[|]|\s[·•]\s|\t|\n"
)
_DANGLING = re.compile(
    r"\b(?:DE|DO|DA|DOS|DAS|E|ESTADO|MUNICIPIO|MUNICIPAL|POLICIA|(?<=D[EO] )(?:SAO|MATO|MINAS|RIO|RIO GRANDE|ESPIRITO)"
    r"|(?<=DE )SANTA|MATO GROSSO DO|RIO GRANDE DO|RIO DE|DISTRITO)$"
)
_OF_PLACE = re.compile(r"(?:MILITAR(?: (?=D))?)?(?:D[EOA] (?:ESTADO|MUNICIPIO|DISTRITO FEDERAL)|(?<=MILITAR))\b")
_TOWN = re.compile(
    r"\b(?:PREFEITURA(?:\s+MUNICIPAL|\s+DO MUNICIPIO|\s+DA CIDADE|\s+DA ESTANCIA[A-Z ]{0,25}?|"
    r"\s+MUNICIPAL DA ESTANCIA[A-Z ]{0,25}?)*"
    r"|GOVERNO MUNICIPAL|GOVERNO DO MUNICIPIO|GOVERNO DA CIDADE|(?<!\bNO )MUNICIPIO|"
    r"SECRETARIA MUNICIPAL D[A-Z ]{3,60}?|"
    r"CIDADE|MUNICIPALIDADE"
    r"|PREFEITURA)\s+(?:D[EOA]\s+)?"
    # A unit that a State's organ has in a town: "7º BATALHÃO DE BOMBEIROS MILITAR - MACAPÁ".
    r"|\b(?:BATALHAO|GRUPAMENTO|SUBGRUPAMENTO|COMPANHIA INDEPENDENTE|PELOTAO|GBM|BBM|CBM|GB|POSTO FISCAL|DELEGACIA)\b"
    r"[A-Z ]{0,30}?\s?(?:[-–/]\s?|\bDE\s+(?!BOMBEIROS|POLICIA|INCENDIO))"
)
_STATE = re.compile(rf"\bESTADO\s+D[EOA]\s+({STATES})\b")
_OF_STATE = re.compile(
    rf"\b(?:GOVERNO|BOMBEIROS(?:\s+MILITAR)?|FAZENDA|TRIBUTACAO|RECEITA|FINANCAS|COMERCIAL|AMBIENTE|"
    rf"AMBIENTAL)\s+D[EOA]\s+({STATES})\b"
)
_LAST_STATE = re.compile(rf"\s[/–|-]\s({STATES})\s*$")
_SIGLA = re.compile(rf"(?:[/,(]|\s[-–])\s?({'|'.join(UFS)})\b")


_FEDERAL = frozenset(("certidao_negativa_federal", "certificado_borda_livre"))
"""Papers of the Union: the town and the State of the unit that signs are no facts about the issuer."""


def find(paper: Paper) -> Iterable[Candidate]:
    """Yield candidates of ``orgao_emissor``, ``municipio_emissor`` and ``uf_emissor``."""
    campo = paper.padroes.campo.get("orgao_emissor")
    if campo is None:
        return
    offices: list[Candidate] = []
    for number, layout in enumerate(paper.layouts):
        later = 1.0 if number == 0 else 0.6
        issuer_lines: set[int] = set()
        for hit in paper.marked[number].hits:
            if hit.campo != "orgao_emissor" or hit.papel != "prosa":
                continue
            words = _extent(layout, hit.start)
            if not words:
                continue
            worth = later * hit.quality * _place(layout, words)
            text = _bare(" ".join(layout.page.words[w].text for w in words))
            if sum(c.isalpha() for c in text) < 5:
                continue
            line = layout.segments[layout.segment_of[words[0]]].line
            if worth >= 0.6:
                issuer_lines.add(line)
            offices.append(Candidate("orgao_emissor", text, text, number, words, worth, "emissor"))
            if layout.segments[layout.segment_of[words[-1]]].line != line and paper.tipo not in _FEDERAL:
                yield from _town_of_name(offices[-1])
        if paper.tipo not in _FEDERAL and (number == 0 or issuer_lines):
            yield from _where(paper, number, issuer_lines, later)
    yield from _ranked(offices)


def state_of_town(paper: Paper) -> Iterator[Candidate]:
    """Yield ``uf_emissor`` where no State is printed with the issuer, but elsewhere with its town.

    The establishment's address, or the line of the date, names the town with its State.
    """
    if "orgao_emissor" not in paper.padroes.campo or any(c.score >= 0.3 for c in paper.of("uf_emissor")):
        return
    town = max(paper.of("municipio_emissor"), key=lambda c: c.score, default=None)
    if town is None or not isinstance(town.valor, str):
        return
    known = {place.uf for place in municipios.find_all(town.valor)}
    addresses = [c for c in paper.of("endereco") if c.score >= 0.5 and isinstance(c.valor, dict)]
    printed = {c.valor["uf"] for c in addresses if "uf" in c.valor and _is_town(c.valor, town.valor)}
    behind = re.compile(rf"\b{re.escape(fold(town.valor))}\s?[-–/,(]\s?({'|'.join(UFS)})\b")
    for layout in paper.layouts:
        printed |= set(behind.findall(layout.text.folded))
    if len(known & printed) == 1:
        yield replace(town, campo="uf_emissor", valor=(known & printed).pop(), score=town.score * 0.6, checked=True)


def _is_town(address: dict[str, str], town: str) -> bool:
    return "municipio" in address and municipios.same(address["municipio"], town)


_PARENT = re.compile(
    r"(?:PREFEITURA|MUNICIPIO|MUNICIPALIDADE|GOVERNO MUNICIPAL|SECRETARIA DE ESTADO|CORPO DE BOMBEIROS"
    r"|SECRETARIA (?:ESPECIAL )?DA RECEITA)\b"
)
_PART = re.compile(
    r"(?:SECRETARIA|SUBSECRETARIA|DEPARTAMENTO|DIRETORIA|DIVISAO|COORDENADORIA|SUPERINTENDENCIA|GERENCIA|SETOR"
    r"|DELEGACIA|AGENCIA AMBIENTAL)\b"
)


def _ranked(offices: list[Candidate]) -> Iterator[Candidate]:
    """Lower the departments of an organ that is named itself: they are no rivals of it."""
    heads = [c for c in offices if _PARENT.match(fold(c.valor)) and c.score >= 0.5]
    offices = [_below_agency(c, offices) for c in offices]
    for office in offices:
        name = fold(office.valor)
        own = [c for c in heads if c is not office and c.score >= office.score * 0.9]
        brigade = any(fold(c.valor).startswith("CORPO DE BOMBEIROS") for c in own)
        cut = any(fold(c.valor).startswith(f"{name} ") for c in heads)
        part = bool(own) and _PART.match(name) is not None and (brigade or not _PARENT.match(name))
        yield replace(office, score=office.score * 0.6) if cut or part else office


_UMBRELLA = re.compile(
    r"(?:MARINHA DO BRASIL|COMANDO DA MARINHA|MINISTERIO|DIRETORIA DE PORTOS|PROCURADORIA|GOVERNO DO ESTADO"
    r"|SECRETARIA (?:DE ESTADO )?D[AEO] (?:ESTADO )?(?:D[AEO] )?(?:MEIO AMBIENTE|DESENVOLVIMENTO|INFRAESTRUTURA"
    r"|AMBIENTE))\b"
)
_AGENCY = re.compile(
    r"(?:CAPITANIA|DELEGACIA|AGENCIA (?!AMBIENTAL)|INSTITUTO|FUNDACAO|SUPERINTENDENCIA|COMPANHIA|CETESB"
    r"|SECRETARIA (?:ESPECIAL )?DA RECEITA|RECEITA FEDERAL|BUREAU"
    r"|SECRETARIA (?:DE ESTADO )?D[AE] (?:FAZENDA|ECONOMIA|RECEITA|FINANCAS))\b"
)


def _below_agency(office: Candidate, offices: list[Candidate]) -> Candidate:
    """Lower what an agency stands under ("Marinha do Brasil" over its Capitania), and its letters beside its name."""
    name = fold(office.valor)
    rivals = [c for c in offices if c is not office and c.score >= 0.75 * office.score]
    unit = name.startswith("AGENCIA AMBIENTAL") and any(len(fold(c.valor).split()) >= 3 for c in rivals)
    agency = _UMBRELLA.match(name) and any(_AGENCY.match(fold(c.valor)) for c in rivals)
    letters = len(name.split()) == 1 and len(name) <= 8 and any(len(fold(c.valor).split()) >= 3 for c in rivals)
    begun = any(office.words[0] in c.words[1:] and c.page == office.page for c in offices if c is not office)
    return replace(office, score=office.score * 0.6) if agency or letters or unit or begun else office


_UF_TAIL = re.compile(rf"\s?[-–/,(]\s?(?:{'|'.join(UFS)})\)?$")


def _bare(raw: str) -> str:
    """Return a name without the UF behind it and without separators."""
    text = collapse(raw).strip(" -–,.:;|•·")
    return _UF_TAIL.sub("", text).strip(" -–,.:;|•·")


def _place(layout: PageLayout, words: tuple[int, ...]) -> float:
    """Weigh where an organ's name stands: at the head, alone on its line, in capitals, or within a sentence."""
    segment = layout.segments[layout.segment_of[words[0]]]
    box = layout.box_of(words)
    starts = segment.text.words.index(words[0]) <= 1 if words[0] in segment.text.words else False
    if box[1] < _HEAD:
        worth = 0.9 if starts else 0.6
    elif starts and len(segment.text.words) < 12:
        worth = 0.5
    else:
        worth = 0.2
    before = segment.text.folded[: segment.text.starts[segment.text.words.index(words[0])]] if not starts else ""
    if _PAPER_OF.search(before):
        worth *= 0.5
    if not _is_name(segment.text.raw):
        worth *= 0.6
    return worth


_PAPER_OF = re.compile(r"\b(?:AUTO|CERTIFICADO|CERTIDAO|LICENCA|LICENCIAMENTO|ALVARA|VISTORIA|ATESTADO)\b.{0,20}$")
_JOINING = frozenset(("de", "do", "da", "dos", "das", "e", "o", "a", "em", "no", "na", "para"))


def _is_name(raw: str) -> bool:
    """Tell whether a line is written as a name is: its words begin with capitals, all but the joining ones."""
    words = [word for word in re.findall(r"[^\W\d_]+", raw) if word not in _JOINING]
    return bool(words) and sum(word[0].isupper() for word in words) >= 0.7 * len(words)


def _extent(layout: PageLayout, offset: int) -> tuple[int, ...]:
    """Return the words of an organ's name that begins at an offset: to the end of its segment or where else begins."""
    text = layout.text
    stop = _STOP.search(text.folded, offset + 4)
    end = stop.start() if stop else len(text.folded)
    first = text.folded[offset:end].rstrip(" -–,.:;")
    words = text.words_of(offset, offset + len(first))
    if stop and stop.group() in "\n\t" and _DANGLING.search(first):
        under = layout.below(layout.segments[layout.segment_of[words[-1]]], limit=1, reach=1.2)
        while under and (len(words) > 12 or under[0].index != _next_segment(layout, words[-1]) or len(words) <= 6):
            # In a narrow column: the line below in reading order may be another column's.
            cut = _STOP.search(under[0].text.folded)
            rest = under[0].text.folded[: cut.start() if cut else None].rstrip(" -–,.:;")
            words = (*words, *under[0].text.words_of(0, len(rest))) if rest else words
            if not rest or len(words) > 14 or not _DANGLING.search(rest):
                return words
            under = layout.below(under[0], limit=1, reach=1.2)
    goes_on = stop and stop.group() == "\n" and _OF_PLACE.match(text.folded, stop.end())
    if stop and stop.group() == "\n" and (_DANGLING.search(first) or goes_on):
        again = _STOP.search(text.folded, stop.end())
        end = again.start() if again else len(text.folded)
    if end - offset > 160:
        end = offset + 160
    span = text.folded[offset:end].rstrip(" -–,.:;\n\t")
    return text.words_of(offset, offset + len(span)) if span else ()


def _next_segment(layout: PageLayout, word: int) -> int:
    """Return the segment whose words follow a word in the page's running text, -1 at its end."""
    return layout.segment_of[word] + 1 if layout.segment_of[word] + 1 < len(layout.segments) else -1


def _where(paper: Paper, number: int, issuer_lines: set[int], weight: float) -> Iterator[Candidate]:
    """Find the issuer's municipality and State in the lines in which it names itself, and around them."""
    layout = paper.layouts[number]
    contexts = paper.contexts[number]
    lines = issuer_lines | {line for line in contexts.issuer_lines}
    offset = 0
    for line, text in enumerate(layout.text.folded.split("\n")):
        start, offset = offset, offset + len(text) + 1
        row = layout.lines[line] if line < len(layout.lines) else ()
        if not row:
            continue
        top = layout.segments[row[0]].box[1]
        near = 1.0 if line in lines else 0.75 if {line - 1, line + 1} & lines else 0.0
        head = 0.9 if top < _HEAD else 0.45
        if near == 1.0:
            yield from _towns(layout, number, start, text, head * weight)
        if near and top < _HEAD and text.strip(" -.") in ESTADOS:
            begin = start + len(text) - len(text.lstrip(" -."))
            end = begin + len(text.strip(" -."))
            words = layout.text.words_of(begin, end)
            lido = layout.text.raw[begin:end]
            yield Candidate(
                "uf_emissor", ESTADOS[text.strip(" -.")], lido, number, words, 0.7 * weight, "emissor", checked=True
            )
        if near or top < 0.16:
            yield from _states(layout, number, start, text, head * weight * (near or 0.6))


_OF_TOWN = re.compile(r"\bD[EOA]S?\s+(?=[A-Z])")


def _towns(layout: PageLayout, number: int, start: int, line: str, worth: float) -> Iterator[Candidate]:
    """Find the town that a municipal organ is of, behind the organ's words or at the end of its line."""
    told = False
    for candidate in _towns_behind(layout, number, start, line, worth):
        told = True
        yield candidate
    if told or "MUNICIPAL" not in line:
        return
    for match in _OF_TOWN.finditer(line, line.index("MUNICIPAL")):
        name = line[match.end() :].rstrip(" .-")
        if len(name) <= 40 and municipios.find_all(name):
            begin = start + match.end()
            raw = layout.text.raw[begin : begin + len(name)]
            words = layout.text.words_of(begin, begin + len(name))
            yield Candidate("municipio_emissor", raw, raw, number, words, worth, "emissor")
            return


def _town_of_name(office: Candidate) -> Iterator[Candidate]:
    """Find the town at the end of an organ's name that runs over two lines of a column."""
    match = _TOWN.search(fold(office.valor))
    name = office.valor[match.end() :] if match else ""
    if municipios.find_all(name):
        size = len(name.split())
        yield replace(office, campo="municipio_emissor", valor=name, lido=name, words=office.words[-size:])


def _towns_behind(layout: PageLayout, number: int, start: int, line: str, worth: float) -> Iterator[Candidate]:
    for match in _TOWN.finditer(line):
        name = re.match(r"[A-Z'. -]{3,40}", line[match.end() :])
        if name is None:
            continue
        words = name.group().replace(".", " ").split()
        for size in range(min(6, len(words)), 0, -1):
            town = municipios.find(" ".join(words[:size]).strip(" -"), fuzzy=size == len(words))
            if town is not None or municipios.find_all(" ".join(words[:size])):
                begin = start + match.end()
                taken = re.match(rf"(?:\S+\s*){{{size}}}", name.group())
                length = len(taken.group().rstrip(" -")) if taken else 0
                raw = _bare(layout.text.raw[begin : begin + length])
                yield Candidate(
                    "municipio_emissor", raw, raw, number, layout.text.words_of(begin, begin + length), worth, "emissor"
                )
                return


def _states(layout: PageLayout, number: int, start: int, line: str, worth: float) -> Iterator[Candidate]:
    for pattern, share in ((_STATE, 1.0), (_OF_STATE, 0.9), (_SIGLA, 0.85), (_LAST_STATE, 0.7)):
        for match in pattern.finditer(line):
            name = " ".join(match.group(1).split())
            sigla = ESTADOS.get(name, name)
            begin, end = start + match.start(1), start + match.end(1)
            lido = layout.text.raw[begin:end]
            if pattern is _SIGLA and not lido.isupper():
                continue
            yield Candidate(
                "uf_emissor",
                sigla,
                lido,
                number,
                layout.text.words_of(begin, end),
                worth * share,
                "emissor",
                checked=True,
            )
