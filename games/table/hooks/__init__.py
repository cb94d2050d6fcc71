"""Where other apps register for events of the table; the table imports none of them."""
