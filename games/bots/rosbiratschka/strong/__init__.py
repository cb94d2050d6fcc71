"""A strong Rosbiratschka player: deals that fit what was seen, played out and solved in the compact form.

`belief` says what the closed hands may be, `player` chooses the card for an `effort`.
"""
