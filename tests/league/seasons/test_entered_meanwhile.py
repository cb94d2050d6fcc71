"""Lists of a season, and the message after a swap, while another request enters or removes somebody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from accounts.models import Club, Player, Role
from accounts.services import add_member
from games.league import preview, queries, services
from games.league.models import Competition, Entrant
from games.league.queries import seasons
from games.league.services.evenings import seat_plans
from games.league.services.evenings.compared_results import AverageRound
from tests.conftest import Clock, make_players
from tests.league.conftest import (
    draw_evening,
    enter_all,
    members_of,
    open_round,
    plan_and_draw,
    plan_evening,
    sign_up,
)
from tests.league.duplicate.conftest import draw_evening_of
from tests.league.playing import play
from tests.league.shown import client_of

pytestmark = pytest.mark.django_db

Meanwhile = Callable[[str, Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Have another request do something at the moment at which a page asks for this in `queries.seasons`."""

    def at(name: str, does: Callable[[], object]) -> None:
        ask = getattr(seasons, name)

        def asked(*given: object, **named: object) -> object:
            does()
            return ask(*given, **named)

        for module in (seasons, queries):
            monkeypatch.setattr(module, name, asked, raising=False)

    return at


def newcomers(club: Club, names: list[str], clock: Clock) -> list[Player]:
    """New members who take part in nothing."""
    players = make_players(names)
    for player in players:
        add_member(club=club, player=player, role=Role.MEMBER, at=clock())
    return players


def lists_of(competition: Competition) -> list[str]:
    """The addresses of a season's lists, on the screen, on paper and as files."""
    kinds = ("table.csv", "table.json", "results.csv", "cross.csv")
    return [
        *(
            reverse(f"league:{name}", args=[competition.pk])
            for name in ("league", "league_print", "league_cross")
        ),
        *(reverse("league:league_file", args=[competition.pk, kind]) for kind in kinds),
    ]


@pytest.mark.parametrize("change", ["entered", "removed"])
def test_a_season_lists_who_has_a_name_when_it_is_made(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Clock,
    meanwhile: Meanwhile,
    change: str,
) -> None:
    """Somebody is entered while the standing is asked for, or removed before the names are."""
    newest: list[Player] = []

    def enter() -> None:
        if not Entrant.objects.filter(members__player__in=newest).exists():
            services.enter(competition=competition, players=newest)

    def remove() -> None:
        for entrant in Entrant.objects.filter(members__player__in=newest):
            services.remove_entrant(entrant=entrant, actor=secretary, now=clock())

    newest += newcomers(competition.season.club, ["Late Leo"], clock)
    meanwhile(
        "standing_of" if change == "entered" else "entrants_by_key", enter if change == "entered" else remove
    )
    reader = client_of(secretary)
    for address in lists_of(competition):
        (remove if change == "entered" else enter)()
        assert reader.get(address).status_code == 200, address


def test_the_fixture_list_names_who_is_drawn_while_it_is_made(
    league_club: Club, secretary: Player, clock: Clock, meanwhile: Meanwhile
) -> None:
    competition = services.add_competition(
        season=services.create_season(club=league_club, name="Any", now=clock()),
        name="Any",
        game="kraken",
        options={"rounds": 4},
        seating="round_robin",
        size=2,
    )
    members = members_of(league_club, 8, clock())
    entrants = enter_all(competition, [members[at : at + 2] for at in range(0, 6, 2)])
    evening = plan_evening(competition, clock())

    def enter_and_draw() -> None:
        newest = services.enter(competition=competition, players=members[6:])
        sign_up(evening, [*entrants, newest], secretary, clock())
        draw_evening(evening)

    meanwhile("_drawn_rounds", enter_and_draw)
    page = client_of(secretary).get(reverse("league:league_fixtures", args=[competition.pk]))
    assert f"{members[6].nickname} – {members[7].nickname}" in page.content.decode()


def test_a_swap_names_whom_a_newcomer_meets_again(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who meets again is read after the swap, when somebody else may have taken a seat."""
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    [late] = newcomers(competition.season.club, ["Late Leo"], clock)

    def repeats_of(*_asked: object) -> list[seat_plans.Repeat]:
        newest = services.enter(competition=competition, players=[late])
        return [seat_plans.Repeat((entrants[0].pk, newest.pk), True, (2,))]

    monkeypatch.setattr(seat_plans, "repeats_of", repeats_of)
    seats = evening.tables.get(round=1, number=1).seats.order_by("number")
    evening.refresh_from_db()
    answer = client_of(secretary).post(
        reverse("league:cockpit_do", args=[evening.pk]),
        {
            "do": "swap",
            "version": evening.version,
            "round": 1,
            "one": seats[0].entrant_id,
            "other": evening.tables.get(round=1, number=2).seats.earliest("number").entrant_id,
        },
        follow=True,
    )
    assert f"{late.nickname} are partners in round 2 too." in answer.content.decode()


def test_a_preview_leaves_out_who_is_entered_between_its_two_lists(
    league_club: Club, secretary: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = draw_evening_of(league_club, 4, secretary, clock(), options={"rounds": 1})
    tables = open_round(evening, secretary, clock())
    for each in tables:
        play(each, clock())
    newest = newcomers(league_club, ["Late Leo", "Late Lou"], clock)
    read = preview.season_table

    def read_after(competition: Competition, **other: object) -> queries.SeasonTable:
        if other:
            services.enter(competition=competition, players=newest)
        return read(competition, **other)

    monkeypatch.setattr(preview, "season_table", read_after)
    shown = preview.standings_with_average(tables[0], deal=1, averaged=AverageRound((60, 40), "noise"))
    assert len(shown.before) == len(shown.after) == 4
