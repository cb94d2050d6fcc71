"""A season copied into the next one, and the queries of a season's table."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.invitations import remove_member
from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, EntrantPlayer
from games.league.queries import season_table
from tests.league.conftest import open_round, owner_of, plan_and_draw, plan_evening
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


def test_the_next_season_is_copied_from_the_last_with_who_goes_up_and_down(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    season = competition.season
    services.add_competition(season=season, name="Second division", game="kraken", division=2)
    copy = services.copy_season(
        season=season,
        name="Spring",
        now=clock(),
        moved={entrants[0].pk: 1, entrants[1].pk: -1},
        actor=secretary,
    )
    top, second = copy.competitions.order_by("division")
    assert (top.rules, top.options, top.rounds) == (
        competition.rules,
        competition.options,
        competition.rounds,
    )
    assert top.entrants.count() == 16
    assert [member.player_id for each in second.entrants.all() for member in each.members.all()] == [
        entrants[0].members.get().player_id
    ]
    assert not copy.competitions.filter(evenings__isnull=False).exists()
    services.archive_season(season=season, actor=owner_of(competition), now=clock())
    with pytest.raises(LeagueRefused) as refused:
        plan_evening(competition, clock())
    assert refused.value.code == LeagueRefusal.SEASON_ARCHIVED


def test_who_has_left_the_club_is_not_copied_into_its_next_season(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    remove_member(club=competition.season.club, player=members[0], actor=secretary, now=clock())
    copy = services.copy_season(season=competition.season, name="Spring", now=clock(), actor=secretary)
    entered = EntrantPlayer.objects.filter(competition__season=copy)
    assert set(entered.values_list("player", flat=True)) == {player.pk for player in members[1:]}


@pytest.mark.parametrize("many", [5, 17])
def test_the_season_table_asks_the_same_number_of_queries_for_few_and_many(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
    django_assert_num_queries: Callable[..., object],
    many: int,
) -> None:
    for _number in range(1 + many // 8):
        evening = plan_and_draw(competition, entrants[:many], secretary, clock())
        for table in open_round(evening, secretary, clock(), on_paper=True):
            write_sheet(table, (100, 62), now=clock())
    season_table(competition)
    with django_assert_num_queries(8):
        season_table(competition)


def test_the_link_to_change_the_rules_leads_to_their_form_with_a_fold_for_each_subject(
    competition: Competition, desk: Client
) -> None:
    rules = reverse("league:league_rules", args=[competition.pk])
    manage = desk.get(reverse("league:league_manage", args=[competition.pk])).content.decode()
    assert f'href="{rules}#change-rules"' in manage
    form = desk.get(rules).content.decode().partition('id="change-rules"')[2]
    groups = re.findall(r'<details class="fold"><summary>([^<]*)</summary>', form)
    assert {"What counts", "Absence and substitutes", "Tables"} <= set(groups)
