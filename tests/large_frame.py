"""Calls above one frame that is larger than all of theirs together.

Python keeps the frames of a thread in pieces of 16 kB, and gives a piece back to the system with the last frame in it.
Where calls go to and fro across the end of a piece, each of them asks the system for memory. A page is a hundred and
fifty frames deep, and its templates did so thousands of times. The piece that holds a large frame has room for all
calls from it. What no frame has come to is no memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

SLOTS: Final = 2**15
"""Of the large frame: a quarter of a megabyte, and its piece has as much again for a thousand frames above it."""


def with_large_frame(work: Callable[P, R]) -> Callable[P, R]:
    """Return `work`, with such a frame below it."""

    @wraps(work)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return work(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=SLOTS)
    return call
