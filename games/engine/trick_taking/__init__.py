"""What trick-taking games share: tricks, combinations, sorting a hand, odds."""
