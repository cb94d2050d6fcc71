"""The shared cache in Redis. While Redis is away it is empty, and no request waits for it or fails."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

AWAY: Final = (RedisError, OSError)

log = logging.getLogger("club.cache")


class OptionalRedisCache(RedisCache):
    """Django's Redis cache; the methods that this site uses answer as an empty cache does while Redis is away."""

    def add(
        self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Return whether the key was not there; True while Redis is away, since allauth takes it for a lock."""
        try:
            return super().add(key, value, timeout, version)
        except AWAY as error:
            _warn(error)
            return True

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except AWAY as error:
            _warn(error)
            return default

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        try:
            return super().get_many(keys, version)
        except AWAY as error:
            _warn(error)
            return {}

    def set(
        self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        try:
            super().set(key, value, timeout, version)
        except AWAY as error:
            _warn(error)

    def delete(self, key: str, version: int | None = None) -> bool:
        try:
            return super().delete(key, version)
        except AWAY as error:
            _warn(error)
            return False

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Return the new count; 0 while Redis is away, so that no limit is reached."""
        try:
            return super().incr(key, delta, version)
        except AWAY as error:
            _warn(error)
            return 0

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        try:
            super().delete_many(keys, version)
        except AWAY as error:
            _warn(error)


def _warn(error: Exception) -> None:
    log.warning("the cache does without Redis (%s)", type(error).__name__)
