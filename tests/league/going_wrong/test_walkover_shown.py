"""A walkover is called by its name on the evening's pages, and lists keep everybody who equals the last."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.evenings.attendance import attendees
from games.league.evenings.cockpit_tables import CockpitState, rounds_of
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.league.queries import entrants_by_key, season_table
from games.league.seasons.display import side_rankings
from games.league.words import worths_of
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import change_rules, plan_and_draw
from tests.league.going_wrong.conftest import fresh, table_not_started, with_rules


@pytest.mark.django_db
def test_a_walkover_is_no_broken_off_table_of_nothing_to_nothing(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    table = table_not_started(evening, secretary, clock)
    missing = [seat.player_id for seat in table.seats.filter(number__in=[1, 3])]
    services.walkover(
        table_id=table.pk,
        version=fresh(evening).version,
        missing=missing,
        actor=secretary,
        reason="Nobody came",
        now=clock(),
    )
    (shown,) = next(each.tables for each in rounds_of(evening, {}) if each.number == 1)
    assert (shown.state, shown.word) == (CockpitState.WALKOVER, "walkover")
    assert shown.has_begun
    for name in ("league:evening", "league:cockpit"):
        page = client_of(secretary).get(reverse(name, args=[evening.pk])).content.decode()
        assert "walkover</span>" in page
        assert "<b>0 : 0</b>" not in page


@pytest.mark.django_db
def test_the_amount_of_a_walkover_is_said_before_it_is_given_and_on_its_page_with_a_way_on(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    competition = evening.competition
    change_rules(competition, walkover_points=1500)
    table = table_not_started(evening, secretary, clock)
    seats = list(table.seats.select_related("player").order_by("number"))
    desk = client_of(secretary)
    page_of_table = reverse("league:cockpit_table", args=[evening.pk, table.pk])
    for address in (page_of_table, reverse("league:cockpit", args=[evening.pk])):
        assert "A walkover is worth: 1,500 points." in desk.get(address).content.decode()
    services.walkover(
        table_id=table.pk,
        version=fresh(evening).version,
        missing=[seats[1].player_id],
        actor=secretary,
        reason="Nobody came",
        now=clock(),
    )
    page = desk.get(page_of_table).content.decode()
    came = ", ".join(seats[number].player.nickname for number in (0, 2, 3))
    told = [
        f"Walkover for {came}: 1,500 points.",
        f"Did not come: {seats[1].player.nickname}. Worth: 0 points.",
    ]
    card = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert [each in shown for shown in (page, card) for each in told] == [True] * 4
    assert f'id="on" href="{reverse("league:cockpit", args=[evening.pk])}"' in page


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        ({"walkover_points": 1}, "1 point"),
        ({"counting": "wins"}, "a win"),
        ({"counting": "scale"}, "nothing: the mean of the deals played stands"),
    ],
)
def test_the_worth_of_a_walkover_follows_what_counts(rules: dict[str, object], worth: str) -> None:
    competition = Competition(game="kraken", rules=rules)
    assert worths_of(competition).walkover == worth


def test_equals_of_the_fifth_stay_in_the_list() -> None:
    def row(entrant: int, pits: int) -> SimpleNamespace:
        return SimpleNamespace(entrant=entrant, credit=SimpleNamespace(tallies={"pits": pits}))

    table = SimpleNamespace(
        tallies=[SimpleNamespace(key="pits", label="Pits")],
        rows=[row(entrant, pits) for entrant, pits in enumerate((9, 5, 4, 3, 2, 2, 2, 1))],
        name=lambda entrant: f"P{entrant}",
    )
    (ranking,) = side_rankings(table)
    assert [amount for _name, amount in ranking.leaders] == [9, 5, 4, 3, 2, 2, 2]


def stay_away_from(
    evening: Evening, table: LeagueTable, pair: Entrant, secretary: Player, now: Clock
) -> None:
    """The director gives the others at a table a walkover."""
    services.walkover(
        table_id=table.pk,
        version=fresh(evening).version,
        missing=set(table.seats.filter(entrant=pair).values_list("player", flat=True)),
        actor=secretary,
        reason="Nobody came",
        now=now(),
    )


@pytest.fixture
def four_pairs(pairs: Competition, members: list[Player], secretary: Player, clock: Clock) -> Evening:
    """Four pairs, M01 – M02 and on; the first of two rounds is open."""
    entered = [services.enter(competition=pairs, players=members[at : at + 2]) for at in range(0, 8, 2)]
    evening = plan_and_draw(pairs, entered, secretary, clock())
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock())
    return fresh(evening)


def pairs_at(table: LeagueTable) -> tuple[Entrant, Entrant]:
    one, other = Entrant.objects.filter(seats__table=table).distinct().order_by("pk")
    return one, other


def name_of(pair: Entrant) -> str:
    return " – ".join(pair.members.order_by("place").values_list("player__nickname", flat=True))


@pytest.mark.django_db
def test_a_pair_with_a_walkover_that_stays_away_later_is_named_as_away_at_that_table(
    four_pairs: Evening, secretary: Player, clock: Clock
) -> None:
    table = four_pairs.tables.get(round=1, number=1)
    pair, away = pairs_at(table)
    stay_away_from(four_pairs, table, away, secretary, clock)
    later = four_pairs.tables.filter(round=2, seats__entrant=pair).distinct().get()
    (others,) = {*pairs_at(later)} - {pair}
    stay_away_from(four_pairs, later, pair, secretary, clock)
    for at, came, missing in ((table, pair, away), (later, others, pair)):
        page = client_of(secretary).get(reverse("league:cockpit_table", args=[four_pairs.pk, at.pk]))
        said = page.content.decode()
        assert f"Walkover for {name_of(came)}: 375 points." in said
        assert f"Did not come: {name_of(missing)}. Worth:" in said


@pytest.mark.django_db
def test_a_walkover_of_a_round_that_is_drawn_anew_or_never_opened_counts_for_nobody(
    four_pairs: Evening, secretary: Player, clock: Clock
) -> None:
    """By hand: one walkover of 375 in the round that was opened, and nothing else."""
    one, other = four_pairs.tables.filter(round=1).order_by("number")
    pair, away = pairs_at(one)
    stay_away_from(four_pairs, one, away, secretary, clock)
    about = {"actor": secretary, "now": clock()}
    services.break_off(table_id=other.pk, version=fresh(four_pairs).version, reason="Fire alarm", **about)

    def stay_away_from_the_next() -> None:
        table = four_pairs.tables.filter(round=2).first()
        assert table is not None
        stay_away_from(four_pairs, table, pairs_at(table)[0], secretary, clock)

    stay_away_from_the_next()
    services.draw_rest(evening_id=four_pairs.pk, version=fresh(four_pairs).version, chance=Random(1), **about)
    stay_away_from_the_next()
    services.close_evening(evening_id=four_pairs.pk, version=fresh(four_pairs).version, **about)
    totals = {row.entrant: row.total for row in season_table(four_pairs.competition).rows if row.total}
    assert totals == {pair.pk: 375}


@pytest.mark.django_db
def test_a_table_to_which_nobody_came_says_so_with_what_both_get(
    four_pairs: Evening, secretary: Player, clock: Clock
) -> None:
    """One pair signed off at the last moment, the other did not come: each in the row of the list of who comes."""
    with_rules(four_pairs.competition, announced="fixed", announced_points=111)
    table = four_pairs.tables.get(round=1, number=1)
    for pair, signed_off in zip(pairs_at(table), (True, False), strict=True):
        services.stay_away(
            evening_id=four_pairs.pk,
            entrant=pair,
            signed_off=signed_off,
            player=secretary,
            reason="Snow",
            now=clock(),
        )
    said_off, without_word = map(name_of, pairs_at(table))
    told = (
        "Nobody came to this table, so nobody has a walkover.",
        f"Signed off: {said_off}. Worth: 111 points.",
        f"Did not come: {without_word}. Worth: 0 points.",
    )
    desk = client_of(secretary)
    for address in (
        reverse("league:cockpit", args=[four_pairs.pk]),
        reverse("league:cockpit_table", args=[four_pairs.pk, table.pk]),
    ):
        page = desk.get(address).content.decode()
        assert [each in page for each in told] == [True] * 3, address
    assert "nobody came</span>" in desk.get(reverse("league:evening", args=[four_pairs.pk])).content.decode()


@pytest.mark.django_db
def test_a_table_at_which_everybody_is_missing_is_closed_in_one_go(
    four_pairs: Evening, secretary: Player, clock: Clock
) -> None:
    table = four_pairs.tables.get(round=1, number=1)
    services.walkover(
        table_id=table.pk,
        version=fresh(four_pairs).version,
        missing=set(table.seats.values_list("player", flat=True)),
        actor=secretary,
        reason="Snow",
        now=clock(),
    )
    shown = next(each for each in rounds_of(four_pairs, {})[0].tables if each.pk == table.pk)
    assert (shown.state, shown.has_score) == (CockpitState.NOBODY, False)
    assert set(four_pairs.marks.values_list("kind", flat=True)) == {"unannounced"}
    trail = client_of(secretary).get(reverse("disputes:trail"))
    assert "nobody came to a table" in trail.content.decode()


@pytest.mark.django_db
def test_a_table_broken_off_before_its_first_round_has_no_score(
    four_pairs: Evening, secretary: Player, clock: Clock
) -> None:
    table = four_pairs.tables.get(round=1, number=1)
    about = {"version": fresh(four_pairs).version, "actor": secretary, "now": clock()}
    services.break_off(table_id=table.pk, reason="Fire alarm", **about)
    page = client_of(secretary).get(reverse("league:cockpit_table", args=[four_pairs.pk, table.pk]))
    assert "broken off</span>" in page.content.decode()
    assert "0 : 0" not in page.content.decode()


@pytest.mark.django_db
def test_the_question_before_a_walkover_names_who_gets_it_and_who_could_play_instead(
    five: Evening, secretary: Player, clock: Clock
) -> None:
    with_rules(five.competition, walkover_points=1500)
    table = table_not_started(five, secretary, clock)
    seats = list(table.seats.select_related("player").order_by("number"))
    missing, partner = seats[0], seats[2]
    (free,) = {each.name for each in attendees(fresh(five), entrants_by_key(five.competition)) if each.waits}
    page = client_of(secretary).get(reverse("league:cockpit", args=[five.pk])).content.decode()
    said = page.partition(f'id="never-{missing.entrant_id}"')[2].partition("</form>")[0]
    assert "1,500 points" in said
    for other in seats[1:]:
        assert other.player.nickname in said
    assert f"{partner.player.nickname} has it too" in said
    assert f"{free} waits in this round and can play instead" in said
    assert f"{reverse('league:cockpit_table', args=[five.pk, table.pk])}#somebody-else" in said
    assert "only one" not in said, "nobody of a pair is missing where players come by themselves"


@pytest.mark.django_db
def test_a_round_drawn_with_who_is_not_here_is_drawn_anew_before_it_is_opened(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    cockpit = reverse("league:cockpit", args=[evening.pk])
    desk = client_of(secretary)

    def buttons() -> tuple[str, str]:
        page = desk.get(cockpit).content.decode()
        anew = page.partition('id="ask-anew-1"')[2].partition("</details>")[0]
        return anew, page.partition('id="ask-open-1')[2].partition("</details>")[0]

    anew, to_open = buttons()
    assert not anew
    assert "button--go button--big" in to_open
    gone = evening.tables.get(round=1).seats.select_related("player").earliest("number")
    desk.post(reverse("league:evening_sign", args=[evening.pk]), {"entrant": gone.entrant_id, "comes": "no"})
    anew, to_open = buttons()
    assert "button--go button--big" in anew
    assert "button--go" not in to_open
    assert gone.player.nickname in to_open


@pytest.mark.django_db
def test_the_sheet_and_the_printed_sheets_of_a_walkover_say_so(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    with_rules(evening.competition, walkover_points=1500)
    desk = client_of(secretary)
    services.put_all_on_paper(
        evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock()
    )
    table = table_not_started(evening, secretary, clock)
    seats = list(table.seats.select_related("player").order_by("number"))
    services.walkover(
        table_id=table.pk,
        version=fresh(evening).version,
        missing=[seats[1].player_id],
        actor=secretary,
        reason="Nobody came",
        now=clock(),
    )
    sheet = desk.get(reverse("league:sheet", args=[evening.pk, table.pk])).content.decode()
    came = ", ".join(sorted(seats[number].player.nickname for number in (0, 2, 3)))
    assert f"Walkover for {came}: 1,500 points." in sheet
    assert "as soon as its round is open" not in sheet
    printed = desk.get(reverse("league:evening_print", args=[evening.pk, "filled"])).content.decode()
    assert "Walkover: 1,500 points" in printed
    assert ">–</td>" not in printed


@pytest.mark.django_db
def test_the_cockpit_has_one_thing_of_each_name(evening: Evening, secretary: Player, clock: Clock) -> None:
    table_not_started(evening, secretary, clock)
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert page.count("Somebody has not come") == 1
    assert page.count("A table is not complete") == 1
