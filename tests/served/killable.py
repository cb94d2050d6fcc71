"""The server as a child process that kills itself (signal 9) at one named point of a move: `python -m
tests.served.killable --port N [--no-steward]`.

It dies where the file `die` in `VAR_DIR` says: the kind of move (`kind_of`) and the point, a line each. The file is
taken away first, so that a server started afterwards lives.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, NoReturn

DIE = "die"
MOVE, ROUND_CLOSED, ROUND_OPENED = "a move", "a round closed", "a round opened"

IN_A_TRANSACTION = ("before the update", "before the insert", "after the insert", "before the commit")
"""Where the statements of a move are written, on both databases."""
COMMITTED = ("after the commit", "before the event", "inside the broadcast", "before the answer")
BEFORE_THE_ANSWER_TO_A_POST = "before the answer to a post"
"""The same for a move that is posted, not sent over the socket."""
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
    from games.table import live
    from games.table.lobby import table_views
    from games.table.services.moves import writing
    from games.table.sockets import consumers

    match point:
        case "before the update":
            writing._write = die
        case "before the insert":
            _die_at("INSERT INTO games_action")
        case "after the insert":
            writing._write = after(writing._write)
        case "before the commit":
            writing.transaction = TransactionEndingWith(die)
        case "the connection cut":
            writing.transaction = TransactionEndingWith(partial(cut, writing.transaction))
        case "after the commit":
            writing.live = SimpleNamespace(send_table_changed=die)
        case "before the event":
            live.send_events = _dying_before(live.send_events)
        case "inside the broadcast":
            consumers.TableConsumer.table_changed = _dying_at_the_second(
                consumers.TableConsumer.table_changed
            )
        case "before the answer":
            moves = SimpleNamespace(inc=die)
            consumers.metrics = SimpleNamespace(**{**vars(consumers.metrics), "moves": moves})
        case "before the answer to a post":
            table_views._zones = die
        case _:
            raise ValueError(point)


def _die_at(statement: str) -> None:
    """Die before this thread's next statement that starts so."""
    from django.db import connection

    def execute(execute: Callable[..., Any], sql: str, *how: Any) -> Any:
        return die() if sql.startswith(statement) else execute(sql, *how)

    connection.execute_wrappers.append(execute)


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


def _dying_before(send: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def send_or_die(events: Sequence[tuple[str, dict[str, Any]]]) -> None:
        if any(event["type"] == "table.changed" for _group, event in events):
            die()
        await send(events)

    return send_or_die


def _dying_at_the_second(show: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """The first screen is told of a move and the second not any more."""
    told: list[object] = []

    async def show_or_die(screen: object, event: dict[str, Any]) -> None:
        if told:
            die()
        told.append(screen)
        await show(screen, event)

    return show_or_die


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
    from kraken_site import sign_of_life
    from tests.served.server import be_quick

    be_quick()
    # How long a busy machine takes to start the next one is not what is tested.
    sign_of_life.MAX_ROW_AGE = timedelta(days=1)
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
