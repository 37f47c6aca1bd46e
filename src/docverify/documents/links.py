"""What binds a page to the document before it, and what parts them, in points (natural-log odds)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz

from docverify.documents.classify import PageClass
from docverify.documents.evidence import Papel, load
from docverify.documents.layout import PageLayout
from docverify.documents.pagination import Ties
from docverify.model import DESCONHECIDO, Page

_STRONG_TITLE = 0.6
_WEAK_TITLE = 0.4
_ACTS = frozenset(
    {"contrato_social", "estatuto_social", "ata_eleicao", "distrato_social", "ato_incorporacao", "procuracao"}
    | {"mandado_judicial", "projeto_instalacoes", "contrato_cessao_espaco", "certidao_junta"}
)
"""Papers that run on in prose, so that a later page says nothing of what it belongs to."""
_COMPANY_ACTS = frozenset({"contrato_social", "estatuto_social", "ata_eleicao", "distrato_social", "ato_incorporacao"})
_CLOSING = re.compile(
    r"\bTESTEMUNHAS?\b|\bASSINAM\b|\b(?:DUAS|TRES|QUATRO|CINCO|\([0-9]+\)) VIAS\b|CERTIDAO DE ARQUIVAMENTO|"
    r"\bARQUIVADO SOB\b|CERTIFICO O (?:REGISTRO|ARQUIVAMENTO)"
)
_NAME = 12
"""Letters of a line that is a signer's name rather than a word."""
_TRACE = 0.8
"""Points of the kind that a later page of a form has at least."""
_FULL_PAGE = 40
_COPY = 93.0
"""Likeness of text (rapidfuzz ratio) from which two pages are two copies, not two pages of one document."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page with all that segmentation knows of it; ``index`` is its place in the dossier."""

    index: int
    page: Page
    kind: PageClass
    ties: Ties
    text: str
    words: int
    whole_act: bool


@dataclass(slots=True)
class Strand:
    """Leaves that are one document so far, in their order."""

    leaves: list[Leaf]

    @property
    def telling(self) -> list[Leaf]:
        """Leaves that may name the type: not the Junta's papers around an act, where an act is there."""
        papers = _papers()
        acts = [leaf for leaf in self.leaves if not _is_wrapper(leaf, papers)]
        if any(leaf.kind.tipo != DESCONHECIDO and leaf.kind.tipo != "certidao_junta" for leaf in acts):
            return acts
        return self.leaves

    @property
    def papel(self) -> str:
        """Kind of paper, as its most certain telling page says."""
        best = max(self.telling, key=lambda leaf: (leaf.kind.tipo != DESCONHECIDO, leaf.kind.confianca, -leaf.index))
        return best.kind.papel

    @property
    def tipo(self) -> str:
        """Type, as its most certain telling page says."""
        best = max(self.telling, key=lambda leaf: (leaf.kind.tipo != DESCONHECIDO, leaf.kind.confianca, -leaf.index))
        return best.kind.tipo

    @property
    def certainty(self) -> float:
        """Confidence of the type, as its most certain telling page says."""
        return max(leaf.kind.confianca for leaf in self.telling)

    @property
    def weight(self) -> float:
        """Points of its first page for its own kind: a first page says more than a later one."""
        return self.leaves[0].kind.points.get(self.papel, 0.0)

    def ids(self) -> frozenset[str]:
        """Identifiers of all its pages."""
        return frozenset().union(*(leaf.ties.ids for leaf in self.leaves))


def leaf_of(index: int, page: Page, layout: PageLayout, kind: PageClass, tied: Ties) -> Leaf:
    """Gather what is known of a page."""
    text = layout.text.folded
    whole = "INTEIRO TEOR" in text and kind.tipo == "certidao_junta"
    return Leaf(index, page, kind, tied, text[:4000], len(page.words), whole)


