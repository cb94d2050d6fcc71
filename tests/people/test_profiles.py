"""Promises of profiles: name and clubs for everybody, more only where the player shows it; every match findable."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.friends import choose_privacy
from accounts.models import Club, Player
from accounts.models.players import Audience
from accounts.services import create_guest
from games.analysis.models import Analysis
from games.league.models import Rating
from games.league.services.ratings import rate_matches
from games.people import matches
from games.people.matches import IN_FORM, figures_of
from games.table.log.models import Match, Round
from games.templatetags.points import with_sign
from tests.accounts.friends.befriending import befriend
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import in_second_round, play_table, refusal, start_table

pytestmark = pytest.mark.django_db


def page_of(reader: Player, person: Player, more: str = "") -> str:
    return client_of(reader).get(f"/people/{person.pk}/{more}").content.decode()


def test_a_stranger_sees_name_and_shared_clubs_a_friend_more(
    players: list[Player], club: Club, clock: Clock
) -> None:
    anna, bram, cleo, daan = players
    play_table(players, clock.now)
    befriend(anna, cleo, clock)

    assert "De Roem" in page_of(bram, anna)
    assert "De Roem" not in page_of(daan, anna)
    for stranger in (bram, daan):
        assert "shows no figures to you" in page_of(stranger, anna)
    assert "Krakens won" in page_of(cleo, anna)
    assert "Krakens won" in page_of(anna, anna)

    choose_privacy(player=anna, figures=Audience.EVERYBODY, matches=Audience.NOBODY, shows_presence=True)
    assert "Krakens won" in page_of(daan, anna)
    hidden = client_of(cleo).get(f"/people/{anna.pk}/matches/")
    assert hidden.status_code == 403
    assert client_of(anna).get(f"/people/{anna.pk}/matches/").status_code == 200


SEEN_BY = {
    Audience.NOBODY: ["Anna"],
    Audience.FRIENDS: ["Anna", "Cleo"],
    Audience.CLUBS: ["Anna", "Bram", "Cleo"],
    Audience.EVERYBODY: ["Anna", "Bram", "Cleo", "Daan"],
}


@pytest.mark.slow
def test_each_part_of_a_profile_is_shown_to_those_it_is_meant_for(
    players: list[Player], club: Club, clock: Clock
) -> None:
    """Bram is in a club with Anna, Cleo is her friend, and Daan a stranger."""
    anna, _bram, cleo, _daan = players
    play_table(players, clock.now)
    befriend(anna, cleo, clock)
    browsers = {player.nickname: client_of(player) for player in players}
    profile, history = f"/people/{anna.pk}/", f"/people/{anna.pk}/matches/"

    def shown_to(text: str) -> list[str]:
        """Those on whose page of Anna that text is."""
        return [name for name, browser in browsers.items() if text in browser.get(profile).content.decode()]

    for audience, seen_by in SEEN_BY.items():
        choose_privacy(player=anna, figures=audience, matches=Audience.NOBODY, shows_presence=True)
        assert shown_to("Krakens won") == seen_by, audience
        choose_privacy(player=anna, figures=Audience.NOBODY, matches=audience, shows_presence=True)
        opened = [name for name, browser in browsers.items() if browser.get(history).status_code == 200]
        assert opened == seen_by, audience
        assert shown_to(f'href="{history}"') == seen_by, audience


def test_figures_are_those_of_the_rounds(players: list[Player], clock: Clock) -> None:
    anna, bram, cleo, daan = players
    match = play_table(players, clock.now, rounds=2)
    rate_matches(now=clock.now)
    (kraken,) = figures_of(anna)
    rows = list(Round.objects.filter(match=match))
    totals = [sum(row.points[seat] for row in rows) for seat in range(4)]
    outcome = "won" if totals[0] > totals[1] else "drawn" if totals[0] == totals[1] else "lost"
    assert (kraken.game, kraken.matches, kraken.rounds, kraken.form) == ("kraken", 1, 2, (outcome,))
    (partner,) = kraken.partners
    assert (partner.key, partner.name, partner.matches) == (cleo.pk, "Cleo", 1)
    roem = sum(row.result["tallies"]["roem"][0] for row in rows)
    assert dict(kraken.tallies)["Roem"] == roem
    assert [rating.kind for rating in kraken.ratings] == ["casual"]
    other = {"won": "lost", "lost": "won", "drawn": "drawn"}[outcome]
    assert figures_of(bram)[0].form == (other,)
    assert figures_of(daan)[0].form == (other,)


def test_the_figure_without_luck_is_shown_with_its_range_once_there_are_enough_rounds(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bram, cleo, _daan = players
    for each in Round.objects.filter(match=play_table(players, clock.now, rounds=2)):
        gained = [[player.pk, 10 * each.number] for player in players]
        Analysis.objects.create(round=each, version=1, data={}, gained=gained, made_at=clock.now)
    befriend(anna, cleo, clock)
    heading = "Without the luck of the cards"
    assert heading not in page_of(anna, anna)

    monkeypatch.setattr(matches, "ENOUGH_ROUNDS", 2)
    for reader in (anna, cleo):
        page = page_of(reader, anna)
        assert heading in page
        assert "+15 points a round" in page
        assert "Over 2 rounds." in page
        assert "between +5 and +25" in page
    assert heading not in page_of(bram, anna)


def test_the_figure_without_luck_is_over_rounds_of_the_matches_that_are_counted(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rounds of a match that is still being played are in neither number."""
    anna = players[0]
    monkeypatch.setattr(matches, "ENOUGH_ROUNDS", 2)
    play_table(players, clock.now, rounds=2)
    in_second_round(players, clock.now)
    for each in Round.objects.filter(status__in=Round.COUNTING):
        Analysis.objects.create(
            round=each, version=1, data={}, gained=[[anna.pk, each.pk]], made_at=clock.now
        )
    (kraken,) = figures_of(anna)
    assert kraken.without_luck is not None
    assert kraken.rounds == kraken.without_luck.rounds == 2


