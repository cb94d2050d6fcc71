"""Revokes: cards that were not allowed, claims about them, and the penalty (rules/kraken 2, `revoke_policy`).

Everything here is judged from cards that lie or have lain on the table. So nothing a seat sees depends on a covered
card, and a claim that turns out wrong has told nobody anything. A card is proved to be a revoke when it was not allowed
with those the same player has shown after it: a legal card stays legal in a smaller hand. After the eighth trick
every card has been shown, and the proof is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeAlias

from games.engine.actions import Accuse
from games.engine.cards import Card
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.legal import legal_cards
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.settlement import (
    MULTIPLIERS,
    TRICKS,
    Facts,
    Pair,
    Settlement,
    TeamLine,
    for_team,
    settle,
)
from games.engine.kraken.state import SEATS, Phase, RevokeClaim, Round
from games.engine.seats import Seat
from games.engine.view import Accusation, AccuseZone
from games.engine.words import Text, text

Judgement: TypeAlias = Literal["right", "wrong", "open", "director"]
WORD: Final = "revoke"
TRICKS_HANDED_OVER: Final = 2
"""Tricks that go to the other team under `two_tricks`."""


class Taken(NamedTuple):
    """A finished trick as a penalty needs it: the team that won it, its points, the bonus counted in it, and the points
    of its trumps."""

    team: int
    points: int
    bonus: int
    trump_points: int


class Revoke(NamedTuple):
    """A card that was not allowed: the seat that played it, to which trick (0-7)."""

    trick: int
    seat: Seat


class Penalty(NamedTuple):
    """What claims come to. `revoke` is the first that was claimed rightly, None for none. `extra` are the points beside
    the settlement, for each line of the sheet and before the multiplication."""

    revoke: Revoke | None = None
    extra: tuple[TeamLine, ...] = ()


def is_possible(options: Options) -> bool:
    """Whether every card of the hand may be played."""
    return options.revoke_policy != "impossible"


def is_open(round_: Round, options: Options) -> bool:
    """Whether a revoke may be claimed: from the first finished trick until the next round is dealt."""
    if not is_possible(options) or not round_.tricks:
        return False
    return round_.phase in (Phase.PLAY, Phase.CLAIM, Phase.COUNTED)


def window(round_: Round) -> str:
    """The window of claims about revokes, the same all through a round."""
    return f"{round_.number}.accuse"


def open_claims(round_: Round, options: Options, seat: Seat) -> tuple[tuple[Seat, int], ...]:
    """What the seat could claim, as (seat, trick): every finished trick with each opponent, except what was claimed
    before."""
    if not is_open(round_, options):
        return ()
    claims = {(claim.seat, claim.trick) for claim in round_.accused}
    rivals = [other for other in SEATS if other % 2 != seat % 2]
    return tuple(
        (other, trick)
        for trick in range(len(round_.tricks))
        for other in rivals
        if (other, trick) not in claims
    )


def claim(round_: Round, options: Options, seat: Seat, action: Accuse) -> Round:
    """The round with one more claim, which is judged as soon as the cards on the table allow it.

    Raises IllegalAction: not_now, revoke_impossible, revoke_own_side, revoke_unknown_trick, already_claimed.
    """
    if not is_possible(options):
        raise IllegalAction(KrakenRefusal.REVOKE_IMPOSSIBLE)
    if not is_open(round_, options):
        raise IllegalAction(Refusal.NOT_NOW)
    if action.seat % 2 == seat % 2:
        raise IllegalAction(KrakenRefusal.REVOKE_OWN_SIDE)
    if not 1 <= action.trick <= len(round_.tricks):
        raise IllegalAction(KrakenRefusal.REVOKE_UNKNOWN_TRICK)
    if (action.seat, action.trick - 1) not in open_claims(round_, options, seat):
        raise IllegalAction(KrakenRefusal.ALREADY_CLAIMED)
    made = RevokeClaim(seat, action.seat, action.trick - 1, len(round_.tricks))
    return replace_fields(round_, accused=(*round_.accused, made))


def is_proved(round_: Round, options: Options, revoke: Revoke) -> bool:
    """Whether the cards its player has shown since say that the card was not allowed."""
    assert round_.trump is not None
    trick = round_.tricks[revoke.trick]
    place = (revoke.seat - trick.leader) % 4
    card = trick.cards[place]
    held = [card, *_cards_after(round_, revoke)]
    return card not in legal_cards(held, trick.cards[:place], round_.trump, options)


def _cards_after(round_: Round, revoke: Revoke) -> list[Card]:
    shown = [trick.cards[(revoke.seat - trick.leader) % 4] for trick in round_.tricks[revoke.trick + 1 :]]
    place = (revoke.seat - round_.leader) % 4
    return [*shown, round_.trick[place]] if place < len(round_.trick) else shown


def judge(round_: Round, options: Options, claim: RevokeClaim) -> Judgement:
    """What the table knows of a claim by now."""
    if options.revoke_policy == "director":
        return "director"
    if is_proved(round_, options, Revoke(claim.trick, claim.seat)):
        return "right"
    return "wrong" if len(round_.tricks) == TRICKS else "open"


def revokes(round_: Round, options: Options) -> tuple[Revoke, ...]:
    """Every revoke of a round that is played to its end, in order of play."""
    if not is_possible(options) or len(round_.tricks) < TRICKS:
        return ()
    return tuple(
        revoke
        for trick in range(TRICKS)
        for revoke in _in_order(round_, trick)
        if is_proved(round_, options, revoke)
    )


def _in_order(round_: Round, trick: int) -> list[Revoke]:
    return [Revoke(trick, (round_.tricks[trick].leader + place) % 4) for place in SEATS]


# The words: what was claimed, and what came of it.


def claim_outcomes(round_: Round, options: Options) -> tuple[Text, ...]:
    """Every claim of the round with its outcome, in the order in which they were made."""
    return tuple(
        text(
            f"revoke_{judge(round_, options, claim)}",
            seat=claim.by,
            other_seat=claim.seat,
            trick=claim.trick + 1,
        )
        for claim in round_.accused
    )


def accusations(round_: Round, options: Options) -> tuple[Accusation, ...]:
    """The claims of a round that the director decides; none where the cards do."""
    if options.revoke_policy != "director":
        return ()
    return tuple(
        Accusation(
            claim.by,
            claim.seat,
            4 * claim.trick + (claim.seat - round_.tricks[claim.trick].leader) % 4 + 1,
            text("revoke_reported", seat=claim.seat, trick=claim.trick + 1),
        )
        for claim in round_.accused
    )


def news(round_: Round, options: Options) -> Text | None:
    """The claim of this trick or the one before that was made last, or else the one judged then, with its outcome."""
    done = len(round_.tricks)
    if not round_.accused or not is_open(round_, options):
        return None
    earlier = replace_fields(round_, tricks=round_.tricks[: done - 1], trick=())
    fresh = [
        outcome
        for claim, outcome in zip(round_.accused, claim_outcomes(round_, options), strict=True)
        if claim.after >= done - 1
        or claim.trick >= done - 1
        or judge(round_, options, claim) != judge(earlier, options, claim)
    ]
    return fresh[-1] if fresh else None


def zone(round_: Round | None, options: Options, seat: Seat) -> AccuseZone | None:
    """What the seat may claim, for the form that names the trick and the player; None where nothing can be claimed."""
    if round_ is None or not is_open(round_, options):
        return None
    rivals = tuple(other for other in SEATS if other % 2 != seat % 2)
    consequence = text("revoke_to_director")
    if options.revoke_policy == "claimable":
        consequence = text("revoke_costs", points=options.revoke_claim_cost * MULTIPLIERS[round_.level])
    return AccuseZone(window(round_), WORD, TRICKS, rivals, text("choose_revoke"), consequence)


# The penalty. The same for a round on paper and for one played here.


def penalty_of(round_: Round, options: Options) -> Penalty:
    """What the claims of a round come to by now."""
    judged = [(claim, judge(round_, options, claim)) for claim in round_.accused]
    right = [Revoke(claim.trick, claim.seat) for claim, judgement in judged if judgement == "right"]
    right.sort(key=lambda one: (one.trick, _in_order(round_, one.trick).index(one)))
    return penalty_for(right, [claim for claim, judgement in judged if judgement == "wrong"], options)


def penalty_for(right: Sequence[Revoke], wrong: Sequence[RevokeClaim], options: Options) -> Penalty:
    """What revokes in order of play and wrong claims come to. The first revoke decides the round; one of the other team
    beside it costs that team the extra points only, and a second one of the same team nothing."""
    first_of_team = {one.seat % 2: one for one in reversed(right)}
    punished = [one for one in right if first_of_team[one.seat % 2] is one]
    extra = [
        *(_extra_line(one, options) for one in punished),
        *(_wrong_line(claim, options) for claim in wrong),
    ]
    return Penalty(right[0] if right else None, tuple(line for line in extra if any(line.points)))


def _wrong_line(claim: RevokeClaim, options: Options) -> TeamLine:
    what = text("revoke_claim_wrong", seat=claim.by, other_seat=claim.seat, trick=claim.trick + 1)
    return TeamLine(what, for_team(1 - claim.by % 2, options.revoke_claim_cost))


def _extra_line(revoke: Revoke, options: Options) -> TeamLine:
    what = text("revoke_extra", seat=revoke.seat, trick=revoke.trick + 1)
    return TeamLine(what, for_team(1 - revoke.seat % 2, options.revoke_bonus))


def settle_with(
    facts: Facts, options: Options, penalty: Penalty, taken: Sequence[Taken]
) -> tuple[Facts, Settlement]:
    """The facts after the penalty, and the round settled from them with the extra points."""
    if penalty.revoke is not None:
        what = text(
            f"revoke_{options.revoke_penalty}", seat=penalty.revoke.seat, trick=penalty.revoke.trick + 1
        )
        facts = _after_revoke(
            facts, penalty.revoke.seat % 2, options, taken=taken, trick=penalty.revoke.trick, what=what
        )
    settlement = settle(facts, options)
    if not penalty.extra:
        return facts, settlement
    times = MULTIPLIERS[facts.level]
    lines = [TeamLine(line.text, (line.points[0] * times, line.points[1] * times)) for line in penalty.extra]
    score = (
        settlement.score[0] + sum(line.points[0] for line in lines),
        settlement.score[1] + sum(line.points[1] for line in lines),
    )
    return facts, replace(settlement, score=score, lines=(*settlement.lines, *lines))


def _after_revoke(
    facts: Facts,
    team: int,
    options: Options,
    *,
    taken: Sequence[Taken],
    trick: int,
    what: Text,
) -> Facts:
    """The facts with what `team` gives to the other for a revoke in that trick (`revoke_penalty`). `what` is its line
    on the sheet. Without `taken`, on paper, a trick counts as an eighth of the card points."""
    if options.revoke_penalty == "points":
        return facts
    other = 1 - team
    if options.revoke_penalty == "all":
        won = facts.won if facts.won[other] == TRICKS else for_team(other, TRICKS - 1)
        share = Taken(team, facts.cards[team], facts.bonus[team], facts.trump_points[team])
    else:
        share, count = _tricks_to_hand_over(facts, team, taken, trick)
        # Tricks handed over take a pit away and make none.
        kept = facts.won[team] - min(count, facts.won[team])
        won = (kept, facts.won[1]) if team == 0 else (facts.won[0], kept)
    lines = facts.lines
    if share.points or share.bonus:
        lines = (*lines, TeamLine(what, _move_points((0, 0), team, share.points + share.bonus)))
    return replace(
        facts,
        cards=_move_points(facts.cards, team, share.points),
        bonus=_move_points(facts.bonus, team, share.bonus),
        trump_points=_move_points(facts.trump_points, team, share.trump_points),
        won=won,
        lines=lines,
    )


def _tricks_to_hand_over(facts: Facts, team: int, taken: Sequence[Taken], trick: int) -> tuple[Taken, int]:
    """The two tricks that `team` hands over, added up, and how many they are: those it won from the trick of the revoke
    on, the first ones first, and where it won fewer, those before, the last ones first."""
    if not taken:
        points, trumps = (
            min(known[team], TRICKS_HANDED_OVER * sum(known) // TRICKS)
            for known in (facts.cards, facts.trump_points)
        )
        return Taken(team, points, 0, trumps), TRICKS_HANDED_OVER
    order = [*range(trick, len(taken)), *range(trick - 1, -1, -1)]
    tricks = [taken[number] for number in order if taken[number].team == team][:TRICKS_HANDED_OVER]
    added = Taken(
        team,
        sum(one.points for one in tricks),
        sum(one.bonus for one in tricks),
        sum(one.trump_points for one in tricks),
    )
    return added, len(tricks)


def _move_points(points: Pair, team: int, amount: int) -> Pair:
    own = -amount if team == 0 else amount
    return points[0] + own, points[1] - own
