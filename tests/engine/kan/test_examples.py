"""The worked examples of rules/kan 4, each by its number, from `kan_examples.jsonl`."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.kan import legal, opening
from games.engine.kan.options import Options
from games.engine.kan.scoring import score_lines, sum_lines
from games.engine.kan.state import KAN, PACK, SCORING_CARDS, End, first_trump
from games.engine.options import read_options
from tests.engine.kan import positions
from tests.engine.kan.positions import after_moves, later
from tests.engine.vectors import vectors

EXAMPLES = vectors("kan_examples.jsonl")


def of_kind(kind: str) -> pytest.MarkDecorator:
    examples = [example for example in EXAMPLES if example["kind"] == kind]
    assert examples
    return pytest.mark.parametrize("example", examples, ids=lambda one: f"{one['id']} {one['note']}")


def options_of(example: dict[str, Any]) -> Options:
    return read_options(Options, example.get("options", {}))


def test_every_kind_of_example_is_tried_here() -> None:
    kinds = {example["kind"] for example in EXAMPLES}
    assert kinds == {
        "deck", "first_trump", "score", "status", "bound", "legal", "trick", "seats", "lead", "pair", "seen",
        "show_count",
    }  # fmt: skip


def test_the_presets_are_those_of_the_rules() -> None:
    presets = {preset.key: dict(preset.values) for preset in positions.KAN.presets}
    swapped = {"quota": "989", "double_kan": "blind_swap"}
    assert presets == {
        "classic": {},
        "pagat": {**swapped, "dealer_rotation": "counterclockwise"},
        "tournament": {**swapped, "show_rule": "two_required"},
    }


@of_kind("deck")
def test_the_pack(example: dict[str, Any]) -> None:
    assert {"cards": len(PACK), "scoring": len(SCORING_CARDS)} == example["expect"]


@of_kind("first_trump")
def test_trumps_of_the_first_deals(example: dict[str, Any]) -> None:
    rounds = example["rounds"]
    trumps = [first_trump(number, rounds) for number in range(1, rounds + 1)]
    assert "".join(trumps) == example["expect"]


@of_kind("score")
def test_the_score_of_a_round(example: dict[str, Any]) -> None:
    deals = [(deal["won"], End(deal["end"])) for deal in example["deals"]]
    assert list(sum_lines(score_lines(deals, options_of(example)))) == example["expect"]


@of_kind("status")
def test_when_a_deal_is_decided(example: dict[str, Any]) -> None:
    decided, shut_out = legal.status(example["points"], example["deal"], options_of(example))
    side = None if decided is None else ("kan" if decided == KAN else "mukan")
    assert {"decided": side, "shut_out": shut_out} == example["expect"]


@of_kind("bound")
def test_figures_that_always_hold(example: dict[str, Any]) -> None:
    """K22: a trick has five cards, so a shut-out side lacks three at least. K36: tricks in which a joker may fall."""
    if example["id"] == "K22":
        most = max(
            points
            for place in (1, 2, 3)
            for quota in ("999", "989")
            for points in range(17)
            for before in range(max(0, points - 5), points)
            for side in (0, 1)
            if legal.status(_alone(points, side), place, Options(quota=quota)).shut_out
            and legal.status(_alone(before, side), place, Options(quota=quota)).decided is None
        )
        assert len(SCORING_CARDS) - most == example["expect"]
    else:
        hand = ("XX", "H3", "H4")
        numbers = [number for number in range(1, 11) if "XX" in legal.playable(hand, number, "C")]
        assert [numbers[0], numbers[-1]] == example["expect"]


def _alone(points: int, side: int) -> tuple[int, int]:
    return (points, 0) if side == 0 else (0, points)


@of_kind("legal")
def test_which_card_may_be_played(example: dict[str, Any]) -> None:
    playable = legal.playable(example["hand"].split(), example["trick"], example["asked"])
    assert " ".join(sorted(playable)) == example["expect"]


@of_kind("trick")
def test_which_card_wins(example: dict[str, Any]) -> None:
    assert legal.winner(example["cards"].split(), example["trump"]) == example["expect"]


@of_kind("seats")
def test_neighbours_are_moved_apart(example: dict[str, Any]) -> None:
    ring = opening.separate_pair(tuple(example["ring"]), example["pair"])
    assert list(ring) == example["expect"]
    one, other = example["pair"]
    assert opening.right_of(ring, one) != other != opening.right_of(ring, one, -1)


@of_kind("lead")
def test_who_leads(example: dict[str, Any]) -> None:
    clash = options_of(example).lead_clash
    leader = opening.leader(example["ring"], example["pair"], example["words"], clash)
    assert leader == example["expect"]


@of_kind("pair")
def test_the_partner_of_a_double_holder(example: dict[str, Any]) -> None:
    assert opening.partner_of(example["ring"], example["holder"]) == example["expect"]


@of_kind("seen")
def test_what_the_others_see_of_a_show(example: dict[str, Any]) -> None:
    state = after_moves(later("SA H7"), f"show:{example['cards']}")
    for viewer in (1, 3, 4, None):
        showings = positions.KAN.view(state, viewer).showings
        assert [showing.count for showing in showings] == example["expect"]
        assert [showing.cards for showing in showings] == [()] * len(showings)


@of_kind("show_count")
def test_how_many_shows_there_are(example: dict[str, Any]) -> None:
    hand = positions.hands_from(())[0]
    shows = opening.possible_showings(hand, Options())
    assert len(set(shows)) == len(shows) == example["expect"]
    state = later()
    for groups in shows:
        cards = ";".join(map(" ".join, groups))
        deal = after_moves(state, f"show:{cards}").deal
        assert deal is not None
        assert deal.shows == groups
