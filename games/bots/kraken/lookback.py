"""The look back at a closed round of Kraken: par with all hands open, what each card cost, what good players make of
it, and cards and challenges judged by what their seat saw, in sentences. A round is to take a second at most on one
core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from random import Random
from typing import Any, Final

from games.bots.analysis import (
    Analyser,
    CostlyCard,
    Finish,
    JudgedCard,
    JudgedWord,
    Move,
    OpenContract,
    RoundAnalysis,
)
from games.bots.kraken import search, words
from games.bots.kraken.belief import Belief, belief
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import (
    BONUS,
    BONUS_PLACE,
    EMPTY,
    MARRIAGE,
    POINTS,
    SUIT_OF,
    TRUMPS,
    Position,
    Rules,
    Score,
    Table,
    after,
    compact_covers,
    lay_card,
    legal_cards,
    rules_of,
    runs_in,
    times_bonus,
)
from games.bots.kraken.compact.solver import Solver
from games.bots.kraken.duel import seats_to_act
from games.bots.kraken.player import make_player
from games.bots.kraken.search import GOOD, Effort
from games.engine.actions import Data
from games.engine.cards import SUITS, Card, suit_of
from games.engine.kraken import Kraken
from games.engine.kraken.declarations import STUK, compare, everything, has_stuk
from games.engine.kraken.opening import LADDER
from games.engine.kraken.options import Options
from games.engine.kraken.scoring import revoke
from games.engine.kraken.scoring.closing import claimed_bonus, stuk_counts
from games.engine.kraken.state import Phase, Round, State, left_of
from games.engine.log import advance, advance_house
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import Randomness
from games.engine.view import Choice, View
from games.engine.words import gettext_noop as _
from games.engine.words import text

CARDS: Final = Effort(worlds=80, endings=40, solved=4, word_worlds=300, nodes=45_000)
"""For judging cards and words that were played and said."""
PLAYERS: Final = GOOD
"""For the four players who get the same cards, or play on from one; the pages call them strong."""
SEED: Final = 1
"""Fixes what is drawn by chance, so that the same round always has the same analysis."""


# Rounds that four good players finish: the same cards from the deal on, or from one card on.

GAME: Final = Kraken()


def same_cards(moves: Iterable[Move]) -> tuple[int, ...]:
    """The score per seat when four good players get the cards of this round, from the deal on.

    Cards that the dealer turned come again in the same order.
    """
    by_dealer = [move for move in moves if move.by == HOUSE]
    deal = by_dealer[0]
    turned = [move.data for move in by_dealer if move.data["do"] == "turn"]
    state = advance(GAME, deal.state, actor=HOUSE, data=deal.data, randomness=None).state
    return _finish_round(state, turned).score


def play_on(state: Any, seat: Seat, card: Card) -> Finish:
    """The rest of the round when this seat plays this card now and four good players go on.

    Raises IllegalAction for a card that cannot be played there.
    """
    played: Data = {"do": "play", "card": card}
    return _finish_round(
        advance(GAME, GAME.by_the_rules(state), actor=seat, data=played, randomness=None).state, []
    )


def _finish_round(state: Any, turned: list[Data]) -> Finish:
    player, rng, closed = make_player(PLAYERS, SEED), Random(SEED), len(state.results)
    randomness = Randomness(sha256(repr(state.round.dealt).encode()).digest())
    while len(state.results) == closed:
        for seat in seats_to_act(state):
            answer = player(GAME.view(state, seat), GAME.choices(state, seat)).pick(rng)
            if answer is not None:
                state = advance(GAME, state, actor=seat, data=answer, randomness=None).state
                break
        else:
            if GAME.pending(state)[HOUSE].kind == "turn" and turned:
                state = advance(GAME, state, actor=HOUSE, data=turned.pop(0), randomness=None).state
            else:
                state = advance_house(GAME, state, randomness=randomness).state
    tricks = tuple(
        tuple(((trick.leader + place) % 4, card) for place, card in enumerate(trick.cards))
        for trick in state.round.tricks
    )
    return Finish(tricks, state.results[-1].score)


# The par of a round: the score with all hands open when all four play their best from there on.
#
# What was declared and claimed counts as it was; roem in tricks to come is taken to be claimed.


@dataclass(frozen=True, slots=True)
class Par:
    """The `line` of a round (side 0 less side 1, before the first card and after each) and per card the points it
    `lost` its side with all hands open."""

    line: tuple[int, ...]
    lost: tuple[int, ...]


class OpenHands:
    """The round with all hands open: exact values of its positions. One solver serves the whole round."""

    def __init__(self, final: State) -> None:
        closed = final.round
        assert closed is not None and closed.trump is not None and closed.maker is not None
        self._closed, self._options = closed, final.options
        self._form = positions.form(closed.trump)
        self._rules: Rules = rules_of(closed.trump, final.options)
        self._score = Score(final.options, declarers=closed.maker % 2, level=closed.level)
        self._solver = Solver(self._rules, self._score)
        self._tricks, self._beside = self._takings()

    def _takings(self) -> tuple[list[tuple[int, int]], tuple[int, int]]:
        """By trick its winning side and worth with the roem that was claimed, and what each side has beside tricks."""
        closed, options = self._closed, self._options
        assert closed.trump is not None
        times = times_bonus(closed.trump, options)
        beside = list(closed.false_claims)
        for side in (0, 1):
            beside[side] += closed.comparison.points[side] if closed.comparison else 0
        if closed.stuk_holder is not None and stuk_counts(closed, options):
            beside[closed.stuk_holder % 2] += STUK
        tricks = []
        for trick, claimed in zip(closed.tricks, claimed_bonus(closed, options), strict=True):
            worth = self._rules.worths[self._form.mask(trick.cards)]
            tricks.append((trick.winner % 2, worth if claimed else worth & ~BONUS))
        if tricks:
            side, worth = tricks[-1]
            tricks[-1] = (side, worth + self._rules.last)
        return tricks, (beside[0] * times << BONUS_PLACE, beside[1] * times << BONUS_PLACE)

    def position(self, round_: Round) -> Position:
        """The position before a card of the round."""
        hands = [self._form.mask(hand) for hand in round_.hands]
        table: Table = EMPTY
        for card in round_.trick:
            table = lay_card(table, self._form.bit[card])
        return Position(
            (hands[0], hands[1], hands[2], hands[3]), round_.to_play, table, self._points_taken(round_)
        )

    def _points_taken(self, round_: Round) -> tuple[int, int]:
        taken = list(self._beside)
        for side, worth in self._tricks[: len(round_.tricks)]:
            taken[side] += worth
        return taken[0], taken[1]

    def value(self, position: Position, guess: int) -> int:
        """Par of a position, side 0 less side 1; `guess` is what it may be."""
        if not any(position.hands):
            return self._score(*position.taken)
        sign = -1 if position.seat % 2 else 1
        return sign * self._solver.value(position, guess=sign * guess)

    def before(self, position: Position, reached: int) -> int:
        """Par of a position from which a legal card led to a par of `reached`: its side can make at least that."""
        sign = -1 if position.seat % 2 else 1
        return sign * self._solver.value(position, guess=sign * reached, least=sign * reached)

    def best(self, round_: Round) -> Card:
        """A card that loses nothing with all hands open."""
        position = self.position(round_)
        value = self.value(position, 0)
        return self._form.card[self._solver.card_keeping(position, -value if position.seat % 2 else value)]

    def par(self, cards: Sequence[Move]) -> Par:
        """The par of the round with these cards, all of it in order of play."""
        before = [self.position(move.state.round) for move in cards]
        taken = self._points_taken(self._closed)
        line, lost = [self._score(*taken)], []
        # From the last card back: what a position is worth is a good guess for the one before it.
        for place in range(len(cards) - 1, -1, -1):
            position = before[place]
            reached = after(position, self._form.bit[cards[place].data["card"]], self._rules)
            following = before[place + 1].taken if place + 1 < len(before) else taken
            value = line[-1] if reached.taken == following else self.value(reached, line[-1])
            forced = legal_cards(position, self._rules).bit_count() == 1
            line.append(value if forced else self.before(position, value))
            lost.append((-1 if position.seat % 2 else 1) * (line[-1] - value))
        return Par(tuple(reversed(line)), tuple(reversed(lost)))


# Every contract of a deal, before a word is said.


def open_contracts(
    options: Options, dealer: Seat, hands: Sequence[Sequence[Card]]
) -> tuple[OpenContract, ...]:
    """What a deal is worth with each trump suit, for each side that may choose it (rules/kraken 1.2), unchallenged.

    Everybody declares all they hold, and all roem is claimed.
    """
    first = left_of(dealer)
    sides = (first % 2,) if options.trump_mode == "utrecht" else (0, 1)
    declared = [everything(hand, options) if options.declarations == "on" else () for hand in hands]
    found = []
    for trump in SUITS:
        form = positions.form(trump)
        compared = compare(declared, trump=trump, first=first, options=options)
        beside = list(compared.points)
        for seat, hand in enumerate(hands):
            if options.declarations == "on" and has_stuk(hand, trump):
                beside[seat % 2] += STUK
        times = times_bonus(trump, options)
        taken = (beside[0] * times << BONUS_PLACE, beside[1] * times << BONUS_PLACE)
        masks = tuple(form.mask(hand) for hand in hands)
        position = Position((masks[0], masks[1], masks[2], masks[3]), first, EMPTY, taken)
        for makers in sides:
            solver = Solver(rules_of(trump, options), Score(options, declarers=makers, level=0))
            value = solver.value(position)
            found.append(OpenContract(trump, makers, -value if first % 2 else value))
    return tuple(found)


# The analysis of one closed round of Kraken.

MIN_UNKNOWABLE_POINTS: Final = 20
MAX_MISTAKES: Final = 3
MAX_UNKNOWABLE: Final = 2
"""The most costly cards of each kind that are told."""


def analyse(moves: Sequence[Move], final: Any) -> RoundAnalysis | None:
    """The analysis of a round from its standing entries in order, the deal first, and the state that closed it.

    None where a card was played against the rules or a claim changed the sheet: what such a card was worth is no
    question of good play.
    """
    closed = final.round
    if revoke.revokes(closed, final.options) or revoke.penalty_of(closed, final.options) != revoke.Penalty():
        return None
    moves = [
        move._replace(state=GAME.by_the_rules(move.state)) for move in moves if move.data["do"] != revoke.WORD
    ]
    played = [move for move in moves if "card" in move.data]
    open_hands = OpenHands(final)
    par = open_hands.par(played)
    judged = tuple(
        judge_card(move, number, lost)
        for number, (move, lost) in enumerate(zip(played, par.lost, strict=True), start=1)
    )
    wrong = sorted((one for one in judged if one.costly), key=lambda one: -one.seen_loss)
    unlucky = sorted(
        (one for one in judged if not one.costly and unknowable(one) >= MIN_UNKNOWABLE_POINTS),
        key=lambda one: -unknowable(one),
    )
    return RoundAnalysis(
        par=par.line,
        cards=judged,
        mistakes=tuple(_mistake(one, played[one.number - 1]) for one in wrong[:MAX_MISTAKES]),
        unknowable=tuple(
            _unlucky(one, played[one.number - 1], open_hands) for one in unlucky[:MAX_UNKNOWABLE]
        ),
        words=tuple(judge_challenges(moves)),
        strong=same_cards(moves),
    )


def unknowable(card: JudgedCard) -> float:
    """The points lost with all hands open beyond those that could have been known."""
    return card.open_loss - max(card.seen_loss, 0.0)


def _mistake(card: JudgedCard, move: Move) -> CostlyCard:
    known = belief(GAME.view(move.state, card.seat))
    code = why_better(known, move.state.round.maker, card.card, card.best)
    points = round(card.seen_loss)
    remark = text(code, card=card.best, suit=suit_of(card.best), points=points)
    return CostlyCard(card.number, card.seat, card.best, points, round(card.error), remark)


def _unlucky(card: JudgedCard, move: Move, open_hands: OpenHands) -> CostlyCard:
    best = open_hands.best(move.state.round)
    remark = text(Remark.NOBODY_COULD_KNOW, card=best, points=card.open_loss)
    return CostlyCard(card.number, card.seat, best, card.open_loss, 0, remark)


# The cards of a round judged by what their seat saw; challenges by what they promised against silence.

MISTAKE_ERRORS: Final = 3.0
MIN_MISTAKE_POINTS: Final = 10
"""A card is a mistake when it lost more than so many standard errors, and so many points."""
WORD_ERRORS: Final = 2.0
MIN_WORD_POINTS: Final = 10
"""A word is told of when it was said, or when it promised so many points and standard errors more than silence."""
FIRST_WORLDS: Final = 60
CLEAR_ERRORS: Final = 3.0
"""A pass that so many worlds leave no doubt about, by so many standard errors, is not looked at more closely."""


def judge_card(move: Move, number: int, open_loss: int) -> JudgedCard:
    """A played card with what it lost: `open_loss` with all hands open, and as an estimate for its seat.

    A card that turns out to be no mistake is weighed over fewer worlds, one that may be over all of them.
    """
    assert isinstance(move.by, int)
    seat: Seat = move.by
    card = move.data["card"]
    view = GAME.view(move.state, seat)
    if sum(held.playable for held in view.hand) == 1:
        return JudgedCard(number, seat, card, card, open_loss, 0.0, 0.0, choice=False)
    estimates = search.estimates(view, CARDS, SEED, with_card=card, lead=MIN_MISTAKE_POINTS)
    best = estimates[0]
    played = next(one for one in estimates if one.card == card)
    loss, error = round(best.value - played.value, 1), round(played.error, 1)
    better = best.card if loss else card
    return JudgedCard(number, seat, card, better, open_loss, loss, error, is_mistake(loss, error))


def is_mistake(loss: float, error: float) -> bool:
    """Whether somebody who saw what the seat saw could have known better."""
    return loss >= MIN_MISTAKE_POINTS and loss > MISTAKE_ERRORS * error


def judge_challenges(moves: Sequence[Move]) -> Iterator[JudgedWord]:
    """The challenges of the round that were said, and those that should have been."""
    for move in moves:
        word = move.data["do"]
        if word not in (*LADDER, "pass") or not isinstance(move.by, int):
            continue
        if move.state.round.phase is not Phase.CHALLENGE:
            continue
        choices = GAME.choices(move.state, move.by)
        view = GAME.view(move.state, move.by)
        if word == "pass":
            _word, promised, error = _challenge_on_offer(view, choices, FIRST_WORLDS)
            if promised + CLEAR_ERRORS * error < MIN_WORD_POINTS:
                continue
        challenge, promised, error = _challenge_on_offer(view, choices, CARDS.word_worlds)
        points = round(promised)
        if word == challenge:
            code = SAID[points >= 0]
            yield JudgedWord(move.by, word, points, round(error), text(code[challenge], points=abs(points)))
        elif promised >= MIN_WORD_POINTS and promised > WORD_ERRORS * error:
            yield JudgedWord(move.by, word, -points, round(error), text(UNSAID[challenge], points=points))


def _challenge_on_offer(view: View, choices: Sequence[Choice], worlds: int) -> tuple[str, float, float]:
    """The challenge on offer, what it promises more than silence, and the standard error of that."""
    found = words.raising_choices(view, choices, worlds, SEED)
    challenge = next(word for word in found if word.data["do"] != "pass")
    silence = next(word for word in found if word.data["do"] == "pass")
    return challenge.data["do"], challenge.value - silence.value, challenge.error


VERSION: Final = 5
"""Raised with every change that gives a round another analysis: stored ones are then worked out again."""
ANALYSER: Final = Analyser(VERSION, compact_covers, analyse, play_on, open_contracts)


# The sentences of a look back: a closed list, each the first statement that is true of the better card. They name
# nobody and give the figure; what is said is what the better card would have done.

LAST_TRICKS: Final = 3
CARD_POINTS: Final = 4
"""The least difference in card points that a sentence about points tells of; a king and a queen are too alike."""


class Remark(StrEnum):
    """The sentences about costly cards and words. Tests assert codes, people read `SENTENCES`."""

    DRAW_TRUMPS = "lookback_draw_trumps"
    LEAD_TRUMP = "lookback_lead_trump"
    KEEP_TRUMPS = "lookback_keep_trumps"
    LEAD_WINNER = "lookback_lead_winner"
    LEAD_LOWER = "lookback_lead_lower"
    LEAD_HIGHER = "lookback_lead_higher"
    LEAD_SUIT = "lookback_lead_suit"
    LEAVE_TO_PARTNER = "lookback_leave_to_partner"
    TAKE_FROM_PARTNER = "lookback_take_from_partner"
    FEED_PARTNER = "lookback_feed_partner"
    KEEP_FROM_PARTNER = "lookback_keep_from_partner"
    MAKE_ROEM = "lookback_make_roem"
    GIVE_NO_ROEM = "lookback_give_no_roem"
    RUFF_WITH = "lookback_ruff_with"
    TAKE = "lookback_take"
    TAKE_WITH = "lookback_take_with"
    LEAVE_TRICK = "lookback_leave_trick"
    FEWER_POINTS = "lookback_fewer_points"
    MORE_POINTS = "lookback_more_points"
    KEEP_HIGHER = "lookback_keep_higher"
    DISCARD = "lookback_discard"
    COUNTED_OUT = "lookback_counted_out"
    OTHER_CARD = "lookback_other_card"
    NOBODY_COULD_KNOW = "lookback_nobody_could_know"
    KRAKEN_GAINED = "lookback_kraken_gained"
    RE_GAINED = "lookback_re_gained"
    SUPERKRAKEN_GAINED = "lookback_superkraken_gained"
    KRAKEN_COST = "lookback_kraken_cost"
    RE_COST = "lookback_re_cost"
    SUPERKRAKEN_COST = "lookback_superkraken_cost"
    KRAKEN_UNSAID = "lookback_kraken_unsaid"
    RE_UNSAID = "lookback_re_unsaid"
    SUPERKRAKEN_UNSAID = "lookback_superkraken_unsaid"


SENTENCES: Final[Mapping[str, str]] = {
    Remark.DRAW_TRUMPS: _("Drawing trumps first promised {points} points more."),
    Remark.LEAD_TRUMP: _("A trump lead promised {points} points more."),
    Remark.KEEP_TRUMPS: _("Keeping the trumps and leading {suit} promised {points} points more."),
    Remark.LEAD_WINNER: _("Playing the {card} first, nothing higher was out: {points} points more."),
    Remark.LEAD_LOWER: _("Leading lower, with the {card}, promised {points} points more."),
    Remark.LEAD_HIGHER: _("Leading higher, with the {card}, promised {points} points more."),
    Remark.LEAD_SUIT: _("Leading the {card} promised {points} points more."),
    Remark.LEAVE_TO_PARTNER: _("Leaving the trick to the partner promised {points} points more."),
    Remark.TAKE_FROM_PARTNER: _(
        "Taking over the partner's trick with the {card} promised {points} points more."
    ),
    Remark.FEED_PARTNER: _("The partner had the trick: adding the {card} promised {points} points more."),
    Remark.KEEP_FROM_PARTNER: _(
        "The partner had the trick, but the {card} was enough there: {points} points more."
    ),
    Remark.MAKE_ROEM: _("The {card} could have made roem: {points} points more."),
    Remark.GIVE_NO_ROEM: _("The {card} gave less roem away: {points} points more."),
    Remark.RUFF_WITH: _("Ruffing with the {card} instead promised {points} points more."),
    Remark.TAKE: _("Going over it with the {card} promised {points} points more."),
    Remark.TAKE_WITH: _("Going over it with the {card} instead promised {points} points more."),
    Remark.LEAVE_TRICK: _("Staying under it with the {card} promised {points} points more."),
    Remark.FEWER_POINTS: _("The {card} gave fewer points away: {points} points more."),
    Remark.MORE_POINTS: _("Letting go of the {card} here promised {points} points more."),
    Remark.KEEP_HIGHER: _("Keeping the higher card and playing the {card} promised {points} points more."),
    Remark.DISCARD: _("Throwing off the {card} promised {points} points more."),
    Remark.COUNTED_OUT: _(
        "Counted over all ways the last cards could lie, the {card} promised {points} points more."
    ),
    Remark.OTHER_CARD: _("The {card} promised {points} points more."),
    Remark.NOBODY_COULD_KNOW: _("With open cards the {card} would have brought {points} points more."),
    Remark.KRAKEN_GAINED: _("Saying kraken promised more points than silence: {points}."),
    Remark.RE_GAINED: _("Saying re promised more points than silence: {points}."),
    Remark.SUPERKRAKEN_GAINED: _("Saying superkraken promised more points than silence: {points}."),
    Remark.KRAKEN_COST: _("Saying kraken promised fewer points than silence: {points}."),
    Remark.RE_COST: _("Saying re promised fewer points than silence: {points}."),
    Remark.SUPERKRAKEN_COST: _("Saying superkraken promised fewer points than silence: {points}."),
    Remark.KRAKEN_UNSAID: _("Kraken was not said; it promised {points} points more than silence."),
    Remark.RE_UNSAID: _("Re was not said; it promised {points} points more than silence."),
    Remark.SUPERKRAKEN_UNSAID: _("Superkraken was not said; it promised {points} points more than silence."),
}
SAID: Final[Mapping[bool, Mapping[str, Remark]]] = {
    True: {"kraken": Remark.KRAKEN_GAINED, "re": Remark.RE_GAINED, "superkraken": Remark.SUPERKRAKEN_GAINED},
    False: {"kraken": Remark.KRAKEN_COST, "re": Remark.RE_COST, "superkraken": Remark.SUPERKRAKEN_COST},
}
"""The sentence for a challenge that was said, by whether it promised at least as much as silence."""
UNSAID: Final[Mapping[str, Remark]] = {
    "kraken": Remark.KRAKEN_UNSAID,
    "re": Remark.RE_UNSAID,
    "superkraken": Remark.SUPERKRAKEN_UNSAID,
}


def why_better(known: Belief, maker: Seat, played: Card, better: Card) -> Remark:
    """The sentence for a card that promised more than the one that was played, as the seat knew the round."""
    bit = known.form.bit
    if not known.table.lying:
        return _lead_remark(known, maker, bit[played], bit[better])
    remark = _follow_remark(known, bit[played], bit[better])
    if remark is Remark.OTHER_CARD and known.hand.bit_count() <= LAST_TRICKS:
        return Remark.COUNTED_OUT
    return remark


def _lead_remark(known: Belief, maker: Seat, played: int, better: int) -> Remark:
    trumps_out = bool(known.unseen & TRUMPS)
    if better & TRUMPS and not played & TRUMPS and trumps_out:
        return Remark.LEAD_TRUMP if (known.seat - maker) % 2 else Remark.DRAW_TRUMPS
    if played & TRUMPS and not better & TRUMPS:
        return Remark.KEEP_TRUMPS
    if better > known.unseen & SUIT_OF[better] and played <= known.unseen & SUIT_OF[played]:
        return Remark.LEAD_WINNER
    if SUIT_OF[played] == SUIT_OF[better]:
        return Remark.LEAD_HIGHER if better > played else Remark.LEAD_LOWER
    return Remark.LEAD_SUIT


def _follow_remark(known: Belief, played: int, better: int) -> Remark:
    table = known.table
    partner_wins = table.lying > 1 and table.place == table.lying - 2
    with_played, with_better = lay_card(table, played), lay_card(table, better)
    takes, would_take = with_played.place == table.lying, with_better.place == table.lying
    roem, other_roem = _roem(known, with_played), _roem(known, with_better)
    ours = (would_take or partner_wins) and table.lying == 3
    if other_roem > roem and ours:
        return Remark.MAKE_ROEM
    if roem > other_roem and table.lying == 3 and not takes and not partner_wins:
        return Remark.GIVE_NO_ROEM
    if partner_wins:
        return _partners_trick(played, better, takes=takes, would_take=would_take)
    if played & TRUMPS and table.led != TRUMPS:
        return Remark.RUFF_WITH  # on an opponent's trick the rules leave no choice between ruffing and not
    if takes or would_take:
        return (Remark.TAKE_WITH if takes else Remark.TAKE) if would_take else Remark.LEAVE_TRICK
    if not better & table.led:
        return Remark.DISCARD
    return _by_points(played, better, Remark.FEWER_POINTS, Remark.MORE_POINTS)


def _by_points(played: int, better: int, fewer: Remark, more: Remark) -> Remark:
    """The sentence for two cards that do the same to the trick."""
    apart = POINTS[better] - POINTS[played]
    if abs(apart) >= CARD_POINTS:
        return more if apart > 0 else fewer
    return Remark.KEEP_HIGHER if SUIT_OF[played] == SUIT_OF[better] and better < played else Remark.OTHER_CARD


def _partners_trick(played: int, better: int, *, takes: bool, would_take: bool) -> Remark:
    if takes != would_take:
        return Remark.TAKE_FROM_PARTNER if would_take else Remark.LEAVE_TO_PARTNER
    return _by_points(played, better, Remark.KEEP_FROM_PARTNER, Remark.FEED_PARTNER)


def _roem(known: Belief, table: Table) -> int:
    stuk = STUK if table.cards & MARRIAGE == MARRIAGE else 0
    return runs_in(table.cards) + positions.fours(known.options.quads).get(table.cards, 0) + stuk
