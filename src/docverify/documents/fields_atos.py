"""Fields of acts of companies: contrato social, alterations and consolidations, estatuto, ata de eleição.

Everything is found in running text: by the words before it (data in ``models/contrato_social/frases.toml``) and by what
comes between. Where the text in force repeats what the act changed, the text in force counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from docverify.documents import anchors as phrases
from docverify.documents import fields_atos_filiais as filiais
from docverify.documents import fields_atos_nome as nome
from docverify.documents import fields_atos_pessoas as pessoas
from docverify.documents import prose_address, stream
from docverify.documents.atos import Ato, look
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_prosa import company_names
from docverify.documents.kinds_endereco import as_dict
from docverify.documents.layout import PageLayout
from docverify.documents.stream import Stream
from docverify.values.dates import DateMatch, find_dates
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.identifiers.match import IdMatch
from docverify.values.identifiers.nire import find_nires
from docverify.values.quantities import find_money

_CITY_BEFORE = re.compile(
    r"[A-Z][A-Z.'\- ]{2,45}(?:\s*[-/(,]\s*[A-Z]{2}\s*\)?)?\s*,\s*(?:EM\s+|AOS?\s+|NO\s+DIA\s+|DATA\s+DE\s+)?$"
)
_NOTARY = re.compile(
    r"DOU FE\b|EM TESTEMUNHO|CONFERE COM O ORIGINAL|AUTENTIC|TABELI|ESCREVENTE|\bSELO\b|RECONHEC|CARTORIO"
    r"|OFICIO DE NOTAS|CERTIFICO|\bJUCE|JUNTA COMERCIAL DO|SECRETARI[OA].GERAL|PROTOCOLO"
)
_CHANGES = re.compile(r"PASSA|AUMENT|ELEVA|REDUZ|ALTERA|MAJORA")
_WAS = re.compile(r"\b(?:ERA|ANTERIOR|ATUAL)\b(?!.*\bPASSA)")
_CHANGES_TO = re.compile(
    r"\bPARA\s+(?:O\s+VALOR\s+DE\s+|O\s+MONTANTE\s+DE\s+)?$|PASSA(?:RA)?\s+A\s+SER\s+(?:DE\s+"
    r"|NO\s+VALOR\s+DE\s+)?$|PASSANDO\s+A\s+(?:SER\s+)?(?:DE\s+)?$"
    r"|(?:ELEVAD[AO]|AUMENTAD[AO]|REDUZID[AO]|ALTERAD[AO]|ELEVA(?:NDO)?-SE)\s+(?:A|AO\s+VALOR\s+DE|AO\s+MONTANTE\s+DE)\s+$"
)
_RAISED = re.compile(r"\W{0,3}(?:\([^)]{0,80}\)\W{0,3})?(?:E|SERA|FICA|FOI)\s(?:ELEVA|AUMENTA|REDUZI|MAJORA|ALTERA)")
_OBJECT_HEAD = re.compile(
    r"[\s:\-–—.,]*(?:\d{1,2}\.\d{1,2}\.?\s+)?(?:(?:SERA|E|CONSISTE\s+EM|CONSISTE|COMPREENDE|O\s+SEGUINTE|A\s+SEGUINTE"
    r"|AS\s+SEGUINTES\s+ATIVIDADES|A\s+ATIVIDADE\s+DE|O\s+RAMO\s+DE)"
    r"(?![A-Z])[\s:\-–—]*){0,4}"
)
_OBJECT_END = re.compile(
    r"\.\s*(?:\n|\s+(?=[A-Z§])|$)|\n\s*(?:CLAUSULA|ARTIGO|ART\.|PARAGRAFO|§|CAPITULO|[A-Z]{5,12}\s+CLAUSULA)|"
    r";\s*\n\s*(?:CLAUSULA|PARAGRAFO|ART)|\n\s*(?:CAPITAL|SEDE|ENDERECO|SOCI[OA]S?|TITULAR|ADMINISTRA|PRAZO|FORO)[^\n:]{0,30}:|"
    r",?\s+E\s+(?:SEU\s+PRAZO|INICIAR|TERA\s+INICIO|SUA\s+SEDE)"
)
_TRADE = re.compile(
    r"COMERCIO|VAREJ|REVEND|SERVICO|TRANSPORT|INDUSTRI|ATACAD|PRESTACAO|EXPLORA|GAS|COMBUST|FABRIC|LOCACAO|DISTRIB"
)
_ANNEX = re.compile(r"ANEXO[^.\n]{0,40}\bATA\b|ANEXO[^.\n]{0,40}ASSEMBLEIA|APROVADO\s+(?:PELA|EM|NA)\s+ASSEMBLEIA")
_CUES = ("sede", "sede_nova", "sede_antiga", "moradia", "filial", "terceiro", "situada")
_RIVAL = 0.25
_IN_FORCE = 0.3


def find(paper: Paper) -> Iterator[Candidate]:
    """Find the fields of an act; what is not printed is absent.

    Args:
        paper: Pages of a ``contrato_social``, ``estatuto_social``, ``ata_eleicao`` or another act of the same kind.
    """
    ato = look(paper.layouts)
    if not ato.texto.raw.strip():
        return
    for campo, found in (
        ("data_emissao", _data(ato, paper.tipo)),
        ("nire", _nire(paper.layouts)),
        ("endereco", _sede(ato, paper.tipo)),
        ("capital_social", _capital(ato, paper.tipo)),
        ("objeto_social", _objeto(ato)),
        ("cnpj", [*_cnpj(ato), *_cnpj_of_junta(paper.layouts)]),
    ):
        yield from contest(campo, found)
    yield from nome.find(ato)
    yield from pessoas.find(ato, paper.tipo)
    yield from filiais.find(ato)
    yield from _kind(ato, paper.tipo)


def _kind(ato: Ato, tipo: str) -> Iterator[Candidate]:
    """Tell whether the act alters an earlier one and holds the whole text in force.

    A consolidated text is by itself an altered one. A statute annexed to the minutes of a meeting that did not found
    the company is its new whole text. Of a statute that says nothing of it neither is reported.
    """
    if tipo in ("ata_eleicao", "distrato_social"):
        return
    head = ato.texto.folded[:900]
    annexed = tipo == "estatuto_social" and _ANNEX.search(head) and not re.search(r"CONSTITUICAO|FUNDACAO", head)
    consolidado = ato.consolidado or bool(annexed)
    alterado = ato.alterado or consolidado
    if tipo == "estatuto_social" and not alterado:
        return
    sure = ato.certeza if not annexed else 0.8
    yield ato.texto.candidate("alterado", alterado, *_title_span(ato), sure)
    yield ato.texto.candidate("consolidado", consolidado, *_consolidation_span(ato), sure)


def contest(campo: str, found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the best candidates for a field and the rivals near to them, scores brought to 0..0.97."""
    best = max((c.score for c in found), default=0.0)
    for candidate in found:
        if candidate.score > best - _RIVAL:
            lowered = candidate.score - max(0.0, best - 0.97)
            yield replace(candidate, campo=campo, score=max(0.0, min(0.97, lowered)))


