"""Shared by trick-taking games: tricks, combinations, the order of a hand, what a card tells of the hand it came from
(`inference`), and figures of dealt hands under a fair shuffle (`odds`)."""
