"""The deal: unpredictable before, checkable afterwards."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from games.engine.cards import PACK_OF_32
from games.engine.shuffle import SEED_BYTES, VERSION, Randomness, _below, commitment

DEALS = 200_000
CHI_SQUARE_31 = 61.1
"""With 31 degrees of freedom a fair shuffle is above this once in a thousand times."""


def seed(number: int) -> bytes:
    return hashlib.sha256(f"deal {number}".encode()).digest()


@pytest.mark.parametrize(
    ("given", "dealt"),
    [
        (
            bytes(32),
            "S7 HQ C7 HA SK HK CJ DK H7 HT DA CK D7 CT CA SJ DT C8 HJ H9 C9 ST H8 CQ S8 DJ SA S9 SQ DQ D9 D8",
        ),
        (
            b"\xff" * 32,
            "HQ S8 CA HA H8 CT S9 SA SJ HK C7 D7 C8 CK CJ DJ H9 DA HT SQ ST C9 DK S7 H7 CQ D8 DQ SK HJ D9 DT",
        ),
        (
            bytes(range(32)),
            "H8 SJ D8 CQ ST DA HA H9 S8 D9 S9 C8 DK CJ S7 H7 C9 HK SA HT HJ D7 CA SQ DQ CK SK CT DJ HQ DT C7",
        ),
    ],
    ids=["zeros", "ones", "counting"],
)
def test_known_answers(given: bytes, dealt: str) -> None:
    """Computed once with the HMAC of another program (openssl dgst)."""
    assert " ".join(Randomness(given).shuffled(PACK_OF_32)) == dealt


def test_a_shuffle_written_out_by_hand_gives_the_same_pack() -> None:
    """The same algorithm from its description alone, without the engine."""
    for number in range(50):
        key, stream, cards = seed(number), b"", list(PACK_OF_32)
        for block in range(20):
            stream += hmac.new(key, f"pack\n{block}".encode(), hashlib.sha256).digest()
        at = 0
        for last in range(31, 0, -1):
            places = last + 1
            while stream[at] >= 256 // places * places:
                at += 1
            other = stream[at] % places
            at += 1
            cards[last], cards[other] = cards[other], cards[last]
        assert Randomness(key).shuffled(PACK_OF_32) == tuple(cards)


def test_uneven_leftovers_are_thrown_away() -> None:
    assert _below(3, iter([255, 254])) == 254 % 3
    assert _below(32, iter([255])) == 31
    assert _below(31, iter([248, 255, 247])) == 247 % 31
    assert [_below(4, iter([byte])) for byte in (0, 1, 254, 255)] == [0, 1, 2, 3]
    assert _below(256, iter([255])) == 255


def test_every_card_is_dealt_once_and_face_order_is_left_alone() -> None:
    for number in range(100):
        shuffled = Randomness(seed(number)).shuffled(PACK_OF_32)
        assert sorted(shuffled) == sorted(PACK_OF_32)
        assert shuffled != PACK_OF_32


def test_a_seed_is_thirty_two_bytes() -> None:
    for size in (0, 31, 33):
        with pytest.raises(ValueError, match="32 bytes"):
            Randomness(bytes(size))
    assert Randomness(bytes(SEED_BYTES)).shuffled(PACK_OF_32)


def test_the_same_seed_says_the_same_and_purposes_do_not_repeat_each_other() -> None:
    randomness = Randomness(seed(1))
    assert randomness.shuffled(PACK_OF_32) == Randomness(seed(1)).shuffled(PACK_OF_32)
    assert randomness.number("dealer", 4) == randomness.number("dealer", 4)
    drawn = {
        tuple(Randomness(seed(number)).number(f"turn {card}", 4) for card in range(4)) for number in range(99)
    }
    assert len(drawn) > 50


def chi_square(counts: Counter[str], kinds: int, total: int) -> float:
    expected = total / kinds
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (kinds - len(counts)) * expected


@pytest.mark.slow
def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi-square over 200,000 deals at places from the top, the middle and the bottom of the pack."""
    places = (0, 1, 7, 15, 16, 24, 30, 31)
    counts: dict[int, Counter[str]] = {place: Counter() for place in places}
    tally = [counts[place].update for place in places]
    for number in range(0, DEALS, 1_000):
        packs = [Randomness(seed(each)).shuffled(PACK_OF_32) for each in range(number, number + 1_000)]
        for place, update in zip(places, tally, strict=True):
            update(pack[place] for pack in packs)
    for place in places:
        assert chi_square(counts[place], 32, DEALS) < CHI_SQUARE_31, place


def test_every_seat_is_as_likely_to_deal_first() -> None:
    counts = Counter(str(Randomness(seed(number)).number("dealer", 4)) for number in range(8_000))
    assert chi_square(counts, 4, 8_000) < 16.3


def test_a_commitment_binds_seed_context_and_version() -> None:
    sealed = commitment(seed=seed(1), context="match 5, round 2")
    expected = hashlib.sha256(f"{VERSION}\nmatch 5, round 2\n".encode() + seed(1)).hexdigest()
    assert sealed == expected
    assert sealed != commitment(seed=seed(2), context="match 5, round 2")
    assert sealed != commitment(seed=seed(1), context="match 5, round 3")


def test_a_deal_that_was_cut_follows_from_the_seed_and_every_word() -> None:
    """The key is the HMAC-SHA256, by the seed, of a line "cuts" and a line "seat word" for each cut."""
    cut = Randomness(seed(1), ((0, "kaas"), (2, "blauw 7")))
    key = hmac.new(seed(1), b"cuts\n0 kaas\n2 blauw 7", hashlib.sha256).digest()
    assert cut.shuffled(PACK_OF_32) == Randomness(key).shuffled(PACK_OF_32)
    assert cut.number("dealer", 200) == Randomness(key).number("dealer", 200)
    others = [Randomness(seed(1)), Randomness(seed(1), ((0, "kaas"),)), Randomness(seed(1), ((2, "kaas"),))]
    assert len({one.shuffled(PACK_OF_32) for one in (cut, *others)}) == 4
