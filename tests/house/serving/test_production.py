"""The site as it is put on the internet."""

import os
from pathlib import Path

import pytest
from django.core.checks.registry import registry

from kraken_site.apps import files_are_private, several_processes_need_redis
from kraken_site.management.commands.serve import Command
from kraken_site.private_files import read_or_create_secret_key
from tests.house.commands import manage


@pytest.mark.slow
def test_the_deployment_check_is_clean(tmp_path: Path) -> None:
    done = manage(
        "check",
        "--deploy",
        "--fail-level=WARNING",
        folder=tmp_path,
        SITE_ORIGINS="https://club.example",
        SECRET_KEY="a-key-of-fifty-characters-or-more-for-this-check-0123456789",
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "sent"),
    [
        ({}, "max-age=31536000"),
        ({"HSTS_SUBDOMAINS": "true"}, "max-age=31536000; includeSubDomains; preload"),
    ],
)
def test_browsers_hold_this_host_alone_to_tls_unless_the_club_says_more(
    tmp_path: Path, more: dict[str, str], sent: str
) -> None:
    """A club may have other sites under its domain that have no TLS."""
    asked = (
        "from django.test import Client; "
        "print(Client().get('/healthz', secure=True, headers={'host': 'club.example'})"
        "['Strict-Transport-Security'])"
    )
    done = manage(
        "shell", "--no-imports", "-c", asked, folder=tmp_path, SITE_ORIGINS="https://club.example",
        COLLECTED_STATIC="false", **more,
    )  # fmt: skip
    assert done.stdout.strip() == sent, done.stderr


@pytest.mark.slow
def test_a_second_process_without_redis_is_refused_by_name(tmp_path: Path) -> None:
    done = manage("check", folder=tmp_path, WEB_PROCESSES="2")
    assert done.returncode != 0
    assert "Redis" in done.stderr


@pytest.mark.parametrize(("processes", "redis", "errors"), [(1, "", 0), (2, "", 1), (2, "redis://there", 0)])
def test_several_processes_need_redis(settings, processes: int, redis: str, errors: int) -> None:
    settings.WEB_PROCESSES, settings.REDIS_URL = processes, redis
    assert len(several_processes_need_redis(None)) == errors


def test_the_key_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    key = read_or_create_secret_key(tmp_path)
    assert len(key) > 60
    assert read_or_create_secret_key(tmp_path) == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert read_or_create_secret_key(tmp_path / "other") != key


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in [folder, *folder.iterdir()]}


@pytest.mark.slow
@pytest.mark.parametrize("before", [None, 0o755], ids=["a new club", "one readable by everybody"])
def test_database_and_keys_are_closed_to_other_accounts(tmp_path: Path, before: int | None) -> None:
    """Under the usual umask, with which SQLite would make a world-readable database."""
    folder = tmp_path / "var"
    if before is not None:
        folder.mkdir(before)
        for name in ("club.sqlite3", "secret_key", "push_key"):
            (folder / name).touch(0o644)
        (folder / "secret_key").write_text("kept")
        (folder / "push_key").write_text("kept")
    database = (
        "from django.db import connection; connection.cursor().execute('CREATE TABLE cards (card text)'); "
    )
    listing = (
        "import os; print({name: oct(os.stat(f'{folder}/{name}').st_mode) for name in os.listdir(folder)})"
    )
    mask = os.umask(0o022)
    try:
        done = manage(
            "shell", "--no-imports", "-c", f"{database}folder = {str(folder)!r}; {listing}", folder=folder
        )
    finally:
        os.umask(mask)

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("0o100600") == 5, done.stdout
    assert modes(folder) == {
        "var": "0o700",
        "club.sqlite3": "0o600",
        "secret_key": "0o600",
        "push_key": "0o600",
    }


def test_files_that_others_can_read_and_we_cannot_close_are_refused(
    settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR, database = tmp_path, tmp_path / "club.sqlite3"
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(database))
    for name in ("secret_key", "club.sqlite3", "club.sqlite3-wal"):
        (tmp_path / name).touch(0o600)
    assert files_are_private(None) == []

    (tmp_path / "secret_key").chmod(0o640)
    (tmp_path / "club.sqlite3-wal").chmod(0o604)

    said = " ".join(refused.msg for refused in files_are_private(None))
    assert str(tmp_path / "secret_key") in said
    assert str(tmp_path / "club.sqlite3-wal") in said
    assert len(files_are_private(None)) == 2


def test_a_server_starts_only_after_these_checks() -> None:
    assert {files_are_private, several_processes_need_redis} <= registry.registered_checks
    assert Command.requires_system_checks == "__all__"


def test_an_address_of_elsewhere_is_refused(client, db: None) -> None:
    assert client.get("/readyz", headers={"host": "localhost:8000"}).status_code == 200
    assert client.get("/readyz", headers={"host": "evil.example"}).status_code == 400


def test_a_monitor_is_told_that_the_server_is_ready(client, db: None) -> None:
    assert client.get("/readyz").content == b"ready\n"


@pytest.mark.parametrize("path", ["/", "/guest/", "/accounts/login/", "/accounts/signup/"])
def test_pages_carry_the_strict_policy_and_are_not_kept(client, db: None, path: str) -> None:
    answer = client.get(path)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "unsafe" not in policy
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Frame-Options"] == "DENY"
