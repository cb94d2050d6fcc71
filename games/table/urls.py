"""Addresses of the lobby, the tables and what remains of them."""

from __future__ import annotations

from django.urls import URLPattern, path, register_converter

from games.table.lobby import opening_views, table_views
from games.table.review import review_views


class CodeConverter:
    """A table's code, in capitals or not."""

    regex = "[A-Za-z0-9]{6}"

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return str(value)


register_converter(CodeConverter, "code")

urlpatterns: list[URLPattern] = [
    path("", opening_views.home, name="home"),
    path("play/", opening_views.play_now, name="play_now"),
    path("t/new/", opening_views.table_new, name="table_new"),
    path("t/join/", opening_views.table_join_code, name="table_join_code"),
    path("t/<code:code>/", table_views.table, name="table"),
    path("t/<code:code>/seats/", opening_views.seats, name="table_seats"),
    path("t/<code:code>/sit/", opening_views.sit, name="sit"),
    path("t/<code:code>/leave/", opening_views.leave, name="leave"),
    path("t/<code:code>/draw/", opening_views.draw, name="draw"),
    path("t/<code:code>/bots/", opening_views.bots, name="bots"),
    path("t/<code:code>/start/", opening_views.start, name="start"),
    path("t/<code:code>/act/", table_views.act, name="act"),
    path("t/<code:code>/mute/", table_views.mute, name="mute"),
    path("t/<code:code>/rematch/", table_views.rematch, name="rematch"),
    path("t/<code:code>/rules/", review_views.table_rules, name="table_rules"),
    path("t/<code:code>/round/<number:number>/", review_views.round_review, name="round_review"),
    path("t/<code:code>/record.json", review_views.record, name="record"),
    path("rules/<slug:game>/", review_views.rules, name="rules"),
    path("rules/<slug:game>/deals/", review_views.deals, name="deals"),
]
