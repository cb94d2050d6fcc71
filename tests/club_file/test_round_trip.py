"""A club that was exported and imported on another server is the same club there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import models, transaction
from django.test import Client
from django.urls import reverse

from accounts.mentions import MENTION
from accounts.models import Club, Membership, Player, Role
from accounts.models.messages import AccountMail, QueuedMessage
from games.club_file.format import (
    CLUB_FIELDS,
    DEAL_FIELDS,
    KEYS,
    LOG_FIELDS,
    MATCH_FIELDS,
    PARTS,
    ROUND_FIELDS,
    SEAT_FIELDS,
)
from games.club_file.importing import import_club, keep_upload
from games.engine import registry
from games.engine.record import check_record
from games.engine.shuffle import Randomness, commitment
from games.league import services
from games.league.models import Competition, Entrant, Evening, ResultsImport, SheetPhoto, TableScore
from games.league.services.evenings.same_cards import open_finished_rounds, sealed_deals
from games.table.log.models import Action, Deal, Match, Round, Seat
from games.table.services import verify_log
from games.trail import AuditEntry
from tests.club_file.conftest import empty_the_database, file_of
from tests.conftest import Clock
from tests.house.addresses import client_of, forgotten
from tests.league.conftest import closed, drawn, members_of, opened, planned, sign_up
from tests.league.duplicate.conftest import comparing, paired
from tests.league.playing import play, take_in, write_sheet
from tests.league.shown import rows_of
from tests.refused import refusal
from tests.table.play import play_until

pytestmark = pytest.mark.django_db
FILES = ("table.csv", "results.csv", "cross.csv", "corrections.csv", "table.json")


def shown(club: Club, reader: Player, clock: Clock) -> dict[str, Any]:
    """What the pages, files and the API tell of every competition and evening of the club, without keys."""
    key = services.make_api_key(club=club, name="site", actor=reader, now=clock())
    bearer = {"authorization": f"Bearer {key}"}
    client, program, told = client_of(reader), Client(), {}
    for competition in Competition.objects.filter(season__club=club).order_by("season__name", "name"):
        called = f"{competition.season.name}/{competition.name}"
        for name in FILES:
            answer = client.get(f"/l/{competition.pk}/file/{name}")
            assert answer.status_code == 200
            told[called, name] = answer.json() if name.endswith("json") else answer.content.decode()
        told[called, "table.json"].pop("at")
        for page in ("", "print/", "cross/", "fixtures/"):
            answer = client.get(f"/l/{competition.pk}/{page}")
            told[called, page] = (answer.status_code, list(rows_of(answer.content.decode())))
        standings = program.get(f"/api/competitions/{competition.pk}/standings", headers=bearer).json()
        told[called, "api"] = {name: value for name, value in standings.items() if name != "at"}
        for evening in competition.evenings.order_by("number"):
            results = program.get(f"/api/evenings/{evening.pk}/results", headers=bearer).json()
            told[called, evening.number] = results["results"]
            for page in ("report/", "cash/", ""):
                answer = client.get(f"/e/{evening.pk}/{page}")
                told[called, evening.number, page] = (
                    answer.status_code,
                    list(rows_of(answer.content.decode())),
                )
    return told


def imported(
    content: bytes, actor: Player, clock: Clock, *, slug: str = "troefboer", tell: bool = False
) -> Club:
    upload, _read = keep_upload(player=actor, content=content, now=clock())
    club, _told = import_club(upload=upload, slug=slug, tell=tell, actor=actor, now=clock())
    return club


def test_page_csv_and_api_are_equal_on_both_servers(
    busy_club: Club, secretary: Player, make_player: Callable[..., Player], clock: Clock
) -> None:
    content = file_of(busy_club, secretary, clock)
    before = shown(busy_club, secretary, clock)
    codes = set(Match.objects.values_list("code", flat=True))
    assert len(before) > 20
    assert any(row["points"] for row in before["Autumn/Individual", "table.json"]["rows"])
    empty_the_database()
    owner = make_player("New Nel")
    club = imported(content, owner, clock)
    assert shown(club, owner, clock) == before
    assert set(Match.objects.values_list("code", flat=True)) == codes
    assert [verify_log(match) for match in Match.objects.all()] == [()] * len(codes)
    assert SheetPhoto.objects.count() == 2
    assert TableScore.objects.filter(played_by="substitute").exists()


def named(content: bytes) -> dict[str, Any]:
    """The file with names instead of the numbers of people, and places in their list instead of other numbers."""
    archive = ZipFile(BytesIO(content))
    club = json.loads(archive.read("club.json"))
    matches = [json.loads(archive.read(f"matches/{key}.json")) for key in club["matches"]]
    places = {
        "people": {each["id"]: each["name"] for each in club["people"]},
        "matches": {key: place for place, key in enumerate(club["matches"])},
        "rounds": {
            round_["id"]: (place, round_["number"])
            for place, match in enumerate(matches)
            for round_ in match["rounds"]
        },
        **{part.key: {row["id"]: place for place, row in enumerate(club[part.key])} for part in PARTS},
    }

    def plain(model: type[models.Model], row: dict[str, Any]) -> dict[str, Any]:
        found = {}
        for name, value in row.items():
            field = model._meta.get_field(name)
            if name == "id":
                continue
            if name == "closed":
                found[name] = [places["evenings"][key] for key in value]
            elif name in ("before", "after") and isinstance(value, str):
                found[name] = MENTION.sub(lambda player: places["people"][int(player[1])], value)
            elif isinstance(field, models.ForeignKey) and value is not None and model is not Deal:
                found[name] = places[KEYS[field.related_model]][value]
            elif (name, model) == ("case", AuditEntry) and value is not None:
                found[name] = places["cases"][value]
            else:
                found[name] = value
        return found

    def worded(row: dict[str, Any]) -> dict[str, Any]:
        for name in ("player", "before"):
            if row["data"].get("do") == "replaced" and name in row["data"]:
                row["data"][name] = places["people"][int(row["data"][name])]
        return row

    return {
        "club": club["club"],
        "members": sorted(
            [{**each, "person": places["people"][each["person"]]} for each in club["members"]],
            key=lambda each: each["person"],
        ),
        **{part.key: [plain(part.model, row) for row in club[part.key]] for part in PARTS},
        "matches": [
            {
                "match": plain(Match, each["match"]),
                "seats": [plain(Seat, row) for row in each["seats"]],
                "rounds": [plain(Round, row) for row in each["rounds"]],
                "deals": [plain(Deal, row) for row in each["deals"]],
                "log": [plain(Action, worded(row)) for row in each["log"]],
            }
            for each in matches
        ],
    }


def test_the_club_exports_as_the_file_it_came_from(
    content: bytes, make_player: Callable[..., Player], clock: Clock
) -> None:
    before = named(content)
    assert all(before[part.key] for part in PARTS if part.key not in UNUSED)
    owner = make_player("New Nel")
    club = imported(content, owner, clock)
    after = named(file_of(club, owner, clock))
    assert [each for each in after["members"] if each["person"] == "New Nel"] != []
    after["members"] = [each for each in after["members"] if each["person"] != "New Nel"]
    assert [each["what"] for each in after["trail"][len(before["trail"]) :]] == [
        "club_imported",
        "club_exported",
    ]
    after["trail"] = after["trail"][: len(before["trail"])]
    for part, rows in before.items():
        assert after[part] == rows, part


UNUSED = {
    "player_sign_ups", "directors", "stakes", "results_imports", "substitute_requests", "stand_bys", "postponements",
    "questions", "answers", "agreements",
}  # fmt: skip
"""Tables of rows that are like others of the file, and that the busy club has none of."""


def test_a_club_whose_evening_of_a_list_was_deleted_comes_in(
    league_club: Club,
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Clock,
) -> None:
    """One list closed both evenings, the other the second alone; the first list is taken back."""
    evenings = [planned(competition, clock()) for _two in range(2)]
    about = {"actor": secretary, "now": clock()}
    for text in ("1,M01,900\n2,M01,800", "2,M02,700"):
        take_in(competition, text, **about)
    services.take_results_back(batch=competition.imports.earliest("pk"), **about)
    evenings[0].refresh_from_db()
    services.delete_evening(evening_id=evenings[0].pk, version=evenings[0].version)
    content = file_of(league_club, secretary, clock)
    club = imported(content, secretary, clock, slug="copy")
    (copy,) = Evening.objects.filter(competition__season__club=club)
    assert (copy.number, copy.status) == (2, Evening.Status.CLOSED)
    imports = ResultsImport.objects.filter(competition__season__club=club).order_by("pk")
    assert [each.closed for each in imports] == [[copy.pk], []]


def test_it_comes_in_beside_itself_under_other_names(
    busy_club: Club, secretary: Player, clock: Clock
) -> None:
    """On the same server every name and every code is taken."""
    content = file_of(busy_club, secretary, clock)
    points = [row["points"] for row in shown(busy_club, secretary, clock)["Autumn/Individual", "api"]["rows"]]
    nicknames = set(Player.objects.values_list("nickname", flat=True))
    club = imported(content, secretary, clock, slug="troefboer-2")
    again = shown(club, secretary, clock)["Autumn/Individual", "api"]["rows"]
    assert [row["points"] for row in again] == points
    assert Club.objects.count() == 2
    assert nicknames < set(Player.objects.values_list("nickname", flat=True))
    copies = Match.objects.filter(club=club)
    assert {match.proof_code for match in copies} == set(
        Match.objects.filter(club=busy_club).values_list("code", flat=True)
    )
    assert {verify_log(match) for match in Match.objects.all()} == {()}
    third = named(file_of(club, secretary, clock))
    assert {each["match"]["proof_code"] for each in third["matches"]} == {each.proof_code for each in copies}


def test_the_pages_of_rounds_and_cases_open_there(
    content: bytes, make_player: Callable[..., Player], clock: Clock
) -> None:
    owner = make_player("New Nel")
    club = imported(content, owner, clock)
    arbiter = Player.objects.get(nickname="Wise Wil")
    forgotten()
    reader, judge = client_of(owner), client_of(arbiter)
    for evening in Evening.objects.filter(competition__season__club=club):
        assert reader.get(f"/e/{evening.pk}/").status_code == 200
        assert reader.get(f"/e/{evening.pk}/cockpit/").status_code == 200
    for match in Match.objects.filter(club=club):
        player = match.seats.exclude(player__kind="bot").first().player
        for number in match.rounds.values_list("number", flat=True):
            answer = client_of(player).get(f"/t/{match.code}/round/{number}/")
            assert answer.status_code in (200, 404), match.code
    assert judge.get(f"/desk/?club={club.pk}").status_code == 200
    assert judge.get(f"/c/{club.slug}/rulings/").status_code == 200
    assert reader.get(f"/trail/?club={club.pk}").status_code == 200
    trail = reader.get(f"/trail/?club={club.pk}").content.decode()
    assert "imported the club from a file" in trail
    assert "{player:" not in trail


def test_the_file_has_nothing_that_members_keep_to_themselves(content: bytes) -> None:
    archive = ZipFile(BytesIO(content))
    everything = b"".join(archive.read(name) for name in archive.namelist()).decode(errors="replace")
    for secret in (
        "private@example.org",
        "06 87654321",
        "pbkdf2",
        "tulip-harbour",
        "password",
        'digest":"pbk',
    ):
        assert secret not in everything
    assert "two@example.org" in everything
    assert "toos@example.org" in everything
    assert "06 12345678" in everything


def test_the_records_of_phones_are_checked_by_other_programs(content: bytes) -> None:
    archive = ZipFile(BytesIO(content))
    records = [name for name in archive.namelist() if name.startswith("records/")]
    assert len(records) == 5
    for name in records:
        assert check_record(json.loads(archive.read(name)), registry.game)["ok"] is True


def test_nobody_can_sign_in_and_nobody_is_taken_over(
    content: bytes, make_player: Callable[..., Player], clock: Clock
) -> None:
    known = make_player("Toos", email="Toos@example.org")
    password = known.password
    owner = make_player("New Nel")
    club = imported(content, owner, clock, tell=True)
    known.refresh_from_db()
    assert (known.password, known.email, known.nickname) == (password, "Toos@example.org", "Toos")
    assert not Membership.objects.filter(player=known).exists()
    entry = club.memberships.get(listed_mail="toos@example.org").player
    assert (entry.email, entry.nickname) == ("", "Toos 2")
    other = club.memberships.get(listed_mail="two@example.org")
    assert (other.player.email, other.listed_name) == ("two@example.org", "Twee de Tweede")
    people = Player.objects.filter(memberships__club=club).exclude(pk=owner.pk)
    assert people.count() == 20
    assert not any(person.has_usable_password() or person.last_login for person in people)
    assert club.memberships.get(player=owner).role == Role.OWNER
    mails = {mail.to: mail.body for mail in AccountMail.objects.all()}
    assert set(mails) == {"toos@example.org", "two@example.org"}
    assert f"/c/{club.slug}/join/" in mails["toos@example.org"]
    assert "/join/" not in mails["two@example.org"]
    assert QueuedMessage.objects.count() == 2


def test_no_column_is_forgotten() -> None:
    """A column that is new in the database goes into the file, or is left out on purpose."""
    left_out = {
        "competition": set(), "leaguetable": {"counted_at_seq"},
        "match": {
            "club", "shared_deals", "screen_code", "wake_at", "rematch_of", "called_at", "deck_cut", "next_sealed",
        },
        "deal": {"match", "sealed", "counted"}, "round": {"match"}, "action": {"match", "digest"},
        "seat": {"match", "away_since", "turn_told_for", "window_told", "own_deal"},
        "club": {"link_is_on", "link_number"},
    }  # fmt: skip
    fields = {part.model: part.fields for part in PARTS}
    fields |= {Match: MATCH_FIELDS, Deal: DEAL_FIELDS, Round: ROUND_FIELDS, Action: LOG_FIELDS}
    fields |= {Seat: SEAT_FIELDS, Club: CLUB_FIELDS}
    for model, written in fields.items():
        known = {*written, *left_out.get(model._meta.model_name, ()), "id"}
        if model not in (Match, Club):
            known |= {"club"}
        assert {field.name for field in model._meta.concrete_fields} - known == set(), model


@pytest.fixture
def with_lost_seeds(league_club: Club, secretary: Player, clock: Clock) -> Iterator[Club]:
    """A club with an evening of the same cards: the seed of a deal was lost before the deals were opened, that of
    another after the club broke off its table within the deal."""
    before = transaction.savepoint()
    competition = comparing(league_club, clock(), rounds=1)
    evening = planned(competition, clock())
    sign_up(evening, paired(competition, members_of(league_club, 12, clock())), secretary, clock())
    *done, broken_off = opened(drawn(evening), secretary, clock())
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
    forgotten()
    assert open_finished_rounds(now=clock()) == 1
    evening.refresh_from_db()
    closed(evening, secretary, clock())
    yield league_club
    transaction.savepoint_rollback(before)
    forgotten()


def test_a_club_leaves_and_comes_in_with_deals_whose_seed_is_lost(
    with_lost_seeds: Club, secretary: Player, clock: Clock
) -> None:
    """Their cards and points go along; both pages say that nobody can check them."""
    sentence = "The secrets of 2 deals"
    page = client_of(secretary).get(reverse("club_file:club_export", args=[with_lost_seeds.slug]))
    assert sentence in page.content.decode()
    content = file_of(with_lost_seeds, secretary, clock)
    before = shown(with_lost_seeds, secretary, clock)
    upload, _read = keep_upload(player=secretary, content=content, now=clock())
    preview = client_of(secretary).get(reverse("club_file:club_import_preview", args=[upload.pk]))
    assert sentence in preview.content.decode()
    club, _told = import_club(upload=upload, slug="again", tell=False, actor=secretary, now=clock())
    after = shown(club, secretary, clock)
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
    competition = comparing(league_club, clock(), rules={"counting": "matchpoints", "cards": "paper"})
    evening = planned(competition, clock())
    sign_up(evening, paired(competition, members_of(league_club, 12, clock())), secretary, clock())
    drawn(evening)
    for sheets in (((100, 62), (62, 100)), ((90, 72), (82, 80))):
        evening.refresh_from_db()
        for table in opened(evening, secretary, clock()):
            write_sheet(table, *sheets, now=clock())
        assert open_finished_rounds(now=clock()) == 1
        evening.refresh_from_db()
    closed(evening, secretary, clock())
    before = records_shown(evening, secretary)
    assert len(before) == 4
    assert all(len(hands) == 4 and seals for hands, seals, _results in before)
    content = file_of(league_club, secretary, clock)
    empty_the_database()
    owner = make_player("New Nel")
    club = imported(content, owner, clock)
    there = Evening.objects.get(competition__season__club=club)
    assert records_shown(there, owner) == before
    assert [seal.commitment for seal in sealed_deals(there)] == [
        seal.commitment for _hands, [seal], _results in before
    ]
    for _hands, [seal], _results in before:
        assert commitment(seed=bytes.fromhex(seal.seed), context=seal.context) == seal.commitment
        deck = Randomness(bytes.fromhex(seal.seed)).shuffled(seal.pack.split())
        assert list(deck) == seal.deck.split()


def records_shown(evening: Evening, reader: Player) -> list[tuple[Any, ...]]:
    """The hands, the proof and the results of every deal, as the page of the hand records has them."""
    answer = client_of(reader).get(reverse("league:evening_print", args=[evening.pk, "hands"]))
    return [
        (record.hands, record.seals, [(row.table, row.points, row.worth) for row in record.rows])
        for record in answer.context["records"]
    ]


def test_deals_that_do_not_fit_their_seals_are_refused(
    league_club: Club, secretary: Player, make_player: Callable[..., Player], clock: Clock
) -> None:
    competition = comparing(
        league_club, clock(), rules={"counting": "matchpoints", "cards": "paper"}, rounds=1
    )
    evening = planned(competition, clock())
    sign_up(evening, paired(competition, members_of(league_club, 12, clock())), secretary, clock())
    for table in opened(drawn(evening), secretary, clock()):
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
        wrong = changed_file(content, dealt_rounds=[{**dealt, **damage}])
        assert refusal(partial(keep_upload, player=owner, content=wrong, now=clock())) == "damaged", damage
    twice = changed_file(content, dealt_rounds=[dealt, dealt])
    assert refusal(partial(keep_upload, player=owner, content=twice, now=clock())) == "damaged"


def changed_file(content: bytes, **parts: object) -> bytes:
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
