"""Casino Stud Poker settled a second time, on paper's words alone and by the other way to rank hands."""

from kits.games.poker_oracle import KINDS, worth

PAYS = dict(zip(KINDS, (1, 1, 2, 3, 4, 5, 7, 20, 50, 250), strict=True))
FIXED = {"Four of a Kind": 50_000, "Full House": 20_000, "Flush": 10_000}
NOTHING = {"staked": 0, "returned": 0, "won": 0}


def kind(hand):
    return KINDS[worth(hand)[0]]


def holds_ace_and_king_or_better(hand):
    return worth(hand)[0] > 0 or {"A", "K"} <= {card[0] for card in hand}


def prizes(line):
    """What each box wins of the jackpot, in the order of the box numbers."""
    shown, won = line.get("jackpot", 0), {}
    for box in sorted(line["boxes"], key=lambda box: box["box"]):
        won[box["box"]] = 0
        if box["decisions"] != ["bet"] or not box["bets"].get("jackpot"):
            continue
        name = kind(box["cards"])
        won[box["box"]] = FIXED.get(name, 0)
        if name == "Royal Flush":
            won[box["box"]], shown = shown, line["reset"]
        elif name == "Straight Flush":
            won[box["box"]] = shown // 10
            shown -= shown // 10
    return won


def answer(line):
    """The answer to a line whose boxes all have an ante and a BET of exactly twice it, if any."""
    won = prizes(line)
    return {"boxes": [_box(box, line["dealer"], won[box["box"]]) for box in line["boxes"]]}


def _box(box, dealer, prize):
    ante, jackpot = box["bets"]["ante"], box["bets"].get("jackpot", 0)
    bets = {
        "ante": {"staked": ante, "returned": 0, "won": 0},
        "bet": dict(NOTHING),
        "jackpot": {"staked": jackpot, "returned": 0, "won": prize},
    }
    if box["decisions"] == ["bet"]:
        bet = 2 * ante
        bets["bet"]["staked"] = bet
        mine, its = worth(box["cards"]), worth(dealer)
        plays = holds_ace_and_king_or_better(dealer)
        if not plays or mine >= its:
            bets["ante"]["returned"], bets["bet"]["returned"] = ante, bet
        if not plays or mine > its:
            bets["ante"]["won"] = ante
        if plays and mine > its:
            bets["bet"]["won"] = min(bet * PAYS[kind(box["cards"])], 10_000_000)
    totals = {key: sum(result[key] for result in bets.values()) for key in ("staked", "returned", "won")}
    return {"box": box["box"], "bets": bets, **totals}
