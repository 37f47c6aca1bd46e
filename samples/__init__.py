"""Sample dossiers and the generator that made them (not part of the installed product)."""
