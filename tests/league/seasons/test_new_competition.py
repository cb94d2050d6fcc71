"""Promises of the form of a new competition: rounds a match cannot have and a seating that does not fit are refused in
a sentence, every way to seat can be made."""

from __future__ import annotations

from itertools import product

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import Club
from games.engine import registry
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Season
from games.league.seasons.forms import COUNTING_FIELD, ONLY_WITH, RULE, CompetitionForm
from games.league.standings.rules import CompetitionRules
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(league_club: Club, clock: Clock) -> Season:
    return services.create_season(club=league_club, name="Autumn", now=clock())


def form_fields(**more: object) -> dict[str, object]:
    """The form filled in, with what a test says otherwise; the rules of the table as they stand there."""
    form = CompetitionForm()
    usual = {field.html_name: field.value() for group in form.groups() for field in group.fields}
    filled = {name: value for name, value in usual.items() if value not in (None, False)}
    filled |= {"name": "Tuesdays", "house_rules": "kraken:kraken_text", "cards": 16, "seating": "rotating"}
    return {**filled, "size": 1, "rounds": 3, "division": 1, **more}


@pytest.mark.parametrize(
    ("house_rules", "cards", "least", "most"),
    [("kraken:kraken_text", 1, 4, 64), ("kraken:g4a", 3, 4, 64), ("kan:classic", 31, 1, 30)],
)
def test_rounds_that_a_match_cannot_have_are_refused_in_a_sentence(
    season: Season, desk: Client, house_rules: str, cards: int, least: int, most: int
) -> None:
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    answer = desk.post(address, form_fields(house_rules=house_rules, cards=cards))
    assert answer.status_code == 422
    assert (
        f"A match of this game has at least {least} and at most {most} rounds of cards."
        in answer.content.decode()
    )
    assert not Competition.objects.exists()


@pytest.mark.parametrize(
    ("house_rules", "cards"),
    [
        ("kraken:kraken_text", 4),
        ("kraken:kraken_text", 64),
        ("kan:classic", 1),
        ("rosbiratschka:classic", 1),
    ],
)
def test_rounds_that_a_match_can_have_are_taken(
    season: Season, desk: Client, house_rules: str, cards: int
) -> None:
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    assert desk.post(address, form_fields(house_rules=house_rules, cards=cards)).status_code == 302
    made = Competition.objects.get()
    assert getattr(made.house_options, "rounds", cards) == cards


@pytest.mark.parametrize("deals", [1, 2, 3])
def test_with_the_same_cards_a_table_may_play_few_deals(season: Season, desk: Client, deals: int) -> None:
    """As bridge clubs do; a table with cards of its own has the rounds of a match."""
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    in_pairs = {"cards": deals, "seating": "pairs", "size": 2}
    assert desk.post(address, form_fields(**in_pairs)).status_code == 422
    assert desk.post(address, form_fields(**in_pairs, **{COUNTING_FIELD: "matchpoints"})).status_code == 302
    made = Competition.objects.get()
    assert (made.house_options.rounds, made.the_rules.same_cards) == (deals, True)


def test_a_division_is_asked_for_once_there_is_another_competition(season: Season, desk: Client) -> None:
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    assert 'name="division"' not in desk.get(address).content.decode()
    assert desk.post(address, form_fields(division=7)).status_code == 302
    first = Competition.objects.get()
    assert first.division == 1
    manage = f"/l/{first.pk}/manage/"
    assert 'name="change-division"' not in desk.get(manage).content.decode()
    now_it_is = {"name": "Mondays", "seating": "rotating", "rounds": 3, "at_table": 4}
    sent = {"do": "change", **{f"change-{name}": value for name, value in now_it_is.items()}}
    assert desk.post(manage, sent).status_code == 302
    first.refresh_from_db()
    assert (first.name, first.division) == ("Mondays", 1)
    assert 'name="division"' in desk.get(address).content.decode()
    assert desk.post(address, form_fields(division=2)).status_code == 302
    assert 'name="change-division"' in desk.get(manage).content.decode()


def test_every_form_of_the_games_says_in_a_line_how_it_differs(season: Season, desk: Client) -> None:
    page = desk.get(f"/c/troefboer/seasons/{season.pk}/competition/").content.decode()
    for game in registry.GAMES:
        for preset in game.presets:
            assert f"<dt>{escape(f'{game.name}: {preset.label}')}</dt> <dd>{escape(preset.help)}</dd>" in page
        own = desk.get(f"/c/troefboer/rules/new/?game={game.key}").content.decode()
        assert all(escape(preset.help) in own for preset in game.presets)


@pytest.mark.parametrize(
    ("seating", "size", "made"),
    [
        ("strength", 1, True),
        ("strength", 2, False),
        ("rotating", 1, True),
        ("swiss", 1, False),
        ("swiss", 2, True),
    ],
)
def test_single_players_rotate_or_sit_by_strength(
    season: Season, desk: Client, seating: str, size: int, *, made: bool
) -> None:
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    assert "stand next to one another in the standings" in desk.get(address).content.decode()
    answer = desk.post(address, form_fields(seating=seating, size=size))
    assert answer.status_code == (302 if made else 422)
    assert Competition.objects.exists() is made


