"""Tables at which every card can be played: what players do there, what they are shown, and what an arbiter gets."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.bots.registry import easy_answer
from games.disputes import services as dispute_services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import Case, CaseKind
from games.engine import registry
from games.engine.kraken.legal import legal_cards
from games.engine.record import check_record
from games.engine.seats import Seat
from games.table import services
from games.table.log.errors import TableRefused
from games.table.log.folding import record_of
from games.table.log.loading import Table
from games.table.log.models import Match, Round
from games.table.services.moves.advice import is_practice
from games.table.services.verification import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.hidden.everything_sent import whole
from tests.table.hidden.other_worlds import other_worlds
from tests.table.pages import Page
from tests.table.play import start_match, step, table_of
from tests.table.positions import read_by_others
from tests.table.posting import form_on, post

pytestmark = pytest.mark.django_db
PLAIN: dict[str, object] = {"declarations": "off", "bonus_mode": "automatic", "rounds": 2}


def illegal_cards(table: Table, seat: Seat) -> list[str]:
    """The cards of the seat, whose turn it is, that the rules do not allow."""
    round_ = table.state.game_state.round
    if round_ is None or round_.phase != "play" or round_.to_play != seat or not round_.trick:
        return []
    allowed = legal_cards(round_.hands[seat], round_.trick, round_.trump, table.options)
    return [card for card in round_.hands[seat] if card not in allowed]


def honest(table: Table, seat: Seat, rng: Random) -> tuple[str, dict[str, str]]:
    """What a bot does that claims no revoke."""
    game, state = table.game, table.state.game_state
    choices = [one for one in game.choices(state, seat) if one.data["do"] != "revoke"]
    data = easy_answer(game, game.view(state, seat), choices, rng)
    assert data is not None
    return game.pending(state)[seat].window, dict(data)


def revoke_if_possible(table: Table, seat: Seat, rng: Random) -> tuple[str, dict[str, str]]:
    """A card that is not allowed where the seat holds one, until one has been played; else an honest one."""
    wrong = illegal_cards(table, seat) if not find_revoke(table) else []
    if wrong:
        window = table.game.pending(table.state.game_state)[seat].window
        return window, {"do": "play", "card": wrong[0]}
    return honest(table, seat, rng)


def find_revoke(table: Table) -> tuple[Seat, int] | None:
    """Who has revoked in this round, and in which trick (from 1)."""
    round_ = table.state.game_state.round
    if round_ is None or round_.trump is None:
        return None
    held = [list(hand) for hand in round_.dealt]
    tricks = [(trick.leader, trick.cards) for trick in round_.tricks] + [(round_.leader, round_.trick)]
    for number, (leader, cards) in enumerate(tricks, 1):
        for place, card in enumerate(cards):
            seat = (leader + place) % 4
            if card not in legal_cards(held[seat], cards[:place], round_.trump, table.options):
                return seat, number
            held[seat].remove(card)
    return None


def play_until_done(match: Match, players: list[Player], now: datetime, done: Any) -> datetime:
    """Go on with a revoke as soon as there can be one, until `done`."""
    rng, by_seat = Random(2), dict(enumerate(players))
    while True:
        table = table_of(match)
        if done(table) or not table.running:
            match.refresh_from_db()
            return now
        now = step(match, by_seat, now, rng, answer=revoke_if_possible, table=table)


def trick_of_revoke_finished(table: Table) -> bool:
    found = find_revoke(table)
    return found is not None and len(table.state.game_state.round.tricks) >= found[1]


def is_counted(table: Table) -> bool:
    round_ = table.state.game_state.round
    return round_ is not None and round_.phase == "counted"


def is_closed(table: Table) -> bool:
    return bool(table.game.results(table.state.game_state))


@pytest.fixture
def match(players: list[Player], clock: Clock) -> Match:
    return start_match(players=players, now=clock.now, options={**PLAIN, "revoke_policy": "claimable"})


def claim(match: Match, player: Player, seat: Seat, trick: int, now: datetime) -> None:
    data = {"do": "revoke", "trick": str(trick), "seat": str(seat)}
    window = table_of(match).game.view(table_of(match).state.game_state, 0).accuse.window
    services.submit_action(match_id=match.pk, player=player, window=window, data=data, now=now)


def test_a_revoke_is_claimed_by_the_form_in_the_menu(
    match: Match, players: list[Player], clock: Clock
) -> None:
    """Out of turn, with the trick and the player; afterwards the menu says what was claimed, to everybody."""
    play_until_done(match, players, clock.now, trick_of_revoke_finished)
    found = find_revoke(table_of(match))
    assert found is not None
    seat, trick = found
    client = client_of(players[(seat + 1) % 4])
    form = form_on(match, client, "ask-accuse")
    named = {"trick": str(trick), "seat": str(seat)}
    assert named.items() <= set(form.fields)
    kept = {name: value for name, value in form.fields if name not in named}
    post(client, form, {name: [value] for name, value in {**kept, **named}.items()})
    for player in players:
        page = client_of(player).get(f"/t/{match.code}/").content.decode()
        assert "accuse-told" in page
        assert f"{players[seat].nickname} revoked in trick {trick}" in page


def test_the_claim_is_open_beside_a_card_that_is_to_be_played(
    match: Match, players: list[Player], clock: Clock
) -> None:
    """The window of the claim stays the same all through the round, also for the seat whose turn it is."""
    now = play_until_done(match, players, clock.now, trick_of_revoke_finished)
    seat, trick = find_revoke(table_of(match)) or (0, 1)
    while table_of(match).state.game_state.round.to_play != (seat + 1) % 4:
        now = step(match, dict(enumerate(players)), now, Random(1), answer=honest)
    claim(match, players[(seat + 1) % 4], seat, trick, now)
    with pytest.raises(TableRefused):
        claim(match, players[(seat + 3) % 4], seat, trick, now)


def claims_in_turn(match: Match, players: list[Player], now: datetime) -> tuple[Seat, datetime]:
    """Play until a card lies after the trick of the revoke, and let who is asked for the next one claim something."""
    now = play_until_done(match, players, now, trick_of_revoke_finished)
    while True:
        round_ = table_of(match).state.game_state.round
        if round_.phase == "play" and 0 < len(round_.trick) < 4:
            break
        now = step(match, dict(enumerate(players)), now, Random(1), answer=honest)
    seat = round_.to_play
    now += timedelta(seconds=3)
    claim(match, players[seat], (seat + 1) % 4, len(round_.tricks), now)
    return seat, now


def test_a_claim_beside_a_card_costs_and_earns_no_time(players: list[Player], clock: Clock) -> None:
    rules = {**PLAIN, "revoke_policy": "director"}
    match = start_match(players=players, now=clock.now, options=rules, pace=Match.Pace.FAST)
    play_until_done(match, players, clock.now, trick_of_revoke_finished)
    seat = table_of(match).state.game_state.round.to_play
    before = table_of(match).state.clocks
    deadline, bank = before.deadline(seat), before.bank(seat)
    claim(match, players[seat], (seat + 1) % 4, 1, before.asked[seat].since + timedelta(seconds=9))
    after = table_of(match).state.clocks
    assert (after.deadline(seat), after.bank(seat)) == (deadline, bank)


def test_a_claim_is_no_card_that_can_be_taken_back(players: list[Player], clock: Clock) -> None:
    rules = {**PLAIN, "revoke_policy": "director"}
    match = start_match(players=players, now=clock.now, options=rules, undo_allowed=True)
    seat, now = claims_in_turn(match, players, clock.now)
    with pytest.raises(TableRefused) as refused:
        services.submit_action(
            match_id=match.pk, player=players[seat], window="", data={"do": "undo"}, now=now
        )
    assert refused.value.code == "nothing_to_undo"


def test_the_sheet_follows_a_claim_and_the_round_is_written_down_as_shown(
    match: Match, players: list[Player], clock: Clock
) -> None:
    """Counted, claimed, written down with the penalty; record, log check and the stored round agree."""
    now = play_until_done(match, players, clock.now, is_counted)
    seat, trick = find_revoke(table_of(match)) or (0, 1)
    assert Round.objects.get(match=match, number=1).status == Round.Status.RUNNING
    assert record_of(match)["log"] == []
    claim(match, players[(seat + 1) % 4], seat, trick, now)
    page = client_of(players[0]).get(f"/t/{match.code}/").content.decode()
    said = f"{players[seat].nickname} revoked in trick {trick}: all points are for"
    assert said in read_by_others(page)
    now = play_until_done(match, players, now, is_closed)
    row = Round.objects.get(match=match, number=1)
    assert row.status == Round.Status.CLOSED
    assert row.points[seat] == 0
    assert row.points[(seat + 1) % 4] >= 262
    play_until_done(match, players, now, lambda table: False)
    checked: Any = check_record(json.loads(json.dumps(record_of(match))), registry.game)
    assert checked["ok"]
    assert checked["rounds"][0]["score"][seat % 2] == 0
    assert checked["rounds"][0]["revokes"] == [[trick, seat]]
    assert verify_log(match) == ()


def test_the_review_shows_a_revoke_nobody_claimed(match: Match, players: list[Player], clock: Clock) -> None:
    play_until_done(match, players, clock.now, is_closed)
    row = Round.objects.get(match=match, number=1)
    [[trick, seat]] = row.result["facts"]["revokes"]
    page = client_of(players[0]).get(f"/t/{match.code}/round/1/").content.decode()
    assert f"{players[seat].nickname} revoked in trick {trick} with the" in page
    marked = re.findall(
        r'class="tick[^"]*" href="\?card=(\d+)[^>]*>[^<]*<span[^>]*>[^<]*\(this card broke', page
    )
    assert [(int(card) - 1) // 4 + 1 for card in marked] == [trick]


def test_the_review_says_what_was_allowed(match: Match, players: list[Player], clock: Clock) -> None:
    """The seat that revoked held cards of the suit led: those, and no others, could have been played."""
    laid: list[tuple[list[str], list[str]]] = []

    def look(table: Table) -> bool:
        round_ = table.state.game_state.round
        if round_ is not None and round_.phase == "play" and not find_revoke(table):
            seat = round_.to_play
            allowed = legal_cards(round_.hands[seat], round_.trick, round_.trump, table.options)
            laid.append((list(allowed), illegal_cards(table, seat)))
        return is_closed(table)

    play_until_done(match, players, clock.now, look)
    allowed, barred = laid[-1]
    assert barred
    page = client_of(players[0]).get(f"/t/{match.code}/round/1/").content.decode()
    facts = page.split(f'id="facts-{len(laid)}"')[1].split('id="facts-')[0]
    could, _, could_not = facts.partition("is-barred")
    faces = re.compile(r'class="card ([SHDC][7-9TJQKA])"')
    assert sorted(faces.findall(could.partition("Could also be played")[2])) == sorted(allowed)
    assert sorted(faces.findall(could_not)) == sorted(barred)
    assert "Cards that were not allowed: 1 of 32." in page
    assert "All 32 cards were allowed." not in page


def test_the_form_for_a_complaint_promises_no_refusal_of_cards(match: Match, players: list[Player]) -> None:
    play_until_done(match, players, timezone.now(), is_closed)
    page = client_of(players[0]).get(f"/t/{match.code}/round/1/wrong/").content.decode()
    assert "The program adds up the score itself, line by line" in page
    assert "refuses every card" not in page


def test_no_tips_at_such_a_table(players: list[Player], clock: Clock) -> None:
    """A practice table: with the rule there are no tips, and no card says why not."""
    strict = start_match(players=players[:1], now=clock.now)
    free = start_match(players=players[1:2], now=clock.now, options={"revoke_policy": "director"})
    assert is_practice(table_of(strict))
    assert not is_practice(table_of(free))
    assert 'id="ask-advice"' not in client_of(players[1]).get(f"/t/{free.code}/").content.decode()


def test_a_table_of_bots_goes_on(players: list[Player], clock: Clock) -> None:
    """One person with three bots plays to the end; nobody waits for a claim."""
    match = start_match(
        players=players[:1], now=clock.now, options={"revoke_policy": "claimable", "rounds": 1}
    )
    play_until_done(match, players[:1], clock.now, lambda table: False)
    assert match.status == Match.Status.FINISHED


def test_a_strict_table_has_no_form(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players, now=clock.now)
    assert 'id="accuse"' not in client_of(players[0]).get(f"/t/{match.code}/").content.decode()


# The director decides.


def test_the_director_gets_a_case_with_the_card(players: list[Player], clock: Clock, staff: Player) -> None:
    """A claim during the round; when it is written down, as played, there is a case, and a ruling scores it again. The
    case quotes the claimer in the claimer's language."""
    match = start_match(players=players, now=clock.now, options={**PLAIN, "revoke_policy": "director"})
    now = play_until_done(match, players, clock.now, trick_of_revoke_finished)
    seat, trick = find_revoke(table_of(match)) or (0, 1)
    by = (seat + 1) % 4
    Player.objects.filter(pk=players[by].pk).update(language="nl")
    claim(match, players[by], seat, trick, now)
    assert not Case.objects.exists()
    now = play_until_done(match, players, now, is_closed)
    case = Case.objects.get()
    row = Round.objects.get(match=match, number=1)
    assert (case.kind, case.round_id, row.status) == (CaseKind.REVOKE, row.pk, Round.Status.REVIEW)
    [complaint] = case.complaints.all()
    assert complaint.player_id == players[by].pk
    assert f"{players[seat].nickname} heeft in slag {trick} verzaakt" in complaint.text
    assert case.moment is not None
    assert (case.moment - 1) // 4 == trick - 1
    before = row.points
    dispute_services.take_case(case_id=case.pk, arbiter=staff, now=now)
    desk = client_of(staff).get(f"/desk/{case.pk}/").content.decode()
    assert "they know of this case only what was said at the table itself" in desk
    dispute_services.give_ruling(
        case_id=case.pk,
        arbiter=staff,
        wanted=RulingRequest(RulingKind.REVOKE, revoked=(seat % 2,)),
        reason="The cards show it.",
        rule_chosen="revoke",
        now=now,
    )
    row.refresh_from_db()
    assert row.points[seat] == 0 != before[seat] + before[by]
    assert row.points[by] >= 262


