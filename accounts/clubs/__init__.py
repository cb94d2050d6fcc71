"""A club and its members: permissions, imports, corrections, merging, the member log."""