def test_a_form_says_in_the_language_of_the_page_what_does_not_fit(season: Season, desk: Client) -> None:
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    wrong = (
        {"seating": "rotating", "size": 2},
        {"at_table": 5},
        {"size": 2, "house_rules": "kan:classic", "cards": 3},
    )
    for fields in wrong:
        form = desk.post(address, form_fields(**fields), headers={"Accept-Language": "nl"}).context["form"]
        said_there = [str(error) for errors in form.errors.values() for error in errors]
        assert said_there
        for sentence in said_there:
            assert sentence not in {code.sentence for code in LeagueRefusal}


@pytest.mark.parametrize(
    ("cards", "tables", "off", "walkover"), [(16, 3, 5000, 1500), (16, 1, 1667, 1500), (4, 2, 833, 375)]
)
def test_points_for_what_nobody_played_follow_the_length_of_matches_and_evenings(
    season: Season, cards: int, tables: int, off: int, walkover: int
) -> None:
    competition = services.add_competition(
        season=season, name="Tuesdays", game="kraken", options={"rounds": cards}, rounds=tables
    )
    rules = competition.the_rules
    assert (rules.announced_points, rules.walkover_points) == (off, walkover)


@pytest.mark.parametrize(
    ("said", "worth"),
    [
        ({}, "own_average"),
        ({"announced": "fixed"}, "fixed"),
        ({"announced_points": 400}, "fixed"),
        ({"announced": "nothing"}, "nothing"),
    ],
)
def test_an_evening_signed_off_is_worth_the_own_average_unless_the_club_says_otherwise(
    season: Season, said: dict[str, str | int], worth: str
) -> None:
    competition = services.add_competition(season=season, name="Tuesdays", game="kraken", rules=said)
    assert competition.the_rules.announced == worth


@pytest.mark.parametrize("worth", ["own_average", "fixed", "nothing"])
def test_the_form_keeps_the_worth_of_an_evening_signed_off_that_was_chosen(
    season: Season, desk: Client, worth: str
) -> None:
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    assert form_fields()["rule-announced"] == "own_average"
    assert desk.post(address, form_fields(**{"rule-announced": worth})).status_code == 302
    competition = Competition.objects.get()
    assert (competition.the_rules.announced, competition.the_rules.announced_points) == (worth, 5000)
    rules = f"/l/{competition.pk}/rules/"
    other = "lowest" if worth == "fixed" else "fixed"
    kept = {"rule-announced": other, "reason": "We agreed on it."}
    assert desk.post(rules, kept).status_code == 302
    competition.refresh_from_db()
    assert competition.the_rules.announced == other


def test_a_season_that_stores_no_worth_of_an_evening_signed_off_keeps_fixed_points(season: Season) -> None:
    competition = services.add_competition(season=season, name="Tuesdays", game="kraken")
    competition.rules = {"announced_points": 5000}
    assert competition.the_rules.announced == "fixed"


def test_the_form_says_in_numbers_what_points_left_empty_are_worth(season: Season, desk: Client) -> None:
    page = desk.get(f"/c/troefboer/seasons/{season.pk}/competition/").content.decode()
    assert "as usual for the game (Kraken 5,000, " in page
    assert "as usual for the game (Kraken 1,500, " in page


def test_the_form_says_in_a_sentence_what_each_game_is(season: Season, desk: Client) -> None:
    page = desk.get(f"/c/troefboer/seasons/{season.pk}/competition/").content.decode()
    for game in registry.GAMES:
        assert f"<dt>{game.name}</dt> <dd>{escape(game.summary)}</dd>" in page


def test_a_tie_break_that_one_game_counts_is_offered_as_its_own(season: Season, desk: Client) -> None:
    """The script of the page takes away what belongs to other games; without it the game stands beside the words, and
    a choice of another game is refused."""
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    page = desk.get(address).content.decode()
    assert "data-chooses-game" in page
    assert '<option value="pits" data-games="kraken">Pits (Kraken)</option>' in page
    assert '<option value="won">more tables won</option>' in page
    pits = {"rule-tie_first": "pits"}
    assert desk.post(address, form_fields(house_rules="kalooki:classic", cards=9, **pits)).status_code == 422
    assert not Competition.objects.exists()
    assert desk.post(address, form_fields(**pits)).status_code == 302
    assert Competition.objects.get().the_rules.ties[0] == "pits"


