"""Refusals of the file of a club: a closed list of codes, each with its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.refusals import RefusalCode, Refusing


class ClubFileRefusal(RefusalCode):
    """Refusals of the file of a club: the code for tests and programs, the sentence for people."""

    FOREIGN = "foreign", _("This is not the file of a club: choose the .zip that the other site gave you.")
    NEWER = (
        "newer",
        _(
            "This file comes from a newer or older release of the program. Bring both sites to the same release."
        ),
    )
    DAMAGED = (
        "damaged",
        _(
            "This file is damaged or was changed. Nothing was imported. Export the club once more, and do not "
            "unpack it."
        ),
    )
    OTHER_LOG = (
        "other_log",
        _(
            "Match {match} in this file does not agree with its own log. Nothing was imported. Export the club "
            "once more."
        ),
    )
    OTHER_STANDINGS = (
        "other_standings",
        _(
            "The standings of {competition} come out differently here than in the file. Nothing was imported. "
            "Bring both sites to the same release."
        ),
    )
    UNKNOWN_GAME = "unknown_game", _("This site does not know the game {game} that the club plays.")
    TOO_LARGE = "too_large", _("This file is too large.")
    TOO_LARGE_OUT = (
        "too_large_out",
        _(
            "The file would be too large for another site. Leave the photos of sheets out, and keep them here."
        ),
    )
    BEING_PLAYED = (
        "being_played",
        _("Cards are being played at a table of the club. Export it when the table has finished."),
    )
    IMPORTED = (
        "imported",
        _("This file was imported here before. A file founds one club, however often it is sent."),
    )
    WAITING = "waiting", _("Many files wait to be looked at now. Try again in an hour.")


class ClubFileRefused(Refusing):
    """A file of a club cannot be made or imported, and nothing has changed."""
