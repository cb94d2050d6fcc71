"""Forms of push devices."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.message_models.devices import ENDPOINT_LENGTH
from accounts.models import NoticeKind, PushDevice


class SubscriptionForm(forms.Form):
    """The subscription of a browser; the script of the page fills it in."""

    endpoint = forms.CharField(max_length=ENDPOINT_LENGTH)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)


class RenewalForm(SubscriptionForm):
    """The new subscription of a browser, with the address and the secret of the old one as proof."""

    old_endpoint = forms.CharField(max_length=ENDPOINT_LENGTH)
    old_auth = forms.CharField(max_length=40)


class DeviceForm(forms.Form):
    """The kinds a device wants, and whether with details."""

    kinds = forms.MultipleChoiceField(
        label=_("Tell this device"),
        choices=NoticeKind.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    with_details = forms.BooleanField(
        label=_("With names, scores and what it is about"),
        help_text=_("Anybody who sees the locked screen can read it."),
        required=False,
    )

    def __init__(self, *args: Any, device: PushDevice, **kwargs: Any) -> None:
        wanted = [kind for kind in NoticeKind.values if kind not in device.kinds_off]
        given = {"kinds": wanted, "with_details": device.with_details}
        super().__init__(*args, initial=given, prefix=f"device-{device.pk}", **kwargs)
        self.device = device
