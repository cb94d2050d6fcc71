"""The deal: unpredictable before, checkable afterwards.

A seed of 32 random bytes is drawn outside the engine. Everything by chance in a deal (the order of the pack,
the first dealer, turned suits) follows from it: HMAC-SHA256(seed, label + counter) gives a stream of bytes,
numbers below n are taken by rejection, the pack is shuffled by Fisher and Yates from the last place down. The
commitment, shown before the first decision, binds the seed to one match and round; the seed is shown when the
round is closed.

Where the deck is cut, players add words after the commitment is shown and before the deal. The key of the stream is
then HMAC-SHA256(seed, the cuts in the order of the seats), so neither the seed nor the cuts alone give the deal.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.engine.cards import Card
from games.engine.seats import Seat

VERSION: Final = "hmac-sha256-fisher-yates/1"
SEED_BYTES: Final = 32


def commitment(*, seed: bytes, context: str) -> str:
    """SHA-256 in hex over version, context and seed. The seed is its own salt: 256 unknown bits.

    The context says for what the seed was drawn, and is told with it: code of the table and number of the deal, or the
    evening, the round and the deal where tables share the cards.
    """
    return hashlib.sha256(f"{VERSION}\n{context}\n".encode() + seed).hexdigest()


Cuts: TypeAlias = tuple[tuple[Seat, str], ...]
"""The words that seats added to a shuffle, in the order of the seats."""


def key_of(seed: bytes, cuts: Cuts) -> bytes:
    """The 32 bytes a deal follows from: the seed, or with cuts its HMAC over them. A cut is the line "seat word"."""
    if not cuts:
        return seed
    lines = "".join(f"\n{seat} {word}" for seat, word in cuts)
    return hmac.digest(seed, f"cuts{lines}".encode(), "sha256")


def _stream(seed: bytes, label: str) -> Iterator[int]:
    """Bytes without end, block by block."""
    block = 0
    while True:
        yield from hmac.digest(seed, f"{label}\n{block}".encode(), "sha256")
        block += 1


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number in 0..bound-1 (bound at most 256), every one equally likely: uneven leftovers are thrown
    away."""
    limit = 256 - 256 % bound
    byte = next(stream)
    while byte >= limit:
        byte = next(stream)
    return byte % bound


@dataclass(frozen=True, slots=True)
class Randomness:
    """Everything one deal leaves to chance, derived from its seed and the cuts alone."""

    seed: bytes
    cuts: Cuts = ()

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError("a seed is 32 bytes")

    def shuffled(self, pack: Sequence[Card], label: str = "pack") -> tuple[Card, ...]:
        """The pack in its dealing order; `pack` is given in face order and has at most 256 cards.

        A second shuffle within the deal (a stock turned over) names another label and gets another permutation.
        """
        stream = _stream(key_of(self.seed, self.cuts), label)
        cards = list(pack)
        for last in range(len(cards) - 1, 0, -1):
            other = _below(last + 1, stream)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)

    def number(self, label: str, bound: int) -> int:
        """A number in 0..bound-1 for one named purpose, e.g. the first dealer."""
        return _below(bound, _stream(key_of(self.seed, self.cuts), label))
