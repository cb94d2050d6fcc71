"""The screen of a table: attendance, sentences, rule card, and the HTML of its zones."""