def test_a_claim_is_the_complaint_of_who_made_it_and_was_replaced_since(
    players: list[Player], guest: Player, clock: Clock
) -> None:
    match = start_match(players=players, now=clock.now, options={**PLAIN, "revoke_policy": "director"})
    now = play_until_done(match, players, clock.now, trick_of_revoke_finished)
    seat, trick = find_revoke(table_of(match)) or (0, 1)
    by = (seat + 1) % 4
    claim(match, players[by], seat, trick, now)
    services.replace_player(match_id=match.pk, seat=by, player=guest, by=players[seat], now=now)
    play_until_done(match, [*players[:by], guest, *players[by + 1 :]], now, is_closed)
    assert Case.objects.get().complaints.get().player == players[by]


# Two worlds in which the covered cards lie otherwise. `tests/engine/kraken/test_revoke.py` has two of which a card is a
# revoke in one only; what is sent about a match is compared here.


def look_everywhere(match: Match, client: Client) -> dict[str, str]:
    """What that client is answered about the match: pages, record, rules, and the refusal of a wrong claim."""
    found = {
        name: whole(client.get(address))
        for name, address in {
            "page": f"/t/{match.code}/",
            "sheet": f"/t/{match.code}/sheet/",
            "record": f"/t/{match.code}/record.json",
            "rules": f"/t/{match.code}/rules/",
            "review": f"/t/{match.code}/round/1/",
            "case": f"/t/{match.code}/round/1/wrong/",
            "me": "/me/data.json",
        }.items()
    }
    wrong = {"do": "revoke", "trick": "8", "seat": "1", "window": "1.accuse"}
    found["refused"] = whole(client.post(f"/t/{match.code}/act/", wrong))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("policy", "claims"), [("claimable", False), ("director", True)])
