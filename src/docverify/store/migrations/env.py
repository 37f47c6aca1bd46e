"""Run by Alembic: migrates on the connection that `docverify.store.migrate` hands over."""

from __future__ import annotations

from alembic import context

from docverify.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transaction_per_migration=False
)
with context.begin_transaction():
    context.run_migrations()
