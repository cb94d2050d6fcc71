"""A disputed deal of Kalooki, four players each alone, from the question to the ruling and the deal played again."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import Player
from games.disputes import labels, services
from games.disputes.case_law import subjects_offered
from games.disputes.labels import facts_written
from games.disputes.models import Case, CaseKind
from games.engine import registry
from games.engine.game import replace_fields
from games.league.models import LeagueTable
from games.table.log.models import Match
from games.table.services import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.games.other_games import (
    file_and_take,
    play_again,
    preview_and_rule,
    table_of_a_club,
    totals_of,
)
from tests.disputes.pages.conftest import preview_ruling
from tests.league.playing import fix_deals, play_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]
DEALS = (1, 3)
"""The deals of the match: three threes with nine cards, a three and two fours with eleven."""


def play_table() -> int:
    """The key of a table of four, two deals, played to the end."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        fix_deals(monkeypatch, 4)
        return table_of_a_club(
            people=4,
            now=timezone.now(),
            game="kalooki",
            options={"deals": list(DEALS)},
            play=lambda table, now: play_rounds(table, len(DEALS), now),
        )


def file_deal_case(match: Match, number: int, arbiter: Player, clock: Clock) -> Case:
    """A case about a deal, taken by the arbiter."""
    why = "My call was not heard."
    return file_and_take(match, number, arbiter, clock.now, seat=3, kind=CaseKind.CALL, text=why)


def facts_of(case: Case) -> dict[str, str]:
    """The fields of the form that corrects the facts of the deal, as it was played."""
    return {f"fact_{key}": value for key, value in facts_written(case.round).items()}


def test_the_page_asks_what_can_be_wrong_in_a_deal(league_table: LeagueTable) -> None:
    match = Match.objects.get(pk=league_table.match_id)
    page = client_of(match.seats.get(number=3).player).get(f"/t/{match.code}/round/1/wrong/").content.decode()
    for kind, words in (
        ("bonus", "The cards left in a hand were counted wrong"),
        ("call", "A call: who was first, or a refusal"),
        ("declaration", "A meld or a joker"),
        ("misclick", ""),
        ("clock", ""),
        ("conduct", ""),
        ("collusion", ""),
    ):
        assert f'value="{kind}"' in page
        assert words in page
    assert 'value="revoke"' not in page, "nobody has to follow suit"


def test_a_question_about_a_call_names_it_everywhere(
    league_table: LeagueTable, arbiter: Player, clock: Clock
) -> None:
    """On the page of the case, at the desk with the rules of calls first, and among the subjects of the case law."""
    case = file_deal_case(Match.objects.get(pk=league_table.match_id), 1, arbiter, clock)
    name = "A call: who was first, or a refusal"
    assert name in client_of(case.complaints.get().player).get(f"/cases/{case.pk}/").content.decode()
    assert name in client_of(arbiter).get(f"/desk/{case.pk}/").content.decode()
    fitting, _others = labels.offered_rules("kalooki", about=CaseKind.CALL, ruling="stands")
    assert [anchor for anchor, _title in fitting] == ["calls", "drawing", "time"]
    assert (CaseKind.CALL.value, name) in subjects_offered(case.club)


def test_a_hand_that_is_counted_again_changes_the_sheet_and_the_season(
    league_table: LeagueTable, arbiter: Player, clock: Clock
) -> None:
    match = Match.objects.get(pk=league_table.match_id)
    names = dict(match.seats.values_list("number", "player__nickname"))
    first, second = (match.rounds.get(number=number).points for number in (1, 2))
    new = [each + 10 if seat == 3 else each for seat, each in enumerate(first)]
    case = file_deal_case(match, 1, arbiter, clock)
    body = preview_and_rule(
        case, arbiter, "assigned", **{f"points_{seat}": each for seat, each in enumerate(new)}
    )
    assert all(name in body for name in names.values())
    match.refresh_from_db()
    assert list(match.rounds.get(number=1).points) == new
    assert verify_log(match) == ()
    assert totals_of(league_table) == {names[seat]: new[seat] + second[seat] for seat in range(4)}