def _title_span(ato: Ato) -> tuple[int, int]:
    found = ato.of("titulo_alteracao", "resolve_alterar") if ato.alterado else []
    return (found[0].start, found[0].end) if found else _first_line(ato)


def _consolidation_span(ato: Ato) -> tuple[int, int]:
    found = [a for a in ato.of("consolidacao") if a.start == ato.vigente] if ato.consolidado else []
    return (found[0].start, found[0].end) if found else _title_span(ato)


def _first_line(ato: Ato) -> tuple[int, int]:
    end = ato.texto.raw.find("\n")
    return 0, end if end > 0 else len(ato.texto.raw)


def _data(ato: Ato, tipo: str) -> list[Candidate]:
    """Find the day of signature (of the meeting, for minutes): the line of place and date that is no notary's."""
    texto = ato.texto
    dates = [d for d in find_dates(texto.raw) if d.precisao == "dia" and not d.normativa]
    found = _meeting_dates(ato, dates) if tipo == "ata_eleicao" else []
    closing = [a.end for a in ato.of("assinatura")]
    other = ato.of("data_alheia")
    for date in dates:
        before = texto.folded[max(0, date.start - 70) : date.start]
        place = bool(_CITY_BEFORE.search(before))
        if not place and any(0 <= date.start - a.end < 45 for a in other):
            continue
        score = 0.88 if place else 0.6 if before.rstrip().endswith(("AOS", "DATA", "DATA:")) else 0.3
        score += 0.07 if any(0 <= date.start - end < 700 for end in closing) else 0.0
        # Right behind the act's closing words it is the act's own date, however near a stamp stands.
        closes = any(0 <= date.start - end < 160 for end in closing)
        score -= (0.1 if closes else 0.5) if _is_notarys(texto, date.start, date.end) else 0.0
        score -= 0.3 if tipo == "ata_eleicao" else 0.0
        if score >= 0.45:
            found.append(
                texto.candidate("", date.data.isoformat(), date.start, date.end, score, reparado=date.reparado)
            )
    return found


