"""Admin pages of players, clubs and changes of members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import allauth.account.admin
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401  the three register the pages that are taken away below
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountRefused
from accounts.members import account_blocked, set_role
from accounts.mentions import fill_names
from accounts.models import Club, Membership, Player, Role
from accounts.models.clubs import MemberChange
from accounts.services import clean_nickname

RIGHTS_FIELDS: Final = ("is_staff", "is_superuser", "groups", "user_permissions")

# Ways of signing in are the person's: their pages show secrets and session keys to view rights, and let staff confirm
# an address of their own on somebody's account.
for way_of_signing_in in (EmailAddress, Authenticator, UserSession):
    admin.site.unregister(way_of_signing_in)


class ReadOnlyMixin:
    """A read-only admin: no adding, changing or deleting, because only services write."""

    list_filter: Sequence[Any]
    date_hierarchy: str | None

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether the address may filter by this lookup: only the filters and dates the page offers, so that
        covered fields cannot be queried.
        """
        filters = [each[0] if isinstance(each, tuple) else each for each in self.list_filter]
        filters = [getattr(each, "parameter_name", each) for each in filters]
        offered = tuple(f"{name}__" for name in (*filters, self.date_hierarchy) if isinstance(name, str))
        return f"{lookup}__".startswith(offered) and super().lookup_allowed(lookup, value, request)


class PlayerNamesMixin:
    """An admin of rows whose `before` and `after` hold player keys: shown with the players' current names."""

    @admin.display(description=_("before"))
    def before_with_names(self, row: Any) -> str:
        return fill_names(row.before)

    @admin.display(description=_("after"))
    def after_with_names(self, row: Any) -> str:
        return fill_names(row.after)


class NicknameMixin(forms.ModelForm):
    def clean_nickname(self) -> str:
        return clean_nickname(nickname=self.cleaned_data["nickname"], player=self.instance)


class PlayerCreationForm(NicknameMixin, AdminUserCreationForm):
    """Form for a new person with a nickname."""

    class Meta:
        model = Player
        fields = ("username", "nickname")


class PlayerChangeForm(NicknameMixin, UserChangeForm):
    """Form for an existing player."""

    class Meta:
        model = Player
        fields = (
            "nickname",
            "username",
            "password",
            "first_name",
            "last_name",
            "email",
            "is_active",
            "is_staff",
            "is_superuser",
            "groups",
            "user_permissions",
        )


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    """Search players, correct names, deactivate accounts."""

    form = PlayerChangeForm
    add_form = PlayerCreationForm
    list_display = ("nickname", "username", "kind", "is_active", "is_staff", "last_login")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("nickname", "username", "first_name", "last_name", "email")
    ordering = ("nickname_sort",)
    readonly_fields = ("kind", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("nickname", "username", "password", "kind")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "nickname", "usable_password", "password1", "password2")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Rights of guests and bots are read-only; other rights, user name and address are for superusers."""
        fields = list(self.readonly_fields)
        if obj is not None and (obj.is_guest or obj.is_bot):
            fields += RIGHTS_FIELDS
        elif not request.user.is_superuser:
            fields += (*RIGHTS_FIELDS, "username", "email") if obj is not None else RIGHTS_FIELDS
        return tuple(fields)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Whether the user may change it; only superusers change superusers."""
        if obj is not None and obj.is_superuser and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Superusers only; players delete their accounts themselves."""
        return request.user.is_superuser and super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Save the player; one who is blocked now holds no seat at which others wait."""
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data and not obj.is_active:
            account_blocked.send(sender=Player, player=obj, actor=request.user, now=timezone.now())

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Set a password; superusers only, for a club without mail."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)


class SuperusersOnlyMixin:
    """An admin that only superusers see and use."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)


admin.site.unregister(Group)


@admin.register(Group)
class RightsGroupAdmin(SuperusersOnlyMixin, GroupAdmin):
    """Groups of rights, for superusers only: other staff could give themselves every right through one."""


class MembershipInline(admin.TabularInline):
    """Members of a club. Only their roles change here (`ClubAdmin.save_formset`); people join by invitation."""

    model = Membership
    fields = ("player", "role", "since")
    readonly_fields = ("player", "since")
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        """False: members are added by services."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        """False: members leave by services."""
        return False


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Clubs with the roles of their members, for a club whose owner can no longer sign in."""

    list_display = ("name", "slug", "is_public", "created_at")
    search_fields = ("name", "slug")
    # The club's own pages change these, with a line in the audit trail.
    readonly_fields = ("name", "is_public")
    inlines = (MembershipInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """False: a club begins with its owner (`services.create_club`)."""
        return False

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Change roles by the service: logged, and refused as on the club's own pages. New owners come first, so that
        the last one can hand on the club in one go."""
        formset.save(commit=False)
        changed = [membership for membership, _fields in formset.changed_objects]
        for membership in sorted(changed, key=lambda each: each.role != Role.OWNER):
            try:
                set_role(
                    club=form.instance,
                    player=membership.player,
                    role=membership.role,
                    actor=request.user,
                    now=timezone.now(),
                )
            except AccountRefused as refused:
                self.message_user(request, f"{membership.player}: {refused.sentence}", messages.ERROR)


@admin.register(MemberChange)
class MemberChangeAdmin(ReadOnlyMixin, admin.ModelAdmin):
    """The log of members."""

    list_display = ("at", "club", "what", "before", "after", "actor")
    list_filter = ("what", "club")
    search_fields = ("before", "after", "actor__nickname")
    list_select_related = ("club", "actor")
