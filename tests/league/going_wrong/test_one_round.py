"""A substitute for one round of the evening: somebody who waits in that round stands in for it alone."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

import pytest

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Entrant, Evening, EveningMark, TableSeat
from games.league.queries import season_table
from games.league.services.evenings.seats import waits_tonight
from games.league.standings.scores import MarkKind, PlayedBy
from tests.clients import client_of
from tests.conftest import Clock
from tests.league import shown
from tests.league.conftest import close_evening, open_round
from tests.league.going_wrong.conftest import fresh, players_seated, with_rules
from tests.league.playing import write_sheet
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(five: Evening) -> tuple[Player, Player]:
    """Somebody with a seat in both rounds, and the player who waits in the first."""
    first, second = players_seated(five, 1), players_seated(five, 2)
    (waits,) = second - first
    return Player.objects.get(pk=min(first & second)), Player.objects.get(pk=waits)


def test_somebody_who_waits_stands_in_for_that_round_alone(
    five: Evening, pair: tuple[Player, Player], secretary: Player, clock: Clock
) -> None:
    absent, waits = pair
    about = {"evening_id": five.pk, "absent": absent, "instead": waits, "actor": secretary, "now": clock()}

    def substitute(only_round: int | None) -> None:
        services.substitute(version=fresh(five).version, only_round=only_round, **about)

    before = players_seated(five, 2)
    assert refusal(lambda: substitute(None)) == LeagueRefusal.SEATED_ALREADY
    assert refusal(lambda: substitute(2)) == LeagueRefusal.SEATED_ALREADY
    assert refusal(lambda: substitute(3)) == LeagueRefusal.NOT_SEATED
    substitute(1)
    assert waits.pk in players_seated(five, 1)
    assert absent.pk not in players_seated(five, 1)
    assert players_seated(five, 2) == before


def test_the_cockpit_offers_each_round(five: Evening, pair: tuple[Player, Player], secretary: Player) -> None:
    absent, waits = pair
    desk = client_of(secretary)
    assert 'name="only_round"' in desk.get(f"/e/{five.pk}/cockpit/").content.decode()
    sent = {
        "version": fresh(five).version,
        "do": "substitute",
        "absent": absent.pk,
        "instead": waits.pk,
        "only_round": "1",
    }
    assert desk.post(f"/e/{five.pk}/cockpit/do/", sent).status_code == 302
    assert waits.pk in players_seated(five, 1)


def stand_in(five: Evening, pair: tuple[Player, Player], secretary: Player, clock: Clock) -> None:
    """The player who waits in round 1 plays there for somebody who comes back for round 2."""
    absent, waits = pair
    services.substitute(
        evening_id=five.pk,
        version=fresh(five).version,
        absent=absent,
        instead=waits,
        actor=secretary,
        now=clock(),
        only_round=1,
    )


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "own", "helped"), [("absent", 1, 0), ("substitute", 0, 1), ("both", 1, 1)])
def test_somebody_who_plays_for_another_is_not_paid_for_waiting(
    five: Evening,
    pair: tuple[Player, Player],
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
    rule: str,
    own: int,
    helped: int,
) -> None:
    """Each hand is 100 : 62. The table's points of round 1 go where the rule says, and nobody has anything beside them:
    one waits in round 2, and has one table for it."""
    with_rules(five.competition, substitute=rule, attendance="free")
    absent, waits = (entrants[members.index(player)].pk for player in pair)
    stand_in(five, pair, secretary, clock)
    by_hand: Counter[int] = Counter()
    for number in (1, 2):
        for table in open_round(five, secretary, clock(), on_paper=True):
            write_sheet(table, (100, 62), now=clock())
            for seat in table.seats.all():
                points = 4 * (62 if seat.number % 2 else 100)
                lent = number == 1 and seat.entrant_id == absent
                by_hand[seat.entrant_id] += points * (own if lent else 1)
                by_hand[waits] += points * helped if lent else 0
    (idle,) = set(
        EveningMark.objects.filter(evening=five, kind=MarkKind.WAITED).values_list("entrant", flat=True)
    )
    assert idle not in {absent, waits}, "the other round is waited through by somebody else"
    by_hand[idle] *= 2
    close_evening(five, secretary, clock() + timedelta(days=2))
    shown.expect_five_times(fresh(five), members[5], dict(by_hand), entrants[:5])
    totals = {row.entrant: row.total for row in season_table(five.competition).rows}
    assert {entrant.pk: totals[entrant.pk] for entrant in entrants[:5]} == by_hand


def test_somebody_who_plays_for_another_is_not_named_as_waiting(
    five: Evening, pair: tuple[Player, Player], secretary: Player, clock: Clock
) -> None:
    stand_in(five, pair, secretary, clock)
    for address in (f"/e/{five.pk}/", f"/e/{five.pk}/cockpit/"):
        page = client_of(secretary).get(address).content.decode()
        assert page.count("Waiting: ") == 1, "in the other round alone"
        assert f"Waiting: {pair[1]}" not in page


def test_a_draw_does_not_count_the_round_of_a_substitute_as_waited(
    five: Evening,
    pair: tuple[Player, Player],
    members: list[Player],
    entrants: list[Entrant],
    secretary: Player,
    clock: Clock,
) -> None:
    helper = entrants[members.index(pair[1])].pk
    coming = [entrant.pk for entrant in entrants[:5]]
    assert waits_tonight(five, coming, after=2)[helper] == 1
    stand_in(five, pair, secretary, clock)
    assert waits_tonight(five, coming, after=2)[helper] == 0


def test_a_redraw_leaves_out_those_replaced_by_somebody_who_is_drawn(
    five: Evening,
    pair: tuple[Player, Player],
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """Somebody goes home in round 1 and waits in round 2; the player who waits in round 1 takes over."""
    (gone,) = players_seated(five, 1) - players_seated(five, 2)
    about = {"evening_id": five.pk, "actor": secretary, "now": clock()}
    services.substitute(
        **about, version=fresh(five).version, absent=Player.objects.get(pk=gone), instead=pair[1]
    )
    open_round(five, secretary, clock(), on_paper=True)
    page = client_of(secretary).get(f"/e/{five.pk}/cockpit/").content.decode()
    assert f"not drawn any more: {Player.objects.get(pk=gone)}." in page
    services.draw_rest(**about, version=fresh(five).version, chance=Random(1))
    everybody = {player.pk for player in members[:5]}
    assert players_seated(five, 2) == everybody - {gone}
    assert not EveningMark.objects.filter(evening=five, kind=MarkKind.WAITED).exists()
    page = client_of(secretary).get(f"/e/{five.pk}/cockpit/").content.decode()
    assert "not drawn any more" not in page
    back = entrants[members.index(Player.objects.get(pk=gone))]
    services.sign(evening_id=five.pk, entrant=back, comes=True, player=secretary, now=clock())
    services.draw_rest(**about, version=fresh(five).version, chance=Random(1))
    assert gone in players_seated(five, 2), "somebody who came back and has not waited is drawn again"


def test_a_substitute_from_outside_plays_on_after_a_redraw(
    five: Evening, pair: tuple[Player, Player], members: list[Player], secretary: Player, clock: Clock
) -> None:
    absent, stand_by = pair[0], members[10]
    about = {"evening_id": five.pk, "actor": secretary, "now": clock()}
    services.substitute(**about, version=fresh(five).version, absent=absent, instead=stand_by)
    for seed in range(4):
        services.draw_rest(**about, version=fresh(five).version, chance=Random(seed))
        seats = TableSeat.objects.filter(table__evening=five, entrant__members__player=absent)
        assert {(seat.player_id, seat.played_by) for seat in seats} == {(stand_by.pk, PlayedBy.SUBSTITUTE)}
