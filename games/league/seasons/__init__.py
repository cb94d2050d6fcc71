"""Pages of seasons and competitions: standings, house rules, exports."""
