"""The address as a value; see `docverify.values.addresses`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Endereco:
    """A Brazilian address; None is a part that is not printed (not one that is empty in fact: that is ``S/N``)."""

    logradouro: str | None = None
    numero: str | None = None
    complemento: str | None = None
    bairro: str | None = None
    cep: str | None = None
    municipio: str | None = None
    uf: str | None = None

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Endereco:
        """From the object of ``ficha.json``; unknown keys are ignored, blank texts are None, numbers become text."""
        values: dict[str, str | None] = {}
        for field in fields(cls):
            value = data.get(field.name) if isinstance(data, Mapping) else None
            if isinstance(value, bool) or not isinstance(value, str | int):
                values[field.name] = None
            else:
                values[field.name] = str(value).strip() or None
        return cls(**values)

    def to_dict(self) -> dict[str, str | None]:
        """As the object of ``ficha.json``, all seven keys."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def vazio(self) -> bool:
        """Whether no part is there."""
        return not any(self.to_dict().values())
