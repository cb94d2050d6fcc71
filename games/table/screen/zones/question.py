"""What a player is asked, and the buttons that answer; the form of a claimed revoke; the cut of the deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest
from typing import Final, Literal, NamedTuple, TypeAlias

from games.engine.actions import Data, Place
from games.engine.cards import Card, face
from games.engine.seats import Seat
from games.engine.view import Choice, HeldCard, View
from games.engine.zones import ArrangeZone
from games.table.log import awaited
from games.table.log.loading import Table
from games.table.log.states import DuelPart
from games.table.screen.speech import Face, Speech
from games.table.screen.zones.middle import MeldCard, Showing, meld_card, showings_of
from games.table.screen.zones.scene import Scene, classes_of, faces
from games.table.screen.zones.seats import Closing

# The choices of a prompt as buttons, in the forms that send them.

MANY_GROUPS: Final = 2
"""Combinations of a hand beside which the seats of a phone keep their places."""
DuelLink: TypeAlias = DuelPart | Literal["challenge"]
"""The link to a duel at the end of a match: to that in which the table has a part, or to challenge others."""
NAMING_GROUPS: Final = ("combinations", "cards")
"""The fields in which an answer names groups of cards."""


class Button(NamedTuple):
    """A button of a form: it sends `value` under `name`. `confirm` asks for a second tap, `lit` points at it, `cards`
    are drawn beside its words, `column` is its place where buttons keep them."""

    name: str
    value: str
    words: str
    tone: str
    confirm: bool = False
    lit: bool = False
    cards: tuple[Face, ...] = ()
    column: int = 1


class Groups(NamedTuple):
    """Combinations found in the hand, each as (cards as sent, faces, what it is, ticked)."""

    do: str
    button: Button
    groups: tuple[tuple[str, tuple[Card, ...], str, bool], ...]


class Suits(NamedTuple):
    """Buttons for the suits a word may name; `card` is played with the suit, "" where a suit alone is named."""

    word: str
    card: str
    buttons: tuple[Button, ...]


class FixedAnswers(NamedTuple):
    """Buttons of a word whose groups of cards are fixed, or that goes without any."""

    word: str
    buttons: tuple[Button, ...]


class Forms(NamedTuple):
    """The choices of a prompt by the form that sends them: plain words, suits, groups to tick, and fixed answers."""

    words: tuple[Button, ...] = ()
    suits: tuple[Suits, ...] = ()
    groups: tuple[Groups, ...] = ()
    fixed: tuple[FixedAnswers, ...] = ()


def forms_of(scene: Scene, choices: tuple[Choice, ...], advice: Data) -> Forms:
    """The choices by the form that sends them."""
    words = [choice for choice in choices if len(choice.data) == 1]
    fixed = sorted(
        (choice for choice in choices if _field_of(choice) and not choice.groups),
        key=lambda one: one.data["do"],
    )
    suits = sorted((choice for choice in choices if "suit" in choice.data), key=_word_and_card)
    return Forms(
        tuple([_button(scene, one, "do", advice) for one in words]),
        tuple(
            Suits(do, card, tuple(_button(scene, one, "suit", advice) for one in offered))
            for (do, card), offered in groupby(suits, key=_word_and_card)
        ),
        tuple(_groups(scene, one, advice) for one in choices if one.groups),
        tuple(
            FixedAnswers(
                do, tuple(_with_cards(scene, _button(scene, one, _field_of(one), advice)) for one in offered)
            )
            for do, offered in groupby(fixed, key=lambda one: one.data["do"])
        ),
    )


def _field_of(choice: Choice) -> str:
    """The field in which a choice names its groups; "" where it has none."""
    return next((field for field in NAMING_GROUPS if field in choice.data), "")


def _word_and_card(choice: Choice) -> tuple[str, str]:
    return choice.data["do"], choice.data.get("card", "")


def _button(scene: Scene, choice: Choice, name: str, advice: Data) -> Button:
    lit = choice.lit or (bool(advice) and choice.data == advice)
    label, column = scene.say(choice.label), choice.column
    return Button(name, choice.data[name], label, choice.tone, choice.confirm, lit, column=column)


def _with_cards(scene: Scene, button: Button) -> Button:
    """The button with the cards that it sends."""
    return button._replace(cards=faces(scene.speech, button.value.replace(";", " ").split()))


def _groups(scene: Scene, choice: Choice, advice: Data) -> Groups:
    ticked = choice.data["combinations"].split(";")
    sent = [(" ".join(group.cards), group) for group in choice.groups]
    return Groups(
        choice.data["do"],
        _button(scene, choice, "do", advice)._replace(lit=bool(advice.get("combinations"))),
        tuple(
            (cards, tuple(map(face, group.cards)), scene.say(group.label), cards in ticked)
            for cards, group in sent
        ),
    )


# The form that says another player broke a rule, at tables where that is possible.


class Accusing(NamedTuple):
    """The form in the menu: the number of one of the `tricks` and one of the `seats` (number, name). `claims` are
    those of the deal with what came of them, `words` what comes of one. Without `word` nothing can be claimed now."""

    language: str
    code: str
    word: str = ""
    window: str = ""
    label: str = ""
    words: str = ""
    tricks: tuple[int, ...] = ()
    seats: tuple[tuple[Seat, str], ...] = ()
    claims: tuple[str, ...] = ()


def accusing_of(scene: Scene, view: View, code: str) -> Accusing:
    """The form of the viewer."""
    zone, language = view.accuse, scene.speech.language
    if zone is None:
        return Accusing(language, code)
    return Accusing(
        language,
        code,
        zone.word,
        zone.window,
        scene.say(zone.label),
        scene.say(zone.text),
        tuple(range(1, zone.tricks + 1)),
        tuple([(seat, scene.speech.names[seat]) for seat in zone.seats]),
        tuple([scene.say(claim) for claim in view.accused]),
    )


# The cut of the deck before a deal.


class Cutting(NamedTuple):
    """The cut of the deck before a deal: the `seal` that is shown, whether the viewer is `asked` for a cut, and the
    names of those who have `cut` already. `renewed`: the seal is not the first of this deal. `typed`: a word may be
    typed instead of the number that the device draws."""

    seal: str
    asked: bool
    cut: str
    renewed: bool
    typed: bool


def cutting_of(table: Table, speech: Speech, you: Seat | None) -> Cutting | None:
    """The cut of the deck for a seat or a spectator (None); None while there is nothing to cut."""
    seal = table.state.seal
    if seal is None or not table.running:
        return None
    names = speech.together([speech.names[seat] for seat, _word in seal.cuts]) if seal.cuts else ""
    return Cutting(
        seal.commitment, you in awaited.seats_asked_to_cut(table), names, seal.renewed, table.chat_on
    )


# The prompt of one seat, or the seats everybody waits for, and the buttons to answer with.


class Reason(NamedTuple):
    """Why some cards of the hand may not be played; `cards` are those between blanks."""

    words: str
    cards: str


class Arranging(NamedTuple):
    """Groups to fill from the hand: `slots` are (what it is, fewest, most), `hand` the cards to take from.

    `field` names the groups in the answer, `repeated` lets a card stand in several of them.
    `proposal` are groups that could be sent, none where nothing fits; `lit` points at it, where a tip says the same.
    `words` open the groups, `send` sends them.
    """

    do: str
    field: str
    repeated: bool
    words: str
    send: str
    slots: tuple[tuple[str, int, int], ...]
    hand: tuple[tuple[Card, Face], ...]
    proposal: tuple[tuple[tuple[Card, Face], ...], ...]
    lit: bool


class SpotCard(NamedTuple):
    """A card that fits a place: what is sent, the card of the hand, what it is, and the cards that lie there then.
    `lit` points at the place a tip names."""

    sent: str
    card: Card
    face: Face
    becomes: tuple[MeldCard, ...]
    lit: bool = False


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

    `ready_button` is there for a player who may press on; `ready` has done so. `claims_to_end` is the window in which
    the viewer may say that there is nothing to claim, "" where no bot waits for that. `out_of_turn` is there in a
    window the viewer may decline for the deal, `closing` where the house closes it by the clock. `aside` is a sentence
    beside the question. `tips` offers advice, `again` a rematch. `evening` leads back to the evening the match belongs
    to, `shared` to how others did with the same deals, `deals_url` to the deals of an evening with the same cards,
    `duel` to the duel in which others play these deals from the other side, or to making one. `still` says that nobody
    plays: paused, stopped for a call, or broken off; then nothing is asked of anybody. `cutting` is there while the
    deck can be cut. `keeps` says that the question always takes the same room, with each button in its place, whether
    there are any now or not.
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
    fixed: tuple[FixedAnswers, ...] = ()
    arranging: Arranging | None = None
    spots: tuple[Spot, ...] = ()
    ready_button: ReadyButton | None = None
    claims_to_end: str = ""
    out_of_turn: OutOfTurnButton | None = None
    closing: Closing | None = None
    again: bool = False
    showings: tuple[Showing, ...] = ()
    evening: bool = False
    still: bool = False
    shared: bool = False
    duel: DuelLink = ""
    aside: str = ""
    cutting: Cutting | None = None
    keeps: bool = False
    deals_url: str = ""

    @property
    def claims(self) -> int:
        """How many things may be claimed: the golden buttons, narrow beside the question."""
        return sum(button.tone == "gold" for button in self._buttons)

    @property
    def choices(self) -> bool:
        """Whether there are buttons that need a line of their own."""
        leaving = self.evening or self.shared or self.deals_url or self.again
        asked_to_cut = self.cutting is not None and self.cutting.asked
        others = self.suits or self.arranging or self.out_of_turn or leaving or asked_to_cut
        return bool(others) or any(button.tone != "gold" for button in self._buttons)

    @property
    def one_answer(self) -> bool:
        """Whether the viewer must say the only word there is: nothing is left to decide, so the page says it."""
        return self.must and not (self.plays or self.arranging or self.spots) and self._answers == 1

    @property
    def _answers(self) -> int:
        suits = [button for one in self.suits for button in one.buttons]
        return len([*self._buttons, *suits])

    @property
    def classes(self) -> str:
        """The classes of the prompt: what is asked, who acts (`with-turn-N`), and which parts it has."""
        claims, choices = self.claims, self.choices
        return classes_of(
            "prompt",
            {
                "yours": self.must,
                "plays with-play": self.plays,
                **{f"with-turn-{at}": True for at in self.to_act},
                "prompt--choices": choices,
                "prompt--claims": claims,
                "prompt--two-claims": claims > 1,
                "prompt--ready": self.ready_button,
                "prompt--ends-claims": self.claims_to_end,
                "prompt--tips": self.tips,
                "prompt--fixed": self.fixed,
                "prompt--arranging": self.arranging,
                "prompt--spots with-open-spots": self.spots,
                "prompt--one-answer": self.one_answer,
                "prompt--timed": self.closing and self.closing.next_trick,
                "with-kept-buttons": self.keeps,
                "prompt--less": self.keeps and self.out_of_turn,
                "with-answers": choices or claims or self.spots or self.ready_button,
                "with-groups": self.groups,
                "with-three-groups": self.groups and len(self.groups[0].groups) > MANY_GROUPS,
            },
        )

    @property
    def _buttons(self) -> list[Button]:
        """The buttons of words, of groups, and of answers whose groups are fixed."""
        fixed = [button for one in self.fixed for button in one.buttons]
        return [*self.buttons, *(one.button for one in self.groups), *fixed]


def question_of(
    scene: Scene,
    view: View,
    *,
    code: str,
    ready_button: ReadyButton | None,
    claims_to_end: str,
    has_ended_claims: bool,
    out_of_turn: OutOfTurnButton | None,
    closing: Closing | None,
    ready: bool,
    tips: bool,
    advice: Data,
    evening: bool,
    shared: bool,
    duel: DuelLink,
) -> Question:
    """The prompt of the viewer of `view`; `scene` is what everybody sees. `advice` is what the tip says to do.

    A viewer that is not asked out of turn is shown what everybody waits for. One that has said that there is nothing to
    claim reads that too, beside the claim, which is still possible.
    """
    ask = view.prompt if out_of_turn is None or out_of_turn.on else scene.view.prompt
    if has_ended_claims:
        ask = ask._replace(text=scene.view.prompt.text)
    plays = ask.must and any(held.playable for held in view.hand)
    # Read in the order in which the buttons stand.
    choices = sorted(ask.choices, key=lambda choice: choice.column) if view.keeps_buttons else ask.choices
    forms = forms_of(scene, tuple(choices), advice)
    return Question(
        language=scene.speech.language,
        code=code,
        window=ask.window,
        words=scene.say(ask.text),
        first=scene.say(ask.first) if ask.first is not None else "",
        must=ask.must,
        plays=plays,
        to_act=tuple([scene.at[seat.seat] for seat in view.seats if seat.to_act]),
        reasons=_reasons(scene, view.hand) if ask.must else (),
        ready=ready,
        tips=tips and (plays or bool(ask.choices)),
        buttons=forms.words,
        suits=forms.suits,
        groups=forms.groups,
        fixed=forms.fixed,
        arranging=_arranging(scene, ask.arrange, view.hand, advice) if ask.arrange else None,
        spots=_spots(scene, view, advice) if ask.place else (),
        ready_button=ready_button,
        claims_to_end=claims_to_end,
        out_of_turn=out_of_turn,
        closing=closing,
        again=view.over and view.viewer is not None,
        showings=showings_of(scene, view.showings) if view.showings else (),
        evening=evening,
        shared=shared,
        duel=duel,
        aside=scene.say(ask.aside) if ask.aside is not None else "",
        keeps=view.keeps_buttons,
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


def _arranging(scene: Scene, zone: ArrangeZone, hand: Iterable[HeldCard], advice: Data) -> Arranging:
    held = [one.card for one in hand]
    advised = {frozenset(cards.split()) for cards in advice.get(zone.field, "").split(";")}
    return Arranging(
        zone.word,
        zone.field,
        zone.repeated,
        scene.say(zone.label),
        scene.say(zone.send or zone.label),
        tuple((scene.say(slot.label), slot.minimum, slot.maximum) for slot in zone.slots),
        _cards_with_faces(scene, held),
        tuple(_cards_with_faces(scene, cards) for cards in zone.proposal),
        advised == {frozenset(cards) for cards in zone.proposal},
    )


def _cards_with_faces(scene: Scene, cards: Sequence[Card]) -> tuple[tuple[Card, Face], ...]:
    return tuple(zip(cards, faces(scene.speech, cards), strict=True))


def _spots(scene: Scene, view: View, advice: Data) -> tuple[Spot, ...]:
    return tuple(
        Spot(
            scene.say(zone.label),
            zone.target,
            tuple(
                SpotCard(
                    " ".join([zone.word, card, zone.field, zone.target or "-", zone.end or "-"]),
                    card,
                    scene.speech.face(card),
                    tuple([meld_card(scene, one) for one in becomes]),
                    Place(card, zone.target, zone.end, zone.word, zone.field).data() == advice,
                )
                for card, becomes in zip_longest(zone.cards, zone.becomes, fillvalue=())
            ),
        )
        for zone in view.prompt.place
    )
