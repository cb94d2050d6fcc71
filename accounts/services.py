"""Writes of players, clubs and memberships.

Arguments are keyword-only. Every function runs its own transaction and refuses with `AccountRefused`, or as
Django's own validators do.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain, count
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.password_validation import validate_password
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from accounts.errors import AccountRefusal, AccountRefused
from accounts.models import BOT_MARK, BOT_NAMES, Club, Membership, Player, PlayerKind, Role
from accounts.names import (
    MAX_NICKNAME_LENGTH,
    has_usual_signs,
    is_of_one_alphabet,
    is_reserved,
    look_alike_key,
    tidy_name,
)


def clean_nickname(*, nickname: str, player: Player | None = None) -> str:
    """Return `nickname` tidied. Refuses what `well_formed_nickname` refuses, and name_looks_alike.

    `player` may take a name that looks like the player's own.
    """
    name = well_formed_nickname(nickname)
    alike = Player.objects.filter(nickname_key=look_alike_key(name))
    if player is not None:
        alike = alike.exclude(pk=player.pk)
    if alike.exists():
        raise AccountRefused(AccountRefusal.NAME_LOOKS_ALIKE, name=name)
    return name


def well_formed_nickname(nickname: str) -> str:
    """Return `nickname` tidied, without a query. Refuses name_empty, name_too_long, name_unusual, name_reserved."""
    name = tidy_name(nickname)
    if not look_alike_key(name):
        raise AccountRefused(AccountRefusal.NAME_EMPTY)
    if len(name) > MAX_NICKNAME_LENGTH:
        raise AccountRefused(AccountRefusal.NAME_TOO_LONG, most=MAX_NICKNAME_LENGTH)
    if not is_of_one_alphabet(name) or not has_usual_signs(name):
        raise AccountRefused(AccountRefusal.NAME_UNUSUAL)
    if is_reserved(name):
        raise AccountRefused(AccountRefusal.NAME_RESERVED)
    return name


def create_guest(*, nickname: str, language: str = "", look: Mapping[str, Any] | None = None) -> Player:
    """Return a new guest, with the settings the device had (`look`, by field). A guest can sign in on no other
    device before registering.
    """
    name = clean_nickname(nickname=nickname)
    guest = Player(
        username=f"guest-{secrets.token_hex(8)}",
        nickname=name,
        kind=PlayerKind.GUEST,
        language=language,
        **(look or {}),
    )
    guest.set_unusable_password()
    try:
        with transaction.atomic():
            guest.save()
    except IntegrityError as error:  # taken since the check
        raise AccountRefused(AccountRefusal.NAME_LOOKS_ALIKE, name=name) from error
    return guest


def is_on_this_device_only(player: Player) -> bool:
    """Whether the player could not sign in anywhere else: a guest, or a member who came by a personal link."""
    if player.kind != PlayerKind.PERSON or player.has_usable_password() or player.email:
        return player.is_guest
    confirmed = EmailAddress.objects.filter(user=player, verified=True)
    return not confirmed.exists() and not Authenticator.objects.filter(user=player).exists()


def register_guest(*, player: Player, username: str, email: str = "", password: str) -> Player:
    """Give a guest, or a member who came by a personal link, an account. The row stays, and with it seats and history.

    Refuses not_a_guest, username_taken and what `clean_username` refuses.
    """
    if not is_on_this_device_only(player):
        raise AccountRefused(AccountRefusal.NOT_A_GUEST)
    player.username = clean_username(username=username, player=player)
    player.email = Player.objects.normalize_email(email)
    validate_password(password, player)
    player.set_password(password)
    player.kind = PlayerKind.PERSON
    try:
        with transaction.atomic():
            player.save(update_fields=["username", "email", "password", "kind"])
    except IntegrityError as error:
        player.refresh_from_db(fields=["username", "email", "password", "kind"])
        raise AccountRefused(AccountRefusal.USERNAME_TAKEN) from error
    return player


def clean_username(*, username: str, player: Player | None = None) -> str:
    """Return `username` normalised, or refuse one that is malformed, taken or reserved. `player` may keep their own."""
    name = Player.normalize_username(username.strip())
    if len(words := name.split()) > 1:
        raise AccountRefused(AccountRefusal.USERNAME_WITH_SPACES, joined="".join(words))
    Player.username_validator(name)
    if len(name) > Player._meta.get_field("username").max_length:
        raise AccountRefused(AccountRefusal.NAME_TOO_LONG, most=Player._meta.get_field("username").max_length)
    if tidy_name(name) != name or not is_of_one_alphabet(name) or not has_usual_signs(name):
        raise AccountRefused(AccountRefusal.NAME_UNUSUAL)
    if is_generated_username(name) or is_reserved(name):
        raise AccountRefused(AccountRefusal.NAME_RESERVED)
    taken = Player.objects.filter(username__iexact=name)
    if (taken if player is None else taken.exclude(pk=player.pk)).exists():
        raise AccountRefused(AccountRefusal.USERNAME_TAKEN)
    return name


def is_generated_username(username: str) -> bool:
    """Whether the user name is one that the program gave a guest, a bot or a member without a login."""
    return username.casefold().startswith(("guest-", "bot-", "member-"))


def ensure_bots(*, count: int) -> Sequence[Player]:
    """Return `count` bots (1 to 12), the same ones every time; missing ones are created.

    One bot may sit at many tables at once. Concurrent callers get the same rows: the user name is unique, and the
    later caller reads the row of the first.
    """
    if not 1 <= count <= len(BOT_NAMES):
        raise ValueError(f"between 1 and {len(BOT_NAMES)} bots, not {count}")
    wanted = [f"bot-{place}" for place in range(1, count + 1)]
    existing = {bot.username: bot for bot in Player.objects.filter(username__in=wanted, kind=PlayerKind.BOT)}
    for username, name in zip(wanted, BOT_NAMES, strict=False):
        if username not in existing:
            existing[username] = _ensure_bot(username=username, name=name)
    return [existing[username] for username in wanted]


def _ensure_bot(*, username: str, name: str) -> Player:
    # The name may be taken as a nickname; then a number is added, of digits that look like no letter.
    for nickname in (f"{name}{BOT_MARK})", *(f"{name}{BOT_MARK} {number})" for number in (3, 4, 6, 7, 9))):
        try:
            with transaction.atomic():
                player = Player(username=username, nickname=nickname, kind=PlayerKind.BOT)
                player.set_unusable_password()
                player.save()
        except IntegrityError:
            if found := Player.objects.filter(username=username).first():
                return found
        else:
            return player
    raise AccountRefused(AccountRefusal.NAME_LOOKS_ALIKE, name=name)


def rename(*, player: Player, nickname: str) -> Player:
    """Change the nickname of `player`. Refuses what `clean_nickname` refuses."""
    player.nickname = clean_nickname(nickname=nickname, player=player)
    try:
        with transaction.atomic():
            player.save(update_fields=["nickname"])
    except IntegrityError as error:
        player.refresh_from_db(fields=["nickname", "nickname_key"])
        raise AccountRefused(AccountRefusal.NAME_LOOKS_ALIKE, name=nickname) from error
    return player


@transaction.atomic
def change_settings(*, player: Player, settings: Mapping[str, Any], nickname: str | None = None) -> None:
    """Save settings of `player` by field, and the nickname where one is given; other columns of the row stay as they
    are by now. Refuses what `rename` refuses, and then saves nothing.
    """
    for field, value in settings.items():
        setattr(player, field, value)
    player.save(update_fields=list(settings))
    if nickname is not None:
        rename(player=player, nickname=nickname)


def remember_language(*, player: Player, language: str) -> None:
    """Store the language of the player's last page, in two letters, where it changed: notices and mail use it."""
    if player.last_language != language:
        player.last_language = language
        player.save(update_fields=["last_language"])


