"""Open decisions of Kraken and the choices in each. No window depends on covered cards, because that it is open would
reveal them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.actions import Accuse, Data
from games.engine.cards import PACK_OF_32, SUITS, Card, Suit, rank_of, show_cards
from games.engine.game import Pending
from games.engine.kraken import declarations, opening, play
from games.engine.kraken.options import Options
from games.engine.kraken.scoring import revoke
from games.engine.kraken.state import SEATS, Phase, Round, State
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.view import Choice, Group
from games.engine.words import Text, text

PASS: Final[Data] = {"do": "pass"}
NOTHING: Final[Data] = {"do": "declare", "combinations": ""}
PASS_CHOICE: Final = Choice(PASS, text("choose_pass"))
NOTHING_CHOICE: Final = Choice(NOTHING, text("choose_nothing"))
STUK_CHOICE: Final = Choice({"do": "stuk"}, text("choose_stuk"), "gold")
BONUS_CHOICES: Final[Mapping[bool, Choice]] = {
    lit: Choice({"do": "bonus"}, text("choose_bonus"), "gold", lit=lit) for lit in (False, True)
}
SUIT_CHOICES: Final[Mapping[Suit, Choice]] = {
    suit: Choice({"do": "trump", "suit": suit}, text("choose_trump", suit=suit), "go") for suit in SUITS
}
CARD_CHOICES: Final[Mapping[Card, Choice]] = {
    card: Choice({"do": "play", "card": card}, text("choose_card", card=card)) for card in PACK_OF_32
}


def pending(state: State) -> Mapping[Actor, Pending]:
    """The window of each actor who is asked something. Nobody waits for a claim; everything else must be answered.

    One state is asked about a dozen times between a move and the next, in turns with those of other matches, so the
    answer is kept in the frozen state itself, in a field that is no part of its value.
    """
    if state.over:
        return {}
    if state.answered is not None:
        round_, waiting = state.answered
        if round_ is state.round:
            return waiting
    waiting = _pending_windows(state.round, state.options)
    object.__setattr__(state, "answered", (state.round, waiting))
    return waiting


def _pending_windows(round_: Round | None, options: Options) -> Mapping[Actor, Pending]:
    if round_ is None or round_.phase is Phase.CLOSED:
        number = 1 if round_ is None else round_.number + 1
        # Where revokes can be claimed, the sheet has lain open in the phase COUNTED: the next deal waits no more.
        sheet_was_open = round_ is not None and revoke.is_possible(options)
        return {HOUSE: Pending(f"{number}.deal", "deal", seconds=0 if sheet_was_open else None)}
    if round_.phase is Phase.TURN:
        return {HOUSE: Pending(f"{round_.number}.turn{len(round_.turned)}", "turn", at_once=True)}
    if round_.phase is Phase.TRUMP:
        forced = opening.trump_words(round_, options) == ("trump",)
        window = f"{round_.number}.trump{len(round_.turned)}{'.forced' if forced else ''}"
        speaker = opening.trump_speaker(round_, options)
        return {speaker: Pending(window, "choose", default=None if forced else PASS)}
    if round_.phase is Phase.CHALLENGE:
        window = f"{round_.number}.level{round_.level}"
        return {
            seat: Pending(window, "choose", default=PASS) for seat in opening.challengers(round_, options)
        }
    if round_.phase is Phase.DECLARE:
        window = f"{round_.number}.declare"
        return {
            seat: Pending(window, "arrange", default=NOTHING) for seat in opening.declarers(round_, options)
        }
    return _in_play(round_, options)


def _in_play(round_: Round, options: Options) -> Mapping[Actor, Pending]:
    claimants = play.claimants(round_, options) if round_.phase is not Phase.COUNTED else ()
    waiting: dict[Actor, Pending] = {}
    if claimants:
        empty = play.points_at_nothing(round_, options)
        claim = Pending(f"{round_.number}.claim{len(round_.tricks)}", "claim", must=False, empty=empty)
        waiting |= dict.fromkeys(claimants, claim)
    if round_.phase is Phase.PLAY:
        waiting[round_.to_play] = Pending(f"{round_.number}.card{round_.cards_played}", "play")
    elif round_.phase is Phase.CLAIM:
        waiting[HOUSE] = Pending(f"{round_.number}.close", "close", seconds=options.last_claim_seconds)
    else:
        waiting[HOUSE] = Pending(f"{round_.number}.written", "close")
    return _with_accusations(round_, options, waiting) if revoke.is_open(round_, options) else waiting


def _with_accusations(
    round_: Round, options: Options, waiting: dict[Actor, Pending]
) -> Mapping[Actor, Pending]:
    """Every seat may claim a revoke, whatever else it is asked, until everything has been claimed."""
    beside = revoke.window(round_)
    accuse = Pending(beside, "accuse", must=False)
    for seat in SEATS:
        if revoke.open_claims(round_, options, seat):
            waiting[seat] = waiting[seat]._replace(beside=beside) if seat in waiting else accuse
    return waiting


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The choices of the seat now: words first, then claims about revokes, then its playable cards."""
    offered, round_ = word_choices(state, seat), state.round
    if round_ is not None:
        offered += tuple([_accusation(*one) for one in revoke.open_claims(round_, state.options, seat)])
    if round_ is None or round_.phase is not Phase.PLAY or seat != round_.to_play:
        return offered
    return offered + tuple([CARD_CHOICES[card] for card in play.playable(round_, state.options, seat)])


