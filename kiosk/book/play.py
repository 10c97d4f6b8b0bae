"""The play of a round in the book: what is sealed for one seat, what each box decides, and what that adds."""

from __future__ import annotations

from kiosk.book.pages import Pages
from kiosk.book.values import Absence, RoundBook
from kiosk.games.game import Window
from kiosk.table.facts import known, why_not_sealed
from kiosk.table.records import Choice, DecisionsEntered, FactsSealed
from kiosk.table.slips import is_absence, why_unregistered, window_of


def window(pages: Pages, seat: str) -> Window | None:
    """What that box may decide in the decision that is open, as its seat sees it; None when it is not asked."""
    of_round = pages.current
    slip = of_round.slips.get(seat) if of_round is not None else None
    if slip is None or of_round is None:
        return None
    facts = known(pages.table.entered, of_round.sealed.of(seat))
    return window_of(pages.game, pages.layouts[slip.layout], pages.table, facts, seat, slip.stakes)


def on_choice(pages: Pages, _seq: int, choice: Choice) -> str | None:
    """A choice counts here as it counts at the seat itself."""
    of_round = pages.current
    slip = of_round.slips.get(choice.seat) if of_round is not None else None
    layout = pages.layouts[slip.layout] if slip is not None else pages.layout
    decided = of_round is not None and choice.seat in of_round.choices
    box = window(pages, choice.seat)
    why = why_unregistered(choice, pages.table, box, layout, decided=decided)
    if why is None and of_round is not None:
        of_round.choices[choice.seat] = choice
    return why


def on_sealed(pages: Pages, _seq: int, record: FactsSealed) -> str | None:
    """What one seat alone may see."""
    of_round = pages.rounds.get(record.round)
    why = why_not_sealed(record, pages.table.number, pages.table.is_open)
    if why is not None or of_round is None:
        return why
    of_round.sealed = of_round.sealed.with_record(record, pages.table.entered)
    of_round.seals[record.seat] = max(record.n, of_round.seals.get(record.seat, 0))
    return None


def absences(pages: Pages, event: DecisionsEntered) -> tuple[Absence, ...]:
    """The boxes that have their bets back as those of seats that are not there, before the table has the event."""
    of_round = pages.current
    if of_round is None or of_round.number != event.round:
        return ()
    return tuple(
        Absence(fact.at, event.round, of_round.opened_at)
        for fact in event.facts
        if fact.at not in of_round.choices and is_absence(window(pages, fact.at), fact.values[0])
    )


def add_interim(pages: Pages, of_round: RoundBook) -> None:
    """What is decided already is paid now, and can be staked again (Blackjack 3.13)."""
    for seat, slip in of_round.slips.items():
        layout = pages.layouts[slip.layout]
        settled = pages.game.decided(layout, slip.stakes, pages.table.entered, seat) if slip.stakes else None
        of_round.paid_early[seat] = settled.paid if settled is not None else 0


def add_decided(pages: Pages, of_round: RoundBook, event: DecisionsEntered) -> None:
    """What was registered is what counts; its stakes are in play from now on."""
    for fact in event.facts:
        choice, slip = of_round.choices.get(fact.at), of_round.slips.get(fact.at)
        if choice is None or slip is None or fact.values[0] != choice.choice:
            continue
        now = of_round.slips[fact.at] = slip.with_stakes(choice.stakes)
        added = sum(choice.stakes.values())
        of_round.staked += added
        again = of_round.staked_again.get(fact.at, 0)
        of_round.staked_again[fact.at] = min(again + added, of_round.paid_early.get(fact.at, 0))
        pages.exposure.put(fact.at, now.layout, now.stakes)
    of_round.choices.clear()
