"""Files of clubs that were sent in to be imported."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ClubUpload(models.Model):
    """A file of a club: waiting for the player who sent it to look at the preview, or imported as `club`.

    The unique digest lets one file found one club, however often it is sent. `content` is emptied by the import.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("sent by")
    )
    digest = models.CharField(_("SHA-256 of the file"), max_length=64)
    content = models.BinaryField(_("file"))
    preview = models.JSONField(_("what is in it"), default=dict)
    """What `importing.preview_of` told when it was sent, so that looking again reads no file."""
    at = models.DateTimeField(_("sent at"))
    club = models.ForeignKey(
        "accounts.Club", models.CASCADE, null=True, related_name="+", verbose_name=_("imported as")
    )

    class Meta:
        verbose_name = _("file of a club")
        verbose_name_plural = _("files of clubs")
        constraints = [
            models.UniqueConstraint(
                fields=["digest"], condition=models.Q(club__isnull=False), name="one_club_a_file"
            ),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(club=None), name="one_waiting_file_a_player"
            ),
        ]

    def __str__(self) -> str:
        return self.digest[:12]
