"""Addresses of the deal of the day."""

from __future__ import annotations

from datetime import date

from django.urls import URLPattern, path, register_converter

from games.daily import views


class DayConverter:
    """Path converter of a day as 2026-03-14, in the years 2000 to 2099; other days match no address."""

    regex = "20[0-9]{2}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        return value.isoformat() if isinstance(value, date) else value


class PeriodConverter:
    """Path converter of the periods that have a list."""

    regex = "|".join(views.PERIODS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(DayConverter, "day")
register_converter(PeriodConverter, "period")

app_name = "daily"
urlpatterns: list[URLPattern] = [
    path("daily/", views.today, name="today"),
    path("daily/begin/", views.begin, name="begin"),
    path("daily/<day:day>/", views.day, name="day"),
    path("daily/<day:day>/choices/", views.choices, name="choices"),
    path("daily/<period:period>/<day:day>/", views.period, name="period"),
]
