"""The norms: data files with citations, the checks that they name, and the decision.

A new norm is a new ``<id>.toml`` beside this file (and an entry in ``catalogo.toml``); a new check is a function in
:mod:`docverify.norms.checks` under ``@check("nome")``, which the norm's rules then name.
"""

from __future__ import annotations

from docverify.norms.decide import decide
from docverify.norms.loader import available, catalog, choose_norm, load_file, load_norm
from docverify.norms.schema import Norm

__all__ = ["Norm", "available", "catalog", "choose_norm", "decide", "load_file", "load_norm"]
