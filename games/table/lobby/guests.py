"""Visitors who become guests, and the seats they tap."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_noop

from accounts.animals import ANIMALS
from accounts.device_settings import settings_of
from accounts.models import Player, active_language
from accounts.services import create_guest
from accounts.sign_in import BACKEND
from games.club_clock import club_clock
from games.engine.seats import Seat
from games.table import services
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match

# A visitor who wants to play becomes a guest at once, under their own name or a friendly one of ours. The seat a
# visitor taps is theirs once they have given a name or signed in.

MOODS: Final = (
    gettext_noop("Merry"),
    gettext_noop("Brave"),
    gettext_noop("Quiet"),
    gettext_noop("Sunny"),
    gettext_noop("Clever"),
    gettext_noop("Gentle"),
    gettext_noop("Lucky"),
    gettext_noop("Nimble"),
    gettext_noop("Proud"),
    gettext_noop("Calm"),
    gettext_noop("Bold"),
    gettext_noop("Early"),
)
MAX_TRIES: Final = 20
WANTED_SEAT: Final = "wanted_seat"
"""The key in the session of the seat a visitor tapped: the match, the seat, and until when (seconds)."""
WANTED_FOR: Final = timedelta(minutes=15)


def sign_in_guest(request: HttpRequest, *, nickname: str) -> Player:
    """A new guest of that name, signed in here. Raises ValidationError when the name cannot be had.

    Raises TableRefused(too_fast) when too many came from one address.
    """
    _require_few_guests(request)
    return _sign_in_guest(request, nickname=nickname)


def player_or_guest(request: HttpRequest, rng: random.Random) -> Player:
    """The signed-in player, or a new guest with a nickname drawn with `rng`.

    Raises TableRefused(too_fast) when too many came from one address; names that were taken do not count.
    """
    if request.user.is_authenticated:
        return request.user
    _require_few_guests(request)
    for attempt in range(MAX_TRIES):
        try:
            return _sign_in_guest(request, nickname=friendly_nickname(rng, numbered=attempt > 2))
        except ValidationError:
            continue  # the nickname is taken
    return _sign_in_guest(request, nickname=friendly_nickname(rng, numbered=True))


def _require_few_guests(request: HttpRequest) -> None:
    """Count one guest of this address. Raises TableRefused(too_fast) when too many came from it."""
    if not ratelimit.consume(request, action="guest"):
        raise TableRefused(TableRefusal.TOO_FAST)


def _sign_in_guest(request: HttpRequest, *, nickname: str) -> Player:
    guest = create_guest(nickname=nickname, language=active_language(), look=settings_of(request))
    login(request, guest, backend=BACKEND)
    return guest


def friendly_nickname(rng: random.Random, *, numbered: bool) -> str:
    """ "Brave Otter", or "Brave Otter 4711" where the short ones are taken."""
    name = f"{gettext(rng.choice(MOODS))} {rng.choice(ANIMALS).label}"
    return f"{name} {rng.randrange(100, 10_000)}" if numbered else name


def want_seat(request: HttpRequest, match: Match, seat: Seat) -> None:
    """Remember the seat a visitor tapped for `WANTED_FOR`, in which they give a name or sign in."""
    request.session[WANTED_SEAT] = [match.pk, seat, int((club_clock.now() + WANTED_FOR).timestamp())]


def wanted_seat(request: HttpRequest, match: Match) -> Seat | None:
    """The seat this visitor tapped at this table; None without one, or when that is too long ago."""
    match_id, seat, until = request.session.get(WANTED_SEAT) or (0, 0, 0)
    return seat if match_id == match.pk and club_clock.now().timestamp() < until else None


def take_wanted_seat(request: HttpRequest, user: Player, **_signal: Any) -> None:
    """Seat a player who has just signed in where they tapped before, or elsewhere where somebody was faster.
    Receiver of `user_logged_in`."""
    match_id, seat, until = request.session.pop(WANTED_SEAT, None) or (0, 0, 0)
    if club_clock.now().timestamp() < until:
        with suppress(TableRefused):  # without a seat they are signed in all the same
            seat_newcomer(request, match_id=match_id, player=user, seat=seat)


def seat_newcomer(request: HttpRequest, *, match_id: int, player: Player, seat: Seat | None) -> None:
    """Seat a player at `seat`, or at another one where somebody was faster, and then say so on the next page.

    Refuses what `services.sit` refuses.
    """
    had = services.sit(match_id=match_id, player=player, seat=seat, or_another=True)
    if seat is not None and had != seat:
        messages.info(
            request,
            gettext("Somebody else was faster at that seat. You sit at this one now; you may still move."),
        )
