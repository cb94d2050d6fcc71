"""A club's case law, and its page: final rulings without names, and how many there were of each kind.

With `with_conduct` those about somebody's conduct too, which only arbiters read: in a club everybody guesses the names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.members import Right, may
from accounts.mentions import replace_names
from accounts.models import Club, Membership, Player
from games.disputes import access
from games.disputes.decorators import answer_refusals
from games.disputes.effects import RulingKind
from games.disputes.labels import ruling_name, subject_label, subject_name
from games.disputes.models import ACCUSATIONS, ON_APPEAL, OVER, Case, CaseKind, Ruling, State
from games.table.log.models import Seat

MAX_CASES_READ: Final = 500
"""Newest final cases that are searched and counted."""


@dataclass(frozen=True, slots=True)
class DecidedCase:
    """A final ruling: what it was about, what was ruled by which rule and why, without a name of anybody.

    `upheld` is the first ruling where the appeal let that stand, with its reason in `why_first`; "" else.
    """

    subject: str
    ruling: str
    rule: str
    reason: str
    at: datetime
    on_appeal: bool
    upheld: str = ""
    why_first: str = ""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Numbers of the club's cases: those closed by how, rulings by kind and by subject, most first; `appealed` and
    `changed` on appeal; `days` is the mean time from filing to the last ruling, None without one.
    """

    states: tuple[tuple[str, int], ...]
    kinds: tuple[tuple[str, int], ...]
    subjects: tuple[tuple[str, int], ...]
    appealed: int
    changed: int
    days: float | None


def decided_cases(
    club: Club, *, subject: str = "", words: str = "", with_conduct: bool = False
) -> tuple[DecidedCase, ...]:
    """The final rulings of a club, newest first; of one `subject` (a `CaseKind`), and with `words` in what is shown.

    Of a case that was appealed only the last ruling. Names are left out before the search, so that nobody is found by
    name. Four queries however many cases.
    """
    found = _final(club, with_conduct=with_conduct)
    cases = [case for case in found if not subject or case.kind == subject]
    names = _names(club, cases)
    decided = tuple(_decided_case(case, _last(case), names) for case in cases)
    wanted = words.casefold().split()
    return tuple(each for each in decided if all(word in _text(each) for word in wanted))


def count_not_final(club: Club, *, with_conduct: bool) -> int:
    """The number of the club's ruled cases that an appeal can still change."""
    return _cases_of(club, with_conduct=with_conduct).filter(state__in=(State.RULED, *ON_APPEAL)).count()


def statistics(club: Club, *, with_conduct: bool) -> Statistics:
    """The numbers of the club's closed cases."""
    closed = _cases_of(club, with_conduct=with_conduct).filter(state__in=OVER)
    states = Counter(closed.order_by().values_list("state", flat=True))
    cases = list(_final(club, with_conduct=with_conduct))
    last = [_last(case) for case in cases]
    appeals = [case for case, ruling in zip(cases, last, strict=True) if _is_on_appeal(ruling)]
    waited = sum((ruling.at - case.filed_at for case, ruling in zip(cases, last, strict=True)), timedelta())
    return Statistics(
        states=tuple((str(State(state).label), many) for state, many in states.most_common()),
        kinds=_label_counts(
            ruling_name(ruling, case.round.match.game) for case, ruling in zip(cases, last, strict=True)
        ),
        subjects=_label_counts(subject_name(case) for case in cases),
        appealed=len(appeals),
        changed=sum(len({tuple(each.after) for each in case.rulings.all()}) > 1 for case in appeals),
        days=round(waited / timedelta(days=1) / len(cases), 1) if cases else None,
    )


def subjects_offered(club: Club, *, with_conduct: bool = False) -> list[tuple[str, str]]:
    """Every subject to choose from, as (value, label), under the names of the game where the club has cases of one."""
    games = list(
        Case.objects.filter(club=club).order_by().values_list("round__match__game", flat=True).distinct()
    )
    return [
        (kind, subject_label(kind, games[0]) if len(games) == 1 else str(label))
        for kind, label in CaseKind.choices
        if with_conduct or kind not in ACCUSATIONS
    ]


