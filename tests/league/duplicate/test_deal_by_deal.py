"""Each deal is opened when every table has closed it, while the rest of its round is still played."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, Player, Role
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.deals_views import LINK_SIGNER
from games.league.models import Evening, LeagueTable, TableScore
from games.league.queries import season_table
from games.league.services.evenings.compared_results import deals_of
from games.league.services.evenings.same_cards import open_finished_rounds, open_played_deals
from games.table import services as table_services
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import closed_rounds
from games.table.log.models import Deal, Match
from games.table.log.states import RulingEffect
from games.table.services import verify_log
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.league.conftest import open_round, put_on_paper
from tests.league.duplicate.conftest import Made
from tests.league.playing import play, typed_fields, write_sheet
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def open_deals(evening: Evening) -> list[int]:
    """The numbers of the deals that everybody may see."""
    return [deal.number for deal in deals_of(evening.competition, [evening.pk]).get(evening.pk, ())]


def percentages(evening: Evening) -> dict[int, Fraction]:
    """The per cent of each entrant so far."""
    season = season_table(evening.competition).season
    return {entrant: Fraction(result.points) for entrant, result in season.on(evening.pk).items()}


def with_members(evening: Evening, *names: str) -> list[Player]:
    """New members of the club, who play nowhere yet."""
    people = make_players(list(names))
    club = evening.competition.season.club
    for player in people:
        Membership.objects.create(club=club, player=player, role=Role.MEMBER, since=evening.starts_at)
    return people


def test_a_deal_is_open_when_the_last_table_has_closed_it(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Seed, hands, list and traveller of the first deal; of the second nothing, not even for who has played it."""
    evening = evening_of(6, rounds=1)
    one, other, late = open_round(evening, secretary, clock())
    play(one, clock())
    play(other, clock(), rounds=1)
    assert (open_played_deals(), open_deals(evening), percentages(evening)) == (0, [], {})
    play(late, clock(), rounds=1)
    assert (open_deals(evening), open_played_deals(), open_played_deals()) == ([], 1, 0)
    assert open_deals(evening) == [1]
    assert set(Deal.objects.exclude(seed="").values_list("round__number")) == {(1,)}
    assert Deal.objects.exclude(seed="").count() == 3
    assert not any(verify_log(match) for match in Match.objects.all())
    reader = one.seats.earliest("number").player
    for client in (client_of(reader), client_of(secretary)):
        record = client.get(reverse("league:evening_deal", args=[evening.pk, 1])).context["record"]
        dealt = next(closed_rounds(Match.objects.get(pk=one.match_id))).after.round.dealt
        shown = [
            {held.suit + {"10": "T"}.get(sign, sign) for held in hand.suits for sign in held.signs.split()}
            for hand in record.hands
        ]
        assert shown == [set(hand) for hand in dealt]
        assert len(record.rows) == 3
        assert [len(seal.seed) for seal in record.seals] == [64]
        assert client.get(reverse("league:evening_deal", args=[evening.pk, 2])).status_code == 404
        page = client.get(reverse("league:evening_deals", args=[evening.pk]))
        assert [[deal.number for deal in each.deals] for each in page.context["rounds"]] == [[1]]
        assert "when the last table has played it" in page.content.decode()
    shared = [
        reverse("league:shared_deal", args=[LINK_SIGNER.sign(f"{evening.pk}.{deal}")]) for deal in (1, 2)
    ]
    assert [Client().get(link).status_code for link in shared] == [200, 404]
    play(other, clock())
    assert (open_played_deals(), open_finished_rounds(now=clock())) == (0, 0)
    play(late, clock())
    assert (open_played_deals(), open_finished_rounds(now=clock())) == (0, 1)
    assert open_deals(evening) == [1, 2]


