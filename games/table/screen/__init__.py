"""What one screen shows of a table: facts, sentences, turns, and the HTML of its zones."""
