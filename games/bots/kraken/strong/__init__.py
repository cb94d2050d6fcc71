"""A strong Kraken player: worlds that fit what was seen and said, played out and solved in the compact form.

`words` weighs worlds by what was said and chooses what to say; `player` chooses cards, bars what no partner forgives,
and puts it together for an `Effort`.
"""
