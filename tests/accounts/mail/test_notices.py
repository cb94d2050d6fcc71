"""Notices are in the player's language, are mailed only where wanted, and belong to the transaction of their cause."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.functional import lazy
from django.utils.translation import get_language

from accounts import services
from accounts.models import Notice, Player
from accounts.models.players import is_quiet
from accounts.notices import MAX_KEPT_OF_PLAYER, count_unread, delete_old_notices, mark_read, notify
from tests.accounts.mail.sending import send_due
from tests.conftest import Clock

pytestmark = pytest.mark.django_db
hello = lazy(lambda: {"nl": "Hallo", "en": "Hello"}[get_language()], str)


@pytest.fixture
def readers(players: list[Player]) -> list[Player]:
    """Four players with confirmed addresses; Bram reads Dutch."""
    for player in players:
        player.email = f"{player.username}@example.org"
        player.language = "nl" if player.nickname == "Bram" else ""
        player.save()
        EmailAddress.objects.create(user=player, email=player.email, verified=True)
    return players


def notify_players(players: list[Player], clock: Clock) -> None:
    """Send a notice to the players, and the mail."""
    notify(players=[each.pk for each in players], subject=hello(), text=hello(), url="/clubs/", now=clock())
    send_due(clock())


def test_notices_are_in_the_language_of_each_player(readers: list[Player], clock: Clock) -> None:
    notify_players([*readers, readers[0]], clock)
    assert list(Notice.objects.order_by("player").values_list("player", "subject", "at")) == [
        (each.pk, "Hallo" if each.nickname == "Bram" else "Hello", clock.now) for each in readers
    ]
    assert [(message.to, message.subject) for message in mail.outbox] == [
        ([each.email], "Hallo" if each.nickname == "Bram" else "Hello") for each in readers
    ]


def test_links_in_mail_use_the_first_site_origin(
    readers: list[Player],
    clock: Clock,
    settings: object,
) -> None:
    settings.SITE_ORIGINS = ["https://club.example", "https://other.example"]
    notify_players(readers[:1], clock)
    assert mail.outbox[0].body == "Hello\n\nhttps://club.example/clubs/"


def test_mail_goes_only_to_people_who_want_it_outside_quiet_hours(
    readers: list[Player],
    guest: Player,
    clock: Clock,
) -> None:
    anna, bram, cleo, daan = readers
    bram.mail_notices = False
    cleo.email = ""
    daan.quiet_from, daan.quiet_until = time(20, 30), time(8, 0)  # nine in the evening in Amsterdam
    for each in (bram, cleo, daan):
        each.save()
    notify_players([*readers, guest], clock)
    assert [message.to for message in mail.outbox] == [[anna.email]]
    assert {notice.player_id for notice in Notice.objects.all()} == {each.pk for each in (*readers, guest)}


def test_bots_and_inactive_players_get_no_notices(readers: list[Player], clock: Clock) -> None:
    readers[0].is_active = False
    readers[0].save()
    notify_players([readers[0], services.ensure_bots(count=1)[0]], clock)
    assert not Notice.objects.exists()
    assert not mail.outbox


def test_a_rolled_back_notice_is_not_mailed(readers: list[Player], clock: Clock) -> None:
    with transaction.atomic():
        notify(players=[readers[0].pk], subject="a", text="b", url="/", now=clock())
        transaction.set_rollback(True)
    send_due(clock())
    assert not Notice.objects.exists()
    assert not mail.outbox


def test_a_line_break_in_a_subject_becomes_a_space(readers: list[Player], clock: Clock) -> None:
    notify(players=[readers[0].pk], subject="De Roem\nBcc: all", text="", url="/", now=clock())
    send_due(clock())
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


def test_marking_one_and_all_notices_as_read(
    readers: list[Player],
    clock: Clock,
) -> None:
    for _time in range(3):
        notify_players(readers[:2], clock)
    first = Notice.objects.filter(player=readers[0]).first()
    mark_read(player=readers[1], now=clock(), notice=first.pk)
    assert (count_unread(readers[0]), count_unread(readers[1])) == (3, 3)
    mark_read(player=readers[0], now=clock(), notice=first.pk)
    mark_read(player=readers[0], now=clock.advance(60))
    assert (count_unread(readers[0]), count_unread(readers[1])) == (0, 3)
    first.refresh_from_db()
    assert first.read_at < clock.now


def test_the_bell_counts_unread_notices_and_a_notice_opens_its_url(
    readers: list[Player],
    clock: Clock,
    client: Client,
) -> None:
    notify_players(readers, clock)
    notify_players(readers[:1], clock)
    client.force_login(readers[0])
    page = client.get("/me/notices/").content.decode()
    assert 'class="bell-count">2<' in page
    assert page.count(">new<") == 2
    mine, theirs = (Notice.objects.filter(player=each).first() for each in readers[:2])
    assert client.post(f"/me/notices/{mine.pk}/")["Location"] == "/clubs/"
    assert client.post(f"/me/notices/{theirs.pk}/").status_code == 404
    assert 'class="bell-count">1<' in client.get("/").content.decode()
    client.post("/me/notices/")
    assert "bell-count" not in client.get("/").content.decode()
    assert count_unread(readers[1]) == 1


def test_mail_settings_are_stored_and_half_of_quiet_hours_is_refused(
    readers: list[Player], client: Client
) -> None:
    client.force_login(readers[0])
    half = client.post("/me/notices/", {"settings": "1", "quiet_from": "22:00"})
    assert half.status_code == 422
    assert "both times" in half.content.decode()
    whole = {"settings": "1", "quiet_from": "22:00", "quiet_until": "08:00"}
    assert client.post("/me/notices/", whole).status_code == 302
    kept = Player.objects.get(pk=readers[0].pk)
    assert (kept.mail_notices, kept.quiet_from, kept.quiet_until) == (False, time(22), time(8))


def test_many_notices_cost_the_page_no_more_queries(
    readers: list[Player],
    client: Client,
    clock: Clock,
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    Notice.objects.bulk_create(
        Notice(player=readers[0], subject=f"Number {number}", url="/", at=clock()) for number in range(120)
    )
    client.force_login(readers[0])
    with django_assert_max_num_queries(9):
        page = client.get("/me/notices/").content.decode()
    assert "99+" in page
    assert page.count('class="list-row notice"') == 50
    assert client.get("/me/notices/?page=3").content.decode().count('class="list-row notice"') == 20


def test_without_a_chosen_language_notices_use_that_of_the_last_request(
    readers: list[Player], client: Client, clock: Clock
) -> None:
    anna, bram = readers[0], readers[1]
    for reader, asked in ((anna, "nl"), (bram, "en")):
        client.force_login(reader)
        client.get("/clubs/", headers={"Accept-Language": asked})
    client.force_login(anna)
    client.get(
        "/clubs/", headers={"Accept-Language": "en", "HX-Request": "true"}
    )  # a partial request does not count
    notify(players=[anna.pk, bram.pk], subject=hello(), text=hello(), url="/clubs/", now=clock())
    assert list(Notice.objects.values_list("subject", flat=True)) == ["Hallo", "Hallo"]  # Bram chose Dutch
    client.get("/clubs/", headers={"Accept-Language": "en"})
    assert Player.objects.get(pk=anna.pk).notice_language == "en"


def test_the_last_language_is_stored_only_when_it_changed(readers: list[Player], client: Client) -> None:
    client.force_login(readers[0])
    with CaptureQueriesContext(connection) as first:
        client.get("/clubs/")
    with CaptureQueriesContext(connection) as second:
        client.get("/clubs/")
    assert len(first) == len(second) + 1


def test_unconfirmed_addresses_get_no_mail(readers: list[Player], clock: Clock) -> None:
    anna, bram, cleo, daan = readers
    EmailAddress.objects.filter(user=bram).update(verified=False)
    EmailAddress.objects.filter(user=cleo).delete()
    Player.objects.filter(pk=daan.pk).update(email="another@example.org")
    notify_players(readers, clock)
    assert [message.to for message in mail.outbox] == [[anna.email]]
    assert Notice.objects.count() == 4


def test_a_year_and_two_hundred_notices_are_kept(readers: list[Player], clock: Clock) -> None:
    anna, bram, cleo, _daan = readers

    def aged(player: Player, number: int, days: int) -> Notice:
        return Notice(
            player=player, subject=f"{number}", url="/", at=clock() - timedelta(days=days, minutes=number)
        )

    Notice.objects.bulk_create(aged(anna, number, 1) for number in range(MAX_KEPT_OF_PLAYER + 5))
    Notice.objects.bulk_create([aged(bram, 0, 364), aged(bram, 1, 366), aged(cleo, 0, 1)])
    assert delete_old_notices(clock()) == 6
    assert Notice.objects.filter(player=anna).count() == MAX_KEPT_OF_PLAYER
    assert not Notice.objects.filter(
        player=anna, subject__in=[f"{MAX_KEPT_OF_PLAYER + more}" for more in range(5)]
    )
    assert [notice.subject for notice in Notice.objects.filter(player=bram)] == ["0"]
    assert Notice.objects.filter(player=cleo).count() == 1
    assert delete_old_notices(clock()) == 0
