"""Photos without what a camera writes beside the picture: place, time, device, name.

No image library is needed, because nothing is decoded: of a JPEG or PNG only the parts that a browser needs to draw it
are copied (`docs/decisions/2026-11-23-photos-are-copied-part-by-part.md`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

JPEG, PNG = "jpeg", "png"
MAX_PIXELS: Final = 25_000_000
"""Pixels of a photo, as many as phones take (5712 x 4284); each fills four bytes of the phone that shows it."""

START_OF_JPEG: Final = b"\xff\xd8"
END_OF_JPEG: Final = b"\xff\xd9"
END, SCAN, EXIF, ADOBE = 0xD9, 0xDA, 0xE1, 0xEE
FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
COPIED_SEGMENTS: Final = FRAMES | {0xC4, 0xCC, 0xDB, 0xDD, SCAN}
"""Frames, Huffman and arithmetic tables, quantisation tables, restart interval, scans."""
BEHIND_SCAN: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""The first marker behind the data of a scan; within the data a zero or a restart number follows 0xFF."""
ORIENTATION: Final = 0x0112
UPRIGHT, LAST_ORIENTATION = 1, 8

START_OF_PNG: Final = b"\x89PNG\r\n\x1a\n"
COPIED_CHUNKS: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"IDAT", b"IEND"})


class NotAPhoto(ValueError):  # noqa: N818  a refusal
    """The bytes are no JPEG or PNG that a browser could draw."""


class TooManyPixels(NotAPhoto):
    """The photo has more than `MAX_PIXELS`."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo without metadata; `kind` is JPEG or PNG."""

    kind: str
    image: bytes


def without_metadata(raw: bytes) -> Photo:
    """Return the photo without metadata. Of a JPEG's only the orientation stays, without which it lies on its side.

    Raises NotAPhoto, and TooManyPixels by the size that the photo names.
    """
    try:
        if raw.startswith(START_OF_JPEG):
            return Photo(JPEG, _jpeg(raw))
        if raw.startswith(START_OF_PNG):
            return Photo(PNG, _png(raw))
    except IndexError as error:
        raise NotAPhoto("it ends too early") from error
    raise NotAPhoto("neither JPEG nor PNG")


def _jpeg(raw: bytes) -> bytes:
    copied, orientation, scans = bytearray(), UPRIGHT, 0
    for marker, segment, data in _segments(raw):
        if marker in FRAMES:
            _require_moderate_size(int.from_bytes(segment[5:7], "big"), int.from_bytes(segment[3:5], "big"))
        if marker == EXIF and segment[2:8] == b"Exif\0\0":
            orientation = _orientation(segment[8:])
        elif marker in COPIED_SEGMENTS or (marker == ADOBE and segment[2:7] == b"Adobe"):
            copied += bytes((0xFF, marker)) + segment + data
            scans += marker == SCAN
    if not scans:
        raise NotAPhoto("no picture in it")
    turned = b"" if orientation == UPRIGHT else _only_orientation(orientation)
    return START_OF_JPEG + turned + bytes(copied) + END_OF_JPEG


def _segments(raw: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """The marker of each segment, the segment with its length, and the data behind it, b"" but for a scan."""
    at = len(START_OF_JPEG)
    while True:
        if raw[at] != 0xFF:
            raise NotAPhoto("no marker where one must be")
        while raw[at] == 0xFF:
            at += 1
        marker, at = raw[at], at + 1
        if marker == END:
            return
        length = int.from_bytes(raw[at : at + 2], "big")
        if length < len(START_OF_JPEG) or at + length > len(raw):
            raise NotAPhoto("a segment is longer than the file")
        segment, data, at = raw[at : at + length], b"", at + length
        if marker == SCAN:
            behind = BEHIND_SCAN.search(raw, at)
            if behind is None:
                raise NotAPhoto("it ends too early")
            data, at = raw[at : behind.start()], behind.start()
        yield marker, segment, data


def _orientation(tiff: bytes) -> int:
    """The orientation (1 to 8) that the EXIF data of a camera names, upright where it names none."""
    order: Literal["little", "big"] = "little" if tiff[:2] == b"II" else "big"

    def number(start: int, size: int) -> int:
        return int.from_bytes(tiff[start : start + size], order)

    first = number(4, 4)
    for entry in range(min(number(first, 2), 100)):
        start = first + 2 + 12 * entry
        if number(start, 2) == ORIENTATION:
            orientation = number(start + 8, 2)
            return orientation if UPRIGHT <= orientation <= LAST_ORIENTATION else UPRIGHT
    return UPRIGHT


def _only_orientation(orientation: int) -> bytes:
    """An EXIF segment that names the orientation and nothing else."""
    entry = b"".join((ORIENTATION.to_bytes(2, "big"), b"\0\x03\0\0\0\x01", orientation.to_bytes(2, "big")))
    body = b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + entry + bytes(6)
    return bytes((0xFF, EXIF)) + (len(body) + 2).to_bytes(2, "big") + body


def _png(raw: bytes) -> bytes:
    copied, at, kinds = bytearray(START_OF_PNG), len(START_OF_PNG), set()
    while b"IEND" not in kinds:
        length, kind = int.from_bytes(raw[at : at + 4], "big"), raw[at + 4 : at + 8]
        behind = at + 12 + length
        if behind > len(raw) or (not kinds and kind != b"IHDR"):
            raise NotAPhoto("a chunk is longer than the file, or the first names no size")
        if kind == b"IHDR":
            _require_moderate_size(
                int.from_bytes(raw[at + 8 : at + 12], "big"), int.from_bytes(raw[at + 12 : at + 16], "big")
            )
        if kind in COPIED_CHUNKS:
            copied += raw[at:behind]
        kinds.add(kind)
        at = behind
    if b"IDAT" not in kinds:
        raise NotAPhoto("no picture in it")
    return bytes(copied)


def _require_moderate_size(width: int, height: int) -> None:
    if width * height == 0:
        raise NotAPhoto("no size")
    if width * height > MAX_PIXELS:
        raise TooManyPixels(f"{width} x {height} pixels")
