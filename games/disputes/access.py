"""Who may do what with a disputed round: the one place that knows. Never one who sat at that match; never the same
person on the appeal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do with a case as it stands now; every service checks the same."""

    see: bool = False
    answer: bool = False
    withdraw: bool = False
    agree: bool = False
    appeal: bool = False
    see_evidence: bool = False
    take: bool = False
    give_back: bool = False
    rule: bool = False
    reject: bool = False
    why_not_take: str = ""
