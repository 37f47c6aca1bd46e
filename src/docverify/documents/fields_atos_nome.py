"""The name of a company in its own act, and its trade name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docverify.documents.atos import Ato
from docverify.documents.candidates import Candidate
from docverify.documents.fields_prosa import company_names, name_before

_SUFFIX = re.compile(
    r"(?<![A-Z])(?:LTDA\.?|LIMITADA|S\s?[./]\s?A\.?|EIRELI|SLU|EPP|M\.?E\.?(?![A-Z])|MEI)(?:\s*[-–/]?\s*(?:ME"
    r"|EPP|EIRELI|SLU|EM\s+LIQUIDACAO))*(?![A-Z])\.?"
)
_LEAD = re.compile(
    r"[\s:\-–—\"“'‘«(.,]*(?:(?:DE|DA|DO|SERA|E|A|O|SEGUINTE|EMPRESA|SOCIEDADE|EMPRESARIA|LIMITADA|UNIPESSOAL"
    r"|DENOMINADA|SOB|NOME|EMPRESARIAL|RAZAO|SOCIAL)\b[\s:\-–—\"“'‘«,]*){0,6}"
)
_STOP = re.compile(
    r"[;\t\"”’»(]|,\s|\s+COMO\s|\.\s*\n|\.\s+(?=[A-Z])|\s+(?:E\s+(?:TERA|TEM|USARA|NOME|FANTASIA|SUA|COM|ADOTARA"
    r"|A\s)|TERA|COM\s+(?:SEDE|O\s|A\s|NOME|TITULO|PRAZO)|INSCRIT[AO]|TENDO|USARA|PESSOA\s+JURIDICA|NIRE|CNPJ"
    r"|CGC|SEDIAD[AO]|"
    r"ESTABELECID[AO]|DORAVANTE|REGISTRAD[AO]|SITUAD[AO]|REGID[AO]|QUE\s|NESTE|CONSTITUID[AO]|RESOLVEM?"
    r"|NA\s+FORMA|SENDO|TITULO|PARA\s|E\s+REGER|REGER|PASSA|CUJ[AO])|\n\s*\n|\n\s*(?:CLAUSULA|CNPJ|NIRE"
    r"|PARAGRAFO|ARTIGO|PELO|SEDE|\(|(?:LOGRADOURO|ENDERECO|BAIRRO|CAPITAL|OBJETO|CEP|MUNICIPIO|PORTE|NOME|SOCI)[^\n:]{0,25}:)"
)
_LONGEST = 150
_TITLE_LINES = 14


def find(ato: Ato) -> Iterator[Candidate]:
    """Find ``razao_social`` and ``nome_fantasia``."""
    yield from _razao_social(ato)
    texto = ato.texto
    for anchor in ato.of("fantasia", end=ato.fim):
        span = _after(ato, anchor.end, company=False)
        if span is not None and not _CLAUSE.fullmatch(texto.folded, *span):
            later = 0.05 if ato.consolidado and anchor.start >= ato.vigente else 0.0
            value = _clean(texto.raw[span[0] : span[1]])
            yield texto.candidate("nome_fantasia", value, *span, 0.85 + later)
            if later:
                return


_CLAUSE = re.compile(r"(?:D[AO]S? )?(?:SEDE|OBJETO|CAPITAL|FORO|PRAZO|DURACAO|FILIAIS|SOCIOS)\b.{0,40}")
"""The heading of a clause goes on ("DO NOME FANTASIA E DA SEDE"): no name."""

_CLAUSE_HEAD = re.compile(
    r"(?:D[AO]S? )?(?:SEDE|OBJETO|CAPITAL|FORO|PRAZO|DURACAO|DOMICILIO|ENDERECO|FILIAIS)\b.{0,30}"
    r"(?::|[-–.] |\bA\s+SOCIEDADE\b)"
)
"""A clause's heading ("DENOMINAÇÃO E SEDE: A sociedade girará sob ..."): what follows it is a sentence, no name."""


def _razao_social(ato: Ato) -> Iterator[Candidate]:
    texto = ato.texto
    found: list[Candidate] = []
    for anchor in ato.of("nome_empresarial", "socios_da", end=ato.fim):
        words = texto.folded[anchor.start : anchor.end]
        if _is_partner_company(ato, anchor.start):
            continue
        span = _after(ato, anchor.end, company=True)
        if span is None or _CLAUSE_HEAD.match(texto.folded, *span):
            continue
        suffixed = _SUFFIX.search(texto.folded, span[0], span[1]) is not None
        score = 0.92 if suffixed else 0.6
        score -= 0.1 if anchor.name == "socios_da" else 0.0
        if ato.consolidado and anchor.start >= ato.vigente:
            score += 0.3
        if words.startswith("PASS"):
            score += 0.3 if suffixed and not ato.consolidado else -0.6 if not suffixed else 0.0
        found.append(texto.candidate("razao_social", _clean(texto.raw[span[0] : span[1]]), *span, score))
    found.extend(_in_title(ato))
    found.extend(_in_sentences(ato))
    best = max((c.score for c in found), default=0.0)
    for candidate in found:
        # What the text in force says wins outright; the title and the preamble only confirm it.
        if candidate.score > best - 0.25:
            yield replace(candidate, score=min(0.96, candidate.score))


