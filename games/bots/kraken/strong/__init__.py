"""A strong Kraken player: worlds that fit what was seen and said, played out and solved in the compact form.

`belief`, `evidence` and `worlds` say what the closed hands may be, `stakes` what is on the sheet already. `search`
chooses cards, `words` what is said, `vetoes` bars what no partner forgives; `player` puts it together for an `effort`.
"""
