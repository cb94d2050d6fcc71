"""Promises of garbage collection: a server with many open screens never runs a full collection."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from kraken_site.serving import garbage_collection
from kraken_site.serving.sockets.open_socket import OpenSocket
from kraken_site.serving.sockets.registry import registry


@pytest.fixture
def full_collections() -> Iterator[list[int]]:
    """The generations collected during the test, by gc's own callback."""
    seen: list[int] = []

    def watch(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            seen.append(info["generation"])

    gc.callbacks.append(watch)
    yield seen
    gc.callbacks.remove(watch)


async def test_a_full_collection_waits_until_few_screens_are_open(
    full_collections: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage_collection, "ENOUGH_PENDING", 0)
    screens = [OpenSocket(None, f"192.0.2.{number}", None, None, None) for number in range(41)]
    for screen in screens:
        registry.add(screen)
    await garbage_collection.collect_when_quiet()
    assert 2 not in full_collections
    for screen in screens:
        registry.remove(screen)
    await garbage_collection.collect_when_quiet()
    assert 2 in full_collections
