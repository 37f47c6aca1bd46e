"""The tables. Every row that is about an applicant names the entity that it belongs to.

Times are with time zone. What people do is Portuguese (``estado``, ``papel``), as in the contract.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import BigInteger, Boolean, Column, DateTime, ForeignKey, Index, Integer, LargeBinary, Table, Text, Uuid
from sqlalchemy.dialects.postgresql import ARRAY, JSON, JSONB

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PAPEIS = ("entidade", "analista", "supervisor", "auditor", "administrador")
ESTADOS = ("rascunho", "na_fila", "processando", "concluido", "erro", "expurgado")
ESTADOS_RODADA = ("na_fila", "processando", "concluida", "erro", "cancelada")
PRIORIDADES = ("interativo", "lote")


def _one_of(column: str, values: tuple[str, ...]) -> sa.CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return sa.CheckConstraint(f"{column} IN ({listed})", name=column)


def _id() -> Column[object]:
    return Column("id", Uuid, primary_key=True)


def _when(name: str, *, nullable: bool = False) -> Column[object]:
    return Column(name, DateTime(timezone=True), nullable=nullable)


def _of(table: str, name: str, *, nullable: bool = False, ondelete: str | None = None) -> Column[object]:
    return Column(name, Uuid, ForeignKey(f"{table}.id", ondelete=ondelete), nullable=nullable)


entidades = Table(
    "entidades",
    metadata,
    _id(),
    Column("nome", Text, nullable=False, unique=True),
    Column("cnpj", Text, unique=True),
    Column("ativa", Boolean, nullable=False, server_default=sa.true()),
    _when("criada_em"),
)

usuarios = Table(
    "usuarios",
    metadata,
    _id(),
    _of("entidades", "entidade_id"),
    Column("nome", Text, nullable=False),
    Column("login", Text, nullable=False),  # an e-mail address, in lower case
    Column("senha_hash", Text),
    Column("papel", Text, nullable=False),
    Column("todas_entidades", Boolean, nullable=False, server_default=sa.false()),
    Column("ativo", Boolean, nullable=False, server_default=sa.true()),
    Column("oidc_sub", Text, unique=True),
    _when("criado_em"),
    _one_of("papel", PAPEIS),
    sa.UniqueConstraint("login"),
)

convites = Table(
    "convites",  # one-time links: the first administrator, and passwords that a user sets
    metadata,
    _id(),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("finalidade", Text, nullable=False),
    _of("usuarios", "usuario_id", nullable=True, ondelete="CASCADE"),
    _when("criado_em"),
    _when("expira_em"),
    _when("usado_em", nullable=True),
    _one_of("finalidade", ("primeiro_administrador", "definir_senha")),
)

sessoes = Table(
    "sessoes",
    metadata,
    _id(),
    Column("token_hash", Text, nullable=False, unique=True),
    _of("usuarios", "usuario_id", ondelete="CASCADE"),
    _when("criada_em"),
    _when("vista_em"),
    _when("expira_em"),
    Column("endereco_ip", Text),
)

chaves = Table(
    "chaves",
    metadata,
    _id(),
    _of("entidades", "entidade_id"),
    _of("usuarios", "usuario_id", ondelete="CASCADE"),
    Column("nome", Text, nullable=False),
    Column("prefixo", Text, nullable=False, unique=True),
    Column("segredo_hash", Text, nullable=False),
    Column("escopos", ARRAY(Text), nullable=False),
    _when("criada_em"),
    _when("expira_em", nullable=True),
    _when("revogada_em", nullable=True),
    _when("usada_em", nullable=True),
)

entradas = Table(
    "entradas",  # failed sign-ins, to slow down whoever guesses; kept for a day
    metadata,
    Column("id", BigInteger, sa.Identity(), primary_key=True),
    Column("login", Text, nullable=False),
    Column("endereco_ip", Text, nullable=False),
    _when("quando"),
    Index(None, "login", "quando"),
    Index(None, "endereco_ip", "quando"),
)

dossies = Table(
    "dossies",
    metadata,
    _id(),
    _of("entidades", "entidade_id"),
    Column("nome", Text, nullable=False),
    Column("estado", Text, nullable=False),
    Column("conteudo", Text),  # SHA-256 of what was sent (files, Ficha, norm, date); none while it is a draft
    Column("ficha", LargeBinary),  # the bytes of ficha.json, as they came
    Column("norma_pedida", Text),
    Column("data_pedida", sa.Date),
    Column("prioridade", Text, nullable=False),
    Column("hoje", sa.Date),  # the day on which it was sent, in Brasília: every attempt judges by it
    Column("criado_por", Uuid, ForeignKey("usuarios.id"), nullable=False),
    Column("pedido_id", Text),  # of the request that sent it
    _when("criado_em"),
    _when("enviado_em", nullable=True),
    _when("atualizado_em"),
    _when("concluido_em", nullable=True),
    _when("expurgado_em", nullable=True),
    Column("rodada", Integer, nullable=False, server_default="0"),  # number of its latest run
    Column("progresso", JSONB),
    Column("erro_codigo", Text),
    Column("erro_mensagem", Text),
    # of the verdict in force, to list and search
    Column("versao", Integer, nullable=False, server_default="0"),
    Column("norma", Text),
    Column("resultado", Text),
    Column("efeito", Text),
    Column("cnpj", Text),
    Column("razao_social", Text),
    Column("municipio", Text),
    Column("uf", Text),
    Column("busca", Text, nullable=False, server_default=""),  # name, company and CNPJ without accents, lower case
    _one_of("estado", ESTADOS),
    _one_of("prioridade", PRIORIDADES),
    sa.UniqueConstraint("entidade_id", "conteudo"),
    Index(None, "entidade_id", "criado_em", "id"),
    Index(None, "criado_em", "id"),
    Index(None, "entidade_id", "cnpj"),
    Index(None, "estado"),
)

arquivos = Table(
    "arquivos",
    metadata,
    _id(),
    _of("dossies", "dossie_id", ondelete="CASCADE"),
    _of("entidades", "entidade_id"),
    Column("ordem", Integer, nullable=False),
    Column("nome", Text, nullable=False),  # safe to write down; unique in the dossier
    Column("digest", Text, nullable=False),  # SHA-256: its address in the file store, below the entity
    Column("bytes", BigInteger, nullable=False),
    Column("midia", Text, nullable=False),  # by its content: application/pdf, image/png, application/zip ...
    _when("criado_em"),
    _when("expurgado_em", nullable=True),
    sa.UniqueConstraint("dossie_id", "nome"),
    Index(None, "entidade_id", "digest"),
)

rodadas = Table(
    "rodadas",  # a run: what was asked for once and ends in one verdict or one error, whatever happens on the way
    metadata,
    _id(),
    _of("dossies", "dossie_id", ondelete="CASCADE"),
    _of("entidades", "entidade_id"),
    Column("numero", Integer, nullable=False),
    Column("motivo", Text, nullable=False),
    Column("estado", Text, nullable=False),
    Column("tentativa", Integer, nullable=False, server_default="0"),  # the fence: only the latest attempt may write
    Column("devolvidas", Integer, nullable=False, server_default="0"),  # attempts that it could do nothing for
    Column("tarefa", BigInteger),  # the job that it belongs to: another does nothing while that one lives
    Column("prioridade", Text, nullable=False),
    Column("turno", BigInteger, nullable=False, server_default="0"),  # see store.fairness
    Column("pedida_por", Uuid, ForeignKey("usuarios.id")),
    Column("pedido_id", Text),
    Column("parametros", JSONB, nullable=False, server_default="{}"),
    _when("pedida_em"),
    _when("iniciada_em", nullable=True),
    _when("terminada_em", nullable=True),
    Column("erro_codigo", Text),
    Column("erro_mensagem", Text),
    _one_of("motivo", ("envio", "reprocesso")),
    _one_of("estado", ESTADOS_RODADA),
    _one_of("prioridade", PRIORIDADES),
    sa.UniqueConstraint("dossie_id", "numero"),
    Index(None, "estado"),
    Index(None, "entidade_id", "prioridade", "turno", postgresql_where=sa.text("estado = 'na_fila'")),
)

vereditos = Table(
    "vereditos",
    metadata,
    _id(),
    _of("dossies", "dossie_id", ondelete="CASCADE"),
    _of("entidades", "entidade_id"),
    Column("rodada_id", Uuid, ForeignKey("rodadas.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("versao", Integer, nullable=False),
    Column("relatorio", JSON, nullable=False),  # in the contract's shape, as text: the order of keys is kept
    Column("resultado", Text, nullable=False),
    Column("efeito", Text, nullable=False),
    Column("norma", Text, nullable=False),
    Column("norma_versao", Text, nullable=False),  # hash of the norm's data file
    Column("motor", JSONB, nullable=False),  # versions of docverify, readers and calibration
    Column("configuracao", JSONB, nullable=False),  # settings on which a result depends
    _when("criado_em"),
    _when("expurgado_em", nullable=True),
    sa.UniqueConstraint("dossie_id", "versao"),
)

paginas = Table(
    "paginas",  # derived images of the pages as shown upright; may be made anew at any time
    metadata,
    _of("dossies", "dossie_id", ondelete="CASCADE"),
    _of("entidades", "entidade_id"),
    Column("ordem", Integer, nullable=False),
    Column("arquivo", Text, nullable=False),  # as the report names it
    Column("numero", Integer, nullable=False),
    Column("largura", Integer, nullable=False),
    Column("altura", Integer, nullable=False),
    Column("endereco", Text, nullable=False),  # its key in the file store
    sa.PrimaryKeyConstraint("dossie_id", "ordem"),
)

decisoes = Table(
    "decisoes",  # what people decided: layers over the machine's reading, never instead of it
    metadata,
    _id(),
    _of("dossies", "dossie_id", ondelete="CASCADE"),
    _of("entidades", "entidade_id"),
    _of("vereditos", "veredito_id"),
    Column("alvo", Text, nullable=False),  # item:GLP-06, campo:0:validade, documento:2
    Column("acao", Text, nullable=False),
    Column("antes", JSONB),
    Column("depois", JSONB),
    Column("motivo", Text),
    Column("justificativa", Text, nullable=False),
    _of("usuarios", "usuario_id"),
    _when("quando"),
    Column("confirmada_por", Uuid, ForeignKey("usuarios.id")),
    _when("confirmada_em", nullable=True),
    _when("desfeita_em", nullable=True),
    Index(None, "dossie_id", "quando"),
)

ganchos = Table(
    "ganchos",
    metadata,
    _id(),
    _of("entidades", "entidade_id"),
    Column("url", Text, nullable=False),
    Column("segredo", Text, nullable=False),
    Column("ativo", Boolean, nullable=False, server_default=sa.true()),
    _of("usuarios", "criado_por"),
    _when("criado_em"),
    Index(None, "entidade_id"),
)

entregas = Table(
    "entregas",  # what webhooks are told; a test of one is about no dossier
    metadata,
    _id(),
    _of("ganchos", "gancho_id", ondelete="CASCADE"),
    _of("entidades", "entidade_id"),
    _of("dossies", "dossie_id", nullable=True, ondelete="CASCADE"),
    _of("vereditos", "veredito_id", nullable=True, ondelete="CASCADE"),
    _of("rodadas", "rodada_id", nullable=True, ondelete="CASCADE"),
    Column("evento", Text, nullable=False),
    Column("corpo", Text, nullable=False),  # the bytes that are signed
    Column("estado", Text, nullable=False),
    Column("tentativas", Integer, nullable=False, server_default="0"),
    Column("resposta", Integer),
    Column("detalhe", Text),
    _when("criada_em"),
    _when("proxima_em", nullable=True),  # its next attempt is due; none when it is settled
    _when("entregue_em", nullable=True),
    _one_of("estado", ("pendente", "entregue", "desistida")),
    sa.UniqueConstraint("gancho_id", "rodada_id"),
    Index(None, "gancho_id", "criada_em"),
    Index(None, "dossie_id"),
    Index(None, "estado"),
)

expurgos = Table(
    "expurgos",  # purges, written down before anything is deleted; what stays when they are done: see store.purge
    metadata,
    _id(),
    _of("dossies", "dossie_id", ondelete="CASCADE"),
    _of("entidades", "entidade_id"),
    Column("estado", Text, nullable=False),
    Column("inteiro", Boolean, nullable=False),  # nothing of the dossier stays but its stub
    Column("ficha", Boolean, nullable=False),  # the declared data go
    Column("plano", JSONB, nullable=False),  # ids, digests, kinds, sizes, dates, verdict, rules: no name, no text
    Column("prova", JSONB),  # what was looked at afterwards and not found
    Column("por", Text, nullable=False),
    Column("porque", Text),
    _when("iniciado_em"),
    _when("concluido_em", nullable=True),
    _one_of("estado", ("iniciado", "apagado", "concluido")),
    Index(None, "dossie_id"),
    Index(None, "estado", postgresql_where=sa.text("estado <> 'concluido'")),
)

auditoria = Table(
    "auditoria",  # append-only: a trigger refuses anything else; see store.audit
    metadata,
    Column("numero", BigInteger, primary_key=True, autoincrement=False),
    _when("quando"),
    Column("usuario_id", Uuid),
    Column("chave_id", Uuid),
    Column("ator", Text, nullable=False),  # login, or "sistema"
    Column("papel", Text),
    Column("entidade_id", Uuid),
    Column("acao", Text, nullable=False),
    Column("alvo_tipo", Text, nullable=False),
    Column("alvo_id", Text),
    Column("antes", JSONB),
    Column("depois", JSONB),
    Column("porque", Text),
    Column("pedido_id", Text),
    Column("anterior", Text, nullable=False),
    Column("resumo", Text, nullable=False, unique=True),
    Index(None, "entidade_id", "numero"),
    Index(None, "alvo_tipo", "alvo_id"),
)

relogio = Table(
    "relogio",  # virtual time of the fair queue, per priority
    metadata,
    Column("prioridade", Text, primary_key=True),
    Column("turno", BigInteger, nullable=False, server_default="0"),
    Column("passados", Integer, nullable=False, server_default="0"),  # runs that went before a waiting one of this kind
    _one_of("prioridade", PRIORIDADES),
)

instalacao = Table(
    "instalacao",
    metadata,
    Column("chave", Text, primary_key=True),
    Column("valor", JSONB, nullable=False),
)