@pytest.mark.slow
@pytest.mark.parametrize("wrong_caller", [0, 2])
def test_a_call_that_counted_for_the_wrong_player_is_put_right(
    league_table: LeagueTable, arbiter: Player, clock: Clock, wrong_caller: int
) -> None:
    """The arbiter finds the deal filled in as it was played, changes the calls, sees what changes, and rules."""
    match = Match.objects.get(pk=league_table.match_id)
    names = dict(match.seats.values_list("number", "player__nickname"))
    before = match.rounds.get(number=1)
    calls, points = before.result["tallies"]["calls"], list(before.points)
    case = file_deal_case(match, 1, arbiter, clock)
    form = facts_of(case)
    typed = {name: value for name, value in form.items() if value}
    right = {f"fact_called_{seat}": count for seat, count in enumerate(calls)}
    right[f"fact_called_{wrong_caller}"] = (calls[wrong_caller] + 1) % 4
    body = preview_and_rule(case, arbiter, "facts", **{**typed, **right})
    assert f"Calls, {names[wrong_caller]}: " in body
    after = match.rounds.get(number=1)
    assert list(after.points) == points
    assert after.tallies["calls"][wrong_caller] == right[f"fact_called_{wrong_caller}"]
    match.refresh_from_db()
    assert verify_log(match) == ()


def test_a_hand_counted_again_is_doubled_where_the_table_was_bent(
    league_table: LeagueTable, arbiter: Player, clock: Clock
) -> None:
    match = Match.objects.get(pk=league_table.match_id)
    case = file_deal_case(match, 1, arbiter, clock)
    form = facts_of(case)
    loser = next(seat for seat in range(4) if form.get(f"fact_left_{seat}"))
    body = preview_and_rule(
        case, arbiter, "facts", **{**form, "fact_end": "bent", f"fact_left_{loser}": "50+15"}
    )
    assert f"Cards left, {case.round.match.seats.get(number=loser).player.nickname}: " in body
    assert match.rounds.get(number=1).points[loser] == 130


def test_a_deal_that_cannot_have_been_is_not_previewed(
    league_table: LeagueTable, arbiter: Player, clock: Clock
) -> None:
    case = file_deal_case(Match.objects.get(pk=league_table.match_id), 1, arbiter, clock)
    wrong = {**facts_of(case), "fact_called_0": "9"}
    status, _confirming, body = preview_ruling(client_of(arbiter), case, "facts", **wrong)
    assert status == 422
    assert "A player calls from 0 to 3 times in a deal." in body


def test_a_deal_played_again_has_its_own_contract_and_replaces_the_first_score(
    league_table: LeagueTable, arbiter: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second deal of the match is the third contract; played again it is a three and two fours as before."""
    match = Match.objects.get(pk=league_table.match_id)
    names = dict(match.seats.values_list("number", "player__nickname"))
    first = list(match.rounds.get(number=1).points)
    replay = play_again(match, file_deal_case(match, 2, arbiter, clock), arbiter, clock, monkeypatch, seed=5)
    assert replay.options == {"deals": [DEALS[1]]}
    again = replay.rounds.get()
    assert again.result["facts"]["contract"] == [1, 2]

    assert services.enter_replays(now=clock.now) == 1

    entered = match.rounds.get(number=2)
    assert entered.points == again.points
    assert entered.tallies == again.result["tallies"]
    match.refresh_from_db()
    assert verify_log(match) == ()
    assert totals_of(league_table) == {names[seat]: first[seat] + again.points[seat] for seat in range(4)}


def test_a_deal_alone_keeps_the_house_rules_and_its_contract() -> None:
    kalooki = registry.game("kalooki")
    rules = kalooki.Options(packs=3, call_limit=1, deals=(2, 5, 9))
    for number, contract in ((1, 2), (2, 5), (3, 9)):
        assert kalooki.alone(rules, number=number) == replace_fields(rules, deals=(contract,))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["void", "average", "forfeit", "replay", "stands"])
def test_every_other_ruling_can_be_previewed(
    league_table: LeagueTable, arbiter: Player, clock: Clock, kind: str
) -> None:
    match = Match.objects.get(pk=league_table.match_id)
    case = file_deal_case(match, 2, arbiter, clock)
    fields = {"side": 0, **{f"points_{seat}": 5 for seat in range(4)}} if kind == "forfeit" else {}
    status, confirming, _body = preview_ruling(client_of(arbiter), case, kind, **fields)
    assert (status, confirming["kind"]) == (200, kind)
