"""A backup made while people play restores elsewhere, with everything that was acknowledged before it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from games.league.photos import without_metadata
from games.table.log.models import Match
from tests import migrated
from tests.league.paper.photos import exif, jpeg
from tests.pressure.people import crowd
from tests.pressure.phones import Phone
from tests.served import programs
from tests.served.processes import environment_of, manage, serving, until
from tests.served.setting import Seated

pytestmark = pytest.mark.slow


def error_of(environment: dict[str, str], *words: str) -> str:
    """The error output of a management command that must fail."""
    done = programs.run(["manage.py", *words], environment)
    assert done.returncode != 0
    return done.stderr


async def test_a_backup_under_load_restores_elsewhere_with_everything_acknowledged(
    match: Match, phones: list[Phone], environment: dict[str, str], tmp_path: Path
) -> None:
    table = Seated(match.code, tuple(phone.cookie for phone in phones))
    copy, elsewhere = tmp_path / "copy.backup", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with serving(environment) as server:
        async with crowd([table], [server.port]) as people:
            await until(lambda: len(people.posts) > 10, what="they play")
            before = [post.data for post in people.posts if post.acknowledged and post.data["do"] != "ready"]
            told = await asyncio.to_thread(manage, environment, "backup", str(copy))
            assert "checked" in told
            begun = len(people.posts)
            await until(lambda: len(people.posts) > begun + 3, what="they play on")
            assert {answer.status for post in people.posts for _, answer in post.answers} <= {200, 409}
        assert "stop it first" in error_of(environment, "restore", str(copy))
    there = environment_of(elsewhere)
    there.pop("DATABASE_URL", None)
    assert "restored" in manage(there, "restore", str(copy))
    assert "1 checked, 0 wrong" in manage(there, "verify_log")
    with closing(sqlite3.connect(elsewhere / "club.sqlite3")) as database:
        found = database.execute("SELECT data FROM games_action WHERE seat IS NOT NULL").fetchall()
    kept = [json.loads(text) for (text,) in found]
    assert len(before) > 3
    assert [data for data in before if data not in kept] == []


def test_what_restore_and_backup_refuse(tmp_path: Path) -> None:
    environment = environment_of(tmp_path)
    environment.pop("DATABASE_URL", None)
    migrated.copy_file(tmp_path / "club.sqlite3")
    copy, damaged = tmp_path / "copy", tmp_path / "damaged"
    manage(environment, "backup", str(copy))
    assert copy.stat().st_mode & 0o077 == 0
    assert "is there already" in error_of(environment, "backup", str(copy))
    assert "--replace" in error_of(environment, "restore", str(copy))
    whole = copy.read_bytes()
    damaged.write_bytes(whole[: len(whole) // 2])
    live = (tmp_path / "club.sqlite3").read_bytes()
    assert "damaged" in error_of(environment, "restore", str(damaged), "--replace")
    damaged.write_text("no database at all")
    assert "not a copy" in error_of(environment, "restore", str(damaged), "--replace")
    assert (tmp_path / "club.sqlite3").read_bytes() == live
    manage(environment, "restore", str(copy), "--replace")
    assert "0 checked, 0 wrong" in manage(environment, "verify_log")


def photo_in(database: Path) -> tuple[str, bytes]:
    """The time and the image of the only photo of a sheet."""
    with closing(sqlite3.connect(database)) as asking:
        ((at, image),) = asking.execute("SELECT at, image FROM games_sheetphoto").fetchall()
    return at, image


def test_the_photo_of_a_paper_sheet_is_in_the_backup(tmp_path: Path) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    for folder in (here, elsewhere):
        folder.mkdir()
    environment, there = (
        environment_of(folder, EMAIL_URL="dummymail://", DATABASE_URL=f"sqlite:///{folder / 'club.sqlite3'}")
        for folder in (here, elsewhere)
    )
    migrated.copy_file(here / "club.sqlite3")
    programs.run(["-m", "tests.browser.clubs.paper_club"], environment).check_returncode()
    image = without_metadata(jpeg(exif(6))).image
    with closing(sqlite3.connect(here / "club.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO games_sheetphoto (table_id, kind, image, at)"
            " SELECT id, 'jpeg', ?, '2026-11-23 20:00:00' FROM games_leaguetable WHERE on_paper LIMIT 1",
            (image,),
        )
    manage(environment, "backup", str(tmp_path / "copy"))
    manage(there, "restore", str(tmp_path / "copy"))
    assert photo_in(elsewhere / "club.sqlite3") == ("2026-11-23 20:00:00", image)
    assert " 0 wrong" in manage(there, "verify_log")


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    environment = environment_of(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path / 'not' / 'there.sqlite3'}")
    error_of(environment, "backup", str(tmp_path / "copy"))
    assert not list(tmp_path.glob("*copy*"))
