"""A club with evenings on which all tables have the same cards: its deals, seals and lost seeds go along."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.models import Club, Player
from games.club_file.importing import import_club, keep_upload
from games.engine.shuffle import Randomness, commitment
from games.league import services
from games.league.models import Evening
from games.league.services.evenings.same_cards import open_finished_rounds, sealed_deals
from games.table.log.models import Deal
from tests.clients import client_of
from tests.club_file.conftest import empty_the_database, file_of
from tests.club_file.telling import import_file, tell_all
from tests.conftest import Clock
from tests.house.addresses import empty_caches
from tests.league.conftest import (
    close_evening,
    draw_evening,
    members_of,
    open_round,
    plan_and_draw,
    plan_evening,
    sign_up,
)
from tests.league.duplicate.conftest import compared_competition, enter_pairs
from tests.league.playing import play, write_sheet
from tests.refused import refusal
from tests.table.play import play_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def with_lost_seeds(league_club: Club, secretary: Player, clock: Clock) -> Iterator[Club]:
    """A club with an evening of the same cards: the seed of a deal was lost before the deals were opened, that of
    another after the club broke off its table within the deal."""
    before = transaction.savepoint()
    competition = compared_competition(league_club, clock(), rounds=1)
    evening = plan_evening(competition, clock())
    sign_up(evening, enter_pairs(competition, members_of(league_club, 12, clock())), secretary, clock())
    *done, broken_off = open_round(draw_evening(evening), secretary, clock())
    for table in done:
        play(table, clock())
    sitting = [seat.player for seat in broken_off.seats.select_related("player").order_by("number")]
    second = Deal.objects.filter(match=broken_off.match_id, number=2)
    play_until(broken_off.match, sitting, clock(), lambda _table: second.exists())
    Deal.objects.filter(match=done[0].match_id, number=2).update(sealed="of a key that is lost")
    evening.refresh_from_db()
    about = {"table_id": broken_off.pk, "version": evening.version, "actor": secretary, "now": clock()}
    services.break_off(**about, reason="They went home")
    assert second.update(sealed="of a key that is lost") == 1
    empty_caches()
    assert open_finished_rounds(now=clock()) == 1
    evening.refresh_from_db()
    close_evening(evening, secretary, clock())
    yield league_club
    transaction.savepoint_rollback(before)
    empty_caches()


def test_a_club_leaves_and_comes_in_with_deals_whose_seed_is_lost(
    with_lost_seeds: Club, secretary: Player, clock: Clock
) -> None:
    """Their cards and points go along; both pages say that nobody can check them."""
    sentence = "The secrets of 2 deals"
    page = client_of(secretary).get(reverse("club_file:club_export", args=[with_lost_seeds.slug]))
    assert sentence in page.content.decode()
    content = file_of(with_lost_seeds, secretary, clock)
    before = tell_all(with_lost_seeds, secretary, clock)
    upload, _read = keep_upload(player=secretary, content=content, now=clock())
    preview = client_of(secretary).get(reverse("club_file:club_import_preview", args=[upload.pk]))
    assert sentence in preview.content.decode()
    club, _told = import_club(upload=upload, slug="again", tell=False, actor=secretary, now=clock())
    after = tell_all(club, secretary, clock)
    [key] = [key for key in before if key[-1] == "table.csv"]
    assert len(before[key].splitlines()) > 6
    assert [line.split(",")[-1] for line in after[key].splitlines()] == [
        line.split(",")[-1] for line in before[key].splitlines()
    ]
    lost = Deal.objects.filter(match__club=club, seed="")
    assert [(deal.number, deal.sealed) for deal in lost] == [(2, ""), (2, "")]


def test_an_arbiter_decides_about_an_evening_that_came_in(
    with_lost_seeds: Club, secretary: Player, clock: Clock
) -> None:
    """It has no deals that other tables are to play: all its tables have ended."""
    content = file_of(with_lost_seeds, secretary, clock)
    upload, _read = keep_upload(player=secretary, content=content, now=clock())
    club, _told = import_club(upload=upload, slug="again", tell=False, actor=secretary, now=clock())
    evening = Evening.objects.get(competition__season__club=club)
    table = evening.tables.get(round=1, number=1)
    page = reverse("league:table_deals", args=[evening.pk, table.pk])
    about = {"deal": 1, "average": "60/40", "reason": "Cards lay open"}
    preview = client_of(secretary).post(page, about).context["preview"]
    answer = client_of(secretary).post(page, {**about, "seen": preview.digest})
    assert (answer.status_code, answer.get("Refusal-Code")) == (302, None)
    table.refresh_from_db()
    assert table.average_for(1) == ((60, 40), "Cards lay open")


def test_the_preview_is_silent_where_no_seed_is_lost(
    busy_club: Club, secretary: Player, clock: Clock
) -> None:
    upload, _read = keep_upload(player=secretary, content=file_of(busy_club, secretary, clock), now=clock())
    preview = client_of(secretary).get(reverse("club_file:club_import_preview", args=[upload.pk]))
    assert "lost on the other site" not in preview.content.decode()


def test_rounds_with_real_cards_keep_their_deals_and_seals(
    league_club: Club, secretary: Player, make_player: Callable[..., Player], clock: Clock
) -> None:
    """The hands of a round played on paper are in no log: they follow from the seed of the round alone."""
    competition = compared_competition(
        league_club, clock(), rules={"counting": "matchpoints", "cards": "paper"}
    )
    evening = plan_and_draw(
        competition, enter_pairs(competition, members_of(league_club, 12, clock())), secretary, clock()
    )
    for sheets in (((100, 62), (62, 100)), ((90, 72), (82, 80))):
        evening.refresh_from_db()
        for table in open_round(evening, secretary, clock()):
            write_sheet(table, *sheets, now=clock())
        assert open_finished_rounds(now=clock()) == 1
        evening.refresh_from_db()
    close_evening(evening, secretary, clock())
    before = read_records(evening, secretary)
    assert len(before) == 4
    assert all(len(hands) == 4 and seals for hands, seals, _results in before)
    content = file_of(league_club, secretary, clock)
    empty_the_database()
    owner = make_player("New Nel")
    club = import_file(content, owner, clock)
    there = Evening.objects.get(competition__season__club=club)
    assert read_records(there, owner) == before
    assert [seal.commitment for seal in sealed_deals(there)] == [
        seal.commitment for _hands, [seal], _results in before
    ]
    for _hands, [seal], _results in before:
        assert commitment(seed=bytes.fromhex(seal.seed), context=seal.context) == seal.commitment
        deck = Randomness(bytes.fromhex(seal.seed)).shuffled(seal.pack.split())
        assert list(deck) == seal.deck.split()


def read_records(evening: Evening, reader: Player) -> list[tuple[Any, ...]]:
    """The hands, the proof and the results of every deal, as the page of the hand records has them."""
    answer = client_of(reader).get(reverse("league:evening_print", args=[evening.pk, "hands"]))
    return [
        (record.hands, record.seals, [(row.table, row.points, row.worth) for row in record.rows])
        for record in answer.context["records"]
    ]


def test_deals_that_do_not_fit_their_seals_are_refused(
    league_club: Club, secretary: Player, make_player: Callable[..., Player], clock: Clock
) -> None:
    competition = compared_competition(
        league_club, clock(), rules={"counting": "matchpoints", "cards": "paper"}, rounds=1
    )
    evening = plan_evening(competition, clock())
    sign_up(evening, enter_pairs(competition, members_of(league_club, 12, clock())), secretary, clock())
    for table in open_round(draw_evening(evening), secretary, clock()):
        write_sheet(table, (100, 62), now=clock())
    waiting = json.loads(ZipFile(BytesIO(file_of(league_club, secretary, clock))).read("club.json"))
    assert waiting["dealt_rounds"] == []
    assert open_finished_rounds(now=clock()) == 1
    content = file_of(league_club, secretary, clock)
    [dealt] = json.loads(ZipFile(BytesIO(content)).read("club.json"))["dealt_rounds"]
    owner = make_player("New Nel")
    for damage in (
        {"seed": "0" * 64},
        {"seed": dealt["seed"][:-1]},
        {"round": 0},
        {"evening": 0},
        {"closes_at": "soon"},
        {"commitments": []},
        {"commitments": [["other", dealt["commitments"][0][1]], dealt["commitments"][1]]},
        {"later_commitments": [[]]},
        {"later_commitments": [[["other", dealt["commitments"][0][1]]], []]},
        {"more": 1},
    ):
        wrong = change_file(content, dealt_rounds=[{**dealt, **damage}])
        assert refusal(partial(keep_upload, player=owner, content=wrong, now=clock())) == "damaged", damage
    twice = change_file(content, dealt_rounds=[dealt, dealt])
    assert refusal(partial(keep_upload, player=owner, content=twice, now=clock())) == "damaged"


def change_file(content: bytes, **parts: object) -> bytes:
    """The file with other parts in its contents."""
    there, written = ZipFile(BytesIO(content)), BytesIO()
    with ZipFile(written, "w") as archive:
        for name in there.namelist():
            entry = there.read(name)
            if name == "club.json":
                entry = json.dumps({**json.loads(entry), **parts}).encode()
            archive.writestr(name, entry)
    return written.getvalue()


def test_a_file_written_before_has_no_dealt_rounds(
    busy_club: Club, secretary: Player, make_player: Callable[..., Player], clock: Clock
) -> None:
    content = file_of(busy_club, secretary, clock)
    there, written = ZipFile(BytesIO(content)), BytesIO()
    with ZipFile(written, "w") as archive:
        for name in there.namelist():
            entry = there.read(name)
            if name == "club.json":
                entry = json.dumps(
                    {key: value for key, value in json.loads(entry).items() if key != "dealt_rounds"}
                ).encode()
            archive.writestr(name, entry)
    _upload, read = keep_upload(player=make_player("New Nel"), content=written.getvalue(), now=clock())
    assert read is not None
    assert read.dealt == []
