"""The list of who comes: what is tapped in a row stays under the thumb, and so do the buttons beside it."""

from __future__ import annotations

from collections.abc import Callable

from django.template.loader import render_to_string
from django.utils.translation import override

from games.league.evenings.attendance import Attending
from games.league.models import Evening
from games.league.words import Worths
from tests.browser.phone import Phone
from tests.browser.table.standing import show_page, static

WORDS = (
    Attending(1, "Ida", True, False, ()),
    Attending(2, "Joop", True, False, (), from_round=3),
    Attending(3, "Kees", True, False, (), was_there=True, table=9),
)
"""One who comes, one who comes later, one who has a seat at a table at which nobody has played yet."""
PLACES = """() => [...document.querySelectorAll(".attending .button--small")].map((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [one.textContent, Math.round(left), Math.round(top - one.closest(".attending").getBoundingClientRect().top)];
})"""


def test_a_button_that_opens_stays_where_it_was_tapped(screen: Callable[..., Phone]) -> None:
    mine = screen()
    sheets = "".join(
        f'<link rel="stylesheet" href="{static(mine, name)}">' for name in ("css/club.css", "css/league.css")
    )
    context = {
        "evening": Evening(pk=1, round=1),
        "words": WORDS,
        "worths": Worths("500 points", "500 points", "0 points", "1,500 points"),
        "next_round": 2,
        "open_rounds": "1",
        "later_rounds": range(3, 5),
    }
    for language in ("en", "nl"):
        with override(language):
            rows = render_to_string("league/evenings/_attendance.html", context)
        head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>who</title>{sheets}'
        body = f'<main><div class="page">{rows}</div></main>'
        show_page(
            mine, f'<!doctype html><html lang="{language}"><head>{head}</head><body>{body}</body></html>'
        )
        for width in (320, 360, 1280):
            mine.page.set_viewport_size({"width": width, "height": 740})
            closed = mine.page.evaluate(PLACES)
            for opener in mine.page.locator(".attending summary").all():
                opener.click()
                assert mine.page.evaluate(PLACES) == closed, (language, width)
                opener.click()
