"""The only maker of table HTML: one place, zone by zone, the same path for a first load and for a push.

Every partial is `templates/table/_<zone>.html` (Jinja2) and has one root element whose FIRST attribute is its id, so
that ``<div id="trick"`` begins it. Zones and their ids:

| zone | id | drawn | variables beside the common ones |
| --- | --- | --- | --- |
| strip | strip | once for everybody | |
| seat | seat-0, seat-1 ... | once for everybody | seat (SeatZone), sitter (SeatFacts) |
| trick | trick | once for everybody | |
| sheet | sheet | once for everybody | |
| talk | talk | once for everybody | |
| hand | hand | for one seat; spectators have none | |
| prompt | prompt | for one seat or a spectator | |
| notice | notice | for one screen | notice (a sentence or "") |
| table | table | the whole: root `<main-section id="table" data-seq class="seen-from-N">` | zones (id -> ready HTML) |

Common variables: `view` (engine View, for zones of everybody that of a spectator), `names` (tuple by seat),
`you` (seat or None; always None in zones of everybody), `match` (MatchFacts), `say(Text)`, `card_name(card)`,
`suit_name(suit)`, `side_name(side)`, and `_` of the environment. `_table.html` places ``{{ zones["strip"] }}`` and so
on (ready, escaped HTML), it does not include the partials. Over the socket a zone travels as it is (hx-ws swaps by id);
in the answer to a POST its root gets ``hx-swap-oob="true"`` here.
Partials must be deterministic: same variables, same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What is known of a seat beside the game. `ready` has pressed on; `present` has the table open now."""

    number: int
    name: str
    kind: str
    present: bool
    ready: bool
    automatic: bool


@dataclass(frozen=True, slots=True)
class TalkShown:
    """One line of talk: `words` is what was said, `phrase` its code when it was a fixed phrase."""

    seat: int
    name: str
    words: str
    phrase: str
    at: datetime


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The match around the view. `seats` by number, `talk` oldest first, `waits_for_ready` while the sheet is open.

    `ready_window` is the window a "ready" answers ("" when there is nothing to be ready for); `may_chat` says that
    free text is taken now; `phrases` are (code, words) of the fixed phrases.
    """

    code: str
    game: str
    game_name: str
    seq: int
    status: str
    round: int
    seats: tuple[SeatFacts, ...]
    ready_window: str
    phrases_on: bool
    chat_on: bool
    may_chat: bool
    phrases: tuple[tuple[str, str], ...]
    talk: tuple[TalkShown, ...]
    commitment: str
    signals: str
