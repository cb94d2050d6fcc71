"""The site as it is put on the internet."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from kraken_site.checks import several_processes_need_redis
from kraken_site.secret import kept_secret_key

ROOT = Path(settings.BASE_DIR)


def manage(*words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a management command as a process of its own, with nothing of this one's environment but the path."""
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
    )


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


def test_a_second_process_without_redis_is_refused_by_name(tmp_path: Path) -> None:
    done = manage("check", folder=tmp_path, WEB_PROCESSES="2")
    assert done.returncode != 0
    assert "Redis" in done.stderr


@pytest.mark.parametrize(("processes", "redis", "errors"), [(1, "", 0), (2, "", 1), (2, "redis://there", 0)])
def test_several_processes_need_redis(settings, processes: int, redis: str, errors: int) -> None:
    settings.WEB_PROCESSES, settings.REDIS_URL = processes, redis
    assert len(several_processes_need_redis(None)) == errors


def test_the_key_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    key = kept_secret_key(tmp_path)
    assert len(key) > 60
    assert kept_secret_key(tmp_path) == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert kept_secret_key(tmp_path / "other") != key


def test_an_address_of_elsewhere_is_refused(client, db: None) -> None:
    assert client.get("/healthz", headers={"host": "localhost:8000"}).status_code == 200
    assert client.get("/healthz", headers={"host": "evil.example"}).status_code == 400


def test_the_watchdog_is_answered(client, db: None) -> None:
    assert client.get("/healthz").content == b"alive\n"
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


def test_nothing_of_ours_waits_for_a_migration(db: None) -> None:
    from django.core.management import call_command

    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
