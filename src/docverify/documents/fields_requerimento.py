"""To whom an application is addressed, and who signs it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.anchors import Anchor
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_pessoas import find_people, name_after, name_before, same_person
from docverify.documents.kinds_endereco import endereco
from docverify.documents.kinds_texto import empresa
from docverify.documents.stream import Stream
from docverify.values.identifiers import find_cnpjs

_ADDRESSED = re.compile(
    r"^\W*(?:(?:A|AO|AOS|AS|À)\s+(?=\S)|ILM[OA]S?\b|EXM[OA]S?\b|ILUSTR|EXCELENT|SENHOR(?:A|ES)?\b|PREZAD"
    r"|DESTINAT|PARA\s*[:\t]|A/C\b|AGENCIA\s+NACIONAL|ENTIDADE\s+CADASTRADORA)"
)
_LABEL = re.compile(r"^\W*(?:DESTINATARI[OA]|PARA)\s*[:\t\-–]?\s*")
_HEAD_LABEL = re.compile(
    r"^\W*(?:A|AO|AOS|AS)\s+(?:EMPRESA|REQUERENTE|SOCIEDADE|FIRMA|SEGUINTE|ABAIXO|PRESENTE"
    r"|SIGNATARI|INTERESSAD)"
)
_BODY = re.compile(
    r"^\W*(?:REQUERIMENTO\b|REF\b|ASSUNTO|OBJETO|A\s+EMPRESA|VEM\b|VIMOS|REQUER|COMUNICA|PEDIDO\b|SOLICIT|CANCELAMENTO|DECLARA|N/C|NESTA\b|EU\b|CNPJ|PREZAD"
    r"|EM\s+ATENCAO|RAZAO|NOME|DADOS|IDENTIFICA|TELEFONE|\d{1,2}[.)])|,\s*(?:INSCRITA|COM\s+SEDE"
    r"|PESSOA\s+JURIDICA|VEM)"
)
_ORGAN = re.compile(r"AGENCIA|ENTIDADE|\bANP\b|PREFEITURA|SECRETARIA|DEPARTAMENTO|SUPERINTENDENCIA|MINISTR|\bDNC\b")
_NAME_LABELS = frozenset(("rotulo_nome", "nome_rotulo"))
_NOT_A_PERSON = re.compile(
    r"\W{0,3}(?:OU\s+RAZAO|(?:DE\s+)?FANTASIA|EMPRESARIAL|COMERCIAL|DA\s+(?:EMPRESA|FIRMA|REQUERENTE))"
)
_UNFINISHED = re.compile(r"(?:\b(?:D[AEO]S?|E|AO?|AGENCIA(?:\s+NACIONAL)?|NACIONAL|PETROLEO,?)|,|-)\s*$")
_ADDRESS_LINES = 4
_HEAD_LINES = 3
_SURE = 0.5
_STREET = re.compile(
    r"^\W*(?:ENDERECO\W+|END\.?\W+)?(?:RUA|R\.|AV\b|AVENIDA|ROD\b|RODOVIA|ESTRADA|EST\.|TRAVESSA|TV\b|ALAMEDA|AL\.|PRACA"
    r"|PC\b|QUADRA|QD\b|LARGO|VIA\b|BR-?\s?\d)"
)
_TOWN = re.compile(r"\bCEP\b|\b\d{2}\.?\d{3}-\d{3}\b|[-–/(,]\s*[A-Z]{2}\b\W*$")


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``destinatario`` and ``signatario``.

    Args:
        paper: Pages of a ``requerimento``.
    """
    text = stream.build(paper.layouts, margins=True)
    _not_the_name(paper)
    anchors = phrases.load("requerimento", "frases.toml").find(text.folded)
    anchors = [a for a in anchors if not (a.name in _NAME_LABELS and _NOT_A_PERSON.match(text.folded, a.end))]
    yield from _addressee(text)
    yield from _signer(text, anchors)
    if not any(c.campo == "razao_social" and c.score >= _SURE for c in paper.candidates):
        yield from _name_of_letterhead(paper)
    if not any(c.campo in ("endereco", "endereco.logradouro") and c.score >= _SURE for c in paper.candidates):
        yield from _letterhead(paper)


def _not_the_name(paper: Paper) -> None:
    """Take out activities that are but the company's name, under a title that ends in "ATIVIDADES"."""
    names = {(c.page, w) for c in paper.of("razao_social") if c.score >= _SURE for w in c.words}
    paper.candidates = [
        c for c in paper.candidates if c.campo != "atividade" or not any((c.page, w) in names for w in c.words)
    ]


def _name_of_letterhead(paper: Paper) -> Iterator[Candidate]:
    """Find the applicant's name in its letterhead: a company's name by its legal form, near the only CNPJ there."""
    layout = paper.layouts[0]
    edge = [s for s in layout.segments if s.box[1] < 0.25 or s.box[3] > 0.9]
    numbered = [s for s in edge if any(match.valido for match in find_cnpjs(s.text.raw))]
    campo = paper.padroes.campo["razao_social"]
    for segment in edge:
        if not any(abs(s.line - segment.line) <= _HEAD_LINES for s in numbered):
            continue
        for value in empresa(segment.text.raw, campo)[:1]:
            whole = value.end - value.start >= len(segment.text.raw.strip()) - 3
            if value.worth >= 1.0 and whole:
                words = segment.text.words_of(value.start, value.end)
                yield Candidate("razao_social", value.valor, value.valor, 0, words, 0.8, "timbre")
                return


