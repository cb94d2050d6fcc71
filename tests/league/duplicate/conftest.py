"""An evening on which all tables have the same cards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Club, Player
from games.bots.registry import Level, player
from games.league import services
from games.league.models import Competition, Entrant, Evening, TableSeat
from games.table import steward
from tests.conftest import Clock
from tests.league.conftest import draw_evening, enter_all, members_of, plan_evening, sign_up

Made = Callable[..., Evening]


@pytest.fixture(autouse=True)
def _bots_search_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot plays as at the easy level: how the deals of an evening are compared does not hang on how well it plays,
    and its search at each card takes a quarter of such a test. `tests/daily` has bots that search."""
    monkeypatch.setattr(steward, "player", lambda game, _level, seed: player(game, Level.EASY, seed))


def compared_competition(club: Club, now: datetime, **chosen: object) -> Competition:
    """A competition of fixed pairs who all have the same cards, two rounds of two deals."""
    about: dict[str, object] = {
        "rounds": 2,
        "options": {"rounds": 2},
        "rules": {"counting": "matchpoints"},
        "seating": "pairs",
        "size": 2,
    }
    return services.add_competition(
        season=services.create_season(club=club, name="Same cards", now=now),
        name="Same cards",
        game="kraken",
        **(about | chosen),
    )


def enter_pairs(competition: Competition, players: list[Player]) -> list[Entrant]:
    """The players two by two."""
    return enter_all(competition, [players[at : at + 2] for at in range(0, len(players), 2)])


def draw_evening_of(club: Club, pairs: int, secretary: Player, now: datetime, **chosen: object) -> Evening:
    """An evening of so many pairs, drawn."""
    competition = compared_competition(club, now, **chosen)
    entrants = enter_pairs(competition, members_of(club, 2 * pairs, now))
    evening = plan_evening(competition, now)
    sign_up(evening, entrants, secretary, now)
    return draw_evening(evening)


@pytest.fixture
def evening_of(league_club: Club, secretary: Player, clock: Clock) -> Made:
    """A drawn evening of so many pairs."""

    def made(pairs: int, **chosen: object) -> Evening:
        return draw_evening_of(league_club, pairs, secretary, clock(), **chosen)

    return made


@pytest.fixture
def singles_of(league_club: Club, secretary: Player, clock: Clock) -> Made:
    """A drawn evening of so many single players, with another partner every round."""

    def made(players: int, **chosen: object) -> Evening:
        competition = compared_competition(league_club, clock(), seating="rotating", size=1, **chosen)
        entrants = enter_all(competition, [[player] for player in members_of(league_club, players, clock())])
        evening = plan_evening(competition, clock())
        sign_up(evening, entrants, secretary, clock())
        return draw_evening(evening)

    return made


def seat_a_bot(evening: Evening, secretary: Player, now: datetime) -> TableSeat:
    """A bot plays for the player of seat 0 at table 1, whose seat as it was is returned."""
    absent = evening.tables.get(number=1).seats.select_related("player").get(number=0)
    evening.refresh_from_db()
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=absent.player,
        instead=None,
        actor=secretary,
        now=now,
    )
    return absent
