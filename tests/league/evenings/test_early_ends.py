"""What breaking off a table, or closing an evening early, costs: told before the tap, and so it comes out."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import Club, Player
from games.engine import registry
from games.league.models import Evening, LeagueTable
from games.league.queries import season_table
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, members_of, open_round, plan_evening, sign_up
from tests.league.duplicate.conftest import Made, compared_competition, enter_pairs, evening_of
from tests.league.playing import play

pytestmark = pytest.mark.django_db
__all__ = ["evening_of"]


def costs(table: LeagueTable, reader: Player) -> tuple[str, ...]:
    """What the page of a table says before it is broken off."""
    answer = client_of(reader).get(reverse("league:cockpit_table", args=[table.evening_id, table.pk]))
    assert 'id="break-off-costs"' in answer.content.decode()
    return tuple(answer.context["break_off_costs"])


def act(evening: Evening, actor: Player, do: str, **about: object) -> Any:
    evening.refresh_from_db()
    path = reverse("league:cockpit_do", args=[evening.pk])
    return client_of(actor).post(path, {"do": do, "version": evening.version, **about})


def test_the_cockpit_asks_on_the_page_of_the_table_and_writes_nothing(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, rounds=1)
    first, *_others = open_round(evening, secretary, clock())
    desk = client_of(secretary)
    page = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert 'value="ask_break_off"' in page
    assert 'value="break_off"' not in page
    answer = act(evening, secretary, "ask_break_off", table=first.pk)
    path = reverse("league:cockpit_table", args=[evening.pk, first.pk])
    assert (answer.status_code, answer["Location"]) == (302, f"{path}?break_off=1#breaking-off")
    first.refresh_from_db()
    assert first.broken_off_at is None
    assert '<details class="fold" id="breaking-off" open>' in desk.get(answer["Location"]).content.decode()
    assert '<details class="fold" id="breaking-off" open>' not in desk.get(path).content.decode()


def test_what_is_lost_and_what_the_rest_is_worth_with_the_same_cards(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """One of two deals is played: it counts, the other does not, and both pairs have the mean of the one."""
    evening = evening_of(6, rounds=1)
    one, other, last = open_round(evening, secretary, clock())
    play(last, clock(), rounds=1)
    last.refresh_from_db()
    average = (
        "When all tables have played a deal, you can still give both sides an average for it: “A deal that cannot "
        "stand”, above."
    )
    assert costs(last, secretary) == (
        "Played: 1 of 2 deals. What is played counts.",
        "What is on the table now is lost.",
        "1 deal not played counts for nobody at this table: everybody there has the mean of their other deals.",
        "The 2 other tables play on, and are compared with one another.",
        average,
    )
    assert act(evening, secretary, "break_off", table=one.pk, reason="ill").status_code == 302
    assert costs(last, secretary)[3] == (
        "The other table plays on, but nobody is left to compare these deals with."
    )
    assert act(evening, secretary, "break_off", table=last.pk, reason="ill").status_code == 302
    play(other, clock())
    open_finished_rounds(now=clock())
    worth = season_table(evening.competition).season.on(evening.pk)
    of_last = [worth[entrant] for entrant in {seat.entrant_id for seat in last.seats.all()}]
    assert {part.rounds for one in of_last for part in one.parts} == {1}
    assert not {seat.entrant_id for seat in one.seats.all()} & worth.keys()


def test_a_table_where_nothing_was_played(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, rounds=1)
    first = evening.tables.earliest("number")
    assert costs(first, secretary)[0] == "Nothing was played at this table, so nothing of it counts."
    assert costs(first, secretary)[1].startswith("2 deals not played count for nobody at this table")


@pytest.mark.parametrize(
    ("rules", "better", "said"),
    [
        ({"broken_off": "void"}, "high", "By the rules here a table broken off does not count."),
        (
            {"broken_off": "void"},
            "low",
            "By the rules here a table broken off does not count: it is as a round of waiting.",
        ),
        ({"compensation": 50}, "high", "1 round not played is worth 50 points to everybody there."),
        ({"compensation": 0}, "high", "1 round not played is worth nothing."),
    ],
)
def test_where_every_table_has_its_own_cards_the_rules_decide(
    league_club: Club,
    secretary: Player,
    clock: Clock,
    rules: dict[str, object],
    better: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where high is better a table that does not count brings nothing at all; where low is, that would be a gain."""
    monkeypatch.setattr(type(registry.game("kraken")), "better", better)
    competition = compared_competition(league_club, clock(), rules={"counting": "points", **rules}, rounds=1)
    evening = plan_evening(competition, clock())
    sign_up(evening, enter_pairs(competition, members_of(league_club, 8, clock())), secretary, clock())
    first, _other = open_round(draw_evening(evening), secretary, clock())
    play(first, clock(), rounds=1)
    first.refresh_from_db()
    played, _lost, rest = costs(first, secretary)
    assert played.startswith("Rounds played: 1." if "broken_off" in rules else "Played: 1 of 2 rounds.")
    assert rest == said


def test_closing_early_says_what_is_not_played(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """Seven pairs, three rounds of two deals, of which one is played: who waited has none."""
    evening = evening_of(7, rounds=3)
    desk = client_of(secretary)
    path = reverse("league:cockpit", args=[evening.pk])
    assert desk.get(path).context["close_costs"] == ()
    for table in open_round(evening, secretary, clock()):
        play(table, clock())
    answer = desk.get(path)
    assert answer.context["close_costs"] == (
        "Rounds 2, 3 are not played.",
        "4 deals count for nobody: the evening is the mean of the deals played.",
        "So far somebody has played 0 deals, and others up to 2.",
    )
    assert 'id="close-costs"' in answer.content.decode()
    open_finished_rounds(now=clock())
    assert act(evening, secretary, "close").status_code == 302
    worth = season_table(evening.competition).season.on(evening.pk)
    assert len(worth) == 6
    assert {part.rounds for one in worth.values() for part in one.parts} == {2}
