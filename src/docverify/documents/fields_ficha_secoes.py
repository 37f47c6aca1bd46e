"""Parts of a fuel agent's Ficha that come in any number (access roads, branches, States, partners), and its modality.

Forms head each part (``VIAS DE ACESSO``, ``FILIAIS``, ``ESTADOS ONDE ATUA``, ``SÓCIOS``); what stands under a head, up
to the next one, belongs to it and to nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from docverify.documents import anchors as phrases
from docverify.documents import fields_ficha_vias as vias
from docverify.documents import socios_entrada, stream
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_pessoas import Pessoa, find_people, name_after, name_before, unique
from docverify.documents.fields_prosa import name_before as company_before
from docverify.documents.kinds import inscricao_estadual
from docverify.documents.patterns import Campo
from docverify.documents.stream import Stream
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.identifiers.cpf import find_cpfs
from docverify.values.text import fold
from docverify.values.ufs import UF_NAMES, UFS

_NUMBERED = (
    r"[^\w\n]{0,4}(?:(?:QUADRO|SECAO|PARTE|CAMPO|BLOCO|ITEM)\s+(?!SOC|DE\s+SOC))?"
    r"(?:(?:\d{1,2}|[IVX]{1,4}|[A-H])(?:[\s.)\-–:]{1,4}))?"
)
_HEADS = {
    "socios": re.compile(
        rf"{_NUMBERED}(?:(?:DADOS|IDENTIFICACAO|RELACAO|QUALIFICACAO)\s+D[OA]S?\s+)?"
        r"(?:QUEM\s+(?:SAO|E|EH)\s+[OA]S?\s+)?(?:QUADRO\s+(?:SOCIETARIO|DE\s+SOCIOS|SOCIAL)|COMPOSICAO\s+SOCIETARIA|SOCI[OA]S\b(?!-)"
        r"|SOCI[OA]\b\s{0,3}(?:N\W{0,3})?\d{0,2}\s{0,3}(?:[:\t(]|$|CPF|CNPJ|NOME|DOCUMENTO)|QUOTISTAS\b|ACIONISTAS\b)"
    ),
    "filiais": re.compile(
        rf"{_NUMBERED}(?:(?:DADOS|IDENTIFICACAO|RELACAO)\s+D[AE]S?\s+)?(?:FILIA(?:IS|L)\b|ESTABELECIMENTOS?\s+FILIA)"
    ),
    "vias": re.compile(
        rf"{_NUMBERED}(?:ENDERECOS?\s+D[AE]S?\s+)?(?:(?:DEMAIS|OUTRAS|OUTROS)\s+)?"
        r"(?:VIAS?\s+DE\s+ACESSO|VIAS?\s+SECUNDARIAS?|(?<=DEMAIS\s)VIAS|(?<=OUTRAS\s)VIAS|(?<=DEMAIS\s)ACESSOS"
        r"|(?<=OUTROS\s)(?:ENDERECOS|ACESSOS))"
    ),
    "estados": re.compile(
        rf"{_NUMBERED}(?:(?:ESTADOS?(?:\s*\(S\))?|UNIDADES?\s+DA\s+FEDERACAO|UFS?)"
        r"\s+(?:ONDE|EM\s+QUE|NOS?\s+QUA(?:L|IS)|DE|NA\s+QUAL)\s+(?:A\s+EMPRESA\s+)?(?:JA\s+)?(?:ATU|OPER|EXERC|PRETEND)\w*"
        r"|AREA\s+DE\s+(?:ATUACAO|OPERACAO)|(?:UF|ESTADOS?)\s+DE\s+ATUACAO)"
    ),
    "outra": re.compile(
        rf"{_NUMBERED}(?:RESPONSAVEL|PREENCHID|DECLARANTE|DECLARO|ENDERECO|IDENTIFICACAO|DADOS|MODALIDADE|TIPO\s+DE|DISTRIBUIDOR"
        r"|TANCAGEM|TANQUES|EQUIPAMENTOS|LOCAL\b|ASSINATURA|OBSERV|OPCAO|REPRESENTANTE|PROCURADOR|DIRETOR|ADMINISTRADOR"
        r"|ATIVIDADE|BANDEIRA|MARCA|CAPACIDADE|INSTALACOES|PRODUTOS|EMBARCACAO|TELEFONE"
        r"|LOGRADOURO\b(?!\s*\t)|DATA\s*:|[A-Z' ]{3,40}(?:\s?[-/(,]\s?[A-Z]{2}\)?)?\s?,\s?\d{1,2}(?:/|\s+DE))"
    ),
}
_MARKED = r"[(\[{]\s*[X✓✔☒■*]\s*[)\]}]|[☒☑■✓✔]"
_BOX = re.compile(rf"(?P<on>{_MARKED})|[(\[{{]\s*[)\]}}]|[☐□]")
_MODALITY = re.compile(
    r"(?:^|[\n\t])[^\w\n]{0,4}(?:(?:CAMPO\s+)?[\dA-H]{1,2}\W{1,4})?(?:MODALIDADE"
    r"|TIPO\s+DE\s+(?:POSTO|REVENDA|REVENDEDOR|INSTALACAO))\b[^\n:\t]{0,40}[:\n\t ]"
)
_KINDS = (
    ("flutuante", re.compile(r"FLUTUANTE")),
    ("maritima", re.compile(r"MARITIM")),
    ("gnv", re.compile(r"\bGNV\b|GAS\s+NATURAL")),
    ("automotivos", re.compile(r"AUTOMOTIV|TERRESTRE|COMBUSTIVEIS")),
)
_ROAD, _STATES = 400, 420
_IE = Campo(especie="ie")
_OF_OTHERS = frozenset(
    [
        "cnpj",
        "razao_social",
        "nome_fantasia",
        "inscricao_estadual",
        "telefone",
        "endereco",
        "data",
        "local",
        "responsavel",
    ]
)


@dataclass(frozen=True, slots=True)
class Secao:
    """A part of the form: its kind, where its head begins, where its content begins and ends."""

    nome: str
    head: int
    start: int
    end: int


def prepare(paper: Paper) -> None:
    """Lower what stands in a part of many, before the form's own address is put together of its parts."""
    text = stream.build(paper.layouts, margins=True)
    _lower(paper, text, sections(text))


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``vias_de_acesso``, ``filiais``, ``estados_onde_atua``, ``socios`` and the extra ``modalidade``.

    Args:
        paper: Pages of a ``ficha_cadastral``.
    """
    text = stream.build(paper.layouts, margins=True)
    parts = sections(text)
    _lower(paper, text, parts)
    yield from vias.find(text, [(p.start, p.end) for p in parts if p.nome == "vias"])
    yield from _filiais(text, parts)
    yield from _estados(text, parts)
    yield from _socios(text, parts)
    yield from _modalidade(text)


def sections(text: Stream) -> list[Secao]:
    """Return the parts of the form that have heads, in order of place."""
    heads: list[tuple[str, int, int]] = []
    offset = 0
    for line in text.folded.split("\n"):
        for nome, pattern in _HEADS.items():
            match = pattern.match(line)
            if match and not (nome == "outra" and heads and heads[-1][0] == "vias" and vias.is_row(line)):
                heads.append((nome, offset, offset + match.end()))
                break
        offset += len(line) + 1
    found = []
    for number, (nome, head, start) in enumerate(heads):
        end = heads[number + 1][1] if number + 1 < len(heads) else len(text.raw)
        if nome != "outra":
            found.append(Secao(nome, head, start, end))
    return found


def _lower(paper: Paper, text: Stream, parts: list[Secao]) -> None:
    """Lower what was taken for the form's own single values within a part of many."""
    inside = {place for p in parts for place in text.words_of(p.head, p.end)}
    paper.candidates = [
        replace(c, score=c.score * 0.1)
        if c.campo.split(".")[0] in _OF_OTHERS and c.words and all((c.page, w) in inside for w in c.words)
        else c
        for c in paper.candidates
    ]


