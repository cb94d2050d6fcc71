"""The state shown by phones at real tables: open prompts, and the seats."""

from __future__ import annotations

import re

from tests.pressure import players as readers
from tests.pressure.phones import Phone
from tests.served.processes import until


async def whoever_is_asked(port: int, phones: dict[int, Phone]) -> tuple[int, list[dict[str, str]]]:
    """Everybody opens at this server; the seat of the first person who has to say something, and the forms it sends."""
    for phone in phones.values():
        await phone.open(port)
    found: list[tuple[int, list[dict[str, str]]]] = []

    def asked() -> bool:
        for seat, phone in phones.items():
            prompts = [prompt for frame in phone.frames for prompt in readers.PROMPT.finditer(frame)]
            if (
                prompts
                and "yours" in prompts[-1].group(1).split()
                and (forms := offered_words(prompts[-1].group()))
            ):
                found.append((seat, forms))
        return bool(found)

    await until(asked, what="somebody is asked for a word")
    return found[0]


def offered_words(prompt: str) -> list[dict[str, str]]:
    """The words, or the suits, a prompt offers."""
    forms = {form.group(1): form.group() for form in readers.FORM.finditer(prompt)}
    form = forms.get("answer-suit") or forms.get("answer") or ""
    window, words = readers.FORM_WINDOW.search(form), readers.WORD.findall(form)
    if window is None:
        return []
    if "answer-suit" in forms:
        said = [{"do": words[0], "suit": suit} for suit in readers.SUIT.findall(form)]
    else:
        said = [{"do": word} for word in words]
    return [{**one, "window": window.group(1)} for one in said]


def classes_of_seat(phone: Phone, seat: int) -> str:
    """The classes of a seat as the screen has it now."""
    return [
        shown for frame in phone.frames for shown in re.findall(rf'id="seat-{seat}" class="([^"]*)"', frame)
    ][-1]
