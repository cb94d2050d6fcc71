"""Table of contents: where the staff's pages of this app are written."""

from games.table.admin import ActionAdmin, MatchAdmin, RoundAdmin, TalkLineAdmin

__all__ = ["ActionAdmin", "MatchAdmin", "RoundAdmin", "TalkLineAdmin"]
