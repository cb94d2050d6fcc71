"""Writes of cards for conduct: an arbiter gives one, an arbiter takes one back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.members import Right, holders
from accounts.mentions import mention
from accounts.models import Club, NoticeKind, Player, PlayerKind
from accounts.notices import notify
from games import trail
from games.disputes import access
from games.disputes.conduct import EVENINGS_ON_RECORD, counting_cards
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, Colour, ConductCard, Offence
from games.disputes.services.filing import clean_text

CARD_NOTICES: Final = {
    Colour.YELLOW: _(
        "{offence}. {reason} It stays on record over your next {evenings} evenings at this club: another card in that "
        "time is red."
    ),
    Colour.RED: _(
        "{offence}. {reason} You do not play at the next evening of this club. The card stays on record over your "
        "{evenings} evenings after that: another one in that time is red again."
    ),
}


def give_conduct_card(
    *,
    club: Club,
    player: Player,
    colour: Colour,
    offence: Offence,
    reason: str,
    arbiter: Player,
    now: datetime,
    case: Case | None = None,
) -> ConductCard:
    """Give a player of the club a card; a yellow one is red while another card of theirs is on record.

    The player is told, and of a red card those who run the club's evenings too. The club's row is locked, so of two
    yellow cards at a time one is red. Refuses not_allowed, own_card, no_such_player (neither a member nor at the table
    of the case), no_such_case (of another club), what `access.require_judge` refuses for the case, reason_missing,
    too_long.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        _require_may_give(arbiter, club, player, case)
        reason = clean_text(reason, missing=DisputeRefusal.REASON_MISSING)
        second = colour == Colour.YELLOW and bool(counting_cards(club=club.pk, players=[player.pk]))
        card = ConductCard.objects.create(
            club=club,
            player=player,
            colour=Colour.RED if second else colour,
            second=second,
            offence=offence,
            reason=reason,
            case=case,
            given_by=arbiter,
            given_at=now,
        )
        _note(card, "conduct_card", by=arbiter, now=now)
        notify(
            players=[player.pk],
            subject=format_lazy("{card} · {club}", card=Colour(card.colour).label, club=club.name),
            text=format_lazy(
                CARD_NOTICES[Colour(card.colour)],
                offence=offence.label,
                reason=reason,
                evenings=str(EVENINGS_ON_RECORD),
            ),
            url=reverse("disputes:my_conduct"),
            kind=NoticeKind.RULING,
            now=now,
        )
        if card.colour == Colour.RED:
            notify(
                players=set(holders(club=club, right=Right.RUN_EVENING)) - {player.pk},
                subject=format_lazy(
                    _("{name} does not play at the next evening of {club}"),
                    name=mention(player.pk),
                    club=club.name,
                ),
                text=_("An arbiter gave a red card. Leave them out when you draw the tables."),
                url=reverse("league:club", args=[club.slug]),
                kind=NoticeKind.RULING,
                now=now,
                mentions={player.pk},
            )
        return card


def withdrawable_cards(cards: Iterable[ConductCard], arbiter: Player) -> frozenset[int]:
    """Those of these cards (keys) that this arbiter may take back, by the rule of `withdraw_conduct_card`: it looks at
    the club, the case and whether the card is their own, so cards alike in that are asked about once."""
    alike: dict[tuple[int, int | None, bool], list[ConductCard]] = defaultdict(list)
    for card in cards:
        alike[card.club_id, card.case_id, card.player_id == arbiter.pk].append(card)
    return frozenset(card.pk for each in alike.values() if _may_withdraw(each[0], arbiter) for card in each)


def _may_withdraw(card: ConductCard, arbiter: Player) -> bool:
    try:
        _require_arbiter(arbiter, card.club, card.player, card.case)
    except DisputeRefused:
        return False
    return True


def withdraw_conduct_card(*, card_id: int, arbiter: Player, reason: str, now: datetime) -> ConductCard:
    """Take a card back: it carries nothing over from then on. Twice is once.

    The row is locked. Refuses no_such_card, not_allowed, own_card, what `access.require_judge` refuses for the case in
    which it was given, reason_missing, too_long.
    """
    with transaction.atomic():
        card = (
            ConductCard.objects.select_for_update(of=("self",))
            .select_related("club", "player", "case__round")
            .filter(pk=card_id)
            .first()
        )
        if card is None:
            raise DisputeRefused(DisputeRefusal.NO_SUCH_CONDUCT_CARD)
        _require_arbiter(arbiter, card.club, card.player, card.case)
        if card.withdrawn_at is not None:
            return card
        reason = clean_text(reason, missing=DisputeRefusal.REASON_MISSING)
        card.withdrawn_by, card.withdrawn_at, card.withdrawn_reason = arbiter, now, reason
        card.save(update_fields=["withdrawn_by", "withdrawn_at", "withdrawn_reason"])
        _note(card, "conduct_card_back", by=arbiter, now=now)
        notify(
            players=[card.player_id],
            subject=format_lazy(_("Your card at {club} was taken back"), club=card.club.name),
            text=reason,
            url=reverse("disputes:my_conduct"),
            kind=NoticeKind.RULING,
            now=now,
        )
        return card


def _require_may_give(arbiter: Player, club: Club, player: Player, case: Case | None) -> None:
    if case is not None and case.club_id != club.pk:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_CASE)
    _require_arbiter(arbiter, club, player, case)
    seated = access.players_ever_seated(case.round.match_id) if case is not None else frozenset()
    is_member = club.memberships.filter(player=player).exists()
    if player.kind == PlayerKind.BOT or not (is_member or player.pk in seated):
        raise DisputeRefused(DisputeRefusal.NO_SUCH_PLAYER)


def _require_arbiter(arbiter: Player, club: Club, player: Player, case: Case | None) -> None:
    """Check that the arbiter decides about cards of this player, in the case where there is one. Refuses own_card,
    not_allowed, what `access.require_judge` refuses."""
    if arbiter.pk == player.pk:
        raise DisputeRefused(DisputeRefusal.OWN_CARD)
    if case is not None:
        access.require_judge(arbiter, case)
    elif not access.is_judge(arbiter, club):
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)


def _note(card: ConductCard, what: str, *, by: Player, now: datetime) -> None:
    """A line of the club's trail, without the reason: a line is never changed, and erasing an account empties that."""
    trail.add_entry(
        what=what,
        actor=by.pk,
        now=now,
        before=card.player,
        after=card.colour,
        club=card.club_id,
        case=card.case_id,
    )
