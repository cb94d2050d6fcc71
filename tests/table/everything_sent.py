"""All that one viewer is sent about a match: every address of the site, every refusal, and the first frame."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpResponse
from django.test import Client

from games.table.log.models import Match
from tests.house.addresses import ADDRESSES, address_of
from tests.table.other_worlds import CHANGING

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


def everything_sent(client: Client, match: Match) -> Iterator[tuple[str, str]]:
    """Every address and refusal there is, and its whole answer."""
    client.raise_request_exception = False
    changed = f"/admin/games/match/{match.pk}/change/"
    named = [address_of(name, match) for name in ADDRESSES if not name.startswith(HOLDS_NO_TABLE)]
    reviews = [f"/t/{match.code}/round/{number}/?card={card}" for number in (1, 2) for card in (0, 9)]
    logs: list[str] = []
    if client.get("/admin/").status_code == 200:  # others are sent away whatever the address is about
        logs = [f"/admin/games/action/{entry.pk}/change/" for entry in match.actions.all()]
    for address in dict.fromkeys([*named, *reviews, *logs, changed]):
        yield address, whole(client.get(address))
    for words in ({"do": "nonsense"}, {"do": "ready"}, {"do": "advice"}, {"do": "play", "window": "0"}):
        for headers in ({"HX-Request": "true"}, {}):
            yield f"{words} {headers}", whole(client.post(f"/t/{match.code}/act/", words, headers=headers))


def whole(answer: HttpResponse) -> str:
    """Status, headers and body of an answer."""
    headers = "".join(
        f"{name}: {value}\n" for name, value in sorted(answer.headers.items()) if name != "Expires"
    )
    return f"{answer.status_code}\n{headers}\n{CHANGING.sub('', answer.content.decode())}"
