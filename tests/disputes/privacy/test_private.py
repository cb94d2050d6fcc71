"""A complaint is private until the arbiter asks, is read by the table with the ruling, and is not left lying.

An accusation is never quoted to those it is about.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import Membership, Notice, Player, Role
from accounts.services import add_member
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, CaseKind, State
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]
ACCUSATION = "They kicked each other under the table."


@pytest.fixture
def accusation(file: Callable[..., Case], arbiters: list[Player]) -> Case:
    """Seat 0 complains about the partners of the other side."""
    return file(kind=CaseKind.COLLUSION, text=ACCUSATION)


def texts_to(player: Player) -> list[str]:
    return list(Notice.objects.filter(player=player).values_list("text", flat=True))


def test_nobody_at_the_table_knows_of_a_complaint_before_the_arbiter_asks(
    accusation: Case, seated_players: list[Player], desk: object, match: Match, clock: Clock
) -> None:
    for player in seated_players[1:]:
        browser = client_of(player)
        page = browser.get(f"/cases/{accusation.pk}/")
        assert page.status_code == 200
        assert "You need not do anything" in page.content.decode()
        assert ACCUSATION not in page.content.decode()
        assert seated_players[0].nickname not in page.content.decode()
        assert str(accusation.get_kind_display()) not in page.content.decode()
        assert f"/cases/{accusation.pk}/" not in browser.get("/cases/").content.decode()
        assert not any("In question" in each.subject for each in Notice.objects.filter(player=player))
        with pytest.raises(DisputeRefused) as refused:
            services.answer(case_id=accusation.pk, player=player, text="No.", now=clock.now)
        assert refused.value.code == DisputeRefusal.NOT_NOW
    assert ACCUSATION in client_of(seated_players[0]).get(f"/cases/{accusation.pk}/").content.decode()


def test_strangers_still_find_no_case_and_nobody_answers_what_was_not_asked(
    accusation: Case, seated_players: list[Player], make_player: Callable[..., Player]
) -> None:
    stranger = make_player("Stranger Stan")
    assert client_of(stranger).get(f"/cases/{accusation.pk}/").status_code == 404
    for word in ("answer", "withdraw", "settle", "appeal"):
        sent = client_of(seated_players[1]).post(f"/cases/{accusation.pk}/{word}/", {"text": "No."})
        assert sent.status_code == 404


def test_those_who_are_asked_read_what_it_is_about_and_never_the_words(
    accusation: Case,
    rule: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    """Neither in the notice nor on the page, neither when asked nor after the ruling and its appeal."""
    desk = client_of(arbiters[0])
    services.take_case(case_id=accusation.pk, arbiter=arbiters[0], now=clock.now)
    assert "Ask the players" in desk.get(f"/desk/{accusation.pk}/").content.decode()
    assert desk.post(f"/desk/{accusation.pk}/ask/").status_code == 302
    accusation.refresh_from_db()
    assert accusation.deadline is not None
    assert accusation.answers_asked_at is not None
    assert any("It is about: Players helping each other." in text for text in texts_to(seated_players[1]))
    services.answer(case_id=accusation.pk, player=seated_players[1], text="My shoe slipped.", now=clock.now)
    rule(accusation, arbiters[0], RulingKind.STANDS)
    services.appeal(case_id=accusation.pk, player=seated_players[0], text="They lie.", now=clock.now)
    for player in seated_players[1:]:
        page = client_of(player).get(f"/cases/{accusation.pk}/").content.decode()
        assert "Players helping each other" in page
        for words in (ACCUSATION, "They lie."):
            assert words not in page
            assert not any(words in text for text in texts_to(player))
    assert "My shoe slipped." in client_of(seated_players[1]).get(f"/cases/{accusation.pk}/").content.decode()
    assert (
        "My shoe slipped."
        not in client_of(seated_players[3]).get(f"/cases/{accusation.pk}/").content.decode()
    )
    assert ACCUSATION in desk.get(f"/desk/{accusation.pk}/").content.decode()


def test_the_table_reads_with_the_ruling_what_was_claimed_and_answered(
    file: Callable[..., Case],
    take_and_ask: Callable[[Case], Case],
    rule: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    """While asked nobody reads the words of others; a complaint that was withdrawn is not read later either."""
    case = file(text="We tapped in time.")
    file(seat=2, text="I take that back.")
    services.withdraw(case_id=case.pk, player=seated_players[2], now=clock.now)
    take_and_ask(case)
    services.answer(case_id=case.pk, player=seated_players[1], text="The next card lay there.", now=clock.now)
    other = client_of(seated_players[3])
    while_asked = other.get(f"/cases/{case.pk}/").content.decode()
    assert "We tapped in time." not in while_asked
    assert "The next card lay there." not in while_asked
    rule(case, arbiters[0], RulingKind.STANDS)
    page = other.get(f"/cases/{case.pk}/").content.decode()
    assert "We tapped in time." in page
    assert "The next card lay there." in page
    assert "I take that back." not in page


def test_the_reason_of_an_appeal_is_read_and_answered_by_the_other_side(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    """The words on the appeal are read by the others with the last ruling."""
    case = rule(file(), arbiters[0], RulingKind.STANDS)
    services.appeal(case_id=case.pk, player=seated_players[0], text="The tap was in time.", now=clock.now)
    other = client_of(seated_players[1])
    page = other.get(f"/cases/{case.pk}/").content.decode()
    assert "The tap was in time." in page
    assert "What do you say to the appeal?" in page
    said = other.post(f"/cases/{case.pk}/answer/", {"text": "It was too late."})
    assert said.status_code == 302
    partner = client_of(seated_players[3])
    assert "It was too late." not in partner.get(f"/cases/{case.pk}/").content.decode()
    rule(case, arbiters[1], RulingKind.UPHELD)
    assert "It was too late." in partner.get(f"/cases/{case.pk}/").content.decode()


def test_an_arbiter_who_sat_there_reads_no_accusation(
    accusation: Case, seated_players: list[Player], match: Match, clock: Clock
) -> None:
    add_member(club=match.club, player=seated_players[1], role=Role.ARBITER, at=clock.now)
    assert ACCUSATION not in client_of(seated_players[1]).get(f"/cases/{accusation.pk}/").content.decode()
    assert client_of(seated_players[1]).get(f"/desk/{accusation.pk}/").status_code == 404


def test_who_withdraws_a_private_complaint_tells_nobody(
    accusation: Case, seated_players: list[Player], clock: Clock
) -> None:
    before = Notice.objects.filter(player__in=seated_players[1:]).count()
    services.withdraw(case_id=accusation.pk, player=seated_players[0], now=clock.now)
    assert Notice.objects.filter(player__in=seated_players[1:]).count() == before
    assert client_of(seated_players[1]).get(f"/cases/{accusation.pk}/").status_code == 404


def test_a_case_nobody_takes_goes_to_owners_and_staff_once(
    accusation: Case, secretary: Player, make_player: Callable[..., Player], match: Match, clock: Clock
) -> None:
    owner, staff = make_player("Owner Oda"), make_player("Staff Stan")
    add_member(club=match.club, player=owner, role=Role.OWNER, at=clock.now)
    staff.is_staff = True
    staff.save()
    assert services.escalate(now=clock.now + timedelta(hours=47)) == 0
    late = clock.now + timedelta(hours=49)
    assert (services.escalate(now=late), services.escalate(now=late)) == (1, 0)
    told_of_it = Notice.objects.filter(subject__startswith="Nobody takes")
    assert {owner.pk, staff.pk} <= set(told_of_it.values_list("player", flat=True))
    accusation.refresh_from_db()
    assert (accusation.state, accusation.escalated_at) == (State.OPEN, late)


def test_a_case_in_hand_is_not_escalated(accusation: Case, arbiters: list[Player], clock: Clock) -> None:
    services.take_case(case_id=accusation.pk, arbiter=arbiters[0], now=clock.now)
    assert services.escalate(now=clock.now + timedelta(days=9)) == 0


def test_an_arbiter_who_plays_in_the_same_competition_decides_only_where_nobody_else_can(
    accusation: Case,
    seated_players: list[Player],
    members: list[Player],
    arbiters: list[Player],
    match: Match,
    clock: Clock,
) -> None:
    """Of the club's arbiters two play in no competition; without them the one who does may decide."""
    rival = next(player for player in members if player not in seated_players)
    Membership.objects.filter(club=match.club, player=rival).update(role=Role.ARBITER)
    with pytest.raises(DisputeRefused) as refused:
        services.take_case(case_id=accusation.pk, arbiter=rival, now=clock.now)
    assert refused.value.code == DisputeRefusal.OWN_LEAGUE
    page = client_of(rival).get(f"/desk/{accusation.pk}/").content.decode()
    assert "another arbiter of the club decides" in page
    Membership.objects.filter(club=match.club, player__in=arbiters).update(role=Role.MEMBER)
    taken = services.take_case(case_id=accusation.pk, arbiter=rival, now=clock.now)
    assert taken.arbiter == rival


