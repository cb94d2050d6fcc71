"""The form of the settings for notices."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.message_models.notices import MAILED_KINDS
from accounts.models import Player


class NoticeSettingsForm(forms.ModelForm):
    """Whether notices are mailed and of which kinds, and the quiet hours."""

    mail_kinds = forms.MultipleChoiceField(
        label=_("Mail me about"),
        choices=[(kind.value, kind.label) for kind in MAILED_KINDS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    field_order = ["mail_notices", "mail_kinds", "quiet_from", "quiet_until"]

    class Meta:
        model = Player
        fields = ("mail_notices", "quiet_from", "quiet_until")
        widgets = {
            name: forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
            for name in ("quiet_from", "quiet_until")
        }

    def __init__(self, *args: Any, instance: Player, **kwargs: Any) -> None:
        wanted = [kind.value for kind in MAILED_KINDS if kind not in instance.mail_kinds_off]
        super().__init__(*args, instance=instance, initial={"mail_kinds": wanted}, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours with only one of the two times."""
        cleaned = super().clean() or {}
        if not self.errors and (cleaned["quiet_from"] is None) != (cleaned["quiet_until"] is None):
            self.add_error("quiet_until", _("Give both times, or none."))
        return cleaned

    def save(self, commit: bool = True) -> Player:
        """Save the settings; a kind that was not ticked is switched off."""
        wanted = self.cleaned_data["mail_kinds"]
        self.instance.mail_kinds_off = [kind.value for kind in MAILED_KINDS if kind not in wanted]
        return super().save(commit)
