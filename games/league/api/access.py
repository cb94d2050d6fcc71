"""Access to the read API: a key names its club, and may ask once a second, sixty times at once."""

from __future__ import annotations

from time import monotonic
from typing import Any, Final

from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.security import APIKeyQuery, HttpBearer

from accounts.models import Club
from games.kit.rate_limit import RateLimit
from games.league.models import ApiKey
from games.league.services.api_keys import digest_of

requests_of_keys: Final = RateLimit(burst=60, per_second=1)


class KeyInHeader(HttpBearer):
    """The key in the header `Authorization: Bearer KEY`."""

    def authenticate(self, request: HttpRequest, token: str) -> Club | None:
        """Return the club of the key, None for an unknown one. Raises HttpError(429)."""
        return club_of_key(token)


class KeyInAddress(APIKeyQuery):
    """The key as `?key=KEY`, for calendars, which send no headers."""

    param_name = "key"

    def authenticate(self, request: HttpRequest, key: str | None) -> Club | None:
        """Return the club of the key, None for an unknown one. Raises HttpError(429)."""
        return club_of_key(key or "")


def club_of_key(key: str) -> Club | None:
    """Return the club of the key, None for an unknown one. Raises HttpError(429) for one that asks too often."""
    found = ApiKey.objects.select_related("club").filter(digest=digest_of(key)).first()
    if found is None:
        return None
    if not requests_of_keys.allows(found.pk, monotonic()):
        raise HttpError(429, "Too many requests: one a second, sixty at once.")
    return found.club


def club_of(request: HttpRequest) -> Any:
    """Return the club of the key a request was let in with."""
    return request.auth
