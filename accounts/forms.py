"""Forms for guests, registration and a player's own settings, and the form fields that every room uses."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.device_settings import DEVICE_FIELDS
from accounts.errors import AccountRefusal, AccountRefused
from accounts.models import Player, Sound
from accounts.names import MAX_NICKNAME_LENGTH, tidy_phone, whole_number
from accounts.services import clean_nickname, clean_username, is_generated_username
from accounts.sign_in import has_proved_lately

# Form fields that refuse values the database or the calendar cannot hold; forms use them instead of Django's. Where a
# page begins after a form was refused.

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2999
"""Converting the first or last day of the calendar to another time zone raises OverflowError."""


def validate_year(moment: date) -> None:
    """Raise ValidationError for a date or time outside `FIRST_YEAR` to `LAST_YEAR`."""
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValidationError(
            _("Give a date between the years %(first)s and %(last)s."),
            code="year",
            params={"first": FIRST_YEAR, "last": LAST_YEAR},
        )


class DayField(forms.DateField):
    """A date between `FIRST_YEAR` and `LAST_YEAR`."""

    default_validators = [validate_year]


class MomentField(forms.DateTimeField):
    """A date and time between `FIRST_YEAR` and `LAST_YEAR`."""

    default_validators = [validate_year]


class WordsField(forms.MultipleChoiceField):
    """Several of the choices, kept as one text with a space between them."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> str:
        return " ".join(super().clean(value))


class RowsField(forms.ModelMultipleChoiceField):
    """Several rows by primary key, each with a box to tick. Django's field, unlike that for one row, passes numbers to
    the database that no column holds."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> Any:
        for key in value or ():
            if whole_number(str(key)) is None:
                message = self.error_messages["invalid_pk_value"]
                raise ValidationError(message, code="invalid_pk_value", params={"pk": str(key)[:20]})
        return super().clean(value)


def focus_fault(form: forms.BaseForm) -> None:
    """The page scrolls to the first field with a fault, without a script too."""
    for field in form:
        if field.errors:
            field.field.widget.attrs["autofocus"] = True
            return


# Forms for guests, registration and a player's own settings.

# Longer than a nickname, so that a name that is too long is refused with a sentence, not cut by the browser.
NAME_FIELD = {"max_length": 4 * MAX_NICKNAME_LENGTH, "label": _("Your name at the table")}
MAX_PASSWORD_LENGTH: Final = 1000


class GuestForm(forms.Form):
    """The nickname of a guest."""

    nickname = forms.CharField(
        **NAME_FIELD,
        widget=forms.TextInput(
            attrs={"autocomplete": "nickname", "autocapitalize": "words", "spellcheck": "false"}
        ),
    )

    def clean_nickname(self) -> str:
        """The tidied name; refuses as `clean_nickname`."""
        return clean_nickname(nickname=self.cleaned_data["nickname"])


class RegisterForm(forms.Form):
    """User name, address and password with which a guest gets an account."""

    username = forms.CharField(
        label=_("User name"),
        max_length=Player._meta.get_field("username").max_length,
        help_text=_("For signing in. Nobody at the table sees it."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    email = forms.EmailField(
        label=_("Mail address (may stay empty)"),
        max_length=Player._meta.get_field("email").max_length,
        required=False,
        help_text=_("Only for a forgotten password."),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=MAX_PASSWORD_LENGTH,
        help_text=_("At least 8 characters, not only digits, not a common one."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        """`player` registers; a user name chosen before stands in the form."""
        super().__init__(*args, **kwargs)
        self.player = player
        if not is_generated_username(player.username):
            self.fields["username"].initial = player.username

    def clean_username(self) -> str:
        """The normalised user name; refuses as `clean_username`."""
        return clean_username(username=self.cleaned_data["username"], player=self.player)

    def clean(self) -> dict[str, Any]:
        """Validate the password, also against user name and address."""
        cleaned = super().clean() or {}
        if (password := cleaned.get("password")) is not None:
            somebody = Player(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                validate_password(password, somebody)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned


class LoginForm(AllauthLoginForm):
    """Allauth's form with a label that says what to type."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("User name or e-mail")


