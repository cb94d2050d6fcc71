"""The server as a child process of a test, which kills itself (signal 9) at one named point of the first move it takes.

python -m tests.table.killable PORT [POINT]
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, NoReturn

POINTS = (
    "before the lock",
    "after the lock",
    "after the insert",
    "after the commit",
    "before the broadcast",
    "inside the broadcast",
)


def die(*_args: Any, **_kwargs: Any) -> NoReturn:
    """End here and now, with nothing tidied up."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def arm(point: str) -> None:
    """Make the process die at that point of a move."""
    from games.table import live
    from games.table.services import writing

    def after(call: Callable[..., Any]) -> Callable[..., NoReturn]:
        def then_die(*args: Any, **kwargs: Any) -> NoReturn:
            call(*args, **kwargs)
            die()

        return then_die

    spread = live.spread
    told: list[object] = []

    def die_before(words: Any) -> None:
        if any(word.kind == "changed" for word in words):
            die()
        spread(words)

    class DyingScreens(dict[int, list[Any]]):
        """Screens of which the first is told of a move and the second not any more."""

        def get(self, match_id: int, default: Any = ()) -> Any:
            return map(Dying, super().get(match_id, default))

    class Dying:
        def __init__(self, screen: Any) -> None:
            self.screen = screen

        def is_news(self, word: Any) -> bool:
            return bool(self.screen.is_news(word))

        async def tell(self, word: Any) -> None:
            if word.kind == "changed":
                if told:
                    die()
                told.append(word)
            await self.screen.tell(word)

    match point:
        case "before the lock":
            writing._set_seq = die
        case "after the lock":
            writing._set_seq = after(writing._set_seq)
        case "after the insert":
            writing.transaction = SimpleNamespace(atomic=writing.transaction.atomic, on_commit=die)
        case "after the commit":
            writing.loading = SimpleNamespace(keep=die)
        case "before the broadcast":
            live.spread = die_before
        case "inside the broadcast":
            live._screens = DyingScreens(live._screens)


def main(port: int, point: str = "") -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from games.table import services
    from kraken_site import life

    life.OUTAGE = timedelta(
        days=1
    )  # how long a busy machine takes to start the next one is not what is tested
    move = services.submit_action

    def first_move(**answer: Any) -> Any:
        arm(point)
        return move(**answer)

    services.submit_action = first_move
    call_command("serve", host="127.0.0.1", port=port, no_steward=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
