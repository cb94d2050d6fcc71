"""Evenings on which all tables have the same cards: drawn, played, opened when all are done, compared."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import Club, Membership, Player, Role
from games.analysis.services import analyse_round, work_out_contracts
from games.bots.analysis import OpenContract
from games.bots.registry import ANALYSERS
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, LeagueTable, TableScore
from games.league.preview import RoundAs, standings_with
from games.league.queries import entrants_by_key, season_table
from games.league.services.evenings.compared_results import deals_of
from games.league.services.evenings.same_cards import open_finished_rounds
from games.table import services as table_services
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import closed_rounds
from games.table.log.loading import log_rows
from games.table.log.models import Action, Deal, Match, Round
from games.table.log.states import RulingEffect
from games.table.services import replace_player, verify_log
from games.table.shared_deals import SharedDeals
from tests.analysis.conftest import quickly
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.league.conftest import (
    close_evening,
    members_of,
    open_round,
    plan_and_draw,
    put_on_paper,
    sign_up,
)
from tests.league.duplicate.conftest import Made, compared_competition
from tests.league.playing import play, play_rounds
from tests.refused import refusal
from tests.unguarded import falsify

pytestmark = pytest.mark.django_db


def decks(table: LeagueTable) -> list[str]:
    """The cards that were dealt at a table, round by round."""
    return [row.data["deck"] for row in log_rows(table.match_id) if "deck" in row.data]


def worth(evening: Evening) -> dict[int, Fraction]:
    """What the evening is worth to each entrant so far."""
    table = season_table(evening.competition)
    return {entrant: Fraction(result.points) for entrant, result in table.season.on(evening.pk).items()}


def worth_by_hand(evening: Evening, entrant: int) -> Fraction:
    """What the deals of one entrant are worth in per cent of the tables its side is better than, half for an equal."""
    shares = []
    for deal in deals_of(evening.competition, [evening.pk])[evening.pk]:
        for place in (0, 1):
            ahead = {each.sides[place]: each.points[place] - each.points[1 - place] for each in deal.results}
            own = next((value for side, value in ahead.items() if entrant in side), None)
            if own is not None:
                better = sum((own > other) + Fraction(own == other, 2) for other in ahead.values())
                shares.append((better - Fraction(1, 2)) / (len(ahead) - 1) * 100)
    return sum(shares) / len(shares)


def play_all(evening: Evening, secretary: Player, clock: Clock) -> list[LeagueTable]:
    """Play the next round at every table, at the first one otherwise than at the others."""
    tables = open_round(evening, secretary, clock())
    play_rounds(tables[0], 1, clock())
    for table in tables:
        play(table, clock())
    return tables


@pytest.mark.slow
def test_eleven_pairs_play_the_same_cards_and_are_compared(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(11)
    seats = evening.tables.values_list("round", "seats__entrant").distinct()
    for number in (1, 2):
        assert len([each for each in seats if each[0] == number]) == 10
        tables = play_all(evening, secretary, clock)
        assert len({tuple(decks(table)) for table in tables}) == 1
        assert len(decks(tables[0])) == 2
        assert open_finished_rounds(now=clock()) == 1
        assert open_finished_rounds(now=clock()) == 0
    by_deal = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [(deal.number, deal.round, deal.within) for deal in by_deal] == [
        (1, 1, 1),
        (2, 1, 2),
        (3, 2, 1),
        (4, 2, 2),
    ]
    assert all(len(deal.results) == 5 and all(each.counts for each in deal.results) for deal in by_deal)
    evening = close_evening(evening, secretary, clock())
    assert len(worth(evening)) == 11
    assert len(set(worth(evening).values())) > 1
    assert all(0 <= mean <= 100 for mean in worth(evening).values())
    assert set(map(verify_log, Match.objects.all())) == {()}


def test_matchpoints_of_an_evening_are_those_of_its_points(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """The means of all pairs, which played both rounds, add up to fifty per cent a pair."""
    evening = evening_of(6, rules={"counting": "matchpoints"})
    for _round in (1, 2):
        play_all(evening, secretary, clock)
    open_finished_rounds(now=clock())
    means = worth(evening)
    assert means == {pair: worth_by_hand(evening, pair) for pair in means}
    assert len(means) == 6
    assert sum(means.values()) == 6 * 50


def test_the_difference_from_the_mean_can_be_chosen(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """What one side has above the mean of a deal the other has below it."""
    evening = evening_of(6, rules={"counting": "difference"}, rounds=1)
    play_all(evening, secretary, clock)
    open_finished_rounds(now=clock())
    means = worth(evening)
    assert len(means) == 6
    assert sum(means.values()) == 0


def test_everybody_meets_everybody_where_the_club_says_so(evening_of: Made) -> None:
    evening = evening_of(6, rules={"counting": "matchpoints", "movement": "howell"}, rounds=5)
    met = {frozenset(table.seats.values_list("entrant", flat=True)) for table in evening.tables.all()}
    assert len(met) == 15


def test_nothing_of_a_round_is_known_until_its_last_table_is_over(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6)
    *done, late = open_round(evening, secretary, clock())
    for table in done:
        play(table, clock())
    assert open_finished_rounds(now=clock()) == 0
    assert worth(evening) == {}
    assert not TableScore.objects.exists()
    assert not Deal.objects.exclude(seed="").exists()
    assert set(SharedDeals.objects.values_list("public_from", flat=True)) == {None}
    play(late, clock())
    assert open_finished_rounds(now=clock()) == 1
    assert not Deal.objects.filter(seed="").exists()
    assert len(worth(evening)) == 6


def test_the_end_of_a_table_offers_nothing_that_is_refused(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """While others play its cards there is neither picture nor record, and nobody is told that they can watch."""
    evening = evening_of(6, rounds=1)
    done, late, _other = open_round(evening, secretary, clock())
    play(done, clock())
    done.refresh_from_db()
    sitter = done.seats.earliest("number").player
    page = client_of(sitter).get(f"/t/{done.match.code}/").content.decode()
    for what in ("picture.svg", "record.json"):
        assert f"/t/{done.match.code}/{what}" not in page
        assert client_of(sitter).get(f"/t/{done.match.code}/{what}").status_code == 403
    waiting = client_of(sitter).get(f"/t/{late.match.code}/").content.decode()
    assert "nobody looks on here" in waiting
    assert "You can watch once the match starts." not in waiting


def test_a_table_broken_off_holds_up_nobody(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, rounds=1)
    *done, late = open_round(evening, secretary, clock())
    for table in done:
        play(table, clock())
    play(late, clock(), rounds=1)
    evening.refresh_from_db()
    services.break_off(
        table_id=late.pk, version=evening.version, actor=secretary, reason="a phone fell", now=clock()
    )
    assert open_finished_rounds(now=clock()) == 1
    first, second = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [len([each for each in deal.results if each.counts]) for deal in (first, second)] == [3, 2]
    assert verify_log(Match.objects.get(pk=late.match_id)) == ()


def test_nobody_plays_the_same_cards_twice(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """Who has played a round at one table cannot take a seat at another while others play it."""
    evening = evening_of(6, rounds=1)
    one, other, _third = open_round(evening, secretary, clock())
    play(one, clock())
    knowing = one.seats.earliest("number").player
    with pytest.raises(TableRefused) as refused:
        replace_player(match_id=other.match_id, seat=0, player=knowing, by=secretary, now=clock())
    assert refused.value.code == TableRefusal.KNOWS_THE_CARDS


def test_no_table_is_added_to_a_round_whose_cards_are_known(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(7, rounds=1)
    play_all(evening, secretary, clock)
    open_finished_rounds(now=clock())
    evening.refresh_from_db()
    seated = evening.tables.values("seats__entrant")
    waiting = evening.competition.entrants.exclude(pk__in=seated).values_list("pk", flat=True)
    pair = waiting[0]
    with pytest.raises(LeagueRefused) as refused:
        services.add_table(
            evening_id=evening.pk,
            version=evening.version,
            round_number=1,
            entrants=[pair, pair, pair, pair],
            actor=secretary,
            now=clock(),
        )
    assert refused.value.code == LeagueRefusal.CARDS_KNOWN


def test_drawing_anew_without_a_newcomer_changes_nothing(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(7, rounds=3)
    play_all(evening, secretary, clock)
    before = {
        (table.round, table.number): set(table.seats.values_list("entrant", flat=True))
        for table in evening.tables.filter(round__gt=1)
    }
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=clock()
    )
    after = {
        (table.round, table.number): set(table.seats.values_list("entrant", flat=True))
        for table in evening.tables.filter(round__gt=1)
    }
    assert after == before


def test_no_real_cards_where_a_card_is_turned_for_trumps(evening_of: Made, secretary: Player) -> None:
    """A sheet would tell the second card before the first is refused."""
    evening = evening_of(6, options={"rounds": 2, "trump_mode": "random"})
    table = evening.tables.earliest("pk")
    with pytest.raises(LeagueRefused) as refused:
        put_on_paper(table_id=table.pk, version=evening.version)
    assert refused.value.code == LeagueRefusal.ONLY_ON_PHONES


def test_only_what_can_be_compared_is_compared(league_club: Club, clock: Clock) -> None:
    """A match to so many points has another number of rounds at every table."""
    with pytest.raises(LeagueRefused) as refused:
        compared_competition(league_club, clock(), options={"match_length": "points"})
    assert refused.value.code == LeagueRefusal.NOT_COMPARABLE


def test_a_new_pair_takes_the_empty_place(
    evening_of: Made, league_club: Club, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(7, rounds=3)
    open_round(evening, secretary, clock())
    late = make_players(["Late Lies", "Late Lou"])
    for player in late:
        Membership.objects.create(club=league_club, player=player, role=Role.MEMBER, since=clock())
    newcomer = services.enter(competition=evening.competition, players=late)
    sign_up(evening, [newcomer], secretary, clock())
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=clock()
    )
    for number in (2, 3):
        tables = evening.tables.filter(round=number)
        assert tables.count() == 4
        assert tables.filter(seats__entrant=newcomer).distinct().count() == 1
    met = [frozenset(table.seats.values_list("entrant", flat=True)) for table in evening.tables.all()]
    assert len(set(met)) == len(met)


def test_single_players_are_compared_too(league_club: Club, secretary: Player, clock: Clock) -> None:
    """With a new partner every round: each has what their side had."""
    competition = compared_competition(league_club, clock(), seating="rotating", size=1, rounds=1)
    entrants = [
        services.enter(competition=competition, players=[player])
        for player in members_of(league_club, 12, clock())
    ]
    evening = plan_and_draw(competition, entrants, secretary, clock())
    play_all(evening, secretary, clock)
    open_finished_rounds(now=clock())
    means = worth(evening)
    assert means == {player: worth_by_hand(evening, player) for player in means}
    assert len(means) == 12


def test_a_ruling_changes_the_list_for_everybody(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """Results are computed from the rounds as they stand; the preview shows the same beforehand."""
    evening = evening_of(6, rounds=1)
    tables = play_all(evening, secretary, clock)
    open_finished_rounds(now=clock())
    before = worth(evening)
    match = tables[0].match
    was, others = (Round.objects.get(match=table.match, number=1) for table in tables[:2])
    ahead = was.points[0] - was.points[1] > others.points[0] - others.points[1]
    given = (0, 2000, 0, 2000) if ahead else (2000, 0, 2000, 0)
    as_ruled = tuple(one + more for one, more in zip(was.points, given, strict=True))
    about = {"match_id": match.pk, "number": 1, "player": secretary.pk, "now": clock()}
    table_services.open_review(**about)
    shown = standings_with(match.pk, {1: RoundAs(1, as_ruled, was.result["tallies"])})
    assert shown.others.startswith("The others had the same cards")
    table_services.rule_round(ruled=RulingEffect(ruling=1, points=given), **about)
    after = worth(evening)
    assert after != before
    assert sum(after.values()) == sum(before.values()) == 6 * 50
    names = {one.pk: one.name for one in entrants_by_key(evening.competition).values()}
    assert {row.name: row.total for row in shown.after} == {names[pk]: mean for pk, mean in after.items()}
    [first, _second] = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert as_ruled[:2] in [result.points for result in first.results]


def test_the_page_shows_the_list_from_the_own_side(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, rounds=1)
    *done, late = open_round(evening, secretary, clock())
    for table in done:
        play(table, clock())
    path = reverse("league:evening_deals", args=[evening.pk])
    player = done[0].seats.get(number=1).player
    page = client_of(player).get(path).content.decode()
    assert "Not all tables have played these cards" in page
    assert "You: " not in page
    play(late, clock())
    open_finished_rounds(now=clock())
    answer = client_of(player).get(path)
    [round_] = answer.context["rounds"]
    points = Round.objects.get(match=done[0].match_id, number=1).points
    assert round_.deals[0].own.startswith(f"You: {points[1]} : {points[0]}. ".replace("-", "−"))
    assert round_.deals[0].code == done[0].match.code
    assert sum(line.times for line in round_.deals[0].lines) == 3
    assert [line.mine for line in round_.deals[0].lines].count(True) == 1
    onlooker = client_of(secretary).get(path)
    assert [deal.own for deal in onlooker.context["rounds"][0].deals] == ["", ""]
    assert client_of(secretary).get(reverse("league:evening", args=[evening.pk])).status_code == 200


def test_the_page_of_a_deal_tells_how_every_table_played_it(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """The four hands of the log, trumps, tricks and score of each table."""
    evening = evening_of(6, rounds=1)
    tables = play_all(evening, secretary, clock)
    open_finished_rounds(now=clock())
    player = tables[0].seats.get(number=0).player
    path = reverse("league:evening_deal", args=[evening.pk, 2])
    record = client_of(player).get(path).context["record"]
    match = Match.objects.get(pk=tables[0].match_id)
    dealt = next(closed for closed in closed_rounds(match) if closed.number == 2).after.round.dealt
    shown = [
        {held.suit + {"10": "T"}.get(sign, sign) for held in hand.suits for sign in held.signs.split()}
        for hand in record.hands
    ]
    assert shown == [set(hand) for hand in dealt]
    assert [hand.deals for hand in record.hands].count(True) == 1
    assert [row.mine for row in record.rows].count(True) == 1
    for row in record.rows:
        table = next(table for table in tables if table.number == row.table)
        played_there = Round.objects.get(match=table.match_id, number=2)
        facts = played_there.result["facts"]
        assert row.points == tuple(played_there.points[:2])
        assert (row.contract.trump, row.contract.makers, list(row.contract.tricks)) == (
            facts["trump"],
            facts["declarers"],
            facts["tricks"],
        )


def test_the_page_of_a_deal_tells_par_once_it_is_computed(
    evening_of: Made, secretary: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the best contracts; until then both are announced."""
    evening = evening_of(6, rounds=1)
    tables = play_all(evening, secretary, clock)
    open_finished_rounds(now=clock())
    reader = client_of(tables[0].seats.get(number=0).player)
    path = reverse("league:evening_deal", args=[evening.pk, 2])
    match = Match.objects.get(pk=tables[0].match_id)
    record = reader.get(path).context["record"]
    assert {(row.par, row.par_is_coming) for row in record.rows} == {("", True)}
    assert record.best_is_coming

    def contracts(_options: object, _dealer: int, hands: Sequence[Sequence[str]]) -> tuple[OpenContract, ...]:
        assert [set(hand) for hand in hands] in [set_of(1), set_of(2)]
        return OpenContract("S", 0, 20), OpenContract("H", 0, -8), OpenContract("C", 1, -44)

    def set_of(number: int) -> list[set[str]]:
        closed = next(one for one in closed_rounds(match) if one.number == number)
        return [set(hand) for hand in closed.after.round.dealt]

    analyser = ANALYSERS["kraken"]._replace(analyse=quickly, contracts=contracts)
    monkeypatch.setitem(ANALYSERS, "kraken", analyser)
    for table in tables:
        analyse_round(round_=Round.objects.get(match=table.match_id, number=2), now=clock())
    record = reader.get(path).context["record"]
    assert {(row.par, row.par_is_coming) for row in record.rows} == {("0", False)}
    assert [work_out_contracts() for _deal in range(3)] == [1, 1, 0]
    record = reader.get(path).context["record"]
    assert [(best.makers, best.trump, best.points) for best in record.best] == [
        ("N-S", "S", "+20"),
        ("E-W", "C", "−44"),
    ]


