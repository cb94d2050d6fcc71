"""Sentences with names, drawn once for every reader: one's own is "you", that of one's side "your side"."""

from __future__ import annotations

import re

from games.engine import registry
from games.engine.words import text
from games.table.screen.speech import Speech

KRAKEN = registry.game("kraken")
NAMES = ("Anna", "Bram", "<i>Cleo</i>", "Daan")
SIDES = (0, 1, 0, 1)
AT = dict(enumerate(range(4)))


def sentence_shown(code: str, you: int | None, language: str = "en", **facts: int | str) -> str:
    """The sentence as a style sheet shows it to the reader at that place."""
    said = str(
        Speech(language=language, names=NAMES, words=KRAKEN.words).say_to_each(text(code, **facts), SIDES, AT)
    )
    parts = re.split(r'<span class="(for-[^"]*)"><span class="named">(.*?)</span>', said)
    shown = [parts[0]]
    for places, others, rest in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        mine, after = re.fullmatch(r'<span class="named-own">(.*?)</span></span>(.*)', rest).groups()
        shown += [mine if f"for-{you}" in places.split() else others, after]
    return "".join(shown)


def test_each_reader_is_you_and_everybody_else_has_a_name() -> None:
    stuk = [sentence_shown("stuk", you, seat=1) for you in (None, 0, 1)]
    assert stuk == ["Stuk, Bram", "Stuk, Bram", "Stuk, you"]
    revoked = {"seat": 3, "trick": 2}
    assert sentence_shown("revoke_all", 3, **revoked) == "You revoked in trick 2: all points to the others"
    assert (
        sentence_shown("revoke_all", 3, "nl", **revoked)
        == "Jij verzaakte in slag 2: alle punten naar de anderen"
    )


def test_both_players_of_a_side_read_your_side() -> None:
    made = {"side": 1, "points": 90, "against": 72}
    for you in (1, 3):
        assert sentence_shown("verdict_round_made", you, **made) == "Made: your side had 90 against 72."
        assert (
            sentence_shown("verdict_round_made", you, "nl", **made) == "Gehaald: jullie hadden 90 tegen 72."
        )
    assert (
        sentence_shown("verdict_round_made", 0, "nl", **made) == "Gehaald: Bram en Daan hadden 90 tegen 72."
    )
    assert sentence_shown("end_round_made", 1, side=1) == "Your side made it"


def test_a_name_is_no_markup() -> None:
    assert sentence_shown("stuk", 0, seat=2) == "Stuk, &lt;i&gt;Cleo&lt;/i&gt;"
    assert sentence_shown("end_round_made", 1, side=0) == "Anna and &lt;i&gt;Cleo&lt;/i&gt; made it"
