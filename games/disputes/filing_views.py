"""The pages on which players dispute a round and answer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.names import whole_number
from accounts.sent_forms import do_once
from games.disputes import queries, services
from games.disputes.access import Rights, is_kept_waiting, players_ever_seated, plays_by_the_rules
from games.disputes.decorators import answer_refusals, case_and_rights, error_for, of_case
from games.disputes.display import case_display, questioned_card, why_not_take
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.forms import MAX_CARD_NUMBER, FilingForm, WordsForm
from games.disputes.models import ACCUSATIONS, Case, CaseKind
from games.refusals import form_page
from games.table.log.models import Match, Round

# The players' pages of disputes: file a complaint, see cases, answer, withdraw, settle, appeal.


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
@do_once()
def case_file(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """File a complaint about a closed round; `card` is the disputed card. A refused form stays filled."""
    match, row = _closed_round(request, code, number)
    form = FilingForm(
        request.POST or None,
        match=match,
        initial={"moment": whole_number(request.GET.get("card", ""), most=MAX_CARD_NUMBER)},
    )
    refused = None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            case = services.file_case(
                round_id=row.pk,
                player=request.user,
                kind=CaseKind(data["kind"]),
                text=data["text"],
                moment=data["moment"],
                now=timezone.now(),
            )
        except DisputeRefused as error:
            refused = error
        else:
            messages.success(request, _message_after_asking(case))
            return redirect("disputes:case", case.pk)
    page = {
        "match": match,
        "number": number,
        "played": row,
        "filing": queries.filing_of(player=request.user, round_=row, now=timezone.now()),
        "form": form,
        "plays_by_the_rules": plays_by_the_rules(match),
    }
    return form_page(request, "disputes/file.html", page, refused=refused, is_sent=request.method == "POST")


def _message_after_asking(case: Case) -> str:
    """The message after a complaint. Where the club must name an arbiter first, the page of the case says so."""
    if queries.lacks_an_arbiter(case):
        return gettext("Your question stands. You will be told.")
    return gettext("An arbiter will look at it. You will be told.")


def _closed_round(request: HttpRequest, code: str, number: int) -> tuple[Match, Round]:
    """A closed round of a match of the player. Refuses no_such_round, not_seated, round_running."""
    row = Round.objects.select_related("match").filter(match__code=code, number=number).first()
    if row is None:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_ROUND)
    if request.user.pk not in players_ever_seated(row.match_id):
        raise DisputeRefused(DisputeRefusal.NOT_SEATED)
    if row.status == Round.Status.RUNNING:
        raise DisputeRefused(DisputeRefusal.ROUND_RUNNING)
    return row.match, row


@require_safe
@answer_refusals
def my_cases(request: HttpRequest) -> HttpResponse:
    """The cases about the player's matches, and the rounds an arbiter looks at without having told the player more."""
    page = {
        "rows": queries.my_cases(player=request.user, now=timezone.now()),
        "looked_at": queries.rounds_looked_at(request.user),
    }
    return render(request, "disputes/my_cases.html", page)


@require_safe
@answer_refusals
def case(request: HttpRequest, number: int) -> HttpResponse:
    """A case with complaints, answers, rulings and the actions open to the reader. Those of the table who are not told
    of it yet read that the round is under review, which its points say already; 404 for others.
    """
    case, rights = case_and_rights(request, number)
    if rights.see or rights.see_evidence:
        return _case_page(request, case, rights)
    if is_kept_waiting(request.user, case):
        return render(request, "disputes/under_review.html", {"case": case})
    raise error_for(request.user, case)


@require_POST
@of_case
@do_once()
def case_answer(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Answer a complaint or an appeal."""
    form = WordsForm(request.POST)
    if not form.is_valid():
        return _case_page(request, case, rights, answer=form)
    services.answer(case_id=case.pk, player=request.user, text=form.cleaned_data["text"], now=timezone.now())
    messages.success(request, gettext("Your answer stands with the case."))
    return redirect("disputes:case", case.pk)


@require_POST
@of_case
def case_withdraw(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Withdraw a complaint."""
    services.withdraw(case_id=case.pk, player=request.user, now=timezone.now())
    messages.success(request, gettext("Your complaint is withdrawn."))
    return redirect("disputes:my_cases")


@require_POST
@of_case
def case_settle(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Agree that the round stands."""
    services.agree_to_settle(case_id=case.pk, player=request.user, now=timezone.now())
    messages.success(request, gettext("You agree. When everybody does, the case is settled."))
    return redirect("disputes:case", case.pk)


@require_POST
@of_case
@do_once()
def case_appeal(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Appeal against a ruling."""
    form = WordsForm(request.POST)
    if not form.is_valid():
        return _case_page(request, case, rights, appeal=form)
    services.appeal(case_id=case.pk, player=request.user, text=form.cleaned_data["text"], now=timezone.now())
    if not queries.lacks_an_arbiter(queries.case_of(case.pk)):
        messages.success(request, gettext("Another arbiter will decide."))
    return redirect("disputes:case", case.pk)


@require_POST
@of_case
def case_withdraw_appeal(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Withdraw an appeal."""
    services.withdraw_appeal(case_id=case.pk, player=request.user, now=timezone.now())
    messages.success(request, gettext("Your appeal is withdrawn. The first ruling is final."))
    return redirect("disputes:case", case.pk)


def _case_page(
    request: HttpRequest,
    case: Case,
    rights: Rights,
    *,
    answer: WordsForm | None = None,
    appeal: WordsForm | None = None,
) -> HttpResponse:
    page = {
        "case": case,
        "rights": rights,
        "shown": case_display(case),
        "card": questioned_card(case),
        "sealed_kind": case.kind in ACCUSATIONS,
        "why_not": why_not_take(rights),
        "answer": answer or WordsForm(auto_id="answer_%s"),
        "appeal": appeal or WordsForm(auto_id="appeal_%s"),
    }
    return render(request, "disputes/case.html", page, status=422 if answer or appeal else 200)
