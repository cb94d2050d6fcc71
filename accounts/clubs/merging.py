"""A member who is in the club twice becomes one again: everything of the double is the other's from now on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.dispatch import Signal
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.clubs import member_log
from accounts.clubs.corrections import expect_in_charge, told
from accounts.clubs.entries import is_entry
from accounts.clubs.member_models import MemberChange
from accounts.clubs.merge_models import MergeRequest
from accounts.errors import Refusal, refuse
from accounts.models import Club, Membership, Player, Role
from accounts.notices.notices import tell
from accounts.people.anonymisation import anonymise

member_merging = Signal()
"""Sent inside the transaction before anything moves, with `kept`, `double`, `actor` and `now`. Who knows more of
the two than keys settles it here, or refuses with a `ValidationError`."""

SIGNING_IN: Final = frozenset({"account", "mfa", "usersessions"})
"""Apps that keep ways of signing in: those of a double end with it."""


def merge_members(
    *, club: Club, kept: Player, double: Player, actor: Player, now: datetime, url: str, agreed: bool = False
) -> Player:
    """Give `kept` everything of `double`, who is erased: seats, entries, results, talk, notices. Returns who is kept.

    Of an account and an entry that nobody signs in with, the account is kept, in whichever order they are given. Two
    accounts are merged only with `agreed`, which `accounts.clubs.merge_agreement` gives after both players said yes.
    Who acts is neither of the two, so nobody takes somebody else's results for their own. The double belongs to
    this club only. What is written once (logs, rulings) goes on naming the erased row. Both rows are locked, in
    the order of their keys. Refuses same-player, own-account, not-a-member, not-yours-to-change, owner, elsewhere,
    both-must-agree, both-at-one-table, and what the receivers of `member_merging` refuse.
    """
    if kept.pk == double.pk:
        raise refuse(Refusal.SAME_PLAYER)
    if actor.pk in (kept.pk, double.pk):
        raise refuse(Refusal.OWN_ACCOUNT)
    with transaction.atomic():
        kept, double = in_order(club=club, one=kept, other=double, actor=actor, agreed=agreed)
        before = told(Membership.objects.get(club=club, player=double))
        member_merging.send(sender=Player, kept=kept, double=double, actor=actor, now=now)
        MergeRequest.objects.filter(Q(kept__in=(kept, double)) | Q(double__in=(kept, double))).delete()
        give_all(double, kept)
        anonymise(double)
        member_log.add_entry(
            club=club,
            player=kept,
            actor=actor,
            what=MemberChange.What.MERGED,
            before=before,
            after=told(Membership.objects.get(club=club, player=kept)),
            now=now,
        )
        tell(
            players=[kept.pk],
            subject=format_lazy(_("{club} merged a double entry with yours"), club=club.name),
            text=format_lazy(_("Everything of {double} is yours now."), double=before),
            url=url,
            now=now,
        )
    return kept


def in_order(*, club: Club, one: Player, other: Player, actor: Player, agreed: bool) -> tuple[Player, Player]:
    """Lock both rows and return who is kept and who is the double. Inside a transaction; refuses as `merge_members`."""
    pair = Player.objects.select_for_update().filter(pk__in=(one.pk, other.pk)).order_by("pk")
    found = {player.pk: player for player in pair}
    kept, double = found[one.pk], found[other.pk]
    if is_entry(kept) and not is_entry(double):
        kept, double = double, kept
    expect_in_charge(club=club, player=kept, actor=actor)
    if expect_in_charge(club=club, player=double, actor=actor).role == Role.OWNER:
        raise refuse(Refusal.OWNER)
    if Membership.objects.filter(player=double).exclude(club=club).exists():
        raise refuse(Refusal.ELSEWHERE)
    if not agreed and not is_entry(double):
        raise refuse(Refusal.BOTH_MUST_AGREE)
    return kept, double


def give_all(old: models.Model, new: models.Model) -> None:
    """Every row that points to `old` points to `new`, in whatever table. Rows written once stay as they are.

    Where both have a row and only one can be: what protects its owner is a result and is refused
    (both-at-one-table), anything else is dropped for what `new` has.
    """
    for relation in _relations_to(type(old)):
        model, field = relation.related_model, relation.field
        rows = model._base_manager.filter(**{field.name: old})
        if model._meta.app_label in SIGNING_IN or model._meta.auto_created:
            rows.delete()
        elif not getattr(model, "written_once", False):
            if _may_clash(model, field):
                for pk in list(rows.values_list("pk", flat=True)):
                    _give(model, field, pk, new)
            else:
                rows.update(**{field.name: new})


def _relations_to(model: type[models.Model]) -> Iterator[models.ForeignObjectRel]:
    """Every foreign key to the model, those without a way back too."""
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


def _give(model: type[models.Model], field: models.Field, pk: object, new: models.Model) -> None:
    row = model._base_manager.filter(pk=pk)
    try:
        with transaction.atomic():
            row.update(**{field.name: new})
    except IntegrityError as clash:
        if field.remote_field.on_delete is models.PROTECT:
            raise refuse(Refusal.BOTH_AT_ONE_TABLE) from clash
        row.delete()
