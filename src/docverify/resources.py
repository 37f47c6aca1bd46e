"""Where the data that travels with the package is found, in a checkout and in an installed wheel alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def package_path(*parts: str) -> Path:
    """Return the path of a data file inside the package (norms, templates, schema, value tables).

    Args:
        parts: Path components below ``docverify/``.

    Returns:
        The absolute path; its existence is not checked.
    """
    return _PACKAGE.joinpath(*parts)


def models_path() -> Path:
    """Return the folder with one subfolder of patterns and lexicon per document type.

    A wheel carries it as ``docverify/models``; a checkout keeps it as ``models/`` at its top.

    Raises:
        FileNotFoundError: If neither exists, that is, the installation is broken.
    """
    for candidate in (_PACKAGE / "models", _PACKAGE.parents[1] / "models"):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError("docverify/models")