def _is_notarys(texto: Stream, start: int, end: int) -> bool:
    """Tell whether a date stands in a notary's or the Junta's stamp: their words right above, beside or below it."""
    page, box = texto.place(start, end)
    layout = texto.layouts[page]
    height = box[3] - box[1]
    for segment in layout.segments:
        other = segment.box
        beside = min(box[2], other[2]) - max(box[0], other[0])
        apart = max(other[1] - box[3], box[1] - other[3])
        near = beside > 0.25 * min(box[2] - box[0], other[2] - other[0]) and apart < 2.6 * height
        if near and _NOTARY.search(segment.text.folded):
            return True
    return False


def _meeting_dates(ato: Ato, dates: Sequence[DateMatch]) -> list[Candidate]:
    for anchor in ato.of("reuniao", end=4000):
        for date in dates:
            if -6 <= date.start - anchor.end < 90 or anchor.start <= date.start < anchor.end:
                day = date.data.isoformat()
                return [ato.texto.candidate("", day, date.start, date.end, 0.95, reparado=date.reparado)]
    return []


def _nire(layouts: Sequence[PageLayout]) -> list[Candidate]:
    """Find the NIRE, in the text or in the Junta's marks at the foot of the pages."""
    texto = stream.build(layouts, margins=True)
    labels = [a for a in phrases.load("contrato_social", "frases.toml").find(texto.folded) if a.name == "nire"]
    found = []
    for match in find_nires(texto.raw):
        near = [a for a in labels if 0 <= match.start - a.end < 40]
        if not near:
            continue
        before = texto.folded[max(0, near[-1].start - 60) : near[-1].start]
        score = (0.95 if match.valido else 0.7) - (0.4 if re.search(r"FILIA|SOCIA\b|ACIONISTA", before) else 0.0)
        found.append(texto.candidate("", match.valor, match.start, match.end, score, reparado=match.reparado))
    return found


def _sede(ato: Ato, tipo: str) -> list[Candidate]:
    """Find the seat: the last word before an address that says whose it is decides."""
    found = []
    cues = (*_CUES, "local_da_reuniao") if tipo == "ata_eleicao" else _CUES
    for address in prose_address.find_addresses(ato.texto, ato.achados, cues, end=ato.fim):
        if address.cue not in ("sede", "sede_nova", "situada", "local_da_reuniao"):
            continue
        score = (0.95 if address.cue in ("sede", "sede_nova") else 0.8) - 0.002 * address.distance
        if (
            ato.consolidado
            and address.start >= ato.vigente
            or address.cue == "sede_nova"
            and ato.alterado
            and not ato.consolidado
        ):
            score += _IN_FORCE
        found.append(ato.texto.candidate("", as_dict(address.endereco), address.start, address.end, score))
    # The seat is said once for all: of equal standing the first, where it is said in full.
    found.sort(key=lambda c: (-c.score, c.page, min(c.words)))
    return found[:1]


def _capital(ato: Ato, tipo: str) -> list[Candidate]:
    """Find the capital: the sum nearest behind "capital social", what it changes to, or the total of the quotas."""
    texto = ato.texto
    # A stamp may stand between "R$" and the figures: "R$ [tab] 6º TABELIONATO" is no sum.
    sums = [
        m
        for m in find_money(texto.raw)
        if "\t" not in texto.raw[m.start : m.end] and texto.raw[m.end : m.end + 1] not in ("º", "ª", "°")
    ]
    found: list[Candidate] = []
    for anchor in ato.of("capital", end=ato.fim):
        in_force = _IN_FORCE if ato.consolidado and anchor.start >= ato.vigente else 0.0
        for money in sums:
            distance = money.start - anchor.end
            if not 0 <= distance <= 260:
                continue
            between = texto.folded[anchor.end : money.start]
            if re.search(r"VALOR NOMINAL|VALOR UNITARIO|CADA UMA|CLAUSULA|PARAGRAFO|\t", between):
                continue
            score = 0.97 - 0.001 * distance + in_force
            if _WAS.search(between):
                score -= 0.3
            if _CHANGES.search(between):
                score += 0.25 if _CHANGES_TO.search(between) else -0.3
            elif _RAISED.match(texto.folded, money.end):
                score -= 0.3
            found.append(texto.candidate("", f"{money.valor:.2f}", money.start, money.end, score))
            # The first sum is the capital; the value of one quota stands behind it.
            if not _CHANGES.search(between) and not _CHANGES.search(texto.folded, money.end, money.end + 90):
                break
    # What a dissolution divides up is no capital.
    totals = () if tipo == "distrato_social" else re.finditer(r"\bTOTAL\b[^\n]{0,60}", texto.folded)
    for total in totals:
        near = [m for m in sums if total.start() < m.start <= total.end()]
        if near and re.search(r"QUOTAS|COTAS", texto.folded[max(0, total.start() - 900) : total.start()]):
            value = f"{near[0].valor:.2f}"
            found.append(texto.candidate("", value, near[0].start, near[0].end, 0.82))
    return found


