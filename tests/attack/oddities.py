"""Values that no form of ours asks for, to be sent in each of its fields."""

from __future__ import annotations

from collections.abc import Mapping

ODDITIES: Mapping[str, tuple[str, ...]] = {
    "numbers": (
        "9" * 30,
        "9" * 5000,
        str(2**63),
        str(2**31),
        str(2**15),
        str(-(2**63) - 1),
        "-1",
        "0",
        "1e400",
        "NaN",
        "0x10",
        "\N{ARABIC-INDIC DIGIT ONE}",
        "\N{SUPERSCRIPT TWO}",
    ),
    "dates": (
        "0001-01-01",
        "0001-01-01T00:00",
        "0001-01-02T00:00",
        "9999-12-31",
        "9999-12-31T23:59",
        "9999-12-30T23:59",
        "2026-02-30",
        "2026-03-29T02:30",
        "23:59:60",
    ),
    "texts": (
        "",
        "a\0b",
        "\ud800",
        "a\udfffb",
        "\N{COLLISION SYMBOL}" * 10_000,
        "\N{HANGUL FILLER}",
        "\u202e\u2066x",
        "one\rtwo\n;three\t%00%s%(x)s{0}{x}",
        '"><script>{{ 7 }}{% x %}',
    ),
    "other types": ("true", "null", "[]", '{"a": 1}', "on"),
}
"""By kind. Lone surrogates travel as the bytes `surrogatepass` makes of them."""
EVERY_ODDITY = tuple(word for words in ODDITIES.values() for word in words)
