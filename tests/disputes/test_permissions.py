"""The permission table of disputed rounds, and the secrecy of the running round."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Club, Player, Role
from accounts.services import add_member, create_club
from games.disputes import services
from games.disputes.models import Case, CaseKind
from games.table.log import seeds
from games.table.log.models import Match, Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.house.addresses import empty_caches, try_request
from tests.house.rights.dispute_permissions import DISPUTE_ROWS, ROLES
from tests.table.tables import in_second_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Empty the caches; an earlier test may have used the same match key."""
    empty_caches()


@pytest.fixture
def now() -> datetime:
    """The real time, as pages use it, so that the case can still be answered."""
    return timezone.now()


@pytest.fixture
def people(
    make_player: Callable[..., Player], guest: Player, staff: Player, clock: Clock
) -> dict[str, Player | None]:
    """One person of each role; filer, opponent, a member and an arbiter sit at the table."""
    roles: dict[str, Player | None] = {"anonymous": None, "guest": guest, "staff": staff}
    names = [role for role in ROLES if role not in roles]
    return roles | {name: make_player(name.replace("_", " ").title()) for name in [*names, "partner"]}


@pytest.fixture
def house(people: dict[str, Player | None], clock: Clock) -> Club:
    """A private club with all these people."""
    club = create_club(name="De Roem", slug="de-roem", owner=people["owner"], at=clock.now)
    create_club(name="Elsewhere", slug="elsewhere", owner=people["stranger"], at=clock.now)
    elsewhere = Club.objects.get(slug="elsewhere")
    people["stranger"].memberships.all().delete()
    add_member(club=elsewhere, player=people["other_arbiter"], role=Role.ARBITER, at=clock.now)
    for role in ("member", "filer", "opponent", "partner", "banned"):
        add_member(club=club, player=people[role], role=Role.MEMBER, at=clock.now)
    for role in ("arbiter", "second_arbiter", "seated_arbiter"):
        add_member(club=club, player=people[role], role=Role.ARBITER, at=clock.now)
    add_member(club=club, player=people["secretary"], role=Role.SECRETARY, at=clock.now)
    people["banned"].is_active = False
    people["banned"].save()
    return club


@pytest.fixture
def match(people: dict[str, Player | None], house: Club, clock: Clock, now: datetime) -> Match:
    """A match of the club in its second round."""
    seated = [people[role] for role in ("filer", "opponent", "partner", "seated_arbiter")]
    made = in_second_round(seated, clock.now)
    Match.objects.filter(pk=made.pk).update(club=house)
    made.refresh_from_db()
    Round.objects.filter(match=made, number=1).update(closed_at=now)
    return made


@pytest.fixture
def case(match: Match, people: dict[str, Player | None], now: datetime) -> Case:
    """A case of the filer about the first round, taken by the arbiter."""
    made = services.file_case(
        round_id=match.rounds.get(number=1).pk,
        player=people["filer"],
        kind=CaseKind.BONUS,
        text="My roem was not counted.",
        moment=9,
        now=now,
    )
    services.take_case(case_id=made.pk, arbiter=people["arbiter"], now=now)
    return services.ask_for_answers(case_id=made.pk, arbiter=people["arbiter"], now=now)


OF_THE_CLUB = (
    "disputes:club_deadlines",
    "disputes:club_arbiter",
    "disputes:club_rulings",
    "disputes:club_conduct",
    "disputes:club_same_place",
)
WITHOUT_NUMBER = (
    "disputes:my_cases",
    "disputes:desk",
    "disputes:trail",
    "disputes:trail_csv",
    "disputes:conduct",
    "disputes:my_conduct",
)


def address_of(name: str, case: Case, number: int = 1) -> str:
    if name == "disputes:case_file":
        return reverse(name, args=[case.round.match.code, number])
    if name == "disputes:call_answer":
        return reverse(name, args=[case.round.match.code])
    if name in OF_THE_CLUB:
        return reverse(name, args=["de-roem"])
    if name == "disputes:conduct_withdraw":
        return reverse(name, args=["de-roem", 1])
    return reverse(
        name,
        args=[] if name in WITHOUT_NUMBER else [case.pk],
    )


@pytest.fixture
def clients(people: dict[str, Player | None], case: Case) -> dict[str, Client]:
    """A browser of each role."""
    return {role: client_of(people[role]) for role in ROLES}


@pytest.mark.slow
def test_pages_answer_as_the_permission_table_says(clients: dict[str, Client], case: Case) -> None:
    """Every answer is taken back before the next is asked for."""
    for name, rows in DISPUTE_ROWS.items():
        address = address_of(name, case)
        for method, statuses in zip(("get", "post"), rows, strict=True):
            got = {role: try_request(clients[role], method, address).status_code for role in ROLES}
            assert got == dict(zip(ROLES, statuses, strict=True)), (name, method)


@pytest.mark.slow
def test_the_running_round_is_shown_to_nobody(clients: dict[str, Client], case: Case) -> None:
    """Not to players, arbiter or staff: not as a review, in a complaint or beside the closed round."""
    match = case.round.match
    running = match.deals.get(number=2)
    assert running.round.status == Round.Status.RUNNING
    covered = (
        reverse("table:round_review", args=[match.code, 2]),
        reverse("disputes:case_file", args=[match.code, 2]),
    )
    pages = [address_of(name, case) for name, (get, _post) in DISPUTE_ROWS.items() if 200 in get]
    pages += [
        reverse("table:round_review", args=[match.code, 1]),
        reverse("table:record", args=[match.code]),
    ]
    for role, client in clients.items():
        for address in covered:
            for method in ("get", "post"):
                answer = try_request(client, method, address, data={"kind": "bonus", "text": "x"})
                assert answer.status_code in (302, 403, 404, 405, 422), (role, address)
        for address in pages:
            body = try_request(client, "get", address).content.decode()
            assert running.sealed not in body
            assert seeds.open_seed(running.sealed).hex() not in body
            assert running.commitment not in body


def test_a_missing_case_answers_like_a_private_one(people: dict[str, Player | None]) -> None:
    for name in ("disputes:case", "disputes:desk_case"):
        address = reverse(name, args=[999_999])
        assert Client().get(address).status_code == 302
        assert client_of(people["staff"]).get(address).status_code == 404
