"""The first tables of who may do what, and of what they did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql


def create() -> None:
    """Make the tables of the installation, entities, people, keys, sessions and the audit chain."""
    op.create_table(
        "auditoria",
        sa.Column("numero", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("quando", sa.DateTime(timezone=True), nullable=False),
        sa.Column("usuario_id", sa.Uuid(), nullable=True),
        sa.Column("chave_id", sa.Uuid(), nullable=True),
        sa.Column("ator", sa.Text(), nullable=False),
        sa.Column("papel", sa.Text(), nullable=True),
        sa.Column("entidade_id", sa.Uuid(), nullable=True),
        sa.Column("acao", sa.Text(), nullable=False),
        sa.Column("alvo_tipo", sa.Text(), nullable=False),
        sa.Column("alvo_id", sa.Text(), nullable=True),
        sa.Column("antes", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("depois", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("porque", sa.Text(), nullable=True),
        sa.Column("pedido_id", sa.Text(), nullable=True),
        sa.Column("anterior", sa.Text(), nullable=False),
        sa.Column("resumo", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("numero", name=op.f("pk_auditoria")),
        sa.UniqueConstraint("resumo", name=op.f("uq_auditoria_resumo")),
    )
    op.create_index(op.f("ix_auditoria_alvo_tipo_alvo_id"), "auditoria", ["alvo_tipo", "alvo_id"], unique=False)
    op.create_index(op.f("ix_auditoria_entidade_id_numero"), "auditoria", ["entidade_id", "numero"], unique=False)
    op.create_table(
        "entidades",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("cnpj", sa.Text(), nullable=True),
        sa.Column("ativa", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("criada_em", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entidades")),
        sa.UniqueConstraint("cnpj", name=op.f("uq_entidades_cnpj")),
        sa.UniqueConstraint("nome", name=op.f("uq_entidades_nome")),
    )
    op.create_table(
        "entradas",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("login", sa.Text(), nullable=False),
        sa.Column("endereco_ip", sa.Text(), nullable=False),
        sa.Column("quando", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entradas")),
    )
    op.create_index(op.f("ix_entradas_endereco_ip_quando"), "entradas", ["endereco_ip", "quando"], unique=False)
    op.create_index(op.f("ix_entradas_login_quando"), "entradas", ["login", "quando"], unique=False)
    op.create_table(
        "instalacao",
        sa.Column("chave", sa.Text(), nullable=False),
        sa.Column("valor", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("chave", name=op.f("pk_instalacao")),
    )
    op.create_table(
        "relogio",
        sa.Column("prioridade", sa.Text(), nullable=False),
        sa.Column("turno", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("passados", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint("prioridade IN ('interativo', 'lote')", name=op.f("ck_relogio_prioridade")),
        sa.PrimaryKeyConstraint("prioridade", name=op.f("pk_relogio")),
    )
    op.create_table(
        "usuarios",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("login", sa.Text(), nullable=False),
        sa.Column("senha_hash", sa.Text(), nullable=True),
        sa.Column("papel", sa.Text(), nullable=False),
        sa.Column("todas_entidades", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("ativo", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("oidc_sub", sa.Text(), nullable=True),
        sa.Column("criado_em", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "papel IN ('entidade', 'analista', 'supervisor', 'auditor', 'administrador')",
            name=op.f("ck_usuarios_papel"),
        ),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_usuarios_entidade_id_entidades")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_usuarios")),
        sa.UniqueConstraint("login", name=op.f("uq_usuarios_login")),
        sa.UniqueConstraint("oidc_sub", name=op.f("uq_usuarios_oidc_sub")),
    )
    op.create_table(
        "chaves",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("usuario_id", sa.Uuid(), nullable=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("prefixo", sa.Text(), nullable=False),
        sa.Column("segredo_hash", sa.Text(), nullable=False),
        sa.Column("escopos", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("criada_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expira_em", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revogada_em", sa.DateTime(timezone=True), nullable=True),
        sa.Column("usada_em", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_chaves_entidade_id_entidades")),
        sa.ForeignKeyConstraint(
            ["usuario_id"], ["usuarios.id"], name=op.f("fk_chaves_usuario_id_usuarios"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chaves")),
        sa.UniqueConstraint("prefixo", name=op.f("uq_chaves_prefixo")),
    )
    op.create_table(
        "convites",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("finalidade", sa.Text(), nullable=False),
        sa.Column("usuario_id", sa.Uuid(), nullable=True),
        sa.Column("criado_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expira_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("usado_em", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "finalidade IN ('primeiro_administrador', 'definir_senha')", name=op.f("ck_convites_finalidade")
        ),
        sa.ForeignKeyConstraint(
            ["usuario_id"], ["usuarios.id"], name=op.f("fk_convites_usuario_id_usuarios"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_convites")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_convites_token_hash")),
    )
    op.create_table(
        "sessoes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("usuario_id", sa.Uuid(), nullable=False),
        sa.Column("criada_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("vista_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expira_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("endereco_ip", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["usuario_id"], ["usuarios.id"], name=op.f("fk_sessoes_usuario_id_usuarios"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessoes")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessoes_token_hash")),
    )
