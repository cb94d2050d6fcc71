"""Table of contents: where the models of this app are written."""

from games.table.models import Action, Match, Mute, Round, Seat, TalkLine

__all__ = ["Action", "Match", "Mute", "Round", "Seat", "TalkLine"]
