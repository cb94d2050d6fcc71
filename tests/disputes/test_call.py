"""A table of a club calls the director in mid-round: arbiters are told at once, the others read only that, and the call
becomes a case when the round is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import Club, Notice, Player, Role
from accounts.services import add_member, create_club
from games.disputes.models import MAX_TEXT_LENGTH, Case, CaseKind, State
from games.disputes.services import file_case
from games.table import services, signals
from games.table.log import loading
from games.table.log.models import Action, Match, Round
from games.table.review.closed_round import round_review
from games.table.screen import rendering
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import in_play, play_until, start_match, table_of
from tests.table.posting import form_on, post
from tests.unguarded import falsify

pytestmark = pytest.mark.django_db
WHY = "Bram played before his turn"
RULES: dict[str, object] = {"declarations": "off", "bonus_mode": "automatic", "rounds": 3}


@pytest.fixture
def club(make_player: Callable[..., Player], clock: Clock) -> Club:
    return create_club(name="Call Club", owner=make_player("Olga"), at=clock.now)


@pytest.fixture
def arbiter(club: Club, make_player: Callable[..., Player], clock: Clock) -> Player:
    return add_member(club=club, player=make_player("Wise Wil"), role=Role.ARBITER, at=clock.now).player


@pytest.fixture(params=["impossible", "claimable", "director"])
def policy(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def match(players: list[Player], club: Club, clock: Clock) -> Match:
    """A table of the club outside an evening."""
    return of_club(players, club, clock, "impossible")


def of_club(players: list[Player], club: Club, clock: Clock, policy: str) -> Match:
    match = start_match(players=players, now=clock.now, options={**RULES, "revoke_policy": policy})
    Match.objects.filter(pk=match.pk).update(club=club)
    loading.forget(match.pk)
    return Match.objects.get(pk=match.pk)


def call(match: Match, player: Player, clock: Clock, why: str = WHY, **data: str) -> services.Outcome:
    said = {"do": "call_director", "why": why, **data}
    return services.submit_action(match_id=match.pk, player=player, window="", data=said, now=clock.now)


def close_round(match: Match, players: list[Player], clock: Clock, number: int = 1) -> None:
    clock.now = play_until(
        match,
        players,
        clock.now,
        lambda table: not table.running or len(table.game.results(table.state.game_state)) == number,
    )


def desk_of(player: Player) -> str:
    return client_of(player).get("/desk/").content.decode()


def test_a_call_before_the_first_card_reaches_the_arbiters_at_once(
    players: list[Player], club: Club, arbiter: Player, clock: Clock, policy: str
) -> None:
    match = of_club(players, club, clock, policy)
    client = client_of(players[1])
    form = form_on(match, client, "ask-director")
    kept = {name: value for name, value in form.fields if name not in ("about", "why")}
    post(client, form, {name: [value] for name, value in {**kept, "about": "misclick", "why": WHY}.items()})
    told = Notice.objects.filter(player=arbiter).latest("at")
    assert WHY in told.text
    assert match.code in told.subject
    assert WHY not in told.subject
    page = desk_of(arbiter)
    assert page.index(WHY) < page.index('class="filters ')
    assert "A slip of the finger" in page
    assert "round 1, before the first card" in page


def test_the_others_read_that_the_director_was_called_and_nothing_else(
    match: Match, players: list[Player], arbiter: Player, clock: Clock
) -> None:
    call(match, players[1], clock, about="misclick")
    for seat in (0, 2, 3, None):
        screen = rendering.whole_table(table_of(match), seat=seat, talk=(), language="en")
        assert "Bram called the director." in screen
        assert WHY not in screen
    assert WHY in rendering.whole_table(table_of(match), seat=1, talk=(), language="en")
    assert not Notice.objects.filter(player__in=players).exists()
    close_round(match, players, clock)
    shown = [told.words for position in round_review(match, number=1).positions for told in position.happened]
    assert not any(WHY in words for words in shown)


def test_an_error_while_a_call_is_filed_leaves_the_round_written(
    match: Match, players: list[Player], clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    def receiver(**_sent: object) -> None:
        raise ZeroDivisionError

    signals.call_to_file.connect(receiver)
    try:
        call(match, players[1], clock)
        close_round(match, players, clock)
    finally:
        signals.call_to_file.disconnect(receiver)
    assert match.rounds.filter(status__in=Round.COUNTING).count() == 1
    assert "ZeroDivisionError" in caplog.text


def test_a_call_becomes_a_case_about_its_round_and_card_when_that_is_written(
    match: Match, players: list[Player], arbiter: Player, clock: Clock
) -> None:
    clock.now = play_until(match, players, clock.now, in_play)
    call(match, players[1], clock)
    assert not Case.objects.exists()
    close_round(match, players, clock)
    case = Case.objects.get()
    assert (case.round.number, case.kind, case.state, case.club) == (
        1,
        CaseKind.OTHER,
        State.OPEN,
        match.club,
    )
    complaint = case.complaints.get()
    assert (complaint.player, complaint.text, complaint.moment) == (players[1], WHY, 1)
    assert WHY not in desk_of(arbiter)
    assert f"/desk/{case.pk}/" in desk_of(arbiter)
    assert table_of(match).state.director_call is None
    review = round_review(match, number=1, with_absences=True)
    assert any(WHY in told.words for told in review.positions[1].happened)
    close_round(match, players, clock, number=2)
    assert Case.objects.count() == 1


def test_a_call_of_the_last_round_becomes_a_case_too(
    match: Match, players: list[Player], arbiter: Player, clock: Clock
) -> None:
    close_round(match, players, clock, number=2)
    clock.now = play_until(match, players, clock.now, in_play)
    call(match, players[0], clock)
    close_round(match, players, clock, number=3)
    assert Case.objects.get().round.number == 3
    assert "Tables that call now" not in desk_of(arbiter)


@pytest.mark.parametrize("ended", ["answered", "withdrawn"])
def test_an_answered_or_withdrawn_call_becomes_no_case(
    match: Match, players: list[Player], arbiter: Player, clock: Clock, ended: str
) -> None:
    call(match, players[1], clock)
    if ended == "answered":
        sent = {"text": "The card stays."}
        assert client_of(arbiter).post(f"/desk/calls/{match.code}/answer/", sent).status_code == 302
        screen = rendering.whole_table(table_of(match), seat=0, talk=(), language="en")
        assert "The card stays." in screen
    else:
        said = {"do": "withdraw_call"}
        services.submit_action(match_id=match.pk, player=players[1], window="", data=said, now=clock.now)
    close_round(match, players, clock)
    assert not Case.objects.exists()


def test_who_decides_a_round_reads_first_that_the_director_was_called_there(
    match: Match, players: list[Player], arbiter: Player, clock: Clock
) -> None:
    """With the reason and the answer, each with the way to its card, before everything the engine found."""
    clock.now = play_until(match, players, clock.now, in_play)
    call(match, players[1], clock)
    client_of(arbiter).post(f"/desk/calls/{match.code}/answer/", {"text": "The card stays."})
    close_round(match, players, clock)
    case = file_case(
        round_id=match.rounds.get(number=1).pk,
        player=players[1],
        kind=CaseKind.OTHER,
        text="It should not stay.",
        now=clock.now,
    )
    panel = client_of(arbiter).get(f"/desk/{case.pk}/").content.decode().partition('id="engine"')[2]
    called = f"{players[1].nickname} called the director: {WHY}"
    lines = re.findall(r'data-card="(\d+)">([^<]*)</a>', panel)[:2]
    assert lines == [("1", called), ("1", "The director answered: The card stays.")]


def test_an_arbiter_who_sits_there_neither_reads_nor_answers_the_call(
    match: Match, players: list[Player], club: Club, arbiter: Player, clock: Clock, client: Client
) -> None:
    add_member(club=club, player=players[3], role=Role.ARBITER, at=clock.now)
    call(match, players[1], clock)
    assert not Notice.objects.filter(player=players[3], text__contains=WHY).exists()
    assert WHY not in desk_of(players[3])
    for player, status in ((players[3], 403), (players[0], 404)):
        answer = client_of(player).post(f"/desk/calls/{match.code}/answer/", {"text": "Mine"})
        assert answer.status_code == status
    assert table_of(match).state.director_call.is_open


def test_a_call_is_about_what_can_arise_there(match: Match, players: list[Player], clock: Clock) -> None:
    """No card against the rules can be played at this table, and nobody types its result."""
    for about in ("revoke", "typed", "nonsense"):
        assert refusal(lambda about=about: call(match, players[1], clock, about=about)) == "unreadable"


def test_a_friendly_table_has_nobody_to_call(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players, now=clock.now, options=RULES)
    assert refusal(lambda: call(match, players[1], clock)) == "no_director"
    assert 'id="ask-director"' not in client_of(players[1]).get(f"/t/{match.code}/").content.decode()


def test_the_first_page_of_an_arbiter_counts_the_tables_that_call(
    match: Match, players: list[Player], club: Club, arbiter: Player, clock: Clock
) -> None:
    """An arbiter who sits there is not called, and a call is gone when it is answered."""
    seated = add_member(club=club, player=players[3], role=Role.ARBITER, at=clock.now).player
    for reader, link in ((arbiter, 0), (seated, 0)):
        assert client_of(reader).get("/").content.decode().count('href="/desk/#calls"') == link
    call(match, players[1], clock)
    for reader, link in ((arbiter, 1), (seated, 0)):
        assert client_of(reader).get("/").content.decode().count('href="/desk/#calls"') == link
    assert "Tables that call now" in client_of(arbiter).get("/").content.decode()
    client_of(arbiter).post(f"/desk/calls/{match.code}/answer/", {"text": "The card stays."})
    assert 'href="/desk/#calls"' not in client_of(arbiter).get("/").content.decode()


def test_an_answered_call_stays_at_the_desk_for_the_day_and_in_the_trail(
    match: Match, players: list[Player], club: Club, arbiter: Player, clock: Clock
) -> None:
    """The trail has no words of it, and an arbiter who sits there reads it at the table."""
    seated = add_member(club=club, player=players[3], role=Role.ARBITER, at=clock.now).player
    call(match, players[1], clock, why="Who leads?")
    waiting = desk_of(arbiter)
    assert "No case waits." in waiting
    assert "Nothing waits here." not in waiting
    client_of(arbiter).post(f"/desk/calls/{match.code}/answer/", {"text": "The dealer's left."})
    call(match, players[2], clock)
    client_of(arbiter).post(f"/desk/calls/{match.code}/answer/", {"text": "The card stays."})
    shown = client_of(arbiter).get("/desk/")
    assert [(each.caller, each.why, each.by, each.answer) for each in shown.context["answered"]] == [
        (players[2].nickname, WHY, "Wise Wil", "The card stays."),
        (players[1].nickname, "Who leads?", "Wise Wil", "The dealer's left."),
    ]
    assert "Nothing waits here." in shown.content.decode()
    assert client_of(seated).get("/desk/").context["answered"] == ()
    (newest, *_others) = client_of(arbiter).get("/trail/").context["rows"]
    assert (newest.what, newest.actor, newest.round, newest.reason, newest.after) == (
        "call_answered",
        arbiter,
        1,
        "",
        "",
    )


def test_the_desk_says_at_which_trick_and_card_a_table_called(
    match: Match, players: list[Player], arbiter: Player, clock: Clock
) -> None:
    """As it was when the table called, in its second round too; a call ends nothing of that."""
    close_round(match, players, clock)

    def lies(table: Any) -> int:
        trick = table.game.view(table.state.game_state, None).trick
        return 4 * (trick.number - 1) + len(trick.cards) if trick else 0

    clock.now = play_until(match, players, clock.now, lambda table: lies(table) == 6)
    call(match, players[1], clock)
    assert "round 2, trick 2, after card 6" in " ".join(desk_of(arbiter).split())


def test_a_call_left_to_an_arbiter_becomes_a_case_also_after_a_stop(
    match: Match, players: list[Player], arbiter: Player, clock: Clock
) -> None:
    call(match, players[1], clock, about="misclick")
    services.answer_director_call(
        match_id=match.pk, director=arbiter, text="Play on.", now=clock.now, arbiter=True
    )
    for player in players:
        services.leave_match(match_id=match.pk, player=player, now=clock.now)
    for word in ("go_on", "return"):
        for player in players[3:] if word == "go_on" else players[:3]:
            services.submit_action(
                match_id=match.pk, player=player, window="", data={"do": word}, now=clock.now
            )
    close_round(match, players, clock)
    assert Case.objects.get().kind == CaseKind.MISCLICK


def test_a_table_that_calls_and_cannot_be_read_costs_an_arbiter_no_page(
    match: Match, players: list[Player], arbiter: Player, clock: Clock
) -> None:
    seq = call(match, players[1], clock).seq
    before = transaction.savepoint()
    falsify(Action.objects.filter(match=match, seq=seq - 1), data={"do": "dance"})
    loading.forget_all()
    try:
        assert "Tables that call now" not in client_of(arbiter).get("/").content.decode()
        assert client_of(arbiter).get("/desk/").status_code == 200
    finally:
        transaction.savepoint_rollback(before)
        loading.forget_all()


def test_the_complaint_is_the_callers_who_was_replaced_since(
    match: Match, players: list[Player], guest: Player, arbiter: Player, clock: Clock
) -> None:
    call(match, players[1], clock)
    services.replace_player(match_id=match.pk, seat=1, player=guest, by=arbiter, now=clock.now)
    close_round(match, [players[0], guest, *players[2:]], clock)
    assert Case.objects.get().complaints.get().player == players[1]


def test_a_call_about_what_was_claimed_at_the_table_joins_that_case(
    players: list[Player], club: Club, clock: Clock
) -> None:
    """The claim is the caller's complaint already; the call is no more open, and the arbiter reads its words."""
    match = of_club(players, club, clock, "director")
    clock.now = play_until(
        match, players, clock.now, lambda table: in_play(table) and bool(table.state.game_state.round.tricks)
    )
    window = table_of(match).game.view(table_of(match).state.game_state, 1).accuse.window
    claim = {"do": "revoke", "trick": "1", "seat": "0"}
    services.submit_action(match_id=match.pk, player=players[1], window=window, data=claim, now=clock.now)
    call(match, players[1], clock, about="revoke")
    close_round(match, players, clock)
    complaint = Case.objects.get().complaints.get()
    assert complaint.player == players[1]
    assert "trick 1" in complaint.text
    assert WHY in complaint.text
    assert table_of(match).state.director_call is None
    assert Match.objects.get(pk=match.pk).called_at is None