def test_a_deal_is_shared_without_names(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, rounds=1)
    tables = play_all(evening, secretary, clock)
    open_finished_rounds(now=clock())
    names = [seat.player.nickname for table in tables for seat in table.seats.select_related("player")]
    page = client_of(secretary).get(reverse("league:evening_deal", args=[evening.pk, 1]))
    assert all(name in page.content.decode() for name in names)
    link = page.context["link"].removeprefix("http://testserver")
    answer = Client().get(link)
    assert answer.status_code == 200
    assert len(answer.context["record"].rows) == 3
    words = strip_tags(answer.content.decode())  # a short name can stand in a signed address by chance
    assert not any(name in words for name in names)
    assert Client().get(link[:-2] + "/").status_code == 404
    printed = client_of(secretary).get(reverse("league:evening_print", args=[evening.pk, "hands"]))
    assert [record.deal.number for record in printed.context["records"]] == [1, 2]
    sat = tables[0].seats.get(number=0).player
    hung_up = client_of(sat).get(reverse("league:evening_print", args=[evening.pk, "hands"]))
    assert not any(
        record.deal.own or row.mine for record in hung_up.context["records"] for row in record.rows
    )


@pytest.fixture
def put_back() -> Iterator[None]:
    """What the test falsifies is as before when it is over."""
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)
    loading.forget_all()


