"""The accounts app: players, clubs, memberships and rights."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Players, clubs and memberships."""

    name = "accounts"
    verbose_name = _("Players and clubs")

    def ready(self) -> None:
        """Connect the receivers of allauth's signals."""
        from allauth.account.signals import password_reset

        from accounts.adapter import password_was_reset

        password_reset.connect(password_was_reset, dispatch_uid="attempts")
