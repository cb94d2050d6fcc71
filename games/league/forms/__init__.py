"""Forms of the secretary. The fields of table rules and house rules are generated from the rules."""
