"""The accounts app: players, clubs, memberships and rights."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Players, clubs and memberships."""

    name = "accounts"
    verbose_name = _("Players and clubs")

    def ready(self) -> None:
        """Connect the receivers of signals about signing in and out, and about merging."""
        from allauth.account.signals import authentication_step_completed, password_reset
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from accounts.adapter import forget_failed_attempts
        from accounts.friends import settle_friends
        from accounts.merging import member_merging
        from accounts.push import remove_on_sign_out
        from accounts.sign_in import remember_proof

        password_reset.connect(forget_failed_attempts, dispatch_uid="attempts")
        user_logged_in.connect(remember_proof, dispatch_uid="proof")
        authentication_step_completed.connect(remember_proof, dispatch_uid="proof")
        member_merging.connect(settle_friends, dispatch_uid="friends")
        user_logged_out.connect(remove_on_sign_out, dispatch_uid="push_device")
