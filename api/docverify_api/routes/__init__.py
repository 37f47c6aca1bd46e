"""The routes, a module for each kind of thing; each has a ``router`` that `docverify_api.app` includes."""