def hide_install_hint(*, player: Player) -> None:
    """Never show the hint to install the club to this player again."""
    Player.objects.filter(pk=player.pk).update(install_hint=False)


def create_club(
    *, name: str, slug: str = "", owner: Player, is_public: bool = False, at: datetime | None = None
) -> Club:
    """Return a new club with `owner` as its first member; without a `slug` it gets one made from its name.

    Refuses needs_account, club_address_taken, and a name or slug that does not fit its column.
    """
    if owner.kind != PlayerKind.PERSON:
        raise AccountRefused(AccountRefusal.NEEDS_ACCOUNT)
    moment = at or timezone.now()
    club = Club(name=tidy_name(name), slug=slug or free_slug(name), is_public=is_public, created_at=moment)
    club.full_clean()
    try:
        with transaction.atomic():
            club.save()
            Membership.objects.create(club=club, player=owner, role=Role.OWNER, since=moment)
    except IntegrityError as error:  # taken since the check
        raise AccountRefused(AccountRefusal.CLUB_ADDRESS_TAKEN) from error
    return club


def free_slug(name: str) -> str:
    """A slug from the letters and digits of a name that no club has: "cafe-de-linde", then "cafe-de-linde-2"."""
    longest = Club._meta.get_field("slug").max_length
    made = slugify(name)[:longest].strip("-") or "club"
    short = made[: longest - 8]  # with room for a number
    taken = set(Club.objects.filter(slug__startswith=short).values_list("slug", flat=True))
    numbered = (f"{short}-{number}" for number in count(2))
    return next(each for each in chain([made], numbered) if each not in taken)


def add_member(
    *, club: Club, player: Player, role: str = Role.MEMBER, at: datetime | None = None
) -> Membership:
    """Return the membership of `player` in `club`, created unless it exists; an existing role stays."""
    if player.is_bot:
        raise AccountRefused(AccountRefusal.NEEDS_ACCOUNT)
    if player.is_guest and role != Role.GUEST:
        raise AccountRefused(AccountRefusal.NEEDS_ACCOUNT)
    membership, _made = Membership.objects.get_or_create(
        club=club, player=player, defaults={"role": Role(role), "since": at or timezone.now()}
    )
    return membership
