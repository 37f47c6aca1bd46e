"""``python -m docverify``: the same as the ``docverify`` command."""

from __future__ import annotations

from docverify.cli import main

if __name__ == "__main__":
    main()
