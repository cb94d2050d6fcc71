"""The look back at a closed round of Kraken: par with all hands open, what each card cost, what strong players make of
it, and cards and challenges judged by what their seat saw; `lookback_sentences` has the words. A round is to take a
second at most on one core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import (
    BONUS,
    BONUS_PLACE,
    EMPTY,
    Position,
    Rules,
    Score,
    Table,
    after,
    compact_covers,
    lay_card,
    legal_cards,
    rules_of,
    times_bonus,
)
from games.bots.kraken.compact.solver import Solver
from games.bots.kraken.duel import seats_to_act
from games.bots.kraken.lookback_sentences import SAID, UNSAID, Remark, why_better
from games.bots.kraken.strong import player, words
from games.bots.kraken.strong.belief import belief
from games.bots.kraken.strong.player import Effort, make_player
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
from games.engine.words import text

CARDS: Final = Effort(worlds=80, endings=40, solved=4, word_worlds=300, nodes=45_000)
"""For judging cards and words that were played and said."""
PLAYERS: Final = Effort(worlds=40, endings=20, solved=4, word_worlds=100, nodes=15_000)
"""For the four strong players who get the same cards, or play on from one."""
SEED: Final = 1
"""Fixes what is drawn by chance, so that the same round always has the same analysis."""


# Rounds that four strong players finish: the same cards from the deal on, or from one card on.

GAME: Final = Kraken()


def same_cards(moves: Iterable[Move]) -> tuple[int, ...]:
    """The score per seat when four strong players get the cards of this round, from the deal on.

    Cards that the dealer turned come again in the same order.
    """
    by_dealer = [move for move in moves if move.by == HOUSE]
    deal = by_dealer[0]
    turned = [move.data for move in by_dealer if move.data["do"] == "turn"]
    state = advance(GAME, deal.state, actor=HOUSE, data=deal.data, randomness=None).state
    return _finish_round(state, turned).score


def play_out(state: Any, seat: Seat, card: Card) -> Finish:
    """The rest of the round when this seat plays this card now and four strong players go on.

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
    estimates = player.estimates(view, CARDS, SEED, with_card=card, lead=MIN_MISTAKE_POINTS)
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
ANALYSER: Final = Analyser(VERSION, compact_covers, analyse, play_out, open_contracts)
