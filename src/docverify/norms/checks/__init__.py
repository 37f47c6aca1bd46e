"""The checks, by subject; importing this package registers them all.

Every module beside this one is imported: a new one needs no line here.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
