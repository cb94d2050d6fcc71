"""Shapes of the answers of the read API, as the OpenAPI document describes them."""

from __future__ import annotations

from datetime import date, datetime

from ninja import Schema


class CompetitionOut(Schema):
    """A competition of a season; `id` is what the other addresses ask for."""

    id: int
    name: str
    division: int
    game: str


class SeasonOut(Schema):
    """A season, the newest first."""

    name: str
    archived: bool
    competitions: list[CompetitionOut]


class ClubOut(Schema):
    """The club of the key."""

    name: str
    seasons: list[SeasonOut]


class EveningOut(Schema):
    """An evening; `status` is planned, drawn, closed or off."""

    id: int
    number: int
    starts_at: datetime
    place: str
    status: str


class HeldEvening(Schema):
    """An evening that counts in the standings."""

    number: int
    date: date


class EveningResultOut(Schema):
    """One evening of a row; `why` says where no table was played, `struck` that it does not count."""

    points: int | float
    why: str
    struck: bool


class RowOut(Schema):
    """A row of the standings; `place` is null without the evenings needed. `points` are the sum of the evenings that
    count, `mean` their average where places go by it; `balance` are the points made at tables less those against."""

    place: int | None
    name: str
    points: int | float
    average: int | float
    mean: int | float | None
    won: int
    drawn: int
    lost: int
    balance: int | float
    evenings: int
    zone: str
    tie: str
    results: list[EveningResultOut | None]


class StandingsOut(Schema):
    """The standings as they are now."""

    club: str
    season: str
    competition: str
    at: datetime
    evenings: list[HeldEvening]
    rows: list[RowOut]


class ResultOut(Schema):
    """A line of an evening: the points of each table and their sum."""

    place: int | None
    name: str
    points: int | float
    tables: list[int | float]


class ResultsOut(Schema):
    """The results of an evening as they are now."""

    evening: EveningOut
    competition: str
    results: list[ResultOut]
