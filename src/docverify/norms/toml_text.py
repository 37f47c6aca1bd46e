"""Reading TOML that an office wrote: every fault of the file is a ``ValueError`` whose message a person can read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

MAX_BYTES = 2_000_000
"""Size limit in bytes; the longest norm of the package has 70 kB."""


def toml_text(path: Path) -> str:
    """Return the text of a TOML file, without a byte order mark.

    Raises:
        ValueError: If it is no file, is too large, cannot be read or is not UTF-8.
    """
    try:
        if not path.is_file():
            raise ValueError("não é um arquivo" if path.exists() else "o arquivo não existe")
        if path.stat().st_size > MAX_BYTES:
            raise ValueError(f"o arquivo passa de {MAX_BYTES // 1_000_000} MB")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ValueError(f"o texto não está em UTF-8, desde a linha {line}: grave-o nessa codificação") from error
    except OSError as error:
        raise ValueError(f"o sistema não deixou ler: {error.strerror or error}") from error


def toml_values(text: str) -> dict[str, Any]:
    """Return the values of a TOML text.

    Raises:
        ValueError: If it is not TOML, or is nested or holds numbers beyond measure.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError as error:
        raise ValueError("listas ou tabelas aninhadas demais") from error
    except ValueError as error:
        raise ValueError("um número longo demais") from error
