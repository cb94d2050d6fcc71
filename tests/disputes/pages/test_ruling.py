"""The pages of a ruling: preview and confirmation of every kind.

The match is one on paper in a league, 100 : 62, 82 : 80, 120 : 42 and 90 : 72.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.models import Case, CaseKind, State
from games.league.models import LeagueTable
from games.league.queries import season_table
from games.league.services import archive_season, correct
from games.table.log.models import Match, Round
from tests.conftest import Clock
from tests.disputes.conftest import round_of
from tests.disputes.pages.conftest import WHY, preview_ruling
from tests.league.conftest import owner_of

pytestmark = pytest.mark.django_db


def totals(table: LeagueTable) -> list[int]:
    """The totals of the season, by seat of this table."""
    rows = {row.entrant: row.total for row in season_table(table.evening.competition).rows}
    return [rows[seat.entrant_id] for seat in table.seats.order_by("number")]


RULINGS = {
    "stands": ({}, [100, 62], None),
    "bonus": ({"points_0": 40}, [140, 62], None),
    "multiplier": ({"level": 1}, [324, 0], None),
    "count": ({"points_0": 90, "points_1": 72}, [90, 72], None),
    "facts": (
        {
            "fact_trump": "H",
            "fact_declarers": "1",
            "fact_level": "1",
            "fact_side": "1",
            "fact_points": 110,
            "fact_roem_1": 20,
        },
        [0, 364],
        None,
    ),
    "assigned": ({"points_0": 81, "points_1": 81}, [81, 81], None),
    "average": ({"points_0": 10, "points_1": -10}, [107, 55], None),
    "forfeit": ({"side": 0, "points_1": 162}, [0, 162], None),
    "void": ({}, [0, 0], None),
    "split": ({"part_0": "nothing", "part_1": "assigned", "points_1": 90}, [0, 90], None),
    "penalty": ({"seat": 3, "amount": -100}, [100, 62], [0, 0, 0, -100]),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", RULINGS)
def test_every_ruling_does_what_its_preview_shows(
    taken_case: Case, desk: Client, league_table: LeagueTable, match: Match, kind: str
) -> None:
    fields, points, seats = RULINGS[kind]
    assert totals(league_table) == [392, 256, 392, 256]

    status, form, page = preview_ruling(desk, taken_case, kind, **fields)

    assert status == 200
    assert round_of(match).points == [100, 62, 100, 62]
    sheets = page.partition('id="sheet-title"')[2]
    after = re.findall(r'is-total.*?<td class="num">(-?\d+)</td><td class="num">(-?\d+)</td>', sheets)[1]
    assert [int(each) for each in after] == [292 + points[0], 194 + points[1]]
    answer = desk.post(f"/desk/{taken_case.pk}/rule/", form)
    assert (answer.status_code, answer["Location"]) == (302, f"/desk/{taken_case.pk}/")
    row = round_of(match)
    assert (row.points, row.seat_points) == (points * 2, seats)
    assert row.status == (Round.Status.VOID if kind == "void" else Round.Status.CLOSED)
    given = seats or [0, 0, 0, 0]
    assert totals(league_table) == [
        (292 if seat % 2 == 0 else 194) + points[seat % 2] + given[seat] for seat in range(4)
    ]
    taken_case.refresh_from_db()
    assert taken_case.state == State.RULED


def test_any_ruling_can_include_a_penalty_for_one_player(
    taken_case: Case, desk: Client, match: Match
) -> None:
    _status, form, _page = preview_ruling(desk, taken_case, "bonus", points_1=20, seat=0, amount=-50)
    desk.post(f"/desk/{taken_case.pk}/rule/", form)
    row = round_of(match)
    assert (row.points, row.seat_points) == ([100, 82, 100, 82], [-50, 0, 0, 0])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "fields", "missing"),
    [
        ("assigned", {"points_0": 3}, "points_1"),
        ("penalty", {"seat": 1}, "amount"),
        ("bonus", {"points_0": 20, "seat": 1}, "amount"),
        ("multiplier", {}, "level"),
        ("forfeit", {"side": "7"}, "side"),
        ("stands", {"reason": ""}, "reason"),
        ("stands", {"rule": ""}, "rule_chosen"),
    ],
)
def test_an_incomplete_ruling_is_refused_and_the_form_stays_filled(
    taken_case: Case, desk: Client, kind: str, fields: dict[str, object], missing: str
) -> None:
    answer = desk.post(f"/desk/{taken_case.pk}/preview/", {"kind": kind, **WHY, **fields})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert missing in form.errors
    assert {name: form[name].value() for name in fields} == {
        name: str(value) for name, value in fields.items()
    }


def test_a_refusal_of_the_engine_is_shown_on_the_form(taken_case: Case, desk: Client) -> None:
    answer = desk.post(
        f"/desk/{taken_case.pk}/preview/", {"kind": "count", "points_0": 90, "points_1": 90, **WHY}
    )
    assert (answer.status_code, answer["Refusal-Code"]) == (422, "do_not_add_up")
    assert "do not add up" in answer.content.decode()
    assert answer.context["form"]["points_0"].value() == "90"


def test_a_changed_preview_must_be_confirmed_again(
    taken_case: Case,
    desk: Client,
    file: Callable[..., Case],
    rule: Callable[..., Case],
    arbiters: list[Player],
) -> None:
    """A ruling in another case about the round comes between preview and confirmation."""
    _status, form, _page = preview_ruling(desk, taken_case, "assigned", points_0=81, points_1=81)
    rule(file(seat=1, kind=CaseKind.CONDUCT), arbiters[1], RulingKind.BONUS, points=(20, 0))

    answer = desk.post(f"/desk/{taken_case.pk}/rule/", form)

    assert answer.status_code == 409
    assert "Something changed since you looked" in answer.content.decode()
    taken_case.refresh_from_db()
    assert taken_case.state == State.UNDER_REVIEW


def test_another_effect_on_the_league_must_be_confirmed_again(
    taken_case: Case, desk: Client, league_table: LeagueTable, clock: Clock
) -> None:
    """A correction comes between preview and confirmation: now the ruling changes places too."""
    _status, form, _page = preview_ruling(desk, taken_case, "bonus", points_0=20)
    evening = league_table.evening
    second = league_table.seats.get(number=1).entrant
    correct(
        evening=evening,
        entrant=second,
        points=150,
        actor=owner_of(evening.competition),
        reason="typed wrong",
        now=clock.now,
    )

    answer = desk.post(f"/desk/{taken_case.pk}/rule/", form)

    assert answer.status_code == 409
    form["seen"] = answer.context["seen"]
    assert desk.post(f"/desk/{taken_case.pk}/rule/", form).status_code == 302


def test_a_finished_season_needs_a_confirmation(
    taken_case: Case, desk: Client, league_table: LeagueTable, clock: Clock
) -> None:
    competition = league_table.evening.competition
    archive_season(
        season=competition.season, actor=owner_of(competition), now=clock.now, despite_reviews=True
    )
    _status, form, page = preview_ruling(desk, taken_case, "bonus", points_0=20)
    assert "finished season" in page

    refused = desk.post(f"/desk/{taken_case.pk}/rule/", form)
    assert (refused.status_code, refused["Refusal-Code"]) == (422, "season_finished")
    assert desk.post(f"/desk/{taken_case.pk}/rule/", {**form, "finished": "on"}).status_code == 302
    assert totals(league_table) == [412, 256, 412, 256]


def rows_of_points(page: str) -> list[list[int]]:
    """The points of the table that says where they come from, a row each; the last is its sum."""
    table = page.partition("adds-up")[2].partition("</table>")[0]
    rows = [re.findall(r'<td class="num">([^<]+)</td>', row) for row in table.split("<tr")[2:]]
    return [[0 if cell == "·" else int(cell.replace("\u2212", "-")) for cell in row] for row in rows]


def test_preview_and_ruling_say_where_the_points_come_from(
    taken_case: Case, desk: Client, match: Match
) -> None:
    """Both sides revoked, side 1 first: its points and the extra points to each, line by line."""
    status, form, page = preview_ruling(desk, taken_case, "revoke", side="1 0")
    assert status == 200
    *lines, total = rows_of_points(page)
    assert total == [262, 100]
    assert [sum(column) for column in zip(*lines, strict=True)] == total
    assert [100, 0] in lines
    assert [0, 100] in lines
    assert desk.post(f"/desk/{taken_case.pk}/rule/", form).status_code == 302
    assert round_of(match).points == [262, 100, 262, 100]
    assert rows_of_points(desk.get(f"/desk/{taken_case.pk}/").content.decode()) == [*lines, total]


def test_only_the_chosen_ruling_says_what_it_does(taken_case: Case, desk: Client) -> None:
    page = desk.get(f"/desk/{taken_case.pk}/").content.decode()
    assert "Void" in page
    assert "The round is left out." not in page
    chosen = desk.get(f"/desk/{taken_case.pk}/", {"kind": "void"}).content.decode()
    assert "The round is left out." in chosen
    assert "You say what each side gets." not in chosen


def test_the_preview_says_what_changes_beside_the_button_before_the_tables(
    taken_case: Case, desk: Client
) -> None:
    _status, _form, page = preview_ruling(desk, taken_case, "bonus", points_0=40)
    panel = page.partition(f'action="/desk/{taken_case.pk}/rule/"')[2].partition("</form>")[0]
    assert "+40" in panel
    assert "100 → 140" in panel
    assert panel.count("(+40)") == 2, "both players of the side in the standings"
    assert page.index("Confirm the ruling") < page.index('id="sheet-title"')


def test_the_form_has_only_the_fields_of_the_chosen_kind(taken_case: Case, desk: Client) -> None:
    page = desk.get(f"/desk/{taken_case.pk}/").content.decode()
    assert 'name="reason"' not in page.partition('id="ruling"')[2].partition("</section>")[0]
    assert "The first ruling stands" not in page

    def fields(kind: str) -> set[str]:
        part = desk.get(f"/desk/{taken_case.pk}/fields/", {"kind": kind}).content.decode()
        assert "<html" not in part
        return set(re.findall(r'name="(\w+)"', part)) - {"csrfmiddlewaretoken"}

    always = {"kind", "reason", "rule", "rule_chosen", "seat", "amount"}
    assert fields("void") == always
    assert fields("facts") > always | {"fact_trump", "fact_declarers", "fact_points", "fact_roem_0"}
    assert fields("revoke") == always | {"side"}
    assert fields("split") == always | {"part_0", "part_1", "points_0", "points_1"}
    assert desk.get(f"/desk/{taken_case.pk}/fields/", {"kind": "x"})["Refusal-Code"] == "unreadable"


def test_the_desk_says_who_has_not_answered_and_nothing_meant_for_players(
    taken_case: Case, desk: Client, seated_players: list[Player], clock: Clock
) -> None:
    address = f"/desk/{taken_case.pk}/"
    assert "Not yet answered" not in desk.get(address).content.decode(), "nobody is asked"
    services.ask_for_answers(case_id=taken_case.pk, arbiter=taken_case.arbiter, now=clock.now)
    services.answer(case_id=taken_case.pk, player=seated_players[2], text="No.", now=clock.now)
    page = desk.get(address).content.decode()
    assert f"Not yet answered: {seated_players[1].nickname}, {seated_players[3].nickname}." in page
    assert "Under review: these points are provisional." in page
    assert "You need not do anything" not in page
    assert "?kind=average" in page
    for player in (seated_players[1], seated_players[3]):
        services.answer(case_id=taken_case.pk, player=player, text="No.", now=clock.now)
    assert "Not yet answered" not in desk.get(address).content.decode()
