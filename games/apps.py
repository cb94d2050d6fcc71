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
        do to its tables, and the steward looks after the deadlines of disputes and after rounds played again."""
        from accounts.merging import member_merging
        from games.disputes.services import enter_replays, lapse
        from games.league import preview
        from games.league.services.merging import settle_entrants
        from games.table import chores, standing_by
        from games.table.merging import settle_tables

        member_merging.connect(settle_tables, dispatch_uid="tables")
        member_merging.connect(settle_entrants, dispatch_uid="entrants")
        standing_by.stand_by(preview.tables_with)
        chores.take_on(lambda now: lapse(now=now))
        chores.take_on(lambda now: enter_replays(now=now))
