"""A hand as the player sets it: touches and drags, and what the bar says of it."""

from itertools import combinations

import pytest

from kiosk.cards import JOKER
from kiosk.games.set_hands import HOUSE_WAY, set_choice
from kiosk.ui.kit.cards.setting import Hands, Verdict
from kiosk.ui.kit.paigow.rules import RULES as PAI_GOW
from kiosk.ui.kit.sikipi.rules import RULES as SI_KI_PI
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.cards.draft import Draft
from kiosk.ui.terminal.cards.faces import BarFace, OptionFace
from kiosk.ui.terminal.cards.set_faces import OneHand, Tone, TwoHands
from kiosk.ui.terminal.cards.setting_felt import CONFIRM, SWAP, dressed, laid

EN = Texts(Language.EN)
SEVEN = ("As", "Kd", "Kh", "9c", "8d", "5h", "2s")
FOUR = ("Kh", "8c", "7s", "2d")
TITLES = TwoHands(OneHand(title="LOW HAND"), OneHand(title="HIGH HAND"))


def _draft(cards=SEVEN, *taps):
    made = Draft(cards, 2)
    for card in taps:
        made = made.tapped(card)
    return made


# --- touches


def test_that_touches_take_cards_to_the_low_hand_and_back():
    assert _draft(SEVEN, "9c").low == ("9c",)
    assert _draft(SEVEN, "9c", "9c").low == ()
    draft = _draft(SEVEN, "9c", "As")
    assert draft.hands == Hands(("As", "9c"), ("Kd", "Kh", "8d", "5h", "2s"))
    assert draft.is_whole


def test_that_a_third_touch_gives_back_what_lay_longest():
    assert _draft(SEVEN, "9c", "As", "8d").low == ("As", "8d")


def test_that_a_dragged_card_changes_places_with_the_one_below():
    draft = _draft(SEVEN, "9c", "As")
    assert draft.moved("8d", low=True, over="As").low == ("9c", "8d")
    assert draft.moved("8d", low=True).low == ("As", "8d")
    assert draft.moved("As", low=False, over="5h").low == ("9c", "5h")
    assert draft.moved("As", low=False).low == ("9c",)


def test_that_a_drag_to_where_the_card_lies_changes_nothing():
    draft = _draft(SEVEN, "9c", "As")
    assert draft.moved("As", low=True, over="9c") == draft
    assert draft.moved("8d", low=False, over="5h").low == draft.low
    assert draft.moved("Qc", low=True) == draft


@pytest.mark.parametrize("cards", [SEVEN, FOUR])
def test_that_the_house_way_is_kept_until_a_card_moves(cards):
    rules = PAI_GOW if cards is SEVEN else SI_KI_PI
    draft = Draft(cards, 2).set_by(rules)
    assert draft.hands == rules.house_way(cards)
    assert draft.by_house
    assert not draft.tapped(draft.low[0]).by_house


def test_that_hands_of_as_many_cards_can_be_changed_and_others_cannot():
    assert _draft(FOUR, "8c", "2d").swapped().hands == Hands(("Kh", "7s"), ("8c", "2d"))
    assert _draft(SEVEN, "8d", "2s").swapped().low == ("8d", "2s")


# --- choices


def test_that_a_choice_sets_a_hand():
    assert PAI_GOW.set_by(SEVEN, set_choice(("9c", "As"))).low == ("As", "9c")
    for choice in (HOUSE_WAY, set_choice(("Qc", "As")), set_choice(("Kd", "Kh"))):
        assert PAI_GOW.set_by(SEVEN, choice) == PAI_GOW.house_way(SEVEN)


# --- names


@pytest.mark.rule("paigow:3.14")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ac Ad Ah Jk", "Five Aces"),
        ("Kd Kh 8d 5h 2s", "Pair of Kings"),
        ("Ac Jk 4d 3c 2h", "Straight, 5 high"),
    ],
)
def test_that_a_high_hand_of_pai_gow_is_named(cards, words):
    assert PAI_GOW.high_words(cards.split(), EN) == words


@pytest.mark.rule("paigow:3.15")
@pytest.mark.parametrize(("cards", "words"), [("Jk Ah", "Pair of Aces"), ("9c Qh", "Queen-9 high")])
def test_that_a_low_hand_of_pai_gow_is_named(cards, words):
    assert PAI_GOW.low_words(cards.split(), EN) == words


