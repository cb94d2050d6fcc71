"""A file that is no club, was changed, or is too large founds nothing, and says in a sentence why."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.member_lists import addresses_in_use
from accounts.models import Club, Player, Role
from accounts.personal_data import erase_account
from games.club_file import exporting, importing, reading
from games.club_file.errors import ClubFileRefusal
from games.club_file.importing import import_club, keep_upload
from games.club_file.models import ClubUpload
from games.club_file.reading import read_club
from games.league.models import Evening
from games.table.log.models import Action, Match
from tests.clients import client_of
from tests.club_file.conftest import file_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import play_rounds
from tests.refused import refusal

pytestmark = pytest.mark.django_db
Change = Callable[[dict[str, Any], dict[str, Any]], object]


def change_file(content: bytes, change: Change) -> bytes:
    """The file with its contents and its first match changed."""
    there, file = ZipFile(BytesIO(content)), BytesIO()
    club = json.loads(there.read("club.json"))
    name = f"matches/{club['matches'][0]}.json"
    match = json.loads(there.read(name))
    change(club, match)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for entry in there.namelist():
            new = {"club.json": club, name: match}.get(entry)
            archive.writestr(entry, there.read(entry) if new is None else json.dumps(new))
    return file.getvalue()


def zip_files(**files: bytes) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_json", ".json"), content)
    return file.getvalue()


CHANGES: dict[str, tuple[Change, str]] = {
    "an unknown key": (lambda club, _match: club.update(extra=1), "damaged"),
    "a missing table": (lambda club, _match: club.pop("marks"), "damaged"),
    "a missing match": (lambda club, _match: club["matches"].append(987654), "damaged"),
    "a newer format": (lambda club, _match: club.update(format="card-club/2"), "newer"),
    "another format": (lambda club, _match: club.update(format="mp3"), "foreign"),
    "text for a number": (lambda club, _match: club["evenings"][0].update(number="1"), "damaged"),
    "a number that is too large": (lambda club, _match: club["evenings"][0].update(number=2**70), "damaged"),
    "a name that is too long": (lambda club, _match: club["seasons"][0].update(name="n" * 61), "damaged"),
    "a NUL": (lambda club, _match: club["seasons"][0].update(name="n\0"), "damaged"),
    "half a surrogate": (lambda club, _match: club["seasons"][0].update(name="\ud800"), "damaged"),
    "a time without an offset": (
        lambda club, _match: club["evenings"][0].update(starts_at="2026-01-01T20:00:00"),
        "damaged",
    ),
    "an unknown status": (lambda club, _match: club["evenings"][0].update(status="odd"), "damaged"),
    "a row that is not there": (lambda club, _match: club["seats"][0].update(table=987654), "damaged"),
    "an empty link": (lambda club, _match: club["seats"][0].update(table=None), "damaged"),
    "an unknown option": (
        lambda club, _match: club["competitions"][0].update(options={"odd": 1}),
        "damaged",
    ),
    "a game of another club": (lambda club, _match: club["competitions"][0].update(game="bridge"), "unknown_game"),
    "a member twice": (lambda club, _match: club["members"].append(club["members"][0]), "damaged"),
    "an odd role": (lambda club, _match: club["members"][0].update(role="staff"), "damaged"),
    "somebody of no kind": (lambda club, _match: club["people"][0].update(kind="staff"), "damaged"),
    "other points": (lambda _club, match: match["rounds"][0].update(points=[900, 0, 900, 0]), "other_log"),
    "another card": (lambda _club, match: match["log"].pop(30), "other_log"),
    "another deal": (lambda _club, match: match["deals"][0].update(seed="00" * 32), "other_log"),
    "an entry without a word": (lambda _club, match: match["log"][0].update(data={}), "other_log"),
    "a text of a book": (lambda club, _match: club["complaints"][0].update(text="n" * 20_001), "damaged"),
    "a code that is none": (lambda _club, match: match["match"].update(code="a/b/c."), "damaged"),
    "house rules that are none": (lambda club, _match: club["house_rules"][0].update(options=[1]), "damaged"),
    "a ruling that is none": (lambda club, _match: club["rulings"][0].update(effect=[]), "damaged"),
    "a number in the log": (lambda _club, match: match["log"][0].update(data={"do": 1}), "damaged"),
    "an unknown line of the trail": (lambda club, _match: club["trail"][0].update(what="odd"), "damaged"),
    "an unknown correction": (lambda club, _match: club["corrections"][0].update(what="odd"), "damaged"),
    "a match that runs": (lambda _club, match: match["match"].update(status="running"), "damaged"),
    "somebody else at the table": (lambda _club, match: match["seats"][0].update(player=987654), "damaged"),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGES)
def test_a_file_that_was_changed_is_refused(content: bytes, case: str) -> None:
    change, code = CHANGES[case]
    assert refusal(lambda: read_club(change_file(content, change))) == code


def test_a_file_as_it_was_is_read(content: bytes) -> None:
    """So that the changes of the other tests are what is refused."""
    assert read_club(change_file(content, lambda _club, _match: None)).club.name == "De Troefboer"


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"%PDF-1.7 " * 500, zip_files(other=b"{}"), zip_files(club_json=b"[]")]
)
def test_what_is_no_club_is_foreign(content: bytes) -> None:
    assert refusal(lambda: read_club(content)) == ClubFileRefusal.FOREIGN


def test_a_file_from_before_an_arbiter_asked_one_player_is_read(content: bytes) -> None:
    def older(club: dict[str, Any], _match: dict[str, Any]) -> None:
        del club["questions"]

    assert read_club(change_file(content, older)).rows["questions"] == []


@pytest.mark.parametrize("cut", [1, 100, 5000])
def test_half_a_file_is_refused(content: bytes, cut: int) -> None:
    assert refusal(lambda: read_club(content[:-cut])) in ("foreign", "damaged")
    assert refusal(lambda: read_club(content[cut:])) in ("foreign", "damaged")


def test_a_flipped_bit_is_refused(content: bytes) -> None:
    at = content.index(b"club.json") + 40
    flipped = content[:at] + bytes([content[at] ^ 8]) + content[at + 1 :]
    assert refusal(lambda: read_club(flipped)) == ClubFileRefusal.DAMAGED


def test_a_bomb_is_refused_by_the_sizes_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is unpacked."""
    monkeypatch.setattr(reading, "_read_bytes", lambda *_args: pytest.fail("it was unpacked"))
    assert refusal(lambda: read_club(zip_files(club_json=b"0" * 30_000_000))) == ClubFileRefusal.TOO_LARGE
    many = {f"photos/{number}.jpeg": b"0" * 1_800_000 for number in range(90)}
    assert refusal(lambda: read_club(zip_files(club_json=b"{}", **many))) == ClubFileRefusal.TOO_LARGE
    monkeypatch.setattr(reading, "MAX_FILES", 5)
    few = {f"records/{number}": b"" for number in range(5)}
    assert refusal(lambda: read_club(zip_files(club_json=b"{}", **few))) == ClubFileRefusal.TOO_LARGE
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 100)
    assert refusal(lambda: read_club(b"0" * 101)) == ClubFileRefusal.TOO_LARGE


