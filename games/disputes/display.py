"""A case as its pages show it: in words, for who reads it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from games.disputes.access import PROVISIONAL, Rights
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.forms import kinds_for
from games.disputes.labels import KINDS, effect_in_words, kind_name, signed
from games.disputes.models import Case, Ruling, State
from games.disputes.rulings import RulingKind
from games.disputes.services import Preview
from games.table.log.models import Match, Round
from games.table.review import rulebook
from games.table.screen.narration import People, people_of

OVER = (State.FINAL, State.WITHDRAWN, State.REJECTED, State.SETTLED)


@dataclass(frozen=True, slots=True)
class RulingShown:
    """A ruling in words: what it is, what it changed for whom, why, by which rule, by whom.

    `rule_at` is where that rule is read, "" for one in the arbiter's own words. `replay` is the code of the table at
    which the round is played again, "" where there is none (any more).
    """

    name: str
    on_appeal: bool
    effect: tuple[str, ...]
    reason: str
    rule: str
    rule_at: str
    by: str
    at: datetime
    replay: str = ""


@dataclass(frozen=True, slots=True)
class CaseShown:
    """A case in words; `people` with the sides of its round. `owner` is who has to do something, "" when nobody;
    `until` says what the deadline is for.
    """

    title: str
    people: People
    owner: str
    until: str
    over: bool
    moment: int | None
    rulings: tuple[RulingShown, ...]
    agreed: tuple[str, ...]

    @property
    def appeal_ruled(self) -> bool:
        """Whether the appeal was decided."""
        return any(ruling.on_appeal for ruling in self.rulings)


def people_in(round_: Round) -> People:
    """The people of a closed round, with the sides they had in it."""
    return people_of(round_.match, sides=round_.result["sides"] if round_.result else ())


def case_shown(case: Case) -> CaseShown:
    """The case for its page; `case` as `reading.case_of` gives it."""
    people, rulings = people_in(case.round), case.rulings.all()
    tables: set[str] = set()
    if any("replay" in ruling.effect for ruling in rulings):
        tables |= set(Match.objects.filter(replays=case.round_id).values_list("code", flat=True))
    return CaseShown(
        title=gettext("Case %(case)s · round %(round)s") % {"case": case.pk, "round": case.round.number},
        people=people,
        owner=_owner(case),
        until=_until(case),
        over=case.state in OVER,
        moment=case.moment,
        rulings=tuple(_ruling(ruling, people, case.round.match.game, tables) for ruling in rulings),
        agreed=tuple(each.player.nickname for each in case.agreements.all()),
    )


def _ruling(ruling: Ruling, people: People, game: str, tables: Collection[str]) -> RulingShown:
    replay = ruling.effect.get("replay", "")
    return RulingShown(
        name=kind_name(ruling.kind),
        on_appeal=ruling.instance == Ruling.Instance.APPEAL,
        effect=effect_in_words(ruling.effect, people),
        reason=ruling.reason,
        rule=ruling.rule,
        rule_at=rulebook.address(game, ruling.wanted.get("rule", "")),
        by=ruling.actor.nickname,
        at=ruling.at,
        replay=replay if replay in tables else "",
    )


@dataclass(frozen=True, slots=True)
class OtherShown:
    """Another question about the same round: `ruled` what its rulings changed, line by line, () while undecided.

    `provisional` while it is open: then the round stays so after this case.
    """

    case: Case
    ruled: tuple[str, ...]
    provisional: bool


def others_shown(others: Sequence[Case], shown: CaseShown) -> tuple[OtherShown, ...]:
    """What else is asked or was decided about the round of a case."""
    return tuple(
        OtherShown(
            other,
            tuple(
                f"{kind_name(ruling.kind)}. {line}"
                for ruling in other.rulings.all()
                for line in effect_in_words(ruling.effect, shown.people)
            ),
            other.state in PROVISIONAL,
        )
        for other in others
    )


def _owner(case: Case) -> str:
    if case.state == State.OPEN:
        return gettext("an arbiter of the club") if case.club_id else gettext("the site's staff")
    if case.state == State.UNDER_REVIEW and case.arbiter:
        return case.arbiter.nickname
    if case.state == State.RULED:
        return gettext("the players: they can appeal")
    if case.state == State.APPEALED:
        return gettext("another arbiter")
    if case.state == State.APPEAL_REVIEW and case.appeal_arbiter:
        return case.appeal_arbiter.nickname
    return ""


def _until(case: Case) -> str:
    if case.deadline is None or case.state in OVER:
        return ""
    return gettext("Appeal until") if case.state == State.RULED else gettext("Answers until")


@dataclass(frozen=True, slots=True)
class KindShown:
    """A ruling that can be chosen."""

    kind: str
    name: str
    help: str
    chosen: bool


def kinds_shown(
    *, chosen: RulingKind | None, on_paper: bool, on_appeal: bool, rescored: bool, replayable: bool
) -> tuple[KindShown, ...]:
    """The rulings an arbiter can choose from."""
    kinds = kinds_for(on_paper=on_paper, on_appeal=on_appeal, rescored=rescored, replayable=replayable)
    return tuple(
        KindShown(kind.value, gettext(KINDS[kind][0]), gettext(KINDS[kind][1]), kind is chosen)
        for kind in kinds
    )


@dataclass(frozen=True, slots=True)
class LineShown:
    """A round on one of the two sheets, its points by column; `mark` says what is special about it."""

    number: int
    points: tuple[int, ...]
    mark: str
    changes: bool


@dataclass(frozen=True, slots=True)
class SheetShown:
    """The sheet before or after; `seats` are the players who get or lose points of their own."""

    title: str
    lines: tuple[LineShown, ...]
    totals: tuple[int, ...]
    seats: tuple[tuple[str, str], ...]


def sheets_shown(preview: Preview, people: People) -> tuple[SheetShown, SheetShown]:
    """The sheet before and after a ruling, changed rounds marked in the second."""
    before = SheetShown(
        gettext("Before"),
        tuple(
            LineShown(line.number, people.by_column(line.before), _mark(line.status_before), False)
            for line in preview.sheet
        ),
        people.by_column(preview.totals_before),
        _given(people.names, preview.seats_before),
    )
    after = SheetShown(
        gettext("After"),
        tuple(
            LineShown(line.number, people.by_column(line.after), _mark(line.status_after), line.changes)
            for line in preview.sheet
        ),
        people.by_column(preview.totals_after),
        _given(people.names, preview.seats_after),
    )
    return before, after


def _mark(status: str) -> str:
    return {Round.Status.REVIEW: gettext("provisional"), Round.Status.VOID: gettext("left out")}.get(
        Round.Status(status), ""
    )


def _given(names: Sequence[str], seats: Sequence[int]) -> tuple[tuple[str, str], ...]:
    return tuple((name, signed(points)) for name, points in zip(names, seats, strict=False) if points)


def why_not_take(rights: Rights) -> str:
    """Why an arbiter may not decide this case, as a sentence; "" where they may."""
    return DisputeRefused(DisputeRefusal(rights.why_not_take)).sentence if rights.why_not_take else ""
