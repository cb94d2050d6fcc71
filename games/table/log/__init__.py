"""The log of a match and what is folded from it: models, table state, due times, rulings."""
