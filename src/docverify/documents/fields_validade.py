"""The day on which a paper ends, told by what stands right before it, in whatever words: ``expira no dia``, ``val.``.

Labels are lists; this is the grammar behind them. What runs into a date, back to the last word of validity, may hold
nothing but words that say nothing of their own ("desta licença", "até o dia", "encerra-se em"): then the date is the
paper's end, wherever it stands. Blanks do not matter: readers of pixels lose them (``VALIDOATE31/12/2026``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from docverify.documents.candidates import Candidate, Paper
from docverify.documents.kinds import validade
from docverify.documents.labels import Label
from docverify.documents.layout import Text
from docverify.documents.patterns import Campo
from docverify.documents.regions import regions
from docverify.values.dates import DateMatch, find_dates
from docverify.values.text import fold_same_length
from docverify.values.validity import find_exercise

_REACH = 110
"""Characters before a date in which its word of validity stands."""
_SURE = 0.9
_BESIDE = 0.84
"""Of a date in the next column: a label without a colon."""
_PROSE = 60
"""Length of a line from which it is running text, whose sentence goes on below."""

_END = (
    r"VALIDADE|VALID[AO]S?|VALID|VALENDO|VALERA|VALE|VAL|VIGENCIA|VIGENTES?|VIGORARA|VIGORANDO|VIGORA|VIGOR|EXPIRACAO"
    r"|EXPIRARA|EXPIRANDO|EXPIRA|VENCIMENTO|VENCERA|VENCENDO|VENCE|VENCTO|VENC|VCTO|CADUCARA|CADUCA"
)
_GRANTED = r"(?:AUTORIZAD|LICENCIAD|CONCEDID|OUTORGAD|PRORROGAD|HABILITAD|LIBERAD)[AO]S?"
_NOTHING = (
    r"(?:D[AEO]S?|DEST[AE]|DESS[AE]|EST[AE]|ESS[AE]|PRESENTE|ALVARA|LICENCA|AUTORIZACAO|CERTIFICADO|DOCUMENTO|ATESTADO|AUTO|CERTIDAO"
    r"|AMBIENTAL|OPERACAO|FUNCIONAMENTO|AVCB|CLCB|APPCI|CERCON|LAO|RLO|LO|ATE|DIA|DATA|EM|N[OA]|AOS?|SERA|SE|ENCERRAR?SE(?:A)?|ENCERRARA?"
    r"|FINDARA?|FINDASE|FINALIZARA?|TERMINARA?|EXPIRARA?|VENCERA?|CESSARA?|SOMENTE|APENAS|EXCLUSIVAMENTE|UNICAMENTE|IMPRORROGAVELMENTE|PERIODO"
    r"|COMPREENDIDO|ENTRE|PRAZO|FINAL|FIM|TERMINO|LIMITE|TERMO|PELO|POR|COM|E|O|A|SUA|SEU|SUPRA|QUE|FICA|DDMMAAAA|DDMMAA|DIAMESANO|DTA?)"
)
_RUNS_IN = re.compile(rf"(?P<fim>{_END})(?P<resto>{_NOTHING}{{0,12}})$")
_GRANTED_UNTIL = re.compile(
    rf"(?P<fim>{_GRANTED})(?:PARA|A|FUNCIONAR|FUNCIONAMENTO|OPERAR|OPERACAO){{0,3}}ATE(?:O?DIA|ADATADE)?$"
)
_LONG_WORDS = re.compile(r"VALIDADE|VALID[AO]ATE|VENCIMENTO|VIGENCIA|EXPIRACAO|VALID[AO]")
"""Told even where the blank before it was swallowed (``PRAZODEVALIDADE``)."""
_LEADERS = re.compile(r"(?:\.\s?){3,}|…+")
_BEGINS = re.compile(r"^(?:D[AEO])?(?:INICIAL|INICIO)")
_RANGE = re.compile(r"\W{0,4}(?:A|ATE|AO|E|-|–)?\W{0,4}(?:(?:O |AO )?DIA\W{1,2})?")
_NOT_ITS_END = re.compile(
    r"\b(?:ANTERIOR\w*|SUBSTITU\w*|REVOGA\w*|RENOVA|RENOVAR)\b[^.;\n\t]{0,45}\Z"
    r"|\b(?:BOLETO|GUIA|TAXA|DAM|PAGAMENTO|EXTINTOR\w*|RECARGA|MANGUEIRA\w*|TESTE|HIDROSTATIC\w*|CNH|PROCURACAO|ASSINATURA|SELO|LAUDO"
    r"|ART|RRT|CREA|SEGURO|APOLICE|CONTRATO|LOCACAO|RECURSO|MANDATO|INICIO|INICIAL|CONSULTA|COTACAO|PROPOSTA|GARANTIA|NAO|PROJETO"
    r"|SANITARI[AO])\b[^.;:0-9\n\t]{0,45}\Z"
)
"""Said before the word of validity: something else ends on that day."""

_PAPERS = {
    "certificado_bombeiros": r"AVCB|CLCB|CERCON|APPCI|BOMBEIROS?",
    "licenca_operacao": r"LICENCA (?:AMBIENTAL|(?:AMBIENTAL )?DE OPERACAO)|LICENCIAMENTO AMBIENTAL|LAO|RLO|LO",
    "alvara_funcionamento": r"ALVARA DE (?:FUNCIONAMENTO|LOCALIZACAO|LICENCA)|ALVARA MUNICIPAL",
    "": r"LICENCA (?:AMBIENTAL )?(?:DE INSTALACAO|PREVIA)|SANITARI[AO]|VIGILANCIA SANITARIA|HABITE-SE",
}
"""How a paper names others: what it says of them is not of its own."""


@cache
def _other_papers(tipo: str) -> re.Pattern[str]:
    """Return what names papers other than those of a type."""
    names = "|".join(words for name, words in _PAPERS.items() if name != tipo)
    return re.compile(rf"\b(?:{names})\b")


def _clause(text: Text, at: int) -> str:
    """Return what stands before an offset in its sentence, or in its line and cell of a form."""
    begin = max(0, at - _REACH)
    before = text.folded[begin:at]
    cut = max(before.rfind(stop) for stop in (";", "\t", ". ", ".\n"))
    line = before.rfind("\n")
    if line > cut:
        above = text.folded.rfind("\n", 0, begin + line) + 1
        if begin + line - above < _PROSE or "\t" in text.folded[above : begin + line]:
            cut = line
    return before[cut + 1 :]


@dataclass(frozen=True, slots=True)
class _Run:
    """What runs into a date: where its word of validity begins, and what may stand between."""

    start: int
    beside: bool


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``validade`` by the words before each date, and part the two dates of one label (``Emissão / Validade``).

    Args:
        paper: Any paper whose patterns have ``validade``.
    """
    campo = paper.padroes.campo.get("validade")
    if campo is None:
        return
    _of_others(paper)
    _of_histories(paper)
    for number, layout in enumerate(paper.layouts):
        yield from _headed(paper, number, campo)
        text = layout.text
        dates = [m for m in find_dates(text.raw) if not m.normativa and m.precisao != "ano"]
        for at, match in enumerate(dates):
            if at + 1 < len(dates) and _is_range(text, match, dates[at + 1]):
                continue  # the beginning of a period
            begin = dates[at - 1] if at and _is_range(text, dates[at - 1], match) else match
            run = _run(text, begin.start)
            if run is None or _other_papers(paper.tipo).search(_clause(text, match.start)):
                continue
            if _NOT_ITS_END.search(_clause(text, run.start).replace("\n", " ")):
                continue
            worth = (_BESIDE if run.beside else _SURE) * (0.9 if match.reparado else 1.0)
            worth *= min(1.0, paper.contexts[number].factor(campo, "validade", run.start, match.end, 1))
            words = text.words_of(match.start, match.end)
            label = frozenset(text.words_of(run.start, begin.start))
            yield Candidate(
                "validade", match.data.isoformat(), match.lido, number, words, worth, "corrido", match.reparado, False,
                label - set(words),
            )  # fmt: skip
        yield from _both(paper, number)
        yield from _until_below(paper, number)
        yield from _end_of_year(paper, number)


