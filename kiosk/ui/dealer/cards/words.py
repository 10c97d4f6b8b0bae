"""What every card game says on the dealer's screen in other words than a game of dice: see `GameWords.instead`."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.console.view import DealingState
from kiosk.ui.dealer.game_part import GameWords

CARD_WORDS: Mapping[str, str] = {
    "dealer.alert.automatic": "dealer.cards.alert_automatic",
    "dealer.alert.voids_left": "dealer.cards.alert_voids_left",
    "dealer.auto.results_auto": "dealer.cards.results_auto",
    "dealer.auto.results_auto_does": "dealer.cards.results_auto_does",
    "dealer.auto.results_dealer_does": "dealer.cards.results_dealer_does",
    "dealer.auto.results_none": "dealer.cards.results_none",
    "dealer.cmd.correct": "dealer.cards.correct",
    "dealer.correct.effect": "dealer.cards.correct_effect",
    "dealer.correct.later": "dealer.cards.correct_later",
    "dealer.correct.title": "dealer.cards.correct_title",
    "dealer.damaged.effect": "dealer.cards.damaged_effect",
    "dealer.damaged.goes_on": "dealer.cards.damaged_goes_on",
    "dealer.damaged.pick": "dealer.cards.damaged_pick",
    "dealer.goon.effect": "dealer.cards.goon_effect",
    "dealer.log.act_ended": "dealer.cards.log_act_ended",
    "dealer.log.act_started": "dealer.cards.log_act_started",
    "dealer.log.voids_resumed": "dealer.cards.log_voids_resumed",
    "dealer.record.effect": "dealer.cards.record_effect",
    "dealer.void.effect": "dealer.cards.void_effect",
    "dealer.why.no_facts": "dealer.cards.why_no_facts",
    "dealer.why.no_rounds": "dealer.cards.why_no_rounds",
    "dealer.why.not_a_count": "dealer.cards.why_not_a_count",
    "dealer.why.nothing_changes": "dealer.cards.why_nothing_changes",
    "dealer.why.nothing_reads": "dealer.cards.why_nothing_reads",
    "dealer.why.too_few": "dealer.cards.why_too_few",
    "dealer.work.closed_all": "dealer.cards.closed_all",
    "dealer.work.no_does": "dealer.cards.no_does",
    "dealer.work.void_detail": "dealer.cards.void_detail",
    "dealer.work.yes_does": "dealer.cards.yes_does",
}
"""No paragraph stands in these: a game that has one says it itself."""

WORDS_OF_CARDS = GameWords(
    step="dealer.cards.step",
    device={
        DealingState.NONE: "dealer.cards.shoe_none",
        DealingState.READY: "dealer.cards.shoe_ready",
        DealingState.RUNNING: "dealer.cards.shoe_ready",
        DealingState.GONE: "dealer.cards.shoe_gone",
    },
    start="dealer.cards.shuffle",
    playing="dealer.cards.shuffling",
    device_counts="dealer.cards.shuffle_detail",
    by_hand="dealer.cards.shuffle_detail",
    count_first="dealer.cards.shuffle_first",
    ended="dealer.cards.shuffled",
    times="dealer.cards.shuffles",
    times_enough="dealer.cards.shuffles_enough",
    times_left="dealer.cards.shuffles_left",
    entered="dealer.do.confirm",
    counted="",
    missing="dealer.cards.missing",
    faulty="dealer.cards.misdeal",
    damaged="dealer.cards.damaged",
    void_due="dealer.do.answer_void",
    stands="dealer.cards.stands",
    ran={},
    instead=CARD_WORDS,
)
"""The words of a game that is dealt with cards; a game has its own INSTEAD where it names paragraphs."""
