"""Invariants of every round of Kraken: points are conserved; seats and suits are symmetric."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.kraken.options import Options
from games.engine.kraken.scoring.settlement import MULTIPLIERS
from games.engine.log import Entry, replay
from tests.engine.kraken.table import KRAKEN
from tests.engine.playing import options_for, play_match, seeds

SWAPPED = ("cards", "bonus", "declared", "stuk", "pit", "score")


@given(options=options_for(KRAKEN), seed=seeds)
@settings(max_examples=80)
def test_points_are_conserved(options: Options, seed: int) -> None:
    """152 in the pack, 162 with the last trick, 324 with double spades; all bonus lies in what was said."""
    state, _ = play_match(KRAKEN, options, seed)
    for result, report in zip(state.results, state.reports, strict=True):
        whole = 152 + options.last_trick_points
        assert sum(report["cards"]) == whole == sum(points for _, points, _ in report["tricks"])
        assert len(report["tricks"]) == 8
        by_code: dict[str, int] = {}
        for line in result.lines:
            by_code[line.text.code] = by_code.get(line.text.code, 0) + sum(line.points[:2])
        assert by_code["cards"] + by_code.get("last_trick", 0) == whole
        if report["trump"] == "S" and options.double_spades in ("cards", "all"):
            assert by_code[f"double_spades_{options.double_spades}"] == whole
        bonus = sum(report["bonus"]) + sum(report["declared"]) + sum(report["stuk"])
        assert bonus == sum(result.facts["bonus"])
        assert sum(report["bonus"]) <= sum(lying for _, _, lying in report["tricks"]) + 8 * 20
        if options.false_claim == "none":
            assert sum(report["bonus"]) <= sum(lying for _, _, lying in report["tricks"])


@given(
    options=options_for(
        KRAKEN, multiplier_scope="all", challenged_settlement="winner_takes_all", revoke_policy="impossible"
    ),
    seed=seeds,
)
@settings(max_examples=80)
def test_where_all_goes_to_one_side_it_is_everything_times_the_multiplier(
    options: Options, seed: int
) -> None:
    state, _ = play_match(KRAKEN, options, seed)
    for result, report in zip(state.results, state.reports, strict=True):
        facts = result.facts
        if report["level"] == 0 and not facts["failed"]:
            continue
        if report["trump"] == "S" and options.double_spades in ("trump_cards", "all"):
            continue
        doubled = report["trump"] == "S" and options.double_spades == "cards"
        points = sum(report["cards"]) * (2 if doubled else 1)
        bonus = sum(report["bonus"]) + sum(report["declared"]) + sum(report["stuk"])
        winner = facts["winner"]
        expected = (points + bonus + report["pit"][winner]) * MULTIPLIERS[report["level"]]
        assert report["score"][winner] == expected
        assert report["score"][1 - winner] == 0


@given(options=options_for(KRAKEN, revoke_policy="impossible"), seed=seeds)
@settings(max_examples=60)
def test_who_must_have_more(options: Options, seed: int) -> None:
    """Equality goes to the opponents at 0, the makers at kraken, the opponents at re, the makers at superkraken."""
    state, _ = play_match(KRAKEN, options, seed)
    for result, report in zip(state.results, state.reports, strict=True):
        makers = report["declarers"]
        burden = makers if report["level"] % 2 == 0 or options.must_beat == "declarers" else 1 - makers
        assert result.facts["winner"] == (1 - burden if result.facts["failed"] else burden)
        verdict = dict(result.verdict.facts)
        assert (verdict["points"] > verdict["against"]) is not result.facts["failed"]


def rotate(entry: Entry, by: int) -> Entry:
    """The same line at a table where everybody sits so many seats further."""
    actor = entry.by if entry.by == "house" else (entry.by + by) % 4
    data = dict(entry.data)
    for name in data.keys() & {"dealer", "seat"}:
        data[name] = str((int(data[name]) + by) % 4)
    return Entry(actor, data)


def rotate_report(report: dict[str, Any], by: int) -> dict[str, Any]:
    turned = {name: report[name] for name in (*SWAPPED, "trump", "level", "declarers", "tricks")}
    turned["tricks"] = [[(seat + by) % 4, *rest] for seat, *rest in report["tricks"]]
    if by % 2:
        turned |= {name: report[name][::-1] for name in SWAPPED}
        turned["declarers"] = 1 - report["declarers"]
    return turned


@given(options=options_for(KRAKEN), seed=seeds, by=st.sampled_from([1, 2, 3]))
@settings(max_examples=60)
def test_seats_are_equal(options: Options, seed: int, by: int) -> None:
    """Everybody one seat further: the same tricks, the sides changed. Two seats further: the same sides."""
    state, log = play_match(KRAKEN, options, seed)
    twin = replay(KRAKEN, KRAKEN.start(options, 4), [rotate(entry, by) for entry in log])
    for report, other in zip(state.reports, twin.reports, strict=True):
        assert rotate_report(report, by) == rotate_report(other, 0)
    assert twin.totals == (state.totals[::-1] if by % 2 else state.totals)


def rename_suits(text: str, names: dict[str, str]) -> str:
    """Cards and suits under other suit names."""
    return ";".join(
        " ".join(names.get(word[0], word[0]) + word[1:] if word else word for word in group.split(" "))
        for group in text.split(";")
    )


@given(
    options=options_for(KRAKEN, first_round_clubs=False),
    tie=st.sampled_from(["first_speaker", "both", "none"]),
    seed=seeds,
    order=st.permutations("HDC"),
)
@settings(max_examples=60)
def test_suits_are_equal(options: Options, tie: str, seed: int, order: list[str]) -> None:
    """Other names for hearts, diamonds and clubs change nothing, where no tie is broken by suit order."""
    values = {**vars(options), "declarations_tie": tie}
    options = Options(**values)
    names = dict(zip("HDC", order, strict=True))
    state, log = play_match(KRAKEN, options, seed)
    renamed_log = [
        Entry(
            entry.by,
            {
                name: rename_suits(text, names) if name in ("card", "suit", "deck", "combinations") else text
                for name, text in entry.data.items()
            },
        )
        for entry in log
    ]
    twin = replay(KRAKEN, KRAKEN.start(options, 4), renamed_log)
    assert twin.totals == state.totals
    for report, other in zip(state.reports, twin.reports, strict=True):
        assert {name: report[name] for name in SWAPPED} == {name: other[name] for name in SWAPPED}
        assert other["trump"] == names.get(report["trump"], report["trump"])
