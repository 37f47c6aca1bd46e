"""Every route of the application, and what it needs: the table that the role matrix is tried against."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

FREE = "livre"
PERSON = "pessoa"
FILE = {"files": [("arquivos", ("a.pdf", b"%PDF-1.4 um papel", "application/pdf"))]}
USER = {"nome": "Caio", "login": "caio@exemplo.com.br", "papel": "analista"}
HOOK = "https://8.8.8.8/avisos"
"""An address that needs no look-up; nothing is sent to it, since no worker runs."""


@dataclass(frozen=True)
class Route:
    """A route.

    Attributes:
        method: Of HTTP.
        path: Its template.
        needs: `FREE`, `PERSON` (anybody valid), or a right.
        own: Status of what belongs to the own entity, asked by who has the right.
        state: Of the dossier that is asked for.
        sent: Body, as a client of httpx takes it.
        query: Of the address.
        everywhere: Who sees one entity only is refused with 403.
        listed: Its answer is a list that must hold nothing foreign.
        owner: Only the entity that owns the dossier has it at all, whoever else sees all.
    """

    method: str
    path: str
    needs: str
    own: int
    state: str = "concluido"
    sent: dict[str, Any] = field(default_factory=dict)
    query: str = ""
    everywhere: bool = False
    listed: bool = False
    owner: bool = False

    @property
    def names(self) -> bool:
        """Whether it asks for something of an entity's, by id."""
        return "_id}" in self.path and "norma_id" not in self.path

    def address(self, values: dict[str, str]) -> str:
        """Return its address for certain ids."""
        return self.path.format(**values) + self.query


