"""A person: names, export and erasure of their data, staff sign-in."""
