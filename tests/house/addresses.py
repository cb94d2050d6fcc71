"""Every address of the site, and visits to them that leave nothing behind."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.table.log.models import Match
from tests.table.conftest import forget_everything


def addresses(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield every address of the site with its full name; one without a name cannot be listed and fails."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(
                pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space
            )
        else:
            yield f"{space}{pattern.name}", pattern


ADDRESSES = dict(addresses(get_resolver().url_patterns))


def address_of(name: str, match: Match) -> str:
    """Return an address of that name, filled with the match's own code, or with something of the right shape."""
    pattern = ADDRESSES[name].pattern
    names = [*pattern.converters, *pattern.regex.groupindex]
    filled = {
        "code": match.code,
        "number": 1,
        "person": match.created_by_id,
        "game": "kraken",
        "object_id": "1",
        "app_label": "games",
        "url": "x",
        "day": "2026-03-14",
        "period": "week",
    }
    return reverse(name, kwargs={key: filled.get(key, "1") for key in names})


def try_request(client: Client, method: str, address: str, **sending: object) -> HttpResponse:
    """The answer; everything is as it was afterwards, and who was signed in still is."""
    before, cookies = transaction.savepoint(), copy(client.cookies)
    try:
        return getattr(client, method)(address, **sending)
    finally:
        transaction.savepoint_rollback(before)
        client.cookies = cookies
        empty_caches()


def empty_caches() -> None:
    """This process remembers nothing of what was taken back."""
    forget_everything()
    cache.clear()
