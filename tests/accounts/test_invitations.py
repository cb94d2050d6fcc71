"""A code that is typed and a letter to one person open a club to whom they are meant for, and to nobody after that."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection

from accounts.erasing import erase_account
from accounts.errors import Refusal
from accounts.exporting import data_of
from accounts.invitation_models import JoinCode, MailedInvitation
from accounts.invitations import LASTS, invitation_of, invitation_to, invites_to, join_by
from accounts.join_codes import LETTERS, as_code, code_typed, could_be_code, make_code, switch_code_off
from accounts.mailed_invitations import (
    A_DAY,
    KEPT_FOR,
    invitations_of,
    invite_by_mail,
    let_go_expired,
    withdraw_invitation,
)
from accounts.member_models import MemberChange
from accounts.models import Club, Membership, Player, Role
from accounts.post import GIVEN_UP_AFTER, send_due
from accounts.post_models import Letter
from accounts.services import found_club
from games.table.trail import AuditEntry
from tests.conftest import Clock

pytestmark = pytest.mark.django_db
What = MemberChange.What


@pytest.fixture(autouse=True)
def _empty_boxes() -> Iterator[None]:
    yield
    mail.outbox = []


def refused(code: Refusal, doing: Callable[..., object], **given: object) -> None:
    with pytest.raises(ValidationError) as error:
        doing(**given)
    assert error.value.code == code


def made(club: Club, actor: Player, clock: Clock, instead_of: str = "") -> JoinCode:
    return make_code(club=club, actor=actor, instead_of=instead_of, now=clock())


def invited(club: Club, actor: Player, clock: Clock, **given: str) -> MailedInvitation:
    said = {
        "address": "Kees@Example.org",
        "name": "Kees",
        "greeting": "Donderdag?",
        "language": "en",
        **given,
    }
    return invite_by_mail(club=club, actor=actor, now=clock(), **said)


def book(club: Club) -> list[tuple[int, str]]:
    return list(MemberChange.objects.filter(club=club).order_by("pk").values_list("player", "what"))


def test_a_code_is_typed_in_any_case_with_any_dashes_and_read_wrongly(
    club: Club, players: list[Player], clock: Clock
) -> None:
    code = made(club, players[0], clock)
    assert set(code.code) <= set(LETTERS)
    JoinCode.objects.update(code="KRBS7Q4Z")
    for typed in ("krbs-7q4z", " KRBS 7Q4Z ", "k r b s 7 q 4 z", "KR85-7042", "krbs—7q4z"):
        assert code_typed(typed=typed, now=clock()).club == club
        assert could_be_code(typed)
    assert not could_be_code("ABCDEF")
    refused(Refusal.CODE_UNKNOWN, code_typed, typed="KRBS-7Q4X", now=clock())


def test_letters_of_a_code_are_never_those_it_is_misread_for() -> None:
    assert as_code(LETTERS) == LETTERS
    assert not set(LETTERS) & set("0O1IL2568AEUY")
    assert len(LETTERS) ** 8 > 2**36


def test_a_new_code_stops_the_old_one_at_once_and_off_is_off(
    club: Club, players: list[Player], clock: Clock
) -> None:
    anna, _bram, cleo, _daan = players
    old = made(club, anna, clock)
    link = invitation_of(old)
    assert invites_to(link, club, now=clock())
    new = made(club, anna, clock, instead_of=old.code)
    assert new.code != old.code
    refused(Refusal.CODE_UNKNOWN, code_typed, typed=old.code, now=clock())
    refused(Refusal.INVITATION_OVER, join_by, token=link, club=club, player=cleo, now=clock())
    link = invitation_of(new)
    switch_code_off(club=club, actor=anna, now=clock())
    switch_code_off(club=club, actor=anna, now=clock())
    refused(Refusal.CODE_UNKNOWN, code_typed, typed=new.code, now=clock())
    refused(Refusal.INVITATION_OVER, join_by, token=link, club=club, player=cleo, now=clock())
    assert book(club) == [(anna.pk, What.CODE_MADE), (anna.pk, What.CODE_MADE), (anna.pk, What.CODE_OFF)]


def test_a_code_lasts_a_month(club: Club, players: list[Player], clock: Clock) -> None:
    code = made(club, players[0], clock)
    link = invitation_of(code)
    clock.now += LASTS - timedelta(seconds=1)
    assert code_typed(typed=code.code, now=clock()) == code
    clock.now += timedelta(seconds=1)
    refused(Refusal.CODE_UNKNOWN, code_typed, typed=code.code, now=clock())
    assert not invites_to(link, club, now=clock())
    assert made(club, players[0], clock).code != code.code


def test_who_typed_a_code_is_a_member_and_a_guest_of_the_site_a_guest_of_the_club(
    club: Club, players: list[Player], guest: Player, clock: Clock
) -> None:
    link = invitation_of(made(club, players[0], clock))
    for player in (players[2], players[2], guest):
        join_by(token=link, club=club, player=player, now=clock())
    roles = Membership.objects.filter(club=club, player__in=[players[2], guest]).order_by("player")
    assert [(each.role, each.since) for each in roles] == [(Role.MEMBER, clock()), (Role.GUEST, clock())]
    joined = [(players[2].pk, What.BY_CODE), (guest.pk, What.BY_CODE)]
    assert book(club) == [(players[0].pk, What.CODE_MADE), *joined]
    assert list(AuditEntry.objects.order_by("pk").values_list("what", flat=True)) == [
        "made_a_join_code",
        "joined_by_the_code",
        "joined_by_the_code",
    ]


def test_of_two_secretaries_making_a_code_from_the_same_page_one_code_stands(
    club: Club, players: list[Player], clock: Clock
) -> None:
    first = made(club, players[0], clock)
    second = made(club, players[1], clock)
    assert second.code == first.code
    assert JoinCode.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_codes_at_the_very_same_time_are_one(club: Club, players: list[Player], clock: Clock) -> None:
    together, codes = threading.Barrier(2), []

    def secretary(actor: Player) -> None:
        together.wait()
        codes.append(made(club, actor, clock).code)
        connection.close()

    threads = [threading.Thread(target=secretary, args=[player]) for player in players[:2]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == [JoinCode.objects.get().code] * 2
    assert len(book(club)) == 1


def test_a_code_or_letter_of_one_club_opens_no_other(club: Club, players: list[Player], clock: Clock) -> None:
    other = found_club(name="Elsewhere", slug="elsewhere", owner=players[3], at=clock())
    ways = [
        invitation_to(club),
        invitation_of(made(club, players[0], clock)),
        invitation_of(invited(club, players[0], clock)),
    ]
    for token in ways:
        assert invites_to(token, club, now=clock())
        assert not invites_to(token, other, now=clock())
        assert not invites_to(token + "x", club, now=clock())


def test_a_letter_goes_by_the_outbox_and_its_link_joins_once(
    club: Club, players: list[Player], clock: Clock
) -> None:
    anna, _bram, cleo, daan = players
    invitation = invited(club, anna, clock)
    assert not mail.outbox
    assert send_due(clock()) == 1
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["kees@example.org"], "Anna invites you to De Roem")
    assert letter.body.startswith("Hello Kees,\n\nAnna invites you to the card club De Roem.\n\n“Donderdag?”")
    assert "works once, until 13 April 2026." in letter.body
    token = next(line for line in letter.body.splitlines() if "/join/" in line).split("/")[-2]
    join_by(token=token, club=club, player=cleo, now=clock())
    assert Membership.objects.get(club=club, player=cleo).role == Role.MEMBER
    refused(Refusal.INVITATION_OVER, join_by, token=token, club=club, player=daan, now=clock())
    invitation.refresh_from_db()
    said = (invitation.address, invitation.name, invitation.greeting, invitation.used_by, invitation.outcome)
    assert said == ("", "", "", cleo, "used")
    assert book(club) == [(anna.pk, What.INVITED), (cleo.pk, What.BY_MAIL)]


@pytest.mark.parametrize(("chosen", "begins"), [("nl", "Hallo Kees,"), ("", "Hello Kees,")])
def test_a_letter_is_in_the_readers_language_where_that_is_known(
    club: Club, players: list[Player], clock: Clock, chosen: str, begins: str
) -> None:
    Player.objects.filter(pk=players[2].pk).update(language=chosen)
    EmailAddress.objects.create(user=players[2], email="kees@example.org", verified=True)
    invited(club, players[0], clock)
    send_due(clock())
    assert mail.outbox[0].body.startswith(begins)


def test_somebody_unknown_is_written_to_in_the_writers_language(
    club: Club, players: list[Player], clock: Clock
) -> None:
    invited(club, players[0], clock, language="nl", name="")
    send_due(clock())
    assert mail.outbox[0].subject == "Anna nodigt je uit voor De Roem"
    assert mail.outbox[0].body.startswith("Hallo,\n")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "kees",
        "kees@",
        "kees@example",
        "k@e.org\nBcc: x@e.org",
        "a@b.org, c@d.org",
        f"{'k' * 60}@{'e' * 200}.org",
    ],
)
def test_what_is_no_address_is_refused_and_nothing_is_written(
    club: Club, players: list[Player], clock: Clock, address: str
) -> None:
    given = {"club": club, "actor": players[0], "clock": clock, "address": address}
    refused(Refusal.ADDRESS_WRONG, invited, **given)
    assert not Letter.objects.exists()
    assert not book(club)


def test_what_was_typed_is_text_and_one_line(club: Club, players: list[Player], clock: Clock) -> None:
    club.name = "De Roem\r\nBcc: x@example.org"
    club.save()
    greeting = 'Tot snel\r\nSubject: x\n<b hx-get="/">{player:1}</b>'
    invited(club, players[0], clock, greeting=greeting, name="K\nees")
    assert send_due(clock()) == 1
    (letter,) = mail.outbox
    assert letter.subject == "Anna invites you to De Roem Bcc: x@example.org"
    assert letter.recipients() == ["kees@example.org"]
    assert 'Tot snel Subject: x <b hx-get="/">{player:1}</b>' in letter.body
    assert letter.content_subtype == "plain"
    assert "\nBcc:" not in str(letter.message()).partition("\n\n")[0]


def test_a_withdrawn_letter_is_not_sent_its_link_stops_and_the_address_is_forgotten(
    club: Club, players: list[Player], clock: Clock
) -> None:
    invitation = invited(club, players[0], clock)
    token = invitation_of(invitation)
    for _twice in range(2):
        withdraw_invitation(club=club, number=invitation.pk, actor=players[0], now=clock())
    assert send_due(clock()) == 0
    refused(Refusal.INVITATION_OVER, join_by, token=token, club=club, player=players[2], now=clock())
    invitation.refresh_from_db()
    assert (invitation.address, invitation.outcome) == ("", "withdrawn")
    assert book(club) == [(players[0].pk, What.INVITED), (players[0].pk, What.WITHDREW)]
    other = found_club(name="Elsewhere", slug="elsewhere", owner=players[3], at=clock())
    given = {"number": invitation.pk, "actor": players[3], "now": clock()}
    refused(Refusal.NO_SUCH_INVITATION, withdraw_invitation, club=other, **given)


def test_an_expired_letter_is_forgotten_by_the_steward_and_its_row_after_a_year(
    club: Club, players: list[Player], clock: Clock
) -> None:
    invitation = invited(club, players[0], clock)
    clock.now += LASTS
    assert not invites_to(invitation_of(invitation), club, now=clock())
    assert invitations_of(club, now=clock()) == []
    assert let_go_expired(clock()) == 1
    assert let_go_expired(clock()) == 0
    (shown,) = invitations_of(club, now=clock())
    assert (shown.address, shown.outcome) == ("", "expired")
    clock.now += KEPT_FOR + timedelta(seconds=1)
    let_go_expired(clock())
    assert not MailedInvitation.objects.exists()


def test_one_open_letter_an_address_and_so_many_a_day(
    club: Club, players: list[Player], clock: Clock
) -> None:
    invited(club, players[0], clock)
    again = {"club": club, "actor": players[1], "clock": clock, "address": "KEES@example.org"}
    refused(Refusal.INVITED_ALREADY, invited, **again)
    for number in range(A_DAY - 1):
        invited(club, players[number % 2], clock, address=f"m{number}@example.org")
    more = {"clock": clock, "address": "more@example.org"}
    refused(Refusal.INVITED_ENOUGH, invited, club=club, actor=players[1], **more)
    for each in MailedInvitation.objects.filter(closed_at=None):
        withdraw_invitation(club=club, number=each.pk, actor=players[0], now=clock())
    refused(Refusal.INVITED_ENOUGH, invited, club=club, actor=players[1], **more)
    clock.advance(24 * 3600)
    invited(club, players[1], clock, address="more@example.org")


def test_a_person_with_many_clubs_writes_no_more_letters_than_one(
    players: list[Player], clock: Clock
) -> None:
    clubs = [found_club(name=f"C{n}", slug=f"c{n}", owner=players[0], at=clock()) for n in range(3)]
    for number in range(A_DAY):
        invited(clubs[number % 3], players[0], clock, address=f"m{number}@example.org")
    refused(Refusal.INVITED_ENOUGH, invited, club=clubs[0], actor=players[0], clock=clock)


def test_a_letter_nobody_takes_is_given_up_and_the_club_sees_that(
    club: Club, players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_given: object) -> int:
        raise OSError("no route")

    invited(club, players[0], clock)
    monkeypatch.setattr(EmailBackend, "send_messages", away)
    send_due(clock())
    (waiting,) = invitations_of(club, now=clock())
    assert waiting.letter.tries == 1
    send_due(clock.advance(GIVEN_UP_AFTER.total_seconds()))
    (given_up,) = invitations_of(club, now=clock())
    assert not hasattr(given_up, "letter")
    assert given_up.sent_at is None


def test_erasing_takes_what_one_typed_and_the_invitations_to_ones_address(
    club: Club, players: list[Player], clock: Clock
) -> None:
    bram, cleo = players[1], players[2]
    EmailAddress.objects.create(user=cleo, email="Cleo@example.org", verified=True)
    to_cleo = invited(club, players[0], clock, address="cleo@example.org", name="C.")
    by_bram = invited(club, bram, clock, greeting="Zonnebloemen in mei")
    erase_account(player=cleo, now=clock())
    erase_account(player=bram, now=clock())
    to_cleo.refresh_from_db()
    by_bram.refresh_from_db()
    assert (to_cleo.address, to_cleo.outcome) == ("", "withdrawn")
    assert (by_bram.greeting, by_bram.closed_at) == ("", None)
    assert send_due(clock()) == 1
    assert "Former player" in mail.outbox[0].body
    assert "Bram" not in mail.outbox[0].body


def test_ones_file_has_the_letters_one_wrote_and_got_but_nobodys_address(
    club: Club, players: list[Player], clock: Clock
) -> None:
    anna, _bram, cleo, daan = players
    EmailAddress.objects.create(user=cleo, email="Cleo@example.org", verified=True)
    EmailAddress.objects.create(user=daan, email="kees@example.org", verified=False)
    invited(club, anna, clock, address="cleo@example.org")
    invited(club, anna, clock)
    got = data_of(cleo, now=clock())["invitations"]
    assert got == [{"club": "De Roem", "at": clock(), "outcome": ""}]
    assert data_of(daan, now=clock())["invitations"] == []
    written = data_of(anna, now=clock())
    assert [each["greeting"] for each in written["invitations_written"]] == ["Donderdag?"] * 2
    assert "example.org" not in str(written)
