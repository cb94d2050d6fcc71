"""Cards for conduct at a club whose first evening is over, and evenings that follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from accounts.models import Club, Player
from games.club_clock import club_clock
from games.disputes import conduct, services
from games.disputes.models import Colour, ConductCard, Offence
from games.league.models import Competition, Entrant, Evening, LeagueTable
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up

WEEK = 7 * 24 * 3600


@pytest.fixture(autouse=True)
def clock_of_the_club(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The club's clock shows the time of the test."""
    monkeypatch.setattr(club_clock, "now", lambda: clock.now)


@pytest.fixture
def club(league_table: LeagueTable, clock: Clock) -> Club:
    """The club, at the end of its first evening, which began four hours ago."""
    Evening.objects.filter(pk=league_table.evening_id).update(starts_at=clock.now - timedelta(hours=4))
    return league_table.evening.competition.season.club


@pytest.fixture
def give(club: Club, arbiters: list[Player], clock: Clock) -> Callable[..., ConductCard]:
    """A function by which the first arbiter gives a card."""

    def given(player: Player, colour: Colour = Colour.YELLOW, **more: object) -> ConductCard:
        return services.give_conduct_card(
            club=club,
            player=player,
            colour=colour,
            offence=Offence.ACCUSED,
            reason="“You cheat”, at the bar.",
            arbiter=arbiters[0],
            now=clock.now,
            **more,
        )

    return given


@pytest.fixture
def hold_evening(
    competition: Competition, secretary: Player, clock: Clock
) -> Callable[[Sequence[Entrant]], None]:
    """A function that holds an evening a week later with these four people, as far as their table being started."""

    def held(who: Sequence[Entrant]) -> None:
        evening = plan_evening(competition, clock.advance(WEEK))
        sign_up(evening, who, secretary, clock.now)
        draw_evening(evening)
        open_round(evening, secretary, clock.now)

    return held


def record_of(card: ConductCard) -> conduct.OnRecord:
    (found,) = conduct.on_record([ConductCard.objects.get(pk=card.pk)])
    return found