@pytest.mark.parametrize(
    ("points", "shown"), [(2.6, "+3"), (-2.6, "−3"), (0.4, "0"), (-0.4, "0"), (10.0, "+10"), (-10.0, "−10")]
)
def test_points_more_or_less_have_their_sign(points: float, shown: str) -> None:
    assert with_sign(points) == shown


def test_friends_and_ones_own_page_are_reached_from_the_settings(players: list[Player]) -> None:
    page = client_of(players[0]).get("/me/").content.decode()
    assert 'href="/friends/"' in page
    assert f'href="/people/{players[0].pk}/"' in page


def test_practice_against_bots_counts_for_nothing(players: list[Player], clock: Clock) -> None:
    play_table(players[:1], clock.now)
    assert figures_of(players[0]) == ()
    assert "No match with other people yet" in page_of(players[0], players[0])


def test_rounds_krakens_and_both_ratings_are_those_of_each_game(players: list[Player], clock: Clock) -> None:
    """The strength of the league stands apart from the casual one, and each game has figures of its own."""
    anna = players[0]
    match = play_table(players, clock.now, rounds=2)
    play_table(players, clock.now, game="rosbiratschka")
    kinds = {Rating.Kind.LEAGUE: 31.0, Rating.Kind.CASUAL: 22.0}
    for kind, mean in kinds.items():
        Rating.objects.update_or_create(
            player=anna, kind=kind, game="kraken", defaults={"mean": mean, "deviation": 2.0, "matches": 1}
        )
    by_game = {found.game: found for found in figures_of(anna)}
    assert set(by_game) == {"kraken", "rosbiratschka"}
    assert by_game["kraken"].rounds == 2
    for key, label in (("krakens_won", "Krakens won"), ("krakens_lost", "Krakens lost")):
        held = sum(row.result["tallies"][key][0] for row in Round.objects.filter(match=match))
        assert dict(by_game["kraken"].tallies)[label] == held
    shown = [(rating.kind, rating.strength) for rating in by_game["kraken"].ratings]
    assert shown == [("league", 31.0), ("casual", 22.0)]
    page = page_of(anna, anna)
    assert page.index("Strength, league") < page.index("Strength, casual")


def test_a_ruling_that_changes_tallies_or_voids_a_round_is_counted(
    players: list[Player], clock: Clock
) -> None:
    match = play_table(players, clock.now, rounds=2)
    rows = Round.objects.filter(match=match)
    rows.filter(number=1).update(tallies={"roem": [70, 0, 70, 0]})
    rows.filter(number=2).update(status=Round.Status.VOID)
    (kraken,) = figures_of(players[0])
    assert (kraken.rounds, dict(kraken.tallies)["Roem"]) == (1, 70)
    rows.update(status=Round.Status.CLOSED, tallies=None)


def test_the_form_is_that_of_the_last_five(players: list[Player], clock: Clock) -> None:
    for _match in range(IN_FORM + 1):
        clock.advance(60)
        play_table(players, clock.now)
    (kraken,) = figures_of(players[0])
    assert (kraken.matches, len(kraken.form)) == (IN_FORM + 1, IN_FORM)


@pytest.fixture
def history(
    players: list[Player], make_player: Callable[..., Player], club: Club, clock: Clock
) -> list[Match]:
    """A match of the four in their club, one of Kan three days later with Eva for Daan, and one that runs."""
    first = play_table(players, clock.now)
    Match.objects.filter(pk=first.pk).update(club=club)
    clock.advance(timedelta(days=3).total_seconds())
    second = play_table([*players[:3], make_player("Eva")], clock.now, game="kan")
    return [first, second, start_table(players, clock.now)]


