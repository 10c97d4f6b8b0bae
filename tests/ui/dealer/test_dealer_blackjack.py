"""A round of Blackjack at the dealer's window: whose turn it is, why the next card comes, hands side by side."""

import dataclasses
import random
from itertools import combinations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt

from kiosk.console.commands import (
    Authority,
    CloseDecisions,
    CoverCard,
    CoverCardBack,
    EnterIrregularity,
    NewShoe,
    NoteIrregularity,
    Refusal,
)
from kiosk.games.blackjack import faults
from kiosk.games.blackjack.deal import CARD, DEALER, DEALING_ERROR, DISCARDED, SHOE_EMPTY, TWO_AT_ONCE
from kiosk.games.blackjack.game import GAME
from kiosk.games.game import HOLDS, Enter, Fact, replaced
from kiosk.tools.shots.blackjack import dealer_samples as samples
from kiosk.ui.dealer.blackjack.part import PART
from kiosk.ui.dealer.cards.lying import Hands
from kiosk.ui.dealer.cards.mending import dealt_anew
from kiosk.ui.dealer.words import why_words
from kiosk.ui.dealer.work.story import story
from kiosk.ui.kit import theme
from kiosk.ui.kit.texts import Language, Texts
from kits.games.blackjack_rounds import FELT, by_chance, greatest, result_of, told
from kits.ui.entered import entered

Key = Qt.Key
PIN = "4821"
WHO = Authority("Supervisor 21", PIN)
TEXTS = Texts(Language.EN)
MOMENTS = {
    "table": samples.table,
    "new shoe": samples.new_shoe,
    "cover card": samples.cover_card,
    "first card": lambda: samples.dealing("01", 0),
    "shoe": lambda: samples.dealing("05", 1, shoe=True),
    "first window": samples.first_window,
    "turn": lambda: samples.turn("01", 1),
    "split": lambda: samples.turn("02", 2),
    "time up": lambda: samples.turn("02", 1, left_ms=0),
    "split draw": lambda: samples.dealing("02", 3),
    "hit": lambda: samples.dealing("05", 2),
    "forced": lambda: samples.dealing("06", 3),
    "dealer draws": lambda: samples.dealing(DEALER, 2),
    "result": samples.result,
    "settled": lambda: samples.result(settled=True),
}


def says(dealer):
    """The title and the line of the moment, with what is entered."""
    told = story(dealer.desk.view, dealer.window.inputs, TEXTS)
    return told.title, told.line


def faces(dealer):
    grid, view = dealer.parts.grid, dealer.desk.view
    return {seat.name: grid._face(seat, view).word for seat in view.seats}


@pytest.mark.rule("blackjack:3.11")
def test_that_the_initial_deal_is_one_tap_a_card_and_confirmed_when_the_dealer_likes(make_dealer):
    dealer = make_dealer(samples.dealing("01", 0))
    assert says(dealer) == ("Seat 01 · card 1", "Two cards for each box, one for the dealer.")
    for card, place in (("Th", "02"), ("8c", "03"), ("Ad", "05")):
        dealer.tap(dealer.parts.work.keys.keys[card])
        assert dealer.parts.grid.lit == place
    dealer.key(Key.Key_Return)
    placed = (("Th", "01"), ("8c", "02"), ("Ad", "03"))
    assert dealer.desk.sent == [entered(dealer.desk.view, [Fact(CARD, (card,), at) for card, at in placed])]


@pytest.mark.rule("blackjack:2.2.1")
def test_that_a_card_lies_as_often_as_there_are_decks(make_dealer):
    dealer = make_dealer(samples.dealing("01", 0))
    decks = samples.layout().decks
    for _ in range(decks):
        assert not dealer.parts.work.keys.keys["Kh"].lies
        dealer.type("kh")
    assert dealer.parts.work.keys.keys["Kh"].lies
    dealer.type("kh")
    assert dealer.notice.startswith("K♥ lies already")


@pytest.mark.rule("blackjack:3.11", "blackjack:3.17")
def test_that_it_says_whose_turn_it_is_with_which_hand_and_who_comes_then(make_dealer):
    dealer = make_dealer(samples.turn("01", 1))
    assert says(dealer) == ("Seat 01 decides · 19", "HIT, STAND, DOUBLE. Then seat 02.")
    dealer.show(samples.turn("02", 1))
    assert says(dealer) == ("Seat 02 decides · 16", "HIT, STAND, DOUBLE, SPLIT. Then seat 05.")
    dealer.show(samples.turn("02", 2))
    assert says(dealer) == ("Seat 02 decides · hand 1 of 2 · 11", "HIT, DOUBLE. Then seat 05.")
    dealer.show(samples.turn("07", 1))
    assert says(dealer) == ("Seat 07 decides · 16", "HIT, STAND, DOUBLE. Then the dealer.")
    dealer.show(samples.turn("07", 1, left_ms=0))
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [CloseDecisions()]


