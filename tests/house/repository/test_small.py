"""A small club is small: nothing is read that only larger ones need, and only the server reads Twisted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SERVING = """
import sys
import django
django.setup()
print(*sorted({"autobahn", "daphne", "twisted"} & set(sys.modules)))
import kraken_site.management.commands.serve
import kraken_site.urls
print(*sorted({"redis", "psycopg", "icalendar"} & set(sys.modules)))
"""


@pytest.mark.slow
def test_a_server_on_sqlite_reads_neither_redis_nor_postgresql_nor_calendars(tmp_path: Path) -> None:
    """Together they are a seventh of what it holds before anybody comes. Twisted is a fifth of any other command."""
    around = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "kraken_site.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'club.sqlite3'}",
        "VAR_DIR": str(tmp_path),
        "REDIS_URL": "",
        "COLLECTED_STATIC": "false",
    }
    told = subprocess.run(
        [sys.executable, "-c", SERVING], cwd=ROOT, env=around, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == []
