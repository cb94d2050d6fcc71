"""Signing in: limits on wrong passwords, known devices, and proofs of who somebody is.

Wrong passwords are counted per pair of address and account, and separately on known devices.

Guessing locks an account only for the guessing address: the owner can sign in from other addresses, and from known
devices also at the same address. Guessing from many addresses slows down every unknown device, and locks out none.
The cookie of a known device grants nothing by itself.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from secrets import token_urlsafe
from time import time
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from accounts.models import Player

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
"""The backend that Django notes of a player who signs in without a password."""
COOKIE: Final = "device"
"""The cookie of a known device: its random mark and the players who signed in there, signed."""
COOKIE_AGE: Final = 365 * 24 * 3600
SALT: Final = "accounts.sign_in"
PLAYERS_OF_A_DEVICE: Final = 8

PROOF: Final = "proof_of_player"
"""The session's key of the last sign-in or proof, as [player, seconds]."""
PROOF_SECONDS: Final = 300
"""Seconds after a proof in which it stands for the password; `accounts/erase.html` and a refusal say five minutes."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` wrong passwords in `seconds` from the first one; None: they are counted and never refused."""

    most: int | None
    seconds: int


OF_A_DEVICE: Final = Limit(10, 300)
OF_A_PAIR: Final = Limit(5, 300)
OF_AN_ADDRESS: Final = Limit(10, 60)
OF_AN_ACCOUNT: Final = Limit(None, 3600)
"""From all unknown devices together; above `MANY_ATTEMPTS` each address has `OF_A_SLOW_PAIR` with the account."""
MANY_ATTEMPTS: Final = 100
OF_A_SLOW_PAIR: Final = Limit(2, 900)


def limits_for(request: HttpRequest, *, login: str, address: str) -> dict[str, Limit]:
    """The cache keys under which an attempt is counted, each with its limit. That of the address comes first: what it
    refuses writes no key for an account, else invented names would fill the cache.
    """
    account = hashlib.sha256(login.strip().casefold().encode()).hexdigest()
    device, players = _device(request)
    named = Q(username__iexact=login) | Q(email__iexact=login) | Q(emailaddress__email__iexact=login)
    if players and Player.objects.filter(named, pk__in=players).exists():
        return {f"attempts:device:{device}:{account}": OF_A_DEVICE}
    of_account = f"attempts:account:{account}"
    slow = cache.get(of_account, 0) >= MANY_ATTEMPTS
    return {
        f"attempts:address:{address}": OF_AN_ADDRESS,
        f"attempts:{'slow' if slow else 'pair'}:{address}:{account}": OF_A_SLOW_PAIR if slow else OF_A_PAIR,
        of_account: OF_AN_ACCOUNT,
    }


def count_attempt(keys: dict[str, Limit]) -> bool:
    """Count an attempt before the password is checked; returns whether it may be checked.

    A refused attempt does not count, so further guesses from one address do not use up the account's limit.
    """
    for taken, (key, limit) in enumerate(keys.items()):
        cache.add(key, 0, limit.seconds)
        counted = _add_to_count(key, 1)
        if limit.most is not None and counted > limit.most:
            take_back_attempt(list(keys)[: taken + 1])
            return False
    return True


def minutes_to_wait(keys: dict[str, Limit]) -> int:
    """Return after how many minutes at most an attempt that `count_attempt` refused may be made again."""
    return max(limit.seconds for limit in keys.values() if limit.most is not None) // 60


def take_back_attempt(keys: list[str]) -> None:
    """Take back an attempt whose password was right or was not checked."""
    for key in keys:
        _add_to_count(key, -1)


def clear_attempts(keys: dict[str, Limit]) -> None:
    """Clear the counts after the owner has reset the password by mail, except those of the address."""
    cache.delete_many([key for key in keys if not key.startswith("attempts:address:")])


def remember_device(request: HttpRequest, response: HttpResponse, player: Player) -> None:
    """Set the cookie of a known device for the player, beside earlier players."""
    device, players = _device(request)
    players = [player.pk, *(each for each in players if each != player.pk)][:PLAYERS_OF_A_DEVICE]
    response.set_cookie(
        COOKIE,
        signing.dumps([device or token_urlsafe(12), players], salt=SALT),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def device_of(request: HttpRequest) -> str:
    """Return the random mark in the cookie of a known device, "" for a device on which nobody has signed in."""
    return _device(request)[0]


def remember_proof(*, request: HttpRequest, user: Player, **_sent: Any) -> None:
    """Note that the player has just proved who they are. Receiver of Django's `user_logged_in`, and of allauth's
    `authentication_step_completed`, which also comes when somebody signed in is asked again.
    """
    request.session[PROOF] = [user.pk, time()]


def has_proved_lately(request: HttpRequest, player: Player) -> bool:
    """Return whether the player signed in, or answered a page that asked again, within `PROOF_SECONDS`."""
    proved, at = request.session.get(PROOF, [None, 0])
    return proved == player.pk and time() - at <= PROOF_SECONDS


def _device(request: HttpRequest) -> tuple[str, list[int]]:
    try:
        device, players = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return "", []
    return device, players


def _add_to_count(key: str, by: int) -> int:
    try:
        return cache.incr(key, by)
    except ValueError:  # expired in between
        return 0
