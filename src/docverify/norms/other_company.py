"""Telling the papers of the company that the applicant takes the place of from the applicant's own.

Where another company operated at the address, the norm asks for papers of that company (RES41, art. 7º, § 2º, k). They
come in the same pile, and are of the same kinds, as the applicant's. What tells them apart is that they name another
company at the declared address, or at one of the other access roads; short of both read surely, it is a doubt, and the
paper counts as a candidate of either.
"""

from __future__ import annotations

from docverify.model import Document, Field
from docverify.norms.applicability import applies
from docverify.norms.checks.text import has_address, has_cnpj, has_words
from docverify.norms.dossier import Dossier, Pertence, address_of
from docverify.values.addresses import compare_address
from docverify.values.identifiers import cnpj as cnpj_values
from docverify.values.names import compare_company, core_name

NOMEIAM_OUTRA = frozenset(
    {
        "mandado_judicial",
        "distrato_social",
        "requerimento_cancelamento",
        "declaracao_prefeitura",
        "ato_incorporacao",
        "protocolo_transferencia_titularidade",
    }
)
"""Types that name another company by what they are: whose they are is not asked."""

SITUACOES = frozenset({"substituicao", "fusao", "alteracao_endereco"})
"""Situations in which another company's papers have a place in the dossier."""


_NO_GRUPO = frozenset({"alteracao_endereco", "fusao"})
"""Situations in which the papers of a group come along although the group's rules have no object of their own."""


def whose(dossie: Dossier, index: int) -> Pertence:
    """Tell whether a document is the substituted company's.

    Args:
        dossie: The dossier.
        index: Of the document's first part.

    Returns:
        ``sim``, ``talvez`` where the company or the place was not read surely, ``nao`` for the applicant's and for
        types that no rule of the request asks of another company.
    """
    document = dossie.documentos[index]
    if document.tipo in NOMEIAM_OUTRA or document.tipo not in _wanted(dossie):
        return "nao"
    company = _another(dossie, index, document)
    if company == "nao":
        return "nao"
    place = _here(dossie, document)
    if "nao" in (company, place):
        return "nao"
    return "sim" if company == place == "sim" else "talvez"


def _wanted(dossie: Dossier) -> set[str]:
    """Return the types that some rule of the request asks of another company."""
    if SITUACOES.isdisjoint(dossie.etiquetas):
        return set()
    found: set[str] = set()
    for rule in dossie.norm.regras:
        of_group = rule.grupo is not None and not _NO_GRUPO.isdisjoint(dossie.etiquetas)
        if not of_group and applies(rule, dossie.alcance) == "nao":
            continue
        for alone in (rule, *map(rule.of_part, rule.partes)):
            if alone.de == "substituida":
                found.update(alone.documentos)
    return found


def _value(document: Document, name: str) -> Field | None:
    found = document.campos.get(name)
    return None if found is None or found.valor in (None, "", {}) else found


def _another(dossie: Dossier, index: int, document: Document) -> Pertence:
    """Tell whether the document names another company than the Ficha."""
    ficha, limits = dossie.ficha, dossie.limiares
    number, name = _value(document, "cnpj"), _value(document, "razao_social")
    same_name = None
    if name is not None and ficha.razao_social is not None:
        same_name = compare_company(str(name.valor), ficha.razao_social, name.confianca).nivel
    if number is not None and ficha.cnpj is not None:
        read = str(number.valor)
        if read[:8] == ficha.cnpj[:8]:
            return "nao"
        sure = number.confianca >= limits.identificador and not number.reparado and cnpj_values.is_valid(read)
        doubtful = same_name in ("igual", "alerta") or has_cnpj(document.texto, ficha.cnpj)
        if name is None and ficha.razao_social is not None:
            # the number of a partner, of an accountant: the applicant's own act may print no other
            doubtful = doubtful or has_words(document.texto, core_name(ficha.razao_social))
        return "sim" if sure and not doubtful and dossie.tipo_certo(index) else "talvez"
    if name is None or same_name != "impede":
        return "nao"
    return "sim" if name.confianca >= limits.campo and dossie.tipo_certo(index) else "talvez"


def _here(dossie: Dossier, document: Document) -> Pertence:
    """Tell whether the document speaks of the declared address or of one of the other access roads."""
    found = _value(document, "endereco")
    read = address_of(found.valor) if found else None
    if any(has_address(document.texto, e) for e in dossie.enderecos):
        return "sim"
    if found is None or read is None or not dossie.enderecos:
        return "talvez"
    answers: set[Pertence] = set()
    for declared in dossie.enderecos:
        outcomes = dict(compare_address(read, declared, found.confianca))
        compared = {p for p, c in outcomes.items() if c.nivel != "indeterminado"}
        if any(c.nivel == "impede" for c in outcomes.values()):
            answers.add("nao" if found.confianca >= dossie.limiares.campo else "talvez")
        else:
            answers.add("sim" if "logradouro" in compared else "talvez")
    return "sim" if "sim" in answers else "talvez" if "talvez" in answers else "nao"
