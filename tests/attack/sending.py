"""Requests that try everything on and leave nothing behind, and what each of them changed."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import quote_plus

from django.apps import apps
from django.core import mail
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from games.table import services
from games.table.log.models import Action, Match
from tests.attack.pages import Form
from tests.house.addresses import empty_caches

WRITES = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) [\"`]?(\w+)", re.IGNORECASE)
READS = re.compile(r"(?:FROM|JOIN) [\"`]?(\w+)", re.IGNORECASE)
OURS = ("accounts", "games")
BOUNDARY = "an-odd-boundary"


@dataclass
class Watch:
    """The tables that were written to, of the club's; for `connection.execute_wrapper`."""

    wrote: set[str] = field(default_factory=set)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        found = WRITES.match(sql)
        if found is not None and found[1].startswith(OURS):
            self.wrote.add(found[1])
        return execute(sql, params, many, context)


def contents(of: Collection[str] | None = None) -> dict[str, str]:
    """A digest of all rows of each of these tables, all of the club's for None: the same rows give the same digest."""
    told = {}
    for name in OURS:
        for model in apps.get_app_config(name).get_models():
            table = model._meta.db_table
            if of is None or table in of:
                rows = sha256()
                for row in model.objects.order_by("pk").values_list():
                    rows.update(repr(row).encode("utf-8", "backslashreplace"))
                told[table] = rows.hexdigest()
    return told


def encode(fields: Mapping[str, Sequence[str]]) -> str:
    """The fields as an address or a body carries them, lone surrogates included."""
    return "&".join(f"{_quote(name)}={_quote(value)}" for name, values in fields.items() for value in values)


@cache
def _quote(word: str) -> str:
    """Quoted for an address. Kept, because the longest word has ten thousand signs."""
    return quote_plus(word, errors="surrogatepass")


def with_soft_hyphens(fields: Mapping[str, Sequence[str]]) -> bytes:
    """The fields as a form that uploads files carries them."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, values in fields.items()
        for value in values
    ]
    return ("".join(parts) + f"--{BOUNDARY}--\r\n").encode("utf-8", "surrogatepass")


def request_of(form: Form, fields: Mapping[str, Sequence[str]]) -> tuple[str, str, dict[str, Any]]:
    """Return method, address and the rest of the request with which a browser sends that form."""
    if form.method == "get":
        return "get", f"{form.address.partition('?')[0]}?{encode(fields)}", {}
    if form.multipart:
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        return "post", form.address, {"data": with_soft_hyphens(fields), "content_type": kind}
    kind = "application/x-www-form-urlencoded"
    return "post", form.address, {"data": encode(fields), "content_type": kind}


def fault_of(client: Client, method: str, address: str, before: Mapping[str, str], **sending: object) -> str:
    """Why the answer is none that may be given, "" for a good one; everything is as it was afterwards.

    A fault is an answer of 500, a refused post that changed something (`before` is what `contents` gave), and a log
    that does not hold any more.
    """
    watch, cookies, saved = Watch(), copy(client.cookies), transaction.savepoint()
    try:
        with connection.execute_wrapper(watch):
            answer = getattr(client, method)(address, **sending)
        return _judge(answer, before, wrote=watch.wrote)
    finally:
        transaction.savepoint_rollback(saved)
        client.cookies = cookies
        empty_caches()
        mail.outbox.clear()


def _judge(answer: HttpResponse, before: Mapping[str, str], *, wrote: Collection[str]) -> str:
    if answer.status_code >= 500:
        error = getattr(answer, "exc_info", None)
        last = "".join(traceback.format_exception_only(*error[:2])) if error else ""
        return f"{answer.status_code} {last[:200]}"
    # A page may count results that nobody has asked for yet, and remembers its reader's language.
    posted = answer.wsgi_request.method == "POST"
    if wrote and posted and answer.status_code >= 400 and not contents(wrote).items() <= before.items():
        return f"{answer.status_code} and something is written"
    if tables_of_logs().isdisjoint(wrote):
        return ""
    broken = [match.code for match in Match.objects.all() if services.verify_log(match)]
    return f"the logs of {broken} do not hold" if broken else ""


@cache
def tables_of_logs() -> frozenset[str]:
    """The tables that are read to verify a log: those of the log, and of the rows it is compared with."""
    read: set[str] = set()

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        read.update(READS.findall(sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        for match in Match.objects.all():
            services.verify_log(match)
    assert {Match._meta.db_table, Action._meta.db_table} <= read
    return frozenset(read)