@pytest.mark.usefixtures("put_back")
def test_a_stopped_table_whose_log_cannot_be_read_holds_up_nobody(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Nobody goes on with it: its round is opened, the evening closed and the season archived."""
    evening = evening_of(6)
    *done, ill = open_round(evening, secretary, clock())
    for table in done:
        play(table, clock())
    play(ill, clock(), rounds=1)
    table_services.close_table(match_id=ill.match_id, now=clock.advance(25 * 3600))
    assert open_finished_rounds(now=clock()) == 0
    evening.refresh_from_db()
    play_all(evening, secretary, clock)
    falsify(Action.objects.filter(match=ill.match_id, seq=5), data={"do": "nobody knows this"})
    loading.forget_all()
    assert open_finished_rounds(now=clock()) == 2
    assert not SharedDeals.objects.filter(public_from=None).exists()
    many = [
        len([each for each in deal.results if each.counts])
        for deal in deals_of(evening.competition, [evening.pk])[evening.pk]
    ]
    assert many == [3, 2, 3, 3]
    evening.refresh_from_db()
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
    assert page.status_code == 200
    close_evening(evening, secretary, clock())
    services.archive_season(season=evening.competition.season, actor=secretary, now=clock())


def test_a_lost_seed_stays_sealed_and_the_others_are_opened(
    evening_of: Made, secretary: Player, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    evening = evening_of(6)
    for _round in (1, 2):
        tables = play_all(evening, secretary, clock)
        evening.refresh_from_db()
    first = evening.tables.filter(round=1).earliest("number")
    assert first not in tables
    lost = Deal.objects.filter(match=first.match_id, number=1)
    kept = lost.get().sealed
    lost.update(sealed="sealed with a key that is lost")
    with caplog.at_level(logging.ERROR):
        assert open_finished_rounds(now=clock()) == 2
        assert open_finished_rounds(now=clock()) == 0
    [said] = [record.getMessage() for record in caplog.records]
    assert f"deal 1 of match {first.match_id}" in said
    assert list(Deal.objects.filter(seed="").values_list("pk")) == list(lost.values_list("pk"))
    deals = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [len([each for each in deal.results if each.counts]) for deal in deals] == [2, 3, 3, 3]
    lost.update(sealed=kept)


def test_a_table_whose_cards_no_key_opens_is_not_started(
    evening_of: Made, secretary: Player, clock: Clock, settings: Any
) -> None:
    """Nor does the page fail: it says why."""
    evening = evening_of(6)
    evening.refresh_from_db()
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    key = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a key that opens nothing sealed before", []
    refused = refusal(lambda: services.start_tables(evening_id=evening.pk, now=clock()))
    assert refused == TableRefusal.SEALS_LOST
    settings.SECRET_KEY = key
    assert services.start_tables(evening_id=evening.pk, now=clock()) == 3


def test_no_evening_is_locked_while_its_round_is_played(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    open_round(evening_of(6), secretary, clock())
    with CaptureQueriesContext(connection) as asked:
        assert open_finished_rounds(now=clock()) == 0
    assert not [
        query["sql"] for query in asked if "SAVEPOINT" in query["sql"] or "FOR UPDATE" in query["sql"]
    ]


def test_a_season_is_not_archived_over_cards_that_are_still_played(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Nobody could close the evening afterwards, and the cards would be secret for ever."""
    evening = evening_of(6)
    *done, late = open_round(evening, secretary, clock())
    for table in done:
        play(table, clock())
    play(late, clock(), rounds=1)
    table_services.close_table(match_id=late.match_id, now=clock.advance(25 * 3600))
    season = evening.competition.season
    archive = reverse("league:season_archive", args=[season.club.slug, season.pk])
    refused = client_of(secretary).post(archive, {"all_the_same": "on", "not_played": "on"})
    assert (refused.status_code, refused["Refusal-Code"]) == (422, "cards_still_played")
    assert "Evening 1 of Same cards" in refused.content.decode()
    season.refresh_from_db()
    assert season.archived_at is None
    evening.refresh_from_db()
    broken_off = {"table_id": late.pk, "version": evening.version, "actor": secretary, "now": clock()}
    services.break_off(**broken_off, reason="They went home")
    evening.refresh_from_db()
    close_evening(evening, secretary, clock())
    assert client_of(secretary).post(archive).status_code == 302
    season.refresh_from_db()
    assert season.archived_at is not None
    assert open_finished_rounds(now=clock()) == 1
