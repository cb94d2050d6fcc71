"""Evenings: who comes to them, substitutes, corrections, stakes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.append_only import AppendOnly
from games.engine.options import options_of
from games.league.duplicate.movements import WRITTEN_CHOICE, Choice
from games.league.models.seasons import DEALS, Competition, Entrant
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import MarkKind
from games.trail import trail_word
from games.trail_values import change_in_words, local_decimals, value_in_words

# The evenings of a competition: sign-ups, and marks for events without a sheet.


A_NIGHT: Final = timedelta(hours=12)
"""So long after its beginning the day of an evening lasts: until then it is drawn, shown as to come and announced."""


class Evening(models.Model):
    """A date of a competition. `round` is the number of rounds whose tables are open; `version` counts the
    changes of its seating, so that two secretaries never change the same thing unseen. `movement` is that of fixed
    pairs with the same cards (`movements.Choice`), "" elsewhere and before the draw. `stake` and `prizes` are
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
    movement = models.CharField(
        _("movement with the same cards"),
        max_length=20,
        blank=True,
        default="",
        validators=[RegexValidator(rf"^{WRITTEN_CHOICE.pattern}\Z")],
    )

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["starts_at", "number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="one_evening_a_number")]

    def __str__(self) -> str:
        return f"{self.competition_id}/{self.number}"

    @property
    def is_from_lists(self) -> bool:
        """Whether it was closed by a list of results: an evening that was played here had a round."""
        return self.status == Evening.Status.CLOSED and self.round == 0

    @property
    def rounds(self) -> int:
        """How many rounds are drawn: those of its own movement, else those of the competition."""
        return Choice.parse(self.movement).rounds if self.movement else self.competition.rounds

    @property
    def deals_a_round(self) -> int:
        """How many deals those at a table play."""
        return Choice.parse(self.movement).deals if self.movement else self.competition.deals_a_round

    @property
    def options(self) -> dict[str, Any]:
        """The house rules of its tables, as they are stored: its own movement may have another number of deals."""
        competition = self.competition
        if not self.movement or self.deals_a_round == competition.deals_a_round:
            return competition.options
        return {**competition.options, DEALS: self.deals_a_round}

    @property
    def has_real_cards(self) -> bool:
        """Whether one of its tables is on paper. A query."""
        return self.tables.filter(on_paper=True, broken_off_at=None).exists()

    @property
    def is_to_play(self) -> bool:
        """Whether it is still to be played: what an archived season has not played, it never will. Reads the season."""
        return self.status in self.TO_PLAY and self.competition.season.archived_at is None

    @property
    def is_ahead(self) -> bool:
        """Whether its day is still to come."""
        return localdate(self.starts_at) > localdate()

    @property
    def is_over(self) -> bool:
        """Whether its day is over, closed or not."""
        return self.starts_at < timezone.now() - A_NIGHT

    @property
    def status_word(self) -> str:
        """The status in words: an evening with open tables is under way, not only drawn; to one that is planned people
        sign up or off, until its day is over. In an archived season neither is to come. Reads the season."""
        if self.status in self.TO_PLAY and not self.is_to_play:
            return gettext("not played")
        if self.status == Evening.Status.DRAWN and self.round:
            return gettext("under way")
        if self.status == Evening.Status.PLANNED and self.is_over:
            return gettext("its day is over")
        if self.status == Evening.Status.PLANNED and self.competition.the_rules.coming == "unless":
            return gettext("open for signing off")
        return self.get_status_display()


class SignUp(models.Model):
    """Whether an entrant comes to an evening, and from which round on. `in_time`: said before the deadline; a no that
    the secretary wrote down is in time as signed off, and not as did not come, whatever the hour.

    For a pair or team it follows from what each of its players said (`PlayerSignUp`), unless the secretary said it.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="sign_ups", verbose_name=_("evening"))
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="sign_ups", verbose_name=_("entrant"))
    comes = models.BooleanField(_("comes"))
    from_round = models.PositiveSmallIntegerField(_("from round"), default=1)
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
    """Results that came from one list. `closed` are the keys of the evenings that it closed, `made` of those that it
    made."""

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="imports", verbose_name=_("competition")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"))
    closed = models.JSONField(_("evenings it closed"), default=list)
    made = models.JSONField(_("evenings it made"), default=list)
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
    a round of waiting, of one that a latecomer or leaver missed, or of the table of a walkover (0 where that was not
    kept yet), 0 of everything else."""

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
            (MarkKind.BY_RULE, _("came late or left early, as the rules say")),
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


# Requests for a substitute, and the stand-by list of an evening.

ALL_ROUNDS: Final = 0
"""The number of no round: the request is for all that are to come."""


class SubstituteRequest(models.Model):
    """A substitute for `absent` is wanted, for all rounds to come (`only_round` 0) or for one.

    It is open until `closed_at`: then somebody plays (`taken_by`), or nobody is wanted any more.
    """

    evening = models.ForeignKey(
        Evening, models.CASCADE, related_name="substitute_requests", verbose_name=_("evening")
    )
    absent = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("who is away")
    )
    only_round = models.PositiveSmallIntegerField(_("only in round"), default=ALL_ROUNDS)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("asked by")
    )
    at = models.DateTimeField(_("at"))
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who plays instead"),
    )
    closed_at = models.DateTimeField(_("settled at"), null=True, blank=True)

    class Meta:
        verbose_name = _("request for a substitute")
        verbose_name_plural = _("requests for a substitute")
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["evening", "absent", "only_round"],
                condition=Q(closed_at=None),
                name="one_open_request_a_seat",
            )
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.absent_id}"


