"""A duel outside the clubs: the deals of a finished table, played by others from the other side."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Club, Notice, Player, PlayerKind
from games.table import services
from games.table.lobby.access import require_free_seat
from games.table.lobby.duels import sides_at
from games.table.lobby.queries import finished_tables, my_tables
from games.table.log import loading
from games.table.log.errors import TableRefusal
from games.table.log.models import Match
from games.table.shared_deals import Duel
from tests.clients import client_of
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.lobby.duels.conftest import (
    ROUNDS,
    begin_table,
    first_round_closed,
    play,
    play_first_table,
    text_of,
)
from tests.table.play import start_match, step, table_of


def decks(match: Match) -> list[str]:
    dealt = match.actions.filter(kind="game", data__do="deal").order_by("seq")
    return [row.data["deck"] for row in dealt]


def hands_and_dealers(match: Match) -> list[dict[str, str]]:
    return [row.data for row in match.actions.filter(kind="game", data__do="deal").order_by("seq")]


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
    second = begin_table(duel, others, clock)
    assert second.seats.get(player=others[0]).number == 1
    play(second, clock)
    assert hands_and_dealers(second)[:ROUNDS] == hands_and_dealers(first)[:ROUNDS]
    assert len(set(decks(second))) == ROUNDS
    assert str(sides_at(duel, second).newcomers) == "Emma & Finn"
    assert str(sides_at(duel, first).hosts) == "Anna & Cleo"
    assert str(sides_at(duel, first).newcomers) == "two bots"


def test_the_first_table_is_told_when_its_deals_were_played(
    duel: Duel, first: Match, others: list[Player], clock: Clock
) -> None:
    """Once, with the link; not while they are being played, and not those who played them."""
    second = begin_table(duel, others, clock)
    assert not Notice.objects.filter(url__startswith=f"/duel/{duel.code}/").exists()
    play(second, clock)
    told = Notice.objects.filter(url=f"/duel/{duel.code}/?table={second.code}")
    assert sorted(each.player_id for each in told) == sorted(
        first.seats.filter(player__kind=PlayerKind.PERSON).values_list("player", flat=True)
    )
    page = client_of(first.seats.get(number=0).player).get("/me/notices/").content.decode()
    assert "Your cards were played from the other side" in page
    assert "Emma" in page


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
    second = begin_table(duel, others, clock)
    assert decks(second)[0] == decks(first)[0]


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
        require_free_seat(table, 0)
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

    assert why(start_match(players=players, now=clock.now)) == TableRefusal.NOT_FINISHED
    assert (
        why(start_match(players=players, now=clock.now, game="rosbiratschka")) == TableRefusal.NO_OTHER_SIDE
    )
    to_points = {"match_length": "points"}
    assert why(start_match(players=players, now=clock.now, options=to_points)) == TableRefusal.NO_OTHER_SIDE
    of_club = services.open_table(
        created_by=players[0], game="kraken", options={"rounds": 1}, now=clock.now, club=club
    )
    services.sit(match_id=of_club.pk, player=players[0])
    services.fill_with_bots(match_id=of_club.pk, player=players[0])
    services.start_match(match_id=of_club.pk, player=players[0], now=clock.now)
    play(of_club, clock)
    assert why(of_club) == TableRefusal.OF_A_CLUB


def test_a_table_of_the_duel_is_listed_and_looked_back_at_when_it_is_over(
    duel: Duel, others: list[Player], clock: Clock
) -> None:
    second = begin_table(duel, others, clock)
    play(second, clock, first_round_closed)
    assert [row.code for row in my_tables(others[0])] == [second.code]
    own = client_of(others[0])
    assert own.get(f"/t/{second.code}/record.json").get("Refusal-Code") == TableRefusal.ALL_ROUNDS_FIRST
    assert "Your hand" in text_of(own.get(f"/t/{second.code}/round/1/"))
    play(second, clock)
    assert own.get(f"/t/{second.code}/record.json").status_code == 200
    assert [row.code for row in finished_tables(others[0])] == [second.code]


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
    assert "won the duel" in page or "a draw" in page
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


def test_the_first_table_says_your_duel_once_the_link_is_made(
    first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    """On the first page, at the table, in its menu and in the look back; a newer match can be a challenge too."""
    anna, link = client_of(players[0]), f"/t/{first.code}/duel/"
    assert "Your duel" not in text_of(anna.get(f"/t/{first.code}/"))
    page = anna.post(link)["Location"]
    for path in (f"/t/{first.code}/", f"/t/{first.code}/round/1/", "/"):
        told = text_of(anna.get(path))
        assert "Your duel" in told, path
        assert f'href="{page if path == "/" else link}"' in told, path
        assert "Challenge friends" not in told, path
    newer = play_first_table([*players[:2], others[2]], Clock(clock.now + timedelta(days=1)))
    told = text_of(anna.get("/"))
    assert f'href="{page}"' in told
    assert f'href="/t/{newer.code}/duel/"' in told
    anna.post(page, {"do": "close"})
    assert "Your duel" not in text_of(anna.get("/"))


def test_the_table_of_friends_leads_to_the_duel_after_each_deal_and_at_the_end(
    duel: Duel, others: list[Player], clock: Clock
) -> None:
    second = begin_table(duel, others, clock)
    emma, path, link = client_of(others[0]), f"/t/{second.code}/", f'href="/t/{second.code}/duel/"'
    page = text_of(emma.get(path))
    assert "The duel: who made more so far" in page
    assert page.count(link) == 1, "in the menu"
    play(second, clock, first_round_closed)
    page = text_of(emma.get(path))
    assert "Who made more with these cards" in page
    assert page.count(link) == 2, "in the menu, and beside the result of the deal"
    play(second, clock)
    page = text_of(emma.get(path))
    assert "See who won the duel" in page
    assert "In the duel counts who made more of the same cards." in page
    assert page.count(link) == 2, "in the menu, and at the end"
    assert "Challenge friends" not in page


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
