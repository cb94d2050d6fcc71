"""Nobody finds out anything of a deal before they have played it, at any address, while other tables play it.

Two worlds: the round has other cards, and one table has played it, halfway, to its end, or until it was broken off.
Every answer to those who sit at a table that has not begun, who wait, who lead the evening, to staff and to a visitor
must be the same in both. Deals are opened one by one: where all tables have played the first, the worlds differ in the
cards of the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff
from functools import partial
from io import BytesIO
from itertools import product

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, Player, Role
from accounts.services import add_member, create_club
from games.analysis.services import unanalysed_rounds, work_out_contracts
from games.club_file.errors import ClubFileRefusal, ClubFileRefused
from games.club_file.exporting import write_club
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import CaseKind
from games.disputes.services import file_case, preview, take_case
from games.league import services
from games.league.evenings.deals_views import LINK_SIGNER
from games.league.evenings.print_views import PAGES
from games.league.models import Evening, LeagueTable, Rating
from games.league.seasons.season_views import FILE_WORDS
from games.league.services.evenings import same_cards
from games.league.services.evenings.directors import notify_leaders_of_call
from games.league.services.evenings.same_cards import open_finished_rounds, open_played_deals, sealed_deals
from games.league.services.ratings import rate_matches
from games.table import services as table_services
from games.table import shared_deals
from games.table.log import seeds
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import closed_rounds
from games.table.log.models import Match
from games.table.log.states import DirectorCall
from games.table.services import seats
from games.table.shared_deals import deal_seed
from games.table.sockets.rights import closed_round, find_table
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.house.addresses import ADDRESSES, address_of, empty_caches
from tests.house.reader import Ask, Reader, page_request
from tests.league.duplicate.conftest import Made
from tests.league.playing import play
from tests.table.hidden.everything_sent import HOLDS_NO_TABLE, KEYS, comparable_page

pytestmark = pytest.mark.django_db

HALFWAY, TO_THE_END, BROKEN_OFF = "halfway", "to the end", "broken off"
KINDS = {"league:evening_print": (*PAGES, "sheets"), "league:league_file": (*FILE_WORDS, "table.json")}
"""What the addresses with a kind have: printed pages of an evening, files of a season."""
ALL_BUT_ONE, FIRST_IS_OPEN = "all tables but one have played the first deal", "the first deal is open"
OF_RIGHTS_ALONE = ("who sits there, on a second device", "who is in another club too")
"""Viewers who are looked at once, on an evening of fixed pairs: how people are seated changes nothing for them."""
BEFORE_ALL_ARE_DONE = (HALFWAY, TO_THE_END, BROKEN_OFF, ALL_BUT_ONE)


def addresses(evening: Evening, table: LeagueTable, match: Match, *, of_staff: bool) -> Iterator[str]:
    """Every address of the site, filled with the table that was played where it can be."""
    competition = evening.competition
    filled = {
        "number": evening.pk,
        "table": table.pk,
        "slug": competition.season.club.slug,
        "season": competition.season_id,
        "code": match.code,
        "round_number": 1,
        "deal": 1,
        "person": match.seats.first().player_id,
    }
    for name, pattern in ADDRESSES.items():
        if name.startswith(HOLDS_NO_TABLE) or (name.startswith("admin:") and not of_staff):
            continue
        wanted = [*pattern.pattern.converters, *pattern.pattern.regex.groupindex]
        if (
            name.startswith("league:")
            and set(wanted) & filled.keys()
            and set(wanted) <= {*filled, "kind", "entrant"}
        ):
            own = {**filled, "number": competition.pk} if "/l/" in _shape(name) else filled
            entrants = table.seats.values_list("entrant", flat=True).distinct()
            for kind in KINDS.get(name, ("",)):
                for entrant in entrants if "entrant" in wanted else (0,):
                    more = {"kind": kind, "entrant": entrant}
                    yield reverse(name, kwargs={key: {**own, **more}[key] for key in dict.fromkeys(wanted)})
        else:
            yield address_of(name, match)
    # The reader may sit at another table of the round, which asks for these itself.
    for other in evening.tables.filter(round=evening.round, match__isnull=False).exclude(pk=table.pk):
        code = evening.tables.values_list("match__code", flat=True).get(pk=other.pk)
        for name in ("evening_place", "next_table", "score_sheet"):
            yield reverse(f"table:{name}", args=[code])
    for number in (1, 2):
        yield reverse("league:evening_deal", args=[evening.pk, number])
        yield reverse("league:shared_deal", args=[LINK_SIGNER.sign(f"{evening.pk}.{number}")])
        yield f"/t/{match.code}/round/{number}/?card=9"
        yield f"/t/{match.code}/round/{number}/on/?card=1&instead=HA"
    for player in match.seats.values_list("player", flat=True):
        yield f"/people/{player}/"
        yield f"/people/{player}/matches/"
    if of_staff:
        for model, rows in (
            ("match", [match.pk]),
            ("round", match.rounds.values_list("pk", flat=True)),
            ("action", match.actions.values_list("pk", flat=True)[:40]),
            ("leaguetable", [table.pk]),
            ("evening", [evening.pk]),
        ):
            for pk in rows:
                yield f"/admin/games/{model}/{pk}/change/"
            yield f"/admin/games/{model}/?q={match.code}"


def _shape(name: str) -> str:
    """The address of that name before it is filled."""
    return f"/{ADDRESSES[name].pattern}"


def tell_all(reader: Reader, evening: Evening, table: LeagueTable, match: Match, key: str) -> dict[str, str]:
    """Every answer to that reader."""
    of_staff = reader.client.get("/admin/").status_code == 200
    asked = addresses(evening, table, match, of_staff=of_staff)
    asking: dict[str, Ask] = {address: page_request(address) for address in asked}
    for words in ({"do": "ready"}, {"do": "advice"}, {"do": "play", "card": "HA", "window": "1.card0"}):
        asking[f"{match.code} {words}"] = partial(Client.post, path=f"/t/{match.code}/act/", data=words)
    for path in (
        "/api/club",
        f"/api/competitions/{evening.competition_id}/standings",
        f"/api/competitions/{evening.competition_id}/evenings",
        f"/api/evenings/{evening.pk}/results",
    ):
        asking[path] = partial(Client.get, path=path, headers={"authorization": f"Bearer {key}"})
    asking["the file of the club"] = partial(
        Client.post, path=f"/c/{evening.competition.season.club.slug}/export/", data={"photos": "on"}
    )
    return {KEYS.sub("N", place): answer for place, answer in reader.answers(asking).items()}


def without_seals(answers: dict[str, str], seals: list[str]) -> dict[str, str]:
    """The answers without the published commitments, which say nothing of the cards they bind."""
    published = re.compile("|".join(seals))
    return {place: published.sub("SEAL", answer) for place, answer in answers.items()}


def differences(one: str, other: str) -> list[str]:
    """The lines in which two answers differ, a few of them."""
    lines = unified_diff(one.splitlines(), other.splitlines(), n=0, lineterm="")
    return [line[:200] for line in lines if line.startswith(("+", "-"))][:6]


def one_plays(
    evening: Evening, secretary: Player, clock: Clock, how: str, begun: tuple[int, ...] = (1,)
) -> LeagueTable:
    """Open the next round, start and play its first table alone, and let the steward do its work."""
    evening.refresh_from_db()
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    evening.refresh_from_db()
    table = evening.tables.select_related("match").get(round=evening.round, number=1)
    if how in (ALL_BUT_ONE, FIRST_IS_OPEN):
        begun = tuple(range(1, evening.tables.filter(round=evening.round).count() + (how == FIRST_IS_OPEN)))
    for number in begun:
        found = evening.tables.get(round=evening.round, number=number)
        first = found.seats.select_related("player").earliest("number")
        table_services.start_match(match_id=found.match_id, player=first.player, now=clock())
    if how in (ALL_BUT_ONE, FIRST_IS_OPEN):
        for other in evening.tables.filter(round=evening.round, number__in=begun[1:]):
            play(other, clock(), rounds=1)
    play(table, clock(), rounds=1 if how in (HALFWAY, BROKEN_OFF) else None)
    if how == BROKEN_OFF:
        evening.refresh_from_db()
        services.break_off(
            table_id=table.pk, version=evening.version, actor=secretary, reason="ill", now=clock()
        )
    open_played_deals()
    open_finished_rounds(now=clock())
    rate_matches(now=clock())
    table.refresh_from_db()
    return table


def world(
    evening: Evening,
    secretary: Player,
    readers: dict[str, Reader],
    how: str,
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
    key: str,
    seed: bytes,
) -> dict[str, dict[str, str]]:
    """The answers to the readers of a round with that seed; everything is as it was afterwards."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)
    before = transaction.savepoint()
    with monkeypatch.context() as chance:
        chance.setattr(
            seeds, "random_seed", lambda _purpose: seed if how in BEFORE_ALL_ARE_DONE else b"c" * 32
        )
        if how == FIRST_IS_OPEN:

            def with_own_later_deals(given: bytes, *, number: int, again: int = 0) -> bytes:
                return deal_seed(given if number == 1 else seed, number=number, again=again)

            for module in (shared_deals, same_cards):
                chance.setattr(module, "deal_seed", with_own_later_deals)
        letters = product(seats.LETTERS, repeat=seats.CODE_LENGTH)
        chance.setattr(seats, "new_code", lambda: "".join(next(letters)))
        table = one_plays(evening, secretary, clock, how)
        match = Match.objects.get(pk=table.match_id)
        seals = [seal.commitment for seal in sealed_deals(evening)]
        got = {
            name: without_seals(tell_all(reader, evening, table, match, key), seals)
            for name, reader in readers.items()
        }
    transaction.savepoint_rollback(before)
    empty_caches()
    return got


