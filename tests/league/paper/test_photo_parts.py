"""Of a photo only the parts that draw it are kept: no place, no time, no preview, nothing behind its end."""

from __future__ import annotations

import pytest

from games.league.photos import JPEG, PNG, NotAPhoto, without_metadata
from tests.league.paper.photos import DATA, SECRET, chunk, exif, jpeg, png, segment


@pytest.mark.parametrize("marker", [0xE0, 0xE1, 0xE2, 0xED, 0xEF, 0xFE])
def test_no_application_segment_and_no_comment_of_a_jpeg_is_kept(marker: int) -> None:
    assert without_metadata(jpeg(segment(marker, b"Told " + SECRET))).image == jpeg()


@pytest.mark.parametrize("order", ["big", "little"])
@pytest.mark.parametrize("orientation", range(2, 9))
def test_of_the_camera_only_the_orientation_is_kept(orientation: int, order: str) -> None:
    photo = without_metadata(jpeg(exif(orientation, order=order)))
    assert SECRET not in photo.image
    assert len(photo.image) == len(jpeg()) + 36
    again = without_metadata(photo.image)  # the orientation that was written is read again
    assert again == photo
    assert orientation.to_bytes(2, "big") in photo.image[:40]


@pytest.mark.parametrize("said", [None, 0, 1, 9, 77])
def test_an_upright_photo_or_a_nonsensical_orientation_needs_no_segment(said: int | None) -> None:
    assert without_metadata(jpeg(exif(said))).image == jpeg()


def test_what_follows_the_end_of_a_jpeg_is_dropped() -> None:
    assert without_metadata(jpeg(behind=b"a film with " + SECRET)).image == jpeg()


def test_the_data_of_scans_and_the_colours_of_adobe_are_copied_as_they_are() -> None:
    adobe = segment(0xEE, b"Adobe\0\x64\0\0\0\0\x01")
    several = jpeg(adobe)[:-2] + segment(0xC4, bytes(9)) + segment(0xDA, bytes(6)) + DATA + b"\xff\xd9"
    assert without_metadata(several).image == several
    filled = jpeg().replace(b"\xff\xdb", b"\xff\xff\xff\xdb")
    assert without_metadata(filled).image == jpeg()


@pytest.mark.parametrize("kind", [b"eXIf", b"tEXt", b"iTXt", b"zTXt", b"tIME", b"iCCP", b"xyZz"])
def test_no_text_time_or_unknown_chunk_of_a_png_is_kept(kind: bytes) -> None:
    photo = without_metadata(png(chunk(kind, SECRET)) + SECRET)
    assert (photo.kind, photo.image) == (PNG, png())


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"GIF89a" + bytes(30),
        b"\xff\xd8",
        b"\xff\xd8\xff\xd9",
        jpeg()[:-2],
        jpeg()[:40],
        jpeg().replace(b"\xff\xdb\x00\x43", b"\xff\xdb\xff\xff"),
        jpeg().replace(b"\xff\xdb\x00\x43", b"\xff\xdb\x00\x01"),
        jpeg(b"page"),
        jpeg(width=0),
        jpeg(width=60_000, height=60_000),
        png()[:20],
        png()[:-12],
        png(width=60_000, height=60_000),
        png().replace(b"IHDR", b"IDAT", 1),
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + chunk(b"IEND", b""),
        b"\x89PNG\r\n\x1a\n" + chunk(b"IEND", b""),
    ],
)
def test_what_is_no_photo_is_refused(raw: bytes) -> None:
    with pytest.raises(NotAPhoto):
        without_metadata(raw)


def test_every_beginning_of_a_photo_is_refused_and_never_an_error() -> None:
    for whole in (jpeg(exif(6)), png(chunk(b"tEXt", SECRET))):
        for length in range(len(whole)):
            with pytest.raises(NotAPhoto):
                without_metadata(whole[:length])
    assert without_metadata(jpeg()).kind == JPEG
