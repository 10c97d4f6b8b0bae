"""What a dealer, a supervisor or a manager can ask of the Game Console, as plain values."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kiosk.games.game import Fact

WRONG_RESULT = "wrong result entered"
WRONG_VOID = "void by mistake"


class Command(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """Base of all commands."""


class Authority(msgspec.Struct, frozen=True):
    """A supervisor or manager who stands for a command: the name and the PIN as it was entered."""

    name: str
    pin: str = ""

    def __repr__(self) -> str:
        """Without the PIN, so that no log can show it."""
        return f"Authority(name={self.name!r})"


# --- the round, step by step ----------------------------------------------------------------------------------


class OpenBets(Command, frozen=True):
    """Open the next round for bets (rule 3.2)."""


class HurryUp(Command, frozen=True):
    """Tell the players that the bets are about to close."""


class CloseBets(Command, frozen=True):
    """No more bets (rule 3.5)."""


class ResumeBetting(Command, frozen=True):
    """The console came up while bets were open: go on with what is left of the betting time."""


class GoOnWithout(Command, frozen=True):
    """The seats that have not answered are flagged as silent; the round goes on (rule 5.3.3)."""


class StartAct(Command, frozen=True):
    """Begin the act that the game asks for (Sic Bo 3.6)."""


class EndAct(Command, frozen=True):
    """The act was done ``times`` times, counted by the dealer where no device counts."""

    times: int


class EnterResult(Command, frozen=True):
    """The facts that the game asks for (Sic Bo 3.7), confirmed by the dealer; with the last of them comes the result.

    Those for one seat's eyes have their values here and nowhere but at that seat.

    ``first`` is the place that the first of them takes among those of the play, as whoever enters them saw it: where
    something has been entered since, it is refused, else a card that is confirmed twice would lie twice. None: wherever
    it comes to lie. ``round`` is as in :class:`Void`.
    """

    facts: tuple[Fact, ...]
    authority: Authority | None = None
    round: int = 0
    first: int | None = None


class NameBoxes(Command, frozen=True):
    """Name the boxes that play: the seats with registered bets."""


class OpenDecisions(Command, frozen=True):
    """Let the boxes decide that the game names."""


class MoreTime(Command, frozen=True):
    """Give the boxes that decide their whole time again."""


class CloseDecisions(Command, frozen=True):
    """No more decisions: once all have decided, or their time is over."""


class EnterDecisions(Command, frozen=True):
    """Enter what every box has decided, by all that stands in the log before they were closed.

    For a silent seat counts what the game says of one, for a seat that is not there or cannot be played what the game
    says of that.
    """


class Reveal(Command, frozen=True):
    """What seats alone have seen becomes the table's."""


class PayInterim(Command, frozen=True):
    """Settle now what is decided already."""


class EndRound(Command, frozen=True):
    """The settlement for all players is made (rule 1.8)."""


# --- irregularities -------------------------------------------------------------------------------------------


class Void(Command, frozen=True):
    """Void the round for a reason (rules 5.3 and 5.9). Once what decides lies there a supervisor must authorise it.

    ``round`` is the one that the dealer saw when asking, here and below: it is refused when another one is played
    meanwhile. 0: whatever is played.
    """

    reason: str
    authority: Authority | None = None
    round: int = 0


class Interrupted(Command, frozen=True):
    """A technical interruption at the table (rule 5.1). ``decided``: a bet had already won or lost for certain.

    Decided, the round goes on to its result, and the dealer's name stands for it in the log; not decided, it is void,
    with a supervisor where what decides may lie already.
    """

    decided: bool
    round: int = 0
    authority: Authority | None = None


class DamagedEquipment(Command, frozen=True):
    """What is played with was damaged (Sic Bo 5.4): the named rounds are void, and no other.

    A supervisor must authorise each that has a result, and for any but the newest.
    """

    rounds: tuple[int, ...]
    authority: Authority | None = None


class CorrectResult(Command, frozen=True):
    """What a round really showed (rules 5.5 and 5.6), with a supervisor: for a wrong result, or a Void by
    mistake. ``round`` is that round, 0 the newest; later ones stay as they are.
    """

    facts: tuple[Fact, ...]
    authority: Authority
    round: int = 0
    reason: str = WRONG_RESULT


class CorrectFact(Command, frozen=True):
    """A fact of the play was entered wrongly: at that place among those of the round lies ``fact``. With a supervisor.

    ``round`` as with a void. ``was`` is what lay there when the supervisor saw it, as the table has it: a correction
    may have moved the places meanwhile.
    """

    at: int
    fact: Fact
    authority: Authority | None = None
    round: int = 0
    was: Fact | None = None


class EnterIrregularity(Command, frozen=True):
    """Something went wrong that the rules settle, as `Game.irregularities` has it. With a supervisor.

    ``also``: the same at these boxes too. ``round`` as with a void.
    """

    fact: Fact
    authority: Authority | None = None
    round: int = 0
    also: tuple[str, ...] = ()


class MoveHands(Command, frozen=True):
    """Whole hands lie at wrong boxes: at each of these boxes lies what lay at the box that stands for it.

    With a supervisor. ``round`` as with a void.
    """

    boxes: dict[str, str]
    authority: Authority | None = None
    round: int = 0


