"""Whether the cards are dealt fairly, on the narrowest phone and in both themes: everything fits and axe is content."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Served
from tests.browser.judging import judge, sticking_out
from tests.browser.phone import Phone

ODD = ".luck.is-odd"


LANGUAGES = {
    "en-GB": ("Open the table", "In 150,000 deals one of"),
    "nl-NL": ("Tafel openen", "In 150.000 delingen ligt één van"),
}
"""The button that opens a table, and how the sentence on what is odd begins."""


def test_the_figures_of_an_old_club_fit_and_say_what_is_odd(
    phone: Callable[..., Phone], served: Served
) -> None:
    readers = {}
    for locale, (opens, _sentence) in LANGUAGES.items():
        mine = readers[locale] = phone(viewport={"width": 320, "height": 640}, locale=locale)
        mine.visit("/t/new/")
        mine.press(opens)
        mine.page.wait_for_selector(".invite-code")
    served.run("tests.browser.clubs.dealt")
    found = []
    for locale, mine in readers.items():
        for path in ("/rules/kraken/deals/", "/rules/rosbiratschka/deals/"):
            found += [f"{locale}: {one}" for one in sticking_out(mine, path) + judge(mine, path)]
            assert LANGUAGES[locale][1] in mine.page.locator("main").inner_text()
            assert mine.page.locator(ODD).count() == 1
        mine.visit("/me/")
        folds = mine.page.locator("#hands-title ~ .fold > summary")
        for fold in folds.all():
            fold.tap()
        expect(mine.page.locator("#hands-title ~ .fold[open]")).to_have_count(folds.count())
        expect(mine.page.locator("#hands-title ~ .fold .luck").first).to_be_visible()
        assert mine.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), locale
        found += [f"{locale}: {one}" for one in judge(mine, "/me/")]
    assert not found, "\n".join(found)
