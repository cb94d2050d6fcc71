"""Evenings on which all tables have the same cards, with real cards: sheets to lay them out by, and typed results."""

from __future__ import annotations

import re
from functools import partial
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.merging import reassign_rows
from accounts.models import Membership, Notice, Player, Role
from games.disputes.labels import place_of
from games.engine.shuffle import commitment
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.deals_views import LINK_SIGNER
from games.league.models import Evening, LeagueTable, TableSeat
from games.league.services.evenings.compared_results import deals_of
from games.league.services.evenings.same_cards import open_finished_rounds, sealed_deals
from games.table.log.errors import TableRefusal
from games.table.log.folding import closed_rounds
from games.table.log.models import Match, Round
from games.table.services import leave_seat, seat_drawn
from games.table.shared_deals import require_new_to_the_deals
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.house.addresses import empty_caches
from tests.house.reader import Reader
from tests.house.reader import page_request as asked
from tests.league import shown as shown_pages
from tests.league.conftest import open_round, put_on_paper, sign_up
from tests.league.duplicate.conftest import Made
from tests.league.duplicate.test_same_cards import worth
from tests.league.duplicate.test_two_worlds import addresses, places_that_tell
from tests.league.playing import play, typed_fields, write_sheet
from tests.refused import refusal
from tests.table.hidden.everything_sent import comparable_page

pytestmark = pytest.mark.django_db
ON_PAPER = {"rules": {"counting": "matchpoints", "cards": "paper"}}


def dealing_sheets(evening: Evening, reader: Player) -> list[list[set[str]]]:
    """The cards of each place, deal by deal, as the sheets show them."""
    answer = client_of(reader).post(reverse("league:dealing_sheets", args=[evening.pk]))
    assert answer.status_code == 200
    return [
        [
            {held.suit + {"10": "T"}.get(sign, sign) for held in suits for sign in held.signs.split()}
            for _number, _deals, suits in sheet.deals
        ]
        for sheet in answer.context["sheets"]
    ]


def tables_of(evening: Evening, secretary: Player, clock: Clock) -> list[LeagueTable]:
    """The tables of the next round, opened."""
    evening.refresh_from_db()
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    evening.refresh_from_db()
    return list(evening.tables.filter(round=evening.round).select_related("match"))


def test_typed_results_are_compared_deal_by_deal(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, **ON_PAPER)
    for _round in (1, 2):
        one, other, third = tables_of(evening, secretary, clock)
        write_sheet(one, (100, 62), (62, 100), now=clock())
        write_sheet(other, (90, 72), (90, 72), now=clock())
        assert open_finished_rounds(now=clock()) == 0
        opened_now = deals_of(evening.competition, [evening.pk]).get(evening.pk, ())
        assert [deal.number for deal in opened_now] == ([] if _round == 1 else [1, 2])
        write_sheet(third, (82, 80), (100, 62), now=clock())
        assert open_finished_rounds(now=clock()) == 1
    deals = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [(deal.number, deal.round, deal.within) for deal in deals] == [
        (1, 1, 1),
        (2, 1, 2),
        (3, 2, 1),
        (4, 2, 2),
    ]
    assert sorted(result.points for result in deals[0].results) == [(82, 80), (90, 72), (100, 62)]
    assert len(worth(evening)) == 6
    assert sum(worth(evening).values()) == 6 * 50
    record = client_of(secretary).get(reverse("league:evening_deal", args=[evening.pk, 1])).context["record"]
    assert sum(len(held.signs.split()) for hand in record.hands for held in hand.suits) == 32
    assert {(row.contract.trump, row.par_is_coming) for row in record.rows} == {("H", False)}


