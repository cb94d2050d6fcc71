"""What the disputes write into the audit trail, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

WORDS: Final[Mapping[str, str]] = {
    "filed": _("asked about a round"),
    "answered": _("answered"),
    "complaint_withdrawn": _("took a complaint back"),
    "agreed": _("agreed that the round stands"),
    "taken": _("took the case"),
    "given_back": _("gave the case back"),
    "ruled": _("ruled"),
    "appealed": _("appealed"),
    "ruled_on_appeal": _("ruled on the appeal"),
    "replayed": _("entered the round played again"),
    "replay_reminded": _("reminded of the round to be played again"),
    "replay_given_up": _("gave up the round to be played again"),
    "final": _("final, nobody appealed in time"),
    "withdrawn": _("case withdrawn"),
    "rejected": _("rejected the case"),
    "settled": _("settled among the players"),
    "deadlines": _("changed the club's deadlines"),
}
"""What a line of the trail about a case says was done, by its code."""
