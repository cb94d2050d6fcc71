"""Kraken in a compact form, for players that look at many rounds for one card.

`games.bots.compact_forms` writes cards as bits; `positions` has the rules of play and of the sheet in that form, and
lists the house rules they obey. `policy` plays rounds with some sense, `solver` exactly with all hands open: `margins`
answer some of its questions more quickly (`Questions` says which), their `Limits` end lines that can change nothing any
more. The engine stays the law: tests hold both against each other.
"""
