"""A player's own data: a copy to keep, and the end of the account."""
