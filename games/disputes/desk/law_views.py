"""A club's case law and the numbers of its disputes, for its members."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.clubs.permissions import Right, may
from accounts.models import Club
from games.disputes import case_law
from games.disputes.filing.access import refusal_pages


class LawForm(forms.Form):
    """The words and the subject to search a club's rulings for."""

    words = forms.CharField(label=_("Words"), required=False, max_length=80)
    subject = forms.ChoiceField(label=_("About"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["subject"].choices = [("", _("everything")), *case_law.subjects_offered()]


@require_safe
@refusal_pages
def club_rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """The final rulings of a club without names, searchable, with statistics; for members and judges."""
    club = get_object_or_404(Club, slug=slug)
    if not may(player=request.user, club=club, right=Right.PLAY):
        raise Http404
    form = LawForm(request.GET or None)
    wanted = form.cleaned_data if form.is_bound and form.is_valid() else {}
    page = {
        "club": club,
        "form": form,
        "decided": case_law.decided_cases(
            club, subject=wanted.get("subject", ""), words=wanted.get("words", "")
        ),
        "numbers": case_law.statistics(club),
    }
    return render(request, "disputes/desk/law.html", page)
