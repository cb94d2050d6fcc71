"""Where allauth asks the club."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.models import CardLetters, Player
from accounts.services import checked_username


class ClubAccountAdapter(DefaultAccountAdapter):
    """Names are judged by the club's own rules, and a new player gets the name they chose for the table."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse what the house refuses; a shallow look leaves out whether it is taken."""
        return (
            super().clean_username(username, shallow=True) if shallow else checked_username(username=username)
        )

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        """Store the new player with their name at the table and the language they signed up in: notices come in it."""
        user.nickname = form.cleaned_data["nickname"]
        user.language = (get_language() or "")[:2]
        user.card_letters = CardLetters.known_to(user.language)
        return super().save_user(request, user, form, commit)
