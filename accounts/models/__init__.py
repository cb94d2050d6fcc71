"""Players, clubs and memberships; with the models of `message_models`, all models of this floor.

Matches, leagues and disputes import this app; it imports none of them.
"""

from __future__ import annotations

from accounts.friend_models import Friendship
from accounts.message_models import queue
from accounts.message_models.devices import PushDevice
from accounts.message_models.notices import Notice, NoticeKind
from accounts.models.clubs import (
    ANSWER_HOURS,
    APPEAL_DAYS,
    CONTACT_LENGTH,
    FILING_HOURS,
    NEWS_LENGTH,
    Club,
    ClubNews,
    IconColour,
    Membership,
    Role,
)
from accounts.models.players import (
    BOT_FACE,
    BOT_MARK,
    CardBack,
    CardLetters,
    Colours,
    Motion,
    Player,
    PlayerKind,
    PlayerManager,
    SentForm,
    TextSize,
    Theme,
    active_language,
    languages,
    player_renamed,
    without_bot_mark,
)
from accounts.name_models import Renaming

__all__ = [
    "ANSWER_HOURS",
    "APPEAL_DAYS",
    "BOT_FACE",
    "BOT_MARK",
    "CONTACT_LENGTH",
    "FILING_HOURS",
    "NEWS_LENGTH",
    "CardBack",
    "CardLetters",
    "Club",
    "ClubNews",
    "Colours",
    "Friendship",
    "IconColour",
    "Membership",
    "Motion",
    "Notice",
    "NoticeKind",
    "Player",
    "PlayerKind",
    "PlayerManager",
    "PushDevice",
    "Renaming",
    "Role",
    "SentForm",
    "TextSize",
    "Theme",
    "active_language",
    "languages",
    "player_renamed",
    "queue",
    "without_bot_mark",
]
