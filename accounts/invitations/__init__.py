"""Joining a club: signed links, codes, invitations by mail, requests to join."""
