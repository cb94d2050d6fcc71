"""Everything that changes a season, named for what happens. Keyword-only; refusals are `errors.LeagueRefused`."""

from games.league.services.copying import copy_season
from games.league.services.corrections import correct, deduct
from games.league.services.evenings.closing import close_evening, reopen_evening
from games.league.services.evenings.counting import count_matches
from games.league.services.evenings.drawing import add_table, draw, draw_rest, swap
from games.league.services.evenings.matches import open_late, open_round, put_on_paper, start_tables
from games.league.services.evenings.papering import confirm_sheet, type_round
from games.league.services.evenings.postponing import (
    answer_date,
    cancel_evening,
    open_postponed,
    propose_date,
)
from games.league.services.evenings.signups import sign
from games.league.services.evenings.stopping import break_off, start_late, walkover
from games.league.services.evenings.substitutes import ask_for_substitute, substitute
from games.league.services.presets import choose_rules, save_rules
from games.league.services.ratings import rate_matches
from games.league.services.results import import_results
from games.league.services.seasons import (
    add_competition,
    archive_season,
    change_rules,
    enter,
    enter_again,
    found_season,
    move_evening,
    plan_evening,
    withdraw,
)

__all__ = [
    "add_competition",
    "add_table",
    "answer_date",
    "archive_season",
    "ask_for_substitute",
    "break_off",
    "cancel_evening",
    "change_rules",
    "choose_rules",
    "close_evening",
    "confirm_sheet",
    "copy_season",
    "correct",
    "count_matches",
    "deduct",
    "draw",
    "draw_rest",
    "enter",
    "enter_again",
    "found_season",
    "import_results",
    "move_evening",
    "open_late",
    "open_postponed",
    "open_round",
    "plan_evening",
    "propose_date",
    "put_on_paper",
    "rate_matches",
    "reopen_evening",
    "save_rules",
    "sign",
    "start_late",
    "start_tables",
    "substitute",
    "swap",
    "type_round",
    "walkover",
    "withdraw",
]
