"""Evenings with the same cards of games in which each plays for itself: places are compared, not pairs."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse

from accounts.models import Club, Player
from games.engine import registry
from games.engine.options import read_options
from games.engine.shuffle import commitment
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Evening, LeagueTable
from games.league.queries import season_table
from games.league.seasons.forms import CompetitionForm
from games.league.services.evenings.compared_results import deals_of
from games.league.services.evenings.same_cards import open_finished_rounds, sealed_deals
from games.table.log.loading import Table, log_rows
from games.table.log.models import Match, Round
from games.table.services import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, enter_all, members_of, open_round, plan_evening, sign_up
from tests.league.seasons.test_new_competition import form_fields
from tests.refused import refusal
from tests.table.play import Answer, step, table_of

pytestmark = pytest.mark.django_db

PLAYED = {"rosbiratschka": {}, "kan": {"rounds": 3}}
"""Games in which each plays for itself whose tables can be compared, with the house rules of these tests."""


def competition_of(club: Club, game: str, now: datetime, **chosen: object) -> Competition:
    """Single players of a game, one round of tables an evening."""
    about = {"options": PLAYED.get(game, {}), "rules": {"counting": "matchpoints"}, "rounds": 1} | chosen
    return services.add_competition(
        season=services.create_season(club=club, name="Same cards", now=now),
        name="Same cards",
        game=game,
        **about,
    )


def evening_with(competition: Competition, players: int, secretary: Player, now: datetime) -> Evening:
    """A drawn evening of so many players."""
    members = members_of(competition.season.club, players, now)
    entrants = enter_all(competition, [[member] for member in members])
    evening = plan_evening(competition, now)
    sign_up(evening, entrants, secretary, now)
    return draw_evening(evening)


def any_answer(table: Table, seat: int, rng: Random) -> Answer:
    """A window and a legal answer by chance."""
    state = table.state.game_state
    choice = rng.choice(table.game.choices(state, seat))
    return table.game.pending(state)[seat].window, dict(choice.data)


def play_by_chance(table: LeagueTable, now: datetime) -> None:
    """Play the match of a table to its end, every card by chance."""
    match = Match.objects.get(pk=table.match_id)
    people = {seat.number: seat.player for seat in match.seats.select_related("player")}
    rng = Random(table.number)
    while (played_on := table_of(match)).running:
        now = step(match, people, now, rng, answer=any_answer, table=played_on)
    assert verify_log(Match.objects.get(pk=match.pk)) == ()


@pytest.fixture(params=sorted(PLAYED))
def evening(request: pytest.FixtureRequest, league_club: Club, secretary: Player, clock: Clock) -> Evening:
    """An evening of three tables that all have played their round by chance, with one player too many."""
    competition = competition_of(league_club, request.param, clock())
    evening = evening_with(competition, 3 * competition.the_game.seats[0] + 1, secretary, clock())
    for table in open_round(evening, secretary, clock()):
        play_by_chance(table, clock())
    assert open_finished_rounds(now=clock()) == 1
    evening.refresh_from_db()
    return evening


def decks(table: LeagueTable) -> list[tuple[int, str]]:
    """The cards that were dealt at a table, each with the number of its round."""
    found, number = [], 0
    deals = dict(Match.objects.get(pk=table.match_id).deals.values_list("number", "round__number"))
    for row in log_rows(table.match_id):
        if row.data.get("do") == "deal":
            number += 1
            found.append((deals[number], row.data["deck"]))
    return found


def test_places_are_compared(evening: Evening) -> None:
    """Every round has the same cards at all tables, also in the later deals of a round; what a place made is compared
    with what others made in that place."""
    by_round: dict[tuple[int, int], set[str]] = {}
    for table in evening.tables.all():
        counted: dict[int, int] = {}
        for number, deck in decks(table):
            counted[number] = counted.get(number, 0) + 1
            by_round.setdefault((number, counted[number]), set()).add(deck)
    assert {len(seen) for seen in by_round.values()} == {1}
    competition = evening.competition
    sign = -1 if competition.the_game.better == "low" else 1
    seats = competition.the_game.seats[0]
    deals = deals_of(competition, [evening.pk])[evening.pk]
    assert len(deals) == competition.deals_a_round
    own: dict[int, list[Fraction]] = {}
    for deal in deals:
        assert len(deal.results) == 3
        rows = {
            row.match.league_table.number: row
            for row in Round.objects.filter(number=deal.within).select_related("match__league_table")
        }
        for result in deal.results:
            assert result.points == tuple(rows[result.table].points)
            assert len(result.sides) == seats
            for place, (entrant,) in enumerate(result.sides):
                made = sign * rows[result.table].points[place]
                others = [sign * row.points[place] for number, row in rows.items() if number != result.table]
                points = sum(2 * (made > other) + (made == other) for other in others)
                own.setdefault(entrant, []).append(Fraction(100 * points, 4))
    worth = season_table(competition).season.on(evening.pk)
    assert {entrant: Fraction(result.points) for entrant, result in worth.items()} == {
        entrant: sum(scores) / len(scores) for entrant, scores in own.items()
    }
    assert len(own) == 3 * seats
    assert len(set(map(str, own.values()))) > 1


def test_the_pages_speak_of_places(evening: Evening, secretary: Player) -> None:
    """The list of the own place, every table by place, the hands and the records; no word of pairs and directions."""
    table = evening.tables.get(number=2)
    seat = table.seats.select_related("player").get(number=2)
    path = reverse("league:evening_deals", args=[evening.pk])
    answer = client_of(seat.player).get(path)
    page = answer.content.decode()
    [round_] = answer.context["rounds"]
    first = Round.objects.get(match=table.match_id, number=1)
    deal = round_.deals[0]
    assert deal.own.startswith(f"You: {first.points[2]}. ".replace("-", "−"))
    assert sum(line.times for line in deal.lines) == 3
    assert [line.mine for line in deal.lines].count(True) == 1
    assert deal.place in ("South", "Place 3")
    assert f"in your place, {deal.place}" in page
    for wrong in ("east-west", "north-south", "N-S", "pair", "Contract"):
        assert wrong not in page
    assert [[place.mine for place in row.places].count(True) for row in deal.tables if row.mine] == [1]
    onlooker = client_of(secretary).get(path)
    assert {(deal.own, deal.lines) for deal in onlooker.context["rounds"][0].deals} == {("", ())}
    one = client_of(seat.player).get(reverse("league:evening_deal", args=[evening.pk, 1]))
    record = one.context["record"]
    game, options = evening.competition.the_game, evening.competition.house_options
    shown = [sign for hand in record.hands for held in hand.suits for sign in held.signs.split()]
    assert len(shown) == len(game.pack(options, len(record.hands)))
    assert record.seals[0].deck == next(deck for number, deck in decks(table) if number == 1)
    shared = client_of(secretary).get(one.context["link"].removeprefix("http://testserver"))
    assert seat.player.nickname not in shared.content.decode()
    printed = client_of(secretary).get(reverse("league:evening_print", args=[evening.pk, "hands"]))
    assert len(printed.context["records"]) == evening.competition.deals_a_round
    for text in (one.content.decode(), shared.content.decode(), printed.content.decode()):
        assert "North" in text or "Place 1" in text
        for wrong in ("N-S", "E-W", "Contract", "Tricks"):
            assert wrong not in text


def test_later_deals_of_a_round_are_sealed_before_the_first_card(
    league_club: Club, secretary: Player, clock: Clock
) -> None:
    """A round of Kan has up to three deals. The seal of each hangs on the wall before a card is dealt, says nothing
    while a table still plays, and fits the secret and the cards on the page of the deal afterwards."""
    competition = competition_of(league_club, "kan", clock())
    evening = evening_with(competition, 15, secretary, clock())
    *others, last = open_round(evening, secretary, clock())
    published = {(seal.number, seal.turn): seal for seal in sealed_deals(evening)}
    assert sorted(published) == [(deal, turn) for deal in (1, 2, 3) for turn in (1, 2, 3)]
    assert len({seal.commitment for seal in published.values()}) == 9
    wall = (
        client_of(secretary).get(reverse("league:evening_print", args=[evening.pk, "seals"])).content.decode()
    )
    assert all(seal.commitment in wall for seal in published.values())
    for table in others:
        play_by_chance(table, clock())
    open_finished_rounds(now=clock())
    page = reverse("league:evening_deal", args=[evening.pk, 1])
    assert client_of(secretary).get(page).status_code == 404
    play_by_chance(last, clock())
    assert open_finished_rounds(now=clock()) == 1
    assert {(seal.number, seal.turn): seal for seal in sealed_deals(evening)} == published
    dealt: dict[int, list[str]] = {}
    for table in (*others, last):
        own: dict[int, list[str]] = {}
        for number, deck in decks(table):
            own.setdefault(number, []).append(deck)
        for number, found in own.items():
            dealt[number] = max(dealt.get(number, []), found, key=len)
    assert max(map(len, dealt.values())) > 1
    for number, found in dealt.items():
        answer = client_of(secretary).get(reverse("league:evening_deal", args=[evening.pk, number]))
        record = answer.context["record"]
        assert len(record.seals) == 1 + len(record.later)
        assert [seal.deck for seal in record.seals] == found
        for turn, seal in enumerate(record.seals, start=1):
            assert seal.commitment == published[number, turn].commitment
            assert commitment(seed=bytes.fromhex(seal.seed), context=seal.context) == seal.commitment
            assert seal.seed in answer.content.decode()


def test_a_void_deal_is_dealt_again_from_a_sealed_one(
    league_club: Club, secretary: Player, clock: Clock
) -> None:
    """Where the house rules deal again, six more deals of every round are sealed."""
    competition = competition_of(league_club, "kan", clock(), options={"rounds": 2, "double_kan": "redeal"})
    evening = evening_with(competition, 10, secretary, clock())
    open_round(evening, secretary, clock())
    assert Counter(seal.number for seal in sealed_deals(evening)) == {1: 9, 2: 9}


def test_an_average_is_given_to_every_place(evening: Evening, secretary: Player) -> None:
    table = evening.tables.get(number=3)
    path = reverse("league:table_deals", args=[evening.pk, table.pk])
    seats = evening.competition.the_game.seats[0]
    about = {"deal": 1, "average": "other", "reason": "Cards lay open", "place_1": 60}
    desk = client_of(secretary)
    assert desk.post(path, about).status_code == 422
    # 60 and 40 % would count as the own mean where that is more, or less (`test_averages`).
    per_cent = {f"place_{place}": 58 - 5 * place for place in range(1, seats + 1)}
    shown = desk.post(path, {**about, **per_cent})
    preview = shown.context["preview"]
    assert [side.after for row in preview.tables if row.mine for side in row.sides] == [
        f"{each} %" for each in per_cent.values()
    ]
    assert desk.post(path, {**about, **per_cent, "seen": preview.digest}).status_code == 302
    [deal, *_rest] = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [each.average for each in deal.results if each.average] == [tuple(per_cent.values())]
    player = table.seats.get(number=0).player
    page = client_of(player).get(reverse("league:evening_deals", args=[evening.pk])).context
    assert page["rounds"][0].deals[0].own == "You: the director gave 53 %. Cards lay open."
    seen = desk.post(path, {**about, "average": "played"}).context["preview"].digest
    assert desk.post(path, {**about, "average": "played", "seen": seen}).status_code == 302
    [deal, *_rest] = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert not [each for each in deal.results if each.average]


@pytest.mark.parametrize("game", sorted(PLAYED))
def test_points_from_the_mean_of_the_place(
    game: str, league_club: Club, secretary: Player, clock: Clock
) -> None:
    """The differences of a place add up to nothing; fewer points than the mean are a gain where low is better."""
    competition = competition_of(league_club, game, clock(), rules={"counting": "difference"})
    evening = evening_with(competition, 3 * competition.the_game.seats[0], secretary, clock())
    tables = open_round(evening, secretary, clock())
    for table in tables:
        play_by_chance(table, clock())
    open_finished_rounds(now=clock())
    worth = season_table(competition).season.on(evening.pk)
    sign = -1 if competition.the_game.better == "low" else 1
    for place in range(competition.the_game.seats[0]):
        totals = {
            table.seats.get(number=place).entrant_id: sum(
                row.points[place] for row in Round.objects.filter(match=table.match_id)
            )
            for table in tables
        }
        assert sum(Fraction(worth[entrant].points) for entrant in totals) == 0
        mean = Fraction(sum(totals.values()), 3)
        assert {
            entrant: Fraction(worth[entrant].points) * competition.deals_a_round for entrant in totals
        } == {entrant: sign * (total - mean) for entrant, total in totals.items()}
    page = client_of(secretary).get(reverse("league:evening_deals", args=[evening.pk])).content.decode()
    formula = "mean of all points − own points" if sign < 0 else "own points − mean of all points"
    assert formula in page


def not_compared() -> list[tuple[str, dict[str, object], str]]:
    """Games and house rules by which tables cannot be compared, with the beginning of the reason."""
    return [
        ("kalooki", {}, "Everybody draws cards"),
        ("kan", {"shippo_jo": "on"}, "Where opponents may cancel"),
    ]


@pytest.mark.parametrize(("game", "options", "why"), not_compared())
def test_who_cannot_be_compared_reads_why(
    game: str, options: dict[str, object], why: str, league_club: Club, secretary: Player, clock: Clock
) -> None:
    assert (
        refusal(lambda: competition_of(league_club, game, clock(), options=options))
        == LeagueRefusal.CARDS_DIFFER
    )
    season = services.create_season(club=league_club, name="Own cards", now=clock())
    competition = services.add_competition(season=season, name="Own cards", game=game, options=options)
    path = reverse("league:league_rules", args=[competition.pk])
    field = client_of(secretary).get(path).context["form"]["rule-counting"]
    assert field.help_text.startswith(f"The same cards at every table are not for this game. {why}")
    assert [value for value, _label in field.field.choices] == ["points", "wins"]
    chosen = {"counting": "matchpoints"}
    changed = refusal(
        lambda: services.change_rules(
            competition=competition, rules=chosen, actor=secretary, reason="Cards", now=clock()
        )
    )
    assert changed == LeagueRefusal.CARDS_DIFFER


def test_a_new_competition_says_which_games_are_compared() -> None:
    field = CompetitionForm()["rule-counting"]
    offered = {
        value: set(of_games.split())
        for option in field.subwidgets
        if (of_games := option.data["attrs"].get("data-games")) is not None
        for value in [option.data["value"]]
    }
    compared = {
        game.key for game in registry.GAMES if game.not_comparable(read_options(game.Options, {})) is None
    }
    assert offered == {"matchpoints": compared, "difference": compared, "scale": {"kraken"}}
    for game in registry.GAMES:
        assert (f"Not with the same cards: {game.name}." in field.help_text) == (game.key not in compared)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_form_with_a_game_that_is_not_compared_stays_and_says_why(
    league_club: Club, secretary: Player, clock: Clock, language: str
) -> None:
    """Without a script the choice is there for every game."""
    season = services.create_season(club=league_club, name="Autumn", now=clock())
    path = reverse("league:competition_new", args=[league_club.slug, season.pk])
    desk = client_of(secretary)
    secretary.language = language
    secretary.save(update_fields=["language"])
    answer = desk.post(path, form_fields(house_rules="kalooki:classic", **{"rule-counting": "difference"}))
    assert answer.status_code == 422
    [why] = answer.context["form"].errors["rule-counting"]
    start = {
        "en": "The same cards at every table are not for",
        "nl": "Dezelfde kaarten aan elke tafel, dat kan",
    }
    assert why.startswith(start[language])
    assert {"en": "draws cards", "nl": "pakt hier de hele tijd kaarten"}[language] in why
    assert not Competition.objects.exists()
