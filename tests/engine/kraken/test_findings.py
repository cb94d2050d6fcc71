"""Findings of a round: all roem, stuk and combinations are listed once, as claimed or missed."""

from __future__ import annotations

from hypothesis import given, settings

from games.engine.kraken.declarations import combinations, everything
from games.engine.kraken.options import Options
from tests.engine.kraken.table import KRAKEN
from tests.engine.playing import options_for, seeds, steps

COUNTED = ("found_roem", "found_roem_counted")


@given(options=options_for(KRAKEN), seed=seeds)
@settings(max_examples=60)
def test_all_roem_of_a_round_is_found_and_what_was_lost_is_what_the_sheet_lacks(
    options: Options, seed: int
) -> None:
    closed = 0
    for state, entry in steps(KRAKEN, options, seed):
        after = KRAKEN.apply(state, entry.by, KRAKEN.parse(entry.data))
        if len(after.results) == closed:
            continue
        closed += 1
        found = KRAKEN.findings(after)
        facts, report = after.results[-1].facts, after.reports[-1]
        lying = [0, 0]
        for finding in found:
            if finding.text.code.startswith("found_roem"):
                lying[finding.side] += finding.points
        assert lying == facts["bonus_lying"]
        claimed = sum(finding.points for finding in found if finding.text.code in COUNTED)
        false_claims = sum(
            sum(line.points[:2]) for line in after.results[-1].lines if line.text.code == "false_claim"
        )
        assert claimed == sum(report["bonus"]) - false_claims
        anchors = {rule.anchor for rule in KRAKEN.rulebook}
        for finding in found:
            assert (finding.grants == "bonus") == (finding.lost_by is not None)
            assert finding.lost_by is None or finding.rule in anchors
        assert [finding.card for finding in found] == sorted(finding.card for finding in found)


@given(options=options_for(KRAKEN), seed=seeds)
@settings(max_examples=30)
def test_nothing_is_found_while_a_round_runs(options: Options, seed: int) -> None:
    for state, _entry in steps(KRAKEN, options, seed):
        if state.round is not None and state.round.phase != "closed":
            assert KRAKEN.findings(state) == ()


@given(options=options_for(KRAKEN, declarations="on", declare_mode="manual"), seed=seeds)
@settings(max_examples=40)
def test_who_declared_nothing_held_back_all_there_was(options: Options, seed: int) -> None:
    for state, _entry in steps(KRAKEN, options, seed):
        round_ = state.round
        if round_ is None or round_.phase != "closed":
            continue
        found = [finding for finding in KRAKEN.findings(state) if finding.text.code.endswith("undeclared")]
        assert all(finding.missed and finding.points for finding in found)
        for seat in range(4):
            held_back = [finding for finding in found if dict(finding.text.facts)["seat"] == seat]
            spoken, whole = round_.declared[seat] or (), everything(round_.dealt[seat], options)
            assert len(held_back) == len(whole) or spoken
            assert len(held_back) + len(spoken) <= len(combinations(round_.dealt[seat], options))
