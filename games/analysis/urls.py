"""Addresses of the look back at closed rounds."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.analysis import views

app_name = "analysis"
urlpatterns: list[URLPattern] = [
    path("t/<code:code>/round/<number:number>/on/", views.play_on, name="play_on"),
]