def _filiais(text: Stream, parts: list[Secao]) -> Iterator[Candidate]:
    """Find the branches: each CNPJ with the State and the registration that stand beside it."""
    entries: list[dict[str, str]] = []
    spans: list[tuple[int, int]] = []
    for part in [p for p in parts if p.nome == "filiais"]:
        numbers = [m for m in find_cnpjs(text.raw[part.start : part.end]) if m.valido]
        for number, match in enumerate(numbers):
            at, end = part.start + match.start, part.start + match.end
            line = text.raw.rfind("\n", 0, at) + 1
            last = part.start + numbers[number - 1].end if number else part.start
            after = part.start + numbers[number + 1].start if number + 1 < len(numbers) else part.end
            stop = text.raw.find("\n", end)
            stop = (
                after
                if stop < 0
                else min(after, stop if "\t" in text.raw[line:stop] else max(stop, _second(text.raw, stop)))
            )
            before, behind = text.raw[max(line, last) : at], text.raw[end:stop]
            entry = {"cnpj": match.valor}
            registration = next(
                (p for raw in (behind, before) for p in inscricao_estadual(raw, _IE) if p.worth >= 0.75), None
            )
            if registration is not None:
                entry["inscricao_estadual"] = str(registration.valor)
            uf = _one_state(behind) or _one_state(before)
            if uf:
                entry["uf"] = uf
            entries.append(entry)
            spans.append((max(line, last), stop))
    if entries:
        lido = "; ".join(" ".join(text.raw[a:b].split()) for a, b in spans)
        yield text.candidate("filiais", entries, *spans[0], 0.88, lido=lido, checked=True)