def _cases_of(club: Club, *, with_conduct: bool) -> QuerySet[Case]:
    found = Case.objects.filter(club=club).exclude(rulings__reason="")  # withheld by the file of a club
    return found if with_conduct else found.exclude(kind__in=ACCUSATIONS)


def _final(club: Club, *, with_conduct: bool) -> QuerySet[Case]:
    cases = _cases_of(club, with_conduct=with_conduct)
    found = cases.filter(state=State.FINAL, rulings__isnull=False).distinct()
    read = found.select_related("round__match").prefetch_related("rulings").order_by("-filed_at", "-pk")
    return read[:MAX_CASES_READ]


def _names(club: Club, cases: Sequence[Case]) -> frozenset[str]:
    """Every name of the club's members and of those who sat at the matches, at the table and in the list."""
    members = Membership.objects.filter(club=club).values_list("player__nickname", "listed_name")
    matches = {case.round.match_id for case in cases}
    sat = Player.objects.filter(pk__in=Seat.objects.filter(match__in=matches).values("player"))
    names = {name for pair in members for name in pair} | set(sat.values_list("nickname", flat=True))
    names |= {first for name in names if len(first := name.split(" ")[0]) > 2}
    return frozenset(name for name in names if name)


def _decided_case(case: Case, ruling: Ruling, names: Collection[str]) -> DecidedCase:
    game = case.round.match.game
    first = _standing(case) if ruling.kind == RulingKind.UPHELD else None
    return DecidedCase(
        subject=subject_name(case),
        ruling=ruling_name(ruling, game),
        rule=ruling.rule,
        reason=_without_names(ruling.reason, names),
        at=ruling.at,
        on_appeal=_is_on_appeal(ruling),
        upheld="" if first is None else ruling_name(first, game),
        why_first="" if first is None else _without_names(first.reason, names),
    )


def _without_names(reason: str, names: Collection[str]) -> str:
    mentioned = [name for name in names if name in reason]
    return replace_names(reason, known_as=mentioned, instead=gettext("a player"))


def _standing(case: Case) -> Ruling | None:
    """The last ruling before the appeal, which stands where it is upheld."""
    return next((each for each in reversed(case.rulings.all()) if each.kind != RulingKind.UPHELD), None)


def _last(case: Case) -> Ruling:
    return list(case.rulings.all())[-1]


def _is_on_appeal(ruling: Ruling) -> bool:
    return ruling.instance == Ruling.Instance.APPEAL


def _text(each: DecidedCase) -> str:
    words = f"{each.subject} {each.ruling} {each.upheld} {each.rule} {each.reason} {each.why_first}"
    return words.casefold()


def _label_counts(labels: Iterable[str]) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(labels).most_common())


class LawForm(forms.Form):
    """The words and the subject to search a club's rulings for."""

    words = forms.CharField(label=_("Words"), required=False, max_length=80)
    subject = forms.ChoiceField(label=_("About"), required=False)

    def __init__(self, *args: Any, club: Club, with_conduct: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = subjects_offered(club, with_conduct=with_conduct)
        self.fields["subject"].choices = [("", _("everything")), *offered]


@require_safe
@answer_refusals
def club_rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """The final rulings of a club without names, searchable, with statistics; for members. Those about somebody's
    conduct are for the judges among them."""
    club = get_object_or_404(Club, slug=slug)
    if not may(player=request.user, club=club, right=Right.PLAY):
        raise Http404
    judges = access.is_judge(request.user, club)
    form = LawForm(request.GET or None, club=club, with_conduct=judges)
    wanted = form.cleaned_data if form.is_bound and form.is_valid() else {}
    page = {
        "club": club,
        "form": form,
        "decided": decided_cases(
            club,
            subject=wanted.get("subject", ""),
            words=wanted.get("words", ""),
            with_conduct=judges,
        ),
        "waiting": count_not_final(club, with_conduct=judges),
        "numbers": statistics(club, with_conduct=judges),
    }
    return render(request, "disputes/desk/law.html", page)
