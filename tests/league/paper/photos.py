"""Small files as cameras write them, for tests: segments of a JPEG and chunks of a PNG around no real picture."""

from __future__ import annotations

import zlib

SECRET = b"52.3702N 4.8952E"
"""Where the photo was taken; in no copy."""
DATA = b"\x12\xff\x00\x34\xff\xd3\x56"
"""Data of a scan, with a zero byte after 0xFF and a restart marker."""


def segment(marker: int, body: bytes) -> bytes:
    """A segment of a JPEG with its marker and length."""
    return bytes((0xFF, marker)) + (len(body) + 2).to_bytes(2, "big") + body


def exif(orientation: int | None = None, *, order: str = "big") -> bytes:
    """EXIF data with a comment, and an orientation where one is given."""
    endian: str = "II" if order == "little" else "MM"

    def number(value: int, size: int) -> bytes:
        return value.to_bytes(size, order)

    entries = [number(0x010E, 2) + number(2, 2) + number(len(SECRET), 4) + number(100, 4)]
    if orientation is not None:
        entries.append(number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + b"\0\0")
    tiff = endian.encode() + number(42, 2) + number(8, 4) + number(len(entries), 2) + b"".join(entries)
    return segment(0xE1, b"Exif\0\0" + tiff + number(0, 4) + SECRET)


def jpeg(*extra: bytes, width: int = 640, height: int = 480, behind: bytes = b"") -> bytes:
    """A JPEG with these segments after its start, and something behind its end."""
    frame = segment(
        0xC0, b"\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big") + b"\x01\x01\x11\x00"
    )
    tables = segment(0xDB, bytes(65)) + segment(0xC4, bytes(20))
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + DATA
    return b"\xff\xd8" + b"".join(extra) + tables + frame + scan + b"\xff\xd9" + behind


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG with its length and checksum."""
    return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")


def png(*extra: bytes, width: int = 2, height: int = 1, rows: bytes = b"\0\0\0\0\xff\xff\xff") -> bytes:
    """A real PNG in colours with these chunks before its picture; black beside white where nothing else is said."""
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    head = chunk(b"IHDR", size + b"\x08\x02\0\0\0")
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + b"".join(extra)
        + chunk(b"IDAT", zlib.compress(rows, 0))
        + chunk(b"IEND", b"")
    )
