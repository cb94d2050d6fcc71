"""Two accounts of one person become one, by agreement."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.dispatch import Signal
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts import members
from accounts.errors import AccountRefusal, AccountRefused
from accounts.members import Right, entries_among, is_entry, manageable_membership, may, names_line
from accounts.mentions import mention
from accounts.models import Club, Membership, Player, Role
from accounts.models.clubs import MemberChange, MergeRequest
from accounts.notices import notify
from accounts.personal_data import anonymise

# Merging two entries of one member: all rows of the double are given to the entry that is kept.

member_merging = Signal()
"""Sent inside the transaction before rows change, with `kept`, `double`, `actor` and `now`. Receivers resolve conflicts
in their own rows, or refuse with `AccountRefused`."""

SIGN_IN_APPS: Final = frozenset({"account", "mfa", "usersessions"})
"""Apps with credentials and sessions, which are deleted with the double."""


def merge_members(
    *, club: Club, kept: Player, double: Player, actor: Player, now: datetime, url: str, agreed: bool = False
) -> Player:
    """Give `kept` all rows of `double` (seats, entries, results, talk, notices), anonymise it, and return `kept`.

    Of an account and an entry without one the account is kept, in either order of the arguments. Two accounts are
    merged only with `agreed`, which `answer_merge` sets after both agreed. `actor` is neither of the two, so no
    player can take over another's results, unless nobody else with an account could do it: whoever brings a club to
    another site stands twice in it. The double belongs to this club only.
    Append-only rows (logs, rulings) keep naming the double. Both rows are locked, in the order of their keys.
    Refuses same_player, own_account, not_a_member, not_yours_to_change, owner, elsewhere, both_must_agree,
    both_at_one_table, and what the receivers of `member_merging` refuse.
    """
    if kept.pk == double.pk:
        raise AccountRefused(AccountRefusal.SAME_PLAYER)
    if actor.pk in (kept.pk, double.pk) and _another_manages(club, actor):
        raise AccountRefused(AccountRefusal.OWN_ACCOUNT)
    with transaction.atomic():
        kept, double = lock_members_to_merge(club=club, one=kept, other=double, actor=actor, agreed=agreed)
        before = names_line(Membership.objects.get(club=club, player=double))
        member_merging.send(sender=Player, kept=kept, double=double, actor=actor, now=now)
        _join_memberships(club, kept, double)
        MergeRequest.objects.filter(Q(kept__in=(kept, double)) | Q(double__in=(kept, double))).delete()
        reassign_rows(double, kept)
        took_phone = _take_phone(kept, double)
        anonymise(double)
        Player.objects.filter(pk=double.pk).update(merged_into=kept)
        members.add_entry(
            club=club,
            player=kept,
            actor=actor,
            what=MemberChange.What.MERGED,
            before=before,
            after=names_line(Membership.objects.get(club=club, player=kept)),
            now=now,
        )
        if took_phone:
            members.add_entry(club=club, player=kept, actor=actor, what=MemberChange.What.PHONE, now=now)
        notify(
            players=[kept.pk],
            subject=format_lazy(_("{club} merged a double entry with yours"), club=club.name),
            text=format_lazy(_("Everything of {double} is yours now."), double=before),
            url=url,
            now=now,
        )
    return kept


def _another_manages(club: Club, actor: Player) -> bool:
    """Whether somebody else with an account manages the members of the club."""
    others = set(members.holders(club=club, right=Right.MANAGE_MEMBERS)) - {actor.pk}
    return bool(others - entries_among(others))


def lock_members_to_merge(
    *, club: Club, one: Player, other: Player, actor: Player, agreed: bool
) -> tuple[Player, Player]:
    """Lock both rows and require that they may be merged; returns the kept player and the double: of an account and an
    entry without one the account is kept. Inside a transaction; refuses as `merge_members`."""
    # Without the key: who opens a table holds its evening, for which a merge waits, and names the players.
    pair = Player.objects.select_for_update(no_key=True).filter(pk__in=(one.pk, other.pk)).order_by("pk")
    found = {player.pk: player for player in pair}
    kept, double = found[one.pk], found[other.pk]
    if is_entry(kept) and not is_entry(double):
        kept, double = double, kept
    manageable_membership(club=club, player=kept, actor=actor)
    role = manageable_membership(club=club, player=double, actor=actor).role
    if role == Role.OWNER and not is_entry(double):
        raise AccountRefused(AccountRefusal.OWNER)
    if Membership.objects.filter(player=double).exclude(club=club).exists():
        raise AccountRefused(AccountRefusal.ELSEWHERE)
    if not agreed and not is_entry(double):
        raise AccountRefused(AccountRefusal.BOTH_MUST_AGREE)
    return kept, double


def _join_memberships(club: Club, kept: Player, double: Player) -> None:
    """Give the membership that stays the higher role of the two, the earlier date, and a name and mail of the list
    where it has none. A guest stays a guest."""
    own = Membership.objects.get(club=club, player=kept)
    other = Membership.objects.get(club=club, player=double)
    if not kept.is_guest:
        own.role = min(own.role, other.role, key=Role.values.index)
    own.since = min(own.since, other.since)
    own.listed_name = own.listed_name or other.listed_name
    own.listed_mail = own.listed_mail or other.listed_mail
    own.save(update_fields=["role", "since", "listed_name", "listed_mail"])


def _take_phone(kept: Player, double: Player) -> bool:
    """Give `kept` the double's number where it has none, in the phone list if the double's was; whether it did."""
    if kept.phone or not double.phone:
        return False
    kept.phone, kept.phone_listed = double.phone, double.phone_listed
    kept.save(update_fields=["phone", "phone_listed"])
    return True


def reassign_rows(old: models.Model, new: models.Model) -> None:
    """Change every foreign key to `old` into one to `new`, except in append-only rows (`written_once`, of
    `games/append_only.py`). Rows by which `old` signs in, and those of relations without a model, are deleted.

    Where a unique constraint allows only one of two rows, a row with a protected key is a result and is refused
    (both_at_one_table); any other row of `old` is deleted.
    """
    for relation in _relations_to(type(old)):
        model, field = relation.related_model, relation.field
        rows = model._base_manager.filter(**{field.name: old})
        if model._meta.app_label in SIGN_IN_APPS or model._meta.auto_created:
            rows.delete()
        elif not getattr(model, "written_once", False):
            if _may_clash(model, field):
                for pk in list(rows.values_list("pk", flat=True)):
                    _reassign_row(model, field, pk, new)
            else:
                rows.update(**{field.name: new})


def _relations_to(model: type[models.Model]) -> Iterator[models.ForeignObjectRel]:
    """Every foreign key to the model, including those without a reverse accessor."""
    for field in model._meta.get_fields(include_hidden=True):
        if field.auto_created and not field.concrete and (field.one_to_one or field.one_to_many):
            yield field


def _may_clash(model: type[models.Model], field: models.Field) -> bool:
    constrained = (
        constraint.fields
        for constraint in model._meta.constraints
        if isinstance(constraint, models.UniqueConstraint)
    )
    return field.unique or any(field.name in names for names in (*constrained, *model._meta.unique_together))


def _reassign_row(model: type[models.Model], field: models.Field, pk: object, new: models.Model) -> None:
    row = model._base_manager.filter(pk=pk)
    try:
        with transaction.atomic():
            row.update(**{field.name: new})
    except IntegrityError as clash:
        if field.remote_field.on_delete is models.PROTECT:
            raise AccountRefused(AccountRefusal.BOTH_AT_ONE_TABLE) from clash
        row.delete()


# Merging two accounts of one person, after the player has agreed in both accounts.

VALID_FOR: Final = timedelta(days=7)
"""Time in which both must answer a request."""


def request_merge(
    *, club: Club, kept: Player, double: Player, actor: Player, now: datetime, url: str
) -> MergeRequest:
    """Return the request to merge two accounts; an open one is returned as it is, whichever of the two it keeps.

    A new one sends both accounts a notice with `url`. Refuses what `merge_members` refuses.
    """
    if actor.pk in (kept.pk, double.pk):
        raise AccountRefused(AccountRefusal.OWN_ACCOUNT)
    with transaction.atomic():
        kept, double = lock_members_to_merge(club=club, one=kept, other=double, actor=actor, agreed=True)
        MergeRequest.objects.filter(at__lte=now - VALID_FOR).delete()
        # Both rows are locked, so no other call asks for the same pair meanwhile.
        pair = Q(kept=kept, double=double) | Q(kept=double, double=kept)
        request = MergeRequest.objects.filter(pair).order_by("pk").first()
        if request is None:
            request = MergeRequest.objects.create(club=club, kept=kept, double=double, asked_by=actor, at=now)
            members.add_entry(club=club, player=kept, actor=actor, what=MemberChange.What.ASKED, now=now)
            notify(
                players=[kept.pk, double.pk],
                subject=format_lazy(_("{club} asks whether two accounts are yours"), club=club.name),
                text=format_lazy(
                    _("{double} would become {kept}."), double=mention(double.pk), kept=mention(kept.pk)
                ),
                mentions=[kept.pk, double.pk],
                url=url,
                now=now,
            )
        return request


def open_requests(player: Player, *, now: datetime) -> list[MergeRequest]:
    """The requests that wait for an answer of the player, oldest first."""
    waiting = Q(kept=player, kept_agreed=False) | Q(double=player, double_agreed=False)
    found = MergeRequest.objects.filter(waiting, at__gt=now - VALID_FOR).order_by("pk")
    return list(found.select_related("club", "kept", "double"))


def answer_merge(*, request_id: int, player: Player, agrees: bool, now: datetime, url: str) -> bool:
    """Store the answer of one account; returns whether both agreed and the accounts are merged.

    A refusal deletes the request. The request's row is locked. Refuses merge_over, also when the requesting player no
    longer manages the members, and what `merge_members` refuses.
    """
    with transaction.atomic():
        request = (
            MergeRequest.objects.select_for_update().filter(pk=request_id, at__gt=now - VALID_FOR).first()
        )
        if request is None or player.pk not in (request.kept_id, request.double_id):
            raise AccountRefused(AccountRefusal.MERGE_OVER)
        if not may(player=request.asked_by, club=request.club, right=Right.MANAGE_MEMBERS):
            raise AccountRefused(AccountRefusal.MERGE_OVER)
        if not agrees:
            request.delete()
            return False
        what = MemberChange.What.AGREED
        members.add_entry(club=request.club, player=player, actor=player, what=what, now=now)
        request.kept_agreed |= player.pk == request.kept_id
        request.double_agreed |= player.pk == request.double_id
        request.save(update_fields=["kept_agreed", "double_agreed"])
        if not (request.kept_agreed and request.double_agreed):
            return False
        merge_members(
            club=request.club,
            kept=request.kept,
            double=request.double,
            actor=request.asked_by,
            now=now,
            url=url,
            agreed=True,
        )
        return True