def bond(strand: Strand, leaf: Leaf) -> float:
    """Points for "``leaf`` goes on with ``strand``" against "it begins a document"; above 0 it goes on."""
    papers = _papers()
    points = _by_number(strand, leaf) + _by_clauses(strand, leaf) + _by_ids(strand, leaf)
    return points + _by_closing(strand, leaf) + _by_kind(strand, leaf, papers)


def same_header(strand: Strand, leaf: Leaf) -> float:
    """Share of the numbers in the upper third of ``leaf`` that the strand has in its own upper thirds."""
    mine = leaf.ties.top_ids
    if not mine:
        return 0.0
    theirs: set[str] = set().union(*(other.ties.top_ids for other in strand.leaves))
    if any(fuzz.ratio(other.text, leaf.text) >= _COPY for other in strand.leaves):
        return 0.0
    return len(mine & theirs) / len(mine)


def is_wrapper(leaf: Leaf) -> bool:
    """Tell whether a page belongs to an act that lies elsewhere: the Junta's covers, terms and marks."""
    papel = _papers().get(leaf.kind.papel)
    return papel is not None and "contrato_social" in papel.anexo_de


def _papers() -> dict[str, Papel]:
    return {papel.nome: papel for papel in load().papeis}


def _is_wrapper(leaf: Leaf, papers: dict[str, Papel]) -> bool:
    papel = papers.get(leaf.kind.papel)
    return leaf.whole_act or (papel is not None and bool(papel.anexo_de))


def _by_number(strand: Strand, leaf: Leaf) -> float:
    mine = [(k, n) for k, n in leaf.ties.numbers if n]
    before = [(k, n) for other in strand.leaves for k, n in other.ties.numbers if n]
    lengths = {n for _, n in before}
    points = 0.0
    if mine:
        if any((k - 1, n) in before for k, n in mine if k > 1):
            points = 5.0
        elif any(k > 1 and n in lengths and (k, n) not in before for k, n in mine):
            points = 3.5
        elif any(k == 1 for k, _ in mine):
            points = -5.0
        elif before:
            points = -3.0
    elif before and any(k == n for k, n in before):
        points = -2.5
    elif before:
        points = -0.3
    if points == 0.0:
        lone = {k for k, n in leaf.ties.numbers if not n}
        last = {k for k, n in strand.leaves[-1].ties.numbers if not n}
        if any(k - 1 in last for k in lone):
            points = 1.5
        elif 1 in lone and last:
            points = -1.0
    return points


def _by_clauses(strand: Strand, leaf: Leaf) -> float:
    mine = leaf.ties.clauses
    before = [number for other in strand.leaves for number in other.ties.clauses]
    if not mine or not before:
        return 0.0
    step = mine[0] - before[-1]
    if 0 <= step <= 1:
        return 3.0
    if 1 < step <= 3:
        return 1.5
    if mine[0] == 1 and strand.tipo == leaf.kind.tipo and leaf.kind.title < _STRONG_TITLE:
        return 0.5  # the consolidation after the clauses of an alteration counts anew
    return -0.5


def _by_ids(strand: Strand, leaf: Leaf) -> float:
    """Codes, protocols and hashes bind; what all papers of a company share (CNPJ, CPF, CEP, IE, NIRE) hardly does."""
    common = leaf.ties.ids & strand.ids()
    own = [text for text in common if not _is_shared_kind(text)]
    points = min(3.0, 1.2 * len(own))
    cnpjs = {text for text in leaf.ties.ids if len(text) == 14}
    theirs = {text for text in strand.ids() if len(text) == 14}
    if cnpjs & theirs:
        points += 0.4
    elif cnpjs and theirs:
        points -= 0.8
    return points


def _by_closing(strand: Strand, leaf: Leaf) -> float:
    """The last leaf of a company's act: signatures, witnesses and the Junta's mark; those who sign are named before."""
    if strand.tipo not in _COMPANY_ACTS or leaf.kind.tipo not in (DESCONHECIDO, strand.tipo) or leaf.kind.papel:
        return 0.0
    if not _CLOSING.search(leaf.text):
        return 0.0
    told = " ".join(" ".join(other.text for other in strand.leaves).split())
    lines = (" ".join(re.sub(r"[^A-Z ]", " ", line).split()) for line in leaf.text.splitlines())
    signers = sum(len(line) >= _NAME and " " in line and line in told for line in lines)
    return 1.4 + min(2.4, 1.2 * signers)


