"""The review of a closed round: positions with all hands open, score lines, proof of the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.engine.cards import Suit, show_cards
from games.engine.view import Corrected, RoundResult
from games.kit.engine_words import suit_name
from games.table.log import result_rows, rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.history import proofs_of
from games.table.log.models import Match, Round
from games.table.log.states import Reviewed
from games.table.review.absences import absence_told, absences_of
from games.table.review.evidence import DealCheck, RoundEvidence, deal_check, decks, lays_card, round_evidence
from games.table.review.positions import Found, Happening, Position, positions_of
from games.table.screen.narration import Narrator
from games.table.services.talking import PHRASES
from games.table.talk_models import TalkLine


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score, in words, with its points per column of the sheet; `cancelled` where a later line took
    them away."""

    words: str
    points: tuple[int, ...]
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class ScoreThen:
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
    spaces.
    """

    context: str
    commitment: str
    seed: str
    shuffle: str
    pack: str
    deck: str


@dataclass(frozen=True, slots=True)
class Check:
    """A verification done by the engine, and its result."""

    words: str
    right: bool


@dataclass(frozen=True, slots=True)
class Talked:
    """A line of table talk."""

    name: str
    words: str
    at: Any


@dataclass(frozen=True, slots=True)
class RoundReview:
    """Everything the review of one round shows; `card` is the position to begin with.

    `label` names the round where rounds have names. `challenges` are (name, word). `checks` is what the engine found,
    `found` what lay there claimed or lost, in order of play. `absences` are sentences, for who decides only.
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
    score: ScoreThen
    sides: tuple[str, ...]
    verdict: str
    rescores: bool
    checks: tuple[Check, ...]
    proofs: tuple[Proof, ...]
    absences: tuple[str, ...] = ()

    @property
    def last(self) -> int:
        """The number of the last card."""
        return len(self.positions) - 1

    @property
    def now(self) -> Position:
        """The position to begin with."""
        return self.positions[self.card]

    @property
    def said(self) -> tuple[Happening, ...]:
        """Everything that was said, in order."""
        return tuple(one for position in self.positions for one in position.happened if one.said)

    @property
    def found(self) -> tuple[Found, ...]:
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

    @property
    def previous(self) -> int | None:
        """The position before this one."""
        return self.card - 1 if self.card > 0 else None

    @property
    def next(self) -> int | None:
        """The position after this one."""
        return self.card + 1 if self.card < self.last else None


def round_review(
    match: Match, *, number: int, card: int = 0, you: int = 0, with_absences: bool = False
) -> RoundReview:
    """A closed round seen from seat `you`, beginning at the position after so many cards (0: before the first).

    `with_absences`: also whose screens were closed, and when; that is for who decides, not for the players.

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
        game, tuple(sitter.name for sitter in evidence.sitters), result.sides, progress.columns
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
        challenges=tuple((narrator.names[seat], narrator.say(word)) for seat, word in contract.spoken)
        if contract
        else (),
        score=score_then(narrator, game.results(evidence.after), evidence.reviews),
        sides=narrator.columns_by_name,
        verdict=narrator.say(result.verdict),
        rescores=game.rescored(evidence.options, result, Corrected()) is not None,
        checks=_checks(evidence, row, result, deal),
        proofs=tuple(_proof(evidence, proof) for proof in proofs) if deal is not None else (),
        absences=tuple(absence_told(absence, narrator.names[absence.seat]) for absence in absences),
    )


def score_then(narrator: Narrator, played: Sequence[RoundResult], reviews: Sequence[Reviewed]) -> ScoreThen:
    """The last of these rounds on the sheet, with what was ruled since."""
    result = played[-1]
    kept = rulings.reviewed(reviews, result.number)
    return ScoreThen(
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
            Line(narrator.say(line.text), narrator.by_column(line.points)) for line in rulings.lines_of(kept)
        ),
        counts=narrator.by_column(rulings.counted(result, kept)),
        totals=narrator.by_column(
            rulings.added_up(rulings.counted(one, rulings.reviewed(reviews, one.number)) for one in played)
        ),
        provisional=bool(kept.cases),
        void=rulings.is_void(kept),
    )


def _checks(
    evidence: RoundEvidence, row: Round, result: RoundResult, deal: DealCheck | None
) -> tuple[Check, ...]:
    """The verifications of a closed round. Replaying it has already shown that each entry was legal where it
    stands.
    """
    cards = sum(step.of_game and lays_card(evidence.game, step) for step in evidence.steps)
    again = result_rows.as_row(result)
    same = row.lines == again["lines"] and row.result == again["result"]
    adds_up = [sum(column) for column in zip(*(line.points for line in result.lines), strict=True)]
    checks = [
        Check(gettext("All %(number)s cards were allowed.") % {"number": cards}, right=True),
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


def _proof(evidence: RoundEvidence, proof: Mapping[str, object]) -> Proof:
    pack = evidence.game.pack(evidence.options, len(evidence.sitters))
    return Proof(
        context=str(proof["context"]),
        commitment=str(proof["commitment"]),
        seed=str(proof["seed"]),
        shuffle=str(proof["shuffle"]),
        pack=show_cards(pack),
        deck=show_cards(decks(evidence).get(int(str(proof["deal"])), ())),
    )


def talk_of_round(match: Match, number: int) -> Sequence[Talked]:
    """The table talk from the deal of a closed round to the next deal."""
    rounds = {row.number: row for row in match.rounds.filter(number__in=(number, number + 1))}
    if number not in rounds or rounds[number].status == Round.Status.RUNNING:
        return ()
    lines = TalkLine.objects.filter(match=match, at__gte=rounds[number].started_at)
    if number + 1 in rounds:
        lines = lines.filter(at__lt=rounds[number + 1].started_at)
    return [
        Talked(line.player.nickname, line.text or gettext(PHRASES.get(line.phrase, line.phrase)), line.at)
        for line in lines.select_related("player").order_by("at", "id")
    ]
