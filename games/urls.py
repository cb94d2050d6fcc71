"""Addresses of the games: a table of contents."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
