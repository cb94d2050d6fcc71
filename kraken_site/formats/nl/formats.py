"""As Django writes Dutch, with the weekday an evening is known by and months in small letters."""

DATETIME_FORMAT = "D j b Y, H:i"
SHORT_DATETIME_FORMAT = "j b Y, H:i"
