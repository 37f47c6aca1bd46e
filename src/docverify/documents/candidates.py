"""Every value that a page offers for each field, with where it stands and how much speaks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from docverify.documents.context import Context, read_context
from docverify.documents.finder import finder
from docverify.documents.kinds import Parsed
from docverify.documents.labels import Hit, Label, Marked
from docverify.documents.layout import PageLayout
from docverify.documents.patterns import Campo, Padroes, load
from docverify.documents.regions import Region, regions
from docverify.documents.registry import FREE_TEXT, KINDS
from docverify.documents.wraps import marked_ends
from docverify.values.text import fold_same_length

_PROSE_REACH = {True: 4, False: 48}
"""Characters between an announcing phrase and its value: none to speak of for free text."""
_PROSE_WINDOW = {True: 420, False: 130}
_WRAP = re.compile(r"(?<!-)\n")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible value of a field.

    Attributes:
        campo: Name of the field (``endereco.cep`` for a part).
        valor: Normal form.
        lido: As it stands on the paper.
        page: Index into the document's layouts.
        words: Indexes into that page's words.
        score: 0..1, how much speaks for it, the reader's confidence left aside.
        place: ``depois``, ``direita``, ``abaixo``, ``prosa``, ``solto`` or what a field module says.
        reparado: Look-alike characters were replaced.
        checked: Check digits or a closed list confirm the reading.
        label: Words of its label, for those who need to know what stands together.
    """

    campo: str
    valor: Any
    lido: str
    page: int
    words: tuple[int, ...]
    score: float
    place: str = ""
    reparado: bool = False
    checked: bool = False
    label: frozenset[int] = frozenset()


@dataclass(slots=True)
class Paper:
    """All pages of one document with what the patterns found; what field modules work on.

    Attributes:
        tipo: Its type.
        padroes: The type's patterns.
        layouts: Its pages in order (maybe of several files).
        marked: Labels and phrases of each page.
        contexts: Headings and issuers of each page.
    """

    tipo: str
    padroes: Padroes
    layouts: tuple[PageLayout, ...]
    marked: tuple[Marked, ...] = ()
    contexts: tuple[Context, ...] = ()
    candidates: list[Candidate] = field(default_factory=list)

    def of(self, campo: str) -> list[Candidate]:
        """Return the candidates of a field found so far."""
        return [c for c in self.candidates if c.campo == campo]


_LETTERHEAD, _FOOT = 0.2, 0.9
"""Fractions of the page's height."""
_SENTENCE = 60
"""Letters of a line of running text, which no line of a letterhead has."""
_TELLING = 3
"""Words with which an announcing phrase says itself whose number follows."""
_RIGHT_BEHIND = 2
"""Letters of a number sign between a label and its value."""
_LONG = 6
"""Words of a segment with which it is running text: a label's word at the end of its line announces nothing."""
_PERIOD = re.compile(r"(?:\b(?:de|desde)\s+)?\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s*(?:a|até|ao?|e|-|–)\s*$", re.IGNORECASE)
"""The beginning of a period before its end."""
_DATES = frozenset(("data", "validade"))
_CHECKED = frozenset(("cnpj", "cpf", "cnae", "cnaes", "opcao"))


def read(tipo: str, layouts: tuple[PageLayout, ...]) -> Paper:
    """Mark the pages of a document and collect the candidates of all fields of its patterns."""
    padroes = load(tipo)
    find = finder(tipo)
    marked = tuple(find.mark(layout) for layout in layouts)
    paper = Paper(tipo, padroes, layouts, marked, tuple(read_context(m) for m in marked))
    # The name comes first: a telling word ("DISTRIBUIDORA") within it says nothing of what stands beside it.
    for number in range(len(layouts)):
        paper.candidates.extend(_announced(paper, number, names=True))
    _know_own_name(paper)
    for number in range(len(layouts)):
        paper.candidates.extend(_on_page(paper, number))
    return paper


_GRANTS = re.compile(r"(?:CONCED|OUTORG|EXPEDI|EXPEDE|AUTORIZ|LICENCI|CERTIFI|ATEST)\w*\b")
_NAMES = frozenset(("razao_social", "nome_fantasia"))
_OWN_NAME = 0.6
"""Least score of a name that is surely the establishment's."""


def _know_own_name(paper: Paper) -> None:
    """Mark the words of the establishment's name wherever it stands on the paper."""
    names = {
        _letters(c.lido): c for c in paper.candidates if c.campo in _NAMES and c.score >= _OWN_NAME and len(c.lido) >= 8
    }
    for number, context in enumerate(paper.contexts):
        own = {w for c in names.values() if c.page == number for w in c.words}
        for segment in paper.layouts[number].segments:
            text = segment.text.folded
            for name in names.values():
                at = text.find(fold_same_length(name.lido))
                if at >= 0:
                    own.update(segment.text.words_of(at, at + len(name.lido)))
        context.own_words = frozenset(own)


