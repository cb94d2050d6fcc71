"""Every change of seats, entries and seasons made through the pages has a line in the club's audit trail."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Club, Player
from games.league import services
from games.league.errors import LeagueRefused
from games.league.models import Competition, Entrant, Evening
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import plan_evening, sign_up
from tests.league.shown import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """An evening to which M01 to M08 come."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:8], secretary, clock())
    return evening


def does(desk: Client, evening: Evening, what: str, **said: object) -> None:
    """The director does something in the cockpit."""
    evening.refresh_from_db()
    sent = {"do": what, "version": evening.version, **said}
    assert desk.post(reverse("league:cockpit_do", args=[evening.pk]), sent).status_code == 302
    evening.refresh_from_db()


def newest(desk: Client, secretary: Player, club: Club) -> tuple[str, str]:
    """The newest line as the page of the trail shows it: its word, and what became of it."""
    row = desk.get(reverse("disputes:trail")).context["rows"][0]
    assert (row.actor, row.club) == (secretary, club)
    return row.what, row.after


def test_the_draw_the_exchange_and_the_late_table(
    evening: Evening, entrants: list[Entrant], desk: Client, secretary: Player, league_club: Club
) -> None:
    does(desk, evening, "draw")
    assert newest(desk, secretary, league_club) == ("drawn", "Individual: 1")
    first, second = evening.tables.filter(round=1).order_by("number")
    one, other = (table.seats.get(number=0) for table in (first, second))
    does(desk, evening, "swap", round=1, one=one.entrant_id, other=other.entrant_id)
    exchanged = f"Individual: 1/1: {one.player.nickname}, {other.player.nickname}"
    assert newest(desk, secretary, league_club) == ("swapped", exchanged)
    does(desk, evening, "late_table", round=1, entrants=[each.pk for each in entrants[8:12]])
    assert newest(desk, secretary, league_club) == ("late_table", "Individual: 1/1/3: M09, M10, M11, M12")
    does(desk, evening, "open")
    does(desk, evening, "rest")
    assert newest(desk, secretary, league_club) == ("drawn_anew", "Individual: 1/2")


def test_a_sheet_from_paper_to_confirmed_and_the_evening_closed(
    evening: Evening, members: list[Player], desk: Client, secretary: Player, league_club: Club, clock: Clock
) -> None:
    """The page says it in words, with the totals before and after."""
    does(desk, evening, "draw")
    first, second = evening.tables.filter(round=1).order_by("number")
    for table in (first, second):
        does(desk, evening, "paper", table=table.pk)
    assert newest(desk, secretary, league_club) == ("on_paper", "Individual: 1/1/2")
    does(desk, evening, "open")
    door = reverse("league:sheet_totals", args=[evening.pk, first.pk])
    for typed in ("2320", "432", "432"):
        assert desk.post(door, {"points_0": typed, "points_1": "216"}).status_code == 302
    typed_anew = AuditEntry.objects.filter(what="sheet_typed").order_by("pk")
    assert [(line.before, line.after) for line in typed_anew] == [
        ("", "Individual: 1/1/1: 2320 : 216"),
        ("2320 : 216", "Individual: 1/1/1: 432 : 216"),
    ]
    desk.post(
        reverse("league:sheet_totals", args=[evening.pk, second.pk]), {"points_0": "400", "points_1": "248"}
    )
    for table in (second, first):
        services.confirm_sheet(table_id=table.pk, player=secretary, seen=4, now=clock(), for_club=True)
    does(desk, evening, "close")
    assert newest(desk, secretary, league_club) == ("evening_closed", "Individual: 1")
    shown = page(desk, "disputes:trail")
    for sentence in (
        "Individual: evening 1, round 1, table 2<",
        "2320 : 216 → Individual: evening 1, round 1, table 1: 432 : 216<",
        "Confirmed a sheet",
        "Closed an evening",
        "Individual: evening 1<",
    ):
        assert sentence in shown


def test_the_club_page_leads_its_secretary_to_the_trail(
    desk: Client, members: list[Player], league_club: Club
) -> None:
    door = f"{reverse('disputes:trail')}?club={league_club.pk}"
    assert door in page(desk, "league:club", league_club.slug)
    assert door not in page(client_of(members[0]), "league:club", league_club.slug)
    assert desk.get(door).status_code == 200


def test_a_refused_draw_leaves_no_line(evening: Evening, desk: Client) -> None:
    sent = {"do": "draw", "version": evening.version + 1}
    assert desk.post(reverse("league:cockpit_do", args=[evening.pk]), sent).status_code == 409
    assert not AuditEntry.objects.filter(what="drawn").exists()


def test_everybody_entered_by_box_by_name_or_at_the_door(
    competition: Competition,
    members: list[Player],
    desk: Client,
    secretary: Player,
    league_club: Club,
    clock: Clock,
) -> None:
    manage = reverse("league:league_manage", args=[competition.pk])
    assert (
        desk.post(manage, {"do": "enter", "enter-players": [members[0].pk, members[1].pk]}).status_code == 302
    )
    rows = desk.get(reverse("disputes:trail")).context["rows"]
    assert [(row.what, row.after) for row in rows[:2]] == [
        ("entered", "Individual: M02"),
        ("entered", "Individual: M01"),
    ]
    assert desk.post(manage, {"do": "names", "names-names": "M05"}).status_code == 302
    assert newest(desk, secretary, league_club) == ("entered", "Individual: M05")
    evening = plan_evening(competition, clock())
    does(desk, evening, "walk_in", names="M07")
    assert newest(desk, secretary, league_club) == ("entered", "Individual: M07")
    before = AuditEntry.objects.count()
    does(desk, evening, "walk_in", names="M07")
    assert AuditEntry.objects.count() == before


