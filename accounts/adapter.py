"""Where allauth asks the club."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter


class ClubAccountAdapter(DefaultAccountAdapter):
    """Placeholder."""
