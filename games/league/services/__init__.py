"""Everything that changes a season, named for what happens. Keyword-only; refusals are `errors.LeagueRefused`."""

from games.league.services.clubs import (
    MAX_MESSAGE_LENGTH,
    MAX_NEWS_KEPT,
    MESSAGES_A_DAY,
    change_club,
    make_api_key,
    message_reach,
    publish_news,
    remove_api_key,
    remove_news,
    send_message,
    set_icon,
    set_ranking_without_luck,
    write_contact,
)
from games.league.services.corrections import correct, deduct
from games.league.services.entrants import (
    change_entrant,
    enter,
    enter_again,
    enter_by_name,
    enter_players,
    leave_club,
    remove_entrant,
    walk_in,
    withdraw,
    write_signals,
)
from games.league.services.evenings.absences import change_absence, could_be_absent
from games.league.services.evenings.closing import close_evening, reopen_evening
from games.league.services.evenings.compared_results import give_average
from games.league.services.evenings.directors import answer_call, name_director
from games.league.services.evenings.matches import (
    open_round,
    print_dealing_sheets,
    put_all_on_paper,
    put_on_paper,
    start_tables,
)
from games.league.services.evenings.missed_rounds import mark_missed_rounds
from games.league.services.evenings.paper_sheets import (
    attach_photo,
    confirm_sheet,
    correct_sheet,
    may_change_photo,
    object_to_sheet,
    remove_photo,
    type_round,
    type_totals,
)
from games.league.services.evenings.plans import (
    cancel_evening,
    delete_evening,
    move_evening,
    plan_again,
    plan_evening,
    plan_evenings,
)
from games.league.services.evenings.round_clock import (
    extend_clock,
    pause_clock,
    remove_clock,
    resume_clock,
    start_clock,
)
from games.league.services.evenings.seat_draw import add_table, draw, draw_rest, swap
from games.league.services.evenings.signups import sign, sign_all, sign_season, take_word_back
from games.league.services.evenings.table_dates import (
    answer_date,
    open_postponed,
    open_postponed_for_club,
    propose_date,
    set_table_date,
)
from games.league.services.evenings.table_scores import count_matches
from games.league.services.evenings.walkovers import (
    break_off,
    start_late,
    stay_away,
    take_back_walkover,
    walkover,
)
from games.league.services.payments import (
    payers_of,
    set_stake,
    stake_of,
    tick_contributions,
    tick_stakes,
    ticked_at,
    ticked_together,
)
from games.league.services.ratings import rate_matches
from games.league.services.results_import import entrants_not_listed, import_results, take_results_back
from games.league.services.seasons import (
    add_competition,
    archive_season,
    change_competition,
    change_rules,
    choose_rules,
    copied_entrants,
    copy_season,
    create_season,
    delete_competition,
    rounds_under_review,
    save_rules,
)
from games.league.services.substitutes import (
    accept_request,
    ask_for_substitute,
    may_stand_by,
    open_requests,
    requests_for,
    stand_by,
    substitute,
    substitute_by_name,
    withdraw_request,
)
