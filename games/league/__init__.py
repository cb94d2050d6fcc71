"""What the matches of a club add up to: competitions, evenings, seating, tables of standings."""
