"""Append-only rows on PostgreSQL: no statement changes, removes or truncates them."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from games.append_only import AppendOnly
from tests.served.backends import own_postgresql

pytestmark = pytest.mark.slow

TABLES = sorted(model._meta.db_table for model in AppendOnly.__subclasses__())
ANY_VALUE = {
    "smallint": "1",
    "integer": "1",
    "bigint": "1",
    "boolean": "false",
    "character varying": "''",
    "text": "''",
    "timestamp with time zone": "now()",
    "jsonb": "'{}'",
}


@pytest.fixture(scope="module")
def club() -> Iterator[psycopg.Connection]:
    """An empty database on PostgreSQL with one row in each of these tables."""
    with (
        own_postgresql() as cluster,
        psycopg.connect(host=str(cluster.folder), user="club", dbname="club", autocommit=True) as connection,
    ):
        connection.execute("SET session_replication_role = replica")
        for table in TABLES:
            columns = connection.execute(
                "SELECT column_name, data_type FROM information_schema.columns "
                "WHERE table_name = %s AND is_nullable = 'NO' AND is_identity = 'NO'",
                (table,),
            ).fetchall()
            names = ", ".join(name for name, _type in columns)
            values = ", ".join(ANY_VALUE[kind] for _name, kind in columns)
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({values})")  # noqa: S608
        connection.execute("SET session_replication_role = DEFAULT")
        yield connection


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement",
    ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE", "TRUNCATE accounts_player CASCADE"],
)
def test_no_statement_changes_it(club: psycopg.Connection, table: str, statement: str) -> None:
    with pytest.raises(psycopg.IntegrityError, match="is written once"):
        club.execute(statement.format(table))
    assert club.execute(f"SELECT count(*) FROM {table}").fetchone() == (1,)  # noqa: S608