def places_that_tell(here: dict[str, str], there: dict[str, str]) -> dict[str, list[str]]:
    """By place what an answer of one world has that the other has not; the same reader asked everywhere."""
    return {
        place: differences(answer, there.get(place, ""))
        for place, answer in here.items()
        if answer != there.get(place)
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "entrants", "ways"),
    [
        ("evening_of", 7, (HALFWAY, TO_THE_END, BROKEN_OFF, ALL_BUT_ONE, FIRST_IS_OPEN)),
        ("singles_of", 13, (TO_THE_END,)),
    ],
    ids=["fixed pairs", "single players"],
)
def test_no_address_tells_cards_apart_that_are_still_to_be_played(
    request: pytest.FixtureRequest,
    secretary: Player,
    staff: Player,
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
    form: str,
    entrants: int,
    ways: tuple[str, ...],
) -> None:
    """Fixed pairs, and single players with another partner every round; for each way in which the evening is played.

    The readers are kept from one way to the next: an address that shows nothing of the evening is asked once.
    """
    evening = request.getfixturevalue(form)(entrants)
    seated = evening.tables.filter(round=1).values("seats__entrant")
    waits = evening.competition.entrants.exclude(pk__in=seated).get()
    late = evening.tables.filter(round=1).latest("number").seats.earliest("number").player
    club = evening.competition.season.club
    looks_on, of_both = make_players(["Looks Lena", "Both Bo"])
    other_club = create_club(name="De Overkant", slug="overkant", owner=of_both, at=clock())
    for player in (looks_on, of_both):
        Membership.objects.create(club=club, player=player, role=Role.MEMBER, since=clock())
    add_member(club=other_club, player=late, role=Role.MEMBER, at=clock())
    viewers = {
        "who sits at a late table": late,
        "who sits there, on a second device": late,
        "who looks on": looks_on,
        "who is in another club too": of_both,
        "who waits": waits.members.earliest("place").player,
        "who leads": secretary,
        "staff": staff,
        "visitor": None,
    }
    if form != "evening_of":
        viewers = {name: viewer for name, viewer in viewers.items() if name not in OF_RIGHTS_ALONE}
    key = services.make_api_key(club=club, name="our site", actor=secretary, now=clock())
    readers = {name: Reader(client_of(viewer), comparable_page) for name, viewer in viewers.items()}
    for how in ways:
        here, there = (
            world(evening, secretary, readers, how, monkeypatch, clock, key, seed)
            for seed in (b"a" * 32, b"b" * 32)
        )
        for name in viewers:
            assert len(here[name]) > 100
            assert places_that_tell(here[name], there[name]) == {}, (name, how)
            first, second = (
                here[name][reverse("league:evening_deal", args=[evening.pk, deal])] for deal in (1, 2)
            )
            of_club = name not in ("staff", "visitor")
            assert ("Deal 1</h1>" in first) == (how == FIRST_IS_OPEN and of_club), (name, how)
            assert "Deal 2</h1>" not in second


