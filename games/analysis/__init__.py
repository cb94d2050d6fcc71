"""The analysis of closed rounds: rows beside the log that can be rebuilt from it, and the pages that show them."""
