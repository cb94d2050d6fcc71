"""Reads every page and file that somebody reaches by links."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from django.test import Client

from accounts.models import Player
from games.league.models import LeagueTable
from tests.clients import client_of

LINK = re.compile(r'(?:href|hx-get)="([^"#]*)')
FILES = (
    "trail/",
    "trail/trail.csv",
    "c/troefboer/members.csv",
    "l/{league}/file/table.csv",
    "l/{league}/file/table.json",
    "l/{league}/file/results.csv",
    "l/{league}/file/corrections.csv",
    "l/{league}/file/evenings.ics",
    "me/data.json",
)


def pages(client: Client, starts: list[str]) -> Iterator[tuple[str, str]]:
    """Every page that can be reached by links, once each and without query strings, as text."""
    seen, waiting = set(starts), list(starts)
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        if answer.status_code != 200 or answer.streaming:
            continue
        body = html.unescape(answer.content.decode())
        yield address, body
        if not answer["Content-Type"].startswith("text/html"):
            continue
        for link in LINK.findall(answer.content.decode()):
            path = urljoin(address, html.unescape(link))
            ours = (
                not urlsplit(path).netloc
                and "?" not in path
                and not re.match(r"/(static|accounts|admin|rules)/", path)
            )
            if ours and path not in seen:
                seen.add(path)
                waiting.append(path)


def everything_for(reader: Player, league_table: LeagueTable) -> Iterator[tuple[str, str]]:
    """All pages and files that a reader can open."""
    files = [f"/{path.format(league=league_table.evening.competition_id)}" for path in FILES]
    for address, body in pages(client_of(reader), ["/", *files]):
        yield f"{address} for {reader}", body
