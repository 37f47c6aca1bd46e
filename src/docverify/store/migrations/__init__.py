"""Alembic migrations of the store; the package itself holds nothing else."""
