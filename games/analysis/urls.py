"""Addresses of the look back at closed rounds, of the picture of a match, and of the lessons."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.analysis import lesson_views, views

app_name = "analysis"
urlpatterns: list[URLPattern] = [
    path("t/<code:code>/round/<number:number>/on/", views.play_on, name="play_on"),
    path("lessons/<slug:game>/", lesson_views.lessons, name="lessons"),
    path("lessons/<slug:game>/<slug:key>/", lesson_views.lesson, name="lesson"),
    path("t/<code:code>/picture.svg", views.picture, name="picture"),
]
