"""Addresses of the games: a table of contents."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("games.table.urls")),
    path("", include("games.league.urls")),
    path("", include("games.disputes.urls")),
]
