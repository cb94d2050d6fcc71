"""The lessons of Kan: the covered word, high trumps first, what to show, and when to stop.

Each deal was looked for among dealt ones: a strong player gives the answer that is called right here, and when the same
players go on it brings its side more points of the round, or more scoring cards, than the others.
"""

from __future__ import annotations

from typing import Final

from games.bots.lessons import Lesson, LessonAnswer, entries_of_deal
from games.engine.words import gettext_noop as _

RULES: Final = {"rounds": 1, "early_stop": "on"}
"""A decided deal stops, so that nothing is shown that can change nothing any more."""
FIRST_DEAL: Final = entries_of_deal(
    0,
    """
    D8 ST C6 HK HT C4 HJ DA SK DT S9 S6 C5 H3 C7 H4 CK C3 SA XX H6 H8 S5 S4 D3 H5 DJ CT DK SJ S2
    CQ HA CA SQ CJ D5 S3 H7 H9 D6 S8 C8 D9 DQ D7 D4 HQ C9 S7
    """,
    """
    0 iku
    4 koi
    0 play card=H9
    2 play card=HJ
    3 play card=HQ
    4 play card=HK
    1 play card=H4
    4 play card=CA
    1 play card=CJ
    0 play card=C7
    2 play card=CQ
    3 play card=C3
    4 play card=SK
    1 play card=S2
    0 play card=SJ
    2 play card=S6
    3 play card=S3
    4 play card=SA
    1 play card=S9
    0 play card=SQ
    2 play card=S8
    3 play card=S5
    """,
)
"""A first deal that the kan, seats 0 and 4, win with ten scoring cards against none."""


def _answer(word: str, *, why: str, **fields: str) -> LessonAnswer:
    return LessonAnswer({"do": word, **fields}, why)


