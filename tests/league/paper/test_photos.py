"""A photo of a sheet: attached by its players or the secretary, seen by members only, without its metadata."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Club, Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import LeagueTable, SheetPhoto
from games.league.services.evenings.paper_sheets import MAX_PHOTO_BYTES
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening
from tests.league.paper.conftest import players_of, type_and_confirm
from tests.league.paper.photos import SECRET, exif, jpeg, png
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def stranger(make_player: Callable[..., Player]) -> Player:
    return make_player("Stranger Stef")


def address(table: LeagueTable) -> str:
    return f"/e/{table.evening_id}/sheet/{table.pk}/photo/"


def attach_photo(table: LeagueTable, player: Player, clock: Clock, raw: bytes = b"") -> SheetPhoto:
    """The photo of a table after `player` has attached one."""
    return services.attach_photo(table_id=table.pk, raw=raw or jpeg(exif(6)), player=player, now=clock())


def sheet_page(table: LeagueTable, client: Client) -> str:
    return client.get(f"/e/{table.evening_id}/sheet/{table.pk}/").content.decode()


def test_a_player_attaches_a_photo_and_every_member_sees_it_without_its_place(
    table: LeagueTable, members: list[Player]
) -> None:
    file = SimpleUploadedFile("photo.jpg", jpeg(exif(6)), content_type="text/html")
    answer = client_of(players_of(table)[2]).post(address(table), {"photo": file})
    assert (answer.status_code, answer["Location"]) == (302, f"/e/{table.evening_id}/sheet/{table.pk}/")
    reader = client_of(members[12])
    assert address(table) in sheet_page(table, reader)
    assert 'name="photo"' not in sheet_page(table, reader)
    shown = reader.get(address(table))
    assert shown["Content-Type"] == "image/jpeg"
    assert shown["Content-Disposition"] == 'attachment; filename="1-1.jpeg"'
    assert shown["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in shown["Cache-Control"]
    assert SECRET not in shown.content
    assert shown.content.endswith(jpeg()[2:])


def test_nobody_outside_the_club_sees_it_even_where_everybody_reads_the_sheet(
    table: LeagueTable, league_club: Club, stranger: Player, clock: Clock
) -> None:
    attach_photo(table, players_of(table)[0], clock)
    for public, hidden in ((False, (404, 302)), (True, (403, 403))):
        Club.objects.filter(pk=league_club.pk).update(is_public=public)
        visitors = client_of(stranger), Client()
        assert tuple(visitor.get(address(table)).status_code for visitor in visitors) == hidden
        if public:
            assert all(address(table) not in sheet_page(table, visitor) for visitor in visitors)


def test_only_players_of_the_table_and_who_runs_the_evening_attach_one(
    table: LeagueTable, members: list[Player], secretary: Player, clock: Clock
) -> None:
    assert refusal(lambda: attach_photo(table, members[12], clock)) == LeagueRefusal.NOT_ALLOWED
    assert 'name="photo"' in sheet_page(table, client_of(secretary))
    file = SimpleUploadedFile("photo.png", png())
    assert client_of(secretary).post(address(table), {"photo": file}).status_code == 302
    assert SheetPhoto.objects.get().kind == "png"
    services.remove_photo(table_id=table.pk, player=players_of(table)[1])
    assert not SheetPhoto.objects.exists()
    assert client_of(members[12]).get(address(table)).status_code == 404


def test_what_is_no_photo_or_too_large_changes_nothing(table: LeagueTable, clock: Clock) -> None:
    player = players_of(table)[0]
    before = attach_photo(table, player, clock)
    file = SimpleUploadedFile("photo.jpg", b"<script>alert(1)</script>", content_type="image/jpeg")
    answer = client_of(player).post(address(table), {"photo": file})
    assert (answer.status_code, answer["Refusal-Code"]) == (422, LeagueRefusal.PHOTO_UNREADABLE)
    for large in (
        jpeg(behind=bytes(MAX_PHOTO_BYTES)),
        png(width=7000, height=7000),
        jpeg(width=6000, height=4200),
    ):
        assert refusal(partial(attach_photo, table, player, clock, large)) == LeagueRefusal.PHOTO_TOO_LARGE
    assert client_of(player).post(address(table)).status_code == 422
    assert SheetPhoto.objects.get() == before


def test_once_the_sheet_is_confirmed_its_photo_is_the_secretarys_to_change(
    table: LeagueTable, secretary: Player, clock: Clock
) -> None:
    player = players_of(table)[0]
    type_and_confirm(table, secretary, clock())
    first = attach_photo(table, player, clock)  # there was none, so one may still be added
    assert refusal(lambda: attach_photo(table, player, clock, png())) == LeagueRefusal.PHOTO_STAYS
    about = {"table_id": table.pk, "player": player}
    assert refusal(lambda: services.remove_photo(**about)) == LeagueRefusal.PHOTO_STAYS
    assert 'name="photo"' not in sheet_page(table, client_of(player))
    assert SheetPhoto.objects.get().at == first.at
    services.attach_photo(
        table_id=table.pk, raw=png(), player=secretary, now=clock.advance(60), for_club=True
    )
    assert SheetPhoto.objects.get().kind == "png"


def test_an_archived_season_and_a_table_without_paper_take_no_photo(
    table: LeagueTable, secretary: Player, clock: Clock
) -> None:
    later = table.evening.tables.get(round=2, number=1)
    LeagueTable.objects.filter(pk=later.pk).update(on_paper=False)
    assert refusal(lambda: attach_photo(later, players_of(later)[0], clock)) == LeagueRefusal.NOT_ON_PAPER
    for each in table.evening.tables.filter(round=1):
        type_and_confirm(each, secretary, clock())
    close_evening(table.evening, secretary, clock.now + timedelta(hours=30))
    services.archive_season(season=table.evening.competition.season, actor=secretary, now=clock())
    assert refusal(lambda: attach_photo(table, players_of(table)[0], clock)) == LeagueRefusal.SEASON_ARCHIVED


def test_a_photo_goes_with_its_table(table: LeagueTable, clock: Clock) -> None:
    attach_photo(table, players_of(table)[0], clock)
    table.delete()
    assert not SheetPhoto.objects.exists()
