"""All that one viewer is sent about a match: every address of the site, every refusal, and the first frame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client

from accounts.models import Player
from games.table.log.models import Match
from tests.clients import client_of
from tests.house.addresses import ADDRESSES, address_of
from tests.house.reader import Ask, Reader, page_request
from tests.table.hidden.other_worlds import CHANGING

HOLDS_NO_TABLE = (
    "account_",
    "mfa_",
    "usersessions_",
    "admin:None",
    "admin:logout",
    "admin:mfa",
    "admin:usersessions",
    "admin:accounts_player",  # shows the salt of a password, and two of its letters may read like a card
)
OF_THE_BROWSER = ("csrftoken", "sessionid")
"""Cookies with keys. Messages are read as they will be shown; another holds a text, and after a colon when it was
signed."""


KEYS = re.compile(r"(?<=“)\d+(?=”)|(?<=/)\d+(?=/change/)")
"""Keys of rows that are made anew in each world."""


def reader_of(viewer: Player | None) -> Reader:
    """A reader for that viewer, None a visitor, who compares whole answers."""
    return Reader(client_of(viewer), whole)


def everything_sent(reader: Reader, match: Match) -> dict[str, str]:
    """Every address and refusal there is about that match, and its whole answer. The table is opened first: from then
    on a reader's own data name a match that was looked at."""
    reader.client.get(f"/t/{match.code}/")
    return reader.answers(_everything_asked(reader.client, match))


def _everything_asked(client: Client, match: Match) -> dict[str, Ask]:
    """How each of them is asked for."""
    changed = f"/admin/games/match/{match.pk}/change/"
    named = [address_of(name, match) for name in ADDRESSES if not name.startswith(HOLDS_NO_TABLE)]
    reviews = [f"/t/{match.code}/round/{number}/?card={card}" for number in (1, 2) for card in (0, 9)]
    logs: list[str] = []
    if client.get("/admin/").status_code == 200:  # others are sent away whatever the address is about
        logs = [f"/admin/games/action/{entry.pk}/change/" for entry in match.actions.all()]
    asking = {address: page_request(address) for address in [*named, *reviews, *logs, changed]}
    for words in ({"do": "nonsense"}, {"do": "ready"}, {"do": "advice"}, {"do": "play", "window": "0"}):
        for headers in ({"HX-Request": "true"}, {}):
            asking[f"{match.code} {words} {headers}"] = partial(
                Client.post, path=f"/t/{match.code}/act/", data=words, headers=headers
            )
    return asking


def addresses_of_table(match: Match, *, of_staff: bool) -> Iterator[str]:
    """Every address of the site, filled with the match where it can be; those of the admin only `of_staff`, because
    others are sent away from each."""
    for name in ADDRESSES:
        if not name.startswith(HOLDS_NO_TABLE) and (of_staff or not name.startswith("admin:")):
            yield address_of(name, match)
    for number in (1, 2):
        yield f"/t/{match.code}/round/{number}/?card=9"
        yield f"/t/{match.code}/round/{number}/on/?card=1&instead=HA"


def comparable_page(answer: HttpResponse) -> str:
    """A whole answer, without what differs between any two answers."""
    return KEYS.sub("N", whole(answer))


def whole(answer: HttpResponse) -> str:
    """Status, headers, texts of cookies and body of an answer."""
    headers = "".join(
        f"{name}: {value}\n" for name, value in sorted(answer.headers.items()) if name != "Expires"
    )
    cookies = "".join(
        f"{name}={_messages(answer) if name == 'messages' else cookie.value.partition(':')[0]}\n"
        for name, cookie in sorted(answer.cookies.items())
        if name not in OF_THE_BROWSER
    )
    return f"{answer.status_code}\n{headers}{cookies}\n{CHANGING.sub('', answer.content.decode())}"


def _messages(answer: HttpResponse) -> str:
    """The messages for the next page; numbers that the address had are no news."""
    told = " ".join(str(message) for message in get_messages(answer.wsgi_request))
    for number in re.findall(r"\d+", answer.wsgi_request.path):
        told = told.replace(number, "N")
    return told
