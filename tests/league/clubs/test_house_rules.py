"""A club's house rules have versions that stay; a competition that has begun keeps the one it began with."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from accounts.models import Club, Player
from games.append_only import IsAppendOnly
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Correction, Entrant, HouseRules
from games.league.seasons.forms import RULE, HouseRulesForm
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up
from tests.refused import expect_refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def rules(league_club: Club, secretary: Player, clock: Clock) -> HouseRules:
    """Version 1 of the club's own Kraken: eight rounds."""
    return services.save_rules(
        club=league_club, name="Ours", game="kraken", options={"rounds": 8}, actor=secretary, now=clock()
    )


def save(rules: HouseRules, actor: Player, now: datetime, **options: object) -> HouseRules:
    return services.save_rules(
        club=rules.club, name="", game="", options=options, actor=actor, now=now, edited=rules
    )


def test_an_edit_is_the_next_version_and_the_old_one_stays(
    rules: HouseRules, secretary: Player, clock: Clock
) -> None:
    second = save(rules, secretary, clock(), rounds=12)
    assert (second.name, second.version, second.options) == ("Ours", 2, {"rounds": 12})
    assert save(second, secretary, clock(), rounds=12) == second
    expect_refused(LeagueRefusal.NEWER_VERSION, lambda: save(rules, secretary, clock(), rounds=4))
    expect_refused(LeagueRefusal.UNREADABLE, lambda: save(second, secretary, clock(), rounds="many"))
    rules.refresh_from_db()
    assert rules.options == {"rounds": 8}
    rules.options = {}
    with pytest.raises(IsAppendOnly):
        rules.save()
    with pytest.raises(IsAppendOnly):
        HouseRules.objects.update(name="Theirs")


def test_a_name_is_taken_once_in_a_club(
    rules: HouseRules, league_club: Club, secretary: Player, clock: Clock
) -> None:
    again = {"name": "Ours", "game": "kraken", "options": {}, "actor": secretary, "now": clock()}
    expect_refused(LeagueRefusal.NAME_TAKEN, lambda: services.save_rules(club=league_club, **again))


def test_a_competition_changes_its_version_only_before_it_begins(
    competition: Competition,
    entrants: list[Entrant],
    rules: HouseRules,
    secretary: Player,
    clock: Clock,
) -> None:
    services.choose_rules(competition=competition, preset=rules, actor=secretary, now=clock())
    second = save(rules, secretary, clock(), rounds=12)
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    table = open_round(draw_evening(evening), secretary, clock())[0]
    assert (table.match.options, table.match.house_rules) == ({"rounds": 8}, "Ours (1)")
    expect_refused(
        LeagueRefusal.RULES_LOCKED,
        lambda: services.choose_rules(competition=competition, preset=second, actor=secretary, now=clock()),
    )
    competition.refresh_from_db()
    assert (competition.preset, competition.options) == (rules, {"rounds": 8})
    assert Correction.objects.get(what="house rules").after == "Ours (1)"


def test_rules_of_another_game_or_club_are_not_chosen(
    competition: Competition, league_club: Club, secretary: Player, clock: Clock
) -> None:
    other = services.save_rules(
        club=league_club, name="R", game="rosbiratschka", options={}, actor=secretary, now=clock()
    )
    expect_refused(
        LeagueRefusal.UNREADABLE,
        lambda: services.choose_rules(competition=competition, preset=other, actor=secretary, now=clock()),
    )


def form_of(rules: HouseRules, **changes: object) -> dict[str, object]:
    """The form of these rules as the page shows it, with changes."""
    form = HouseRulesForm(game=rules.game, named=rules.name, rules=rules.options)
    shown = {name: field.initial for name, field in form.fields.items()}
    return {**shown, **{RULE + name: value for name, value in changes.items()}}


