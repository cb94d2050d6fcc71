"""Pages of an evening: sign-up, the director's cockpit, paper sheets, the report."""
