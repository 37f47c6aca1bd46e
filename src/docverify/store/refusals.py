"""What the store will not do, and why: each is an answer to somebody, not a defect.

`docverify_api.problems` gives each its HTTP status; the command line prints the message.
"""

from __future__ import annotations

from docverify.errors import BadInputError


class Refusal(BadInputError):
    """Somebody asked for what cannot be had.

    Args:
        codigo: Stable, for programs.
        mensagem: What happened and what to do, in Portuguese.
        campo: The field of the request that is at fault, if one is.
    """

    def __init__(self, codigo: str, mensagem: str, *, campo: str | None = None) -> None:
        super().__init__(mensagem)
        self.codigo = codigo
        self.campo = campo


class Invalid(Refusal):
    """A value cannot be used."""


class NotFound(Refusal):
    """There is no such thing within the actor's reach; whether it exists elsewhere, nobody learns."""

    def __init__(self, mensagem: str = "não há nada neste endereço que esta conta possa ver") -> None:
        super().__init__("nao_encontrado", mensagem)


class Forbidden(Refusal):
    """The actor sees it, but may not do this to it."""

    def __init__(self, mensagem: str, codigo: str = "sem_permissao") -> None:
        super().__init__(codigo, mensagem)


class Conflict(Refusal):
    """It does not go with what is there."""


class Gone(Refusal):
    """It was there, and is used up or past its time."""


class TooMany(Refusal):
    """Too many requests.

    Args:
        codigo: Stable, for programs.
        mensagem: What happened and what to do.
        wait: Seconds after which to try again.
    """

    def __init__(self, codigo: str, mensagem: str, wait: int) -> None:
        super().__init__(codigo, mensagem)
        self.wait = wait
