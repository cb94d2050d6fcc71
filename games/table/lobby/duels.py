"""Duels as pages show them: which matches offer one, who holds which cards, and the tables compared deal by deal.

Compared are only those who held the same cards: the newcomers with those who sat on that side at the first table. A
reader sees the deals they have played, at every table; who sat at the first table sees them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Final, NamedTuple

from django.utils.translation import gettext

from accounts.models import Player
from games.engine import registry
from games.engine.errors import MalformedAction
from games.engine.game import Progress
from games.engine.options import read_options
from games.engine.seats import Seat
from games.engine.view import RoundResult
from games.engine_words import suit_name, together
from games.table.lobby.queries import TableRow
from games.table.log import loading, rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Action, Match, Round
from games.table.log.states import Sitter
from games.table.services.duels import PAIR_SIZE, other_seat, require_may_offer
from games.table.shared_deals import Duel, duel_of

AND: Final = " & "
"""Between partners, in every language."""


class Pair(NamedTuple):
    """Who holds the cards of one side at a table: the `people`, each as (key, name), and how many `bots`. Bots have the
    same names at every table, so they go without."""

    people: tuple[tuple[int, str], ...]
    bots: int = 0

    def __str__(self) -> str:
        """Their names; "" where both seats are free."""
        bots = [gettext("a bot"), gettext("two bots")][self.bots - 1 : self.bots] if self.bots else []
        return AND.join([*(name for _key, name in self.people), *bots])


class Sides(NamedTuple):
    """Those at a table who hold the cards of the other side, and those who hold the cards of the side that made the
    link."""

    newcomers: Pair
    hosts: Pair


class Verdict(NamedTuple):
    """Who did better, and than whom, in words for one reader: people who held the same cards, or people against "the
    bots". `better` begins a sentence, `winners` is how many they are. `pairs` are those who held the same cards, the
    better ones first; `unequal` are people at both tables of whom the duel says nothing, because only bots held the
    same cards as they."""

    better: str
    winners: int
    worse: str
    pairs: tuple[tuple[Pair, Pair], ...]
    unequal: tuple[str, str] | None


class Made(NamedTuple):
    """What a table made of a deal: trump and how often the points count, and the points of the other side and of the
    hosts' side. `ahead` is what the other side has more; `ruled` says that an arbiter decided these points."""

    trump: str
    trump_name: str
    times: int
    points: tuple[int, int]
    ahead: int
    ruled: bool = False


class DealCompared(NamedTuple):
    """A deal at two tables, the first one first. `gain` is what the other side has more at the second table, `sum` that
    of this and all deals before."""

    number: int
    first: Made
    second: Made
    gain: int
    sum: int


class TableCompared(NamedTuple):
    """A table among all that play the deals: how many of the deals shown it has played, what the other side was ahead
    in them, and `gain`, what that is above the mean of the others; None where nobody else has played one."""

    code: str
    sides: Sides
    is_first: bool
    mine: bool
    deals: int
    ahead: int
    gain: Fraction | None


@dataclass(frozen=True, slots=True)
class DuelSheet:
    """The first table and one other compared, and the list of all. `deals` is how many there are to play,
    `over` says that the other one will play no more. `left_out` are the deals that an arbiter declared void at one of
    the two, or had played again with other cards: nothing can be compared there."""

    code: str
    sides: Sides
    verdict: Verdict
    rows: tuple[DealCompared, ...]
    deals: int
    over: bool
    tables: tuple[TableCompared, ...]
    left_out: tuple[int, ...] = ()

    @property
    def has_rulings(self) -> bool:
        """Whether an arbiter decided what one of the deals shown is worth."""
        return any(row.first.ruled or row.second.ruled for row in self.rows)

    @property
    def total(self) -> int:
        """What the newcomers are ahead; negative where those at the first table are."""
        return self.rows[-1].sum if self.rows else 0

    @property
    def by(self) -> int:
        """The difference in points, whoever has more."""
        return abs(self.total)


def duel_with_code(code: str) -> Duel:
    """The duel of a link. Raises TableRefused(no_such_duel)."""
    duel = Duel.objects.select_related("first_match", "shared_deals").filter(code=code).first()
    if duel is None:
        raise TableRefused(TableRefusal.NO_SUCH_DUEL)
    return duel


def sides_at(duel: Duel, match: Match) -> Sides:
    """The names at a table of the duel; "" for seats that are free."""
    sitters = {sitter.number: sitter for sitter in loading.sitters_of(match.pk)}
    other, hosts = ([sitters[seat] for seat in column if seat in sitters] for column in _columns(duel))
    return Sides(_pair_of(other), _pair_of(hosts))


def _pair_of(sitters: Sequence[Sitter]) -> Pair:
    people = tuple((sitter.player, sitter.name) for sitter in sitters if not sitter.is_bot)
    return Pair(people, len(sitters) - len(people))