@pytest.mark.rule("blackjack:3.14", "blackjack:3.16")
def test_that_the_first_window_is_of_all_boxes(make_dealer):
    dealer = make_dealer(samples.first_window())
    assert says(dealer) == ("All boxes: INSURANCE, EVEN MONEY", "Still waited for: seat 02, 05, 06, 07")


@pytest.mark.parametrize(
    ("place", "count", "title", "why"),
    [
        ("02", 3, "Seat 02 · card 3", "11 · doubled: one card (rule 3.22)."),
        ("02", 2, "Seat 02 · card 2", "The second card of a split hand (rule 3.21.2)."),
        ("05", 2, "Seat 05 · card 3", "12 · hit: one card."),
        ("06", 3, "Seat 06 · card 4", "11 · below 12 a card comes without asking (rule 3.19)."),
        (DEALER, 2, "Dealer · card 3", "The dealer has 16 and draws to 17 or more (rule 3.23)."),
    ],
)
@pytest.mark.rule("blackjack:3.19", "blackjack:3.22", "blackjack:3.23")
def test_that_it_says_why_the_next_card_comes(make_dealer, place, count, title, why):
    dealer = make_dealer(samples.dealing(place, count))
    assert says(dealer) == (title, why)
    assert dealer.parts.grid.lit == place


@pytest.mark.rule("blackjack:3.21.2")
def test_that_split_hands_lie_side_by_side_and_the_one_in_turn_gets_the_card(make_dealer):
    dealer = make_dealer(samples.dealing("02", 3))
    grid = dealer.parts.grid
    assert grid.hands_of(dealer.desk.view, "02") == Hands((("8c", "3h"), ("8d",)), 0)
    assert faces(dealer)["02"] == "11 · 8"
    dealer.type("tc")
    assert faces(dealer)["02"] == "21 · 8", "also before it is confirmed"
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [entered(dealer.desk.view, [Fact(CARD, ("Tc",), "02")])]


def test_that_each_box_says_what_its_hands_count(make_dealer):
    dealer = make_dealer(samples.dealing(DEALER, 2))
    found = faces(dealer)
    assert [found[box] for box in ("01", "02", "03", "05", "06", "07")] == [
        "19",
        "21 · 18",
        "Blackjack",
        "Bust 22",
        "21",
        "16",
    ]


@pytest.mark.rule("blackjack:3.23")
def test_that_the_dealer_draws_by_hand_until_he_stands(make_dealer):
    dealer = make_dealer(samples.dealing(DEALER, 2))
    dealer.type("4d")
    assert says(dealer)[0] == "All cards are entered"
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [entered(dealer.desk.view, [Fact(CARD, ("4d",), DEALER)])]


# --- what went wrong


def picks(dealer, title):
    """The button of the rare commands, then the row with that title."""
    dealer.tap(dealer.parts.commands.buttons["NotFlat"])
    at = [option.value for option in dealer.sheet.page._page.options].index(title)
    dealer.tap(dealer.sheet.page.rows[at])
    dealer.key(Key.Key_Return)


@pytest.mark.rule("blackjack:5.5.3")
def test_that_an_empty_shoe_is_of_the_whole_table(make_dealer):
    dealer = make_dealer(samples.dealing("05", 2))
    picks(dealer, "dealer.blackjack.empty")
    dealer.authorises()
    assert dealer.desk.sent == [
        EnterIrregularity(Fact(SHOE_EMPTY, (faults.EMPTY,), ""), WHO, samples.ROUND, ())
    ]


@pytest.mark.rule("blackjack:5.7")
def test_that_a_dealing_error_is_told_in_own_words(make_dealer):
    dealer = make_dealer(samples.dealing("05", 2))
    picks(dealer, "dealer.blackjack.error")
    dealer.type("a card fell")
    dealer.key(Key.Key_Return)
    dealer.authorises()
    assert dealer.desk.sent == [
        EnterIrregularity(Fact(DEALING_ERROR, ("a card fell",), ""), WHO, samples.ROUND, ())
    ]


