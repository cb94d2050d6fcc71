"""An evening with roem of forty that was not claimed: `python -m tests.browser.clubs.disputed`, beside the server.

Written through the services by a process of its own, as the club would; prints the players as JSON.
Everybody's password is PASSWORD. The round's deal and the cards played are always the same: in its second
trick lay a run of three and stuk, for the second side.
"""

from __future__ import annotations

import hashlib
import json
import os
from datetime import timedelta
from random import Random
from typing import Any, Final

from django.utils import timezone

PASSWORD: Final = "tulip-harbour-9"
FORTY: Final = hashlib.sha256(b"forty lay there 16").digest()
SEATED: Final = ("Wim", "Xena", "Yara", "Zeno")
ARBITERS: Final = ("Rosa", "Sam")


def main() -> None:
    """Play it and tell."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    print(json.dumps(_play()))


def _play() -> dict[str, Any]:
    from accounts.models import Player, Role
    from accounts.services import add_member, create_club
    from games.league import services as league
    from games.table.log import due_times, seeds
    from games.table.log.models import Match
    from tests.league.conftest import open_round, plan_and_draw

    began = timezone.now() - timedelta(minutes=30)

    def person(name: str) -> Player:
        return Player.objects.create_user(username=name.lower(), password=PASSWORD, nickname=name)

    secretary = person("Quint")
    club = create_club(name="De Stille Roem", slug="stille-roem", owner=secretary, at=began)
    members = [person(name) for name in SEATED]
    for member in members:
        add_member(club=club, player=member, role=Role.MEMBER, at=began)
    for name in ARBITERS:
        add_member(club=club, player=person(name), role=Role.ARBITER, at=began)
    season = league.create_season(club=club, name="Autumn", now=began)
    competition = league.add_competition(
        season=season, name="Mondays", game="kraken", options={"rounds": 1}, rules={}, rounds=1
    )
    entrants = [league.enter(competition=competition, players=[member]) for member in members]
    evening = plan_and_draw(competition, entrants, secretary, began)
    seeds.random_seed = lambda purpose: FORTY
    due_times.wake_at = lambda table: (
        None
    )  # nothing is due for the steward beside this, who would deal another round
    [table] = open_round(evening, secretary, began)
    match = Match.objects.get(pk=table.match_id)
    play_without_a_claim(match, began, Random(1))
    names = list(match.seats.order_by("number").values_list("player__nickname", flat=True))
    club.memberships.filter(player__nickname=names[2]).update(role=Role.ARBITER)
    return {
        "code": match.code,
        "league": competition.pk,
        "evening": evening.pk,
        "names": names,
        "arbiters": list(ARBITERS),
        "secretary": secretary.nickname,
        "paper": _question_on_paper(competition, entrants, secretary, began),
    }


def _question_on_paper(competition: Any, entrants: Any, secretary: Any, began: Any) -> int:
    """A case about a round on a sheet of paper; its number."""
    from games.disputes import services
    from games.disputes.models import CaseKind
    from games.league import services as league
    from games.table.log.models import Round
    from tests.league.conftest import draw_evening, open_round, plan_evening, put_on_paper, sign_up

    evening = plan_evening(competition, began + timedelta(days=7))
    sign_up(evening, entrants, secretary, began)
    evening = draw_evening(evening)
    put_on_paper(table_id=evening.tables.get(round=1).pk, version=evening.version)
    [table] = open_round(evening, secretary, began)
    writer, reader = (table.seats.get(number=number).player for number in (0, 1))
    typed = {"declarers": "0", "trump": "H", "level": "0", "side": "0", "points": "100"}
    league.type_round(table_id=table.pk, number=1, values=typed, player=writer, now=began)
    league.confirm_sheet(table_id=table.pk, player=reader, seen=1, now=began)
    round_ = Round.objects.get(match=table.match_id, number=1)
    now = timezone.now()
    case = services.file_case(
        round_id=round_.pk, player=reader, kind=CaseKind.TYPED, text="It was 90 : 72.", now=now
    )
    return case.pk


def play_without_a_claim(match: Any, now: Any, rng: Random) -> None:
    """Everybody passes, declares nothing, plays the first card that is allowed, and claims nothing."""
    from games.engine.seats import HOUSE
    from games.table import services
    from games.table.log import loading

    people = {seat.number: seat.player for seat in match.seats.select_related("player")}
    while (table := loading.newest_table(match.pk)).running:
        now += timedelta(seconds=rng.choice((0.9, 1.7, 4.2)))
        game, state = table.game, table.state.game_state
        waiting = game.pending(state)
        seat = next((one for one in waiting if one != HOUSE and waiting[one].must), None)
        if seat is None:
            services.submit_for_house(match_id=match.pk, window=waiting[HOUSE].window, now=now)
            continue
        data = modest(game.choices(state, int(seat)))
        services.submit_action(
            match_id=match.pk, player=people[int(seat)], window=waiting[seat].window, data=data, now=now
        )


def modest(offered: Any) -> Any:
    """The quietest of the choices."""
    quiet = [choice.data for choice in offered if choice.tone != "gold"]
    nothing = [data for data in quiet if data["do"] == "pass" or data.get("combinations") == ""]
    return (nothing or quiet)[0]


if __name__ == "__main__":
    main()
