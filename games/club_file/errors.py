"""Refusals of the file of a club: a closed list of codes, each with its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext_noop as _

from games.kit.refusals import Refusing


class ClubFileRefusal(StrEnum):
    """Codes of refusals. Tests assert codes, people read `SENTENCES`."""

    FOREIGN = "foreign"
    NEWER = "newer"
    DAMAGED = "damaged"
    OTHER_LOG = "other_log"
    OTHER_STANDINGS = "other_standings"
    UNKNOWN_GAME = "unknown_game"
    TOO_LARGE = "too_large"
    TOO_LARGE_OUT = "too_large_out"
    BEING_PLAYED = "being_played"
    IMPORTED = "imported"
    WAITING = "waiting"


SENTENCES: Final[Mapping[str, str]] = {
    ClubFileRefusal.FOREIGN: _(
        "This is not the file of a club: choose the .zip that the other site gave you."
    ),
    ClubFileRefusal.NEWER: _(
        "This file comes from a newer or older release of the program. Bring both sites to the same release."
    ),
    ClubFileRefusal.DAMAGED: _(
        "This file is damaged or was changed. Nothing was imported. Export the club once more, and do not unpack it."
    ),
    ClubFileRefusal.OTHER_LOG: _(
        "Match {match} in this file does not agree with its own log. Nothing was imported. Export the club once more."
    ),
    ClubFileRefusal.OTHER_STANDINGS: _(
        "The standings of {competition} come out differently here than in the file. Nothing was imported. "
        "Bring both sites to the same release."
    ),
    ClubFileRefusal.UNKNOWN_GAME: _("This site does not know the game {game} that the club plays."),
    ClubFileRefusal.TOO_LARGE: _("This file is too large."),
    ClubFileRefusal.TOO_LARGE_OUT: _(
        "The file would be too large for another site. Leave the photos of sheets out, and keep them here."
    ),
    ClubFileRefusal.BEING_PLAYED: _(
        "Cards are being played at a table of the club. Export it when the table has finished."
    ),
    ClubFileRefusal.IMPORTED: _(
        "This file was imported here before. A file founds one club, however often it is sent."
    ),
    ClubFileRefusal.WAITING: _("Many files wait to be looked at now. Try again in an hour."),
}


class ClubFileRefused(Refusing):
    """A file of a club cannot be made or imported, and nothing has changed."""

    sentences = SENTENCES
    statuses = {ClubFileRefusal.BEING_PLAYED: 409, ClubFileRefusal.IMPORTED: 409}
