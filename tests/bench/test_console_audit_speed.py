"""How quickly the console settles a whole pit by itself, what a slip costs it live, and how soon it starts."""

import random
from contextlib import closing

import msgspec
import pytest

from kiosk.book.archive import Archive, open_book
from kiosk.book.exposure import LiveExposure
from kiosk.book.settle_all import settle_all
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.resources import layout_reader
from kiosk.table import keys
from kiosk.table.log import Entry
from kiosk.table.records import Slip, decode, encode
from kits.bench.figures import Spent
from kits.console.book import SEATS, Writing
from kits.seat.seats import TABLE

pytestmark = pytest.mark.bench
SLIPS, SPOTS, PIT, TURNS = 100_000, 8, 500, 3
FACTS = (dice_fact((1, 2, 2)),)


@pytest.fixture(scope="module")
def layouts():
    return {name: GAME.read_layout(name, layout_reader("sicbo")) for name in "ABC"}


@pytest.fixture(scope="module")
def records(layouts):
    """The bytes of a hundred thousand slips of eight spots each."""
    chance = random.Random(20_260_131)
    spots = {name: list(layout.spots) for name, layout in layouts.items()}
    return [encode(_slip(chance, number, spots)) for number in range(SLIPS)]


def _slip(chance, number, spots):
    layout = chance.choice("ABC")
    chosen = chance.sample(spots[layout], SPOTS)
    stakes = {spot: chance.randrange(1, 50) * 200 for spot in chosen}
    return Slip(seat=f"{number % 500:03}", round=1, rev=1, layout=layout, stakes=stakes)


def test_how_quickly_a_hundred_thousand_slips_are_decoded_and_settled(layouts, records, figure):
    plain = msgspec.json.Decoder()
    paid = {}

    def settle():
        paid.update(settle_all(GAME, layouts, dict(enumerate(map(decode, records))), FACTS))

    def bare():
        for value in records:
            {spot: cents * 2 for spot, cents in plain.decode(value)["stakes"].items()}

    figure(
        "console: 100,000 slips decoded and settled, beside bare decoding to a dictionary",
        settle,
        bare,
        0.3,
        "s",
    )
    for number in range(0, SLIPS, 997):
        slip = decode(records[number])
        assert paid[number] == GAME.settle(layouts[slip.layout], slip.stakes, FACTS).paid


def test_how_quickly_the_book_takes_a_hundred_thousand_slips(layouts, figure):
    """Two hundred slips of each of five hundred seats, in turn, behind the opening of their round."""
    chance, plain = random.Random(20_260_131), msgspec.json.Decoder()
    spots = {name: list(layout.spots) for name, layout in layouts.items()}
    seats = {f"{seat:03}": "ABC"[seat % 3] for seat in range(PIT)}
    entries = []
    for number in range(SLIPS):
        seat, rev = f"{number % PIT:03}", number // PIT + 1
        stakes = {spot: chance.randrange(1, 50) * 200 for spot in chance.sample(spots[seats[seat]], SPOTS)}
        slip = Slip(seat=seat, round=1, rev=rev, layout=seats[seat], stakes=stakes)
        entries.append(Entry(number + 2, keys.slip(TABLE, seat, 1, rev), encode(slip)))

    def take():
        table = Writing(seats, layouts)
        table.open()
        for entry in entries:
            table.book.take(entry)
        assert (table.book.ignored_count, len(table.book.current.slips)) == (0, PIT)

    def bare():
        held = {}
        for entry in entries:
            held[entry.key] = plain.decode(entry.value)

    figure("console: 100,000 slips in the book, beside bare decoding to a dictionary", take, bare, 0.5, "s")


def test_how_quickly_the_exposure_follows_a_slip(layouts, records, figure):
    slips = [decode(value) for value in records[:5_000]]

    def follow():
        live = LiveExposure(GAME, layouts)
        for slip in slips:
            live.put(slip.seat, slip.layout, slip.stakes)
            assert live.exposure.staked

    def bare():
        held = {}
        for slip in slips:
            held[slip.seat] = {spot: cents * 2 for spot, cents in slip.stakes.items()}

    figure(
        "console: exposure of 500 seats after each slip, beside a dictionary",
        follow,
        bare,
        5,
        "us",
        each=5_000,
    )


def test_how_soon_a_console_starts_however_long_its_archive_is(layouts, tmp_path, figure):
    rounds = {"short": 150, "long": 40_000}
    table, path = Writing(), {name: tmp_path / f"{name}.db" for name in rounds}
    took = {name: [] for name in rounds}
    wall = []
    for name, count in rounds.items():
        while table.number < count:
            table.whole_round(1, 2, 3, small=500)
        with closing(Archive(path[name], TABLE)) as archive:
            for at in range(0, len(table.entries), 10_000):
                archive.add(table.entries[at : at + 10_000])
            archive.note(table.book)
    for _ in range(TURNS):
        for name, count in rounds.items():
            with Spent() as spent, closing(Archive(path[name], TABLE)) as archive:
                assert open_book(archive, GAME, layouts, SEATS).totals.rounds == count
            took[name].append(spent.processor)
        wall.append(spent.wall)
    figure(
        "console: start from 40,000 rounds, beside a start from 150",
        took["long"],
        took["short"],
        2,
        "s",
        wall=wall,
    )
