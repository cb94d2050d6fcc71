"""A table of Kalooki of an evening in the middle of its second deal: a pause by its pages, and another day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Club, Player
from games.engine.kalooki.state import Phase, State
from games.league import services
from games.league.models import Competition, Evening, LeagueTable
from games.league.queries import season_table
from games.table import steward
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.services import verify_log
from tests.clients import client_of
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.league.going_wrong.conftest import with_rules
from tests.league.playing import fix_deals, sheet_of
from tests.table.conftest import forget_everything
from tests.table.play import never, play_until, table_of
from tests.table.posting import form_on, press

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _like_a_new_process() -> Iterator[None]:
    forget_everything()
    yield
    forget_everything()


class FourAtATable:
    """A table of four of the evening, without a clock; deal 1 is on the sheet, in deal 2 cards lie on the pile. Pages
    read the real time, so it is when all of this happens."""

    def __init__(self, club: Club, members: list[Player], secretary: Player) -> None:
        self.now = timezone.now()
        season = services.create_season(club=club, name="Winter", now=self.now)
        competition = services.add_competition(
            season=season, name="Melds", game="kalooki", options={"deals": [1, 2]}, rounds=1
        )
        with_rules(competition, pace="none")
        for player in members[:4]:
            services.enter(competition=competition, players=[player])
        self.evening: Evening = plan_evening(competition, self.now)
        sign_up(self.evening, list(competition.entrants.all()), secretary, self.now)
        self.evening = draw_evening(self.evening)
        (self.table,) = open_round(self.evening, secretary, self.now)
        self.match = Match.objects.get(pk=self.table.match_id)
        seats = self.match.seats.select_related("player").order_by("number")
        self.players = [seat.player for seat in seats]
        self.play(in_the_second_deal)

    @property
    def clients(self) -> list[Client]:
        return [client_of(player) for player in self.players]

    @property
    def state(self) -> State:
        state: State = table_of(self.match).state.game_state
        return state

    def play(self, until: object) -> None:
        self.now = play_until(self.match, self.players, self.now, until, Random(3))

    def presses(self, seat: int, form_id: str, word: str) -> None:
        """The player of the seat presses that button on the page."""
        client = self.clients[seat]
        form = form_on(self.match, client, form_id)
        (button,) = [button for button in form.buttons if form.word(button) == word]
        press(client, form, button)

    def ticks(self, now: datetime) -> None:
        steward.tick(now, Random(1))
        self.match.refresh_from_db()


def in_the_second_deal(table: Table) -> bool:
    """Whether cards were discarded in the second deal, and somebody has drawn."""
    state = table.state.game_state
    deal = state.deal
    return (
        len(state.results) == 1
        and deal.contract_number == 2
        and len(deal.thrown) > 3
        and deal.phase is Phase.ACT
    )


@pytest.fixture
def four(
    league_club: Club, members: list[Player], secretary: Player, monkeypatch: pytest.MonkeyPatch
) -> FourAtATable:
    fix_deals(monkeypatch, 5)
    return FourAtATable(league_club, members, secretary)


def test_everybody_agrees_to_a_pause_and_the_deal_goes_on_where_it_was(
    four: FourAtATable, secretary: Player
) -> None:
    """Hands, pile, calls and the turn are as before; a discard while it runs is refused."""
    before = four.state
    client = four.clients[before.deal.turn if before.deal else 0]
    form = form_on(four.match, client, "hand")
    four.presses(0, "ask-pause", "pause")
    for seat in (1, 2, 3):
        four.presses(seat, "answer-agreements", "pause")
    assert table_of(four.match).state.paused_at is not None
    refused = client.post(form.action, form.pressed(form.buttons[0]))
    assert (refused.status_code, refused.headers["Refusal-Code"]) == (422, "paused")
    four.presses(3, "answer-agreements", "go_on")
    assert table_of(four.match).state.paused_at is None
    assert four.state == before
    assert_ended_well(four, secretary)


def test_a_table_left_in_the_middle_of_a_deal_is_played_on_another_day(
    four: FourAtATable, secretary: Player
) -> None:
    """Without a clock: after a day without a card the table is stopped, everything is kept, and each of its players can
    take it up by the page. Until then the evening is not closed: its page says which table is waited for."""
    before = four.state
    four.ticks(four.now + timedelta(hours=25))
    assert four.match.status == Match.Status.STOPPED
    assert "Everything is kept." in four.clients[2].get(f"/t/{four.match.code}/").content.decode()
    desk, leading = client_of(secretary), f"/e/{four.evening.pk}/cockpit/"
    four.evening.refresh_from_db()
    refused = desk.post(f"{leading}do/", {"do": "close", "version": f"{four.evening.version}"})
    assert (refused.status_code, refused.headers["Refusal-Code"]) == (422, "table_stopped")
    page = refused.content.decode()
    assert "Table 1 of round 1 was stopped, and its players can still go on with it." in page
    assert "stopped, to go on" in page
    assert "Break off" in desk.get(f"/e/{four.evening.pk}/table/{four.table.pk}/").content.decode()
    four.presses(2, "answer-agreements", "go_on")
    four.match.refresh_from_db()
    assert four.match.status == Match.Status.RUNNING
    assert four.state == before
    assert_ended_well(four, secretary)


def assert_ended_well(four: FourAtATable, secretary: Player) -> None:
    """The match is played out, its log holds, and the evening counts what its sheet says."""
    four.now = max(four.now, timezone.now())
    four.play(never)
    assert verify_log(four.match) == ()
    close_evening(four.evening, secretary, four.now)
    table = LeagueTable.objects.get()
    rows = season_table(Competition.objects.get()).rows
    assert {row.entrant: row.total for row in rows} == sheet_of(table)
