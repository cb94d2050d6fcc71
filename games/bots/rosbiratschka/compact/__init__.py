"""Rosbiratschka in a compact form, for players that look at many deals for one card.

`games.bots.compact_forms` writes cards as bits; `tricks`, `total` and `rows` are the rules of contracts one to four,
five and six in that form, and play them to their ends with some sense. `positions` is what all of them have in common,
and its `Solver` plays any of them exactly with all hands open. The engine stays the law: tests hold both against each
other.
"""