def _is_partner_company(ato: Ato, start: int) -> bool:
    """Tell whether a name belongs to a partner that is a company: "pessoa jurídica" or "sócia" right before."""
    before = ato.texto.folded[max(0, start - 60) : start]
    return re.search(r"(?:SOCIA|QUOTISTA|ACIONISTA)\s+(?:E\s+)?(?:A\s+)?(?:EMPRESA\s+)?$", before) is not None


def _in_title(ato: Ato) -> Iterator[Candidate]:
    """Find the name at the head: ``SILVA GÁS LTDA`` under ``CONTRATO SOCIAL``, or at the end of a title."""
    texto = ato.texto
    head = 0
    for _ in range(_TITLE_LINES):
        head = texto.raw.find("\n", head) + 1
        if head == 0:
            head = len(texto.raw)
            break
    for number, suffix in enumerate(_SUFFIX.finditer(texto.folded, 0, head)):
        if texto.folded[suffix.end() : suffix.end() + 2].lstrip(" .-")[:1] not in ("", "\n", "\t"):
            continue
        span = name_before(texto, suffix.end())
        if span is not None and suffix.start() - span[0] > 3:
            span = _below_title(ato, *span)
            value = _clean(texto.raw[span[0] : span[1]])
            yield texto.candidate("razao_social", value, *span, 0.8 - 0.02 * min(number, 5))


def _in_sentences(ato: Ato) -> Iterator[Candidate]:
    """Find names that a sentence goes on about ("quotas de X LTDA, CNPJ nº ..."), but for partner companies."""
    for start, end, score in company_names(ato.texto):
        behind = ato.texto.folded[end : end + 420]
        if end > ato.fim or re.search(r"REPRESENTAD[AO]|NA\s+QUALIDADE\s+DE\s+SOCI", behind) or score < 0.85:
            continue
        start, end = _below_title(ato, start, end)
        value = _clean(ato.texto.raw[start:end])
        yield ato.texto.candidate("razao_social", value, start, end, 0.78)


_TITLE_WORD = re.compile(
    r"\b(?:ATAS?|REUNIAO|ASSEMBLEIA|SOCI[OA]S|ACIONISTAS|ALTERACAO|CONTRATO|CONTRATUAL|CONSOLIDACAO|ESTATUTO|ELEICAO"
    r"|DIRETORIA|POSSE|CONSTITUICAO|INSTRUMENTO|DISTRATO|INCORPORACAO|FUSAO|CISAO|ATO CONSTITUTIVO)\b"
)


def _below_title(ato: Ato, start: int, end: int) -> tuple[int, int]:
    """Leave out a title's line that runs into the name below it ("REUNIÃO DE SÓCIOS / CERRADO GÁS LTDA")."""
    cut = ato.texto.raw.rfind("\n", start, end) + 1
    if cut and end - cut > 8 and _TITLE_WORD.search(ato.texto.folded, start, cut):
        return cut, end
    return start, end


def _after(ato: Ato, start: int, *, company: bool) -> tuple[int, int] | None:
    """Find the name that begins at an offset: to its suffix (``LTDA``), or to where the sentence goes on."""
    folded, raw = ato.texto.folded, ato.texto.raw
    lead = _LEAD.match(folded, start, start + 90)
    start = lead.end() if lead else start
    limit = min(len(folded), start + _LONGEST)
    stop = _STOP.search(folded, start, limit)
    end = stop.start() if stop else limit
    if company:
        suffix = next(
            (s for s in _SUFFIX.finditer(folded, start, limit) if s.start() - start >= 3 and s.start() < end + 40), None
        )
        # "SILVA, SOUZA & CIA LTDA": a comma belongs to the name where a suffix follows soon without a verb between.
        if suffix is not None and (suffix.start() <= end or "," in folded[end : end + 1]):
            end = suffix.end()
    while end > start and raw[end - 1] in " \n\t,:;-–—\"'”":
        end -= 1
    text = raw[start:end]
    letters = sum(c.isalpha() for c in text)
    if letters < 3 or not text[0].isupper() and not text[0].isdigit():
        return None
    if company and len(text.split()) < 2:
        return None
    return start, end


def _clean(text: str) -> str:
    return " ".join(text.split()).strip(" ,;:-–—\"'“”")
