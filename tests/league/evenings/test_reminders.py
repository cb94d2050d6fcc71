"""Reminders of evenings and deadlines, the secretary's message, and the answer "I can" to a wanted substitute."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta

import pytest
from django.core import signing
from django.test import Client
from django.utils.timezone import get_current_timezone

from accounts.mentions import mention
from accounts.models import Club, Notice, NoticeKind, Player, PushDevice
from accounts.services import add_member
from games.league import services
from games.league.models import Competition, Entrant, Evening, EveningReminder, LeagueTable
from games.league.services.evenings.reminders import remind_of_evenings
from tests.accounts.mail.sending import send_due
from tests.accounts.push.conftest import service  # noqa: F401  the push service
from tests.accounts.push.service import Browser, PushService
from tests.conftest import Clock
from tests.league.conftest import draw_evening, plan_and_draw, sign_up

pytestmark = pytest.mark.django_db


def at(day: int, hour: int) -> datetime:
    """An hour of a day in March 2026, in the time of Amsterdam in winter."""
    return datetime(2026, 3, day, hour, tzinfo=UTC) - timedelta(hours=1)


@pytest.fixture
def sunday_evening(competition: Competition, entrants: list[Entrant]) -> Evening:
    """An evening on Sunday the fifteenth at eight, to be answered before three in the afternoon of Saturday."""
    return services.plan_evening(competition=competition, starts_at=at(15, 20), deadline=at(14, 15))


def test_everybody_who_did_not_say_no_is_reminded_the_day_before(
    sunday_evening: Evening, entrants: list[Entrant], members: list[Player], secretary: Player
) -> None:
    sign_up(sunday_evening, entrants[:2], secretary, at(10, 12))
    services.sign(
        evening_id=sunday_evening.pk, entrant=entrants[3], comes=False, player=members[3], now=at(10, 12)
    )
    assert remind_of_evenings(now=at(13, 12)) == 0
    assert remind_of_evenings(now=at(14, 9)) == 0  # too early in the morning
    assert remind_of_evenings(now=at(14, 16)) == 1
    reminded = Notice.objects.filter(kind=NoticeKind.EVENING)
    assert set(reminded.values_list("player", flat=True)) == {
        each.pk for each in members if each != members[3]
    }
    assert {each.subject for each in reminded} == {"Tomorrow: Individual, evening 1"}
    assert remind_of_evenings(now=at(14, 17)) == 0


def test_who_has_not_answered_is_reminded_on_the_day_of_the_deadline(
    sunday_evening: Evening, entrants: list[Entrant], members: list[Player], secretary: Player
) -> None:
    sign_up(sunday_evening, entrants[2:], secretary, at(10, 12))
    assert remind_of_evenings(now=at(14, 11)) == 2
    asked = Notice.objects.filter(subject__startswith="Are you coming?")
    assert set(asked.values_list("player", flat=True)) == {members[0].pk, members[1].pk}


def test_everybody_who_takes_part_is_told_once_of_evenings_planned_at_once(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    client: Client,
) -> None:
    client.force_login(secretary)
    plan = {
        "do": "evening",
        "evening-starts_at": "2099-01-06T20:00",
        "evening-deadline": "2099-01-06T18:00",
        "evening-times": "20",
        "evening-weeks": "1",
    }
    assert client.post(f"/l/{competition.pk}/manage/", plan).status_code == 302
    told = Notice.objects.filter(kind=NoticeKind.PLANNED)
    assert sorted(told.values_list("player", flat=True)) == sorted(each.pk for each in members)
    assert {each.url for each in told} == {f"/e/{competition.evenings.get(number=1).pk}/"}
    assert all(each.text.startswith("20 evenings, from") for each in told)


def test_a_moved_evening_is_reminded_of_again(sunday_evening: Evening) -> None:
    assert remind_of_evenings(now=at(14, 16)) == 1
    Evening.objects.update(starts_at=at(20, 20), deadline=at(19, 9))
    assert remind_of_evenings(now=at(19, 12)) == 1


def two_tables(
    evening: Evening, entrants: list[Entrant], secretary: Player
) -> tuple[LeagueTable, LeagueTable]:
    """The tables of the only round of an evening to which eight come."""
    sign_up(evening, entrants[:8], secretary, at(10, 12))
    for each in entrants[8:]:
        services.withdraw(entrant=each, actor=secretary, reason="Moved", now=at(10, 12))
    table, other = draw_evening(evening).tables.filter(round=1)
    evening.tables.exclude(round=1).delete()
    return table, other


def test_who_plays_on_another_date_is_reminded_of_that_one(
    sunday_evening: Evening, entrants: list[Entrant], secretary: Player
) -> None:
    table, other = two_tables(sunday_evening, entrants, secretary)
    sunday_evening.tables.filter(pk=table.pk).update(starts_at=at(19, 21))
    of_table, of_other = (set(each.seats.values_list("player", flat=True)) for each in (table, other))
    assert remind_of_evenings(now=at(14, 16)) == 1
    reminded = Notice.objects.filter(kind=NoticeKind.EVENING)
    assert set(reminded.values_list("player", flat=True)) == of_other
    assert remind_of_evenings(now=at(18, 16)) == 1
    later = reminded.filter(at=at(18, 16))
    assert set(later.values_list("player", flat=True)) == of_table
    assert {each.text for each in later} == {"Thu 19 Mar 2026, 21:00 "}
    assert remind_of_evenings(now=at(18, 17)) == 0


def test_who_plays_at_another_hour_of_the_evenings_day_is_reminded_of_that_hour(
    sunday_evening: Evening, entrants: list[Entrant], secretary: Player
) -> None:
    """Each once, of their own hour; who plays twice that day, of the first."""
    table, other = two_tables(sunday_evening, entrants, secretary)
    LeagueTable.objects.filter(pk=table.pk).update(starts_at=at(15, 22))
    of_table, of_other = (set(each.seats.values_list("player", flat=True)) for each in (table, other))
    second = LeagueTable.objects.create(
        evening=sunday_evening, round=2, number=1, fixture=1, planned=4, starts_at=at(15, 23)
    )
    seat = other.seats.earliest("number")
    second.seats.create(number=0, entrant=seat.entrant, player=seat.player)
    assert remind_of_evenings(now=at(14, 16)) == 1
    told: dict[str, list[int]] = {}
    for player, text in Notice.objects.filter(kind=NoticeKind.EVENING).values_list("player", "text"):
        told.setdefault(text, []).append(player)
    assert {text: sorted(players) for text, players in told.items()} == {
        "Sun 15 Mar 2026, 20:00 ": sorted(of_other),
        "Sun 15 Mar 2026, 22:00 ": sorted(of_table),
    }
    assert remind_of_evenings(now=at(14, 17)) == 0


def test_who_sits_at_a_table_that_was_taken_away_is_not_reminded(
    sunday_evening: Evening, entrants: list[Entrant], secretary: Player
) -> None:
    """A walkover is known the day before; nobody comes for it."""
    table, other = two_tables(sunday_evening, entrants, secretary)
    LeagueTable.objects.filter(pk=table.pk).update(broken_off_at=at(13, 12))
    assert remind_of_evenings(now=at(14, 16)) == 1
    reminded = Notice.objects.filter(kind=NoticeKind.EVENING)
    assert set(reminded.values_list("player", flat=True)) == set(other.seats.values_list("player", flat=True))


def test_a_cancelled_evening_is_not_reminded_of(sunday_evening: Evening) -> None:
    Evening.objects.update(status=Evening.Status.CANCELLED)
    assert remind_of_evenings(now=at(14, 12)) == 0


def test_the_secretary_writes_to_all_members_and_nobody_else_does(
    league_club: Club, members: list[Player], secretary: Player, client: Client
) -> None:
    client.force_login(members[0])
    assert client.post("/c/troefboer/message/", {"text": "Hello"}).status_code == 403
    client.force_login(secretary)
    assert client.post("/c/troefboer/message/", {"text": " "}).status_code == 422
    typed = f"The hall is closed; see {mention(members[0].pk)}"
    assert client.post("/c/troefboer/message/", {"text": typed}).status_code == 302
    told = Notice.objects.filter(kind=NoticeKind.SECRETARY)
    assert set(told.values_list("player", flat=True)) == {each.pk for each in members}
    assert {each.subject for each in told} == {"Message from De Troefboer"}
    assert mention(members[0].pk) not in told[0].text


@pytest.fixture
def evening_without_a_player(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> Evening:
    """A drawn evening on which a substitute for a seated player is wanted; the members without a seat are asked."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    services.ask_for_substitute(evening_id=evening.pk, absent=members[0], actor=secretary, now=clock())
    return evening


