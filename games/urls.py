"""Addresses of the games: a table of contents."""

from django.urls import URLPattern, URLResolver, include, path

from games.home_views import home
from games.league.api import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("", include("games.table.urls")),
    path("", include("games.people.urls")),
    path("", include("games.analysis.urls")),
    path("", include("games.daily.urls")),
    path("", include("games.league.urls")),
    path("", include("games.disputes.urls")),
    path("", include("games.club_file.urls")),
    path("api/", api.urls),
]
