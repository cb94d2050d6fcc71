"""Promises about leaving: said in words before, a pause before the next strangers, forgiven, never for an outage."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from accounts.models import Club, Player
from accounts.personal_data import erase_account
from accounts.services import add_member
from games.club_clock import club_clock
from games.table import abandoned_matches, services
from games.table.abandoned_matches import (
    COUNTED_PERIOD,
    FREE_DEPARTURES,
    PAUSES,
    matches_left_lately,
    pause_after,
    pause_if_left,
)
from games.table.lobby import queries
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match
from tests.accounts.friends.befriending import befriend
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import fresh, in_play, next_to_act, play_until, start_match, words
from tests.table.steward.absences import everybody_here, leave
from tests.table.tables import open_table, refusal

pytestmark = pytest.mark.django_db


def matches_left(players: list[Player], clock: Clock, times: int = 1) -> list[Match]:
    """So many matches of the four that the first player left."""
    matches = [start_match(players=players, now=clock.now) for _ in range(times)]
    for match in matches:
        services.leave_match(match_id=match.pk, player=players[0], now=clock.now)
    return matches


def refusal_to_sit(match: Match, player: Player, now: datetime) -> TableRefused:
    with pytest.raises(TableRefused) as caught:
        services.sit(match_id=match.pk, player=player, now=now)
    return caught.value


def test_a_bot_plays_on_and_the_seat_can_be_taken_back(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    first = services.leave_match(match_id=match.pk, player=players[0], now=clock.now)
    again = services.leave_match(match_id=match.pk, player=players[0], now=clock.now)
    assert (again.seq, again.done_before) == (first.seq, True)
    assert fresh(match).stand_in(0) is not None
    wish, stand_in = words(match)[-2:]
    assert wish == {"do": "wish", "what": "leave"}
    assert (stand_in["do"], stand_in["seat"], stand_in["round"]) == ("stand_in", "0", "1")
    assert matches_left_lately(players[0], clock.now).times == 1
    say(match, 0, "return")
    assert matches_left_lately(players[0], clock.now).times == 0


def test_the_home_page_shows_a_match_a_bot_plays_on_below_the_others(
    players: list[Player], clock: Clock
) -> None:
    newer_last = [start_match(players=players, now=clock.advance(60)) for _ in range(2)]
    services.leave_match(match_id=newer_last[1].pk, player=players[0], now=clock.now)
    rows = queries.my_tables(players[0])
    assert [(row.code, row.stood_in) for row in rows] == [
        (newer_last[0].code, False),
        (newer_last[1].code, True),
    ]
    assert "bot plays" in client_of(players[0]).get("/").content.decode()


def test_the_last_who_leaves_stops_the_match(match: Match, players: list[Player], clock: Clock) -> None:
    for player in players:
        services.leave_match(match_id=match.pk, player=player, now=clock.now)
    match.refresh_from_db()
    assert match.status == Match.Status.STOPPED
    assert words(match)[-1] == {"do": "stop", "seat": "3"}


def test_a_pause_all_others_wish_begins_when_the_last_undecided_leaves(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    for seat in (1, 2, 3):
        say(match, seat, "pause")
    services.leave_match(match_id=match.pk, player=players[0], now=clock.now)
    assert fresh(match).paused_at == clock.now


def test_a_card_all_others_wish_back_is_taken_back_when_the_last_undecided_leaves(
    players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    match = start_match(players=players, now=clock.now, undo_allowed=True)
    play_until(match, players, clock.now, in_play)
    owner = fresh(match).last.seat
    *asked, undecided = [owner, *(seat for seat in range(4) if seat != owner)]
    for seat in asked:
        say(match, seat, "undo")
    services.leave_match(match_id=match.pk, player=players[undecided], now=clock.now)
    assert words(match)[-1] == {"do": "undo"}
    assert next_to_act(match) == owner


def test_who_leaves_when_bots_play_for_all_others_reads_that_the_match_is_stopped(
    match: Match, players: list[Player], clock: Clock
) -> None:
    for player in players[:3]:
        services.leave_match(match_id=match.pk, player=player, now=clock.now)
    client, page = client_of(players[3]), f"/t/{match.code}/leave-match/"
    before = client.get(page).content.decode()
    assert "the others play on with it" not in before
    assert "Only those who leave matches often have to wait." in before
    assert "The match is stopped" in client.post(page, follow=True).content.decode()


def test_practice_is_left_at_any_moment_and_counts_nowhere(
    players: list[Player], practice: Match, clock: Clock
) -> None:
    client = client_of(players[0])
    page = client.get(f"/t/{practice.code}/leave-match/").content.decode()
    assert "against bots only" in page
    assert client.post(f"/t/{practice.code}/leave-match/")["Location"] == "/"
    practice.refresh_from_db()
    assert practice.status == Match.Status.STOPPED
    assert matches_left_lately(players[0], clock.now) == (0, 0, None)
    assert queries.my_tables(players[0]) == ()
    assert practice.code in client.get(f"/people/{players[0].pk}/matches/").content.decode()


def test_stopped_practice_is_offered_for_a_week_below_what_runs(
    players: list[Player],
    practice: Match,
    match: Match,
    clock: Clock,
    say: Callable[..., services.Outcome],
) -> None:
    assert queries.stopped_practice(players[0], clock.now) is None
    services.leave_match(match_id=practice.pk, player=players[0], now=clock.now)
    assert queries.stopped_practice(players[0], clock.now).code == practice.code
    assert queries.stopped_practice(players[1], clock.now) is None
    Match.objects.filter(pk=practice.pk).update(created_at=club_clock.now())
    page = client_of(players[0]).get("/").content.decode()
    assert page.index(match.code) < page.index("Practice against bots") < page.index('action="/play/"')

    Match.objects.filter(pk=practice.pk).update(created_at=clock.now)
    say(practice, 0, "go_on")
    assert queries.stopped_practice(players[0], clock.now) is None
    services.leave_match(match_id=practice.pk, player=players[0], now=clock.now)
    clock.advance(queries.PRACTICE_OFFERED.total_seconds())
    assert queries.stopped_practice(players[0], clock.now) is None


def test_stopped_practice_pushes_no_table_with_people_out_of_the_list(
    players: list[Player], practice: Match, match: Match, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "MAX_MINE", 1)
    Match.objects.filter(pk=practice.pk).update(created_at=clock.now + timedelta(hours=1))
    services.leave_match(match_id=practice.pk, player=players[0], now=clock.now)
    assert [row.code for row in queries.my_tables(players[0])] == [match.code]


def test_practice_does_not_keep_an_account_from_being_deleted(
    players: list[Player], practice: Match, clock: Clock
) -> None:
    erase_account(player=players[0], now=clock.now)
    practice.refresh_from_db()
    assert practice.status == Match.Status.STOPPED


def test_where_no_bot_plays_for_others_nobody_leaves(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players, now=clock.now)
    Match.objects.filter(pk=match.pk).update(bots_stand_in=False)
    with pytest.raises(TableRefused) as caught:
        services.leave_match(match_id=match.pk, player=players[0], now=clock.now)
    assert caught.value.code == TableRefusal.NO_STAND_IN
    assert fresh(match).stand_in(0) is None


@pytest.mark.parametrize("director", Match.Director.values)
def test_where_no_bot_plays_for_others_the_question_says_so_and_offers_the_director(
    players: list[Player], clock: Clock, director: str
) -> None:
    match = start_match(players=players, now=clock.now)
    Match.objects.filter(pk=match.pk).update(bots_stand_in=False, director=director)
    client = client_of(players[0])
    page = client.get(f"/t/{match.code}/leave-match/").content.decode()
    assert "the match needs you" in page
    assert "A bot plays your cards" not in page
    assert f'action="/t/{match.code}/leave-match/"' not in page
    offered = director != Match.Director.NONE
    assert ('value="call_director"' in page) == offered
    if offered:
        answer = client.post(f"/t/{match.code}/act/", {"do": "call_director", "why": "I have to go"})
        assert answer.status_code in (200, 302)
        call = fresh(match).director_call
        assert call is not None
        assert call.why == "I have to go"


def test_only_players_of_a_running_match_leave_it(
    players: list[Player], make_player: Callable[..., Player], match: Match, clock: Clock
) -> None:
    waiting = open_table(players, clock.now)
    for code, player, wanted in (
        (match.pk, make_player("Eva"), TableRefusal.NOT_SEATED),
        (waiting.pk, players[0], TableRefusal.NOT_RUNNING),
    ):
        with pytest.raises(TableRefused) as caught:
            services.leave_match(match_id=code, player=player, now=clock.now)
        assert caught.value.code == wanted


@pytest.mark.parametrize(
    ("counted", "pause"), [(0, timedelta(0)), (1, PAUSES[0]), (2, PAUSES[1]), (3, PAUSES[2]), (9, PAUSES[2])]
)
def test_pauses_grow_up_to_an_hour(counted: int, pause: timedelta) -> None:
    assert pause_after(counted) == pause


def test_a_pause_keeps_from_strangers_only_and_ends_by_itself(
    players: list[Player], make_player: Callable[..., Player], club: Club, clock: Clock
) -> None:
    """Anna leaves three matches with strangers; in her club is Eva, her friend is Fien."""
    anna, _bram, cleo, _daan = players
    eva, fien, gijs = make_player("Eva"), make_player("Fien"), make_player("Gijs")
    add_member(club=club, player=eva, at=clock.now)
    befriend(anna, fien, clock)
    matches_left(players, clock, FREE_DEPARTURES)
    free = open_table([cleo], clock.now, seated=1)
    services.sit(match_id=free.pk, player=anna, now=clock.now)
    services.leave_seat(match_id=free.pk, player=anna)

    matches_left(players, clock)

    assert matches_left_lately(anna, clock.now) == (FREE_DEPARTURES + 1, 1, clock.now + PAUSES[0])
    clock.advance(90)
    no = refusal_to_sit(free, anna, clock.now)
    assert (no.code, "In 4 minutes" in no.sentence) == (TableRefusal.LEFT_LATELY, True)
    listed = open_table([gijs], clock.now, seated=0, visibility=Match.Visibility.LOBBY)
    assert refusal_to_sit(listed, anna, clock.now).code == TableRefusal.LEFT_LATELY
    for host in (eva, fien):
        known = open_table([host], clock.now, seated=1)
        assert services.sit(match_id=known.pk, player=anna, now=clock.now) == 1
    bots_only = open_table([anna], clock.now, seated=0)
    assert services.sit(match_id=bots_only.pk, player=anna, now=clock.now) == 0
    clock.advance(PAUSES[0].total_seconds())
    assert services.sit(match_id=free.pk, player=anna, now=clock.now) == 1
    assert services.sit(match_id=listed.pk, player=anna, now=clock.now) == 0


def test_each_further_match_waits_longer_and_a_month_forgives_all(
    players: list[Player], clock: Clock
) -> None:
    matches_left(players, clock, FREE_DEPARTURES)
    for pause in (*PAUSES, PAUSES[-1]):
        clock.advance(3600)
        assert pause_if_left(players[0], [players[1].pk], clock.now) == pause
        matches_left(players, clock)
        assert matches_left_lately(players[0], clock.now).until == clock.now + pause
    clock.advance(COUNTED_PERIOD.total_seconds() + 1)
    assert matches_left_lately(players[0], clock.now) == (0, 0, None)


def test_a_match_with_friends_only_does_not_count(players: list[Player], club: Club, clock: Clock) -> None:
    anna, bram, cleo, _daan = players
    befriend(anna, cleo, clock)
    match = start_match(players=[anna, bram, cleo], now=clock.now)  # Bram is of her club
    services.leave_match(match_id=match.pk, player=anna, now=clock.now)
    assert matches_left_lately(anna, clock.now).times == 0
    assert pause_if_left(anna, [bram.pk, cleo.pk], clock.now) is None


@pytest.mark.parametrize("outage", [False, True])
def test_an_absence_that_began_in_an_outage_never_counts(
    match: Match,
    players: list[Player],
    clock: Clock,
    say: Callable[..., services.Outcome],
    outage: bool,
) -> None:
    """The server fails for ten minutes; the others are back first and let a bot play."""
    everybody_here(match)
    began = clock.now
    clock.advance(600)
    if outage:
        services.note_outage(began=began, now=clock.now)
    leave(match, 3, clock)
    clock.advance(60)
    for seat in (0, 1):
        say(match, seat, "absent", choose="3:bot")
    assert fresh(match).stand_in(3) is not None
    assert matches_left_lately(players[3], clock.now).times == (0 if outage else 1)


def test_who_is_back_after_an_outage_and_leaves_then_has_left(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    began = clock.now
    services.note_outage(began=began, now=clock.advance(600))
    leave(match, 3, clock)
    clock.advance(60)
    for seat in (0, 1):
        say(match, seat, "absent", choose="3:bot")
    say(match, 3, "return")
    clock.advance(1200)
    services.leave_match(match_id=match.pk, player=players[3], now=clock.now)
    assert matches_left_lately(players[3], clock.now).times == 1


def test_the_page_says_beforehand_what_follows(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_clock, "now", lambda: clock.now)
    client = client_of(players[0])

    def said(match: Match) -> str:
        return client.get(f"/t/{match.code}/leave-match/").content.decode()

    running = start_match(players=players, now=clock.now)
    assert "Only those who leave matches often have to wait." in said(running)
    matches_left(players, clock, FREE_DEPARTURES)
    assert "you wait 5 minutes" in said(running)
    page = client.get(f"/t/{running.code}/").content.decode()
    assert f"/t/{running.code}/leave-match/" in page
    assert client.post(f"/t/{running.code}/leave-match/").status_code == 302
    assert fresh(running).stand_in(0) is not None
    assert "you wait before you sit down" in client.get("/me/").content.decode()
    answer = client_of(players[0]).post(f"/t/{open_table(players[1:], clock.now, seated=1).code}/sit/")
    assert refusal(answer) == TableRefusal.LEFT_LATELY


def test_leaving_while_a_round_is_played_keeps_the_log_whole(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players, now=clock.now)
    play_until(match, players, clock.now, two_cards_lie)
    services.leave_match(match_id=match.pk, player=players[2], now=clock.now)
    match.refresh_from_db()
    assert services.verify_log(match) == ()
    assert abandoned_matches.matches_left_lately(players[2], clock.now).times == 1


def two_cards_lie(table: Table) -> bool:
    trick = table.game.view(table.state.game_state, None).trick
    return trick is not None and len(trick.cards) == 2
