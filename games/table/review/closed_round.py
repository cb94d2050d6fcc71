"""The review of a closed round: positions with all hands open, score lines, proof of the deal; and the round as one
player saw it, while other tables are still to play its cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from django.utils.translation import gettext

from games.engine.actions import BY_CHANCE, Deal
from games.engine.cards import Card, Suit, show_cards
from games.engine.game import Game
from games.engine.record import cuts_of_proof
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import Randomness, commitment
from games.engine.view import CorrectedFacts, RoundResult
from games.engine_words import suit_name
from games.table.log import rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import proofs_of
from games.table.log.models import Match, Round
from games.table.log.states import RoundRulings
from games.table.models import TalkLine
from games.table.review.evidence import (
    AbsencesOfOne,
    RoundEvidence,
    Step,
    absences_by_player,
    absences_of,
    lays_card,
    round_evidence,
)
from games.table.review.happenings import Happening
from games.table.review.positions import CardByCard, FoundThere, Position, positions_of
from games.table.screen.narration import NamedCard, Narrator, name_cards
from games.table.services.talking import PHRASES


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score, in words, with its points per column of the sheet; `cancelled` where a later line took
    them away. `ruling` is the number of the ruling that gave them, 0 for none."""

    words: str
    points: tuple[int, ...]
    cancelled: bool = False
    ruling: int = 0


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A round on the sheet: its `lines` add up to what was `written`, the cancelled ones left out; `ruled` are the
    rulings since, each a line.

    `counts` is what counts now, `totals` the match so far with this round; `provisional` while a case is open.
    """

    lines: tuple[Line, ...]
    written: tuple[int, ...]
    ruled: tuple[Line, ...]
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    provisional: bool
    void: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """The published data of a deal, from which anybody can check it. `pack` and `deck` are cards between
    spaces, `cuts` the names and words of those who cut, and `cut_lines` what is hashed of them. `earlier` are the seals
    that this one took the place of.
    """

    context: str
    commitment: str
    seed: str
    shuffle: str
    pack: str
    deck: str
    cuts: tuple[tuple[str, str], ...] = ()
    cut_lines: str = ""
    earlier: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A verification done by the engine, and its result."""

    words: str
    right: bool


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """A line of table talk."""

    name: str
    words: str
    at: Any


@dataclass(frozen=True, slots=True)
class RoundReview(CardByCard):
    """Everything the review of one round shows; `card` is the position to begin with.

    `label` names the round where rounds have names. `challenges` are (name, word). `checks` is what the engine found,
    `found` what lay there claimed or lost, in order of play. `absences` are a line for each player, for arbiters only.
    """

    number: int
    label: str
    rounds: tuple[int, ...]
    card: int
    positions: tuple[Position, ...]
    dealer: str
    trump: Suit | None
    trump_name: str
    maker: str
    multiplier: int
    challenges: tuple[tuple[str, str], ...]
    score: RoundScore
    sides: tuple[str, ...]
    verdict: str
    rescores: bool
    checks: tuple[Check, ...]
    proofs: tuple[Proof, ...]
    absences: tuple[AbsencesOfOne, ...] = ()

    @property
    def now(self) -> Position:
        """The position to begin with."""
        return self.positions[self.card]

    @property
    def statements(self) -> tuple[Happening, ...]:
        """Everything that was said, in order."""
        return tuple(one for position in self.positions for one in position.happened if one.is_statement)

    @property
    def calls(self) -> tuple[tuple[int, str], ...]:
        """Every call for the director and what came of it, in words, with the card it belongs to."""
        return tuple(
            (card, one.words)
            for card, position in enumerate(self.positions)
            for one in position.happened
            if one.is_call
        )

    @property
    def found(self) -> tuple[FoundThere, ...]:
        """Everything that lay there, in order."""
        return tuple(one for position in self.positions for one in position.found)

    @property
    def earlier(self) -> int | None:
        """The closed round before this one."""
        return max((one for one in self.rounds if one < self.number), default=None)

    @property
    def later(self) -> int | None:
        """The closed round after this one."""
        return min((one for one in self.rounds if one > self.number), default=None)