def _letterhead(paper: Paper) -> Iterator[Candidate]:
    """Find the applicant's address in its letterhead: the line of a street near the line of its CNPJ, at the edge."""
    layout = paper.layouts[0]
    edge = [s for s in layout.segments if s.box[1] < 0.25 or s.box[3] > 0.9]
    for segment in edge:
        folded = segment.text.folded
        number = next((m for m in find_cnpjs(segment.text.raw) if m.valido), None)
        begin = number.end if number is not None and not _STREET.match(folded) else 0
        if not _STREET.match(folded[begin:]) or not _TOWN.search(folded):
            continue
        near = [s for s in edge if abs(s.line - segment.line) <= _HEAD_LINES and s.box[1] < segment.box[3] + 0.05]
        if not any(match.valido for s in near for match in find_cnpjs(s.text.raw)):
            continue
        for value in endereco(segment.text.raw[begin:], paper.padroes.campo["endereco"]):
            words = segment.text.words_of(begin + value.start, begin + value.end)
            lido = segment.text.raw[begin + value.start : begin + value.end]
            yield Candidate("endereco", value.valor, lido, 0, words, 0.8 * value.worth, "timbre", value.reparado)
        return


def _addressee(text: Stream) -> Iterator[Candidate]:
    """Find the block that begins with "À", "Ao", "Ilmo. Sr." and the like in the upper half, before the body."""
    offset = 0
    lines = text.raw.split("\n")
    for number, line in enumerate(lines[: max(12, len(lines) // 2)]):
        folded = text.folded[offset : offset + len(line)]
        if _ADDRESSED.match(folded) and not _HEAD_LABEL.match(folded) and len(folded.split()) <= 18:
            label = _LABEL.match(folded)
            start = offset + (label.end() if label else 0)
            end = offset + len(line)
            at = end + 1
            # A line that names the organ says it all; what stands under it is a department or the city.
            named = _ORGAN.search(folded) is not None and not _UNFINISHED.search(folded)
            for following in [] if named else lines[number + 1 : number + _ADDRESS_LINES]:
                below = text.folded[at : at + len(following)]
                if (
                    not following.strip()
                    or _BODY.search(below)
                    or len(below.split()) > 14
                    or not _is_heading(following)
                ):
                    break
                end = at + len(following)
                at = end + 1
            value = re.sub(r"^(?:À|A|AO|Ao|Aos|AOS|Às)\s+", "", " ".join(text.raw[start:end].split())).strip(" ,;:-")
            if len(value) > 3:
                yield text.candidate("destinatario", value, start, end, 0.88 if number < 15 else 0.7)
                return
        offset += len(line) + 1


def _is_heading(line: str) -> bool:
    """Tell whether a line may go on with an addressee: short, and its words mostly capitalised."""
    words = [w for w in line.split() if len(w) > 3 and w[0].isalpha()]
    return bool(words) and sum(w[0].isupper() for w in words) >= 0.7 * len(words)


def _signer(text: Stream, anchors: list[Anchor]) -> Iterator[Candidate]:
    """Find who signs: named as representative in the text, and beside the signature at the end."""
    closing = max((a.end for a in anchors if a.name == "fecho"), default=int(len(text.raw) * 0.45))
    notary = [a for a in anchors if a.name == "cartorio"]
    spans: list[tuple[tuple[int, int], float]] = []
    for anchor in anchors:
        if anchor.name == "representado":
            span = name_after(text, anchor.end)
            if span is not None and not _foreign(notary, span[0]):
                spans.append((span, 0.85))
        elif anchor.name in ("cargo", "rotulo_nome") and anchor.start >= closing and not _in_prose(text, anchor.start):
            for place, score in ((name_before(text, anchor.start), 0.85), (name_after(text, anchor.end), 0.75)):
                if anchor.name == "rotulo_nome" and score == 0.85:
                    continue
                if place is not None and place[0] >= closing and not _foreign(notary, place[0]):
                    spans.append((place, score))
    for person in find_people(text, anchors):
        if not _foreign(notary, person.start):
            spans.append(((person.start, person.end), 0.8 * person.certeza))
    counts = [sum(same_person(_text(text, a), _text(text, b)) for b, _ in spans) for a, _ in spans]
    for (span, score), count in zip(spans, counts, strict=True):
        yield text.candidate("signatario", _text(text, span), *span, min(0.95, score + 0.03 * (count - 1)))


def _in_prose(text: Stream, at: int) -> bool:
    """Tell whether a word stands in a sentence ("A requerente solicita ..."), not as a title under a name."""
    return re.search(r"(?:^|[\n.])\s?[AO]\s$", text.folded[max(0, at - 5) : at]) is not None


def _text(text: Stream, span: tuple[int, int]) -> str:
    return " ".join(text.raw[span[0] : span[1]].split()).strip(" .,;:-–")


def _foreign(notary: list[Anchor], at: int) -> bool:
    """Tell whether a name stands with a notary, a witness or an accountant."""
    return any(-40 < at - a.end < 60 for a in notary)
