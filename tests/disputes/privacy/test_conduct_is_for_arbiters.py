"""Of a report about somebody's conduct only arbiters who did not sit there read who it is from, what it is about, who
answered and why it was ruled so."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from zipfile import ZipFile

import pytest

from accounts.models import Club, Membership, Player, Role
from games.club_file.exporting import write_club
from games.club_file.importing import import_club, keep_upload
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import Case, CaseKind, Colour, Offence
from games.league.models import LeagueTable
from games.table.log import loading
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.privacy.crawl import everything_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]
ACCUSATION, ANSWER, REASON, APPEAL = "They kicked.", "My shoe slipped.", "No sign was seen.", "Look again."
OF_THE_CARD = "Rude at the bar."
SECRETS = (ACCUSATION, ANSWER, REASON, APPEAL, OF_THE_CARD)
SUBJECT = "Players helping each other"
SAYS_WHAT_CAN_BE_ASKED = ("/conduct/", "/wrong/")
OF_PLAYERS = ("Asked about a round", "Answered", "Appealed", "Agreed that the round stands")


@pytest.fixture
def club(league_table: LeagueTable) -> Club:
    return league_table.evening.competition.season.club


@pytest.fixture
def decided_report(
    file: Callable[..., Case],
    take_and_ask: Callable[[Case], Case],
    club: Club,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> Case:
    """A report that was answered, ruled on, appealed and decided, and a card for conduct given with it."""
    case = take_and_ask(file(kind=CaseKind.COLLUSION, text=ACCUSATION))
    services.answer(case_id=case.pk, player=seated_players[1], text=ANSWER, now=clock.now)
    ruling = {"case_id": case.pk, "reason": REASON, "rule": "6", "now": clock.now}
    services.give_ruling(
        arbiter=arbiters[0], wanted=RulingRequest(RulingKind.PENALTY, seat=1, amount=-20), **ruling
    )
    services.give_conduct_card(
        club=club,
        player=seated_players[1],
        colour=Colour.YELLOW,
        offence=Offence.CHEATED,
        reason=OF_THE_CARD,
        arbiter=arbiters[0],
        now=clock.now,
        case=case,
    )
    services.appeal(case_id=case.pk, player=seated_players[2], text=APPEAL, now=clock.now)
    services.take_case(case_id=case.pk, arbiter=arbiters[1], now=clock.now)
    services.give_ruling(arbiter=arbiters[1], wanted=RulingRequest(RulingKind.STANDS), **ruling)
    return Case.objects.get(pk=case.pk)


def tell_all(reader: Player, league_table: LeagueTable) -> dict[str, list[str]]:
    """What every page and file that the reader reaches tells of the report, pages without any left out."""
    told = {}
    for address, body in everything_for(reader, league_table):
        found = [secret for secret in SECRETS if secret in body]
        if SUBJECT in body and not any(part in address for part in SAYS_WHAT_CAN_BE_ASKED):
            found.append(SUBJECT)
        if address.startswith("/trail/"):
            found += [word for word in OF_PLAYERS if word.casefold() in _lines_of(body)]
        if found:
            told[address] = found
    return told


def _lines_of(body: str) -> str:
    return body[body.find('<ol class="list trail">') :].casefold()


@pytest.mark.slow
@pytest.mark.usefixtures("decided_report")
def test_who_runs_the_club_and_its_members_read_nothing_of_it(
    secretary: Player,
    members: list[Player],
    seated_players: list[Player],
    league_table: LeagueTable,
    club: Club,
) -> None:
    """On no page and in no file that they reach by a link."""
    loading.forget_all()
    outside = [player for player in members if player not in seated_players][:2]
    club.memberships.filter(player=outside[0]).update(role=Role.OWNER)
    for reader in (secretary, *outside):
        assert tell_all(reader, league_table) == {}


@pytest.mark.slow
@pytest.mark.usefixtures("decided_report")
def test_an_arbiter_reads_it(arbiters: list[Player], league_table: LeagueTable) -> None:
    """The test before would pass where nothing was told to anybody."""
    loading.forget_all()
    told = tell_all(arbiters[0], league_table)
    trail = next(words for address, words in told.items() if address.startswith("/trail/ "))
    assert {REASON, "Asked about a round", "Answered", "Appealed"} <= set(trail)


def test_the_trail_of_every_case_is_the_same_to_who_runs_the_club(
    decided_report: Case,
    file: Callable[..., Case],
    rule: Callable[..., Case],
    secretary: Player,
    arbiters: list[Player],
) -> None:
    """What an arbiter did and what the round counts stays; that a card belongs to a case does not."""
    ordinary = rule(file(number=2), arbiters[0], RulingKind.BONUS, points=(20, 0))
    reader = client_of(secretary)
    rows = reader.get("/trail/").context["rows"]
    assert [row.what for row in rows if row.case == ordinary.pk] == ["ruled", "taken"]
    of_the_report = [(row.what, row.reason, row.rule) for row in rows if row.case == decided_report.pk]
    assert of_the_report == [
        ("ruled_on_appeal", "", ""),
        ("taken", "", ""),
        ("ruled", "", ""),
        ("answers_asked", "", ""),
        ("taken", "", ""),
    ]
    assert next(row.before for row in rows if row.case == ordinary.pk)
    assert [row.case for row in rows if row.what == "conduct_card"] == [None]
    for page in ("/trail/", "/trail/trail.csv"):
        body = reader.get(page, {"case": decided_report.pk}).content.decode()
        assert REASON not in body
        assert "card for conduct" not in _lines_of(body)


def test_an_arbiter_who_sat_there_reads_no_report_in_the_trail(
    file: Callable[..., Case], club: Club, seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    """Nor among the earlier cases of a player of another table."""
    case = file(kind=CaseKind.COLLUSION, text=ACCUSATION)
    Membership.objects.filter(club=club, player=seated_players[1]).update(role=Role.ARBITER)
    trail = client_of(seated_players[1]).get("/trail/")
    assert [row.what for row in trail.context["rows"] if row.case == case.pk] == []
    assert "filed" in {row.what for row in client_of(arbiters[0]).get("/trail/").context["rows"]}


def test_the_case_law_for_members_has_no_rulings_about_conduct(
    decided_report: Case,
    club: Club,
    members: list[Player],
    seated_players: list[Player],
    arbiters: list[Player],
) -> None:
    address = f"/c/{club.slug}/rulings/"
    member = next(player for player in members if player not in seated_players)
    for asked in ({}, {"subject": "collusion"}, {"words": "sign"}):
        shown = client_of(member).get(address, asked)
        assert (shown.context["decided"], shown.context["numbers"].subjects) == ((), ())
        assert SUBJECT not in shown.content.decode()
    assert [each.reason for each in client_of(arbiters[0]).get(address).context["decided"]] == [REASON]


def test_the_file_of_the_club_withholds_what_only_arbiters_read(
    decided_report: Case,
    file: Callable[..., Case],
    club: Club,
    secretary: Player,
    seated_players: list[Player],
    clock: Clock,
) -> None:
    """Two reports and a question about one round become three cases there, of which one has a complaint."""
    file(kind=CaseKind.OTHER, text="Who dealt?")
    file(seat=3, kind=CaseKind.CONDUCT, text=ACCUSATION)
    written = BytesIO()
    write_club(club=club, actor=secretary, file=written, now=clock.now)
    content = written.getvalue()
    archive = ZipFile(BytesIO(content))
    whole = "".join(archive.read(name).decode() for name in archive.namelist())
    assert [secret for secret in (*SECRETS, "collusion", '"conduct"', "cheated") if secret in whole] == []
    assert whole.count("Who dealt?") == 1
    upload, _read = keep_upload(player=secretary, content=content, now=clock.now)
    there, _told = import_club(upload=upload, slug="elsewhere", tell=False, actor=secretary, now=clock.now)
    kinds = list(there.cases.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["revoke", "other", "typed"]
    assert there.cases.filter(complaints__isnull=False).count() == 1
    assert [(card.offence, card.reason) for card in there.conduct_cards.all()] == [("", "")]
    assert client_of(secretary).get(f"/c/{there.slug}/rulings/").context["decided"] == ()
