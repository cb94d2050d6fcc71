"""The effect of rulings on sheet and season: all totals are sums of their parts and equal the preview."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.mentions import with_names
from accounts.models import Notice, Player
from games.disputes import services
from games.disputes.access import possible_kinds
from games.disputes.effects import Part, RulingKind, RulingRequest
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, CaseKind, Ruling, State
from games.league.models import LeagueTable, TableSeat
from games.league.queries import season_table
from games.league.services import archive_season
from games.table import services as table_services
from games.table.log import loading, rulings
from games.table.log.models import Match, Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.conftest import POINTS, round_of
from tests.league.conftest import owner_of
from tests.long_counts import repetitions

pytestmark = pytest.mark.django_db


def totals(table: LeagueTable) -> dict[int, int]:
    """The totals of the season, by seat of this table."""
    rows = {row.entrant: row.total for row in season_table(table.evening.competition).rows}
    seats = TableSeat.objects.filter(table=table).order_by("number")
    return {seat.number: rows[seat.entrant_id] for seat in seats}


def provisional(table: LeagueTable) -> int:
    return sum(row.provisional for row in season_table(table.evening.competition).rows)


def test_the_season_follows_a_ruling_and_is_provisional_until_then(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    league_table: LeagueTable,
    match: Match,
    arbiters: list[Player],
) -> None:
    assert totals(league_table) == {0: 392, 1: 256, 2: 392, 3: 256}
    assert provisional(league_table) == 0
    case = file()
    assert totals(league_table) == {0: 392, 1: 256, 2: 392, 3: 256}
    assert provisional(league_table) == 4
    rule(case, arbiters[0], RulingKind.BONUS, points=(40, 0), seat=3, amount=-100)
    assert totals(league_table) == {0: 432, 1: 256, 2: 432, 3: 156}
    assert provisional(league_table) == 0
    assert round_of(match).result == first_round_as_played(match)["result"]


def lines_of(reader: Player, table: LeagueTable, name: str) -> list[dict[str, str]]:
    """The lines of a file of the competition, by the heads of its columns."""
    address = reverse("league:league_file", args=[table.evening.competition_id, name])
    written = client_of(reader).get(address).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(written, newline="")))


def test_the_files_say_what_is_provisional_and_what_rulings_changed(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    league_table: LeagueTable,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    """A ruling without a change is no line; none says why, nor whose points a penalty took."""
    rule(file(number=4), arbiters[0], RulingKind.STANDS)
    rule(file(number=2, kind=CaseKind.CONDUCT), arbiters[0], RulingKind.PENALTY, seat=1, amount=-20)
    case = file()
    reader = seated_players[3]
    provisional = [line["Provisional"] for line in lines_of(reader, league_table, "table.csv")]
    assert sorted(provisional)[-4:] == ["1"] * 4
    assert {line["Provisional"] for line in lines_of(reader, league_table, "results.csv")} == {"1"}
    assert provisional.count("1") == 4
    rule(case, arbiters[0], RulingKind.BONUS, points=(40, 0))
    services.appeal(case_id=case.pk, player=seated_players[1], text="No.", now=clock.now)
    rule(case, arbiters[1], RulingKind.STANDS)
    assert {line["Provisional"] for line in lines_of(reader, league_table, "table.csv")} == {"0"}
    lines = lines_of(reader, league_table, "corrections.csv")
    place = "Evening 1, round 1, table 1: game"
    assert [(line["By"], line["What"], line["Before"], line["After"]) for line in lines] == [
        ("Just Jo", f"ruled on the appeal: {place} 1", "140 : 62", "100 : 62"),
        ("Wise Wil", f"ruled: {place} 1", "100 : 62", "140 : 62"),
        ("Wise Wil", f"ruled: {place} 2", "82 : 80", "82 : 80; one player: -20"),
    ]
    assert {(line["Evening"], line["Reason"]) for line in lines} == {
        ("1", "the reason is for those concerned")
    }
    sides = " : ".join(
        f"{seated_players[side].nickname} – {seated_players[side + 2].nickname}" for side in (0, 1)
    )
    assert {line["Name"] for line in lines} == {sides}


def test_those_who_run_the_club_are_told_what_a_ruling_changed_not_why(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    league_table: LeagueTable,
    secretary: Player,
    arbiters: list[Player],
) -> None:
    rule(file(), arbiters[0], RulingKind.BONUS, points=(40, 0))
    told = Notice.objects.get(player=secretary, subject__startswith="Ruling: ")
    written = told.text.replace("\xa0", " ")
    assert written == "The round counted 100 : 62 and counts 140 : 62 now. Why is read by those concerned."
    desk = client_of(secretary)
    page = desk.get(f"/l/{league_table.evening.competition_id}/manage/").content.decode()
    assert "100 : 62 → 140 : 62" in page.partition('id="corrections-title"')[2]
    Case.objects.update(deadline=timezone.now() + timedelta(days=1))
    cases = desk.get(f"/c/{league_table.evening.competition.season.club.slug}/disputes/").content.decode()
    assert "A ruling can still be appealed against until " in cases


def first_round_as_played(match: Match) -> dict[str, object]:
    """Round 1 as played, from the log."""
    table = loading.newest_table(match.pk)
    played = rulings.rounds_as_played(
        table.game, table.options, table.state, players=len(table.sitters), on_paper=True
    )
    return rulings.row_of(played[0], rulings.reviews_of((), 1))


def test_a_void_round_counts_nothing_but_a_penalty_stays(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    league_table: LeagueTable,
    match: Match,
    arbiters: list[Player],
) -> None:
    rule(file(), arbiters[0], RulingKind.VOID, seat=0, amount=-50)
    assert round_of(match).status == Round.Status.VOID
    assert totals(league_table) == {0: 242, 1: 194, 2: 292, 3: 194}
    rows = season_table(league_table.evening.competition).rows
    assert {row.credit.rounds for row in rows if row.evenings} == {3}


def test_the_effect_of_a_ruling_equals_its_preview(
    file: Callable[..., Case], league_table: LeagueTable, match: Match, arbiters: list[Player], clock: Clock
) -> None:
    case = file()
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    wanted = RulingRequest(RulingKind.SPLIT, parts=(Part.NOTHING, Part.STANDS))
    seen = services.preview(case_id=case.pk, arbiter=arbiters[0], wanted=wanted)
    assert Ruling.objects.count() == 0
    assert (seen.before, seen.after) == ((100, 62) * 2, (0, 62) * 2)
    assert (seen.totals_before, seen.totals_after) == ((392, 256) * 2, (292, 256) * 2)
    assert [line.changes for line in seen.sheet] == [True, False, False, False]
    assert (seen.sheet[0].status_before, seen.sheet[0].status_after) == ("review", "closed")
    table = seen.standings
    assert not table.finished
    services.give_ruling(
        case_id=case.pk, arbiter=arbiters[0], wanted=wanted, reason="So.", rule="1", now=clock.now
    )
    now = season_table(league_table.evening.competition)
    assert [(row.name, row.place, row.total, row.provisional) for row in table.after] == [
        (now.entered[row.entrant].name, row.place, row.total, row.provisional) for row in now.rows
    ]
    assert sorted(row.gained for row in table.after)[:2] == [-100, -100]
    assert {(row.moved, row.gained) for row in table.before} == {(0, 0)}


def test_a_finished_season_needs_a_confirmation_and_is_counted_again(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    league_table: LeagueTable,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    case = file()
    totals(league_table)
    competition = league_table.evening.competition
    archive_season(
        season=competition.season, actor=owner_of(competition), now=clock.now, despite_reviews=True
    )
    with pytest.raises(DisputeRefused) as refused:
        rule(case, arbiters[0], RulingKind.ASSIGNED, points=(81, 81))
    assert refused.value.code == DisputeRefusal.SEASON_FINISHED
    assert (Ruling.objects.count(), totals(league_table)[0]) == (0, 392)
    case.refresh_from_db()
    case = rule(case, arbiters[0], RulingKind.ASSIGNED, confirmed=True, points=(81, 81))
    assert totals(league_table) == {0: 373, 1: 275, 2: 373, 3: 275}
    services.appeal(case_id=case.pk, player=seated_players[1], text="More.", now=clock.now)
    case = rule(case, arbiters[1], RulingKind.STANDS, confirmed=True)
    assert case.state == State.FINAL
    assert totals(league_table) == {0: 392, 1: 256, 2: 392, 3: 256}


def random_request(rng: Random, case: Case) -> RulingRequest:
    """A random valid ruling, but for facts, which hang on the fields of a sheet.

    Only round 4 is ever left out for good, so that others can get points.
    """
    lasting = case.appealed_at is not None and case.round.number != 4
    first = case.rulings.values_list("kind", flat=True).first()
    barred = {RulingKind.FACTS}
    if case.appealed_at is None or (lasting and first == RulingKind.VOID):
        barred.add(RulingKind.UPHELD)
    if lasting:
        barred.add(RulingKind.VOID)
    kind = rng.choice([kind for kind in RulingKind if kind not in barred])
    seat = rng.choice([None, 0, 1, 2, 3])
    amount = rng.choice([-100, -20, 50])
    if kind is RulingKind.PENALTY:
        seat = rng.randrange(4)
    points: tuple[int, ...] = (rng.randrange(-20, 200, 10), rng.randrange(-20, 200, 10))
    if kind is RulingKind.COUNT:
        points = (30, 132) if rng.random() < 0.5 else (90, 72)
    return RulingRequest(
        kind,
        points=points,
        level=rng.randrange(4),
        side=rng.randrange(2),
        revoked=rng.choice([(0,), (1,), (0, 1), (1, 0)]),
        parts=(rng.choice(list(Part)), rng.choice(list(Part))),
        seat=seat,
        amount=amount if seat is not None else 0,
    )


@pytest.mark.parametrize("many", [40, pytest.param(repetitions(300), marks=pytest.mark.slow)])
def test_after_random_rulings_every_total_is_explained_by_its_parts(
    league_table: LeagueTable,
    match: Match,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
    many: int,
) -> None:
    """Sheet, rows and season all equal the rounds as played plus the entries of all rulings."""
    rng = Random(many)
    open_cases: list[Case] = []
    refused: list[DisputeRefusal] = []
    base = {number: (int(points), 162 - int(points)) for number, points in enumerate(POINTS, 1)}
    for _made in range(many):
        case = next_case(rng, match, seated_players, open_cases, clock)
        arbiter = arbiters[1 if case.appealed_at else 0]
        services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
        ruling = {"case_id": case.pk, "arbiter": arbiter, "reason": "So.", "rule": "1", "now": clock.now}
        try:
            services.give_ruling(wanted=random_request(rng, case), confirmed_finished=True, **ruling)
        except DisputeRefused as no:
            refused.append(no.code)
            services.give_ruling(wanted=RulingRequest(RulingKind.STANDS), confirmed_finished=True, **ruling)
        case.refresh_from_db()
        open_cases = [each for each in open_cases if each.pk != case.pk]
        if case.state != State.FINAL:
            open_cases.append(case)
    assert set(refused) <= {DisputeRefusal.LEFT_OUT, DisputeRefusal.NO_AVERAGE, DisputeRefusal.REAL_CARDS}
    assert 0 < len(refused) < many / 3
    entries = list(Ruling.objects.values_list("case__round__number", "effect"))
    assert len(entries) == many
    for side in (0, 1):
        parts = sum(points[side] for points in base.values())
        parts += sum(effect["points"][side] for _number, effect in entries)
        assert totals_from_log(match)[side] == parts
        assert sum(row.points[side] for row in match.rounds.all()) == parts
        for seat in (side, side + 2):
            own = sum(effect["seats"][seat] for _number, effect in entries)
            assert totals(league_table)[seat] == parts + own
    assert table_services.verify_log(Match.objects.get(pk=match.pk)) == ()


def next_case(rng: Random, match: Match, sitting: list[Player], open_cases: list[Case], clock: Clock) -> Case:
    """A case to decide: a waiting one, an appeal, or a new one while kinds are left."""
    waiting = [case for case in open_cases if case.state not in (State.RULED, State.FINAL)]
    if waiting and (len(waiting) > 10 or rng.random() < 0.7):
        return rng.choice(waiting)
    ruled = [case for case in open_cases if case.state == State.RULED]
    if ruled and (len(ruled) > 20 or rng.random() < 0.6):
        case = rng.choice(ruled)
        services.appeal(case_id=case.pk, player=rng.choice(sitting), text="No.", now=clock.now)
        case.refresh_from_db()
        return case
    for done in Case.objects.filter(state=State.FINAL, kind__in=CaseKind.values):
        Case.objects.filter(pk=done.pk).update(kind=f"once {done.pk}")  # so that it can be asked again
    for number in rng.sample([1, 2, 3, 4], 4):
        for kind in rng.sample(possible_kinds(match), len(possible_kinds(match))):
            if not Case.objects.filter(round__match=match, round__number=number, kind=kind).exists():
                made = services.file_case(
                    round_id=round_of(match, number).pk,
                    player=rng.choice(sitting),
                    kind=kind,
                    text="Hm.",
                    now=clock.now,
                )
                open_cases.append(made)
                return made
    raise AssertionError("no case is left to file")


def totals_from_log(match: Match) -> tuple[int, ...]:
    """The totals of the sheet, from the log."""
    table = loading.newest_table(match.pk)
    played = rulings.rounds_as_played(
        table.game, table.options, table.state, players=len(table.sitters), on_paper=True
    )
    return rulings.sum_scores(
        rulings.counted_points(result, rulings.reviews_of(table.state.reviews, result.number))
        for result in played
    )


def test_a_season_is_not_archived_over_an_open_appeal_without_a_tick(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    league_table: LeagueTable,
    seated_players: list[Player],
    secretary: Player,
    arbiters: list[Player],
    clock: Clock,
) -> None:
    season = league_table.evening.competition.season
    case = rule(file(), arbiters[0], RulingKind.STANDS)
    desk = client_of(secretary)
    page, archive = (
        reverse("league:club", args=[season.club.slug]),
        reverse("league:season_archive", args=[season.club.slug, season.pk]),
    )
    assert "under review or appeal" not in desk.get(page).content.decode()
    services.appeal(case_id=case.pk, player=seated_players[0], text="Look again.", now=clock.now)
    assert "One round is under review or appeal" in desk.get(page).content.decode()
    said = {"not_played": "on"}
    refused = desk.post(archive, said)
    assert (refused.status_code, refused["Refusal-Code"]) == (422, "under_review")
    season.refresh_from_db()
    assert season.archived_at is None
    assert desk.post(archive, {**said, "all_the_same": "on"}).status_code == 302
    season.refresh_from_db()
    assert season.archived_at is not None


@pytest.mark.parametrize(
    ("kind", "about", "told"),
    [
        (RulingKind.PENALTY, {"seat": 1, "amount": -20}, "The round still counts 100 : 62. {name}: −20."),
        (RulingKind.STANDS, {"seat": 1, "amount": 10}, "The round still counts 100 : 62. {name}: +10."),
        (RulingKind.VOID, {}, "The round counted 100 : 62 and counts 0 : 0 now."),
        (RulingKind.ASSIGNED, {"points": (81, 81)}, "The round counted 100 : 62 and counts 81 : 81 now."),
        (RulingKind.STANDS, {}, None),
    ],
)
def test_those_who_run_the_club_are_told_of_every_ruling_that_changes_a_standing(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    secretary: Player,
    arbiters: list[Player],
    seated_players: list[Player],
    kind: RulingKind,
    about: dict[str, object],
    told: str | None,
) -> None:
    """Also where only one player's points changed; not of a round that stands."""
    rule(file(), arbiters[0], kind, **about)
    notices = Notice.objects.filter(player=secretary, subject__startswith="Ruling: ")
    sentences = [told.format(name=seated_players[1].nickname)] if told else []
    expected = [f"{sentence} Why is read by those concerned." for sentence in sentences]
    assert [notice.text.replace("\xa0", " ") for notice in with_names(notices, "text")] == expected
