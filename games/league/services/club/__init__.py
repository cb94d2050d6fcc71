"""Services about the club itself: its name, and the contributions of its members."""
