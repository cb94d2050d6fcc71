"""Promises of a table on paper: its log is the truth, it counts once the other side confirms, and it is never live."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client

from accounts.models import Player
from games.engine.kraken.errors import KrakenRefusal
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.evenings.cockpit_tables import rounds_of
from games.league.models import Competition, Entrant, LeagueTable, TableScore
from games.league.queries import evening_lines, season_table
from games.league.services.ratings import rate_matches
from games.table import services as table_services
from games.table.lobby import queries
from games.table.log import loading
from games.table.log.errors import TableRefusal
from games.table.log.models import Action, Match, Round
from tests.clients import client_of
from tests.league.conftest import open_round, plan_and_draw, put_on_paper
from tests.refused import refusal

pytestmark = pytest.mark.django_db
Write = Callable[..., None]
MADE = {"declarers": "0", "trump": "H", "level": "0", "side": "0"}


@pytest.fixture
def paper(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> LeagueTable:
    """The one table of an evening's open round, on paper: four rounds to write."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    table = evening.tables.get(round=1)
    put_on_paper(table_id=table.pk, version=evening.version)
    (table,) = open_round(evening, secretary, clock())
    return table


@pytest.fixture
def players_of_paper(paper: LeagueTable) -> list[Player]:
    return [seat.player for seat in paper.seats.select_related("player").order_by("number")]


@pytest.fixture
def write(paper: LeagueTable, clock: Callable[[], datetime]) -> Write:
    def written(number: int, player: Player, **values: str) -> None:
        services.type_round(
            table_id=paper.pk, number=number, values={**MADE, **values}, player=player, now=clock()
        )

    return written


@pytest.fixture
def confirm(paper: LeagueTable, clock: Callable[[], datetime]) -> Callable[[Player, int], None]:
    def confirmed(player: Player, seen: int) -> None:
        services.confirm_sheet(table_id=paper.pk, player=player, seen=seen, now=clock())

    return confirmed


def test_a_sheet_counts_only_when_the_other_side_confirms_what_it_saw(
    paper: LeagueTable,
    players_of_paper: list[Player],
    secretary: Player,
    write: Write,
    confirm: Callable[[Player, int], None],
) -> None:
    ours, theirs = players_of_paper[0], players_of_paper[1]
    match = paper.match
    assert refusal(lambda: write(1, ours, points="100", against="70")) == KrakenRefusal.POINTS_DO_NOT_ADD_UP
    assert refusal(lambda: write(2, ours, points="100")) == TableRefusal.NO_SUCH_ROUND
    assert refusal(lambda: write(1, secretary, points="100")) == TableRefusal.NOT_SEATED
    assert refusal(lambda: confirm(theirs, 0)) == TableRefusal.OTHER_SIDE_CONFIRMS
    assert not Action.objects.filter(match=match).exists()
    for number in range(1, 5):
        write(number, ours, points="100")
        assert table_services.verify_log(Match.objects.get(pk=match.pk)) == ()
    assert refusal(lambda: write(5, ours, points="100")) == TableRefusal.NO_SUCH_ROUND
    write(4, ours, points="82", junk="left out")
    assert refusal(lambda: write(4, theirs, points="90")) == TableRefusal.OTHER_SIDE_WRITES
    assert refusal(lambda: confirm(ours, 4)) == TableRefusal.OTHER_SIDE_CONFIRMS
    assert refusal(lambda: confirm(theirs, 3)) == TableRefusal.STALE_WINDOW
    competition = paper.evening.competition
    assert evening_lines(paper.evening, season_table(competition)) == ()
    confirm(theirs, 4)
    lines = evening_lines(paper.evening, season_table(competition))
    assert [line.points for line in lines] == [382, 382, 266, 266]
    assert refusal(lambda: write(1, ours, points="120")) == TableRefusal.NOT_OPEN
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert table_services.verify_log(match) == ()
    log = list(match.actions.values_list("data", "player"))
    assert log[-2] == ({"do": "written", "round": "4", **MADE, "points": "82"}, ours.pk)
    assert log[-1] == ({"do": "confirmed", "rounds": "4"}, theirs.pk)


def test_a_sheet_with_a_round_missing_cannot_be_confirmed(
    players_of_paper: list[Player], write: Write, confirm: Callable[[Player, int], None]
) -> None:
    write(1, players_of_paper[1], points="100")
    assert refusal(lambda: confirm(players_of_paper[2], 1)) == TableRefusal.SHEET_INCOMPLETE


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"points": [1, 2, 1, 2]}, "the result of round 1"),
        ({"status": Round.Status.CLOSED}, "round 1 is closed"),
    ],
)
def test_a_row_that_is_not_what_was_typed_is_found(
    paper: LeagueTable, players_of_paper: list[Player], write: Write, change: dict[str, object], fault: str
) -> None:
    write(1, players_of_paper[0], points="100")
    Round.objects.filter(match=paper.match).update(**change)
    (found,) = table_services.verify_log(Match.objects.get(pk=paper.match_id))
    assert found.startswith(fault)


