"""The own place on an evening with the same cards: shared by equals, at the end of the table, and in a notice."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import Notice, Player
from games.league import services
from games.league.models import Evening, LeagueTable
from games.league.queries import evening_lines, season_table
from games.league.services.evenings.same_cards import open_finished_rounds, open_played_deals
from games.league.standings.places import places_on
from games.league.standings.scores import EveningResult
from games.league.words import place_words
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, open_round
from tests.league.duplicate.conftest import Made
from tests.league.playing import play

pytestmark = pytest.mark.django_db


def play_round(evening: Evening, secretary: Player, clock: Clock) -> list[LeagueTable]:
    """The tables of the next round, played and open to all."""
    tables = open_round(evening, secretary, clock())
    for table in tables:
        play(table, clock())
    open_finished_rounds(now=clock())
    return tables


def place_at(table: LeagueTable) -> dict[int, str]:
    """What the end of the sheet says to each who sits at the table, by key."""
    address = reverse("table:evening_place", args=[table.match.code])
    return {
        seat.player_id: client_of(seat.player).get(address).content.decode()
        for seat in table.seats.select_related("player")
    }


def words_of(said: str) -> str:
    """The words of a partial page, blanks made one."""
    return " ".join(strip_tags(said).split())


def test_equals_share_their_place() -> None:
    points = {1: 60, 2: 50, 3: 50, 4: 40}
    results = {entrant: EveningResult(1, Fraction(each), "played") for entrant, each in points.items()}
    places = places_on(results, halves={}, better="high")
    assert {entrant: (own.place, own.shared, own.among) for entrant, own in places.items()} == {
        1: (1, False, 4),
        2: (2, True, 4),
        3: (2, True, 4),
        4: (4, False, 4),
    }
    assert [place_words(own.place, shared=own.shared) for own in places.values()] == [
        "1st",
        "shared 2nd",
        "shared 2nd",
        "4th",
    ]


def test_the_place_tells_nothing_of_deals_still_to_be_played(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """One table plays the second round to its end, with whatever result: nobody's place differs until all have."""
    evening = evening_of(6)
    nothing_open, *_others = open_round(evening, secretary, clock())
    assert {words_of(said) for said in place_at(nothing_open).values()} == {"3 tables still play this round."}
    for table in evening.tables.filter(round=1):
        play(table, clock())
        if table.number == 1:
            open_played_deals()
            assert {words_of(said) for said in place_at(table).values()} == {
                "2 tables still play this round."
            }
    open_finished_rounds(now=clock())
    tables = open_round(evening, secretary, clock())
    before = [place_at(table) for table in tables]
    assert all("After 2 deals you are " in said for table in before for said in table.values())
    play(tables[0], clock())
    open_played_deals()
    open_finished_rounds(now=clock())
    after = [place_at(table) for table in tables]
    assert all("3 tables still play this round." in said for said in before[0].values())
    assert [
        {player: said.replace("2 tables", "3 tables") for player, said in table.items()} for table in after
    ] == before
    assert all("hx-trigger" in said for said in before[0].values())
    for table in tables[1:]:
        play(table, clock())
    open_finished_rounds(now=clock())
    for table in tables:
        for said in place_at(table).values():
            assert "After 4 deals you are " in said
            assert "hx-trigger" not in said
            assert "still play" not in said


def test_the_place_is_that_of_the_list(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, rounds=1)
    tables = play_round(evening, secretary, clock)
    lines = {line.entrant: line for line in evening_lines(evening, season_table(evening.competition))}
    for table in tables:
        said = place_at(table)
        for seat in table.seats.all():
            line = lines[seat.entrant_id]
            place = place_words(line.place, shared=line.shared)
            assert f"After 2 deals you are {place} of 6, " in said[seat.player_id]
            assert f'href="/e/{evening.pk}/#lines"' in said[seat.player_id]
    page = client_of(tables[0].seats.first().player).get(f"/t/{tables[0].match.code}/").content.decode()
    assert f'<p id="own-place" hx-get="/t/{tables[0].match.code}/place/" hx-trigger="load"' in page


def test_each_is_notified_of_the_own_place_once(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """In the language of each, and not again where the evening is reopened and closed once more."""
    evening = evening_of(6, rounds=1)
    dutch = evening.competition.entrants.first().members.first().player
    Player.objects.filter(pk=dutch.pk).update(language="nl")
    play_round(evening, secretary, clock)
    close_evening(evening, secretary, clock())
    lines = evening_lines(evening, season_table(evening.competition))
    for line in lines:
        own = evening.competition.entrants.get(pk=line.entrant)
        for member in own.members.all():
            notice = Notice.objects.get(
                player=member.player_id, url=reverse("league:own_evening", args=[evening.pk, own.pk])
            )
            if member.player_id == dutch.pk:
                assert re.match(r"Je bent .*\d+e van de 6 geworden, [\d,]+ %: Same cards", notice.subject)
            else:
                place = place_words(line.place, shared=line.shared)
                assert notice.subject.startswith(f"You finished {place} of 6, ")
    sent = Notice.objects.count()
    evening.refresh_from_db()
    services.reopen_evening(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    close_evening(evening, secretary, clock())
    assert Notice.objects.count() == sent


def test_points_have_a_word_with_them(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, rounds=1, rules={"counting": "difference"})
    first, *_others = play_round(evening, secretary, clock)
    for said in place_at(first).values():
        assert re.search(r"you are (shared )?\d\w\w of 6, [+−]?[\d.,]+ points a deal\.", said)


def test_nobody_else_is_notified(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """Neither the pair that had no table, nor the secretary."""
    evening = evening_of(7, rounds=1)
    seated = evening.tables.values_list("seats__player", flat=True)
    play_round(evening, secretary, clock)
    close_evening(evening, secretary, clock())
    finished = Notice.objects.filter(subject__startswith="You finished")
    assert set(finished.values_list("player", flat=True)) == set(seated)
