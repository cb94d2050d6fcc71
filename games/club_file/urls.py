"""Addresses of the file of a club."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.club_file import views

app_name = "club_file"
urlpatterns: list[URLPattern] = [
    path("c/<slug:slug>/export/", views.club_export, name="club_export"),
    path("clubs/import/", views.club_import, name="club_import"),
    path("clubs/import/<number:number>/", views.club_import_preview, name="club_import_preview"),
]
