"""Nothing that cannot be taken back happens on the first tap: every button of the league that posts, and whether its
page asks first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

TEMPLATES: Final = Path(settings.BASE_DIR) / "templates"
PAGES: Final = sorted(
    path
    for folder in ("league", "club_file")
    for path in (TEMPLATES / folder).rglob("*.html")
    if not path.name.startswith("_")
)

ASKED: Final = frozenset(
    {
        # A club and its members.
        "club_answer answer=no",
        "club_code_new instead_of",
        "club_code_off",
        "club_key_off",
        "club_leave",
        "club_member_link",
        "club_member_mail",
        "club_members",
        "club_members_import_back",
        "club_merge",
        "club_withdraw",
        "league/clubs/members/contribution.html all=paid",
        "league/clubs/news/edit.html do=remove",
        "season_archive",
        # A competition.
        "entrant_withdraw",
        "league_delete do=competition",
        "league_delete do=evening",
        "results_import_back",
        "league/seasons/entrant_change.html do=remove",
        "league/seasons/manage.html do=correct",
        # An evening.
        "cockpit_do do=break_off",
        "cockpit_do do=cancel",
        "cockpit_do do=close",
        "cockpit_do do=late_table",
        "cockpit_do do=open",
        "cockpit_do do=rest",
        "cockpit_do do=start",
        "cockpit_do do=start_late",
        "cockpit_do do=substitute",
        "cockpit_do do=take_back_walkover",
        "cockpit_do do=walkover",
        "evening_sign comes=home",
        "evening_sign comes=seated-absent",
        "evening_sign comes=seated-no",
        "sheet_correct",
        "sheet_photo do=remove",
    }
)
"""Buttons that stand in a fold, with a sentence that says what becomes of it."""

AT_ONCE: Final = {
    # An evening.
    "cockpit_do do=ask_break_off": "leads to the page of the table, which says what it costs and asks",
    # A club and its members.
    "club_answer answer=yes": "the member's own page removes a member",
    "club_ask": "a question, answered by the secretary",
    "club_by_code": "the code is typed first; a member can leave",
    "club_code_new": "makes a code; the same page switches it off",
    "club_link_new": "makes a link; the same page says that the former one ends",
    "club_link_off": "the same page makes another link",
    "club_members role=member": "an owner makes a guest of them again",
    "club_member": "names can be typed again",
    "club_member_phone": "a number can be typed again",
    "league/clubs/app.html": "can be chosen again",
    "league/clubs/change.html": "can be typed again",
    "league/clubs/clubs.html": "a name is typed first",
    "league/clubs/competition.html": "a form is filled in first; nothing was played in it yet",
    "club_file/export.html": "the club is written into a file; nothing changes",
    "club_file/import.html": "a file is chosen first; its contents are seen before anything is written",
    "club_file/preview.html": "seen first; the club is new",
    "league/clubs/house_rules/edit.html": "earlier versions stay",
    "league/clubs/import.html": "a list is pasted first",
    "league/clubs/import.html confirm=on": "seen first; the list can be taken back",
    "league/clubs/invitations/invite.html": "an address is typed first; the invitation can be withdrawn",
    "league/clubs/invitations/join.html": "a member can leave",
    "league/clubs/invitations/personal.html": "the page asks who it is",
    "league/clubs/keys.html": "a key can be removed on the same page",
    "league/clubs/members/contribution.html all": "each row ticks it off again",
    "league/clubs/members/contribution.html open": "the same row ticks it off again",
    "league/clubs/members/contribution.html paid": "the same row takes it back",
    "league/clubs/message.html": "the text is typed first",
    "league/clubs/news/edit.html do=contact": "can be typed again",
    "league/clubs/news/edit.html do=publish": "the same page removes it",
    "league/clubs/without_luck.html": "can be chosen again",
    "house_rules_choose competition": "until a table opens, another version can be chosen",
    "season_new": "a name is typed first",
    "season_new go=1": "who goes where was shown before",
    # A competition.
    "entrant_signals": "can be typed again",
    "entrant_withdraw do=again": "can be withdrawn again",
    "league/seasons/entrant_change.html do=change": "can be changed again",
    "league/seasons/availability.html": "can be answered again",
    "league/seasons/import.html": "a list is pasted first",
    "league/seasons/import.html confirm=on": "seen first; the list can be taken back",
    "league/seasons/import.html enter=on": "named beside it; who takes part can be withdrawn",
    "league/seasons/manage.html do=change": "can be changed again",
    "league/seasons/manage.html do=enter": "the same page withdraws them",
    "league/seasons/manage.html do=evening": "the same page takes evenings away",
    "league/seasons/manage.html do=names": "names are typed first; the same page withdraws them",
    "league/seasons/rules.html": "can be changed again",
    # An evening.
    "cockpit_do do=absence_absent": "the same row changes it back",
    "cockpit_do do=absence_no": "the same row changes it back",
    "cockpit_do do=absence_yes": "the same row changes it back",
    "cockpit_do do=answer arbiter": "nothing is decided: an arbiter does that later",
    "cockpit_do do=answer table": "the answer is typed first",
    "evening_sign comes=absent": "the same row changes it back",
    "evening_sign comes=from-": "the same row says the other",
    "evening_sign comes=from-1": "the same page says the other",
    "league/evenings/cash.html all": "each row ticks it off again",
    "league/evenings/cash.html all=paid": "the same page takes it back",
    "league/evenings/cash.html do=stake": "can be typed again",
    "league/evenings/cash.html open": "the same row ticks it off again",
    "league/evenings/cash.html paid": "the same row takes it back",
    "league/evenings/print/dealing.html": "the page says before the tap whom it bars from playing",
    "league/evenings/table_deals.html": "what it does is shown first",
    "table_deals": "what it does stands beside it; the same page takes it back",
    "league/evenings/round_clock.html do=extend": "the clock can be set again",
    "league/evenings/round_clock.html do=pause": "the same page goes on",
    "league/evenings/round_clock.html do=remove": "the same page starts another",
    "league/evenings/round_clock.html do=resume": "the same page pauses again",
    "league/evenings/round_clock.html do=start": "the same page takes it away",
    "cockpit_do do=all_come": "each row says otherwise",
    "cockpit_do do=all_paper": "the same page takes each off paper",
    "cockpit_do do=cards": "the same fold puts it on paper",
    "cockpit_do do=director": "the same fold takes it back",
    "cockpit_do do=draw": "the same page draws anew",
    "cockpit_do do=missed": "can be said otherwise on closing",
    "cockpit_do do=move": "can be moved again, and the reason is typed first",
    "cockpit_do do=no_director director": "the same fold names a director again",
    "cockpit_do do=not_wanted request": "the same page asks again",
    "cockpit_do do=paper": "the same fold takes it off paper",
    "cockpit_do do=plan_again": "the same page cancels it again",
    "cockpit_do do=play_later": "a day is typed first; the same page moves it again",
    "cockpit_do do=play_now": "the players are there; the same page offers what else a table needs",
    "cockpit_do do=reopen": "the same page closes it again",
    "cockpit_do do=swap": "the same exchange takes it back",
    "cockpit_do do=walk_in": "a name is typed first; the same page says that they do not come",
    "cockpit_do do=wanted": "the same page takes it back",
    "evening_sign comes=no": "the same page says the other",
    "evening_sign comes=yes": "the same page says the other",
    "evening_substitute do=not_ready": "the same page says the other",
    "evening_substitute do=play": "the answer to a question",
    "evening_substitute do=ready": "the same page says the other",
    "league/evenings/paper_round.html do=confirm": "numbers are confirmed beside them; a sheet can be corrected",
    "league/evenings/paper_round.html do=type": "can be typed again until it is confirmed",
    "sheet_confirm": "the page asks whether it is right; a sheet can be corrected",
    "sheet_object": "the page asks whether it is right; the sheet can be typed again",
    "sheet_photo": "the same fold takes the photo away",
    "sheet_totals": "can be typed again until it is confirmed",
    "sheet_type": "can be typed again until it is confirmed",
    "table_date do=accept": "the answer to a question; another date can be proposed",
    "table_date do=decline": "the answer to a question; another date can be proposed",
    "table_date do=open": "a table with its own date opens at that date",
    "table_date do=propose": "the same page takes it back",
}
"""Buttons that act at once, and why no question is needed."""


@dataclass(frozen=True, slots=True)
class Sender:
    """A button that posts: its `act` as the tables name it, and whether a fold that says something stands around."""

    act: str
    page: str
    asked: bool


class Walk(HTMLParser):
    """Every button of a page that posts, with the folds around it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.forms: dict[str, str] = {}
        self.form: str | None = None
        self.folds: list[dict[str, bool]] = []
        self.buttons: list[tuple[str | None, str, bool]] = []
        self.id = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "details":
            self.folds.append({"folded": "fold" in said.get("class", "").split(), "says": False})
        elif tag == "p" and self.folds:
            self.folds[-1]["says"] = True
        elif tag == "form":
            posts = said.get("method") == "post"
            self.form = (said.get("action") or self.page) if posts else None
            self.id = said.get("id", "")
            if posts and self.id:
                self.forms[self.id] = self.form or ""
        elif tag == "input" and self.form and said.get("name") in ("do", "instead_of"):
            self.form += f" do={said['value']}" if said["name"] == "do" else " instead_of"
            if self.id:
                self.forms[self.id] = self.form
        elif tag == "button" and said.get("type") != "button":
            sent = f" {said['name']}={said['value']}" if said.get("value") else f" {said.get('name', '')}"
            inner = bool(self.folds) and all(self.folds[-1].values())
            of = said.get("form", "")
            self.buttons.append((f"#{of}" if of else self.form, sent.rstrip(), inner))

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.folds.pop()
        elif tag == "form":
            self.form = None


