"""Join style sheets and scripts from small parts into one file each, for `collectstatic`.

`static/css/table.css` names its parts with `@import "table/felt/trick.css";`, `static/js/table.js` with
`import "./table/trick.js";`: browsers load that as it is, and do where static files come from their
sources. `collectstatic` writes each such file with its parts in it, in the order named, and no parts beside it.

A part lies in a folder beside its file, or in a folder of that, and names what it needs by plain
`import {...} from "./other.js";` lines. So that both ways mean the same, it stands after the parts it needs, and no two
parts of a script declare the same name: tests/house/repository/test_joining.py holds them to that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage

PARTS = re.compile(r'^(?:@import|import) "(?:\./)?((?:[\w-]+/)+[\w-]+\.(?:css|js))";\n', re.MULTILINE)
FROM = re.compile(r'^import \{[^}]*\} from "\.{1,2}/(?:[\w-]+/)*[\w-]+\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)
COMMENT = re.compile(r"^ */\*.*?\*/\n", re.DOTALL | re.MULTILINE)
"""The lines that name a part, that name what a part needs, that give something out, and comments of their own lines."""


def is_joined(name: str) -> bool:
    """Return whether a static file may have parts: sheets in css/, scripts in js/."""
    path = PurePosixPath(name)
    return len(path.parts) == 2 and path.parts[0] in ("css", "js")


def is_part(name: str) -> bool:
    """Return whether a static file is a part of another: every file in a folder of css/ or js/."""
    path = PurePosixPath(name)
    return len(path.parts) > 2 and path.parts[0] in ("css", "js")


def parts_of(path: Path) -> list[Path]:
    """Return the parts a sheet or script names, in order."""
    return [path.parent / name for name in PARTS.findall(path.read_text())]


def join_parts(path: Path) -> str:
    """Return a sheet or script with its parts where it names them, without comments on lines of their own."""
    return COMMENT.sub("", PARTS.sub(lambda named: _part(path, named[1]), path.read_text()))


def _part(whole: Path, name: str) -> str:
    text = (whole.parent / name).read_text()
    if whole.suffix == ".css":
        down = "../" * name.count("/")
        return text.replace(f'url("{down}', 'url("')  # the whole lies so many folders higher
    return EXPORT.sub("", FROM.sub("", text))


class JoinedStorage(FileSystemStorage):
    """Storage of the sources that opens a sheet or script with its parts joined."""

    def _open(self, name: str, mode: str = "rb") -> File:
        if is_joined(name):
            return ContentFile(join_parts(Path(self.path(name))).encode(), name=name)
        return super()._open(name, mode)

    def get_modified_time(self, name: str) -> datetime:
        """Return when the file or any part of it was changed last."""
        own = super().get_modified_time(name)
        if not is_joined(name):
            return own
        folder = Path(self.location)
        parts = (path.relative_to(folder).as_posix() for path in parts_of(Path(self.path(name))))
        return max([own, *(super(JoinedStorage, self).get_modified_time(part) for part in parts)])


class JoiningFinder(FileSystemFinder):
    """Finder that lists joined sheets and scripts and leaves out their parts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for prefix, root in self.locations:
            self.storages[root] = JoinedStorage(location=root)
            self.storages[root].prefix = prefix

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name, storage in super().list(ignore_patterns):
            if not is_part(name):
                yield name, storage