def test_the_others_of_the_table_find_the_round_among_their_cases_and_nothing_more(
    accusation: Case,
    file: Callable[..., Case],
    take_and_ask: Callable[[Case], Case],
    seated_players: list[Player],
    members: list[Player],
    match: Match,
) -> None:
    """The same of an accusation as of another question: a round that is left out would tell which it is."""
    ordinary = file(0, 2)
    file(0, 3)
    take_and_ask(Case.objects.get(round__number=3))
    page = client_of(seated_players[1]).get("/cases/")
    body = page.content.decode()
    assert [played.number for played in page.context["looked_at"]] == [2, 1]
    assert "An arbiter looks at this round." in body
    assert "No case about a round of yours" not in body
    for hidden in (
        f"/cases/{accusation.pk}/",
        f"/cases/{ordinary.pk}/",
        ACCUSATION,
        seated_players[0].nickname,
    ):
        assert hidden not in body
    Membership.objects.filter(club=match.club, player=seated_players[2]).update(role=Role.ARBITER)
    at_desk = client_of(seated_players[2]).get("/desk/")
    assert [row.case.round.number for row in at_desk.context["rows"]] == [3]
    assert [played.number for played in at_desk.context["looked_at"]] == [2, 1]
    assert f"/cases/{ordinary.pk}/" not in at_desk.content.decode()
    outside = next(player for player in members if player not in seated_players)
    for player in (seated_players[0], outside):
        assert client_of(player).get("/cases/").context["looked_at"] == ()
