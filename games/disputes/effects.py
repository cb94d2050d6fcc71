"""Kinds of ruling, the arbiter's form as values, and what a ruling does to a round. Pure functions.

An effect is always a difference to the points that count now, so rulings add up. The ruling on appeal replaces the
first by adding the difference between the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeAlias

from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.engine.game import Game
from games.engine.view import CorrectedFacts, NewScore, RoundResult, ScoreLine

Points: TypeAlias = tuple[int, ...]


class RulingKind(StrEnum):
    """Kinds of ruling."""

    STANDS = "stands"
    UPHELD = "upheld"
    BONUS = "bonus"
    DECLARATION = "declaration"
    MULTIPLIER = "multiplier"
    COUNT = "count"
    REVOKE = "revoke"
    FACTS = "facts"
    ASSIGNED = "assigned"
    AVERAGE = "average"
    FORFEIT = "forfeit"
    VOID = "void"
    REPLAY = "replay"
    PENALTY = "penalty"
    SPLIT = "split"


class Part(StrEnum):
    """The result of one side in a split ruling."""

    STANDS = "stands"
    ASSIGNED = "assigned"
    AVERAGE = "average"
    NOTHING = "nothing"


CORRECTIONS: Final = (
    RulingKind.BONUS,
    RulingKind.DECLARATION,
    RulingKind.MULTIPLIER,
    RulingKind.COUNT,
    RulingKind.REVOKE,
    RulingKind.FACTS,
)
"""Rulings that score the round again from corrected facts, by the rules of its game."""
LEAVING_OUT: Final = (RulingKind.VOID, RulingKind.REPLAY)
"""Rulings that leave the round out; a replayed round counts when the replay is finished."""
ADDING_NOTHING: Final = (RulingKind.STANDS, RulingKind.UPHELD, RulingKind.PENALTY)
"""Rulings that add nothing to the score: they can be given too where another case left the round out."""


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """The arbiter's form. Fields that a kind does not use keep their defaults.

    `points` are per side: bonus points to add (or subtract) for BONUS and DECLARATION, card points for COUNT,
    the result for ASSIGNED, margins for AVERAGE, the other side's points for FORFEIT; for SPLIT the result or margin of
    each side's part. `level` is a step of the game's ladder, from 0, for MULTIPLIER. `side` is the one that forfeits,
    `revoked` are those that did not follow suit, the first one first. `facts` are the values of the fields of the round
    for FACTS, by key, those left empty left out. `seat` and
    `amount` (negative: a penalty) may go with every kind; PENALTY has only these.
    """

    kind: RulingKind
    points: Points = ()
    level: int | None = None
    side: int | None = None
    revoked: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()
    seat: int | None = None
    amount: int = 0
    facts: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON values, empty fields left out."""
        return {name: value for name, value in asdict(self).items() if value not in ((), None, 0, {})}


# Computes the effect of a ruling from the round as played and the arbiter's form.

Tallies: TypeAlias = Mapping[str, Points]

MAX_RULED_POINTS: Final = 10_000
"""The most points a ruling can give or take; no round of any game is worth more."""


@dataclass(frozen=True, slots=True)
class DisputedRound:
    """The round before a ruling; all points are per seat. `now` are those that count, `own` what this case's
    earlier ruling added to them (`own_seats` to single players, `own_void` when it left the round out); `void` when it
    is left out.

    `own_tallies` is what this case's earlier ruling added to the tallies, `by_club` what the club's correction of the
    sheet added to the points.

    `totals_only` when the sheet was typed as totals, without the facts of its rounds.

    `others` are the points of the match's other rounds that count; `players` is how many sit there. `replayable` when
    the round can be played again alone, `replayed` when this case's earlier ruling ordered a replay.
    """

    game: Game[Any]
    options: Any
    played: RoundResult
    now: Points
    others: Sequence[Points]
    players: int
    own_tallies: Tallies = field(default_factory=dict)
    own: Points = ()
    own_seats: Points = ()
    own_void: bool = False
    by_club: Points = ()
    void: bool = False
    on_appeal: bool = False
    on_paper: bool = False
    totals_only: bool = False
    replayable: bool = False
    replayed: bool = False

    @property
    def sides(self) -> int:
        """The number of sides of the round."""
        return len(set(self.played.sides))

    @property
    def base(self) -> Points:
        """The points without this case's earlier ruling."""
        return less(self.now, self.own or (0,) * self.players)

    def tallies_with(self, corrected: Tallies) -> Tallies:
        """The amounts that undo this case's earlier ruling in the tallies and bring in the round scored again to
        `corrected` (empty: as played); tallies without a change are left out.
        """
        nothing = (0,) * self.players
        added = {
            key: less(
                less(corrected.get(key, amounts), amounts),
                self.own_tallies.get(key, nothing),
            )
            for key, amounts in self.played.tallies.items()
        }
        return {key: amounts for key, amounts in added.items() if any(amounts)}

    def per_seat(self, points: Points) -> Points:
        """Points per side as points per seat."""
        return tuple(points[side] for side in self.played.sides)


