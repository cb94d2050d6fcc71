"""Stock and discard pile, melds on the table, captured cards, and cards shown by one seat to another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.zones import CapturedZone, CardInMeld, ShowingZone
from games.table.screen.speech import Face
from games.table.screen.zones.scene import Scene, faces


class Piles(NamedTuple):
    """`stock` is None where there is none; `discard` are the cards in sight, the top one last, of `discarded` in all.
    `joker_suit` is the one a joker asks for, with its name."""

    stock: int | None
    discard: tuple[Face, ...] | None
    discarded: int
    joker_suit: tuple[str, str] | None


class MeldCard(NamedTuple):
    """A card of a meld; `stands_for` is the name of the card a joker takes the place of."""

    card: Face
    stands_for: str


class Meld(NamedTuple):
    """A meld of somebody; `key` is what an action names as its target."""

    at: int
    who: str
    key: str
    label: str
    cards: tuple[MeldCard, ...]


class CapturedCards(NamedTuple):
    """Cards that lie open before a side or a seat, number `camp`; `who` is its name, `names` those of its players.
    `quota` is how many points win, None where the game has none."""

    camp: int
    at: tuple[int, ...]
    who: str
    names: str
    cards: tuple[Face, ...]
    points: int
    quota: int | None


class Showing(NamedTuple):
    """Cards shown by the seat at the place `at` to that at `to_at`; without `cards` for a viewer who only
    sees that they were."""

    who: str
    to: str
    count: int
    cards: tuple[Face, ...]
    at: int
    to_at: int


def piles_of(scene: Scene) -> Piles | None:
    """Stock and discard pile, None where neither is there."""
    view, speech = scene.view, scene.speech
    if view.stock is None and view.discard is None and view.joker_suit is None:
        return None
    joker_suit = (view.joker_suit, speech.suit_name(view.joker_suit)) if view.joker_suit else None
    if view.discard is None:
        return Piles(view.stock, None, 0, joker_suit)
    return Piles(view.stock, faces(speech, view.discard.cards), view.discard.count, joker_suit)


def melds_of(scene: Scene) -> tuple[Meld, ...]:
    """Every meld, in the order in which they were laid."""
    return tuple(
        Meld(
            scene.at[meld.owner],
            scene.short[meld.owner],
            meld.key,
            scene.say(meld.label) if meld.label else "",
            tuple(meld_card(scene, card) for card in meld.cards),
        )
        for meld in scene.view.melds
    )


def meld_card(scene: Scene, card: CardInMeld) -> MeldCard:
    """A card of a meld in words."""
    stands_for = scene.speech.face(card.stands_for).name if card.stands_for else ""
    return MeldCard(scene.speech.face(card.card), stands_for)


def captured_cards(scene: Scene) -> tuple[CapturedCards, ...]:
    """The captured cards of every side or seat."""
    return tuple(_cards_of_camp(scene, camp, zone) for camp, zone in enumerate(scene.view.captured))


def _cards_of_camp(scene: Scene, camp: int, zone: CapturedZone) -> CapturedCards:
    names = scene.speech.together([scene.short[seat] for seat in zone.seats])
    quota = next((one for one in scene.view.quotas if one.seats == zone.seats), None)
    return CapturedCards(
        camp,
        tuple(scene.at[seat] for seat in zone.seats),
        scene.say(zone.label) if zone.label else names,
        names,
        faces(scene.speech, zone.cards),
        quota.points if quota else len(zone.cards),
        quota.quota if quota else None,
    )


def showings_of(scene: Scene, zones: Iterable[ShowingZone]) -> tuple[Showing, ...]:
    """Showings in order; with the cards for a viewer who may see them."""
    return tuple(
        Showing(
            scene.short[zone.seat],
            scene.short[zone.to],
            zone.count,
            faces(scene.speech, zone.cards),
            scene.at[zone.seat],
            scene.at[zone.to],
        )
        for zone in zones
    )
