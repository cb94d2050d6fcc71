"""What a club tells its readers, and taking in its file."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import Club, Player
from games.club_file.importing import import_club, keep_upload
from games.league import services
from games.league.models import Competition
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.shown import rows_of

FILES = ("table.csv", "results.csv", "cross.csv", "corrections.csv", "table.json")


def tell_all(club: Club, reader: Player, clock: Clock) -> dict[str, Any]:
    """What the pages, files and the API tell of every competition and evening of the club, without keys."""
    key = services.make_api_key(club=club, name="site", actor=reader, now=clock())
    bearer = {"authorization": f"Bearer {key}"}
    client, program, told = client_of(reader), Client(), {}
    for competition in Competition.objects.filter(season__club=club).order_by("season__name", "name"):
        called = f"{competition.season.name}/{competition.name}"
        for name in FILES:
            answer = client.get(f"/l/{competition.pk}/file/{name}")
            assert answer.status_code == 200
            told[called, name] = answer.json() if name.endswith("json") else answer.content.decode()
        told[called, "table.json"].pop("at")
        for page in ("", "print/", "cross/", "fixtures/"):
            answer = client.get(f"/l/{competition.pk}/{page}")
            told[called, page] = (answer.status_code, list(rows_of(answer.content.decode())))
        standings = program.get(f"/api/competitions/{competition.pk}/standings", headers=bearer).json()
        told[called, "api"] = {name: value for name, value in standings.items() if name != "at"}
        for evening in competition.evenings.order_by("number"):
            results = program.get(f"/api/evenings/{evening.pk}/results", headers=bearer).json()
            told[called, evening.number] = results["results"]
            for page in ("report/", "cash/", ""):
                answer = client.get(f"/e/{evening.pk}/{page}")
                told[called, evening.number, page] = (
                    answer.status_code,
                    list(rows_of(answer.content.decode())),
                )
    return told


def import_file(
    content: bytes, actor: Player, clock: Clock, *, slug: str = "troefboer", tell: bool = False
) -> Club:
    upload, _read = keep_upload(player=actor, content=content, now=clock())
    club, _told = import_club(upload=upload, slug=slug, tell=tell, actor=actor, now=clock())
    return club
