"""The effect of each kind of ruling, and of a ruling on appeal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.disputes.effects import DisputedRound, Effect, Part, RulingKind, RulingRequest, effect_of
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.engine import registry
from games.engine.options import read_options

NOBODY = (0, 0, 0, 0)


def both(first: int, second: int) -> tuple[int, ...]:
    """Points per side as points per seat."""
    return (first, second, first, second)


def disputed_round(
    *, points: str = "100", level: str = "0", options: dict[str, Any] | None = None, **about: Any
) -> DisputedRound:
    """A round with hearts trumps by side 0 and these card points; the other rounds were 90-72 and 83-79."""
    game = registry.game("kraken")
    rules = read_options(game.Options, options or {})
    typed = {"declarers": "0", "trump": "H", "level": level, "side": "0", "points": points}
    played = game.on_paper(rules, typed, number=1, players=4)
    return DisputedRound(
        game=game,
        options=rules,
        played=played,
        **{"now": played.score, "others": [both(90, 72), both(83, 79)], "players": 4, **about},
    )


def effect(kind: RulingKind, found: DisputedRound | None = None, **wanted: Any) -> Effect:
    return effect_of(RulingRequest(kind, **wanted), found or disputed_round())


def refusal(kind: RulingKind, found: DisputedRound | None = None, **wanted: Any) -> DisputeRefusal:
    with pytest.raises(DisputeRefused) as refused:
        effect(kind, found, **wanted)
    return refused.value.code


@pytest.mark.parametrize(
    ("kind", "wanted", "points"),
    [
        (RulingKind.STANDS, {}, (0, 0)),
        (RulingKind.BONUS, {"points": (40, 0)}, (40, 0)),
        (RulingKind.DECLARATION, {"points": (0, 50)}, (-100, 150)),  # 100 against 62 + 50: failed
        (RulingKind.MULTIPLIER, {"level": 1}, (224, -62)),
        (RulingKind.COUNT, {"points": (90, 72)}, (-10, 10)),
        (RulingKind.COUNT, {"points": (70, 92)}, (-100, 100)),
        (RulingKind.REVOKE, {"revoked": (0,)}, (-100, 200)),
        (RulingKind.REVOKE, {"revoked": (1,)}, (162, -62)),
        (RulingKind.REVOKE, {"revoked": (0, 1)}, (0, 200)),
        (RulingKind.REVOKE, {"revoked": (1, 0)}, (162, 38)),
        (RulingKind.ASSIGNED, {"points": (81, 81)}, (-19, 19)),
        (RulingKind.AVERAGE, {}, (-13, 14)),  # 173 / 2 = 86.5 and 151 / 2 = 75.5, halves up
        (RulingKind.AVERAGE, {"points": (10, -10)}, (-3, 4)),
        (RulingKind.FORFEIT, {"side": 1, "points": (162, 0)}, (62, -62)),
        (RulingKind.SPLIT, {"parts": (Part.STANDS, Part.NOTHING)}, (0, -62)),
        (RulingKind.SPLIT, {"parts": (Part.ASSIGNED, Part.AVERAGE), "points": (81, 0)}, (-19, 14)),
    ],
)
def test_the_effect_of_each_kind_of_ruling(
    kind: RulingKind, wanted: dict[str, Any], points: tuple[int, int]
) -> None:
    """Points only: what each adds to the tallies is in test_tallies.py."""
    assert replace(effect(kind, **wanted), tallies={}, lines=()) == Effect(both(*points), NOBODY)


def test_a_granted_bonus_is_multiplied_by_the_house_rules() -> None:
    found = disputed_round(level="1")
    assert found.now == both(324, 0)
    assert effect(RulingKind.BONUS, found, points=(40, 0)).points == both(80, 0)
    scope = disputed_round(level="1", options={"multiplier_scope": "cards_only"})
    assert effect(RulingKind.BONUS, scope, points=(40, 0)).points == both(40, 0)


def test_a_void_takes_off_all_points_and_marks_the_round() -> None:
    assert effect(RulingKind.VOID) == Effect(both(-100, -62), NOBODY, void=True)


def test_a_replayed_round_is_left_out_until_the_replay_counts() -> None:
    assert effect(RulingKind.REPLAY, disputed_round(replayable=True)) == Effect(
        both(-100, -62), NOBODY, void=True
    )
    assert refusal(RulingKind.REPLAY) == DisputeRefusal.NOT_FOR_THIS_GAME
    assert refusal(RulingKind.REPLAY, disputed_round(on_paper=True)) == DisputeRefusal.REAL_CARDS
    again = disputed_round(replayable=True, replayed=True, on_appeal=True)
    assert refusal(RulingKind.REPLAY, again) == DisputeRefusal.REPLAYED_ALREADY


def test_any_ruling_can_fine_or_credit_a_single_player() -> None:
    assert effect(RulingKind.PENALTY, seat=2, amount=-100) == Effect(both(0, 0), (0, 0, -100, 0))
    roem = {"roem": both(20, 0)}
    credited = effect(RulingKind.BONUS, points=(20, 0), seat=1, amount=50)
    assert replace(credited, lines=()) == Effect(both(20, 0), (0, 50, 0, 0), tallies=roem)


def test_a_ruling_on_appeal_adds_the_difference() -> None:
    first = disputed_round(own=both(40, 0), now=both(140, 62), own_seats=(0, 0, -100, 0), on_appeal=True)
    assert effect(RulingKind.UPHELD, first) == Effect(both(0, 0), NOBODY)
    assert effect(RulingKind.STANDS, first) == Effect(both(-40, 0), (0, 0, 100, 0))
    again = effect(RulingKind.BONUS, first, points=(20, 0))
    assert replace(again, tallies={}, lines=()) == Effect(both(-20, 0), (0, 0, 100, 0))
    assert effect(RulingKind.VOID, first).points == both(-140, -62)


def test_an_appeal_takes_a_round_in_again() -> None:
    void = disputed_round(own=both(-100, -62), now=both(0, 0), own_void=True, void=True, on_appeal=True)
    assert effect(RulingKind.STANDS, void) == Effect(both(100, 62), NOBODY, void=False)
    assert effect(RulingKind.VOID, void) == Effect(both(0, 0), NOBODY)
    assert effect(RulingKind.ASSIGNED, void, points=(81, 81)) == Effect(both(81, 81), NOBODY, void=False)


def test_a_round_left_out_by_another_case_gets_no_points() -> None:
    void = disputed_round(now=both(0, 0), void=True)
    assert refusal(RulingKind.BONUS, void, points=(40, 0)) == DisputeRefusal.LEFT_OUT
    assert effect(RulingKind.STANDS, void) == Effect(both(0, 0), NOBODY)
    assert effect(RulingKind.PENALTY, void, seat=0, amount=-50) == Effect(both(0, 0), (-50, 0, 0, 0))


@pytest.mark.parametrize(
    ("kind", "wanted", "code"),
    [
        (RulingKind.UPHELD, {}, DisputeRefusal.ONLY_ON_APPEAL),
        (RulingKind.BONUS, {}, DisputeRefusal.UNREADABLE),
        (RulingKind.BONUS, {"points": (40,)}, DisputeRefusal.UNREADABLE),
        (RulingKind.MULTIPLIER, {}, DisputeRefusal.UNREADABLE),
        (RulingKind.MULTIPLIER, {"level": 4}, DisputeRefusal.UNREADABLE),
        (RulingKind.REVOKE, {}, DisputeRefusal.UNREADABLE),
        (RulingKind.REVOKE, {"revoked": (2,)}, DisputeRefusal.UNREADABLE),
        (RulingKind.PENALTY, {"seat": 4, "amount": -1}, DisputeRefusal.UNREADABLE),
        (RulingKind.PENALTY, {"seat": 1}, DisputeRefusal.UNREADABLE),
        (RulingKind.STANDS, {"amount": 5}, DisputeRefusal.UNREADABLE),
        (RulingKind.SPLIT, {"parts": (Part.STANDS,)}, DisputeRefusal.UNREADABLE),
        (RulingKind.ASSIGNED, {"points": (10_001, 0)}, DisputeRefusal.OUT_OF_RANGE),
    ],
)
def test_invalid_rulings_are_refused(kind: RulingKind, wanted: dict[str, Any], code: DisputeRefusal) -> None:
    assert refusal(kind, **wanted) == code


def test_an_average_needs_other_rounds() -> None:
    assert refusal(RulingKind.AVERAGE, replace(disputed_round(), others=[])) == DisputeRefusal.NO_AVERAGE


def test_a_game_without_claims_cannot_be_rescored() -> None:
    game = registry.game("rosbiratschka")
    found = replace(disputed_round(), game=game, options=game.Options())
    assert refusal(RulingKind.BONUS, found, points=(40, 0)) == DisputeRefusal.NOT_FOR_THIS_GAME
