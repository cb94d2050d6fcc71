"""Kraken in a compact form, for players that look at many rounds for one card.

`masks` writes cards as bits, `legal`, `positions` and `settling` are the rules of play and of the sheet in that form.
`policy` plays rounds with some sense, `solver` exactly with all hands open. The readable engine stays the law: tests
hold both against each other.
"""
