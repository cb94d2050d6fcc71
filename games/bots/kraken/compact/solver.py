"""The exact value of a position with all hands open: alpha-beta over masks with a table.

The value is a written score, so nat, pit and roem are weighed as they will be on the sheet; all roem is taken to be
claimed. Every call sees the hands from the player on, clockwise, and what its side (`mine`) and the other (`yours`)
have taken.
"""

from __future__ import annotations

from typing import Final

from games.bots.compact_forms import bits
from games.bots.kraken.compact.margins import Limits, Margins, lower_equals
from games.bots.kraken.compact.positions import (
    BONUS_PART,
    BONUS_PLACE,
    ONE_TRICK,
    POINTS_PART,
    SUIT_OF,
    TRICK_PLACE,
    TRUMPS,
    Position,
    Rules,
    Score,
    is_lost_by_leader,
    legal,
    legal_cards,
    winners,
)

CARDS_TO_CHECK_REACH: Final = 4
"""Cards a hand from which on it is looked at whether what is left can still change the answer."""
BEYOND_ALL_SCORES: Final = 1 << 20
"""Beyond every score."""


# Questions about the sheet that the margin of the tricks to come answers.
#
# The search asks whether the difference on the sheet will be at least `target` for the side to move. Where no pit can
# come any more, that depends in most rounds on the margin between both sides. An example: the makers lead to the next
# trick of a round without kraken, are ahead by 12 points, and the target is 20. Then the question is whether they take
# at least 8 points more than the other side in the tricks to come. Where a pit may still come, often only one of both
# answers tells: with the other one the pit could still decide.

MAX_VAIN_LEAD: Final = 100
"""Where only one of both answers of the margins is of use, they are no longer asked once the other one has come so many
times more than the useful one."""


