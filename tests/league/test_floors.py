"""Imports of the league: seating and standings need no Django."""

from __future__ import annotations

import subprocess
import sys

from django.conf import settings

PURE = ("draw", "standings.evening_scores", "standings.places", "standings.table")


def test_seating_and_standings_import_no_django() -> None:
    names = ", ".join(f"games.league.{name}" for name in PURE)
    told = f"import {names}, sys; sys.exit('django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
