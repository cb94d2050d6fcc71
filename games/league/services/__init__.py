"""Everything that changes a season, named for what happens. Keyword-only; refusals are `errors.LeagueRefused`."""

from games.league.services.announcing.messages import MESSAGE_LENGTH, MESSAGES_A_DAY, send_message
from games.league.services.announcing.news import NEWS_KEPT, publish_news, remove_news, write_contact
from games.league.services.api_keys import make_api_key, remove_api_key
from games.league.services.club.changing import change_club
from games.league.services.club.contributions import tick_contribution
from games.league.services.copying import copied_entrants, copy_season
from games.league.services.corrections import correct, deduct
from games.league.services.directors import name_director
from games.league.services.entering import (
    change_entrant,
    enter_by_name,
    enter_players,
    remove_entrant,
    walk_in,
)
from games.league.services.evenings.calls import answer_call
from games.league.services.evenings.cash import payers_of, set_stake, stake_of, tick_stake
from games.league.services.evenings.closing import (
    change_absence,
    close_evening,
    could_be_absent,
    reopen_evening,
)
from games.league.services.evenings.counting import count_matches
from games.league.services.evenings.drawing import add_table, draw, draw_rest, swap
from games.league.services.evenings.matches import open_late, open_round, put_on_paper, start_tables
from games.league.services.evenings.papering import (
    confirm_sheet,
    correct_sheet,
    object_to_sheet,
    type_round,
    type_totals,
)
from games.league.services.evenings.postponing import (
    answer_date,
    cancel_evening,
    move_evening,
    open_postponed,
    propose_date,
)
from games.league.services.evenings.round_clock import (
    extend_clock,
    pause_clock,
    remove_clock,
    resume_clock,
    start_clock,
)
from games.league.services.evenings.signups import sign, sign_season
from games.league.services.evenings.stopping import break_off, start_late, walkover
from games.league.services.photos import attach_photo, may_change_photo, remove_photo
from games.league.services.planning import delete_evening, plan_evening, plan_evenings
from games.league.services.presets import choose_rules, save_rules
from games.league.services.ratings import rate_matches
from games.league.services.results import import_results, read_results, take_results_back
from games.league.services.seasons import (
    add_competition,
    archive_season,
    change_competition,
    change_rules,
    delete_competition,
    enter,
    enter_again,
    found_season,
    rounds_under_review,
    withdraw,
)
from games.league.services.signals import write_signals
from games.league.services.substitutes.answers import accept_request
from games.league.services.substitutes.newcomers import substitute_by_name
from games.league.services.substitutes.requests import (
    ask_for_substitute,
    may_stand_by,
    open_requests,
    requests_for,
    stand_by,
    withdraw_request,
)
from games.league.services.substitutes.seats import substitute

__all__ = [
    "MESSAGES_A_DAY",
    "MESSAGE_LENGTH",
    "NEWS_KEPT",
    "accept_request",
    "add_competition",
    "add_table",
    "answer_call",
    "answer_date",
    "archive_season",
    "ask_for_substitute",
    "attach_photo",
    "break_off",
    "cancel_evening",
    "change_absence",
    "change_club",
    "change_competition",
    "change_entrant",
    "change_rules",
    "choose_rules",
    "close_evening",
    "confirm_sheet",
    "copied_entrants",
    "copy_season",
    "correct",
    "correct_sheet",
    "could_be_absent",
    "count_matches",
    "deduct",
    "delete_competition",
    "delete_evening",
    "draw",
    "draw_rest",
    "enter",
    "enter_again",
    "enter_by_name",
    "enter_players",
    "extend_clock",
    "found_season",
    "import_results",
    "make_api_key",
    "may_change_photo",
    "may_stand_by",
    "move_evening",
    "name_director",
    "object_to_sheet",
    "open_late",
    "open_postponed",
    "open_requests",
    "open_round",
    "pause_clock",
    "payers_of",
    "plan_evening",
    "plan_evenings",
    "propose_date",
    "publish_news",
    "put_on_paper",
    "rate_matches",
    "read_results",
    "remove_api_key",
    "remove_clock",
    "remove_entrant",
    "remove_news",
    "remove_photo",
    "reopen_evening",
    "requests_for",
    "resume_clock",
    "rounds_under_review",
    "save_rules",
    "send_message",
    "set_stake",
    "sign",
    "sign_season",
    "stake_of",
    "stand_by",
    "start_clock",
    "start_late",
    "start_tables",
    "substitute",
    "substitute_by_name",
    "swap",
    "take_results_back",
    "tick_contribution",
    "tick_stake",
    "type_round",
    "type_totals",
    "walk_in",
    "walkover",
    "withdraw",
    "withdraw_request",
    "write_contact",
    "write_signals",
]
