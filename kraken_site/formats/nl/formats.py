"""As Django writes Dutch, with the weekday an evening is known by."""

DATETIME_FORMAT = "D j M Y, H:i"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