_HEAD = re.compile(
    rf"(?:DATA|DT|PRAZO|PERIODO|TERMINO|FIM|TERMO|LIMITE|D[AEO]|FINAL|PARA|OBSERVAR){{0,4}}(?:{_END})(?:{_NOTHING}|VISTORIA){{0,10}}"
)
_HEAD_WORDS = 8
_BEGINNING = re.compile(
    r"(?:INICIAL|INICIOD[AEO](?:VIGENCIA|VALIDADE|PRAZO|LICENCA|ALVARA)|VALID[AO]?APARTIRDE|VIGENTEDESDE|ACONTARDE)(?:EM|DE)?$"
)


_SAID = re.compile(r"\b(?:DIAS|MES|MESES|ANOS?)\b|\.\s+[A-Z]{4}")
"""Between the word of validity and a date: the end has been said as a term, or the sentence is over."""


def _of_others(paper: Paper) -> None:
    """Lower ends that are but beginnings (``Vigência inicial: 01/01/2026``) and the ends of other things."""
    kept = []
    for c in paper.candidates:
        if c.campo == "validade" and c.words:
            layout = paper.layouts[c.page]
            folded, at = layout.text.folded, layout.offset_of[c.words[0]]
            line = max(folded.rfind("\n", 0, at) + 1, at - 50)
            head = min((layout.offset_of[word] for word in c.label), default=at)
            near = c.place in ("prosa", "depois")
            between = "" if not near else folded[max((layout.offset_of[word] for word in c.label), default=at) : at]
            begins = _BEGINNING.search("".join(x for x in folded[line:at] if x.isalpha())) is not None
            other = near and _other_papers(paper.tipo).search(_clause(layout.text, at)) is not None
            if begins or other or _SAID.search(between):
                c = replace(c, score=c.score * 0.2)
            elif c.label and _NOT_ITS_END.search(_clause(layout.text, head).replace("\n", " ")):
                c = replace(c, score=c.score * 0.3)
        elif c.campo == "data_emissao" and c.label:
            layout = paper.layouts[c.page]
            head = min(layout.offset_of[word] for word in c.label)
            if _FIRST.search(layout.text.folded[max(0, head - 6) : head]):
                c = replace(c, score=c.score * 0.2)
        kept.append(c)
    paper.candidates = kept


