"""An independent judge: reads the raw log and says what is registered and what the House has won. No kiosk code."""

import json
from decimal import Decimal

NAMES = ("small", "big", "even", "odd")
TOTALS = {
    4: 64,
    17: 64,
    5: 32,
    16: 32,
    6: 19,
    15: 19,
    7: 12,
    14: 12,
    8: "8.5",
    13: "8.5",
    9: 7,
    12: 7,
    10: "6.5",
}
FIXED = {"domino": "6", "four": "7.5", "double": "11.5", "any-triple": "32", "triple": "195"}

FOLLOWS = {
    "over": {"RoundOpened": "betting", "ResultCorrected": "result", "RoundVoided": "over"},
    "betting": {"BetsClosing": "betting", "BetsClosed": "closed", "RoundVoided": "over"},
    "closed": {"ActStarted": "acting", "RoundVoided": "over"},
    "acting": {"ActEnded": "acted", "RoundVoided": "over"},
    "acted": {"ResultEntered": "result", "RoundVoided": "over"},
    "result": {"RoundEnded": "over", "ResultCorrected": "result", "RoundVoided": "over"},
}
EARLIER = 100  # rounds back that can still be decided anew


def odds_of(spot: str, dice: list[int]) -> Decimal | None:
    """Net odds of the spot of layout A on these dice, from the printed pay table 1; None when it loses."""
    name, _, written = spot.rpartition("-") if spot[-1].isdigit() else (spot, "", "")
    digits = [int(digit) for digit in written]
    points, triple = sum(dice), len(set(dice)) == 1
    if spot in NAMES:
        good = {"small": points < 11, "big": points > 10, "even": points % 2 == 0, "odd": points % 2 == 1}
        return Decimal(1) if good[spot] and not triple else None
    if name == "single":
        return {0: None, 1: Decimal(1), 2: Decimal(2), 3: Decimal(12)}[dice.count(digits[0])]
    if name == "total":
        return Decimal(TOTALS.get(points, "6.5")) if points == int(written) else None
    good = {
        "domino": name == "domino" and all(digit in dice for digit in digits),
        "four": len(set(dice)) == 3 and all(die in digits for die in dice),
        "double": name == "double" and dice.count(digits[0]) > 1,
        "triple": name == "triple" and dice == digits * 3,
        "any-triple": triple,
    }
    kind = name or spot
    return Decimal(FIXED[kind]) if good[kind] else None


def total_of(value: bytes) -> int | None:
    """The total of a slip in cents; None for what is no slip."""
    try:
        record = json.loads(value)
    except ValueError:
        return None
    is_slip = isinstance(record, dict) and record.get("type") == "Slip"
    return sum(record["stakes"].values()) if is_slip else None


