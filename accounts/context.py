"""What every page's frame needs to know."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from accounts.models import Theme


def site(request: HttpRequest) -> dict[str, object]:
    """Give `theme` (auto, light or dark), `motion`, and `local_play`, without a query for a visitor."""
    player = getattr(request, "user", None)
    known = player is not None and player.is_authenticated
    return {
        "theme": player.theme if known else Theme.AUTO.value,
        "motion": player.motion if known else "full",
        "card_size": player.card_size if known else "normal",
        "local_play": settings.LOCAL_PLAY,
    }
