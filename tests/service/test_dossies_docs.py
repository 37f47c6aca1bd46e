"""docs/api.md names what there is, and all of it."""

from __future__ import annotations

import re
from pathlib import Path

from docverify.store.opening import Store
from docverify_api.app import create_app

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
METHODS = ("get", "post", "put", "patch", "delete")


def test_every_route_of_dossiers_and_norms_is_told_and_exists(store: Store) -> None:
    paths = create_app(store).openapi()["paths"]
    there = {
        (method.upper(), path)
        for path, operations in paths.items()
        for method in METHODS
        if method in operations and path.startswith(("/v1/dossies", "/v1/normas", "/v1/esquemas"))
    }
    told = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/v1/(?:dossies|normas|esquemas)[^`?]*)`", TEXT))
    report = "/v1/dossies/{dossie_id}/relatorio"
    assert told | {("GET", f"{report}.html"), ("GET", f"{report}.pdf")} == there


def test_every_filter_of_the_list_and_field_of_the_form_is_told(store: Store) -> None:
    operations = create_app(store).openapi()["paths"]["/v1/dossies"]
    names = {parameter["name"] for parameter in operations["get"]["parameters"] if parameter["in"] == "query"}
    names |= set(operations["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]["properties"])
    assert {name for name in names if f"`{name}" not in TEXT} == set()


def test_every_code_that_is_told_is_one_that_is_answered() -> None:
    top = Path(__file__).parents[2]
    source = "".join(
        path.read_text(encoding="utf-8") for folder in (top / "src", top / "api") for path in folder.rglob("*.py")
    )
    told = set(re.findall(r"(?:4\d\d|503) `([a-z_]+)`", TEXT)) | {
        "fila_cheia",
        "rascunhos_demais",
        "envios_demais",
        "pedidos_demais",
    }
    assert {code for code in told if f'"{code}"' not in source} == set()
