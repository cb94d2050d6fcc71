"""Pages of a club: members, invitations."""
