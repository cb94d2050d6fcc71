"""A strong Kraken player: worlds that fit what was seen and said, played out and solved in the compact form.

`belief` and `worlds` say what the closed hands may be; `player` chooses cards and puts it together for an `effort`;
`words` chooses what is said, and bars what no partner forgives.
"""