def test_a_round_that_all_have_played_is_open_to_everybody(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """The measure itself: the same pages show what they hid."""
    evening = evening_of(6, rounds=1)
    table = one_plays(evening, secretary, clock, TO_THE_END, begun=(1, 2, 3))
    match = Match.objects.get(pk=table.match_id)
    sat, onlooker = match.seats.first().player, client_of(secretary)
    for path in (f"/t/{match.code}/round/1/on/?card=1&instead=HA", f"/t/{match.code}/record.json"):
        answer = client_of(sat).get(path)
        assert (answer.status_code, answer["Refusal-Code"]) == (403, TableRefusal.OTHERS_PLAY_IT)
    assert onlooker.get(f"/t/{match.code}/").status_code == 403
    assert onlooker.get(f"/t/{match.code}/sheet/").status_code == 403
    of_the_deal = (
        reverse("league:evening_deal", args=[evening.pk, 1]),
        reverse("league:shared_deal", args=[LINK_SIGNER.sign(f"{evening.pk}.1")]),
    )
    assert [client_of(sat).get(path).status_code for path in of_the_deal] == [404, 404]
    for other in evening.tables.filter(number__gt=1):
        play(other, clock())
    assert open_finished_rounds(now=clock()) == 1
    for path in (f"/t/{match.code}/round/1/", f"/t/{match.code}/record.json"):
        assert client_of(sat).get(path).status_code == 200
    assert onlooker.get(f"/t/{match.code}/").status_code == 200
    assert [client_of(sat).get(path).status_code for path in of_the_deal] == [200, 200]


def test_who_has_played_a_deal_sees_their_own_round_at_once(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """The own hand and the tricks, and nothing that was not on the table; nobody else sees them."""
    evening = evening_of(7)
    match = Match.objects.get(pk=one_plays(evening, secretary, clock, HALFWAY).match_id)
    seat = match.seats.select_related("player").get(number=1)
    answer = client_of(seat.player).get(f"/t/{match.code}/round/1/")
    own = answer.context["own"]
    dealt = next(closed_rounds(match)).after.round.dealt
    assert {card.card for card in own.hand} == set(dealt[1])
    assert [len(trick) for trick in own.tricks] == [4] * 8
    assert {laid.card.card for trick in own.tricks for laid in trick if laid.yours} == set(dealt[1])
    assert f"/t/{match.code}/round/2/" not in answer.content.decode()
    assert client_of(seat.player).get(f"/t/{match.code}/round/2/").status_code == 403
    page = client_of(seat.player).get(reverse("league:evening_deals", args=[evening.pk]))
    assert [round_.own for round_ in page.context["rounds"]] == [((match.code, 1, 1),)]
    late = evening.tables.get(round=1, number=2).seats.earliest("number").player
    for other in (late, secretary, None):
        assert client_of(other).get(f"/t/{match.code}/round/1/").status_code in (302, 403)
        page = client_of(other).get(reverse("league:evening_deals", args=[evening.pk]))
        assert page.status_code == 302 or [round_.own for round_ in page.context["rounds"]] == [()]


def test_a_substitute_sees_only_the_rounds_they_played(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Who took a seat after the first deal has not played it; who gave the seat up sits there no longer."""
    evening = evening_of(7)
    match = Match.objects.get(pk=one_plays(evening, secretary, clock, HALFWAY).match_id)
    seat = match.seats.select_related("player").get(number=1)
    [substitute] = make_players(["Substitute Sanne"])
    table_services.replace_player(match_id=match.pk, seat=1, player=substitute, by=secretary, now=clock())
    for other in (substitute, seat.player):
        assert client_of(other).get(f"/t/{match.code}/round/1/").status_code == 403


def test_a_club_can_keep_own_rounds_closed(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, rules={"counting": "matchpoints", "own_rounds": False})
    match = Match.objects.get(pk=one_plays(evening, secretary, clock, HALFWAY).match_id)
    sat = client_of(match.seats.first().player)
    answer = sat.get(f"/t/{match.code}/round/1/")
    assert (answer.status_code, answer["Refusal-Code"]) == (403, TableRefusal.OTHERS_PLAY_IT)
    page = sat.get(reverse("league:evening_deals", args=[evening.pk]))
    assert [round_.own for round_ in page.context["rounds"]] == [()]


def test_sockets_are_for_those_who_sit_there(
    evening_of: Made, secretary: Player, staff: Player, clock: Clock
) -> None:
    evening = evening_of(6)
    match = Match.objects.get(pk=one_plays(evening, secretary, clock, HALFWAY).match_id)
    late = evening.tables.get(round=1, number=2).seats.earliest("number").player
    own = match.seats.first().player
    for other in (late, secretary, staff, None):
        assert find_table(match.code, other, "en") is None
    assert find_table(match.code, own, "en") is not None
    assert closed_round(match.code, 1, own) is None
    with pytest.raises(TableRefused) as refused:
        table_services.open_shared_screen(match_id=match.pk, player=own)
    assert refused.value.code == TableRefusal.PLAYED_ALONE


def test_no_arbiter_is_shown_a_round_that_others_play_and_nobody_plays_it_again(
    evening_of: Made, secretary: Player, staff: Player, clock: Clock
) -> None:
    """No replay tells of cards that others hold: the case waits until all have played them, and where tables compare
    the same cards none is played again, then neither."""
    evening = evening_of(6, rounds=1)
    match = Match.objects.get(pk=one_plays(evening, secretary, clock, TO_THE_END, begun=(1, 2, 3)).match_id)
    about = {
        "round_id": match.rounds.first().pk,
        "player": match.seats.first().player,
        "kind": CaseKind.values[0],
        "text": "Look",
        "now": clock(),
    }
    with pytest.raises(DisputeRefused) as refused:
        file_case(**about)
    assert refused.value.code == DisputeRefusal.OTHERS_PLAY_IT
    for other in evening.tables.filter(number__gt=1):
        play(other, clock())
    open_finished_rounds(now=clock())
    case = file_case(**about)
    take_case(case_id=case.pk, arbiter=staff, now=clock())
    assert "kind=replay" not in client_of(staff).get(f"/desk/{case.pk}/").content.decode()
    with pytest.raises(DisputeRefused) as refused:
        preview(case_id=case.pk, arbiter=staff, wanted=RulingRequest(RulingKind.REPLAY))
    assert refused.value.code == DisputeRefusal.NOT_FOR_THIS_GAME


def test_nothing_is_analysed_or_rated_while_others_play_it(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, rounds=1)
    one_plays(evening, secretary, clock, TO_THE_END, begun=(1, 2, 3))
    assert not unanalysed_rounds().exists()
    assert work_out_contracts() == 0
    assert not Rating.objects.exists()
    for other in evening.tables.filter(number__gt=1):
        play(other, clock())
    open_finished_rounds(now=clock())
    rate_matches(now=clock())
    assert unanalysed_rounds().count() == 6
    assert Rating.objects.exists()


def test_a_call_for_the_director_names_no_card_to_those_who_play_too(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6)
    table = one_plays(evening, secretary, clock, HALFWAY)
    caller = table.seats.first().player
    call = DirectorCall(0, "He revoked in hearts", clock())
    notify_leaders_of_call(match_id=table.match_id, player=caller.pk, call=call, now=clock())
    notice = secretary.notices.order_by("-pk").first()
    assert "hearts" not in f"{notice.text}"
    assert "ask at the table" in f"{notice.text}"


def test_no_file_of_the_club_is_written_while_others_play(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Also where nobody plays at this moment: the other tables have not begun."""
    evening = evening_of(6, rounds=1)
    one_plays(evening, secretary, clock, TO_THE_END)
    club = evening.competition.season.club
    with pytest.raises(ClubFileRefused) as refused, BytesIO() as file:
        write_club(club=club, actor=secretary, file=file, now=clock())
    assert refused.value.code == ClubFileRefusal.BEING_PLAYED
    evening.refresh_from_db()
    for other in evening.tables.filter(number__gt=1):
        first = other.seats.select_related("player").earliest("number")
        table_services.start_match(match_id=other.match_id, player=first.player, now=clock())
        play(other, clock())
    open_finished_rounds(now=clock())
    with BytesIO() as file:
        write_club(club=club, actor=secretary, file=file, now=clock())
        assert file.tell() > 1000