class SignupForm(AllauthSignupForm):
    """Allauth's form with the nickname."""

    nickname = forms.CharField(
        **NAME_FIELD, widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"})
    )
    field_order = ["nickname", "username", "email", "password1", "password2"]

    def clean_nickname(self) -> str:
        """The tidied name; refuses as `clean_nickname`."""
        return clean_nickname(nickname=self.cleaned_data["nickname"])


class NicknameForm(forms.Form):
    """A new nickname for a player."""

    nickname = forms.CharField(**NAME_FIELD, widget=forms.TextInput(attrs={"autocomplete": "nickname"}))

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, initial={"nickname": player.nickname}, **kwargs)
        self.player = player

    def clean_nickname(self) -> str:
        """The tidied name; refuses as `clean_nickname`."""
        return clean_nickname(nickname=self.cleaned_data["nickname"], player=self.player)


OWN_FIELDS: Final = ("animal", "first_name", "last_name", "phone", "phone_listed")
"""The fields about the player, which are always shown."""
SETTINGS: Final = (
    (
        _("Language, letters and movement"),
        ("language", "theme", "text_size", "high_contrast", "left_handed", "motion"),
    ),
    (_("The cards"), ("colours", "card_letters", "card_back")),
    (_("Sound and vibration"), ("sound", "volume", "sounds", "vibration", "say_aloud")),
    (_("While playing"), ("confirm_tap", "auto_play_last", "auto_declare", "look_back")),
)
"""The other fields by the heading under which they fold."""


class SettingsForm(forms.ModelForm):
    """Settings of a player, which `services.change_settings` saves."""

    def settings(self) -> dict[str, Any]:
        """What was chosen on a valid form, by field; a field that was not sent has the value it had."""
        return {name: getattr(self.instance, name) for name in self.Meta.fields}


class PreferencesForm(SettingsForm):
    """A player's settings for the look, sound and behaviour of the table."""

    sounds = WordsField(label=_("What is heard"), choices=Sound.choices, required=False)

    class Meta:
        model = Player
        fields = (*OWN_FIELDS, *(name for _heading, names in SETTINGS for name in names))
        help_texts = {"last_name": _("Only the members' lists of your clubs show your real name.")}
        widgets = {
            "phone": forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
            "animal": forms.RadioSelect,
            "say_aloud": forms.CheckboxInput(attrs={"data-no-voice": _("This browser has no voice.")}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["sounds"] = self.instance.sounds.split()

    def own_fields(self) -> list[BoundField]:
        """The fields about the player."""
        return [self[name] for name in OWN_FIELDS]

    def parts(self) -> list[tuple[str, list[BoundField], bool]]:
        """Each heading with its fields, and whether one of them was refused."""
        return [
            (heading, [self[name] for name in names], any(name in self.errors for name in names))
            for heading, names in SETTINGS
        ]

    def clean_phone(self) -> str:
        """The number without what a phone copied along with it."""
        return tidy_phone(self.cleaned_data["phone"])


class LookForm(SettingsForm):
    """Settings of the look, kept with the account, or on the device of a visitor."""

    class Meta:
        model = Player
        fields = DEVICE_FIELDS


class OwnerForm(forms.Form):
    """Confirms the owner of an account by password, or without a password by a sign-in of the last minutes.

    Guests have neither and are not asked.
    """

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=MAX_PASSWORD_LENGTH,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, player: Player, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player, self.request = player, request
        if not player.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Refuse a wrong password."""
        if not self.player.check_password(password := self.cleaned_data["password"]):
            raise AccountRefused(AccountRefusal.PASSWORD_DIFFERS)
        return password

    def clean(self) -> dict[str, Any]:
        """Refuse sign_in_again for an account without a password whose last sign-in is too old."""
        if self.asks_sign_in:
            raise AccountRefused(AccountRefusal.SIGN_IN_AGAIN)
        return super().clean() or self.cleaned_data

    @property
    def asks_sign_in(self) -> bool:
        """Whether the owner has no password, and the last sign-in is too old to do without."""
        asks_nothing = "password" in self.fields or self.player.is_guest
        return not asks_nothing and not has_proved_lately(self.request, self.player)


class EraseForm(OwnerForm):
    """Confirms the deletion of the account."""

    sure = forms.BooleanField(label=_("Delete my account. It cannot be brought back."))


class MergeAnswerForm(OwnerForm):
    """Confirms that both accounts belong to the player."""

    sure = forms.BooleanField(label=_("Both accounts are mine. This cannot be undone."))
