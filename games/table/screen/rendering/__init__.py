"""The maker of table HTML: zone by zone, the same path for a first load and for a push.

Every partial is `templates/table/_<zone>.html` (Jinja2) and has one root element whose FIRST attribute is its id,
so that ``<div id="trick"`` begins it. Zones and their ids:

| zone | id | drawn | variables beside the common ones |
| --- | --- | --- | --- |
| strip | strip | once for everybody | laid() (last trick, ready HTML) |
| seat | seat-0, seat-1 ... | once for everybody | seat (SeatZone), sitter (SeatFacts) |
| trick | trick | once for everybody | laid() (cards of the trick, ready HTML) |
| sheet | sheet | once for everybody | rounds() (their rows, ready HTML, each by `_round.html`) |
| talk | talk | once for everybody | |
| hand | hand | for one seat; spectators have none | cards() (ready HTML, each by `_card.html` once a language) |
| prompt | prompt | for one seat or a spectator | turn (Turn) |
| around | around | for one seat or a spectator | |
| advice | advice | for one screen at a practice table | advice (Advice or None) |
| notice | notice | for one screen | notice (a sentence or "") |
| table | table | the whole, root class `seen-from-N`, `data-seq` | zones (id -> ready HTML), lost_seat (LostSeat) |

Common variables: `view` (engine View, for zones of everybody that of a spectator), `names` (tuple by seat),
`you` (seat or None; always None in zones of everybody), `match` (MatchFacts), `say(Text)`, `card_name(card)`,
`suit_name(suit)`, `side_name(side)`, and `_` of the environment. `_table.html` places ``{{ zones["strip"] }}``
and so on (ready, escaped HTML), it does not include the partials. Over the socket a zone travels as it is (hx-ws
swaps by id); in the answer to a POST its root gets ``hx-swap-oob="true"`` here.
Partials must be deterministic: same variables, same bytes. What a partial may look at is its basis (`zones._BASES`):
a zone whose basis has not changed is not drawn again.
"""

from games.table.screen.rendering.screens import (
    answer_to_post,
    changed_zones,
    whole_of,
    whole_table,
    word_to_post,
)
from games.table.screen.rendering.sketches import forget_all
from games.table.screen.rendering.zones import laid_zone, notice_zone, zones_of

__all__ = [
    "answer_to_post",
    "changed_zones",
    "forget_all",
    "laid_zone",
    "notice_zone",
    "whole_of",
    "whole_table",
    "word_to_post",
    "zones_of",
]
