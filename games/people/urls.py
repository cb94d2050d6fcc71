"""URLs of friends and profiles."""

from django.urls import path

from games.people import views

app_name = "people"
urlpatterns = [
    path("friends/", views.friends, name="friends"),
    path("friends/regular/", views.regulars, name="regulars"),
    path("friends/table/", views.regular_table, name="regular_table"),
    path("t/<code:code>/invite/", views.invite, name="invite"),
    path("me/shown/", views.privacy, name="privacy"),
    path("people/<number:person>/", views.person, name="person"),
    path("people/<number:person>/matches/", views.matches, name="matches"),
    path("people/<number:person>/report/", views.report, name="report"),
    path("people/<number:person>/do/", views.person_do, name="person_do"),
]
