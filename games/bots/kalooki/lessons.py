"""The lessons of Kalooki: pile or stock, what to discard, when to lay, and when a joker should move.

The hands were put together. Over many orders of the stock the answer that is called right leaves fewer points than the
others when the same players go on.
"""

from __future__ import annotations

from typing import Final

from games.bots.lessons import Lesson, LessonAnswer, entries_of_deal
from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.words import gettext_noop as _


def _word(word: str, why: str) -> LessonAnswer:
    data: Data = {"do": word}
    return LessonAnswer(data, why)


def _discard(card: Card, why: str) -> LessonAnswer:
    return LessonAnswer({"do": "discard", "card": card}, why)


LESSONS: Final = (
    Lesson(
        key="pile-or-stock",
        title=_("Pile or stock?"),
        question=_(
            "Three threes are asked for. You hold two eights, and an eight lies on the pile. Nobody has "
            "called it. What do you draw?"
        ),
        options={"deals": [1]},
        entries=entries_of_deal(
            3,
            """
            S8 H7 S9 DA C8 C7 C9 DJ DQ S4 H6 C6 HQ D9 D2 S5 C5 HJ DK HT D5 C2 C3 D3 SJ ST DT SK H3 D6 SQ
            S7 CK HA H4 S2 D8 C4 H9 D6b CKb D7 C6b DKb C4b D3b CJ H9b XXc D4 CTb D9b H2b H5 C7b C5b SQb
            H4b S3 CAb XXb D8b D5b S3b CJb C9b HK XX DQb HKb HJb H7b S6 S9b S5b STb H3b H8 SJb S6b D4b
            S8b H5b CQb XXd DJb HAb C2b HTb HQb H6b DAb SAb S4b C3b DTb C8b CQ S2b D7b H8b SA S7b SKb CT
            H2 CA D2b
            """,
            """
            house close
            """,
        ),
        seat=0,
        answers=(
            _word(
                "take",
                _("The third eight makes your first three, and you know it before you draw. Two more to go."),
            ),
            _word(
                "stock",
                _(
                    "The stock may bring anything, and the next player may take the eight. Only five more are "
                    "out, and you need just one now."
                ),
            ),
        ),
        right=0,
        idea=_(
            "Take the discard when it completes a meld. In all other cases draw from the stock: the "
            "jokers are there."
        ),
    ),
    Lesson(
        key="next-player",
        title=_("What the next player collects"),
        question=_(
            "Bert plays after you. In his first turn he took a seven from the pile. One five is all you "
            "lack. What do you discard?"
        ),
        options={"deals": [1]},
        entries=entries_of_deal(
            0,
            """
            S7 D2 DA S9 S4 C8 SJ C9 C4 H6 C6 D9 D4 H3 S6 DQ H8 S5 HT CQ ST C3 C2 HQ CT DJ SK C5 DT SQ S8
            D5 HA HJ S2 D7 H7 D3 CK CJ D6 D5b D8b D8 CKb SAb C4b D3b H9b XXc HKb XXb C6b DAb CAb C7 C5b
            H3b HAb H5 CA DQb SJb D7b DJb CJb C8b HK XX S6b H4b HQb S9b S3b S8b S4b S2b H4 H7b H8b S5b
            D6b S7b H5b CTb XXd SKb HJb C2b SQb H6b DK SA C3b H2 C7b CQb S3 D9b H9 DTb DKb HTb STb D2b
            H2b C9b D4b
            """,
            """
            1 take
            1 discard card=HA
            2 stock
            house close
            2 discard card=SQ
            3 stock
            house close
            3 discard card=SK
            0 stock
            house close
            """,
        ),
        seat=0,
        answers=(
            _discard(
                "CJ",
                _(
                    "The jack belongs to nothing in your hand, costs ten points if you keep it, and Bert has "
                    "not asked for jacks."
                ),
            ),
            _discard(
                "D7",
                _(
                    "Whoever takes a seven collects sevens. Bert takes this one too, lays his contract and goes "
                    "out in the same turn: your cards count double."
                ),
            ),
            _discard(
                "C5",
                _(
                    "The five breaks your pair. Nines and queens are complete, and with a third five the whole "
                    "hand would go down."
                ),
            ),
        ),
        right=0,
        idea=_(
            "Watch what the player after you takes from the pile, and keep those cards back. Discard "
            "what is dear and of no use to either of you."
        ),
    ),
    Lesson(
        key="lay-or-hold",
        title=_("Lay now, or hold?"),
        question=_(
            "You hold the contract: fives, nines and queens, and two kings beside it. Bert's contract "
            "lies, and he has one card left. Lay now, or wait for a third king and go out at once?"
        ),
        options={"deals": [1]},
        entries=entries_of_deal(
            1,
            """
            D8 DA S9 S7 H6 CT C9 C7 S8 S6 D9 S3 DT SJ C5 D3 C2 HT D5 C3 H2 SQ DQ DJ DK H8 CQ CJ D4 S4 CK
            D6 H4 D2 SK HA H5 C8 C6 D7 H7 S2 H3 H9 CA HQ H3b H6b XX SA DAb HQb S9b S6b SQb DTb C2b SJb
            ST HK HJb C9b XXd DKb SKb C8b HJ S4b D9b S5 H7b C4 HTb H4b S3b H2b D8b S8b XXc CJb CQb S2b
            HKb SAb CTb D4b XXb CKb D5b DJb H9b H8b D2b C4b S7b D6b HAb STb C3b C5b C6b CAb H5b DQb S5b
            C7b D7b D3b
            """,
            """
            0 call
            2 allow
            2 discard card=DK
            3 stock
            house close
            3 discard card=SJ
            1 call
            0 allow
            0 discard card=S2
            1 stock
            house close
            1 lay melds=S7 C7 H7;S3 D3 C3;DJ CJ SJ
            1 tack card=H3 meld=1
            1 discard card=D6
            2 stock
            house close
            2 discard card=DT
            3 stock
            house close
            3 discard card=HT
            0 stock
            house close
            """,
        ),
        seat=0,
        answers=(
            LessonAnswer(
                {"do": "lay", "melds": "C5 D5 H5;C9 D9 S9;CQ DQ HQ"},
                _(
                    "What lies costs nothing any more. If Bert goes out, you pay for the two cards that are "
                    "left in your hand and for no more."
                ),
            ),
            _discard(
                "C8",
                _(
                    "To go out at once would double the points of the others. But Bert needs only one card that "
                    "fits, and then your whole hand counts: ninety-two points."
                ),
            ),
        ),
        right=0,
        idea=_(
            "Hold the contract only as long as nobody else lies down. As soon as somebody is nearly out, lay."
        ),
    ),
    Lesson(
        key="move-the-joker",
        title=_("When a joker should move"),
        question=_(
            "Your contract lies, and Bert has one card left. In his four of hearts the joker stands for "
            "the six. You hold the six and the ten of hearts, and you drew a king. What do you do?"
        ),
        options={"deals": [2]},
        entries=entries_of_deal(
            2,
            """
            DA C9 C4 D8 S3 D9 D4 H3 C6 S9 S4 S8 CJ D2 DQ DT ST H2 HQ CT C7 C2 CQ C5 H8 SJ H5 HK DJ SQ H7
            D5 S5 SK SQb S6 S2 H6 C8 CA SA HT D3 XX CK H8b C3 HJ DKb H4 DK XXd D9b CJb C4b C7b HJb S5b
            DAb HKb SJb XXc D6b CKb C5b CQb D7 D4b H9 S9b XXb DQb S3b H7b D8b CTb H3b H9b H6b S6b HAb
            HQb D7b S2b D3b D6 S7 C2b DTb S4b C3b S8b C8b D2b DJb HTb H4b H2b SKb H5b C9b D5b C6b S7b
            SAb STb HA CAb
            """,
            """
            0 call
            3 allow
            3 discard card=DA
            1 call
            0 allow
            0 lay melds=C9 D9 S9;D2 H2 C2;SJ SQ SK SA
            0 discard card=CK
            1 stock
            house close
            1 lay melds=C4 D4 S4;DQ HQ CQ;H5 XX H7 H8b
            1 tack card=SQb meld=4
            1 discard card=C8
            2 stock
            house close
            2 discard card=HK
            3 stock
            3 discard card=S5
            0 stock
            house close
            """,
        ),
        seat=0,
        answers=(
            LessonAnswer(
                {"do": "shift", "card": "H6", "meld": "5"},
                _(
                    "The six takes the place of the joker, and the joker becomes the nine at the high end. Now "
                    "your ten fits behind it, and the king is your discard: you are out."
                ),
            ),
            _discard(
                "DKb",
                _(
                    "Six and ten stay in your hand, and Bert needs only one card that fits: he may be out "
                    "before your next turn."
                ),
            ),
            _discard(
                "HT",
                _(
                    "The ten fits as soon as the joker has moved up: thrown away it is a wasted turn, and the "
                    "king stays in your hand."
                ),
            ),
        ),
        right=0,
        idea=_(
            "You never get the joker of a four into your hand. Move it when that takes a card off your "
            "hand and opens the place for another one."
        ),
    ),
)