def test_the_ranking_moves_after_every_deal(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """It is that of the open deals alone, and stands on the evening's page; no sheet is counted before the round is
    over, since it would tell of the others."""
    evening = evening_of(7, rounds=1)
    tables = open_round(evening, secretary, clock())
    for table in tables:
        play(table, clock(), rounds=1)
    play(tables[0], clock())
    open_played_deals()
    after_one = percentages(evening)
    assert len(after_one) == 6
    assert sum(after_one.values()) == 6 * 50
    assert not TableScore.objects.exists()
    page = client_of(secretary).get(reverse("league:evening", args=[evening.pk]))
    assert page.status_code == 200
    standings = client_of(secretary).get(reverse("league:league", args=[evening.competition_id]))
    shown = {each.row.entrant: Fraction(each.row.total) for each, _columns in standings.context["rows"]}
    assert {entrant: shown[entrant] for entrant in after_one} == after_one
    for table in tables[1:]:
        play(table, clock())
    open_finished_rounds(now=clock())
    assert len(percentages(evening)) == 6
    [first, _second] = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert len(first.results) == 3


def test_who_looked_at_an_open_deal_may_still_take_a_seat(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """A substitute for the other deals: the first is played everywhere. Who sat at another table is refused as ever."""
    evening = evening_of(6, rounds=1)
    tables = open_round(evening, secretary, clock())
    for table in tables:
        play(table, clock(), rounds=1)
    play(tables[0], clock())
    open_played_deals()
    [substitute] = with_members(evening, "Looks Lena")
    about = {"match_id": tables[1].match_id, "seat": 1, "by": secretary, "now": clock()}
    assert client_of(substitute).get(reverse("league:evening_deal", args=[evening.pk, 1])).status_code == 200
    table_services.replace_player(player=substitute, **about)
    code = Match.objects.get(pk=tables[1].match_id).code
    assert client_of(substitute).get(f"/t/{code}/round/1/").status_code == 200
    knowing = tables[0].seats.earliest("number").player
    with pytest.raises(TableRefused) as refused:
        table_services.replace_player(player=knowing, **about)
    assert refused.value.code == TableRefusal.KNOWS_THE_CARDS


def test_players_look_back_at_an_open_deal_and_at_no_other(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """All four hands, also where the club keeps own rounds closed; onlookers still see no table."""
    evening = evening_of(6, rounds=1, rules={"counting": "matchpoints", "own_rounds": False})
    tables = open_round(evening, secretary, clock())
    play(tables[0], clock())
    for table in tables[1:]:
        play(table, clock(), rounds=1)
    open_played_deals()
    match = Match.objects.get(pk=tables[0].match_id)
    sat = client_of(match.seats.first().player)
    assert sat.get(f"/t/{match.code}/round/1/").status_code == 200
    for path in ("round/2/", "round/2/on/?card=1&instead=HA", "record.json"):
        answer = sat.get(f"/t/{match.code}/{path}")
        assert (answer.status_code, answer["Refusal-Code"]) == (403, TableRefusal.OTHERS_PLAY_IT)
    for path in ("", "sheet/", "round/1/"):
        assert client_of(secretary).get(f"/t/{match.code}/{path}").status_code == 403


def test_a_table_that_has_not_begun_keeps_all_deals_closed(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, rounds=1)
    evening.refresh_from_db()
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    *done, late = evening.tables.select_related("match").order_by("number")
    for table in done:
        first = table.seats.select_related("player").earliest("number")
        table_services.start_match(match_id=table.match_id, player=first.player, now=clock())
        play(table, clock())
    assert (open_played_deals(), open_deals(evening)) == (0, [])
    first = late.seats.select_related("player").earliest("number")
    table_services.start_match(match_id=late.match_id, player=first.player, now=clock())
    play(late, clock(), rounds=1)
    assert (open_played_deals(), open_deals(evening)) == (1, [1])


def test_a_stopped_table_that_may_go_on_keeps_its_deals_closed(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Once it is broken off for good it holds up nobody."""
    evening = evening_of(8, rounds=1, options={"rounds": 3})
    *done, halfway, stopped = open_round(evening, secretary, clock())
    play(stopped, clock(), rounds=1)
    for table in done:
        play(table, clock())
    play(halfway, clock(), rounds=2)
    table_services.close_table(match_id=stopped.match_id, now=clock.advance(25 * 3600))
    assert (open_played_deals(), open_deals(evening)) == (1, [1])
    evening.refresh_from_db()
    services.break_off(
        table_id=stopped.pk, version=evening.version, actor=secretary, reason="ill", now=clock()
    )
    assert (open_played_deals(), open_deals(evening)) == (1, [1, 2])
    [first, second] = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [len([each for each in deal.results if each.counts]) for deal in (first, second)] == [4, 3]
    play(halfway, clock())
    assert (open_played_deals(), open_finished_rounds(now=clock())) == (0, 1)
    assert open_deals(evening) == [1, 2, 3]


def test_a_table_with_real_cards_opens_a_deal_when_its_sheet_is_confirmed(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """A typed line may belong to another deal or table."""
    evening = evening_of(6, rounds=1)
    evening.refresh_from_db()
    paper = evening.tables.get(number=3)
    put_on_paper(table_id=paper.pk, version=evening.version)
    evening.refresh_from_db()
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    services.start_tables(evening_id=evening.pk, now=clock())
    phones = list(evening.tables.filter(on_paper=False).select_related("match"))
    play(phones[0], clock())
    play(phones[1], clock(), rounds=1)
    paper.refresh_from_db()
    player = paper.seats.earliest("number").player
    services.type_round(table_id=paper.pk, number=1, values=typed_fields(100, 62), player=player, now=clock())
    assert (open_played_deals(), open_deals(evening)) == (0, [])
    write_sheet(paper, (100, 62), (62, 100), now=clock())
    assert (open_played_deals(), open_deals(evening)) == (1, [1])
    [first] = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert len([each for each in first.results if each.counts]) == 3


def test_a_void_round_is_closed_and_counts_for_nobody(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, rounds=1)
    tables = open_round(evening, secretary, clock())
    for table in tables:
        play(table, clock(), rounds=1)
    about = {"match_id": tables[2].match_id, "number": 1, "player": secretary.pk, "now": clock()}
    table_services.open_review(**about)
    table_services.rule_round(ruled=RulingEffect(ruling=1, points=(0, 0, 0, 0), void=True), **about)
    assert (open_played_deals(), open_deals(evening)) == (1, [1])
    [first] = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [each.counts for each in first.results] == [True, True, False]


def test_no_table_is_added_once_a_deal_of_the_round_is_open(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Who waits, and two who come late, have read it."""
    evening = evening_of(7, rounds=1)
    tables = open_round(evening, secretary, clock())
    late = services.enter(
        competition=evening.competition, players=with_members(evening, "Late Lies", "Late Lou")
    )
    seated = evening.tables.values("seats__entrant")
    waiting = evening.competition.entrants.exclude(pk__in=seated).exclude(pk=late.pk).get()

    def add() -> LeagueTable:
        evening.refresh_from_db()
        return services.add_table(
            evening_id=evening.pk,
            version=evening.version,
            round_number=1,
            entrants=[waiting.pk, waiting.pk, late.pk, late.pk],
            actor=secretary,
            now=clock(),
        )

    for table in tables:
        play(table, clock(), rounds=1)
    open_played_deals()
    with pytest.raises(LeagueRefused) as refused:
        add()
    assert refused.value.code == LeagueRefusal.CARDS_KNOWN


def test_an_average_is_given_for_an_open_deal_and_for_no_other(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, rounds=1)
    tables = open_round(evening, secretary, clock())
    for table in tables:
        play(table, clock(), rounds=1)
    about = {"table_id": tables[0].pk, "average": (60, 40), "reason": "Cards lay open", "actor": secretary}
    too_early = refusal(lambda: services.give_average(deal=1, now=clock(), **about))
    assert too_early == LeagueRefusal.DEAL_STILL_PLAYED
    open_played_deals()
    services.give_average(deal=1, now=clock(), **about)
    [first] = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [each.average for each in first.results] == [(60, 40), None, None]
    too_early = refusal(lambda: services.give_average(deal=2, now=clock(), **about))
    assert too_early == LeagueRefusal.DEAL_STILL_PLAYED


def test_cards_of_the_next_round_are_other_cards(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """The pair that waits reads the deals of a round it does not play: no deal comes back in a later round."""
    evening = evening_of(7, rounds=2)
    for _round in (1, 2):
        tables = open_round(evening, secretary, clock())
        for table in tables:
            play(table, clock(), rounds=1)
        open_played_deals()
        for table in tables:
            play(table, clock())
        open_finished_rounds(now=clock())
        evening.refresh_from_db()
    seeds = set(Deal.objects.values_list("seed", "match__league_table__round", "round__number"))
    assert len(seeds) == len({seed for seed, *_place in seeds}) == 4


def test_the_cockpit_counts_the_deals_of_a_table_and_hides_its_score(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """One table has played both deals, the next one of them, the last none; then all have."""
    evening = evening_of(6, rounds=1)
    done, halfway, late = open_round(evening, secretary, clock())
    play(done, clock())
    play(halfway, clock(), rounds=1)
    address = reverse("league:cockpit", args=[evening.pk])
    desk = client_of(secretary)

    def shown() -> list[tuple[int, bool, bool]]:
        [round_] = desk.get(address).context["rounds"]
        return [(table.played, table.hides_score, table.has_score) for table in round_.tables]

    assert shown() == [(2, True, False), (1, True, False), (0, True, False)]
    page = desk.get(address).content.decode()
    assert "2 of 2 deals" in page
    assert page.count("score hidden until all have played these cards") == 2
    page = desk.get(reverse("league:evening", args=[evening.pk])).content.decode()
    below_the_names = (
        r"score hidden until all have played these cards</span>\s*</span>\s*<span class=.list-end"
    )
    assert len(re.findall(below_the_names, page)) == 2, "beside them it would be wider than a phone"
    for table in (halfway, late):
        play(table, clock())
    open_finished_rounds(now=clock())
    assert shown() == [(2, False, True)] * 3
