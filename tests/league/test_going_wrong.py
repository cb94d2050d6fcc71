"""An evening on which things go wrong: a substitute halfway, a table broken off, somebody late, another date."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from django.core import mail
from django.test import Client

from accounts.mentions import mention
from accounts.models import Notice, Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, Evening, EveningMark, LeagueTable, Seating, TableScore
from games.league.models.corrections import WORDS
from games.league.reading import entered_in, evening_lines, season_table
from games.league.scores import MarkKind
from games.table import loading
from games.table import services as table_services
from games.table.models import Match, Round
from tests.league.conftest import closed, drawn, opened, planned, sign_up, write_rounds
from tests.table.play import play_until, table_of

pytestmark = pytest.mark.django_db
Now = Callable[[], datetime]


def refusal(doing: Callable[[], object]) -> str:
    with pytest.raises(LeagueRefused) as refused:
        doing()
    assert refused.value.sentence
    return refused.value.code


def fresh(evening: Evening) -> Evening:
    evening.refresh_from_db()
    return evening


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Now) -> Evening:
    """Drawn for the first four members: one table a round."""
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    return drawn(evening)


def waiting(evening: Evening, secretary: Player, clock: Now) -> LeagueTable:
    """The table of the first round, open and not started."""
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock())
    return evening.tables.select_related("match").get(round=1)


def played(table: LeagueTable, rounds: int, now: datetime) -> list[tuple[int, int]]:
    """Play with whoever sits there until so many rounds are closed; their points by side."""
    match = Match.objects.get(pk=table.match_id)
    players = [seat.player for seat in match.seats.select_related("player").order_by("number")]
    closed = Round.objects.filter(match=match, status=Round.Status.CLOSED)
    play_until(match, players, now, lambda _table: closed.count() == rounds, Random(3))
    return [tuple(points) for points in closed.order_by("number").values_list("points", flat=True)]


@pytest.mark.parametrize(
    ("rule", "for_member", "for_substitute"),
    [("absent", "all", "nothing"), ("substitute", "own", "rest"), ("both", "all", "rest")],
)
def test_whose_points_they_are_when_somebody_takes_over_halfway(
    competition: Competition,
    evening: Evening,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Now,
    rule: str,
    for_member: str,
    for_substitute: str,
) -> None:
    competition.rules = {**competition.rules, "substitute": rule}
    competition.save()
    (table,) = opened(evening, secretary, clock())
    before = played(table, 2, clock())
    seat = table.seats.select_related("player").get(number=1)
    instead = members[10]
    services.substitute(
        evening_id=evening.pk,
        version=fresh(evening).version,
        absent=seat.player,
        instead=instead,
        actor=secretary,
        now=clock(),
    )
    assert table_of(table.match).seat_of(seat.player_id) is None
    everything = played(table, 4, clock())
    after = everything[len(before) :]
    worth = {
        "nothing": 0,
        "own": sum(points[1] for points in before),
        "rest": sum(points[1] for points in after),
        "all": sum(points[1] for points in everything),
    }
    credit = {row.entrant: row.credit.points for row in season_table(competition).rows}
    assert credit[seat.entrant_id] == worth[for_member]
    assert credit[entrants[10].pk] == worth[for_substitute]
    lines = {line.entrant: line.tables for line in evening_lines(evening, entered_in(competition))}
    assert lines[seat.entrant_id] == (worth["all"],)
    assert (
        Notice.objects.filter(
            player=instead, subject__startswith=f"You play for {mention(seat.player_id)}"
        ).count()
        == 1
    )
    assert (
        Notice.objects.filter(
            player=seat.player, subject__startswith=f"{mention(instead.pk)} plays your seat"
        ).count()
        == 1
    )
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()


def test_who_came_late_takes_their_own_seat_back_from_the_bot(
    evening: Evening, members: list[Player], secretary: Player, clock: Now
) -> None:
    table = waiting(evening, secretary, clock)
    seat = table.seats.select_related("player").get(number=2)
    late = seat.player

    def start(now: datetime) -> None:
        services.start_late(
            table_id=table.pk,
            version=fresh(evening).version,
            missing=[late.pk],
            actor=secretary,
            now=now,
        )

    assert refusal(lambda: start(clock() + timedelta(minutes=14))) == LeagueRefusal.GRACE_TIME
    start(clock() + timedelta(minutes=15))
    bot = next(each for each in loading.table(table.match_id).sitters if each.number == 2)
    assert bot.is_bot
    services.substitute(
        evening_id=evening.pk,
        version=fresh(evening).version,
        absent=Player.objects.get(pk=bot.player),
        instead=late,
        actor=secretary,
        now=clock(),
    )
    seat.refresh_from_db()
    assert (seat.player, seat.played_by) == (late, "self")
    played(table, 4, clock())
    season_table(evening.competition)
    assert set(TableScore.objects.values_list("played_by", flat=True)) == {"self"}


def test_without_bots_a_missing_side_loses_and_one_missing_player_needs_a_substitute(
    competition: Competition, evening: Evening, secretary: Player, clock: Now
) -> None:
    competition.rules = {"grace_minutes": 0}
    competition.save()
    table = waiting(evening, secretary, clock)
    seats = {seat.number: seat for seat in table.seats.all()}

    def start(*missing: int) -> None:
        services.start_late(
            table_id=table.pk,
            version=fresh(evening).version,
            missing=[seats[number].player_id for number in missing],
            actor=secretary,
            now=clock(),
        )

    assert refusal(lambda: start(1)) == LeagueRefusal.NO_BOTS
    assert refusal(lambda: start(0, 1)) == LeagueRefusal.NO_BOTS
    start(1, 3)
    marks = dict(EveningMark.objects.values_list("entrant", "kind"))
    assert marks == {
        seats[number].entrant_id: "unannounced" if number % 2 else "walkover" for number in range(4)
    }
    assert not Match.objects.exists()


def test_breaking_off_ends_the_match_and_what_was_stopped_stays_so_when_the_evening_closes(
    competition: Competition, evening: Evening, secretary: Player, clock: Now
) -> None:
    (table,) = opened(evening, secretary, clock())
    points = played(table, 1, clock())
    services.break_off(
        table_id=table.pk,
        version=fresh(evening).version,
        actor=secretary,
        reason="Fire alarm",
        now=clock(),
    )
    match = Match.objects.get(pk=table.match_id)
    assert (match.status, table_of(match).state.ended) == (Match.Status.STOPPED, "Fire alarm")
    (second,) = opened(evening, secretary, clock())
    assert refusal(lambda: closed(evening, secretary, clock())) == LeagueRefusal.TABLES_RUNNING
    other = Match.objects.get(pk=second.match_id)
    table_services.close_table(match_id=other.pk, now=clock() + timedelta(hours=25))
    closed(evening, secretary, clock())
    assert table_of(other).state.ended
    brought = {score.entrant_id: 0 for score in TableScore.objects.all()}
    for number, side in table.seats.values_list("entrant", "number"):
        brought[number] += points[0][side % 2] + 3 * 81 + 4 * 81
    assert {
        row.entrant: row.total for row in season_table(competition).rows if row.entrant in brought
    } == brought


def test_breaking_off_a_sheet_takes_it_as_it_is_written(
    competition: Competition, evening: Evening, secretary: Player, clock: Now
) -> None:
    table = evening.tables.get(round=1)
    services.put_on_paper(table_id=table.pk, version=evening.version)
    opened(evening, secretary, clock())
    writer = table.seats.select_related("player").get(number=0).player
    line = {"declarers": "0", "trump": "H", "level": "0", "side": "0", "points": "100"}
    services.type_round(table_id=table.pk, number=1, values=line, player=writer, now=clock())
    table.refresh_from_db()
    services.break_off(
        table_id=table.pk, version=fresh(evening).version, actor=secretary, reason="Late", now=clock()
    )
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()
    lines = evening_lines(evening, entered_in(competition))
    assert [line.points for line in lines] == [100, 100, 62, 62]
    totals = [row.total for row in season_table(competition).rows[:4]]
    assert totals == [100 + 3 * 81, 100 + 3 * 81, 62 + 3 * 81, 62 + 3 * 81]


def test_a_finished_table_is_not_broken_off(evening: Evening, secretary: Player, clock: Now) -> None:
    (table,) = opened(evening, secretary, clock())
    write_rounds(table, [(100, 62)] * 4, clock())
    loading.forget_all()
    code = refusal(
        lambda: services.break_off(
            table_id=table.pk, version=fresh(evening).version, actor=secretary, reason="x", now=clock()
        )
    )
    assert code == LeagueRefusal.TABLE_OVER


def test_the_league_plays_by_the_clock_its_rules_say(
    competition: Competition, evening: Evening, secretary: Player, clock: Now
) -> None:
    assert waiting(evening, secretary, clock).match.pace == "normal"
    competition.rules = {"pace": "none"}
    competition.save()
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock())
    assert evening.tables.select_related("match").get(round=2).match.pace == "none"


def test_where_partners_change_every_round_a_table_has_no_date_of_its_own(
    evening: Evening, clock: Now
) -> None:
    table = evening.tables.get(round=1)
    player = table.seats.select_related("player").get(number=0).player
    about = {"table_id": table.pk, "player": player, "now": clock()}
    later = clock() + timedelta(days=9)
    assert refusal(lambda: services.propose_date(starts_at=later, **about)) == LeagueRefusal.NOT_A_FIXTURE
    assert refusal(lambda: services.answer_date(accept=True, **about)) == LeagueRefusal.NOT_A_FIXTURE
    assert refusal(lambda: services.open_postponed(**about)) == LeagueRefusal.NOT_A_FIXTURE


def test_both_sides_agree_on_another_date_and_play_then(
    competition: Competition, evening: Evening, members: list[Player], secretary: Player, clock: Now
) -> None:
    Competition.objects.update(seating=Seating.ROUND_ROBIN)
    table = evening.tables.get(round=1)
    sitting = {seat.number: seat.player for seat in table.seats.select_related("player")}
    later = clock() + timedelta(days=9)

    def propose(player: Player, when: datetime = later) -> None:
        services.propose_date(table_id=table.pk, player=player, starts_at=when, now=clock())

    def answer(player: Player, *, accept: bool) -> None:
        services.answer_date(table_id=table.pk, player=player, accept=accept, now=clock())

    assert refusal(lambda: propose(members[9])) == LeagueRefusal.NOT_SEATED
    assert refusal(lambda: propose(sitting[0], clock())) == LeagueRefusal.DATE_PAST
    assert refusal(lambda: answer(sitting[1], accept=True)) == LeagueRefusal.NOTHING_PROPOSED
    propose(sitting[0])
    assert refusal(lambda: answer(sitting[2], accept=True)) == LeagueRefusal.OTHER_SIDE_ACCEPTS
    answer(sitting[3], accept=False)
    assert refusal(lambda: answer(sitting[1], accept=True)) == LeagueRefusal.NOTHING_PROPOSED
    propose(sitting[0])
    Notice.objects.all().delete()
    answer(sitting[1], accept=True)
    told = set(Notice.objects.values_list("player", flat=True))
    assert told == {secretary.pk, *(player.pk for player in sitting.values())}
    assert competition.corrections.filter(what="postponed").count() == 1
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock())
    table.refresh_from_db()
    assert (table.match, table.starts_at) == (None, later)
    assert refusal(lambda: closed(evening, secretary, clock())) == LeagueRefusal.TABLES_RUNNING
    services.open_postponed(table_id=table.pk, player=sitting[2], now=later)
    table.refresh_from_db()
    assert table.match.seats.count() == 4


def test_the_calendar_follows_what_is_moved_postponed_and_cancelled(
    competition: Competition, evening: Evening, secretary: Player, client: Client, clock: Now
) -> None:
    client.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    LeagueTable.objects.filter(evening=evening, round=1).update(starts_at=clock() + timedelta(days=9))
    off = planned(competition, clock())
    services.cancel_evening(evening_id=off.pk, version=0, actor=secretary, reason="Snow", now=clock())
    calendar = client.get(f"/l/{competition.pk}/file/evenings.ics").content.decode()
    assert calendar.count("BEGIN:VEVENT") == 3
    assert calendar.count("STATUS:CANCELLED") == 1
    assert "DTSTART:20260323T200000Z" in calendar
    assert f"SEQUENCE:{evening.version}" in calendar
    assert len(season_table(competition).evenings) == 0
    refused = refusal(
        lambda: services.sign(
            evening_id=off.pk,
            entrant=competition.entrants.earliest("pk"),
            comes=True,
            player=secretary,
            now=clock(),
        )
    )
    assert refused == LeagueRefusal.EVENING_CLOSED


def test_everybody_is_told_what_concerns_them_in_their_language(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Now
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:5], secretary, clock())
    services.move_evening(
        evening_id=evening.pk,
        version=0,
        starts_at=evening.starts_at,
        deadline=evening.deadline,
        place="De Zwaan",
        actor=secretary,
        reason="Repairs",
        now=clock(),
    )
    assert Notice.objects.count() == len(entrants)
    Notice.objects.all().delete()
    evening = drawn(evening)
    assert Notice.objects.count() == 5
    Notice.objects.all().delete()
    table = waiting(evening, secretary, clock)
    assert set(Notice.objects.values_list("player", "url")) == {
        (seat.player_id, f"/t/{table.match.code}/") for seat in table.seats.all()
    }
    Notice.objects.all().delete()
    absent = table.seats.select_related("player").first().player
    told = services.ask_for_substitute(evening_id=evening.pk, absent=absent, actor=secretary, now=clock())
    assert told == Notice.objects.count() == len(members) - 5
    assert mail.outbox == []


def test_the_list_of_corrections_says_in_words_what_was_done_and_for_whom(
    competition: Competition,
    evening: Evening,
    entrants: list[Entrant],
    secretary: Player,
    client: Client,
    clock: Now,
) -> None:
    services.correct(
        evening=evening, entrant=entrants[2], points=40, actor=secretary, reason="Added up", now=clock()
    )
    services.walkover(
        table_id=evening.tables.get(round=1).pk,
        version=fresh(evening).version,
        side=0,
        actor=secretary,
        reason="Ice",
        now=clock(),
    )
    client.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/l/{competition.pk}/manage/").content.decode()
    assert "<b>correction: M03</b>" in page
    assert "<b>walkover</b>" in page


def test_every_word_of_a_correction_is_known() -> None:
    written = {
        found
        for path in Path(services.__file__).parent.glob("*.py")
        for found in re.findall(r'what="(\w+)"', path.read_text())
    }
    assert written <= set(WORDS)


def test_an_evening_closed_too_early_goes_on_where_it_was(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Now
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:5], secretary, clock())
    evening = drawn(evening)
    (table,) = opened(evening, secretary, clock())
    write_rounds(table, [(100, 62)], clock())
    evening = closed(evening, secretary, clock())
    absent = evening.marks.filter(kind=MarkKind.UNANNOUNCED)
    assert set(absent.values_list("entrant", flat=True)) == {each.pk for each in entrants[5:]}

    stale = {"evening_id": evening.pk, "version": evening.version - 1, "actor": secretary, "now": clock()}
    assert refusal(lambda: services.reopen_evening(**stale)) == LeagueRefusal.CHANGED_MEANWHILE
    services.reopen_evening(**{**stale, "version": evening.version})
    assert fresh(evening).status == Evening.Status.DRAWN
    assert not absent.exists()
    assert competition.corrections.latest("pk").what == "reopened"
    again = {**stale, "version": evening.version}
    assert refusal(lambda: services.reopen_evening(**again)) == LeagueRefusal.CHANGED_MEANWHILE

    sign_up(evening, entrants[5:8], secretary, clock())
    services.draw_rest(evening_id=evening.pk, version=evening.version, chance=Random(2), now=clock())
    tables = opened(evening, secretary, clock())
    assert [each.round for each in tables] == [2, 2]
    for each in tables:
        write_rounds(each, [(90, 72)], clock())
    evening = closed(evening, secretary, clock())
    assert set(absent.values_list("entrant", flat=True)) == {each.pk for each in entrants[8:]}


def test_who_lost_by_walkover_stays_absent_when_the_evening_is_opened_again(
    evening: Evening, secretary: Player, clock: Now
) -> None:
    table = waiting(evening, secretary, clock)
    about = {"actor": secretary, "now": clock()}
    version = fresh(evening).version
    services.walkover(table_id=table.pk, version=version, side=0, reason="Snow", **about)
    losers = set(table.seats.filter(number__in=(1, 3)).values_list("entrant", flat=True))
    closed_evening = closed(evening, secretary, clock())
    services.reopen_evening(evening_id=evening.pk, version=closed_evening.version, **about)
    absent = evening.marks.filter(kind=MarkKind.UNANNOUNCED)
    assert set(absent.values_list("entrant", flat=True)) == losers


def test_results_from_a_list_were_not_played_here_and_are_not_opened_again(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Now
) -> None:
    evening = planned(competition, clock())
    names = {each.name: each.pk for each in entered_in(competition).values()}
    about = {"actor": secretary, "now": clock()}
    services.import_results(competition=competition, text="1,M01,5000", names=names, **about)
    again = {"evening_id": evening.pk, "version": fresh(evening).version, **about}
    assert refusal(lambda: services.reopen_evening(**again)) == LeagueRefusal.NOT_DRAWN


def test_who_was_withdrawn_by_mistake_takes_part_again_with_everything_played(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Now
) -> None:
    desk = Client()
    desk.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/l/{competition.pk}/entrant/{entrants[0].pk}/withdraw/"
    manage, cockpit = f"/l/{competition.pk}/manage/", f"/e/{planned(competition, clock()).pk}/cockpit/"
    named = f'id="who-{entrants[0].pk}"'
    assert named in desk.get(cockpit).content.decode()
    desk.post(address)
    assert "16 take part" in desk.get(manage).content.decode()
    assert named not in desk.get(cockpit).content.decode()
    assert "Takes part again" in desk.get(manage).content.decode()
    desk.post(address, {"do": "again"})
    assert "17 take part" in desk.get(manage).content.decode()
    assert entrants[0].pk in {row.entrant for row in season_table(competition).rows}
    assert list(competition.corrections.order_by("pk").values_list("what", flat=True)) == [
        "entrant_withdrawn",
        "entered_again",
    ]


def test_a_drawn_evening_can_be_called_off_until_its_tables_are_open(
    evening: Evening, secretary: Player, clock: Now
) -> None:
    about = {"evening_id": evening.pk, "actor": secretary, "reason": "Snow", "now": clock()}
    services.cancel_evening(version=fresh(evening).version, **about)
    assert fresh(evening).status == Evening.Status.CANCELLED
    assert not evening.tables.exists()
    assert not evening.marks.exists()


def test_an_evening_whose_tables_are_open_is_neither_moved_nor_called_off(
    evening: Evening, secretary: Player, clock: Now
) -> None:
    waiting(evening, secretary, clock)
    about = {
        "evening_id": evening.pk,
        "version": fresh(evening).version,
        "actor": secretary,
        "reason": "Snow",
        "now": clock(),
    }
    when = {"starts_at": clock(), "deadline": clock(), "place": ""}
    assert refusal(lambda: services.cancel_evening(**about)) == LeagueRefusal.TABLES_OPEN
    assert refusal(lambda: services.move_evening(**about, **when)) == LeagueRefusal.TABLES_OPEN


def test_the_cockpit_names_the_next_thing_to_do_and_only_that(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Now
) -> None:
    desk = Client()
    desk.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    address = f"/e/{evening.pk}/cockpit/"

    def offered() -> list[str]:
        page = desk.get(address).content.decode()
        return re.findall(r'form="next" name="do" value="(\w+)"', page)

    def do(what: str) -> None:
        assert offered() == [what]
        answer = desk.post(f"{address}do/", {"do": what, "version": fresh(evening).version})
        assert answer.status_code == 302

    do("draw")
    for number in (1, 2):
        do("open")
        do("start")
        assert offered() == []
        write_rounds(evening.tables.select_related("match").get(round=number), [(100, 62)], clock())
    do("close")
    assert offered() == []


def test_a_refused_tap_shows_the_cockpit_afresh_with_the_reason(
    evening: Evening, secretary: Player, clock: Now
) -> None:
    desk = Client()
    desk.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    answer = desk.post(f"/e/{evening.pk}/cockpit/do/", {"do": "open", "version": 99})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert answer["Refusal-Code"] == LeagueRefusal.CHANGED_MEANWHILE
    assert "Somebody changed this evening meanwhile." in page
    assert f'name="version" value="{fresh(evening).version}"' in page
    assert 'form="next" name="do" value="open"' in page