def test_i_can_is_answered_from_the_message_without_signing_in(
    service: PushService,  # noqa: F811
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
    make_player: Callable[..., Player],
) -> None:
    browser = Browser(service, "phone")
    browser.subscribed(members[5], clock)
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    services.ask_for_substitute(evening_id=evening.pk, absent=members[0], actor=secretary, now=clock())
    send_due(clock())
    (shown,) = browser.shown()
    assert shown["yes"] == "I can"
    stranger = Client(enforce_csrf_checks=True)
    answer = stranger.post("/push/answer/", {"answer": shown["answer"]})
    assert (answer.status_code, answer.content) == (200, b"Thank you. The club is told.")
    told = Notice.objects.get(player=secretary, subject__contains=" plays for ")
    assert told.subject.startswith(f"{mention(members[5].pk)} plays for {mention(members[0].pk)}")
    assert told.url == f"/e/{evening.pk}/cockpit/"
    again = stranger.post("/push/answer/", {"answer": shown["answer"]})
    assert again.status_code == 409
    assert Notice.objects.filter(player=secretary, subject__contains=" plays for ").count() == 1


def test_a_made_up_answer_is_refused(evening_without_a_player: Evening, client: Client) -> None:
    notice = Notice.objects.filter(kind=NoticeKind.SUBSTITUTE).first()
    for answer in ("", "1", signing.dumps(notice.pk), signing.dumps(10**9, salt="accounts.push.answer")):
        assert client.post("/push/answer/", {"answer": answer}).status_code == 422
    assert not Notice.objects.exclude(answered_at=None).exists()


