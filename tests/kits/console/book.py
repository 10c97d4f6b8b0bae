"""What the tests of the console's book share: a log written record by record, and a book that takes each."""

from kiosk.book import Book
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Entry
from kits.seat.seats import LAYOUTS, NOW, TABLE, make_limits

SEATS = {"07": "A", "08": "C", "09": "B"}
LIMITS = make_limits(LAYOUTS["B"])  # B has every kind of spot


def new_book(seats=SEATS, layouts=LAYOUTS) -> Book:
    return Book(TABLE, GAME, layouts, seats)


def key_of(record, n=0) -> str:
    """The key under which the record stands rightly; ``n`` counts the events of a round."""
    match record:
        case r.Slip():
            return keys.slip(TABLE, record.seat, record.round, record.rev)
        case r.CloseShown() | r.Settled() | r.OpenItem():
            return keys.report(TABLE, record)
        case r.ConsoleHeld():
            return keys.console(TABLE, record.take)
        case r.Barrier():
            return keys.closed(TABLE, record.round)
        case r.PaidMark():
            return keys.paid_mark(TABLE, record.seat, record.round, record.decision)
        case r.LogLife():
            return keys.life(TABLE, record.life)
        case r.ManagerRecorded() | r.DeskRecorded():
            return keys.manager_record(TABLE, record.number)
        case _:
            return keys.round_event(TABLE, record.round, n)


class Writing:
    """A table's log in memory and the book that reads it."""

    def __init__(self, seats=SEATS, layouts=LAYOUTS) -> None:
        self.book = new_book(seats, layouts)
        self.entries: list[Entry] = []
        self.seq = 0
        self._events: dict[int, int] = {}

    def raw(self, key: str, value: bytes, *, together=False):
        """Any bytes under any key; ``together``: in the same append as the record before."""
        self.seq += not together
        entry = Entry(self.seq, key, value)
        self.entries.append(entry)
        return self.book.take(entry)

    def log(self, record, *, together=False):
        """The record under its right key; what the book ignores of it."""
        n = 0
        if isinstance(record, r.RoundEvent):
            n = self._events[record.round] = self._events.get(record.round, 0) + 1
        return self.raw(key_of(record, n), r.encode(record), together=together)

    # --- the round ----------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        return self.book.table.number

    def open(self, number=None, limits=LIMITS, owes=()):
        number, more = number or self.number + 1, {"owes": owes} if owes else {}
        opened = r.RoundOpened(round=number, game="sicbo", limits=limits, closes_in_ms=36_000, at=NOW, **more)
        return self.log(opened)

    def bet(self, seat: str, rev=1, number=None, layout=None, **stakes: int):
        """Stakes by spot, ``_`` for ``-``, as that seat's slip."""
        cents = {spot.replace("_", "-"): stake for spot, stake in stakes.items()}
        slip = r.Slip(
            seat=seat, round=number or self.number, rev=rev, layout=layout or SEATS[seat], stakes=cents
        )
        return self.log(slip)

    def close(self):
        ignored = self.log(r.BetsClosed(round=self.number))
        self.log(r.Barrier(round=self.number), together=True)
        return ignored

    def tumble(self, tumbles=3):
        self.log(r.ActStarted(act="tumble", round=self.number))
        self.log(r.ActEnded(act="tumble", round=self.number, times=tumbles))

    def result(self, *dice: int):
        return self.log(r.ResultEntered(round=self.number, facts=(dice_fact(dice),), by="dealer"))

    def correct(self, *dice: int):
        return self.log(
            r.ResultCorrected(
                round=self.number, facts=(dice_fact(dice),), by="dealer", authorised_by="supervisor"
            )
        )

    def void(self, number=None, authorised_by=""):
        return self.log(
            r.RoundVoided(
                round=number or self.number, reason="die not flat", by="dealer", authorised_by=authorised_by
            )
        )

    def end(self):
        return self.log(r.RoundEnded(round=self.number))

    def decide(self, *dice: int):
        """From the close to the result."""
        self.close()
        self.tumble()
        return self.result(*dice)

    # --- the seats ----------------------------------------------------------------------------------------------

    def shown(self, seat: str, number=None):
        return self.log(r.CloseShown(seat=seat, round=number or self.number))

    def settled(self, seat: str, *, number=None, decision=None, staked=None, paid=None):
        """The seat's report; by itself what the book expects."""
        number = number or self.number
        of_round = self.book.rounds[number]
        decision = decision or of_round.decisions
        staked = of_round.slips[seat].staked if staked is None else staked
        paid = self.book.due(number, seat, decision) if paid is None else paid
        return self.log(r.Settled(seat=seat, round=number, staked=staked, paid=paid, decision=decision))

    def pay_by_hand(self, seat: str, *, number=None, decision=None, cents=None):
        number = number or self.number
        decision = decision or self.book.rounds[number].decisions
        cents = cents or self.book.payable(number, seat)
        paid = r.PaidByHand(
            round=number, seat=seat, decision=decision, cents=cents, by="dealer", authorised_by="supervisor"
        )
        ignored = self.log(paid)
        self.log(r.PaidMark(seat=seat, round=number, decision=decision), together=True)
        return ignored

    def item(self, seat: str, cents: int, *, number=None, decision=2):
        return self.log(r.OpenItem(seat=seat, round=number or self.number, decision=decision, cents=cents))

    def manager(self, number: int, **about):
        return self.log(
            r.ManagerRecorded(
                number=number,
                decision="the player keeps it",
                reason="cashed out before",
                by="dealer",
                authorised_by="manager",
                at=NOW,
                **about,
            )
        )

    def whole_round(self, *dice: int, owes=(), **stakes_of_07: int):
        """A round in which seat 07 alone bets, up to its end; every seat shows the close, 07 settles."""
        self.open(owes=owes)
        if stakes_of_07:
            self.bet("07", **stakes_of_07)
        self.close()
        for seat in SEATS:
            self.shown(seat)
        self.tumble()
        self.result(*dice)
        if stakes_of_07:
            self.settled("07")
        self.end()
