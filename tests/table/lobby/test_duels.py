"""A duel outside the clubs: the deals of a finished table, played by others from the other side."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from html import unescape
from random import Random

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Club, Player, PlayerKind
from games.disputes import services as dispute_services
from games.disputes.effects import RulingKind
from games.disputes.models import CaseKind
from games.table import services
from games.table.lobby.duels import duel_sheet, knows_first_table, sides_at
from games.table.lobby.queries import expect_free_seat, finished_tables, my_tables
from games.table.log import loading
from games.table.log.errors import TableRefusal
from games.table.log.models import Match
from games.table.log.states import RulingEffect
from games.table.screen.spectators import may_look, may_look_back
from games.table.shared_deals import Duel, MatchSeen
from tests.conftest import Clock
from tests.disputes.replay.conftest import asked, played, ruled
from tests.house.addresses import client_of
from tests.refused import refusal
from tests.table.play import never, play_until, started_match, step, table_of
from tests.table.tables import signed_in

ROUNDS = 2


@pytest.fixture
def others(make_player: Callable[..., Player]) -> list[Player]:
    return [make_player(name) for name in ("Emma", "Finn", "Gijs", "Hans")]


@pytest.fixture
def first(players: list[Player], clock: Clock) -> Match:
    """Anna and Cleo against two bots, played to the end."""
    return played_first(players, clock)


@pytest.fixture
def duel(first: Match, players: list[Player], clock: Clock) -> Duel:
    return services.offer_duel(match_id=first.pk, player=players[0], now=clock.now)


def played_first(players: list[Player], clock: Clock, **options: object) -> Match:
    match = services.open_table(
        created_by=players[0], game="kraken", options={"rounds": ROUNDS, **options}, now=clock.now
    )
    services.sit(match_id=match.pk, player=players[0], seat=0)
    services.sit(match_id=match.pk, player=players[2], seat=2)
    services.fill_with_bots(match_id=match.pk, player=players[0])
    services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    play(match, clock)
    return match


def play(match: Match, clock: Clock, until: Callable[..., bool] = never, chance: int = 1) -> None:
    """Let everybody at the table play."""
    seats = list(match.seats.order_by("number").select_related("player"))
    play_until(match, [seat.player for seat in seats], clock.now, until, Random(chance))


def begun(duel: Duel, pair: list[Player], clock: Clock) -> Match:
    """A table that the first of these people founded; the second is the partner, bots sit elsewhere."""
    match = services.open_duel_table(duel=duel, player=pair[0], now=clock.now)
    services.sit(match_id=match.pk, player=pair[1], seat=3)
    services.fill_with_bots(match_id=match.pk, player=pair[0])
    services.start_match(match_id=match.pk, player=pair[0], now=clock.now)
    match.refresh_from_db()
    return match


def decks(match: Match) -> list[str]:
    dealt = match.actions.filter(kind="game", data__do="deal").order_by("seq")
    return [row.data["deck"] for row in dealt]


def text_of(answer: HttpResponse) -> str:
    return unescape(answer.content.decode())


def hands_and_dealers(match: Match) -> list[dict[str, str]]:
    return [row.data for row in match.actions.filter(kind="game", data__do="deal").order_by("seq")]


def closed_one(table: object) -> bool:
    return table.open_round > 1


def test_a_bot_with_nothing_to_claim_keeps_no_other_bot_waiting(
    duel: Duel, others: list[Player], clock: Clock
) -> None:
    """Bots speak one by one there; one that may call roem, and has none to call, says nothing at all."""
    match = services.open_duel_table(duel=duel, player=others[0], now=clock.now)
    services.fill_with_bots(match_id=match.pk, player=others[0])
    services.start_match(match_id=match.pk, player=others[0], now=clock.now)
    seat = match.seats.get(player=others[0]).number
    now, rng = clock.now, Random(1)
    while table_of(match).running:
        now = step(match, {seat: others[0]}, now, rng)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_newcomers_hold_the_cards_of_the_other_side_in_the_same_order(
    duel: Duel, first: Match, others: list[Player], clock: Clock
) -> None:
    second = begun(duel, others, clock)
    assert second.seats.get(player=others[0]).number == 1
    play(second, clock)
    assert hands_and_dealers(second)[:ROUNDS] == hands_and_dealers(first)[:ROUNDS]
    assert len(set(decks(second))) == ROUNDS
    assert sides_at(duel, second).newcomers == "Emma & Finn"
    assert sides_at(duel, first).hosts == "Anna & Cleo"


def test_a_cut_deck_is_dealt_as_it_was_cut(players: list[Player], others: list[Player], clock: Clock) -> None:
    first = services.open_table(
        created_by=players[0], game="kraken", options={"rounds": ROUNDS}, now=clock.now, deck_cut=True
    )
    for seat, player in enumerate(players):
        services.sit(match_id=first.pk, player=player, seat=seat)
    services.start_match(match_id=first.pk, player=players[0], now=clock.now)
    services.submit_action(
        match_id=first.pk, player=players[1], window="", data={"do": "cut", "word": "hello"}, now=clock.now
    )
    play(first, clock)
    duel = services.offer_duel(match_id=first.pk, player=players[0], now=clock.now)
    second = begun(duel, others, clock)
    assert decks(second)[0] == decks(first)[0]


def test_who_has_seen_the_deals_does_not_sit_down_at_them(
    duel: Duel, players: list[Player], others: list[Player], clock: Clock
) -> None:
    for known in (players[0], players[2]):
        code = refusal(lambda known=known: services.open_duel_table(duel=duel, player=known, now=clock.now))
        assert code == TableRefusal.KNOWS_THE_CARDS
    second = begun(duel, others[:2], clock)
    third = services.open_duel_table(duel=duel, player=others[2], now=clock.now)
    code = refusal(lambda: services.sit(match_id=third.pk, player=others[0], seat=0))
    assert code == TableRefusal.KNOWS_THE_CARDS
    assert second.seats.filter(player=others[0]).exists()


def test_who_sits_at_two_tables_of_a_duel_starts_one(duel: Duel, others: list[Player], clock: Clock) -> None:
    """At the other one they get up, so that those who wait there can play."""
    tables = [services.open_duel_table(duel=duel, player=others[0], now=clock.now) for _ in range(2)]
    services.sit(match_id=tables[0].pk, player=others[1], seat=3)
    services.sit(match_id=tables[1].pk, player=others[2], seat=3)
    for table in tables:
        services.fill_with_bots(match_id=table.pk, player=others[0])
    services.start_match(match_id=tables[0].pk, player=others[0], now=clock.now)
    again = refusal(lambda: services.start_match(match_id=tables[1].pk, player=others[0], now=clock.now))
    assert again == TableRefusal.NOT_SEATED
    seated = tables[1].seats.exclude(player__kind=PlayerKind.BOT)
    assert [seat.player for seat in seated] == [others[2]]
    services.fill_with_bots(match_id=tables[1].pk, player=others[2])
    services.start_match(match_id=tables[1].pk, player=others[2], now=clock.now)
    assert tables[0].seats.filter(player=others[0]).exists()


def test_a_list_of_tables_asks_as_much_for_one_duel_as_for_two(
    duel: Duel, others: list[Player], clock: Clock
) -> None:
    counts = []
    for number in (1, 2):
        services.open_duel_table(duel=duel, player=others[0], now=clock.now)
        with CaptureQueriesContext(connection) as queries:
            assert len(my_tables(others[0])) == number
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_newcomer_at_a_duel_is_looked_at_without_its_cards(
    duel: Duel, others: list[Player], clock: Clock
) -> None:
    """Whether a seat is free is asked of the seats alone."""
    table = services.open_duel_table(duel=duel, player=others[0], now=clock.now)
    with CaptureQueriesContext(connection) as queries:
        expect_free_seat(table, 0)
    assert len(queries) == 1


def test_seats_are_not_drawn(duel: Duel, others: list[Player], clock: Clock) -> None:
    second = services.open_duel_table(duel=duel, player=others[0], now=clock.now)
    code = refusal(lambda: services.draw_seats(match_id=second.pk, player=others[0], rng=Random(1)))
    assert code == TableRefusal.CARDS_AT_SEATS


def test_two_who_ask_get_one_link(duel: Duel, first: Match, players: list[Player], clock: Clock) -> None:
    assert services.offer_duel(match_id=first.pk, player=players[2], now=clock.now) == duel
    stranger = refusal(lambda: services.offer_duel(match_id=first.pk, player=players[1], now=clock.now))
    assert stranger == TableRefusal.NOT_SEATED


def test_other_matches_say_why_not(
    players: list[Player], others: list[Player], club: Club, duel: Duel, clock: Clock
) -> None:
    def why(match: Match) -> str:
        return refusal(lambda: services.offer_duel(match_id=match.pk, player=match.created_by, now=clock.now))

    assert why(started_match(players=players, now=clock.now)) == TableRefusal.NOT_FINISHED
    assert (
        why(started_match(players=players, now=clock.now, game="rosbiratschka")) == TableRefusal.NO_OTHER_SIDE
    )
    to_points = {"match_length": "points"}
    assert why(started_match(players=players, now=clock.now, options=to_points)) == TableRefusal.NO_OTHER_SIDE
    of_club = services.open_table(
        created_by=players[0], game="kraken", options={"rounds": 1}, now=clock.now, club=club
    )
    services.sit(match_id=of_club.pk, player=players[0])
    services.fill_with_bots(match_id=of_club.pk, player=players[0])
    services.start_match(match_id=of_club.pk, player=players[0], now=clock.now)
    play(of_club, clock)
    assert why(of_club) == TableRefusal.OF_A_CLUB


def test_the_first_table_is_as_before_for_its_players_and_for_nobody_else(
    duel: Duel, first: Match, players: list[Player], others: list[Player], staff: Player
) -> None:
    first.refresh_from_db()
    assert may_look(first, players[0])
    assert may_look_back(first)
    assert [row.code for row in finished_tables(players[0])] == [first.code]
    own = client_of(players[0])
    for path in ("", "round/1/", "sheet/", "record.json", "rules/"):
        assert own.get(f"/t/{first.code}/{path}").status_code == 200, path
    for reader in (others[0], staff, None):
        assert not may_look(first, reader)


def test_a_table_of_the_duel_is_listed_and_looked_back_at_when_it_is_over(
    duel: Duel, others: list[Player], clock: Clock
) -> None:
    second = begun(duel, others, clock)
    play(second, clock, closed_one)
    assert [row.code for row in my_tables(others[0])] == [second.code]
    own = client_of(others[0])
    assert own.get(f"/t/{second.code}/record.json").get("Refusal-Code") == TableRefusal.ALL_ROUNDS_FIRST
    assert "Your hand" in text_of(own.get(f"/t/{second.code}/round/1/"))
    play(second, clock)
    assert own.get(f"/t/{second.code}/record.json").status_code == 200
    assert [row.code for row in finished_tables(others[0])] == [second.code]


def test_each_deal_is_compared_when_both_have_played_it(
    duel: Duel, first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    assert duel_sheet(duel, players[0]) is None
    second = begun(duel, others, clock)
    for reader in (players[0], others[0]):
        assert duel_sheet(duel, reader).rows == ()
    play(second, clock, closed_one)
    for reader in (players[0], others[1]):
        sheet = duel_sheet(duel, reader)
        assert [row.number for row in sheet.rows] == [1]
        assert not sheet.over
    play(second, clock)
    sheet = duel_sheet(duel, others[0])
    expected, total = [], 0
    both = set(first.rounds.values_list("number")) & set(second.rounds.values_list("number"))
    for (number,) in sorted(both):  # a round more after a draw counts where both tables had one
        before, now = (match.rounds.get(number=number).points for match in (first, second))
        gain = (now[1] - now[0]) - (before[1] - before[0])
        total += gain
        expected.append((number, (before[1], before[0]), (now[1], now[0]), gain, total))
    shown = [(row.number, row.first.points, row.second.points, row.gain, row.sum) for row in sheet.rows]
    assert shown == expected
    assert (sheet.total, sheet.by, sheet.over, sheet.deals) == (
        total,
        abs(total),
        True,
        max(ROUNDS, len(expected)),
    )
    assert all(row.first.trump for row in sheet.rows)
    assert duel_sheet(duel, None) is None
    assert duel_sheet(duel, players[1]) is None


def test_a_travelling_set_lists_all_tables_with_the_mean_of_the_others(
    duel: Duel, first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    second, third = begun(duel, others[:2], clock), begun(duel, others[2:], clock)
    play(second, clock, chance=2)
    play(third, clock, closed_one, chance=3)
    sheet = duel_sheet(duel, others[2])
    assert sheet.code == third.code
    assert [(row.code, row.deals) for row in sheet.tables] == [
        (first.code, 1),
        (second.code, 1),
        (third.code, 1),
    ]
    assert sum(row.gain for row in sheet.tables) == 0
    play(third, clock, chance=3)
    sheet = duel_sheet(duel, players[0], code=second.code)
    assert sheet.code == second.code
    ahead = [row.ahead for row in sheet.tables]
    assert sheet.tables[2].gain == ahead[2] - Fraction(ahead[0] + ahead[1], 2)
    assert [row.mine for row in sheet.tables] == [True, False, False]
    assert [row.mine for row in duel_sheet(duel, others[0]).tables] == [False, True, False]


def test_the_pages_lead_from_the_first_table_to_the_comparison(
    first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    anna, emma = client_of(players[0]), client_of(others[0])
    assert f"/t/{first.code}/duel/" in text_of(anna.get(f"/t/{first.code}/"))
    assert f"/t/{first.code}/duel/" in text_of(anna.get(f"/t/{first.code}/round/1/"))
    assert anna.get(f"/t/{first.code}/duel/").status_code == 200
    assert emma.get(f"/t/{first.code}/duel/").status_code == 403
    link = anna.post(f"/t/{first.code}/duel/")["Location"]
    assert anna.get(f"/t/{first.code}/duel/")["Location"] == link
    assert link in text_of(anna.get(link))
    assert "Anna & Cleo" in text_of(emma.get(link))
    table = emma.post(link)["Location"]
    second = Match.objects.get(code=table.split("/")[2])
    waiting = text_of(emma.get(table))
    assert "cards of Anna" in waiting
    assert "Draw seats" not in waiting
    emma.post(f"{table}bots/")
    play(second, clock)
    assert f"/t/{second.code}/duel/" in text_of(emma.get(table))
    page = text_of(emma.get(link))
    assert "win the duel" in page or "A draw" in page
    compared = len(emma.get(link).context["sheet"].rows)
    assert f"{compared} of {max(ROUNDS, compared)} deals compared" in page
    assert anna.get(link).context["sheet"].rows == emma.get(link).context["sheet"].rows
    knowing = anna.post(link)
    assert (knowing.status_code, knowing["Refusal-Code"]) == (422, TableRefusal.KNOWS_THE_CARDS)


def test_a_challenge_is_found_on_the_first_page_at_the_end_and_in_the_look_back(
    first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    """In the same words everywhere; whoever opens the link reads what it is without knowing the word duel."""
    anna, link = client_of(players[0]), f"/t/{first.code}/duel/"
    for path in ("/", f"/t/{first.code}/", f"/t/{first.code}/round/1/"):
        page = text_of(anna.get(path))
        assert f'href="{link}"' in page, path
        assert "Challenge friends with your cards" in page, path
    assert 'id="challenge"' not in text_of(client_of(others[0]).get("/"))
    offer = text_of(anna.get(link))
    assert "Who makes more of the same cards?" in offer
    assert "your friends with the same cards 90 : 72. That is 56 points better." in offer
    page = text_of(client_of(others[0]).get(anna.post(link)["Location"]))
    assert "You get the cards of" in page
    assert "Whoever makes more of them wins: nobody has better cards." in page
    assert f'href="{link}"' in text_of(anna.get("/")), "it leads to the comparison once the link is made"


def test_a_match_of_unknown_rules_is_no_challenge_and_costs_nobody_the_first_page(
    first: Match, players: list[Player]
) -> None:
    before = transaction.savepoint()
    Match.objects.filter(pk=first.pk).update(options={**first.options, "no_such_rule": 1})
    loading.forget(first.pk)
    answer = client_of(players[0]).get("/")
    transaction.savepoint_rollback(before)
    loading.forget(first.pk)
    assert answer.status_code == 200
    assert 'id="challenge"' not in text_of(answer)


def test_nobody_is_led_to_a_challenge_that_is_refused(players: list[Player], clock: Clock) -> None:
    """A game without partners has no other side: neither the first page nor the look back offers it."""
    match = services.open_table(created_by=players[0], game="rosbiratschka", options={}, now=clock.now)
    services.sit(match_id=match.pk, player=players[0], seat=0)
    services.fill_with_bots(match_id=match.pk, player=players[0])
    services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    play(match, clock)
    anna = client_of(players[0])
    assert anna.get(f"/t/{match.code}/duel/")["Refusal-Code"] == TableRefusal.NO_OTHER_SIDE
    for path in ("/", f"/t/{match.code}/round/1/"):
        page = text_of(anna.get(path))
        assert match.code in page
        assert f"/t/{match.code}/duel/" not in page, path


def test_a_visitor_gives_a_name_and_sits_at_the_other_side(duel: Duel) -> None:
    client = Client()
    link = f"/duel/{duel.code}/"
    assert client.post(link, {"nickname": ""}).status_code == 422
    table = client.post(link, {"nickname": "Oma Riet"})["Location"]
    second = Match.objects.get(code=table.split("/")[2])
    assert [(seat.number, seat.player.nickname) for seat in second.seats.all()] == [(1, "Oma Riet")]


def test_a_wrong_link_leads_to_no_deals(db: None) -> None:
    answer = Client().get("/duel/BCDFGH/")
    assert (answer.status_code, answer["Refusal-Code"]) == (404, TableRefusal.NO_SUCH_DUEL)


def test_somebody_replaced_at_the_first_table_knows_its_cards(
    duel: Duel, players: list[Player], others: list[Player]
) -> None:
    assert knows_first_table(duel, players[0])
    assert not knows_first_table(duel, others[0])
    assert not knows_first_table(duel, None)


def test_a_closed_link_gives_the_match_back_and_founds_no_table(
    duel: Duel, first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    first.refresh_from_db()
    assert not may_look(first, others[0])
    table = services.open_duel_table(duel=duel, player=others[1], now=clock.now)
    page = f"/duel/{duel.code}/"
    assert (
        client_of(players[0]).post(page, {"do": "close"}).status_code == TableRefusal.OTHERS_PLAY_NOW.status
    )
    services.leave_seat(match_id=table.pk, player=others[1])
    assert client_of(others[0]).post(page, {"do": "close"}).status_code == TableRefusal.NOT_SEATED.status
    assert "Close the link" in client_of(players[0]).get(page).content.decode()
    assert client_of(players[0]).post(page, {"do": "close"}).status_code == 302
    first = Match.objects.get(pk=first.pk)
    assert may_look(first, others[0])
    assert "The link is closed" in client_of(others[0]).get(page).content.decode()
    told = refusal(lambda: services.open_duel_table(duel=duel, player=others[0], now=clock.now))
    assert told == "link_closed"


def test_who_judges_a_case_about_the_first_table_does_not_play_its_deals(
    duel: Duel, first: Match, players: list[Player], others: list[Player], staff: Player, clock: Clock
) -> None:
    round_ = first.rounds.get(number=1)
    about = {"kind": CaseKind.OTHER, "text": "Was that right?", "now": clock.now}
    case = dispute_services.file_case(round_id=round_.pk, player=players[0], **about)
    assert signed_in(staff).get(f"/desk/{case.pk}/").status_code == 200
    table = services.open_duel_table(duel=duel, player=others[1], now=clock.now)
    assert refusal(lambda: services.sit(match_id=table.pk, player=staff, seat=3)) == "knows_the_cards"


def test_who_looked_on_before_the_link_was_made_does_not_play_its_deals(
    first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    """Signed in, at the table or when it was over; those who play there are not written down."""
    looks_on, newcomer, *_others = others
    for reader in (looks_on, looks_on, players[0]):
        assert client_of(reader).get(f"/t/{first.code}/").status_code == 200
    assert Client().get(f"/t/{first.code}/").status_code == 200
    assert [row.player for row in MatchSeen.objects.all()] == [looks_on]
    duel = services.offer_duel(match_id=first.pk, player=players[0], now=clock.now)
    code = refusal(lambda: services.open_duel_table(duel=duel, player=looks_on, now=clock.now))
    assert code == TableRefusal.KNOWS_THE_CARDS
    table = services.open_duel_table(duel=duel, player=newcomer, now=clock.now)
    code = refusal(lambda: services.sit(match_id=table.pk, player=looks_on, seat=3))
    assert code == TableRefusal.KNOWS_THE_CARDS


def test_who_read_a_case_before_the_link_was_made_does_not_play_its_deals(
    first: Match, players: list[Player], others: list[Player], staff: Player, clock: Clock
) -> None:
    case = asked(first, players[0], clock, CaseKind.OTHER)
    assert signed_in(staff).get(f"/desk/{case.pk}/").status_code == 200
    duel = services.offer_duel(match_id=first.pk, player=players[0], now=clock.now)
    table = services.open_duel_table(duel=duel, player=others[1], now=clock.now)
    assert refusal(lambda: services.sit(match_id=table.pk, player=staff, seat=3)) == "knows_the_cards"


def test_looking_on_at_a_table_of_a_club_writes_nothing(
    players: list[Player], others: list[Player], club: Club, clock: Clock
) -> None:
    """Its deals never become those of a duel."""
    Club.objects.filter(pk=club.pk).update(is_public=True)
    match = services.open_table(
        created_by=players[0], game="kraken", options={"rounds": 1}, now=clock.now, club=club
    )
    services.sit(match_id=match.pk, player=players[0])
    services.fill_with_bots(match_id=match.pk, player=players[0])
    services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    assert client_of(others[0]).get(f"/t/{match.code}/").status_code == 200
    assert not MatchSeen.objects.exists()


def decide(match: Match, arbiter: Player, clock: Clock, *, number: int, **decided: object) -> None:
    """A ruling about a round."""
    about = {"match_id": match.pk, "number": number, "player": arbiter.pk, "now": clock.now}
    services.open_review(**about)
    services.rule_round(ruled=RulingEffect(ruling=number, **decided), **about)


def test_a_ruled_round_is_compared_as_it_stands_and_said_to_be(
    duel: Duel, first: Match, players: list[Player], others: list[Player], staff: Player, clock: Clock
) -> None:
    """At the first table 100 points more for one side, at the second, by a revoke, 60 less for the other."""
    second = begun(duel, others, clock)
    play(second, clock)
    before = duel_sheet(duel, others[0]).rows
    assert not duel_sheet(duel, others[0]).has_rulings
    decide(first, staff, clock, number=1, points=(100, 0, 100, 0))
    decide(second, staff, clock, number=2, points=(0, -60, 0, -60))
    sheet = duel_sheet(duel, others[0])
    assert [(row.first.ruled, row.second.ruled) for row in sheet.rows[:2]] == [(True, False), (False, True)]
    assert sheet.has_rulings
    assert [row.gain for row in sheet.rows[:2]] == [before[0].gain + 100, before[1].gain - 60]
    for reader in (players[0], others[0]):
        page = text_of(client_of(reader).get(f"/duel/{duel.code}/"))
        assert "an arbiter decided these points afterwards" in page
        assert page.count('<span class="chip">arbiter</span>') == 2


def test_a_void_round_is_not_compared_and_the_page_says_why(
    duel: Duel, first: Match, others: list[Player], staff: Player, clock: Clock
) -> None:
    second = begun(duel, others, clock)
    decide(first, staff, clock, number=1, points=(0, 0, 0, 0), void=True)
    assert duel_sheet(duel, others[0]).left_out == ()
    play(second, clock)
    sheet = duel_sheet(duel, others[0])
    assert (sheet.left_out, 1 in [row.number for row in sheet.rows]) == ((1,), False)
    page = text_of(client_of(others[0]).get(f"/duel/{duel.code}/"))
    assert "Deal 1 is not compared: by the arbiter’s ruling it counts for nobody at one table" in page


def test_a_round_played_again_is_not_compared(
    first: Match, players: list[Player], others: list[Player], staff: Player, clock: Clock
) -> None:
    """A replay has other cards: its points say nothing about those of the duel."""
    case = asked(first, players[0], clock)
    ruled(case, staff, clock, RulingKind.REPLAY)
    again = case.round.replayed_in.get()
    assert played(again, clock) == again.rounds.get().points
    assert dispute_services.enter_replays(now=clock.now) == 1
    duel = services.offer_duel(match_id=first.pk, player=players[0], now=clock.now)
    second = begun(duel, others, clock)
    play(second, clock)
    sheet = duel_sheet(duel, others[0])
    assert sheet.left_out == (1,)
    assert 1 not in [row.number for row in sheet.rows]
    assert 2 in [row.number for row in sheet.rows]