def _letters(raw: str) -> str:
    return "".join(c for c in fold_same_length(raw) if c.isalnum())


def _announced(paper: Paper, number: int, *, names: bool) -> Iterator[Candidate]:
    """Values of labels and phrases, of the fields that are names or of all others."""
    marked = paper.marked[number]
    for index in sorted(marked.labels):
        for label in marked.labels[index]:
            for nome, weight in label.campos:
                campo = paper.padroes.campo[nome]
                if campo.especie in KINDS and (nome in _NAMES) == names:
                    yield from _of_label(paper, number, label, nome, campo, weight)
    yield from _of_prose(paper, number, names=names)


def _on_page(paper: Paper, number: int) -> Iterator[Candidate]:
    yield from _announced(paper, number, names=False)
    for nome, campo in paper.padroes.campo.items():
        if campo.solto > 0 and campo.especie in KINDS:
            yield from _loose(paper, number, nome, campo)


def _of_label(paper: Paper, number: int, label: Label, nome: str, campo: Campo, weight: float) -> Iterator[Candidate]:
    marked = paper.marked[number]
    layout = marked.layout
    free = campo.especie in FREE_TEXT
    in_prose = len(layout.segments[label.segment].text.words) > _LONG
    for region in regions(marked, label, campo.linhas):
        if free and not (label.first or label.colon) and (region.place == "depois" or in_prose):
            continue
        if in_prose and region.place in ("abaixo", "direita") and not (label.first or label.colon):
            continue  # a sentence goes on with the next line's first word, not with what stands under its last
        raw = marked_ends(layout, region) if campo.especie == "endereco" else region.raw
        parsed = KINDS[campo.especie](raw, campo)
        for rank, value in enumerate(parsed[:3]):
            candidate = _without_speck(layout, _candidate(paper, number, nome, campo, region, value))
            before = _PERIOD.sub("", raw[: value.start]) if campo.especie == "validade" else raw[: value.start]
            distance = _strange(before)
            weighed = max(weight, _SURER) if nome == "razao_social" and _is_a_company(layout, label, value) else weight
            worth = region.worth * weighed * label.quality * value.worth * 0.85**rank
            worth *= max(0.35, 1.0 - distance / 60)
            if campo.especie in _DATES and "\n" in before.strip("\n"):
                worth *= 0.4  # what stands on its first line is a label's value, a day on a later one hardly
            start = layout.offset_of[min(label.words, key=layout.offset_of.__getitem__)]
            end = layout.offset_of[candidate.words[0]] if region.place == "depois" else start
            end = max(end, start + 1)
            worth *= paper.contexts[number].factor(campo, nome, start, end, len(label.words))
            yield replace(candidate, score=min(1.0, worth), label=label.words)


_SURER = 0.85
_NO_OWNER = re.compile(r"PROPRIETARI|RESPONSAVEL|ENTIDADE|EMPREENDIMENTO|USUARI|OCUPANTE")


def _is_a_company(layout: PageLayout, label: Label, value: Parsed) -> bool:
    """Tell whether a weak label ("Empresa", "Interessado") stands by what is a company's name by its kind."""
    told = " ".join(fold_same_length(layout.page.words[word].text) for word in sorted(label.words))
    return value.worth >= 1.0 and _NO_OWNER.search(told) is None


_SPECKED = frozenset(("razao_social", "nome_fantasia", "endereco.bairro", "endereco.municipio"))
"""Names that do not end in a lone letter; a complement ("LOJA A") does."""
_SPECK = 0.92


def _is_lettered(before: list[str]) -> bool:
    """Tell whether a lone letter goes with the word before it: ``S A``, ``SETOR B``."""
    return bool(before) and fold_same_length(before[0]).strip(".") in _LETTERED


_LETTERED = frozenset(("S", "SETOR", "QUADRA", "ZONA", "BLOCO", "LOTE", "GLEBA", "VILA", "AREA", "ETAPA", "PARTE", "E"))


def _without_speck(layout: PageLayout, candidate: Candidate) -> Candidate:
    """Drop a last word of one doubted letter: a rule or a stain beside the line (``ZONA RURAL L``)."""
    words = candidate.words
    if candidate.campo not in _SPECKED or len(words) < 2 or not isinstance(candidate.valor, str):
        return candidate
    last = layout.page.words[words[-1]]
    before = candidate.valor.split()[-2:-1]
    if len(last.text) != 1 or not last.text.isalpha() or last.confidence >= _SPECK or _is_lettered(before):
        return candidate
    if last.text in "IVX":
        return candidate  # a Roman number
    if not candidate.valor.endswith(f" {last.text}"):
        return candidate
    return replace(candidate, valor=candidate.valor[:-2].rstrip(), lido=candidate.lido[:-2].rstrip(), words=words[:-1])


def _strange(before: str) -> int:
    """Count the characters between label and value that say something."""
    return sum(c.isalnum() for c in before)


