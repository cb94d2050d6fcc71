"""Table cards of an evening on which all have the same cards: who sits where with which deals, and where to go next."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.models import Evening, TableSeat
from games.league.services.evenings.seats import waiting_by_round
from tests.conftest import Clock
from tests.league import shown
from tests.league.conftest import draw_evening, members_of, plan_evening, sign_up
from tests.league.duplicate.conftest import Made, compared_competition

pytestmark = pytest.mark.django_db
CARD = re.compile(r'<section class="paper-card.*?</section>', re.DOTALL)


class Spot(NamedTuple):
    """Where a card says that people sit: round, table and the head of the column."""

    round: int
    table: int
    place: str


def cards_of(evening: Evening, reader: Player) -> list[str]:
    page = shown.page(shown.client_of(reader), "league:evening_print", evening.pk, "cards")
    return CARD.findall(page)


def spots_of(cards: list[str]) -> dict[str, dict[int, tuple[Spot, str]]]:
    """By name and round where they sit, and where the card sends them afterwards."""
    found: dict[str, dict[int, tuple[Spot, str]]] = defaultdict(dict)
    for card in cards:
        table = re.search(r"Table (\d+)", card)
        assert table is not None
        heads, *rounds = shown.rows_of(card)
        for number, _deals, _dealers, *cells in rounds:
            for head, cell in zip(heads[3:], cells, strict=True):
                names, _arrow, then = cell.partition(" → ")
                found[names][int(number)] = Spot(int(number), int(table[1]), head), then
    return found


def follow(spot: Spot, then: str) -> Spot:
    """The place to which people go who sit there and read that."""
    if then == "stay here":
        return Spot(spot.round + 1, spot.table, spot.place)
    turned = re.fullmatch(r"this table, (.+)", then)
    if turned is not None:
        return Spot(spot.round + 1, spot.table, turned[1])
    there = re.fullmatch(r"(?:wait; in round (\d+) )?table (\d+), (.+)", then)
    assert there is not None, then
    return Spot(int(there[1] or spot.round + 1), int(there[2]), there[3])


@pytest.mark.parametrize("movement", ["mitchell", "arrow_switch", "howell"])
def test_pairs_who_follow_the_cards_sit_where_they_were_drawn(
    evening_of: Made, secretary: Player, movement: str
) -> None:
    """Eleven pairs, of whom one waits in each round: a card for each of the five tables."""
    rules = {"counting": "matchpoints", "movement": movement}
    evening = evening_of(11, rounds=5, rules=rules)
    cards = cards_of(evening, secretary)
    assert len(cards) == 5
    spots = spots_of(cards)
    assert {spot.place for own in spots.values() for spot, _then in own.values()} == {
        "North-South",
        "East-West",
    }
    for own in spots.values():
        for number, (spot, then) in own.items():
            later = [following for following in own if following > number]
            if later:
                assert follow(spot, then) == own[min(later)][0]
            else:
                assert then == ("" if number == 5 else "wait")
    waited = {number: len(each) for number, each in waiting_by_round(evening).items()}
    assert waited == dict.fromkeys(range(1, 6), 1)
    assert [sum(number in own for own in spots.values()) for number in range(1, 6)] == [10] * 5


def test_the_cards_number_the_deals_as_the_lists_do(evening_of: Made, secretary: Player) -> None:
    [first, *_others] = cards_of(evening_of(6), secretary)
    assert [row[:2] for row in list(shown.rows_of(first))[1:]] == [["1", "1–2"], ["2", "3–4"]]


def test_the_first_column_has_the_cards_of_north_and_south(evening_of: Made, secretary: Player) -> None:
    evening = evening_of(6)
    spots = spots_of(cards_of(evening, secretary))
    for seat in TableSeat.objects.filter(table__evening=evening).select_related("table", "player"):
        place = "North-South" if seat.number in (0, 2) else "East-West"
        spot = Spot(seat.table.round, seat.table.number, place)
        [names] = [names for names, own in spots.items() if seat.player.nickname in names.split(" – ")]
        assert spots[names][seat.table.round][0] == spot


def test_single_players_find_their_own_place(singles_of: Made, secretary: Player) -> None:
    """With another partner every round each of four goes to another place."""
    spots = spots_of(cards_of(singles_of(13, rounds=3), secretary))
    assert len(spots) == 13
    for own in spots.values():
        for number, (spot, then) in own.items():
            later = [following for following in own if following > number]
            if later:
                assert follow(spot, then) == own[min(later)][0]


def test_both_pairs_of_a_team_are_sent_to_their_own_table(
    league_club: Club, secretary: Player, clock: Clock
) -> None:
    competition = compared_competition(
        league_club, clock(), rounds=3, rules={"counting": "scale"}, seating="round_robin", size=4
    )
    people = members_of(league_club, 16, clock())
    teams = [
        services.enter(competition=competition, players=people[at : at + 4], name=f"Team {at}")
        for at in range(0, 16, 4)
    ]
    evening = plan_evening(competition, clock())
    sign_up(evening, teams, secretary, clock())
    spots = spots_of(cards_of(draw_evening(evening), secretary))
    assert len(spots) == 8
    for own in spots.values():
        for number, (spot, then) in own.items():
            if number < 3:
                assert follow(spot, then) == own[number + 1][0]
            else:
                assert then == "", "the third round is the last"


def test_a_pair_is_sent_to_the_table_where_a_substitute_sits_for_it(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """In the second round alone: in the third they sit there themselves again."""
    evening = evening_of(6, rounds=3)
    before = spots_of(cards_of(evening, secretary))
    other = Player.objects.create_user(username="other", nickname="Other")
    seat = TableSeat.objects.filter(table__evening=evening, table__round=2).select_related("player").first()
    assert seat is not None
    away = seat.player.nickname
    seat.player, seat.played_by = other, "substitute"
    seat.save()
    after = spots_of(cards_of(evening, secretary))
    [pair] = [names for names in before if away in names.split(" – ")]
    assert {number: after[pair][number] for number in (1, 3)} == {
        number: before[pair][number] for number in (1, 3)
    }
    [instead] = [names for names in after if "Other" in names.split(" – ")]
    assert after[instead] == {2: before[pair][2]}
