"""Refusals of the file of a club: a closed list of codes, each with its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.refusals import RefusalWithStatus, Refusing


class ClubFileRefusal(RefusalWithStatus):
    """Refusals of the file of a club: the code for tests and programs, the sentence for people."""

    FOREIGN = (
        "foreign",
        gettext_noop("This is not the file of a club: choose the .zip that the other site gave you."),
    )
    NEWER = (
        "newer",
        gettext_noop(
            "This file comes from a newer or older release of the program. Bring both sites to the same release."
        ),
    )
    DAMAGED = (
        "damaged",
        gettext_noop(
            "This file is damaged or was changed. Nothing was imported. Export the club once more, and do not "
            "unpack it."
        ),
    )
    OTHER_LOG = (
        "other_log",
        gettext_noop(
            "Match {match} in this file does not agree with its own log. Nothing was imported. Export the club "
            "once more."
        ),
    )
    OTHER_STANDINGS = (
        "other_standings",
        gettext_noop(
            "The standings of {competition} come out differently here than in the file. Nothing was imported. "
            "Bring both sites to the same release."
        ),
    )
    UNKNOWN_GAME = (
        "unknown_game",
        gettext_noop("This site does not know the game {game} that the club plays."),
    )
    TOO_LARGE = "too_large", gettext_noop("This file is too large.")
    TOO_LARGE_OUT = (
        "too_large_out",
        gettext_noop(
            "The file would be too large for another site. Leave the photos of sheets out, and keep them here."
        ),
    )
    BEING_PLAYED = (
        "being_played",
        gettext_noop("Cards are being played at a table of the club. Export it when the table has finished."),
    )
    IMPORTED = (
        "imported",
        gettext_noop("This file was imported here before. A file founds one club, however often it is sent."),
    )
    WAITING = "waiting", gettext_noop("Many files wait to be looked at now. Try again in an hour.")


class ClubFileRefused(Refusing):
    """A file of a club cannot be made or imported, and nothing has changed."""