def test_a_table_on_paper_is_nowhere_a_live_table(
    paper: LeagueTable,
    players_of_paper: list[Player],
    write: Write,
    clock: Callable[[], datetime],
    client: Client,
) -> None:
    client.force_login(players_of_paper[0])
    match = paper.match
    for _state in ("open", "typed"):
        assert queries.my_tables(players_of_paper[0]) == ()
        for page in ("", "review/1/", "record.json", "rules/"):
            assert client.get(f"/t/{match.code}/{page}").status_code == 404
        refused = refusal(
            lambda: table_services.start_match(match_id=match.pk, player=players_of_paper[0], now=clock())
        )
        assert refused == TableRefusal.NOT_RUNNING
        played = {"window": "1", "data": {"do": "play", "card": "SA"}, "now": clock()}
        refused = refusal(
            lambda played=played: table_services.submit_action(
                match_id=match.pk, player=players_of_paper[0], **played
            )
        )
        assert refused == TableRefusal.NOT_RUNNING
        write(1, players_of_paper[0], points="100")
    assert table_services.note_outage(began=clock(), now=clock()) == 0
    match.refresh_from_db()
    assert (match.status, match.wake_at) == (Match.Status.RUNNING, None)
    shown = rounds_of(paper.evening, {})[0].tables[0]
    assert (shown.state, shown.code, shown.played) == ("paper", "", 1)


def test_paper_and_back_until_the_first_line_is_written(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    evening = services.open_round(
        evening_id=evening.pk, version=evening.version, actor=secretary, now=clock()
    )
    table = evening.tables.select_related("match").get(round=1)

    def put(on_paper: bool) -> None:
        evening.refresh_from_db()
        put_on_paper(table_id=table.pk, version=evening.version, on_paper=on_paper)
        table.match.refresh_from_db()
        assert table.match.on_paper == on_paper

    put(True)
    put(False)
    put(True)
    writer = table.seats.select_related("player").earliest("number").player
    line = {**MADE, "points": "100"}
    services.type_round(table_id=table.pk, number=1, values=line, player=writer, now=clock())
    assert refusal(lambda: put(False)) == LeagueRefusal.TABLE_STARTED


def test_a_sheet_read_afresh_is_the_one_that_was_typed(
    paper: LeagueTable,
    players_of_paper: list[Player],
    write: Write,
    confirm: Callable[[Player, int], None],
    clock: Callable[[], datetime],
) -> None:
    for number in range(1, 5):
        write(number, players_of_paper[0], points="100", roem_0="20")
    confirm(players_of_paper[3], 4)
    known = loading.newest_table(paper.match_id)
    loading.forget_all()
    assert loading.newest_table(paper.match_id) == known
    assert rate_matches(now=clock()) == 1
    assert TableScore.objects.count() == 0  # counted at the next look
    services.count_matches(competition_id=paper.evening.competition_id)
    assert set(TableScore.objects.values_list("points", "tallies__roem")) == {(480, 80), (248, None)}


def test_a_bot_sits_at_no_table_with_real_cards(
    paper: LeagueTable,
    players_of_paper: list[Player],
    secretary: Player,
    client: Client,
    clock: Callable[[], datetime],
) -> None:
    def version() -> int:
        paper.evening.refresh_from_db()
        return paper.evening.version

    def substitute(absent: Player) -> None:
        services.substitute(
            evening_id=paper.evening_id,
            version=version(),
            absent=absent,
            instead=None,
            actor=secretary,
            now=clock(),
        )

    assert refusal(lambda: substitute(players_of_paper[0])) == LeagueRefusal.BOT_ON_PAPER
    client.force_login(secretary)
    page = f"/e/{paper.evening_id}/cockpit/"
    assert 'value="bot"' not in client.get(page).content.decode()

    put_on_paper(table_id=paper.pk, version=version(), on_paper=False)
    assert 'value="bot"' in client.get(page).content.decode()
    substitute(players_of_paper[0])
    again = lambda: put_on_paper(table_id=paper.pk, version=version())  # noqa: E731
    assert refusal(again) == LeagueRefusal.BOT_ON_PAPER


def test_who_was_replaced_reads_it_where_they_look_for_their_table(
    paper: LeagueTable, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    paper.evening.refresh_from_db()
    away, instead = paper.seats.get(number=1).player, members[16]
    services.substitute(
        evening_id=paper.evening_id,
        version=paper.evening.version,
        absent=away,
        instead=instead,
        actor=secretary,
        now=clock(),
    )
    told = f"<b>{instead.nickname}</b> plays your seat in round {paper.round}, table {paper.number}."
    other = paper.seats.get(number=0).player
    for address in (f"/e/{paper.evening_id}/", f"/e/{paper.evening_id}/sheet/{paper.pk}/"):
        read = {}
        for player in (away, instead, other):
            client = client_of(player)
            read[player] = told in client.get(address).content.decode()
        assert read == {away: True, instead: False, other: False}


def test_the_page_asks_the_fields_of_the_game_and_says_how_a_round_went(
    paper: LeagueTable, players_of_paper: list[Player], write: Write, client: Client
) -> None:
    """Points in trumps are asked only where trumps alone count double; a refused round stands in the form again."""
    address = f"/e/{paper.evening_id}/sheet/{paper.pk}/"
    client.force_login(players_of_paper[1])
    page = client.get(f"{address}?line=1").content.decode()
    assert [f'name="{key}"' in page for key in ("trump", "level", "roem_1", "pit", "trump_points")] == [
        *[True] * 4,
        False,
    ]
    assert '<input type="radio" name="side" value="1" required checked>' in page, "one's own side"

    refused = client.post(f"{address}round/", {**MADE, "number": "1", "points": "163", "level": "2"})
    page = refused.content.decode()
    assert refused.status_code >= 400
    assert 'name="points" inputmode="numeric" maxlength="3" value="163"' in page
    assert '<option value="2" selected>re ×4</option>' in page

    write(1, players_of_paper[1], points="60", level="1")
    page = client.get(address).content.decode()
    assert (
        '<span class="suit H">hearts</span> <span class="chip">kraken ×2</span> <span class="chip">nat</span>'
        in page
    )

    competition = paper.evening.competition
    competition.options = {**competition.options, "double_spades": "trump_cards"}
    competition.save()
    assert 'name="trump_points"' in client.get(address).content.decode()