def test_i_can_on_the_page_of_notices(
    evening_without_a_player: Evening, members: list[Player], secretary: Player, client: Client
) -> None:
    client.force_login(members[5])
    page = client.get("/me/notices/").content.decode()
    assert "I can" in page
    notice = Notice.objects.get(player=members[5], kind=NoticeKind.SUBSTITUTE)
    client.post(f"/me/notices/{notice.pk}/answer/")
    assert Notice.objects.filter(player=secretary, subject__contains=" plays for ").count() == 1
    assert "You said: I can." in client.get("/me/notices/").content.decode()
    assert client.post(f"/me/notices/{notice.pk + 1}/answer/").status_code == 404


def test_i_can_comes_too_late_when_the_seat_is_taken(
    evening_without_a_player: Evening, members: list[Player], secretary: Player, client: Client, clock: Clock
) -> None:
    """The refusal is a sentence, and the notice stays unanswered."""
    evening_without_a_player.refresh_from_db()
    services.substitute(
        evening_id=evening_without_a_player.pk,
        version=evening_without_a_player.version,
        absent=members[0],
        instead=members[6],
        actor=secretary,
        now=clock(),
    )
    client.force_login(members[5])
    notice = Notice.objects.get(player=members[5], kind=NoticeKind.SUBSTITUTE)
    page = client.post(f"/me/notices/{notice.pk}/answer/", follow=True).content.decode()
    assert "no substitute is wanted for that seat any more" in page
    notice.refresh_from_db()
    assert notice.answered_at is None


