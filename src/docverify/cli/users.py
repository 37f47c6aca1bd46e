"""``docverify user``: for whoever runs the machine, when nobody can come in by the pages any more."""

from __future__ import annotations

from typing import Annotated

import typer

from docverify.cli.app import app
from docverify.cli.audit import opened
from docverify.cli.options import CallError

user = typer.Typer(help="Contas: quem há, e um novo link para quem perdeu a senha.", no_args_is_help=True)
app.add_typer(user, name="user")


@user.command("link", help="Faz um novo link, de uso único, para alguém definir a senha.")
def link(login: Annotated[str, typer.Argument(metavar="LOGIN", help="endereço de e-mail da conta")]) -> None:
    """Print the link on standard output; what the account has now stays until it is used."""
    # imported here: other commands need no database
    import sqlalchemy as sa

    from docverify.store.actors import system
    from docverify.store.people import invitations
    from docverify.store.tables import usuarios

    with opened() as store, store.database.begin() as connection:
        name = login.strip().lower().replace("\0", "")
        found = connection.execute(sa.select(usuarios.c.id).where(usuarios.c.login == name)).scalar_one_or_none()
        if found is None:
            raise CallError(f"não há conta com o login {login}; veja docverify user list")
        token, expires = invitations.invite(connection, store.ledger, system(), found)
        address = store.settings.address()
    print(f"{address}/convite?token={token}")
    typer.echo(f"vale uma vez, até {expires.astimezone():%d/%m/%Y %H:%M}; entregue-o só a {name}", err=True)


@user.command("list", help="Lista as contas, uma por linha: login, papel, entidade, estado.")
def list_users() -> None:
    """Print all accounts by login, with tabs between."""
    import sqlalchemy as sa

    from docverify.store.tables import entidades, usuarios

    query = (
        sa.select(usuarios, entidades.c.nome.label("casa"), entidades.c.ativa)
        .join_from(usuarios, entidades, entidades.c.id == usuarios.c.entidade_id)
        .order_by(usuarios.c.login)
    )
    with opened() as store, store.database.begin() as connection:
        for row in connection.execute(query):
            role = f"{row.papel} (todas as entidades)" if row.todas_entidades else row.papel
            print(row.login, role, row.casa, "ativa" if row.ativo and row.ativa else "desativada", sep="\t")
