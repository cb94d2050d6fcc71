"""Players and clubs for staff."""

from __future__ import annotations

from typing import Final

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.clubs.member_models import MemberChange
from accounts.models import Club, Membership, Player
from accounts.services import checked_nickname

RIGHTS_FIELDS: Final = ("is_staff", "is_superuser", "groups", "user_permissions")


class _NicknameJudged(forms.ModelForm):
    def clean_nickname(self) -> str:
        return checked_nickname(nickname=self.cleaned_data["nickname"], player=self.instance)


class PlayerCreationForm(_NicknameJudged, AdminUserCreationForm):
    """A new person, with a name for the table."""

    class Meta:
        model = Player
        fields = ("username", "nickname")


class PlayerChangeForm(_NicknameJudged, UserChangeForm):
    """A player as they are."""

    class Meta:
        model = Player
        fields = "__all__"  # noqa: DJ007  (the admin's fieldsets choose)


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    """Find a player, correct a name, shut somebody out (not active)."""

    form = PlayerChangeForm
    add_form = PlayerCreationForm
    list_display = ("nickname", "username", "kind", "is_active", "is_staff", "last_login")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("nickname", "username", "first_name", "last_name", "email")
    ordering = ("nickname",)
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
        """Guests and bots are never made staff; ways of signing in and rights are a superuser's to change."""
        fields = list(self.readonly_fields)
        if obj is not None and (obj.is_guest or obj.is_bot):
            fields += RIGHTS_FIELDS
        elif not request.user.is_superuser:
            fields += (*RIGHTS_FIELDS, "username", "email") if obj is not None else RIGHTS_FIELDS
        return tuple(fields)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """A superuser's own row is changed by superusers only."""
        if obj is not None and obj.is_superuser and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Players end their accounts themselves; a superuser can clear up."""
        return request.user.is_superuser and super().has_delete_permission(request, obj)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Set a password by hand: a superuser's last resort where a club has no mail."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)


class MembershipInline(admin.TabularInline):
    """The members of a club."""

    model = Membership
    extra = 0
    autocomplete_fields = ("player",)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Clubs and who belongs to them."""

    list_display = ("name", "slug", "is_public", "created_at")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    inlines = (MembershipInline,)


@admin.register(MemberChange)
class MemberChangeAdmin(admin.ModelAdmin):
    """What clubs changed of their members by hand. Looked at, never changed."""

    list_display = ("at", "club", "what", "before", "after", "actor")
    list_filter = ("what", "club")
    search_fields = ("before", "after", "actor__nickname")
    list_select_related = ("club", "actor")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: MemberChange | None = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: MemberChange | None = None) -> bool:
        """Nobody."""
        return False
