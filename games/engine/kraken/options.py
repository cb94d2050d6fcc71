"""The house rules of Kraken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from games.engine.options import FixedRule, Preset, option
from games.engine.words import gettext_noop as _

# House rules of the cards: combinations in the hand, which card is legal, roem in a trick.

HAND: Final = _("Combinations in the hand")
PLAY: Final = _("Play and roem")
YES_NO: Final = {True: _("yes"), False: _("no")}
WITH_DECLARATIONS: Final = {"declarations": ("on",)}
WITH_CLAIMS: Final = {"bonus_mode": ("manual", "assisted")}


@dataclass(frozen=True)
class PlayingOptions:
    """Options of declarations, legal cards, and claiming roem."""

    declarations: str = option(
        "on",
        group=HAND,
        label=_("Combinations are declared"),
        help=_("Runs and fours in the hand score before the first trick; off as in plain Klaverjas."),
        values={"on": _("yes"), "off": _("no")},
    )
    declare_mode: str = option(
        "manual",
        group=HAND,
        label=_("Declaring"),
        help=_("Each player declares by hand, or the app declares everything."),
        values={"manual": _("by hand"), "automatic": _("automatic")},
        when=WITH_DECLARATIONS,
        on_phones=True,
    )
    declare_reveal: str = option(
        "sealed",
        group=HAND,
        label=_("Speaking"),
        help=_("All four answer at the same time, or in turn from the leader."),
        values={"sealed": _("all at once"), "open": _("in turn")},
        when={**WITH_DECLARATIONS, "declare_mode": ("manual",)},
        on_phones=True,
    )
    declarations_compare: str = option(
        "best_single",
        group=HAND,
        label=_("Whose combinations count"),
        help=_("The side that wins the comparison scores all its combinations, the other none."),
        values={
            "best_single": _("the side with the best single combination"),
            "player_total": _("the side of the player with the highest total"),
            "team_total": _("the side with the highest total"),
        },
        when=WITH_DECLARATIONS,
    )
    declarations_tie: str = option(
        "suit_order",
        group=HAND,
        label=_("Equal combinations"),
        help=_("Same points and same top card."),
        values={
            "suit_order": _("spades, hearts, diamonds, clubs"),
            "trump_first": _("trumps first, then suit order"),
            "first_speaker": _("who speaks first"),
            "both": _("both sides score"),
            "none": _("nobody scores"),
        },
        when=WITH_DECLARATIONS,
    )
    declaration_card_reuse: bool = option(
        True,
        group=HAND,
        label=_("A card may serve twice"),
        help=_("Once in a four of a kind and once in a run."),
        values=YES_NO,
        when=WITH_DECLARATIONS,
    )
    stuk_mode: str = option(
        "on_second_card",
        group=HAND,
        label=_("Stuk in one hand"),
        help=_("King and queen of trumps in one hand: said with the second of them, or counted by the app."),
        values={"on_second_card": _("said with the second card"), "automatic": _("automatic")},
        when=WITH_DECLARATIONS,
        on_phones=True,
    )

    play_rules: str = option(
        "amsterdam",
        group=PLAY,
        label=_("Trump duty"),
        help=_("Amsterdam: no duty to ruff when the partner is winning. Rotterdam: always ruff."),
        values={"amsterdam": "Amsterdam", "rotterdam": "Rotterdam"},
    )
    bonus_mode: str = option(
        "manual",
        group=PLAY,
        label=_("Roem in a trick"),
        help=_("Claimed before the next lead or lost; the app can point at it or count it."),
        values={
            "manual": _("claimed by hand"),
            "assisted": _("the table points at it"),
            "automatic": _("automatic"),
        },
        on_phones=True,
    )
    bonus_claim_by: str = option(
        "winning_team",
        group=PLAY,
        label=_("Who may claim roem"),
        help=_("It always belongs to the side that won the trick."),
        values={"winning_team": _("the side that won the trick"), "anyone": _("anyone")},
        when=WITH_CLAIMS,
    )
    false_claim: str = option(
        "none",
        group=PLAY,
        label=_("Roem claimed where there is none"),
        help=_("Nothing happens, or the other side gets 20."),
        values={"none": _("nothing"), "twenty_to_opponents": _("20 to the other side")},
        when=WITH_CLAIMS,
    )
    quads: str = option(
        "classic",
        group=PLAY,
        label=_("Four of a kind"),
        help=_("What four equal cards are worth, in a trick and in the hand."),
        values={
            "classic": _("jacks 200; A K Q 10 100"),
            "nines_150": _("jacks 200; nines 150; A K Q 10 100"),
            "all_100": _("any rank 100"),
            "all_100_jacks_200": _("jacks 200; any other rank 100"),
        },
    )
    revoke_policy: str = option(
        "impossible",
        group=PLAY,
        label=_("Revoke"),
        help=_(
            "A card that may not be played: refused by the app, or played as with real cards until somebody claims it."
        ),
        values={
            "impossible": _("impossible: the app refuses the card"),
            "claimable": _("possible, and the others claim it"),
            "director": _("possible, and the arbiter decides"),
        },
        on_phones=True,
    )
    revoke_claim_cost: int = option(
        50,
        group=PLAY,
        label=_("A revoke claimed wrongly"),
        help=_("What the other side gets when the player had not revoked; multiplied like the round."),
        values={20: "20", 50: "50", 100: "100"},
        when={"revoke_policy": ("claimable",)},
        on_phones=True,
    )
    signals: str = option(
        "forbidden",
        group=PLAY,
        label=_("Signals"),
        help=_("Agreed signals between partners are written on the rule card."),
        values={"forbidden": _("forbidden"), "agreed": _("as agreed at the table")},
    )
    last_claim_seconds: int = option(
        20,
        group=PLAY,
        label=_("Seconds to claim after the last trick"),
        help=_("The round is written down after this time, or when the winning side has confirmed."),
        lowest=5,
        highest=120,
        on_phones=True,
    )


# House rules of what is said before the first card: trumps, and kraken, re and superkraken.

TRUMPS: Final = _("Trumps")
CHALLENGES: Final = _("Kraken, re, superkraken")


@dataclass(frozen=True)
class SpeakingOptions:
    """Options of making trumps, the answers to them, and the multipliers of each answer."""

    trump_mode: str = option(
        "utrecht",
        group=TRUMPS,
        label=_("How trumps are made"),
        help=_("Who names the suit that is trumps."),
        values={
            "utrecht": _("Utrecht: left of the dealer must name a suit"),
            "free": _("Free: in turn, name a suit or pass"),
            "random": _("A card is turned: accept its suit or pass"),
        },
    )
    free_start: str = option(
        "left_of_dealer",
        group=TRUMPS,
        label=_("Free choice starts with"),
        help=_("The first to speak must name a suit when all four pass."),
        values={"left_of_dealer": _("left of the dealer"), "dealer": _("the dealer")},
        when={"trump_mode": ("free",)},
    )
    random_fallback: str = option(
        "second_card",
        group=TRUMPS,
        label=_("Nobody takes the turned suit"),
        help=_("What happens after four passes on a turned card."),
        values={
            "second_card": _("a second card: left of the dealer must play its suit"),
            "call_suit": _("left of the dealer names one of the other suits"),
        },
        when={"trump_mode": ("random",)},
    )
    second_card_same_suit: str = option(
        "redraw",
        group=TRUMPS,
        label=_("The second card shows the same suit"),
        help=_("Turn again until another suit comes, or play it."),
        values={"redraw": _("turn again"), "accept": _("it is trumps")},
        when={"trump_mode": ("random",), "random_fallback": ("second_card",)},
    )
    first_round_clubs: bool = option(
        False,
        group=TRUMPS,
        label=_("Clubs are trumps in the first round"),
        help=_("Left of the dealer plays clubs in round one; nobody chooses."),
        values=YES_NO,
    )

    challenge_order: str = option(
        "fixed",
        group=CHALLENGES,
        label=_("Who answers first"),
        help=_("One after the other, or whoever of the side speaks first."),
        values={
            "fixed": _("in order from the trump maker"),
            "team_first_click": _("either partner, first come"),
        },
    )
    re_name: str = option(
        "re",
        group=CHALLENGES,
        label=_("The word for ×4"),
        help=_("What the answer to kraken is called at this table."),
        values={"re": "re", "rekraken": "rekraken", "herkraken": "herkraken", "overkraken": "overkraken"},
    )
    must_beat: str = option(
        "last_challenger",
        group=CHALLENGES,
        label=_("Who must have more after a kraken"),
        help=_("The side that spoke last, or always the makers. Equal points are not more."),
        values={"last_challenger": _("the side that spoke last"), "declarers": _("always the makers")},
    )
    challenged_settlement: str = option(
        "winner_takes_all",
        group=CHALLENGES,
        label=_("What the winner of a kraken gets"),
        help=_("How the points are paid once somebody said kraken."),
        values={
            "winner_takes_all": _("all points of the round"),
            "own_points": _("its own points only, if it had to have more"),
            "both_score": _("both sides their own, if the makers had to have more and had"),
        },
    )
    multiplier_scope: str = option(
        "all",
        group=CHALLENGES,
        label=_("What ×2, ×4, ×8 multiply"),
        help=_("Everything, or not the roem."),
        values={
            "all": _("everything"),
            "cards_only": _("card points only"),
            "cards_and_pit": _("card points and pit"),
        },
    )


# House rules of the sheet and of the match: what counts how much, and when it is over.

SCORE: Final = _("The sheet")
LENGTH: Final = _("Length and deal")


@dataclass(frozen=True)
class CountingOptions:
    """Options of the score sheet, the length of a match, and dealing."""

    double_spades: str = option(
        "cards",
        group=SCORE,
        label=_("Spades count double"),
        help=_("When spades are trumps."),
        values={
            "cards": _("all card points and the last trick"),
            "trump_cards": _("the points of the trumps only"),
            "all": _("cards and roem"),
            "off": _("no"),
        },
    )
    pit_for: str = option(
        "declarers",
        group=SCORE,
        label=_("Pit: 100 for all eight tricks"),
        help=_("Which side can make it."),
        values={"declarers": _("the makers"), "either": _("either side"), "none": _("no pit")},
    )
    pit_counts_for_target: bool = option(
        True,
        group=SCORE,
        label=_("The pit counts in the comparison"),
        help=_("Whether its 100 help to have more points than the other side."),
        values=YES_NO,
        when={"pit_for": ("declarers", "either")},
    )
    last_trick_points: int = option(
        10,
        group=SCORE,
        label=_("Points for the last trick"),
        help=_("Usually 10, which makes 162 in all."),
        lowest=0,
        highest=20,
    )
    revoke_penalty: str = option(
        "all",
        group=SCORE,
        label=_("What a revoke costs"),
        help=_("With real cards, and here where a revoke is possible."),
        values={
            "all": _("all points of the round go to the others"),
            "two_tricks": _("two tricks go to the others"),
            "points": _("only the extra points"),
        },
    )
    revoke_bonus: int = option(
        100,
        group=SCORE,
        label=_("Extra points for a revoke"),
        help=_("What the other side gets on top; multiplied like the round."),
        values={100: "100", 0: "0"},
    )

    match_length: str = option(
        "rounds",
        group=LENGTH,
        label=_("The match ends"),
        help=_("After a number of rounds, or when a side reaches a number of points."),
        values={"rounds": _("after the last round"), "points": _("at the target")},
    )
    rounds: int = option(
        16,
        group=LENGTH,
        label=_("Rounds"),
        help=_("Sixteen is the classic match: everybody deals four times."),
        lowest=1,
        offered_from=4,
        highest=64,
        when={"match_length": ("rounds",)},
    )
    target_points: int = option(
        1500,
        group=LENGTH,
        label=_("Target"),
        help=_("1500 is usual, 750 a short evening."),
        lowest=100,
        highest=20000,
        when={"match_length": ("points",)},
    )
    match_tie: str = option(
        "draw",
        group=LENGTH,
        label=_("Equal at the end"),
        help=_("How a match with equal totals is decided."),
        values={
            "draw": _("a draw"),
            "extra_round": _("another round"),
            "rounds_won": _("who won more rounds"),
        },
    )
    deal_packets: str = option(
        "3-2-3",
        group=LENGTH,
        label=_("Cards are dealt"),
        help=_("In packets; the odds are the same."),
        values={"3-2-3": "3-2-3", "4-4": "4-4"},
    )


# The house rules of Kraken: every option of rules/kraken sections 1 and 2, and the presets.


# A dataclass takes the fields of its last base first, so the options appear in the order of play.
@dataclass(frozen=True)
class Options(CountingOptions, PlayingOptions, SpeakingOptions):
    """One field an option: default, label, help, values. A new house rule is one field in one of these parts and the
    one function that obeys it; its default means "as before" (CONTRIBUTING, "A house rule")."""

    FIXED_RULES: ClassVar[tuple[FixedRule, ...]] = (
        FixedRule(
            SCORE, _("Without a kraken"), _("the makers must have more, or they are nat and get nothing")
        ),
        FixedRule(SCORE, _("Exactly half"), _("is not more: it goes against the side that had to have more")),
    )


DEAL_OF_THE_DAY: Final[Mapping[str, object]] = {
    "rounds": 4,
    "bonus_mode": "automatic",
    "stuk_mode": "automatic",
}
"""The options of the deal of the day. Roem and stuk count by themselves: a claim of a bot could be cut off by a quick
lead, and then the same cards would not lead to the same points."""
PRESETS: Final[Sequence[Preset]] = (
    Preset("kraken_text", _("Classic"), _("The Kraken rules as written: roem is claimed by hand."), {}),
    Preset(
        "alone",
        _("Roem is pointed at"),
        _("Classic, but the table says where roem lies, and makes no stop after other tricks."),
        {"bonus_mode": "assisted"},
    ),
    Preset(
        "g4a",
        _("Counts by itself"),
        _(
            "Nobody calls roem or stuk: the table counts them. Combinations are shown in turn, and the player with the "
            "most of them wins. Either opponent may say kraken first. Spades count single."
        ),
        {
            "bonus_mode": "automatic",
            "stuk_mode": "automatic",
            "declarations_compare": "player_total",
            "declare_reveal": "open",
            "challenge_order": "team_first_click",
            "double_spades": "off",
        },
    ),
    Preset(
        "klaverjas_nl",
        _("klaverjas.nl style"),
        _("Roem of a pair is counted together, krakens multiply the cards only, nines are worth 150."),
        {
            "multiplier_scope": "cards_only",
            "declarations_compare": "team_total",
            "declarations_tie": "both",
            "quads": "nines_150",
            "double_spades": "off",
        },
    ),
    Preset(
        "score_app",
        _("Score-pad style"),
        _("The makers must always have more; both sides write their own points."),
        {"must_beat": "declarers", "challenged_settlement": "both_score"},
    ),
)
