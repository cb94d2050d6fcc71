"""URLs of friends and profiles."""

from django.urls import path

from games.people import friend_views, profile_views

app_name = "people"
urlpatterns = [
    path("friends/", friend_views.friends, name="friends"),
    path("friends/regular/", friend_views.regulars, name="regulars"),
    path("friends/table/", friend_views.regular_table, name="regular_table"),
    path("t/<code:code>/invite/", friend_views.invite, name="invite"),
    path("me/shown/", profile_views.privacy, name="privacy"),
    path("people/<number:person>/", profile_views.person, name="person"),
    path("people/<number:person>/matches/", profile_views.matches, name="matches"),
    path("people/<number:person>/report/", profile_views.report, name="report"),
    path("people/<number:person>/do/", friend_views.person_do, name="person_do"),
]