def round_review(
    match: Match, *, number: int, card: int = 0, you: Seat | None = None, with_absences: bool = False
) -> RoundReview:
    """A closed round seen from seat `you` (None: by somebody who did not play), beginning at the position after so many
    cards (0: before the first).

    `with_absences`: also whose screens were closed, and when, and why somebody called the director; that is for who
    decides, not for the players.

    Raises TableRefused(no_such_round) for a round that is not closed, (no_such_card) for no such position.
    """
    evidence = round_evidence(match, number)
    row = match.rounds.exclude(status=Round.Status.RUNNING).filter(number=number).first()
    if evidence is None or row is None:
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    game = evidence.game
    progress = game.progress(evidence.after)
    result = game.results(evidence.after)[-1]
    narrator = Narrator(
        game,
        tuple(sitter.name for sitter in evidence.sitters),
        result.sides,
        progress.columns,
        for_arbiter=with_absences,
    )
    absences = absences_of(match, evidence) if with_absences else ()
    positions = positions_of(narrator, evidence, you=you, absences=absences)
    if not 0 <= card < len(positions):
        raise TableRefused(TableRefusal.NO_SUCH_CARD)
    proofs = proofs_of(match, round__number=number)
    deal = deal_check(evidence, proofs)
    public = narrator.view(evidence.steps[-1].before, None)
    contract = public.contract
    return RoundReview(
        number=number,
        label=narrator.say(result.label) if result.label else "",
        rounds=evidence.rounds,
        card=card,
        positions=positions,
        dealer=next((narrator.names[zone.seat] for zone in public.seats if zone.dealer), ""),
        trump=contract.trump if contract else None,
        trump_name=suit_name(contract.trump) if contract and contract.trump else "",
        maker=narrator.names[contract.maker] if contract and contract.maker is not None else "",
        multiplier=contract.ladder[contract.level] if contract else 1,
        challenges=tuple((narrator.names[seat], narrator.say(word)) for seat, word in contract.challenges)
        if contract
        else (),
        score=score_then(narrator, game.results(evidence.after), evidence.reviews),
        sides=narrator.columns_by_name,
        verdict=narrator.say(result.verdict),
        rescores=game.rescore(evidence.options, result, CorrectedFacts()) is not None,
        checks=_checks(evidence, row, result, deal),
        proofs=tuple(_proof(evidence, proof) for proof in proofs) if deal is not None else (),
        absences=absences_by_player(absences, narrator.names, closed=evidence.steps[-1].at),
    )


def score_then(
    narrator: Narrator, played: Sequence[RoundResult], reviews: Sequence[RoundRulings]
) -> RoundScore:
    """The last of these rounds on the sheet, with what was ruled since."""
    result = played[-1]
    kept = rulings.reviews_of(reviews, result.number)
    return RoundScore(
        lines=tuple(
            Line(
                narrator.say(line.text),
                narrator.by_column(line.cancelled or line.points),
                bool(line.cancelled),
            )
            for line in result.lines
        ),
        written=narrator.by_column(result.score),
        ruled=tuple(
            Line(narrator.say(line.text), narrator.by_column(line.points), ruling=ruled.ruling)
            for line, ruled in zip(rulings.lines_of(kept), kept.rulings, strict=True)
        ),
        counts=narrator.by_column(rulings.counted_points(result, kept)),
        totals=narrator.by_column(
            rulings.sum_scores(
                rulings.counted_points(one, rulings.reviews_of(reviews, one.number)) for one in played
            )
        ),
        provisional=bool(kept.cases),
        void=rulings.is_void(kept),
    )


@dataclass(frozen=True, slots=True)
class DealCheck:
    """Whether the published commitments fit their seeds, and every random action of the round follows from
    them.
    """

    sealed: bool
    follows: bool


ProofOfDeal: TypeAlias = Mapping[str, object]
"""The proof of a deal as a record holds it."""


def randomness_of(proof: ProofOfDeal) -> Randomness:
    """The chance of a deal from the seed and the cuts of its proof."""
    return Randomness(bytes.fromhex(str(proof["seed"])), cuts_of_proof(proof))


def deal_check(evidence: RoundEvidence, proofs: Sequence[ProofOfDeal]) -> DealCheck | None:
    """Verify the proofs of a round's deals; None for deals that were given, not shuffled."""
    game = evidence.game
    by_chance = [
        step
        for step in evidence.steps
        if step.of_game and step.seat is None and isinstance(game.parse(step.data), BY_CHANCE)
    ]
    if not proofs or not any(step.data.get("deck") for step in by_chance):
        return None
    chances = {proof["deal"]: randomness_of(proof) for proof in proofs}
    sealed = all(
        commitment(seed=bytes.fromhex(str(proof["seed"])), context=str(proof["context"]))
        == proof["commitment"]
        for proof in proofs
    )
    follows = all(
        (chance := chances.get(game.progress(step.after).deal)) is not None
        and game.apply(step.before, HOUSE, game.house_action(step.before, chance)) == step.after
        for step in by_chance
    )
    return DealCheck(sealed, follows)


def decks(evidence: RoundEvidence) -> Mapping[int, tuple[Card, ...]]:
    """The deck of each deal of the round in dealing order, by the deal's number."""
    dealt = {}
    for step in evidence.steps:
        if step.of_game and step.seat is None:
            action = evidence.game.parse(step.data)
            if isinstance(action, Deal):
                dealt[evidence.game.progress(step.after).deal] = action.deck
    return dealt


