"""URLs for guests and for a player's own settings."""

from django.urls import path

from accounts import views
from accounts.clubs import merge_views
from accounts.notices import notice_views, push_views
from accounts.personal_data import data_views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("me/", views.profile, name="profile"),
    path("look/", views.look, name="look"),
    path("me/register/", views.register, name="register"),
    path("me/data.json", data_views.my_data, name="my_data"),
    path("me/delete/", data_views.erase, name="erase"),
    path("me/merge/", merge_views.merge_answer, name="merge_answer"),
    path("me/notices/", notice_views.notices, name="notices"),
    path("me/notices/<number:number>/", notice_views.notice_open, name="notice_open"),
    path("me/notices/<number:number>/answer/", push_views.notice_answer, name="notice_answer"),
    path("me/install-hint/off/", views.install_hint_off, name="install_hint_off"),
    path("me/devices/", push_views.push_subscribe, name="push_subscribe"),
    path("me/devices/<number:number>/", push_views.push_device, name="push_device"),
    path("push/answer/", push_views.push_answer, name="push_answer"),
    path("push/changed/", push_views.push_changed, name="push_changed"),
]
