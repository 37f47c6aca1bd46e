"""Tables shipped with the package."""