@pytest.mark.rule("blackjack:5.12")
def test_that_two_cards_at_once_are_of_the_place_that_gets_one(make_dealer):
    dealer = make_dealer(samples.dealing("05", 2))
    picks(dealer, "dealer.blackjack.two_cards")
    dealer.key(Key.Key_Return)
    dealer.authorises()
    assert dealer.desk.sent == [
        EnterIrregularity(Fact(TWO_AT_ONCE, (faults.TWO_AT_ONCE,), "05"), WHO, samples.ROUND, ())
    ]


@pytest.mark.rule("blackjack:5.10.2", "blackjack:5.11")
@pytest.mark.parametrize(
    ("title", "reason"),
    [("dealer.blackjack.overdrawn", faults.OVERDRAWN), ("dealer.blackjack.face_up", faults.FACE_UP)],
)
def test_that_what_changes_nothing_is_put_on_record(make_dealer, title, reason):
    dealer = make_dealer(samples.dealing(DEALER, 2))
    picks(dealer, title)
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [NoteIrregularity(reason, samples.ROUND)]


@pytest.mark.rule("blackjack:5.10.2")
def test_that_a_card_on_the_dealers_complete_hand_is_put_on_record_when_the_result_stands(make_dealer):
    view = samples.result()
    dealer = make_dealer(replace(view, may=view.may | {"NoteIrregularity"}))
    picks(dealer, "dealer.blackjack.overdrawn")
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [NoteIrregularity(faults.OVERDRAWN, samples.ROUND)]


# --- how it looks


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1280, 720)])
@pytest.mark.parametrize("language", Language)
def test_that_no_text_is_cut_at_any_moment(make_dealer, cut, language, size):
    dealer = make_dealer(samples.table(), language, size)
    for moment in MOMENTS.values():
        dealer.show(moment())
        dealer.window.grab()
    assert cut == []


# --- the shoe


@pytest.mark.parametrize("by", ["touch", "key"])
def test_that_the_shoe_is_one_touch_the_cover_card_in_a_round_and_a_new_one_between_two(make_dealer, by):
    for view, does in ((samples.dealing("05", 2), CoverCard()), (samples.table(), NewShoe())):
        dealer = make_dealer(view)
        if by == "touch":
            dealer.tap(dealer.parts.commands.shoe)
        else:
            dealer.type("r")
        assert dealer.sheet is None
        assert dealer.desk.sent == [does]


@pytest.mark.rule("blackjack:5.5.4")
def test_that_a_shoe_that_is_to_be_shuffled_is_the_one_next_thing(make_dealer):
    dealer = make_dealer(samples.new_shoe())
    assert says(dealer) == (
        "Shuffle the shoe",
        "Shuffle and cut all 8 decks, put them in, then touch. Bets open after that.",
    )
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [NewShoe()]


def test_that_the_cover_card_is_told_once(make_dealer):
    dealer = make_dealer(samples.cover_card())
    dealer.tap(dealer.parts.commands.shoe)
    assert dealer.desk.sent == []
    assert dealer.parts.strip.words == TEXTS.get("dealer.why.phase")


@pytest.mark.rule("blackjack:5.5.2")
def test_that_a_new_shoe_that_was_not_recorded_asks_for_a_supervisor(make_dealer):
    dealer = make_dealer(samples.dealing("05", 2))
    picks(dealer, "dealer.shoe.title")
    dealer.authorises()
    assert dealer.desk.sent == [NewShoe(WHO, samples.ROUND)]


def test_that_a_card_too_many_is_named_with_what_to_do():
    refusal = Refusal("shoe-too-many", {"value": "Kh", "count": 9, "decks": 8})
    assert why_words(refusal, TEXTS) == (
        "Kh would come 9 times from 8 decks. Look at the card. Entered wrongly in a round before: F6. "
        "A new shoe is not recorded: F3. Else void (rule 5.5.2)"
    )


def with_kings_gone(times):
    view = samples.dealing("05", 2)
    return replace(view, shoe=replace(view.shoe, gone={"Kh": times}))


def test_that_a_card_that_the_shoe_holds_no_more_is_grey_and_says_what_to_do(make_dealer):
    dealer = make_dealer(with_kings_gone(8))
    keys = dealer.parts.work.keys.keys
    assert [card for card, key in keys.items() if key.lies] == ["Kh"]
    dealer.tap(keys["Kh"])
    assert not dealer.window.inputs.entry.begun
    assert dealer.parts.strip.words == TEXTS.get("dealer.why.shoe_too_many", value="K♥", count=9, decks=8)
    dealer.desk.show(with_kings_gone(0))
    assert not keys["Kh"].lies
    dealer.tap(keys["Kh"])
    assert dealer.window.inputs.entry.begun, "a new shoe was recorded meanwhile"


