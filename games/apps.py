"""The one app of all card tables; its subjects are the folders beside this file."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Card tables")

    def ready(self) -> None:
        """Connect what one app tells another, and give the steward and its background process their work."""
        _connect_people()
        _connect_tables()
        _register_work()


def _connect_people() -> None:
    """Connect the receivers of what happens to players and members."""
    from django.contrib.auth.signals import user_logged_in
    from django.contrib.sessions.models import Session
    from django.db.models.signals import post_delete, post_save

    from accounts.members import account_blocked, member_changed
    from accounts.merging import member_merging
    from accounts.models import Membership, Player, name_or_animal_changed
    from accounts.notices import notice_answered
    from accounts.personal_data import account_erasing, data_wanted
    from games import trail
    from games.club_file.importing import erase_data as erase_club_file
    from games.daily import personal_data as of_daily_deals
    from games.disputes import personal_data as of_disputes
    from games.disputes.notices import notify_arbiter_gone, notify_new_arbiter
    from games.league import personal_data as of_leagues
    from games.league.notices import notify_member_left
    from games.league.services.clubs import remove_keys_of_member
    from games.league.services.entrants import settle_entrants
    from games.league.services.substitutes import (
        accept_by_answer,
        give_seats_back_of_blocked,
        give_seats_back_of_former_member,
    )
    from games.people import reports
    from games.table.lobby import personal_data as of_tables
    from games.table.lobby.guests import take_wanted_seat
    from games.table.lobby.personal_data import leave_waiting_tables
    from games.table.sockets import rights
    from games.table.sockets.healing import send_names_changed

    # It locks evenings, so it comes before tables are looked at.
    member_merging.connect(settle_entrants, dispatch_uid="entrants")
    member_merging.connect(of_tables.settle_tables, dispatch_uid="tables")
    for subject in (of_tables, of_disputes, of_leagues, of_daily_deals, reports):
        data_wanted.connect(subject.export_data, dispatch_uid=subject.__name__)
        account_erasing.connect(subject.erase_data, dispatch_uid=subject.__name__)
    account_erasing.connect(erase_club_file, dispatch_uid="club files")
    account_blocked.connect(leave_waiting_tables, dispatch_uid="tables")
    account_blocked.connect(give_seats_back_of_blocked, dispatch_uid="substitutes")
    user_logged_in.connect(take_wanted_seat, dispatch_uid="tables")
    name_or_animal_changed.connect(send_names_changed, dispatch_uid="tables")
    post_delete.connect(rights.send_session_ended, sender=Session, dispatch_uid="sockets")
    post_save.connect(rights.send_player_changed, sender=Player, dispatch_uid="sockets")
    for changed in (post_save, post_delete):
        changed.connect(rights.send_membership_changed, sender=Membership, dispatch_uid="sockets")
    member_changed.connect(trail.copy_member_change, dispatch_uid="trail")
    member_changed.connect(notify_new_arbiter, dispatch_uid="disputes")
    member_changed.connect(notify_arbiter_gone, dispatch_uid="arbiter gone")
    member_changed.connect(notify_member_left, dispatch_uid="member left")
    member_changed.connect(remove_keys_of_member, dispatch_uid="api keys")
    member_changed.connect(give_seats_back_of_former_member, dispatch_uid="substitutes")
    notice_answered.connect(accept_by_answer, dispatch_uid="substitutes")


def _connect_tables() -> None:
    """Connect the receivers of what tables ask and tell."""
    from games.daily.queries import page_of_match
    from games.disputes import conduct
    from games.disputes.services import filing as of_filing
    from games.league import queries, replaced_seats
    from games.league.evenings.cockpit_tables import open_calls_for
    from games.league.evenings.own_place import next_table_of, place_of_player
    from games.league.services.evenings.directors import notify_leaders_of_call, remove_ended_call
    from games.league.services.evenings.same_place import note_place
    from games.league.services.locking import announce_table
    from games.table import signals
    from games.table.services.duels import notify_first_table

    signals.status_changed.connect(announce_table, dispatch_uid="league")
    signals.status_changed.connect(notify_first_table, dispatch_uid="duel")
    signals.round_accused.connect(of_filing.file_accusations, dispatch_uid="disputes")
    signals.director_called.connect(notify_leaders_of_call, dispatch_uid="league")
    signals.director_called.connect(of_filing.notify_arbiters_of_call, dispatch_uid="disputes")
    signals.call_to_file.connect(of_filing.file_call, dispatch_uid="disputes")
    signals.director_call_ended.connect(remove_ended_call, dispatch_uid="league")
    signals.open_calls_asked.connect(open_calls_for, dispatch_uid="league")
    signals.table_page_opened.connect(note_place, dispatch_uid="league")
    signals.lost_seat_asked.connect(replaced_seats.lost_seat_in_words, dispatch_uid="league")
    signals.sitting_out_asked.connect(conduct.sitting_out_by_card, dispatch_uid="conduct")
    signals.way_back_asked.connect(page_of_match, dispatch_uid="daily")
    signals.way_back_asked.connect(queries.page_of_evening, dispatch_uid="league")
    signals.evening_key_asked.connect(queries.key_of_evening, dispatch_uid="league")
    signals.evening_table_asked.connect(queries.evening_table_of, dispatch_uid="league")
    signals.evening_place_asked.connect(place_of_player, dispatch_uid="league")
    signals.next_table_asked.connect(next_table_of, dispatch_uid="league")
    signals.seats_asked.connect(queries.is_at_an_evening, dispatch_uid="league")
    signals.barred_asked.connect(queries.is_barred_from_table, dispatch_uid="league")


def _register_work() -> None:
    """Register what the steward does every minute or every few seconds, and what is done at low priority beside it."""
    from accounts import invitations, mailing, notices
    from games.analysis.services import analyse_in_background, work_out_contracts
    from games.club_file.importing import forget_uploads
    from games.daily import services as daily
    from games.disputes.services import (
        enter_replays,
        escalate,
        make_rulings_final,
        release_cases,
        remind_of_replays,
    )
    from games.league.services.evenings.reminders import remind_of_evenings
    from games.league.services.evenings.same_cards import open_finished_rounds, open_played_deals
    from games.league.services.evenings.same_place import delete_old_marks
    from games.league.services.ratings import rate_matches
    from games.table import signals
    from games.table.background_worker import background
    from games.table.services import count_deals, push_turns, push_turns_by_the_day

    # A receiver is known by its name: of two lambdas the second would not be connected.
    def count_dealt_hands(now: object) -> int:
        return count_deals()

    def open_deals(now: object) -> int:
        return open_played_deals()

    for work in (
        make_rulings_final,
        release_cases,
        escalate,
        enter_replays,
        remind_of_replays,
        notices.delete_old_notices_if_due,
        invitations.close_expired,
        remind_of_evenings,
        forget_uploads,
        delete_old_marks,
        count_dealt_hands,
    ):
        signals.run_every_minute(work)
    for work in (
        push_turns,
        push_turns_by_the_day,
        mailing.start_sending,
        daily.count_finished,
        open_deals,
        open_finished_rounds,
        rate_matches,
    ):
        signals.run_every_few_seconds(work)
    if settings.ANALYSE_WHEN_IDLE:
        signals.run_in_background(analyse_in_background)
        signals.run_in_background(work_out_contracts)
        signals.run_in_background(daily.work_out_strong_answers)
        signals.run_every_few_seconds(background.go_on)
