"""The arbiter's desk: open cases, a case with its preview and ruling, the cases of a club."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import AccountRefused
from accounts.members import Right, entries_among, may, set_role
from accounts.models import Club, Membership, Player, PlayerKind, Role
from accounts.names import whole_number
from games.disputes import access, conduct, labels, queries, services
from games.disputes.access import Rights, askable, seated_players
from games.disputes.decorators import answer_refusals, of_case
from games.disputes.display import case_display, other_cases, people_in, sheet_displays, why_not_take
from games.disputes.effects import RulingKind
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.forms import DeadlinesForm, QueueForm, WordsForm
from games.disputes.labels import (
    effect_in_words,
    facts_asked,
    facts_in_words,
    facts_written,
    kind_help,
    kind_name,
    lines_in_words,
)
from games.disputes.models import Case, State
from games.disputes.ruling_form import RulingForm, grant_choices, initial_facts, kind_choices, suggestions_of
from games.engine.club import SheetField
from games.league.evenings.deal_changes import ruled_deal
from games.league.queries import sheet_photo
from games.refusals import CODE_HEADER, form_page
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Round, Seat
from games.table.log.paper_entries import TOGETHER
from games.table.review.closed_round import RoundReview, round_review, talk_of_round
from games.table.review.paper_round import PaperReview, paper_review
from games.table.screen.narration import People
from games.table.screen.rule_card import rule_card
from games.table.services import options_alone
from games.table.shared_deals import note_deals_seen

View = Callable[..., HttpResponse]


def of_desk(view: View) -> View:
    """As `of_case`, for those who may see the evidence. Refuses sat_there, own_result, not_allowed."""

    @of_case
    @wraps(view)
    def at_desk(request: HttpRequest, case: Case, rights: Rights, **kwargs: Any) -> HttpResponse:
        if not rights.see_evidence:
            if request.user.pk in access.players_ever_seated(case.round.match_id):
                raise DisputeRefused(DisputeRefusal.SAT_THERE)
            own = request.user.pk in access.parties_of(case.round.match_id)
            raise DisputeRefused(DisputeRefusal.OWN_RESULT if own else DisputeRefusal.NOT_ALLOWED)
        return view(request, case=case, rights=rights, **kwargs)

    return at_desk


# The page of a case at the arbiter's desk, shared by the views of the case and of its ruling.

MAX_TRAIL_LINES: Final = 50


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
    match, number, shown = case.round.match, case.round.number, case_display(case)
    page = {
        **ruling_part(request, case, rights, form=form),
        "shown": shown,
        "others": other_cases(queries.others_about_the_round(case), shown),
        "why_not": why_not_take(rights),
        "match": match,
        "asked": case.moment,
        "photo": sheet_photo(match.pk, request.user) if match.on_paper else None,
        "talk": talk_of_round(match, number),
        "rules": rule_card(match.game, match.options, on_paper=match.on_paper),
        "earlier": queries.earlier_cases(case, reader=request.user),
        "cards": conduct.counting_cards(club=case.club_id, players=seated_players(match.pk))
        if case.club_id
        else (),
        "trail": queries.trail(reader=request.user, case=case.pk)[:MAX_TRAIL_LINES],
        "reject": reject or WordsForm(auto_id="reject_%s"),
    }
    is_sent = form is not None or reject is not None
    return form_page(request, "disputes/desk/case.html", page, refused=refused, is_sent=is_sent)


def ruling_part(
    request: HttpRequest, case: Case, rights: Rights, *, form: RulingForm | None = None
) -> dict[str, object]:
    """The template context of the evidence and the form of a ruling, blank for the kind in the query string. Where
    nobody named a moment, the look back begins at the first finding that the case is about.
    """
    kind = request.GET.get("kind", "")
    if form is None and rights.rule and kind:
        form = ruling_form(case, kind_of(kind), None, initial=request.GET.dict())
    review = _review(request, case)
    suggested = suggestions_of(case, review)
    if isinstance(review, RoundReview) and suggested.claimed and not ("card" in request.GET or case.moment):
        review = replace(review, card=suggested.claimed[0].card)
    grants = grant_choices(suggested, form)
    kinds = kind_choices(
        case.round.match,
        chosen=form.ruling if form and not any(each.chosen for each in grants) else None,
        rescores=review.rescores,
        on_appeal=case.state == State.APPEAL_REVIEW,
        replayable=_replayable(case),
        has_average=_has_average(case),
    )
    return {
        "case": case,
        "rights": rights,
        "form": form,
        "grants": grants,
        "kinds": kinds,
        "whom": _whom_to_ask(case) if rights.ask else (),
        "may_still_answer": _names_to_answer(case, timezone.now()) if rights.rule else (),
        "review": review,
        "suggested": suggested,
        "is_right": isinstance(review, RoundReview) and all(check.right for check in review.checks),
    }


def _names_to_answer(case: Case, now: datetime) -> tuple[str, ...]:
    """Those at the table who were asked, have not answered, and have time left, by seat."""
    on_appeal = case.state == State.APPEAL_REVIEW
    asked_all = on_appeal or case.answers_asked_at is not None
    asked_alone = {each.player_id for each in case.questions.all()}
    if not (asked_all or asked_alone) or case.deadline is None or now > case.deadline:
        return ()
    began = {case.appealed_by_id} if on_appeal else set(case.complainants)
    answered = {each.player_id for each in case.answers.all() if each.on_appeal == on_appeal}
    waited_for = seated_players(case.round.match_id) - began - answered
    if not asked_all:
        waited_for &= asked_alone
    seats = Seat.objects.filter(match=case.round.match_id, player__in=waited_for).select_related("player")
    return tuple(seat.player.nickname for seat in seats.order_by("number"))


def _whom_to_ask(case: Case) -> tuple[tuple[str, str], ...]:
    """Who can be asked alone: keys and names, each side of two first, then each player by seat."""
    able = askable(case)
    seats = {
        seat.number: seat.player
        for seat in Seat.objects.filter(match=case.round.match_id).select_related("player").order_by("number")
        if seat.player_id in able
    }
    columns = people_in(case.round).column_seats
    sides = [[seats[seat] for seat in column if seat in seats] for column in columns]
    groups = [side for side in sides if len(side) > 1] + [[player] for player in seats.values()]
    return tuple(
        (" ".join(f"{player.pk}" for player in group), " – ".join(player.nickname for player in group))
        for group in groups
    )


def _replayable(case: Case) -> bool:
    """Whether this case can order a replay: once, in games where one round can be a match."""
    alone = options_alone(case.round.match, number=case.round.number)
    return alone is not None and all(ruling.kind != RulingKind.REPLAY for ruling in case.rulings.all())


def _has_average(case: Case) -> bool:
    """Whether another round of the match counts, from which an average can be taken."""
    others = case.round.match.rounds.exclude(pk=case.round_id)
    return others.filter(status__in=Round.COUNTING).exists()


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
    a round, and the result in place of another, are filled in as they are on the sheet, for the arbiter to change."""
    people, game = people_in(case.round), case.round.match.game
    facts: tuple[SheetField, ...] = ()
    if kind is RulingKind.FACTS:
        facts = facts_asked(case.round.match)
        initial = initial_facts(facts_written(case.round)) | (initial or {})
    if kind is RulingKind.ASSIGNED:
        initial = _result_now(case.round) | (initial or {})
    return RulingForm(
        data,
        game=game,
        kind=kind,
        sides=people.sides,
        names=people.names,
        rules=labels.offered_rules(game, about=case.kind, ruling=kind),
        facts=facts,
        columns=people.columns,
        cards_tell=not case.round.match.on_paper,
        has_average=_has_average(case),
        initial=initial or {},
    )


