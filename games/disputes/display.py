"""Cases and rulings prepared for display, in the active language."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from games.disputes import labels, queries
from games.disputes.access import Rights
from games.disputes.effects import RulingKind
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.labels import (
    LineInWords,
    effect_in_words,
    facts_in_words,
    granted_in_words,
    lines_in_words,
    place_of,
    ruling_name,
)
from games.disputes.models import OVER, PROVISIONAL, Case, Ruling, State
from games.disputes.services import Preview
from games.engine.errors import Refused
from games.engine_words import with_sign
from games.table.log.errors import TableRefused
from games.table.log.folding import LogBroken
from games.table.log.models import Match, Round
from games.table.review import rulebook
from games.table.review.closed_round import round_review
from games.table.screen.narration import People, people_of


@dataclass(frozen=True, slots=True)
class CountChange:
    """Points of the round for a column of the sheet, before and after a ruling."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class RulingDisplay:
    """A ruling for display: name, facts it corrected, effect, reason, rule and arbiter.

    `granted` are the points of a grant as they became points of the sheet, `counts` the round before and after, `lines`
    where the points after come from.
    `replaced` where a later ruling of the case counts instead.
    `rule_at` is the URL of the rule, "" for a typed one. `replay` is the code of the table at which the round is played
    again, "" without one.
    """

    name: str
    on_appeal: bool
    corrected: tuple[str, ...]
    granted: tuple[str, ...]
    counts: tuple[CountChange, ...]
    lines: tuple[LineInWords, ...]
    effect: tuple[str, ...]
    reason: str
    rule: str
    rule_at: str
    by: str
    at: datetime
    replaced: bool = False
    replay: str = ""

    @property
    def counted(self) -> tuple[int, ...]:
        """The points of the round after it, by column."""
        return tuple(each.after for each in self.counts)


@dataclass(frozen=True, slots=True)
class CaseDisplay:
    """A case for display; `people` with the sides of its round.

    `to_act` names the person or group that has to act, or "". `until` is the label of the deadline.
    `lacks_an_arbiter` where the club must name one first.
    """

    title: str
    people: People
    to_act: str
    until: str
    over: bool
    moment: int | None
    rulings: tuple[RulingDisplay, ...]
    asked_players: tuple[str, ...]
    is_asked: bool
    agreed: tuple[str, ...]
    lacks_an_arbiter: bool

    @property
    def seated(self) -> str:
        """The people at the table, as the two sides where there are two."""
        if len(self.people.sides) != 2:
            return ", ".join(self.people.names)
        one, other = self.people.sides
        return gettext("%(one)s against %(other)s") % {"one": one, "other": other}

    @property
    def appeal_ruled(self) -> bool:
        """Whether there is a ruling on the appeal."""
        return any(ruling.on_appeal for ruling in self.rulings)


def people_in(round_: Round) -> People:
    """The people who sat at a match in a closed round, with its sides."""
    sides = round_.result["sides"] if round_.result else ()
    return people_of(round_.match, in_round=round_.number, sides=sides)


def case_display(case: Case) -> CaseDisplay:
    """The case for display; `case` comes from `queries.case_of`."""
    people, rulings = people_in(case.round), case.rulings.all()
    lacks_an_arbiter = queries.lacks_an_arbiter(case)
    tables: set[str] = set()
    if any("replay" in ruling.effect for ruling in rulings):
        tables |= set(Match.objects.filter(replays=case.round_id).values_list("code", flat=True))
    decided = [ruling.pk for ruling in rulings if ruling.kind != RulingKind.UPHELD]
    replaced = set(decided[:-1])
    return CaseDisplay(
        title=gettext("Case %(case)s · %(place)s") % {"case": case.pk, "place": place_of(case.round)},
        people=people,
        to_act=gettext("an owner of the club") if lacks_an_arbiter else _who_must_act(case),
        until=_until(case),
        over=case.state in OVER,
        moment=case.moment,
        rulings=tuple(
            _ruling(ruling, people, case.round, tables, replaced=ruling.pk in replaced) for ruling in rulings
        ),
        asked_players=tuple(each.player.nickname for each in case.questions.all()),
        is_asked=case.answers_asked_at is not None or bool(case.questions.all()),
        agreed=tuple(each.player.nickname for each in case.agreements.all()),
        lacks_an_arbiter=lacks_an_arbiter,
    )