def test_no_page_tells_a_revoke_before_its_time(
    players: list[Player], guest: Player, clock: Clock, policy: str, claims: bool
) -> None:
    match = start_match(players=players, now=clock.now, options={**PLAIN, "revoke_policy": policy})
    now = play_until_done(match, players, clock.now, trick_of_revoke_finished)
    found = find_revoke(table_of(match))
    assert found is not None
    if claims:
        claim(match, players[(found[0] + 1) % 4], found[0], found[1], now)
    looked = 0
    for viewer in (players[(found[0] + 1) % 4], players[(found[0] + 2) % 4], guest):
        client = client_of(viewer)
        seat = table_of(match).seat_of(viewer.pk)
        before = look_everywhere(match, client)
        for _ in other_worlds(match, seat, most=4):
            looked += 1
            assert look_everywhere(match, client) == before
    assert looked > 0


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_socket_shows_what_a_fresh_page_shows(players: list[Player], clock: Clock) -> None:
    """Frames carry the form and the claims as a fresh load would."""
    match = await sync_to_async(start_match)(
        players=players, now=clock.now, options={**PLAIN, "revoke_policy": "claimable"}
    )
    now = await sync_to_async(play_until_done)(match, players, clock.now, trick_of_revoke_finished)
    found = await sync_to_async(lambda: find_revoke(table_of(match)))()
    assert found is not None
    page = Page(match, players[(found[0] + 1) % 4])
    await page.open()
    await sync_to_async(claim)(match, players[(found[0] + 3) % 4], found[0], found[1], now)
    await page.beat()
    await sync_to_async(page.is_right)()
    assert "accuse-told" in page.zones["accuse"]
    await page.cut()


def test_bots_claim_at_a_table_what_they_saw(players: list[Player], clock: Clock) -> None:
    """Three people revoke whenever they can and never claim; the bot of the other side claims in the end."""
    match = start_match(
        players=players[:3], now=clock.now, options={**PLAIN, "revoke_policy": "claimable", "rounds": 4}
    )
    rng, now, by_seat = Random(5), clock.now, dict(enumerate(players[:3]))

    def careless(table: Table, seat: Seat, chance: Random) -> tuple[str, dict[str, str]]:
        wrong = illegal_cards(table, seat)
        if wrong:
            window = table.game.pending(table.state.game_state)[seat].window
            return window, {"do": "play", "card": wrong[0]}
        return honest(table, seat, chance)

    while table_of(match).running:
        now = step(match, by_seat, now, rng, answer=careless)
    claimed = [
        told for row in Round.objects.filter(match=match) for told in row.result["facts"]["revoke_claims"]
    ]
    assert claimed
    assert all(by == 3 and judged == "right" for _trick, _seat, by, judged in claimed)
