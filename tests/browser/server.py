"""The club's server as browser tests need it: `python -m tests.browser.server [--no-steward]`.

The same `manage.py serve`, with eleven things only tests may have: the seed of the next deal can be given, by writing
it in hex into `VAR_DIR/next_seed`; other deals hang on the name of the test in `VAR_DIR/test` and on how many went
before in it, and those of the day are always the same; a bot without an opinion takes the same choice in every run;
the clock of the tables goes as many seconds ahead as `VAR_DIR/ahead` says; a match may be as short as the engine
plays it; bots and windows are quick; with `WINDOW_SECONDS` in the environment the house closes no window of people
sooner; with `FIRST_ROUNDS` a first game from the first page has so many rounds; bots search only
with `THINKS`; a guest who gives no name gets the widest one there is; and `/still/` is the page that was sent there.
Nothing of this is in the site itself.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext, suppress
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

SEED_FILE = "next_seed"
AHEAD_FILE = "ahead"
TEST_FILE = "test"
STILL_FILE = "still.html"


def time_there() -> datetime:
    """Return the time at the tables of the club served from this `VAR_DIR`, which tests may have moved."""
    from django.conf import settings
    from django.utils import timezone

    return timezone.now() + timedelta(seconds=float((settings.VAR_DIR / AHEAD_FILE).read_text() or 0))


def keep_still_page(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Answer `/still/` with the page that was posted there last (`tests.browser.table.standing`), as a middleware."""
    from django.conf import settings
    from django.http import HttpResponse

    page = settings.VAR_DIR / STILL_FILE

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path != "/still/":
            return get_response(request)
        if request.method == "POST":
            page.write_bytes(request.body)
        return HttpResponse(page.read_bytes())

    return answer


def keep_windows_open(seconds: int) -> None:
    """Let a window that the house closes by the clock stay open for so long, also where a machine is slow."""
    from games.table.log import due_times

    closing = due_times._house_at

    def closing_later(table: Any, house: Any, *moments: Any) -> datetime:
        later = house if house.seconds is None else house._replace(seconds=seconds)
        return closing(table, later, *moments)

    due_times._house_at = closing_later


def shorten_first_games(rounds: int) -> None:
    """Let a first game, begun by one tap, have so many rounds, for games whose option is called that."""
    from games.table.lobby import waiting_views

    usual = waiting_views.options_alone

    def shorter(game: str, *, first: bool = False) -> dict[str, object]:
        return {**usual(game, first=first), **({"rounds": rounds} if first else {})}

    waiting_views.options_alone = shorter


def keep_no_worker() -> None:
    """Let nobody search: bots play as they do at the easy level, and tips are theirs."""
    from games.table import thinking

    thinking.open_workers = nullcontext


def draw_wide_names() -> None:
    """The names drawn for guests are the widest of their language, so that no page fits by luck."""
    from django.utils.translation import gettext

    from accounts.names import MAX_NICKNAME_LENGTH
    from games.table.lobby import guests

    def width(name: str) -> float:
        return sum(0.5 if letter in "fijlrt" else 1.5 if letter in "mw" else 1 for letter in name)

    def widest(rng: Random, *, numbered: bool) -> str:
        names = [f"{gettext(mood)} {animal.label}" for mood in guests.MOODS for animal in guests.ANIMALS]
        with_room = [name for name in names if len(name) + len(" 9999") <= MAX_NICKNAME_LENGTH]
        number = f" {rng.randrange(100, 10_000)}" if numbered else ""
        return max(with_room, key=width) + number

    guests.friendly_nickname = widest


def main() -> None:
    """Serve on a free port, until ended; the database is migrated."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from games.club_clock import club_clock
    from games.table import steward
    from games.table.log import due_times, seeds
    from kraken_site import sign_of_life
    from tests.short_matches import allow_short_matches

    given = settings.VAR_DIR / SEED_FILE
    dealt: Counter[str] = Counter()
    begun_in: dict[str, str] = {}

    def random_seed(purpose: str) -> bytes:
        match, _slash, number = purpose.rpartition("/")
        if not match:
            return hashlib.sha256(b"deal of the day").digest()
        running = (settings.VAR_DIR / TEST_FILE).read_text()
        # A match that an earlier test left at its sheet is dealt on after a minute: with cards of that test.
        test = begun_in.setdefault(match, running)
        if test == running:
            with suppress(FileNotFoundError):
                seed = bytes.fromhex(given.read_text())
                given.unlink()
                return seed
        dealt[test] += 1
        return hashlib.sha256(f"{test} {dealt[test]} {number}".encode()).digest()

    chosen = steward._bot_choice

    def always_chosen(table: Any, seat: int, _chance: Random) -> Any:
        return chosen(table, seat, Random(f"{table.state.seq} {seat}"))

    seeds.random_seed = random_seed
    steward._bot_choice = always_chosen
    allow_short_matches()
    draw_wide_names()
    sign_of_life.MAX_ROW_AGE = timedelta(days=30)  # advanced test time must not count as an outage
    (settings.VAR_DIR / AHEAD_FILE).write_text("0")
    club_clock._time_of_day = time_there
    if "--quick" in sys.argv:
        due_times.MIN_BOT_SECONDS, due_times.MAX_BOT_SECONDS, due_times.TRICK_SECONDS = 0.02, 0.05, 0.1
        due_times.CLAIM_WINDOW_SECONDS, due_times.CONTRACT_SECONDS = 0.1, 0.1
        due_times.LAST_TRICK_SECONDS, due_times.SHEET_SECONDS = 0.2, 0.2
    if "WINDOW_SECONDS" in os.environ:
        keep_windows_open(int(os.environ["WINDOW_SECONDS"]))
    if "FIRST_ROUNDS" in os.environ:
        shorten_first_games(int(os.environ["FIRST_ROUNDS"]))
    if "THINKS" not in os.environ:
        keep_no_worker()
    settings.MIDDLEWARE.insert(0, "tests.browser.server.keep_still_page")
    call_command("serve", host="127.0.0.1", port=0, no_steward="--no-steward" in sys.argv)


if __name__ == "__main__":
    main()
