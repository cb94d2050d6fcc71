"""The server as a child process that kills itself (signal 9) at one named point of a move: `python -m
tests.served.killable --port N [--no-steward]`.

It dies where the file `die` in `VAR_DIR` says: the kind of move (`kind_of`) and the point, a line each. The file is
taken away first, so that a server started afterwards lives.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, NoReturn

DIE = "die"
MOVE, ROUND_CLOSED, ROUND_OPENED = "a move", "a round closed", "a round opened"

IN_TWO_STATEMENTS = {
    "before the transaction": "BEGIN",
    "between the two": "INSERT",
    "before both are committed": "COMMIT",
}
"""Where SQLite writes a move that opens and closes no round, with the statement that comes next. The first is before
any lock."""
IN_ONE_STATEMENT = ("before the statement", "after the statement")
"""Where PostgreSQL writes it: the statement is committed by itself."""
IN_A_TRANSACTION = ("before the insert", "after the insert", "before the commit")
"""Where several statements write a move that opens or closes a round, on both."""
COMMITTED = ("after the commit", "before the broadcast", "inside the broadcast", "before the answer")
BEFORE_THE_ANSWER_TO_A_POST = "before the answer to a post"
"""The same for a move that is posted, not sent over the socket."""
NOT_WRITTEN = frozenset({*IN_TWO_STATEMENTS, *IN_A_TRANSACTION, "before the statement"})
"""Points at which the move must not be in the log."""
CUT = "the connection cut"
"""Before the commit, and the server lives."""


def die(*_args: Any, **_kwargs: Any) -> NoReturn:
    """End here and now, with nothing tidied up."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def after(call: Callable[..., Any]) -> Callable[..., NoReturn]:
    """Do it, and die."""

    def then_die(*args: Any, **kwargs: Any) -> NoReturn:
        call(*args, **kwargs)
        die()

    return then_die


def arm(point: str) -> None:
    """Make the process die at that point of the move that is being written."""
    from games.table.broadcast import live
    from games.table.lobby import table_views
    from games.table.services.moves import writing
    from games.table.sockets import table_screen

    match point:
        case _ if point in IN_TWO_STATEMENTS:
            _die_at(IN_TWO_STATEMENTS[point])
        case "before the insert":
            writing._write = die
        case "after the insert" | "after the statement":
            writing._write = after(writing._write)
        case "before the commit":
            writing.transaction = TransactionEndingWith(die)
        case "the connection cut":
            writing.transaction = TransactionEndingWith(partial(cut, writing.transaction))
        case "before the statement":
            writing._at_once = die
        case "after the commit":
            writing.loading = SimpleNamespace(keep=die)
        case "before the broadcast":
            live.spread = _dying_before(live.spread)
        case "inside the broadcast":
            live._screens = DyingScreens(live._screens)
        case "before the answer":
            table_screen.metrics = SimpleNamespace(moves=SimpleNamespace(inc=die))
        case "before the answer to a post":
            table_views._zones = die
        case _:
            raise ValueError(point)


def _die_at(statement: str) -> None:
    """Die as SQLite begins with the next statement that starts so."""
    from django.db import connection

    connection.ensure_connection()
    connection.connection.set_trace_callback(lambda sql: die() if sql.startswith(statement) else None)


class TransactionEndingWith:
    """`django.db.transaction` whose `atomic` does something more before it commits."""

    def __init__(self, deed: Callable[[], object]) -> None:
        self.deed = deed

    def __getattr__(self, name: str) -> Any:
        from django.db import transaction

        return getattr(transaction, name)

    @contextmanager
    def atomic(self) -> Iterator[None]:
        from django.db import transaction

        with transaction.atomic():
            yield
            self.deed()


def cut(transaction: Any) -> None:
    """Lose the connection to PostgreSQL, which ends what it does there, once; the server itself lives."""
    import psycopg
    from django.db import connection

    from games.table.services.moves import writing

    writing.transaction = transaction
    about = connection.connection.info
    with psycopg.connect(about.dsn) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", (about.backend_pid,))


def _dying_before(spread: Callable[..., None]) -> Callable[..., None]:
    def spread_or_die(messages: Any) -> None:
        if any(message.kind == "changed" for message in messages):
            die()
        spread(messages)

    return spread_or_die


class DyingScreens(dict[int, list[Any]]):
    """Screens of which the first is told of a move and the second not any more."""

    def __init__(self, screens: dict[int, list[Any]]) -> None:
        super().__init__(screens)
        self.told: list[object] = []

    def get(self, match_id: int, default: Any = ()) -> Any:
        return [Dying(screen, self.told) for screen in super().get(match_id, default)]


class Dying:
    """One of them."""

    def __init__(self, screen: Any, told: list[object]) -> None:
        self.screen = screen
        self.told = told

    def is_news(self, word: Any) -> bool:
        return bool(self.screen.is_news(word))

    async def tell(self, word: Any) -> None:
        if word.kind == "changed":
            if self.told:
                die()
            self.told.append(word)
        await self.screen.tell(word)


def kind_of(*, dealt: object = None, closed: object = (), **_more: object) -> str:
    """The kind of move being written."""
    return ROUND_OPENED if dealt else ROUND_CLOSED if closed else MOVE


def main(arguments: list[str]) -> None:
    """Serve until ended, or dead."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from games.table import steward
    from games.table.services.moves import playing
    from kraken_site.serving import sign_of_life
    from tests.served.server import be_quick

    be_quick()
    # How long a busy machine takes to start the next one is not what is tested.
    sign_of_life.OUTAGE = timedelta(days=1)
    # A match whose steward died while it acted is taken up by the next after the lease; ten seconds of a club.
    steward.LEASE = timedelta(seconds=1)
    append, file = playing.append, settings.VAR_DIR / DIE

    def watched(*tables_and_rows: Any, **about: Any) -> None:
        if file.exists():
            kind, point = file.read_text().splitlines()
            if kind == kind_of(**about):
                file.unlink()
                arm(point)
        append(*tables_and_rows, **about)

    playing.append = watched
    call_command("serve", "--host", "127.0.0.1", *arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
