"""Maintenance waits for running rounds: no match starts, no round is dealt, and everything goes on afterwards."""

from __future__ import annotations

from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Player
from games.engine.seats import HOUSE
from games.table import maintenance, services, steward
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.models import Deal, Match, Round
from games.table.log.models import Seat as SeatRow
from kraken_site.management.commands.demo import play
from tests.conftest import Clock
from tests.table.play import start_match
from tests.table.tables import open_table, start_table

pytestmark = pytest.mark.django_db


def between_rounds(players: list[Player], clock: Clock) -> Match:
    """A match whose first round is closed and whose second is not dealt yet."""
    match = start_table(players, clock(), {"rounds": 2})
    play(
        match,
        until=lambda table: bool(table.game.results(table.state.game_state)),
        now=clock(),
        rng=Random(5),
    )
    match.refresh_from_db()
    return match


def command(*words: str) -> str:
    """The output of the command."""
    out = StringIO()
    call_command("maintenance", *words, stdout=out)
    return out.getvalue()


def test_no_match_starts(players: list[Player], clock: Clock) -> None:
    match = open_table(players, clock())
    maintenance.announce(text="Soon", now=clock())
    with pytest.raises(TableRefused) as refused:
        services.start_match(match_id=match.pk, player=players[0], now=clock())
    assert refused.value.code == TableRefusal.MAINTENANCE
    maintenance.end()
    services.start_match(match_id=match.pk, player=players[0], now=clock())


def test_a_round_is_played_out_and_the_next_waits(players: list[Player], clock: Clock) -> None:
    match = between_rounds(players, clock)
    maintenance.announce(text="Soon", now=clock())
    for _look in range(60):
        steward.tick(clock.advance(10), Random(1))
    assert Round.objects.filter(match=match).count() == 1
    maintenance.end()
    for _look in range(60):
        steward.tick(clock.advance(10), Random(1))
    assert Round.objects.filter(match=match).count() == 2
    assert services.verify_log(Match.objects.get(pk=match.pk)) == ()


def test_a_further_deal_of_a_round_is_dealt(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players, now=clock(), options={"rounds": 2}, game="kan")
    play(match, until=_waits_for_the_second_deal, now=clock(), rng=Random(5))
    assert not Round.objects.filter(match=match, status=Round.Status.CLOSED).exists()
    maintenance.announce(text="Soon", now=clock())
    for _look in range(60):
        steward.tick(clock.advance(10), Random(1))
    assert Deal.objects.filter(match=match).count() == 2


def _waits_for_the_second_deal(table: Table) -> bool:
    house = table.game.pending(table.state.game_state).get(HOUSE)
    return (
        table.game.progress(table.state.game_state).deal == 1 and house is not None and house.kind == "deal"
    )


def test_the_command_counts_rounds_where_somebody_is_present(players: list[Player], clock: Clock) -> None:
    start_table(players, clock(), {"rounds": 2})
    assert "announced. Rounds being played: 0." in command("on")
    SeatRow.objects.filter(player=players[0]).update(away_since=None)
    assert "Rounds being played: 1." in command("status")
    with pytest.raises(CommandError, match="still being played"):
        command("on", "--wait", "0.01")
    assert "over" in command("off")
    assert "not announced" in command("status")


def test_a_text_that_is_too_long_is_refused_and_nothing_is_announced() -> None:
    with pytest.raises(CommandError, match="200 characters"):
        command("on", "--text", "x" * 201)
    assert not maintenance.is_announced()


def test_every_page_shows_the_text(clock: Clock) -> None:
    maintenance.announce(text="Back at <ten>", now=clock())
    maintenance.read()
    assert "Back at &lt;ten&gt;" in Client().get("/").content.decode()
    maintenance.end()
    maintenance.read()
    assert "Back at" not in Client().get("/").content.decode()


def test_the_usual_text_is_read_in_the_language_of_the_reader() -> None:
    command("on")
    maintenance.read()
    here = {tongue: Client(headers={"accept-language": tongue}).get("/") for tongue in ("en", "nl")}
    command("off")
    maintenance.read()
    assert "Maintenance begins soon: rounds are played out." in here["en"].content.decode()
    assert "Zo begint onderhoud: rondes worden uitgespeeld." in here["nl"].content.decode()
