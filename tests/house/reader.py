"""A viewer who asks an address again only where what the last answer was made of has changed in the database.

This process forgets all it knows before an address is asked, and the browser has the cookies it began with. So an
answer is made of the rows its statements read, and while they read the same rows the address gives the same answer.
Two worlds are compared at every address that way: those that read nothing of the difference are asked once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import Any, NamedTuple, TypeAlias

from django.db import connection
from django.http import HttpResponse
from django.test import Client

from tests.house.addresses import empty_caches

Ask: TypeAlias = Callable[[Client], HttpResponse]
Statement: TypeAlias = tuple[str, tuple[Any, ...]]
Rows: TypeAlias = list[tuple[Any, ...]]
STAYING = ("SAVEPOINT", "RELEASE", "ROLLBACK TO")
"""How statements begin that neither read nor change a row."""


def page_request(address: str) -> Ask:
    """How a browser opens an address."""
    return lambda client: client.get(address)


class Kept(NamedTuple):
    """An answer, and the statements it was made of with the rows they read."""

    answer: str
    read: list[tuple[Statement, Rows]]


class Reader:
    """One viewer. `shown` returns the part of an answer that counts: nothing that differs between any two answers."""

    def __init__(self, client: Client, shown: Callable[[HttpResponse], str]) -> None:
        self.client, self.shown = client, shown
        client.get("/me/")  # the first page in a language writes it down
        client.raise_request_exception = False
        self._cookies = copy(client.cookies)
        self._kept: dict[str, Kept] = {}
        self.asked: list[str] = []
        """The addresses that the last call of `answers` asked because they were not known yet."""

    def answers(self, asking: Mapping[str, Ask]) -> dict[str, str]:
        """The answers as they are now, by the name of what is asked: an address, or other words for one request."""
        self.asked = []
        now: dict[str, Rows] = {}
        return {name: self._answer(name, ask, now) for name, ask in asking.items()}

    def _answer(self, name: str, ask: Ask, now: dict[str, Rows]) -> str:
        """The kept answer or a new one. `now` are the rows that were read since somebody last wrote."""
        kept = self._kept.get(name)
        if kept is not None and all(rows == _rows(read, now) for read, rows in kept.read):
            return kept.answer
        self.asked.append(name)
        empty_caches()
        self.client.cookies = copy(self._cookies)
        with _note_statements() as statements:
            answer = self.shown(ask(self.client))
        reads = [one for one in statements if one[0].startswith("SELECT")]
        if any(not sql.startswith(("SELECT", *STAYING)) for sql, _ in statements):
            now.clear()
            self._kept.pop(name, None)
        else:
            self._kept[name] = Kept(answer, [(one, _rows(one, now)) for one in reads])
        return answer


def _rows(statement: Statement, now: dict[str, Rows]) -> Rows:
    """The rows that statement reads. On PostgreSQL a parameter may be a list."""
    words = repr(statement)
    if words not in now:
        with connection.cursor() as cursor:
            cursor.execute(*statement)
            now[words] = cursor.fetchall()
    return now[words]


@contextmanager
def _note_statements() -> Iterator[list[Statement]]:
    """Yield a list that is filled with the statements this thread runs without an error."""
    statements: list[Statement] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        statements.append((sql.strip(), tuple(params or ())))
        return done

    with connection.execute_wrapper(note):
        yield statements
