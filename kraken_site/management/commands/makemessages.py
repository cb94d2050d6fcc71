"""Collect every translatable sentence into the catalogues, those of the Jinja2 partials too.

Django reads `{{ _("Name") }}` in a partial, but not a sentence with facts, nor the second of two in one tag.
Jinja2 itself knows them all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages
from django.template import engines

ELSEWHERE = ("docs", "node_modules", "static", "tests", "var", ".*")


class SourceFile(makemessages.BuildFile):
    """A file on its way to xgettext: partials as the calls Jinja2 finds in them, line by line."""

    def preprocess(self) -> None:
        if not self._is_partial:
            super().preprocess()
            return
        source = Path(self.path).read_text(encoding="utf-8")
        calls = [""] * (source.count("\n") + 1)
        for line, function, found in engines["jinja2"].env.extract_translations(source):
            if found is None:  # the call of a variable, whose sentences are marked where they are written
                continue
            sentences = (found,) if isinstance(found, str) else found
            calls[line - 1] += f"{function}({', '.join(repr(sentence) for sentence in sentences)}); "
        Path(self.work_path).write_text("\n".join(calls), encoding="utf-8")

    @property
    def _is_partial(self) -> bool:
        path = Path(self.path)
        return path.suffix == ".html" and "table" in path.parts and path.name.startswith("_")


class Command(makemessages.Command):
    """Django's `makemessages` for every language of the site, without folders that hold no source of it."""

    build_file_class = SourceFile
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        options["ignore_patterns"] = [*options["ignore_patterns"], *ELSEWHERE]
        options["no_wrap"] = options["no_obsolete"] = True
        options["add_location"] = "file"
        super().handle(*args, **options)

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Merge what was found into the catalogue; without a change the file stays as it is, date included."""
        super().write_po_file(potfile, locale)
        catalogue = Path(potfile).parent / locale / "LC_MESSAGES" / f"{self.domain}.po"
        lines = catalogue.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith('"POT-Creation-Date:')]
        catalogue.write_text("".join(kept), encoding="utf-8")