def _of_prose(paper: Paper, number: int, *, names: bool) -> Iterator[Candidate]:
    """Values that a phrase announces in running text; also labels within a sentence, for kinds with a shape."""
    marked = paper.marked[number]
    text = marked.layout.text
    for hit in marked.hits:
        campo = paper.padroes.campo.get(hit.campo)
        if campo is None or campo.especie not in KINDS or hit.papel not in ("prosa", "rotulo"):
            continue
        if (hit.campo in _NAMES) != names:
            continue
        free = campo.especie in FREE_TEXT
        if free and (hit.papel == "rotulo" or _labelled(marked, hit)):
            continue
        end = min(len(text.raw), hit.end + _PROSE_WINDOW[free])
        if free:
            end = min(end, _next_label(marked, hit.end))
        raw = text.raw[hit.end : end].replace("\t", " ")
        if campo.especie == "endereco":
            # In a sentence the end of a line says nothing (the hyphen of a parted word needs it).
            raw = _WRAP.sub(" ", raw)
        for value in KINDS[campo.especie](raw, campo)[:1]:
            before = text.raw[hit.end : hit.end + value.start]
            distance = _strange(before)
            if distance > _PROSE_REACH[free]:
                continue
            region = Region(text, hit.end, end, 1.0, "prosa")
            candidate = _candidate(paper, number, hit.campo, campo, region, value)
            # A number whose check digits hold, right behind the label within a sentence, is that label's.
            shown = campo.especie in _CHECKED and value.worth >= 0.9 and distance <= _RIGHT_BEHIND
            shown = shown and _in_body(marked.layout, text.words_of(hit.start, hit.end))
            worth = (0.93 if hit.papel == "prosa" else 0.85 if shown else 0.6) * hit.quality
            worth *= value.worth * max(0.4, 1 - distance / 80)
            if not free and ("\t" in before or "\n" in before) and _labelled(marked, hit):
                worth *= 0.4  # a form's label: geometry knows which of the next cells is its value
            factor = paper.contexts[number].factor(campo, hit.campo, hit.start, hit.end + value.start)
            # "A Prefeitura Municipal concede licença a ...": who is named behind the verb is not who grants.
            if hit.campo == "numero" and hit.papel == "prosa" and hit.size >= _TELLING:
                factor = max(factor, 0.9)  # "o pedido de renovação do AVCB, que tomou o nº 123": the request's
            granted = hit.campo in _NAMES and hit.papel == "prosa" and _GRANTS.match(text.folded, hit.start)
            worth *= max(0.95, factor) if granted else factor
            label = frozenset(text.words_of(hit.start, hit.end))
            yield replace(candidate, score=min(1.0, worth), label=label)


def _in_body(layout: PageLayout, words: tuple[int, ...]) -> bool:
    """Tell whether words stand neither in a letterhead nor in a foot line, where offices print their own numbers."""
    box = layout.box_of(words)
    sentence = layout.segments[layout.segment_of[words[0]]].block
    told = max(sum(c.isalpha() for c in layout.segments[i].text.raw) for i in layout.blocks[sentence])
    return (box[1] > _LETTERHEAD and box[3] < _FOOT) or told > _SENTENCE


def _next_label(marked: Marked, offset: int) -> int:
    """Return the offset of the next line that begins with a form's label: running text ends there."""
    layout = marked.layout
    for row in layout.lines[layout.line_at(offset) :]:
        starts = [
            layout.offset_of[layout.segments[index].text.words[0]]
            for index in row
            if index in marked.labels and marked.labels[index][0].first
            if marked.labels[index][0].colon or marked.labels[index][0].alone
        ]
        after = [start for start in starts if start > offset]
        if after:
            return min(after)
    return len(layout.text.raw)


def _labelled(marked: Marked, hit: Hit) -> bool:
    """Tell whether an announcing phrase is a form's label here: then its value has been found by its place."""
    words = set(marked.layout.text.words_of(hit.start, hit.end))
    labels = (
        label for group in marked.labels.values() for label in group if label.first and (label.colon or label.alone)
    )
    return any(words & label.words for label in labels)


def _loose(paper: Paper, number: int, nome: str, campo: Campo) -> Iterator[Candidate]:
    """Values without any label."""
    text = paper.layouts[number].text
    for value in KINDS[campo.especie](text.raw, campo):
        region = Region(text, 0, len(text.raw), 1.0, "solto")
        candidate = _candidate(paper, number, nome, campo, region, value)
        worth = campo.solto * value.worth
        worth *= paper.contexts[number].factor(campo, nome, value.start, value.end)
        yield replace(candidate, score=worth)


def _candidate(paper: Paper, number: int, nome: str, campo: Campo, region: Region, value: Parsed) -> Candidate:
    start, end = region.start + value.start, region.start + value.end
    words = region.text.words_of(start, end)
    lido = " ".join(region.text.raw[start:end].split())
    checked = campo.especie in _CHECKED and value.worth >= 0.9
    return Candidate(nome, value.valor, lido, number, words, 0.0, region.place, value.reparado, checked)
