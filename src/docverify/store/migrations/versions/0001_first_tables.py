"""The first tables."""

from __future__ import annotations

from alembic import op

from docverify.store.migrations.first import dossiers, people

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_TABLES = (
    "auditoria entidades entradas instalacao relogio usuarios chaves convites sessoes "
    "dossies ganchos arquivos paginas rodadas vereditos decisoes entregas expurgos"
)
"""In the order in which they can be made; they are dropped the other way round, their indices with them."""

_NO_STATISTICS = (
    "arquivos.nome dossies.nome dossies.ficha dossies.cnpj dossies.razao_social dossies.busca dossies.erro_mensagem "
    "vereditos.relatorio paginas.arquivo decisoes.antes decisoes.depois decisoes.motivo decisoes.justificativa "
    "rodadas.parametros rodadas.erro_mensagem entregas.corpo entregas.detalhe"
)
"""Columns of whose values PostgreSQL keeps no samples: a purge must reach every copy (see docs/retencao.md)."""


def upgrade() -> None:
    """Go up."""
    people.create()
    dossiers.create()
    for column in _NO_STATISTICS.split():
        table, _, name = column.partition(".")
        op.execute(f"ALTER TABLE {table} ALTER COLUMN {name} SET STATISTICS 0")
    op.execute(
        """
        CREATE FUNCTION auditoria_so_cresce() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'a auditoria só cresce: % não é permitido', TG_OP;
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER auditoria_so_cresce BEFORE UPDATE OR DELETE OR TRUNCATE ON auditoria "
        "FOR EACH STATEMENT EXECUTE FUNCTION auditoria_so_cresce()"
    )


def downgrade() -> None:
    """Go down."""
    for table in reversed(_TABLES.split()):
        op.drop_table(table)
    op.execute("DROP FUNCTION auditoria_so_cresce")