def test_a_bomb_that_names_another_size_is_unpacked_no_further() -> None:
    bomb = zip_files(club_json=b"0" * 100_000_000)
    lying = bomb.replace((100_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    tracemalloc.start()
    try:
        assert refusal(lambda: read_club(lying)) == ClubFileRefusal.DAMAGED
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_a_directory_of_any_length_is_not_read(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "ZipFile", lambda *_args: pytest.fail("the library read it"))
    end = content.rindex(b"PK\x05\x06")
    long = content[: end + 12] + (2**31).to_bytes(4, "little") + content[end + 16 :]
    assert refusal(lambda: read_club(long)) == ClubFileRefusal.TOO_LARGE
    large = content[:end] + b"PK\x06\x07" + bytes(16) + content[end:]
    assert refusal(lambda: read_club(large)) == ClubFileRefusal.TOO_LARGE


def test_what_the_database_refuses_founds_nothing(
    content: bytes, make_player: Callable[..., Player], clock: Clock
) -> None:
    owner = make_player("New Nel")

    def twice(club: dict[str, Any], _match: dict[str, Any]) -> None:
        club["evenings"][1]["number"] = club["evenings"][0]["number"]

    upload, _read = keep_upload(player=owner, content=change_file(content, twice), now=clock())

    def found() -> object:
        return import_club(upload=upload, slug="new", tell=False, actor=owner, now=clock())

    assert refusal(found) == ClubFileRefusal.DAMAGED
    assert not Club.objects.exists()


def test_a_name_taken_while_the_club_is_written_does_not_look_like_a_damaged_file(
    content: bytes, make_player: Callable[..., Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = make_player("New Nel")
    upload, read = keep_upload(player=owner, content=content, now=clock())
    assert read is not None
    wanted = next(iter(importing.new_names(read).values()))
    seen: list[str] = []

    def take_name_once(addresses: object) -> set[str]:
        if not seen:
            seen.append(make_player(wanted).nickname)
        return addresses_in_use(addresses)

    monkeypatch.setattr(importing, "addresses_in_use", take_name_once)
    club, _mails = import_club(upload=upload, slug="new", tell=False, actor=owner, now=clock())
    assert seen == [wanted]
    assert Club.objects.get() == club


def test_other_standings_than_those_of_the_file_found_nothing(
    content: bytes, make_player: Callable[..., Player], clock: Clock
) -> None:
    """A mark is in no log: what shows that it was changed are the standings."""

    def forged(club: dict[str, Any], _match: dict[str, Any]) -> None:
        next(mark for mark in club["marks"] if mark["kind"] == "correction").update(points="4000.00")

    owner = make_player("New Nel")
    upload, _read = keep_upload(player=owner, content=change_file(content, forged), now=clock())
    before = Club.objects.count(), Player.objects.count(), Match.objects.count(), Action.objects.count()

    def found() -> object:
        return import_club(upload=upload, slug="new", tell=False, actor=owner, now=clock())

    assert refusal(found) == ClubFileRefusal.OTHER_STANDINGS
    assert before == (
        Club.objects.count(), Player.objects.count(), Match.objects.count(), Action.objects.count()
    )  # fmt: skip


def test_a_file_sent_twice_founds_one_club(
    content: bytes, make_player: Callable[..., Player], clock: Clock
) -> None:
    owner, other = make_player("New Nel"), make_player("Other Olga")
    upload, _read = keep_upload(player=owner, content=content, now=clock())
    theirs, _read = keep_upload(player=other, content=content, now=clock())

    def found(which: ClubUpload, actor: Player, slug: str) -> Club:
        return import_club(upload=which, slug=slug, tell=False, actor=actor, now=clock())[0]

    club = found(upload, owner, "new")
    upload.refresh_from_db()
    assert bytes(upload.content) == b""
    assert found(upload, owner, "newer") == club
    assert keep_upload(player=owner, content=content, now=clock()) == (upload, None)
    assert refusal(lambda: keep_upload(player=other, content=content, now=clock())) == "imported"
    assert refusal(lambda: found(theirs, other, "newest")) == "imported"
    assert Club.objects.get() == club


def test_only_so_many_files_wait(
    content: bytes, make_player: Callable[..., Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "MAX_WAITING", 1)
    first, second = make_player("New Nel"), make_player("Other Olga")
    keep_upload(player=first, content=content, now=clock())
    keep_upload(player=first, content=content, now=clock())
    assert ClubUpload.objects.count() == 1
    assert refusal(lambda: keep_upload(player=second, content=content, now=clock())) == "waiting"
    clock.now += importing.RETENTION * 2
    keep_upload(player=second, content=content, now=clock())
    assert ClubUpload.objects.get().player == second


def test_a_club_is_not_exported_while_cards_are_played(
    competition: object, entrants: list[Any], secretary: Player, league_club: Club, clock: Clock
) -> None:
    evening: Evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    draw_evening(evening)
    (table,) = open_round(evening, secretary, clock())
    play_rounds(table, 1, clock())
    assert refusal(lambda: file_of(league_club, secretary, clock)) == ClubFileRefusal.BEING_PLAYED
    page = client_of(secretary).get(f"/c/{league_club.slug}/export/").content.decode()
    assert ClubFileRefusal.BEING_PLAYED.sentence in page
    assert "Save the file" not in page
    answer = client_of(secretary).post(f"/c/{league_club.slug}/export/")
    assert answer.status_code == 302


def test_a_file_that_no_site_would_take_is_not_given(
    busy_club: Club, secretary: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = len(file_of(busy_club, secretary, clock))
    there = client_of(secretary)
    without = there.post(f"/c/{busy_club.slug}/export/").content
    assert len(without) < whole
    monkeypatch.setattr(exporting, "MAX_FILE_BYTES", whole - 1)
    assert refusal(lambda: file_of(busy_club, secretary, clock)) == ClubFileRefusal.TOO_LARGE_OUT
    assert there.post(f"/c/{busy_club.slug}/export/").content[:2] == b"PK"


def test_an_owner_takes_the_club_along_on_the_pages(
    busy_club: Club, secretary: Player, make_player: Callable[..., Player]
) -> None:
    there = client_of(secretary)
    assert "20 members" in there.get(f"/c/{busy_club.slug}/export/").content.decode()
    answer = there.post(f"/c/{busy_club.slug}/export/", {"photos": "on"})
    content = answer.content
    assert answer["Content-Disposition"].startswith('attachment; filename="troefboer-')
    nel = client_of(make_player("New Nel"))
    assert send(nel, b"no club").status_code == 422
    preview = send(nel, content)
    assert preview.status_code == 302
    page = nel.get(preview["Location"]).content.decode()
    assert 'value="troefboer-2"' in page
    assert "20 members" in page
    assert "Names at the table that are taken here" in page
    assert Club.objects.count() == 1
    taken = nel.post(preview["Location"], {"slug": busy_club.slug})
    assert taken.status_code == 422
    assert Club.objects.count() == 1
    assert client_of(secretary).get(preview["Location"]).status_code == 404
    done = nel.post(preview["Location"], {"slug": "over-here"})
    assert done["Location"] == "/c/over-here/"
    assert nel.get(done["Location"]).status_code == 200
    assert nel.get(preview["Location"])["Location"] == "/c/over-here/"
    assert send(nel, content)["Location"] == "/c/over-here/"
    assert Club.objects.get(slug="over-here").memberships.filter(role=Role.OWNER).count() == 2


def send(client: Client, content: bytes) -> Any:
    return client.post("/clubs/import/", {"file": SimpleUploadedFile("club.zip", content)})


def test_a_guest_founds_no_club(guest: Player) -> None:
    client = client_of(guest)
    assert "Make an account first" in client.get("/clubs/import/").content.decode()
    assert send(client, b"no club").status_code == 422
    assert not ClubUpload.objects.exists()


def test_a_file_that_waits_goes_with_the_account(
    content: bytes, make_player: Callable[..., Player], clock: Clock
) -> None:
    """It holds the names and addresses of a whole club."""
    owner = make_player("New Nel")
    keep_upload(player=owner, content=content, now=clock())
    erase_account(player=owner, now=clock())
    assert not ClubUpload.objects.exists()
