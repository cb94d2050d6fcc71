"""The shared cache, which nobody has to wait for: while Redis is away it is an empty one."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

AWAY = (RedisError, OSError)

log = logging.getLogger("club.cache")


class PatientClient(RedisCacheClient):
    """What rate limits need of Redis. They count nothing while it is away, and nobody's sign-in fails by it."""

    def add(self, key: str, value: object, timeout: float | None) -> bool:
        """Whether the key was not there; yes while Redis is away, for it is asked for as a lock."""
        try:
            return bool(super().add(key, value, timeout))
        except AWAY as error:
            return _told(error, answer=True)

    def get(self, key: str, default: object) -> Any:
        try:
            return super().get(key, default)
        except AWAY as error:
            return _told(error, answer=default)

    def set(self, key: str, value: object, timeout: float | None) -> None:
        try:
            super().set(key, value, timeout)
        except AWAY as error:
            _told(error, answer=None)

    def delete(self, key: str) -> bool:
        try:
            return bool(super().delete(key))
        except AWAY as error:
            return _told(error, answer=False)

    def incr(self, key: str, delta: int) -> int:
        """The new count; 0 while Redis is away, so no limit is reached."""
        try:
            return int(super().incr(key, delta))
        except AWAY as error:
            return _told(error, answer=0)

    def delete_many(self, keys: Iterable[str]) -> None:
        try:
            super().delete_many(keys)
        except AWAY as error:
            _told(error, answer=None)


class PatientCache(RedisCache):
    """Django's Redis cache with a client that does without."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = PatientClient


def _told(error: Exception, *, answer: Any) -> Any:
    log.warning("the cache does without Redis (%s)", type(error).__name__)
    return answer