def test_that_the_last_of_a_card_can_be_entered(make_dealer):
    dealer = make_dealer(with_kings_gone(7))
    keys = dealer.parts.work.keys.keys
    assert not keys["Kh"].lies
    dealer.tap(keys["Kh"])
    assert dealer.window.inputs.entry.begun
    assert keys["Kh"].lies


@pytest.mark.rule("blackjack:5.5.4")
def test_that_a_cover_card_that_had_not_come_out_is_taken_back_with_a_supervisor(make_dealer):
    dealer = make_dealer(samples.cover_card())
    picks(dealer, "dealer.shoe.cover_title")
    dealer.authorises()
    assert dealer.desk.sent == [CoverCardBack(WHO, samples.ROUND)]


def test_that_no_cover_card_is_taken_back_that_nobody_has_told(make_dealer):
    dealer = make_dealer(samples.dealing("05", 2))
    dealer.tap(dealer.parts.commands.buttons["NotFlat"])
    assert "dealer.shoe.cover_title" not in [option.value for option in dealer.sheet.page._page.options]


@pytest.mark.rule("blackjack:5.10.3")
def test_that_a_card_that_was_put_away_is_corrected_where_it_lies(make_dealer):
    view, away = samples.turn(), Fact(DISCARDED, ("Kc",))
    dealer = make_dealer(replace(view, play=(*view.play, away)))
    dealer.tap(dealer.parts.commands.buttons["CorrectResult"])
    dealer.tap(dealer.sheet.go)
    dealer.tap(next(key for key in dealer.sheet.page.keys if key.lies.fact == away))
    dealer.tap(dealer.sheet.go)
    dealer.type("kd")
    assert "Put away: K♣ becomes K♦" in dealer.told
    dealer.tap(dealer.sheet.go)
    dealer.authorises()
    (sent,) = dealer.desk.sent
    assert (sent.at, sent.fact, sent.was) == (len(view.play), Fact(DISCARDED, ("Kd",)), away)


@pytest.mark.rule("blackjack:3.21", "blackjack:5.10")
@pytest.mark.parametrize("size", [(1280, 720), (960, 600)])
def test_that_of_hands_with_many_cards_each_is_a_key_of_its_own_to_be_corrected(make_dealer, size):
    boxes = tuple(f"{n:02d}" for n in range(1, 8))
    cards = [
        *((at, card) for at in boxes for card in ("2c", "8d")),
        *(("04", f"{n}s") for n in (2, 3, 4, 5) * 4),
    ]
    facts = (Fact(HOLDS, boxes), *(Fact(CARD, (card,), at) for at, card in cards))
    view = samples.result()
    dealer = make_dealer(replace(view, last_rounds=(replace(view.last_rounds[0], facts=facts),)), size=size)
    dealer.tap(dealer.parts.commands.buttons["CorrectResult"])
    dealer.tap(dealer.sheet.go)
    page = dealer.sheet.page
    rooms = [QRect(key.mapTo(page, QPoint()), key.size()) for key in page.keys]
    assert len(rooms) == len(cards)
    assert all(page.rect().contains(room) for room in rooms)
    assert not any(a.intersects(b) for a, b in combinations(rooms, 2))
    assert {key.lies.at for key in page.keys if key.lies.place == "04"} == {
        at for at, fact in enumerate(facts) if fact.at == "04"
    }


def anew(facts, at, card):
    """The round of that result with another card there, in words, and what it lacks."""
    changed = replaced(facts, at, Fact(CARD, (card,), facts[at].at))
    made, lacks = dealt_anew(PART.cards_game("A"), GAME, FELT, changed)
    return made, " ".join(str(value) for fact in made[1:] for value in fact.values), lacks


