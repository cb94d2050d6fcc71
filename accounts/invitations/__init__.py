"""Joining and leaving a club: signed links, codes, invitations by mail, requests to join, departures."""
