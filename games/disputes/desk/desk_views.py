"""The arbiter's desk: the queue, a case with its evidence, the ruling and its preview."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.numbers import whole_number
from games.disputes import named_rules, queries, services
from games.disputes.access import Rights
from games.disputes.display import (
    case_shown,
    kinds_shown,
    others_shown,
    people_in,
    sheets_shown,
    why_not_take,
)
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.filing.access import CODE_HEADER, of_desk, refusal_pages
from games.disputes.forms import QueueForm, RulingForm, WordsForm
from games.disputes.labels import effect_in_words, kind_help, kind_name
from games.disputes.models import Case, State
from games.disputes.rulings import RulingKind
from games.table.log.errors import TableRefusal, TableRefused
from games.table.review.closed_round import RoundReview, round_review, talk_of_round
from games.table.review.paper_review import PaperReview, paper_review
from games.table.screen.rule_card import rule_card
from games.table.services import options_alone

PAGE: Final = 50
TRAIL_SHOWN: Final = 50


@require_safe
@refusal_pages
def desk(request: HttpRequest) -> HttpResponse:
    """The cases that wait for an arbiter, oldest first; filtered by state, club and age."""
    clubs = queries.clubs_judged_by(request.user)
    if not (clubs or request.user.is_staff):
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    offered = [(club.pk, club.name) for club in clubs]
    if request.user.is_staff:
        offered.append((0, _("friendly matches")))
    form = QueueForm(request.GET or None, clubs=offered)
    wanted = form.cleaned_data if form.is_bound and form.is_valid() else {}
    after = whole_number(request.GET.get("after", "")) or 0
    age = wanted.get("age")
    rows = queries.queue(
        arbiter=request.user,
        now=timezone.now(),
        states=[wanted["state"]] if wanted.get("state") else (),
        club=wanted.get("club"),
        older_than=timedelta(days=age) if age else None,
        at_most=PAGE + 1,
        after=after,
    )
    page = {
        "form": form,
        "rows": rows[:PAGE],
        "counts": queries.queue_counts(arbiter=request.user),
        "replays": queries.waiting_replays(arbiter=request.user),
        "more": after + PAGE if len(rows) > PAGE else None,
    }
    return render(request, "disputes/desk.html", page)


@require_safe
@of_desk
def desk_case(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """A case with its evidence, and the form of a ruling for the arbiter who took it."""
    return _desk_page(request, case, rights)


@require_safe
@of_desk
def ruling_fields(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """The form of a ruling for a chosen kind, with values from the query string."""
    return render(request, "disputes/_ruling.html", _ruling_part(request, case, rights))


@require_POST
@of_desk
def case_take(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Take a case, or its appeal."""
    services.take_case(case_id=case.pk, arbiter=request.user, now=timezone.now())
    return redirect("desk_case", case.pk)


