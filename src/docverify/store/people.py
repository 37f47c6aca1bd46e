"""Who may come in, at one place: entities, accounts, keys, sessions, one-time links, sign-in.

The parts: `docverify.store.entities`, `.users`, `.keys`, `.sessions`, `.invitations`, `.signin`; what makes a password
`.passwords`; what a role may do `.rights`.
"""

from __future__ import annotations

from docverify.store import entities, invitations, keys, sessions, signin, users
from docverify.store.keys import authenticate_key
from docverify.store.sessions import Session, authenticate_session
from docverify.store.signin import (
    Visit,
    accept_invitation,
    change_password,
    claim_first,
    first_admin_link,
    first_faults,
    sign_in,
    sign_in_vouched,
    sign_out,
    sweep,
)

__all__ = [
    "Session",
    "Visit",
    "accept_invitation",
    "authenticate_key",
    "authenticate_session",
    "change_password",
    "claim_first",
    "entities",
    "first_admin_link",
    "first_faults",
    "invitations",
    "keys",
    "sessions",
    "sign_in",
    "sign_in_vouched",
    "sign_out",
    "signin",
    "sweep",
    "users",
]
