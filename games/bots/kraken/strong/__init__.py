"""A strong Kraken player: worlds that fit what was seen and said, played out and solved in the compact form.

`belief` and `worlds` say what the closed hands may be, `takings` what both sides have by now; `player` chooses cards,
bars what no partner forgives, and puts it together for an `effort`; `words` chooses what is said.
"""
