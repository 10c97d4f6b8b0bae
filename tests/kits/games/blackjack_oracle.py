"""Blackjack a second time, written from the rules' words alone (1.2 to 4.1.1, 5.3, 5.10.2): who may do what when, which
card comes next, and the money in whole cents."""

from dataclasses import dataclass, field

DEALER, NONE, SECOND, FULL = "dealer", 0, 1, 2
RANKS = "A23456789TJQK"
SIDES = ("pair", "under", "over")
FIRST = ("surrender", "even-money", "insurance")


class Refused(Exception):
    """A decision that is not open, a card or a decision that is missing or too many, or half a cent."""


def value(card):
    return min(RANKS.index(card[0]) + 1, 10)


def total(cards):
    """An Ace is 11 whenever that fits (3.2.1); and whether one is."""
    hard = sum(map(value, cards))
    soft = any(card[0] == "A" for card in cards) and hard <= 11
    return hard + 10 * soft, soft


def is_21_in_two(cards):
    return len(cards) == 2 and total(cards)[0] == 21


def share(stake, numerator, denominator):
    if stake * numerator % denominator:
        raise Refused("half a cent")
    return stake * numerator // denominator


@dataclass
class Hand:
    cards: list
    number: int = 1
    aces: bool = False
    double: int = 0
    stood: bool = False
    asked: bool = False

    @property
    def is_bust(self):
        return total(self.cards)[0] > 21

    @property
    def is_over(self):
        """Bust (3.18), Soft 21 (3.17), stood (3.20), a split Ace with its card (3.21.2), or doubled (3.22)."""
        if len(self.cards) < 2:
            return False
        soft21 = total(self.cards) == (21, True)
        return self.is_bust or soft21 or self.stood or self.aces or (self.double > 0 and len(self.cards) > 2)


