"""The secretary's small pages on the narrowest phone: the club, a member without a login, phones, contributions."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.clubs.steps import make_account, unfold
from tests.browser.judging import judge, sticking_out
from tests.browser.phone import Phone

SMALL = {"width": 320, "height": 640}


def test_a_secretary_keeps_the_members_of_a_club_in_order(phone: Callable[..., Phone]) -> None:
    roel = phone(viewport=SMALL)
    make_account(roel, "Roel")
    roel.visit("/clubs/")
    unfold(roel, "Found a club")
    roel.page.get_by_label("Name", exact=True).fill("Café 't Hoekje")
    roel.press("Found it")
    expect(roel.page.get_by_role("heading", name="Café 't Hoekje")).to_be_visible()
    club = roel.page.url
    assert club.endswith("/c/cafe-t-hoekje/")
    roel.page.locator("[name=name]").fill("Autumn")
    roel.press("Begin it")
    roel.page.get_by_role("link", name="Contribution").wait_for()
    roel.page.get_by_role("link", name="New competition").tap()
    see_same_cards_offered(roel)
    unfold(roel, "Equal totals")
    first = roel.page.locator("[name=rule-tie_first]")
    expect(first.locator("option[value=pits]")).to_have_count(1)
    expect(first.locator("option[value=calls]")).to_have_count(0)
    first.select_option("pits")
    roel.page.locator("[name=house_rules]").select_option("kalooki:classic")
    expect(first.locator("option[value=pits]")).to_have_count(0)
    expect(first.locator("option[value=calls]")).to_have_count(1)
    expect(first).to_have_value("")
    found = sticking_out(roel, f"{club}change/") + judge(roel, "the club")
    roel.page.locator("[name=name]").fill("Café De Hoek")
    roel.press("Save")
    expect(roel.page.get_by_role("heading", name="Café De Hoek")).to_be_visible()

    roel.visit(f"{club}members/import/")
    roel.page.locator("[name=pasted]").fill("Wilhelmina,Wilhelmina van der Straaten-Oosterhuis")
    roel.page.locator("form:has([name=pasted]) button").last.tap()
    roel.press("Take them in")
    roel.page.get_by_role("link", name="Wilhelmina").tap()
    unfold(roel, "Give a mail address")
    roel.page.locator("[name=address]").wait_for()
    found += sticking_out(roel, roel.page.url) + judge(roel, "a member")
    roel.page.locator("[name=phone]").fill("+31 6 - 1234 5678")
    roel.page.locator("[name=phone_listed]").check()
    roel.press("Save the number")
    expect(roel.page.get_by_text("Saved.")).to_be_visible()
    unfold(roel, "Give a mail address")
    roel.page.locator("[name=address]").fill("wilhelmina@example.org")
    roel.press("Invite to sign in")
    expect(roel.page.get_by_text("wilhelmina@example.org")).to_be_visible()
    expect(roel.page.locator("[name=address]")).to_have_count(0)

    found += sticking_out(roel, f"{club}phones/") + judge(roel, "the phone list")
    expect(roel.page.locator("a[href='tel:+31612345678']")).to_be_visible()
    roel.visit(club)
    roel.page.get_by_role("link", name="Contribution").tap()
    roel.page.get_by_role("button", name="Mark as paid Wilhelmina").tap()
    expect(roel.page.get_by_text("1 of 2 have paid")).to_be_visible()
    found += sticking_out(roel, roel.page.url) + judge(roel, "contributions")
    roel.page.get_by_role("button", name="Not paid after all Wilhelmina").tap()
    expect(roel.page.get_by_text("0 of 2 have paid")).to_be_visible()
    assert found == []


def see_same_cards_offered(secretary: Phone) -> None:
    """Choose the same cards in the form of a new competition, in sight without a fold: how pairs move is asked then;
    pairs are seated as pairs; a game that cannot be compared goes back to the sheets."""
    form = secretary.page
    same, movement = form.locator("[value=matchpoints]"), form.locator("[name=rule-movement]")
    expect(same).to_be_visible()
    expect(movement).to_be_hidden()
    same.check()
    expect(movement).to_be_visible()
    seating = form.locator("[name=seating]")
    form.locator("[name=size]").select_option("2")
    expect(seating).to_have_value("pairs")
    seating.select_option("swiss")
    form.locator("[name=size]").select_option("4")
    expect(seating).to_have_value("swiss")
    form.locator("[name=size]").select_option("1")
    expect(seating).to_have_value("rotating")
    form.locator("[name=house_rules]").select_option("kalooki:classic")
    expect(same).to_be_hidden()
    expect(movement).to_be_hidden()
    expect(form.locator("[name=rule-counting][value=points]")).to_be_checked()
    form.locator("[name=house_rules]").select_option(index=0)
    expect(same).to_be_visible()