def questioned_card(case: Case) -> str:
    """The card that the case is about, with its place in the round; "" where none was named or can be looked at."""
    if case.moment is None or case.round.match.on_paper:
        return ""
    try:
        return round_review(case.round.match, number=case.round.number, card=case.moment).now.place
    except (TableRefused, LogBroken, Refused):
        return ""


def _ruling(
    ruling: Ruling, people: People, round_: Round, tables: Collection[str], *, replaced: bool
) -> RulingDisplay:
    game, facts = round_.match.game, ruling.wanted.get("facts")
    replay = ruling.effect.get("replay", "")
    return RulingDisplay(
        name=ruling_name(ruling, game),
        on_appeal=ruling.instance == Ruling.Instance.APPEAL,
        corrected=facts_in_words(round_, facts, people.columns) if facts else (),
        granted=granted_in_words(ruling.wanted, ruling.effect, people),
        counts=tuple(
            CountChange(name, before, after)
            for name, before, after in zip(
                people.columns, people.by_column(ruling.before), people.by_column(ruling.after), strict=True
            )
        ),
        lines=lines_in_words(ruling.effect, ruling.after, people, game),
        effect=effect_in_words(ruling.effect, people, game),
        reason=ruling.reason,
        rule=labels.renewed_citation(game, ruling.wanted.get("rule", ""), stored=ruling.rule),
        rule_at=rulebook.address(game, ruling.wanted.get("rule", "")),
        by=ruling.actor.nickname,
        at=ruling.at,
        replaced=replaced,
        replay=replay if replay in tables else "",
    )


@dataclass(frozen=True, slots=True)
class OtherCase:
    """Another case about the same round. `ruled` are the effects of its rulings, () while undecided.

    `provisional` while it is open; the round then stays provisional after this case.
    """

    case: Case
    ruled: tuple[str, ...]
    provisional: bool


def other_cases(others: Sequence[Case], shown: CaseDisplay) -> tuple[OtherCase, ...]:
    """The other cases about the round of a case."""
    return tuple(
        OtherCase(
            other,
            tuple(
                f"{ruling_name(ruling, other.round.match.game)}. {line}"
                for ruling in other.rulings.all()
                for line in effect_in_words(ruling.effect, shown.people, other.round.match.game)
            ),
            other.state in PROVISIONAL,
        )
        for other in others
    )


def _who_must_act(case: Case) -> str:
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
class LineDisplay:
    """A round on one of the two sheets, its points by column; `mark` is "provisional", "left out" or ""."""

    number: int
    points: tuple[int, ...]
    mark: str
    changes: bool


@dataclass(frozen=True, slots=True)
class SheetDisplay:
    """The sheet before or after a ruling; `seats` are players with points of their own."""

    title: str
    lines: tuple[LineDisplay, ...]
    totals: tuple[int, ...]
    seats: tuple[tuple[str, str], ...]


def sheet_displays(preview: Preview, people: People) -> tuple[SheetDisplay, SheetDisplay]:
    """The sheet before and after a ruling, with changed rounds marked in the second."""
    before = SheetDisplay(
        gettext("Before"),
        tuple(
            LineDisplay(line.number, people.by_column(line.before), _mark(line.status_before), False)
            for line in preview.sheet
        ),
        people.by_column(preview.totals_before),
        _points_by_name(people.names, preview.seats_before),
    )
    after = SheetDisplay(
        gettext("After"),
        tuple(
            LineDisplay(line.number, people.by_column(line.after), _mark(line.status_after), line.changes)
            for line in preview.sheet
        ),
        people.by_column(preview.totals_after),
        _points_by_name(people.names, preview.seats_after),
    )
    return before, after


def _mark(status: str) -> str:
    return {Round.Status.REVIEW: gettext("provisional"), Round.Status.VOID: gettext("left out")}.get(
        Round.Status(status), ""
    )


def _points_by_name(names: Sequence[str], seats: Sequence[int]) -> tuple[tuple[str, str], ...]:
    return tuple((name, with_sign(points)) for name, points in zip(names, seats, strict=False) if points)


def why_not_take(rights: Rights) -> str:
    """The sentence why an arbiter may not decide this case, or ""."""
    if not rights.why_not_take:
        return ""
    code = DisputeRefusal(rights.why_not_take)  # type: ignore[call-arg]  # looks the member up
    return DisputeRefused(code).sentence
