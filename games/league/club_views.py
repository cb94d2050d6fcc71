"""Pages of a club itself: founding and changing it, its front page, its icon as an app, the list without luck."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.errors import AccountRefusal
from accounts.friends import friend_keys, may_see
from accounts.members import Right, may
from accounts.models import Club, Membership, Player, PlayerKind
from accounts.models.players import Audience, Privacy
from accounts.names import sort_key
from accounts.sent_forms import do_once
from accounts.services import create_club
from games.analysis.queries import ENOUGH_ROUNDS, WithoutLuck, without_luck_of
from games.bots.registry import ANALYSERS
from games.club_clock import club_day
from games.engine import registry
from games.league import services
from games.league.access import of_club
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.joining_views import CodeForm
from games.league.models import Evening
from games.league.models.evenings import A_NIGHT
from games.league.seasons.forms import SeasonForm
from games.table.log.models import Match

# Forms of the club itself: founding it, and its name and who may see it afterwards.

SEEN_BY: Final = _("Otherwise only members see the club, its tables and its members.")


class ClubForm(forms.ModelForm):
    """Found a club. An address that is left empty is made from the name."""

    slug = forms.CharField(
        label=_("Short name in addresses (may stay empty)"),
        max_length=Club._meta.get_field("slug").max_length,
        required=False,
        help_text=_("The club's page is at /c/…/. Left empty, it is made from the name."),
        validators=[
            RegexValidator(
                r"^[-a-zA-Z0-9]+\Z", _("Only letters, digits and hyphens, no spaces."), code="invalid"
            )
        ],
        error_messages={"unique": AccountRefusal.CLUB_ADDRESS_TAKEN.label},  # type: ignore[attr-defined]
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    class Meta:
        model = Club
        fields = ["name", "slug", "is_public"]
        help_texts = {"is_public": SEEN_BY}


class ClubChangeForm(forms.ModelForm):
    """Another name for the club, and who may see it. Its address stays."""

    class Meta:
        model = Club
        fields = ["name", "is_public"]
        help_texts = {"is_public": SEEN_BY}


# The clubs one is in, and a club with its seasons and evenings.


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@do_once()
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs the player is in, public ones, and a new one."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            club = create_club(owner=request.user, **form.cleaned_data)
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            return redirect("league:club", club.slug)
    mine = sorted(
        Membership.objects.filter(player=request.user).select_related("club"),
        key=lambda each: sort_key(each.club.name),
    )
    public = sorted(
        Club.objects.filter(is_public=True).exclude(memberships__player=request.user)[:50],
        key=lambda each: sort_key(each.name),
    )
    page = {"form": form, "code_form": CodeForm(), "mine": mine, "public": public}
    return render(request, "league/clubs/clubs.html", page, status=422 if form.is_bound else 200)


@require_safe
@of_club(Right.SEE)
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """The club: its seasons with their tables, those that run above those to come; the evenings to come, and the
    newest that were not closed: for members those whose tables are open, for those who run the club all."""
    runs = may(player=request.user, club=club, right=Right.RUN_EVENING)
    begun_seasons = set(
        club.seasons.filter(competitions__evenings__starts_at__lte=timezone.now()).values_list(
            "pk", flat=True
        )
    )
    seasons = sorted(
        club.seasons.prefetch_related("competitions"),
        key=lambda season: (season.archived_at is not None, season.pk not in begun_seasons),
    )
    if runs:
        reviewed = services.rounds_under_review(season for season in seasons if season.archived_at is None)
        for season in seasons:
            season.under_review = reviewed[season.pk]
    evenings = Evening.objects.filter(
        competition__season__club=club, competition__season__archived_at=None
    ).select_related("competition__season")
    if runs:
        to_play = list(evenings.filter(status__in=Evening.TO_PLAY).order_by("starts_at", "pk"))
        for season in seasons:
            season.to_play = [each for each in to_play if each.competition.season_id == season.pk]
    begun = timezone.now() - A_NIGHT
    bygone = evenings.filter(starts_at__lte=begun, status__in=Evening.TO_PLAY)
    page = {
        "club": club,
        "seasons": seasons,
        "evenings": evenings.filter(starts_at__gt=begun)
        .exclude(status=Evening.Status.CLOSED)
        .order_by("starts_at", "pk")[:10],
        "unclosed": (bygone if runs else bygone.filter(round__gt=0)).order_by("-starts_at", "-pk")[:10],
        "news": club.news.all(),
        "members": club.memberships.count(),
        "requests": club.join_requests.filter(answered_at=None).count() if runs else 0,
        "has_asked": _has_asked_to_join(request, club),
        "is_member": may(player=request.user, club=club, right=Right.PLAY),
        "runs": runs,
        "owns": may(player=request.user, club=club, right=Right.SET_ROLES),
        "played_enough": request.user.is_authenticated
        and request.user.install_hint
        and is_regular(request.user, timezone.now()),
        "season_form": SeasonForm(club=club) if runs else None,
        **(_first_steps(club) if runs else {}),
    }
    return render(request, "league/clubs/club.html", page)


def _first_steps(club: Club) -> dict[str, object]:
    """Whether the club has no evening yet, and the season, competition and number of entrants that lead to one."""
    if Evening.objects.filter(competition__season__club=club).exists():
        return {"first_steps": False}
    season = club.seasons.filter(archived_at=None).first()
    competition = season.competitions.first() if season else None
    return {
        "first_steps": True,
        "begun_season": season,
        "begun_competition": competition,
        "entered": competition.entrants.filter(withdrawn_at=None).count() if competition else 0,
    }


def _has_asked_to_join(request: HttpRequest, club: Club) -> bool:
    """Whether the reader waits for the club's answer."""
    return bool(
        request.user.is_authenticated
        and club.join_requests.filter(player=request.user, answered_at=None).exists()
    )


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.RUN_EVENING)
def club_change(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's name, and whether everybody may see it."""
    now = {"name": club.name, "is_public": club.is_public}
    form = ClubChangeForm(request.POST if request.method == "POST" else None, initial=now)
    if form.is_valid():
        try:
            services.change_club(club=club, actor=request.user, now=timezone.now(), **form.cleaned_data)
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("league:club", club.slug)
    page = {"club": club, "form": form}
    return render(request, "league/clubs/change.html", page, status=422 if form.is_bound else 200)


# The club as an app on a home screen: its manifest, its icon, and the page that sets them.

SHORT_NAME: Final = 12
"""Characters of a name that fit below an icon."""
PAGE_COLOUR: Final = "#17574e"
"""The colour of the site's own icon and manifest (`static/manifest.webmanifest`), for a club without an icon."""


class IconForm(forms.ModelForm):
    """Letters and colour of the icon."""

    class Meta:
        model = Club
        fields = ("icon_letters", "icon_colour")
        help_texts = {"icon_letters": _("One to three letters or digits; empty: the icon of the site.")}

    def clean_icon_letters(self) -> str:
        """Letters and digits in capitals; refuses others, which many screens draw as boxes."""
        letters = self.cleaned_data["icon_letters"].strip().upper()
        if letters and not letters.isalnum():
            raise forms.ValidationError(gettext("Use letters and digits only."))
        return letters


EVENINGS_OF_REGULAR: Final = 2
FIRST_EVENINGS_READ: Final = 20
"""First evenings looked at; of so many not more than a few are not over."""


def is_regular(player: Player, now: datetime) -> bool:
    """Whether enough evenings are over at which the player finished a match: closed, or on another day than `now`. Who
    is offered the hint to install the club."""
    played = Evening.objects.filter(
        tables__seats__player=player, tables__match__status=Match.Status.FINISHED
    ).distinct()
    first = played.order_by("starts_at", "pk").values_list("status", "starts_at", "pk")[:FIRST_EVENINGS_READ]
    over = [
        pk
        for status, starts_at, pk in first
        if status == Evening.Status.CLOSED or club_day(starts_at) < club_day(now)
    ]
    return len(over) >= EVENINGS_OF_REGULAR


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
    return render(request, "league/clubs/icon.svg", {"club": club}, content_type="image/svg+xml")


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
def club_app(request: HttpRequest, club: Club) -> HttpResponse:
    """Set the letters and the colour of the icon."""
    form = IconForm(request.POST if request.method == "POST" else None, instance=club)
    if form.is_valid():
        services.set_icon(
            club=club,
            letters=form.cleaned_data["icon_letters"],
            colour=form.cleaned_data["icon_colour"],
            actor=request.user,
            now=timezone.now(),
        )
        messages.success(request, gettext("Saved. Phones show the new icon after some days."))
        return redirect("league:club_app", club.slug)
    club.refresh_from_db(fields=["icon_letters", "icon_colour"])
    page = {"club": club, "form": form}
    return render(request, "league/clubs/app.html", page, status=422 if form.is_bound else 200)


# The club's list of members without the luck of the cards, and its switch.


class WithoutLuckForm(forms.ModelForm):
    """Whether the club has the list."""

    class Meta:
        model = Club
        fields = ("ranks_without_luck",)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.PLAY)
