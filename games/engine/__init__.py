"""The rules of the club's games: pure, deterministic, standard library only, usable on its own.

Start reading at `game.py` (what a game is), then `kraken/__init__.py` (one game) and `log.py` (how a match
advances).
"""
