"""The 80 examples of rules/kraken section 3 and all files of answers, without one difference."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.cards import RANKS_FROM_SEVEN
from games.engine.kraken.declarations import combinations, compare, has_stuk, trick_bonus
from games.engine.kraken.legal import POINTS, STRENGTH, legal_cards
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.settlement import Facts, settle
from games.engine.trick_taking import winning_place
from tests.engine.kraken.table import KRAKEN, Table, cards, rules
from tests.engine.vectors import vectors

Example = dict[str, Any]
EXAMPLES = vectors("kraken_examples.jsonl")


def examples(kind: str) -> Any:
    found = [example for example in EXAMPLES if example["kind"] == kind]
    return pytest.mark.parametrize("example", found, ids=lambda example: f"{kind}-{example['id']}")


def test_there_are_eighty_examples() -> None:
    assert [example["id"] for example in EXAMPLES] == list(range(1, 81))


@examples("legal")
@pytest.mark.parametrize("play_rules", ["amsterdam", "rotterdam"])
def test_legal_cards(example: Example, play_rules: str) -> None:
    legal = legal_cards(
        cards(example["hand"]), cards(example["table"]), example["trump"], Options(play_rules=play_rules)
    )
    assert set(legal) == set(example["expect"][play_rules].split())


@examples("trick")
def test_trick(example: Example) -> None:
    lying, trump = cards(example["cards"]), example["trump"]
    winner = winning_place(lying, STRENGTH[trump], trump) + 1
    points = sum(POINTS[trump][card] for card in lying)
    bonus = sum(worth for _, worth in trick_bonus(lying, trump, example["quads"]))
    assert [winner, points, bonus] == example["expect"]


@examples("declare")
def test_declarations(example: Example) -> None:
    options = rules(**example["options"])
    hands = [cards(example["hands"].get(str(seat), "")) for seat in range(4)]
    declared = [combinations(hand, options) for hand in hands]
    comparison = compare(declared, trump=example["trump"], first=example["first"], options=options)
    stuk = [0, 0]
    for seat, hand in enumerate(hands):
        stuk[seat % 2] += 20 * has_stuk(hand, example["trump"])
    winner, points, expected_stuk = example["expect"]
    assert list(comparison.points) == points
    assert comparison.winner == (None if winner == "both" else winner)
    assert stuk == expected_stuk


@examples("score")
def test_score(example: Example) -> None:
    settlement = settle(facts_of(example), rules(**example["options"]))
    assert list(settlement.score) == example["expect"]


def facts_of(line: Example) -> Facts:
    return Facts(
        cards=tuple(line["cards"]),
        bonus=tuple(line["bonus"]),
        won=tuple(line["won"]),
        declarers=line["declarers"],
        trump=line["trump"],
        level=line["level"],
        trump_points=tuple(line.get("trump_points", (0, 0))),
    )


@pytest.mark.parametrize("name", ["amsterdam_deals", "rotterdam_deals"])
def test_whole_deals(name: str) -> None:
    """Card by card through the engine: legal cards, winners, points."""
    for deal in vectors(f"{name}.jsonl.gz"):
        leader, trump = deal["leader"], deal["trump"]
        options = rules(
            play_rules=deal["rules"],
            declarations="off",
            bonus_mode="automatic",
            double_spades="off",
        )
        table = Table(hands=";".join(deal["hands"]), dealer=(leader + 3) % 4, options=options)
        table.say(f"{leader} trump {trump}", f"{(leader + 1) % 4} pass", f"{(leader + 3) % 4} pass")
        for card, legal in zip(deal["plays"].split(), deal["legal"], strict=True):
            seat = table.round.to_play
            offered = {choice.data["card"] for choice in table.choices(seat) if "card" in choice.data}
            assert offered == set(legal.split())
            table.say(f"{seat} {card}")
        report = table.report
        assert report["tricks"] == deal["tricks"]
        assert (report["cards"], report["bonus"]) == (deal["cards"], deal["bonus"])
        assert table.state.results[-1].facts["tricks"] == deal["won"]


def test_legal_positions() -> None:
    for line in vectors("legal_positions.jsonl.gz"):
        legal = legal_cards(
            cards(line["hand"]), cards(line["table"]), line["trump"], Options(play_rules=line["rules"])
        )
        assert set(legal) == set(line["legal"].split()), line


def test_tricks() -> None:
    for line in vectors("tricks.jsonl.gz"):
        lying, trump = cards(line["cards"]), line["trump"]
        assert winning_place(lying, STRENGTH[trump], trump) == line["winner"], line
        assert sum(POINTS[trump][card] for card in lying) == line["points"], line
        assert sorted(worth for _, worth in trick_bonus(lying, trump, "classic")) == sorted(
            worth for _, worth in line["bonus"]
        ), line


def test_declared_hands() -> None:
    for line in vectors("declarations.jsonl.gz"):
        hands, trump = [cards(hand) for hand in line["hands"]], line["trump"]
        found = [combinations(hand, Options()) for hand in hands]
        for spoken, expected in zip(found, line["combos"], strict=True):
            assert sorted((each.points, sorted(each.cards)) for each in spoken) == sorted(
                (points, sorted(cards(written))) for _, points, written in expected
            ), line
        assert [has_stuk(hand, trump) for hand in hands] == line["stuk"], line
        for named, (winner, *points) in line["result"].items():
            by, tie = named.split("/")
            options = rules(declarations_compare=by, declarations_tie=tie)
            comparison = compare(found, trump=trump, first=line["first"], options=options)
            assert list(comparison.points) == points, (named, line)
            assert comparison.winner == (winner if winner in (0, 1) else None), (named, line)


def test_scores() -> None:
    for line in vectors("scoring.jsonl.gz"):
        settlement = settle(facts_of(line), rules(**line["options"]))
        expected = line["expect"]
        assert list(settlement.score) == expected["score"], line
        assert settlement.winner == expected["winner"], line
        assert settlement.must_beat == expected["must_beat"], line
        assert list(settlement.compared) == expected["compared"], line
        assert settlement.multiplier == expected["multiplier"], line
        assert list(settlement.pit) == expected["pit"], line
        assert settlement.failed == expected["failed"], line


def test_a_pack_is_152_points_in_every_trump() -> None:
    assert {sum(points.values()) for points in POINTS.values()} == {152}
    assert len(RANKS_FROM_SEVEN) * 4 == len(POINTS["H"])
    assert KRAKEN.better == "high"
