"""The floor: what a move costs without rules, pages or framework. Bare ASGI under Daphne: one commit, four pushes.

`python -m tests.bench.floor PORT DATABASE`. The commit is a compare-and-set and an insert that reach the disk; a
push has 700 bytes.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from typing import Any

from daphne.server import Server

PUSH = "x" * 700


class Floor:
    """The ASGI application. A table is a path; what one client sends is written down and pushed to all of them."""

    def __init__(self, path: str) -> None:
        self._tables: dict[str, list[Any]] = {}
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.executescript(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "CREATE TABLE IF NOT EXISTS match (id TEXT PRIMARY KEY, seq INTEGER NOT NULL);"
            "CREATE TABLE IF NOT EXISTS action (match TEXT, seq INTEGER, data TEXT, UNIQUE (match, seq));"
        )

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        members = self._tables.setdefault(scope["path"], [])
        while True:
            event = await receive()
            if event["type"] == "websocket.connect":
                members.append(send)
                await send({"type": "websocket.accept"})
            elif event["type"] == "websocket.disconnect":
                members.remove(send)
                return
            else:
                self._write(scope["path"], event["text"])
                await asyncio.gather(
                    *(member({"type": "websocket.send", "text": PUSH}) for member in members)
                )

    def _write(self, match: str, data: str) -> None:
        write = self._database.execute
        write("BEGIN IMMEDIATE")
        write("INSERT INTO match VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1", (match,))
        write("INSERT INTO action SELECT ?, seq, ? FROM match WHERE id = ?", (match, data, match))
        write("COMMIT")


if __name__ == "__main__":
    Server(
        Floor(sys.argv[2]),
        endpoints=[f"tcp:port={sys.argv[1]}:interface=127.0.0.1"],
        signal_handlers=True,
        ready_callable=lambda: print("ready", flush=True),
    ).run()
