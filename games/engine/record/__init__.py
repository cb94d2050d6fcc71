"""The match record: what a player downloads, a reviewer checks and an outside program can write by hand
(README, "Match records")."""

from games.engine.record.checking import check_record, check_text, counted
from games.engine.record.reading import FORMAT
from games.engine.record.writing import write_record

__all__ = ["FORMAT", "check_record", "check_text", "counted", "write_record"]
