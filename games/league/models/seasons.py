"""Seasons and competitions, and what belongs to a season or club: presets, ratings, contributions, API keys."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.append_only import AppendOnly
from games.engine import registry
from games.engine.game import Game
from games.engine.options import is_value_of, options_of, read_options
from games.league.draw import PLAYERS_IN_PAIRS, columns_of
from games.league.standings.rules import CompetitionRules, rules_with

# Seasons of a club, their competitions and entrants.

MAX_SIGNALS_LENGTH: Final = 200
"""Characters of the signals an entrant writes down."""


class Season(models.Model):
    """A club's year of play. Archived: to be read, not changed."""

    club = models.ForeignKey("accounts.Club", models.CASCADE, related_name="seasons", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=60)
    created_at = models.DateTimeField(_("made at"))
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    copied_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="copies", verbose_name=_("copied from")
    )

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-created_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_season_a_name")]

    def __str__(self) -> str:
        return self.name


class Seating(models.TextChoices):
    """How an evening is seated."""

    ROTATING = "rotating", _("every round another partner")
    STRENGTH = "strength", _("by strength: neighbours in the standings at one table")
    PAIRS = "pairs", _("fixed pairs, every second pair moves on")
    ROUND_ROBIN = "round_robin", _("everybody against everybody")
    SWISS = "swiss", _("equals against equals (Swiss)")


DEALS: Final = "rounds"
"""The house rule of a game that says how many deals those at a table play."""
SINGLE_PLAYERS: Final = (Seating.ROTATING, Seating.STRENGTH)
"""The ways to seat an evening of single players; in the others fixed pairs or teams meet."""


class Competition(models.Model):
    """One table of standings: a division of a season, with its game, house rules and own rules."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="competitions", verbose_name=_("season"))
    name = models.CharField(_("name"), max_length=60)
    division = models.PositiveSmallIntegerField(_("division"), default=1)
    seating = models.CharField(_("seating"), max_length=11, choices=Seating, default=Seating.ROTATING)
    size = models.PositiveSmallIntegerField(_("players in a pair or team"), default=1)
    rounds = models.PositiveSmallIntegerField(_("tables an evening for each player"), default=3)
    at_table = models.PositiveSmallIntegerField(_("players at a table"), default=4)
    game = models.CharField(_("game"), max_length=24)
    options = models.JSONField(_("house rules that differ from the usual"), default=dict, blank=True)
    preset = models.ForeignKey(
        "games.HouseRules",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="competitions",
        verbose_name=_("version of the club's house rules"),
    )
    rules = models.JSONField(_("table rules that differ from the usual"), default=dict, blank=True)
    stake = models.PositiveIntegerField(_("stake of an evening in cents"), default=0)
    prizes = models.CharField(_("places with a prize"), max_length=120, blank=True, default="")

    class Meta:
        verbose_name = _("competition")
        verbose_name_plural = _("competitions")
        ordering = ["division", "name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "name"], name="one_competition_a_name"),
            models.CheckConstraint(
                name="one_two_or_four_play_as_one", condition=models.Q(size__in=[1, 2, 4])
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def the_game(self) -> Game[Any]:
        """The game of the competition, in its newest version."""
        return registry.game(self.game)

    @property
    def house_options(self) -> Any:
        """The house rules as the game's options."""
        return read_options(self.the_game.Options, self.options)

    @property
    def the_rules(self) -> CompetitionRules:
        """What its tables and evenings are worth, as the competition changed the usual rules."""
        return read_options(rules_with(tuple(self.the_game.tallies)), self.rules)

    @property
    def deals_a_round(self) -> int:
        """How many deals those at a table play, where an evening of fixed pairs chose no other number. 1 where the
        house rules say no number."""
        return self.the_game.planned_rounds(self.house_options, PLAYERS_IN_PAIRS) or 1

    def may_deal(self, deals: int) -> bool:
        """Whether an evening may have so many deals at a table, other house rules unchanged."""
        described = next((each for each in options_of(self.the_game.Options) if each.name == DEALS), None)
        return deals == self.deals_a_round or (described is not None and is_value_of(described, deals))

    @property
    def allows_signals(self) -> bool:
        """Whether its house rules allow agreed signals (the option `signals`); never in a game without that option."""
        return getattr(self.house_options, "signals", "forbidden") == "agreed"

    @property
    def most_sides(self) -> int:
        """How many sides its largest table has."""
        return len(columns_of(self.the_game, self.house_options, max(self.the_game.seats)))

    @property
    def has_fixtures(self) -> bool:
        """Whether its tables are fixtures: two sides that could agree on another date."""
        return self.seating not in SINGLE_PLAYERS


