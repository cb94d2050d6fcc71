"""What a secretary fills in about a member."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import NAME_FIELD
from accounts.models import Club, Player


class NamesForm(forms.Form):
    """A member's names, put right."""

    nickname = forms.CharField(**NAME_FIELD)
    first_name = forms.CharField(label=_("First name"), max_length=150, required=False)
    last_name = forms.CharField(label=_("Last name"), max_length=150, required=False)

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        names = {name: getattr(player, name) for name in ("nickname", "first_name", "last_name")}
        super().__init__(*args, initial=names, **kwargs)
        self.fields["nickname"].label = _("Name at the table")


class MergeForm(forms.Form):
    """Which member is this one once more."""

    double = forms.ModelChoiceField(
        label=_("The double entry"), queryset=Player.objects.none(), empty_label=_("choose a member")
    )
    sure = forms.BooleanField(label=_("It is one person, I am sure"), help_text=_("This cannot be undone."))

    def __init__(self, *args: Any, club: Club, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Player.objects.filter(memberships__club=club).exclude(pk=player.pk)
        self.fields["double"].queryset = others.order_by("nickname")  # type: ignore[attr-defined]
        self.fields["double"].label_from_instance = lambda each: (  # type: ignore[attr-defined]
            f"{each.nickname} ({each.get_full_name()})" if each.get_full_name() else each.nickname
        )
