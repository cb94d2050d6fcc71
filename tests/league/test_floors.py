"""Imports of the league: seating and standings need no Django; nothing here imports disputes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from django.conf import settings

PURE = ("draw.fixtures", "draw.seating", "standings.evening_scores", "standings.table", "standings.ties")
LEAGUE = Path(settings.BASE_DIR) / "games" / "league"


def test_seating_and_standings_import_no_django() -> None:
    names = ", ".join(f"games.league.{name}" for name in PURE)
    told = f"import {names}, sys; sys.exit('django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_league_knows_nothing_of_disputes() -> None:
    for path in LEAGUE.rglob("*.py"):
        assert "games.disputes" not in path.read_text(), path
