"""The one app of all card tables; its subjects are the folders beside this file."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Card tables")
    default_auto_field = "django.db.models.BigAutoField"
