"""A season copied with several like competitions: everybody lands where they played, or a division away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player, Role
from games.league import services
from games.league.models import Competition, Entrant, Evening, Season
from games.league.queries import season_table
from games.trail import AuditEntry
from tests.clients import client_of
from tests.league.conftest import (
    change_rules,
    close_evening,
    open_round,
    plan_and_draw,
    plan_evening,
)
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(competition: Competition) -> Season:
    """A season with two like competitions in the first division, "Individual" and "Thursday"."""
    services.add_competition(season=competition.season, name="Thursday", game="kraken", rounds=2)
    return competition.season


def enter_players(season: Season, name: str, players: list[Player]) -> list[Entrant]:
    competition = season.competitions.get(name=name)
    return [services.enter(competition=competition, players=[player]) for player in players]


def players_by_competition(season: Season) -> dict[str, list[str]]:
    """The nicknames of every competition."""
    return {
        each.name: sorted(each.entrants.values_list("members__player__nickname", flat=True))
        for each in season.competitions.all()
    }


def test_everybody_stays_in_the_competition_they_played_in(
    season: Season, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    enter_players(season, "Individual", members[:3])
    enter_players(season, "Thursday", members[2:5])
    before = players_by_competition(season)
    copy = services.copy_season(season=season, name="Spring", now=clock(), actor=secretary)
    assert (
        players_by_competition(copy)
        == before
        == {"Individual": ["M01", "M02", "M03"], "Thursday": ["M03", "M04", "M05"]}
    )
    assert [each.at_table for each in copy.competitions.all()] == [4, 4]


def test_who_goes_down_goes_to_the_like_competition_in_the_same_place(
    season: Season, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    for name in ("Individual, second", "Thursday, second"):
        services.add_competition(season=season, name=name, game="kraken", division=2, rounds=2)
    first = enter_players(season, "Individual", members[:2])
    second = enter_players(season, "Thursday", members[2:4])
    moved = {first[0].pk: 1, second[0].pk: 1}
    copy = services.copy_season(season=season, name="Spring", now=clock(), moved=moved, actor=secretary)
    assert players_by_competition(copy) == {
        "Individual": ["M02"],
        "Thursday": ["M04"],
        "Individual, second": ["M01"],
        "Thursday, second": ["M03"],
    }


def test_who_takes_part_there_already_stays_and_nobody_takes_part_twice(
    season: Season, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """M01 is in both divisions, M02 goes down from two competitions at once: one place below is enough. The trail
    counts who went, not who was to go."""
    services.add_competition(season=season, name="Second", game="kraken", division=2, rounds=2)
    Competition.objects.filter(season=season, division=1).update(rules={"relegation": 1})
    both = enter_players(season, "Individual", members[:2])
    enter_players(season, "Second", members[:1])
    again = enter_players(season, "Thursday", members[1:2])
    moved = {entrant.pk: 1 for entrant in (*both, *again)}
    copy = services.copy_season(season=season, name="Spring", now=clock(), moved=moved, actor=secretary)
    assert players_by_competition(copy) == {
        "Individual": ["M01"],
        "Thursday": ["M02"],
        "Second": ["M01", "M02"],
    }
    assert AuditEntry.objects.get(what="season_copied").after == "Spring, ▲ 0, ▼ 1"


def test_the_page_copies_a_season_with_two_like_competitions(
    season: Season, members: list[Player], secretary: Player
) -> None:
    enter_players(season, "Individual", members[:4])
    enter_players(season, "Thursday", members[:4])
    desk = client_of(secretary)
    address = reverse("league:season_new", args=[season.club.slug])
    sent = {"name": "Spring", "copied": season.pk}
    assert "4 stay" in desk.post(address, sent).content.decode()
    assert not season.copies.exists()
    assert desk.post(address, {**sent, "go": "1"}).status_code == 302
    assert players_by_competition(season.copies.get()) == players_by_competition(season)


def test_who_goes_where_is_shown_changed_and_then_done(
    season: Season, members: list[Player], desk: Client
) -> None:
    """The last of the first division is in the relegation zone; the club keeps them, and sends M01 down instead."""
    services.add_competition(season=season, name="Second", game="kraken", division=2, rounds=2)
    Competition.objects.filter(season=season, name="Individual").update(rules={"relegation": 1})
    first = enter_players(season, "Individual", members[:3])
    (below,) = enter_players(season, "Second", members[3:4])
    (gone,) = enter_players(season, "Second", members[4:5])
    season.club.memberships.filter(player=members[4]).delete()
    address = reverse("league:season_new", args=[season.club.slug])
    sent = {"name": "Spring", "copied": season.pk}

    page = desk.post(address, sent).content.decode()

    assert not season.club.seasons.filter(name="Spring").exists()
    assert "Not taken along, because somebody left the club: M05" in page
    assert f'name="to-{first[0].pk}"' in page
    assert f'name="to-{gone.pk}"' not in page
    assert desk.post(address, {**sent, "go": "1", f"to-{first[0].pk}": "-1"}).status_code == 422
    assert (
        desk.post(address, {**sent, "go": "1", f"to-{first[0].pk}": "1", f"to-{below.pk}": "-1"}).status_code
        == 302
    )
    copy = season.club.seasons.get(name="Spring")
    club_page = desk.get(f"/c/{season.club.slug}/")
    assert "“Spring” was made from “Autumn”: " in club_page.content.decode()
    assert "with their rules and 4 who take part." in club_page.content.decode()
    assert players_by_competition(copy) == {
        "Individual": ["M02", "M03", "M04"],
        "Thursday": [],
        "Second": ["M01"],
    }
    entry = AuditEntry.objects.get(what="season_copied")
    assert (entry.before, entry.after) == ("Autumn", "Spring, ▲ 1, ▼ 1")


def test_the_season_that_runs_stands_above_the_one_to_come(
    season: Season, members: list[Player], secretary: Player, desk: Client, clock: Callable[[], datetime]
) -> None:
    plan_evening(season.competitions.get(name="Individual"), clock())
    Evening.objects.update(starts_at=timezone.now() - timedelta(days=1))
    copy = services.copy_season(season=season, name="Spring", now=clock(), actor=secretary)
    assert desk.get(f"/c/{season.club.slug}/").context["seasons"] == [season, copy]


def test_the_zones_of_the_standings_are_chosen_beforehand(
    season: Season, members: list[Player], secretary: Player, desk: Client, clock: Callable[[], datetime]
) -> None:
    services.add_competition(season=season, name="Second", game="kraken", division=2, rounds=2)
    first = season.competitions.get(name="Individual")
    change_rules(first, relegation=1)
    entrants = enter_players(season, "Individual", members[:5])
    evening = plan_and_draw(first, entrants[:4], secretary, clock())
    write_sheet(open_round(evening, secretary, clock(), on_paper=True)[0], (100, 62), now=clock())
    close_evening(evening, secretary, clock())
    down = [row.entrant for row in season_table(first).rows if row.zone == "relegation"]
    sent = {"name": "Spring", "copied": season.pk}
    page = desk.post(reverse("league:season_new", args=[season.club.slug]), sent).content.decode()
    assert down
    assert page.count('<option value="1" selected>') == len(down)


def test_guests_stay_out_and_others_can_be_left_out(
    season: Season, members: list[Player], desk: Client
) -> None:
    (guest, gone, _other) = enter_players(season, "Individual", members[:3])
    season.club.memberships.filter(player=members[0]).update(role=Role.GUEST)
    address = reverse("league:season_new", args=[season.club.slug])
    sent = {"name": "Spring", "copied": season.pk}
    shown = desk.post(address, sent)
    (division, _thursday) = shown.context["divisions"]
    assert [mover.entrant for mover in division.changing] == [guest.pk]
    assert "guest of the club" in shown.content.decode()
    desk.post(address, {**sent, "go": "1", f"to-{guest.pk}": "out", f"to-{gone.pk}": "out"})
    assert players_by_competition(season.copies.get())["Individual"] == ["M03"]


def test_unrelated_competitions_are_no_ladder(season: Season, members: list[Player], desk: Client) -> None:
    """Of "Individual", "Thursday" and "Thursday B" only the two of one name are divisions of each other."""
    services.add_competition(season=season, name="Thursday B", game="kraken", division=2, rounds=2)
    (one,) = enter_players(season, "Individual", members[:1])
    first, both = enter_players(season, "Thursday", members[1:3])
    enter_players(season, "Thursday B", members[2:3])
    found = {}
    for each in services.copied_entrants(season):
        found |= {key: [to.step for to in places] for key, places in each.destinations.items()}
    assert (found[one.pk], found[first.pk], found[both.pk]) == ([0], [0, 1], [0])
    shown = desk.post(
        reverse("league:season_new", args=[season.club.slug]), {"name": "Spring", "copied": season.pk}
    ).content.decode()
    assert "plays in Thursday B too already" in shown
