"""Words and combinations said and laid open in the running deal, for all four to hear and see (rules/kraken 1.4.5)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from games.engine.cards import Suit
from games.engine.kraken import pending as windows
from games.engine.kraken import play
from games.engine.kraken.declarations import Combination, Comparison
from games.engine.kraken.options import Options
from games.engine.kraken.state import SEATS, Phase, Round
from games.engine.seats import Seat
from games.engine.view import ShownGroup, SpokenWord
from games.engine.words import Text, text

SpokenWords: TypeAlias = tuple[tuple[Seat, str, Suit | None], ...]
Declared: TypeAlias = tuple[tuple[Combination, ...] | None, ...]

KEPT_ROUNDS: Final = 1000
"""Rounds whose words before the first card are kept: they stay the same at each of the 32 cards."""


def last_word(round_: Round, options: Options, seat: Seat) -> Text | None:
    """The last word of the seat for its place at the table: all words until the first trick is complete, then
    claims only.
    """
    if round_.phase is Phase.CLOSED:
        return None
    claim = _claim_word(round_, seat)
    if claim is not None or round_.tricks:
        return claim
    if round_.comparison is not None or (options.declare_reveal == "open" and round_.declared[seat]):
        best = _best_word(round_.declared, round_.comparison, options, seat)
        if best is not None:
            return best
    spoken = [(word, suit) for speaker, word, suit in round_.said if speaker == seat]
    return _spoken_word(*spoken[-1], options) if spoken else _forced_word(round_, seat)


def _spoken_word(word: str, suit: Suit | None, options: Options) -> Text:
    if word in ("trump", "accept"):
        return text(f"said_{word}", suit=suit or "")
    if word in ("declared", "nothing"):
        return text(f"said_{word}")
    return text(options.re_name if word == "re" else word)


def _forced_word(round_: Round, seat: Seat) -> Text | None:
    if round_.forced and seat == round_.maker and round_.trump:
        return text("forced_trump", suit=round_.trump)
    return None


def _claim_word(round_: Round, seat: Seat) -> Text | None:
    last = len(round_.tricks) - 1
    if not round_.trick and (last, seat) in round_.claimed:
        points = round_.tricks[last].bonus
        return text("said_roem", points=points) if points else text("said_no_roem")
    if round_.stuk_claimed and seat == round_.stuk_holder and play.stuk_is_fresh(round_):
        return text("said_stuk")
    return None


def false_claim(round_: Round, options: Options, seat: Seat) -> Text | None:
    """The answer to the seat that has just claimed roem where none lay. None for the others, and once the next
    trick is led."""
    last = len(round_.tricks) - 1
    if round_.trick or (last, seat) not in round_.claimed or round_.tricks[last].bonus:
        return None
    if options.false_claim == "twenty_to_opponents":
        return text("no_roem_costs", points=play.FALSE_CLAIM)
    return text("no_roem")


def _best_word(
    declared: Declared, comparison: Comparison | None, options: Options, seat: Seat
) -> Text | None:
    """The best single combination as value and top card; its suit only where the tie step needed it (1.4.5):
    not of lesser combinations than the tied ones."""
    spoken = declared[seat]
    if not spoken:
        return None if options.declarations == "off" else text("said_nothing")
    best = max(spoken, key=lambda combination: combination.worth)
    if best.is_four:
        return text("said_best_four", points=best.points, rank=best.top[1])
    if comparison is not None and comparison.by_suit and best.worth == _best_worth(declared):
        return text("said_best_run_suit", points=best.points, card=best.top)
    return text("said_best_run", points=best.points, rank=best.top[1])


def _best_worth(declared: Declared) -> tuple[int, int]:
    return max(combination.worth for spoken in declared for combination in spoken or ())


def spoken_words(round_: Round, options: Options) -> tuple[SpokenWord, ...]:
    """Everything all four have heard in this deal: words, the best combination of each seat, claims."""
    if round_.phase is Phase.CLOSED:
        return ()
    before_play = _spoken_before_play(round_.said, round_.declared, round_.comparison, options)
    if not (round_.claimed or round_.stuk_claimed):
        return before_play
    claims = [
        SpokenWord(seat, text("said_roem", points=round_.tricks[number].bonus), number + 1)
        for number, seat in round_.claimed
    ]
    if round_.stuk_claimed and round_.stuk_holder is not None and round_.stuk_trick is not None:
        claims.append(SpokenWord(round_.stuk_holder, text("said_stuk"), round_.stuk_trick + 1))
    return (*before_play, *claims)


@lru_cache(maxsize=KEPT_ROUNDS)
def _spoken_before_play(
    said: SpokenWords, declared: Declared, comparison: Comparison | None, options: Options
) -> tuple[SpokenWord, ...]:
    """The words and the best combinations, said before the first card."""
    heard = [SpokenWord(seat, _spoken_word(word, suit, options)) for seat, word, suit in said]
    if comparison is not None or options.declare_reveal == "open":
        for seat in SEATS:
            best = _best_word(declared, comparison, options, seat) if declared[seat] is not None else None
            if best is not None:
                heard.append(SpokenWord(seat, best))
    return tuple(heard)


def laid_open(round_: Round) -> tuple[ShownGroup, ...]:
    """The winning team's combinations, which lie face up until the first trick is complete; the others' are never
    shown."""
    if round_.comparison is None or round_.phase is Phase.CLOSED:
        return ()
    return _groups_of_winners(round_.declared, round_.comparison)


@lru_cache(maxsize=KEPT_ROUNDS)
def _groups_of_winners(declared: Declared, comparison: Comparison) -> tuple[ShownGroup, ...]:
    return tuple(
        ShownGroup(seat, combination.cards, windows.group_label(combination))
        for seat in SEATS
        if comparison.points[seat % 2]
        for combination in _by_worth(declared[seat] or ())
    )


def _by_worth(spoken: tuple[Combination, ...]) -> list[Combination]:
    return sorted(spoken, key=lambda combination: (combination.worth, combination.cards), reverse=True)
