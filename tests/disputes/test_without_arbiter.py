"""A case in a club without an arbiter who can decide it: owners and secretaries are asked to name one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.invitations import remove_member
from accounts.member_imports import import_members
from accounts.members import set_role
from accounts.models import Membership, Notice, Player, Role
from accounts.services import add_member
from games.disputes.effects import RulingKind
from games.disputes.models import Case
from games.league.models import LeagueTable
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.cases import rank

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]


@pytest.fixture
def owner(match: Match, make_player: Callable[..., Player], clock: Clock) -> Player:
    made = make_player("Owner Oda")
    add_member(club=match.club, player=made, role=Role.OWNER, at=clock.now)
    return made


def calls_for_an_arbiter(match: Match) -> dict[int, Notice]:
    """The notices that ask for an arbiter, by player."""
    found = Notice.objects.filter(subject=f"{match.club.name} needs an arbiter")
    return {notice.player_id: notice for notice in found}


def test_a_complaint_without_an_arbiter_asks_owner_and_secretary_for_one(
    match: Match, seated_players: list[Player], owner: Player, secretary: Player
) -> None:
    """The first complaint does, the second about the same does not; the round is not named."""
    address = f"/t/{match.code}/round/1/wrong/"
    wrong = {"kind": "bonus", "text": "My roem was not counted."}
    page = client_of(seated_players[0]).post(address, wrong, follow=True).content.decode()
    assert "This club has no arbiter yet" in page
    assert "an owner of the club" in page
    assert "Its owners have been asked to make a member an arbiter." in page
    assert "secretary" not in page
    assert "An arbiter will look at it." not in page
    found = calls_for_an_arbiter(match)
    assert {owner.pk, secretary.pk} <= set(found)
    assert found[owner.pk].url == f"/c/{match.club.slug}/disputes/#arbiter"
    assert match.code not in found[owner.pk].text
    client_of(seated_players[2]).post(address, wrong)
    assert Notice.objects.filter(subject__endswith="needs an arbiter", player=owner).count() == 1


def test_an_arbiter_named_later_is_told_of_the_cases_that_wait(
    file: Callable[..., Case],
    match: Match,
    seated_players: list[Player],
    members: list[Player],
    owner: Player,
    clock: Clock,
) -> None:
    case = file()
    for named in (seated_players[1], next(player for player in members if player not in seated_players)):
        set_role(club=match.club, player=named, role=Role.ARBITER, actor=owner, now=clock.now)
    told = Notice.objects.filter(url=f"/cases/{case.pk}/", text__contains="this case waits for one")
    assert [notice.player for notice in told] == [named]
    assert "no arbiter yet" not in client_of(seated_players[0]).get(f"/cases/{case.pk}/").content.decode()


def test_who_runs_the_club_reads_why_the_desk_and_the_case_are_closed_to_them(
    file: Callable[..., Case], match: Match, seated_players: list[Player], secretary: Player, owner: Player
) -> None:
    case = file()
    for player in (secretary, owner):
        for address in ("/desk/", f"/desk/{case.pk}/", f"/cases/{case.pk}/"):
            answer = client_of(player).get(address)
            assert (answer.status_code, answer["Refusal-Code"]) == (403, "not_allowed")
            page = answer.content.decode()
            assert "owner and secretary read and decide no cases" in page
            assert f'href="/c/{match.club.slug}/disputes/"' in page
            assert case.complaints.get().text not in page
    add_member(club=match.club, player=seated_players[1], role=Role.SECRETARY)
    match.club.memberships.filter(player=seated_players[1]).update(role=Role.SECRETARY)
    assert (
        "owner and secretary" not in client_of(seated_players[1]).get(f"/cases/{case.pk}/").content.decode()
    )


def test_an_appeal_without_a_second_arbiter_asks_for_one(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    match: Match,
    seated_players: list[Player],
    arbiters: list[Player],
    owner: Player,
    clock: Clock,
) -> None:
    case = rule(file(), arbiters[0], RulingKind.STANDS)
    assert calls_for_an_arbiter(match) == {}
    Membership.objects.filter(club=match.club, player=arbiters[1]).delete()
    wrong = {"text": "It lay there."}
    page = client_of(seated_players[0]).post(f"/cases/{case.pk}/appeal/", wrong, follow=True).content.decode()
    assert "This club has no second arbiter yet" in page
    assert "Another arbiter will decide." not in page
    assert owner.pk in calls_for_an_arbiter(match)
    set_role(club=match.club, player=seated_players[3], role=Role.ARBITER, actor=owner, now=clock.now)
    add_member(club=match.club, player=arbiters[1], role=Role.MEMBER, at=clock.now)
    set_role(club=match.club, player=arbiters[1], role=Role.ARBITER, actor=owner, now=clock.now)
    told = Notice.objects.filter(text__contains="this case waits for one")
    assert [notice.player for notice in told] == [arbiters[1]]


def test_an_owner_makes_a_member_the_arbiter_who_did_not_sit_there(
    file: Callable[..., Case],
    match: Match,
    seated_players: list[Player],
    members: list[Player],
    owner: Player,
    secretary: Player,
    make_player: Callable[..., Player],
    clock: Clock,
) -> None:
    """Guests and names without an account are not offered, nor is the round named; the secretary reads who does it."""
    add_member(club=match.club, player=make_player("Passing Pim"), role=Role.GUEST, at=clock.now)
    listed = Player.objects.create(nickname="Only Listed", username="listed")
    listed.set_unusable_password()
    listed.save()
    add_member(club=match.club, player=listed, role=Role.MEMBER, at=clock.now)
    address = f"/c/{match.club.slug}/disputes/"
    assert "Who can be the arbiter?" not in client_of(owner).get(address).content.decode()
    case = file()
    page = client_of(owner).get(address)
    apart = sorted({player.nickname for player in members} - {player.nickname for player in seated_players})
    assert [player.nickname for player in page.context["candidates"]] == apart
    assert "One case is open." in page.content.decode()
    assert match.code not in page.content.decode()
    Membership.objects.filter(club=match.club, player=secretary).update(role=Role.SECRETARY)
    assert "An owner of the club makes" in client_of(secretary).get(address).content.decode()
    named = page.context["candidates"][0]
    client_of(owner).post(f"{address}arbiter/", {"player": named.pk})
    assert Notice.objects.filter(player=named, url=f"/cases/{case.pk}/").exists()
    after = client_of(owner).get(address).content.decode()
    assert "Who can be the arbiter?" not in after


def test_a_member_who_never_signed_in_but_has_an_address_is_offered(
    file: Callable[..., Case], match: Match, owner: Player, members: list[Player], clock: Clock
) -> None:
    """A mail address is enough to sign in, and so to be told and to decide."""
    address = f"/c/{match.club.slug}/disputes/"
    import_members(club=match.club, text="Only Mailed, mailed@example.org\nOnly Listed\n", now=clock.now)
    file()
    offered = {player.nickname for player in client_of(owner).get(address).context["candidates"]}
    assert "Only Mailed" in offered
    assert "Only Listed" not in offered
    match.club.memberships.exclude(player=owner).exclude(player__nickname="Only Listed").update(
        role=Role.GUEST
    )
    page = client_of(owner).get(address).content.decode()
    assert "Nobody else can decide it yet" in page
    assert f"/c/{match.club.slug}/members/" in page


def test_those_who_run_the_club_are_told_that_its_only_arbiter_left(
    match: Match, arbiters: list[Player], owner: Player, secretary: Player
) -> None:
    for arbiter in arbiters:
        remove_member(club=match.club, player=arbiter, actor=arbiter, now=timezone.now())
    told = Notice.objects.filter(subject=f"{match.club.name} has no arbiter any more")
    assert {notice.player for notice in told} == {owner, secretary}
    left = Notice.objects.filter(subject=f"A member left {match.club.name}")
    assert {notice.player for notice in left} == {owner, secretary}


def test_naming_somebody_who_sat_there_says_that_they_cannot_decide_it(
    file: Callable[..., Case], match: Match, seated_players: list[Player], owner: Player
) -> None:
    file()
    client_of(owner).post(
        f"/c/{match.club.slug}/members/", {"player": seated_players[1].pk, "role": "arbiter"}
    )
    told = Notice.objects.get(player=owner, subject=f"{match.club.name} needs another arbiter")
    assert told.url == f"/c/{match.club.slug}/disputes/#arbiter"
    assert "cannot decide the case that waits" in told.text
    page = client_of(owner).get(f"/c/{match.club.slug}/disputes/").content.decode()
    assert f"who cannot decide this case: {seated_players[1].nickname}." in page


def test_naming_somebody_whose_result_it_is_says_that_they_cannot_decide_it(
    file: Callable[..., Case],
    league_table: LeagueTable,
    make_player: Callable[..., Player],
    owner: Player,
    clock: Clock,
) -> None:
    club, named = league_table.evening.competition.season.club, make_player("Absent Abe")
    add_member(club=club, player=named, role=Role.MEMBER, at=clock.now)
    rank(named, league_table)
    case = file()
    set_role(club=club, player=named, role=Role.ARBITER, actor=owner, now=clock.now)
    assert not Notice.objects.filter(url=f"/cases/{case.pk}/", player=named)
    assert Notice.objects.filter(player=owner, subject=f"{club.name} needs another arbiter").exists()


def test_staff_whose_result_it_is_are_sent_no_word_of_it(
    file: Callable[..., Case], league_table: LeagueTable, make_player: Callable[..., Player]
) -> None:
    staff = [make_player(name) for name in ("Staff Sam", "Staff Sue")]
    Player.objects.filter(pk__in=[player.pk for player in staff]).update(is_staff=True)
    rank(staff[0], league_table)
    case = file()
    told = Notice.objects.filter(url=f"/cases/{case.pk}/", player__in=staff)
    assert [notice.player for notice in told] == staff[1:]


def test_an_owner_of_the_table_does_not_read_from_the_list_that_it_is_about_it(
    file: Callable[..., Case],
    match: Match,
    seated_players: list[Player],
    members: list[Player],
    owner: Player,
) -> None:
    """The complainant's own page lists the case; the owner who sat opposite is told nothing of it."""
    Membership.objects.filter(club=match.club, player__in=seated_players[:2]).update(role=Role.OWNER)
    case = file()
    address = f"/c/{match.club.slug}/disputes/"
    complainant = client_of(seated_players[0]).get(address)
    assert [row.case for row in complainant.context["rows"]] == [case]
    opposite = client_of(seated_players[1]).get(address)
    assert (opposite.context["rows"], opposite.context["unseen"]) == ((), 1)
    others = {player.nickname for player in members} - {player.nickname for player in seated_players[:2]}
    assert {player.nickname for player in opposite.context["candidates"]} == others


def test_the_cockpit_marks_the_table_with_a_round_in_question(
    file: Callable[..., Case], league_table: LeagueTable, secretary: Player
) -> None:
    address = f"/e/{league_table.evening_id}/cockpit/"
    assert "under review" not in client_of(secretary).get(address).content.decode()
    file()
    assert "1 round under review" in client_of(secretary).get(address).content.decode()
