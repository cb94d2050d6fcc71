"""What a card carries over to the next evenings of its player, and which evenings count."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import Club, Notice, Player
from games.disputes import conduct, services
from games.disputes.models import Colour, ConductCard
from games.league import services as league_services
from games.league.models import Competition, Entrant, Evening, SubstituteRequest
from games.league.services.substitutes import accept_request
from games.table import services as table_services
from games.table.log.models import Match
from games.table.services.seats import open_table_like
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.conduct.conftest import WEEK, record_of
from tests.disputes.conftest import MADE
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def test_a_yellow_card_is_on_record_over_four_evenings_its_player_plays(
    give: Callable[..., ConductCard],
    hold_evening: Callable[..., None],
    entrants: list[Entrant],
    members: list[Player],
    clock: Clock,
) -> None:
    """An evening without the player makes it no shorter, nor does the rest of the evening on which it was given."""
    card = give(members[0])
    left = [record_of(card).left]
    for who in (entrants[:4], entrants[4:8], entrants[:4], entrants[:4], entrants[:4]):
        hold_evening(who)
        left.append(record_of(card).left)
    assert left == [4, 3, 3, 2, 1, 0]
    assert not record_of(card).counts


def test_a_red_card_costs_the_next_evening_and_stays_on_record_after_it(
    give: Callable[..., ConductCard],
    hold_evening: Callable[..., None],
    entrants: list[Entrant],
    members: list[Player],
) -> None:
    card = give(members[0], Colour.RED)
    assert record_of(card).sits_out
    hold_evening(entrants[4:8])
    assert (record_of(card).sits_out, record_of(card).left) == (False, 4)
    hold_evening(entrants[:4])
    assert record_of(card).left == 3


def test_a_second_yellow_card_is_red_while_the_first_is_on_record(
    give: Callable[..., ConductCard], hold_evening: Callable[..., None], members: list[Player]
) -> None:
    player = members[0]
    give(player)
    second = give(player)
    assert (second.colour, second.second) == (Colour.RED, True)


def test_a_card_after_the_first_has_gone_is_yellow_again(
    give: Callable[..., ConductCard],
    hold_evening: Callable[..., None],
    entrants: list[Entrant],
    members: list[Player],
) -> None:
    player = members[0]
    give(player)
    for _ in range(conduct.EVENINGS_ON_RECORD):
        hold_evening(entrants[:4])
    assert give(player).colour == Colour.YELLOW


def test_a_card_that_is_taken_back_carries_nothing_over(
    give: Callable[..., ConductCard], members: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    player = members[0]
    card = give(player)
    for _twice in range(2):
        services.withdraw_conduct_card(
            card_id=card.pk, arbiter=arbiters[1], reason="It was the other table.", now=clock.now
        )
    assert not record_of(card).counts
    assert give(player).colour == Colour.YELLOW
    assert AuditEntry.objects.filter(what="conduct_card_back").count() == 1


def test_with_a_card_on_record_the_grid_never_says_yellow() -> None:
    """Because the program turns that card into a red one."""
    assert not {again for _first, again in conduct.GRID.values()} & {
        conduct.Penalty.YELLOW,
        conduct.Penalty.WORD,
    }


def test_a_table_outside_an_evening_is_no_evening(
    give: Callable[..., ConductCard], club: Club, match: Match, seated_players: list[Player], clock: Clock
) -> None:
    """Another match of the club, alone with bots on a later day: a card would be gone after four of those."""
    yellow, red = give(seated_players[0]), give(seated_players[1], Colour.RED)
    for player in seated_players[:2]:
        alone = open_table_like(
            match,
            created_by=player,
            options=match.options,
            now=clock.advance(WEEK),
            visibility=match.visibility,
        )
        assert alone.club == club
        table_services.sit(match_id=alone.pk, player=player)
        table_services.fill_with_bots(match_id=alone.pk, player=player)
        table_services.start_match(match_id=alone.pk, player=player, now=clock.now)
    assert record_of(yellow).left == conduct.EVENINGS_ON_RECORD
    assert record_of(red).sits_out


def test_a_sheet_typed_on_another_day_is_of_its_evening(
    give: Callable[..., ConductCard], match: Match, seated_players: list[Player], clock: Clock
) -> None:
    """A table of an evening before the card, begun after it: postponed, or on a sheet that came in later."""
    yellow, red = give(seated_players[0]), give(seated_players[1], Colour.RED)
    Match.objects.filter(pk=match.pk).update(started_at=clock.advance(WEEK))
    assert record_of(yellow).left == conduct.EVENINGS_ON_RECORD
    assert record_of(red).sits_out


def test_an_evening_counts_once_its_tables_are_open(
    give: Callable[..., ConductCard],
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """Tables drawn days ahead are no evening yet, and an evening that is called off never was."""
    yellow, red = give(members[0]), give(members[5], Colour.RED)
    evening = plan_evening(competition, clock.advance(WEEK))
    sign_up(evening, entrants[:4], secretary, clock.now)
    evening = draw_evening(evening)
    assert (record_of(yellow).left, record_of(red).sits_out) == (4, True)
    league_services.cancel_evening(
        evening_id=evening.pk, version=evening.version, actor=secretary, reason="Snow.", now=clock.now
    )
    assert (record_of(yellow).left, record_of(red).sits_out) == (4, True)


def test_who_was_replaced_at_the_table_played_that_evening(
    give: Callable[..., ConductCard],
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """They played the first round, their substitute plays the rest. The table counts once its sheet is begun."""
    left, came, stayed = give(members[0]), give(members[9]), give(members[10])
    evening = plan_evening(competition, clock.advance(WEEK))
    sign_up(evening, entrants[:4], secretary, clock.now)
    draw_evening(evening)
    (table,) = open_round(evening, secretary, clock.now, on_paper=True)
    evening.refresh_from_db()
    league_services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=members[0],
        instead=members[9],
        actor=secretary,
        now=clock.now,
        after_rounds=1,
    )
    assert [record_of(card).left for card in (left, came, stayed)] == [4, 4, 4]
    league_services.type_round(
        table_id=table.pk, number=1, values={**MADE, "points": "100"}, player=members[9], now=clock.now
    )
    assert [record_of(card).left for card in (left, came, stayed)] == [3, 3, 4]


def test_a_red_card_costs_the_first_evening_that_begins_after_it_and_no_other(
    give: Callable[..., ConductCard],
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """Given in the afternoon it costs the evening of the same day."""
    first = plan_evening(competition, clock.advance(WEEK))
    second = plan_evening(competition, clock.now + timedelta(days=7))
    clock.now = first.starts_at - timedelta(hours=3)
    card = give(members[0], Colour.RED)

    def shown(evening: Evening) -> bool:
        page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
        return "red card: does not play" in page.content.decode()

    assert (shown(first), shown(second)) == (True, False)
    sign_up(first, entrants[4:8], secretary, clock.now - timedelta(hours=2))
    draw_evening(first)
    assert (shown(first), shown(second)) == (True, False)
    open_round(first, secretary, first.starts_at)
    assert not record_of(card).sits_out
    assert (shown(first), shown(second)) == (False, False)
    assert record_of(card).left == 4


def test_a_red_card_does_not_wait_for_an_evening_that_nobody_held(
    give: Callable[..., ConductCard], competition: Competition, members: list[Player], clock: Clock
) -> None:
    card = give(members[0], Colour.RED)
    forgotten = plan_evening(competition, clock.advance(WEEK))
    following = plan_evening(competition, forgotten.starts_at + timedelta(days=7))

    def barred() -> list[bool]:
        both = (forgotten, following)
        return [
            members[0].pk in conduct.sitting_out_by_card(club=card.club_id, starts_at=each.starts_at)
            for each in both
        ]

    clock.now = forgotten.starts_at + timedelta(hours=2)
    assert (record_of(card).misses, barred()) == (forgotten.starts_at, [True, False]), "it may begin late"
    clock.now = following.starts_at - timedelta(hours=1)
    assert (record_of(card).misses, barred()) == (following.starts_at, [False, True])


def test_who_sits_out_takes_no_seat_of_the_evening_alone(
    give: Callable[..., ConductCard],
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """Neither by the link of a table with a free seat, nor by the answer to a request; who leads the evening may still
    choose them."""
    give(members[8], Colour.RED)
    evening = plan_evening(competition, clock.advance(WEEK))
    sign_up(evening, entrants[:8], secretary, clock.now)
    draw_evening(evening)
    evening.refresh_from_db()
    league_services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock.now)
    match = evening.tables.filter(round=1).earliest("number").match
    gone = match.seats.select_related("player").earliest("number").player
    table_services.leave_seat(match_id=match.pk, player=gone)
    assert refusal(lambda: table_services.sit(match_id=match.pk, player=members[8])) == "sits_out"
    asked = {"evening_id": evening.pk, "absent": gone, "actor": secretary, "now": clock.now}
    league_services.ask_for_substitute(**asked)
    assert not Notice.objects.filter(player=members[8], kind="substitute").exists()
    assert Notice.objects.filter(player=members[9], kind="substitute").exists()
    request = SubstituteRequest.objects.get()
    answer = {"request_id": request.pk, "player": members[8], "now": clock.now}
    assert refusal(lambda: accept_request(**answer)) == "sits_out"
    evening.refresh_from_db()
    league_services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=gone,
        instead=members[8],
        actor=secretary,
        now=clock.now,
    )
    assert match.seats.filter(player=members[8]).exists()
