"""Bots: players that see what a person in their seat sees, and nothing else.

A bot is handed a View, never a State, and keeps nothing between two decisions: what it remembers of the
running deal is `View.played`. So it cannot cheat, a restart costs it nothing, and why it did something can be
told long afterwards from what it saw. Each game folder declares its bots in one `BOT`; `registry.py` lists them.
"""