def _result_now(round_: Round) -> dict[str, Any]:
    """The initial values of the fields of a result: what each side of the round has on the sheet now."""
    sides, points = round_.result["sides"], round_.points
    return {f"points_{side}": points[sides.index(side)] for side in sorted(set(sides))}


# The arbiter's desk: the queue, and taking, asking about, returning and rejecting a case.

CASES_A_PAGE: Final = 50


@require_safe
@answer_refusals
def desk(request: HttpRequest) -> HttpResponse:
    """The open calls of tables, then the cases that wait, oldest first; filtered by state, club and age. Cases about
    the arbiter's own rounds stand there as far as the players know of them, else as the round alone."""
    clubs = queries.clubs_judged_by(request.user)
    if not (clubs or request.user.is_staff):
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    offered = [(club.pk, club.name) for club in clubs]
    if request.user.is_staff:
        offered.append((0, gettext("friendly matches")))
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
        at_most=CASES_A_PAGE + 1,
        after=after,
    )
    page = {
        "form": form,
        "calls": queries.open_calls(arbiter=request.user),
        "answered": queries.answered_calls(arbiter=request.user, since=_start_of_today()),
        "rows": rows[:CASES_A_PAGE],
        "looked_at": queries.rounds_looked_at(request.user),
        "replays": queries.waiting_replays(arbiter=request.user),
        "clubs": clubs,
        "more": after + CASES_A_PAGE if len(rows) > CASES_A_PAGE else None,
    }
    return render(request, "disputes/desk/desk.html", page)