class Oracle:
    """Consumes the log in order, as far as the seat has read; amounts in cents."""

    def __init__(self, table: str, seat: str) -> None:
        self._rounds = f"etg/{table}/round/"
        self._slips = f"etg/{table}/seat/{seat}/slip/"
        self._waiting: list = []
        self.keys: set[str] = set()
        self.seat = seat
        self.begin()

    def begin(self) -> None:
        """Nothing is taken in yet; also after a power cut: the seat reads on from where its disk has read."""
        self._next = 0
        self.house = 0
        self.number = 0
        self.phase = "over"
        self.tumbles = 0
        self.rev = 0
        self.stakes: dict[str, int] = {}
        self.rounds: dict[int, dict] = {}  # stakes, dice (None: void or open), decisions
        self.by_hand = 0  # cents that the House paid this seat's player by hand
        self.corrections = 0
        self.found_later = 0  # of these, of a round before the newest
        self.voids_back = 0  # of these, in place of a void
        self.late_voids = 0
        self.payments = 0
        self.ordered: list[int] = []  # cents that managers have ordered for this seat
        self.settled = 0  # rounds with a registered bet that had a result
        self.over = 0
        self.voids = 0

    def heard(self, entry) -> None:
        """An entry of the log, the moment it landed."""
        self._waiting.append(entry)
        self.keys.add(entry.key)

    def unread_slips(self, number: int) -> list[int]:
        """Totals of the seat's slips of that round which stand in the log and which the seat has not read."""
        unread = [
            entry for entry in self._waiting[self._next :] if entry.key.startswith(f"{self._slips}{number}/")
        ]
        return [total for entry in unread if (total := total_of(entry.value)) is not None]

    def advance(self, seq: int) -> None:
        """Take in everything up to ``seq``."""
        while self._next < len(self._waiting) and self._waiting[self._next].seq <= seq:
            self._read(self._waiting[self._next])
            self._next += 1

    def _read(self, entry) -> None:
        try:
            record = json.loads(entry.value)
        except ValueError:
            return
        if not isinstance(record, dict):
            return
        if entry.key.startswith(self._slips):
            self._slip(record)
        elif entry.key.startswith(f"{self._rounds}{record.get('round')}/"):
            self._event(record)

    def _slip(self, record: dict) -> None:
        if record.get("type") != "Slip":
            return
        in_time = self.phase == "betting" and record["round"] == self.number
        if in_time and record["rev"] > self.rev:
            self.rev, self.stakes = record["rev"], record["stakes"]

    def _event(self, record: dict) -> None:
        kind = record["type"]
        if kind == "AmountOrdered":
            if record["seat"] == self.seat and record["round"] == self.number:
                self.ordered.append(record["cents"])
            return None
        if kind == "PaidByHand":
            return self._paid_by_hand(record)
        if kind in ("ResultCorrected", "RoundVoided") and record["round"] < self.number:
            return self._decide_earlier(record)
        if kind in ("ResultCorrected", "RoundVoided") and self.phase in ("over", "result"):
            return self._decide_again(record)
        return self._in_turn(kind, record)

    def _in_turn(self, kind: str, record: dict) -> None:
        after = FOLLOWS[self.phase].get(kind)
        opens = kind == "RoundOpened"
        if after is None or (record["round"] <= self.number if opens else record["round"] != self.number):
            return
        if kind == "ResultEntered" and self.tumbles < 3:
            return
        self.phase = after
        if opens:
            self.number, self.rev, self.stakes, self.tumbles = record["round"], 0, {}, 0
            self.rounds[self.number] = {"stakes": {}, "dice": None, "decisions": 0, "tumbled": False}
        elif kind == "ActEnded":
            self.tumbles = record["times"]
        elif kind == "ResultEntered":
            self._settle(record["facts"][0]["values"])
        elif kind == "RoundVoided":
            self._decided(None)
            self.stakes, self.voids = {}, self.voids + 1
        self.over += after == "over"

    def _settle(self, dice: list[int]) -> None:
        self.settled += bool(self.stakes)
        self._decided(dice)
        self.stakes = {}

    def _decided(self, dice: list[int] | None) -> None:
        """The newest round has its first decision."""
        tumbled = self.tumbles >= 3
        self.rounds[self.number] = {"stakes": self.stakes, "dice": dice, "decisions": 1, "tumbled": tumbled}
        self.house += house_of(self.stakes, dice)

    # --- what follows after the settlement

    def _decide_again(self, record: dict) -> None:
        if record["round"] == self.number and self._change(record):
            self.phase = "result" if record["type"] == "ResultCorrected" else "over"

    def _decide_earlier(self, record: dict) -> None:
        if record["round"] >= self.number - EARLIER:
            self._change(record)

    def _change(self, record: dict) -> bool:
        """A result in place of another one or of a void whose dice had tumbled; or a void in place of a result."""
        known = self.rounds.get(record["round"])
        if known is None or not record["authorised_by"]:
            return False
        if record["type"] == "ResultCorrected":
            if not known["tumbled"]:
                return False
            self.corrections += 1
            self.found_later += record["round"] < self.number
            self.voids_back += known["dice"] is None
            self._again(known, record["facts"][0]["values"])
        else:
            if known["dice"] is None:
                return False
            self.late_voids += 1
            self._again(known, None)
        return True

    def _again(self, known: dict, dice: list[int] | None) -> None:
        self.house += house_of(known["stakes"], dice) - house_of(known["stakes"], known["dice"])
        known["dice"], known["decisions"] = dice, known["decisions"] + 1

    def _paid_by_hand(self, record: dict) -> None:
        known = self.rounds.get(record["round"])
        if record["seat"] == self.seat and known is not None and record["decision"] == known["decisions"]:
            self.by_hand += record["cents"]
            self.payments += 1


def house_of(stakes: dict[str, int], dice: list[int] | None) -> int:
    """What the House wins by these stakes, in cents; nothing by a round without a result."""
    house = 0
    for spot, stake in stakes.items() if dice is not None else ():
        odds = odds_of(spot, dice)
        won = Decimal(stake) if odds is None else -stake * odds
        assert won == int(won), f"{spot} pays {won} cents"
        house += int(won)
    return house
