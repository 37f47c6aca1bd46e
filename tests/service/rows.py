"""A row in every table."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSON, JSONB
from sqlalchemy.engine import Connection

from docverify.store.tables import metadata

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _value(column: sa.Column[Any]) -> Any:
    """Something that the column takes: of what it may be, the first that the constraints list."""
    for constraint in column.table.constraints:
        text = str(constraint.sqltext) if isinstance(constraint, sa.CheckConstraint) else ""
        if text.startswith(f"{column.name} IN ("):
            return text.split("'")[1]
    match column.type:
        case sa.Uuid():
            return uuid4()
        case sa.DateTime():
            return NOW
        case sa.Date():
            return date(2026, 11, 30)
        case sa.Boolean():
            return True
        case sa.Integer():
            return 1
        case sa.LargeBinary():
            return b"\x00\xff"
        case ARRAY():
            return ["á", "b"]
        case JSONB() | JSON():
            return {"chave": ["valor", 1, None]}
        case sa.Text():
            return f"{column.name} ção {uuid4().hex}"
    raise AssertionError(column)


def fill(connection: Connection, *, without: tuple[str, ...] = ()) -> dict[str, dict[str, Any]]:
    """Put a row into every table, with something in every column."""
    rows: dict[str, dict[str, Any]] = {}
    for table in metadata.sorted_tables:
        if table.name in without:
            continue
        row = {}
        for column in table.c:
            target = next(iter(column.foreign_keys)).column if column.foreign_keys else None
            row[column.name] = _value(column) if target is None else rows[target.table.name][target.name]
        if table.name == "entradas":
            del row["id"]
        connection.execute(table.insert().values(row))
        rows[table.name] = row
    return rows
