"""A player as an account: mentions in texts, sign-in attempts, staff sign-in, anonymisation."""
