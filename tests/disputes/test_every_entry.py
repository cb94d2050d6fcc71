"""Every kind of table entry is really played once, and each page that tells of the log is opened in both languages."""

from __future__ import annotations

import ast
import inspect
import re
from datetime import timedelta
from html import unescape
from itertools import product

import pytest
from django.http import HttpResponse
from django.utils import timezone

from accounts.models import Club, Player
from games.disputes import services as dispute_services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import CaseKind
from games.league import services as league_services
from games.league.evenings import print_views
from games.league.models import Competition, Entrant, LeagueTable
from games.table import services
from games.table.log import folding, loading
from games.table.log.models import Match
from games.table.review.happenings import TABLE_ENTRIES
from games.table.screen import rendering
from games.table.screen.missed import missed_line
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.conftest import MADE, POINTS
from tests.league.conftest import change_rules, draw_evening, open_round, plan_evening, sign_up
from tests.table.play import in_play, play_until, start_match, table_of
from tests.table.steward.absences import everybody_here, leave

pytestmark = pytest.mark.django_db
UNFILLED = re.compile(r"\{[a-z_]*\}|%\([a-z_]+\)")
CODE = re.compile(r"<(script|style)\b.*?</\1>|\bdata-[a-z-]+=(\"[^\"]*\"|'[^']*')", re.DOTALL)
"""What scripts read: their own code and the sentences they fill in."""
WHY = "A card fell on the table"
ANSWER = "It stays where it lies"


@pytest.fixture
def clock() -> Clock:
    """An hour ago by the real time, as the pages use it."""
    return Clock(timezone.now() - timedelta(hours=1))


def words_of_the_fold() -> set[str]:
    """The words of table entries that the fold knows, as its code names them."""
    tree = ast.parse(inspect.getsource(folding._after_table_entry))
    found = {
        value.value.value
        for case in ast.walk(tree)
        if isinstance(case, ast.match_case)
        for value in ast.walk(case.pattern)
        if isinstance(value, ast.MatchValue) and isinstance(value.value, ast.Constant)
    }
    assert {"pause", "call_director"} <= found
    return {"start", *map(str, found)}


def words_played() -> set[str]:
    """The words of the table entries of all logs; a wish and its refusal also with what they are about."""
    entries = [entry for match in Match.objects.all() for entry in match.actions.filter(kind=folding.TABLE)]
    plain = {entry.data["do"] for entry in entries}
    return plain | {f"{entry.data['do']} {entry.data['what']}" for entry in entries if "what" in entry.data}


class Evening:
    """One evening of a club: what its people say at the tables, through the services."""

    def __init__(
        self, competition: Competition, people: list[Entrant], secretary: Player, clock: Clock
    ) -> None:
        self.competition, self.people, self.secretary, self.clock = competition, people, secretary, clock

    def table(self, *, on_paper: bool = False) -> LeagueTable:
        """The first table of a new evening, started."""
        evening = plan_evening(self.competition, self.clock.now)
        sign_up(evening, self.people, self.secretary, self.clock.now)
        (table,) = open_round(draw_evening(evening), self.secretary, self.clock.now, on_paper=on_paper)
        return LeagueTable.objects.select_related("match").get(pk=table.pk)

    def say(self, match: Match, seat: int, word: str, **data: str) -> None:
        player = match.seats.select_related("player").get(number=seat).player
        services.submit_action(
            match_id=match.pk, player=player, window="", data={"do": word, **data}, now=self.clock.now
        )

    def everybody_says(self, match: Match, word: str) -> None:
        for seat in range(4):
            self.say(match, seat, word)

    def away(self, match: Match, **choices: str) -> None:
        """Seat 3 is away; seats 0, 1 and 2 choose what happens, by the key of the argument."""
        everybody_here(match)
        leave(match, 3, self.clock)
        self.clock.advance(61)
        for seat, choice in choices.items():
            self.say(match, int(seat[1]), "absent", choose=f"3:{choice}")
        everybody_here(match)

    def play(self, match: Match, rounds: int | None = None) -> None:
        """Play until so many rounds are closed, or else until a card lies."""
        sitting = [seat.player for seat in match.seats.select_related("player").order_by("number")]

        def done(table: loading.Table) -> bool:
            if rounds is None:
                return in_play(table)
            return table.game.progress(table.state.game_state).closed == rounds

        self.clock.now = play_until(match, sitting, self.clock.now, done)


