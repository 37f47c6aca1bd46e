"""The console of the commands."""

from __future__ import annotations

import rich.console


class Console(rich.console.Console):
    """A console that lets a reader who is gone be known.

    Rich would leave with status 1, which here means that the dossier was rejected.
    """

    def on_broken_pipe(self) -> None:
        """Leave it to :func:`docverify.cli.app.run` what becomes of it.

        Raises:
            BrokenPipeError: Always.
        """
        raise BrokenPipeError
