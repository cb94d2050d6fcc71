"""The club as an app on a home screen: its manifest, its icon, and the page that sets them."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.clubs.permissions import Right
from accounts.models import Club
from games.league.access import of_club

SHORT_NAME = 12
"""Characters of a name that fit below an icon."""
PAGE_COLOUR = "#17574e"


class IconForm(forms.ModelForm):
    """Letters and colour of the icon."""

    class Meta:
        model = Club
        fields = ("icon_letters", "icon_colour")
        help_texts = {
            "icon_letters": gettext_lazy("One to three letters or digits; empty: the icon of the site.")
        }

    def clean_icon_letters(self) -> str:
        """Letters and digits in capitals; refuses others, which many screens draw as boxes."""
        letters = self.cleaned_data["icon_letters"].strip().upper()
        if letters and not letters.isalnum():
            raise forms.ValidationError(_("Use letters and digits only."))
        return letters


@require_safe
@of_club(Right.SEE)
def club_manifest(request: HttpRequest, club: Club) -> HttpResponse:
    """The manifest of the club as an app: own name, own icon, and its page as the first one."""
    home = reverse("league:club", args=[club.slug])
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    if club.icon_letters:
        own = reverse("league:club_icon", args=[club.slug])
        icons = [{"src": own, "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}]
    manifest = {
        "id": home,
        "name": club.name,
        "short_name": club.name if len(club.name) <= SHORT_NAME else club.icon_letters or club.name,
        "start_url": home,
        "scope": "/",
        "display": "standalone",
        "background_color": club.icon_colour if club.icon_letters else PAGE_COLOUR,
        "theme_color": club.icon_colour if club.icon_letters else PAGE_COLOUR,
        "icons": icons,
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


@require_safe
@of_club(Right.SEE)
def club_icon(request: HttpRequest, club: Club) -> HttpResponse:
    """The icon of the club: its letters in white on its colour."""
    return render(request, "clubs/icon.svg", {"club": club}, content_type="image/svg+xml")


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
def club_app(request: HttpRequest, club: Club) -> HttpResponse:
    """Set the letters and the colour of the icon."""
    form = IconForm(request.POST if request.method == "POST" else None, instance=club)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved. Phones show the new icon after some days."))
        return redirect("league:club_app", club.slug)
    club.refresh_from_db(fields=["icon_letters", "icon_colour"])
    page = {"club": club, "form": form}
    return render(request, "clubs/app.html", page, status=422 if form.is_bound else 200)
