"""One address that opens connections without end waits and is refused; every other address is served at once."""

from __future__ import annotations

from kraken_site.serving.connection_rate import BURST, LONGEST_WAIT, PER_SECOND, REMEMBERED, ConnectionRate


def test_a_storm_of_one_address_costs_another_address_no_wait() -> None:
    paced = ConnectionRate()
    waits = [paced.wait("192.0.2.1", 100.0) for _ in range(3000)]
    assert waits[:BURST] == [0.0] * BURST
    assert waits[-1] is None
    assert paced.wait("192.0.2.2", 100.0) == 0.0


def test_a_thousand_connections_of_one_address_get_their_turn_within_the_longest_wait() -> None:
    paced = ConnectionRate()
    waits = [paced.wait("192.0.2.1", 100.0) for _ in range(1000)]
    assert None not in waits
    assert waits == sorted(waits)
    assert max(waits) <= LONGEST_WAIT


def test_a_refused_connection_uses_no_turn() -> None:
    paced = ConnectionRate()
    while paced.wait("192.0.2.1", 100.0) is not None:
        pass
    for _ in range(1000):
        assert paced.wait("192.0.2.1", 100.0) is None
    later = 100.0 + 2 / PER_SECOND
    assert paced.wait("192.0.2.1", later) is not None
    assert paced.wait("192.0.2.1", later + LONGEST_WAIT + 1) == 0.0


def test_addresses_are_forgotten_without_losing_count_of_the_newest() -> None:
    paced = ConnectionRate()
    for number in range(REMEMBERED):
        paced.wait(f"address {number}", 100.0)
    kept = [paced.wait("192.0.2.1", 200.0) for _ in range(BURST + 2)]
    assert kept[-1] > 0, "the address that connects now is remembered"
