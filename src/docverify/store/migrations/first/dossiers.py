"""The first tables of dossiers, runs, verdicts, and of what is told and purged of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql


def create() -> None:
    """Make the tables that hang on a dossier; those of people are there already."""
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
