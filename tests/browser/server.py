"""The club's server as browser tests need it: `python -m tests.browser.server [--no-steward]`.

The same `manage.py serve`, with three things only tests may have: the seed of the next deal can be given, by writing
it in hex into `VAR_DIR/next_seed`; the clock of the tables goes as many seconds ahead as `VAR_DIR/ahead` says; and bots
and windows are quick. Nothing of this is in the site itself.
"""

from __future__ import annotations

import os
import secrets
import sys
from datetime import datetime, timedelta

SEED_FILE = "next_seed"
AHEAD_FILE = "ahead"


def time_there() -> datetime:
    """Return the time at the tables of the club served from this `VAR_DIR`, which tests may have moved."""
    from django.conf import settings
    from django.utils import timezone

    return timezone.now() + timedelta(seconds=float((settings.VAR_DIR / AHEAD_FILE).read_text() or 0))


def main() -> None:
    """Migrate, collect and serve on a free port, until ended."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from games.kit.club_clock import club_clock
    from games.table.log import due_times
    from games.table.services.moves import seeds
    from kraken_site.serving import sign_of_life

    given = settings.VAR_DIR / SEED_FILE

    def fresh_seed(context: str) -> bytes:
        try:
            seed = bytes.fromhex(given.read_text())
            given.unlink()
        except FileNotFoundError:
            return secrets.token_bytes(32)
        return seed

    seeds.fresh_seed = fresh_seed
    sign_of_life.OUTAGE = timedelta(days=30)  # time that is made to pass is no outage
    (settings.VAR_DIR / AHEAD_FILE).write_text("0")
    club_clock._time_of_day = time_there
    if "--quick" in sys.argv:
        due_times.BOT_SOONEST, due_times.BOT_LATEST, due_times.LEAD_AFTER_TRICK = 0.02, 0.05, 0.1
        due_times.CLAIM_SHOWN, due_times.SHEET_SHOWN = 0.2, 0.2
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("serve", host="127.0.0.1", port=0, no_steward="--no-steward" in sys.argv)


if __name__ == "__main__":
    main()