def test_the_form_says_with_which_choice_a_rule_means_something() -> None:
    """The rules say which of them change nothing (`CompetitionRules.idle`): none that does is folded away."""
    form = CompetitionForm()
    hidden = {name: form.fields[RULE + name].widget.attrs for name in ONLY_WITH}
    assert hidden["win"] == {**hidden["win"], "data-only-with": COUNTING_FIELD, "data-only-as": "wins"}
    for counting, waiting, announced, broken_off in product(
        dict(form.fields[COUNTING_FIELD].choices),
        ("nothing", "own_average", "fixed"),
        ("fixed", "own_falling", "nothing"),
        ("compensate", "void"),
    ):
        chosen = {"counting": counting, "waiting": waiting, "announced": announced, "broken_off": broken_off}
        rules = CompetitionRules(**chosen)
        idle = rules.idle(sides=2) & rules.idle(sides=6)
        folded = {name for name, (other, choices) in ONLY_WITH.items() if chosen[other] not in choices}
        assert folded <= idle, (chosen, folded - idle)


def test_the_form_says_before_its_button_what_decides_an_evening(season: Season, desk: Client) -> None:
    page = desk.get(f"/c/troefboer/seasons/{season.pk}/competition/").content.decode()
    short = page.partition('id="in-short"')[2].partition("</dl>")[0]
    assert "own average of that evening" in short
    assert "walkover" in short
    assert "the own average of the season" in short
    assert "the worst of the evening" in short
    assert page.index('id="in-short"') < page.index("Make it")


def in_short(desk: Client, season: Season, **chosen: object) -> str:
    """What counts by these choices, as the page asks for it after each of them; nothing is made."""
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    answer = desk.get(address, form_fields(name="", **chosen), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert not Competition.objects.exists()
    return answer.content.decode()


def test_what_counts_follows_the_choices(season: Season, desk: Client) -> None:
    """Three tables of sixteen rounds of Kraken: 5,000 for an absence and 1,500 for waiting, as made by the service."""
    usual = in_short(desk, season)
    assert "<dd>points on the sheets</dd>" in usual
    assert "<dt>Who has no table in a round</dt> <dd>own average of that evening</dd>" in usual
    assert "Rosbiratschka" not in usual
    shorter = {"cards": 8, "rounds": 2, "rule-announced": "fixed", "rule-waiting": "fixed"}
    made = services.add_competition(
        season=season, name="Short", game="kraken", options={"rounds": 8}, rounds=2
    ).the_rules
    Competition.objects.all().delete()
    shown = in_short(desk, season, **shorter)
    assert f"<dd>a fixed number of points: {made.announced_points:,}</dd>" in shown
    assert f"<dd>a fixed number of points: {made.waiting_points:,}</dd>" in shown
    assert "<dd>a fixed number of points: 777</dd>" in in_short(
        desk, season, **shorter, **{"rule-waiting_points": 777}
    )
    wins = in_short(desk, season, **{COUNTING_FIELD: "wins"})
    assert "walkover</dt> <dd>a win</dd>" in wins
    same = in_short(desk, season, **{COUNTING_FIELD: "matchpoints"})
    assert "<dd>the mean of the deals played</dd>" in same
    assert "walkover" not in same
    assert "simply has no evening" in in_short(desk, season, **{"rule-attendance": "free"})
    assert "<dd>points on the sheets</dd>" in in_short(desk, season, **{COUNTING_FIELD: "of another form"})


def test_how_places_are_found_is_as_the_form_showed_it(season: Season, desk: Client) -> None:
    """With the same cards the usual is the average, the best evening and the last one; what is chosen is kept, also
    where it is usual elsewhere."""
    address = f"/c/troefboer/seasons/{season.pk}/competition/"
    same = {"cards": 4, COUNTING_FIELD: "matchpoints"}
    chosen = {"rule-ranking": "sum", "rule-tie_first": "head_to_head", "rule-tie_second": "best_evening"}
    shown = in_short(desk, season, **same)
    assert "<dt>Places go by</dt> <dd>the average of the evenings that count</dd>" in shown
    assert "<dd>best evening, then latest evening</dd>" in shown
    shown = in_short(desk, season, **same, **chosen)
    assert "<dt>Places go by</dt> <dd>the sum of the evenings that count</dd>" in shown
    assert "<dd>result against one another, then best evening</dd>" in shown
    for name, more in (("As usual", same), ("As chosen", same | chosen), ("Points", {})):
        assert desk.post(address, form_fields(name=name, **more)).status_code == 302
    usual, as_chosen, points = (competition.the_rules for competition in Competition.objects.order_by("pk"))
    assert (usual.ranking, usual.tie_first, usual.tie_second) == ("average", "best_evening", "last_evening")
    assert (as_chosen.ranking, as_chosen.tie_first, as_chosen.tie_second) == tuple(chosen.values())
    assert (points.ranking, points.tie_first, points.tie_second) == tuple(chosen.values())


def test_the_form_of_an_evening_says_how_it_is_played_with_real_cards(season: Season, desk: Client) -> None:
    desk.post(f"/c/troefboer/seasons/{season.pk}/competition/", form_fields())
    made = Competition.objects.get()
    page = desk.get(reverse("league:league_manage", args=[made.pk])).content.decode()
    assert "With real cards, on paper" in page.partition('id="with-which-cards"')[2].partition("</p>")[0]
