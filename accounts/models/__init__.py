"""Players, clubs and memberships, and what is sent to players.

Matches, leagues and disputes import this app; it imports none of them.
"""

from __future__ import annotations

from accounts.models.clubs import (
    ANSWER_HOURS,
    APPEAL_DAYS,
    FILING_HOURS,
    MAX_CONTACT_LENGTH,
    MAX_NEWS_LENGTH,
    Club,
    ClubNews,
    IconColour,
    Membership,
    Role,
)
from accounts.models.messages import Notice, NoticeKind, PushDevice
from accounts.models.players import (
    BOT_MARK,
    BOT_NAMES,
    CardBack,
    CardLetters,
    Colours,
    Friendship,
    Motion,
    Player,
    PlayerKind,
    PlayerManager,
    SentForm,
    Sound,
    TextSize,
    Theme,
    Volume,
    active_language,
    bot_face,
    languages,
    name_or_animal_changed,
    without_bot_mark,
)
