"""A certificate of the Junta Comercial: which Junta, and the partners in force with their documents.

Simplified certificates print the partners in a table or in a block for each; histories tell who came and who left. A
person named with a CPF is a partner unless the words before say otherwise (who asked for the certificate, who left, a
director of a S.A.).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docverify.documents import anchors as phrases
from docverify.documents import junta_marks, socios_entrada, stream
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_pessoas import Pessoa, find_people, name_after, same_person, unique
from docverify.documents.fields_prosa import name_before as company_before
from docverify.documents.stream import Stream
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.identifiers.cpf import find_cpfs
from docverify.values.text import fold

_NOT_PARTNER = re.compile(
    r"(?:EMITIDA\s+PARA|SOLICITAD[AO]\s+POR|SOLICITANTE|REQUERENTE|REQUERID[AO]\s+POR|SECRETARI[AO]|CONTADORA?|PROCURADORA?"
    r"|RETIRA-?\s?SE|RETIRANTE|EX-SOCI[AO]|DESLIGAD[AO]|ASSINAD[AO]\s+(?:DIGITALMENTE\s+)?POR|REPRESENTAD[AO]\s+POR)"
    r"[^;.]{0,60}$"
)
_LEAVES = re.compile(r"^[^\n]{0,120}\b(?:RETIR(?:OU|A)-?\s?SE|SAIDA\s*:?\s*(?:EM\s+)?\d|DESLIGOU|EX-SOCI)")
_HEADING = re.compile(
    r"(?:^|\n)[^\w\n]{0,6}(?P<dir>DIRETORIA|ADMINISTRADORES|CONSELHO[A-Z ]{0,40}|PROCURADOR(?:ES)?"
    r"|REPRESENTANTES?(?:\s+LEGA\w+)?)[^\w\n]{0,6}(?=\n)"
    r"|(?:^|\n)[^\w\n]{0,6}(?P<soc>(?:TITULAR|SOCI[OA]S?|QUADRO)\b[^\n]{0,90})(?=\n)"
)
_NAME_LABEL = re.compile(r"(?:^|[\n\t])[^\w\n]{0,4}NOME(?:\s+COMPLETO|\s+D[OA]\s+SOCI[OA])?\s*(?::\s*|[\n\t])")
_BEFORE = 90
_TOLD = 0.5


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``junta_comercial``, ``socios`` and the extra ``socios_entrada``.

    Args:
        paper: Pages of a ``certidao_junta``.
    """
    text = stream.build(paper.layouts, margins=True)
    # Terms and "indeterminado" are the company's duration here, hardly ever the paper's validity.
    paper.candidates = [
        c
        for c in paper.candidates
        if c.campo != "prazo_indeterminado" and (c.campo != "validade" or c.place in ("depois", "direita", "prosa"))
    ]
    _without_runs(paper)
    name, span = junta_marks.name_of(text.folded[:6000])
    if name:
        yield text.candidate("junta_comercial", name, *span, 0.93)
    partners = _partners(text)
    if not partners:
        return
    value = [{"nome": p.nome, **({"documento": p.documento} if p.documento else {})} for p in partners]
    lido = "; ".join(p.nome for p in partners)
    score = 0.93 * min(p.certeza for p in partners)
    yield text.candidate("socios", value, partners[0].start, partners[0].end, score, lido=lido)
    entered = socios_entrada.find(text, [(p.nome, p.start, p.end) for p in partners])
    if entered is not None:
        yield entered


def _without_runs(paper: Paper) -> None:
    """Take out names that swallowed a label beside them where a label gives the name alone (``X LTDA NIRE``)."""
    told = [fold(str(c.valor)) for c in paper.of("razao_social") if c.label and c.score >= _TOLD]
    kept = []
    for candidate in paper.candidates:
        name = fold(str(candidate.valor)) if candidate.campo == "razao_social" and not candidate.label else ""
        if not any(name != short and short in name for short in told):
            kept.append(candidate)
    paper.candidates = kept


def _partners(text: Stream) -> list[Pessoa]:
    anchors = phrases.load("contrato_social", "frases.toml").find(text.folded)
    people = [*find_people(text, anchors), *_in_blocks(text), *_companies(text)]
    kept: list[Pessoa] = []
    gone: list[str] = []
    for person in sorted(people, key=lambda p: p.start):
        before = text.folded[max(0, person.start - _BEFORE) : person.start]
        if "RETIRA" in before[-40:] or _LEAVES.match(text.folded, person.end):
            gone.append(person.nome)
            continue
        if _NOT_PARTNER.search(before) or _under_directors(text, person.start) or person.documento is None:
            continue
        kept.append(person)
    return unique([p for p in kept if not any(same_person(p.nome, g) for g in gone)])


def _under_directors(text: Stream, at: int) -> bool:
    """Tell whether the nearest heading above names directors or proxies, not partners."""
    last = None
    for heading in _HEADING.finditer(text.folded, 0, at):
        last = heading
    return last is not None and last.group("dir") is not None


def _in_blocks(text: Stream) -> Iterator[Pessoa]:
    """People in blocks of their own: ``NOME`` over the name, the CPF some lines below under its own label."""
    cpfs = [c for c in find_cpfs(text.raw) if c.valido]
    names: list[tuple[int, int]] = []
    for label in _NAME_LABEL.finditer(text.folded):
        span = name_after(text, label.end())
        if span is None or span[0] - label.end() > 4:
            span = _under(text, label.end())
        if span is not None:
            names.append(span)
    for number, span in enumerate(names):
        limit = names[number + 1][0] if number + 1 < len(names) else span[1] + 500
        own = [c for c in cpfs if span[1] <= c.start < min(limit, span[1] + 500)]
        if len(own) == 1:
            nome = " ".join(text.raw[span[0] : span[1]].split())
            yield Pessoa(nome, *span, own[0].end, own[0].valor, (own[0].start, own[0].end), 0.9)


def _under(text: Stream, at: int) -> tuple[int, int] | None:
    """Return the name at the beginning of the line under a table's head."""
    line = text.raw.find("\n", max(0, at - 1))
    span = name_after(text, line + 1) if line >= 0 else None
    return span if span is not None and span[0] - line <= 3 else None


def _companies(text: Stream) -> Iterator[Pessoa]:
    """Partners that are companies: a name with a suffix right before its CNPJ, under a heading of partners."""
    headings: Sequence[int] = [h.end() for h in _HEADING.finditer(text.folded) if h.group("soc") is not None]
    for match in find_cnpjs(text.raw):
        if not match.valido or not any(end <= match.start for end in headings):
            continue
        line = text.folded.rfind("\n", 0, match.start) + 1
        label = re.search(r"[\s,;:\t\-–(]*(?:CNPJ|CGC)?(?:/MF)?\W*(?:N\W{0,3})?$", text.folded[line : match.start])
        span = company_before(text, line + (label.start() if label else match.start - line))
        if span is None or span[0] < line:
            continue
        name = text.folded[span[0] : span[1]]
        if re.search(r"\b(?:LTDA|LIMITADA|S\s?[./]?\s?A|EIRELI)\b", name):
            nome = " ".join(text.raw[span[0] : span[1]].split())
            yield Pessoa(nome, *span, match.end, match.valor, (match.start, match.end), 0.85)
