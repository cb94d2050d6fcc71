"""Words on pages of evenings with the same cards: a round is what all play at one table, a deal one hand of it; and the
examples that say how deals are counted are counted so."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.models import Player
from games.league.duplicate.scoring import Counting, ScoringRules, TableResult, score_deals
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.league.services.evenings.same_cards import open_finished_rounds
from games.league.standings.rules import CountingRules
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up
from tests.league.duplicate.conftest import Made
from tests.league.playing import play

pytestmark = pytest.mark.django_db
FOUR_RESULTS = [
    TableResult(1, table, ((table,), (table + 4,)), (more, 0))
    for table, more in enumerate((110, 90, 70, 50), start=1)
]
"""What four pairs with the same cards made more than their opponents, as in the examples."""


@pytest.fixture
def half_played_evening(evening_of: Made, secretary: Player, clock: Clock) -> tuple[Evening, LeagueTable]:
    """The second of two rounds, with two deals each: one table has played its first deal."""
    evening = evening_of(6)
    for table in open_round(evening, secretary, clock()):
        play(table, clock())
    open_finished_rounds(now=clock())
    first, *_others = open_round(evening, secretary, clock())
    play(first, clock(), rounds=1)
    return evening, first


def test_nobody_wins_at_one_table_where_all_have_the_same_cards(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Who made more than the opponents may be last of those with the same cards."""
    evening = evening_of(6, rounds=1)
    first, *_others = open_round(evening, secretary, clock())
    play(first, clock())
    player = first.match.seats.earliest("number").player
    page = client_of(player).get(f"/t/{first.match.code}/").content.decode()
    assert "All deals of this table are played" in page
    assert "The page of the evening shows it." in page
    assert not re.search(r"wins? the match", page)
    at_home = client_of(player).get("/").content.decode().partition('id="finished-title"')[2]
    assert '<span class="chip">same cards</span>' in at_home


@pytest.mark.parametrize(
    ("language", "word", "other"), [("en", "deals", "rounds"), ("nl", "spellen", "rondes")]
)
def test_a_table_plays_deals(
    half_played_evening: tuple[Evening, LeagueTable], secretary: Player, language: str, word: str, other: str
) -> None:
    evening, table = half_played_evening
    of = "of" if language == "en" else "van"
    secretary.language = language
    secretary.save()
    desk = client_of(secretary)
    for name, args in (("cockpit", [evening.pk]), ("cockpit_table", [evening.pk, table.pk])):
        page = desk.get(
            reverse(f"league:{name}", args=args), headers={"accept-language": language}
        ).content.decode()
        assert f"1 {of} 2 {word}" in page, name
        assert not re.search(rf"\d {of} \d {other}", page), name


def test_the_own_deals_have_the_number_of_the_evening(
    half_played_evening: tuple[Evening, LeagueTable], secretary: Player
) -> None:
    """The first deal of the second round is deal 3: in the list, at its own page, on the sheet and at the table."""
    evening, table = half_played_evening
    reader = client_of(table.seats.earliest("number").player)
    page = reader.get(reverse("league:evening_deals", args=[evening.pk])).content.decode()
    assert "Deal 3 as you played it" in page
    own = reverse("table:round_review", args=[table.match.code, 1])
    assert f'href="{own}"' in page
    page = reader.get(own).content.decode()
    assert re.search(r"<h1[^>]*>Deal 3\b", page)
    assert "Round 1" not in page
    sheet = reader.get(reverse("table:score_sheet", args=[table.match.code])).content.decode()
    assert '<th scope="row">3</th>' in sheet
    at_table = reader.get(f"/t/{table.match.code}/").content.decode()
    assert re.search(r'strip-deal">Deal </span> <span><b>3</b><span>/4<', at_table)
    assert "Table 1, round 2 of 2" in at_table
    before = evening.tables.filter(round=1, seats__player=table.seats.earliest("number").player).get()
    at_table = reader.get(f"/t/{before.match.code}/").content.decode()
    assert re.search(r'strip-deal">Deal </span> <span><b>\d</b><span>/4<', at_table), "of the whole evening"
    at_table = reader.get(f"/t/{table.match.code}/").content.decode()
    assert "All tables play the same cards." in at_table
    assert re.search(r"you (N-S|E-W)", at_table)
    assert f'href="{reverse("league:evening_deals", args=[evening.pk])}"' in at_table


def test_a_table_in_the_lobby_plays_deals(half_played_evening: tuple[Evening, LeagueTable]) -> None:
    """With the number the strip of the table has."""
    _evening, table = half_played_evening
    player = table.seats.earliest("number").player
    for language, words in (("en", "deal 3 of 4"), ("nl", "spel 3 van 4")):
        player.language = language
        player.save()
        page = client_of(player).get("/", headers={"accept-language": language}).content.decode()
        assert words in page
        assert "round 1 of 2" not in page
        assert "ronde 1 van 2" not in page


