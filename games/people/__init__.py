"""Players as people: friends, profiles, the history of matches, reports to the site's staff."""