LESSONS: Final = (
    Lesson(
        key="iku-or-koi",
        title=_("Kan, and the covered word"),
        question=_(
            "Spades are trumps. You hold their ace and Cora holds the joker: you two are kan, against "
            "the three mukan, and need nine of the sixteen scoring cards. Each of you says a covered "
            "word: iku, I lead, or koi, you lead. What do you say?"
        ),
        options=RULES,
        entries=entries_of_deal(
            3,
            """
            H9 SK S4 D6 C3 DA D8 D3 C7 D5 DK D9 HJ D7 C5 H6 H8 S6 S8 CK C9 S3 SQ S9 DT C8 H4 CT D4 C6 HQ
            SA DQ CJ CA S5 H7 HA ST CQ H5 S2 S7 XX HT DJ H3 HK SJ C4
            """,
        ),
        seat=0,
        answers=(
            _answer(
                "iku",
                why=_(
                    "Ace and king of trumps take the first two tricks, and the trumps of the mukan fall. Cora "
                    "plays her joker later: it may not be used in the first trick."
                ),
            ),
            _answer(
                "koi",
                why=_(
                    "Cora may not lead the joker to the first trick, and nothing else she holds is sure. The "
                    "mukan take that trick, and your trumps wait."
                ),
            ),
        ),
        right=0,
        idea=_(
            "The joker and the ace of trumps make the two kan for the whole round. Say iku when your "
            "own hand can begin with sure tricks, else koi."
        ),
        players=5,
    ),
    Lesson(
        key="high-trumps-first",
        title=_("High trumps first"),
        question=_("You are kan, said iku, and lead to the first trick. Spades are trumps. Which card?"),
        options=RULES,
        entries=entries_of_deal(
            4,
            """
            S8 CJ S9 CT HA C3 H4 D4 S2 C8 S6 H5 DK D5 C4 CK H3 SA H8 DT SJ HQ SQ H7 C9 S5 D6 S7 CA C6 HJ
            H6 D8 C7 S3 C5 DQ HT S4 D9 XX CQ D7 ST HK DJ DA SK H9 D3
            """,
            """
            0 koi
            2 iku
            """,
        ),
        seat=2,
        answers=(
            _answer(
                "play",
                card="SA",
                why=_(
                    "Ace, king and queen are the three highest trumps. Played from the top they take three "
                    "tricks, and hardly a mukan has a trump left after that."
                ),
            ),
            _answer(
                "play",
                card="S7",
                why=_(
                    "A small trump draws as many trumps, but a mukan with a higher one takes the trick, with "
                    "every scoring card in it."
                ),
            ),
            _answer(
                "play",
                card="DK",
                why=_("The ace of diamonds is out: it takes your king, and the mukan add what counts."),
            ),
        ),
        right=0,
        idea=_(
            "With the highest trumps in your hand play them first: what the mukan hold of them falls, "
            "and your side wins what follows."
        ),
        players=5,
    ),
    Lesson(
        key="show-cards",
        title=_("Show what you want as trumps"),
        question=_(
            "The round's second deal. You had the ace in the first one, so you may show your partner up "
            "to two cards; then your partner names trumps and leads. What do you show?"
        ),
        options=RULES,
        entries=(
            *FIRST_DEAL,
            *entries_of_deal(
                0,
                """
                SJ H3 D9 DA SA C8 HT CA DK H4 S8 S6 SK DQ C4 SQ XX H8 D8 D7 CT ST CJ D6 DT C9 C3 HA D4 C7 HQ
                S2 D5 H7 HK H5 S3 DJ C5 HJ CQ S7 S5 S9 CK H6 D3 H9 S4 C6
                """,
            ),
        ),
        seat=4,
        answers=(
            _answer(
                "show",
                cards="DK DA",
                why=_(
                    "Your partner sees the two highest diamonds, names diamonds, and your six trumps are worth "
                    "tricks. The mukan see only that two cards were shown."
                ),
            ),
            _answer(
                "show",
                cards="",
                why=_(
                    "Your partner knows nothing of your six diamonds and names the own best suit, in which you "
                    "have next to nothing."
                ),
            ),
            _answer(
                "show",
                cards="S9",
                why=_(
                    "A card of a short suit points to the wrong place: it says nothing of the diamonds, which "
                    "are your tricks."
                ),
            ),
        ),
        right=0,
        idea=_(
            "What you show is your wish for trumps: the highest cards of your longest suit, both together."
        ),
        players=5,
    ),
    Lesson(
        key="stop-or-juuroku",
        title=_("Keep the points, or juuroku?"),
        question=_(
            "The round's second deal. You two kan have nine scoring cards and the mukan none, and the "
            "word is yours. Stop with sukonku, or say juuroku and go for all sixteen?"
        ),
        options=RULES,
        entries=(
            *FIRST_DEAL,
            *entries_of_deal(
                0,
                """
                H4 HT CQ DA SA H8 D6 H3 DK SK C5 HJ DQ S8 SQ CJ CT S5 S7 SJ H5 DJ S2 HQ S9 D4 XX D5 H9 S6 C7
                H6 S3 D9 HA H7 C9 DT CK HK ST CA D8 C8 D7 S4 C6 D3 C3 C4
                """,
                """
                4 show cards=DK DA
                0 trump suit=S
                0 play card=C4
                2 play card=C6
                3 play card=CQ
                4 play card=CK
                1 play card=C5
                4 play card=DK
                1 play card=D4
                0 play card=D7
                2 play card=D6
                3 play card=D3
                4 play card=S7
                1 play card=ST
                0 play card=SJ
                2 play card=HJ
                3 play card=S2
                0 play card=HK
                2 play card=H6
                3 play card=H3
                4 play card=HQ
                1 play card=H4
                0 play card=SQ
                2 play card=DJ
                3 play card=S3
                4 play card=S8
                1 play card=S4
                """,
            ),
        ),
        seat=0,
        answers=(
            _answer(
                "stop",
                why=_(
                    "The deal and the sukonku are written down: two points for each of you, and the third deal "
                    "is still to come."
                ),
            ),
            _answer(
                "juuroku",
                why=_(
                    "Your cards are high, but the joker has not been seen. It takes a trick from anybody, and "
                    "one scoring card in it is enough: seventeen points lost, and the round is over."
                ),
            ),
        ),
        right=0,
        idea=_(
            "With the deal juuroku brings nine points or costs seventeen. Say it only if you know where the joker "
            "and the missing scoring cards are."
        ),
        players=5,
    ),
)
