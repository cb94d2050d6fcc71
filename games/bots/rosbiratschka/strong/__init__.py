"""A strong Rosbiratschka player: deals that fit what was seen, played out and solved in the compact form.

`belief` says what the closed hands may be, `search` chooses the card, `player` puts it together for an `effort`.
"""
