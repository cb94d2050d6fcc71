"""Everything that changes a table, named for what happens. Only this package writes the log, and the import of a
whole club, which plays every log again.

Keyword-only; a function owns its transaction unless it says otherwise, and says in its docstring what it assumes about
others at the same time. Refusals are `errors.TableRefused`; nothing has changed then.
"""

from games.table.services.deal_statistics import count_deals
from games.table.services.duels import close_duel, offer_duel, open_duel_table, other_seat, require_may_offer
from games.table.services.matches import (
    end_match,
    may_go_on,
    note_attendance,
    note_everybody_away,
    note_outage,
    open_replay,
    options_alone,
    rematch,
    remove_table,
    replace_player,
    round_from_now,
)
from games.table.services.moves.advice import (
    ask_advice,
    ask_tip,
    await_advice,
    wait_for_advice,
    window_of_tip,
)
from games.table.services.moves.agreements import (
    answer_director_call,
    close_table,
    end_call,
    end_pause,
    end_waiting,
    leave_match,
)
from games.table.services.moves.own_deal import set_own_deal
from games.table.services.moves.playing import play_for_bot, start_match, submit_action, submit_for_house
from games.table.services.moves.writing import Outcome
from games.table.services.paper_sheets import confirm_on_paper, object_on_paper, put_on_paper, write_on_paper
from games.table.services.push_notices import push_turns, push_turns_by_the_day
from games.table.services.round_changes import (
    close_review,
    correct_sheet,
    enter_replay,
    open_review,
    rule_round,
)
from games.table.services.seats import (
    draw_seats,
    end_shared_screen,
    fill_with_bots,
    invite,
    leave_seat,
    open_shared_screen,
    open_table,
    open_with_regulars,
    seat_drawn,
    sit,
)
from games.table.services.talking import mute, say_phrase, say_text, unmute
from games.table.services.totals import said_again, write_totals
from games.table.services.verification import verify_log
