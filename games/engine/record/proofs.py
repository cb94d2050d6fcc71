"""Verification of a match record's proofs: the house's random actions must follow from the seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.errors import IllegalAction, MalformedAction, Refusal
from games.engine.game import Game
from games.engine.seats import HOUSE
from games.engine.shuffle import VERSION, Randomness, commitment

PROVED: Final = "ok"
UNPROVED: Final = "absent"


class Proofs:
    """The proofs of one record, by deal. A proof whose parts contradict each other has no chance (None).

    A proof without `deal` is of a game with one deal a round: its round is the number of the deal.
    """

    def __init__(self, written: Sequence[object]) -> None:
        """Raises MalformedAction for a proof that does not name its round, or its deal by a number."""
        self._randomness: dict[int, list[Randomness | None]] = {}
        for proof in written:
            if not isinstance(proof, Mapping) or type(proof.get("round")) is not int:
                raise MalformedAction(Refusal.MALFORMED, detail="a proof does not name its round")
            deal = proof.get("deal", proof["round"])
            if type(deal) is not int:
                raise MalformedAction(Refusal.MALFORMED, detail="a proof does not name its deal")
            self._randomness.setdefault(deal, []).append(_unsealed(proof))

    def check(self, game: Game[Any], before: Any, after: Any, number: int) -> None:
        """Compare the house's random action in deal `number` with the one its seed gives. Raises
        IllegalAction(wrong_proof).
        """
        for randomness in self._randomness.get(number, ()):
            if (
                randomness is None
                or game.apply(before, HOUSE, game.house_action(before, randomness)) != after
            ):
                raise IllegalAction(Refusal.WRONG_PROOF, deal=number)

    def found(self, deals: int) -> list[str]:
        """By deal of the log, whether it was proved.

        A proof of a deal after the end of the log is passed over: a record may end anywhere. Where a deal of the log
        has none, it belongs to that one and was renumbered. Raises IllegalAction(wrong_proof).
        """
        proved = [number in self._randomness for number in range(1, deals + 1)]
        strangers = [number for number in self._randomness if not 1 <= number <= deals]
        wrong = [number for number in strangers if number < 1 or not all(proved)]
        if wrong:
            raise IllegalAction(Refusal.WRONG_PROOF, deal=wrong[0])
        return [PROVED if one else UNPROVED for one in proved]


def _unsealed(proof: Mapping[str, object]) -> Randomness | None:
    seed, context = proof.get("seed"), proof.get("context")
    if proof.get("shuffle") != VERSION or not isinstance(seed, str) or not isinstance(context, str):
        return None
    try:
        randomness = Randomness(bytes.fromhex(seed))
        sealed = commitment(seed=randomness.seed, context=context)
    except ValueError:
        return None
    return randomness if proof.get("commitment") == sealed else None
