"""Addresses of clubs, seasons, evenings and paper sheets."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.league.api import key_views
from games.league.clubs import (
    club_views,
    contact_views,
    icon_views,
    invitation_views,
    luck_views,
    member_views,
    message_views,
    news_views,
)
from games.league.evenings import (
    cockpit_views,
    evening_views,
    paper_views,
    photo_views,
    print_views,
    round_clock_views,
    sheet_views,
)
from games.league.seasons import availability_views, manage_views, preset_views, season_views

app_name = "league"
urlpatterns: list[URLPattern] = [
    path("clubs/", club_views.clubs, name="clubs"),
    path("clubs/join/", invitation_views.club_by_code, name="club_by_code"),
    path("c/<slug:slug>/", club_views.club, name="club"),
    path("c/<slug:slug>/change/", club_views.club_change, name="club_change"),
    path("c/<slug:slug>/members/", member_views.members, name="club_members"),
    path("c/<slug:slug>/members.csv", member_views.members_csv, name="club_members_csv"),
    path("c/<slug:slug>/members/<number:player>/leave/", member_views.member_leave, name="club_leave"),
    path("c/<slug:slug>/members/import/", member_views.members_import, name="club_members_import"),
    path("c/<slug:slug>/members/<number:player>/", member_views.member, name="club_member"),
    path("c/<slug:slug>/phones/", contact_views.club_phones, name="club_phones"),
    path(
        "c/<slug:slug>/members/<number:player>/phone/", contact_views.member_phone, name="club_member_phone"
    ),
    path("c/<slug:slug>/members/<number:player>/mail/", contact_views.member_mail, name="club_member_mail"),
    path("c/<slug:slug>/members/<number:player>/merge/", member_views.member_merge, name="club_merge"),
    path("c/<slug:slug>/ask/", member_views.club_ask, name="club_ask"),
    path("c/<slug:slug>/requests/<number:number>/", member_views.club_answer, name="club_answer"),
    path("c/<slug:slug>/join/<str:token>/", invitation_views.club_join, name="club_join"),
    path("c/<slug:slug>/invite/", invitation_views.club_invite, name="club_invite"),
    path("c/<slug:slug>/invite/code/", invitation_views.club_code_new, name="club_code_new"),
    path("c/<slug:slug>/invite/link/", invitation_views.club_link_new, name="club_link_new"),
    path("c/<slug:slug>/invite/link/off/", invitation_views.club_link_off, name="club_link_off"),
    path("c/<slug:slug>/invite/code/off/", invitation_views.club_code_off, name="club_code_off"),
    path(
        "c/<slug:slug>/invite/<number:number>/withdraw/", invitation_views.club_withdraw, name="club_withdraw"
    ),
    path("api/", key_views.documentation, name="api_documentation"),
    path("api/openapi.json", key_views.description, name="api_description"),
    path("c/<slug:slug>/keys/", key_views.club_keys, name="club_keys"),
    path("c/<slug:slug>/keys/<number:number>/off/", key_views.club_key_off, name="club_key_off"),
    path("c/<slug:slug>/app/", icon_views.club_app, name="club_app"),
    path("c/<slug:slug>/without-luck/", luck_views.club_without_luck, name="club_without_luck"),
    path("c/<slug:slug>/manifest.webmanifest", icon_views.club_manifest, name="club_manifest"),
    path("c/<slug:slug>/icon.svg", icon_views.club_icon, name="club_icon"),
    path("c/<slug:slug>/message/", message_views.club_message, name="club_message"),
    path("c/<slug:slug>/news/", news_views.club_news, name="club_news"),
    path("c/<slug:slug>/table/", preset_views.club_table, name="club_table"),
    path("c/<slug:slug>/rules/", preset_views.house_rules, name="house_rules"),
    path("c/<slug:slug>/rules/new/", preset_views.house_rules_new, name="house_rules_new"),
    path("c/<slug:slug>/rules/<number:number>/", preset_views.house_rules_card, name="house_rules_card"),
    path("c/<slug:slug>/rules/<number:number>/edit/", preset_views.house_rules_edit, name="house_rules_edit"),
    path(
        "c/<slug:slug>/rules/<number:number>/choose/",
        preset_views.house_rules_choose,
        name="house_rules_choose",
    ),
    path("c/<slug:slug>/seasons/new/", club_views.season_new, name="season_new"),
    path("c/<slug:slug>/seasons/<number:season>/archive/", club_views.season_archive, name="season_archive"),
    path(
        "c/<slug:slug>/seasons/<number:season>/contribution/",
        club_views.season_contribution,
        name="season_contribution",
    ),
    path(
        "c/<slug:slug>/seasons/<number:season>/evenings/",
        availability_views.season_availability,
        name="season_availability",
    ),
    path(
        "c/<slug:slug>/seasons/<number:season>/evenings/everybody/",
        availability_views.season_everybody,
        name="season_everybody",
    ),
    path(
        "c/<slug:slug>/seasons/<number:season>/competition/",
        club_views.competition_new,
        name="competition_new",
    ),
    path("l/<number:number>/", season_views.league, name="league"),
    path("l/<number:number>/print/", season_views.league_print, name="league_print"),
    path("l/<number:number>/cross/", season_views.league_cross, name="league_cross"),
    path("l/<number:number>/fixtures/", season_views.league_fixtures, name="league_fixtures"),
    path("l/<number:number>/rules/", season_views.league_rules, name="league_rules"),
    path("l/<number:number>/manage/", manage_views.league_manage, name="league_manage"),
    path("l/<number:number>/entrant/<number:entrant>/", season_views.entrant, name="entrant"),
    path(
        "l/<number:number>/entrant/<number:entrant>/withdraw/",
        manage_views.entrant_withdraw,
        name="entrant_withdraw",
    ),
    path(
        "l/<number:number>/entrant/<number:entrant>/change/",
        manage_views.entrant_change,
        name="entrant_change",
    ),
    path(
        "l/<number:number>/entrant/<number:entrant>/signals/",
        season_views.entrant_signals,
        name="entrant_signals",
    ),
    path("l/<number:number>/delete/", manage_views.league_delete, name="league_delete"),
    path("l/<number:number>/import/", season_views.results_import, name="results_import"),
    path(
        "l/<number:number>/import/<number:batch>/back/",
        season_views.results_import_back,
        name="results_import_back",
    ),
    path("l/<number:number>/file/<str:kind>", season_views.league_file, name="league_file"),
    path("e/<number:number>/", evening_views.evening, name="evening"),
    path("e/<number:number>/clock/", round_clock_views.round_clock, name="round_clock"),
    path("e/<number:number>/clock/state/", round_clock_views.round_clock_state, name="round_clock_state"),
    path("e/<number:number>/sign/", evening_views.sign, name="evening_sign"),
    path("e/<number:number>/substitute/", evening_views.substitute, name="evening_substitute"),
    path("e/<number:number>/cockpit/", cockpit_views.cockpit, name="cockpit"),
    path("e/<number:number>/cockpit/tables/", cockpit_views.cockpit_tables, name="cockpit_tables"),
    path("e/<number:number>/cockpit/do/", cockpit_views.cockpit_do, name="cockpit_do"),
    path("e/<number:number>/table/<number:table>/", cockpit_views.cockpit_table, name="cockpit_table"),
    path("e/<number:number>/table/<number:table>/date/", evening_views.table_date, name="table_date"),
    path("e/<number:number>/report/", evening_views.report, name="evening_report"),
    path("e/<number:number>/print/<str:kind>/", print_views.evening_print, name="evening_print"),
    path("e/<number:number>/sheet/<number:table>/", sheet_views.sheet, name="sheet"),
    path("e/<number:number>/sheet/<number:table>/round/", sheet_views.sheet_type, name="sheet_type"),
    path("e/<number:number>/sheet/<number:table>/totals/", sheet_views.sheet_totals, name="sheet_totals"),
    path("e/<number:number>/sheet/<number:table>/confirm/", sheet_views.sheet_confirm, name="sheet_confirm"),
    path("e/<number:number>/sheet/<number:table>/object/", sheet_views.sheet_object, name="sheet_object"),
    path("e/<number:number>/sheet/<number:table>/correct/", sheet_views.sheet_correct, name="sheet_correct"),
    path("e/<number:number>/sheet/<number:table>/photo/", photo_views.sheet_photo, name="sheet_photo"),
    path("e/<number:number>/paper/<number:round_number>/", paper_views.paper_round, name="paper_round"),
]
