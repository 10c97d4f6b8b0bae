"""Whatever happens in whatever order, the seat's books are right: a state machine of random events."""

from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.conditions import AcceptorCondition, PrinterCondition
from kiosk.seat.slips import escrow_due
from kiosk.seat.state import LockKind, lock_of
from kiosk.table.log import RefusedBecause
from kiosk.table.round import Phase
from kits.console.stages import Stage
from kits.seat.seats import ACCEPTOR, EXPIRES, LAYOUTS, NOW, Play

SPOTS = st.sampled_from(["big", "small", "odd", "single-1", "triple-2", "total-8", "domino-12", "four-1234"])
DIE = st.integers(1, 6)


class SeatMoney(RuleBasedStateMachine):
    """Holds the seat against a count of its own: what went in, what came out, what the dice decided."""

    @initialize(
        ticket_limit=st.sampled_from([5_000, 300_000]),
        win_limit=st.sampled_from([3_000, 500_000]),
        velocity=st.sampled_from([5_000, 1_000_000]),
    )
    def switch_on(self, ticket_limit, win_limit, velocity):
        self.play = Play(ticket_limit=ticket_limit, win_limit=win_limit, note_velocity=velocity)
        self.serials = self.numbers = 0
        self.inserted = self.house = 0
        self.play.ready(5_000)
        self.inserted = 5_000

    # --- player -------------------------------------------------------------------------------------------------

    @rule(spot=SPOTS, cents=st.sampled_from([100, 500, 2_500]))
    def tap(self, spot, cents):
        self.play.tap(spot, cents)

    @rule(event=st.sampled_from([e.Undo(), e.Clear(), e.Double(), e.Rebet(), e.TakeBack("big")]))
    def touch(self, event):
        self.play.do(event)

    @rule()
    def collect(self):
        self.play.do(e.Collect())

    @rule(cents=st.sampled_from([500, 2_000]), again=st.booleans())
    def note(self, cents, again):
        self.serials += 1
        event = e.NoteIn(ACCEPTOR, f"s{self.serials}", cents)
        self.inserted += cents
        self.play.do(event)
        if again:
            self.play.do(event)

    @rule(cents=st.sampled_from([500, 2_000]))
    def offer(self, cents):
        self.serials += 1
        self.play.do(e.NoteOffered(ACCEPTOR, f"s{self.serials}", cents))

    @rule(stacked=st.booleans())
    def acceptor_ends_an_item(self, stacked):
        item = self.play.state.item
        if item is None:
            return
        self.inserted += item.cents if stacked else 0
        ended = e.NoteIn(ACCEPTOR, item.serial, item.cents) if stacked else e.NoteBack(ACCEPTOR, item.serial)
        self.play.do(ended)
        assert self.play.state.item is None

    @rule(condition=st.sampled_from(AcceptorCondition))
    def acceptor(self, condition):
        self.play.do(e.AcceptorIs(ACCEPTOR, condition))

    @rule(condition=st.sampled_from(PrinterCondition))
    def printer(self, condition):
        self.play.do(e.PrinterIs(condition))

    # --- time, link, log ----------------------------------------------------------------------------------------

    @rule()
    def send(self):
        self.play.send()

    @rule(answer=st.sampled_from(["lands", "barred", "unanswered"]))
    def answer(self, answer):
        play, flight = self.play, self.play.state.flight
        if flight is None:
            return
        slip = play.asked(f.Send)[-1].slip
        match answer:
            case "lands" if play.state.table.phase is Phase.BETTING:
                play.log(slip)
            case "barred":
                play.do(e.SlipRefused(slip.round, slip.rev, RefusedBecause.BARRED))
            case "unanswered":
                play.do(e.SlipUnanswered(slip.round, slip.rev))

    @rule(up=st.booleans())
    def link(self, up):
        self.play.do(e.LinkUp() if up else e.LinkDown())

    @rule()
    def restart(self):
        self.play.do(e.Restarted())

    @rule(dice=st.tuples(DIE, DIE, DIE), step=st.sampled_from(["next", "next", "next", "void"]))
    def dealer(self, dice, step):
        play = self.play
        phase = play.state.table.phase
        if step == "void" and phase not in (Phase.RESULT, Phase.ENDED, Phase.VOID):
            play.void()
            return
        match phase:
            case Phase.BETTING:
                play.close()
            case Phase.CLOSED:
                play.tumble()
            case Stage.ACTED:
                stakes = play.state.registered.stakes if play.state.registered is not None else {}
                for spot, cents in stakes.items():
                    odds = LAYOUTS["A"].wins[dice].get(spot)
                    self.house += cents if odds is None else -int(cents * odds)
                play.result(*dice)
            case Phase.RESULT:
                play.end()
            case _:
                play.open()

    # --- pay-out and staff --------------------------------------------------------------------------------------

    @rule(good=st.booleans())
    def payout(self, good):
        play, cashout = self.play, self.play.state.cashout
        if cashout is None:
            return
        number = cashout.number
        match cashout.stage.value:
            case "preparing":
                self.numbers += 1
                play.do(e.PayoutReady(f"{self.numbers:018d}", NOW, EXPIRES, "en"))
            case "pending":
                play.do(
                    e.RegistryDone("pending", number) if good else e.RegistryGone("pending", number, "away")
                )
            case "printing":
                play.do(e.TicketPrinted(number) if good else e.TicketUnknown(number))
            case "asking":
                play.do(e.TicketPrinted(number) if good else e.TicketNotPrinted(number, "none"))
            case _:
                play.do(e.RegistryDone("confirm", number))

    @rule()
    def attend(self):
        for lock in self.play.state.locks:
            if lock.kind is LockKind.HANDPAY:
                self.play.do(e.HandpayConfirmed("attendant", NOW))
            else:
                self.play.do(e.LockCleared(lock.kind.value, "attendant"))

    # --- what always holds --------------------------------------------------------------------------------------

    @invariant()
    def books_are_right(self):
        balances = self.play.state.balances
        assert balances.total == 0
        assert balances.credit >= 0
        assert balances.escrow == escrow_due(self.play.state)
        assert balances.notes == -self.inserted
        assert balances.house == self.house

    @invariant()
    def no_cent_is_made_or_lost(self):
        balances = self.play.state.balances
        wealth = balances.credit + balances.escrow + balances.tickets_out + balances.handpay
        assert wealth == self.inserted - self.house

    @invariant()
    def the_meter_shows_what_can_be_spent(self):
        state = self.play.state
        assert state.credit_shown >= 0
        if state.table.phase is Phase.BETTING:
            assert state.credit_shown + state.on_board == state.balances.credit + state.balances.escrow

    @invariant()
    def no_key_of_the_journal_comes_twice(self):
        keys = Counter(post.key for post in self.play.posts)
        assert [key for key, times in keys.items() if times > 1] == []

    @invariant()
    def an_acceptor_that_needs_a_look_keeps_the_seat_locked(self):
        if self.play.state.acceptor.locks:
            assert lock_of(self.play.state, LockKind.ACCEPTOR) is not None

    @invariant()
    def the_books_never_lock_by_themselves(self):
        for kind in (LockKind.AUDIT, LockKind.FOREIGN_SLIP, LockKind.STORE):
            assert lock_of(self.play.state, kind) is None


TestSeatMoney = SeatMoney.TestCase
TestSeatMoney.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
