"""Ways into a club: signed links, spoken codes, mailed invitations, requests to join."""