@pytest.mark.parametrize("length", [20, MAX_TEXT_LENGTH - 10])
def test_the_words_of_a_call_join_what_its_caller_wrote_of_the_same(
    match: Match, players: list[Player], arbiter: Player, clock: Clock, length: int
) -> None:
    """Cut where both are too long for one complaint; the arbiters are told all of them, and the trail has a line."""
    Match.objects.filter(pk=match.pk).update(director=Match.Director.RUNS)
    loading.forget(match.pk)
    call(match, players[1], clock)
    close_round(match, players, clock)
    about = {"round_id": match.rounds.get(number=1).pk, "player": players[1], "kind": CaseKind.OTHER}
    case = file_case(text="x" * length, now=clock.now, **about)
    Notice.objects.all().delete()
    before = AuditEntry.objects.filter(case=case.pk, what="filed").count()
    services.answer_director_call(
        match_id=match.pk, director=players[0], text="An arbiter decides.", now=clock.now, arbiter=True
    )
    text = Case.objects.get().complaints.get().text
    assert text.startswith("x" * length + f"\n{WHY[:5]}")
    assert len(text) <= MAX_TEXT_LENGTH
    assert (WHY in text) == (length == 20)
    assert WHY in Notice.objects.get(player=arbiter).text
    assert AuditEntry.objects.filter(case=case.pk, what="filed").count() == before + 1
    assert not table_of(match).state.director_call.is_open
