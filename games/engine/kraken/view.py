"""A Kraken deal as one seat sees it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from games.engine import trick_taking
from games.engine.cards import PACK_OF_32, Card, Suit, rank_of, suit_of
from games.engine.game import replace_fields
from games.engine.kraken import play, windows
from games.engine.kraken.declarations import Combination, Comparison, bonus_cards
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.legal import STRENGTH, refusal_of
from games.engine.kraken.opening import LADDER
from games.engine.kraken.options import Options
from games.engine.kraken.scoring import revoke
from games.engine.kraken.scoring.closing import bonus_lines, places, result_of
from games.engine.kraken.scoring.settlement import MULTIPLIERS
from games.engine.kraken.state import COLUMNS, SEATS, SIDES, Phase, Round, State, per_seat
from games.engine.seats import HOUSE, Seat
from games.engine.trick_taking import code_of_waiting, winning_place
from games.engine.view import (
    Choice,
    Contract,
    HeldCard,
    LaidGroup,
    Prompt,
    SeatZone,
    SpokenWord,
    TrickBonus,
    TrickZone,
    View,
)
from games.engine.words import Text, text
from games.engine.zones import BonusZone, ClaimAnswer

# Words and combinations said and laid open in the running deal, for all four to hear and see (rules/kraken 1.4.5).

SpokenWords: TypeAlias = tuple[tuple[Seat, str, Suit | None], ...]
Declared: TypeAlias = tuple[tuple[Combination, ...] | None, ...]

NAMING_TRUMPS: Final = ("trump", "accept")
DECLARING_WORDS: Final = ("declared", "nothing")
MAX_ROUNDS_KEPT: Final = 1000
"""Rounds whose words before the first card are kept: they stay the same at each of the 32 cards."""


def last_word(round_: Round, options: Options, seat: Seat) -> Text | None:
    """The last word of the seat for its place at the table: those of the running phase until the first card,
    combinations until the first trick is complete, then claims only.
    """
    if round_.phase is Phase.CLOSED:
        return None
    claim = _claim_word(round_, seat)
    if claim is not None or round_.tricks:
        return claim
    if round_.trick and not round_.declared[seat]:
        return None
    if round_.comparison is not None or (options.declare_reveal == "open" and round_.declared[seat]):
        best = _best_word(round_.declared, round_.comparison, options, seat)
        if best is not None:
            return _lost_word(best) if _counts_for_nothing(round_, seat) else best
    own_words = [(word, suit) for speaker, word, suit in _words_of_phase(round_) if speaker == seat]
    if own_words:
        return _spoken_word(*own_words[-1], options)
    return None if round_.phase is Phase.DECLARE else _forced_word(round_, seat)


def _words_of_phase(round_: Round) -> SpokenWords:
    """The words of the running phase: a pass on trumps is no answer to a kraken, and a kraken declares nothing. Trumps
    stand until they are answered."""
    if round_.phase is Phase.DECLARE:
        return tuple([said for said in round_.words if said[1] in DECLARING_WORDS])
    named = [number for number, said in enumerate(round_.words) if said[1] in NAMING_TRUMPS]
    if round_.phase is not Phase.CHALLENGE or not named:
        return round_.words
    return round_.words[named[-1] + 1 :] or round_.words[named[-1] :]


def _spoken_word(word: str, suit: Suit | None, options: Options) -> Text:
    if word in NAMING_TRUMPS:
        return text(f"said_{word}", suit=suit or "")
    if word in DECLARING_WORDS:
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


def claim_answer(round_: Round, options: Options) -> ClaimAnswer | None:
    """What came of the claim of roem in the finished trick, as long as that lies there."""
    last = len(round_.tricks) - 1
    answered = not round_.trick and round_.claimed and round_.claimed[-1].trick == last
    if not answered or round_.phase is Phase.CLOSED:
        return None
    seat, points = round_.claimed[-1].seat, round_.tricks[last].bonus
    if points:
        return ClaimAnswer(seat, text("answer_roem", points=points), right=True)
    costs = options.false_claim == "twenty_to_opponents"
    said = text("answer_no_roem_costs", points=play.FALSE_CLAIM) if costs else text("answer_no_roem")
    return ClaimAnswer(seat, said, right=False)


def false_claim(round_: Round, options: Options, seat: Seat) -> Text | None:
    """The answer to the seat that has just claimed roem where none lay. None for the others, once the next trick is led
    and once the round is counted."""
    last = len(round_.tricks) - 1
    closed = round_.phase in (Phase.COUNTED, Phase.CLOSED)
    if closed or round_.trick or (last, seat) not in round_.claimed or round_.tricks[last].bonus:
        return None
    if options.false_claim == "twenty_to_opponents":
        return text("no_roem_costs", points=play.FALSE_CLAIM)
    return text("no_roem")


def _best_word(
    declared: Declared, comparison: Comparison | None, options: Options, seat: Seat
) -> Text | None:
    """The best single combination as value and top card; its suit only where the tie step needed it (1.4.5):
    not of lesser combinations than the tied ones."""
    declaration = declared[seat]
    if not declaration:
        return None if options.declarations == "off" else text("said_nothing")
    best = max(declaration, key=lambda combination: combination.worth)
    if best.is_four:
        return text("said_best_four", points=best.points, rank=rank_of(best.top))
    if comparison is not None and comparison.by_suit and best.worth == _best_worth(declared):
        return text("said_best_run_suit", points=best.points, card=best.top)
    return text("said_best_run", points=best.points, rank=rank_of(best.top))


def _counts_for_nothing(round_: Round, seat: Seat) -> bool:
    """Whether the declarations were compared and those of the seat score nothing."""
    return (
        bool(round_.declared[seat])
        and round_.comparison is not None
        and not round_.comparison.points[seat % 2]
    )


def _lost_word(best: Text) -> Text:
    """The same combination as one that counts for nothing."""
    return best._replace(code=best.code.replace("said_best", "said_lost"))


def _best_worth(declared: Declared) -> tuple[int, int]:
    return max(combination.worth for declaration in declared for combination in declaration or ())


def spoken_words(round_: Round, options: Options) -> tuple[SpokenWord, ...]:
    """Everything all four have heard in this deal: words, the best combination of each seat, claims."""
    if round_.phase is Phase.CLOSED:
        return ()
    before_play = _words_before_play(round_.words, round_.declared, round_.comparison, options)
    if not (round_.claimed or round_.stuk_claimed):
        return before_play
    claims = [
        SpokenWord(seat, text("said_roem", points=round_.tricks[number].bonus), number + 1)
        for number, seat in round_.claimed
    ]
    if round_.stuk_claimed and round_.stuk_holder is not None and round_.stuk_trick is not None:
        claims.append(SpokenWord(round_.stuk_holder, text("said_stuk"), round_.stuk_trick + 1))
    return (*before_play, *claims)


@lru_cache(maxsize=MAX_ROUNDS_KEPT)
def _words_before_play(
    words: SpokenWords, declared: Declared, comparison: Comparison | None, options: Options
) -> tuple[SpokenWord, ...]:
    """The words and the best combinations, said before the first card."""
    opening_words = [SpokenWord(seat, _spoken_word(word, suit, options)) for seat, word, suit in words]
    if comparison is not None or options.declare_reveal == "open":
        for seat in SEATS:
            best = _best_word(declared, comparison, options, seat) if declared[seat] is not None else None
            if best is not None:
                opening_words.append(SpokenWord(seat, best))
    return tuple(opening_words)


def open_melds(round_: Round) -> tuple[LaidGroup, ...]:
    """The winning team's combinations, which lie face up until the first trick is complete; the others' are never
    shown."""
    if round_.comparison is None or round_.phase is Phase.CLOSED:
        return ()
    return _groups_of_winners(round_.declared, round_.comparison)


@lru_cache(maxsize=MAX_ROUNDS_KEPT)
def _groups_of_winners(declared: Declared, comparison: Comparison) -> tuple[LaidGroup, ...]:
    return tuple(
        LaidGroup(seat, combination.cards, windows.group_label(combination))
        for seat in SEATS
        if comparison.points[seat % 2]
        for combination in _by_worth(declared[seat] or ())
    )


def _by_worth(declaration: tuple[Combination, ...]) -> list[Combination]:
    return sorted(declaration, key=lambda combination: (combination.worth, combination.cards), reverse=True)


# The view of a Kraken table for one viewer, built from an allow-list; hands only of the viewer's own seat
# (rules/kraken 1.4.5).

PLAIN_STRENGTH: Final[dict[Card, int]] = {
    card: STRENGTH["H" if suit_of(card) != "H" else "S"][card] for card in PACK_OF_32
}
"""The order of each suit while it is not trumps."""
NOTHING_YET: Final = View(
    game="kraken",
    viewer=None,
    phase="deal",
    round=0,
    rounds=None,
    totals=(),
    seats=(),
    contract=None,
    prompt=Prompt(text("prompt_deal")),
    sides=SIDES,
    columns=COLUMNS,
    ring=SEATS,
)
"""The constant fields of a view of Kraken; `replace_fields` fills in the rest, without forty arguments."""
MAX_HANDS_KEPT: Final = 4000
"""Hands kept sorted: three of four do not change from one move to the next."""


def view(state: State, viewer: Seat | None, public: View | None = None) -> View:
    """The table for a seat, or for a spectator (None). Nothing in it depends on a card the viewer may not
    see."""
    public = public or _public(state)
    if viewer is None:
        return public
    hand = _hand(state.round, state.options, viewer) if state.round else ()
    return replace_fields(
        public,
        viewer=viewer,
        prompt=_prompt(state, viewer, public.prompt),
        hand=hand,
        accuse=revoke.zone(state.round, state.options, viewer),
    )


def _public(state: State) -> View:
    round_ = state.round
    waiting = windows.pending(state)
    to_act = tuple([seat for seat in SEATS if seat in waiting and waiting[seat].must])
    last = _finished_trick(round_, state.options) if round_ and round_.tricks else None
    laid_open = open_melds(round_) if round_ else ()
    return replace_fields(
        NOTHING_YET,
        phase="over" if state.over else round_.phase.value if round_ else "deal",
        round=round_.number if round_ else 0,
        rounds=state.rounds,
        totals=per_seat(state.totals),
        seats=tuple([_seat_zone(state, seat, seat in to_act) for seat in SEATS]),
        contract=_contract(round_, state.options) if round_ else None,
        prompt=Prompt(
            _waiting_text(state, to_act), aside=revoke.news(round_, state.options) if round_ else None
        ),
        trick=_running_trick(round_) if round_ and round_.trick else last,
        last_trick=last,
        played=_played_cards(round_) if round_ else (),
        words=spoken_words(round_, state.options) if round_ else (),
        laid_open=laid_open,
        shown=laid_open if round_ and not round_.tricks else (),
        results=state.results,
        deal=round_.number if round_ else 0,
        places=places(state),
        over=state.over,
        options=state.options,
        so_far=result_of(round_, state.options) if round_ and round_.phase is Phase.COUNTED else None,
        accused=revoke.claim_outcomes(round_, state.options) if round_ and round_.accused else (),
        claim_answer=claim_answer(round_, state.options) if round_ and round_.claimed else None,
        bonus=_bonus_so_far(round_, state.options) if round_ else None,
    )


def _seat_zone(state: State, seat: Seat, to_act: bool) -> SeatZone:
    round_ = state.round
    if round_ is None:
        return SeatZone(seat, SIDES[seat], 0, dealer=False, to_act=to_act, word=None)
    return SeatZone(
        seat=seat,
        side=SIDES[seat],
        cards=len(round_.hands[seat]),
        dealer=seat == round_.dealer,
        to_act=to_act,
        word=last_word(round_, state.options, seat),
        tricks=len([trick for trick in round_.tricks if trick.winner == seat]),
    )


def _contract(round_: Round, options: Options) -> Contract:
    challenges = tuple(
        [
            (seat, text(options.re_name if word == "re" else word))
            for seat, word, _ in round_.words
            if word in LADDER
        ]
    )
    return Contract(round_.trump, round_.maker, round_.level, MULTIPLIERS, challenges, round_.turned)


def _running_trick(round_: Round) -> TrickZone:
    assert round_.trump is not None
    cards = _by_seat(round_.leader, round_.trick)
    winning = cards[winning_place(round_.trick, STRENGTH[round_.trump], round_.trump)][0]
    return TrickZone(len(round_.tricks) + 1, cards, winning, complete=False)


def _finished_trick(round_: Round, options: Options) -> TrickZone:
    """The last finished trick, which stays on the table until the next lead."""
    number, trick = len(round_.tricks), round_.tricks[-1]
    cards = _by_seat(trick.leader, trick.cards)
    return TrickZone(number, cards, trick.winner, complete=True, bonus=_counted_bonus(round_, options))


def _counted_bonus(round_: Round, options: Options) -> TrickBonus | None:
    """The roem of the last trick once it is claimed, or counts by itself; roem that nobody has claimed is not shown."""
    number, trick = len(round_.tricks) - 1, round_.tricks[-1]
    claimed = bool(round_.claimed) and round_.claimed[-1].trick == number
    if not trick.bonus or round_.trump is None or not (claimed or options.bonus_mode == "automatic"):
        return None
    return TrickBonus(trick.bonus, bonus_cards(trick.cards, round_.trump, options.quads))


def _bonus_so_far(round_: Round, options: Options) -> BonusZone | None:
    """The combinations and the roem that count by now, once there are any; what is claimed later is not among them."""
    if round_.phase in (Phase.COUNTED, Phase.CLOSED):
        return None
    counted = [line.points for line in bonus_lines(round_, options)]
    if not counted:
        return None
    return BonusZone(
        per_seat((sum(one for one, _ in counted), sum(other for _, other in counted))), text("end_bonus")
    )


def _by_seat(leader: Seat, cards: tuple[Card, ...]) -> tuple[tuple[Seat, Card], ...]:
    return tuple([((leader + place) % 4, card) for place, card in enumerate(cards)])


def _played_cards(round_: Round) -> tuple[tuple[Seat, Card], ...]:
    """The finished tricks of the running round, (seat, card) in order of play."""
    if round_.phase is Phase.CLOSED:
        return ()
    return tuple(
        [
            ((trick.leader + place) % 4, card)
            for trick in round_.tricks
            for place, card in enumerate(trick.cards)
        ]
    )


def _hand(round_: Round, options: Options, viewer: Seat) -> tuple[HeldCard, ...]:
    """The viewer's cards in screen order, the playable ones marked once it is the viewer's turn."""
    if round_.phase is not Phase.PLAY or viewer != round_.to_play:
        return _waiting_hand(round_.dealt[viewer], round_.hands[viewer], round_.trump)
    assert round_.trump is not None
    hand = _in_screen_order(round_.dealt[viewer], round_.hands[viewer], round_.trump)
    playable = play.playable(round_, options, viewer)
    held = []
    for card in hand:
        reason = None
        if card not in playable:
            refused = refusal_of(card, playable, round_.trick, round_.trump)
            reason = text(refused.code.value, **refused.facts)
        held.append(HeldCard(card, playable=reason is None, why_not=reason))
    return tuple(held)


@lru_cache(maxsize=MAX_HANDS_KEPT)
def _waiting_hand(
    dealt: tuple[Card, ...], hand: tuple[Card, ...], trump: Suit | None
) -> tuple[HeldCard, ...]:
    return tuple(HeldCard(card, playable=False) for card in _in_screen_order(dealt, hand, trump))


def _in_screen_order(dealt: tuple[Card, ...], hand: tuple[Card, ...], trump: Suit | None) -> tuple[Card, ...]:
    return trick_taking.cards_left_of(sorted_hand(dealt, trump), hand)


@lru_cache(maxsize=MAX_HANDS_KEPT)
def sorted_hand(hand: tuple[Card, ...], trump: Suit | None) -> tuple[Card, ...]:
    """Trumps first, then the other suits with colours alternating where they can, each high to low."""
    return trick_taking.sorted_hand(hand, STRENGTH[trump] if trump else PLAIN_STRENGTH, trump)


def _prompt(state: State, viewer: Seat, of_everybody: Prompt) -> Prompt:
    """The viewer's own question, or the common prompt for a viewer who has nothing to answer."""
    pending = windows.pending(state)
    waiting = pending.get(viewer)
    if waiting is not None and (waiting.kind == "accuse" or waiting.empty):
        waiting = None
    aside = false_claim(state.round, state.options, viewer) if state.round else None
    if waiting is None:
        return of_everybody if aside is None else of_everybody._replace(aside=aside)
    round_ = state.round
    assert round_ is not None
    aside = aside or of_everybody.aside
    words = windows.word_choices(state, viewer)
    if play.points_at_nothing(round_, state.options):
        words = tuple(choice for choice in words if choice.data["do"] != "bonus")
    asked = waiting.must or HOUSE in pending
    sentence = _question(state, viewer) if asked else of_everybody.text
    sentence = _with_claim(sentence, words, round_, state.options)
    first = text(KrakenRefusal.DECLARE_FIRST.value) if round_.phase is Phase.DECLARE else None
    return Prompt(sentence, waiting.window, waiting.must, words, first=first, aside=aside)


