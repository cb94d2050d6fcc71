"""`manage.py push_key`: print a new private key for push messages."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from kraken_site.private_files import new_push_key


class Command(BaseCommand):
    """Print a new key for VAPID_PRIVATE_KEY. With another key every device has to ask for messages again."""

    help = "Print a new private key for push messages, to be set as VAPID_PRIVATE_KEY."
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        """Print the key on a line of its own."""
        self.stdout.write(new_push_key())
