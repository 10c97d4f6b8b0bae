"""A seat's charts over real books: a file with hours in it, and a desk that asks it."""

import random
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QSize

from kiosk.games.sicbo import GAME, dice_fact
from kiosk.seat.theory import theory
from kiosk.store.seat_store import SeatStore
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.service.charts.page import ChartsPage
from kits.seat.seats import LAYOUTS, make_context

# The window, and the stage that a page gets in it.
WINDOWS = ((1280, 720), (1920, 1080), (3840, 2160), (1080, 1920))
ZONE = ZoneInfo("Asia/Macau")
NOW = datetime(2026, 11, 27, 14, 20, tzinfo=ZONE)
BETS = ({"big": 500, "total-10": 200}, {"small": 1_000, "single-3": 300}, {"odd": 2_500})


class StillClock:
    """A clock that stands."""

    def __init__(self, now=NOW) -> None:
        self.at = now

    def now_ms(self) -> int:
        return 0

    def now(self) -> datetime:
        return self.at


class BookDesk:
    """A desk that answers out of a store at once, or later when it is told to, or never."""

    def __init__(self, store, now=NOW) -> None:
        self.store = store
        self.clock = StillClock(now)
        self.waiting = []
        self.patient = False

    def ask(self, question, answer, owner=None) -> None:
        assert owner is not None  # else a page that is gone would be answered
        self.waiting.append((question, answer))
        if not self.patient:
            self.answer()

    def answer(self) -> None:
        """Answer all that was asked, in turn."""
        asked, self.waiting = self.waiting, []
        for question, answer in asked:
            answer(question(self.store))


def put(store, at, **values) -> None:
    """Keep these meters in the hour of a moment."""
    hour = at.astimezone(UTC).isoformat()[:13]
    store._db.executemany("REPLACE INTO hourly VALUES (?, ?, ?)", [(hour, *pair) for pair in values.items()])


def busy_hour(lot, rounds) -> dict[str, int]:
    """The meters of an hour with so many rounds, settled by the game, and with money in and out."""
    meters = dict.fromkeys(("turnover", "wins", "rounds_played", "rounds_won", "theory", "variance"), 0)
    context = make_context("B")
    known = [theory(context.game, context.layout, stakes) for stakes in BETS]
    for _ in range(rounds):
        which = lot.randrange(len(BETS))
        settled = GAME.settle(
            LAYOUTS["B"], BETS[which], (dice_fact(tuple(lot.randint(1, 6) for _ in range(3))),)
        )
        for name, value in known[which].items():
            meters[name] += value
        meters["turnover"] += settled.staked
        meters["wins"] += settled.paid
        meters["rounds_played"] += 1
        meters["rounds_won"] += int(settled.won > 0)
    for cents in (500, 1_000, 2_000, 5_000, 10_000):
        count = lot.randrange(4)
        if count:
            meters[f"notes_{cents}"] = count
            meters["notes"] = meters.get("notes", 0) - count * cents
    meters["tickets_in"] = -lot.randrange(20_000)
    meters["tickets_out"] = lot.randrange(35_000)
    meters["minutes_up"] = 60 if lot.random() < 0.95 else lot.randrange(60)
    meters["minutes_playable"] = max(0, meters["minutes_up"] - lot.choice((0, 0, 0, 4, 11)))
    meters["faults"] = lot.choice((0,) * 12 + (1, 2))
    return meters


def fill(store, days, *, now=NOW, seed=7, rounds=25) -> None:
    """So many days until now, quiet in the morning."""
    lot = random.Random(seed)
    store._db.execute("BEGIN")
    for n in range(24 * days):
        at = now - timedelta(hours=n)
        busy = rounds if at.hour >= 10 else lot.randrange(4)
        put(store, at, **{name: value for name, value in busy_hour(lot, busy).items() if value})
    store._db.execute("COMMIT")


@pytest.fixture(autouse=True)
def fonts(qapp) -> None:
    load_fonts()


@pytest.fixture
def books(tmp_path):
    store = SeatStore(tmp_path / "seat.db")
    yield store
    store.close()


@pytest.fixture(scope="session")
def _filled(tmp_path_factory):
    path = tmp_path_factory.mktemp("charts") / "seat.db"
    store = SeatStore(path)
    fill(store, 8)
    store.close()
    return path


@pytest.fixture
def busy_books(_filled):
    """Eight days of play."""
    store = SeatStore(_filled)
    yield store
    store.close()


def stage_of(window) -> QSize:
    """The room that a page gets in a window."""
    scale = scale_for(*window)
    wide, high = (1030, 1100) if scale.portrait else (1820, 760)
    return QSize(scale.px(wide), scale.px(high))


@pytest.fixture
def kit():
    """The makers of this file."""
    return SimpleNamespace(WINDOWS=WINDOWS, NOW=NOW, ZONE=ZONE, BookDesk=BookDesk, put=put, fill=fill)


@pytest.fixture
def make_page(qtbot):
    def make(desk, language=Language.EN, window=WINDOWS[1]):
        page = ChartsPage(desk, Style(Texts(language), scale_for(*window)))
        qtbot.addWidget(page)
        page.resize(stage_of(window))
        page.show()
        qtbot.waitExposed(page)
        return page

    return make
