"""Revokes as at a real table: every card can be played, and a claim is judged from cards that were shown."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from games.bots.bot import Level
from games.bots.kraken.compact.positions import compact_covers
from games.bots.registry import easy_answer, player
from games.engine import registry
from games.engine.errors import Refusal
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.legal import legal_cards
from games.engine.kraken.options import Options
from games.engine.kraken.state import Phase, State
from games.engine.log import Entry, advance, advance_house
from games.engine.options import read_options
from games.engine.record import check_record, write_record
from games.engine.seats import HOUSE
from games.engine.shuffle import SEED_BYTES, Randomness
from games.engine.view import CorrectedFacts
from tests.engine.kraken.table import HANDS, KRAKEN, Table, rules

POLICIES = ("claimable", "director")
COUNTS_BY_ITSELF: dict[str, Any] = {"bonus_mode": "automatic", "stuk_mode": "automatic"}


def table(**options: Any) -> Table:
    """A round before its first lead at a table where revokes can be claimed: hearts are trumps, made by seat 0."""
    given = {"revoke_policy": "claimable", "declarations": "off", "bonus_mode": "automatic", **options}
    return Table(options=rules(**given)).quiet()


def trick_with_a_revoke(**options: Any) -> Table:
    """The first trick: seat 1 throws a club on a spade though it holds spades, and seat 3 ruffs."""
    return table(**options).play("SJ C7 SA HA")


def finish(table: Table) -> Table:
    """The round played to its end by the rules, counted and written down."""
    while table.round.phase is Phase.PLAY:
        seat, round_ = table.round.to_play, table.round
        assert round_.trump is not None
        table.play(legal_cards(round_.hands[seat], round_.trick, round_.trump, table.state.options)[0])
    while table.round.phase is not Phase.CLOSED:
        table.say("house close")
    return table


def test_every_card_can_be_played_where_a_revoke_is_possible() -> None:
    strict, free = table(revoke_policy="impossible"), table()
    assert strict.play("SJ").refuses("1 C7") == Refusal.MUST_FOLLOW_SUIT
    free.play("SJ")
    assert [choice.data["card"] for choice in free.choices(1)] == list(free.round.hands[1])
    view = KRAKEN.view(free.state, 1)
    assert all(held.playable and held.why_not is None for held in view.hand)
    assert free.refuses("1 SA") == Refusal.CARD_NOT_HELD


def test_a_claim_is_refused_where_the_app_refuses_the_card() -> None:
    strict = table(revoke_policy="impossible").play("SJ S7 SA HA")
    assert strict.refuses("0 revoke 1 1") == KrakenRefusal.REVOKE_IMPOSSIBLE
    assert KRAKEN.view(strict.state, 0).accuse is None


def test_a_claim_names_a_finished_trick_and_an_opponent_once() -> None:
    early = table().play("SJ C7")
    assert early.refuses("2 revoke 1 1") == Refusal.NOT_NOW
    claimed = trick_with_a_revoke()
    assert claimed.refuses("0 revoke 2 1") == KrakenRefusal.REVOKE_UNKNOWN_TRICK
    assert claimed.refuses("0 revoke 0 1") == KrakenRefusal.REVOKE_UNKNOWN_TRICK
    assert claimed.refuses("0 revoke 1 2") == KrakenRefusal.REVOKE_OWN_SIDE
    assert claimed.refuses("1 revoke 1 1") == KrakenRefusal.REVOKE_OWN_SIDE
    claimed.say("2 revoke 1 1")
    assert claimed.refuses("0 revoke 1 1") == KrakenRefusal.ALREADY_CLAIMED
    for wrong in (
        {"trick": "1"},
        {"trick": "x", "seat": "1"},
        {"trick": "1", "seat": "4"},
        {"trick": "01", "seat": "1"},
    ):
        with pytest.raises(Exception) as refused:
            KRAKEN.parse({"do": "revoke", **wrong})
        assert refused.typename == "MalformedAction"


def test_a_claim_is_judged_when_the_cards_show_it() -> None:
    """At first nobody knows; the spade that seat 1 plays later proves it, in that moment and for everybody."""
    claimed = trick_with_a_revoke().say("2 revoke 1 1")
    assert [told.code for told in KRAKEN.view(claimed.state, None).accused] == ["revoke_open"]
    claimed.play("CA H7 S7")
    assert [told.code for told in KRAKEN.view(claimed.state, None).accused] == ["revoke_right"]


def test_a_claim_against_nothing_is_wrong_after_the_last_trick() -> None:
    claimed = trick_with_a_revoke().say("0 revoke 1 3")
    while claimed.round.phase is Phase.PLAY:
        codes = {told.code for told in KRAKEN.view(claimed.state, None).accused}
        assert codes == {"revoke_open"}
        seat = claimed.round.to_play
        claimed.play(claimed.round.hands[seat][0])
    assert {told.code for told in KRAKEN.view(claimed.state, None).accused} == {"revoke_wrong"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_revoke_that_nobody_claims_costs_nothing(seat: int) -> None:
    quiet = finish(trick_with_a_revoke())
    told = quiet.state.results[0]
    assert sum(told.score[:2]) == 162 + sum(told.facts["bonus"])
    assert not any("revoke" in line.text.code for line in told.lines)
    assert [found.text.code for found in KRAKEN.findings(quiet.state) if "revoke" in found.text.code] == [
        "found_revoke"
    ]


def test_all_points_go_to_the_others_with_the_extra_points() -> None:
    """The makers get 162 and all roem, whatever was won, and 100 on top."""
    claimed = finish(trick_with_a_revoke().say("2 revoke 1 1"))
    result = claimed.state.results[0]
    roem = sum(result.facts["bonus"])
    assert result.score == (262 + roem, 0, 262 + roem, 0)
    assert result.verdict.code == "verdict_revoke"
    assert result.ending is not None
    assert (result.ending.about, result.ending.kind) == (1, "failed")


def test_the_extra_points_alone() -> None:
    plain = finish(trick_with_a_revoke()).state.results[0]
    fined = finish(trick_with_a_revoke(revoke_penalty="points").say("0 revoke 1 1")).state.results[0]
    assert fined.score == tuple(now + extra for now, extra in zip(plain.score, (100, 0, 100, 0), strict=True))
    assert fined.verdict == plain.verdict


def test_two_tricks_go_over_the_first_ones_from_the_revoke_on() -> None:
    played = finish(trick_with_a_revoke(revoke_penalty="two_tricks", revoke_bonus=0).say("0 revoke 1 1"))
    result = played.state.results[0]
    own = [trick for trick in played.round.tricks if trick.winner % 2 == 1]
    moved = sum(trick.points + trick.bonus for trick in own[:2])
    [line] = [line for line in result.lines if line.text.code == "revoke_two_tricks"]
    assert line.points == (moved, -moved, moved, -moved)


def test_trumps_that_went_over_with_two_tricks_go_over_once_in_a_ruling_too() -> None:
    """Seat 1 ruffs with the nine though it holds hearts: its fourteen, which count double, change sides once."""
    options = {"revoke_penalty": "two_tricks", "double_spades": "trump_cards"}
    made = Table(
        options=rules(revoke_policy="claimable", declarations="off", bonus_mode="automatic", **options)
    )
    claimed = finish(made.quiet(trump="S").play("H7 S9 H8 HA").say("0 revoke 1 1"))
    played = claimed.state.results[0]
    assert played.facts["taken"][0] == [1, 25, 0, 14]
    assert KRAKEN.rescore(claimed.state.options, played, CorrectedFacts()).score == played.score


def test_what_is_asked_by_the_rules_is_nothing_about_revokes() -> None:
    free = trick_with_a_revoke().state
    assert all(waiting.beside or waiting.kind == "accuse" for waiting in KRAKEN.pending(free).values())
    strict = KRAKEN.by_the_rules(free)
    assert not any(waiting.beside or waiting.kind == "accuse" for waiting in KRAKEN.pending(strict).values())


def test_a_wrong_claim_costs_its_side_and_a_level_multiplies_it() -> None:
    wrong = Table(options=rules(revoke_policy="claimable", declarations="off", bonus_mode="automatic"))
    wrong.say("0 trump H", "1 kraken", "0 pass", "2 pass").play("SJ S7 SA HA").say("0 revoke 1 1")
    result = finish(wrong).state.results[0]
    [line] = [line for line in result.lines if line.text.code == "revoke_claim_wrong"]
    assert line.points == (0, 100, 0, 100)


def test_both_sides_revoked_the_first_one_decides() -> None:
    """Seat 1 in the first trick, seat 2 in the second: all to the makers, and the extra points to each side."""
    both = trick_with_a_revoke().play("CA H7 HT DQ")
    claims = ("3 revoke 2 2", "0 revoke 1 1")
    result = finish(both.say(*claims)).state.results[0]
    assert [trick for trick, _seat in result.facts["revokes"]] == [1, 2]
    roem = sum(result.facts["bonus"])
    assert result.score == (262 + roem, 100, 262 + roem, 100)
    assert result.verdict.facts[0] == ("seat", 1)


def test_it_can_be_claimed_until_the_next_round_is_dealt() -> None:
    """The sheet lies open, the score follows the claim; with the next deal it is too late."""
    late = table(rounds=2, bonus_mode="manual").play("SJ C7 SA HA")
    while late.round.phase is Phase.PLAY:
        late.play(late.round.hands[late.round.to_play][0])
    assert late.round.phase is Phase.CLAIM
    late.say("house close")
    assert late.round.phase is Phase.COUNTED
    counted = KRAKEN.view(late.state, 2).so_far
    assert counted is not None
    assert not late.state.results
    assert late.refuses("2 bonus") == Refusal.NOT_NOW
    late.say("2 revoke 1 1")
    after = KRAKEN.view(late.state, 2).so_far
    assert after is not None
    assert after.score != counted.score
    late.say("house close")
    assert late.state.results[-1].score == after.score
    assert late.refuses("2 revoke 1 3") == Refusal.NOT_NOW
    late.deal(HANDS, 0)
    assert late.refuses("2 revoke 1 3") == Refusal.NOT_NOW


def test_where_the_director_decides_the_sheet_is_as_played() -> None:
    plain = finish(trick_with_a_revoke()).state.results[0]
    asked = finish(trick_with_a_revoke(revoke_policy="director").say("2 revoke 1 1", "0 revoke 1 3"))
    result = asked.state.results[0]
    assert result.score == plain.score
    assert {told[3] for told in result.facts["revoke_claims"]} == {"director"}
    ruled = KRAKEN.rescore(asked.state.options, result, CorrectedFacts(revoked=(1,)))
    claimed = finish(trick_with_a_revoke().say("2 revoke 1 1")).state.results[0]
    assert ruled.score == claimed.score


def test_one_ruling_says_that_both_sides_revoked() -> None:
    """As claims do: the first revoke decides. The cards say which it was, whatever order the ruling gives."""
    asked = finish(trick_with_a_revoke(revoke_policy="director").play("CA H7 HT DQ"))
    result = asked.state.results[0]
    claimed = finish(
        trick_with_a_revoke().play("CA H7 HT DQ").say("3 revoke 2 2", "0 revoke 1 1")
    ).state.results[0]
    for order in ((0, 1), (1, 0)):
        ruled = KRAKEN.rescore(asked.state.options, result, CorrectedFacts(revoked=order))
        assert ruled.score == claimed.score


@pytest.mark.parametrize("penalty", ["all", "two_tricks", "points"])
def test_paper_and_play_know_one_rule(penalty: str) -> None:
    """The ruling about a round on paper and the claim here give the same, where nothing depends on the tricks."""
    options = rules(revoke_penalty=penalty)
    typed = {"declarers": "0", "trump": "H", "level": "0", "side": "0", "points": "100"}
    paper = KRAKEN.on_paper(options, typed, number=1, players=4)
    score = KRAKEN.rescore(options, paper, CorrectedFacts(revoked=(1,))).score[:2]
    assert score == {"all": (262, 0), "two_tricks": (240, 22), "points": (200, 62)}[penalty]


def test_a_pit_is_not_lost_by_the_revoke_of_the_others() -> None:
    typed = {"declarers": "0", "trump": "H", "level": "0", "side": "0", "points": "162", "pit": "yes"}
    paper = KRAKEN.on_paper(rules(revoke_bonus=0), typed, number=1, players=4)
    assert KRAKEN.rescore(rules(revoke_bonus=0), paper, CorrectedFacts(revoked=(1,))).score == paper.score


# Properties, over rounds in which anything is played and anything claimed.


def chance(options: Options, seed: int, *, honest: bool = False) -> tuple[State, list[Entry]]:
    """A match of people who play and claim by chance; `honest` ones play by the rules and claim nothing."""
    rng, state, log = random.Random(seed), KRAKEN.start(options, 4), []
    while not state.over:
        randomness = Randomness(rng.randbytes(SEED_BYTES))
        seats = [seat for seat in KRAKEN.pending(state) if seat != HOUSE]
        moved = None
        for seat in rng.sample(seats, len(seats)):
            offered = [choice for choice in KRAKEN.choices(state, seat) if not choice.groups]
            claims = [one for one in offered if one.data["do"] == "revoke"]
            others = [one for one in offered if one.data["do"] != "revoke"]
            if claims and not honest and rng.random() < 0.02:
                others = claims
            if others:
                answer = rng.choice(others).data
                moved = advance(KRAKEN, state, actor=seat, data=answer, randomness=randomness)
                break
        if moved is None:
            moved = advance_house(KRAKEN, state, randomness=randomness)
        state, log = moved.state, [*log, *moved.entries]
    return state, log


RULES: list[dict[str, Any]] = [
    {"revoke_policy": policy, "revoke_penalty": penalty, "double_spades": spades, "rounds": 3, **counted}
    for policy in POLICIES
    for penalty in ("all", "two_tricks", "points")
    for spades in ("cards", "trump_cards", "all")
    for counted in ({}, COUNTS_BY_ITSELF)
]


@pytest.mark.parametrize("values", RULES, ids=lambda values: "-".join(map(str, values.values())))
def test_points_are_kept_and_every_line_adds_up(values: dict[str, Any]) -> None:
    options = read_options(Options, values)
    state, log = chance(options, seed=len(str(values)))
    record = write_record(KRAKEN, options, players=list("ABCD"), entries=((entry, {}) for entry in log))
    checked = check_record(json.loads(json.dumps(record)), registry.game)
    assert checked["ok"], checked
    assert checked["totals"] == list(state.totals)
    for result, told in zip(state.results, checked["rounds"], strict=True):
        for seat in range(4):
            assert sum(line.points[seat] for line in result.lines) == result.score[seat]
        assert sum(told["cards"]) == 162
        assert told["score"] == list(result.score[:2])
        again = KRAKEN.rescore(options, result, CorrectedFacts())
        assert again.score == result.score
        assert dict(again.tallies) == dict(result.tallies)


def test_the_engine_finds_exactly_the_cards_the_strict_table_refuses() -> None:
    options = rules(revoke_policy="claimable", rounds=4)
    state, log = chance(options, seed=5)
    strict = rules(rounds=4)
    replayed, refused = KRAKEN.start(options, 4), 0
    for entry in log:
        round_ = replayed.round
        if entry.data["do"] == "play" and round_ is not None and round_.trump is not None:
            seat = int(entry.by)
            refused += entry.data["card"] not in legal_cards(
                round_.hands[seat], round_.trick, round_.trump, strict
            )
        replayed = KRAKEN.apply(replayed, entry.by, KRAKEN.parse(entry.data))
    told = sum(len(result.facts["revokes"]) for result in state.results)
    assert told == refused > 20


def test_bots_play_the_same_whoever_decides_and_never_revoke() -> None:
    def scores(policy: str) -> list[tuple[int, ...]]:
        rng, options = random.Random(3), rules(revoke_policy=policy, rounds=4, **COUNTS_BY_ITSELF)
        state = KRAKEN.start(options, 4)
        while not state.over:
            seats = [
                seat for seat, pending in KRAKEN.pending(state).items() if seat != HOUSE and pending.must
            ]
            if not seats:
                seeded = Randomness(bytes([state.round.number if state.round else 0]) * SEED_BYTES)
                state = advance_house(KRAKEN, state, randomness=seeded).state
                continue
            seat = seats[0]
            answer = easy_answer(KRAKEN, KRAKEN.view(state, seat), KRAKEN.choices(state, seat), rng)
            assert answer is not None
            state = advance(KRAKEN, state, actor=seat, data=answer, randomness=None).state
        assert not any(result.facts.get("revokes") for result in state.results)
        return [result.score for result in state.results]

    assert scores("claimable") == scores("director")


# Two worlds: the same cards were shown, the covered ones lie otherwise, and in one of them a card was a revoke.


@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_tells_a_revoke_before_the_cards_do(policy: str) -> None:
    """Seat 1 throws a club on the spade. In one world it holds three spades more, in the other none; whatever the
    viewers from the other seats see, may do and are asked is the same, before a claim and after it."""
    held = ["S7", "S8", "S9", "H9", "HT", "C7", "D7", "D8"]
    swapped = dict(zip(["S7", "S8", "S9"], ["CT", "CJ", "CQ"], strict=True))
    both = {**swapped, **{other: one for one, other in swapped.items()}}
    seats = HANDS.split(";")
    other_hands = ";".join(
        " ".join(both.get(card, card) for card in hand.split()) if seat in (1, 3) else hand
        for seat, hand in enumerate(seats)
    )
    assert set(swapped) <= set(held)
    options = rules(revoke_policy=policy, declarations="off")
    worlds = [Table(hands=hands, options=options).quiet() for hands in (HANDS, other_hands)]
    for lines in ((), ("2 revoke 1 1",), ("0 revoke 1 3",)):
        for world in worlds:
            if not lines:
                world.play("SJ C7 SA HA")
            world.say(*lines)
        for viewer in (0, 2, None):
            seen = [KRAKEN.view(world.state, viewer) for world in worlds]
            assert seen[0] == seen[1]
            if viewer is not None:
                assert worlds[0].choices(viewer) == worlds[1].choices(viewer)
        assert KRAKEN.pending(worlds[0].state) == KRAKEN.pending(worlds[1].state)
        assert KRAKEN.reports(worlds[0].state) == KRAKEN.reports(worlds[1].state)
        revoked = [card for card in worlds[0].round.hands[1] if card[0] == "S"]
        assert revoked
        assert not [card for card in worlds[1].round.hands[1] if card[0] == "S"]


# Bots.


def test_bots_never_revoke_and_claim_what_a_contradiction_shows() -> None:
    """Two people revoke and never claim; the bots play by the rules, claim a contradiction, and are never wrong."""
    claimed = 0
    for seed in range(12):
        rng, options = random.Random(seed), rules(revoke_policy="claimable", rounds=2)
        state = KRAKEN.start(options, 4)
        while not state.over:
            randomness = Randomness(rng.randbytes(SEED_BYTES))
            moved = None
            for seat in sorted(seat for seat in KRAKEN.pending(state) if seat != HOUSE):
                choices = KRAKEN.choices(state, seat)
                if seat in (1, 3):
                    plain = [one.data for one in choices if one.data["do"] != "revoke" and not one.groups]
                    answer = rng.choice(plain) if plain else None
                else:
                    answer = easy_answer(KRAKEN, KRAKEN.view(state, seat), choices, rng)
                if answer is not None:
                    claimed += answer["do"] == "revoke"
                    moved = advance(KRAKEN, state, actor=seat, data=answer, randomness=randomness)
                    break
            if moved is None:
                moved = advance_house(KRAKEN, state, randomness=randomness)
            state = moved.state
        for result in state.results:
            assert all(seat in (1, 3) for _trick, seat in result.facts["revokes"])
            assert all(told[3] == "right" for told in result.facts["revoke_claims"])
    assert claimed > 10


@pytest.mark.parametrize("policy", POLICIES)
def test_no_level_plays_a_card_that_a_strict_table_refuses(policy: str) -> None:
    options = rules(revoke_policy=policy, declarations="off")
    assert compact_covers(options)
    free = Table(options=options).quiet().play("SJ")
    view, choices = KRAKEN.view(free.state, 1), KRAKEN.choices(free.state, 1)
    for level in (Level.EASY, Level.GOOD, Level.STRONG):
        assert player("kraken", level, 1)(view, choices).answers[0]["card"][0] == "S"


def test_old_records_stay_valid_and_say_nothing_of_revokes() -> None:
    state, log = chance(rules(rounds=2), seed=2, honest=True)
    record = write_record(KRAKEN, rules(rounds=2), players=list("ABCD"), entries=((one, {}) for one in log))
    checked: Any = check_record(record, registry.game)
    assert checked["ok"]
    assert all("revokes" not in round_ for round_ in checked["rounds"])
    assert [entry.data["do"] for entry in log].count("close") == len(state.results)
    assert all(first.number < second.number for first, second in pairwise(state.results))