@dataclass
class Box:
    bets: dict
    up: str
    first: list
    hands: list = field(default_factory=list)
    insurance: int = 0
    took: str = ""
    gone: bool = False

    def __post_init__(self):
        self.hands = [Hand(list(self.first))]
        self.initial = self.bets["initial"]
        self.has_blackjack = is_21_in_two(self.first)

    def first_offers(self):
        """What may be taken before any third card (3.14, 3.16): by name the least and most cents, 0 if it is free."""
        if self.up[0] != "A":
            return {} if self.has_blackjack else {"surrender": (0, 0)}
        offers = {"insurance": (1, self.initial // 2)} if self.initial > 1 else {}
        return offers | ({"even-money": (0, 0)} if self.has_blackjack else {})

    def takes(self, name, cents=0):
        if not self._is_in(self.first_offers(), name, cents):
            raise Refused(name)
        self.insurance = cents
        self.took = name

    @staticmethod
    def _is_in(offers, name, cents):
        return name in offers and offers[name][0] <= cents <= offers[name][1]

    def turn(self):
        """The hand in its turn and what it may decide, None where its card comes; None when the box is complete."""
        if self.has_blackjack or self.took in ("surrender", "even-money"):
            return None
        for hand in self.hands:
            while not hand.is_over:
                small = total(hand.cards)[0] < 12
                few = len(hand.cards) < 2
                if few or hand.asked or hand.double or (small and (len(hand.cards) > 2 or self.gone)):
                    return hand, None
                if not self.gone:
                    return hand, self._offers(hand, small=small)
                hand.stood = True
        return None

    def _offers(self, hand, small):
        offers = {"hit": (0, 0)} | ({} if small else {"stand": (0, 0)})
        if len(hand.cards) == 2:
            offers["double"] = (1, self.initial)
            if value(hand.cards[0]) == value(hand.cards[1]) and len(self.hands) < 4:
                offers["split"] = (0, 0)
        return offers

    def decides(self, name, cents=0):
        hand, offers = self.turn() or (None, {})
        if offers is None or not (name == "walk" or self._is_in(offers, name, cents)) or hand is None:
            raise Refused(name)
        self.gone = name == "walk"
        hand.asked = name in ("hit", "double")
        hand.stood = name == "stand"
        hand.double = cents
        if name == "split":
            hand.aces = hand.cards[0][0] == "A"
            new = Hand([hand.cards.pop()], len(self.hands) + 1, hand.aces)
            self.hands.insert(self.hands.index(hand) + 1, new)

    def draws(self, card):
        hand, _ = self.turn()
        hand.cards.append(card)
        hand.asked = False

    def need(self):
        """How far the Bets need the Dealer's hand (3.23)."""
        if self.took in ("surrender", "even-money"):
            return NONE
        if self.has_blackjack:
            return SECOND if value(self.up) in (1, 10) else NONE
        if all(hand.is_bust for hand in self.hands):
            return SECOND if self.insurance else NONE
        return FULL

    def early(self):
        """By bet what the interim settlement pays (1.17): what was staked, comes back and is won."""
        low, (one, two) = sum(map(value, self.first)), self.first
        wins = {"pair": one[0] == two[0], "under": low < 13, "over": low > 13}
        stakes = {side: self.bets[side] for side in SIDES if self.bets.get(side)}
        paid = {
            side: (cents, cents, cents * (11 if side == "pair" else 1)) if wins[side] else (cents, 0, 0)
            for side, cents in stakes.items()
        }
        if self.took == "surrender":
            paid["initial"] = (self.initial, share(self.initial, 1, 2), 0)
        elif self.took == "even-money":
            paid["initial"] = (self.initial, self.initial, self.initial)
        elif self.has_blackjack and value(self.up) not in (1, 10):
            paid["initial"] = (self.initial, self.initial, share(self.initial, 3, 2))
        return paid

    def paid(self, dealer):
        """By spot the whole settlement, against the Dealer's cards that count."""
        paid, his, has_it = self.early(), total(dealer)[0], is_21_in_two(dealer)
        if self.insurance:
            cents = self.insurance
            paid["insurance"] = (cents, cents, 2 * cents) if has_it else (cents, 0, 0)
        if "initial" in paid:
            return paid
        if self.has_blackjack:
            paid["initial"] = (self.initial, self.initial, 0 if has_it else share(self.initial, 3, 2))
            return paid
        taken = False
        for hand in self.hands:
            own, spot = total(hand.cards)[0], "initial" if hand.number == 1 else f"split-{hand.number}"
            if hand.is_bust:
                back, won = (0, 0), 0
            elif has_it:  # one Initial Bet is lost, the rest of what is not bust comes back (3.21.3, 3.22.2)
                back, won, taken = (taken, 1), 0, True
            else:
                won = his > 21 or own > his
                back = (won or own == his,) * 2
            paid[spot] = (self.initial, self.initial * back[0], self.initial * won)
            if hand.double:
                paid[f"double-{hand.number}"] = (hand.double, hand.double * back[1], hand.double * won)
        return paid


def counted(dealer, need):
    """The Dealer's cards as far as they count (3.23, 5.10.2); None when he must draw on."""
    if need < FULL:
        return dealer[: 1 + need] if len(dealer) > need else None
    ends = [n for n in range(2, len(dealer) + 1) if total(dealer[:n])[0] >= 17]
    return dealer[: ends[0]] if ends else None


def answer(slip):
    """By box what each bet of a slip comes to, hands summed. Raises Refused."""
    boxes = [_played(box, slip["dealer"][0]) for box in slip["boxes"]]
    dealer = counted(slip["dealer"], max(box.need() for box in boxes))
    if dealer is None:
        raise Refused("the Dealer draws on")
    found = []
    for box in boxes:
        sums = {}
        for spot, paid in box.paid(dealer).items():
            bet = spot.partition("-")[0]
            sums[bet] = tuple(map(sum, zip(paid, sums.get(bet, (0, 0, 0)), strict=True)))
        found.append(sums)
    return found


def _played(written, up):
    bets, left, cards = written["bets"], [*written["decisions"]], iter(written["draws"])
    if not bets.get("initial") or max(bets.get("under", 0), bets.get("over", 0)) > bets["initial"]:
        raise Refused("bets")
    box = Box(bets, up, written["cards"])

    def said():
        name, _, cents = left.pop(0).partition(":")
        return name, int(cents or 0)

    if left and left[0].partition(":")[0] in FIRST:
        box.takes(*said())
    elif left[:1] == ["walk"]:
        box.gone = bool(said())
    while (turn := box.turn()) is not None:
        if turn[1] is not None:
            if not left:
                raise Refused("a decision is missing")
            box.decides(*said())
        elif (card := next(cards, None)) is not None:
            box.draws(card)
        else:
            raise Refused("a card is missing")
    if left or next(cards, None) is not None:
        raise Refused("a decision or card too many")
    return box
