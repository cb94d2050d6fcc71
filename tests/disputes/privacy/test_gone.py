"""After an account is deleted every page, list and file shows another name, except in typed reasons."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.invitations import ask_to_join
from accounts.members import correct_names, set_role
from accounts.models import Club, Notice, Player, Role
from accounts.personal_data import erase_account
from accounts.services import add_member, create_club, rename
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.models import Case
from games.league import notices
from games.league import services as league_services
from games.league.models import Correction, LeagueTable, SubstituteRequest
from games.league.services.corrections import add_correction
from games.table.log import loading
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.privacy.crawl import everything_for
from tests.league.conftest import members_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]
NAME = "Wilgenroosje"
TYPED = f"{NAME} had counted it twice."
ADMIN = ("correction", "auditentry", "match", "case", "ruling", "complaint", "talkline", "evening", "entrant")


@pytest.fixture
def members(league_club: Club, clock: Clock) -> list[Player]:
    """Ten members, as many as the stories need: each further one is a dozen more pages of the same kind."""
    return members_of(league_club, 10, clock.now)


@pytest.fixture
def roosje(seated_players: list[Player], clock: Clock) -> Player:
    """A player at the table with a unique name."""
    return rename(player=seated_players[0], nickname=NAME)


@pytest.fixture
def name_everywhere(
    roosje: Player,
    seated_players: list[Player],
    secretary: Player,
    members: list[Player],
    arbiters: list[Player],
    league_table: LeagueTable,
    file: Callable[..., Case],
    rule: Callable[..., Case],
    clock: Clock,
) -> None:
    """Store the name in corrections, the trail, notices of others, cases and the log of members."""
    evening, now = league_table.evening, clock.now
    club = evening.competition.season.club
    by = {"actor": secretary, "now": now}
    seat = league_table.seats.get(player=roosje)
    league_services.correct(evening=evening, entrant=seat.entrant, points=10, reason=TYPED, **by)
    add_correction(
        competition=evening.competition,
        evening=evening,
        entrant=seat.entrant,
        what="substitute",
        before=roosje,
        after=members[9],
        **by,
    )
    add_correction(
        competition=evening.competition,
        evening=evening,
        what="postponed",
        after=["Tuesday (", roosje, ", ", members[9], ")"],
        **by,
    )
    notices.notify_substitute(evening, instead=members[9], absent=roosje, now=now)
    asked = SubstituteRequest.objects.create(evening=evening, absent=roosje, asked_by=members[9], at=now)
    notices.notify_wanted_substitute(asked, players=[members[8].pk], now=now)
    set_role(club=club, player=roosje, role=Role.ARBITER, **by)
    set_role(club=club, player=roosje, role=Role.MEMBER, **by)
    correct_names(
        club=club,
        player=roosje,
        nickname=NAME,
        listed_name=NAME,
        url="/me/",
        **by,
    )
    other = create_club(name="Slagzin", slug="slagzin", owner=secretary, at=now)
    ask_to_join(club=other, player=roosje, text=f"I am {NAME}", now=now, url="/c/slagzin/members/")
    add_member(club=other, player=roosje, at=now)
    questioned = file(seat=1)
    services.take_case(case_id=questioned.pk, arbiter=arbiters[0], now=now)
    services.ask_for_answers(case_id=questioned.pk, arbiter=arbiters[0], now=now)
    services.answer(case_id=questioned.pk, player=roosje, text=f"{NAME} here.", now=now)
    case = rule(file(seat=0, number=2), arbiters[0], RulingKind.STANDS)
    services.appeal(case_id=case.pk, player=roosje, text="Another arbiter, please.", now=now)


def everything(readers: list[Player], staff: Player, league_table: LeagueTable) -> Iterator[tuple[str, str]]:
    """All pages that readers and staff can open."""
    for reader in readers:
        yield from everything_for(reader, league_table)
    client = client_of(staff)
    for model in ADMIN:
        listed = client.get(f"/admin/games/{model}/")
        assert listed.status_code == 200, model
        for address in {
            f"/admin/games/{model}/",
            *re.findall(rf'"(/admin/games/{model}/\d+/change/)', listed.content.decode()),
        }:
            yield address, html.unescape(client.get(address).content.decode())
    for model in ("player", "memberchange"):
        yield model, html.unescape(client.get(f"/admin/accounts/{model}/").content.decode())


@pytest.mark.slow
@pytest.mark.usefixtures("name_everywhere")
def test_the_old_name_remains_only_in_typed_reasons(
    roosje: Player,
    seated_players: list[Player],
    secretary: Player,
    members: list[Player],
    arbiters: list[Player],
    staff: Player,
    league_table: LeagueTable,
    clock: Clock,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    loading.forget_all()
    readers = [secretary, arbiters[0], seated_players[1], members[9]]
    before = dict(everything(readers, staff, league_table))
    saying = {
        address.partition(" for ")[0] for address, body in before.items() if NAME in body.replace(TYPED, "")
    }
    expected = (
        "/trail/",
        "/trail/trail.csv",
        "/me/notices/",
        "/me/data.json",
        "/c/troefboer/members/",
    )
    assert {*expected, "/admin/games/correction/", "/admin/games/auditentry/"} <= saying
    assert any(address.endswith("corrections.csv") for address in saying)
    assert any(address.endswith("/manage/") for address in saying)

    with django_capture_on_commit_callbacks(execute=True):
        erase_account(player=roosje, now=clock.now)

    after = dict(everything(readers, staff, league_table))
    assert [address for address, body in after.items() if NAME in body.replace(TYPED, "")] == []
    assert any(TYPED in body for body in after.values())
    roosje.refresh_from_db()
    for address in ("/trail/", "/trail/trail.csv", f"/l/{league_table.evening.competition_id}/manage/"):
        assert roosje.nickname in after[f"{address} for {secretary}"]
    assert "{player:" not in "".join(after.values())
    loading.forget_all()


@pytest.mark.usefixtures("name_everywhere")
def test_texts_of_the_site_never_contain_the_name() -> None:
    for model in (Correction, AuditEntry):
        for row in model.objects.values():
            assert NAME not in json.dumps({**row, "reason": ""}, default=str)
    others = Notice.objects.exclude(text__contains=NAME).values("subject", "text")
    assert others.exists()
    assert not Notice.objects.filter(subject__contains=NAME).exists()


def test_a_typed_key_is_never_replaced_by_a_name(
    league_table: LeagueTable,
    secretary: Player,
    seated_players: list[Player],
    clock: Clock,
) -> None:
    """A typed key stays as typed, in reasons and in texts that quote them."""
    typed = f"{{player:{seated_players[0].pk}}}"
    seat = league_table.seats.first()
    assert seat is not None
    competition = league_table.evening.competition
    competition.name = typed
    competition.save()
    league_services.correct(
        evening=league_table.evening,
        entrant=seat.entrant,
        points=1,
        reason=typed,
        actor=secretary,
        now=clock.now,
    )
    trail = client_of(secretary).get("/trail/").content.decode()
    assert f"(player:{seated_players[0].pk}}}" in trail
    assert typed in trail