def test_what_another_steward_has_sent_is_not_sent_again(sunday_evening: Evening) -> None:
    """The row of a reminder is unique, so of two stewards that find it due the second sends nothing."""
    starts = sunday_evening.starts_at.astimezone(get_current_timezone()).date()
    EveningReminder.objects.create(evening=sunday_evening, kind=EveningReminder.Kind.TOMORROW, date=starts)
    assert remind_of_evenings(now=at(14, 16)) == 0
    assert not Notice.objects.exists()


@pytest.mark.parametrize("switched", [True, False])
def test_a_reminder_keeps_to_the_switch_of_its_kind_and_to_quiet_hours(
    service: PushService,  # noqa: F811
    sunday_evening: Evening,
    members: list[Player],
    clock: Clock,
    switched: bool,
) -> None:
    """Two devices: one has switched reminders off, or its player sleeps; the notice stands under the bell of both."""
    devices = [Browser(service, name) for name in ("first", "second")]
    for browser, player in zip(devices, members[:2], strict=True):
        browser.subscribed(player, clock)
    if switched:
        PushDevice.objects.filter(player=members[0]).update(kinds_off=[NoticeKind.EVENING])
    else:
        Player.objects.filter(pk=members[0].pk).update(quiet_from=time(16), quiet_until=time(18))
    now = at(14, 17)
    clock.now = now
    remind_of_evenings(now=now)
    send_due(now)
    assert [len(browser.shown()) for browser in devices] == [0, 1]
    assert Notice.objects.filter(player__in=members[:2], kind=NoticeKind.EVENING).count() == 2


def test_who_plays_for_somebody_is_told_as_everybody_is(
    sunday_evening: Evening, entrants: list[Entrant], make_player: Callable[..., Player], secretary: Player
) -> None:
    """In place of the absent member the day before, and of another date or none like all others."""
    club = sunday_evening.competition.season.club
    instead, ready, leads = (make_player(name) for name in ("Instead", "Ready", "Leads"))
    for player in (instead, ready, leads):
        add_member(club=club, player=player, at=at(1, 12))
    about = {"evening_id": sunday_evening.pk, "now": at(10, 12)}
    sign_up(sunday_evening, entrants[:4], secretary, at(10, 12))
    draw_evening(sunday_evening)
    sunday_evening.refresh_from_db()
    absent = entrants[0].members.get().player
    version = sunday_evening.version
    services.substitute(version=version, absent=absent, instead=instead, actor=secretary, **about)
    services.stand_by(player=ready, ready=True, **about)
    services.name_director(director=leads, actor=secretary, **about)
    Notice.objects.all().delete()
    assert remind_of_evenings(now=at(14, 16)) == 1
    reminded = set(Notice.objects.values_list("player", flat=True))
    assert instead.pk in reminded
    assert absent.pk not in reminded
    for cancel in (False, True):
        Notice.objects.all().delete()
        sunday_evening.refresh_from_db()
        change = {**about, "version": sunday_evening.version, "actor": secretary, "reason": "Snow"}
        if cancel:
            services.cancel_evening(**change)
        else:
            services.move_evening(starts_at=at(16, 20), deadline=at(15, 15), place="", **change)
        told = set(Notice.objects.values_list("player", flat=True))
        assert {absent.pk, instead.pk, ready.pk, leads.pk} <= told


@pytest.mark.parametrize("deadline", [at(15, 0), at(15, 9)], ids=["midnight", "the morning"])
def test_a_deadline_before_reminders_are_sent_again_is_reminded_of_the_day_before(
    sunday_evening: Evening, entrants: list[Entrant], members: list[Player], deadline: datetime
) -> None:
    Evening.objects.filter(pk=sunday_evening.pk).update(deadline=deadline)
    assert remind_of_evenings(now=at(13, 12)) == 0
    remind_of_evenings(now=at(14, 12))
    reminded = Notice.objects.filter(kind=NoticeKind.DEADLINE)
    assert set(reminded.values_list("player", flat=True)) == {each.pk for each in members}
    remind_of_evenings(now=at(15, 12))
    assert reminded.count() == len(members)
