"""The form of a ruling, the preview of its effect, and its confirmation."""

from __future__ import annotations

import hashlib
import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.disputes import named_rules, queries, services
from games.disputes.access import Rights
from games.disputes.desk.desk_pages import desk_page, kind_of, ruling_form, ruling_part
from games.disputes.desk.ruling_form import RulingForm
from games.disputes.display import (
    case_shown,
    others_shown,
    sheets_shown,
)
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.filing.access import of_desk
from games.disputes.labels import effect_in_words, facts_in_words, kind_help, kind_name
from games.disputes.models import Case, State
from games.disputes.ruling_kinds import RulingKind
from games.kit.refusals import CODE_HEADER
from games.table.screen.narration import People


@require_safe
@of_desk
def ruling_fields(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """The form of a ruling for a chosen kind, with values from the query string."""
    return render(request, "disputes/desk/_ruling.html", ruling_part(request, case, rights))


@require_POST
@of_desk
def ruling_preview(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Show the effect of a ruling on the sheet and the league tables, before and after. Writes nothing."""
    form = ruling_form(case, kind_of(request.POST.get("kind", "")), request.POST)
    if not form.is_valid():
        return desk_page(request, case, rights, form=form)
    try:
        preview = services.preview(
            case_id=case.pk, arbiter=request.user, wanted=form.wanted(), now=timezone.now()
        )
    except DisputeRefused as refused:
        return desk_page(request, case, rights, form=form, refused=refused)
    return _preview_page(request, case, form, preview)


@require_POST
@of_desk
def ruling_confirm(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Rule if the effect is still the previewed one; otherwise show a new preview."""
    form = ruling_form(case, kind_of(request.POST.get("kind", "")), request.POST)
    if not form.is_valid():
        return desk_page(request, case, rights, form=form)
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
    return redirect("disputes:desk_case", case.pk)


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
    on_appeal = case.state == State.APPEAL_REVIEW
    shown, match, chosen = case_shown(case), case.round.match, form.cleaned_data["rule_chosen"]
    page = {
        "case": case,
        "shown": shown,
        "form": form,
        "rule": named_rules.chosen(match.game, chosen) if chosen else form.cleaned_data["rule"],
        "preview": preview,
        "sheets": sheets_shown(preview, shown.people),
        "others": others_shown(queries.others_about_the_round(case), shown),
        "kind": kind_name(form.ruling, match.game, on_appeal=on_appeal),
        "help": kind_help(form.ruling, on_appeal=on_appeal),
        "corrected": _corrected(case, form, shown.people),
        "effect": effect_in_words(preview.effect.as_json(), shown.people, match.game),
        "seen": seal_of(preview),
        "changed": changed,
        "refused": refused,
    }
    response = render(
        request,
        "disputes/desk/preview.html",
        page,
        status=409 if changed else refused.status if refused else 200,
    )
    if refused:
        response[CODE_HEADER] = refused.code
    return response


def _corrected(case: Case, form: RulingForm, people: People) -> tuple[str, ...]:
    """The facts that the ruling changes, a line each; () for kinds without facts."""
    if form.ruling is not RulingKind.FACTS:
        return ()
    return facts_in_words(case.round, form.wanted().facts, people.columns)
