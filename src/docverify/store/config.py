"""Settings of the service (``DOCVERIFY_*``): where things lie, who may ask how much, how patient the queue is.

Apart from `docverify.settings`: nothing here changes what a page says or what a norm decides.
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


def _default_home() -> Path:
    return user_data_path("docverify", appauthor=False)


_ANYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104


class ServiceSettings(BaseSettings):
    """All settings of the service, each read from ``DOCVERIFY_<NAME>``."""

    model_config = SettingsConfigDict(env_prefix="DOCVERIFY_", env_ignore_empty=True, frozen=True)

    home: Path = Field(default_factory=_default_home, description="folder of the embedded database, scans and keys")
    database_url: SecretStr | None = Field(
        default=None, description="postgresql://user:password@host:port/name; none: an embedded PostgreSQL under home"
    )
    storage: str | None = Field(default=None, description="where scans lie: a folder or s3://bucket/prefix")
    storage_options: dict[str, object] = Field(
        default_factory=dict, description="options of fsspec as JSON, for instance an S3 endpoint_url"
    )
    secret: SecretStr | None = Field(
        default=None,
        description="key of the audit chain and of signed cookies; none: a file under home. The same on all machines",
    )

    host: str = "127.0.0.1"
    port: int = Field(default=8765, ge=0, le=65535)
    public_url: str | None = Field(default=None, description="address as users see it, behind a reverse proxy")
    trusted_proxies: str = Field(default="127.0.0.1", description="who may say where a request came from")
    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=0, description="processes that verify")

    max_upload_bytes: int = Field(default=200_000_000, gt=0, description="of one request")
    max_uploads: int = Field(default=64, gt=0, description="requests with files at a time; more get 429")
    max_queued: int = Field(default=2_000, gt=0, description="dossiers of one entity that wait; more get 429")
    max_streams: int = Field(default=200, gt=0, description="open progress streams at a time")
    requests_per_minute: int = Field(default=1_200, gt=0, description="of one key or session; more get 429")
    logins_per_minute: int = Field(default=10, gt=0, description="failed ones, of one account or address")

    attempts: int = Field(default=3, ge=1, description="how often a dossier is begun before it ends as erro")
    heartbeat_s: float = Field(default=5.0, gt=0, description="how often a worker says that it lives")
    stalled_s: float = Field(
        default=20.0, gt=0, validate_default=True, description="silence after which its work goes to another"
    )
    watch_s: float = Field(default=5.0, gt=0, description="how often a worker looks for stalled work")
    retry_s: float = Field(default=5.0, gt=0, description="wait before the second attempt, doubled for each further")
    page_long_side: int = Field(default=1800, ge=400, le=6000, description="pixels of the page images shown")

    session_hours: float = Field(default=10.0, gt=0)
    draft_hours: float = Field(default=72.0, gt=0, description="an unsent dossier is dropped after this")
    retencao: Path | None = Field(default=None, description="the office's own terms of retention, a TOML file")
    webhook_private: bool = Field(default=False, description="let webhooks go to addresses of the own network")
    webhook_attempts: int = Field(default=8, ge=1)
    metrics_token: SecretStr | None = Field(default=None, description="bearer token of /metrics; none: only from here")

    oidc_issuer: str | None = None
    oidc_client_id: str | None = None
    oidc_client_secret: SecretStr | None = None

    @field_validator("stalled_s")
    @classmethod
    def _more_than_a_beat(cls, value: float, info: ValidationInfo) -> float:
        beat: float | None = info.data.get("heartbeat_s")
        if beat is not None and value < 2 * beat:  # workers would take each other's work for as long as they live
            raise ValueError(f"precisa ser ao menos o dobro de DOCVERIFY_HEARTBEAT_S ({beat:g} s)")
        return value

    @field_validator("public_url")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        plain = parts.path in ("", "/") and not parts.query and not parts.fragment and "@" not in parts.netloc
        if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
            raise ValueError("use a forma https://docverify.exemplo.br, sem caminho")
        return value.rstrip("/")

    def address(self, port: int | None = None) -> str:
        """Return the address of the service as users type it, without a slash at its end.

        Args:
            port: Where it listens, if that is not :attr:`port`.
        """
        if self.public_url is not None:
            return self.public_url
        host = "localhost" if self.host in _ANYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port if port is None else port}"

    @property
    def storage_url(self) -> str:
        """Where scans lie: as asked, else under :attr:`home`."""
        return self.storage or str(self.home / "arquivos")
