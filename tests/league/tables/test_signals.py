"""Signals that a pair writes down are read by everybody at the tables opened afterwards."""

from __future__ import annotations

import pytest

from accounts.models import Club, Player
from accounts.personal_data import erase_account
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, LeagueTable
from games.league.models.seasons import MAX_SIGNALS_LENGTH
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up

pytestmark = pytest.mark.django_db
LOW = "A low card means strength."


def pairs_of(club: Club, members: list[Player], clock: Clock, *, signals: str = "agreed") -> Competition:
    """Two pairs, M01 with M02 and M03 with M04, under house rules that say this about signals."""
    season = services.create_season(club=club, name=f"Season {signals}", now=clock())
    competition = services.add_competition(
        season=season,
        name="Pairs",
        game="kraken",
        options={"rounds": 4, **({"signals": signals} if signals == "agreed" else {})},
        rules={},
        rounds=1,
        seating="round_robin",
        size=2,
    )
    for pair in (members[:2], members[2:4]):
        services.enter(competition=competition, players=pair)
    return competition


@pytest.fixture
def pairs(league_club: Club, members: list[Player], clock: Clock) -> Competition:
    return pairs_of(league_club, members, clock)


def pair_of(competition: Competition, player: Player) -> Entrant:
    return competition.entrants.get(members__player=player)


def table_of(competition: Competition, secretary: Player, clock: Clock) -> LeagueTable:
    """The one table of a new evening, open."""
    evening = plan_evening(competition, clock())
    sign_up(evening, list(competition.entrants.all()), secretary, clock())
    (table,) = open_round(draw_evening(evening), secretary, clock())
    return table


def page_of(entrant: Entrant, reader: Player) -> str:
    """The page of the entrant as the reader sees it."""
    address = f"/l/{entrant.competition_id}/entrant/{entrant.pk}/"
    return client_of(reader).get(address).content.decode()


def post(player: Player, entrant: Entrant, text: str) -> int:
    """The status of the answer to these signals."""
    address = f"/l/{entrant.competition_id}/entrant/{entrant.pk}/signals/"
    return client_of(player).post(address, {"signals": text}).status_code


def test_signals_with_a_nul_are_kept_without_it(pairs: Competition, members: list[Player]) -> None:
    assert post(members[1], pair_of(pairs, members[0]), f"\0{LOW}") == 302
    assert pair_of(pairs, members[0]).signals == LOW


def test_a_pair_writes_its_signals_and_its_opponents_read_them_at_the_table(
    pairs: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    assert post(members[1], pair_of(pairs, members[0]), f" {LOW}\n") == 302
    assert post(secretary, pair_of(pairs, members[2]), "None.") == 302
    table = table_of(pairs, secretary, clock)
    by_line = {frozenset(line[:9].split(" – ")): line[11:] for line in table.match.signals.splitlines()}
    assert by_line == {frozenset({"M01", "M02"}): LOW, frozenset({"M03", "M04"}): "None."}
    for reader in (members[0], members[2]):
        desk = client_of(reader)
        assert LOW in desk.get(f"/t/{table.match.code}/rules/").content.decode()
        assert LOW in desk.get(f"/t/{table.match.code}/").content.decode()


def test_a_table_that_is_open_keeps_what_was_agreed_when_it_opened(
    pairs: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    pair = pair_of(pairs, members[0])
    services.write_signals(entrant=pair, text=LOW, player=members[0])
    table = table_of(pairs, secretary, clock)
    services.write_signals(entrant=pair, text="The other way round.", player=members[0])
    assert Match.objects.get(pk=table.match_id).signals.endswith(f": {LOW}")


def test_only_the_pair_and_who_runs_the_evenings_write_its_signals(
    pairs: Competition, members: list[Player]
) -> None:
    pair = pair_of(pairs, members[0])
    assert post(members[2], pair, "Ours.") == 403
    assert "textarea" not in page_of(pair, members[2])
    assert 'id="signals"' in page_of(pair, members[1])
    pair.refresh_from_db()
    assert pair.signals == ""


def test_signals_too_long_or_in_an_archived_season_are_refused(
    pairs: Competition, members: list[Player], clock: Clock
) -> None:
    pair = pair_of(pairs, members[0])
    services.write_signals(entrant=pair, text=LOW, player=members[0])
    with pytest.raises(LeagueRefused) as long:
        services.write_signals(entrant=pair, text="x" * (MAX_SIGNALS_LENGTH + 1), player=members[0])
    assert long.value.code == LeagueRefusal.SIGNALS_TOO_LONG
    assert str(MAX_SIGNALS_LENGTH) in long.value.sentence
    services.archive_season(season=pairs.season, actor=members[0], now=clock())
    with pytest.raises(LeagueRefused) as archived:
        services.write_signals(entrant=pair, text="", player=members[0])
    assert archived.value.code == LeagueRefusal.SEASON_ARCHIVED
    pair.refresh_from_db()
    assert pair.signals == LOW


def test_house_rules_that_forbid_signals_have_none(
    league_club: Club, members: list[Player], secretary: Player, clock: Clock
) -> None:
    strict = pairs_of(league_club, members, clock, signals="forbidden")
    pair = pair_of(strict, members[0])
    Entrant.objects.filter(pk=pair.pk).update(signals=LOW)  # as copied from a season that allowed them
    with pytest.raises(LeagueRefused) as refused:
        services.write_signals(entrant=pair, text="", player=members[0])
    assert refused.value.code == LeagueRefusal.NO_SIGNALS
    assert table_of(strict, secretary, clock).match.signals == ""
    assert LOW not in page_of(pair, members[0])


def test_a_copied_season_keeps_the_signals_of_its_pairs(
    pairs: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    services.write_signals(entrant=pair_of(pairs, members[0]), text=LOW, player=members[0])
    copy = services.copy_season(season=pairs.season, name="Next", now=clock(), actor=secretary)
    assert copy.competitions.get().entrants.get(members__player=members[0]).signals == LOW


def test_erasing_an_account_takes_the_name_out_of_the_signals(
    pairs: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    services.write_signals(entrant=pair_of(pairs, members[0]), text="M02 starts low.", player=members[0])
    table = table_of(pairs, secretary, clock)
    Match.objects.filter(pk=table.match_id).update(status=Match.Status.STOPPED)
    erase_account(player=members[1], now=clock())
    assert "M02" not in Match.objects.get(pk=table.match_id).signals
    assert "M02" not in pair_of(pairs, members[0]).signals