def _with_claim(sentence: Text, words: tuple[Choice, ...], round_: Round, options: Options) -> Text:
    """The sentence as a question about what the viewer can claim, where there is such a question. Where the table
    points at roem it says what lies in the trick and what that counts; elsewhere it is the same with roem and without.
    """
    claims = {choice.data["do"]: choice for choice in words if choice.data["do"] in ("bonus", "stuk")}
    if not claims or sentence.code not in ("wait_play", "wait_next_lead", "prompt_lead", "prompt_claim"):
        return sentence
    code = "wait_play" if sentence.code == "wait_next_lead" else sentence.code
    bonus = claims.get("bonus")
    if bonus is None:
        return sentence._replace(code=f"{code}_stuk")
    if not bonus.lit:
        return sentence._replace(code=f"{code}_bonus")
    lying = play.roem_of(round_, options)
    kinds, points = "+".join(name for name, _points in lying), sum(points for _name, points in lying)
    return text(f"{code}_found", **dict(sentence.facts), kind=kinds, points=points)


def _question(state: State, viewer: Seat) -> Text:
    round_ = state.round
    assert round_ is not None
    if round_.phase is Phase.TRUMP:
        words = {choice.data["do"] for choice in windows.word_choices(state, viewer)}
        if "accept" in words:
            return text("prompt_turned", suit=round_.turned[-1])
        return text("prompt_trump_or_pass" if "pass" in words else "prompt_trump")
    if round_.phase is Phase.CHALLENGE:
        raiser = next((seat for seat, word, _ in reversed(round_.words) if word in LADDER), viewer)
        code = f"prompt_{LADDER[round_.level]}"
        return text(code, side=1 - viewer % 2, suit=round_.trump or "", seat=raiser)
    if round_.phase is Phase.DECLARE:
        found = any(choice.groups for choice in windows.word_choices(state, viewer))
        return text("prompt_declare" if found else "prompt_declare_nothing")
    if round_.phase is Phase.CLAIM:
        return text("prompt_claim")
    return text("prompt_play" if round_.trick else "prompt_lead")


def _waiting_text(state: State, to_act: tuple[Seat, ...]) -> Text:
    round_ = state.round
    if state.over:
        return text("prompt_over")
    if round_ is None or round_.phase is Phase.TURN:
        return text("prompt_deal")
    if round_.phase is Phase.CLOSED:
        return text("prompt_closed", round=round_.number)
    if round_.phase is Phase.COUNTED:
        return text("prompt_counted", round=round_.number)
    if round_.phase is Phase.CLAIM:
        return text("wait_claim")
    if round_.phase is Phase.DECLARE:
        return text("wait_declare")
    if round_.phase is Phase.TRUMP:
        return text("wait_trump", seat=to_act[0])
    if round_.phase is Phase.CHALLENGE:
        return (
            text("wait_answer", seat=to_act[0])
            if len(to_act) == 1
            else text("wait_answer_side", side=to_act[0] % 2)
        )
    return text(code_of_waiting(round_.trick, round_.tricks), seat=to_act[0])
