"""A club in the middle of everything, so that every form of the site stands on some page of it.

`ATTACK_SEEDS` says how many seeds the tests here are run with: 1 in `make test`, more in `make attack`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest

from accounts.invitations import ask_to_join, invite_by_mail, make_code
from accounts.models import Player, Role
from accounts.services import add_member, create_club
from games.disputes import services as dispute_services
from games.disputes.models import Case, CaseKind
from games.league import services as league_services
from games.league.models import Competition, Entrant, Evening, HouseRules, LeagueTable
from games.table.log.models import Match
from tests.conftest import Clock
from tests.disputes.conftest import arbiters, league_table, match, seated_players  # noqa: F401  fixtures
from tests.league.conftest import plan_and_draw
from tests.long_counts import SEEDS
from tests.table.tables import in_second_round, open_table, play_table

ROLES = ("visitor", "guest", "stranger", "member", "arbiter", "secretary", "owner", "staff")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what takes a seed with each of them."""
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(SEEDS))


@dataclass(frozen=True)
class World:
    """The objects under attack: players by role, and an instance of each thing an address can name."""

    roles: dict[str, Player | None]
    seated: Match
    finished: Match
    waiting: Match
    competition: Competition
    evening: Evening
    drawn: Evening
    planned: Evening
    sheet: LeagueTable
    case: Case
    house_rules: HouseRules
    foreign: tuple[str, ...]
    """Numbers and codes of rows that no form offers to anybody."""

    def named(self, name: str, route: str) -> dict[str, object]:
        """The values of the variables in an address: `name` is its URL name, `route` its pattern."""
        about_case = route.startswith(("cases/", "desk/"))
        about_evening = route.startswith("e/")
        played = self.competition
        number = self.case.pk if about_case else self.evening.pk if about_evening else played.pk
        if name.startswith("league:house_rules"):
            number = self.house_rules.pk
        elif name in (
            "table:round_review",
            "disputes:case_file",
            "accounts:notice_open",
            "league:club_answer",
            "league:club_withdraw",
        ):
            number = 1
        return {
            "code": self.seated.code,
            "number": number,
            "game": "kraken",
            "slug": played.season.club.slug,
            "season": played.season_id,
            "entrant": played.entrants.first().pk,
            "player": self.roles["member"].pk,
            "table": self.sheet.pk,
            "kind": "table.csv",
            "token": "forged",
            "day": "2026-03-14",
            "period": "week",
        }


@pytest.fixture(autouse=True)
def _real_time(real_time: None) -> None:
    """Pages use the real time, so that is when all of this happens."""


@pytest.fixture
def world(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    league_table: LeagueTable,  # noqa: F811
    arbiters: list[Player],  # noqa: F811
    seated_players: list[Player],  # noqa: F811
    match: Match,  # noqa: F811
    make_player: Callable[..., Player],
    guest: Player,
    staff: Player,
    clock: Clock,
) -> World:
    """A season in which an evening is over, one is drawn and one is planned, a case is open, and tables are played."""
    club, now = competition.season.club, clock.now
    member, stranger, scribe = seated_players[0], make_player("Stranger"), make_player("Scribe Sef")
    add_member(club=club, player=scribe, role=Role.SECRETARY, at=now)
    elsewhere = create_club(name="Elsewhere", slug="elsewhere", owner=stranger, at=now)
    rules = league_services.save_rules(
        club=club, name="Ours", game="kraken", options={}, actor=secretary, now=now
    )
    second = plan_and_draw(competition, entrants[:4], secretary, now)
    third = league_services.plan_evening(
        competition=competition, starts_at=now + timedelta(days=8), deadline=now + timedelta(days=7)
    )
    case = dispute_services.file_case(
        round_id=match.rounds.get(number=1).pk, player=member, kind=CaseKind.BONUS, text="Mine.", now=now
    )
    dispute_services.take_case(case_id=case.pk, arbiter=arbiters[0], now=now)
    ask_to_join(club=club, player=stranger, text="May I?", now=now, url="/")
    invite_by_mail(
        club=club,
        actor=secretary,
        address="kees@example.org",
        name="Kees",
        greeting="",
        language="en",
        now=now,
    )
    make_code(club=club, actor=secretary, instead_of="", now=now)
    people = (None, guest, stranger, member, arbiters[0], scribe, secretary, staff)
    around = [member, *(each for each in members if each not in seated_players)]
    return World(
        roles=dict(zip(ROLES, people, strict=True)),
        seated=in_second_round(around[:4], now),
        finished=play_table(around[:4], now),
        waiting=open_table(around[:3], now, seated=3),
        competition=competition,
        evening=league_table.evening,
        drawn=second,
        planned=third,
        sheet=league_table,
        case=case,
        house_rules=rules,
        foreign=(str(stranger.pk), str(staff.pk), str(elsewhere.pk), "999999", "elsewhere", match.code),
    )
