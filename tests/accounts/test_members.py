"""Requests to join, corrections of names, and merging of double members."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError

from accounts.errors import AccountRefusal
from accounts.invitations import ASK_AGAIN_AFTER, answer_request, ask_to_join, remove_member
from accounts.members import correct_names, member_changed, set_role
from accounts.mentions import with_names
from accounts.merging import merge_members
from accounts.models import Club, Membership, Notice, Player, Role
from accounts.models.clubs import JoinRequest, MemberChange
from accounts.notices import notify
from accounts.personal_data import erase_account
from accounts.services import add_member, create_club, ensure_bots
from tests.conftest import PASSWORD, Clock
from tests.refused import expect_refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(club: Club, players: list[Player], clock: Clock) -> Player:
    """Bram keeps the members' list of Anna's club."""
    set_role(club=club, player=players[1], role=Role.SECRETARY, actor=players[0], now=clock.now)
    return players[1]


def entry(player: Player) -> Player:
    """The player as created by an import, without an account."""
    player.set_unusable_password()
    player.save()
    return player


def test_an_owner_who_never_signed_in_does_not_keep_the_club(
    club: Club, players: list[Player], clock: Clock
) -> None:
    """As the owners of a club that was imported; nobody could run it any more."""
    add_member(club=club, player=entry(players[2]), role=Role.OWNER, at=clock())
    about = {"club": club, "actor": players[0], "now": clock()}
    expect_refused(AccountRefusal.LAST_OWNER, remove_member, player=players[0], **about)
    expect_refused(AccountRefusal.LAST_OWNER, set_role, player=players[0], role=Role.MEMBER, **about)
    expect_refused(AccountRefusal.LAST_OWNER, erase_account, player=players[0], now=clock())
    remove_member(player=players[2], **about)
    set_role(player=players[1], role=Role.OWNER, **about)
    remove_member(player=players[0], **about)


def ask_to_join_club(club: Club, player: Player, clock: Clock) -> JoinRequest:
    return ask_to_join(club=club, player=player, text="from the café", now=clock(), url="/c/x/members/")


def test_a_request_is_answered_once_with_notices_to_both_sides(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    request = ask_to_join_club(club, players[2], clock)
    notices = with_names(Notice.objects.order_by("player"), "subject", "text")
    assert [(each.player_id, each.subject, each.text) for each in notices] == [
        (players[0].pk, "Cleo asks to join De Roem", "from the café"),
        (secretary.pk, "Cleo asks to join De Roem", "from the café"),
    ]
    answer = {"club": club, "request_id": request.pk, "actor": secretary, "now": clock(), "url": "/c/x/"}
    answer_request(accepted=True, **answer)
    assert Membership.objects.get(club=club, player=players[2]).role == Role.MEMBER
    assert Notice.objects.get(player=players[2]).subject == "Welcome to De Roem"
    expect_refused(AccountRefusal.ANSWERED_ALREADY, answer_request, accepted=False, **answer)
    assert Membership.objects.filter(club=club, player=players[2]).exists()
    expect_refused(
        AccountRefusal.ALREADY_A_MEMBER, ask_to_join_club, club=club, player=players[2], clock=clock
    )


def test_one_request_is_open_and_a_refusal_lasts_a_month(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    request = ask_to_join_club(club, players[2], clock)
    assert ask_to_join_club(club, players[2], clock) == request
    assert Notice.objects.count() == 2
    answer_request(
        club=club, request_id=request.pk, accepted=False, actor=secretary, now=clock(), url="/clubs/"
    )
    assert not Membership.objects.filter(club=club, player=players[2]).exists()
    expect_refused(
        AccountRefusal.DECLINED_LATELY, ask_to_join_club, club=club, player=players[2], clock=clock
    )
    clock.now += ASK_AGAIN_AFTER + timedelta(seconds=1)
    assert ask_to_join_club(club, players[2], clock) != request


def test_a_guest_joins_as_guest_and_a_bot_is_refused(
    club: Club, guest: Player, secretary: Player, clock: Clock
) -> None:
    request = ask_to_join_club(club, guest, clock)
    answer_request(club=club, request_id=request.pk, accepted=True, actor=secretary, now=clock(), url="/")
    assert Membership.objects.get(club=club, player=guest).role == Role.GUEST
    expect_refused(
        AccountRefusal.NEEDS_ACCOUNT, ask_to_join_club, club=club, player=ensure_bots(count=1)[0], clock=clock
    )


def test_a_request_of_another_club_is_not_found(club: Club, players: list[Player], clock: Clock) -> None:
    other = create_club(name="Elsewhere", slug="elsewhere", owner=players[3], at=clock())
    request = ask_to_join_club(club, players[2], clock)
    answer = {"request_id": request.pk, "accepted": True, "actor": players[3], "now": clock(), "url": "/"}
    expect_refused(AccountRefusal.NO_SUCH_REQUEST, answer_request, club=other, **answer)


def correct_their_names(club: Club, player: Player, actor: Player, clock: Clock, **names: str) -> Player:
    given = {"nickname": player.nickname, "listed_name": "", **names}
    return correct_names(club=club, player=player, actor=actor, now=clock(), url="/me/", **given)


def test_a_corrected_name_is_logged_and_notified(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    add_member(club=club, player=entry(players[2]), at=clock())
    correct_their_names(club, players[2], secretary, clock, nickname="Clea", listed_name="Clea de  Wit")
    player = Player.objects.get(pk=players[2].pk)
    assert (player.nickname, club.memberships.get(player=player).real_name) == ("Clea", "Clea de Wit")
    change = MemberChange.objects.get(what__in=MemberChange.NAMED)
    assert (change.before, change.after, change.actor) == ("Cleo", "Clea (Clea de Wit)", secretary)
    assert Notice.objects.get().text == "It was Cleo, it is Clea (Clea de Wit)."
    correct_their_names(club, player, secretary, clock, listed_name="Clea de Wit")
    assert MemberChange.objects.filter(what=MemberChange.What.NAMES).count() == 1


def test_a_broken_receiver_is_no_name_that_looks_alike(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    add_member(club=club, player=entry(players[2]), at=clock())

    def break_down(**_sent: object) -> None:
        raise IntegrityError("a constraint of another table")

    member_changed.connect(break_down)
    try:
        with pytest.raises(IntegrityError):
            correct_their_names(club, players[2], secretary, clock, nickname="Clea")
    finally:
        member_changed.disconnect(break_down)
    assert Player.objects.get(pk=players[2].pk).nickname == "Cleo"


def test_names_a_secretary_may_not_change(
    club: Club, players: list[Player], secretary: Player, staff: Player, clock: Clock
) -> None:
    add_member(club=club, player=staff, at=clock())
    expect_refused(
        AccountRefusal.NOT_A_MEMBER,
        correct_their_names,
        club=club,
        player=players[3],
        actor=secretary,
        clock=clock,
    )
    expect_refused(
        AccountRefusal.NOT_YOURS_TO_CHANGE,
        correct_their_names,
        club=club,
        player=players[0],
        actor=secretary,
        clock=clock,
    )
    expect_refused(
        AccountRefusal.NOT_YOURS_TO_CHANGE,
        correct_their_names,
        club=club,
        player=staff,
        actor=players[0],
        clock=clock,
    )
    add_member(club=club, player=players[2], at=clock())
    alike = {"club": club, "player": players[2], "actor": secretary, "clock": clock, "nickname": "ANNA"}
    expect_refused(AccountRefusal.NAME_LOOKS_ALIKE, correct_their_names, **alike)
    assert not MemberChange.objects.filter(what__in=MemberChange.NAMED).exists()


@pytest.fixture
def pair(club: Club, players: list[Player], clock: Clock) -> tuple[Player, Player]:
    """Cleo and Daan are one person; nobody signs in as Daan."""
    entry(players[3])
    for player in players[2:]:
        add_member(club=club, player=player, at=clock())
    return players[2], players[3]


def merge(club: Club, kept: Player, double: Player, actor: Player, clock: Clock) -> Player:
    return merge_members(club=club, kept=kept, double=double, actor=actor, now=clock(), url="/clubs/")


def test_merging_moves_all_rows_and_anonymises_the_double(
    club: Club, pair: tuple[Player, Player], secretary: Player, clock: Clock
) -> None:
    kept, double = pair
    notify(players=[double.pk], subject="a", text="b", url="/", now=clock())
    double.emailaddress_set.create(email="daan@example.org")
    merge(club, kept, double, secretary, clock)
    assert set(Notice.objects.filter(player=kept).values_list("subject", flat=True)) == {
        "a",
        "De Roem merged a double entry with yours",
    }
    assert not kept.emailaddress_set.exists()
    assert not double.emailaddress_set.exists()
    gone = Player.objects.get(pk=double.pk)
    assert (gone.is_active, gone.email, gone.get_full_name()) == (False, "", "")
    assert "Daan" not in (gone.nickname, gone.username)
    assert not gone.check_password(PASSWORD)
    assert list(club.memberships.filter(player__in=pair).values_list("player", flat=True)) == [kept.pk]
    change = MemberChange.objects.get(what__in=MemberChange.NAMED)
    assert (change.player, change.before, change.after) == (kept, "Daan", "Cleo")


def test_who_brings_a_club_along_alone_merges_the_own_double(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    """An imported owner is an entry without an account; while anybody else manages the members, they do it."""
    owner = players[0]
    double = entry(Player.objects.create_user(username="wil2", nickname="Wil 2"))
    add_member(club=club, player=double, role=Role.OWNER, at=clock())
    about = {"club": club, "kept": owner, "double": double, "actor": owner, "clock": clock}
    expect_refused(AccountRefusal.OWN_ACCOUNT, merge, **about)
    club.memberships.filter(player=secretary).delete()
    merge(**about)
    assert club.memberships.get(role=Role.OWNER).player == owner
    assert not club.memberships.filter(player=double).exists()


def test_refused_merges(
    club: Club,
    players: list[Player],
    pair: tuple[Player, Player],
    secretary: Player,
    staff: Player,
    clock: Clock,
) -> None:
    kept, double = pair

    def is_refused(code: AccountRefusal, kept: Player, double: Player, actor: Player) -> None:
        expect_refused(code, merge, club=club, kept=kept, double=double, actor=actor, clock=clock)

    is_refused(AccountRefusal.SAME_PLAYER, kept, kept, secretary)
    is_refused(AccountRefusal.OWN_ACCOUNT, secretary, double, secretary)
    is_refused(AccountRefusal.OWN_ACCOUNT, kept, secretary, secretary)
    is_refused(AccountRefusal.NOT_A_MEMBER, kept, staff, secretary)
    is_refused(AccountRefusal.NOT_YOURS_TO_CHANGE, kept, players[0], secretary)
    add_member(club=club, player=staff, at=clock())
    is_refused(AccountRefusal.NOT_YOURS_TO_CHANGE, kept, staff, secretary)
    double.set_password(PASSWORD)
    double.save()
    is_refused(AccountRefusal.BOTH_MUST_AGREE, kept, double, secretary)
    set_role(club=club, player=kept, role=Role.OWNER, actor=players[0], now=clock.now)
    is_refused(AccountRefusal.OWNER, double, kept, players[0])
    create_club(name="Elsewhere", slug="elsewhere", owner=double, at=clock())
    is_refused(AccountRefusal.ELSEWHERE, kept, double, players[0])
    assert Player.objects.get(pk=double.pk).is_active
    assert not MemberChange.objects.filter(what__in=MemberChange.NAMED).exists()


def test_merging_an_account_and_an_entry_keeps_the_account(
    club: Club, pair: tuple[Player, Player], secretary: Player, clock: Clock
) -> None:
    account, listed = pair
    assert merge(club, listed, account, secretary, clock) == account
    assert Player.objects.get(pk=account.pk).check_password(PASSWORD)
    assert not Player.objects.get(pk=listed.pk).is_active


def test_role_name_and_mail_of_the_list_are_the_better_of_the_two(
    club: Club, players: list[Player], pair: tuple[Player, Player], secretary: Player, clock: Clock
) -> None:
    account, listed = pair
    set_role(club=club, player=listed, role=Role.ARBITER, actor=players[0], now=clock.now)
    Membership.objects.filter(club=club, player=listed).update(
        listed_name="Cleo de Wit", listed_mail="cleo@example.org"
    )
    merge(club, account, listed, secretary, clock)
    own = club.memberships.get(player=account)
    assert (own.role, own.listed_name, own.listed_mail) == (Role.ARBITER, "Cleo de Wit", "cleo@example.org")


@pytest.mark.parametrize(
    ("own", "number", "listed"), [("", "06 - 1234 5678", True), ("030 123", "030 123", False)]
)
def test_the_phone_number_of_a_double_is_kept_where_there_is_no_other(
    club: Club,
    pair: tuple[Player, Player],
    secretary: Player,
    clock: Clock,
    own: str,
    number: str,
    listed: bool,
) -> None:
    """With it goes the wish to stand in the phone list, and the log says that a number was noted."""
    account, listed_one = pair
    Player.objects.filter(pk=account.pk).update(phone=own)
    Player.objects.filter(pk=listed_one.pk).update(phone="06 - 1234 5678", phone_listed=True)
    merge(club, account, listed_one, secretary, clock)
    account.refresh_from_db()
    assert (account.phone, account.phone_listed) == (number, listed)
    noted = MemberChange.objects.filter(
        club=club, player=account, what=MemberChange.What.PHONE, actor=secretary
    )
    assert noted.exists() == listed


def test_a_club_cannot_change_the_nickname_of_an_account(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    add_member(club=club, player=players[2], at=clock())
    theirs = {"club": club, "player": players[2], "actor": secretary, "clock": clock}
    expect_refused(AccountRefusal.NAME_IS_THEIRS, correct_their_names, **theirs, nickname="Mud")
    correct_their_names(**theirs, listed_name="Cleo de Wit")
    assert Player.objects.get(pk=players[2].pk).nickname == "Cleo"
    assert club.memberships.get(player=players[2]).real_name == "Cleo de Wit"


def test_a_club_neither_renames_nor_merges_a_guest_who_followed_its_link(
    club: Club, pair: tuple[Player, Player], guest: Player, secretary: Player, clock: Clock
) -> None:
    add_member(club=club, player=guest, role=Role.GUEST, at=clock())
    theirs = {"club": club, "actor": secretary, "clock": clock}
    expect_refused(AccountRefusal.NAME_IS_THEIRS, correct_their_names, player=guest, **theirs, nickname="Mud")
    expect_refused(AccountRefusal.BOTH_MUST_AGREE, merge, kept=pair[0], double=guest, **theirs)
    assert Player.objects.get(pk=guest.pk).nickname == "Visitor Kim"


def test_neither_of_two_clubs_can_rename_a_shared_entry(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    other = create_club(name="Elsewhere", slug="elsewhere", owner=players[3], at=clock())
    for each in (club, other):
        add_member(club=each, player=entry(players[2]), at=clock())
    theirs = {"club": club, "player": players[2], "actor": secretary, "clock": clock}
    expect_refused(AccountRefusal.NAME_IS_THEIRS, correct_their_names, **theirs, nickname="Mud")
