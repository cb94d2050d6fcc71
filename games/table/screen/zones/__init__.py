"""Zones of the screen: one frozen value per zone, made of plain words and numbers.

A partial (`templates/table/zones/_<name>.html`, Jinja2) is given its value as `zone`, the labels of the value's
language as `_`, addresses of pages as `url`, `draw` for values within its own, and nothing else. So equal values have
equal HTML, and a value is the key its drawing is kept by. The partial of a zone has one root element whose FIRST
attribute is its id. Classes of the root that begin with `with-` name parts that lie in the zone; the table has them too
(`contents_of` in `rendering.py`).

| value | id | drawn for |
| --- | --- | --- |
| Strip | strip | everybody |
| SeatPlace | seat-0, seat-1 ... | everybody |
| Middle | trick (in a review: middle-N) | everybody |
| Sheet | sheet | everybody; its RoundRow values are drawn each by itself |
| Talk | talk | those who hear the same |
| Hand | hand | one seat; spectators have none |
| Question | prompt | one seat or a spectator |
| Agreements | agreements | one seat or a spectator |
| Accusing | accuse | one seat, where the rules can be broken |
| Tip | advice | one screen at a practice table |
| Notice | notice | one screen |
| Calls | calls | one screen, of a director who plays |
| MissedLine | missed | one screen that comes back |
| OpenHand | | a review: each hand at each position |
| Frame | table | one screen: what does not change during play, around its zones |

Seats are named by their place round the table, clockwise, which the style sheet turns into a direction (`places.css`):
a value holds `at` where the screen needs a direction, and a name where it needs a person.
"""
