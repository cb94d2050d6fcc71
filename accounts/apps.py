"""The accounts app: who somebody is, and who may do what where."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Players, clubs and memberships."""

    name = "accounts"
    verbose_name = _("Players and clubs")

    def ready(self) -> None:
        """Connect what listens to allauth."""
        from allauth.account.signals import password_reset

        from accounts.adapter import password_was_reset

        password_reset.connect(password_was_reset, dispatch_uid="attempts")
