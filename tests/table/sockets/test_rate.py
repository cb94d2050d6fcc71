"""How fast one seat may send: a burst, then a steady rate, whatever socket or page it comes from."""

from __future__ import annotations

from games.rate_limit import BURST, MAX_BUCKETS, PER_SECOND, Bucket, RateLimit


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket()
    assert [bucket.take(0.0) for _ in range(21)] == [True] * 20 + [False]
    assert bucket.take(0.1)
    assert not bucket.take(0.15)
    bucket.give_back()
    assert bucket.take(0.15)
    assert [bucket.take(100.0) for _ in range(21)] == [True] * 20 + [False]


def test_every_sender_has_a_bucket_of_its_own() -> None:
    limit = RateLimit(burst=3)
    assert [limit.take("Anna", 0.0) for _ in range(4)] == [True] * 3 + [False]
    assert limit.take("Bram", 0.0)
    assert not limit.take("Anna", 0.0)


def test_only_full_buckets_are_forgotten() -> None:
    """However many senders come, no more than KEPT stay in memory, and none gets a new bucket that way."""
    limit = RateLimit(burst=BURST)
    for _ in range(int(BURST)):
        limit.take("flooder", 100.0)
    for number in range(2 * MAX_BUCKETS):
        limit.take(number, 0.001 * number)
    assert len(limit._buckets) <= MAX_BUCKETS + 1
    assert not limit.take("flooder", 100.0)
    assert limit.take("flooder", 100.0 + 1.5 / PER_SECOND)
