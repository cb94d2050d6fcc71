"""What an arbiter's form suggests: the findings of the review that a complaint is about, and those nobody claimed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from games.disputes.display import people_in
from games.disputes.models import Case, CaseKind
from games.disputes.ruling_form import RulingForm
from games.table.log.folding import players_in_round
from games.table.review.closed_round import RoundReview
from games.table.review.positions import FoundThere
from games.table.review.score_sheet import PaperReview


@dataclass(frozen=True, slots=True)
class GrantedTogether:
    """Several findings that one ruling of a kind can give: their points, and the query that fills in the form."""

    terms: tuple[int, ...]
    query: str

    @property
    def points(self) -> int:
        return sum(self.terms)

    @property
    def in_words(self) -> str:
        """The sum written out, as "20 + 50 = 70"."""
        return f"{' + '.join(map(str, self.terms))} = {self.points}"


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What the review found lying: what complaints are about (`claimed`), with its sums, and what nobody claimed.
    `is_unfounded`: the complaints ask for points that a finding would grant, and none is about them."""

    claimed: tuple[FoundThere, ...] = ()
    together: tuple[GrantedTogether, ...] = ()
    unclaimed: tuple[FoundThere, ...] = ()
    is_unfounded: bool = False

    @property
    def is_lost(self) -> bool:
        """Whether a rule of the table says that what was claimed is lost."""
        return any(found.lost_by for found in self.claimed)


def suggestions_of(case: Case, review: RoundReview | PaperReview) -> Suggestions:
    """The findings that a ruling can give, and which of them were claimed: those of the kind of the case, for the side
    of a complainant, in the trick that was named."""
    if not isinstance(review, RoundReview) or not review.rescores:
        return Suggestions()
    found = [one for one in review.found if one.grants and one.points]
    sought = case.kind in (CaseKind.BONUS, CaseKind.DECLARATION)
    if not found:
        return Suggestions(is_unfounded=sought)
    claims = _claims(case, review)
    claimed = [one for one in found if one.grants == case.kind and _is_claimed(one, claims, review)]
    return Suggestions(
        tuple(claimed),
        grants_together(claimed),
        tuple(one for one in found if one not in claimed),
        is_unfounded=sought and not claimed,
    )


def _claims(case: Case, review: RoundReview) -> set[tuple[int, int]]:
    """The side and the trick (0: none was named) of each complaint that stands."""
    sides = people_in(case.round).seat_sides
    seats = {player.pk: seat for seat, player in players_in_round(case.round.match, review.number).items()}
    return {
        (sides[seats[each.player_id]], review.positions[each.moment or 0].trick)
        for each in case.complaints.all()
        if each.withdrawn_at is None
        and each.player_id in seats
        and (each.moment or 0) < len(review.positions)
    }


def _is_claimed(found: FoundThere, claims: set[tuple[int, int]], review: RoundReview) -> bool:
    """Whether a complaint is about it. What was held belongs to no trick."""
    where = review.positions[found.card].trick
    return any(side == found.side and (not where or trick in (0, where)) for side, trick in claims)


@dataclass(frozen=True, slots=True)
class GrantChoice:
    """A ruling that a finding suggests, in the list of choices: its points, the query that fills in the form, and the
    `card` at which the finding lies (None for several). `sum` is the points of several findings written out, "" for
    one; `lost_by` is the rule of the table by which it is lost."""

    points: int
    query: str
    words: str
    sum: str
    lost_by: str
    card: int | None
    chosen: bool


def grant_choices(suggested: Suggestions, form: RulingForm | None) -> tuple[GrantChoice, ...]:
    """The rulings that the findings suggest. At most one is chosen: the one whose values the form has."""
    offered = [
        GrantChoice(
            one.points, _fields_of(one.grants, [one]), one.words, "", one.lost_by, one.card, chosen=False
        )
        for one in suggested.claimed
    ]
    offered += [
        GrantChoice(one.points, one.query, "", one.in_words, "", None, chosen=False)
        for one in suggested.together
    ]
    chosen = next((one for one in offered if form is not None and form.has_values(one.query)), None)
    return tuple(replace(one, chosen=one is chosen) for one in offered)


def grants_together(findings: Sequence[FoundThere]) -> tuple[GrantedTogether, ...]:
    """The sums of the findings that the same kind of ruling gives, where there are two or more."""
    offered: dict[str, list[FoundThere]] = {}
    for found in findings:
        if found.grants and found.points:
            offered.setdefault(found.grants, []).append(found)
    return tuple(
        GrantedTogether(tuple(found.points for found in several), _fields_of(kind, several))
        for kind, several in offered.items()
        if len(several) > 1
    )


def _fields_of(kind: str, several: Sequence[FoundThere]) -> str:
    """The query that fills in a ruling of this kind with the points of these findings, by side, and with the rule about
    them, where it is one."""
    points = Counter[int]()
    for found in several:
        points[found.side] += found.points
    rule, *others = {found.rule for found in several}
    named = {"rule_chosen": rule} if rule and not others else {}
    return urlencode({"kind": kind, **{f"points_{side}": points[side] for side in sorted(points)}, **named})
