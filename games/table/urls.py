"""URLs of the lobby, the tables, and the reviews and records of matches."""

from __future__ import annotations

from django.urls import URLPattern, path, register_converter

from games.table.lobby import duel_views, table_views, waiting_views
from games.table.review import review_views


class CodeConverter:
    """Path converter of a table's code, case-insensitive."""

    regex = "[A-Za-z0-9]{6}"

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return str(value)


register_converter(CodeConverter, "code")

app_name = "table"
urlpatterns: list[URLPattern] = [
    path("play/", waiting_views.play_now, name="play_now"),
    path("t/new/", waiting_views.table_new, name="table_new"),
    path("t/join/", waiting_views.table_join_code, name="table_join_code"),
    path("t/<code:code>/", table_views.table, name="table"),
    path("t/<code:code>/seats/", waiting_views.seats, name="table_seats"),
    path("t/<code:code>/sit/", waiting_views.sit, name="sit"),
    path("t/<code:code>/leave/", waiting_views.leave, name="leave"),
    path("t/<code:code>/leave-match/", waiting_views.leave_match, name="leave_match"),
    path("t/<code:code>/draw/", waiting_views.draw, name="draw"),
    path("t/<code:code>/bots/", waiting_views.bots, name="bots"),
    path("t/<code:code>/start/", waiting_views.start, name="start"),
    path("t/<code:code>/evening/", table_views.evening, name="evening"),
    path("t/<code:code>/place/", table_views.evening_place, name="evening_place"),
    path("t/<code:code>/next/", table_views.next_table, name="next_table"),
    path("t/<code:code>/act/", table_views.act, name="act"),
    path("t/<code:code>/rematch/", table_views.rematch, name="rematch"),
    path("t/<code:code>/duel/", duel_views.duel_of_table, name="duel_of_table"),
    path("duel/<code:code>/", duel_views.duel, name="duel"),
    path("t/<code:code>/screen/", waiting_views.screen_code, name="screen_code"),
    path("screen/<code:code>/", waiting_views.shared_screen, name="shared_screen"),
    path("t/<code:code>/rules/", review_views.table_rules, name="table_rules"),
    path("t/<code:code>/mute/", review_views.mute, name="mute"),
    path("t/<code:code>/round/<number:number>/", review_views.round_review, name="round_review"),
    path("t/<code:code>/turn/", review_views.turn, name="turn"),
    path("t/<code:code>/sheet/", review_views.score_page, name="score_sheet"),
    path("t/<code:code>/record.json", review_views.record, name="record"),
    path("rules/<slug:game>/", review_views.rules, name="rules"),
    path("rules/<slug:game>/deals/", review_views.deals, name="deals"),
]