def eventful(evening: Evening, newcomer: Player) -> LeagueTable:
    """A table whose first round has everything that four people and their club can do."""
    table, clock = evening.table(), evening.clock
    match = table.match
    evening.play(match)
    evening.everybody_says(match, "pause")
    evening.say(match, 0, "go_on")
    evening.say(match, 0, "pause")
    evening.say(match, 1, "decline", what="pause")
    last = table_of(match).state.last.seat
    evening.say(match, last, "undo")
    evening.say(match, (last + 1) % 4, "decline", what="undo")
    for seat in range(4):
        evening.say(match, (last + seat) % 4, "undo")
    evening.say(match, 2, "call_director", why=WHY)
    clock.advance(20)
    league_services.answer_call(table_id=table.pk, text=ANSWER, actor=evening.secretary, now=clock.now)
    evening.say(match, 1, "call_director", why=WHY)
    evening.say(match, 1, "withdraw_call")
    services.note_outage(began=clock.now - timedelta(seconds=3), now=clock.advance(40))
    evening.away(match, s0="wait", s1="bot", s2="bot")
    evening.say(match, 3, "return")
    evening.away(match, s0="stop", s1="stop")
    evening.say(match, 0, "go_on")
    leaver = match.seats.select_related("player").get(number=3).player
    services.leave_match(match_id=match.pk, player=leaver, now=clock.now)
    evening.say(match, 3, "return")
    services.replace_player(match_id=match.pk, seat=3, player=newcomer, by=evening.secretary, now=clock.now)
    evening.play(match, rounds=1)
    evening.play(match)
    return table


def judge_first_round(table: LeagueTable, staff: Player, now: Clock) -> int:
    """A case about the first round, ruled; returns its number."""
    match = table.match
    case = dispute_services.file_case(
        round_id=match.rounds.get(number=1).pk,
        player=match.seats.select_related("player").get(number=0).player,
        kind=CaseKind.BONUS,
        text="My roem was not counted.",
        now=now.now,
    )
    dispute_services.take_case(case_id=case.pk, arbiter=staff, now=now.now)
    dispute_services.give_ruling(
        case_id=case.pk,
        arbiter=staff,
        wanted=RulingRequest(RulingKind.BONUS, points=(20, 0)),
        reason="It lay there.",
        rule="1.6",
        now=now.now,
    )
    other = dispute_services.file_case(
        round_id=match.rounds.get(number=1).pk,
        player=match.seats.select_related("player").get(number=1).player,
        kind=CaseKind.OTHER,
        text="The round went on too long.",
        now=now.now,
    )
    other_player = match.seats.select_related("player").get(number=1).player
    dispute_services.withdraw(case_id=other.pk, player=other_player, now=now.now)
    return case.pk


def on_paper(evening: Evening, *, totals: bool) -> Match:
    """A sheet that the other side says is wrong, and then confirms."""
    table = evening.table(on_paper=True)
    first, second = (table.match.seats.select_related("player").get(number=seat).player for seat in (0, 1))
    now = evening.clock.now
    if totals:
        values = {"points_0": "410", "points_1": "268"}
        league_services.type_totals(table_id=table.pk, values=values, player=first, now=now)
    else:
        for number, points in enumerate(POINTS, 1):
            values = {**MADE, "points": points}
            league_services.type_round(table_id=table.pk, number=number, values=values, player=first, now=now)
    league_services.object_to_sheet(table_id=table.pk, player=second, why="Ours is higher", now=now)
    league_services.confirm_sheet(table_id=table.pk, player=second, seen=4, now=now)
    return Match.objects.get(pk=table.match_id)


def alone(player: Player, clock: Clock) -> Match:
    """One person and three bots: not asked in this deal, asked again, stopped, taken up, played on, and once more."""
    match = start_match(players=[player], now=clock.now, options={"rounds": 4})

    def say(word: str) -> None:
        services.submit_action(match_id=match.pk, player=player, window="", data={"do": word}, now=clock.now)

    for word in ("unasked", "asked"):
        services.set_own_deal(match_id=match.pk, player=player, data={"do": word, "deal": "1"}, now=clock.now)
    services.leave_match(match_id=match.pk, player=player, now=clock.now)
    say("go_on")
    clock.now = play_until(
        match, [player], clock.now, lambda table: table.game.progress(table.state.game_state).closed == 1
    )
    services.leave_match(match_id=match.pk, player=player, now=clock.now)
    services.rematch(match_id=match.pk, player=player, now=clock.now)
    return match


def cut_match(two: list[Player], clock: Clock) -> Match:
    """Two people and two bots: one cuts the deck of the first deal, the other never wants to."""
    match = services.open_table(
        created_by=two[0], game="kraken", options={"rounds": 1}, now=clock.now, deck_cut=True
    )
    for player in two:
        services.sit(match_id=match.pk, player=player)
    services.fill_with_bots(match_id=match.pk, player=two[0], up_to=4)
    services.start_match(match_id=match.pk, player=two[0], now=clock.now)
    for player, said in zip(two, ({"do": "cut", "word": "blue cheese"}, {"do": "never_cut"}), strict=True):
        services.submit_action(match_id=match.pk, player=player, window="", data=said, now=clock.now)
    match.refresh_from_db()
    clock.now = play_until(match, two, clock.now, lambda table: not table.running)
    return match


def unanswered_call(four: list[Player], club: Club, clock: Clock) -> Match:
    """A table of the club outside an evening, whose call nobody answers: its round becomes a case."""
    match = start_match(players=four, now=clock.now, options={"rounds": 2})
    Match.objects.filter(pk=match.pk).update(club=club)
    loading.forget(match.pk)
    said = {"do": "call_director", "why": WHY, "about": "misclick"}
    services.submit_action(match_id=match.pk, player=four[1], window="", data=said, now=clock.now)
    clock.now = play_until(
        match, four, clock.now, lambda table: table.game.progress(table.state.game_state).closed == 1
    )
    return Match.objects.get(pk=match.pk)


