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
from games.table.log.models import Match
from tests.attack.pages import Form
from tests.house.addresses import empty_caches

WRITES = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) [\"`]?(\w+)", re.IGNORECASE)
OURS = ("accounts", "games")
BOUNDARY = "an-odd-boundary"


@dataclass
class Watch:
    """The apps whose tables were written to, of the club's; for `connection.execute_wrapper`."""

    wrote: set[str] = field(default_factory=set)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        found = WRITES.match(sql)
        self.wrote |= {name for name in OURS if found is not None and found[1].startswith(name)}
        return execute(sql, params, many, context)


def contents() -> str:
    """A digest of all rows of the club: the same contents give the same digest."""
    told = sha256()
    for name in OURS:
        for model in apps.get_app_config(name).get_models():
            for row in model.objects.order_by("pk").values_list():
                told.update(repr(row).encode("utf-8", "backslashreplace"))
    return told.hexdigest()


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


def fault_of(client: Client, method: str, address: str, before: str, **sending: object) -> str:
    """Why the answer is none that may be given, "" for a good one; everything is as it was afterwards.

    A fault is an answer of 500, a refused post that changed something (`before` is the digest of `contents`), and a log
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


def _judge(answer: HttpResponse, before: str, *, wrote: Collection[str]) -> str:
    if answer.status_code >= 500:
        error = getattr(answer, "exc_info", None)
        last = "".join(traceback.format_exception_only(*error[:2])) if error else ""
        return f"{answer.status_code} {last[:200]}"
    # A page may count results that nobody has asked for yet, and remembers its reader's language.
    posted = answer.wsgi_request.method == "POST"
    if wrote and posted and answer.status_code >= 400 and contents() != before:
        return f"{answer.status_code} and something is written"
    # Logs and the rows they are compared with are of the games.
    matches = Match.objects.all() if "games" in wrote else ()
    broken = [match.code for match in matches if services.verify_log(match)]
    return f"the logs of {broken} do not hold" if broken else ""