def _second(raw: str, at: int) -> int:
    """Return the end of the line behind the one that ends at an offset."""
    end = raw.find("\n", at + 1)
    return end if end >= 0 else len(raw)


def _one_state(raw: str) -> str | None:
    found = [m.group() for m in re.finditer(r"(?<![A-Z])[A-Z]{2}(?![A-Z])", raw) if m.group() in UFS]
    if found:
        return found[-1]
    names = _names(fold(raw))
    return names[-1] if names else None


def _names(folded: str) -> list[str]:
    """Return the States named in full, in order; the longer name first where one holds another."""
    seen: list[tuple[int, str]] = []
    rest = folded
    for uf, name in sorted(UF_NAMES.items(), key=lambda item: -len(item[1])):
        for match in re.finditer(rf"(?<![A-Z]){fold(name)}(?![A-Z])", rest):
            seen.append((match.start(), uf))
        rest = re.sub(rf"(?<![A-Z]){fold(name)}(?![A-Z])", lambda m: "_" * len(m.group()), rest)
    return [uf for _, uf in sorted(seen)]


def _estados(text: Stream, parts: list[Secao]) -> Iterator[Candidate]:
    """Find the States in which the company works: marked boxes where there are boxes, else all that are named."""
    for part in [p for p in parts if p.nome == "estados"]:
        end = min(part.end, part.start + _STATES)
        raw = text.raw[part.start : end]
        boxes = list(_BOX.finditer(raw.upper()))
        if len(boxes) >= 2:
            limits = [b.start() for b in boxes[1:]] + [len(raw)]
            pieces = [raw[b.end() : limit] for b, limit in zip(boxes, limits, strict=True) if b.group("on")]
        else:
            pieces = [raw]
        ufs = [uf for piece in pieces for uf in _states_in(piece)]
        value = list(dict.fromkeys(ufs))
        if value:
            yield text.candidate("estados_onde_atua", value, part.start, part.start + len(raw.rstrip()), 0.88)
            return


def _states_in(piece: str) -> list[str]:
    siglas = [m.group() for m in re.finditer(r"(?<![A-Z])[A-Z]{2}(?![A-Z])", piece) if m.group() in UFS]
    return siglas or _names(fold(piece))


def _socios(text: Stream, parts: list[Secao]) -> Iterator[Candidate]:
    """Find the partners with document and day of entry."""
    anchors = phrases.load("contrato_social", "frases.toml").find(text.folded)
    people: list[Pessoa] = []
    for part in [p for p in parts if p.nome == "socios"]:
        people.extend(find_people(text, anchors, part.head, part.end))
        people.extend(_companies(text, part))
        people.extend(_rows(text, part, {p.documento for p in people}))
    people = unique(sorted((p for p in people if p.documento), key=lambda p: p.start))
    if not people:
        return
    entered = socios_entrada.find(text, [(p.nome, p.start, p.end) for p in people], since=True)
    days = {e["nome"]: e["data_entrada"] for e in entered.valor} if entered else {}
    value: list[dict[str, Any]] = []
    for person in people:
        entry: dict[str, Any] = {"nome": person.nome, "documento": person.documento}
        if person.nome in days:
            entry["data_entrada"] = days[person.nome]
        value.append(entry)
    score = 0.93 * min(p.certeza for p in people)
    yield text.candidate("socios", value, people[0].start, people[0].end, score, lido="; ".join(p.nome for p in people))