class Questions:
    """Answers questions of the search about one round, at positions where a side leads to a trick."""

    def __init__(self, rules: Rules, score: Score, limits: Limits) -> None:
        self._score, self._limits = score, limits
        self._in_vain = 0
        """Useless answers less useful ones. Below zero without limit: where many were of use, asking goes on."""
        self.margins = Margins(rules, limits)

    def answer(
        self, hands: tuple[int, int, int, int], side: int, mine: int, yours: int, points: int, target: int
    ) -> int | None:
        """A limit of the value for the side to move: a lower one of at least `target` or an upper one below it. None
        where a margin does not tell.

        `hands` are seen from the leader on, `mine` and `yours` is what its side and the other have taken, `points`
        those of the whole round.
        """
        score = self._score
        if not score.by_margin:
            return None
        # All of this is seen from the side that must be ahead: the other one asks whether that side stays below.
        sign = 1 if side == score.must_beat else -1
        wanted = target if sign > 0 else 1 - target
        ahead = sign * (_side_points(mine) - _side_points(yours))
        bonus = mine + yours >> BONUS_PLACE & BONUS_PART
        a, b, c, d = hands
        more = self._limits.bonus(a | b | c | d) >> BONUS_PLACE
        # `lost` is written where it is not ahead in the end (all goes to the others) with the roem made so far,
        # `lost_at_most` with all that may still come. Each answer below holds however the rest is played.
        lost, lost_at_most = -score.everything(points, bonus), -score.everything(points, bonus + more)
        pits = (
            self._pit_at_stake(side, yours, a | c, b | d),
            self._pit_at_stake(1 - side, mine, b | d, a | c),
        )
        pit, others_pit = pits if sign > 0 else pits[::-1]
        if wanted <= lost_at_most and not others_pit:
            return sign * lost_at_most
        rest = points - (mine + yours & POINTS_PART)
        most = ahead + rest + more
        won_at_most = most * score.times if score.keeps_own else -lost_at_most
        highest = won_at_most if most > 0 else lost
        if wanted > highest and not pit:
            return sign * highest
        # Enough margin may still be too little for `target`, or too little margin make up for it by a pit.
        if_reached = not others_pit and (score.keeps_own or wanted <= -lost)
        if_missed = not pit and wanted > lost
        if not (if_reached and if_missed) and (
            not (if_reached or if_missed) or self._in_vain > MAX_VAIN_LEAD
        ):
            return None
        needed = max(1, -(-wanted // score.times)) if score.keeps_own else 1
        future = needed - ahead if sign > 0 else 1 - needed + ahead
        margin = ahead + sign * self.margins.lead(a, b, c, d, future, rest)
        tells = if_reached if margin >= needed else if_missed
        if not (if_reached and if_missed):
            self._in_vain += -1 if tells else 1
        if not tells:
            return None
        if margin <= 0:
            return sign * lost
        return sign * (margin * score.times if score.keeps_own else -lost)

    def _pit_at_stake(self, side: int, others_taken: int, hands: int, others: int) -> int:
        """The points of a pit of this side where it may still come, else 0.

        It may as long as the other side has no trick and does not hold the highest trump, which is sure of one.
        """
        if others_taken >= ONE_TRICK or others & TRUMPS > hands & TRUMPS:
            return 0
        return self._score.pits[side]


def _side_points(taken: int) -> int:
    """Card points and roem of a side."""
    return (taken & POINTS_PART) + (taken >> BONUS_PLACE & BONUS_PART)


# The search itself.


class Solver:
    """Solves positions of one round; positions of one deal share its table.

    `nodes` counts the leads looked at so far, the unit in which a budget of work is given.
    """

    def __init__(self, rules: Rules, score: Score) -> None:
        self._worths, self._last, self._rotterdam = rules
        self._rules = rules
        self._score = score
        self._limits = Limits(rules.worths)
        self._questions = Questions(rules, score, self._limits)
        self._points = 0
        self._bounds: dict[tuple[int, ...], tuple[int, int]] = {}
        self._best_lead: dict[int, int] = {}
        self._best_reply: dict[int, int] = {}
        self._nodes = 0

    @property
    def nodes(self) -> int:
        """The leads looked at so far."""
        return self._nodes + self._questions.margins.nodes

    def value(self, position: Position, *, guess: int = 0, least: int = -BEYOND_ALL_SCORES) -> int:
        """The difference on the sheet for the side to move when all four play their best.

        Found by asking only whether it is at least some number, again and again: such questions cut most, and a good
        `guess` saves most of them. One that is known to be reached, `least`, is not asked.
        """
        self._look_at(position)
        low, high, value = least, BEYOND_ALL_SCORES, max(guess, least)
        while low < high:
            target = value + 1 if value == low else value
            value = self._search(position, target - 1, target)
            if value < target:
                high = value
            else:
                low = value
        return value

    def card_keeping(self, position: Position, value: int) -> int:
        """A legal card after which the side to move still makes `value`, its value of the position."""
        self._look_at(position)
        cards = bits(legal_cards(position, self._rules))
        return next(card for card in cards if self._card(position, card, value - 1, value) >= value)

    def values(self, position: Position, cards: int | None = None) -> dict[int, int]:
        """By legal card (or by those of `cards`): the difference on the sheet for the side to move after it."""
        self._look_at(position)
        candidates = legal_cards(position, self._rules) if cards is None else cards
        return {
            card: self._card(position, card, -BEYOND_ALL_SCORES, BEYOND_ALL_SCORES)
            for card in bits(candidates)
        }

    def _look_at(self, position: Position) -> None:
        self._points = self._limits.points(position) + self._last
        self._limits.look_at(position)

    def _search(self, position: Position, alpha: int, beta: int) -> int:
        hands, seat, table, taken = position
        a, b, c, d = (hands[(seat + step) % 4] for step in range(4))
        side = seat & 1
        if not table.lying:
            return self._lead(a, b, c, d, side, taken[side], taken[1 - side], alpha, beta)
        count, led, best, place, cards = table
        return self._follow(
            a, b, c, d, count, led, best, place, cards, side, taken[side], taken[1 - side], alpha, beta
        )

    def _card(self, position: Position, card: int, alpha: int, beta: int) -> int:
        """The value for the side to move after one card."""
        hands, seat, table, taken = position
        a, b, c, d = (hands[(seat + step) % 4] for step in range(4))
        side = seat & 1
        mine, yours = taken[side], taken[1 - side]
        if not table.lying:
            led = SUIT_OF[card]
            return -self._follow(
                b, c, d, a ^ card, 1, led, card, 0, card, 1 - side, yours, mine, -beta, -alpha
            )
        only = (card, b, c, d)
        count, led, best, place, cards = table
        return self._follow(
            *only, count, led, best, place, cards, side, mine, yours, alpha, beta, rest=a ^ card
        )

    def _lead(
        self, a: int, b: int, c: int, d: int, side: int, mine: int, yours: int, alpha: int, beta: int
    ) -> int:
        """The value of a lead from hand `a`."""
        self._nodes += 1
        if not a & (a - 1):
            return self._last_trick(a, b, c, d, side, mine, yours)
        if beta - alpha == 1:
            limit = self._questions.answer((a, b, c, d), side, mine, yours, self._points, beta)
            if limit is not None:
                return limit
        key = (a, b, c, d, side, mine, yours)
        low, high = self._bounds.get(key, (-BEYOND_ALL_SCORES, BEYOND_ALL_SCORES))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        others, left = b | c | d, a.bit_count()
        if left <= CARDS_TO_CHECK_REACH:
            rest = self._points - (mine + yours & POINTS_PART) + (left << TRICK_PLACE)
            bonus = self._limits.bonus(a | others)
            most, least = self._reach(side, mine, yours, rest, bonus)
            if most <= alpha:
                return most
            if least >= beta:
                return least
        alpha, beta = max(alpha, low), min(beta, high)
        value, start, best_lead = -BEYOND_ALL_SCORES, alpha, 0
        first = self._best_lead.get(a, 0)
        sure = winners(a, others)
        rest = a
        alike = a & self._limits.alike
        if alike & (alike - 1):
            rest &= ~lower_equals(alike, others)
            first &= rest
        while rest:
            if first:
                card, first = first, 0
            elif highest := sure & rest:
                card = 1 << highest.bit_length() - 1
            else:
                card = rest & -rest
            rest &= ~card
            score = -self._follow(
                b, c, d, a ^ card, 1, SUIT_OF[card], card, 0, card, 1 - side, yours, mine, -beta, -alpha
            )
            if score > value:
                value, best_lead = score, card
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        if value <= start:
            high = value
        elif value >= beta:
            low = value
        else:
            low = high = value
        self._bounds[key] = (low, high)
        self._best_lead[a] = best_lead
        return value

    def _reach(self, side: int, mine: int, yours: int, rest: int, bonus: int) -> tuple[int, int]:
        """The most and the least the side to move can still make: one side takes all tricks that are left, with as much
        roem as their cards could make or with none, which is better for a side that fails all the same."""
        score = self._score
        if side:
            return (
                -min(score(yours, mine + rest), score(yours, mine + rest + bonus)),
                -max(score(yours + rest, mine), score(yours + rest + bonus, mine)),
            )
        return (
            max(score(mine + rest, yours), score(mine + rest + bonus, yours)),
            min(score(mine, yours + rest), score(mine, yours + rest + bonus)),
        )

    def _last_trick(self, a: int, b: int, c: int, d: int, side: int, mine: int, yours: int) -> int:
        worth = self._worths[a | b | c | d] + self._last
        if is_lost_by_leader(a, b, c, d):
            yours += worth
        else:
            mine += worth
        return -self._score(yours, mine) if side else self._score(mine, yours)

    def _follow(
        self,
        a: int,
        b: int,
        c: int,
        d: int,
        count: int,
        led: int,
        best: int,
        place: int,
        cards: int,
        side: int,
        mine: int,
        yours: int,
        alpha: int,
        beta: int,
        rest: int = 0,
    ) -> int:
        """The value of a card from hand `a` on a trick that holds `count` cards, the winning one at `place`.

        `rest` are cards of the hand that are not considered now.
        """
        # The order of the moves stands in `Margins._follow` as well; it says why.
        moves = legal(a, led, best, partner_winning=place == count - 2, rotterdam=self._rotterdam)
        wins = led | TRUMPS
        from_the_top = first = key = best_reply = 0
        if moves & (moves - 1):
            alike = moves & self._limits.alike
            if alike & (alike - 1):
                moves &= ~lower_equals(alike, b | c | d | cards)
            from_the_top = place == count - 2 or moves & wins & -(best << 1)
            key = a << 32 | cards
            first = self._best_reply.get(key, 0) & moves
        value = -BEYOND_ALL_SCORES
        while moves:
            if first:
                card, first = first, 0
            else:
                card = 1 << moves.bit_length() - 1 if from_the_top else moves & -moves
            moves ^= card
            if card > best and card & wins:
                new_best, new_place = card, count
            else:
                new_best, new_place = best, place
            left = a ^ card | rest
            if count < 3:
                score = -self._follow(
                    b,
                    c,
                    d,
                    left,
                    count + 1,
                    led,
                    new_best,
                    new_place,
                    cards | card,
                    1 - side,
                    yours,
                    mine,
                    -beta,
                    -alpha,
                )
            else:
                worth = self._worths[cards | card]
                if not left | b | c | d:
                    worth += self._last
                    won = new_place & 1
                    after = (mine + worth, yours) if won else (mine, yours + worth)
                    score = -self._score(after[1], after[0]) if side else self._score(*after)
                elif new_place == 3:
                    score = self._lead(left, b, c, d, side, mine + worth, yours, alpha, beta)
                elif new_place == 1:
                    score = self._lead(c, d, left, b, side, mine + worth, yours, alpha, beta)
                elif new_place == 0:
                    score = -self._lead(b, c, d, left, 1 - side, yours + worth, mine, -beta, -alpha)
                else:
                    score = -self._lead(d, left, b, c, 1 - side, yours + worth, mine, -beta, -alpha)
            if score > value:
                value, best_reply = score, card
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        if key:
            self._best_reply[key] = best_reply
        return value
