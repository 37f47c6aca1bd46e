"""Partners, administrators and the end of a mandate in acts of companies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from docverify.documents.atos import Ato
from docverify.documents.candidates import Candidate
from docverify.documents.fields_pessoas import Pessoa, find_people, is_name, mentions, name_after, same_person, unique
from docverify.values.dates import find_dates
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.validity import add_term, find_terms

_OUT_OF_IT = ("testemunhas", "terceiro", "representante")
_ROLE_REACH = 70
_QUOTA_LINE = re.compile(
    r"(?:\d{1,3}(?:\.\d{3})+|\d{2,7})\s*(?:\([^)]*\)\s*)?(?:QUOTAS|COTAS)|R\$\s*[\d.]+,\d\d"
    r"|\d{1,3}(?:,\d+)?\s*%"
)
_NOT_OFFICE = re.compile(r"ASSEMBLEIA|MESA|SECRETARI|REUNIAO|TRABALHOS")
_CLAUSE = re.compile(r"\n\s*(?:CLAUSULA|ARTIGO|ART\.?\s*\d|CAPITULO|[A-Z]{5,12}\s+CLAUSULA)")
_DOT = re.compile(r"(?<=[A-Z0-9)]{2})[.;:]\s+(?=[A-Z§])|\n\n")
_SPOUSE = re.compile(r"\bCASAD[OA]\b[^;]{0,80}\bCOM\s+(?:A\s+SRA\.?\s+|O\s+SR\.?\s+)?$")
_GENERAL_MEETING = re.compile(
    r"ASSEMBLEIA\s+GERAL\s+ORDINARIA[^.;]{0,60}?(?:EXERCICIO|ANO)?[^.;]{0,30}?\b(?:DE"
    r"|EM)\s+(20\d\d)"
)


def find(ato: Ato, tipo: str) -> Iterator[Candidate]:
    """Find ``socios``, ``administradores`` and, for minutes, ``mandato_ate``."""
    people = _people(ato)
    partners = [] if tipo in ("estatuto_social", "ata_eleicao") else _partners(ato, people)
    yield from _list_of("socios", ato, partners, [{"nome": p.nome, "documento": p.documento} for p in partners])
    if tipo == "distrato_social":
        return  # who is left to wind it up is no administrator
    chosen = _elected(ato, people) if tipo == "ata_eleicao" else _administrators(ato, people, partners)
    yield from _list_of("administradores", ato, chosen, [p.nome for p in chosen])
    if tipo == "ata_eleicao":
        yield from _mandate(ato)


def _list_of(campo: str, ato: Ato, people: Sequence[Pessoa], value: list[Any]) -> Iterator[Candidate]:
    if not people:
        return
    first = people[0]
    score = min(p.certeza for p in people) * 0.97
    lido = "; ".join(" ".join(ato.texto.raw[p.start : p.end].split()) for p in people)
    values = [
        {k: v for k, v in entry.items() if v is not None} if isinstance(entry, dict) else entry for entry in value
    ]
    yield ato.texto.candidate(campo, values, first.start, first.end, score, lido=lido)


def _people(ato: Ato) -> list[Pessoa]:
    """People qualified before the signatures, without witnesses, accountants, proxies and spouses."""
    found = []
    people = [*find_people(ato.texto, ato.achados, 0, ato.fim), *_companies(ato)]
    for person in sorted(people, key=lambda p: p.start):
        before = [a for a in ato.of(*_OUT_OF_IT, start=max(0, person.start - _ROLE_REACH), end=person.start)]
        between = ato.texto.folded[before[-1].end : person.start] if before else ""
        if before and not re.search(r"[;\n]\s*(?:E\s+)?$", between):
            continue
        if _SPOUSE.search(ato.texto.folded[max(0, person.start - 120) : person.start]):
            continue
        found.append(person)
    return found


def _companies(ato: Ato) -> Iterator[Pessoa]:
    """Partners that are companies: ``X S.A., pessoa jurídica de direito privado, inscrita no CNPJ ...``."""
    texto = ato.texto
    bound = min((a.start for a in ato.of("socios_da")), default=ato.fim)
    for match in find_cnpjs(texto.raw):
        low = max(0, match.start - 400)
        window = texto.folded[low : match.start]
        cue = re.search(r"PESSOA\s+JURIDICA|SOCIEDADE\s+(?:EMPRESARIA|ANONIMA|LIMITADA)", window)
        if match.start > bound or cue is None or not match.valido:
            continue
        name = re.search(r"([A-Z0-9&.'\- /]{6,110}?(?:LTDA|S\.?\s?/?\s?A|EIRELI)\.?)\s*,?\s*$", window[: cue.start()])
        if name is None:
            continue
        start, end = low + name.start(1), low + name.end(1)
        text = " ".join(texto.raw[start:end].split()).strip(" ,;-.")
        yield Pessoa(text, start, end, match.end, match.valor, (match.start, match.end), 0.8)


def _partners(ato: Ato, people: Sequence[Pessoa]) -> list[Pessoa]:
    """Partners in force: those whom the text in force names, less those who leave."""
    everyone = unique(people)
    leaving = [p for p in everyone if _leaves(ato, p)]
    if ato.consolidado:
        block = [p for p in everyone if mentions(ato.texto, p.nome, ato.vigente, ato.fim) is not None]
        staying = [p for p in block if p not in leaving or _has_quotas(ato, p)]
        if staying:
            return _without_mere_administrators(ato, staying)
    found = [p for p in everyone if p not in leaving]
    if not found:
        found = list(_from_quota_lines(ato))
    return _without_mere_administrators(ato, found)


def _without_mere_administrators(ato: Ato, people: Sequence[Pessoa]) -> list[Pessoa]:
    """Leave out an administrator who is said to be no partner."""
    kept = []
    for person in people:
        around = ato.texto.folded[max(0, person.start - 90) : person.until + 60]
        if re.search(r"NAO\s+SOCI[OA]", around) and len(people) > 1:
            continue
        kept.append(person)
    return kept


def _leaves(ato: Ato, person: Pessoa) -> bool:
    """Tell whether a partner leaves: named in a sentence that says so, as the one who does."""
    for anchor in ato.of("retirante"):
        low = max(
            ato.texto.folded.rfind(". ", 0, anchor.start),
            ato.texto.folded.rfind("\n\n", 0, anchor.start),
            anchor.start - 260,
        )
        clause = _last_clause(ato.texto.folded, max(0, low), anchor.start)
        before = mentions(ato.texto, person.nome, clause, anchor.start)
        after = mentions(ato.texto, person.nome, anchor.end, min(len(ato.texto.raw), anchor.end + 130))
        words = ato.texto.folded[anchor.start : anchor.end]
        if words.startswith(("CEDE", "VENDE", "TRANSFERE")):
            # The one who cedes all quotas stands before the verb; who stands behind receives them.
            total = re.search(r"TOTALIDADE|TODAS", ato.texto.folded[anchor.end : anchor.end + 200])
            if before is not None and total and anchor.start - before < 220:
                return True
        elif "RETIRANTE" in words:
            if (before is not None and anchor.start - before < 60 + len(person.nome)) or (
                after is not None and after - anchor.end < 20
            ):
                return True
        elif (after is not None and after - anchor.end < 60) or (
            before is not None and anchor.start - before < 140 + len(person.nome)
        ):
            return True
    return False


def _last_clause(folded: str, low: int, high: int) -> int:
    last = low
    for match in _CLAUSE.finditer(folded, low, high):
        last = match.start()
    return last


def _has_quotas(ato: Ato, person: Pessoa) -> bool:
    at = mentions(ato.texto, person.nome, ato.vigente, ato.fim)
    return at is not None and _QUOTA_LINE.search(ato.texto.folded, at, at + len(person.nome) + 90) is not None


def _from_quota_lines(ato: Ato) -> Iterator[Pessoa]:
    """Partners named only where the quotas are divided, without a document."""
    offset = 0
    seen: list[str] = []
    in_capital = [a.start for a in ato.of("capital", start=ato.vigente, end=ato.fim)]
    for line in ato.texto.raw.split("\n"):
        folded = ato.texto.folded[offset : offset + len(line)]
        near = any(0 <= offset - at < 1600 for at in in_capital)
        match = re.match(r"[\s\-–•*\d.)a-z]{0,6}((?:[^\W\d_]+['.]?\s+){1,9}[^\W\d_]+)", line)
        if near and match and _QUOTA_LINE.search(folded):
            span = name_after(ato.texto, offset + match.start(1))
            if span is not None and not any(same_person(ato.texto.raw[span[0] : span[1]], s) for s in seen):
                name = " ".join(ato.texto.raw[span[0] : span[1]].split())
                seen.append(name)
                yield Pessoa(name, *span, span[1], None, None, 0.75)
        offset += len(line) + 1


def _administrators(ato: Ato, people: Sequence[Pessoa], partners: Sequence[Pessoa]) -> list[Pessoa]:
    """Those to whom the clause on administration gives it; failing that, those called so beside their names."""
    everyone = unique([*partners, *people])
    chosen: list[Pessoa] = []
    for anchor in ato.of("administracao", start=ato.vigente, end=ato.fim) or ato.of("administracao", end=ato.fim):
        for start, end in _sentences(ato, anchor.start, anchor.end):
            named = [p for p in everyone if mentions(ato.texto, p.nome, start, end) is not None]
            if named:
                return named
            if ato.of("todos_os_socios", start=start, end=end) and partners:
                chosen = chosen or list(partners)
                break
    if chosen:
        return chosen
    titled = []
    for person in everyone:
        roles = ato.of("cargo_administrador", start=max(0, person.start - 45), end=person.until + 160)
        if any(a.start >= person.end or person.start - a.end < 12 for a in roles if a.start < person.until + 160):
            titled.append(person)
    if titled:
        return titled
    return list(partners) if len(partners) == 1 and ato.of("administracao") else []


def _sentences(ato: Ato, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the sentence in which something stands and the two behind it, within its clause."""
    folded = ato.texto.folded
    dots = [m.end() for m in _DOT.finditer(folded, max(0, start - 400), min(len(folded), end + 900))]
    begin = max(max((d for d in dots if d <= start), default=0), _paragraph_start(ato.texto.raw, start))
    clause = _CLAUSE.search(folded, end, end + 900)
    last = min(clause.start() if clause else len(folded), ato.fim)
    for dot in [d for d in dots if d > end][:3] or [end + 400]:
        if begin < last:
            yield begin, min(dot, last)
        begin = dot