def _accusation(seat: Seat, trick: int) -> Choice:
    label = text("choose_revoke_of", seat=seat, trick=trick + 1)
    return Choice(Accuse(revoke.WORD, trick + 1, seat).data(), label)


def word_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The choices of the seat now apart from playing a card and claiming a revoke."""
    round_, options = state.round, state.options
    if round_ is None:
        return ()
    if round_.phase is Phase.TRUMP:
        return _trump_choices(round_, options) if seat == opening.trump_speaker(round_, options) else ()
    if round_.phase is Phase.CHALLENGE:
        return _challenge_choices(round_, options) if seat in opening.challengers(round_, options) else ()
    if round_.phase is Phase.DECLARE:
        return _declare_choices(round_, options, seat) if seat in opening.declarers(round_, options) else ()
    if round_.phase in (Phase.PLAY, Phase.CLAIM):
        return _claim_choices(round_, options, seat)
    return ()


def _trump_choices(round_: Round, options: Options) -> tuple[Choice, ...]:
    offered: list[Choice] = []
    for word in opening.trump_words(round_, options):
        if word == "trump":
            offered += [SUIT_CHOICES[suit] for suit in opening.suits_to_name(round_, options)]
        elif word == "accept":
            offered.append(Choice({"do": "accept"}, text("choose_accept", suit=round_.turned[-1]), "go"))
        else:
            offered.append(PASS_CHOICE)
    return tuple(offered)


def _challenge_choices(round_: Round, options: Options) -> tuple[Choice, ...]:
    word = opening.LADDER[round_.level]
    label = text(f"choose_{options.re_name if word == 're' else word}")
    return PASS_CHOICE, Choice({"do": word}, label, "bold", confirm=word == "superkraken")


def _declare_choices(round_: Round, options: Options, seat: Seat) -> tuple[Choice, ...]:
    found = declarations.combinations(round_.dealt[seat], options)
    if not found:
        return (NOTHING_CHOICE,)
    best = declarations.everything(round_.dealt[seat], options)
    groups = tuple(Group(combination.cards, group_label(combination)) for combination in found)
    every = {"do": "declare", "combinations": ";".join(show_cards(combination.cards) for combination in best)}
    return NOTHING_CHOICE, Choice(every, text("choose_declare"), "go", groups)


def group_label(combination: declarations.Combination) -> Text:
    if combination.is_four:
        return text("group_four", rank=rank_of(combination.top), points=combination.points)
    return text("group_run", length=len(combination.cards), card=combination.top, points=combination.points)


def _claim_choices(round_: Round, options: Options, seat: Seat) -> tuple[Choice, ...]:
    offered: tuple[Choice, ...] = ()
    if seat in play.bonus_claimants(round_, options):
        lit = options.bonus_mode == "assisted" and round_.tricks[-1].bonus > 0
        offered = (BONUS_CHOICES[lit],)
    return (*offered, STUK_CHOICE) if seat == play.stuk_claimant(round_, options) else offered