@require_POST
@of_desk
def case_give_back(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Give a case back to the queue."""
    services.give_back(case_id=case.pk, arbiter=request.user, now=timezone.now())
    messages.success(request, _("Somebody else can take the case now."))
    return redirect("desk")


@require_POST
@of_desk
def case_give_up_replay(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Take a case whose replay is not played, to rule again."""
    services.give_up_replay(case_id=case.pk, arbiter=request.user, now=timezone.now())
    messages.success(request, _("The round is not played again. Rule on it now."))
    return redirect(f"{reverse('desk_case', args=[case.pk])}#ruling")


@require_POST
@of_desk
def case_reject(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Reject a case with a reason."""
    form = WordsForm(request.POST, auto_id="reject_%s")
    if not form.is_valid():
        return _desk_page(request, case, rights, reject=form)
    services.reject(
        case_id=case.pk, arbiter=request.user, reason=form.cleaned_data["text"], now=timezone.now()
    )
    messages.success(request, _("The case is closed. Everybody concerned is told."))
    return redirect("desk_case", case.pk)


@require_POST
@of_desk
def ruling_preview(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Show the effect of a ruling on the sheet and the league tables, before and after. Writes nothing."""
    form = _ruling_form(case, _kind(request.POST.get("kind", "")), request.POST)
    if not form.is_valid():
        return _desk_page(request, case, rights, form=form)
    try:
        preview = services.preview(
            case_id=case.pk, arbiter=request.user, wanted=form.wanted(), now=timezone.now()
        )
    except DisputeRefused as refused:
        return _desk_page(request, case, rights, form=form, refused=refused)
    return _preview_page(request, case, form, preview)


@require_POST
@of_desk
def ruling_confirm(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Rule if the effect is still the previewed one; otherwise show a new preview."""
    form = _ruling_form(case, _kind(request.POST.get("kind", "")), request.POST)
    if not form.is_valid():
        return _desk_page(request, case, rights, form=form)
    now, wanted = timezone.now(), form.wanted()
    preview = services.preview(case_id=case.pk, arbiter=request.user, wanted=wanted, now=now)
    if request.POST.get("seen") != seal_of(preview):
        return _preview_page(request, case, form, preview, changed=True)
    try:
        services.rule(
            case_id=case.pk,
            arbiter=request.user,
            wanted=wanted,
            reason=form.cleaned_data["reason"],
            rule=form.cleaned_data["rule"],
            rule_chosen=form.cleaned_data["rule_chosen"],
            now=now,
            confirmed_finished=request.POST.get("finished") == "on",
        )
    except DisputeRefused as refused:
        if refused.code != DisputeRefusal.SEASON_FINISHED:
            raise
        return _preview_page(request, case, form, preview, refused=refused)
    messages.success(request, _("The ruling stands. Everybody concerned is told."))
    return redirect("desk_case", case.pk)


def seal_of(preview: services.Preview) -> str:
    """A digest of a preview, to detect a changed effect on confirmation."""
    shown = json.dumps([preview.effect.as_json(), preview.totals_before, preview.totals_after])
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def _preview_page(
    request: HttpRequest,
    case: Case,
    form: RulingForm,
    preview: services.Preview,
    *,
    changed: bool = False,
    refused: DisputeRefused | None = None,
) -> HttpResponse:
    shown, match, chosen = case_shown(case), case.round.match, form.cleaned_data["rule_chosen"]
    page = {
        "case": case,
        "shown": shown,
        "form": form,
        "rule": named_rules.chosen(match.game, chosen) if chosen else form.cleaned_data["rule"],
        "preview": preview,
        "sheets": sheets_shown(preview, shown.people),
        "others": others_shown(queries.others_about_the_round(case), shown),
        "kind": kind_name(form.ruling),
        "help": kind_help(form.ruling),
        "effect": effect_in_words(preview.effect.as_json(), shown.people),
        "seen": seal_of(preview),
        "changed": changed,
        "refused": refused,
    }
    response = render(
        request, "disputes/preview.html", page, status=409 if changed else refused.status if refused else 200
    )
    if refused:
        response[CODE_HEADER] = refused.code
    return response


def _desk_page(
    request: HttpRequest,
    case: Case,
    rights: Rights,
    *,
    form: RulingForm | None = None,
    reject: WordsForm | None = None,
    refused: DisputeRefused | None = None,
) -> HttpResponse:
    match, number, shown = case.round.match, case.round.number, case_shown(case)
    page = {
        **_ruling_part(request, case, rights, form=form),
        "shown": shown,
        "others": others_shown(queries.others_about_the_round(case), shown),
        "why_not": why_not_take(rights),
        "match": match,
        "asked": case.moment,
        "talk": talk_of_round(match, number),
        "rules": rule_card(match.game, match.options),
        "earlier": queries.earlier_cases(case),
        "trail": queries.trail(reader=request.user, case=case.pk)[:TRAIL_SHOWN],
        "reject": reject or WordsForm(auto_id="reject_%s"),
        "refused": refused,
    }
    status = refused.status if refused else 422 if form or reject else 200
    response = render(request, "disputes/desk_case.html", page, status=status)
    if refused:
        response[CODE_HEADER] = refused.code
    return response


def _ruling_part(
    request: HttpRequest, case: Case, rights: Rights, *, form: RulingForm | None = None
) -> dict[str, object]:
    kind = request.GET.get("kind", "")
    if form is None and rights.rule and kind:
        form = _ruling_form(case, _kind(kind), None, initial=request.GET.dict())
    review = _review(request, case)
    kinds = kinds_shown(
        chosen=form.ruling if form else None,
        on_paper=case.round.match.on_paper,
        on_appeal=case.state == State.APPEAL_REVIEW,
        rescored=review.rescores,
        replayable=_replayable(case),
    )
    return {"case": case, "rights": rights, "form": form, "kinds": kinds, "review": review}


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


def _kind(value: str) -> RulingKind:
    try:
        return RulingKind(value)
    except ValueError as error:
        raise DisputeRefused(DisputeRefusal.UNREADABLE) from error


def _ruling_form(
    case: Case, kind: RulingKind, data: QueryDict | None, initial: dict[str, str] | None = None
) -> RulingForm:
    people, game = people_in(case.round), case.round.match.game
    return RulingForm(
        data,
        kind=kind,
        sides=people.sides,
        names=people.names,
        rules=named_rules.offered(game, about=case.kind, ruling=kind),
        initial=initial or {},
    )
