"""What the seat tells the player, in words."""

from collections.abc import Callable, Mapping

from kiosk.money import short_dollars
from kiosk.seat.effects import Notice
from kiosk.tickets.registry import Refusal
from kiosk.ui.kit.details import detail_words
from kiosk.ui.kit.marks import Mark
from kiosk.ui.kit.settlement_words import Sums, settlement_words
from kiosk.ui.kit.texts import Texts

PLAIN = (
    "notice.locked",
    "notice.link_down",
    "notice.paying_out",
    "notice.checking",
    "notice.no_more_bets",
    "notice.jackpot_closed",
    "notice.no_such_spot",
    "notice.needs_main_bet",
    "notice.no_credit",
    "notice.short_credit",
    "notice.nothing_to_double",
    "notice.nothing_to_rebet",
    "notice.nothing_to_undo",
    "notice.credit_limit",
    "notice.acceptor_busy",
    "notice.acceptor_shut",
    "notice.bets_open",
    "notice.nothing_to_collect",
    "notice.no_handpay",
    "notice.no_receipt",
    "notice.cannot_clear",
    "notice.amount_changed",
    "notice.correcting",
    "notice.no_decision",
    "notice.decided_already",
    "notice.not_decided",
    "notice.decide_anew",
    "notice.demonstration",
    "notice.settlement_unconfirmed",
    "notice.service_only",
    "notice.settings_credit",
    "notice.settings_correctable",
    "notice.settings_round",
    "notice.test_printed",
)
WITH_AMOUNT = (
    "notice.spot_maximum",
    "notice.seat_maximum",
    "notice.below_minimum",
    "notice.no_credit_for_all",
    "notice.seat_maximum_for_all",
    "notice.spot_maximum_for_all",
    "notice.not_registered",
    "notice.interim",
    "notice.amount_credited",
    "notice.amount_taken",
    "notice.note_in",
    "notice.ticket_in",
    "notice.ticket_printed",
    "notice.ticket_refused",
    "notice.note_tested",
)
WITH_VALUES = ("notice.ticket_tested", "notice.test_not_printed")
CORRECTED = "notice.corrected"
PAID_BY_HAND = "notice.paid_by_hand"
REJECTED = "notice.ticket_rejected"
REFUSALS = {
    Refusal.UNKNOWN: "reject.unknown",
    Refusal.NOT_PRESENTED: "reject.not_presented",
    Refusal.ALREADY_PRESENTED: "reject.already_presented",
    Refusal.RESERVED: "reject.reserved",
    Refusal.NOT_RESERVED: "reject.not_reserved",
    Refusal.REDEEMED: "reject.redeemed",
    Refusal.VOID: "reject.void",
    Refusal.EXPIRED: "reject.expired",
    Refusal.NUMBER_TAKEN: "reject.number_taken",
    Refusal.NOT_PERMITTED: "reject.not_permitted",
    Refusal.WRONG_CLOCK: "reject.wrong_clock",
    Refusal.OVER_LIMIT: "reject.over_limit",
    Refusal.LIFE_TOO_LONG: "reject.life_too_long",
    Refusal.OUT_OF_SEQUENCE: "reject.out_of_sequence",
    Refusal.NOT_COVERED: "reject.not_covered",
}
# Of the picture reader; by their words, because its module brings libraries that only a picture needs.
UNREADABLE = {
    "no-file": "reject.no_file",
    "not-a-picture": "reject.not_a_picture",
    "too-large": "reject.too_large",
    "not-one-page": "reject.not_one_page",
    "no-barcode": "reject.no_barcode",
    "several-tickets": "reject.several_tickets",
    "wrong-check-digit": "reject.wrong_check_digit",
}
_REASONS: Mapping[str, str] = {**{reason.value: key for reason, key in REFUSALS.items()}, **UNREADABLE}

SUCCESSES = (
    "notice.note_in",
    "notice.ticket_in",
    "notice.ticket_printed",
    "notice.note_tested",
    "notice.ticket_tested",
    "notice.test_printed",
    "notice.interim",
    PAID_BY_HAND,
)
INFORMATION = (
    "notice.acceptor_busy",
    "notice.paying_out",
    "notice.checking",
    "notice.correcting",
    "notice.settlement_unconfirmed",
    "notice.not_registered",
    "notice.not_decided",
    "notice.decide_anew",
    "notice.short_credit",
    CORRECTED,
)
FAULTS = (
    "notice.link_down",
    "notice.acceptor_shut",
    "notice.locked",
    "notice.test_not_printed",
    "notice.ticket_refused",
)
OF_MONEY = (
    "notice.note_in",
    "notice.ticket_in",
    "notice.note_tested",
    "notice.ticket_tested",
    "notice.acceptor_busy",
    "notice.acceptor_shut",
    "notice.credit_limit",
    "notice.not_registered",
    CORRECTED,
    PAID_BY_HAND,
    REJECTED,
)
OF_COLLECT = (
    "notice.ticket_printed",
    "notice.ticket_refused",
    "notice.nothing_to_collect",
    "notice.bets_open",
)
UNTIL_TOUCHED = ("notice.ticket_printed", "notice.ticket_refused")
"""What must not go by before it is read: the player looks at the printer, not at the screen."""


def kind_of(key: str) -> Mark:
    """What kind of notice it is: whatever is neither told nor done nor broken is refused."""
    for keys, mark in ((SUCCESSES, Mark.SUCCESS), (INFORMATION, Mark.INFORMATION), (FAULTS, Mark.FAULT)):
        if key in keys:
            return mark
    return Mark.REFUSAL


def notice_words(told: Notice, texts: Texts) -> str:
    """The sentence for the player. Raises KeyError for a notice that this screen does not know."""
    return _WORDS[told.key](told, texts)


def _plain(told: Notice, texts: Texts) -> str:
    return texts.get(told.key)


def _with_amount(told: Notice, texts: Texts) -> str:
    cents = told.values["cents"]
    if not isinstance(cents, int):
        raise TypeError(f"notice {told.key}: cents {cents!r}: expected whole cents as int")
    return texts.get(told.key, amount=short_dollars(cents))


def _with_values(told: Notice, texts: Texts) -> str:
    values = {
        name: detail_words(str(value), texts) if name == "reason" else value
        for name, value in told.values.items()
    }
    return texts.get(told.key, **values)


def _corrected(told: Notice, texts: Texts) -> str:
    sums = Sums(int(told.values["staked"]), int(told.values["paid"]))
    return texts.get(told.key, round=told.values["round"], came=settlement_words(sums, texts))


def _of_round(told: Notice, texts: Texts) -> str:
    cents = told.values.get("cents", 0)
    amount = short_dollars(cents) if isinstance(cents, int) else ""
    return texts.get(told.key, round=told.values["round"], amount=amount)


def _rejected(told: Notice, texts: Texts) -> str:
    reason = told.values["reason"]
    key = _REASONS.get(str(reason))
    return texts.get(told.key, reason=texts.get("reject.other" if key is None else key))


_WORDS: dict[str, Callable[[Notice, Texts], str]] = {
    **dict.fromkeys(PLAIN, _plain),
    **dict.fromkeys(WITH_AMOUNT, _with_amount),
    **dict.fromkeys(WITH_VALUES, _with_values),
    CORRECTED: _corrected,
    PAID_BY_HAND: _of_round,
    REJECTED: _rejected,
}