ASKED = (
    ({}, [1, 0]),
    ({"game": "kan"}, [1]),
    ({"who": "daa"}, [0]),
    ({"who": "nobody"}, []),
    ({"since": "2026-03-16"}, [1]),
    ({"until": "2026-03-14"}, [0]),
    ({"since": "2026-03-14", "until": "2026-03-14"}, [0]),
    ({"club": "1 or 1"}, [1, 0]),
    ({"club": str(2**70)}, [1, 0]),
)
"""Fields of the search, and the places in the history of the matches that are found."""


def test_matches_are_found_by_game_name_and_day(players: list[Player], history: list[Match]) -> None:
    client = client_of(players[0])
    for asked, found in ASKED:
        page = client.get(f"/people/{players[0].pk}/matches/", asked)
        codes = [row.code for row in page.context["page"].object_list]
        assert codes == [history[each].code for each in found], asked


def test_matches_are_found_by_club_and_by_code(
    players: list[Player], history: list[Match], club: Club
) -> None:
    client = client_of(players[0])
    for asked in ({"club": club.pk}, {"who": history[0].code.lower()}):
        page = client.get(f"/people/{players[0].pk}/matches/", asked)
        assert [row.code for row in page.context["page"].object_list] == [history[0].code]


def test_rounds_are_linked_for_those_who_sat_there(
    players: list[Player], history: list[Match], clock: Clock
) -> None:
    anna, bram, _cleo, daan = players
    befriend(anna, daan, clock)
    own = f"/t/{history[1].code}/round/1/"
    assert own in page_of(anna, anna, "matches/")
    seen_by_daan = page_of(daan, anna, "matches/")
    assert own not in seen_by_daan
    assert f"/t/{history[0].code}/round/1/" in seen_by_daan
    assert client_of(anna).get(own).status_code == 200
    assert bram.nickname in seen_by_daan


def test_rounds_have_the_names_their_game_gives_them(players: list[Player], clock: Clock) -> None:
    play_table(players, clock.now, game="kalooki")
    assert "Round 1 three threes</a>" in page_of(players[0], players[0], "matches/")


@pytest.mark.parametrize(("game", "low"), [("kraken", False), ("kalooki", True), ("rosbiratschka", True)])
def test_points_of_a_game_the_lowest_wins_are_said_to_be_so(
    players: list[Player], clock: Clock, game: str, low: bool
) -> None:
    play_table(players, clock.now, game=game)
    page = page_of(players[0], players[0], "matches/")
    assert "Round 1" in page
    assert ("Points:" in page, "lowest wins" in page) == (low, low)


def test_a_long_history_costs_no_more_queries(players: list[Player], clock: Clock) -> None:
    client = client_of(players[0])

    def queries() -> int:
        client.get(f"/people/{players[0].pk}/matches/")
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/people/{players[0].pk}/matches/")
        return len(asked)

    play_table(players, clock.now)
    few = queries()
    for _match in range(4):
        play_table(players, clock.now)
    assert queries() == few


def test_a_bot_and_an_ended_account_have_no_page(players: list[Player], clock: Clock) -> None:
    match = play_table(players[:1], clock.now)
    bot = match.seats.exclude(player=players[0]).first()
    assert client_of(players[0]).get(f"/people/{bot.player_id}/").status_code == 404
    Player.objects.filter(pk=players[1].pk).update(is_active=False)
    assert client_of(players[0]).get(f"/people/{players[1].pk}/").status_code == 404


def test_blocking_on_the_page_is_refused_for_oneself(players: list[Player]) -> None:
    answer = client_of(players[0]).post(f"/people/{players[0].pk}/do/", {"do": "block"})
    assert refusal(answer) == "not_yourself"


@pytest.mark.parametrize("more", ["", "matches/", "report/"])
def test_a_member_of_a_private_club_is_known_only_to_those_who_met(
    players: list[Player], club: Club, more: str
) -> None:
    anna, _bram, cleo, daan = players
    guest = create_guest(nickname="Passer-by")
    path = f"/people/{anna.pk}/{more}"
    for stranger in (guest, daan):
        assert client_of(stranger).get(path).status_code == 404
        assert client_of(stranger).post(f"/people/{anna.pk}/do/", {"do": "block"}).status_code == 404
    befriended = client_of(cleo)
    assert befriended.post("/friends/", {"nickname": "Anna"}).status_code == 302
    assert befriended.get(f"/people/{anna.pk}/").status_code == 200
    Club.objects.update(is_public=True)
    assert "Anna" in client_of(guest).get(f"/people/{anna.pk}/").content.decode()
