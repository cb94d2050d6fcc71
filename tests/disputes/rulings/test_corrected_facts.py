"""A ruling that corrects the facts of a round: how the deals of Kan ended, or the fields of a sheet typed wrong."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Notice, Player
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, CaseKind, State
from games.league import services as league_services
from games.league.models import LeagueTable
from games.league.queries import season_table
from games.table.log.models import Match
from games.table.services import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.pages.conftest import WHY, preview_ruling
from tests.league.conftest import open_round, plan_and_draw, put_on_paper

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]
SHEETS = (
    {"joker": "2", "ace": "4", "deal_1": "won", "deal_2": "juuroku_failed"},
    {"joker": "0", "ace": "1", "deal_1": "lost"},
)
FORM = {"fact_joker": "2", "fact_ace": "4", "fact_deal_1": "won", "fact_deal_2": "juuroku_failed"}


@pytest.fixture
def league_table(league_club: object, members: list[Player], secretary: Player, clock: Clock) -> LeagueTable:
    """A table of five with real cards: a failed juuroku of seats 2 and 4, then a deal lost by seats 0 and 1."""
    season = league_services.create_season(club=league_club, name="Winter", now=clock.now)
    competition = league_services.add_competition(
        season=season, name="Fives", game="kan", options={"rounds": 2}, rounds=1
    )
    entrants = [league_services.enter(competition=competition, players=[player]) for player in members[:5]]
    evening = plan_and_draw(competition, entrants, secretary, clock.now)
    put_on_paper(table_id=evening.tables.get(round=1).pk, version=evening.version)
    (table,) = open_round(evening, secretary, clock.now)
    writer, reader = (table.seats.get(number=number).player for number in (0, 1))
    for number, values in enumerate(SHEETS, 1):
        league_services.type_round(
            table_id=table.pk, number=number, values=values, player=writer, now=clock.now
        )
    league_services.confirm_sheet(table_id=table.pk, player=reader, seen=len(SHEETS), now=clock.now)
    table.refresh_from_db()
    return table


@pytest.fixture
def wrong_result_case(match: Match, arbiters: list[Player], clock: Clock) -> Case:
    """A case about round 1, "wrong result typed in", with the first arbiter."""
    case: Case = services.file_case(
        round_id=match.rounds.get(number=1).pk,
        player=match.seats.get(number=2).player,
        kind=CaseKind.TYPED,
        text="We stopped after nine.",
        now=clock.now,
    )
    return services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)


def by_seat(table: LeagueTable) -> list[int]:
    """The totals of the season, by seat of the table."""
    rows = {row.entrant: row.total for row in season_table(table.evening.competition).rows}
    return [rows[seat.entrant_id] for seat in table.seats.order_by("number")]


def test_the_form_asks_the_fields_of_the_sheet_as_they_were_typed(
    wrong_result_case: Case, desk: Client
) -> None:
    form = desk.get(f"/desk/{wrong_result_case.pk}/?kind=facts").context["form"]
    assert {name: form[name].value() for name in FORM} == FORM
    assert form["fact_deal_3"].value() is None
    assert len(form.fields["fact_joker"].choices) == 5


def test_the_round_is_scored_again_and_preview_sheet_season_and_notice_follow(
    wrong_result_case: Case, desk: Client, league_table: LeagueTable, match: Match
) -> None:
    """Sukonku instead of a failed juuroku and a third deal lost: 1 + 2 - 1 = 2 points instead of -16."""
    assert by_seat(league_table) == [15, 15, -15, 17, -15]
    corrected = {**FORM, "fact_deal_2": "sukonku", "fact_deal_3": "lost"}

    status, confirming, body = preview_ruling(desk, wrong_result_case, "facts", **corrected)

    assert status == 200
    assert "Second deal: juuroku failed → sukonku" in body
    assert "Third deal: not played → the kan lost" in body
    assert "First deal:" not in body
    assert match.rounds.get(number=1).points == [16, 16, -16, 16, -16]
    assert desk.post(f"/desk/{wrong_result_case.pk}/rule/", confirming).status_code == 302
    row = match.rounds.get(number=1)
    assert row.points == [-2, -2, 2, -2, 2]
    assert row.tallies["juuroku_failed"] == [0, 0, 0, 0, 0]
    assert row.tallies["sukonku"] == [0, 0, 1, 0, 1]
    assert by_seat(league_table) == [-3, -3, 3, -1, 3]
    assert verify_log(Match.objects.get(pk=match.pk)) == ()
    player = match.seats.get(number=3).player
    notice = Notice.objects.get(
        player=player, subject__startswith="Ruling: Evening 1, round 1, table 1: game 1"
    )
    before, now = (" : ".join(numbers.split()) for numbers in ("16 16 −16 16 −16", "−2 −2 2 −2 2"))
    assert f"Before: {before}, now: {now}." in notice.text.replace("\u00a0", " ")
    case_page = client_of(player).get(f"/cases/{wrong_result_case.pk}/").content.decode()
    assert "Second deal: juuroku failed → sukonku" in case_page


def test_a_pair_typed_wrong_is_corrected_too(wrong_result_case: Case, desk: Client, match: Match) -> None:
    status, confirming, body = preview_ruling(desk, wrong_result_case, "facts", **{**FORM, "fact_ace": "3"})
    names = dict(match.seats.values_list("number", "player__nickname"))
    assert status == 200
    assert f"Kan, ace of trumps: {names[4]} → {names[3]}" in body
    desk.post(f"/desk/{wrong_result_case.pk}/rule/", confirming)
    assert match.rounds.get(number=1).points == [16, 16, -16, -16, 16]


def test_the_appeal_restores_what_was_typed(
    wrong_result_case: Case,
    desk: Client,
    league_table: LeagueTable,
    match: Match,
    arbiters: list[Player],
    clock: Clock,
) -> None:
    _status, confirming, _body = preview_ruling(
        desk, wrong_result_case, "facts", **{**FORM, "fact_deal_2": "lost"}
    )
    desk.post(f"/desk/{wrong_result_case.pk}/rule/", confirming)
    assert by_seat(league_table) == [-1, -1, 1, 1, 1]
    services.appeal(
        case_id=wrong_result_case.pk, player=match.seats.get(number=0).player, text="No.", now=clock.now
    )
    services.take_case(case_id=wrong_result_case.pk, arbiter=arbiters[1], now=clock.now)
    _status, confirming, body = preview_ruling(client_of(arbiters[1]), wrong_result_case, "stands")
    assert "The result before the first ruling is restored" in body
    client_of(arbiters[1]).post(f"/desk/{wrong_result_case.pk}/rule/", confirming)
    assert by_seat(league_table) == [15, 15, -15, 17, -15]
    assert match.rounds.get(number=1).tallies is None
    wrong_result_case.refresh_from_db()
    assert wrong_result_case.state == State.FINAL
    assert verify_log(Match.objects.get(pk=match.pk)) == ()


def test_a_round_that_cannot_have_been_is_refused_with_the_reason(
    wrong_result_case: Case, desk: Client, match: Match
) -> None:
    impossible = {**FORM, "fact_deal_1": "lost"}
    answer = desk.post(f"/desk/{wrong_result_case.pk}/preview/", {"kind": "facts", **WHY, **impossible})
    assert (answer.status_code, answer["Refusal-Code"]) == (422, "cannot_have_been")
    assert "The round cannot have gone so. These deals cannot be one round" in answer.content.decode()
    assert answer.context["form"]["fact_deal_1"].value() == "lost"
    assert match.rounds.get(number=1).points == [16, 16, -16, 16, -16]


def test_a_ruling_without_facts_is_refused(
    wrong_result_case: Case, arbiters: list[Player], clock: Clock
) -> None:
    with pytest.raises(DisputeRefused) as refused:
        services.preview(
            case_id=wrong_result_case.pk,
            arbiter=arbiters[0],
            wanted=RulingRequest(RulingKind.FACTS),
        )
    assert refused.value.code == DisputeRefusal.UNREADABLE


def test_corrected_facts_take_the_place_of_what_the_club_had_corrected(
    league_table: LeagueTable, match: Match, desk: Client, clock: Clock, request: pytest.FixtureRequest
) -> None:
    """The club wrote 0 for everybody first. The facts of the line give what they give alone: 1 + 2 - 1 = 2 points."""
    league_services.correct_sheet(
        table_id=league_table.pk,
        values={f"points_1_{seat}": "0" for seat in range(5)},
        actor=match.created_by,
        reason="Not played",
        now=clock.now,
    )
    assert match.rounds.get(number=1).points == [0, 0, 0, 0, 0]
    taken = request.getfixturevalue("wrong_result_case")
    corrected = {**FORM, "fact_deal_2": "sukonku", "fact_deal_3": "lost"}
    _status, confirming, _body = preview_ruling(desk, taken, "facts", **corrected)
    assert desk.post(f"/desk/{taken.pk}/rule/", confirming).status_code == 302
    assert match.rounds.get(number=1).points == [-2, -2, 2, -2, 2]