_FIRST = re.compile(r"(?:^|[^0-9/.])1\s?[ªAº]\s?\Z")
"""``1ª emissão``: not that of this copy."""


def _headed(paper: Paper, number: int, campo: Campo) -> Iterator[Candidate]:
    """Find the date under or beside a head that says "validity" in words of its own (``VIGÊNCIA DA PRESENTE LICENÇA``).

    The head becomes the page's label, for those who look for terms.
    """
    marked, layout = paper.marked[number], paper.layouts[number]
    for segment in layout.segments:
        if len(segment.text.words) > _HEAD_WORDS or any(c.isdigit() for c in segment.text.folded):
            continue
        if not _HEAD.fullmatch("".join(c for c in segment.text.folded if c.isalpha())):
            continue
        known = marked.labels.get(segment.index, ())
        if any(any(nome == "validade" for nome, _ in x.campos) and x.first and x.alone for x in known):
            continue
        rest = segment.text.raw.rstrip()
        own = frozenset(segment.text.words)
        label = Label((("validade", 1.0),), segment.index, 0, len(rest), own, 1.0, True, rest[-1:] == ":", True)
        marked.labels[segment.index] = [label]
        if marked.under:
            marked.under |= {segment.index}
        offset = layout.offset_of[segment.text.words[0]]
        if _NOT_ITS_END.search(_clause(layout.text, offset).replace("\n", " ")):
            continue
        factor = min(1.0, paper.contexts[number].factor(campo, "validade", offset, offset + len(rest), len(own)))
        for region in regions(marked, label, campo.linhas):
            for value in validade(region.raw, campo)[:1]:
                if any(c.isalnum() for c in _PREPOSITIONS.sub("", fold_same_length(region.raw[: value.start]))):
                    continue
                at = (region.start + value.start, region.start + value.end)
                words = region.text.words_of(*at)
                lido = " ".join(region.text.raw[at[0] : at[1]].split())
                worth = region.worth * value.worth * factor
                yield Candidate(
                    "validade", value.valor, lido, number, words, worth, region.place, value.reparado, False,
                    label.words,
                )  # fmt: skip


_PREPOSITIONS = re.compile(r"\b(?:DE|ATE|O|DIA|EM|A)\b|\d{1,2}/\d{1,2}/\d{4}")


