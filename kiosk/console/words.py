"""Every key that the console uses for what a dealer reads, and the values that each one carries.

The dealer's screen has a text for each. Amounts (``cents``) are cents, ``seconds`` are whole seconds, ``seats`` and
``rounds`` are names or numbers with commas between them, ``dice`` is as "1 2 3".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WHY: Final[Mapping[str, tuple[str, ...]]] = {
    # who may
    "no-dealer": (),  # nobody has signed on, or not with a name that may deal here
    "needs-supervisor": (),
    "needs-manager": (),
    "retired": ("name",),
    "staff": ("reason",),  # the list of staff refuses it, or cannot be used
    "table-closed": (),  # a supervisor opens it first
    "table-open": (),
    "wrong-pin": (),  # also for a name that is not known
    "locked-out": ("seconds",),
    # the table log
    "no-answer": (),  # it does not answer; what was asked before is still being written
    "busy": (),  # too much waits to be done, or the console still reads
    "fenced": (),  # another console holds the table
    "archive": ("reason",),  # it cannot be written: nothing was done
    "not-fenced": (),  # take over: this console holds the table already
    # the round
    "phase": (),  # not in this phase of the round
    "other-round": ("number",),  # another round is played now than the one that it was asked for
    "interruption": (),  # first the question of rule 5.1 must be answered
    "auto": (),  # the automatic dealer deals
    "betting-asked": (),  # bets were open when the console came up: first say how it goes on
    "nothing-reads": (),  # automatic results: the table has no tumbler that counts and reads
    "tumbler-ran": (),  # once more or unseen: the round can only be void (rule 5.3)
    "seats-not-closed": ("count",),  # so many seats do not show "No more bets" yet (rule 3.5)
    "seats-unsettled": ("count",),  # so many seats have not settled yet (rule 1.8)
    "tumbling": (),  # the tumbler counts by itself and turns still
    "tumbler-gone": (),  # it does not answer: tumble and count by hand
    "tumbles": ("tumbles",),  # fewer than three: the round must be void (rule 5.3.1)
    "not-a-count": ("tumbles",),
    "not-a-result": ("reason",),
    "nothing-changes": (),  # the correction says what was entered already
    "decided-already": (),  # the interruption came after the result: the round is concluded (rule 5.1.1)
    # irregularities
    "no-dice": ("number",),  # the round is void without a valid tumble: its dice showed nothing
    "no-rounds": (),  # damaged dice: no round is named
    "already-void": ("number",),
    "unknown-round": ("number",),  # the console's books do not hold it
    "unknown-seat": ("seat",),
    "seat-present": ("seat",),  # it settles by itself
    "nothing-to-pay": ("seat",),
    "settled-meanwhile": ("seat",),
    "unknown-item": (),  # the open item that the decision is to close is not there
    "no-seat": (),  # an amount is ordered for one seat, at a table that has played
    "not-an-amount": (),
    "no-reason": (),  # empty, or too long to be recorded
}
"""Why a command was not carried out, or cannot be done now."""

LOG: Final[Mapping[str, tuple[str, ...]]] = {
    "opened": ("seconds",),
    "hurry": ("seconds",),
    "closed": ("slips", "cents"),
    "all-closed": (),
    "gone-on": ("seats",),  # the round goes on without the answer of these seats
    "tumble-started": (),
    "tumbled": ("tumbles",),
    "result": ("dice", "by"),
    "result-automatic": ("dice", "by"),  # read by the tumbler, and no dealer confirmed it
    "corrected": ("dice", "by"),
    "void": ("reason",),
    "void-by": ("reason", "by"),
    "void-earlier": ("round", "reason", "by"),
    "corrected-earlier": ("round", "dice", "by"),
    "interrupted": ("by",),  # rule 5.1.1: an outcome was established
    "betting-resumed": ("by",),
    "tumbler-again": (),  # found at the desk: only the void is left (rule 5.3)
    "tumbler-late": (),
    "tumbler-after": (),  # it ran after the result
    "settled": ("seat", "cents"),
    "paid-by-hand": ("seat", "cents", "by"),
    "ended": ("cents",),
    "open-item": ("seat", "cents"),
    "decision": ("number", "by"),
    "ruled-old": ("round", "by", "count"),  # past the seats' reach: so many open items
    "ordered": ("seat", "cents", "by"),  # a shift manager's amount for a seat, of either sign (rule 5.10)
    "booked": ("seat", "cents"),  # the seat has booked it
    "settled-meanwhile": ("seat", "round"),  # a payment by hand was refused: it was settled in another way
    "signed-on": ("by",),
    "signed-off": ("by",),
    "table-opened": ("by",),
    "table-closed": ("by",),
    "taken": ("console",),  # the console of this name holds the table now
    "auto-on": (),
    "auto-off": (),
    "older-archive": ("by",),
    "automatic-on": ("by",),  # a supervisor lets results be automatic
    "automatic-off": ("by",),
    "silent": ("seat",),
    "back": ("seat",),
    "ignored": ("count",),
    "tampered": ("seat", "round"),  # a slip or report did not stay in the log as it was written
    "forged": ("count",),  # records that are not validly signed
    "voids-resumed": ("rounds",),  # damaged dice (rule 5.4): a restart goes on with what had been authorised
}
"""What happened."""

ALERT: Final[Mapping[str, tuple[str, ...]]] = {
    "ignored": ("count",),
    "audit": ("seat", "round"),
    "log-alarm": ("alarm",),
    "log-members": ("reachable", "members"),
    "log-gone": (),
    "log-older": ("what",),  # the log is another one, or an older copy
    "certificate": ("detail",),  # the console's own ends soon, or has ended
    "silent-bets": ("seats",),
    "unsettled": ("rounds",),
    "settled-meanwhile": ("seat", "round"),  # a payment that waited for its answer was refused: do not pay
    "settled-elsewhere": ("rounds",),  # while another console was at work; how is not known here
    "tumbler-gone": (),
    "tumbler-fault": ("reason",),
    "tumbler-again": (),
    "tumbler-late": (),
    "tumbler-after": ("round",),
    "automatic": ("name",),  # results are published without the dealer, by this supervisor's word
    "locked-out": ("name", "seconds"),
    "staff": ("reason",),
    "other-console": ("console",),
    "attendant": ("seats",),
    "seat-locked": ("seat", "locks"),
    "open-items": ("count",),
    "archive": ("reason",),
    "tampered": ("seat", "round"),  # as in the log of the round
    "forged": ("count", "key"),  # records that are not validly signed; the newest of them
    "voids-left": ("rounds",),  # damaged dice (rule 5.4): authorised, but another console has dealt on since
}
"""What the dealer must know as long as it lasts."""
