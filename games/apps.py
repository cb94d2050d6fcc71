"""The one app of all card tables; its subjects are the folders beside this file."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Card tables")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tables and league have a word where two rows of one person become one; the league shows what rulings would
        do to its tables, and the steward looks after the deadlines of disputes and after rounds played again, and
        counts what was dealt.
        All three tell a player what they hold of them, and let it go with the account."""
        from accounts.clubs.member_log import member_changed
        from accounts.clubs.merging import member_merging
        from accounts.invitations import mailed
        from accounts.models import player_renamed
        from accounts.notices import notices, outbox
        from accounts.people.erasure import account_erasing
        from accounts.people.export import data_wanted
        from games.disputes import personal_data as of_disputes
        from games.disputes.desk.trail_words import WORDS as WORDS_OF_DISPUTES
        from games.disputes.services import enter_replays, lapse, remind_of_replays
        from games.kit.trail import member_changed as into_the_trail
        from games.kit.trail import speak_of
        from games.league import personal_data as of_leagues
        from games.league import preview
        from games.league.models.corrections import WORDS as WORDS_OF_THE_LEAGUE
        from games.league.queries import of_an_evening
        from games.league.replaced_players import gave_way
        from games.league.services.merging import settle_entrants
        from games.table.hooks import drawn_seats, periodic, previews, replaced_players
        from games.table.lobby import personal_data as of_tables
        from games.table.lobby.merging import settle_tables
        from games.table.services import count_deals
        from games.table.sockets.renamed_players import renamed_here

        member_merging.connect(settle_tables, dispatch_uid="tables")
        member_merging.connect(settle_entrants, dispatch_uid="entrants")
        for subject in (of_tables, of_disputes, of_leagues):
            data_wanted.connect(subject.told, dispatch_uid=subject.__name__)
            account_erasing.connect(subject.taken_away, dispatch_uid=subject.__name__)
        player_renamed.connect(renamed_here, dispatch_uid="tables")
        member_changed.connect(into_the_trail, dispatch_uid="trail")
        speak_of(WORDS_OF_THE_LEAGUE)
        speak_of(WORDS_OF_DISPUTES)  # after the league: what is "withdrawn" in the trail is a case
        previews.stand_by(preview.tables_with)
        replaced_players.say(gave_way)
        drawn_seats.drawn_by(of_an_evening)
        periodic.take_on(lambda now: lapse(now=now))
        periodic.take_on(lambda now: enter_replays(now=now))
        periodic.take_on(lambda now: remind_of_replays(now=now))
        periodic.take_on(outbox.send_waiting)
        periodic.take_on(notices.sweep_now_and_then)
        periodic.take_on(mailed.let_go_expired)
        periodic.take_on(lambda now: count_deals())
