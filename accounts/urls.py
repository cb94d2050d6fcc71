"""Addresses of signing in as a guest, and of one's own settings."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("me/", views.profile, name="profile"),
    path("me/register/", views.register, name="register"),
]