class Entrant(models.Model):
    """A row of the standings: a player, a pair or a team. `name` is empty for a single player; `signals` are those they
    play, told to everybody at their tables where the house rules allow signals."""

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="entrants", verbose_name=_("competition")
    )
    name = models.CharField(_("name"), max_length=60, blank=True, default="")
    signals = models.CharField(_("signals"), max_length=MAX_SIGNALS_LENGTH, blank=True, default="")
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class EntrantPlayer(models.Model):
    """A player of an entrant; nobody plays for two in one competition."""

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="+", verbose_name=_("competition")
    )
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="members", verbose_name=_("entrant"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="entered", verbose_name=_("player")
    )
    place = models.PositiveSmallIntegerField(_("place"), default=0)

    class Meta:
        verbose_name = _("entrant's player")
        verbose_name_plural = _("entrants' players")
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "player"], name="once_in_a_competition"),
            models.UniqueConstraint(fields=["entrant", "place"], name="one_player_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} · {self.entrant_id}"


# A club's own house rules, by name and version. A version is never changed: what was agreed stays readable.


class HouseRules(AppendOnly):
    """One version of a club's house rules for a game; an edit is the next version of the same name."""

    club = models.ForeignKey(
        "accounts.Club", models.PROTECT, related_name="house_rules", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=60)
    version = models.PositiveSmallIntegerField(_("version"))
    game = models.CharField(_("game"), max_length=24)
    options = models.JSONField(_("house rules that differ from the usual"), default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering = ["name", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name", "version"], name="one_version_a_number")
        ]

    @property
    def label(self) -> str:
        """Name and version without a word of any language."""
        return f"{self.name} ({self.version})"

    def __str__(self) -> str:
        return gettext("{name}, version {version}").format(name=self.name, version=self.version)


# How strong players are thought to be.


class Rating(models.Model):
    """How strong a player is thought to be, and how sure that is (openskill: mean and deviation)."""

    class Kind(models.TextChoices):
        CASUAL = "casual", _("casual")
        LEAGUE = "league", _("league")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=6, choices=Kind)
    game = models.CharField(_("game"), max_length=24)
    mean = models.FloatField(_("strength"))
    deviation = models.FloatField(_("uncertainty"))
    matches = models.PositiveIntegerField(_("matches"), default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["player", "kind", "game"], name="one_rating_a_kind")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mean:.1f} ± {2 * self.deviation:.1f}"


class RatedMatch(models.Model):
    """This match has been taken into the ratings; no match is taken twice."""

    match = models.OneToOneField("games.Match", models.CASCADE, related_name="rated", verbose_name=_("match"))

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")

    def __str__(self) -> str:
        return str(self.match_id)


# Keys with which other programs read a club.


class ApiKey(models.Model):
    """A key of one club, stored as the SHA-256 digest of what was shown once. `start` tells keys apart in a list."""

    club = models.ForeignKey("accounts.Club", models.CASCADE, related_name="api_keys", verbose_name=_("club"))
    name = models.CharField(_("what it is for"), max_length=60)
    start = models.CharField(_("begins with"), max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"


class Contribution(models.Model):
    """A member has paid the contribution or stake of a season; `by` ticked it off."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="contributions", verbose_name=_("season"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("ticked off by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("contribution")
        verbose_name_plural = _("contributions")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="one_contribution_a_season")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.player_id}"
