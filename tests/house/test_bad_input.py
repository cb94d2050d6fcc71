"""P12: bad input at any address is answered with a sentence and a code, and the log does not change.

Every address gets nonsense in each field its pages name, in its numbers and names, and as a body that is no form at
all, from a visitor and from the role with most rights there: every kind of nonsense in `make attack`, in `make test` a
share of them, other kinds at other addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from accounts.models import Player, Role
from accounts.services import add_member
from games.league.models import Competition, Entrant, Evening
from games.table import services
from games.table.log import loading
from games.table.log.models import Action, Match
from tests.clients import client_of
from tests.conftest import Clock, with_second_step
from tests.house.addresses import ADDRESSES, try_request
from tests.league.conftest import draw_evening, plan_evening, sign_up
from tests.long_counts import repetitions
from tests.table.tables import in_second_round

NONSENSE: Mapping[str, str] = {
    "nothing": "",
    "nul": "a\0b",
    "long": "\N{COLLISION SYMBOL}" * 400,
    "negative": "-1",
    "huge": "9" * 30,
    "fraction": "1e400",
    "markup": "\"><script hx-get='/'>{{ 7 }}{% x %}",
    "lines": "one\rtwo\n;three\t%00%s%(x)s{0}{x}",
    "digits of another script": "\N{ARABIC-INDIC DIGIT ONE}\N{SUPERSCRIPT TWO}",
}
SPOKEN = [
    "do",
    "window",
    "card",
    "suit",
    "combinations",
    "phrase",
    "text",
    "seat",
    "on",
    "game",
    "code",
    "next",
    "known",
    "preset",
    "q",
    "o",
    "all",
    "page",
    "option-rounds",
    "login",
    "password",
    "username",
    "email",
    "nickname",
    "table",
    "version",
    "round",
    "points",
    "declarers",
    "reason",
    "members",
    "file",
]
"""Fields of forms that are drawn only at certain moments, and of addresses people make up."""
FIELD = re.compile(r'\bname="([^"]{1,40})"')
BODIES = (
    ("application/json", "[" * 4000),
    ("application/x-www-form-urlencoded", "&".join(["x=1"] * 1000)),
    ("multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data"),
    ("multipart/form-data", "no boundary"),
    ("text/plain", "\0\xff"),
)
WORDS_SENT = repetitions(len(NONSENSE), one_in=3)
"""Kinds of nonsense that an address is asked with, and as many that are posted to it."""


@pytest.fixture
def private_match(players: list[Player], clock: Clock) -> Match:
    """A private match in its second round."""
    return in_second_round(players, clock.now)


@pytest.fixture
def evening(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Clock,
) -> Evening:
    """A drawn evening, its first table on paper."""
    made = plan_evening(competition, clock.now)
    sign_up(made, entrants[:4], secretary, clock.now)
    return draw_evening(made)


@pytest.fixture
def busy(private_match: Match, evening: Evening, players: list[Player], clock: Clock) -> Player:
    """A player with every right: at the table, staff, and secretary of the club."""
    everywhere = players[0]
    everywhere.is_staff = everywhere.is_superuser = True
    everywhere.save()
    with_second_step(everywhere)
    add_member(club=evening.competition.season.club, player=everywhere, role=Role.SECRETARY, at=clock.now)
    return everywhere


def address_of(name: str, match: Match, evening: Evening) -> str:
    """The address of that name, of the table, the club, the competition or the evening it is about."""
    pattern = ADDRESSES[name].pattern
    about = {"evening": evening, "cockpit": evening, "sheet": evening}
    number = about.get(name.partition(":")[2].partition("_")[0], evening.competition).pk
    number = 1 if name == "table:round_review" else number
    known = {
        "code": match.code,
        "number": number,
        "game": "kraken",
        "slug": evening.competition.season.club.slug,
        "season": evening.competition.season_id,
        "entrant": evening.competition.entrants.first().pk,
        "table": evening.tables.first().pk,
        "kind": "table.csv",
        "object_id": match.pk,
        "day": "2026-03-14",
        "period": "week",
        "app_label": "games",
        "url": "x",
    }
    names = [*pattern.converters, *pattern.regex.groupindex]
    return reverse(name, kwargs={each: known.get(each, "1") for each in names})


def invented_addresses(name: str) -> Iterator[str]:
    """Addresses of that name that lead nowhere: all its numbers and names replaced."""
    pattern = ADDRESSES[name].pattern
    names = [*pattern.converters, *pattern.regex.groupindex]
    for word in ("0", "9" * 30, "QQQQQQ", "a\0b", "-") if names else ():
        try:
            yield reverse(name, kwargs=dict.fromkeys(names, word))
        except (NoReverseMatch, ValueError):
            continue


def send_all(client: Client, address: str, fields: list[str]) -> Iterator[tuple[str, int]]:
    """Send the bad input of that address; returns each with the status of the answer.

    Where the view has read nothing of the input, other input cannot make a difference and is left out.
    """
    queries, posts = queries_of(address), posts_of(address)
    for kind, word in queries:
        answer = try_request(client, "get", address, data={**dict.fromkeys(fields, word), "next": word})
        yield f"GET {kind}", answer.status_code
        if not has_read(answer.wsgi_request):
            break
    twice = "twice", {"data": {field: ["1", "x"] for field in fields}}
    filled = [(kind, {"data": dict.fromkeys(fields, word)}) for kind, word in posts]
    bodies = [(kind, {"data": body, "content_type": kind}) for kind, body in bodies_of(address)]
    for kind, sending in (*filled, twice, *bodies):
        answer = try_request(client, "post", address, **sending)
        yield f"POST {kind}", answer.status_code
        if not has_read(answer.wsgi_request):
            break
    yield "PUT", try_request(client, "put", address, data="x").status_code


def share_of(kinds: list[tuple[str, str]], address: str, turn: int, number: int) -> list[tuple[str, str]]:
    """That number of the kinds, beginning with another one at another address and turn."""
    first = (sum(address.encode()) + turn) % len(kinds)
    return (kinds[first:] + kinds[:first])[:number]


def queries_of(address: str) -> list[tuple[str, str]]:
    """The nonsense that is asked for at that address."""
    return share_of(list(NONSENSE.items()), address, 0, WORDS_SENT)


def posts_of(address: str) -> list[tuple[str, str]]:
    """The nonsense that is posted to that address in every field, other kinds than are asked for."""
    return share_of(list(NONSENSE.items()), address, WORDS_SENT, WORDS_SENT)


def bodies_of(address: str) -> list[tuple[str, str]]:
    """The bodies that are sent to that address and are no form of ours."""
    return share_of(list(BODIES), address, 0, repetitions(len(BODIES), one_in=2))


def has_read(request: WSGIRequest) -> bool:
    """Whether anybody has looked at the fields or the body of that request."""
    return "GET" in vars(request) or hasattr(request, "_post") or request._read_started


def honest_client(player: Player | None) -> Client:
    """A browser that shows what a person would see where the site breaks."""
    client = client_of(player)
    client.raise_request_exception = False
    return client


def room_of(name: str) -> str:
    """The part of the site an address belongs to."""
    view = ADDRESSES[name].callback.__module__
    return "admin" if name.startswith("admin:") else ".".join(view.split(".")[:2])


ROOMS = sorted({room_of(name) for name in ADDRESSES})


def test_every_kind_of_nonsense_is_sent_in_every_way(private_match: Match, evening: Evening) -> None:
    """By the addresses of each larger part of the site, though one address gets only a share of the kinds."""
    for room in ("games.table", "games.league", "allauth.account"):
        sent_to = [address_of(name, private_match, evening) for name in ADDRESSES if room_of(name) == room]
        for kinds_of, kinds in ((queries_of, NONSENSE), (posts_of, NONSENSE), (bodies_of, dict(BODIES))):
            assert {kind for address in sent_to for kind, _ in kinds_of(address)} == set(kinds), room


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_nonsense_is_answered_with_a_word(
    room: str, busy: Player, private_match: Match, evening: Evening
) -> None:
    """Of the admin, which is Django's own, only addresses that lead nowhere."""
    clients = {"visitor": honest_client(None), "somebody with every right": honest_client(busy)}
    broken = []
    for name in ADDRESSES:
        if room_of(name) != room or name == "admin:None":
            continue
        for address in invented_addresses(name):
            ways = [
                try_request(clients["somebody with every right"], way, address) for way in ("get", "post")
            ]
            broken += [(address, way.status_code) for way in ways if way.status_code >= 500]
        if room == "admin":
            continue
        address = address_of(name, private_match, evening)
        page = try_request(clients["somebody with every right"], "get", address)
        fields = sorted({*SPOKEN, *FIELD.findall(page.content.decode())} - {"csrfmiddlewaretoken"})
        for role, client in clients.items():
            broken += [(address, role, *each) for each in send_all(client, address, fields) if each[1] >= 500]
    assert broken == []


def test_no_nonsense_at_the_table_reaches_the_log(
    busy: Player, private_match: Match, evening: Evening
) -> None:
    """Not taken back between: after all of it the match is where it was."""
    before = list(Action.objects.filter(match=private_match).values_list("seq", "data"))
    client = honest_client(busy)
    for word in NONSENSE.values():
        for do in (word, "play", "trump", "declare", "bonus", "deal", "ready", "re"):
            answer = client.post(
                f"/t/{private_match.code}/act/", {"do": do, "card": word, "suit": word, "window": word}
            )
            assert answer.status_code in (409, 422), (do, word[:10])
            assert answer["Refusal-Code"]
    private_match.refresh_from_db()
    assert list(Action.objects.filter(match=private_match).values_list("seq", "data")) == before
    assert loading.newest_table(private_match.pk).state.seq == private_match.seq == len(before)
    assert services.verify_log(private_match) == ()
