"""Kraken in a compact form, for players that look at many rounds for one card.

`games.bots.bits` writes cards as bits; `positions`, `limits` and `margins` are the rules of play and of the sheet in
that form. `policy` plays rounds with some sense, `solver` exactly with all hands open. The engine stays the
law: tests hold both against each other.
"""
