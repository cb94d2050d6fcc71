"""Models of notices, push devices and the messages that wait to be sent. `accounts.models` imports them for Django."""
