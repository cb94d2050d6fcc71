"""Nobody plays the deals of a duel who has seen their cards: at the first table, looking on, or judging a case."""

from __future__ import annotations

from django.test import Client

from accounts.models import Club, Player
from games.disputes import services as dispute_services
from games.disputes.models import CaseKind
from games.table import services
from games.table.lobby.duels import knows_first_table
from games.table.lobby.queries import finished_tables
from games.table.log.errors import TableRefusal
from games.table.log.models import Match
from games.table.screen.spectators import may_look, may_look_back
from games.table.shared_deals import Duel, MatchSeen
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.cases import file_case
from tests.refused import refusal
from tests.table.lobby.duels.conftest import (
    begin_table,
)


def test_who_has_seen_the_deals_does_not_sit_down_at_them(
    duel: Duel, players: list[Player], others: list[Player], clock: Clock
) -> None:
    for known in (players[0], players[2]):
        code = refusal(lambda known=known: services.open_duel_table(duel=duel, player=known, now=clock.now))
        assert code == TableRefusal.KNOWS_THE_CARDS
    second = begin_table(duel, others[:2], clock)
    third = services.open_duel_table(duel=duel, player=others[2], now=clock.now)
    code = refusal(lambda: services.sit(match_id=third.pk, player=others[0], seat=0))
    assert code == TableRefusal.KNOWS_THE_CARDS
    assert second.seats.filter(player=others[0]).exists()


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
    for player in (players[0], others[1]):  # nor at a table that was left before
        told = refusal(lambda player=player: services.sit(match_id=table.pk, player=player, now=clock.now))
        assert told == "link_closed"


def test_who_judges_a_case_about_the_first_table_does_not_play_its_deals(
    duel: Duel, first: Match, players: list[Player], others: list[Player], staff: Player, clock: Clock
) -> None:
    round_ = first.rounds.get(number=1)
    about = {"kind": CaseKind.OTHER, "text": "Was that right?", "now": clock.now}
    case = dispute_services.file_case(round_id=round_.pk, player=players[0], **about)
    assert client_of(staff).get(f"/desk/{case.pk}/").status_code == 200
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
    case = file_case(first, players[0], clock, CaseKind.OTHER)
    assert client_of(staff).get(f"/desk/{case.pk}/").status_code == 200
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
