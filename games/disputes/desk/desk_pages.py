"""The page of a case at the arbiter's desk, shared by the views of the case and of its ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from accounts.numbers import whole_number
from games.disputes import named_rules, queries
from games.disputes.access import Rights, complainants, sitting
from games.disputes.desk.fact_fields import initial_facts
from games.disputes.desk.ruling_form import RulingForm
from games.disputes.display import (
    case_shown,
    kinds_shown,
    others_shown,
    people_in,
    why_not_take,
)
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.forms import WordsForm
from games.disputes.labels import facts_asked, facts_written
from games.disputes.models import Case, State
from games.disputes.ruling_kinds import RulingKind
from games.engine.club import SheetField
from games.kit.refusals import CODE_HEADER
from games.table import events
from games.table.log.errors import TableRefusal, TableRefused
from games.table.review.closed_round import RoundReview, round_review, talk_of_round
from games.table.review.paper_review import PaperReview, paper_review
from games.table.review.positions import Found
from games.table.screen.rule_card import rule_card
from games.table.services import options_alone

TRAIL_SHOWN: Final = 50


def desk_page(
    request: HttpRequest,
    case: Case,
    rights: Rights,
    *,
    form: RulingForm | None = None,
    reject: WordsForm | None = None,
    refused: DisputeRefused | None = None,
) -> HttpResponse:
    """The page of a case; status 422 with the faults of a form, that of the refusal where one is given."""
    match, number, shown = case.round.match, case.round.number, case_shown(case)
    page = {
        **ruling_part(request, case, rights, form=form),
        "shown": shown,
        "others": others_shown(queries.others_about_the_round(case), shown),
        "why_not": why_not_take(rights),
        "match": match,
        "asked": case.moment,
        "photo": events.sheet_photo(match.pk, request.user) if match.on_paper else None,
        "talk": talk_of_round(match, number),
        "rules": rule_card(match.game, match.options),
        "earlier": queries.earlier_cases(case),
        "trail": queries.trail(reader=request.user, case=case.pk)[:TRAIL_SHOWN],
        "reject": reject or WordsForm(auto_id="reject_%s"),
        "refused": refused,
    }
    status = refused.status if refused else 422 if form or reject else 200
    response = render(request, "disputes/desk/case.html", page, status=status)
    if refused:
        response[CODE_HEADER] = refused.code
    return response


def ruling_part(
    request: HttpRequest, case: Case, rights: Rights, *, form: RulingForm | None = None
) -> dict[str, object]:
    """The template context of the evidence and the form of a ruling, blank for the kind in the query string."""
    kind = request.GET.get("kind", "")
    if form is None and rights.rule and kind:
        form = ruling_form(case, kind_of(kind), None, initial=request.GET.dict())
    review = _review(request, case)
    kinds = kinds_shown(
        case.round.match.game,
        chosen=form.ruling if form else None,
        on_paper=case.round.match.on_paper,
        rescores=review.rescores,
        on_appeal=case.state == State.APPEAL_REVIEW,
        replayable=_replayable(case),
    )
    return {
        "case": case,
        "rights": rights,
        "form": form,
        "kinds": kinds,
        "may_still_answer": rights.rule and _may_still_answer(case, timezone.now()),
        "review": review,
        "together": granted_together(
            review.found if isinstance(review, RoundReview) and review.rescores else ()
        ),
    }


@dataclass(frozen=True, slots=True)
class GrantedTogether:
    """Several findings that one ruling of a kind can give; `points` is their sum and `query` fills in the form."""

    points: int
    query: str


def granted_together(findings: Sequence[Found]) -> tuple[GrantedTogether, ...]:
    """The sums of the findings that the same kind of ruling gives, where there are two or more."""
    offered: dict[str, list[Found]] = {}
    for found in findings:
        if found.grants and found.points:
            offered.setdefault(found.grants, []).append(found)
    return tuple(
        GrantedTogether(sum(found.points for found in several), _fields_of(kind, several))
        for kind, several in offered.items()
        if len(several) > 1
    )


def _fields_of(kind: str, several: Sequence[Found]) -> str:
    """The query that fills in a ruling of this kind with the points of these findings, by side."""
    points = Counter[int]()
    for found in several:
        points[found.side] += found.points
    return urlencode({"kind": kind, **{f"points_{side}": points[side] for side in sorted(points)}})


def _may_still_answer(case: Case, now: datetime) -> bool:
    """Whether somebody at the table was asked, has not answered, and has time left."""
    on_appeal = case.state == State.APPEAL_REVIEW
    asked = on_appeal or case.answers_asked_at is not None
    if not asked or case.deadline is None or now > case.deadline:
        return False
    began = {case.appealed_by_id} if on_appeal else set(complainants(case))
    answered = {each.player_id for each in case.answers.all() if each.on_appeal == on_appeal}
    return bool(sitting(case.round.match_id) - began - answered)


def _replayable(case: Case) -> bool:
    """Whether this case can order a replay: once, in games where one round can be a match."""
    alone = options_alone(case.round.match, number=case.round.number)
    return alone is not None and all(ruling.kind != RulingKind.REPLAY for ruling in case.rulings.all())


def _review(request: HttpRequest, case: Case) -> RoundReview | PaperReview:
    """The evidence, starting at the card in the query string, else at the disputed one."""
    match, number = case.round.match, case.round.number
    if match.on_paper:
        return paper_review(match, number=number)
    card = whole_number(request.GET.get("card", str(case.moment or 0)))
    if card is None:
        raise TableRefused(TableRefusal.NO_SUCH_CARD)
    return round_review(match, number=number, card=card, with_absences=True)


def kind_of(value: str) -> RulingKind:
    """The kind of ruling a form names. Refuses unreadable."""
    try:
        return RulingKind(value)
    except ValueError as error:
        raise DisputeRefused(DisputeRefusal.UNREADABLE) from error


def ruling_form(
    case: Case, kind: RulingKind, data: QueryDict | None, initial: dict[str, str] | None = None
) -> RulingForm:
    """The form of a ruling of this kind, with the sides and players of the case and the rules of its game. The facts of
    a round are filled in as they are on the sheet, for the arbiter to change."""
    people, game = people_in(case.round), case.round.match.game
    facts: tuple[SheetField, ...] = ()
    if kind is RulingKind.FACTS:
        facts = facts_asked(case.round.match)
        initial = initial_facts(facts_written(case.round)) | (initial or {})
    return RulingForm(
        data,
        game=game,
        kind=kind,
        sides=people.sides,
        names=people.names,
        rules=named_rules.offered(game, about=case.kind, ruling=kind),
        facts=facts,
        columns=people.columns,
        initial=initial or {},
    )
