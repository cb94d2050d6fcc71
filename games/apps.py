"""The one app of all card tables; its subjects are the folders beside this file."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Card tables")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers of every event that one app tells another about."""
        from accounts.clubs.member_log import member_changed
        from accounts.clubs.merging import member_merging
        from accounts.invitations import mailed
        from accounts.mailing import outbox
        from accounts.models import player_renamed
        from accounts.notices import notices
        from accounts.personal_data.erasure import account_erasing
        from accounts.personal_data.export import data_wanted
        from games.disputes import personal_data as of_disputes
        from games.disputes.services import enter_replays, lapse, remind_of_replays
        from games.kit import trail
        from games.league import personal_data as of_leagues
        from games.league import preview, queries, replaced_players
        from games.league.services.merging import settle_entrants
        from games.table import events
        from games.table.lobby import personal_data as of_tables
        from games.table.lobby.merging import settle_tables
        from games.table.services import count_deals
        from games.table.sockets.renamed_players import renamed_here

        member_merging.connect(settle_tables, dispatch_uid="tables")
        member_merging.connect(settle_entrants, dispatch_uid="entrants")
        for subject in (of_tables, of_disputes, of_leagues):
            data_wanted.connect(subject.exported, dispatch_uid=subject.__name__)
            account_erasing.connect(subject.erased, dispatch_uid=subject.__name__)
        player_renamed.connect(renamed_here, dispatch_uid="tables")
        member_changed.connect(trail.member_changed, dispatch_uid="trail")
        events.standings_asked.connect(preview.standings_receiver, dispatch_uid="league")
        events.lost_seat_asked.connect(replaced_players.lost_seat_receiver, dispatch_uid="league")
        events.seats_asked.connect(queries.seats_receiver, dispatch_uid="league")
        for work in (
            lapse,
            enter_replays,
            remind_of_replays,
            outbox.start_sending,
            notices.delete_old_notices_if_due,
            mailed.close_expired,
            lambda now: count_deals(),
        ):
            events.run_every_minute(work)
