"""Context processor for the frame of every page."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.models import CardLetters, Player
from accounts.notices.notices import unread


def preferences(request: HttpRequest) -> dict[str, object]:
    """The display settings of the player, or the defaults, and the number of unread notices (lazy)."""
    user = getattr(request, "user", None)
    player = (
        user
        if getattr(user, "is_authenticated", False)
        else Player(card_letters=CardLetters.known_to(get_language() or ""))
    )
    return {
        "theme": player.theme,
        "motion": player.motion,
        "letters": player.card_letters,
        "colours": player.colours,
        "card_size": player.card_size,
        "confirm_tap": player.confirm_tap,
        "auto_play_last": player.auto_play_last,
        "auto_declare": player.auto_declare,
        "sound": player.sound,
        "vibration": player.vibration,
        "unread_notices": partial(unread, player),  # a query; only the header of a page calls it
    }
