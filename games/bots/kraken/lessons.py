"""The lessons of Kraken: drawing trumps, the nine, points and roem, aces, and when to say kraken.

Each deal was looked for among dealt ones: a strong player gives the answer that is called right here, by a clear lead.
"""

from __future__ import annotations

from typing import Final

from games.bots.lessons import Lesson, LessonAnswer, card_answer, entries_of_deal
from games.engine.actions import Data
from games.engine.words import gettext_noop as _

RULES: Final = {"rounds": 1, "bonus_mode": "automatic", "stuk_mode": "automatic"}
"""The table counts by itself, so that nothing but the question is to be thought of."""


def _word(word: str, why: str) -> LessonAnswer:
    data: Data = {"do": word}
    return LessonAnswer(data, why)


LESSONS: Final = (
    Lesson(
        key="draw-trumps",
        title=_("Draw trumps"),
        question=_("You made trumps and lead to the first trick. Which card?"),
        options=RULES,
        entries=entries_of_deal(
            1,
            "DQ DJ H9 C7 CJ HA CK D9 HQ SK HK S7 DK DA CT S8 CA SA HJ SQ S9 CQ D7 C9 HT ST C8 H8 H7 D8 SJ DT",
            """
            2 trump suit=D
            3 pass
            1 pass
            2 declare combinations=DJ DQ DK DA
            3 declare combinations=C9 CT CJ
            0 declare combinations=
            1 declare combinations=SJ SQ SK
            """,
        ),
        seat=2,
        answers=(
            card_answer(
                "DJ",
                _(
                    "The jack is the highest trump: nobody can take it, and everybody must follow. Only the nine, "
                    "the ten and the eight are out, and the trumps you keep make tricks later."
                ),
            ),
            card_answer(
                "D7",
                _(
                    "A small trump draws as many trumps, but the nine or the ten takes this trick, and the lead "
                    "is gone."
                ),
            ),
            card_answer(
                "S9",
                _(
                    "A side suit gives the lead away, and the small trumps of the others can still beat your best "
                    "cards."
                ),
            ),
        ),
        right=0,
        idea=_(
            "Whoever makes trumps with many of them plays them first, from the top: then nobody can trump "
            "what follows."
        ),
    ),
    Lesson(
        key="the-nine",
        title=_("The nine waits for the jack"),
        question=_(
            "The maker leads a small trump, and you are next. The jack has not been seen yet. Which trump?"
        ),
        options=RULES,
        entries=entries_of_deal(
            3,
            "D8 C7 S7 SQ HK DK SJ HJ ST D7 DT DA CQ C8 DJ C9 CA DQ S8 D9 HT HA HQ S9 H9 CK CJ CT SK H7 SA H8",
            """
            0 trump suit=C
            1 pass
            3 pass
            0 declare combinations=
            1 declare combinations=
            2 declare combinations=
            3 declare combinations=
            0 play card=C7
            """,
        ),
        seat=1,
        answers=(
            card_answer(
                "C9",
                _(
                    "The nine is worth fourteen points and falls to one card only: the jack. The maker leads "
                    "small to find it, and the partner of the maker plays after you."
                ),
            ),
            card_answer(
                "CK",
                _(
                    "The king forces out a higher trump and costs only four points. The nine is safe as soon as "
                    "the jack has gone."
                ),
            ),
        ),
        right=1,
        idea=_(
            "The nine of trumps is worth fourteen points. Keep it back as long as the jack can still take it."
        ),
    ),
    Lesson(
        key="roem-given-away",
        title=_("Roem given away"),
        question=_("Your partner led the seven, the other side laid the nine on it. The eight or the ten?"),
        options=RULES,
        entries=entries_of_deal(
            0,
            "SQ CT DA ST H8 CJ C7 HT D9 H9 DQ CK HA C8 CQ DK HJ H7 SJ DT SA D7 D8 S7 DJ CA S8 S9 HK HQ C9 SK",
            """
            1 trump suit=D
            2 pass
            0 pass
            1 declare combinations=
            2 declare combinations=
            3 declare combinations=
            0 declare combinations=
            1 play card=D7
            2 play card=DK
            3 play card=D9
            0 play card=DT
            3 play card=C7
            0 play card=C9
            """,
        ),
        seat=1,
        answers=(
            card_answer(
                "C8",
                _(
                    "Seven, eight and nine lie together now: twenty points of roem, and the trick belongs to the "
                    "other side."
                ),
            ),
            card_answer(
                "CT",
                _(
                    "The ten breaks the run and beats the nine. Only the ace takes it, and even then no roem lies "
                    "there."
                ),
            ),
        ),
        right=1,
        idea=_(
            "Before you throw a low card, look at what lies there: three cards of a suit in a row are "
            "roem for whoever takes the trick."
        ),
    ),
    Lesson(
        key="roem-for-your-side",
        title=_("Roem for your side"),
        question=_(
            "King and ace of clubs lie there, and your partner takes this trick. You play last. Which card?"
        ),
        options=RULES,
        entries=entries_of_deal(
            1,
            "C9 C7 DJ SK C8 ST S9 S7 D9 CA CJ D8 H9 D7 DQ CQ DA SJ CT HT DK S8 HQ DT HA HK CK SQ HJ H8 H7 SA",
            """
            2 trump suit=D
            3 pass
            1 pass
            2 declare combinations=
            3 declare combinations=
            0 declare combinations=
            1 declare combinations=
            2 play card=DJ
            3 play card=DQ
            0 play card=DA
            1 play card=D8
            2 play card=D7
            3 play card=DT
            0 play card=D9
            1 play card=H8
            0 play card=CK
            1 play card=CA
            2 play card=C9
            """,
        ),
        seat=3,
        answers=(
            card_answer(
                "CQ",
                _("Queen, king and ace are a run: twenty points of roem in your partner's trick."),
            ),
            card_answer("C8", _("The eight saves three points and leaves twenty lying.")),
        ),
        right=0,
        idea=_(
            "When your side takes the trick, add the card that makes a run, even if it costs a point or two."
        ),
    ),
    Lesson(
        key="points-home",
        title=_("Bring the points home"),
        question=_(
            "You play last and take this trick with either card: the ace has been played. The ten or the "
            "king?"
        ),
        options=RULES,
        entries=entries_of_deal(
            3,
            "HA CQ DQ ST H8 C7 SK C9 DJ CT HT D9 SA S7 HQ CA DT HJ S8 HK SQ H9 SJ S9 CK C8 DA D8 DK D7 H7 CJ",
            """
            0 trump suit=S
            1 pass
            3 pass
            0 declare combinations=
            1 declare combinations=
            2 declare combinations=
            3 declare combinations=
            0 play card=SJ
            1 play card=ST
            2 play card=SK
            3 play card=S8
            0 play card=HA
            1 play card=H8
            2 play card=HJ
            3 play card=H7
            0 play card=H9
            1 play card=HQ
            2 play card=C9
            """,
        ),
        seat=3,
        answers=(
            card_answer(
                "HK",
                _(
                    "The king takes the trick too, but the ten stays in your hand, and the makers can trump it "
                    "later."
                ),
            ),
            card_answer(
                "HT",
                _(
                    "Ten points are safe in a trick that is yours. The king is the highest heart left then and "
                    "can still make a trick."
                ),
            ),
        ),
        right=1,
        idea=_(
            "In a trick that is yours for sure, lay the card that is worth most and that could be lost later."
        ),
    ),
    Lesson(
        key="the-ace",
        title=_("Now the ace"),
        question=_(
            "You have no trumps left. On your last trump neither of the others followed. What do you lead?"
        ),
        options=RULES,
        entries=entries_of_deal(
            3,
            "SK DA S9 D7 HJ HQ H9 C8 H7 H8 DK S7 C9 DQ DT D8 D9 ST SJ SA HA HT CQ DJ HK CA CK C7 CJ SQ S8 CT",
            """
            0 trump suit=C
            1 pass
            3 pass
            0 declare combinations=
            1 declare combinations=HJ HQ HK
            2 declare combinations=
            3 declare combinations=
            0 play card=CQ
            1 play card=CA
            2 play card=CJ
            3 play card=CT
            2 play card=D9
            3 play card=DK
            0 play card=DA
            1 play card=D8
            0 play card=C9
            1 play card=D7
            2 play card=C8
            3 play card=H8
            """,
        ),
        seat=0,
        answers=(
            card_answer(
                "HA",
                _(
                    "Both opponents are out of trumps, so the ace cannot be trumped: a sure trick, and the ten is "
                    "the highest after it."
                ),
            ),
            card_answer(
                "SK",
                _(
                    "The king of spades can be beaten by the ace and the ten, while your ace and ten of hearts are "
                    "good now."
                ),
            ),
            card_answer("DQ", _("The queen gives the lead away while your ace and ten are good now.")),
        ),
        right=0,
        idea=_(
            "Remember who did not follow when trumps were led. When the other side has none left, aces "
            "and tens are sure."
        ),
    ),
    Lesson(
        key="say-kraken",
        title=_("With kraken"),
        question=_("The other side made spades trumps, and you hold five of them. What do you say?"),
        options=RULES,
        entries=entries_of_deal(
            1,
            "CA D8 DT HJ H8 C8 SQ D9 CJ S7 ST DJ C9 SJ HA CQ HQ H9 S8 SA DA HK DQ SK D7 C7 DK CK CT S9 HT H7",
            """
            2 trump suit=S
            3 pass
            """,
        ),
        seat=1,
        answers=(
            _word(
                "kraken",
                _(
                    "Five trumps with nine, ace and ten against the makers: they cannot draw your trumps, and "
                    "each side suit you are out of is yours. The round counts double."
                ),
            ),
            _word(
                "pass",
                _(
                    "With five of the eight trumps against them the makers will hardly get more points than you. "
                    "Whoever passes here gives the double away."
                ),
            ),
        ),
        right=0,
        idea=_(
            "Say kraken when the makers will probably fail: many trumps with high ones among them are the "
            "surest sign."
        ),
    ),
    Lesson(
        key="no-kraken",
        title=_("Without kraken"),
        question=_(
            "The other side made clubs trumps. You hold an ace and three jacks, and no trump. What do "
            "you say?"
        ),
        options=RULES,
        entries=entries_of_deal(
            1,
            "H8 SQ CA SA H9 DJ DQ CJ DA D7 CT S8 DK C7 SJ HQ DT S7 CQ SK CK HA C9 S9 H7 HJ HT C8 ST D8 D9 HK",
            """
            2 trump suit=C
            """,
        ),
        seat=3,
        answers=(
            _word(
                "kraken",
                _(
                    "A jack is worth twenty points only in trumps; in a side suit it counts two. Without a single "
                    "trump you cannot stop the makers, and the round counts double for them."
                ),
            ),
            _word(
                "pass",
                _(
                    "Not one trump, and jacks are small cards outside trumps: let them play for single points."
                ),
            ),
        ),
        right=1,
        idea=_("Count trumps before you say kraken. High cards of the side suits can all be trumped."),
    ),
)
