"""The permission table of the league holds for a private club, and a public one is visible to everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Player, Role
from accounts.services import add_member, create_club
from games.league import services
from games.league.models import Competition, Entrant, Evening, HouseRules, LeagueTable
from tests.clients import client_of
from tests.conftest import Clock
from tests.house.addresses import empty_caches
from tests.house.rights.league_permissions import DIRECTOR_ROWS, LEAGUE_ROWS, OUTSIDE, ROLES
from tests.league.conftest import plan_and_draw, plan_evening, put_on_paper
from tests.table.hidden.other_worlds import CHANGING

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """A drawn evening of a private club, its first table on paper."""
    services.save_rules(
        club=competition.season.club, name="Ours", game="kraken", options={}, actor=secretary, now=clock()
    )
    evening = plan_and_draw(competition, entrants[:4], secretary, clock.now)
    put_on_paper(table_id=evening.tables.get(round=1).pk, version=evening.version)
    return evening


@pytest.fixture
def roles(
    league_club: Club,
    members: list[Player],
    secretary: Player,
    make_player: Callable[..., Player],
    guest: Player,
    staff: Player,
    clock: Clock,
) -> dict[str, Player | None]:
    """One of each role; `secretary` of the fixtures founded the club and owns it."""
    other = make_player("Other Olga")
    create_club(name="Elsewhere", slug="elsewhere", owner=other, at=clock.now)
    banned, arbiter, scribe = make_player("Banned Bo"), make_player("Arbiter Arie"), make_player("Scribe Sef")
    for player, role in ((banned, Role.MEMBER), (arbiter, Role.ARBITER), (scribe, Role.SECRETARY)):
        add_member(club=league_club, player=player, role=role, at=clock.now)
    banned.is_active = False
    banned.save()
    gone = make_player("Gone Gijs")
    add_member(club=league_club, player=gone, at=clock.now)
    league_club.memberships.filter(player=gone).delete()
    people = (
        None, guest, make_player("Stranger"), other, gone, banned, staff,
        members[16], members[0], arbiter, scribe, secretary,
    )  # fmt: skip
    return dict(zip(ROLES, people, strict=True))


@pytest.fixture
def clients(roles: dict[str, Player | None]) -> dict[str, Client]:
    """A browser of each role."""
    return {role: client_of(player) for role, player in roles.items()}


def address_of(name: str, evening: Evening) -> str:
    competition = evening.competition
    club = {"slug": competition.season.club.slug}
    entrant = competition.entrants.first()
    table = LeagueTable.objects.get(evening=evening, on_paper=True)
    filled = {
        "league:clubs": {},
        "league:club_by_code": {},
        "club_file:club_export": club,
        "league:club_withdraw": {**club, "number": 1},
        "league:club_key_off": {**club, "number": 1},
        "league:club_leave": {**club, "player": Player.objects.get(nickname="M01").pk},
        "league:club_member": {**club, "player": Player.objects.get(nickname="M02").pk},
        "league:club_member_phone": {**club, "player": Player.objects.get(nickname="M02").pk},
        "league:club_member_mail": {**club, "player": Player.objects.get(nickname="M02").pk},
        "league:club_member_link": {**club, "player": Player.objects.get(nickname="M02").pk},
        "league:club_merge": {**club, "player": Player.objects.get(nickname="M02").pk},
        "league:club_answer": {**club, "number": 1},
        "league:club_join": {**club, "token": "forged"},
        "league:shared_deal": {"token": "forged"},
        "league:evening_deal": {"number": evening.pk, "deal": 1},
        "league:own_evening": {"number": evening.pk, "entrant": entrant.pk},
        "league:club_table": club,
        "league:house_rules": club,
        "league:house_rules_new": club,
        "league:house_rules_card": {**club, "number": HouseRules.objects.get().pk},
        "league:house_rules_edit": {**club, "number": HouseRules.objects.get().pk},
        "league:house_rules_choose": {**club, "number": HouseRules.objects.get().pk},
        "league:season_archive": {**club, "season": competition.season_id},
        "league:season_contribution": {**club, "season": competition.season_id},
        "league:season_availability": {**club, "season": competition.season_id},
        "league:season_everybody": {**club, "season": competition.season_id},
        "league:competition_new": {**club, "season": competition.season_id},
        "league:league_file": {"number": competition.pk, "kind": "table.csv"},
        "league:results_import_back": {"number": competition.pk, "batch": 1},
        "league:club_members_import_back": {**club, "batch": 1},
        "league:entrant": {"number": competition.pk, "entrant": entrant.pk},
        "league:entrant_withdraw": {"number": competition.pk, "entrant": entrant.pk},
        "league:entrant_change": {"number": competition.pk, "entrant": entrant.pk},
        "league:entrant_signals": {"number": competition.pk, "entrant": entrant.pk},
        "league:sheet": {"number": evening.pk, "table": table.pk},
        "league:cockpit_table": {"number": evening.pk, "table": table.pk},
        "league:table_deals": {"number": evening.pk, "table": table.pk},
        "league:dealing_sheets": {"number": evening.pk},
        "league:table_date": {"number": evening.pk, "table": table.pk},
        "league:sheet_type": {"number": evening.pk, "table": table.pk},
        "league:sheet_confirm": {"number": evening.pk, "table": table.pk},
        "league:sheet_correct": {"number": evening.pk, "table": table.pk},
        "league:sheet_totals": {"number": evening.pk, "table": table.pk},
        "league:sheet_object": {"number": evening.pk, "table": table.pk},
        "league:sheet_photo": {"number": evening.pk, "table": table.pk},
        "league:evening_print": {"number": evening.pk, "kind": "seats"},
        "league:paper_round": {"number": evening.pk, "round_number": table.round},
    }
    if name in filled:
        return reverse(name, kwargs=filled[name])
    if name.startswith(("league:club", "league:season", "league:competition")):
        return reverse(name, kwargs=club)
    of_evening = name.startswith(("league:evening", "league:cockpit", "league:round_clock"))
    return reverse(name, kwargs={"number": evening.pk if of_evening else competition.pk})


@pytest.mark.slow
def test_every_row_is_what_happens(clients: dict[str, Client], evening: Evening) -> None:
    """Row by row, each in the same club; in a row the roles come one after another."""
    for name, (get, post) in LEAGUE_ROWS.items():
        address = address_of(name, evening)
        before = transaction.savepoint()
        got = {role: clients[role].get(address).status_code for role in ROLES}
        assert got == dict(zip(ROLES, get, strict=True)), name
        posted = {role: clients[role].post(address).status_code for role in ROLES}
        assert posted == dict(zip(ROLES, post, strict=True)), name
        transaction.savepoint_rollback(before)
        empty_caches()


def statuses(client: Client, address: str) -> tuple[int, int]:
    return client.get(address).status_code, client.post(address).status_code


@pytest.mark.slow
def test_a_director_leads_that_evening_and_is_a_member_everywhere_else(
    members: list[Player], secretary: Player, evening: Evening, clock: Clock
) -> None:
    """Addresses at which a member ends their membership, or leaves traces for the next, are left out."""
    director, member = members[4], members[5]
    services.name_director(evening_id=evening.pk, director=director, actor=secretary, now=clock.now)
    other = plan_evening(evening.competition, clock.now)
    leads, plays = client_of(director), client_of(member)
    for name in sorted(set(LEAGUE_ROWS) - {"league:club_leave"}):
        address = address_of(name, evening)
        told = statuses(plays, address)
        wanted = DIRECTOR_ROWS.get(name, told)
        assert statuses(leads, address) == wanted, name
        assert (name in DIRECTOR_ROWS) == (wanted != told), name
        if name in DIRECTOR_ROWS:
            of_table = {"table": 1}
            more = {"league:paper_round": {"round_number": 1}, "league:cockpit_table": of_table}
            more["league:table_deals"] = of_table
            elsewhere = reverse(name, kwargs={"number": other.pk} | more.get(name, {}))
            assert statuses(leads, elsewhere) == statuses(plays, elsewhere), name


@pytest.mark.slow
def test_nobody_outside_reads_a_name_of_the_club(clients: dict[str, Client], evening: Evening) -> None:
    for name in LEAGUE_ROWS:
        address = address_of(name, evening)
        for role in ROLES[:OUTSIDE]:
            answer = clients[role].get(address, follow=True)
            body = CHANGING.sub("", answer.content.decode())  # a token of random letters may read like a name
            assert "M01" not in body, (name, role)
            assert "De Troefboer" not in body, (name, role)


def test_a_public_club_shows_its_tables_to_everybody(
    clients: dict[str, Client], evening: Evening, league_club: Club
) -> None:
    league_club.is_public = True
    league_club.save()
    shown = ("club", "league", "evening", "evening_report", "entrant")
    for name in shown:
        assert clients["anonymous"].get(address_of(f"league:{name}", evening)).status_code == 200, name
    assert clients["stranger"].get(address_of("league:club_members", evening)).status_code == 403


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("entrant_signals", {"signals": "a low card"}),
        ("sheet_type", {"number": "1", "points_0": "100", "points_1": "62", "seq": "0"}),
        ("sheet_totals", {"points_0": "100", "points_1": "62", "seq": "0"}),
        ("sheet_object", {"why": "no"}),
        ("sheet_confirm", {"seen": "1"}),
        ("sheet_correct", {"reason": "a slip of the pen"}),
        ("round_clock", {"do": "start", "minutes": "5"}),
    ],
)
def test_a_visitor_of_a_public_club_is_refused_what_they_send(
    evening: Evening, secretary: Player, clock: Clock, name: str, sent: dict[str, str]
) -> None:
    """Also with every field filled in, at the addresses that everybody may see."""
    Club.objects.update(is_public=True)
    services.open_round(evening_id=evening.pk, version=evening.version + 1, actor=secretary, now=clock())
    paths = {
        "entrant_signals": [evening.competition_id, evening.competition.entrants.first().pk],
        "round_clock": [evening.pk],
    }
    path = paths.get(name, [evening.pk, evening.tables.get(round=1).pk])
    assert Client().post(reverse(f"league:{name}", args=path), sent).status_code == 403


def test_what_is_not_there_answers_like_what_is_private(clients: dict[str, Client], evening: Evening) -> None:
    for name in ("league:league", "league:evening", "league:sheet", "league:cockpit"):
        address = address_of(name, evening).replace(f"/{evening.pk}/", "/999999/", 1)
        assert clients["anonymous"].get(address).status_code == 302, name
        assert clients["stranger"].get(address).status_code == 404, name
