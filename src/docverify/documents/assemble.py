"""Pages -> documents with their fields: segmentation, extraction and the marks of authentication, brought together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from docverify.documents import authentication, codes, extract, layout, segment, signs
from docverify.documents.contract import campos_of
from docverify.documents.layout import PageLayout
from docverify.documents.signed import signed
from docverify.model import DESCONHECIDO, Document, Field, Page
from docverify.values.assinaturas import Assinatura

_UNTOLD = 0.5  # greatest confidence in the type of a document that nobody could read, "none of the types" among them


def documents_of(
    pages: Sequence[Page], signatures: Mapping[str, Sequence[Assinatura]] | None = None
) -> tuple[Document, ...]:
    """Find the documents on the pages of a dossier.

    Args:
        pages: Of all files, in the order of the files' content, then by number.
        signatures: Digital signatures by file; files without any may be left out.

    Returns:
        Documents in that same order; fields stand on the first entry of a document.
    """
    layouts = {(page.arquivo, page.numero): layout.build(page) for page in pages}
    parts = segment.documents(pages, [layouts[page.arquivo, page.numero] for page in pages])
    documents: list[Document] = []
    for index, part in enumerate(parts):
        members = [part] + [other for other in parts if other.continua == index]
        own = [layouts[part.arquivo, number] for number in part.paginas]
        every = [layouts[member.arquivo, number] for member in members for number in member.paginas]
        fields: Mapping[str, Field] = {}
        extras: Mapping[str, Field] = {}
        proof = signed(tuple(dict.fromkeys(m.arquivo for m in members)), signatures or {}, part.paginas[0])
        if part.continua is None and part.tipo != DESCONHECIDO:
            found = extract.extract(part.tipo, every)
            marks = authentication.find_marks(every).fields()
            fields, extras = with_marks(part.tipo, found.campos, found.campos_extras, marks)
            fields = _with_proof(fields, proof.autenticacao)
        seen = own if part.continua is not None else every
        texto = "\n".join(p.text.raw for p in seen)
        heard = codes.witness(every, fields, texto) if fields else codes.Witnessed(fields)
        fields = heard.campos
        if part.continua is None and proof.lista is not None:
            extras = {**extras, "assinaturas": proof.lista}
        documents.append(
            Document(
                arquivo=part.arquivo,
                paginas=part.paginas,
                tipo=part.tipo,
                confianca=min(part.confianca, _UNTOLD) if _unread(own) else part.confianca,
                campos=fields,
                campos_extras=extras,
                continua=part.continua,
                qualidade=min((p.page.quality for p in seen if not p.page.blank), default=0.0),
                texto=texto,
                origem="ocr" if any(p.page.source == "ocr" for p in seen) else "texto",
                notas=tuple(sorted({*_notes(seen), *proof.notas, *heard.notas})),
                indicios=part.indicios,
                assinaturas=proof.assinaturas,
                sinais=heard.sinais + signs.on_fields(part.tipo, seen, fields),
                conselho=_conselho(seen),
            )
        )
    return tuple(documents)


def _unread(layouts: Sequence[PageLayout]) -> bool:
    """Tell whether no page of a document could be read, so that nobody knows what it is."""
    verdicts = [p.page.legibilidade for p in layouts if not p.page.blank]
    return bool(verdicts) and all(v is not None and v.veredito == "ilegivel" for v in verdicts)


def _conselho(layouts: Sequence[PageLayout]) -> str:
    verdicts = [p.page.legibilidade for p in layouts if p.page.legibilidade is not None]
    worst = [v for name in ("ilegivel", "ruim") for v in verdicts if v.veredito == name]
    return worst[0].mensagem if worst else ""


def with_marks(
    tipo: str, campos: Mapping[str, Field], extras: Mapping[str, Field], marks: Mapping[str, Field]
) -> tuple[dict[str, Field], dict[str, Field]]:
    """Bring the marks of a document together with its fields.

    Args:
        tipo: Of the document; what its ``campos`` may not hold goes to the extras.
        campos: As extracted.
        extras: As extracted.
        marks: As found, by name. Where both say something, the surer one stays; where they agree, that one is surer
            still.

    Returns:
        ``campos`` and ``campos_extras``.
    """
    allowed = campos_of(tipo)
    own, other = dict(campos), dict(extras)
    for name, mark in marks.items():
        target = own if name in allowed else other
        known = target.get(name)
        if known is None:
            target[name] = mark
        elif known.valor == mark.valor:
            both = 1 - (1 - known.confianca) * (1 - mark.confianca)
            target[name] = replace(max(known, mark, key=lambda f: f.confianca), confianca=min(0.99, both))
        elif mark.confianca > known.confianca:
            target[name] = mark
    return own, other


def _with_proof(fields: Mapping[str, Field], mark: Field | None) -> Mapping[str, Field]:
    """Put the digital signature in the place of a less sure mark; print that speaks of it makes it no surer."""
    known = fields.get("autenticacao")
    if mark is None or (known is not None and known.confianca >= mark.confianca):
        return fields
    return {**fields, "autenticacao": mark}


def _notes(layouts: Sequence[PageLayout]) -> tuple[str, ...]:
    return tuple(sorted({note for layout_ in layouts for note in layout_.page.notes}))


__all__ = ["documents_of", "with_marks"]