def whole(path: Path) -> str:
    """The template with its partials in place and without the language of templates."""
    text = re.sub(r"\{#.*?#\}", "", path.read_text(), flags=re.DOTALL)
    text = re.sub(
        r'\{% include "([^"]+)"[^%]*%\}',
        lambda found: "" if found[1].startswith("accounts/") else whole(TEMPLATES / found[1]),
        text,
    )
    text = re.sub(r'\{% url "(?:league:)?([\w:]+)"[^%]*%\}', r"\1", text)
    return re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL)


def senders(path: Path) -> list[Sender]:
    """The buttons of a page that post."""
    page = str(path.relative_to(TEMPLATES))
    walk = Walk(page)
    walk.feed(whole(path))
    found = []
    for form, sent, asked in walk.buttons:
        act = walk.forms.get(form[1:], "") if form and form.startswith("#") else form
        if act:
            found.append(Sender(f"{act}{sent}", page, asked))
    return found


EVERY: Final = [sender for path in PAGES for sender in senders(path)]


def test_every_button_that_posts_is_named_once_as_asked_or_at_once() -> None:
    acts = {sender.act for sender in EVERY}
    assert not ASKED & set(AT_ONCE)
    assert sorted(acts) == sorted(ASKED | set(AT_ONCE))


@pytest.mark.parametrize("act", sorted(ASKED))
def test_an_act_that_cannot_be_taken_back_is_asked_first_wherever_it_is_offered(act: str) -> None:
    assert [sender.page for sender in EVERY if sender.act == act and not sender.asked] == []
