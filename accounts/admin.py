"""Admin pages of players, clubs and changes of members."""

from __future__ import annotations

from typing import Final

import allauth.account.admin
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401  the three register the pages that are taken away below
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Membership, Player
from accounts.models.clubs import MemberChange
from accounts.services import clean_nickname

RIGHTS_FIELDS: Final = ("is_staff", "is_superuser", "groups", "user_permissions")

# Ways of signing in are the person's: their pages show secrets and session keys to view rights, and let staff confirm
# an address of their own on somebody's account.
for way_of_signing_in in (EmailAddress, Authenticator, UserSession):
    admin.site.unregister(way_of_signing_in)


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

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Set a password; superusers only, for a club without mail."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)


admin.site.unregister(Group)


@admin.register(Group)
class RightsGroupAdmin(GroupAdmin):
    """Groups of rights, for superusers only: other staff could give themselves every right through one."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Superusers only."""
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Superusers only."""
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Superusers only."""
        return bool(request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Superusers only."""
        return bool(request.user.is_superuser)


class MembershipInline(admin.TabularInline):
    """Members of a club."""

    model = Membership
    extra = 0
    autocomplete_fields = ("player",)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Clubs with their members."""

    list_display = ("name", "slug", "is_public", "created_at")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    inlines = (MembershipInline,)


@admin.register(MemberChange)
class MemberChangeAdmin(admin.ModelAdmin):
    """Manual changes of members, read-only."""

    list_display = ("at", "club", "what", "before", "after", "actor")
    list_filter = ("what", "club")
    search_fields = ("before", "after", "actor__nickname")
    list_select_related = ("club", "actor")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """False: read-only."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: MemberChange | None = None) -> bool:
        """False: read-only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: MemberChange | None = None) -> bool:
        """False: read-only."""
        return False
