"""Hands of Kraken that several tests of its bots begin from."""

from __future__ import annotations

FED = ["HJ H9 HA D7 D8 C7 C8", "SK SQ D9 DT C9 CT H7", "S8 S9 DJ DQ CJ CQ H8 HT", "ST SJ DK DA CK CA HK HQ"]


RUFFED = [
    "S7 SA SK SQ H9 HA D7 C7",
    "S8 SJ ST D8 D9 C8 C9 H8",
    "S9 DT DJ DQ CT CJ CQ HT",
    "HJ HK HQ H7 DK DA CK CA",
]
