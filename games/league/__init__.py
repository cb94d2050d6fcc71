"""The league: competitions of a club, evenings, seating, standings."""
