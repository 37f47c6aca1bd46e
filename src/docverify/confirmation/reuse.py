"""One sheet given as two documents, or presented before for another establishment.

Two pages are one sheet where the figures printed on them are the same: the long ones (CNPJ, dates, numbers of papers
and protocols) almost all, the CNPJs all; and, where both were read from pixels and have few figures, where their
perceptual hashes are near. The hash alone confuses two licences of one prefeitura; figures alone, where there are few,
two pages of one form that is not filled in. Measured: no pair among 1,728 of papers of one layout for different
companies is taken for one sheet by its figures; of 75 pairs of one paper drawn, scanned well, scanned badly and
photographed, 67 are, where the hash is near in 16 of the 48 that have two.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from docverify.model import DESCONHECIDO, Document, Ficha, Page
from docverify.reading.fingerprint import distance
from docverify.values.identifiers import cnpj
from docverify.values.names import compare_company
from docverify.values.sinais import Sinal
from docverify.values.text import fold

ESTABLISHMENT = frozenset(
    {
        "alvara_funcionamento",
        "certificado_bombeiros",
        "licenca_operacao",
        "comprovante_cnpj",
        "inscricao_estadual",
        "ficha_cadastral",
        "requerimento",
        "comprovante_conclusao_obras",
        "certificado_borda_livre",
        "projeto_instalacoes",
        "protocolo_renovacao",
        "declaracao_prefeitura",
    }
)
"""Papers that are about one establishment."""

COMPANY = frozenset(
    {
        "contrato_social",
        "estatuto_social",
        "ata_eleicao",
        "certidao_junta",
        "certidao_negativa_federal",
        "certidao_negativa_estadual",
        "distrato_social",
        "ato_incorporacao",
    }
)
"""Papers that all establishments of one company present by right. Other types (a person's identity, a power of
attorney, a distributor's licence) may be anybody's."""

REUSED = "documento_reutilizado"
_WHOLE = (0.0, 0.0, 1.0, 1.0)
_LONG = 8  # digits of a figure that tells papers apart: a CNPJ, a date, a number with its year
_SHORT = 4
_LEAST_LONG, _LEAST = 2, 4
_SAME_LONG, _SAME = 0.8, 0.75  # of the figures of both pages together
_ALL, _MANY = 0.9, 4
_SAME_WORDS = (
    0.6  # of both pages together: measured, two readings of one sheet share 80 % and more, other papers under 45
)
_NEAR = 44  # bits of 256: measured, one sheet scanned twice differs in up to 31; unlike sheets in 94 (median)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What tells whether a page is another one.

    Attributes:
        longas: Hashes of the long figures on it.
        todas: Hashes of all figures on it.
        cnpjs: Hashes of the valid CNPJs among them.
        impressao: ``Page.impressao``.
    """

    longas: frozenset[str]
    todas: frozenset[str]
    cnpjs: frozenset[str]
    impressao: str = ""

    @property
    def tells(self) -> bool:
        """Whether enough is printed on it to know it again."""
        return len(self.longas) >= _LEAST_LONG and len(self.todas) >= _LEAST


def sheet_of(page: Page) -> Sheet:
    """Return what tells a page from others; figures are kept as hashes only."""
    long_ones, every, companies = set(), set(), set()
    for word in page.words:
        digits = re.sub(r"\D", "", fold(word.text))
        if len(digits) < _SHORT:
            continue
        mark = hashlib.blake2b(digits.encode(), digest_size=8).hexdigest()
        every.add(mark)
        if len(digits) >= _LONG:
            long_ones.add(mark)
        if len(digits) == 14 and cnpj.is_valid(digits):
            companies.add(mark)
    return Sheet(frozenset(long_ones), frozenset(every), frozenset(companies), page.impressao)


def same_sheet(a: Sheet, b: Sheet) -> bool:
    """Tell whether two pages are one sheet (see the module)."""
    if not (a.tells and b.tells) or a.cnpjs != b.cnpjs:
        return False
    same = _share(a.todas, b.todas)
    if _share(a.longas, b.longas) < _SAME_LONG or same < _SAME:
        return False
    if not (a.impressao and b.impressao) or distance(a.impressao, b.impressao) <= _NEAR:
        return True
    # a photograph of it, with the table around: many figures, nearly all the same, need no likeness
    return same >= _ALL and min(len(a.longas), len(b.longas)) >= _MANY


def _share(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / max(1, len(a | b))


def _words(page: Page) -> frozenset[str]:
    return frozenset(word for w in page.words if len(word := fold(w.text)) >= _SHORT)


def within(documents: Sequence[Document], pages: Sequence[Page]) -> tuple[Document, ...]:
    """Mark documents of which a page is also a page of a document of another type.

    A second copy of the same document is no offence.

    Args:
        documents: Of the dossier.
        pages: Of the dossier.

    Returns:
        The documents, with a sign on each page that serves twice.
    """
    owners = _owners(documents)
    known = {}
    for page in pages:
        owner = owners.get((page.arquivo, page.numero))
        if owner is not None and documents[owner].tipo != DESCONHECIDO:
            known[page.arquivo, page.numero] = (owner, page)
    signs: dict[int, list[Sinal]] = {}
    sheets = {place: sheet_of(page) for place, (_, page) in known.items()}
    for (here, (one, first)), (there, (other, second)) in combinations(sorted(known.items(), key=lambda k: k[0]), 2):
        if documents[one].tipo == documents[other].tipo or not same_sheet(sheets[here], sheets[there]):
            continue
        # an application and a power of attorney of one company and one day bear the same figures
        if _share(_words(first), _words(second)) < _SAME_WORDS:
            continue
        for owner, place, twin in ((one, here, there), (other, there, here)):
            said = f"traz uma página que também é apresentada como outro documento (“{twin[0]}”, página {twin[1]})"
            signs.setdefault(owner, []).append(_sign(documents[owner], place, said))
    return tuple(replace(d, sinais=d.sinais + tuple(signs.get(i, ()))) for i, d in enumerate(documents))


def _owners(documents: Sequence[Document]) -> dict[tuple[str, int], int]:
    """Return the first entry of the document that each page belongs to."""
    heads: dict[tuple[str, int], int] = {}
    for index, document in enumerate(documents):
        before = document.continua
        head = before if before is not None and before < index else index
        for number in document.paginas:
            heads.setdefault((document.arquivo, number), head)
    return heads


def _sign(document: Document, place: tuple[str, int], said: str) -> Sinal:
    other = place[0] if place[0] != document.arquivo else None
    return Sinal(REUSED, said, _WHOLE, place[1], None, other)


def bound_pages(documents: Sequence[Document], pages: Sequence[Page]) -> list[tuple[int, Page, Sheet]]:
    """Return the pages by which a dossier can be known again, each with its document's first entry.

    Args:
        documents: Of the dossier.
        pages: Of the dossier.
    """
    owners = _owners(documents)
    found = []
    for page in pages:
        owner = owners.get((page.arquivo, page.numero))
        if owner is None or documents[owner].tipo not in ESTABLISHMENT | COMPANY:
            continue
        sheet = sheet_of(page)
        if sheet.tells:
            found.append((owner, page, sheet))
    return found


def ours_by_right(document: Document, ficha: Ficha) -> bool:
    """Tell whether a paper names the applicant, whoever presented it before, or the company whose place it takes."""
    number, name = document.campos.get("cnpj"), document.campos.get("razao_social")
    whole = document.tipo in ESTABLISHMENT
    if number is not None and isinstance(number.valor, str) and ficha.cnpj:
        same = number.valor == ficha.cnpj if whole else number.valor[:8] == ficha.cnpj[:8]
        return same or _takes_over(ficha)
    if name is not None and ficha.razao_social:
        level = compare_company(str(name.valor), ficha.razao_social).nivel
        return level in ("igual", "alerta", "revisar") or _takes_over(ficha)
    return False


def _takes_over(ficha: Ficha) -> bool:
    return ficha.pedido.situacao in ("substituicao", "fusao")


__all__ = [
    "COMPANY",
    "ESTABLISHMENT",
    "REUSED",
    "Sheet",
    "bound_pages",
    "ours_by_right",
    "same_sheet",
    "sheet_of",
    "within",
]