@dataclass(frozen=True, slots=True)
class Effect:
    """The addition to the log, per seat: `points` to the score of the round, `seats` to single players beside that.

    `void` leaves the round out or takes it in again (None: neither). `tallies` is what is added to the game's tallies.
    `lines` say where the points of a round that was scored again come from.
    """

    points: Points
    seats: Points
    void: bool | None = None
    tallies: Tallies = field(default_factory=dict)
    lines: tuple[ScoreLine, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        tallies = {key: list(amounts) for key, amounts in self.tallies.items()}
        return {
            "points": list(self.points),
            "seats": list(self.seats),
            "void": self.void,
            **({"tallies": tallies} if tallies else {}),
            **({"lines": [_as_json(line) for line in self.lines]} if self.lines else {}),
        }


def _as_json(line: ScoreLine) -> dict[str, Any]:
    return {
        "code": line.text.code,
        "facts": dict(line.text.facts),
        "points": list(line.points),
        **({"cancelled": list(line.cancelled)} if line.cancelled else {}),
    }


def effect_of(wanted: RulingRequest, disputed: DisputedRound) -> Effect:
    """The difference between a ruling and the points that count now.

    Refuses unreadable, out_of_range, do_not_add_up, not_for_this_game, no_average, left_out, only_on_appeal, for
    REPLAY real_cards, replayed_already, and totals_only for the kinds in CORRECTIONS. Raises the game's own refusal of
    facts that cannot be.
    """
    _check(wanted, disputed)
    nothing = (0,) * disputed.players
    own_seats = disputed.own_seats or nothing
    if wanted.kind is RulingKind.UPHELD:
        return Effect(nothing, nothing)
    wanted_seats = tuple(wanted.amount if seat == wanted.seat else 0 for seat in range(disputed.players))
    seats = less(wanted_seats, own_seats)
    if disputed.void and not disputed.own_void:
        if wanted.kind not in ADDING_NOTHING:
            raise DisputeRefused(DisputeRefusal.LEFT_OUT)
        return Effect(nothing, seats)
    corrected = _rescore(wanted, disputed) if wanted.kind in CORRECTIONS else None
    if corrected is None:
        target, tallies = _target(wanted, disputed), disputed.tallies_with({})
    else:
        target = more(disputed.base, less(corrected.score, disputed.played.score))
        if wanted.kind is RulingKind.FACTS and disputed.by_club:
            # The facts are those of the whole line, so the club's correction of it has nothing left to add.
            target = less(target, disputed.by_club)
        tallies = disputed.tallies_with(corrected.tallies)
    points = less(target, disputed.now)
    if wanted.kind in LEAVING_OUT:
        return Effect(points, seats, None if disputed.own_void else True, tallies)
    lines = corrected.lines if corrected is not None else ()
    return Effect(points, seats, False if disputed.own_void else None, tallies, lines)


def _check(wanted: RulingRequest, disputed: DisputedRound) -> None:
    """Check the form for this kind and game."""
    if wanted.kind is RulingKind.UPHELD and not disputed.on_appeal:
        raise DisputeRefused(DisputeRefusal.ONLY_ON_APPEAL)
    if wanted.kind is RulingKind.REPLAY:
        _check_replay(disputed)
    needed = {RulingKind.MULTIPLIER: wanted.level, RulingKind.PENALTY: wanted.seat}
    if wanted.kind is RulingKind.FORFEIT:
        needed[wanted.kind] = wanted.side
    with_points = wanted.kind in (
        RulingKind.BONUS,
        RulingKind.DECLARATION,
        RulingKind.COUNT,
        RulingKind.ASSIGNED,
        RulingKind.FORFEIT,
    )
    if (
        (wanted.kind in needed and needed[wanted.kind] is None)
        or (wanted.points and len(wanted.points) != disputed.sides)
        or (with_points and not wanted.points)
        or (wanted.level is not None and wanted.level not in range(len(ladder_of(disputed.game))))
        or (wanted.side is not None and wanted.side not in range(disputed.sides))
        or (wanted.kind is RulingKind.REVOKE and not wanted.revoked)
        or not set(wanted.revoked) <= set(range(disputed.sides))
        or (wanted.seat is not None and wanted.seat not in range(disputed.players))
        or (wanted.kind is RulingKind.FACTS and not wanted.facts)
        or (wanted.kind is RulingKind.SPLIT and len(wanted.parts) != disputed.sides)
        or (wanted.amount and wanted.seat is None)
        or (wanted.kind is RulingKind.PENALTY and not wanted.amount)
    ):
        raise DisputeRefused(DisputeRefusal.UNREADABLE)
    if any(abs(each) > MAX_RULED_POINTS for each in (*wanted.points, wanted.amount)):
        raise DisputeRefused(DisputeRefusal.OUT_OF_RANGE)


def ladder_of(game: Game[Any]) -> tuple[int, ...]:
    """The multipliers a ruling can choose from, lowest first; none in a game without them."""
    return next((each.ladder for each in game.corrections if each.key == RulingKind.MULTIPLIER), ())


def _check_replay(disputed: DisputedRound) -> None:
    """Check that the round can be replayed."""
    if disputed.on_paper:
        raise DisputeRefused(DisputeRefusal.REAL_CARDS)
    if not disputed.replayable:
        raise DisputeRefused(DisputeRefusal.NOT_FOR_THIS_GAME)
    if disputed.replayed:
        raise DisputeRefused(DisputeRefusal.REPLAYED_ALREADY)


def _target(wanted: RulingRequest, disputed: DisputedRound) -> Points:
    """The points the round will count, per seat, for the kinds that are not scored again."""
    sides = range(disputed.sides)
    match wanted.kind:
        case RulingKind.STANDS | RulingKind.PENALTY:
            return disputed.base
        case RulingKind.VOID | RulingKind.REPLAY:
            return (0,) * disputed.players
        case RulingKind.ASSIGNED:
            return disputed.per_seat(wanted.points)
        case RulingKind.AVERAGE:
            return _averages(wanted, disputed)
        case RulingKind.FORFEIT:
            return disputed.per_seat(
                tuple(0 if side == wanted.side else wanted.points[side] for side in sides)
            )
        case RulingKind.SPLIT:
            return tuple(
                _part(wanted.parts[side], wanted, disputed, seat)
                for seat, side in enumerate(disputed.played.sides)
            )
    raise DisputeRefused(DisputeRefusal.UNREADABLE)


def _rescore(wanted: RulingRequest, disputed: DisputedRound) -> NewScore:
    """The round, scored again by its game from corrected facts."""
    if disputed.totals_only:
        raise DisputeRefused(DisputeRefusal.TOTALS_ONLY)
    if wanted.kind is RulingKind.FACTS and not disputed.on_paper and not _names_facts(disputed.game):
        raise DisputeRefused(DisputeRefusal.NOT_FOR_THIS_GAME)
    if wanted.kind is RulingKind.FACTS and disputed.on_paper:
        settled = disputed.game.on_paper(
            disputed.options, wanted.facts, number=disputed.played.number, players=disputed.players
        )
        return NewScore(settled.score, settled.tallies, settled.lines)
    corrected = CorrectedFacts(
        bonus=wanted.points if wanted.kind in (RulingKind.BONUS, RulingKind.DECLARATION) else (),
        cards=wanted.points if wanted.kind is RulingKind.COUNT else (),
        level=wanted.level if wanted.kind is RulingKind.MULTIPLIER else None,
        revoked=wanted.revoked if wanted.kind is RulingKind.REVOKE else (),
        facts=wanted.facts if wanted.kind is RulingKind.FACTS else {},
    )
    rescored = disputed.game.rescore(disputed.options, disputed.played, corrected)
    if rescored is None:
        raise DisputeRefused(DisputeRefusal.NOT_FOR_THIS_GAME)
    return rescored


def _names_facts(game: Game[Any]) -> bool:
    """Whether the facts of a round played in this game can be corrected."""
    return any(each.key == RulingKind.FACTS for each in game.corrections)


def _part(part: Part, wanted: RulingRequest, disputed: DisputedRound, seat: int) -> int:
    """The points of one seat in a split ruling."""
    match part:
        case Part.STANDS:
            return disputed.base[seat]
        case Part.NOTHING:
            return 0
        case Part.AVERAGE:
            return _averages(wanted, disputed)[seat]
    return wanted.points[disputed.played.sides[seat]] if wanted.points else 0


def _averages(wanted: RulingRequest, disputed: DisputedRound) -> Points:
    """The mean of each seat's other rounds, halves away from zero, and the margin the arbiter gives its side."""
    if not disputed.others:
        raise DisputeRefused(DisputeRefusal.NO_AVERAGE)
    margins = disputed.per_seat(wanted.points or (0,) * disputed.sides)
    return tuple(
        _mean([points[seat] for points in disputed.others]) + margin for seat, margin in enumerate(margins)
    )


def _mean(points: Sequence[int]) -> int:
    """The mean in whole points, halves away from zero."""
    total, count = sum(points), len(points)
    return (2 * abs(total) + count) // (2 * count) * (1 if total >= 0 else -1)


def more(points: Points, added: Points) -> Points:
    """The sum, seat by seat."""
    return tuple(one + other for one, other in zip(points, added, strict=True))


def less(points: Points, taken: Points) -> Points:
    """The difference, seat by seat."""
    return tuple(one - other for one, other in zip(points, taken, strict=True))