class StandBy(models.Model):
    """A member who can play in another's place on this evening. The first to say so is the first on the list."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="stand_bys", verbose_name=_("evening"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("stand-by")
        verbose_name_plural = _("stand-bys")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_stand_by_an_evening")]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.player_id}"


# Where players opened a table at an evening.


class PlaceMark(models.Model):
    """Marks of where a player opened a table at an evening: keyed digests of the address's network and of the mark of
    the device, "" where one is not known (`services.evenings.same_place`).

    Neither address nor device can be read from them, and those of two evenings cannot be compared. Deleted after
    ninety days.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="+", verbose_name=_("evening"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    network = models.CharField(_("digest of the network"), max_length=64, blank=True)
    device = models.CharField(_("digest of the device"), max_length=64, blank=True)
    at = models.DateTimeField(_("at"), db_index=True)

    class Meta:
        verbose_name = _("mark of a place")
        verbose_name_plural = _("marks of places")
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_place_an_evening")]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.player_id}"


# Which reminders of an evening were sent.


class EveningReminder(models.Model):
    """A reminder of an evening at its date. A moved evening is another date and gets another reminder.

    The unique key lets one of several stewards send it.
    """

    class Kind(models.TextChoices):
        TOMORROW = "tomorrow", _("the evening is tomorrow")
        DEADLINE = "deadline", _("the deadline is today")

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="reminders", verbose_name=_("evening"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    date = models.DateField(_("date reminded of"))

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        constraints = [
            models.UniqueConstraint(fields=["evening", "kind", "date"], name="one_reminder_a_date")
        ]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.kind}"


# Changes made by hand: the append-only model `Correction`.

MAX_REASON_LENGTH: Final = 200


def _rules_in_words(value: str) -> str:
    """Rules as `services.change_rules` writes them ("cards: here, bots: none") by their labels, in the active language;
    a part that is no rule of today stays as it is."""
    described = {each.name: each for each in options_of(CompetitionRules)}
    parts = []
    for part in value.split(", "):
        name, _colon, key = part.partition(": ")
        option = described.get(name)
        if option is None:
            parts.append(part)
        else:
            words = (option.values or {}).get(key)
            parts.append(f"{gettext(option.label)}: {gettext(words) if words else key}")
    return ", ".join(parts)


class Correction(AppendOnly):
    """A change made by hand: by whom, when, why, with the values before and after. Append-only. `what` is a code of
    `trail.WORDS`, and the values are written as that module describes."""

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="corrections", verbose_name=_("competition")
    )
    evening = models.ForeignKey(
        Evening, models.SET_NULL, null=True, blank=True, related_name="corrections", verbose_name=_("evening")
    )
    entrant = models.ForeignKey(
        Entrant, models.SET_NULL, null=True, blank=True, related_name="corrections", verbose_name=_("entrant")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="corrections", verbose_name=_("by")
    )
    what = models.CharField(_("what"), max_length=20)
    reason = models.CharField(_("reason"), max_length=MAX_REASON_LENGTH)
    before = models.CharField(_("before"), max_length=120, blank=True, default="")
    after = models.CharField(_("after"), max_length=120, blank=True, default="")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["-at", "-id"]

    @property
    def word(self) -> str:
        """The name of the action, translated."""
        return trail_word(self.what)

    @property
    def of_evening(self) -> str:
        """The evening it is about, in words; "" where there is none, and where the change names it."""
        if self.evening is None or self.what == "sheet_corrected":
            return ""
        return gettext("evening {number}").format(number=self.evening.number)

    @property
    def change(self) -> str:
        """What there was and what there is, in words."""
        before, after = self.values
        return local_decimals(change_in_words(before, after, self.what))

    @property
    def values(self) -> tuple[str, str]:
        """What there was and what there is, each in words; "" for nothing."""
        before, after = (
            _rules_in_words(value) if self.what == "rules" else value_in_words(value, self.what)
            for value in (self.before, self.after)
        )
        return before, after

    def __str__(self) -> str:
        return f"{self.what}: {self.reason}"


# Stakes of an evening that were ticked off.


class StakePaid(models.Model):
    """A player has paid the stake of an evening: `cents` at that moment; `by` ticked it off."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="stakes", verbose_name=_("evening"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    cents = models.PositiveIntegerField(_("cents"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("ticked off by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("stake")
        verbose_name_plural = _("stakes")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_stake_an_evening")]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.player_id}"
