"""Players are told in their own language, by mail only where they want it, and never at the cost of the change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import time
from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.functional import lazy
from django.utils.translation import get_language
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import notices, services
from accounts.models import Notice, Player
from accounts.notices import is_quiet, mark_read, tell, unread
from tests.conftest import Clock

pytestmark = pytest.mark.django_db
SIGN_IN = "django.contrib.auth.backends.ModelBackend"
hello = lazy(lambda: {"nl": "Hallo", "en": "Hello"}[get_language()], str)


class AtOnce:
    """A post office without a counter to wait at."""

    def submit(self, work: Callable[..., object], *given: object) -> None:
        work(*given)


@pytest.fixture(autouse=True)
def _post_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(notices, "_post_office", AtOnce())
    yield
    mail.outbox = []


@pytest.fixture
def readers(players: list[Player]) -> list[Player]:
    """The four with mail addresses; Bram reads Dutch."""
    for player in players:
        player.email = f"{player.username}@example.org"
        player.language = "nl" if player.nickname == "Bram" else ""
        player.save()
    return players


def told(players: list[Player], clock: Clock, capture: DjangoCaptureOnCommitCallbacks) -> None:
    with capture(execute=True):
        tell(players=[each.pk for each in players], subject=hello(), text=hello(), url="/clubs/", now=clock())


def test_everybody_reads_their_own_language(
    readers: list[Player], clock: Clock, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    told([*readers, readers[0]], clock, django_capture_on_commit_callbacks)
    assert list(Notice.objects.order_by("player").values_list("player", "subject", "at")) == [
        (each.pk, "Hallo" if each.nickname == "Bram" else "Hello", clock.now) for each in readers
    ]
    assert [(letter.to, letter.subject) for letter in mail.outbox] == [
        ([each.email], "Hallo" if each.nickname == "Bram" else "Hello") for each in readers
    ]


def test_the_link_of_a_mail_leads_to_where_people_come_in(
    readers: list[Player],
    clock: Clock,
    settings: object,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.SITE_ORIGINS = ["https://club.example", "https://other.example"]
    told(readers[:1], clock, django_capture_on_commit_callbacks)
    assert mail.outbox[0].body == "Hello\n\nhttps://club.example/clubs/"


def test_mail_goes_only_to_persons_who_want_it_now(
    readers: list[Player],
    guest: Player,
    clock: Clock,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    anna, bram, cleo, daan = readers
    bram.mail_notices = False
    cleo.email = ""
    daan.quiet_from, daan.quiet_until = time(20, 30), time(8, 0)  # it is nine in Amsterdam
    for each in (bram, cleo, daan):
        each.save()
    told([*readers, guest], clock, django_capture_on_commit_callbacks)
    assert [letter.to for letter in mail.outbox] == [[anna.email]]
    assert {notice.player_id for notice in Notice.objects.all()} == {each.pk for each in (*readers, guest)}


def test_bots_and_who_is_shut_out_are_told_nothing(
    readers: list[Player], clock: Clock, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    readers[0].is_active = False
    readers[0].save()
    told([readers[0], services.bots(count=1)[0]], clock, django_capture_on_commit_callbacks)
    assert not Notice.objects.exists()
    assert not mail.outbox


def test_what_is_taken_back_was_told_to_nobody(
    readers: list[Player], clock: Clock, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        tell(players=[readers[0].pk], subject="a", text="b", url="/", now=clock())
        transaction.set_rollback(True)
    assert not Notice.objects.exists()
    assert not mail.outbox


@pytest.mark.parametrize("failure", [OSError("no route"), SMTPServerDisconnected("gone")])
@pytest.mark.parametrize("step", ["open", "send_messages"])
def test_a_failing_mail_is_written_down_and_stops_nothing(
    readers: list[Player],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    failure: Exception,
    step: str,
) -> None:
    def fail(*given: object) -> None:
        raise failure

    monkeypatch.setattr(EmailBackend, step, fail)
    monkeypatch.setattr(notices.log, "propagate", True)
    monkeypatch.setattr(notices.log.parent, "propagate", True)
    told(readers, clock, django_capture_on_commit_callbacks)
    assert Notice.objects.count() == 4
    assert "sent" in caplog.text
    assert "@" not in caplog.text


def test_a_line_break_in_a_subject_is_a_space(
    readers: list[Player], clock: Clock, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        tell(players=[readers[0].pk], subject="De Roem\nBcc: all", text="", url="/", now=clock())
    assert mail.outbox[0].subject == "De Roem Bcc: all"


@pytest.mark.parametrize(
    ("at", "start", "end", "quiet"),
    [
        ("23:00", "22:00", "08:00", True),
        ("07:59", "22:00", "08:00", True),
        ("08:00", "22:00", "08:00", False),
        ("21:59", "22:00", "08:00", False),
        ("13:00", "12:00", "14:00", True),
        ("14:00", "12:00", "14:00", False),
        ("12:00", "12:00", "12:00", False),
    ],
)
def test_quiet_hours_may_reach_over_midnight(at: str, start: str, end: str, quiet: bool) -> None:
    assert is_quiet(*(time.fromisoformat(each) for each in (at, start, end))) is quiet
    assert not is_quiet(time.fromisoformat(at), time.fromisoformat(start), None)


def test_reading_one_and_reading_all(
    readers: list[Player],
    clock: Clock,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    for _time in range(3):
        told(readers[:2], clock, django_capture_on_commit_callbacks)
    first = Notice.objects.filter(player=readers[0]).first()
    mark_read(player=readers[1], now=clock(), notice=first.pk)
    assert (unread(readers[0]), unread(readers[1])) == (3, 3)
    mark_read(player=readers[0], now=clock(), notice=first.pk)
    mark_read(player=readers[0], now=clock.advance(60))
    assert (unread(readers[0]), unread(readers[1])) == (0, 3)
    first.refresh_from_db()
    assert first.read_at < clock.now


def test_the_bell_counts_and_a_notice_leads_where_it_says(
    readers: list[Player],
    clock: Clock,
    client: Client,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    told(readers, clock, django_capture_on_commit_callbacks)
    told(readers[:1], clock, django_capture_on_commit_callbacks)
    client.force_login(readers[0], backend=SIGN_IN)
    page = client.get("/me/notices/").content.decode()
    assert 'class="bell-count">2<' in page
    assert page.count(">new<") == 2
    mine, theirs = (Notice.objects.filter(player=each).first() for each in readers[:2])
    assert client.post(f"/me/notices/{mine.pk}/")["Location"] == "/clubs/"
    assert client.post(f"/me/notices/{theirs.pk}/").status_code == 404
    assert 'class="bell-count">1<' in client.get("/").content.decode()
    client.post("/me/notices/")
    assert "bell-count" not in client.get("/").content.decode()
    assert unread(readers[1]) == 1


def test_mail_settings_are_kept_and_half_of_quiet_hours_is_refused(
    readers: list[Player], client: Client
) -> None:
    client.force_login(readers[0], backend=SIGN_IN)
    half = client.post("/me/notices/", {"settings": "1", "quiet_from": "22:00"})
    assert half.status_code == 422
    assert "both times" in half.content.decode()
    whole = {"settings": "1", "quiet_from": "22:00", "quiet_until": "08:00"}
    assert client.post("/me/notices/", whole).status_code == 302
    kept = Player.objects.get(pk=readers[0].pk)
    assert (kept.mail_notices, kept.quiet_from, kept.quiet_until) == (False, time(22), time(8))


def test_many_notices_cost_the_page_no_more_questions(
    readers: list[Player],
    client: Client,
    clock: Clock,
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    Notice.objects.bulk_create(
        Notice(player=readers[0], subject=f"Number {number}", url="/", at=clock()) for number in range(120)
    )
    client.force_login(readers[0], backend=SIGN_IN)
    with django_assert_max_num_queries(8):
        page = client.get("/me/notices/").content.decode()
    assert "99+" in page
    assert page.count('class="list-row notice"') == 50
    assert client.get("/me/notices/?page=3").content.decode().count('class="list-row notice"') == 20


def test_who_chose_no_language_is_told_in_the_one_they_last_read(
    readers: list[Player], client: Client, clock: Clock
) -> None:
    anna, bram = readers[0], readers[1]
    for reader, asked in ((anna, "nl"), (bram, "en")):
        client.force_login(reader, backend=SIGN_IN)
        client.get("/clubs/", headers={"Accept-Language": asked})
    client.force_login(anna, backend=SIGN_IN)
    client.get(
        "/clubs/", headers={"Accept-Language": "en", "HX-Request": "true"}
    )  # a piece of a page says nothing
    tell(players=[anna.pk, bram.pk], subject=hello(), text=hello(), url="/clubs/", now=clock())
    assert list(Notice.objects.values_list("subject", flat=True)) == ["Hallo", "Hallo"]  # Bram chose Dutch
    client.get("/clubs/", headers={"Accept-Language": "en"})
    assert Player.objects.get(pk=anna.pk).told_in == "en"


def test_a_language_is_written_down_only_when_it_changed(readers: list[Player], client: Client) -> None:
    client.force_login(readers[0], backend=SIGN_IN)
    with CaptureQueriesContext(connection) as first:
        client.get("/clubs/")
    with CaptureQueriesContext(connection) as second:
        client.get("/clubs/")
    assert len(first) == len(second) + 1
