"""The demo club: there after one command, the same after two."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Club, Player
from games.daily.models import DailyDeal
from games.league.models import Evening
from games.table.log import loading
from games.table.log.models import Action, Match
from kraken_site.management.commands.demo import NAMES, PASSWORD, SLUG
from tests.house.commands import manage

pytestmark = pytest.mark.django_db


def demo() -> str:
    said = io.StringIO()
    call_command("demo", stdout=said)
    return said.getvalue()


@pytest.mark.slow
def test_a_fresh_machine_gets_a_club_with_something_to_see_and_a_second_time_nothing_more():
    """Every log of it is verified by the command, which names the match that is not as its log says."""
    said = demo()

    assert PASSWORD in said
    club = Club.objects.get(slug=SLUG)
    assert club.memberships.count() == 8
    assert all(Player.objects.get(nickname=name).check_password(PASSWORD) for name in NAMES)
    single = Match.objects.filter(league_table=None, shared_deals=None)
    assert sorted(single.values_list("status", flat=True)) == ["finished", "open", "running"]
    assert set(Match.objects.exclude(league_table=None).values_list("status", flat=True)) == {"finished"}
    assert [each.status for each in Evening.objects.all()] == ["closed", "closed", "planned"]
    days = DailyDeal.objects.order_by("date")
    assert [day.plays.filter(points__isnull=False).count() for day in days] == [5, 6, 4]
    running = loading.newest_table(Match.objects.get(status="running").pk)
    assert running.sitters[0].name == NAMES[0]
    assert running.game.pending(running.state.game_state)[0].must

    before = (Player.objects.count(), Match.objects.count(), Action.objects.count())
    demo()
    assert (Player.objects.count(), Match.objects.count(), Action.objects.count()) == before

    verified = io.StringIO()
    call_command("verify_log", stdout=verified)
    assert verified.getvalue() == f"{Match.objects.count()} checked, 0 wrong\n"
    match = single.get(status="finished")
    Match.objects.filter(pk=match.pk).update(seq=match.seq + 1)
    wrong = io.StringIO()
    with pytest.raises(CommandError, match="not as it was written"):
        call_command("verify_log", match.code.lower(), stdout=wrong)
    assert match.code in wrong.getvalue()
    Match.objects.filter(pk=match.pk).update(seq=match.seq)


@pytest.mark.slow
def test_on_a_new_machine_the_demo_makes_the_database_itself(tmp_path: Path) -> None:
    done = manage("demo", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert PASSWORD in done.stdout


def test_the_demo_keeps_away_from_a_public_site(settings):
    settings.LOCAL_PLAY = False

    with pytest.raises(CommandError, match="public"):
        demo()
    assert not Player.objects.exists()


def test_verify_log_of_an_unknown_match_says_so():
    with pytest.raises(CommandError, match="QQQQQQ"):
        call_command("verify_log", "QQQQQQ")
