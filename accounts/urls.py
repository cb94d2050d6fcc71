"""URLs for guests and for a player's own settings."""

from django.urls import path

from accounts import views
from accounts.clubs import merge_views
from accounts.notices import notice_views
from accounts.personal_data import data_views

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("me/", views.profile, name="profile"),
    path("me/register/", views.register, name="register"),
    path("me/data.json", data_views.my_data, name="my_data"),
    path("me/delete/", data_views.erase, name="erase"),
    path("me/merge/", merge_views.merge_answer, name="merge_answer"),
    path("me/notices/", notice_views.notices, name="notices"),
    path("me/notices/<number:number>/", notice_views.notice_open, name="notice_open"),
]
