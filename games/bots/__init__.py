"""Bots: players that see what a person in their seat sees, and nothing else.

A bot is handed a View, never a State, and keeps nothing between two decisions: what it remembers of the
running deal is `View.played`. So it cannot cheat, a restart costs it nothing, and why it did something can be
told long afterwards from what it saw. Each game folder declares its bots in one `BOT`; `registry.py` lists them.

The folders have the same names for the same things, as far as their bots have them: `player` decides in every window;
where the easy level is another player, that one is `easy`. `knowledge` is what a seat knows and `belief` what it is
certain of for a search, `search` weighs answers over deals that fit it, `card_worth` by rules of thumb, `compact` and
`solver` play them to the end. `reasons` say why, `lookback` judges a closed round, `lessons` teach, `duel` measures.
"""
