"""URLs for guests and for a player's own settings."""

from django.urls import path

from accounts import notice_views, views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("me/", views.profile, name="profile"),
    path("look/", views.look, name="look"),
    path("look/movement/", views.movement, name="movement"),
    path("me/register/", views.register, name="register"),
    path("me/data.json", views.my_data, name="my_data"),
    path("me/delete/", views.erase, name="erase"),
    path("me/merge/", views.merge_answer, name="merge_answer"),
    path("me/notices/", notice_views.notices, name="notices"),
    path("me/notices/<number:number>/", notice_views.notice_open, name="notice_open"),
    path("me/notices/<number:number>/answer/", notice_views.notice_answer, name="notice_answer"),
    path("me/install-hint/off/", views.install_hint_off, name="install_hint_off"),
    path("me/devices/", notice_views.push_subscribe, name="push_subscribe"),
    path("me/devices/<number:number>/", notice_views.push_device, name="push_device"),
    path("push/answer/", notice_views.push_answer, name="push_answer"),
    path("push/changed/", notice_views.push_changed, name="push_changed"),
]
