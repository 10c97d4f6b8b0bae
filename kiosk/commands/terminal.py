"""`kiosk terminal`: one seat of a table over the network, on the screen or without one."""

from __future__ import annotations

import argparse
import dataclasses
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from kiosk.app.config import SeatFile, read_seat_file, refuse_pretence
from kiosk.app.link_words import LinkWords
from kiosk.app.machine import Seat, opened, place_of, read_rules
from kiosk.app.networked import NetworkTable
from kiosk.app.program_log import set_up
from kiosk.app.settings import read_settings, with_settings
from kiosk.app.software import check_software
from kiosk.app.state_dir import StateDir
from kiosk.commands._life import ends_by_signal, say_on_stderr, unheard
from kiosk.commands._options import count, file_option
from kiosk.commands._screen import LANGUAGES, need_screen, no_screen, window
from kiosk.demo.alone import Alone, AloneSeat
from kiosk.faults import EnvironmentFault
from kiosk.money import dollars
from kiosk.seat.events import Happened

HELP = "play one seat of a table over the network"
SCREEN = "kiosk.ui.terminal.play.app"
RESTART = 75  # as of a screen that wants to start again


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of a seat."""
    file_option(parser, "--config", "the seat's configuration file", required=True)
    parser.add_argument("--lang", choices=LANGUAGES, help="language at the start (default: the file's)")
    parser.add_argument("--full-screen", action="store_true", help="the whole screen, no drawer")
    parser.add_argument(
        "--window", type=window, metavar="WxH[+X+Y]", help="size of the seat in px, and place of its window"
    )
    parser.add_argument("--headless", action="store_true", help="run without a screen")
    parser.add_argument("--bot", action="store_true", help="demonstration: let a bot play")
    parser.add_argument("--seed", type=int, metavar="N", help="repeatable bot")
    parser.add_argument(
        "--rounds", type=count, default=0, metavar="N", help="end after N rounds (default: never)"
    )
    file_option(
        parser, "--report", "without a screen: write a line of JSON for the start, the link and each round"
    )


@unheard()
def run(args: argparse.Namespace) -> int:
    """Run the seat until it is told to end, or the rounds are over."""
    again = True
    while again:
        status = _run(args)
        again = status == RESTART
    return status


def _run(args: argparse.Namespace) -> int:
    """Once: a seat whose settings were changed ends with RESTART, and starts again."""
    file = read_seat_file(args.config)
    refuse_pretence(args.config, file)
    if args.bot and not file.demonstration:
        raise EnvironmentFault(
            f"--bot: table {file.table} plays for money; a bot is for a demonstration alone", "Leave it out"
        )
    elsewhere = no_screen(file.demonstration, "--headless", "seat")
    screen = None if args.headless else need_screen(SCREEN, elsewhere)
    bot = _seed(args.seed) if args.bot else None

    with held(file) as state:
        set_up(state.path)
        settings = read_settings(state)
        as_written = place_of(file, read_rules(file.layout, of=file.game)).written
        log_as_written = file.log
        file = replace(
            file,
            layout=settings.layout or file.layout,
            language=settings.language or file.language,
            log=replace(file.log, endpoints=settings.endpoints or file.log.endpoints),
        )
        rules = read_rules(file.layout, of=file.game)
        place = dataclasses.replace(place_of(file, rules), written=as_written)

        def table(seat: Seat) -> NetworkTable:
            if settings.endpoints is None:
                return NetworkTable(seat, file.log)
            try:
                return NetworkTable(seat, file.log, refuse=True)
            except EnvironmentFault as fault:
                # What was set at the seat leads to another table, or to none: the file's servers are the way back.
                detail: dict[str, str | int] = {"why": fault.what[:200]}
                seat.endpoints_fault = Happened("endpoints-refused", "fault", detail)
                return NetworkTable(seat, log_as_written)

        if screen is None:
            alone = Alone(bot, args.rounds, args.report)
            place = dataclasses.replace(place, config=with_settings(place.config, settings))
            seat = Seat(state, rules, lambda _: None, place)
            seat.language = args.lang or file.language
            seat.checked = check_software(file.software, signed=seat.core.state.signed)
            return _run_alone(seat, table, alone, file.log.endpoints)
        options = screen.Options(
            command="kiosk terminal",
            language=screen.Language(args.lang or file.language),
            full_screen=args.full_screen,
            window=args.window or (),
            rounds=args.rounds,
            bot_seed=bot,
            four_colours=file.four_colours,
        )
        return int(
            screen.run_on_screen(
                options, screen.Opening(rules, state, table, place, file.software, file.log.endpoints)
            )
        )


def _run_alone(
    seat: Seat, open_table: Callable[[Seat], NetworkTable], how: Alone, endpoints: Sequence[str]
) -> int:
    try:
        table = opened(seat, lambda: open_table(seat))
    except BaseException:
        seat.close()
        raise
    if table is None:
        seat.close()
        print("kiosk terminal: the seat is locked: " + "; ".join(seat.findings), file=sys.stderr)
        return 1
    try:
        alone = AloneSeat(seat, table, how)
    except BaseException:
        table.close()
        seat.close()
        raise
    alone.look = LinkWords(endpoints, lambda: (_silence(seat, table),), say_on_stderr("terminal")).look
    try:
        with ends_by_signal(alone.stop):
            alone.run()
        played, credit = alone.seat.rounds, alone.seat.state.credit_shown
    finally:
        alone.close()
    print(f"played {played} rounds; credit {dollars(credit)}")
    return 0


def _silence(seat: Seat, table: NetworkTable) -> str:
    silence = table.log.silence
    return seat.certificates.why(silence) if seat.certificates is not None else silence


@contextmanager
def held(file: SeatFile) -> Iterator[StateDir]:
    """The seat's state directory, held until the end."""
    state = StateDir(file.state)
    state.hold()
    try:
        yield state
    finally:
        state.release()


def _seed(asked: int | None) -> int:
    return asked if asked is not None else secrets.randbelow(2**31)
