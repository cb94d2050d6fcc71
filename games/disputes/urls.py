"""URLs of disputes: the players' pages, the arbiter's desk, the audit trail."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.disputes import case_law, conduct_views, desk_views, filing_views, trail_views

app_name = "disputes"
urlpatterns: list[URLPattern] = [
    path("t/<code:code>/round/<number:number>/wrong/", filing_views.case_file, name="case_file"),
    path("cases/", filing_views.my_cases, name="my_cases"),
    path("cases/<number:number>/", filing_views.case, name="case"),
    path("cases/<number:number>/answer/", filing_views.case_answer, name="case_answer"),
    path("cases/<number:number>/withdraw/", filing_views.case_withdraw, name="case_withdraw"),
    path("cases/<number:number>/settle/", filing_views.case_settle, name="case_settle"),
    path("cases/<number:number>/appeal/", filing_views.case_appeal, name="case_appeal"),
    path(
        "cases/<number:number>/appeal/withdraw/",
        filing_views.case_withdraw_appeal,
        name="case_withdraw_appeal",
    ),
    path("desk/", desk_views.desk, name="desk"),
    path("desk/calls/<code:code>/answer/", desk_views.call_answer, name="call_answer"),
    path("desk/<number:number>/", desk_views.desk_case, name="desk_case"),
    path("desk/<number:number>/take/", desk_views.case_take, name="case_take"),
    path("desk/<number:number>/ask/", desk_views.case_ask, name="case_ask"),
    path("desk/<number:number>/give-back/", desk_views.case_give_back, name="case_give_back"),
    path("desk/<number:number>/rule-otherwise/", desk_views.case_give_up_replay, name="case_give_up_replay"),
    path("desk/<number:number>/reject/", desk_views.case_reject, name="case_reject"),
    path("desk/<number:number>/fields/", desk_views.ruling_fields, name="ruling_fields"),
    path("desk/<number:number>/preview/", desk_views.ruling_preview, name="ruling_preview"),
    path("desk/<number:number>/rule/", desk_views.ruling_confirm, name="ruling_confirm"),
    path("c/<slug:slug>/disputes/", desk_views.club_deadlines, name="club_deadlines"),
    path("c/<slug:slug>/disputes/arbiter/", desk_views.club_arbiter, name="club_arbiter"),
    path("c/<slug:slug>/rulings/", case_law.club_rulings, name="club_rulings"),
    path("conduct/", conduct_views.grid, name="conduct"),
    path("conduct/mine/", conduct_views.my_conduct, name="my_conduct"),
    path("c/<slug:slug>/conduct/", conduct_views.club_conduct, name="club_conduct"),
    path(
        "c/<slug:slug>/conduct/<number:number>/take-back/",
        conduct_views.conduct_withdraw,
        name="conduct_withdraw",
    ),
    path("c/<slug:slug>/same-place/", conduct_views.club_same_place, name="club_same_place"),
    path("trail/", trail_views.trail, name="trail"),
    path("trail/trail.csv", trail_views.trail_csv, name="trail_csv"),
]
