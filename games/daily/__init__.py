"""The deal of the day: four rounds a day with the same cards for every player, against strong bots."""
