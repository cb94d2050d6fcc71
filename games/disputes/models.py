"""Disputed rounds: complaints, answers and rulings; cards for conduct. Only `games.disputes.services` and the import of
a club write here.

The effect of a ruling on the round is in the log of the match; reason, arbiter and rule are here.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import ANSWER_HOURS, APPEAL_DAYS, Player
from games.append_only import AppendOnly
from games.disputes.effects import RulingKind
from games.engine.club import SUBJECTS
from games.trail import MAX_RULE_LENGTH

MAX_TEXT_LENGTH: Final = 2000


class CaseKind(models.TextChoices):
    """Subjects of complaints. A game may have a word of its own for one (`Game.subjects`)."""

    BONUS = "bonus", _(SUBJECTS["bonus"])
    DECLARATION = "declaration", _(SUBJECTS["declaration"])
    CALL = "call", _(SUBJECTS["call"])
    MISCLICK = "misclick", _(SUBJECTS["misclick"])
    CLOCK = "clock", _(SUBJECTS["clock"])
    CONDUCT = "conduct", _(SUBJECTS["conduct"])
    COLLUSION = "collusion", _(SUBJECTS["collusion"])
    TYPED = "typed", _(SUBJECTS["typed"])
    REVOKE = "revoke", _(SUBJECTS["revoke"])
    OTHER = "other", _(SUBJECTS["other"])


class State(models.TextChoices):
    """States of a case. The last four are final."""

    OPEN = "open", _("waits for an arbiter")
    UNDER_REVIEW = "under_review", _("under review")
    RULED = "ruled", _("ruled, appeal possible")
    APPEALED = "appealed", _("appealed, waits for another arbiter")
    APPEAL_REVIEW = "appeal_review", _("appeal under review")
    FINAL = "final", _("final")
    WITHDRAWN = "withdrawn", _("withdrawn")
    REJECTED = "rejected", _("rejected")
    SETTLED = "settled", _("settled among the players")


UNDECIDED = (State.OPEN, State.UNDER_REVIEW)
ON_APPEAL = (State.APPEALED, State.APPEAL_REVIEW)
WAITING = (State.OPEN, State.APPEALED)
"""No arbiter has taken the case yet."""
IN_HAND = (State.UNDER_REVIEW, State.APPEAL_REVIEW)
"""An arbiter has taken it."""
PROVISIONAL = (*UNDECIDED, *ON_APPEAL)
"""Its round is provisional meanwhile."""
RULED_ON = (State.RULED, *ON_APPEAL, State.FINAL)
"""It has a ruling, final or not."""
ACCUSATIONS = (CaseKind.CONDUCT, CaseKind.COLLUSION)
"""Somebody is accused: what is said of them is for arbiters, and the table cannot settle it."""
OVER = (State.FINAL, State.WITHDRAWN, State.REJECTED, State.SETTLED)
"""Nothing is decided any more."""


class Case(models.Model):
    """A dispute about one subject in one closed round, with all complaints about it.

    `club` is null where the site's staff decide. `deadline` ends the time to answer (open, under review) or to appeal
    (ruled); null without a deadline. `moment` is the number of a card in the round, from 1 as in the review. `arbiter`
    decides first, `appeal_arbiter` on the appeal. `evidence_seq` is the newest log entry when the case was taken. Until
    `answers_asked_at`, when all the others were asked, only complainants, those with a `Question` and arbiters know of
    it. `escalated_at` is when owners and staff were told that nobody takes it; null again when an arbiter gives it
    back, and on appeal.
    """

    round = models.ForeignKey("games.Round", models.PROTECT, related_name="cases", verbose_name=_("round"))
    kind = models.CharField(_("kind"), max_length=11, choices=CaseKind)
    moment = models.PositiveSmallIntegerField(_("at card"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=13, choices=State, default=State.OPEN)
    club = models.ForeignKey(
        "accounts.Club", models.PROTECT, null=True, blank=True, related_name="cases", verbose_name=_("club")
    )
    filed_at = models.DateTimeField(_("filed at"))
    deadline = models.DateTimeField(_("until"), null=True, blank=True)
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="cases_taken",
        verbose_name=_("arbiter"),
    )
    taken_at = models.DateTimeField(_("taken at"), null=True, blank=True)
    answers_asked_at = models.DateTimeField(_("others asked at"), null=True, blank=True)
    escalated_at = models.DateTimeField(_("escalated at"), null=True, blank=True)
    evidence_seq = models.PositiveIntegerField(_("evidence up to log entry"), null=True, blank=True)
    appealed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("appealed by"),
    )
    appeal_text = models.TextField(_("why the appeal"), blank=True, default="")
    appealed_at = models.DateTimeField(_("appealed at"), null=True, blank=True)
    appeal_arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="appeals_taken",
        verbose_name=_("arbiter of the appeal"),
    )
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("closed by"),
    )
    closing_reason = models.TextField(_("why it was closed"), blank=True, default="")
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("disputed round")
        verbose_name_plural = _("disputed rounds")
        ordering = ["filed_at", "id"]
        indexes = [
            models.Index(fields=["club", "state", "filed_at"], name="cases_of_a_club"),
            models.Index(fields=["state", "deadline"], name="cases_due"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "kind"],
                condition=~models.Q(state="withdrawn"),
                name="one_case_a_round_and_kind",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"

    @property
    def is_appeal_withdrawn(self) -> bool:
        """Whether there was an appeal that ended without a ruling."""
        on_appeal = Ruling.Instance.APPEAL
        decided = any(ruling.instance == on_appeal for ruling in self.rulings.all())
        return self.appealed_at is not None and self.state == State.FINAL and not decided

    @property
    def complainants(self) -> frozenset[int]:
        """The players (keys) with a complaint that is not withdrawn."""
        return frozenset(each.player_id for each in self.complaints.all() if each.withdrawn_at is None)

    @property
    def initiators(self) -> frozenset[int]:
        """The players (keys) who complained or appealed; the others answer."""
        if self.state in ON_APPEAL and self.appealed_by_id is not None:
            return frozenset({self.appealed_by_id})
        return self.complainants

    @property
    def holder(self) -> Player | None:
        """The arbiter who has taken the case, or its appeal."""
        return self.appeal_arbiter if self.state in ON_APPEAL else self.arbiter

    def answer_until(self, since: datetime) -> datetime:
        """The end of the time to answer a complaint or an appeal made at `since`."""
        return since + timedelta(hours=ANSWER_HOURS if self.club is None else self.club.answer_hours)

    def appeal_until(self, since: datetime) -> datetime:
        """The time at which a ruling made at `since` becomes final."""
        return since + timedelta(days=APPEAL_DAYS if self.club is None else self.club.appeal_days)


class Complaint(models.Model):
    """One player's complaint. Complaints about the same subject of a round belong to one case."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="complaints", verbose_name=_("case"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="complaints", verbose_name=_("by")
    )
    text = models.TextField(_("what happened"))
    moment = models.PositiveSmallIntegerField(_("at card"), null=True, blank=True)
    at = models.DateTimeField(_("at"))
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name = _("complaint")
        verbose_name_plural = _("complaints")
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["case", "player"], name="one_complaint_a_player")]

    def __str__(self) -> str:
        return f"{self.case_id} · {self.player_id}"