def _of_histories(paper: Paper) -> None:
    """Lower dates of a column of several: which row is in force, a person reads."""
    kept = []
    for c in paper.candidates:
        if c.campo in ("validade", "data_emissao") and c.place == "abaixo" and c.words:
            layout = paper.layouts[c.page]
            own = layout.segments[layout.segment_of[c.words[-1]]]
            for under in layout.below(own, limit=1, reach=1.5):
                days = find_dates(under.text.raw)
                alone = len(days) == 1 and sum(x.isalnum() for x in under.text.raw) <= sum(
                    x.isalnum() for x in days[0].lido
                )
                level = abs(under.box[0] - own.box[0]) < 0.02
                if alone and level and under.index not in paper.marked[c.page].labels:
                    c = replace(c, score=c.score * 0.35)
        kept.append(c)
    paper.candidates = kept


_FROM_LINE = re.compile(r"(?:DE|DESDE|INICIO|INICIAL|A?PARTIRDE)$")
_UNTIL_LINE = re.compile(r"(?:ATE|A|FIM|FINAL|TERMINO)(?:ODIA)?$")


def _until_below(paper: Paper, number: int) -> Iterator[Candidate]:
    """Find the end of a period with a line for each of its days: ``De: 01/01/2026`` over ``Até: 31/12/2026``."""
    layout, marked = paper.layouts[number], paper.marked[number]
    for segment in layout.segments:
        last = _only_day(segment.text, _UNTIL_LINE)
        if last is None or segment.line == 0:
            continue
        above = [layout.segments[i] for i in layout.lines[segment.line - 1]]
        from_ = next((s for s in above if abs(s.box[0] - segment.box[0]) < 0.012 and s.cell == segment.cell), None)
        first = _only_day(from_.text, _FROM_LINE) if from_ is not None else None
        if from_ is None or first is None or first.data >= last.data or from_.line == 0:
            continue
        near = {i for line in (from_.line - 1, from_.line) for i in layout.lines[line] if i != from_.index}
        heads = [
            label
            for index in near
            for label in marked.labels.get(index, ())
            if label.alone and any(nome == "validade" for nome, _ in label.campos)
            if layout.segments[index].box[0] < from_.box[0] + 0.03
        ]
        if heads:
            words = segment.text.words_of(last.start, last.end)
            yield Candidate(
                "validade", last.data.isoformat(), last.lido, number, words, 0.9, "abaixo", last.reparado, False,
                heads[0].words,
            )  # fmt: skip


def _only_day(text: Text, before: re.Pattern[str]) -> DateMatch | None:
    days = [m for m in find_dates(text.raw) if m.precisao == "dia"]
    if len(days) != 1 or any(c.isalnum() for c in text.raw[days[0].end :]):
        return None
    return days[0] if before.fullmatch("".join(c for c in text.folded[: days[0].start] if c.isalpha())) else None


_LAST_DAY = re.compile(
    r"\b(?:VALID[AO]|VALIDADE|VIGENTE|VIGENCIA|VENCIMENTO|VENCE|EXPIRA)\b[\w\s,:.-]{0,30}?\b(?:ATE|EM)\s+(?:O\s+DIA\s+)?"
    r"(?P<d>(?:31|TRINTA E UM)\s*(?:/\s*12|(?:\([A-Z ]{5,20}\)\s*)?DE\s+DEZEMBRO)\s+(?:DO|DESTE|DE)\s+"
    r"(?:(?:CORRENTE|PRESENTE|MESMO|RESPECTIVO|ATUAL)\s+(?:ANO|EXERCICIO)|(?:ANO|EXERCICIO)\s+(?:EM CURSO|CORRENTE"
    r"|VIGENTE|A QUE SE REFERE|DE REFERENCIA|DE SUA (?:EMISSAO|EXPEDICAO))|ANO|EXERCICIO))"
    r"(?!\s*(?:DE\s+)?(?:SEGUINTE|SUBSEQUENTE|[0-9]))"
)


def _end_of_year(paper: Paper, number: int) -> Iterator[Candidate]:
    """Find ``até 31 de dezembro do corrente exercício``: the year is the paper's one exercise, or that of its issue."""
    text = paper.layouts[number].text
    for match in _LAST_DAY.finditer(text.folded):
        years = {m.ano for layout in paper.layouts for m in find_exercise(layout.text.raw)}
        years = years or {c.valor for c in paper.of("exercicio") if c.score >= _SURE}
        years = years or {int(c.valor[:4]) for c in paper.of("data_emissao") if c.score >= _SURE}
        if len(years) == 1 and not _NOT_ITS_END.search(_clause(text, match.start()).replace("\n", " ")):
            words = text.words_of(match.start("d"), match.end("d"))
            lido = " ".join(text.raw[match.start("d") : match.end("d")].split())
            yield Candidate("validade", f"{years.pop()}-12-31", lido, number, words, 0.88, "prazo")


