"""The set-up with containers, as far as it can be judged without any: what it names is there, and fits together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.urls import reverse

from games.club_file.format import MAX_FILE_BYTES
from games.league.list_forms import MAX_LIST_LENGTH
from games.league.services.evenings.paper_sheets import MAX_PHOTO_BYTES
from tests.house.addresses import ADDRESSES

ROOT = Path(settings.BASE_DIR)
COMPOSE, DOCKERFILE = (ROOT / "compose.yaml").read_text(), (ROOT / "Dockerfile").read_text()
CADDYFILE, SETTINGS = (ROOT / "Caddyfile").read_text(), (ROOT / "kraken_site/settings.py").read_text()


def block(name: str) -> str:
    """The lines of a service, or of another key of the second level."""
    found = re.search(rf"^  {name}:(.*(?:\n(?:    .*|))*)", COMPOSE, re.MULTILINE)
    assert found, name
    return found[1]


def test_the_services_are_those_of_the_readme() -> None:
    services = COMPOSE.partition("\nservices:\n")[2].partition("\nconfigs:")[0]
    named = re.findall(r"^  ([\w-]+):", services, re.MULTILINE)
    assert named == ["database", "redis", "migrate", "web-1", "web-2", "steward", "proxy"]
    assert "*web" in block("web-2")
    for name in ("migrate", "web-1", "steward"):
        assert "*club" in block(name)


def test_every_command_is_one_that_takes_these_words() -> None:
    commands = re.findall(r'\["python", "manage\.py", ([^\]]+)\]', COMPOSE + DOCKERFILE)
    assert len(commands) == 4
    for words in commands:
        name, *rest = re.findall(r'"([^"]+)"', words)
        command = get_commands()[name]
        load_command_class(command, name).create_parser("manage.py", name).parse_args(rest)
    assert '"--no-steward"' in block("web-1"), "the steward has a process of its own"


def test_every_setting_of_the_environment_is_one_that_is_read() -> None:
    given = re.findall(r"^    ([A-Z_]+):", COMPOSE.partition("\nservices:")[0], re.MULTILINE)
    assert {"SITE_ORIGINS", "DATABASE_URL", "REDIS_URL", "WEB_PROCESSES"} <= set(given)
    given += re.findall(r"\b([A-Z_]+)=/", DOCKERFILE)
    assert [name for name in given if f'"{name}"' not in SETTINGS] == []
    wanted = re.findall(r"\{\$([A-Z_]+)", CADDYFILE)
    assert [name for name in wanted if f"{name}:" not in block("proxy")] == []


def test_the_proxy_knows_both_servers_and_its_file() -> None:
    assert "web-1:8000 web-2:8000" in block("proxy")
    assert "file: ./Caddyfile" in block("caddyfile")
    assert "/etc/caddy/Caddyfile" in block("proxy")
    assert '"--port", "8000"' in block("web-1")


@pytest.mark.parametrize(
    "line",
    [
        "read_header 5s",
        "read_body 15s",
        "max_header_size 16kb",
        "max_size 1MB",
        "max_size 2MB",
        "max_size 32MB",
        "health_uri /healthz",
    ],
)
def test_the_proxy_keeps_its_limits(line: str) -> None:
    assert line in CADDYFILE


def test_the_proxy_takes_a_large_body_where_files_are_sent_and_nowhere_else() -> None:
    """The proxy alone limits bodies; its larger size lets the largest list and photo through."""
    ends = ("/import/", "/photo/")
    for named in ("path ", "@form not path "):
        [paths] = re.findall(rf"^\s*{re.escape(named)}(.+)$", CADDYFILE, re.MULTILINE)
        assert set(paths.split()) == {f"*{end}" for end in ends}
    forms = [
        page for page in (ROOT / "templates").rglob("*.html") if "multipart/form-data" in page.read_text()
    ]
    uploads = [name for name, pattern in ADDRESSES.items() if str(pattern.pattern).endswith(ends)]
    assert len(forms) == len(uploads) > 0
    assert max(MAX_LIST_LENGTH, MAX_PHOTO_BYTES) < 2_000_000
    [alone] = re.findall(r"^\s*@club path (.+)$", CADDYFILE, re.MULTILINE)
    assert f"not path {alone}\n" in CADDYFILE
    assert alone == reverse("club_file:club_import")
    assert MAX_FILE_BYTES < 32_000_000


def test_the_image_holds_everything_the_site_reads() -> None:
    copied = {Path(source).parts[0] for source in re.findall(r"^COPY (\S+) ", DOCKERFILE, re.MULTILINE)}
    packages = {
        app.partition(".")[0] for app in settings.INSTALLED_APPS if (ROOT / app.partition(".")[0]).is_dir()
    }
    folders = {folder for folder in re.findall(r'BASE_DIR / "(\w+)"', SETTINGS) if folder != "var"}
    assert {"accounts", "games", "kraken_site", "templates", "static", "locale"} <= packages | folders
    assert (packages | folders | {"manage.py", "requirements.txt"}) - copied == set()
    assert [source for source in copied if not (ROOT / source).exists()] == []


def test_the_database_is_asked_by_address_so_that_its_passing_first_server_does_not_count() -> None:
    """The image's temporary first server listens on the local socket only and stops before migrations could finish."""
    assert "pg_isready -h 127.0.0.1 " in block("database")


def test_the_steward_is_stopped_by_a_signal_it_hears() -> None:
    """As the first process of its container it is deaf to SIGTERM, and would be killed after the whole grace period."""
    assert "stop_signal: SIGINT" in block("steward")


def test_the_settings_of_the_club_are_kept_beside_it_and_out_of_the_image() -> None:
    readme = (ROOT / "README.md").read_text()
    wanted = set(re.findall(r"\$\{([A-Z_]+):\?", COMPOSE))
    assert wanted == {"CLUB_HOST", "SECRET_KEY", "DATABASE_PASSWORD"}
    assert [name for name in sorted(wanted) if f"\n{name}=" not in readme] == []
    assert ".env" in (ROOT / ".dockerignore").read_text().splitlines()
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()


def test_the_programs_of_the_backup_are_those_of_the_server() -> None:
    [server] = re.findall(r"image: postgres:(\d+)", COMPOSE)
    assert f"postgresql-client-{server}" in DOCKERFILE
