"""Access to the read API: a key names its club, and may ask once a second, sixty times at once."""

from __future__ import annotations

from time import monotonic
from typing import Any, Final

from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.security import APIKeyQuery, HttpBearer

from accounts.models import Club
from accounts.people.client_address import address_of_request
from games.kit.rate_limit import CodeGuesses, RateLimit
from games.league.models import ApiKey
from games.league.services.api_keys import digest_of

requests_of_keys: Final = RateLimit(burst=60, per_second=1)
wrong_keys: Final = CodeGuesses()


class KeyInHeader(HttpBearer):
    """The key in the header `Authorization: Bearer KEY`."""

    def authenticate(self, request: HttpRequest, token: str) -> Club | None:
        """Return the club of the key, None for an unknown one. Raises HttpError(429)."""
        return club_of_key(token, request)


class KeyInAddress(APIKeyQuery):
    """The key as `?key=KEY`, for calendars, which send no headers."""

    param_name = "key"

    def authenticate(self, request: HttpRequest, key: str | None) -> Club | None:
        """Return the club of the key, None for an unknown one. Raises HttpError(429)."""
        return club_of_key(key or "", request)


def club_of_key(key: str, request: HttpRequest) -> Club | None:
    """Return the club of the key, None for an unknown one.

    Raises HttpError(429) for one that asks too often, and where too many wrong keys came from one household. A right
    key is not refused for those: nobody hits one by chance, and a calendar's servers ask for many clubs.
    """
    now = monotonic()
    found = ApiKey.objects.select_related("club").filter(digest=digest_of(key)).first()
    if found is None:
        guess: Any = {"address": address_of_request(request), "account": None, "now": now}
        if wrong_keys.refuse("", **guess):
            raise HttpError(429, "Too many unknown keys from this address. Wait ten minutes.")
        wrong_keys.count_wrong(**guess)
        return None
    if not requests_of_keys.allows(found.pk, now):
        raise HttpError(429, "Too many requests: one a second, sixty at once.")
    return found.club


def club_of(request: HttpRequest) -> Any:
    """Return the club of the key a request was let in with."""
    return request.auth