_TO_CPF = re.compile(r"[\s\-–—(:,;.|]*(?:C\.?P\.?F\.?(?:\s?/\s?(?:MF|CNPJ))?|CIC)?[\s\-–—(:,;.|]*(?:N\W{0,3})?$")


def _rows(text: Stream, part: Secao, known: Collection[str | None]) -> Iterator[Pessoa]:
    """Find people one to a line, with a dash to their CPF (``FULANA - 390...``) or the CPF before the name."""
    for match in find_cpfs(text.raw[part.start : part.end]):
        at, end = part.start + match.start, part.start + match.end
        if not match.valido or match.valor in known:
            continue
        line = text.raw.rfind("\n", 0, at) + 1
        led = _TO_CPF.search(text.folded, line, at)
        span = name_before(text, led.start() if led else at)
        if span is None or span[0] < line:
            stop = text.raw.find("\n", end)
            span = name_after(text, end) if not any(c.isalpha() for c in text.raw[line : line + 3]) else None
            if span is None or span[0] - end > 4 or (0 <= stop < span[1]):
                continue
        nome = " ".join(text.raw[span[0] : span[1]].split()).strip(" .,;:-–—")
        yield Pessoa(nome, *span, max(end, span[1]), match.valor, (at, end), 0.9)


def _companies(text: Stream, part: Secao) -> Iterator[Pessoa]:
    for match in find_cnpjs(text.raw[part.start : part.end]):
        at, end = part.start + match.start, part.start + match.end
        line = text.folded.rfind("\n", 0, at) + 1
        label = re.search(r"[\s,;:\t\-–(]*(?:CNPJ|CGC)?(?:/MF)?\W*(?:N\W{0,3})?$", text.folded[line:at])
        span = company_before(text, line + label.start() if label else at)
        if span is not None and span[0] >= part.head and match.valido:
            nome = " ".join(text.raw[span[0] : span[1]].split())
            yield Pessoa(nome, *span, end, match.valor, (at, end), 0.85)


def _modalidade(text: Stream) -> Iterator[Candidate]:
    """Find the kind of fuel station: the option of the one marked box, else the only kind that the value names.

    Empty boxes are often not read at all; so a marked box speaks for the option nearest to it, and of several options
    without any mark none is taken.
    """
    for label in _MODALITY.finditer(text.folded):
        end = min(len(text.raw), label.end() + 260)
        folded = text.folded[label.end() : end]
        marks = [b for b in _BOX.finditer(folded) if b.group("on")]
        if len(marks) > 1:
            continue
        if marks:
            value = _marked_option(folded, marks[0])
        else:
            line = folded.lstrip("\n\t :").split("\n")[0]
            named = {name for _, name in _kinds_in(line)}
            value = named.pop() if len(named) == 1 else None
        if value is not None:
            yield text.candidate("modalidade", value, label.start(), min(end, label.end() + 80), 0.86, checked=True)
            return


def _marked_option(folded: str, mark: re.Match[str]) -> str | None:
    """Return the option that a marked box belongs to: behind it, or before it where options come first."""
    first = re.search(r"[^\W\d_]{3,}", folded)
    if first is not None and first.start() < mark.start() and _kinds_in(folded[: mark.start()]):
        leads = [b.end() for b in _BOX.finditer(folded, 0, mark.start())]
        line = folded.rfind("\n", 0, mark.start()) + 1
        boxed = bool(leads) and leads[0] <= first.start()
        rest = _kinds_in(re.split(r"[\t\n]", folded[mark.end() :])[0])
        if not boxed and not rest:
            before = _kinds_in(folded[max([line, *leads]) : mark.start()])
            return before[-1][1] if before else None
    behind = _BOX.split(folded[mark.end() :])[0]
    options = _kinds_in(re.split(r"[\t\n]", behind.lstrip("\t\n "))[0])
    return options[0][1] if options else None


def _kinds_in(folded: str) -> list[tuple[int, str]]:
    """Return the kinds named, in order of place; "posto revendedor de combustíveis" before another kind is none."""
    found = [(m.start(), name) for name, pattern in _KINDS for m in pattern.finditer(folded)]
    special = any(name != "automotivos" for _, name in found)
    plain = re.search(r"AUTOMOTIV|TERRESTRE", folded)
    return sorted(f for f in found if f[1] != "automotivos" or not special or plain)
