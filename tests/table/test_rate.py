"""How fast one seat may send: a burst, then a steady rate, whatever socket or page it comes from."""

from __future__ import annotations

from games.kit.rate_limit import BURST, KEPT, PER_SECOND, Bucket, Door


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket()
    assert [bucket.take(0.0) for _ in range(21)] == [True] * 20 + [False]
    assert bucket.take(0.1)
    assert not bucket.take(0.15)
    bucket.give_back()
    assert bucket.take(0.15)
    assert [bucket.take(100.0) for _ in range(21)] == [True] * 20 + [False]


def test_everybody_at_a_door_has_a_measure_of_their_own() -> None:
    door = Door(burst=3)
    assert [door.lets_in("Anna", 0.0) for _ in range(4)] == [True] * 3 + [False]
    assert door.lets_in("Bram", 0.0)
    door.give_back("Anna")
    assert door.lets_in("Anna", 0.0)
    assert not door.lets_in("Anna", 0.0)


def test_only_who_could_send_a_whole_burst_again_is_forgotten() -> None:
    """However many come by, the door keeps no more of them, and nobody gets a new measure by it."""
    door = Door(burst=BURST)
    for _ in range(int(BURST)):
        door.lets_in("flooder", 100.0)
    for number in range(2 * KEPT):
        door.lets_in(number, 0.001 * number)
    assert len(door._buckets) <= KEPT + 1
    assert not door.lets_in("flooder", 100.0)
    assert door.lets_in("flooder", 100.0 + 1.5 / PER_SECOND)
