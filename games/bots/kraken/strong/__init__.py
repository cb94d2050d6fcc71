"""A strong Kraken player: worlds that fit what was seen and said, played out and solved in the compact form.

`belief` says what the closed hands may be, deals worlds that fit it, and counts what both sides have by now; `words`
weighs worlds by what was said and chooses what to say; `player` chooses cards, bars what no partner forgives, and puts
it together for an `Effort`.
"""
