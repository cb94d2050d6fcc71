"""Shared by trick-taking games: tricks, combinations, sorting a hand, odds."""
