"""The table's sockets: consumers, what a page says when it opens one, forms, rights, recovery from lost events."""
