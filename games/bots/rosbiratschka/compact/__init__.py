"""Rosbiratschka in a compact form, for players that look at many deals for one card.

`games.bots.compact_forms` writes cards as bits; `play` has the rules of all contracts in that form, and plays them to
their ends with some sense. `positions` is what all of them have in common, and its `Solver` plays any of them exactly
with all hands open. The engine stays the law: tests hold both against each
other.
"""
