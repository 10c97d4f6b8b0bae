"""Every key that the console uses for what a dealer reads, and the values that each one carries.

The texts stand in the catalogues below ``dealer.why``, ``dealer.log`` and ``dealer.alert``. Amounts (``cents``) are
cents, ``seconds`` are whole seconds, ``seats`` and ``rounds`` are names or numbers with commas between them, ``dice``
is as "1 2 3", ``phase`` is a value of :class:`kiosk.table.round.Phase`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WHY: Final[Mapping[str, tuple[str, ...]]] = {
    # the authority
    "needs-supervisor": (),
    "wrong-pin": (),  # also for a name that is not known
    "locked-out": ("name", "seconds"),
    # the table log and the table
    "no-answer": (),  # the table log does not answer; what was asked before is still being written
    "reading": (),  # not all that stands in the log has been read yet
    "fenced": (),  # another console holds the table
    "not-fenced": (),  # take over: this console holds the table already
    "busy": (),  # too many commands wait
    # the round
    "phase": ("phase",),  # not in this phase of the round
    "no-round": (),
    "interrupted": (),  # first the question of rule 5.1 must be answered
    "automatic": (),  # the automatic dealer deals
    "waits-close": ("seats",),  # these seats do not show "No more bets" yet (rule 3.5)
    "waits-settled": ("seats",),  # these seats have not settled yet (rule 1.8)
    "nobody-missing": (),  # go on without them: nobody is waited for
    "give-them-time": ("seconds",),  # go on without them: not before so many seconds more
    "tumbler-turns": (),  # the tumbler counts by itself and turns still
    "tumbler-gone": (),  # the tumbler does not answer; it must be started and counted by hand
    "tumbles": ("tumbles",),  # fewer than three: the round must be void (rule 5.3.1)
    "not-a-result": ("reason",),
    "unchanged": (),  # the correction says what was entered already
    "decided": (),  # the interruption came after the result: the round is concluded (rule 5.1.1)
    # irregularities
    "too-late": (),  # the next round has opened: a manager decides (rule 5.6)
    "already-void": ("number",),
    "unknown-round": ("number",),
    "unknown-seat": ("seat",),
    "seat-present": ("seat",),  # it settles by itself
    "nothing-to-pay": ("seat",),
    "settled-meanwhile": ("seat",),
    "no-such-item": (),  # the open item that the decision is to close is not there
    "bad-text": ("most",),  # empty, or longer than so many characters
}
"""Why a command was not carried out, or cannot be done now."""

LOG: Final[Mapping[str, tuple[str, ...]]] = {
    "opened": ("number",),
    "hurried": ("seconds",),
    "closed": (),
    "tumble-started": (),
    "tumble-ended": ("tumbles",),
    "result": ("dice", "by"),
    "corrected": ("dice", "by", "authorised"),
    "voided": ("number", "reason", "by"),
    "voided-late": ("number", "reason", "by", "authorised"),
    "paid-by-hand": ("seat", "number", "cents", "by", "authorised"),
    "ended": (),
    "close-shown": ("seat",),
    "settled": ("seat", "number", "cents"),
    "open-item": ("seat", "number", "cents"),
    "manager": ("decision", "authorised"),
    "without": ("seats",),  # the round goes on without the answer of these seats
    "seat-present": ("seat",),
    "seat-silent": ("seat",),
    "tumbler-early": (),
    "tumbler-fault": ("reason",),
    "tumbler-back": (),
    "interrupted": (),
    "dealer": ("name",),
    "automatic": (),
    "by-hand": (),
    "taken": ("console",),  # the console of this name holds the table now
    "ignored": ("reason",),
}
"""What happened."""

ALERT: Final[Mapping[str, tuple[str, ...]]] = {
    "log-silent": (),
    "log-members": ("reachable", "members"),
    "log-no-space": (),
    "log-alarm": ("alarm",),
    "fenced": ("console",),
    "other-console": ("console",),  # at work at this table too
    "ignored": ("count", "reason"),
    "audit": ("seat", "number", "cents", "expected"),
    "silent-with-bets": ("seat", "cents"),
    "unsettled": ("number", "seats"),  # an earlier round
    "tumbler-gone": ("reason",),
    "locked-out": ("name", "seconds"),
    "calling": ("seat",),
    "not-kept": (),  # the console's own notes (who deals, who is locked out) cannot be written
}
"""What the dealer must know as long as it lasts."""