def _paragraph_start(raw: str, offset: int) -> int:
    """Return where the sentence of an offset may begin: its line, or up to two lines above that run on into it."""
    begin = raw.rfind("\n", 0, offset) + 1
    for _ in range(2):
        above = raw.rfind("\n", 0, max(0, begin - 1)) + 1
        line = raw[above : begin - 1].strip()
        letters = [c for c in line if c.isalpha()]
        heading = (
            letters and all(c.isupper() for c in letters) and raw[begin : begin + 40].upper() != raw[begin : begin + 40]
        )
        if begin == 0 or not line or line[0] in "•-–*" or line[-1] in ".;:" or heading or "\t" in line:
            break
        begin = above
    return begin


def _elected(ato: Ato, people: Sequence[Pessoa]) -> list[Pessoa]:
    """Those elected in the meeting: qualified behind the words of election, not those at the table."""
    start = min((a.start for a in ato.of("eleicao")), default=None)
    if start is None:
        return []
    found = [p for p in unique([p for p in people if p.start >= start])]
    if found:
        return found
    chosen: list[Pessoa] = []
    for role in ato.of("cargo_administrador", start=start, end=ato.fim):
        span = name_after(ato.texto, role.end)
        text = ato.texto.raw[span[0] : span[1]] if span else ""
        if span is None or _NOT_OFFICE.search(ato.texto.folded, max(0, role.start - 30), role.end + 20):
            continue
        if not is_name(text.upper().split()) or any(same_person(text, p.nome) for p in chosen):
            continue
        chosen.append(Pessoa(" ".join(text.split()), *span, span[1], None, None, 0.75))
    return chosen


