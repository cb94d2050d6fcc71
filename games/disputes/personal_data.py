"""A player's data in disputed rounds: export, and erasure with the account."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.mentions import replace_names_in_rows
from accounts.models import Player
from games.disputes import models
from games.disputes.models import Agreement, Answer, Case, Complaint, ConductCard, Question, Ruling
from games.disputes.services import give_back


def export_data(*, player: Player, **_sent: Any) -> dict[str, Any]:
    """The player's complaints, answers, when an arbiter asked the player alone, agreements, appeals, rulings and cards
    for conduct. Receiver of `data_wanted`."""
    appeals = Case.objects.filter(appealed_by=player).select_related("round__match")
    return {
        "complaints": [
            {**_case(each.case), "text": each.text, "at": each.at, "withdrawn_at": each.withdrawn_at}
            for each in _of(Complaint, player)
        ],
        "answers": [{**_case(each.case), "text": each.text, "at": each.at} for each in _of(Answer, player)],
        "questions": [{**_case(each.case), "at": each.at} for each in _of(Question, player)],
        "agreements": [{**_case(each.case), "at": each.at} for each in _of(Agreement, player)],
        "appeals": [{**_case(case), "text": case.appeal_text, "at": case.appealed_at} for case in appeals],
        "rulings": [
            {**_case(each.case), "kind": each.kind, "reason": each.reason, "at": each.at}
            for each in Ruling.objects.filter(actor=player).select_related("case__round__match")
        ],
        "conduct_cards": [_card(each) for each in player.conduct_cards.select_related("club")],
        "conduct_cards_given": [
            {"club": each.club.name, "reason": each.reason, "at": each.given_at}
            for each in ConductCard.objects.filter(given_by=player).select_related("club")
        ],
    }


def _card(card: ConductCard) -> dict[str, Any]:
    return {
        "club": card.club.name,
        "colour": card.colour,
        "second": card.second,
        "offence": card.offence,
        "reason": card.reason,
        "at": card.given_at,
        "withdrawn_at": card.withdrawn_at,
        "withdrawn_reason": card.withdrawn_reason,
    }


def _of(model: Any, player: Player) -> Iterable[Any]:
    return model.objects.filter(player=player).select_related("case__round__match")


def _case(case: Case) -> dict[str, Any]:
    round_ = case.round
    return {"case": case.pk, "kind": case.kind, "match": round_.match.code, "round": round_.number}


def erase_data(
    *, player: Player, known_as: Collection[str], instead: str, now: datetime, **_sent: Any
) -> None:
    """Clear the player's texts and the reasons of cards about the player, and replace the player's names in other
    texts; the cases stay, and those the player has taken go back to the queue. Receiver of `account_erasing`.

    Rulings and the trail are append-only and keep the reasons that were typed.
    """
    taken = Case.objects.filter(Q(arbiter=player) | Q(appeal_arbiter=player))
    for case in taken.filter(state__in=models.IN_HAND):
        if case.holder == player:
            give_back(case_id=case.pk, arbiter=player, now=now)
    Complaint.objects.filter(player=player).update(text="")
    Answer.objects.filter(player=player).update(text="")
    Case.objects.filter(appealed_by=player).update(appeal_text="")
    names = {"known_as": known_as, "instead": instead}
    replace_names_in_rows(Complaint.objects.all(), ["text"], **names)
    replace_names_in_rows(Answer.objects.all(), ["text"], **names)
    replace_names_in_rows(Case.objects.all(), ["appeal_text", "closing_reason"], **names)
    player.conduct_cards.update(reason="", withdrawn_reason="")
    replace_names_in_rows(ConductCard.objects.all(), ["reason", "withdrawn_reason"], **names)
