"""A club that was exported and imported on another server is the same club there."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import models

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
from games.engine import registry
from games.engine.record import check_record
from games.league import services
from games.league.models import Competition, Entrant, Evening, ResultsImport, SheetPhoto, TableScore
from games.table.log.models import Action, Deal, Match, Round, Seat
from games.table.services import verify_log
from games.trail import AuditEntry
from tests.clients import client_of
from tests.club_file.conftest import empty_the_database, file_of
from tests.club_file.telling import import_file, tell_all
from tests.conftest import Clock
from tests.house.addresses import empty_caches
from tests.league.conftest import plan_evening
from tests.league.playing import take_in

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_page_csv_and_api_are_equal_on_both_servers(
    busy_club: Club, secretary: Player, make_player: Callable[..., Player], clock: Clock
) -> None:
    content = file_of(busy_club, secretary, clock)
    before = tell_all(busy_club, secretary, clock)
    codes = set(Match.objects.values_list("code", flat=True))
    assert len(before) > 20
    assert any(row["points"] for row in before["Autumn/Individual", "table.json"]["rows"])
    empty_the_database()
    owner = make_player("New Nel")
    club = import_file(content, owner, clock)
    assert tell_all(club, owner, clock) == before
    assert set(Match.objects.values_list("code", flat=True)) == codes
    assert [verify_log(match) for match in Match.objects.all()] == [()] * len(codes)
    assert SheetPhoto.objects.count() == 2
    assert TableScore.objects.filter(played_by="substitute").exists()


def by_name(content: bytes) -> dict[str, Any]:
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
    before = by_name(content)
    assert all(before[part.key] for part in PARTS if part.key not in UNUSED)
    owner = make_player("New Nel")
    club = import_file(content, owner, clock)
    after = by_name(file_of(club, owner, clock))
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
    evenings = [plan_evening(competition, clock()) for _two in range(2)]
    about = {"actor": secretary, "now": clock()}
    for text in ("1,M01,900\n2,M01,800", "2,M02,700"):
        take_in(competition, text, **about)
    services.take_results_back(batch=competition.imports.earliest("pk"), **about)
    evenings[0].refresh_from_db()
    services.delete_evening(
        evening_id=evenings[0].pk, version=evenings[0].version, actor=secretary, now=clock()
    )
    content = file_of(league_club, secretary, clock)
    club = import_file(content, secretary, clock, slug="copy")
    (copy,) = Evening.objects.filter(competition__season__club=club)
    assert (copy.number, copy.status) == (2, Evening.Status.CLOSED)
    imports = ResultsImport.objects.filter(competition__season__club=club).order_by("pk")
    assert [each.closed for each in imports] == [[copy.pk], []]


@pytest.mark.slow
def test_it_comes_in_beside_itself_under_other_names(
    busy_club: Club, secretary: Player, clock: Clock
) -> None:
    """On the same server every name and every code is taken."""
    content = file_of(busy_club, secretary, clock)
    points = [
        row["points"] for row in tell_all(busy_club, secretary, clock)["Autumn/Individual", "api"]["rows"]
    ]
    nicknames = set(Player.objects.values_list("nickname", flat=True))
    club = import_file(content, secretary, clock, slug="troefboer-2")
    again = tell_all(club, secretary, clock)["Autumn/Individual", "api"]["rows"]
    assert [row["points"] for row in again] == points
    assert Club.objects.count() == 2
    assert nicknames < set(Player.objects.values_list("nickname", flat=True))
    copies = Match.objects.filter(club=club)
    assert {match.proof_code for match in copies} == set(
        Match.objects.filter(club=busy_club).values_list("code", flat=True)
    )
    assert {verify_log(match) for match in Match.objects.all()} == {()}
    third = by_name(file_of(club, secretary, clock))
    assert {each["match"]["proof_code"] for each in third["matches"]} == {each.proof_code for each in copies}


@pytest.mark.slow
def test_the_pages_of_rounds_and_cases_open_there(
    content: bytes, make_player: Callable[..., Player], clock: Clock
) -> None:
    owner = make_player("New Nel")
    club = import_file(content, owner, clock)
    arbiter = Player.objects.get(nickname="Wise Wil")
    empty_caches()
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
    club = import_file(content, owner, clock, tell=True)
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
