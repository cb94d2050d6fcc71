"""Promises about an account that is blocked on the site: it gets no seat, and who runs the evening is told why."""

from __future__ import annotations

from random import Random

import pytest
from django.urls import reverse

from accounts.models import Notice, Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, EveningMark, TableSeat
from tests.conftest import Clock
from tests.league.conftest import draw_evening, plan_evening, sign_up
from tests.league.shown import client_of
from tests.refused import refusal
from tests.table.tables import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """Nine have signed up."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:9], secretary, clock())
    return evening


def block(entrant: Entrant) -> Player:
    """As the site's admin does, who takes the tick "active" away."""
    player = entrant.members.get().player
    player.is_active = False
    player.save(update_fields=["is_active"])
    return player


def cockpit(evening: Evening, secretary: Player) -> str:
    return client_of(secretary).get(reverse("league:cockpit", args=[evening.pk])).content.decode()


def test_a_blocked_account_is_not_drawn_and_does_not_wait(
    evening: Evening, entrants: list[Entrant], secretary: Player
) -> None:
    blocked = block(entrants[2])
    page = cockpit(evening, secretary)
    assert f"No seat for {blocked.nickname}: blocked on this site." in page
    draw_evening(evening)
    assert TableSeat.objects.filter(table__evening=evening, table__round=1).count() == 8
    assert not TableSeat.objects.filter(table__evening=evening, entrant=entrants[2]).exists()
    assert not EveningMark.objects.filter(evening=evening, entrant=entrants[2]).exists()
    assert f"No seat for {blocked.nickname}: blocked on this site." in cockpit(evening, secretary)


def test_who_is_blocked_after_the_draw_loses_the_seat_with_a_new_draw(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    draw_evening(evening)
    blocked = block(entrants[2])
    page = cockpit(evening, secretary)
    assert f"Not here, but still with a seat: {blocked.nickname}." in page
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(3), actor=secretary, now=clock()
    )
    assert not TableSeat.objects.filter(table__evening=evening, entrant=entrants[2]).exists()


def test_no_other_way_leads_a_blocked_account_to_a_seat(
    competition: Competition, evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """A late table, an exchanged seat, a substitute."""
    draw_evening(evening)
    blocked = block(entrants[9])
    seat = TableSeat.objects.filter(table__evening=evening, table__round=1).select_related("player")[0]
    evening.refresh_from_db()
    about = {"evening_id": evening.pk, "version": evening.version, "actor": secretary, "now": clock()}
    assert (
        refusal(lambda: services.swap(round_number=1, one=seat.entrant_id, other=entrants[9].pk, **about))
        == LeagueRefusal.ACCOUNT_BLOCKED
    )
    seated = TableSeat.objects.filter(table__evening=evening, table__round=1).values("entrant")
    free = competition.entrants.exclude(pk__in=seated).exclude(pk=entrants[9].pk)
    late = [entrants[9].pk, *free.values_list("pk", flat=True)[:3]]
    assert (
        refusal(lambda: services.add_table(round_number=1, entrants=late, **about))
        == LeagueRefusal.ACCOUNT_BLOCKED
    )
    assert (
        refusal(lambda: services.substitute(absent=seat.player, instead=blocked, **about))
        == LeagueRefusal.ACCOUNT_BLOCKED
    )


def block_in_admin(player: Player, staff: Player) -> None:
    page, desk = reverse("admin:accounts_player_change", args=[player.pk]), client_of(staff)
    form = desk.get(page).context["adminform"].form
    filled = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    filled.pop("is_active")
    assert desk.post(page, filled).status_code == 302


def test_a_substitute_who_is_blocked_gives_the_seat_back(
    evening: Evening, entrants: list[Entrant], secretary: Player, staff: Player, clock: Clock
) -> None:
    """The absent one has it again, and who leads the evening finds somebody else; a new draw seats the substitute no
    more."""
    draw_evening(evening)
    instead = entrants[11].members.get().player
    seat = TableSeat.objects.filter(table__evening=evening, table__round=1).select_related("player")[0]
    evening.refresh_from_db()
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=seat.player,
        instead=instead,
        actor=secretary,
        now=clock(),
    )
    evening.refresh_from_db()
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    services.start_tables(evening_id=evening.pk, now=clock())
    block_in_admin(instead, staff)
    held = TableSeat.objects.filter(table__evening=evening, player=instead)
    assert list(held.values_list("table__round", flat=True)) == [1]
    assert Notice.objects.filter(player=secretary, subject__startswith="A seat is free").exists()
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(3), actor=secretary, now=clock()
    )
    assert not held.filter(table__round=2).exists()


def test_a_blocked_account_gets_up_from_a_table_that_waits_for_players(
    players: list[Player], staff: Player, clock: Clock
) -> None:
    match = open_table(players, clock.now, seated=2)
    block_in_admin(players[1], staff)
    assert list(match.seats.values_list("player", flat=True)) == [players[0].pk]