def club_without_luck(request: HttpRequest, club: Club) -> HttpResponse:
    """The list, for members; those who run the club switch it on and off here. Raises LeagueRefused(not_allowed)."""
    runs = may(player=request.user, club=club, right=Right.RUN_EVENING)
    if not runs and (request.method == "POST" or not club.ranks_without_luck):
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    form = WithoutLuckForm(request.POST if request.method == "POST" else None, instance=club)
    if form.is_valid():
        services.set_ranking_without_luck(
            club=club,
            ranks=form.cleaned_data["ranks_without_luck"],
            actor=request.user,
            now=timezone.now(),
        )
        messages.success(request, gettext("Saved."))
        return redirect("league:club_without_luck", club.slug)
    lists = lists_without_luck(club, request.user) if club.ranks_without_luck else ()
    page = {"club": club, "lists": lists, "form": form if runs else None}
    return render(request, "league/clubs/without_luck.html", page, status=422 if form.is_bound else 200)


@dataclass(frozen=True, slots=True)
class ListedMember:
    """A member of the list with the figure."""

    player: Player
    found: WithoutLuck


@dataclass(frozen=True, slots=True)
class ListWithoutLuck:
    """The list for one game, by its name; the best mean first."""

    game: str
    members: tuple[ListedMember, ...]


def lists_without_luck(club: Club, reader: Player) -> tuple[ListWithoutLuck, ...]:
    """The list of each game whose rounds good players play too: members with enough rounds who show their figures to
    the reader, who is a member too. Three queries and one for each game."""
    people = Player.objects.filter(memberships__club=club, is_active=True).exclude(kind=PlayerKind.BOT)
    chosen = dict(Privacy.objects.filter(player__in=people).values_list("player", "figures"))
    friends, default = friend_keys(reader), Privacy().figures
    shown = {
        player.pk: player
        for player in people
        if chosen.get(player.pk, default) == Audience.CLUBS
        or may_see(chosen.get(player.pk, default), viewer=reader, other=player, friends=player.pk in friends)
    }
    lists = []
    for game, analyser in ANALYSERS.items():
        if analyser.finish is None:
            continue
        found = without_luck_of(shown, game)
        enough = [
            ListedMember(shown[key], each) for key, each in found.items() if each.rounds >= ENOUGH_ROUNDS
        ]
        enough.sort(key=lambda listed: (-listed.found.mean, listed.player.nickname_sort))
        lists.append(ListWithoutLuck(gettext(registry.game(game).name), tuple(enough)))
    return tuple(lists)