def _objeto(ato: Ato) -> list[Candidate]:
    texto = ato.texto
    found = []
    for anchor in ato.of("objeto", end=ato.fim):
        skip = _OBJECT_HEAD.match(texto.folded, anchor.end)
        start = skip.end() if skip else anchor.end
        stop = _OBJECT_END.search(texto.folded, start, start + 1800)
        end = stop.start() if stop else min(start + 400, len(texto.raw))
        text = texto.folded[start:end]
        if len(text.split()) < 3 or text.lstrip().startswith(("CLAUSULA", "ART", "SOCIAL", "DA SOCIEDADE")):
            continue
        # A heading ("DO OBJETO") before the sentence that says it: the sentence's own words count.
        if any(start <= a.start < start + 60 for a in ato.of("objeto", start=start)):
            continue
        score = 0.55 + 0.05 * min(6, len(texto.folded[anchor.start : anchor.end].split()))
        score += 0.2 if _TRADE.search(text) else 0.0
        score += _IN_FORCE if ato.consolidado and anchor.start >= ato.vigente else 0.0
        value = " ".join(texto.raw[start:end].split()).strip(" ,;:")
        found.append(texto.candidate("", value, start, end, score))
    return found if max((c.score for c in found), default=0.0) >= 0.7 else []


def _cnpj(ato: Ato) -> list[Candidate]:
    """Find the company's own CNPJ: not a partner company's, a branch's, an accountant's or a notary's."""
    texto = ato.texto
    named = [end for _, end, _ in company_names(texto)]
    found = []
    for match in find_cnpjs(texto.raw):
        low = max(0, match.start - 260)
        names = ("socios_da", "nome_empresarial", "sede", "filial", "terceiro", "moradia", "testemunhas")
        cues = ato.of(*names, start=low, end=match.start)
        own = any(a.name in ("socios_da", "nome_empresarial") for a in cues)
        own = own or any(0 <= match.start - end < 60 for end in named)
        score = 0.6
        if own:
            score += 0.3
        elif cues and cues[-1].name == "sede":
            score += 0.15
        if cues and cues[-1].name in ("filial", "terceiro", "testemunhas") and not own:
            score -= 0.35
        if re.search(r"REPRESENTAD[AO]", texto.folded[match.end : match.end + 260]):
            score -= 0.3
        if match.start < 900 and texto.page_line(match.start) < 12:
            score += 0.15
        score -= 0.0 if match.valido else 0.3
        # A CNPJ with letters takes the shape of other numbers ("RG 1234567 SSP/GO"): it must be called a CNPJ.
        if not match.valor.isdigit() and not re.search(
            r"CNPJ|CGC|PESSOAS?\s+JURIDICA", texto.folded[low : match.start]
        ):
            continue
        score -= 0.3 if _NOTARY.search(texto.folded[max(0, match.start - 80) : match.start]) else 0.0
        if score >= 0.4:
            found.append(_of_cnpj(texto, match, score))
    return found


def _cnpj_of_junta(layouts: Sequence[PageLayout]) -> list[Candidate]:
    """Find the CNPJ in the Junta's mark ("Certifico o registro ... da empresa X, CNPJ ...", "CNPJ da sede: ...")."""
    texto = stream.build(layouts, margins=True)
    found = []
    for match in find_cnpjs(texto.raw):
        before = texto.folded[max(0, match.start - 330) : match.start]
        if re.search(r"CNPJ\s+DA\s+SEDE\W*$", before) or re.search(
            r"CERTIFICO\s+O?\s*REGISTRO[^;]{0,300}CNPJ\W*(?:N\W{0,3})?$", before
        ):
            found.append(_of_cnpj(texto, match, 0.88 if match.valido else 0.5))
    return found


def _of_cnpj(texto: Stream, match: IdMatch, score: float) -> Candidate:
    return texto.candidate(
        "", match.valor, match.start, match.end, score, reparado=match.reparado, checked=match.valido
    )
