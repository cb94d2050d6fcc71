"""Texts of the secretary: messages to members, and the news and contact text of the club's page."""
