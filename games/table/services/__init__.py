"""Everything that changes a table, named for what happens. Only this package writes the log.

Keyword-only; every function owns its transaction and says in its docstring what it assumes about others at the same
time. Refusals are `errors.TableRefused`; nothing has changed then.
"""

from games.table.services.attending import note_attendance, note_everybody_away
from games.table.services.counting_deals import count_deals
from games.table.services.ending import end_match, remove_table, replace_player, round_from_now
from games.table.services.moves.agreeing import close_table, end_pause
from games.table.services.moves.giving_advice import ask_advice
from games.table.services.moves.judging import Outcome
from games.table.services.moves.playing import play_for_bot, start_match, submit_action, submit_for_house
from games.table.services.outages import note_outage
from games.table.services.papering import confirm_on_paper, expect_sheet, put_on_paper, write_on_paper
from games.table.services.replaying import open_replay, options_alone
from games.table.services.ruling import close_review, enter_replay, open_review, rule_round
from games.table.services.seating import (
    draw_seats,
    fill_with_bots,
    leave_seat,
    open_table,
    rematch,
    sit,
)
from games.table.services.talking import mute, say_phrase, say_text, unmute
from games.table.services.verifying import verify_log

__all__ = [
    "Outcome",
    "ask_advice",
    "close_review",
    "close_table",
    "confirm_on_paper",
    "count_deals",
    "draw_seats",
    "end_match",
    "end_pause",
    "enter_replay",
    "expect_sheet",
    "fill_with_bots",
    "leave_seat",
    "mute",
    "note_attendance",
    "note_everybody_away",
    "note_outage",
    "open_replay",
    "open_review",
    "open_table",
    "options_alone",
    "play_for_bot",
    "put_on_paper",
    "rematch",
    "remove_table",
    "replace_player",
    "round_from_now",
    "rule_round",
    "say_phrase",
    "say_text",
    "sit",
    "start_match",
    "submit_action",
    "submit_for_house",
    "unmute",
    "verify_log",
    "write_on_paper",
]
