"""Rendering of table HTML, zone by zone and equally for first load, push and review.

`drawing` turns a zone's value into HTML, `seat_zones` keeps what everybody sees of each table at its newest moment,
`screens` puts zones together for a screen. Over the socket a zone travels as it is, in the answer to a POST its root
gets ``hx-swap-oob="true"``; the page exchanges both by id.
"""

from games.table.screen.rendering.drawing import calls_zone, draw, missed_zone, notice_zone
from games.table.screen.rendering.screens import (
    answer_to_post,
    changed_zones,
    seq_mark,
    whole_of,
    whole_table,
    word_to_post,
)
from games.table.screen.rendering.seat_zones import forget_all, zones_of

__all__ = [
    "answer_to_post",
    "calls_zone",
    "changed_zones",
    "draw",
    "forget_all",
    "missed_zone",
    "notice_zone",
    "seq_mark",
    "whole_of",
    "whole_table",
    "word_to_post",
    "zones_of",
]
