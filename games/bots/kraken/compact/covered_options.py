"""The house rules of Kraken that the compact form has taken into account. A new option or a new value of one is added
here together with the code that obeys it in this form; until then the easy bot plays where it is chosen."""

from __future__ import annotations

from typing import Final

from games.bots.covered_options import Covered, covers
from games.engine.kraken.options import Options

YES_NO: Final = (True, False)
COVERED_OPTIONS: Final[Covered] = {
    "trump_mode": ("utrecht", "free", "random"),
    "free_start": ("left_of_dealer", "dealer"),
    "random_fallback": ("second_card", "call_suit"),
    "second_card_same_suit": ("redraw", "accept"),
    "first_round_clubs": YES_NO,
    "challenge_order": ("fixed", "team_first_click"),
    "re_name": ("re", "rekraken", "herkraken", "overkraken"),
    "must_beat": ("last_challenger", "declarers"),
    "challenged_settlement": ("winner_takes_all", "own_points", "both_score"),
    "multiplier_scope": ("all", "cards_only", "cards_and_pit"),
    "declarations": ("on", "off"),
    "declare_mode": ("manual", "automatic"),
    "declare_reveal": ("sealed", "open"),
    "declarations_compare": ("best_single", "player_total", "team_total"),
    "declarations_tie": ("suit_order", "trump_first", "first_speaker", "both", "none"),
    "declaration_card_reuse": YES_NO,
    "stuk_mode": ("on_second_card", "automatic"),
    "play_rules": ("amsterdam", "rotterdam"),
    "bonus_mode": ("manual", "assisted", "automatic"),
    "bonus_claim_by": ("winning_team", "anyone"),
    "false_claim": ("none", "twenty_to_opponents"),
    "quads": ("classic", "nines_150", "all_100", "all_100_jacks_200"),
    "signals": ("forbidden", "agreed"),
    "last_claim_seconds": range(5, 121),
    "double_spades": ("cards", "trump_cards", "all", "off"),
    "pit_for": ("declarers", "either", "none"),
    "pit_counts_for_target": YES_NO,
    "last_trick_points": range(21),
    "revoke_policy": ("impossible", "claimable", "director"),
    "revoke_claim_cost": (20, 50, 100),
    "revoke_penalty": ("all", "two_tricks", "points"),
    "revoke_bonus": (100, 0),
    "match_length": ("rounds", "points"),
    "rounds": range(1, 65),
    "target_points": range(100, 20_001),
    "match_tie": ("draw", "extra_round", "rounds_won"),
    "deal_packets": ("3-2-3", "4-4"),
}


def compact_covers(options: Options) -> bool:
    """Whether a round of these options can be played in the compact form."""
    return covers(COVERED_OPTIONS, options)