class Question(models.Model):
    """Somebody of the table whom the arbiter asked alone, before the others or without them."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="questions", verbose_name=_("case"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="questions", verbose_name=_("asked")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["case", "player"], name="one_question_a_player")]

    def __str__(self) -> str:
        return f"{self.case_id} · {self.player_id}"


class Answer(models.Model):
    """Another player's answer to a complaint or to the appeal."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="answers", verbose_name=_("case"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    text = models.TextField(_("answer"))
    on_appeal = models.BooleanField(_("to the appeal"), default=False)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.case_id} · {self.player_id}"


class Agreement(models.Model):
    """A player's consent that the round stands. With the consent of all people at the table the case is settled."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="agreements", verbose_name=_("case"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("agreement")
        verbose_name_plural = _("agreements")
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["case", "player"], name="one_agreement_a_player")]

    def __str__(self) -> str:
        return f"{self.case_id} · {self.player_id}"


class Ruling(AppendOnly):
    """An arbiter's decision with its reason. Append-only; a ruling on appeal, or after a replay that was not played, is
    another row.

    `effect` is what the log adds, per seat: `{"points": to the score, "seats": to single players, "void": bool or
    null}`, and `"replay"`: the code of the table at which the round is played again. `wanted` is the form as filled
    in. `before` and `after` are the points of the round that count, per seat.
    """

    class Instance(models.TextChoices):
        FIRST = "first", _("first ruling")
        AFRESH = "afresh", _("instead of a round nobody played again")
        APPEAL = "appeal", _("ruling on the appeal")

    case = models.ForeignKey(Case, models.PROTECT, related_name="rulings", verbose_name=_("case"))
    instance = models.CharField(_("instance"), max_length=6, choices=Instance)
    kind = models.CharField(
        _("ruling"), max_length=11, choices=[(kind.value, kind.value) for kind in RulingKind]
    )
    reason = models.TextField(_("reason"))
    rule = models.CharField(_("rule"), max_length=MAX_RULE_LENGTH)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rulings", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"))
    wanted = models.JSONField(_("as filled in"), default=dict)
    effect = models.JSONField(_("effect"))
    before = models.JSONField(_("points before"))
    after = models.JSONField(_("points after"))

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["case", "instance"], name="one_ruling_an_instance")]

    def __str__(self) -> str:
        return f"{self.case_id} · {self.kind}"


class Offence(models.TextChoices):
    """Offences of the grid (`conduct.GRID`), mildest first."""

    SLOW = "slow", _("Keeping others waiting, again and again")
    TALK = "talk", _("Talking about cards, or signalling, while they are held")
    LEFT = "left", _("Walking out of a round, or staying away without a word")
    RUDE = "rude", _("Insulting or belittling somebody")
    ACCUSED = "accused", _("Accusing somebody publicly")
    REFUSED = "refused", _("Not following a ruling or the director")
    THREAT = "threat", _("Threatening somebody, or running somebody down for what they are")
    CHEATED = "cheated", _("Helping each other secretly, or playing under somebody else's name")


class Colour(models.TextChoices):
    """Colours of a card for conduct."""

    YELLOW = "yellow", _("Yellow card")
    RED = "red", _("Red card")


class ConductCard(models.Model):
    """A yellow or red card that an arbiter gave to a player of a club. `second`: given as yellow while another was on
    record, so it is red. A card that was taken back stays in the list with the reason; nothing else changes a row.
    `offence` and `reason` are empty where the card came with the file of a club, which has neither."""

    club = models.ForeignKey(
        "accounts.Club", models.PROTECT, related_name="conduct_cards", verbose_name=_("club")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="conduct_cards", verbose_name=_("player")
    )
    colour = models.CharField(_("colour"), max_length=6, choices=Colour)
    second = models.BooleanField(_("a second yellow one"), default=False)
    offence = models.CharField(_("offence"), max_length=8, choices=Offence)
    reason = models.TextField(_("reason"))
    case = models.ForeignKey(
        Case, models.PROTECT, null=True, blank=True, related_name="conduct_cards", verbose_name=_("case")
    )
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("given by")
    )
    given_at = models.DateTimeField(_("given at"))
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("taken back by"),
    )
    withdrawn_at = models.DateTimeField(_("taken back at"), null=True, blank=True)
    withdrawn_reason = models.TextField(_("why it was taken back"), blank=True, default="")

    class Meta:
        verbose_name = _("card for conduct")
        verbose_name_plural = _("cards for conduct")
        ordering = ["-given_at", "-id"]

    def __str__(self) -> str:
        return f"{self.player_id} · {self.colour}"
