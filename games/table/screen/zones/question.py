"""The prompt of one seat, or the seats everybody waits for, and the buttons to answer with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.view import HeldCard, View
from games.engine.zones import ArrangeZone
from games.table.screen.translations import Face
from games.table.screen.zones.buttons import Button, Groups, Suits, forms_of
from games.table.screen.zones.melds import Melded, Showing, melded, showings_of
from games.table.screen.zones.scene import Scene, faces
from games.table.screen.zones.seats import Closing


class Reason(NamedTuple):
    """Why some cards of the hand may not be played; `cards` are those between blanks."""

    words: str
    cards: str


class Arranging(NamedTuple):
    """Groups to fill from the hand: `slots` are (what it is, fewest, most), `hand` the cards to take from.

    `field` names the groups in the answer, `repeated` lets a card stand in several of them.
    `proposal` are groups that could be sent, none where nothing fits.
    """

    do: str
    field: str
    repeated: bool
    words: str
    slots: tuple[tuple[str, int, int], ...]
    hand: tuple[tuple[Card, Face], ...]
    proposal: tuple[tuple[tuple[Card, Face], ...], ...]


class SpotCard(NamedTuple):
    """A card that fits a place: what is sent, the card of the hand, what it is, and the cards that lie there then."""

    sent: str
    card: Card
    face: Face
    becomes: tuple[Melded, ...]


class Spot(NamedTuple):
    """A place on the table, of the meld `target` where it has one, with the cards that fit there."""

    words: str
    target: str
    cards: tuple[SpotCard, ...]


class ReadyButton(NamedTuple):
    """The button that says a player is ready: `window` goes back with it, `next` is what comes: "round", "deal" for
    another deal of the same round, or "" for anything else."""

    window: str
    next: Literal["", "deal", "round"]


class OutOfTurnButton(NamedTuple):
    """The button that sets whether the viewer is asked out of turn in this `deal`; `on` says that it is now."""

    deal: int
    on: bool


class Question(NamedTuple):
    """One seat's prompt. `must` asks the viewer, `plays` says with a card; `to_act` are the places waited for.

    `ready_button` is there for a player who may press on; `ready` has done so. `out_of_turn` is there in a window the
    viewer may decline for the deal, `closing` where the house closes it by the clock. `aside` is a sentence beside the
    question. `tips` offers advice, `again` a rematch. `evening` leads back to the evening the match belongs to,
    `shared` to how others did with the same deals. `still` says that nobody plays: paused, stopped for a call, or
    broken off; then nothing is asked of anybody.
    """

    language: str
    code: str
    window: str = ""
    words: str = ""
    first: str = ""
    must: bool = False
    plays: bool = False
    to_act: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()
    ready: bool = False
    tips: bool = False
    buttons: tuple[Button, ...] = ()
    suits: tuple[Suits, ...] = ()
    groups: tuple[Groups, ...] = ()
    none: tuple[tuple[str, tuple[Button, ...]], ...] = ()
    arranging: Arranging | None = None
    spots: tuple[Spot, ...] = ()
    ready_button: ReadyButton | None = None
    out_of_turn: OutOfTurnButton | None = None
    closing: Closing | None = None
    again: bool = False
    showings: tuple[Showing, ...] = ()
    evening: bool = False
    still: bool = False
    shared: bool = False
    aside: str = ""

    @property
    def claims(self) -> int:
        """How many things may be claimed: the golden buttons, narrow beside the question."""
        return sum(button.tone == "gold" for button in self._buttons)

    @property
    def choices(self) -> bool:
        """Whether there are buttons that need a line of their own."""
        leaving = self.evening or self.shared or self.again
        others = self.suits or self.arranging or self.out_of_turn or leaving
        return bool(others) or any(button.tone != "gold" for button in self._buttons)

    @property
    def _buttons(self) -> list[Button]:
        """The buttons of words, of groups, and of answers whose groups are fixed."""
        fixed = [button for _word, buttons in self.none for button in buttons]
        return [*self.buttons, *(one.button for one in self.groups), *fixed]


def question_of(
    scene: Scene,
    view: View,
    *,
    code: str,
    ready_button: ReadyButton | None,
    out_of_turn: OutOfTurnButton | None,
    closing: Closing | None,
    ready: bool,
    tips: bool,
    advice: Data,
    evening: bool,
    shared: bool,
) -> Question:
    """The prompt of the viewer of `view`; `scene` is what everybody sees. `advice` is what the tip says to do.

    A viewer that is not asked out of turn is shown what everybody waits for.
    """
    ask = view.prompt if out_of_turn is None or out_of_turn.on else scene.view.prompt
    plays = ask.must and any(held.playable for held in view.hand)
    words, suits, groups, none = forms_of(scene, ask.choices, advice) if ask.choices else ((), (), (), ())
    return Question(
        scene.speech.language,
        code,
        ask.window,
        scene.say(ask.text),
        scene.say(ask.first) if ask.first is not None else "",
        ask.must,
        plays,
        tuple([scene.at[seat.seat] for seat in view.seats if seat.to_act]),
        _reasons(scene, view.hand) if ask.must else (),
        ready,
        tips and (plays or bool(ask.choices)),
        words,
        suits,
        groups,
        none,
        _arranging(scene, ask.arrange, view.hand) if ask.arrange else None,
        _spots(scene, view) if ask.place else (),
        ready_button,
        out_of_turn,
        closing,
        view.over and view.viewer is not None,
        showings_of(scene, view.showings) if view.showings else (),
        evening,
        shared=shared,
        aside=scene.say(ask.aside) if ask.aside is not None else "",
    )


def _reasons(scene: Scene, hand: Iterable[HeldCard]) -> tuple[Reason, ...]:
    """Each reason once, with the cards it bars in the order of the hand."""
    reasons: dict[str, Reason] = {}
    for held in hand:
        if held.why_not is not None:
            code = held.why_not.code
            known = reasons.get(code)
            words = known.words if known else scene.say(held.why_not)
            reasons[code] = Reason(words, f"{known.cards} {held.card}" if known else held.card)
    return tuple([reasons[code] for code in sorted(reasons)])


def _arranging(scene: Scene, zone: ArrangeZone, hand: Iterable[HeldCard]) -> Arranging:
    held = [one.card for one in hand]
    return Arranging(
        zone.word,
        zone.field,
        zone.repeated,
        scene.say(zone.label),
        tuple((scene.say(slot.label), slot.minimum, slot.maximum) for slot in zone.slots),
        _named(scene, held),
        tuple(_named(scene, cards) for cards in zone.proposal),
    )


def _named(scene: Scene, cards: Sequence[Card]) -> tuple[tuple[Card, Face], ...]:
    return tuple(zip(cards, faces(scene.speech, cards), strict=True))


def _spots(scene: Scene, view: View) -> tuple[Spot, ...]:
    return tuple(
        Spot(
            scene.say(zone.label),
            zone.target,
            tuple(
                SpotCard(
                    " ".join([zone.word, card, zone.field, zone.target or "-", zone.end or "-"]),
                    card,
                    scene.speech.face(card),
                    tuple([melded(scene, one) for one in becomes]),
                )
                for card, becomes in zip_longest(zone.cards, zone.becomes, fillvalue=())
            ),
        )
        for zone in view.prompt.place
    )
