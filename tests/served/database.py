"""Database access to a club served by other processes, on SQLite or PostgreSQL, without Django."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import environ
import psycopg


class ServedDatabase:
    """The database at this address, as in `DATABASE_URL`.

    PostgreSQL is asked over one connection: each further one is a process of its own, and tests ask a hundred times a
    second.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._kept: psycopg.Connection | None = None

    def close(self) -> None:
        """Close the connection."""
        if self._kept is not None:
            self._kept.close()

    @property
    def on_postgresql(self) -> bool:
        return self.url.startswith("postgres")

    def seq(self, code: str) -> int:
        """How long the log of a match is."""
        [(seq,)] = self.ask("SELECT seq FROM games_match WHERE code = %s", code)
        return int(seq)

    def said(self, code: str, seat: int) -> list[dict[str, str]]:
        """The game entries of a seat, in order."""
        rows = self.ask(
            "SELECT a.data FROM games_action a JOIN games_match m ON m.id = a.match_id "
            "WHERE m.code = %s AND a.seat = %s AND a.kind = 'game' ORDER BY a.seq",
            code,
            seat,
        )
        return [json.loads(data) if isinstance(data, str) else data for (data,) in rows]

    def away(self, code: str) -> list[int]:
        """The seats whose people are away."""
        rows = self.ask(
            "SELECT s.number FROM games_seat s JOIN games_match m ON m.id = s.match_id "
            "WHERE m.code = %s AND s.away_since IS NOT NULL ORDER BY s.number",
            code,
        )
        return [number for (number,) in rows]

    def waiting(self) -> list[int]:
        """PostgreSQL's processes in which a move waits for a lock."""
        asked = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE %s"
        return [pid for (pid,) in self.ask(asked, "UPDATE games_match SET seq%")]

    def writing(self) -> bool:
        """Whether a move waits or is written by some process of PostgreSQL."""
        asked = (
            "SELECT pid FROM pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid() "
            "AND (query LIKE %s OR query LIKE %s)"
        )
        return bool(self.ask(asked, "UPDATE games_match SET seq%", "INSERT INTO games_action%"))

    @contextmanager
    def held(self, code: str) -> Iterator[psycopg.Connection]:
        """Lock the match row of a PostgreSQL table, so that moves there wait."""
        with psycopg.connect(**self._about()) as holder:
            holder.execute("SELECT 1 FROM games_match WHERE code = %s FOR NO KEY UPDATE", (code,))
            yield holder

    def cut(self, pid: int) -> None:
        """End that PostgreSQL backend, and with it one connection."""
        self.ask("SELECT pg_terminate_backend(%s, 5000)", pid)

    def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of an answer. `%s` stands for a value."""
        if self.on_postgresql:
            return self._connection().execute(question, values).fetchall()
        with closing(sqlite3.connect(self._about()["dbname"])) as connection:
            return connection.execute(question.replace("%s", "?"), values).fetchall()

    def _connection(self) -> psycopg.Connection:
        """The connection, a new one after a restart of PostgreSQL."""
        try:
            if self._kept is not None:
                self._kept.execute("SELECT 1")
                return self._kept
        except psycopg.OperationalError:
            self.close()
        self._kept = psycopg.connect(**self._about(), autocommit=True)
        return self._kept

    def _about(self) -> dict[str, str]:
        named = environ.Env.db_url_config(self.url)
        if not self.on_postgresql:
            return {"dbname": named["NAME"]}
        return {"dbname": named["NAME"], "user": named["USER"], "host": named["OPTIONS"]["host"]}
