"""What the digital signatures of its files say of a document: that it is authenticated, or that it was changed.

A signature covers its whole file, so every document of the file; a document in several files is authenticated only
where each of them is. A picture of a signature, or print that speaks of one, is no signature (see ``authentication``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from docverify.model import Field
from docverify.values.assinaturas import Assinatura

ALTERED_NOTE = "documento_alterado"
_WHOLE_PAGE = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Signed:
    """The signatures of a document's files.

    Attributes:
        assinaturas: All, file after file.
        autenticacao: ``digital``, where every file has a signature that covers it.
        lista: Who signed and what was verified, for ``campos_extras``; None without signatures.
        notas: ``documento_alterado`` where a signature shows a later change.
    """

    assinaturas: tuple[Assinatura, ...] = ()
    autenticacao: Field | None = None
    lista: Field | None = None
    notas: tuple[str, ...] = ()


def signed(files: Sequence[str], signatures: Mapping[str, Sequence[Assinatura]], page: int) -> Signed:
    """Return what the signatures say of a document.

    Args:
        files: Names of the files that hold it, each once.
        signatures: By file.
        page: First page of the document, where the evidence is shown.
    """
    every = tuple(s for name in files for s in signatures.get(name, ()))
    if not every:
        return Signed()
    sure = min(max((s.confianca for s in signatures.get(name, ())), default=0.0) for name in files)
    who = "assinatura digital de " + ", ".join(dict.fromkeys(s.nome or "titular não identificado" for s in every))
    # what mathematics vouches for is no reading: the maps that turn scores of readings into probabilities leave it
    mark = Field("digital", who, sure, page, _WHOLE_PAGE, bruta=sure) if sure > 0 else None
    looked_at = min(0.99 if s.integridade != "nao_verificada" else 0.5 for s in every)
    listed = Field([s.to_dict() for s in every], who, looked_at, page, _WHOLE_PAGE)
    notes = (ALTERED_NOTE,) if any(s.desmente for s in every) else ()
    return Signed(every, mark, listed, notes)
