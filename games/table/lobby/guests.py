"""A visitor who wants to play becomes a guest at once, under their own name or a friendly one of ours."""

from __future__ import annotations

import random
from typing import Final

from allauth.core import ratelimit
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_noop

from accounts.models import Player, active_language
from accounts.people.device_settings import settings_of
from accounts.services import create_guest
from games.table.log.errors import TableRefusal, TableRefused

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
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
ANIMALS: Final = (
    gettext_noop("Otter"),
    gettext_noop("Heron"),
    gettext_noop("Badger"),
    gettext_noop("Magpie"),
    gettext_noop("Hare"),
    gettext_noop("Seal"),
    gettext_noop("Plover"),
    gettext_noop("Squirrel"),
    gettext_noop("Stork"),
    gettext_noop("Octopus"),
    gettext_noop("Swan"),
    gettext_noop("Beaver"),
)
TRIES: Final = 20


def sign_in_guest(request: HttpRequest, *, nickname: str) -> Player:
    """A new guest of that name, signed in here. Raises ValidationError when the name cannot be had.

    Raises TableRefused(too_fast) when too many came from one address.
    """
    if not ratelimit.consume(request, action="guest"):
        raise TableRefused(TableRefusal.TOO_FAST)
    guest = create_guest(nickname=nickname, language=active_language(), look=settings_of(request))
    login(request, guest, backend=BACKEND)
    return guest


def player_or_guest(request: HttpRequest, rng: random.Random) -> Player:
    """The signed-in player, or a new guest with a nickname drawn with `rng`."""
    if request.user.is_authenticated:
        return request.user
    for attempt in range(TRIES):
        try:
            return sign_in_guest(request, nickname=friendly_nickname(rng, numbered=attempt > 2))
        except ValidationError:
            continue  # the nickname is taken
    return sign_in_guest(request, nickname=friendly_nickname(rng, numbered=True))


def friendly_nickname(rng: random.Random, *, numbered: bool) -> str:
    """ "Brave Otter", or "Brave Otter 4711" where the short ones are taken."""
    name = f"{gettext(rng.choice(MOODS))} {gettext(rng.choice(ANIMALS))}"
    return f"{name} {rng.randrange(100, 10_000)}" if numbered else name
