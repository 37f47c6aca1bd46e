"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


_NO_STATISTICS = (
    "arquivos.nome dossies.nome dossies.ficha dossies.cnpj dossies.razao_social dossies.busca dossies.erro_mensagem "
    "vereditos.relatorio paginas.arquivo decisoes.antes decisoes.depois decisoes.motivo decisoes.justificativa "
    "rodadas.parametros rodadas.erro_mensagem entregas.corpo entregas.detalhe"
)
"""Columns of whose values PostgreSQL keeps no samples: a purge must reach every copy (see docs/retencao.md)."""


def upgrade() -> None:
    """Go up."""
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
        "dossies",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("conteudo", sa.Text(), nullable=True),
        sa.Column("ficha", sa.LargeBinary(), nullable=True),
        sa.Column("norma_pedida", sa.Text(), nullable=True),
        sa.Column("data_pedida", sa.Date(), nullable=True),
        sa.Column("prioridade", sa.Text(), nullable=False),
        sa.Column("hoje", sa.Date(), nullable=True),
        sa.Column("criado_por", sa.Uuid(), nullable=False),
        sa.Column("pedido_id", sa.Text(), nullable=True),
        sa.Column("criado_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("enviado_em", sa.DateTime(timezone=True), nullable=True),
        sa.Column("atualizado_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("concluido_em", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expurgado_em", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rodada", sa.Integer(), server_default="0", nullable=False),
        sa.Column("progresso", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("erro_codigo", sa.Text(), nullable=True),
        sa.Column("erro_mensagem", sa.Text(), nullable=True),
        sa.Column("versao", sa.Integer(), server_default="0", nullable=False),
        sa.Column("norma", sa.Text(), nullable=True),
        sa.Column("resultado", sa.Text(), nullable=True),
        sa.Column("efeito", sa.Text(), nullable=True),
        sa.Column("cnpj", sa.Text(), nullable=True),
        sa.Column("razao_social", sa.Text(), nullable=True),
        sa.Column("municipio", sa.Text(), nullable=True),
        sa.Column("uf", sa.Text(), nullable=True),
        sa.Column("busca", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint(
            "estado IN ('rascunho', 'na_fila', 'processando', 'concluido', 'erro', 'expurgado')",
            name=op.f("ck_dossies_estado"),
        ),
        sa.CheckConstraint("prioridade IN ('interativo', 'lote')", name=op.f("ck_dossies_prioridade")),
        sa.ForeignKeyConstraint(["criado_por"], ["usuarios.id"], name=op.f("fk_dossies_criado_por_usuarios")),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_dossies_entidade_id_entidades")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dossies")),
        sa.UniqueConstraint("entidade_id", "conteudo", name=op.f("uq_dossies_entidade_id_conteudo")),
    )
    op.create_index(op.f("ix_dossies_criado_em_id"), "dossies", ["criado_em", "id"], unique=False)
    op.create_index(op.f("ix_dossies_entidade_id_cnpj"), "dossies", ["entidade_id", "cnpj"], unique=False)
    op.create_index(
        op.f("ix_dossies_entidade_id_criado_em_id"), "dossies", ["entidade_id", "criado_em", "id"], unique=False
    )
    op.create_index(op.f("ix_dossies_estado"), "dossies", ["estado"], unique=False)
    op.create_table(
        "ganchos",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("segredo", sa.Text(), nullable=False),
        sa.Column("ativo", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("criado_por", sa.Uuid(), nullable=False),
        sa.Column("criado_em", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["criado_por"], ["usuarios.id"], name=op.f("fk_ganchos_criado_por_usuarios")),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_ganchos_entidade_id_entidades")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ganchos")),
    )
    op.create_index(op.f("ix_ganchos_entidade_id"), "ganchos", ["entidade_id"], unique=False)
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
    op.create_table(
        "arquivos",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("dossie_id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("ordem", sa.Integer(), nullable=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("midia", sa.Text(), nullable=False),
        sa.Column("criado_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expurgado_em", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["dossie_id"], ["dossies.id"], name=op.f("fk_arquivos_dossie_id_dossies"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_arquivos_entidade_id_entidades")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_arquivos")),
        sa.UniqueConstraint("dossie_id", "nome", name=op.f("uq_arquivos_dossie_id_nome")),
    )
    op.create_index(op.f("ix_arquivos_entidade_id_digest"), "arquivos", ["entidade_id", "digest"], unique=False)
    op.create_table(
        "paginas",
        sa.Column("dossie_id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("ordem", sa.Integer(), nullable=False),
        sa.Column("arquivo", sa.Text(), nullable=False),
        sa.Column("numero", sa.Integer(), nullable=False),
        sa.Column("largura", sa.Integer(), nullable=False),
        sa.Column("altura", sa.Integer(), nullable=False),
        sa.Column("endereco", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["dossie_id"], ["dossies.id"], name=op.f("fk_paginas_dossie_id_dossies"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_paginas_entidade_id_entidades")),
        sa.PrimaryKeyConstraint("dossie_id", "ordem", name=op.f("pk_paginas")),
    )
    op.create_table(
        "rodadas",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("dossie_id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("numero", sa.Integer(), nullable=False),
        sa.Column("motivo", sa.Text(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("tentativa", sa.Integer(), server_default="0", nullable=False),
        sa.Column("devolvidas", sa.Integer(), server_default="0", nullable=False),
        sa.Column("tarefa", sa.BigInteger(), nullable=True),
        sa.Column("prioridade", sa.Text(), nullable=False),
        sa.Column("turno", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("pedida_por", sa.Uuid(), nullable=True),
        sa.Column("pedido_id", sa.Text(), nullable=True),
        sa.Column("parametros", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column("pedida_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("iniciada_em", sa.DateTime(timezone=True), nullable=True),
        sa.Column("terminada_em", sa.DateTime(timezone=True), nullable=True),
        sa.Column("erro_codigo", sa.Text(), nullable=True),
        sa.Column("erro_mensagem", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "estado IN ('na_fila', 'processando', 'concluida', 'erro', 'cancelada')", name=op.f("ck_rodadas_estado")
        ),
        sa.CheckConstraint("motivo IN ('envio', 'reprocesso')", name=op.f("ck_rodadas_motivo")),
        sa.CheckConstraint("prioridade IN ('interativo', 'lote')", name=op.f("ck_rodadas_prioridade")),
        sa.ForeignKeyConstraint(
            ["dossie_id"], ["dossies.id"], name=op.f("fk_rodadas_dossie_id_dossies"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_rodadas_entidade_id_entidades")),
        sa.ForeignKeyConstraint(["pedida_por"], ["usuarios.id"], name=op.f("fk_rodadas_pedida_por_usuarios")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rodadas")),
        sa.UniqueConstraint("dossie_id", "numero", name=op.f("uq_rodadas_dossie_id_numero")),
    )
    op.create_index(op.f("ix_rodadas_estado"), "rodadas", ["estado"], unique=False)
    op.create_index(
        op.f("ix_rodadas_entidade_id_prioridade_turno"),
        "rodadas",
        ["entidade_id", "prioridade", "turno"],
        unique=False,
        postgresql_where=sa.text("estado = 'na_fila'"),
    )
    op.create_table(
        "vereditos",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("dossie_id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("rodada_id", sa.Uuid(), nullable=False),
        sa.Column("versao", sa.Integer(), nullable=False),
        sa.Column("relatorio", postgresql.JSON(astext_type=sa.Text()), nullable=False),
        sa.Column("resultado", sa.Text(), nullable=False),
        sa.Column("efeito", sa.Text(), nullable=False),
        sa.Column("norma", sa.Text(), nullable=False),
        sa.Column("norma_versao", sa.Text(), nullable=False),
        sa.Column("motor", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("configuracao", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("criado_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expurgado_em", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["dossie_id"], ["dossies.id"], name=op.f("fk_vereditos_dossie_id_dossies"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_vereditos_entidade_id_entidades")),
        sa.ForeignKeyConstraint(
            ["rodada_id"], ["rodadas.id"], name=op.f("fk_vereditos_rodada_id_rodadas"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vereditos")),
        sa.UniqueConstraint("dossie_id", "versao", name=op.f("uq_vereditos_dossie_id_versao")),
        sa.UniqueConstraint("rodada_id", name=op.f("uq_vereditos_rodada_id")),
    )
    op.create_table(
        "decisoes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("dossie_id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("veredito_id", sa.Uuid(), nullable=False),
        sa.Column("alvo", sa.Text(), nullable=False),
        sa.Column("acao", sa.Text(), nullable=False),
        sa.Column("antes", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("depois", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("motivo", sa.Text(), nullable=True),
        sa.Column("justificativa", sa.Text(), nullable=False),
        sa.Column("usuario_id", sa.Uuid(), nullable=False),
        sa.Column("quando", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmada_por", sa.Uuid(), nullable=True),
        sa.Column("confirmada_em", sa.DateTime(timezone=True), nullable=True),
        sa.Column("desfeita_em", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["confirmada_por"], ["usuarios.id"], name=op.f("fk_decisoes_confirmada_por_usuarios")),
        sa.ForeignKeyConstraint(
            ["dossie_id"], ["dossies.id"], name=op.f("fk_decisoes_dossie_id_dossies"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_decisoes_entidade_id_entidades")),
        sa.ForeignKeyConstraint(["usuario_id"], ["usuarios.id"], name=op.f("fk_decisoes_usuario_id_usuarios")),
        sa.ForeignKeyConstraint(["veredito_id"], ["vereditos.id"], name=op.f("fk_decisoes_veredito_id_vereditos")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisoes")),
    )
    op.create_index(op.f("ix_decisoes_dossie_id_quando"), "decisoes", ["dossie_id", "quando"], unique=False)
    op.create_table(
        "entregas",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("gancho_id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("dossie_id", sa.Uuid(), nullable=True),
        sa.Column("veredito_id", sa.Uuid(), nullable=True),
        sa.Column("rodada_id", sa.Uuid(), nullable=True),
        sa.Column("evento", sa.Text(), nullable=False),
        sa.Column("corpo", sa.Text(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("tentativas", sa.Integer(), server_default="0", nullable=False),
        sa.Column("resposta", sa.Integer(), nullable=True),
        sa.Column("detalhe", sa.Text(), nullable=True),
        sa.Column("criada_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proxima_em", sa.DateTime(timezone=True), nullable=True),
        sa.Column("entregue_em", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("estado IN ('pendente', 'entregue', 'desistida')", name=op.f("ck_entregas_estado")),
        sa.ForeignKeyConstraint(
            ["dossie_id"], ["dossies.id"], name=op.f("fk_entregas_dossie_id_dossies"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_entregas_entidade_id_entidades")),
        sa.ForeignKeyConstraint(
            ["gancho_id"], ["ganchos.id"], name=op.f("fk_entregas_gancho_id_ganchos"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["rodada_id"], ["rodadas.id"], name=op.f("fk_entregas_rodada_id_rodadas"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["veredito_id"], ["vereditos.id"], name=op.f("fk_entregas_veredito_id_vereditos"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entregas")),
        sa.UniqueConstraint("gancho_id", "rodada_id", name=op.f("uq_entregas_gancho_id_rodada_id")),
    )
    op.create_index(op.f("ix_entregas_dossie_id"), "entregas", ["dossie_id"], unique=False)
    op.create_index(op.f("ix_entregas_estado"), "entregas", ["estado"], unique=False)
    op.create_index(op.f("ix_entregas_gancho_id_criada_em"), "entregas", ["gancho_id", "criada_em"], unique=False)
    op.create_table(
        "expurgos",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("dossie_id", sa.Uuid(), nullable=False),
        sa.Column("entidade_id", sa.Uuid(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("inteiro", sa.Boolean(), nullable=False),
        sa.Column("ficha", sa.Boolean(), nullable=False),
        sa.Column("plano", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("prova", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("por", sa.Text(), nullable=False),
        sa.Column("porque", sa.Text(), nullable=True),
        sa.Column("iniciado_em", sa.DateTime(timezone=True), nullable=False),
        sa.Column("concluido_em", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("estado IN ('iniciado', 'apagado', 'concluido')", name=op.f("ck_expurgos_estado")),
        sa.ForeignKeyConstraint(
            ["dossie_id"], ["dossies.id"], name=op.f("fk_expurgos_dossie_id_dossies"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["entidade_id"], ["entidades.id"], name=op.f("fk_expurgos_entidade_id_entidades")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_expurgos")),
    )
    op.create_index(op.f("ix_expurgos_dossie_id"), "expurgos", ["dossie_id"], unique=False)
    op.create_index(
        op.f("ix_expurgos_estado"),
        "expurgos",
        ["estado"],
        unique=False,
        postgresql_where=sa.text("estado <> 'concluido'"),
    )
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
    op.drop_index(op.f("ix_expurgos_estado"), table_name="expurgos", postgresql_where=sa.text("estado <> 'concluido'"))
    op.drop_index(op.f("ix_expurgos_dossie_id"), table_name="expurgos")
    op.drop_table("expurgos")
    op.drop_index(op.f("ix_entregas_gancho_id_criada_em"), table_name="entregas")
    op.drop_index(op.f("ix_entregas_estado"), table_name="entregas")
    op.drop_index(op.f("ix_entregas_dossie_id"), table_name="entregas")
    op.drop_table("entregas")
    op.drop_index(op.f("ix_decisoes_dossie_id_quando"), table_name="decisoes")
    op.drop_table("decisoes")
    op.drop_table("vereditos")
    op.drop_index(
        op.f("ix_rodadas_entidade_id_prioridade_turno"),
        table_name="rodadas",
        postgresql_where=sa.text("estado = 'na_fila'"),
    )
    op.drop_index(op.f("ix_rodadas_estado"), table_name="rodadas")
    op.drop_table("rodadas")
    op.drop_table("paginas")
    op.drop_index(op.f("ix_arquivos_entidade_id_digest"), table_name="arquivos")
    op.drop_table("arquivos")
    op.drop_table("sessoes")
    op.drop_index(op.f("ix_ganchos_entidade_id"), table_name="ganchos")
    op.drop_table("ganchos")
    op.drop_index(op.f("ix_dossies_estado"), table_name="dossies")
    op.drop_index(op.f("ix_dossies_entidade_id_criado_em_id"), table_name="dossies")
    op.drop_index(op.f("ix_dossies_entidade_id_cnpj"), table_name="dossies")
    op.drop_index(op.f("ix_dossies_criado_em_id"), table_name="dossies")
    op.drop_table("dossies")
    op.drop_table("convites")
    op.drop_table("chaves")
    op.drop_table("usuarios")
    op.drop_table("relogio")
    op.drop_table("instalacao")
    op.drop_index(op.f("ix_entradas_login_quando"), table_name="entradas")
    op.drop_index(op.f("ix_entradas_endereco_ip_quando"), table_name="entradas")
    op.drop_table("entradas")
    op.drop_table("entidades")
    op.drop_index(op.f("ix_auditoria_entidade_id_numero"), table_name="auditoria")
    op.drop_index(op.f("ix_auditoria_alvo_tipo_alvo_id"), table_name="auditoria")
    op.drop_table("auditoria")
    op.execute("DROP FUNCTION auditoria_so_cresce")
