"""Promises of the page on which the secretary types a whole round, and of the two rules that make an evening one on
paper."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.urls import reverse

from accounts.member_imports import import_members
from accounts.models import Club, Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.league.queries import evening_lines, paper_sheets, season_table
from games.table.log.errors import TableRefusal
from tests.clients import client_of
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening
from tests.league.paper.conftest import players_of, type_and_confirm

pytestmark = pytest.mark.django_db


def test_the_draw_expects_everybody_and_puts_all_tables_on_paper(evening: Evening) -> None:
    assert set(evening.tables.values_list("on_paper", flat=True)) == {True}
    assert evening.tables.filter(round=1).count() == 2
    assert not evening.marks.exists()


def test_who_says_no_is_not_drawn_where_everybody_is_expected(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_evening(competition, clock())
    for entrant in entrants[4:]:
        services.sign(evening_id=evening.pk, entrant=entrant, comes=False, player=secretary, now=clock())
    evening = draw_evening(evening)
    seats = set(evening.tables.values_list("seats__entrant", flat=True))
    assert seats == {entrant.pk for entrant in entrants[:4]}
    open_round(evening, secretary, clock())
    for table in evening.tables.filter(round=1):
        type_and_confirm(table, secretary, clock())
    close_evening(evening, secretary, clock())
    lines = {line.entrant: line.result.why for line in evening_lines(evening, season_table(competition))}
    assert {lines[entrant.pk] for entrant in entrants[4:]} == {"announced"}


def test_members_without_a_login_play_an_evening(
    competition: Competition, league_club: Club, secretary: Player, clock: Callable[[], datetime]
) -> None:
    many, faults = import_members(club=league_club, text="Opa Jan\nTante Riet\nBuurman\nSjaan", now=clock())
    assert (many, faults) == (4, ())
    for player in Player.objects.filter(memberships__club=league_club).exclude(pk=secretary.pk):
        assert not player.has_usable_password()
        services.enter(competition=competition, players=[player])
    evening = draw_evening(plan_evening(competition, clock()))
    open_round(evening, secretary, clock())
    type_and_confirm(evening.tables.get(round=1), secretary, clock())
    lines = evening_lines(evening, season_table(competition))
    assert {line.name for line in lines} == {"Opa Jan", "Tante Riet", "Buurman", "Sjaan"}


def test_a_whole_round_is_typed_and_confirmed_on_one_page(evening: Evening, secretary: Player) -> None:
    client = client_of(secretary)
    address = reverse("league:paper_round", args=[evening.pk, 1])
    first, second = evening.tables.filter(round=1).order_by("number")
    seen = {f"seq-{first.pk}": "0", f"seq-{second.pk}": "0"}
    numbers = {f"points-{first.pk}-0": "400", f"points-{first.pk}-1": "268"}
    wrong = {f"points-{second.pk}-0": "39", f"points-{second.pk}-1": "300"}
    answer = client.post(address, {"do": "type", **seen, **numbers, **wrong})
    assert (answer.status_code, answer["Refusal-Code"]) == (422, TableRefusal.TOTALS_TOO_LOW)
    page = answer.content.decode()
    assert 'value="39"' in page
    assert 'value="400"' in page
    assert {pk: sheet.points for pk, sheet in paper_sheets(evening).items()} == {
        first.pk: (400, 268, 400, 268),
        second.pk: (),
    }
    late = client.post(address, {"do": "type", **seen, **numbers, f"points-{first.pk}-0": "404"})
    assert (late.status_code, late["Refusal-Code"]) == (409, LeagueRefusal.SHEET_CHANGED)
    seen[f"seq-{first.pk}"] = "1"
    numbers |= {f"points-{second.pk}-0": "390", f"points-{second.pk}-1": "300"}
    assert client.post(address, {"do": "type", **seen, **numbers}).status_code == 302
    seen[f"seq-{second.pk}"] = "1"
    unsaved = client.post(address, {"do": "confirm", **seen, **numbers, f"points-{first.pk}-0": "404"})
    assert unsaved["Refusal-Code"] == LeagueRefusal.NOT_SAVED
    assert client.post(address, {"do": "confirm", **seen, **numbers}).status_code == 302
    assert all(sheet.confirmed for sheet in paper_sheets(evening).values())
    shown = client.get(reverse("league:evening", args=[evening.pk])).content.decode()
    assert shown.count(reverse("league:sheet", args=[evening.pk, first.pk])) == 1


def test_the_cockpit_asks_for_what_the_sheets_still_lack(
    evening: Evening, secretary: Player, clock: Callable[[], datetime]
) -> None:
    """Both sheets are awaited, then one, then somebody who finds them right, then nothing."""
    client = client_of(secretary)
    cockpit, lacks = reverse("league:cockpit", args=[evening.pk]), []
    for table in (None, *evening.tables.filter(round=1).order_by("number")):
        if table is not None:
            values = {"points_0": "410", "points_1": "238"}
            services.type_totals(
                table_id=table.pk, values=values, player=secretary, now=clock(), for_club=True
            )
        page = client.get(cockpit).content.decode()
        lacks.append([word for word in ("Type", "Confirm") if f"{word} the sheets of round 1" in page])
    assert lacks == [["Type"], ["Type"], ["Confirm"]]


def test_numbers_typed_beside_a_sheet_that_is_confirmed_are_not_lost(
    evening: Evening, secretary: Player
) -> None:
    client = client_of(secretary)
    address = reverse("league:paper_round", args=[evening.pk, 1])
    first, second = evening.tables.filter(round=1).order_by("number")
    numbers = {f"points-{first.pk}-0": "400", f"points-{first.pk}-1": "268"}
    seen = {f"seq-{first.pk}": "0", f"seq-{second.pk}": "0"}
    assert client.post(address, {"do": "type", **seen, **numbers}).status_code == 302
    seen[f"seq-{first.pk}"] = "1"
    other = {f"points-{second.pk}-0": "390", f"points-{second.pk}-1": ""}
    answer = client.post(address, {"do": "confirm", **seen, **numbers, **other})
    assert (answer.status_code, answer["Refusal-Code"]) == (422, LeagueRefusal.NOT_SAVED)
    page = answer.content.decode()
    assert 'value="390"' in page.partition(f'id="paper-{second.pk}"')[2]
    assert "These numbers are not written down yet" in page
    assert {pk: sheet.confirmed for pk, sheet in paper_sheets(evening).items()} == {
        first.pk: True,
        second.pk: False,
    }


def test_a_disputed_sheet_waits_while_the_others_are_confirmed(
    evening: Evening, table: LeagueTable, secretary: Player, clock: Callable[[], datetime]
) -> None:
    for each in evening.tables.filter(round=1):
        services.type_totals(
            table_id=each.pk,
            values={"points_0": "400", "points_1": "268"},
            player=secretary,
            now=clock(),
            for_club=True,
        )
    player = client_of(players_of(table)[0])
    sheet = reverse("league:sheet", args=[evening.pk, table.pk])
    assert "Not right" in player.get(sheet).content.decode()
    assert player.post(reverse("league:sheet_object", args=[evening.pk, table.pk])).status_code == 302
    assert "One side says that this sheet is not right" in player.get(sheet).content.decode()
    desk = client_of(secretary)
    assert "sheet not agreed on" in desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    address = reverse("league:paper_round", args=[evening.pk, 1])
    numbers = {
        f"points-{each.pk}-{side}": points
        for each in evening.tables.filter(round=1)
        for side, points in enumerate(("400", "268"))
    }
    seen = {f"seq-{pk}": f"{sheet.seq}" for pk, sheet in paper_sheets(evening).items()}
    assert desk.post(address, {"do": "confirm", **seen, **numbers}).status_code == 302
    assert [pk for pk, sheet in paper_sheets(evening).items() if not sheet.confirmed] == [table.pk]


def test_the_sheets_of_an_evening_take_three_queries(
    evening: Evening, secretary: Player, clock: Callable[[], datetime], django_assert_num_queries: Any
) -> None:
    for each in evening.tables.filter(round=1):
        type_and_confirm(each, secretary, clock())
    with django_assert_num_queries(3):
        assert len(paper_sheets(evening)) == 2


def test_from_a_sheet_and_from_print_the_leader_goes_back_to_the_cockpit_and_a_player_to_the_evening(
    evening: Evening, table: LeagueTable, secretary: Player, clock: Callable[[], datetime]
) -> None:
    type_and_confirm(table, secretary, clock())
    cockpit = reverse("league:cockpit", args=[evening.pk])
    of_players = reverse("league:evening", args=[evening.pk])
    sheet = reverse("league:sheet", args=[evening.pk, table.pk])
    pages = [
        sheet,
        reverse("league:evening_print", args=[evening.pk, "seats"]),
        reverse("league:evening_report", args=[evening.pk]),
    ]
    player = players_of(table)[0]
    for reader, back, other in ((secretary, cockpit, of_players), (player, of_players, cockpit)):
        for address in pages:
            page = client_of(reader).get(address).content.decode()
            assert f'href="{back}"' in page
            assert f'href="{other}"' not in page
    assert "On with the evening" in client_of(secretary).get(sheet).content.decode()


def test_the_page_names_above_the_first_table_those_to_look_at_again(
    evening: Evening, secretary: Player, clock: Callable[[], datetime]
) -> None:
    client = client_of(secretary)
    address = reverse("league:paper_round", args=[evening.pk, 1])
    first, second = evening.tables.filter(round=1).order_by("number")
    assert "look again" not in client.get(address).content.decode()
    wrong = {f"seq-{second.pk}": "0", f"points-{second.pk}-0": "39", f"points-{second.pk}-1": "300"}
    page = client.post(address, {"do": "type", **wrong}).content.decode()
    link = f'<a class="tap-link" href="#paper-{second.pk}">Table 2: look again</a>'
    assert page.count("look again") == page.count(link) == 1
    assert page.index(link) < page.index(f'id="paper-{first.pk}"')


def test_the_way_on_stays_in_the_bar_at_the_foot(
    evening: Evening, secretary: Player, clock: Callable[[], datetime]
) -> None:
    def foot() -> str:
        page = client_of(secretary).get(reverse("league:paper_round", args=[evening.pk, 1])).content.decode()
        return page[page.index("page-foot") :]

    first, second = evening.tables.filter(round=1).order_by("number")
    on = f'href="{reverse("league:cockpit", args=[evening.pk])}">On with the evening'
    assert on not in foot()
    type_and_confirm(first, secretary, clock())
    assert on in foot()
    assert "Write them down" in foot()
    type_and_confirm(second, secretary, clock())
    assert on in foot()
    assert "Write them down" not in foot()


def test_the_list_and_the_report_name_who_played_instead(
    league_club: Club, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    pairs = services.add_competition(
        season=services.create_season(club=league_club, name="Pairs", now=clock()),
        name="Pairs",
        game="kraken",
        options={"rounds": 4},
        rules={"cards": "paper", "coming": "unless"},
        seating="pairs",
        size=2,
        rounds=1,
    )
    for place in (0, 2):
        services.enter(competition=pairs, players=members[place : place + 2])
    evening = draw_evening(plan_evening(pairs, clock()))
    open_round(evening, secretary, clock())
    evening.refresh_from_db()
    services.substitute_by_name(
        evening_id=evening.pk,
        version=evening.version,
        absent=members[1],
        name="Nynke",
        actor=secretary,
        now=clock(),
    )
    type_and_confirm(evening.tables.get(), secretary, clock())
    close_evening(evening, secretary, clock())
    lines = {line.name: line.name_with_substitutes for line in evening_lines(evening, season_table(pairs))}
    assert lines == {"M01 – M02": "M01 – M02 (with Nynke)", "M03 – M04": "M03 – M04"}
    desk = client_of(secretary)
    report = desk.get(reverse("league:evening_report", args=[evening.pk]))
    assert report.context["report"].count("M01 – M02 (with Nynke)") >= 1
    for address in (
        reverse("league:evening_report", args=[evening.pk]),
        reverse("league:evening", args=[evening.pk]),
        reverse("league:evening_print", args=[evening.pk, "prizes"]),
    ):
        assert '<th scope="row">M01 – M02 (with Nynke)</th>' in desk.get(address).content.decode()