def _is_range(text: Text, first: DateMatch, last: DateMatch) -> bool:
    between = text.folded[first.end : last.start]
    return last.data > first.data and _RANGE.fullmatch(between) is not None and between.strip() != ""


def _run(text: Text, date: int) -> _Run | None:
    """Return what runs into a date, or None where it is not said to be an end."""
    floor = max(0, date - _REACH)
    line = text.folded.rfind("\n", 0, date) + 1
    if line > floor:
        above = text.folded.rfind("\n", 0, line - 1) + 1
        if line - above < _PROSE or "\t" in text.folded[above:line]:
            floor = line
    kept = [i for i in range(floor, date) if text.folded[i].isalpha()]
    # A figure between is another value, but for a note such as "(1)".
    figures = [i for i in range(floor, date) if text.folded[i].isdigit()]
    squeezed = "".join(text.folded[i] for i in kept)
    found = _last(_RUNS_IN, squeezed) or _last(_GRANTED_UNTIL, squeezed)
    if found is None or _BEGINS.match(found.groupdict().get("resto") or ""):
        return None
    start = kept[found.start("fim")]
    if any(start < i for i in figures):
        return None
    glued = start > 0 and text.folded[start - 1].isalpha()
    if glued and not _LONG_WORDS.match(found["fim"]) or text.folded[max(0, start - 2) : start].endswith("IN"):
        return None
    if found["fim"] in ("VAL", "VALE", "VALID", "VENC", "VIGOR") and not _stands_alone(text, start, found["fim"]):
        return None
    between = text.folded[start:date]
    if between.count("\t") > 1 or between.count(".") - sum(len(dots) for dots in _LEADERS.findall(between)) > 2:
        return None
    return _Run(start, "\t" in between)


def _last(pattern: re.Pattern[str], squeezed: str) -> re.Match[str] | None:
    """Return the match that begins last: the word of validity nearest to the date."""
    best, at = None, 0
    while (found := pattern.search(squeezed, at)) is not None:
        best, at = found, found.start() + 1
    return best


def _stands_alone(text: Text, start: int, word: str) -> bool:
    """Tell whether a short form is a word of its own and not the beginning of another (``VALE DO RIO``)."""
    end = start + len(word)
    if text.folded[end : end + 1].isalpha():
        return False
    rest = text.folded[end : end + 8].lstrip()
    return rest[:1] in (".", ":") or rest[:1].isdigit() or rest.startswith(("ATE", "EM", "NO DIA"))


def _both(paper: Paper, number: int) -> Iterator[Candidate]:
    """Part the two dates of a label that announces both: the first is the issue, the second the end."""
    marked = paper.marked[number]
    for labels in marked.labels.values():
        for label in labels:
            if not {"data_emissao", "validade"} <= {nome for nome, _ in label.campos}:
                continue
            for region in regions(marked, label, 2):
                days = [m for m in find_dates(region.raw) if m.precisao == "dia" and not m.normativa]
                if len(days) != 2 or days[0].data >= days[1].data:
                    continue
                pair = dict(zip(("data_emissao", "validade"), days, strict=True))
                _drop_crossed(paper, number, label, pair)
                for nome, match in pair.items():
                    words = region.text.words_of(region.start + match.start, region.start + match.end)
                    worth = 0.93 * max(0.9, region.worth)
                    yield Candidate(
                        nome, match.data.isoformat(), match.lido, number, words, worth, region.place, match.reparado,
                        False, label.words,
                    )  # fmt: skip
                break


def _drop_crossed(paper: Paper, number: int, label: Label, pair: dict[str, DateMatch]) -> None:
    """Take away what the same label gave the other field."""
    paper.candidates = [
        replace(c, score=0.05)
        if c.page == number and c.label == label.words and c.campo in pair and c.valor != pair[c.campo].data.isoformat()
        else c
        for c in paper.candidates
    ]
