"""The evenings of a competition: sign-ups, and marks for events without a sheet."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.league.models.seasons import Competition, Entrant
from games.league.standings.scores import MarkKind


class Evening(models.Model):
    """A date of a competition. `round` is the number of rounds whose tables are open; `version` counts the
    changes of its seating, so that two secretaries never change the same thing unseen. `stake` and `prizes` are
    those of the competition while `stake` is empty; the first stake that is paid writes both down, so that a later
    change of the competition leaves the money of this evening alone."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("open for signing up")
        DRAWN = "drawn", _("drawn")
        CLOSED = "closed", _("closed")
        CANCELLED = "off", _("cancelled")

    TO_PLAY = (Status.PLANNED, Status.DRAWN)

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="evenings", verbose_name=_("competition")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    starts_at = models.DateTimeField(_("starts at"))
    deadline = models.DateTimeField(_("sign off before"))
    place = models.CharField(_("place"), max_length=80, blank=True, default="")
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.PLANNED)
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    version = models.PositiveIntegerField(_("changes of the seating"), default=0)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    stake = models.PositiveIntegerField(_("its own stake in cents"), null=True, blank=True)
    prizes = models.CharField(_("its own places with a prize"), max_length=120, blank=True, default="")

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["starts_at", "number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="one_evening_a_number")]

    def __str__(self) -> str:
        return f"{self.competition_id}/{self.number}"

    @property
    def status_word(self) -> str:
        """The status in words; an evening with open tables is under way, not only drawn."""
        if self.status == Evening.Status.DRAWN and self.round:
            return gettext("under way")
        return self.get_status_display()


class SignUp(models.Model):
    """Whether an entrant comes to an evening. `in_time`: said before the deadline; a no that the secretary wrote down
    is in time as signed off, and not as did not come, whatever the hour.

    For a pair or team it follows from what each of its players said (`PlayerSignUp`), unless the secretary said it.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="sign_ups", verbose_name=_("evening"))
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="sign_ups", verbose_name=_("entrant"))
    comes = models.BooleanField(_("comes"))
    in_time = models.BooleanField(_("before the deadline"))
    said_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("said by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("sign-up")
        verbose_name_plural = _("sign-ups")
        constraints = [models.UniqueConstraint(fields=["evening", "entrant"], name="one_word_an_evening")]

    def __str__(self) -> str:
        return f"{self.entrant_id} {'+' if self.comes else '-'} {self.evening_id}"


class PlayerSignUp(models.Model):
    """The newest sign-up or sign-off of one player of a pair or team for an evening."""

    evening = models.ForeignKey(
        Evening, models.CASCADE, related_name="player_sign_ups", verbose_name=_("evening")
    )
    entrant = models.ForeignKey(
        Entrant, models.CASCADE, related_name="player_sign_ups", verbose_name=_("entrant")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    comes = models.BooleanField(_("comes"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("sign-up of a player")
        verbose_name_plural = _("sign-ups of players")
        constraints = [
            models.UniqueConstraint(fields=["evening", "player"], name="one_word_of_a_player_an_evening")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {'+' if self.comes else '-'} {self.evening_id}"


class EveningDirector(models.Model):
    """A member who leads this evening and nothing else of the club."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="directors", verbose_name=_("evening"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("director of an evening")
        verbose_name_plural = _("directors of evenings")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_director_once")]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.player_id}"


class ResultsImport(models.Model):
    """Results that came from one list. `closed` are the keys of the evenings that it closed."""

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="imports", verbose_name=_("competition")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"))
    closed = models.JSONField(_("evenings it closed"), default=list)
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("import of results")
        verbose_name_plural = _("imports of results")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.competition_id}: {self.at:%Y-%m-%d %H:%M}"


class RoundClock(models.Model):
    """The clock of the round for the room. It runs until `ends_at`; paused, that is empty and `left` says how many
    seconds are left. Screens count for themselves from these."""

    evening = models.OneToOneField(
        Evening, models.CASCADE, related_name="round_clock", verbose_name=_("evening")
    )
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    left = models.PositiveIntegerField(_("seconds left while paused"), default=0)

    class Meta:
        verbose_name = _("round clock")
        verbose_name_plural = _("round clocks")

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.ends_at or self.left}"


class EveningMark(models.Model):
    """An event of an evening that has no sheet, such as an absence; see `scores.Mark` for `points`. `round` is that of
    a round of waiting, or of one that a latecomer or leaver missed, 0 of everything else."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="marks", verbose_name=_("evening"))
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="marks", verbose_name=_("entrant"))
    kind = models.CharField(
        _("kind"),
        max_length=11,
        choices=[
            (MarkKind.ANNOUNCED, _("absent, signed off")),
            (MarkKind.UNANNOUNCED, _("absent without word")),
            (MarkKind.WAITED, _("waited")),
            (MarkKind.EXCUSED, _("came late or left early, as a round of waiting")),
            (MarkKind.MISSED, _("came late or left early, without points")),
            (MarkKind.WALKOVER, _("walkover")),
            (MarkKind.CORRECTION, _("correction")),
            (MarkKind.DEDUCTION, _("deduction")),
        ],
    )
    points = models.DecimalField(_("points or rounds"), max_digits=8, decimal_places=2, default=0)
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    batch = models.ForeignKey(
        "ResultsImport",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="marks",
        verbose_name=_("import"),
    )

    class Meta:
        verbose_name = _("mark")
        verbose_name_plural = _("marks")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.kind} {self.evening_id}"