@pytest.mark.rule("blackjack:5.3", "blackjack:3.15", "blackjack:3.16", "blackjack:3.17", "blackjack:3.21")
@pytest.mark.parametrize(
    ("line", "at", "card", "play", "lacks"),
    [
        ("As 7h Kd", 3, "9d", "As 7h 9d decline stand", DEALER),
        ("As 7h Kd", 3, "Ad", "As 7h Ad decline stand", DEALER),
        ("Ts 8h 6d surrender", 2, "Ah", "Ts Ah 6d decline stand", DEALER),
        ("4s 8h 5d surrender", 2, "Ah", "4s Ah 5d decline hit", "07"),
        ("Ts Ah 6d insurance stand 8h", 2, "9h", "Ts 9h 6d decline stand 8h", None),
        ("8h 7c 8s decline split Td hit 6c 3d hit 9c stand Tc", 3, "9s", "8h 7c 9s decline stand Tc", None),
        ("As 7c 3s decline hit 7d Tc", 1, "Ts", "Ts 7c 3s decline hit 7d stand Tc", None),
    ],
)
def test_that_a_first_card_is_corrected_with_the_result_whatever_was_decided_by_it(
    line, at, card, play, lacks
):
    """What cannot have been decided falls away with what its hands decided after it; nobody's decision is silence."""
    _, found, missing = anew(result_of(told(line, "07")), at, card)
    assert (found, missing and missing.at) == (play, lacks)


@pytest.mark.rule("blackjack:5.3", "blackjack:5.6")
@pytest.mark.parametrize("seed", range(12))
def test_that_every_first_card_of_a_round_can_be_corrected_with_its_result(seed):
    source = random.Random(seed)

    def choose(facts, box):
        return source.choice(GAME.window(FELT, facts, box, {"initial": 1_000}).options).choice

    facts = result_of(by_chance(source, ["07", "08"], choose))
    for at in range(1, 6):
        for rank in "A68K":
            made, _, lacks = anew(facts, at, f"{rank}h")
            assert isinstance(lacks, Enter) != GAME.is_complete(FELT, made)


def test_that_the_greatest_round_is_dealt_anew_fact_by_fact():
    """A touch on the sheet waits for it: each fact is asked for once, with its beginning read already."""
    facts, asked = result_of(greatest(FELT, tuple(f"{n:02d}" for n in range(1, 8)))), []

    def asks(made):
        asked.append(len(made))
        return GAME.agenda(FELT, made)

    game = dataclasses.replace(PART.cards_game("A"), asks=asks)
    assert dealt_anew(game, GAME, FELT, facts) == (facts, None)
    assert len(facts) > 300
    assert len(asked) == len(facts) + 2, "one interim settlement more, and the end"


@pytest.mark.parametrize("size", [(1280, 720), (960, 600)])
def test_that_of_seven_boxes_with_four_long_hands_each_every_card_is_reached_by_finger_and_by_arrow(
    make_dealer, size
):
    boxes = tuple(f"{n:02d}" for n in range(1, 8))
    # Four hands of five small cards and their plays: more than the sheet has room for.
    cards = [(at, f"{rank}{suit}") for at in boxes for suit in "cdhs" for rank in "23456"]
    facts = (Fact(HOLDS, boxes), *(Fact(CARD, (card,), at) for at, card in cards))
    view = samples.result()
    dealer = make_dealer(replace(view, last_rounds=(replace(view.last_rounds[0], facts=facts),)), size=size)
    dealer.tap(dealer.parts.commands.buttons["CorrectResult"])
    dealer.tap(dealer.sheet.go)
    sheet, page = dealer.sheet, dealer.sheet.page
    assert len(page.keys) == len(cards)

    def seen():
        """The keys that lie whole in the view, and the view in the sheet, above its answers."""
        view = QRect(page.area.viewport().mapTo(sheet, QPoint()), page.area.viewport().size())
        assert view.bottom() < sheet.go.mapTo(sheet, QPoint()).y()
        assert sheet.rect().contains(sheet.go.geometry().translated(sheet.card.pos()))
        return {
            at
            for at, key in enumerate(page.keys)
            if view.contains(QRect(key.mapTo(sheet, QPoint()), key.size()))
        }

    reached = seen()
    assert page.up.isVisible()
    assert not page.up.usable
    assert min(page.down.width(), page.down.height()) >= theme.MIN_TOUCH_PX
    for _ in range(20):
        if not page.down.usable:
            break
        dealer.tap(page.down)
        reached |= seen()
    assert not page.down.usable
    assert page.up.usable
    assert reached == set(range(len(cards)))
    for at in range(1, len(cards)):
        dealer.key(Qt.Key.Key_Right)
        assert at in seen()
    dealer.key(Qt.Key.Key_Space)
    assert page.answer() == page.keys[-1].lies.at


def test_that_where_all_cards_have_room_no_key_turns_the_page(make_dealer):
    dealer = make_dealer(samples.result())
    dealer.tap(dealer.parts.commands.buttons["CorrectResult"])
    dealer.tap(dealer.sheet.go)
    assert not dealer.sheet.page.up.isVisible()
    assert not dealer.sheet.page.down.isVisible()