def pages_of(table: LeagueTable, matches: list[Match], case: int) -> list[str]:
    """The addresses of all pages and files that tell of these logs, but for those of the admin."""
    club, evening = table.evening.competition.season.club, table.evening_id
    found = ["/", "/me/data.json", "/me/notices/", "/cases/", f"/cases/{case}/", "/desk/", f"/desk/{case}/"]
    found += ["/trail/", "/trail/trail.csv", f"/c/{club.slug}/rulings/", f"/c/{club.slug}/news/"]
    found += [
        f"/e/{evening}/",
        f"/e/{evening}/cockpit/",
        f"/e/{evening}/cockpit/tables/",
        f"/e/{evening}/report/",
    ]
    found += [f"/e/{evening}/print/{kind}/" for kind in print_views.PAGES]
    found += [f"/l/{table.evening.competition_id}/", f"/l/{table.evening.competition_id}/print/"]
    for match in matches:
        about = f"/t/{match.code}/"
        found += [
            about,
            *(f"{about}{page}" for page in ("sheet/", "record.json", "rules/", "turn/", "evening/")),
        ]
        for number in match.rounds.values_list("number", flat=True):
            entries = match.actions.filter(kind=folding.GAME).count()
            found += [f"{about}round/{number}/?card={card}" for card in {0, 1, min(entries, 32)}]
            found.append(f"{about}round/{number}/wrong/")
    return [*found, *sheets_of(matches)]


def admin_pages_of(matches: list[Match]) -> list[str]:
    """The addresses of the admin that tell of these logs; others than staff are sent away from each."""
    found = ["/admin/games/action/", "/admin/games/auditentry/"]
    for match in matches:
        found.append(f"/admin/games/match/{match.pk}/change/")
        found += [
            f"/admin/games/action/{entry.pk}/change/" for entry in match.actions.filter(kind=folding.TABLE)
        ]
    return found


def sheets_of(matches: list[Match]) -> list[str]:
    """The pages of the sheets on paper among these matches."""
    tables = LeagueTable.objects.filter(match__in=matches, match__on_paper=True)
    return [f"/e/{table.evening_id}/sheet/{table.pk}/" for table in tables]


def empty_fields(answer: HttpResponse) -> list[str]:
    """The fields of sentences on a page that nobody filled."""
    body = b"".join(answer) if answer.streaming else answer.content
    return UNFILLED.findall(unescape(CODE.sub("", body.decode())))


@pytest.mark.slow
def test_every_page_tells_of_every_kind_of_entry(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    members: list[Player],
    staff: Player,
    clock: Clock,
) -> None:
    change_rules(competition, undo=True, call_stops_clock=True)
    evening = Evening(competition, entrants[:4], secretary, clock)
    table = eventful(evening, members[9])
    case = judge_first_round(table, staff, clock)
    matches = [table.match, on_paper(evening, totals=False), on_paper(evening, totals=True)]
    matches.append(alone(members[10], clock))
    matches.append(cut_match(members[11:13], clock))
    matches.append(unanswered_call(members[:4], competition.season.club, clock))
    known = words_of_the_fold() | {f"{word} {about}".strip() for word, about in TABLE_ENTRIES}
    assert known - words_played() == set()
    sitting = Player.objects.filter(seats__match__in=matches, seats__number=0).distinct()
    opened_by_somebody: set[str] = set()
    for language in ("en", "nl"):
        Player.objects.update(language=language)
        for viewer in (*sitting, secretary, staff):
            client = client_of(Player.objects.get(pk=viewer.pk))
            of_staff = admin_pages_of(matches) if viewer == staff else []
            for address in [*pages_of(table, matches, case), *of_staff]:
                answer = client.get(address)
                assert answer.status_code < 500, address
                if answer.status_code == 200:
                    opened_by_somebody.add(address)
                    assert (address, empty_fields(answer)) == (address, [])
    told = {f"/t/{match.code}/round/1/?card=0" for match in (matches[0], *matches[3:])}
    told |= {*sheets_of(matches), f"/desk/{case}/", f"/cases/{case}/", "/trail/"}
    told |= {f"/t/{match.code}/record.json" for match in (matches[0], matches[3])}
    told |= {"/trail/trail.csv", "/me/data.json", "/admin/games/action/", "/admin/games/auditentry/"}
    assert told - opened_by_somebody == set()
    for match in matches[:1]:
        for seat, language in product((0, 1, 2, 3, None), ("en", "nl")):
            screen = rendering.whole_table(table_of(match), seat=seat, talk=(), language=language)
            assert not UNFILLED.findall(CODE.sub("", screen))
            for seq in range(1, match.seq):
                assert "{" not in missed_line(table_of(match), seq, seat=seat, language=language)