@pytest.mark.rule("sikipi:3.4.1")
@pytest.mark.rule("sikipi:3.4.2")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("8c 8d", "Pair of 8s"),
        ("2d 8c", "Gong"),
        ("9c Kh", "9 points, King-9"),
        ("Kh As", "1 point, Ace-King"),
        ("Kh Ts", "No points"),
        ("9h As", "No points"),
    ],
)
def test_that_a_hand_of_si_ki_pi_is_named_with_its_total(cards, words):
    assert SI_KI_PI.low_words(cards.split(), EN) == words


@pytest.mark.rule("paigow:1.1.1")
def test_that_a_copy_is_the_dealers():
    own, dealer = (
        Hands(("Ah", "9s"), ("Kd", "Kh", "8d", "5h", "2s")),
        Hands(("As", "9c"), ("Ks", "Kc", "7d", "5c", "2h")),
    )
    assert PAI_GOW.compare(own, dealer) == (Verdict.COPY, Verdict.WON)
    assert PAI_GOW.compare(dealer, own) == (Verdict.COPY, Verdict.LOST)


@pytest.mark.rule("sikipi:3.22.5")
def test_that_two_totals_of_zero_are_the_dealers():
    own, dealer = Hands(("Kh", "Th"), ("8c", "8d")), Hands(("9s", "As"), ("7c", "7d"))
    assert SI_KI_PI.compare(own, dealer) == (Verdict.COPY, Verdict.WON)


# --- what is shown


def test_that_the_hands_are_named_as_soon_as_they_are_whole():
    first = laid(_draft(SEVEN), PAI_GOW, TITLES, EN)
    assert (first.low.words, first.low.tone, first.high.words) == ("touch two cards", Tone.WANTED, "")
    one = laid(_draft(SEVEN, "9c"), PAI_GOW, TITLES, EN)
    assert (one.low.words, one.low.cards) == ("touch one more", ("9c",))
    whole = laid(_draft(SEVEN, "9c", "As"), PAI_GOW, TITLES, EN)
    assert (whole.low.words, whole.high.words) == ("Ace-9 high", "Pair of Kings")
    assert (whole.low.title, whole.high.title) == ("LOW HAND", "HIGH HAND")


def _bar(draft, rules=PAI_GOW, why_not=""):
    return dressed(
        BarFace("Set", "", (OptionFace(CONFIRM, "", why_not=why_not),), timed=True), draft, rules, EN
    )


def test_that_a_hand_is_confirmed_only_when_it_is_whole():
    house, confirm = _bar(_draft(SEVEN, "9c")).options
    assert confirm.why_not == "Touch two cards for the Low Hand first"
    assert not house.why_not
    assert not _bar(_draft(SEVEN, "9c", "As")).options[-1].why_not


@pytest.mark.rule("paigow:3.12.2")
def test_that_a_foul_setting_cannot_be_confirmed_and_says_which_hand_is_higher():
    bar = _bar(_draft(SEVEN, "Kd", "Kh"))
    assert bar.headline == "The Low Hand is the higher one"
    assert bar.detail == "The High Hand must be as high or higher."
    assert bar.warns
    assert bar.options[-1].why_not.startswith("Pair of Kings is higher than Ace-9 high.")
    assert laid(_draft(SEVEN, "Kd", "Kh"), PAI_GOW, TITLES, EN).low.tone is Tone.FOUL


@pytest.mark.rule("sikipi:1.12")
def test_that_a_low_hand_that_is_higher_can_be_swapped_where_the_hands_are_alike():
    assert [option.choice for option in _bar(_draft(FOUR, "8c", "2d"), SI_KI_PI).options] == [
        SWAP,
        HOUSE_WAY,
        CONFIRM,
    ]
    assert len(_bar(_draft(FOUR, "Kh", "7s"), SI_KI_PI).options) == 2


def test_that_what_stands_in_the_way_from_outside_comes_first():
    bar = _bar(_draft(SEVEN, "Kd", "Kh"), why_not="No link")
    assert {option.why_not for option in bar.options} == {"No link"}
    assert bar.headline == "Set"
    assert not bar.warns


@pytest.mark.parametrize("language", Language)
def test_that_every_setting_has_words(language):
    texts = Texts(language)
    for cards, rules in (((*SEVEN[:6], JOKER), PAI_GOW), (FOUR, SI_KI_PI)):
        for low in combinations(cards, 2):
            shown = laid(Draft(cards, 2, low), rules, TITLES, texts)
            assert shown.low.words
            assert shown.high.words