def test_withdrawal_and_the_way_back(
    competition: Competition, entrants: list[Entrant], desk: Client, secretary: Player, league_club: Club
) -> None:
    door = reverse("league:entrant_withdraw", args=[competition.pk, entrants[3].pk])
    desk.post(door)
    assert newest(desk, secretary, league_club) == ("entrant_withdrawn", "Individual: M04")
    desk.post(door, {"do": "again"})
    assert newest(desk, secretary, league_club) == ("entered_again", "Individual: M04")


def test_a_season_is_archived_once(
    competition: Competition, desk: Client, secretary: Player, league_club: Club
) -> None:
    door = reverse("league:season_archive", args=[league_club.slug, competition.season_id])
    desk.post(door)
    assert newest(desk, secretary, league_club) == ("season_archived", "Autumn")
    desk.post(door)
    assert AuditEntry.objects.filter(what="season_archived").count() == 1


def test_the_page_of_a_club_asks_no_more_for_more_seasons(
    competition: Competition, desk: Client, league_club: Club, clock: Clock
) -> None:
    """Who may archive them reads of each how many rounds are under review."""
    asked = []
    for name in ("Winter", "Spring", "Summer"):
        services.create_season(club=league_club, name=name, now=clock())
        desk.get(reverse("league:club", args=[league_club.slug]))  # what is kept for a while is kept now
        with CaptureQueriesContext(connection) as queries:
            desk.get(reverse("league:club", args=[league_club.slug]))
        asked.append(len(queries))
    assert asked[0] == asked[1] == asked[2]


def test_groups_are_entered_together_or_not_at_all(
    competition: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    groups = [[members[0]], [members[1]], [members[0]]]
    with pytest.raises(LeagueRefused):
        services.enter_players(competition=competition, groups=groups, actor=secretary, now=clock())
    assert not competition.entrants.exists()
    assert not AuditEntry.objects.filter(what="entered").exists()


def test_another_name_of_a_pair_tells_the_old_one_the_new_one_and_by_whom(
    pairs: Competition,
    members: list[Player],
    desk: Client,
    secretary: Player,
    league_club: Club,
    clock: Clock,
) -> None:
    entrant = services.enter(competition=pairs, players=members[:2], name="The Twos")
    door = reverse("league:entrant_change", args=[pairs.pk, entrant.pk])
    sent = {"do": "change", "players": [player.pk for player in members[:2]], "name": "The Aces"}
    for _again in range(2):
        assert desk.post(door, sent).status_code == 302
    assert AuditEntry.objects.get(what="entrant_renamed").before == "The Twos"
    assert newest(desk, secretary, league_club) == ("entrant_renamed", "Pairs: The Aces: M01, M02")
    assert "Gave a pair or team another name" in page(desk, "disputes:trail")
    services.remove_entrant(entrant=entrant, actor=secretary, now=clock())


def test_the_entrants_own_page_offers_the_secretary_to_withdraw_it(
    competition: Competition, entrants: list[Entrant], members: list[Player], desk: Client
) -> None:
    door = reverse("league:entrant_withdraw", args=[competition.pk, entrants[0].pk])
    for name in ("league:entrant", "league:entrant_change"):
        assert door in page(desk, name, competition.pk, entrants[0].pk)
    assert door not in page(client_of(members[1]), "league:entrant", competition.pk, entrants[0].pk)
    assert desk.post(door).status_code == 302
    assert door not in page(desk, "league:entrant_change", competition.pk, entrants[0].pk)


def test_small_changes_of_evenings_and_of_the_club_have_a_line_too(
    evening: Evening, desk: Client, secretary: Player, league_club: Club
) -> None:
    plan = {
        "do": "evening",
        "evening-times": "2",
        "evening-weeks": "1",
        "evening-starts_at": "2099-01-06T20:00",
    }
    address = reverse("league:league_manage", args=[evening.competition_id])
    assert desk.post(address, plan).status_code == 302
    assert newest(desk, secretary, league_club) == ("evenings_planned", "Individual: 2–3")
    does(desk, evening, "all_come")
    assert newest(desk, secretary, league_club) == ("everybody_comes", "Individual: 1")
    for path, sent, lines in (
        (
            "club_app",
            {"icon_letters": "TB", "icon_colour": league_club.icon_colour},
            [("icon_changed", "TB")],
        ),
        ("club_without_luck", {"ranks_without_luck": "on"}, [("ranking_shown", "")]),
        ("club_without_luck", {}, [("ranking_hidden", "")]),
    ):
        for _twice in range(2):
            assert desk.post(reverse(f"league:{path}", args=[league_club.slug]), sent).status_code == 302
        found = AuditEntry.objects.filter(what=lines[0][0]).values_list("what", "after")
        assert list(found) == lines, "the same again is no change"
