"""Messages of the secretary: to whom they go, how, how long and how many they may be, and their line in the trail."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.invitations import remove_member
from accounts.member_imports import import_members
from accounts.models import Club, Notice, NoticeKind, Player, PushDevice, Role
from accounts.services import add_member, create_club
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, Evening, TableSeat
from games.league.services.clubs import MessageReach
from games.trail import AuditEntry
from tests.accounts.mail.sending import send_due
from tests.accounts.push.conftest import service  # noqa: F401  the push service
from tests.accounts.push.service import Browser, PushService
from tests.conftest import Clock
from tests.league.conftest import plan_and_draw, plan_evening, sign_up

pytestmark = pytest.mark.django_db
PAGE = "/c/troefboer/message/"
NOON = datetime(2026, 3, 14, 11, tzinfo=UTC)


def readers_of_message() -> set[Player]:
    """Everybody who has a message of the secretary under the bell."""
    return set(Player.objects.filter(notices__kind=NoticeKind.SECRETARY))


def send_message(desk: Client, to: str, players: int) -> None:
    """Send a message through the page, which says how many it tells."""
    answer = desk.post(PAGE, {"to": to, "text": "The hall is closed."}, follow=True)
    assert f"{players} members are told on the site, 0 by mail too." in answer.content.decode()


def all_but(members: Sequence[Player], *others: Player) -> set[Player]:
    return set(members) - set(others)


def test_to_everybody_who_takes_part_in_a_competition(
    competition: Competition, members: list[Player], secretary: Player, desk: Client, clock: Clock
) -> None:
    """Those who withdrew or left the club are not told, nor are members who do not take part."""
    entrants = [services.enter(competition=competition, players=[player]) for player in members[:6]]
    services.withdraw(entrant=entrants[0], actor=secretary, reason="ill", now=clock())
    remove_member(club=competition.season.club, player=members[1], actor=secretary, now=clock())
    send_message(desk, f"c{competition.pk}", 4)
    assert readers_of_message() == set(members[2:6])
    assert set(Notice.objects.values_list("subject", flat=True)) == {"Message from De Troefboer: Individual"}


def test_the_writer_reads_how_many_must_be_told_otherwise(
    league_club: Club, members: list[Player], desk: Client, clock: Clock
) -> None:
    """Seventeen read it on the site, one of them by mail too; two of the list have no login."""
    import_members(club=league_club, text="Opa Jan\nTante Riet", now=clock())
    Player.objects.filter(pk=members[0].pk).update(email="m@example.org", mail_notices=True)
    EmailAddress.objects.create(user=members[0], email="m@example.org", verified=True, primary=True)
    before = desk.get(PAGE).content.decode()
    assert "2 members have no login and must be told otherwise." in before
    answer = desk.post(PAGE, {"to": "", "text": "The hall is closed."}, follow=True).content.decode()
    assert "17 members are told on the site, 1 by mail too." in answer
    assert "2 members have no login and must be told otherwise." in answer


def test_before_the_draw_an_evening_is_everybody_who_has_not_said_no(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, desk: Client
) -> None:
    evening = plan_evening(competition, datetime.now(UTC))
    sign_up(evening, entrants[:3], secretary, datetime.now(UTC))
    services.sign(
        evening_id=evening.pk, entrant=entrants[3], comes=False, player=members[3], now=datetime.now(UTC)
    )
    send_message(desk, f"e{evening.pk}", 16)
    assert readers_of_message() == all_but(members, members[3])
    assert set(Notice.objects.values_list("subject", flat=True)) == {
        "Message from De Troefboer: Individual, evening 1"
    }


def test_after_the_draw_an_evening_is_everybody_who_comes_or_has_a_seat(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, desk: Client
) -> None:
    """Five come, one of them waits in each round; a substitute has a seat and never said that they come."""
    evening = plan_and_draw(competition, entrants[:5], secretary, datetime.now(UTC))
    absent = TableSeat.objects.filter(table__evening=evening).order_by("pk")[0].player
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=absent,
        instead=members[9],
        actor=secretary,
        now=datetime.now(UTC),
    )
    send_message(desk, f"e{evening.pk}", 6)
    assert readers_of_message() == {*members[:5], members[9]}


def test_the_pages_of_an_evening_and_a_competition_lead_to_a_message_to_their_players(
    competition: Competition, entrants: list[Entrant], desk: Client
) -> None:
    evening = plan_evening(competition, datetime.now(UTC))
    for page, to in ((f"/e/{evening.pk}/cockpit/", "e"), (f"/l/{competition.pk}/manage/", "c")):
        way = re.search(rf'href="({PAGE}\?to={to}\d+)"', desk.get(page).content.decode())
        assert way is not None
        chosen = re.search(r'<option value="(\w+)" selected', desk.get(way[1]).content.decode())
        assert chosen is not None
        assert way[1].endswith(f"={chosen[1]}")


def test_another_clubs_evening_and_an_archived_season_cannot_be_written_to(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    other = create_club(name="Elders", slug="elders", owner=secretary, at=clock())
    theirs = services.add_competition(
        season=services.create_season(club=other, name="Spring", now=clock()), name="Theirs", game="kraken"
    )
    services.archive_season(season=competition.season, actor=secretary, now=clock())
    for to in (f"c{theirs.pk}", f"c{competition.pk}", "e1", "x"):
        assert desk.post(PAGE, {"to": to, "text": "Hello"}).status_code == 422
    assert not Notice.objects.filter(kind=NoticeKind.SECRETARY).exists()


@pytest.mark.parametrize("switch", ["nothing", "mail", "device", "quiet"])
def test_bell_mail_and_device_get_it_as_the_receiver_has_switched(
    service: PushService,  # noqa: F811
    league_club: Club,
    secretary: Player,
    make_player: Callable[..., Player],
    clock: Clock,
    switch: str,
) -> None:
    clock.now = NOON
    reader = make_player("Roosje", email="roosje@example.org")
    EmailAddress.objects.create(user=reader, email=reader.email, verified=True)
    add_member(club=league_club, player=reader, at=clock())
    phone = Browser(service, "phone")
    phone.subscribed(reader, clock)
    PushDevice.objects.update(with_details=True)
    players = Player.objects.filter(pk=reader.pk)
    if switch == "mail":
        players.update(mail_kinds_off=[NoticeKind.SECRETARY])
    elif switch == "device":
        PushDevice.objects.update(kinds_off=[NoticeKind.SECRETARY])
    elif switch == "quiet":
        players.update(quiet_from=time(11), quiet_until=time(13))
    told_so = services.send_message(club=league_club, text="Bring pens.", by=secretary, now=clock())
    assert told_so == MessageReach(on_site=1, by_mail=switch in ("nothing", "device"), without_login=0)
    for _again in range(2):
        send_due(clock())
    (notice,) = Notice.objects.filter(player=reader)
    assert notice.text.endswith(": Bring pens.")
    assert len(mail.outbox) == (switch in ("nothing", "device"))
    assert all("Bring pens." in sent.body for sent in mail.outbox)
    assert [shown["title"] for shown in phone.shown()] == (
        ["Message from De Troefboer"] if switch in ("nothing", "mail") else []
    )


def test_a_message_has_a_largest_size(
    league_club: Club, members: list[Player], secretary: Player, desk: Client, clock: Clock
) -> None:
    longest = "x" * services.MAX_MESSAGE_LENGTH
    assert desk.post(PAGE, {"to": "", "text": f"{longest}x"}).status_code == 422
    for text, code in (
        (f"{longest}x", LeagueRefusal.MESSAGE_TOO_LONG),
        (" ", LeagueRefusal.UNREADABLE),
        ("a\0b", LeagueRefusal.UNREADABLE),
    ):
        with pytest.raises(LeagueRefused) as refused:
            services.send_message(club=league_club, text=text, by=secretary, now=clock())
        assert refused.value.code == code
    assert not Notice.objects.filter(kind=NoticeKind.SECRETARY).exists()
    assert desk.post(PAGE, {"to": "", "text": longest}).status_code == 302


def test_a_club_sends_so_many_messages_within_a_day_whoever_writes_them(
    league_club: Club,
    members: list[Player],
    secretary: Player,
    desk: Client,
    make_player: Callable[..., Player],
    clock: Clock,
) -> None:
    clock.now = datetime.now(UTC)
    second = make_player("Second")
    add_member(club=league_club, player=second, role=Role.SECRETARY, at=clock())
    for number in range(services.MESSAGES_A_DAY):
        by = (secretary, second)[number % 2]
        services.send_message(club=league_club, text=f"{number}", by=by, now=clock())
    before = Notice.objects.count()
    refused = desk.post(PAGE, {"to": "", "text": "One more"})
    assert refused.status_code == 429
    assert "One more</textarea>" in refused.content.decode()
    assert f"The club has sent {services.MESSAGES_A_DAY} messages" in refused.content.decode()
    assert Notice.objects.count() == before
    elsewhere = create_club(name="Elders", slug="elders", owner=secretary, at=clock())
    services.send_message(club=elsewhere, text="Ours", by=secretary, now=clock())
    tomorrow = clock() + timedelta(days=1)
    services.send_message(club=league_club, text="Again", by=secretary, now=tomorrow)


def test_the_trail_says_who_sent_a_message_to_whom_and_not_what(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, desk: Client
) -> None:
    evening = plan_evening(competition, datetime.now(UTC))
    for to in ("", f"c{competition.pk}", f"e{evening.pk}"):
        desk.post(PAGE, {"to": to, "text": "The hall is closed."})
    lines = AuditEntry.objects.filter(club=competition.season.club, what="message_sent").order_by("pk")
    assert [(line.actor, line.after, line.reason) for line in lines] == [
        (secretary, "17", ""),
        (secretary, "Individual: 17", ""),
        (secretary, "Individual, 1: 17", ""),
    ]
    assert "sent a message" in desk.get("/trail/").content.decode()


def test_an_evening_long_ago_is_not_offered(
    competition: Competition, entrants: list[Entrant], desk: Client
) -> None:
    evening = plan_evening(competition, datetime.now(UTC))
    assert f'value="e{evening.pk}"' in desk.get(PAGE).content.decode()
    Evening.objects.update(starts_at=datetime.now(UTC) - timedelta(days=15))
    assert f'value="e{evening.pk}"' not in desk.get(PAGE).content.decode()
