"""The shared cache answers as an empty one while Redis is away."""

from __future__ import annotations

from kraken_site.cache import OptionalRedisCache
from tests.served.processes import free_port


def test_without_redis_the_cache_is_empty_and_nothing_fails() -> None:
    cache = OptionalRedisCache(f"redis://127.0.0.1:{free_port()}", {})
    cache.set("attempts", 3)
    assert cache.get("attempts") is None
    assert cache.get("attempts", 7) == 7
    assert cache.get_many(["attempts"]) == {}
    assert cache.add("lock", 1), "a lock that nobody else holds"
    assert not cache.delete("attempts")
    cache.close()
