"""The proofs of a record are recomputed, and refused where they contradict it."""

from __future__ import annotations

import pytest

from games.engine.kraken import Kraken
from games.engine.kraken.options import Options
from games.engine.shuffle import commitment
from tests.engine.record.records import SEED, Record, apply, check, refusal_of, sealed_match, without_digest


def test_a_true_proof_is_accepted() -> None:
    written = sealed_match()
    assert [line["do"] for line in written["log"]] == ["deal", "turn"]
    assert check(written)["ok"] is True
    assert check(without_digest({**written, "log": []}))["ok"] is True


@pytest.mark.parametrize("number", [-1, 0, 2, 99])
def test_a_proof_is_not_moved_to_another_round(number: int) -> None:
    """Neither to one that is not in the log while a deal of the log has none, nor to one that cannot be."""
    assert refusal_of(without_digest(sealed_match(round=number))) == (None, "wrong_proof")


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": "00" * 32},
        {"seed": "00" * 31},
        {"seed": "no hex"},
        {"seed": None},
        {"seed": 7},
        {"context": "match 8, round 1"},
        {"context": "\ud800"},
        {"context": None},
        {"shuffle": "another/1"},
        {"commitment": "00" * 32},
        {"commitment": None},
    ],
)
def test_a_proof_that_contradicts_itself_is_an_error_at_the_deal(changed: Record) -> None:
    written = sealed_match(**changed)
    assert refusal_of(written) == (0, "wrong_proof")
    assert "1" in check(written)["message"]


def test_a_proof_of_another_deal_is_an_error_at_the_deal_or_the_turn() -> None:
    other = bytes(reversed(SEED))
    context = "match 7, round 1"
    another_deal = sealed_match(seed=other.hex(), commitment=commitment(seed=other, context=context))
    assert refusal_of(another_deal) == (0, "wrong_proof")
    turned = sealed_match()
    turned["log"][1]["suit"] = next(suit for suit in "SHDC" if suit != turned["log"][1]["suit"])
    assert refusal_of(turned) == (1, "wrong_proof")
    dealer = sealed_match()
    dealer["log"][0]["dealer"] = str((int(dealer["log"][0]["dealer"]) + 1) % 4)
    assert refusal_of(dealer) == (0, "wrong_proof")
    twice = sealed_match()
    twice["proof"].insert(0, {**twice["proof"][0], "seed": "00" * 32})
    assert refusal_of(twice) == (0, "wrong_proof")


def test_a_deal_by_hands_may_be_proved_too() -> None:
    written = without_digest(sealed_match())
    game = Kraken()
    deal = written["log"][0]
    state = apply(game, game.start(Options(**written["options"]), 4), {**deal_without_notes(deal)})
    hands = ";".join(" ".join(hand) for hand in state.round.dealt)
    written["log"][0] = {"by": "house", "do": "deal", "dealer": deal["dealer"], "hands": hands}
    assert check(written)["ok"] is True


def deal_without_notes(line: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in line.items() if name != "at"}