def _is_shared_kind(text: str) -> bool:
    return text.isdigit() and len(text) <= 14


def _by_kind(strand: Strand, leaf: Leaf, papers: dict[str, Papel]) -> float:
    kind = leaf.kind
    mine = papers.get(kind.papel)
    theirs = papers.get(strand.papel)
    wrapped = _wrapped(strand, leaf, papers)
    if wrapped:
        return wrapped
    sure = kind.confianca >= 0.8
    titled = kind.title >= _STRONG_TITLE and kind.title_y < 0.5
    if mine is not None and theirs is not None and mine.nome == theirs.nome:
        if titled:
            return 2.5 if mine.varias and same_header(strand, leaf) >= 0.5 else -3.0
        return 1.6 if mine.varias else 0.3 if kind.title < _WEAK_TITLE else -1.0
    if mine is not None and sure:
        foreign = theirs is not None and strand.certainty >= 0.8
        return -4.5 if titled or foreign else -2.5
    if leaf.words < 40 and kind.title < _WEAK_TITLE:
        return 2.0  # a back with stamps
    if titled:
        return -2.5
    lasting = theirs is not None and theirs.varias
    told = mine is not None and theirs is not None and kind.confianca >= 0.6 and mine.tipo != theirs.tipo
    if told and strand.tipo not in _ACTS:
        return -2.0  # rather another paper than a later page of a form, a certificate or a licence
    points = 0.9 if lasting else -0.6
    own = max(0.0, kind.points.get(theirs.nome, 0.0)) if theirs is not None else 0.0
    points += min(2.4, 0.7 * own)
    rival = max((value for name, value in kind.points.items() if theirs is None or name != theirs.nome), default=0.0)
    if rival > 3.0 and rival - own > 2.0:
        points -= min(4.0, 0.9 * (rival - own))  # undecided, but of another kind than this one
    if sure:
        points -= 1.0  # read well and of no kind at all
    if lasting and strand.tipo not in _ACTS and own < _TRACE and leaf.words >= _FULL_PAGE:
        points -= 1.6  # a form's second page bears its labels; this one may be a paper of its own
    return points


def _wrapped(strand: Strand, leaf: Leaf, papers: dict[str, Papel]) -> float:
    """Covers, terms and declarations of the Junta belong to the act that they surround; 0 where there is none."""
    mine = papers.get(leaf.kind.papel)
    if mine is not None and mine.anexo_de and leaf.kind.confianca >= 0.5:
        if strand.tipo in mine.anexo_de or all(_is_wrapper(other, papers) for other in strand.leaves):
            same = {text for text in leaf.ties.ids & strand.ids() if len(text) == 14}
            return 6.5 if same else 4.0  # outweighs a "1/1" that a browser prints under each page
        return 0.0
    if all(_is_wrapper(other, papers) for other in strand.leaves):
        allowed = _allowed(strand.leaves, papers)
        if leaf.kind.tipo in allowed and leaf.kind.tipo != "certidao_junta":
            return 4.0
        if leaf.kind.tipo == DESCONHECIDO and not leaf.kind.papel and leaf.kind.title < _WEAK_TITLE:
            return 1.5
    return 0.0


def _allowed(leaves: Iterable[Leaf], papers: dict[str, Papel]) -> set[str]:
    allowed: set[str] = set()
    for leaf in leaves:
        papel = papers.get(leaf.kind.papel)
        if leaf.whole_act:
            allowed |= {"contrato_social", "estatuto_social", "ata_eleicao", "distrato_social", "ato_incorporacao"}
        elif papel is not None:
            allowed |= set(papel.anexo_de)
    return allowed