_D = "/v1/dossies/{dossie_id}"
_F = "/v1/dossies/{dossie_id}/arquivos/{arquivo_id}"
_KEY_FORM = {"data": {"chave_nome": "x", "chave_escopos": "dossies:ler"}}
_USER_FORM = {"data": {f"usuario_{name}": value for name, value in (USER | {"login": "duda@exemplo.com.br"}).items()}}
_CHANGE = {"data": {"nome": "X", "papel": "analista", "ativo": "true"}}
_HOUSE = {"data": {"entidade_nome": "Novíssima"}}
_DRAFT: dict[str, Any] = {"state": "rascunho", "owner": True}
ROUTES = (
    Route("GET", "/v1/openapi.json", FREE, 200),
    Route("HEAD", "/v1/openapi.json", FREE, 200),
    Route("GET", "/v1/docs", FREE, 200),
    Route("GET", "/saude", FREE, 200),
    Route("HEAD", "/saude", FREE, 200),
    Route("GET", "/pronto", FREE, 200),
    Route("HEAD", "/pronto", FREE, 200),
    Route("GET", "/estatico/{nome}", FREE, 200),
    Route("GET", "/entrar", FREE, 200),
    Route("POST", "/entrar", FREE, 403),
    Route("GET", "/oidc/entrar", FREE, 404),
    Route("GET", "/oidc/retorno", FREE, 404),
    Route("GET", "/primeiro-acesso", FREE, 410),
    Route("POST", "/primeiro-acesso", FREE, 403),
    Route("GET", "/convite", FREE, 410),
    Route("POST", "/convite", FREE, 403),
    Route("GET", "/metrics", "metricas.ler", 200),
    Route("GET", "/v1/eu", PERSON, 200),
    Route("GET", "/v1/normas", PERSON, 200),
    Route("GET", "/v1/normas/{norma_id}", PERSON, 200),
    Route("GET", "/v1/esquemas/relatorio-1.json", PERSON, 200),
    Route("GET", "/v1/auditoria", "auditoria.ler", 200, listed=True),
    Route("POST", "/v1/dossies", "dossie.criar", 202, sent=FILE),
    Route("PUT", _D + "/ficha", "dossie.criar", 422, sent={"json": {}}, **_DRAFT),
    Route("POST", _D + "/arquivos", "dossie.criar", 201, sent=FILE, **_DRAFT),
    Route("DELETE", _F, "dossie.criar", 204, **_DRAFT),
    Route("POST", _D + "/enviar", "dossie.criar", 202, **_DRAFT),
    Route("DELETE", _D, "dossie.criar", 204, **_DRAFT),
    Route("GET", "/v1/dossies", "dossie.ler", 200, listed=True),
    Route("GET", _D, "dossie.ler", 200),
    Route("GET", _D + "/eventos", "dossie.ler", 200),
    Route("GET", _D + "/relatorio", "dossie.ler", 200),
    Route("GET", _D + "/relatorio.json", "dossie.ler", 200),
    Route("GET", _D + "/relatorio.html", "dossie.ler", 200),
    Route("GET", _D + "/relatorio.pdf", "dossie.ler", 200),
    Route("GET", _D + "/versoes", "dossie.ler", 200),
    Route("GET", _D + "/arquivos", "dossie.ler", 200),
    Route("GET", _D + "/paginas", "dossie.ler", 200),
    Route("GET", _F + "/original", "original.ler", 200),
    Route("GET", _D + "/paginas/{ordem}", "original.ler", 200),
    Route("GET", _D + "/paginas/{ordem}/recorte", "original.ler", 200, query="?caixa=0.1,0.1,0.5,0.5"),
    Route("GET", "/v1/entidades", "entidade.gerir", 200, listed=True),
    Route("POST", "/v1/entidades", "entidade.gerir", 201, sent={"json": {"nome": "Nova"}}, everywhere=True),
    Route("GET", "/v1/entidades/{entidade_id}", "entidade.gerir", 200),
    Route("PATCH", "/v1/entidades/{entidade_id}", "entidade.gerir", 200, sent={"json": {"nome": "X"}}, everywhere=True),
    Route("GET", "/v1/usuarios", "usuario.gerir", 200, listed=True),
    Route("POST", "/v1/usuarios", "usuario.gerir", 201, sent={"json": USER}),
    Route("GET", "/v1/usuarios/{usuario_id}", "usuario.gerir", 200),
    Route("PATCH", "/v1/usuarios/{usuario_id}", "usuario.gerir", 200, sent={"json": {"nome": "Outro"}}),
    Route("POST", "/v1/usuarios/{usuario_id}/convite", "usuario.gerir", 201),
    Route("GET", "/v1/chaves", "chave.gerir", 200, listed=True),
    Route("POST", "/v1/chaves", "chave.gerir", 201, sent={"json": {"nome": "x", "escopos": ["dossies:ler"]}}),
    Route("DELETE", "/v1/chaves/{chave_id}", "chave.gerir", 204),
    Route("GET", "/v1/ganchos", "gancho.gerir", 200, listed=True),
    Route("POST", "/v1/ganchos", "gancho.gerir", 201, sent={"json": {"url": HOOK}}),
    Route("GET", "/v1/ganchos/{gancho_id}", "gancho.gerir", 200),
    Route("PATCH", "/v1/ganchos/{gancho_id}", "gancho.gerir", 200, sent={"json": {"ativo": False}}),
    Route("POST", "/v1/ganchos/{gancho_id}/segredo", "gancho.gerir", 200),
    Route("POST", "/v1/ganchos/{gancho_id}/teste", "gancho.gerir", 202),
    Route("GET", "/v1/ganchos/{gancho_id}/entregas", "gancho.gerir", 200),
    Route("DELETE", "/v1/ganchos/{gancho_id}", "gancho.gerir", 204),
    Route("GET", "/", "dossie.ler", 200, listed=True),
    Route("GET", "/dossies/novo", "dossie.criar", 200),
    Route("POST", "/dossies/novo", "dossie.criar", 422, sent=FILE),
    Route("GET", "/dossies/{dossie_id}", "dossie.ler", 200),
    # after this one a dossier is under way, and its stream of events goes on
    Route("POST", _D + "/reprocessar", "dossie.reprocessar", 202),
    Route("GET", "/contas", PERSON, 200, listed=True),
    Route("POST", "/contas/senha", PERSON, 422),
    Route("POST", "/contas/chaves", "chave.gerir", 200, sent=_KEY_FORM),
    Route("POST", "/contas/chaves/{chave_id}/revogar", "chave.gerir", 303),
    Route("POST", "/contas/usuarios", "usuario.gerir", 200, sent=_USER_FORM),
    Route("GET", "/contas/usuarios/{usuario_id}", "usuario.gerir", 200),
    Route("POST", "/contas/usuarios/{usuario_id}", "usuario.gerir", 303, sent=_CHANGE),
    Route("POST", "/contas/usuarios/{usuario_id}/convite", "usuario.gerir", 200),
    Route("POST", "/contas/entidades", "entidade.gerir", 303, sent=_HOUSE, everywhere=True),
    Route("POST", "/contas/entidades/{entidade_id}/{estado}", "entidade.gerir", 303, everywhere=True),
    Route("POST", "/contas/ganchos", "gancho.gerir", 200, sent={"data": {"gancho_url": HOOK}}),
    Route("POST", "/contas/ganchos/{gancho_id}/apagar", "gancho.gerir", 303),
    Route("POST", "/sair", PERSON, 303),
)  # fmt: skip
