"""The life of a case: every path from the first complaint to the end, with its notices."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils.translation import override

from accounts.models import Notice, NoticeKind, Player
from games.disputes import queries, services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.errors import DisputeRefusal
from games.disputes.models import Case, CaseKind, State
from games.table.log.models import Match, Round
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.cases import file_case
from tests.disputes.conftest import round_of
from tests.refused import refusal

pytestmark = pytest.mark.django_db
Filing = Callable[..., Case]


def test_a_complaint_makes_the_round_provisional_and_notifies_the_arbiters(
    file: Filing, match: Match, seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    case = file()
    assert case.state == State.OPEN
    assert round_of(match).status == Round.Status.REVIEW
    assert round_of(match).points == [100, 62, 100, 62]
    notified = set(Notice.objects.filter(subject__startswith="In question").values_list("player", flat=True))
    assert set(arbiters) == set(Player.objects.filter(pk__in=notified))
    assert case.deadline == clock.now + timedelta(hours=48)
    (row,) = queries.queue(arbiter=arbiters[0], now=clock.advance(3600))
    assert (row.state, row.holder, row.age, row.complaints) == ("open", "", timedelta(hours=1), 1)


def test_the_first_ruling_is_told_to_the_table_as_a_ruling(
    file: Filing,
    rule: Callable[..., Case],
    arbiters: list[Player],
    seated_players: list[Player],
) -> None:
    """Mail and each device can leave out this kind alone."""
    case = rule(file(), arbiters[0], RulingKind.STANDS)
    told = Notice.objects.filter(subject__startswith="Ruling: ")
    assert set(told.values_list("player", flat=True)) == {player.pk for player in seated_players}
    assert set(told.values_list("kind", "url")) == {(NoticeKind.RULING, f"/cases/{case.pk}/")}


def test_complaints_of_one_kind_are_one_case(file: Filing, seated_players: list[Player]) -> None:
    case = file(0)
    assert file(1).pk == case.pk
    assert refusal(lambda: file(1)) == DisputeRefusal.FILED_ALREADY
    assert file(1, kind=CaseKind.CONDUCT).pk != case.pk
    assert file(1, number=2).pk != case.pk
    assert Case.objects.count() == 3


def test_complaints_have_a_deadline(file: Filing, match: Match, clock: Clock) -> None:
    club = match.club
    assert club is not None
    club.filing_hours = 2
    club.save()
    clock.advance(2 * 3600)
    file(0)
    clock.advance(1)
    assert refusal(lambda: file(1)) == DisputeRefusal.TOO_LATE


def test_only_players_of_the_match_may_complain(match: Match, arbiters: list[Player], clock: Clock) -> None:
    round_id = round_of(match).pk
    filing = {"kind": CaseKind.OTHER, "text": "So.", "now": clock.now}
    assert (
        refusal(lambda: services.file_case(round_id=round_id, player=arbiters[0], **filing))
        == DisputeRefusal.NOT_SEATED
    )
    assert (
        refusal(lambda: services.file_case(round_id=0, player=arbiters[0], **filing))
        == DisputeRefusal.NO_SUCH_ROUND
    )


def test_empty_and_very_long_complaints_are_refused(file: Filing) -> None:
    assert refusal(lambda: file(text="  ")) == DisputeRefusal.NOTHING_SAID
    assert refusal(lambda: file(text="a" * 2001)) == DisputeRefusal.TOO_LONG
    assert Case.objects.count() == 0


@pytest.mark.parametrize("kind", [CaseKind.CLOCK, CaseKind.MISCLICK, CaseKind.DECLARATION, CaseKind.CALL])
def test_a_round_on_paper_is_not_questioned_about_what_only_an_app_or_another_game_has(
    file: Filing, kind: CaseKind
) -> None:
    assert refusal(lambda: file(kind=kind)) == DisputeRefusal.CANNOT_BE_ABOUT
    assert Case.objects.count() == 0


@pytest.mark.parametrize("kind", [CaseKind.TYPED, CaseKind.REVOKE])
def test_a_round_in_the_app_is_not_questioned_about_what_nobody_can_do_there(
    friendly_match: Match, players: list[Player], clock: Clock, kind: CaseKind
) -> None:
    assert (
        refusal(lambda: file_case(friendly_match, players[0], clock, kind)) == DisputeRefusal.CANNOT_BE_ABOUT
    )


def test_other_players_answer_once_until_the_deadline(
    file: Filing, take_and_ask: Callable[[Case], Case], seated_players: list[Player], clock: Clock
) -> None:
    case = take_and_ask(file(0))

    def answer(seat: int) -> object:
        return services.answer(
            case_id=case.pk, player=seated_players[seat], text="I heard it.", now=clock.now
        )

    assert refusal(lambda: answer(0)) == DisputeRefusal.NOT_NOW
    answer(1)
    assert refusal(lambda: answer(1)) == DisputeRefusal.ANSWERED_ALREADY
    clock.advance(48 * 3600 + 1)
    assert refusal(lambda: answer(2)) == DisputeRefusal.TOO_LATE
    assert [each.player for each in queries.case_of(case.pk).answers.all()] == [seated_players[1]]


def test_a_case_is_withdrawn_with_its_last_complaint(
    file: Filing, match: Match, seated_players: list[Player], clock: Clock
) -> None:
    case = file(0)
    file(1)
    services.withdraw(case_id=case.pk, player=seated_players[0], now=clock.now)
    assert round_of(match).status == Round.Status.REVIEW
    gone = services.withdraw(case_id=case.pk, player=seated_players[1], now=clock.now)
    assert gone.state == State.WITHDRAWN
    assert round_of(match).status == Round.Status.CLOSED
    again = file(2)
    assert again.pk != case.pk
    assert (
        refusal(lambda: services.withdraw(case_id=again.pk, player=seated_players[1], now=clock.now))
        == DisputeRefusal.NOT_ALLOWED
    )


def test_a_case_is_settled_when_all_four_agree(
    file: Filing,
    take_and_ask: Callable[[Case], Case],
    match: Match,
    seated_players: list[Player],
    clock: Clock,
) -> None:
    case = file(0)
    for player in seated_players[:2]:  # who asked too, as long as the others know nothing
        about = {"case_id": case.pk, "player": player, "now": clock.now}
        assert refusal(lambda about=about: services.agree_to_settle(**about)) == DisputeRefusal.NOT_NOW
    take_and_ask(case)
    for player in seated_players[:3]:
        case = services.agree_to_settle(case_id=case.pk, player=player, now=clock.now)
        assert case.state == State.UNDER_REVIEW
    file(1)  # somebody else complains: the agreement has to be made again
    for player in seated_players:
        case = services.agree_to_settle(case_id=case.pk, player=player, now=clock.now)
    assert case.state == State.SETTLED
    assert (round_of(match).status, round_of(match).points) == (Round.Status.CLOSED, [100, 62, 100, 62])
    assert refusal(lambda: file(2)) == DisputeRefusal.DECIDED_ALREADY


def test_the_notice_of_a_ruling_says_whose_points_are_which(
    file: Filing, rule: Callable[..., Case], seated_players: list[Player], arbiters: list[Player]
) -> None:
    """Under the names of now, and a score is never broken at the end of a line."""
    rule(file(), arbiters[0], RulingKind.BONUS, points=(40, 0))
    Player.objects.filter(pk=seated_players[2].pk).update(nickname="Renamed Ria")
    page = client_of(seated_players[1]).get("/me/notices/").content.decode()
    ours, theirs = (
        f"{seated_players[0].nickname} – Renamed Ria",
        f"{seated_players[1].nickname} – {seated_players[3].nickname}",
    )
    assert f"{ours} : {theirs}. Before: 100\u00a0:\u00a062, now: 140\u00a0:\u00a062." in page


def test_a_report_about_conduct_is_not_settled_among_the_table(
    file: Filing, take_and_ask: Callable[[Case], Case], seated_players: list[Player], clock: Clock
) -> None:
    ordinary, report = file(0), file(0, 2, kind=CaseKind.COLLUSION)

    def offered(case: Case) -> list[bool]:
        pages = [client_of(player).get(f"/cases/{case.pk}/").content.decode() for player in seated_players]
        return [f"/cases/{case.pk}/settle/" in page for page in pages]

    assert offered(ordinary) == [False] * 4
    for case in (ordinary, report):
        take_and_ask(case)
    assert (offered(ordinary), offered(report)) == ([True] * 4, [False] * 4)
    about = {"case_id": report.pk, "player": seated_players[1], "now": clock.now}
    assert refusal(lambda: services.agree_to_settle(**about)) == DisputeRefusal.NOT_NOW


def test_a_case_is_rejected_with_a_reason(
    file: Filing, match: Match, arbiters: list[Player], seated_players: list[Player], clock: Clock
) -> None:
    case = file()

    def reject(reason: str) -> Case:
        return services.reject(case_id=case.pk, arbiter=arbiters[0], reason=reason, now=clock.now)

    assert refusal(lambda: reject("No.")) == DisputeRefusal.NOT_YOURS
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    assert refusal(lambda: reject(" ")) == DisputeRefusal.REASON_MISSING
    assert reject("This is about another table.").state == State.REJECTED
    assert round_of(match).status == Round.Status.CLOSED
    newest = Notice.objects.filter(player=seated_players[0]).latest("pk")
    assert "This is about another table." in newest.text


def test_the_end_of_a_case_is_told_in_the_language_of_each_player(
    file: Filing, arbiters: list[Player], seated_players: list[Player], clock: Clock
) -> None:
    """Not in that of the arbiter who ended it."""
    Player.objects.filter(pk=seated_players[0].pk).update(language="nl")
    case = file()
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    services.reject(case_id=case.pk, arbiter=arbiters[0], reason="Tafel 3.", now=clock.now)
    told = Notice.objects.filter(player=seated_players[0]).latest("pk")
    with override("nl"):
        dutch = str(State.REJECTED.label)
    assert dutch != str(State.REJECTED.label)
    assert told.text == f"{dutch}. Tafel 3."


def test_a_ruling_is_appealed_and_the_second_is_final(
    file: Filing,
    rule: Callable[..., Case],
    match: Match,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    case = rule(file(), arbiters[0], RulingKind.BONUS, points=(40, 0))
    assert case.state == State.RULED
    assert case.deadline == clock.now + timedelta(days=7)
    assert (round_of(match).status, round_of(match).points) == (Round.Status.CLOSED, [140, 62, 140, 62])
    newest = Notice.objects.filter(player=seated_players[1]).latest("pk")
    assert "It lay there." in newest.text
    assert "1.6" in newest.text

    def appeal(seat: int) -> Case:
        return services.appeal(
            case_id=case.pk, player=seated_players[seat], text="It did not.", now=clock.now
        )

    assert appeal(1).state == State.APPEALED
    assert round_of(match).status == Round.Status.REVIEW
    assert refusal(lambda: appeal(2)) == DisputeRefusal.ONE_APPEAL
    take = {"case_id": case.pk, "now": clock.now}
    assert refusal(lambda: services.take_case(arbiter=arbiters[0], **take)) == DisputeRefusal.SAME_ARBITER
    case.refresh_from_db()
    case = rule(case, arbiters[1], RulingKind.STANDS)
    assert (case.state, case.deadline) == (State.FINAL, None)
    assert (round_of(match).status, round_of(match).points) == (Round.Status.CLOSED, [100, 62, 100, 62])
    assert [ruling.instance for ruling in case.rulings.order_by("at", "pk")] == ["first", "appeal"]
    assert refusal(lambda: appeal(3)) == DisputeRefusal.ONE_APPEAL
    entries = list(AuditEntry.objects.order_by("pk").values_list("what", "before", "after"))
    assert ("ruled", "100 : 62", "140 : 62") in entries
    assert entries[-1] == ("ruled_on_appeal", "140 : 62", "100 : 62")


def test_a_ruling_without_appeal_becomes_final(
    file: Filing,
    rule: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    case = rule(file(), arbiters[0], RulingKind.STANDS)
    clock.advance(7 * 24 * 3600)
    assert services.make_rulings_final(now=clock.now) == 0
    clock.advance(1)
    assert services.make_rulings_final(now=clock.now) == 1
    assert services.make_rulings_final(now=clock.now) == 0
    case.refresh_from_db()
    assert case.state == State.FINAL
    assert (
        refusal(lambda: services.appeal(case_id=case.pk, player=seated_players[0], text="Oh.", now=clock.now))
        == DisputeRefusal.TOO_LATE
    )


def test_an_appeal_can_uphold_the_ruling(
    file: Filing,
    rule: Callable[..., Case],
    match: Match,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    case = rule(file(), arbiters[0], RulingKind.BONUS, points=(40, 0))
    services.appeal(case_id=case.pk, player=seated_players[1], text="No.", now=clock.now)
    case = rule(case, arbiters[1], RulingKind.UPHELD)
    assert case.state == State.FINAL
    assert round_of(match).points == [140, 62, 140, 62]


def test_one_of_two_arbiters_takes_a_case_and_gives_it_back(
    file: Filing, arbiters: list[Player], clock: Clock
) -> None:
    case = file()
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    take = {"case_id": case.pk, "now": clock.now}
    assert refusal(lambda: services.take_case(arbiter=arbiters[1], **take)) == DisputeRefusal.TAKEN_ALREADY
    assert services.take_case(arbiter=arbiters[0], **take).arbiter == arbiters[0]
    assert refusal(lambda: services.give_back(arbiter=arbiters[1], **take)) == DisputeRefusal.NOT_YOURS
    services.give_back(arbiter=arbiters[0], **take)
    assert services.take_case(arbiter=arbiters[1], **take).arbiter == arbiters[1]


def test_a_ruling_needs_reason_and_rule_and_is_made_once(
    file: Filing, rule: Callable[..., Case], arbiters: list[Player], clock: Clock
) -> None:
    case = file()
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    ruling = {"case_id": case.pk, "arbiter": arbiters[0], "now": clock.now}
    stands = RulingRequest(RulingKind.STANDS)
    assert (
        refusal(lambda: services.give_ruling(wanted=stands, reason="", rule="1", **ruling))
        == DisputeRefusal.REASON_MISSING
    )
    assert (
        refusal(lambda: services.give_ruling(wanted=stands, reason="So.", rule=" ", **ruling))
        == DisputeRefusal.RULE_MISSING
    )
    services.give_ruling(wanted=stands, reason="So.", rule="1", **ruling)
    assert (
        refusal(lambda: services.give_ruling(wanted=stands, reason="So.", rule="1", **ruling))
        == DisputeRefusal.DECIDED_ALREADY
    )


def test_an_appeal_that_nobody_takes_is_told_as_the_case_was(
    file: Filing,
    rule: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    case = file()
    days = 40 * 24 * 3600
    assert services.escalate(now=clock.advance(days)) == 1
    case = rule(case, arbiters[0], RulingKind.STANDS)
    services.appeal(case_id=case.pk, player=seated_players[1], text="No.", now=clock.now)
    late = clock.advance(days)
    assert (services.escalate(now=late), services.escalate(now=late)) == (1, 0)


def test_an_answer_to_an_appeal_is_told_to_who_appealed(
    file: Filing,
    rule: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    """Not to who complained, nor to the arbiter who cannot decide the appeal."""
    case = rule(file(), arbiters[0], RulingKind.STANDS)
    services.appeal(case_id=case.pk, player=seated_players[1], text="No.", now=clock.now)
    services.answer(case_id=case.pk, player=seated_players[2], text="I saw it.", now=clock.now)
    told = Notice.objects.filter(subject__startswith="Somebody answered")
    assert [notice.player for notice in told] == [seated_players[1]]


def test_the_arbiter_who_took_a_case_is_told_that_it_is_withdrawn(
    file: Filing, seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    case = services.take_case(case_id=file().pk, arbiter=arbiters[0], now=clock.now)
    services.withdraw(case_id=case.pk, player=seated_players[0], now=clock.now)
    told = Notice.objects.filter(subject__startswith="The case is closed")
    assert [notice.player for notice in told] == [arbiters[0]]


def test_who_took_a_complaint_back_is_reminded_of_the_question(
    file: Filing, take_and_ask: Callable[[Case], Case], seated_players: list[Player], clock: Clock
) -> None:
    case = file(0)
    file(1)
    services.withdraw(case_id=case.pk, player=seated_players[0], now=clock.now)
    take_and_ask(case)
    waits = [queries.asked_of(player, clock.now) for player in seated_players]
    assert waits == [1, 0, 1, 1]
    services.answer(case_id=case.pk, player=seated_players[0], text="I saw it.", now=clock.now)
    assert queries.asked_of(seated_players[0], clock.now) == 0