def _checks(
    evidence: RoundEvidence, row: Round, result: RoundResult, deal: DealCheck | None
) -> tuple[Check, ...]:
    """The verifications of a closed round. Replaying it has already shown that each entry was taken where it
    stands; a card that the rules forbid is one at a table where revokes are possible.
    """
    laid = [step for step in evidence.steps if step.of_game and lays_card(evidence.game, step)]
    barred = sum(not _was_allowed(evidence.game, step) for step in laid)
    facts = {"number": len(laid), "barred": barred}
    again = rulings.as_row(result)
    same = row.lines == again["lines"] and row.result == again["result"]
    adds_up = [sum(column) for column in zip(*(line.points for line in result.lines), strict=True)]
    checks = [
        Check(gettext("All %(number)s cards were allowed.") % facts, right=True)
        if not barred
        else Check(gettext("Cards that were not allowed: %(barred)s of %(number)s.") % facts, right=False),
        Check(gettext("The score, worked out again line by line, is what was written down."), right=True)
        if same and adds_up == list(result.score)
        else Check(gettext("The score, worked out again, is not what was written down."), right=False),
    ]
    if deal is not None:
        checks.append(
            Check(gettext("The deal follows from the sealed secret."), right=True)
            if deal.sealed and deal.follows
            else Check(gettext("The deal does not follow from the sealed secret."), right=False)
        )
    return tuple(checks)


def _was_allowed(game: Game[Any], step: Step) -> bool:
    """Whether the rules allowed the card, also where the app let everything be played."""
    if step.seat is None or game.enforces_rules(step.before.options):
        return True
    hand = game.view(game.by_the_rules(step.before), step.seat).hand
    return any(held.card == step.data["card"] and held.playable for held in hand)


def _proof(evidence: RoundEvidence, proof: Mapping[str, object]) -> Proof:
    pack = evidence.game.pack(evidence.options, len(evidence.sitters))
    return Proof(
        context=str(proof["context"]),
        commitment=str(proof["commitment"]),
        seed=str(proof["seed"]),
        shuffle=str(proof["shuffle"]),
        pack=show_cards(pack),
        deck=show_cards(decks(evidence).get(int(str(proof["deal"])), ())),
        cuts=tuple((evidence.sitters[seat].name, word) for seat, word in cuts_of_proof(proof)),
        cut_lines="\n".join(f"{seat} {word}" for seat, word in cuts_of_proof(proof)),
        earlier=tuple(seals) if isinstance(seals := proof.get("earlier_seals"), list) else (),
    )


def talk_of_round(match: Match, number: int) -> Sequence[SpokenLine]:
    """The table talk from the deal of a closed round to the next deal."""
    rounds = {row.number: row for row in match.rounds.filter(number__in=(number, number + 1))}
    if number not in rounds or rounds[number].status == Round.Status.RUNNING:
        return ()
    lines = TalkLine.objects.filter(match=match, at__gte=rounds[number].started_at)
    if number + 1 in rounds:
        lines = lines.filter(at__lt=rounds[number + 1].started_at)
    return [
        SpokenLine(line.player.nickname, line.text or gettext(PHRASES.get(line.phrase, line.phrase)), line.at)
        for line in lines.select_related("player").order_by("at", "id")
    ]


# A closed round as one player saw it, while other tables are still to play its cards: their hand, and the tricks.


class TrickCard(NamedTuple):
    """A card of a trick, and who played it."""

    name: str
    card: NamedCard
    yours: bool


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A closed round without anything its player did not see: the own `hand`, the `tricks` card by card, the score."""

    number: int
    label: str
    trump: Suit | None
    trump_name: str
    verdict: str
    hand: tuple[NamedCard, ...]
    tricks: tuple[tuple[TrickCard, ...], ...]
    score: RoundScore
    sides: tuple[str, ...]


def own_round(match: Match, *, number: int, you: Seat) -> OwnRound:
    """A closed round as seat `you` saw it. Raises TableRefused(no_such_round) for a round that is not closed."""
    evidence = round_evidence(match, number)
    if evidence is None:
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    game = evidence.game
    results = game.results(evidence.after)
    names = tuple(sitter.name for sitter in evidence.sitters)
    narrator = Narrator(game, names, results[-1].sides, game.progress(evidence.after).columns)
    standing = [step for step in evidence.steps if step.of_game]
    tricks: dict[int, list[TrickCard]] = defaultdict(list)
    for step in standing:
        if step.seat is not None and lays_card(game, step):
            lying = narrator.view(step.after, None).trick
            laid = TrickCard(names[step.seat], name_cards([step.data["card"]])[0], step.seat == you)
            tricks[lying.number if lying else 0].append(laid)
    hand = narrator.view(standing[0].after, you).hand
    return OwnRound(
        number=number,
        label=narrator.say(results[-1].label) if results[-1].label else "",
        trump=results[-1].trump,
        trump_name=suit_name(results[-1].trump) if results[-1].trump else "",
        verdict=narrator.say(results[-1].verdict),
        hand=name_cards(held.card for held in hand),
        tricks=tuple(tuple(cards) for _number, cards in sorted(tricks.items())),
        score=score_then(narrator, results, evidence.reviews),
        sides=narrator.columns_by_name,
    )
