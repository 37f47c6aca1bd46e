"""The tree of errors: bad input, engine failure, rule-set error, defect.

Each class has a stable ``codigo`` (contract, ``erro.codigo``), an exit status and a message in Portuguese that says
what to do. An exception's docstring is the template of its message.
"""

from __future__ import annotations

EXIT_BAD_INPUT = 2
EXIT_ENGINE = 4
EXIT_DEFECT = 70


class DocverifyError(Exception):
    """Base of every error that docverify raises on purpose.

    Attributes:
        codigo: Stable code for programs.
        exit_status: Exit status of the command line.
        mensagem: One line in Portuguese for a person, with the remedy.
    """

    codigo: str = "defeito"
    exit_status: int = EXIT_DEFECT

    def __init__(self, mensagem: str) -> None:
        super().__init__(mensagem)
        self.mensagem = mensagem


class BadInputError(DocverifyError):
    """The dossier or the call cannot be used."""

    codigo = "arquivo_ilegivel"
    exit_status = EXIT_BAD_INPUT


class UnreadableFileError(BadInputError):
    """A file cannot be read."""

    codigo = "arquivo_ilegivel"


class PasswordProtectedError(BadInputError):
    """A file asks for a password."""

    codigo = "protegido_por_senha"


class LimitExceededError(BadInputError):
    """A limit on bytes, pages, pixels, entries or unpacked size was exceeded."""

    codigo = "limite_excedido"


class EmptyDossierError(BadInputError):
    """The dossier holds nothing to verify."""

    codigo = "vazio"


class InvalidFichaError(BadInputError):
    """ficha.json cannot be used."""

    codigo = "ficha_invalida"


class MissingFichaError(BadInputError):
    """There is neither ficha.json nor a scanned Ficha."""

    codigo = "ficha_ausente"


class UndefinedNormError(BadInputError):
    """The norm is neither given nor deducible, or is not known."""

    codigo = "norma_indefinida"


class EngineError(DocverifyError):
    """A reading engine failed: it is missing, crashed or ran out of memory."""

    codigo = "falha_do_motor"
    exit_status = EXIT_ENGINE


class EngineMissingError(EngineError):
    """A program or model that reading needs is not installed."""


class EngineTimeoutError(EngineError):
    """An engine took longer than its limit."""

    codigo = "tempo_esgotado"


class RuleSetError(DocverifyError):
    """A norm's data file is wrong: the message names file, line, key and remedy."""

    codigo = "norma_indefinida"
    exit_status = EXIT_BAD_INPUT


class DefectError(DocverifyError):
    """A defect of docverify itself."""

    codigo = "defeito"
    exit_status = EXIT_DEFECT
