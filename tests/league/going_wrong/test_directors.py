"""A director of one evening: the cockpit, sheets and calls of that evening, and nothing of the club."""

from __future__ import annotations

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from accounts.invitations import remove_member
from accounts.mentions import mention
from accounts.models import Notice, Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.evenings.cockpit_tables import clocks_of
from games.league.leaders import leads
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import open_round, plan_and_draw
from tests.league.going_wrong.conftest import fresh, say
from tests.league.playing import play_rounds
from tests.refused import refusal
from tests.table.sockets.screens import connect_screen, quiet

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(evening: Evening, members: list[Player], secretary: Player, clock: Clock) -> Player:
    """Named by the secretary from the cockpit."""
    sent = {"do": "director", "director": members[9].pk, "version": fresh(evening).version}
    door = reverse("league:cockpit_do", args=[evening.pk])
    assert client_of(secretary).post(door, sent).status_code == 302
    return members[9]


def test_a_director_is_told_leads_and_hears_the_calls(
    evening: Evening, director: Player, secretary: Player, clock: Clock
) -> None:
    assert Notice.objects.get(player=director, subject__startswith="You lead").url.endswith("/cockpit/")
    entry = AuditEntry.objects.get(what="director")
    assert (entry.actor, entry.after) == (secretary, f"Individual: 1: {mention(director.pk)}")
    desk, door = client_of(director), reverse("league:cockpit_do", args=[evening.pk])
    page = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert "Director of this evening" not in page
    for doing in ("open", "start"):
        sent = {"do": doing, "version": fresh(evening).version}
        assert desk.post(door, sent).status_code == 302
    table = evening.tables.select_related("match").get(round=1)
    say(table.match, 1, clock, do="call_director", why="A card fell")
    assert Notice.objects.filter(player=director, text__contains="A card fell").count() == 1
    answer = {"do": "answer", "table": table.pk, f"answer-{table.pk}": "Play on", "version": 0}
    assert desk.post(door, answer).status_code == 302


@pytest.mark.parametrize("doing", ["cancel", "move", "director", "no_director"])
def test_a_director_neither_moves_nor_cancels_the_evening_nor_names_another(
    evening: Evening, director: Player, doing: str
) -> None:
    sent = {"do": doing, "director": director.pk, "reason": "Why not", "version": fresh(evening).version}
    answer = client_of(director).post(reverse("league:cockpit_do", args=[evening.pk]), sent)
    assert (answer.status_code, answer["Refusal-Code"]) == (403, LeagueRefusal.NOT_ALLOWED)
    assert leads(evening, director)


def test_the_lead_ends_when_it_is_taken_back_or_the_member_leaves(
    evening: Evening, director: Player, members: list[Player], secretary: Player, make_player, clock: Clock
) -> None:
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    services.name_director(director=members[10], **about)
    services.name_director(director=members[10], **about)
    assert evening.directors.count() == 2
    services.name_director(director=members[10], leads=False, **about)
    assert not leads(evening, members[10])
    remove_member(club=evening.competition.season.club, player=director, actor=secretary, now=clock())
    assert not leads(evening, director)
    stranger = make_player("Stranger")
    assert refusal(lambda: services.name_director(director=stranger, **about)) == LeagueRefusal.NOT_A_MEMBER


def test_the_cockpit_shows_since_when_a_table_plays_and_its_last_move(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    (table,) = open_round(evening, secretary, clock())
    later = clock() + timedelta(minutes=17)
    play_rounds(table, 1, later)
    table.match.refresh_from_db()
    shown = clocks_of([table])[table.pk]
    assert (shown.started, shown.over) == (clock(), None)
    assert shown.moved is not None
    assert shown.moved >= later
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert "last move" in page
    play_rounds(table, 4, later + timedelta(minutes=1))
    table.match.refresh_from_db()
    assert clocks_of([table])[table.pk].over is not None


@pytest.mark.django_db(transaction=True)
async def test_a_director_who_plays_sees_the_calls_at_the_own_table_until_they_end(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    """Calls of another table and of the own one, live and on the page; other players see none of it."""
    (own, other), (director, fellow) = await sync_to_async(_two_tables_led_by_a_player)(
        competition, entrants, secretary, clock
    )
    (screen, first), (others, _) = (
        await connect_screen(own.match, director),
        await connect_screen(own.match, fellow),
    )
    assert "calls you" not in first
    await sync_to_async(say)(other.match, 2, clock, do="call_director", why="A card fell")
    (push,) = [text for text in await quiet(screen) if 'id="calls"' in text]
    assert "Round 1, table 2 calls you." in push
    assert "A card fell" in push
    assert reverse("league:cockpit", args=[own.evening_id]) in push
    assert not [text for text in await quiet(others) if "calls you" in text]
    address = reverse("table:table", args=[own.match.code])
    for player, sees in ((director, True), (fellow, False)):
        page = await sync_to_async(lambda who: client_of(who).get(address).content.decode())(player)
        assert ("calls you" in page) is sees
    await sync_to_async(say)(own.match, 1, clock, do="call_director", why="Who leads?")
    assert "Round 1, table 1 calls you." in "".join(await quiet(screen))
    await sync_to_async(services.answer_call)(table_id=other.pk, actor=director, text="It lies.", now=clock())
    last = [text for text in await quiet(screen) if 'id="calls"' in text][-1]
    assert ("table 2" in last, "table 1" in last) == (False, True)
    for each in (screen, others):
        await each.disconnect()


def _two_tables_led_by_a_player(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> tuple[list[LeagueTable], list[Player]]:
    """Two tables that are played, and the first two players of the first; one of them is director of the evening."""
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    tables = open_round(evening, secretary, clock())
    here = [seat.player for seat in tables[0].match.seats.select_related("player").order_by("number")]
    services.name_director(evening_id=evening.pk, director=here[0], actor=secretary, now=clock())
    return [*LeagueTable.objects.select_related("match").order_by("number").filter(round=1)], here[:2]