def test_the_page_of_the_competition_leads_to_an_evening_that_is_played(
    half_played_evening: tuple[Evening, LeagueTable], secretary: Player
) -> None:
    """Its standings move when the evening is closed."""
    evening, _table = half_played_evening
    address = reverse("league:league", args=[evening.competition_id])
    line = f'href="{reverse("league:evening", args=[evening.pk])}#lines">Evening 1 is being played: its list so far'
    assert line in client_of(secretary).get(address).content.decode()
    Evening.objects.filter(pk=evening.pk).update(status=Evening.Status.CLOSED)
    assert "is being played" not in client_of(secretary).get(address).content.decode()


def test_a_closed_deal_leads_to_what_others_made_of_it(
    half_played_evening: tuple[Evening, LeagueTable], secretary: Player
) -> None:
    """The sheet between two deals has the link, and says how the reader stands; without a deal there is neither."""
    evening, table = half_played_evening
    page = client_of(table.seats.earliest("number").player).get(f"/t/{table.match.code}/").content.decode()
    sheet = page.partition('<div class="sheet-paper">')[2].partition("<table")[0]
    others = reverse("league:evening_deals", args=[evening.pk])
    assert f'href="{others}">Who made what with these cards</a>' in sheet
    assert f'hx-get="/t/{table.match.code}/place/" hx-trigger="load"' in sheet
    waiting = evening.tables.filter(round=2).exclude(pk=table.pk).first()
    page = (
        client_of(waiting.seats.earliest("number").player).get(f"/t/{waiting.match.code}/").content.decode()
    )
    assert "Who made what with these cards" not in page


def test_other_tables_play_rounds(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """Nothing of it where each table has its own cards."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:8], secretary, clock())
    first, *_others = open_round(draw_evening(evening), secretary, clock())
    reader = client_of(first.seats.earliest("number").player)
    at_table = reader.get(f"/t/{first.match.code}/").content.decode()
    assert "strip-deal" not in at_table
    assert "All tables play the same cards." not in at_table
    assert "To the evening" in at_table
    play(first, clock(), rounds=1)
    after_a_round = reader.get(f"/t/{first.match.code}/").content.decode()
    assert "sheet-paper" in after_a_round
    assert "Who made what" not in after_a_round


def test_the_examples_are_counted_as_they_say(
    half_played_evening: tuple[Evening, LeagueTable], secretary: Player
) -> None:
    north_south = [score for score in score_deals(FOUR_RESULTS, ScoringRules()) if score.entrant <= 4]
    assert [round(score.score) for score in north_south] == [100, 67, 33, 0]
    points = ScoringRules(counting=Counting.DIFFERENCE)
    assert [score.score for score in score_deals(FOUR_RESULTS, points) if score.entrant <= 4] == [
        Fraction(each) for each in (30, 10, -10, -30)
    ]
    with translation.override("en"):
        said = str(CountingRules.__dataclass_fields__["counting"].metadata["help"])
        assert "110, 90, 70 and 50 more than their opponents" in said
        assert "100, 67, 33 and 0" in said
        assert "+30, +10, −10 and −30" in said
    evening, _table = half_played_evening
    page = client_of(secretary).get(reverse("league:evening_deals", args=[evening.pk])).content.decode()
    assert "made 110, 90, 70 and 50 more than the opponents. That is 100, 67, 33 and 0 per cent." in page


def test_names_and_points_of_a_table_stand_apart(
    half_played_evening: tuple[Evening, LeagueTable], secretary: Player
) -> None:
    """A long name breaks without taking its points with it."""
    evening, _table = half_played_evening
    answer = client_of(secretary).get(reverse("league:evening_deals", args=[evening.pk]))
    row = answer.context["rounds"][0].deals[0].tables[0]
    names, points, *_rest = row.pairs[0]
    assert (
        f'<span class="made-by"><span>{names}</span> <b class="nums">{points}</b>' in answer.content.decode()
    )


def test_no_other_date_is_offered_while_the_evening_is_played(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Everybody waits for the last table before a deal is open; one agreed on before stays."""
    evening = evening_of(6)
    player = evening.tables.get(round=2, number=1).seats.earliest("number").player
    path = reverse("league:evening", args=[evening.pk])
    assert "Another date for round 2" in client_of(player).get(path).content.decode()
    open_round(evening, secretary, clock())
    page = client_of(player).get(path).content.decode()
    assert "Another date" not in page
    evening.tables.filter(round=2, number=1).update(starts_at=clock() + timedelta(days=3))
    assert "Another date for round 2" in client_of(player).get(path).content.decode()
