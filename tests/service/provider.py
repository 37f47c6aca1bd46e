"""A small OpenID provider for the tests, on a port of this machine. What it says can be spoilt piece by piece."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey

CLIENT = "docverify-teste"


class Provider:
    """The provider.

    Attributes:
        claims: Of the person who signs in.
        spoil: Changes the claims of the token.
        key: Signs.
        shown: The key that it says it signs with.
    """

    def __init__(self) -> None:
        self.key = self.shown = ECKey.generate_key("P-256", {"kid": "1"})
        self.claims: dict[str, Any] = {"sub": "pessoa-1", "email": "ana@exemplo.com.br", "email_verified": True}
        self.spoil: dict[str, Any] = {}
        self.userinfo: dict[str, Any] = {}
        self.metadata: dict[str, Any] = {}
        self.down = False
        self.codes: dict[str, dict[str, str]] = {}
        self.seen: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def close(self) -> None:
        """Stop it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def consent(self, location: str) -> dict[str, str]:
        """Sign the person in who was sent here, and return what the browser brings back."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}
        assert asked["code_challenge_method"] == "S256" and asked["response_type"] == "code" and asked["nonce"]
        code = f"codigo-{len(self.codes)}"
        self.codes[code] = asked
        return {"code": code, "state": asked["state"]}

    def _answer(self, path: str, body: dict[str, str]) -> tuple[int, Any]:
        self.seen.append(path)
        if self.down:
            return 503, {"error": "temporarily_unavailable"}
        if path == "/.well-known/openid-configuration":
            return 200, {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/autorizar",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/chaves",
                "userinfo_endpoint": f"{self.issuer}/quem",
                "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
                **self.metadata,
            }
        if path == "/chaves":
            return 200, {"keys": [self.shown.as_dict(private=False)]}
        if path == "/quem":
            return 200, self.userinfo
        asked = self.codes.pop(body.get("code", ""), None)
        if path != "/token" or asked is None:
            return 400, {"error": "invalid_grant"}
        digest = hashlib.sha256(body["code_verifier"].encode("ascii")).digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii") != asked["code_challenge"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        fixed = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        claims = {**fixed, **self.claims, **self.spoil}
        claims = {name: value for name, value in claims.items() if value is not None}
        token = jwt.encode({"alg": "ES256", "kid": "1"}, claims, self.key)
        return 200, {"access_token": "acesso", "token_type": "Bearer", "id_token": token, "expires_in": 300}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._reply({})

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
                self._reply({name: values[0] for name, values in parse_qs(raw).items()})

            def _reply(self, body: dict[str, str]) -> None:
                status, told = provider._answer(urlsplit(self.path).path, body)
                data = json.dumps(told).encode("utf-8")
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        return Handler
