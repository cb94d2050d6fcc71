"""The lessons of Rosbiratschka, all of its first contract: tricks are to be avoided.

Each deal was looked for among dealt ones: a strong player gives the answer that is called right here, by a clear lead.
"""

from __future__ import annotations

from typing import Final

from games.bots.lessons import Lesson, card_answer, entries_of_deal
from games.engine.words import gettext_noop as _

LESSONS: Final = (
    Lesson(
        key="stay-under",
        title=_("Stay under"),
        question=_("No tricks: each trick you take costs a point. You play last. The ten or the queen?"),
        options={},
        entries=entries_of_deal(
            2,
            "D7 D8 HQ S7 DJ DQ SJ H7 H9 DT CQ CT C9 HJ CJ SK DK HA C7 H8 SQ C8 HT ST CA S8 D9 CK HK SA S9 DA",
            """
            3 play card=D7
            0 play card=D8
            1 play card=D9
            2 play card=DA
            2 play card=H8
            3 play card=H9
            0 play card=HJ
            """,
        ),
        seat=1,
        answers=(
            card_answer("HQ", _("The queen beats the jack: the trick is yours, and so is its penalty.")),
            card_answer(
                "HT",
                _("The ten stays under the jack: the trick goes to another hand, and one high card is gone."),
            ),
        ),
        right=1,
        idea=_(
            "Lay the highest card that stays below the best one in the trick: high cards are gone, "
            "and nothing is taken."
        ),
    ),
    Lesson(
        key="take-with-the-highest",
        title=_("Take with the highest"),
        question=_("No tricks. You play last and must follow: both your spades beat the nine. Ace or ten?"),
        options={},
        entries=entries_of_deal(
            1,
            "HT C7 H9 SQ CK DA DJ H8 DQ SK DK S8 ST CQ HQ D7 C9 HK CA D8 SA C8 CT SJ CJ S7 HA HJ D9 H7 DT S9",
            """
            2 play card=D9
            3 play card=DA
            0 play card=DT
            1 play card=D8
            3 play card=S7
            0 play card=CA
            1 play card=S9
            """,
        ),
        seat=2,
        answers=(
            card_answer(
                "ST",
                _(
                    "The trick is yours with either card, and the ace stays in your hand: it will take "
                    "another one."
                ),
            ),
            card_answer(
                "SA",
                _(
                    "The trick is yours anyway. So the card goes that would take the most later, and the ten "
                    "may stay under something yet."
                ),
            ),
        ),
        right=1,
        idea=_(
            "A trick you cannot avoid is taken with the highest card: it costs the same and rids you "
            "of the most dangerous one."
        ),
    ),
    Lesson(
        key="throw-the-danger",
        title=_("Throw the danger away"),
        question=_("No tricks. Hearts are led and you have none, so you may throw anything. What goes?"),
        options={},
        entries=entries_of_deal(
            3,
            "H7 SQ DQ HK D9 D8 C7 CK SA C9 DK HJ S7 CJ S9 ST HT CT H8 H9 SJ SK HQ DA CQ CA S8 HA D7 C8 DT DJ",
            """
            0 play card=H7
            1 play card=SQ
            2 play card=H8
            3 play card=HK
            3 play card=H9
            0 play card=HT
            """,
        ),
        seat=1,
        answers=(
            card_answer(
                "CA",
                _(
                    "The ace of clubs is high, but four small clubs lie beside it: you can stay under with "
                    "those for a while."
                ),
            ),
            card_answer(
                "SK",
                _(
                    "The king stands alone: at the first spade it would have to go in, and hardly anything "
                    "beats it. Now it costs nothing."
                ),
            ),
            card_answer("D8", _("The eight is small; it seldom takes a trick.")),
        ),
        right=1,
        idea=_("When you cannot follow, throw the high card that has no small one of its suit beside it."),
    ),
    Lesson(
        key="lead-low",
        title=_("Lead low"),
        question=_("No tricks, and you are on lead. What do you play?"),
        options={},
        entries=entries_of_deal(
            2,
            "HJ CJ DQ S7 HA D8 DT C7 DK D7 S9 C9 H8 ST CK H9 DJ SA C8 D9 DA SK HQ H7 HT S8 CA CT CQ SJ HK SQ",
            """
            3 play card=H8
            0 play card=CJ
            1 play card=HQ
            2 play card=H9
            1 play card=C8
            2 play card=C7
            3 play card=CQ
            0 play card=ST
            3 play card=DJ
            0 play card=D8
            1 play card=DT
            2 play card=D9
            """,
        ),
        seat=3,
        answers=(
            card_answer(
                "HA",
                _("The ace takes the trick and leaves you on lead, with the next one to fear."),
            ),
            card_answer("DK", _("Only the ace is higher, and you hold that yourself: the trick is yours.")),
            card_answer(
                "HT",
                _(
                    "Others hold higher hearts and must follow: there is a good chance that one of them has "
                    "to take it."
                ),
            ),
        ),
        right=2,
        idea=_("Lead the card that somebody else may have to beat."),
    ),
)
