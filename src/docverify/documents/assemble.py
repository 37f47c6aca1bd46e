"""Pages -> documents with their fields: segmentation, extraction and the marks of authentication, brought together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docverify.documents import extract, layout, segment
from docverify.documents.layout import PageLayout
from docverify.model import DESCONHECIDO, Document, Field, Page


def documents_of(pages: Sequence[Page]) -> tuple[Document, ...]:
    """Find the documents on the pages of a dossier.

    Args:
        pages: Of all files, in the order of the files' content, then by number.

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
        if part.continua is None and part.tipo != DESCONHECIDO:
            found = extract.extract(part.tipo, every)
            fields, extras = found.campos, found.campos_extras
        seen = own if part.continua is not None else every
        documents.append(
            Document(
                arquivo=part.arquivo,
                paginas=part.paginas,
                tipo=part.tipo,
                confianca=part.confianca,
                campos=fields,
                campos_extras=extras,
                continua=part.continua,
                qualidade=min((p.page.quality for p in seen if not p.page.blank), default=0.0),
                texto="\n".join(p.text.raw for p in seen),
                origem="ocr" if any(p.page.source == "ocr" for p in seen) else "texto",
                notas=_notes(seen),
            )
        )
    return tuple(documents)


def _notes(layouts: Sequence[PageLayout]) -> tuple[str, ...]:
    return tuple(sorted({note for layout_ in layouts for note in layout_.page.notes}))


__all__ = ["documents_of"]
