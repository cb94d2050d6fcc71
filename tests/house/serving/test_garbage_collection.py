"""Promises of garbage collection: a server with many open screens runs a full collection once an hour at most."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from kraken_site.serving import garbage_collection
from kraken_site.serving.sockets.open_socket import OpenSocket
from kraken_site.serving.sockets.registry import registry


@pytest.fixture
def full_collections() -> Iterator[list[int]]:
    """The generations collected during the test, by gc's own callback; none by itself."""
    gc.disable()
    seen: list[int] = []

    def watch(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            seen.append(info["generation"])

    gc.callbacks.append(watch)
    yield seen
    gc.callbacks.remove(watch)
    gc.enable()


async def test_a_full_collection_waits_an_hour_or_until_few_screens_are_open(
    full_collections: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage_collection, "ENOUGH_PENDING", 0)
    now = 100.0
    monkeypatch.setattr(garbage_collection, "monotonic", lambda: now)
    collections = garbage_collection.FullCollections()
    screens = [OpenSocket(None, f"192.0.2.{number}", None, None, None) for number in range(41)]
    for screen in screens:
        registry.add(screen)
    now += 3599
    await collections.collect_when_quiet()
    assert 2 not in full_collections
    now += 1
    await collections.collect_when_quiet()
    await collections.collect_when_quiet()
    assert full_collections.count(2) == 1, (
        "what closed sockets left is freed once an hour in a club that never rests"
    )
    for screen in screens:
        registry.remove(screen)
    await collections.collect_when_quiet()
    assert full_collections.count(2) == 2
