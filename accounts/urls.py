"""Addresses of signing in as a guest, and of one's own settings."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