def verdict_of(first: Sides, second: Sides, *, total: int, reader: int | None) -> Verdict:
    """The verdict for a reader (key) where the newcomers at the second table are `total` points ahead.

    What they are ahead of those who had their cards at the first table, its hosts are ahead of those with theirs at the
    second. Told are two pairs with people in both, those of the reader sooner than others; where there are none, all
    people who are ahead, or behind, against the bots.
    """
    compared = [(second.newcomers, first.newcomers), (first.hosts, second.hosts)]
    compared.sort(key=lambda pairs: not any(reader in dict(pair.people) for pair in pairs))
    told = next((pairs for pairs in compared if all(pair.people for pair in pairs)), None)
    everybody = [[pair for pair in column if pair.people] for column in zip(*compared, strict=True)]
    unequal = None
    if told is not None:
        sides = [list(pair.people) for pair in told]
    elif all(everybody):  # people on both sides, none of whom held the cards of another
        sides = [list(pair.people) for pair in compared[0]]
    else:
        sides = [list(chain(*(pair.people for pair in pairs))) for pairs in everybody]
        apart = list(chain(*everybody))
        if len(apart) == len(compared):
            unequal = (_people_in_words(apart[0].people, reader), _people_in_words(apart[1].people, reader))
    better, worse = sides if total >= 0 else reversed(sides)
    return Verdict(
        better=_people_in_words(better, reader, starts=True),
        winners=len(better) or PAIR_SIZE,
        worse=_people_in_words(worse, reader),
        pairs=tuple(pairs if total > 0 else pairs[::-1] for pairs in compared) if total else (),
        unequal=unequal,
    )


def _people_in_words(people: Sequence[tuple[int, str]], reader: int | None, *, starts: bool = False) -> str:
    """These people in one phrase, the reader as "you" and first; "the bots" where it is nobody."""
    if not people:
        return gettext("The bots") if starts else gettext("the bots")
    you = [gettext("You") if starts else gettext("you")] if reader in dict(people) else []
    *names, last = [*you, *(name for key, name in people if key != reader)]
    return together(range(2), [", ".join(names), last]) if names else last


def own_table(duel: Duel, player: Player | None) -> Match | None:
    """The newest table of the duel at which the player sits, started or not; None without one."""
    if player is None:
        return None
    return duel.shared_deals.matches.filter(seats__player=player).order_by("-created_at").first()


def knows_first_table(duel: Duel, player: Player | None) -> bool:
    """Whether the player sits or sat at the first table."""
    if player is None:
        return False
    acted = Action.objects.filter(match=duel.first_match_id, player=player, seat__isnull=False)
    return duel.first_match.seats.filter(player=player).exists() or acted.exists()


def deals_planned(duel: Duel) -> int:
    """How many deals a table plays by the house rules. That a draw at the first table brought more is told nobody who
    is still to play."""
    return _progress_at_start(duel).rounds or 0


def duel_sheet(duel: Duel, player: Player | None, *, code: str = "") -> DuelSheet | None:
    """The comparison as this reader may see it now: of their own table, or for those of the first table that with this
    `code`, else the one that began first of those played to the end, or of all. None before anybody has begun, and for
    everybody else."""
    started = list(duel.shared_deals.matches.exclude(status=Match.Status.OPEN).order_by("started_at", "pk"))
    others = [match for match in started if match.pk != duel.first_match_id]
    knows_all = knows_first_table(duel, player)
    mine = {match.pk for match in started if player and match.seats.filter(player=player).exists()}
    if knows_all:
        finished = [match for match in others if match.status == Match.Status.FINISHED]
        chosen = next(
            (match for match in others if match.code == code), next(iter([*finished, *others]), None)
        )
    else:
        chosen = next((match for match in reversed(others) if match.pk in mine), None)
    if chosen is None:
        return None
    columns, tables = _columns(duel), [duel.first_match, *others]
    counted = _points_that_count(tables)
    made = {match.pk: _made_by_deal(match, counted[match.pk], columns) for match in tables}
    shown, ended = made[duel.first_match_id].keys(), _rounds_ended(chosen)
    both = made[duel.first_match_id].keys() & made[chosen.pk].keys()
    left_out = (ended & _rounds_ended(duel.first_match)) - both if both else ()
    if not knows_all:
        shown &= ended
    seen = {
        key: {number: deal for number, deal in deals.items() if number in shown}
        for key, deals in made.items()
    }
    first, second = seen[duel.first_match_id], seen[chosen.pk]
    rows = _comparisons(first, second)
    sides = {match.pk: sides_at(duel, match) for match in tables}
    return DuelSheet(
        code=chosen.code,
        sides=sides[chosen.pk],
        verdict=verdict_of(
            sides[duel.first_match_id],
            sides[chosen.pk],
            total=rows[-1].sum if rows else 0,
            reader=player.pk if player else None,
        ),
        rows=rows,
        deals=max(deals_planned(duel), len(rows)),
        over=chosen.status in Match.ENDED,
        tables=tuple(
            TableCompared(
                match.code,
                sides[match.pk],
                match.pk == duel.first_match_id,
                match.pk in mine,
                len(seen[match.pk]),
                sum(deal.ahead for deal in seen[match.pk].values()),
                _above_mean(match.pk, seen),
            )
            for match in tables
        ),
        left_out=tuple(sorted(left_out)),
    )


