"""The pages on which a club leaves as one file, and comes in from one."""

from __future__ import annotations

from io import BytesIO

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.members import Right
from accounts.models import Club, PlayerKind
from accounts.services import free_slug
from games.club_file.errors import ClubFileRefusal, ClubFileRefused
from games.club_file.exporting import contents_of, write_club
from games.club_file.format import MAX_FILE_BYTES
from games.club_file.importing import import_club, keep_upload
from games.club_file.models import ClubUpload
from games.league.access import of_club
from games.refusals import CODE_HEADER


class UploadForm(forms.Form):
    """The file that another server gave out."""

    file = forms.FileField(
        label=_("The file of the club (.zip)"),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={"required": _("Choose the file of the club.")},
    )


class FoundForm(forms.Form):
    """The address that the club gets here, and whether its members are told."""

    slug = forms.CharField(
        label=_("Short name in addresses"),
        max_length=Club._meta.get_field("slug").max_length,
        help_text=_("The club's page is at /c/…/."),
        validators=[
            RegexValidator(
                r"^[-a-zA-Z0-9_]+\Z",
                _("Only letters, digits and hyphens, no spaces."),
                code="invalid",
            )
        ],
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    tell = forms.BooleanField(
        label=_("Tell the members by mail that the club is here, and how they sign in"),
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.SET_ROLES)
def club_export(request: HttpRequest, club: Club) -> HttpResponse:
    """What the file of the club has in it; a post gives it."""
    if request.method == "POST":
        now, file = timezone.now(), BytesIO()
        with_photos = "photos" in request.POST
        try:
            write_club(club=club, actor=request.user, file=file, now=now, with_photos=with_photos)
        except ClubFileRefused as refused:
            messages.error(request, refused.sentence)
            return redirect("club_file:club_export", club.slug)
        response = HttpResponse(file.getvalue(), content_type="application/zip")
        name = f"{club.slug}-{timezone.localdate(now).isoformat()}.zip"
        response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
        return response
    return render(request, "club_file/export.html", {"club": club, "contents": contents_of(club)})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_import(request: HttpRequest) -> HttpResponse:
    """Send the file of a club in. It is read whole, and nothing of it is written but the file for the preview."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    refused: ClubFileRefused | None = None
    if request.user.kind != PlayerKind.PERSON:
        return render(request, "club_file/import.html", {"form": None}, status=422 if form.is_bound else 200)
    if form.is_valid():
        try:
            return _receive_upload(request, form)
        except ClubFileRefused as error:
            refused = error
            form.add_error("file", error.sentence)
        except ValidationError as error:
            form.add_error("file", error)
    answer = render(request, "club_file/import.html", {"form": form}, status=422 if form.is_bound else 200)
    if refused is not None:
        answer[CODE_HEADER] = refused.code
    return answer


def _receive_upload(request: HttpRequest, form: UploadForm) -> HttpResponse:
    file = form.cleaned_data["file"]
    if file.size > MAX_FILE_BYTES:
        raise ClubFileRefused(ClubFileRefusal.TOO_LARGE)
    _require_few_uploads(request)
    upload, read = keep_upload(player=request.user, content=file.read(), now=timezone.now())
    if read is None and upload.club is not None:
        messages.info(request, gettext("This file founded this club before."))
        return redirect("league:club", upload.club.slug)
    return redirect("club_file:club_import_preview", upload.pk)


def _require_few_uploads(request: HttpRequest) -> None:
    """Refuses waiting to who has a file read too often: every log in it is played again."""
    if not ratelimit.consume(request, action="club_file", user=request.user):
        raise ClubFileRefused(ClubFileRefusal.WAITING)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_import_preview(request: HttpRequest, number: int) -> HttpResponse:
    """What an import would write, and the question how the club is called in addresses. A post writes it."""
    upload = get_object_or_404(ClubUpload.objects.select_related("club"), pk=number, player=request.user)
    if upload.club is not None:
        return redirect("league:club", upload.club.slug)
    form = FoundForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            _require_few_uploads(request)
            club, mails = import_club(
                upload=upload, actor=request.user, now=timezone.now(), **form.cleaned_data
            )
        except ClubFileRefused as refused:
            form.add_error(None, refused.sentence)
        except ValidationError as refused:
            form.add_error("slug", refused.messages[0])
        else:
            messages.success(request, gettext("%(club)s is here.") % {"club": club.name})
            if mails:
                messages.success(
                    request, ngettext("%d mail is on its way.", "%d mails are on their way.", mails) % mails
                )
            return redirect("league:club", club.slug)
    if not form.is_bound:
        form.initial = {"slug": free_slug(upload.preview["slug"]), "tell": True}
    page = {"form": form, "read": upload.preview}
    return render(request, "club_file/preview.html", page, status=422 if form.is_bound else 200)