def test_a_deal_has_its_number_of_the_evening_on_every_sheet_and_in_a_protest(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Two rounds of two deals: the sheets of round 2 have deals 3 and 4."""
    evening = evening_of(6, **ON_PAPER)
    for number, first in ((1, "Deal 1"), (2, "Deal 3")):
        tables = tables_of(evening, secretary, clock)
        sheet = reverse("league:sheet", args=[evening.pk, tables[0].pk])
        assert first in client_of(secretary).get(sheet).content.decode()
        empty = reverse("league:evening_print", args=[evening.pk, "empty"])
        printed = client_of(secretary).get(empty, {"round": number}).context["sheets"]
        assert {tuple(deal.number for deal in sheet.deals) for sheet in printed} == {
            (2 * number - 1, 2 * number)
        }
        for table in tables:
            write_sheet(table, (100, 62), (62, 100), now=clock())
        assert open_finished_rounds(now=clock()) == 1
        last = Round.objects.get(match=tables[0].match_id, number=2)
        assert place_of(last) == f"Evening 1, round {number}, table 1: deal {2 * number}"
    filled = shown_pages.page(client_of(secretary), "league:evening_print", evening.pk, "filled")
    lines = [row[0].split()[0] for row in shown_pages.rows_of(filled) if row[0].split()[0].isdecimal()]
    assert lines == ["1", "2"] * 3 + ["3", "4"] * 3


def test_a_table_knows_who_deals_and_what_to_write_down(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """The slip, the table card, the seating list and the form say who deals and who is north-south."""
    evening = evening_of(4, rounds=2, options={"rounds": 3}, **ON_PAPER)
    desk = client_of(secretary)
    pages = {
        kind: shown_pages.page(desk, "league:evening_print", evening.pk, kind)
        for kind in ("empty", "cards", "seats")
    }
    slips = [[row[0].removeprefix("Deal "), *row[1:]] for row in shown_pages.rows_of(pages["empty"]) if row]
    deals = [row[:2] for row in slips if row[0].isdecimal()]
    first, second = (
        [["1", "North"], ["2", "East"], ["3", "South"]],
        [["4", "West"], ["5", "North"], ["6", "East"]],
    )
    assert deals == first * 2 + second * 2
    heads = next(row for row in shown_pages.rows_of(pages["empty"]) if row[0] == "Deal")
    assert heads == [
        "Deal",
        "Dealer",
        "Trumps",
        "Made by",
        "Kraken",
        "Points",
        "Roem",
        "Pit: all eight tricks",
    ]
    cards = [row[:3] for row in shown_pages.rows_of(pages["cards"]) if row[0].isdecimal()]
    assert cards == [["1", "1–3", "North, East, South"], ["2", "4–6", "West, North, East"]] * 2
    assert "Dealer: North 1, 5; East 2, 6; South 3; West 4." in pages["seats"]
    one, *_others = tables_of(evening, secretary, clock)
    form = shown_pages.page(desk, "league:sheet", evening.pk, one.pk)
    seated = dict(one.seats.values_list("number", "player__nickname"))
    names = [f"{seated[0]} – {seated[2]}", f"{seated[1]} – {seated[3]}"]
    assert "dealer: North" in form
    assert f"N-S {names[0]}" in form
    assert f"E-W {names[1]}" in form
    slip = " ".join(re.sub("<[^>]*>", " ", pages["empty"]).split())
    assert f"North-South {seated[0]} North – {seated[2]} South" in slip
    assert f"East-West {seated[1]} East – {seated[3]} West" in slip
    for seat, towards in ((0, "N-S"), (3, "E-W")):
        row = next(row for row in shown_pages.rows_of(pages["seats"]) if row[0] == seated[seat])
        assert row[1].endswith(towards)


def test_no_page_shows_points_of_a_confirmed_sheet_that_are_not_counted_yet(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(4, rounds=1, **ON_PAPER)
    one, _other = tables_of(evening, secretary, clock)
    write_sheet(one, (100, 62), (62, 100), now=clock())
    desk = client_of(secretary)
    pages = {
        name: desk.get(reverse(f"league:{name}", args=[evening.pk, *more])).content.decode()
        for name, more in (
            ("evening", ()),
            ("cockpit", ()),
            ("cockpit_table", (one.pk,)),
            ("evening_report", ()),
            ("paper_round", (1,)),
            ("evening_print", ("filled",)),
        )
    }
    for name, page in pages.items():
        assert "None" not in page, name
    for name in ("evening", "cockpit", "cockpit_table"):
        assert "score hidden until all have played these cards" in pages[name], name


def test_the_sheets_say_what_phones_would_deal(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """One table plays on phones, the others from the sheets: they are one field."""
    evening = evening_of(6, rounds=1)
    for table in evening.tables.filter(number__gt=1):
        evening.refresh_from_db()
        put_on_paper(table_id=table.pk, version=evening.version)
    sheets = dealing_sheets(evening, secretary)
    assert [[len(hand) for hand in place] for place in sheets] == [[8, 8]] * 4
    phones, *papers = open_round(evening, secretary, clock())
    play(phones, clock())
    for table in papers:
        write_sheet(table, (100, 62), now=clock())
    assert open_finished_rounds(now=clock()) == 1
    rounds = [closed.after.round.dealt for closed in closed_rounds(Match.objects.get(pk=phones.match_id))]
    assert [[place[deal] for place in sheets] for deal in (0, 1)] == [
        [set(hand) for hand in dealt] for dealt in rounds
    ]
    assert [len(deal.results) for deal in deals_of(evening.competition, [evening.pk])[evening.pk]] == [3, 3]


def test_a_director_who_plays_reads_no_other_sheet_before_the_own_one(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Neither the totals nor a button that is refused, in the cockpit, at the table and on the page of the round."""
    evening = evening_of(6, rounds=1, **ON_PAPER)
    tables = tables_of(evening, secretary, clock)
    own, other, third = tables
    plays = own.seats.get(number=0).player
    services.name_director(evening_id=evening.pk, director=plays, leads=True, actor=secretary, now=clock())
    north = other.seats.get(number=0).player
    for number in (1, 2):
        services.type_round(
            table_id=other.pk, number=number, values=typed_fields(157, 25), player=north, now=clock()
        )
    led = client_of(plays)
    paths = [
        reverse("league:cockpit", args=[evening.pk]),
        reverse("league:cockpit_tables", args=[evening.pk]),
        reverse("league:cockpit_table", args=[evening.pk, other.pk]),
        reverse("league:paper_round", args=[evening.pk, 1]),
    ]
    for path in paths:
        assert "314" not in led.get(path).content.decode(), path
    said = "You play these cards yourself"
    for path in paths[2:]:
        page = led.get(path).content.decode()
        assert said in page
        assert (
            f'class="button button--wide" href="{reverse("league:sheet", args=[evening.pk, other.pk])}"'
            not in page
        )
    assert led.get(reverse("league:sheet", args=[evening.pk, other.pk])).status_code == 403
    sheet = reverse("league:sheet", args=[evening.pk, other.pk])
    assert said not in client_of(secretary).get(paths[3]).content.decode()
    assert "314" in client_of(secretary).get(sheet).content.decode()
    write_sheet(own, (100, 62), now=clock())
    assert "314" in led.get(sheet).content.decode(), "who has played them reads them"
    assert said not in led.get(paths[3]).content.decode()
    write_sheet(third, (100, 62), now=clock())
    services.confirm_sheet(table_id=other.pk, player=other.seats.get(number=1).player, seen=2, now=clock())
    assert open_finished_rounds(now=clock()) == 1
    assert "314" in led.get(paths[0]).content.decode()


def test_a_director_is_told_to_lay_out_the_packs(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """Before each round with a table on paper; not where all play on phones."""
    evening = evening_of(6)
    desk, path = client_of(secretary), reverse("league:cockpit", args=[evening.pk])
    assert 'id="lay-out"' not in desk.get(path).content.decode()
    put_on_paper(table_id=evening.tables.get(round=1, number=1).pk, version=evening.version)
    page = desk.get(path).content.decode()
    assert 'id="lay-out"' in page
    assert page.index('id="lay-out"') < page.index('id="papers"')
    assert reverse("league:dealing_sheets", args=[evening.pk]) in page[: page.index('id="papers"')]
    tables_of(evening, secretary, clock)
    assert 'id="lay-out"' not in desk.get(path).content.decode()


def test_who_plays_sees_no_dealing_sheet(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, **ON_PAPER)
    path = reverse("league:dealing_sheets", args=[evening.pk])
    sits = evening.tables.first().seats.first().player
    assert client_of(sits).post(path)["Refusal-Code"] == LeagueRefusal.NOT_ALLOWED
    Membership.objects.filter(player=sits).update(role=Role.SECRETARY)
    assert client_of(sits).post(path)["Refusal-Code"] == LeagueRefusal.PLAYS_THEM
    assert client_of(secretary).get(path).context["sheets"] == []


def test_no_dealing_sheets_of_an_evening_on_phones(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """The cards of a round are laid out where one of its tables has real cards, and seen by nobody else."""
    evening = evening_of(6)
    path = reverse("league:dealing_sheets", args=[evening.pk])
    pages = [reverse(f"league:{name}", args=[evening.pk]) for name in ("evening", "cockpit")]
    leads = client_of(secretary)
    assert leads.post(path)["Refusal-Code"] == LeagueRefusal.NO_REAL_CARDS
    assert all(f'"{path}"' not in leads.get(page).content.decode() for page in pages)
    table = evening.tables.filter(round=2).first()
    put_on_paper(table_id=table.pk, version=evening.version)
    answer = leads.post(path)
    assert [[number for number, *_hand in sheet.deals] for sheet in answer.context["sheets"]] == [[3, 4]] * 4
    assert any(f'"{path}"' in leads.get(page).content.decode() for page in pages)
    tables_of(evening, secretary, clock)
    evening.refresh_from_db()
    services.break_off(
        table_id=table.pk, version=evening.version, actor=secretary, reason="no cards", now=clock()
    )
    assert leads.post(path)["Refusal-Code"] == LeagueRefusal.NO_REAL_CARDS


def player_who_printed(evening: Evening, secretary: Player, clock: Clock) -> Player:
    """A secretary who is a member of the club and has printed the dealing sheets of the evening."""
    leads = new_member(evening, "Leads Leo", Role.SECRETARY, clock)
    dealing_sheets(evening, leads)
    return leads


def new_member(evening: Evening, name: str, role: str, clock: Clock) -> Player:
    """Somebody who joins the club and takes no part in its competition."""
    [player] = make_players([name])
    Membership.objects.create(club=evening.competition.season.club, player=player, role=role, since=clock())
    return player


def test_who_has_printed_the_sheets_holds_no_hand_of_them(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """As a substitute before the round or during it, or by a tap at the table."""
    evening = evening_of(6, **ON_PAPER)
    phones = evening.tables.filter(round=1).first()
    put_on_paper(table_id=phones.pk, version=evening.version, on_paper=False)
    evening.refresh_from_db()
    leads = player_who_printed(evening, secretary, clock)
    seat = phones.seats.first()

    def substitute() -> None:
        services.substitute(
            evening_id=evening.pk,
            version=evening.version,
            absent=seat.player,
            instead=leads,
            actor=secretary,
            now=clock(),
        )

    assert refusal(substitute) == LeagueRefusal.SAW_THE_CARDS
    tables_of(evening, secretary, clock)
    evening.refresh_from_db()
    assert refusal(substitute) == LeagueRefusal.SAW_THE_CARDS
    phones.refresh_from_db()
    leave_seat(match_id=phones.match_id, player=seat.player)
    assert refusal(lambda: seat_drawn(match_id=phones.match_id, players={seat.number: leads})) == (
        TableRefusal.KNOWS_THE_CARDS
    )
    seat_drawn(match_id=phones.match_id, players={seat.number: seat.player})
    services.start_tables(evening_id=evening.pk, now=clock())
    assert refusal(substitute) == LeagueRefusal.SAW_THE_CARDS


def test_whose_seat_a_substitute_has_prints_nothing(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, **ON_PAPER)
    sits = evening.tables.first().seats.first().player
    Membership.objects.filter(player=sits).update(role=Role.SECRETARY)
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=sits,
        instead=secretary,
        actor=secretary,
        now=clock(),
    )
    assert not TableSeat.objects.filter(table__evening=evening, player=sits).exists()
    answer = client_of(sits).post(reverse("league:dealing_sheets", args=[evening.pk]))
    assert answer["Refusal-Code"] == LeagueRefusal.PLAYS_THEM


def test_who_has_printed_the_sheets_is_not_drawn_as_a_latecomer(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Nor in the place of a member of a pair that is drawn."""
    evening = evening_of(6, **ON_PAPER)
    leads = player_who_printed(evening, secretary, clock)
    partner = new_member(evening, "Partner Piet", Role.MEMBER, clock)
    late = services.enter(competition=evening.competition, players=[leads, partner])
    sign_up(evening, [late], secretary, clock())
    evening.refresh_from_db()
    about = {"evening_id": evening.pk, "version": evening.version, "actor": secretary, "now": clock()}
    assert refusal(lambda: services.draw_rest(chance=Random(1), **about)) == LeagueRefusal.SAW_THE_CARDS
    late.delete()
    drawn = evening.tables.first().seats.first().entrant
    members = [member.player for member in drawn.members.order_by("place")]
    assert (
        refusal(
            lambda: services.change_entrant(
                entrant=drawn, players=[leads, members[1]], name="", actor=secretary, now=clock()
            )
        )
        == LeagueRefusal.SAW_THE_CARDS
    )


def test_a_lost_key_is_said(evening_of: Made, secretary: Player, clock: Clock, settings: Any) -> None:
    """Also where a new draw with another number of deals goes on with the seeds sealed before."""
    evening = evening_of(6, **ON_PAPER)
    dealing_sheets(evening, secretary)
    settings.SECRET_KEY = "a key that opens nothing sealed before"
    settings.SECRET_KEY_FALLBACKS = []
    path = reverse("league:dealing_sheets", args=[evening.pk])
    assert client_of(secretary).post(path)["Refusal-Code"] == LeagueRefusal.SEALS_LOST
    evening.deals.update(commitments=[])
    assert client_of(secretary).post(path)["Refusal-Code"] == LeagueRefusal.SEALS_LOST


def test_no_button_leads_to_a_round_with_real_cards(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Those who sat there saw no cards here; the rounds on a phone are there, as many queries for any number."""
    evening = evening_of(6, rounds=1, options={"rounds": 4})
    put_on_paper(table_id=evening.tables.get(number=1).pk, version=evening.version)
    paper, phones, _third = tables_of(evening, secretary, clock)
    services.start_tables(evening_id=evening.pk, now=clock())
    write_sheet(paper, (100, 62), now=clock())
    path = reverse("league:evening_deals", args=[evening.pk])
    page = client_of(paper.seats.first().player).get(path)
    assert [round_.own for round_ in page.context["rounds"]] == [()]
    sits = client_of(phones.seats.first().player)
    code = phones.match.code
    asked = []
    for rounds in (1, 4):
        play(phones, clock(), rounds=rounds)
        sits.get(path)
        with CaptureQueriesContext(connection) as queries:
            page = sits.get(path)
        asked.append(len(queries))
        own = tuple((code, number, number) for number in range(1, rounds + 1))
        assert [round_.own for round_ in page.context["rounds"]] == [own]
    assert asked[0] == asked[1]


def test_the_records_of_an_evening_open_each_seed_once(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """For a round of six deals one look at the seeds, one log, and one look at the matches."""
    evening = evening_of(6, rounds=1, options={"rounds": 6})
    put_on_paper(table_id=evening.tables.get(number=1).pk, version=evening.version)
    paper, *phones = tables_of(evening, secretary, clock)
    services.start_tables(evening_id=evening.pk, now=clock())
    write_sheet(paper, (100, 62), now=clock())
    for table in phones:
        play(table, clock())
    assert open_finished_rounds(now=clock()) == 1
    leads, path = client_of(secretary), reverse("league:evening_print", args=[evening.pk, "hands"])
    leads.get(path)
    with CaptureQueriesContext(connection) as queries:
        page = leads.get(path)
    assert len(page.context["records"]) == 6
    assert all(len(record.hands) == 4 and record.seals for record in page.context["records"])
    said = [query["sql"] for query in queries]
    assert sum('"games_shareddeals"."sealed"' in sql for sql in said) == 1
    assert sum('"games_action"."data"' in sql for sql in said) == 1
    assert sum('FROM "games_match"' in sql for sql in said) == 1


def test_two_accounts_made_one_do_not_forget_who_has_printed(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, **ON_PAPER)
    leads = player_who_printed(evening, secretary, clock)
    [kept] = make_players(["Kept Kees"])
    reassign_rows(leads, kept)
    tables = tables_of(evening, secretary, clock)
    match = tables[0].match
    match.refresh_from_db()
    assert refusal(lambda: require_new_to_the_deals(match, [kept])) == TableRefusal.KNOWS_THE_CARDS


def test_the_seals_are_published_before_the_first_card_and_fit_afterwards(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6)
    tables = open_round(evening, secretary, clock())
    before = sealed_deals(evening)
    assert [(seal.number, seal.turn) for seal in before] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    page = client_of(secretary).get(reverse("league:evening_print", args=[evening.pk, "seals"]))
    assert all(seal.commitment in page.content.decode() for seal in before)
    for table in tables:
        play(table, clock())
    open_finished_rounds(now=clock())
    for number, _turn, context, seal in before[:2]:
        page = client_of(secretary).get(reverse("league:evening_deal", args=[evening.pk, number]))
        shown_seal = page.context["record"].seals[0]
        assert (shown_seal.context, shown_seal.commitment) == (context, seal)
        assert commitment(seed=bytes.fromhex(shown_seal.seed), context=context) == seal
    assert sealed_deals(evening) == before


def test_a_new_draw_seals_the_deals_that_it_has(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """The sheets were printed before: every deal has a seal before its first card, and none stands there too many."""
    evening = evening_of(6, options={"rounds": 8}, rounds=2, **ON_PAPER)
    dealing_sheets(evening, secretary)
    drawn_at_first = (evening.rounds, evening.deals_a_round)
    evening.refresh_from_db()
    shown = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk])).context["movements"]
    other = next(each.value for each in shown if not each.value.endswith("/{}/{}".format(*drawn_at_first)))
    services.draw_rest(
        evening_id=evening.pk,
        version=evening.version,
        movement=other,
        chance=Random(1),
        actor=secretary,
        now=clock(),
    )
    tables_of(evening, secretary, clock)
    assert len(sealed_deals(evening)) == evening.rounds * evening.deals_a_round
    assert (evening.rounds, evening.deals_a_round) != drawn_at_first


def test_an_objection_names_no_card_to_leaders_while_others_play(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, **ON_PAPER)
    table, *_others = tables_of(evening, secretary, clock)
    types, objects = (table.seats.get(number=seat).player for seat in (0, 1))
    for number in (1, 2):
        services.type_round(
            table_id=table.pk, number=number, values=typed_fields(100, 62), player=types, now=clock()
        )
    services.object_to_sheet(table_id=table.pk, player=objects, why="I had the jack of hearts", now=clock())
    told = Notice.objects.filter(player=secretary).latest("pk")
    assert "ask at the table" in told.text
    assert "jack" not in told.text


def test_a_sheet_of_totals_is_refused(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """They could not be compared."""
    evening = evening_of(6, **ON_PAPER)
    table = tables_of(evening, secretary, clock)[0]
    with pytest.raises(LeagueRefused) as refused:
        services.type_totals(
            table_id=table.pk,
            values={"points_0": "200", "points_1": "124"},
            player=secretary,
            now=clock(),
            for_club=True,
        )
    assert refused.value.code == LeagueRefusal.DEAL_BY_DEAL
    path = reverse("league:paper_round", args=[evening.pk, 1])
    page = client_of(secretary).get(path).content.decode()
    assert reverse("league:sheet", args=[evening.pk, table.pk]) in page
    answer = client_of(secretary).post(path, {"do": "type"})
    assert answer["Refusal-Code"] == LeagueRefusal.DEAL_BY_DEAL


def tell_all(reader: Reader, evening: Evening, table: LeagueTable) -> dict[str, str]:
    """Every answer to that reader about a table on paper."""
    of_staff = reader.client.get("/admin/").status_code == 200
    paths = {*addresses(evening, table, table.match, of_staff=of_staff)}
    paths |= {reverse("league:shared_deal", args=[LINK_SIGNER.sign(f"{evening.pk}.1")])}
    asking = {path: asked(path) for path in paths}
    sheet = reverse("league:sheet_type", args=[evening.pk, table.pk])
    asking[f"{sheet} posted"] = partial(Client.post, path=sheet, data={"number": "1"})
    return reader.answers(asking)


def number_anew() -> None:
    """Let the next row of each table have the key after the newest one: PostgreSQL does not take back keys with rows,
    and the pages of two worlds have the keys of their rows in their addresses."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)


@pytest.mark.slow
def test_no_address_tells_what_was_typed_to_those_who_still_play(
    evening_of: Made, secretary: Player, staff: Player, clock: Clock
) -> None:
    """Two worlds in which a table wrote other points; confirmed or not."""
    evening = evening_of(7, **ON_PAPER)
    seated = evening.tables.filter(round=1).values("seats__entrant")
    waits = evening.competition.entrants.exclude(pk__in=seated).get().members.earliest("place").player
    table = tables_of(evening, secretary, clock)[0]
    late = evening.tables.get(round=1, number=2).seats.earliest("number").player
    [leads] = make_players(["Leads Leo"])
    Membership.objects.create(
        club=evening.competition.season.club, player=leads, role=Role.SECRETARY, since=clock()
    )
    looks_on = make_players(["Looks Lena"])[0]
    Membership.objects.create(
        club=evening.competition.season.club, player=looks_on, role=Role.MEMBER, since=clock()
    )
    viewers = {"late": late, "waits": waits, "looks on": looks_on, "staff": staff, "visitor": None}
    readers = {name: Reader(client_of(viewer), comparable_page) for name, viewer in viewers.items()}
    worlds = []
    for points in ((100, 62), (62, 100)):
        before = transaction.savepoint()
        number_anew()
        write_sheet(table, points, points, now=clock())
        open_finished_rounds(now=clock())
        table.refresh_from_db()
        empty_caches()
        worlds.append({name: tell_all(reader, evening, table) for name, reader in readers.items()})
        transaction.savepoint_rollback(before)
        empty_caches()
    here, there = worlds
    for name in viewers:
        assert places_that_tell(here[name], there[name]) == {}, name
    sheet = reverse("league:sheet", args=[evening.pk, table.pk])
    write_sheet(table, (100, 62), now=clock())
    assert client_of(late).get(sheet)["Refusal-Code"] == LeagueRefusal.OTHERS_PLAY_IT
    assert client_of(table.seats.first().player).get(sheet).status_code == 200
    assert client_of(leads).get(sheet).status_code == 200
    for other in evening.tables.filter(round=1, number__gt=1):
        write_sheet(other, (100, 62), now=clock())
    assert open_finished_rounds(now=clock()) == 1
    page = client_of(late).get(sheet)
    assert re.search(r"100\D+62", page.content.decode())
