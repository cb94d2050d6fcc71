"""The sheet where the examples are silent: double spades in all forms, pit, settlement words, the end of a match."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.kraken.scoring.closing import places
from games.engine.kraken.scoring.settlement import Facts, Settlement, settle
from games.engine.kraken.state import SIDES, State, per_seat
from games.engine.view import RoundResult
from games.engine.words import Text
from tests.engine.kraken.table import KRAKEN, Table, rules


def settlement_of(
    cards: tuple[int, int], *, options: dict[str, Any] | None = None, **facts: Any
) -> Settlement:
    known: dict[str, Any] = {"bonus": (0, 0), "won": (4, 4), "declarers": 0, "trump": "H", "level": 0}
    return settle(Facts(cards=cards, **{**known, **facts}), rules(**(options or {})))


def codes(settlement: Settlement) -> list[str]:
    return [line.text.code for line in settlement.lines]


@pytest.mark.parametrize(
    ("double_spades", "score", "words"),
    [
        ("cards", (220, 144), ["double_spades_cards"]),
        ("all", (240, 164), ["double_spades_all", "double_spades_bonus"]),
        ("trump_cards", (152, 110), ["double_spades_trump_cards"]),
        ("off", (120, 82), []),
    ],
)
def test_double_spades(double_spades: str, score: tuple[int, int], words: list[str]) -> None:
    settlement = settlement_of(
        (100, 62),
        trump="S",
        bonus=(20, 20),
        trump_points=(32, 28),
        options={"double_spades": double_spades},
    )
    assert settlement.score == score
    assert codes(settlement) == words


def test_a_pit_stays_single_when_everything_else_is_double() -> None:
    settlement = settlement_of((162, 0), won=(8, 0), trump="S", options={"double_spades": "all"})
    assert settlement.score == (424, 0)


FOURS_AGAINST_ALL_TRICKS = (
    "SK HK DK CK S7 H7 D7 C7;SA HA DA CA SJ HJ DJ CJ;SQ HQ DQ CQ S8 H8 D8 C8;ST HT DT CT S9 H9 D9 C9"
)


@pytest.mark.parametrize("challenge", [(), ("1 pass", "3 kraken", "0 re")])
def test_a_side_that_makes_it_by_roem_alone_took_no_trick(challenge: tuple[str, ...]) -> None:
    """The makers declare two fours and lose all eight tricks: the pit of the others is not theirs to be told of."""
    house = rules(pit_for="either", pit_counts_for_target=False)
    table = Table(hands=FOURS_AGAINST_ALL_TRICKS, options=house).say("0 trump H")
    table.say(*(challenge or ("1 pass", "3 pass")))
    if challenge:
        table.say("1 pass", "3 pass")
    table.say("0 declare SK HK DK CK", "1 declare", "2 declare SQ HQ DQ CQ", "3 declare")
    table.play_out().say("house close")
    [result] = table.state.results
    assert result.facts["pit"] == [0, 100]
    assert result.score[0] > result.score[1]
    assert result.ending is not None
    level = "re" if challenge else "round"
    assert (result.ending.text.code, result.ending.about) == (f"end_{level}_made", 0)
    assert result.ending.kind == ("won" if challenge else "")


def test_both_write_their_own_after_any_kraken_where_the_makers_must_always_have_more() -> None:
    """The last example of the rules page: kraken, 100 against 62, with and without `must_beat=declarers`."""
    both = {"challenged_settlement": "both_score"}
    assert settlement_of((100, 62), level=1, options=both).score == (324, 0)
    assert settlement_of((100, 62), level=1, options={**both, "must_beat": "declarers"}).score == (200, 124)


@pytest.mark.parametrize(
    ("pit_for", "won", "pit"),
    [
        ("declarers", (8, 0), (100, 0)),
        ("declarers", (0, 8), (0, 0)),
        ("either", (0, 8), (0, 100)),
        ("none", (8, 0), (0, 0)),
        ("either", (7, 1), (0, 0)),
    ],
)
def test_a_pit_is_all_tricks_not_all_points(pit_for: str, won: tuple[int, int], pit: tuple[int, int]) -> None:
    cards = (162, 0) if won[0] >= 7 else (0, 162)
    assert settlement_of(cards, won=won, options={"pit_for": pit_for}).pit == pit


@pytest.mark.parametrize(
    ("level", "bonus", "score"),
    [(0, (0, 0), (0, 262)), (1, (0, 0), (0, 524)), (2, (20, 0), (0, 1128)), (0, (250, 0), (0, 512))],
)
def test_a_pit_against_the_makers_is_paid_where_either_side_can_make_it(
    level: int, bonus: tuple[int, int], score: tuple[int, int]
) -> None:
    """The examples of the rules page: the makers are nat, and the 100 are multiplied like the rest."""
    outcome = settlement_of((0, 162), won=(0, 8), bonus=bonus, level=level, options={"pit_for": "either"})
    assert outcome.score == score
    assert "pit" in codes(outcome)


def test_a_pit_of_the_losing_side_is_not_paid() -> None:
    settlement = settlement_of((162, 0), won=(8, 0), bonus=(0, 250), options={"pit_counts_for_target": False})
    assert settlement.pit == (100, 0)
    assert settlement.score == (0, 412)
    assert "pit" not in codes(settlement)


@pytest.mark.parametrize(("scope", "score"), [("all", 564), ("cards_only", 444), ("cards_and_pit", 544)])
def test_what_is_multiplied(scope: str, score: int) -> None:
    settlement = settlement_of(
        (162, 0), won=(8, 0), bonus=(20, 0), level=1, options={"multiplier_scope": scope}
    )
    assert settlement.score == (score, 0)


@pytest.mark.parametrize(
    ("settlement", "level", "cards", "score", "word"),
    [
        ("winner_takes_all", 0, (60, 102), (0, 162), "failed"),
        ("winner_takes_all", 2, (100, 62), (648, 0), "takes_all"),
        ("own_points", 2, (100, 62), (400, 0), "only_winner"),
        ("own_points", 1, (60, 102), (0, 204), "only_winner"),
        ("own_points", 2, (60, 102), (0, 648), "takes_all"),
        ("both_score", 2, (100, 62), (400, 248), None),
        ("both_score", 1, (60, 102), (0, 324), "takes_all"),
        ("both_score", 1, (100, 62), (324, 0), "takes_all"),
        ("both_score", 1, (81, 81), (324, 0), "takes_all"),
        ("both_score", 3, (100, 62), (1296, 0), "takes_all"),
        ("both_score", 0, (60, 102), (0, 162), "failed"),
    ],
)
def test_who_gets_what(
    settlement: str, level: int, cards: tuple[int, int], score: tuple[int, int], word: str | None
) -> None:
    """Both score only where the makers had to have more and had; a kraken that fails gives the makers everything."""
    outcome = settlement_of(cards, level=level, options={"challenged_settlement": settlement})
    assert outcome.score == score
    assert [code for code in codes(outcome) if code != "multiplied"] == ([word] if word else [])


@pytest.mark.parametrize(
    ("level", "cards", "verdict"),
    [
        (0, (100, 62), "verdict_round_made"),
        (0, (62, 100), "verdict_round_failed"),
        (0, (81, 81), "verdict_round_equal"),
        (1, (62, 100), "verdict_kraken_made"),
        (1, (100, 62), "verdict_kraken_failed"),
        (2, (81, 81), "verdict_re_equal"),
        (3, (62, 100), "verdict_superkraken_made"),
    ],
)
def test_the_round_in_one_sentence(level: int, cards: tuple[int, int], verdict: str) -> None:
    assert settlement_of(cards, level=level).verdict.code == verdict


def sheet(*scores: tuple[int, int]) -> tuple[RoundResult, ...]:
    return tuple(RoundResult(1, per_seat(score), (), Text("cards"), {}, SIDES, {}) for score in scores)


@pytest.mark.parametrize(
    ("match_tie", "scores", "expected"),
    [
        ("draw", [(100, 62), (62, 100)], (0, 1)),
        ("draw", [(100, 62), (100, 62)], (0,)),
        ("draw", [(62, 100)], (1,)),
        ("rounds_won", [(100, 62), (50, 20), (0, 68)], (0,)),
        ("rounds_won", [(0, 68), (68, 0)], (0, 1)),
        ("rounds_won", [(150, 0), (50, 100), (0, 100)], (1,)),
    ],
)
def test_who_won(match_tie: str, scores: list[tuple[int, int]], expected: tuple[int, ...]) -> None:
    totals = (sum(score[0] for score in scores), sum(score[1] for score in scores))
    state = State(rules(match_tie=match_tie), results=sheet(*scores), totals=totals, over=True)
    assert places(state) == per_seat((1 if 0 in expected else 2, 1 if 1 in expected else 2))


QUICK = {"bonus_mode": "automatic", "declarations": "off"}


def test_a_match_ends_after_its_rounds() -> None:
    table = Table(options=rules(rounds=2, **QUICK)).quiet().play_out()
    assert table.waiting == ["house"]
    table.deal(dealer=0).say("1 trump C", "2 pass", "0 pass").play_out()
    assert table.waiting == []
    assert KRAKEN.progress(table.state).over
    assert table.refuses("0 SJ") == "match_over"
    assert table.refuses("house close") == "match_over"


def test_a_match_to_a_target_ends_with_the_round_that_reaches_it() -> None:
    table = Table(options=rules(match_length="points", target_points=100, **QUICK)).quiet().play_out()
    assert max(table.state.totals) >= 100
    assert KRAKEN.progress(table.state).over
    longer = Table(options=rules(match_length="points", target_points=1000, **QUICK)).quiet().play_out()
    assert not KRAKEN.progress(longer.state).over


def test_equal_at_the_end_may_mean_another_round() -> None:
    """Two rounds whose scores are the same with the sides changed."""
    for match_tie, over in (("draw", True), ("extra_round", False)):
        options = rules(rounds=2, match_tie=match_tie, **QUICK)
        table = Table(options=options).quiet().play_out()
        hands = ";".join(" ".join(hand) for hand in (table.round.dealt[3], *table.round.dealt[:3]))
        cards = [card for trick in table.round.tricks for card in trick.cards]
        table.deal(hands, dealer=0).say("1 trump H", "2 pass", "0 pass").play(" ".join(cards))
        assert table.state.totals[0] == table.state.totals[1]
        assert KRAKEN.progress(table.state).over is over
        assert KRAKEN.progress(table.state).places == ((1, 1, 1, 1) if over else ())
    table.deal(dealer=1)
    assert (table.round.number, KRAKEN.progress(table.state).rounds) == (3, 3)
    assert KRAKEN.view(table.state, None).rounds == 3


@pytest.mark.parametrize(
    ("says", "codes", "kind", "about"),
    [
        (["1 pass", "3 pass"], ("end_round_failed", "own_end_round_failed"), "failed", 0),
        (["1 kraken", "0 pass", "2 pass"], ("end_kraken_made", "own_end_kraken_made"), "won", 1),
        (["1 kraken", "0 re", "1 pass", "3 pass"], ("end_re_failed", "own_end_re_failed"), "failed", 0),
    ],
)
def test_a_round_ends_with_a_sentence_about_the_side_that_had_to_have_more(
    says: list[str], codes: tuple[str, str], kind: str, about: int
) -> None:
    table = Table().say("0 trump H", *says, *(f"{seat} declare" for seat in range(4))).play_out(7)
    table.play(" ".join(hand[0] for hand in _from(table.round.to_play, table.round.hands)))
    table.say("house close")
    result = table.state.results[-1]
    ending = result.ending
    assert ending is not None
    assert (ending.text.code, ending.own.code, ending.kind, ending.about % 2) == (*codes, kind, about)
    assert ending.text.facts == (("side", about),)
    assert ending.tricks[0] + ending.tricks[1] == 8
    assert ending.cards[0] + ending.cards[1] == 162
    assert list(ending.bonus[:2]) == result.facts["bonus"]


def test_eight_tricks_for_the_makers_are_what_the_round_is_about() -> None:
    suits = (
        "SJ S9 SA ST SK SQ S8 S7",
        "H7 H8 H9 HT HJ HQ HK HA",
        "D7 D8 D9 DT DJ DQ DK DA",
        "C7 C8 C9 CT CJ CQ CK CA",
    )
    table = Table(hands=";".join(suits)).say("0 trump S", "1 pass", "3 pass")
    table.say(*(f"{seat} declare" for seat in range(4))).play_out(8)
    while table.round.phase == "claim":
        table.say("house close")
    ending = table.state.results[-1].ending
    assert ending is not None
    assert (ending.text.code, ending.kind, ending.tricks) == ("end_pit", "all", (8, 0, 8, 0))


def _from(seat: int, hands: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return (*hands[seat:], *hands[:seat])
