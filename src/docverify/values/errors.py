"""The one error that a value module raises: the given thing is not such a value."""

from __future__ import annotations

from typing import Literal

CodigoInvalido = Literal["formato", "tamanho", "digito"]


class InvalidValue(ValueError):
    """The text is not a value of the asked kind.

    Attributes:
        code: ``formato`` (foreign characters or wrong shape), ``tamanho`` (wrong number of characters) or
            ``digito`` (right shape, but the check digits do not hold).
    """

    def __init__(self, code: CodigoInvalido, message: str) -> None:
        """Keep the code beside the message (Portuguese, for a person)."""
        super().__init__(message)
        self.code: CodigoInvalido = code