class NoteIrregularity(Command, frozen=True):
    """Something went wrong, and by the rules the round goes on: the reason stands in the log with the dealer's name.

    ``round`` as with a void.
    """

    reason: str
    round: int = 0


class ConfirmPrize(Command, frozen=True):
    """Staff have looked at the Hand of that box: it is paid its share of the jackpot (rule 4.5). With a supervisor.

    ``first``: it comes before every other that waits, for that ``reason`` (rule 4.5.2). ``round`` as with a void.
    ``registered``: it is paid of what the jackpot registered last, while it does not answer (rule 5.18.1).
    """

    box: str
    authority: Authority
    first: bool = False
    reason: str = ""
    round: int = 0
    registered: bool = False


class DenyPrize(Command, frozen=True):
    """Staff have looked at the Hand of that box: it has won nothing of the jackpot. With a supervisor."""

    box: str
    authority: Authority
    reason: str
    round: int = 0


class PayByHand(Command, frozen=True):
    """Pay the player of a seat by hand, from the console's books, with a supervisor.

    For a seat that is gone, or one that was replaced and has nothing of its bet in its books.
    """

    seat: str
    round: int
    authority: Authority


class RecordDecision(Command, frozen=True):
    """What a shift manager decides where the rules leave it to one (rule 5.10).

    ``round`` and ``seat`` are those that it is about, 0 and "" for none. ``cents`` are booked at the seat: to its
    credit, or below 0 taken from it. ``closes`` is the decision number of the open item of ``seat`` and ``round`` that
    it settles, ``closes_order`` the order that left one; else 0.
    """

    decision: str
    reason: str
    authority: Authority
    round: int = 0
    seat: str = ""
    cents: int = 0
    closes: int = 0
    closes_order: int = 0


# --- the console itself ---------------------------------------------------------------------------------------


class NewShoe(Command, frozen=True):
    """A new shoe was shuffled in. With a supervisor in the middle of a round: it was there before, and not recorded.

    ``round`` as with a void.
    """

    authority: Authority | None = None
    round: int = 0


class CoverCard(Command, frozen=True):
    """The cover card has come out: this round goes on to its end, and the shoe is shuffled before the next."""

    round: int = 0


class CoverCardBack(Command, frozen=True):
    """It had not: that was a mistake, and a supervisor stands for it. ``round`` as with a void."""

    authority: Authority | None = None
    round: int = 0


class SignOn(Command, frozen=True):
    """The dealer at the console from now on, with a PIN. Who was signed on before is signed off by it."""

    authority: Authority


class SignOff(Command, frozen=True):
    """The dealer leaves the console; a round that is played waits for the next one."""


class OpenTable(Command, frozen=True):
    """The table opens, with a supervisor: a shift begins."""

    authority: Authority


class CloseTable(Command, frozen=True):
    """The table closes between two rounds, with a supervisor: the shift is over."""

    authority: Authority


class StaffChange(StrEnum):
    """What is done to somebody on the console's list of staff."""

    ADD = "add"
    NEW_PIN = "new-pin"
    ROLE = "role"
    DEACTIVATE = "deactivate"
    REACTIVATE = "reactivate"
    UNLOCK = "unlock"


class ChangeStaff(Command, frozen=True):
    """Make, change or deactivate somebody on the console's list of staff, with a supervisor.

    ``role`` is a role's name where one is given. Everybody may change the own PIN.
    """

    change: StaffChange
    name: str
    authority: Authority
    role: str = ""
    pin: str = ""

    def __repr__(self) -> str:
        """Without the PINs, so that no log can show them."""
        return f"ChangeStaff(change={self.change!r}, name={self.name!r}, role={self.role!r})"


class AutoDealing(Command, frozen=True):
    """Let the automatic dealer run the rounds, or stop it after this one.

    The dealer confirms each result. With a supervisor, results are published as the device reads them, until it is
    stopped.
    """

    on: bool
    authority: Authority | None = None


class TakeOver(Command, frozen=True):
    """Take the table back from another console, on purpose, with a supervisor."""

    authority: Authority


AnyCommand = (
    OpenBets
    | HurryUp
    | CloseBets
    | ResumeBetting
    | GoOnWithout
    | StartAct
    | EndAct
    | EnterResult
    | NameBoxes
    | OpenDecisions
    | MoreTime
    | CloseDecisions
    | EnterDecisions
    | Reveal
    | PayInterim
    | EndRound
    | Void
    | Interrupted
    | DamagedEquipment
    | CorrectResult
    | CorrectFact
    | EnterIrregularity
    | MoveHands
    | NoteIrregularity
    | ConfirmPrize
    | DenyPrize
    | PayByHand
    | RecordDecision
    | NewShoe
    | CoverCard
    | CoverCardBack
    | SignOn
    | SignOff
    | OpenTable
    | CloseTable
    | ChangeStaff
    | AutoDealing
    | TakeOver
)


class Refusal(msgspec.Struct, frozen=True):
    """Why a command was not carried out: a key of the message catalogue below ``dealer.why`` and its values."""

    key: str
    values: dict[str, str | int] = {}