def _start_of_today() -> datetime:
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)


@require_POST
@answer_refusals
def call_answer(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the call of a table."""
    services.answer_call(
        code=code, arbiter=request.user, text=request.POST.get("text", ""), now=timezone.now()
    )
    messages.success(request, gettext("The table reads your answer."))
    return redirect(f"{reverse('disputes:desk')}#calls")


@require_safe
@of_desk
def desk_case(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """A case with its evidence, and the form of a ruling for the arbiter who took it. Who reads it has seen its deals,
    and plays them at no other table."""
    note_deals_seen(match=case.round.match, player=request.user)
    return desk_page(request, case, rights)


@require_POST
@of_desk
def case_take(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Take a case, or its appeal."""
    services.take_case(case_id=case.pk, arbiter=request.user, now=timezone.now())
    return redirect("disputes:desk_case", case.pk)


@require_POST
@of_desk
def case_ask(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Ask the other players what they saw, or those that `whom` names by their keys."""
    players = [whole_number(key) for key in request.POST.get("whom", "").split()]
    if not all(players):  # no player's key: nobody is asked, least of all everybody
        raise DisputeRefused(DisputeRefusal.UNREADABLE)
    services.ask_for_answers(
        case_id=case.pk, arbiter=request.user, now=timezone.now(), players=[key for key in players if key]
    )
    messages.success(
        request,
        ngettext("The player is asked.", "The players are asked what they saw.", len(players) or 2),
    )
    return redirect("disputes:desk_case", case.pk)


@require_POST
@of_desk
def case_give_back(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Give a case back to the queue."""
    services.give_back(case_id=case.pk, arbiter=request.user, now=timezone.now())
    messages.success(request, gettext("Somebody else can take the case now."))
    return redirect("disputes:desk")


@require_POST
@of_desk
def case_give_up_replay(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Take a case whose replay is not played, to rule again."""
    services.give_up_replay(case_id=case.pk, arbiter=request.user, now=timezone.now())
    messages.success(request, gettext("The round is not played again. Rule on it now."))
    return redirect(f"{reverse('disputes:desk_case', args=[case.pk])}#ruling")


@require_POST
@of_desk
def case_reject(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Reject a case with a reason."""
    form = WordsForm(request.POST, auto_id="reject_%s")
    if not form.is_valid():
        return desk_page(request, case, rights, reject=form)
    services.reject(
        case_id=case.pk, arbiter=request.user, reason=form.cleaned_data["text"], now=timezone.now()
    )
    messages.success(request, gettext("The case is closed. Everybody concerned is told."))
    return redirect("disputes:desk_case", case.pk)


# The form of a ruling, the preview of its effect, and its confirmation.


@require_safe
@of_desk
def ruling_fields(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """The form of a ruling for a chosen kind, with values from the query string."""
    return render(request, "disputes/desk/_ruling.html", ruling_part(request, case, rights))


@require_POST
@of_desk
def ruling_preview(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Show the effect of a ruling on the sheet and the standings, before and after. Writes nothing."""
    form = ruling_form(case, kind_of(request.POST.get("kind", "")), request.POST)
    if not form.is_valid():
        return desk_page(request, case, rights, form=form)
    try:
        preview = services.preview(case_id=case.pk, arbiter=request.user, wanted=form.ruling_request())
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
    now, wanted = timezone.now(), form.ruling_request()
    preview = services.preview(case_id=case.pk, arbiter=request.user, wanted=wanted)
    if request.POST.get("seen") != digest_of(preview):
        return _preview_page(request, case, form, preview, changed=True)
    try:
        services.give_ruling(
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
    messages.success(request, gettext("The ruling stands. Everybody concerned is told."))
    return redirect("disputes:desk_case", case.pk)


def digest_of(preview: services.Preview) -> str:
    """A digest of what the ruling would change, to see on confirmation that it would still change the same.

    Of the standings the rows it moves, without their totals: while others play on, those change with every round.
    """
    table = preview.standings
    moved = table and (
        table.title,
        table.finished,
        [(row.name, row.moved, row.gained) for row in table.changed],
    )
    shown = repr((preview.effect.as_json(), preview.totals_before, preview.totals_after, moved))
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
    shown, match, chosen = case_display(case), case.round.match, form.cleaned_data["rule_chosen"]
    page = {
        "case": case,
        "shown": shown,
        "form": form,
        "rule": labels.citation(match.game, chosen) if chosen else form.cleaned_data["rule"],
        "preview": preview,
        "sheets": sheet_displays(preview, shown.people),
        "by_totals": TOGETHER in (case.round.result or {}).get("facts", {}),
        "others": other_cases(queries.others_about_the_round(case), shown),
        "kind": kind_name(form.ruling, match.game, on_appeal=on_appeal),
        "help": kind_help(form.ruling, on_appeal=on_appeal),
        "corrected": _corrected_facts(case, form, shown.people),
        "effect": effect_in_words(preview.effect.as_json(), shown.people, match.game),
        "counts": shown.people.by_column(preview.after),
        "round_counts": zip(
            shown.people.columns,
            shown.people.by_column(preview.before),
            shown.people.by_column(preview.after),
            strict=True,
        ),
        "lines": lines_in_words(preview.effect.as_json(), preview.after, shown.people, match.game),
        "deal": ruled_deal(match.pk, preview.number, points=preview.after, void=preview.effect.void),
        "seen": digest_of(preview),
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


def _corrected_facts(case: Case, form: RulingForm, people: People) -> tuple[str, ...]:
    """The facts that the ruling changes, a line each; () for kinds without facts."""
    if form.ruling is not RulingKind.FACTS:
        return ()
    return facts_in_words(case.round, form.ruling_request().facts, people.columns)


# A club's page of disputed rounds: open cases, members who could be arbiter of one that waits, the deadlines.


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
def club_deadlines(request: HttpRequest, slug: str) -> HttpResponse:
    """The open cases of a club as far as the reader may know of them, and its deadlines, for those who run its
    evenings. Its arbiters are sent on to their desk."""
    club = _club_for(request, slug, Right.SEE)
    if not may(player=request.user, club=club, right=Right.RUN_EVENING):
        if request.method != "POST" and access.is_judge(request.user, club):
            return redirect("disputes:desk")
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    names = ("filing_hours", "answer_hours", "appeal_days")
    form = DeadlinesForm(
        request.POST if request.method == "POST" else None,
        initial={name: getattr(club, name) for name in names},
    )
    if form.is_valid():
        services.set_deadlines(club=club, player=request.user, now=timezone.now(), **form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect("league:club", club.slug)
    rows, unseen = queries.open_cases_of(club, reader=request.user, now=timezone.now())
    stuck = queries.without_arbiter(club)
    sets_roles = may(player=request.user, club=club, right=Right.SET_ROLES)
    arbiters = club.memberships.filter(role=Role.ARBITER).select_related("player")
    page = {
        "club": club,
        "form": form,
        "rows": rows,
        "unseen": unseen,
        "stuck": stuck,
        "appeals": club.cases.filter(state=State.RULED, deadline__gt=timezone.now()).order_by("deadline"),
        "arbiters": [each.player.nickname for each in arbiters.order_by("player__nickname_sort")],
        "sets_roles": sets_roles,
        "candidates": _candidates(stuck, request.user) if stuck and sets_roles else (),
    }
    return render(request, "disputes/desk/deadlines.html", page, status=422 if form.is_bound else 200)


@require_POST
@answer_refusals
def club_arbiter(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a member an arbiter, for owners."""
    club = _club_for(request, slug, Right.SET_ROLES)
    key = whole_number(request.POST.get("player", ""))
    named = get_object_or_404(club.memberships.select_related("player"), player=key, role=Role.MEMBER).player
    try:
        set_role(club=club, player=named, role=Role.ARBITER, actor=request.user, now=timezone.now())
    except AccountRefused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, gettext("%(name)s is an arbiter now.") % {"name": named.nickname})
    return redirect(f"{reverse('disputes:club_deadlines', args=[club.slug])}#arbiter")


def _club_for(request: HttpRequest, slug: str, right: Right) -> Club:
    """The club, for a reader with `right`. Raises Http404, refuses not_allowed."""
    club = get_object_or_404(Club, slug=slug)
    if not may(player=request.user, club=club, right=Right.SEE):
        raise Http404
    if not may(player=request.user, club=club, right=right):
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    return club


def _candidates(case: Case, reader: Player) -> tuple[Player, ...]:
    """The members who can sign in and could decide the case as its arbiter, by name. A mail address is enough for it.

    Readers whose own result it is and who are not told yet get those of the table too: the names left out would tell
    them of it.
    """
    own = access.parties_of(case.round.match_id)
    left_out = set() if reader.pk in own and not access.knows(reader, case) else own | {case.arbiter_id}
    found = Membership.objects.filter(
        club=case.club_id, role=Role.MEMBER, player__is_active=True, player__kind=PlayerKind.PERSON
    )
    players = [each.player for each in found.select_related("player").order_by("player__nickname_sort")]
    left_out |= entries_among(player.pk for player in players if not player.email)
    return tuple(player for player in players if player.pk not in left_out)
