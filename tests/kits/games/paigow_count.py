"""Counts all 154,143,080 hands of seven cards out of 53, by classes of hands that no rule tells apart.

Suits decide nothing but a Flush, so that a class is the ranks of the natural cards, whether the Joker is there, and
which of the ranks lie in a suit that is there often enough for a Flush. Run as a program it writes the table of the
counts anew: about a minute.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, prod
from pathlib import Path

from kiosk.cards import JOKER, RANKS, SUITS
from kiosk.games.paigow.fortune import bonus
from kiosk.games.paigow.house_way import set_house_way

HANDS = comb(53, 7)
TABLE = Path(__file__).parent / "data" / "paigow-hands.txt"
CHECKSUM = "a1ceae5d263fb538af1d9e74b22e27e8df1870f8d930216db3b072bb39b88820"
"""SHA-256 of the table as it was counted."""


def shapes() -> list[tuple[int, tuple[int, ...]]]:
    """Whether the Joker is there, and how often the natural ranks are: every kind of seven cards."""
    return [(joker, shape) for joker in (0, 1) for shape in sorted(_partitions(7 - joker, 4), reverse=True)]


def classes(joker: int, shape: tuple[int, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """A hand of each class of this kind, and how many hands are in the class."""
    for counts in _counts(shape, RANKS):
        yield from _of_ranks(counts, joker)


def _counts(shape: tuple[int, ...], left: str) -> Iterator[dict[str, int]]:
    """Every choice of ranks that are there as often as the shape says."""
    if not shape:
        yield {}
        return
    alike = shape.count(shape[0])
    for chosen in combinations(left, alike):
        rest = "".join(rank for rank in left if rank not in chosen)
        for more in _counts(shape[alike:], rest):
            yield dict.fromkeys(chosen, shape[0]) | more


def _of_ranks(counts: dict[str, int], joker: int) -> Iterator[tuple[tuple[str, ...], int]]:
    suited = 0
    for size in range(5 - joker, len(counts) + 1):
        for flush in combinations(counts, size):
            ways = len(SUITS) * prod(comb(3, n - 1 if rank in flush else n) for rank, n in counts.items())
            suited += ways
            yield from _with_flush(counts, flush, ways, joker)
    ways = prod(comb(4, n) for n in counts.values()) - suited
    at = 0
    cards = []
    for rank, n in counts.items():
        cards += [rank + SUITS[(at + k) % 4] for k in range(n)]
        at += n
    yield _hand(cards, joker), ways


def _with_flush(
    counts: dict[str, int], flush: tuple[str, ...], ways: int, joker: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    suit, others = SUITS[0], SUITS[1:]
    cards = [rank + suit for rank in flush]
    beside = [rank for rank, n in counts.items() for _ in range(n - (rank in flush))]
    for at, rank in enumerate(beside):
        cards.append(rank + others[(at + beside[:at].count(rank) * (at > 1)) % 3])
    if sorted(beside) == ["K", "Q"]:  # alike in suit they may be a Royal Match: three of nine ways
        yield _hand(cards, joker), ways * 2 // 3
        yield _hand([*cards[:-2], "K" + others[0], "Q" + others[0]], joker), ways // 3
    elif ways:
        yield _hand(cards, joker), ways


def _hand(cards: list[str], joker: int) -> tuple[str, ...]:
    assert len(set(cards)) == 7 - joker, cards
    return (*cards, *[JOKER] * joker)


def _partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    if not total:
        yield ()
    for first in range(1, min(total, most) + 1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)


def line(joker: int, shape: tuple[int, ...]) -> str:
    """The counts of one kind: hands by the row that sets them, and by what they make. Refuses a foul setting."""
    rows: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for cards, ways in classes(joker, shape):
        setting, row = set_house_way(cards)
        assert not setting.is_foul, (cards, setting)
        assert sorted(setting.low + setting.high) == sorted(cards), (cards, setting)
        rows[f"{row.table} {row.words}"] += ways
        made[bonus(cards) or "Nothing"] += ways
    said = [f"{name}={count}" for counted in (rows, made) for name, count in sorted(counted.items())]
    return "; ".join(["Joker" if joker else "natural", "-".join(map(str, shape)), *said]) + "\n"


def lines() -> Iterator[str]:
    """The whole table."""
    for joker, shape in shapes():
        yield line(joker, shape)


if __name__ == "__main__":
    TABLE.write_text("".join(lines()), encoding="utf-8")
