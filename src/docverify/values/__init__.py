"""Normal forms and comparison of single values; this package knows nothing else of the house."""
