"""The floor: what a move costs without rules, pages or framework. Bare ASGI under Daphne: one sqlite3
transaction (compare-and-set, one insert) and four pushes of 700 bytes."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from typing import Any

PUSH = "x" * 700
TABLES: dict[str, list[Any]] = {}


def open_database(path: str) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE IF NOT EXISTS match (id TEXT PRIMARY KEY, seq INTEGER NOT NULL)")
    database.execute(
        "CREATE TABLE IF NOT EXISTS action (match TEXT, seq INTEGER, data TEXT, UNIQUE (match, seq))"
    )
    return database


def move(database: sqlite3.Connection, match: str, data: str) -> None:
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT INTO match VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1", (match,))
    database.execute(
        "INSERT INTO action SELECT ?, seq, ? FROM match WHERE id = ?",
        (match, data, match),
    )
    database.execute("COMMIT")


DATABASE = open_database(os.environ["FLOOR_DATABASE"]) if "FLOOR_DATABASE" in os.environ else None


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A table is a path; whatever one client sends is written down and pushed to all four."""
    assert DATABASE is not None
    match = scope["path"]
    members = TABLES.setdefault(match, [])
    while True:
        event = await receive()
        if event["type"] == "websocket.connect":
            members.append(send)
            await send({"type": "websocket.accept"})
        elif event["type"] == "websocket.disconnect":
            members.remove(send)
            return
        else:
            move(DATABASE, match, event["text"])
            await asyncio.gather(*(member({"type": "websocket.send", "text": PUSH}) for member in members))


def main(port: int) -> None:
    from daphne.server import Server

    Server(
        application,
        endpoints=[f"tcp:port={port}:interface=127.0.0.1"],
        signal_handlers=True,
        ready_callable=lambda: print("ready", flush=True),
    ).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
