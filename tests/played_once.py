"""Rows that the tests of a module share: made once, by playing, and as new for each test.

Playing an evening takes seconds, and what a test reads of it tenths of one. A test runs in a transaction inside the one
begun here, so whatever it changes is taken back to what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.conftest import DEALS, number_matches_from_the_first

Made = TypeVar("Made")
How = ParamSpec("How")


@contextmanager
def made_once(
    blocker: DjangoDbBlocker, make: Callable[How, Made], *args: How.args, **kwargs: How.kwargs
) -> Iterator[Made]:
    """Yield what `make` returns; the rows it stores are there until the end of the block.

    For fixtures of a module, which request `django_db_setup` too. They give keys, so that each test reads objects of
    its own. The deals hang on the name of `make`, not on the test that comes first.
    """
    with blocker.unblock(), transaction.atomic():
        number_matches_from_the_first()
        dealt = DEALS.getstate()
        DEALS.seed(f"{make.__module__}.{make.__qualname__}")
        made = make(*args, **kwargs)
        DEALS.setstate(dealt)
        yield made
        transaction.set_rollback(True)