def _mandate(ato: Ato) -> Iterator[Candidate]:
    """Find the day on which the mandate ends: printed, or the meeting's day plus the term that it states."""
    texto = ato.texto
    dates = find_dates(texto.raw)
    meeting = next((d for a in ato.of("reuniao", end=4000) for d in dates if -6 <= d.start - a.end < 90), None)
    for anchor in ato.of("mandato", end=ato.fim):
        sentence_end = min(anchor.end + 300, len(texto.raw))
        window = texto.folded[anchor.end : sentence_end]
        for found in dates:
            if not anchor.end <= found.start < sentence_end or found.normativa:
                continue
            before = texto.folded[anchor.end : found.start]
            column = re.match(r"\W{0,3}ATE\b", before) is not None and len(before) < 200
            if column or re.search(
                r"\b(?:ATE|TERMINO|ENCERRAMENTO|FINDA|FINDO|EXPIRA|VENCIMENTO|VENCE|TERMINA"
                r"|A)\b[^.;]{0,40}$",
                before,
            ):
                day = found.data.isoformat()
                yield texto.candidate("mandato_ate", day, found.start, found.end, 0.93, reparado=found.reparado)
                return
        terms = find_terms(texto.raw[anchor.end : sentence_end])
        if terms and meeting is not None and not _GENERAL_MEETING.search(window):
            begin = _begins(texto.folded, anchor.end + terms[0].end, sentence_end, dates) or meeting.data
            day = add_term(begin, terms[0].termo).isoformat()
            start, end = anchor.end + terms[0].start, anchor.end + terms[0].end
            yield texto.candidate("mandato_ate", day, start, end, 0.7)
            return


def _begins(folded: str, low: int, high: int, dates: Sequence[Any]) -> date | None:
    """Return the day from which a term runs where the minutes name one ("a contar de 01/05/2026")."""
    for found in dates:
        if low <= found.start < high and re.search(
            r"(?:CONTAR|PARTIR"
            r"|INICIO)[^.;]{0,20}$",
            folded[low : found.start],
        ):
            start: date = found.data
            return start
    return None