def test_the_secretary_edits_every_option_and_members_read_the_card(
    rules: HouseRules, desk: Client, members: list[Player]
) -> None:
    edit = f"/c/troefboer/rules/{rules.pk}/edit/"
    assert desk.post(edit, form_of(rules, rounds=999)).status_code == 422
    answer = desk.post(edit, form_of(rules, rounds=12))
    newest = HouseRules.objects.get(version=2)
    assert answer["Location"] == f"/c/troefboer/rules/{newest.pk}/"
    assert newest.options == {"rounds": 12}
    reader = client_of(members[0])
    card = reader.get(answer["Location"]).content.decode()
    assert "Ours, version 2" in card
    assert "Change them" not in card
    assert "newer version" in reader.get(f"/c/troefboer/rules/{rules.pk}/").content.decode()
    assert desk.post(edit, form_of(rules, rounds=4)).status_code == 422
    assert HouseRules.objects.count() == 2


def test_new_house_rules_start_from_a_preset_everybody_knows(league_club: Club, desk: Client) -> None:
    page = desk.get("/c/troefboer/rules/new/?game=kraken&like=rotterdam-free").content.decode()
    assert "New house rules" in page
    assert desk.post("/c/troefboer/rules/new/", {"game": "kraken"}).status_code == 422
    assert desk.post("/c/troefboer/rules/new/", {"game": "kraken", "name": "Ours"}).status_code == 302
    assert HouseRules.objects.get().options == {}


def test_a_new_competition_offers_the_clubs_own_rules_and_locks_them(
    competition: Competition, rules: HouseRules, desk: Client
) -> None:
    address = f"/c/troefboer/seasons/{competition.season_id}/competition/"
    assert "Ours, version 1" in desk.get(address).content.decode()
    said = {"name": "B", "house_rules": f"kraken:{rules.pk}", "cards": 16}
    said |= {"seating": "rotating", "size": 1, "rounds": 3, "division": 1}
    assert desk.post(address, said).status_code == 302
    made = Competition.objects.get(name="B")
    assert (made.preset, made.options) == (rules, {"rounds": 8})
    assert "Ours, version 1" in desk.get(f"/l/{made.pk}/rules/").content.decode()


def test_a_friendly_table_of_the_club_says_whose_rules_it_plays_unless_changed_by_hand(
    rules: HouseRules, league_club: Club, members: list[Player]
) -> None:
    player = client_of(members[0])
    assert "Ours (1)" in player.get("/c/troefboer/table/").content.decode()
    said = {"game": "kraken", "preset": f"club-{rules.pk}", "visibility": "link"}
    assert player.post("/c/troefboer/table/", said).status_code == 302
    match = Match.objects.get()
    assert (match.club, match.options, match.house_rules) == (league_club, {"rounds": 8}, "Ours (1)")
    assert "Ours (1)" in player.get(f"/t/{match.code}/rules/").content.decode()
    player.post("/c/troefboer/table/", {**said, "option-rounds": 4})
    changed = Match.objects.exclude(pk=match.pk).get()
    assert (changed.options, changed.house_rules) == ({"rounds": 4}, "")


def test_the_list_of_corrections_says_that_other_house_rules_were_chosen(
    competition: Competition, rules: HouseRules, desk: Client, secretary: Player, clock: Clock
) -> None:
    services.choose_rules(competition=competition, preset=rules, actor=secretary, now=clock())
    page = desk.get(f"/l/{competition.pk}/manage/")
    assert page.status_code == 200
    assert "house rules chosen" in page.content.decode()


def test_a_club_says_whether_signals_are_agreed() -> None:
    form = HouseRulesForm({f"{RULE}signals": "agreed", "name": "Ours"}, game="kraken")
    assert form.is_valid(), form.errors
    assert form.cleaned_rules() == {"signals": "agreed"}


@pytest.mark.parametrize(("rounds", "right"), [("3", False), ("4", True), ("64", True), ("65", False)])
def test_a_club_plays_four_to_sixty_four_rounds(rounds: str, *, right: bool) -> None:
    form = HouseRulesForm({f"{RULE}rounds": rounds, "name": "Ours"}, game="kraken")
    assert form.is_valid() is right
