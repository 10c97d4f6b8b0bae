"""A shift manager's record: what it is about, what is decided and why, and the amount that a seat books for it."""

from __future__ import annotations

from kiosk.book.totals import ItemView
from kiosk.console.commands import AnyCommand, Authority, RecordDecision
from kiosk.console.view import DecisionView, DeskView
from kiosk.money import short_dollars
from kiosk.ui.dealer.sheets.flow import (
    Amount,
    Answers,
    Authorise,
    Choose,
    Find,
    Flow,
    Option,
    Page,
    Write,
    authority_of,
    int_of,
    text_of,
)
from kiosk.ui.dealer.sheets.redecide import lines_of, round_option
from kiosk.ui.kit.texts import Texts

_NOBODY = Authority("")
_ROUND, _TABLE, _NO_SEAT = "round", "table", "-"
_MOST_ITEMS = 4  # the others are closed from their own list


def item_words(item: ItemView, texts: Texts) -> str:
    """An open item in one line."""
    key = "dealer.record.item" if item.cents > 0 else "dealer.record.item_owed"
    return texts.get(key, seat=item.seat, round=item.round, cents=short_dollars(abs(item.cents)))


def booked_words(made: DecisionView, texts: Texts) -> str:
    """What has become of the amount of a record; nothing when it orders none."""
    if not made.cents:
        return ""
    values = {"seat": made.seat, "cents": short_dollars(made.cents)}
    if made.waits:
        return texts.get("dealer.items.waits", **values)
    if made.booked is not None and made.booked != made.cents:
        return texts.get("dealer.items.booked_part", booked=short_dollars(made.booked), **values)
    return texts.get("dealer.items.booked" if made.booked is not None else "dealer.items.ordered", **values)


def record_flow(view: DeskView, texts: Texts, item: ItemView | None = None) -> Flow:
    """What no rule covers (rule 5.10): decision, reason and name, and an amount of either sign that a seat books."""
    items = view.open_items[:_MOST_ITEMS] if item is None else (item,)
    others = (
        Option(_ROUND, texts.get("dealer.record.about_round")),
        Option(_TABLE, texts.get("dealer.record.about_table")),
    )
    about = Choose(
        "about",
        texts.get("dealer.record.about"),
        (*(Option(one, item_words(one, texts)) for one in items), *(others if item is None else ())),
        preset=item,
    )
    rounds = Find(
        "round",
        texts.get("dealer.record.which_round"),
        tuple(round_option(view, line, texts) for line in lines_of(view)),
    )
    seats = Find(
        "seat",
        texts.get("dealer.record.seat"),
        (
            Option(_NO_SEAT, texts.get("dealer.record.no_seat")),
            *(Option(seat.name, texts.get("dealer.record.one_seat", seat=seat.name)) for seat in view.seats),
        ),
        search="dealer.record.search",
    )

    def what(answers: Answers) -> tuple[int, str]:
        """Round and seat that it is about."""
        found = answers.get("about")
        if isinstance(found, ItemView):
            return found.round, found.seat
        seat = text_of(answers, "seat")
        number = int_of(answers, "round") if found == _ROUND else 0
        return number, "" if seat == _NO_SEAT else seat

    def cents_in(answers: Answers) -> int:
        return int_of(answers, "cents") if what(answers)[1] else 0

    def pages(answers: Answers) -> tuple[Page, ...]:
        found = answers.get("about")
        made: list[Page] = [about]
        if found == _ROUND:
            made.append(rounds)
        if not isinstance(found, ItemView):
            made.append(seats)
        made += [
            Write("decision", texts.get("dealer.record.decision")),
            Write("reason", texts.get("dealer.record.reason")),
        ]
        if what(answers)[1]:
            made.append(Amount("cents", texts.get("dealer.record.amount"), signed=True))
        return (*made, Authorise(manager=True))

    def command(answers: Answers) -> AnyCommand:
        found = answers.get("about")
        closes = found if isinstance(found, ItemView) else None
        number, seat = what(answers)
        return RecordDecision(
            text_of(answers, "decision"),
            text_of(answers, "reason"),
            authority_of(answers) or _NOBODY,
            round=number,
            seat=seat,
            cents=cents_in(answers),
            closes=closes.decision if closes else 0,
            closes_order=closes.order if closes else 0,
        )

    def effect(answers: Answers) -> tuple[str, ...]:
        said = texts.get("dealer.record.effect")
        if not (cents := cents_in(answers)):
            return (said,)
        key = "dealer.record.credits" if cents > 0 else "dealer.record.takes"
        return (said, texts.get(key, seat=what(answers)[1], cents=short_dollars(abs(cents))))

    def confirm(answers: Answers) -> str:
        if not (cents := cents_in(answers)):
            return texts.get("dealer.record.confirm")
        key = "dealer.record.confirm_credit" if cents > 0 else "dealer.record.confirm_take"
        return texts.get(key, seat=what(answers)[1], cents=short_dollars(abs(cents)))

    return Flow(texts.get("dealer.record.title"), effect, pages, command, confirm)
