"""Context processor for the frame of every page."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest

from accounts.device_settings import visitor
from accounts.models import CardLetters, Sound, active_language
from accounts.notices import count_unread


def preferences(request: HttpRequest) -> dict[str, object]:
    """The display settings of the player, or those of a visitor's device, and the number of unread notices (lazy)."""
    user = getattr(request, "user", None)
    player = user if getattr(user, "is_authenticated", False) else visitor(request)
    return {
        "theme": player.theme,
        "motion": player.motion,
        "letters": CardLetters.on_a_page(player.card_letters, active_language()),
        "colours": player.colours,
        "card_back": player.card_back,
        "text_size": player.text_size,
        "high_contrast": player.high_contrast,
        "left_handed": player.left_handed,
        "confirm_tap": player.confirm_tap,
        "auto_play_last": player.auto_play_last,
        "auto_declare": player.auto_declare,
        "sound": player.sound,
        "volume": player.volume,
        "silent": " ".join(kind for kind in Sound.values if kind not in player.sounds.split()),
        "vibration": player.vibration,
        "say_aloud": player.say_aloud,
        "unread_notices": partial(count_unread, player),  # a query; only the header of a page calls it
    }
