"""Digital signatures of a dossier's PDFs, validated in a child process of their own (see ``signature_child``)."""

from __future__ import annotations

import json
import mmap
from pathlib import Path

from docverify.errors import BadInputError
from docverify.intake.media import MediaWorker
from docverify.settings import Settings
from docverify.values.assinaturas import Assinatura, from_dict

_MARK = b"/ByteRange"
"""The key of every signature dictionary. It says where the signature stands in the file, so that it cannot itself lie
within compressed or encrypted data."""


class SignatureReader:
    """Reads the signatures of PDFs; its child is started with the first file that has any.

    Args:
        settings: Limits, and the folder of the roots.

    Raises:
        BadInputError: If there is to be a folder of roots and none can be read: without roots any signature counts.
    """

    def __init__(self, settings: Settings) -> None:
        if settings.raizes is not None:
            try:
                next(settings.raizes.expanduser().iterdir(), None)
            except OSError as error:
                raise BadInputError(
                    f"A pasta de DOCVERIFY_RAIZES não pôde ser lida ({error.strerror}). Corrija a configuração."
                ) from error
        self._roots = str(settings.raizes.expanduser().absolute()) if settings.raizes is not None else None
        self._child = MediaWorker(
            settings.media_memory_bytes, settings.signature_timeout_s, "docverify.intake.signature_child"
        )

    def close(self) -> None:
        """End the child."""
        self._child.close()

    def read(self, path: Path) -> tuple[Assinatura, ...]:
        """Return the signatures of a PDF; nothing that is wrong with them makes the file unreadable.

        Args:
            path: The file.

        Returns:
            In the order of signing; one that is ``nao_verificada`` where the file could not be looked at in time.
        """
        if not has_signature(path):
            return ()
        try:
            _, data = self._child.request("assinaturas", path, raizes=self._roots)
            return tuple(from_dict(entry) for entry in json.loads(data))
        except (BadInputError, ValueError, TypeError) as error:
            why = error.mensagem if isinstance(error, BadInputError) else "resposta inesperada"
            return (Assinatura(motivo=f"a assinatura não pôde ser conferida: o arquivo {why}"),)


def has_signature(path: Path) -> bool:
    """Tell whether a file may hold a digital signature: a search of its bytes, without reading it as a PDF."""
    try:
        with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return data.find(_MARK) >= 0
    except (OSError, ValueError):
        return False