def _comparisons(first: Mapping[int, Made], second: Mapping[int, Made]) -> tuple[DealCompared, ...]:
    rows, total = [], 0
    for number in sorted(first.keys() & second.keys()):
        gain = second[number].ahead - first[number].ahead
        total += gain
        rows.append(DealCompared(number, first[number], second[number], gain, total))
    return tuple(rows)


def _above_mean(match: int, seen: Mapping[int, Mapping[int, Made]]) -> Fraction | None:
    """What the other side at a table (key) is ahead above the mean of the other tables, added up over the deals that
    another table has played too."""
    gains = []
    for number, deal in seen[match].items():
        others = [deals[number].ahead for key, deals in seen.items() if key != match and number in deals]
        if others:
            gains.append(deal.ahead - Fraction(sum(others), len(others)))
    return sum(gains, Fraction()) if gains else None


def _rounds_ended(match: Match) -> frozenset[int]:
    ended = match.rounds.filter(status__in=Round.ENDED)
    return frozenset(ended.values_list("number", flat=True))


def _columns(duel: Duel) -> tuple[Sequence[Seat], Sequence[Seat]]:
    """The seats of the other side, and those of the side that made the link."""
    columns = sorted(_progress_at_start(duel).columns, key=lambda column: other_seat(duel) not in column)
    return columns[0], columns[1]


def _progress_at_start(duel: Duel) -> Progress:
    first = duel.first_match
    game = registry.game(first.game, first.game_version)
    return game.progress(game.start(read_options(game.Options, first.options), first.seats.count()))


def _points_that_count(matches: Sequence[Match]) -> dict[int, dict[int, Sequence[int]]]:
    """The points by seat of every round that counts, as they stand after rulings, by match (key) and number; one
    query."""
    found: dict[int, dict[int, Sequence[int]]] = {match.pk: {} for match in matches}
    rows = Round.objects.filter(match__in=matches, status__in=Round.COUNTING, points__isnull=False)
    for match, number, points in rows.values_list("match", "number", "points"):
        found[match][number] = points
    return found


def _made_by_deal(
    match: Match, counted: Mapping[int, Sequence[int]], columns: tuple[Sequence[Seat], Sequence[Seat]]
) -> dict[int, Made]:
    """What a table made of each deal that counts, by its number; nothing where its log cannot be read. A round whose
    points come from playing it again is left out: that was with other cards."""
    table = loading.readable_table(match)
    if table is None:
        return {}
    played: dict[int, RoundResult] = {
        result.number: result
        for result in rulings.rounds_as_played(
            table.game, table.options, table.state, players=len(table.sitters), on_paper=False
        )
    }
    (other, *_), (hosts, *_) = columns
    found = {}
    again = match.rounds.filter(replayed_in__status=Match.Status.FINISHED).values_list("number", flat=True)
    replayed = frozenset(again)
    for number, points in counted.items():
        result = played[number]
        ruled = list(points) != list(result.score)
        if ruled and number in replayed:
            continue
        trump = result.trump or ""
        more = points[other] - points[hosts]
        found[number] = Made(
            trump=trump,
            trump_name=suit_name(trump) if trump else "",
            times=result.times,
            points=(points[other], points[hosts]),
            ahead=-more if table.game.better == "low" else more,
            ruled=ruled,
        )
    return found


def may_duel(match: Match) -> bool:
    """Whether friends can be challenged with the deals of a match: its players may make a link to them, or it is of a
    duel already."""
    if match.status != Match.Status.FINISHED:
        return False
    if duel_of(match) is not None:
        return True
    try:
        require_may_offer(match)
    except (TableRefused, MalformedAction):  # the latter of rules that this program does not know any more
        return False
    return True


class DuelsOffered(NamedTuple):
    """The code of the newest open `duel` in which a player has a part, and that of the newest match after it with whose
    deals they can `challenge` friends; "" without one."""

    duel: str = ""
    challenge: str = ""


def duels_of(finished: Iterable[TableRow]) -> DuelsOffered:
    """What these matches offer, without a query where there are none. That of a closed duel offers nothing."""
    codes = [row.code for row in finished]
    if not codes:
        return DuelsOffered()
    challenge = ""
    for match in Match.objects.filter(code__in=codes).select_related("shared_deals").order_by("-finished_at"):
        shared = match.shared_deals
        if shared is not None:
            duel = duel_of(match) if shared.public_from is None else None
            if duel is not None:
                return DuelsOffered(duel.code, challenge)
        elif not challenge and may_duel(match):
            challenge = match.code
    return DuelsOffered("", challenge)
