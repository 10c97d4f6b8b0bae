"""`kiosk demo`: a whole table on this machine, on the screen or without one."""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import sys
from pathlib import Path
from types import ModuleType

from kiosk.app.machine import Rules, Seat, read_rules
from kiosk.app.program_log import set_up
from kiosk.app.settings import read_settings
from kiosk.app.state_dir import StateDir
from kiosk.audit.verify import verify
from kiosk.commands._game import USUAL_LAYOUT, add_game, layout_of
from kiosk.commands._life import unheard
from kiosk.commands._options import count, folder_option
from kiosk.commands._screen import LANGUAGES, load, seconds, shows, speed, start_probe
from kiosk.commands._state import DEFAULT_STATE, all_layouts, game_at, where_of
from kiosk.console.chance import ChanceFor, seeded_chance, true_chance
from kiosk.console.desk import Pace
from kiosk.demo.headless import Headless, Play
from kiosk.demo.own_jackpot import OwnJackpot, terms_of
from kiosk.demo.own_table import OpenTable
from kiosk.faults import EnvironmentFault
from kiosk.games import game_names
from kiosk.money import dollars

HELP = "play on this machine: one table with an automatic dealer, one seat"

HEADLESS_ROUNDS = 20
SCREEN = "kiosk.ui.terminal.play.app"
RESTART = 75  # as of a screen that wants to start again


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of the demonstration."""
    add_game(parser, game_names())
    parser.add_argument(
        "--layout", metavar="NAME", help=f"the game's layout (default: {USUAL_LAYOUT}, or its first)"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language at the start (default: en)")
    folder_option(parser, "--state", "where everything is kept", default=DEFAULT_STATE)
    parser.add_argument(
        "--betting-seconds", type=seconds, default=36, metavar="N", help="betting time (default: 36)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="repeatable results and bot; without it results are really random",
    )
    parser.add_argument("--bot", action="store_true", help="let a bot play")
    parser.add_argument("--rounds", type=count, metavar="N", help="end after N rounds (without a screen: 20)")
    parser.add_argument("--headless", action="store_true", help="play without a screen")
    parser.add_argument(
        "--speed", type=speed, metavar="X", help="X times as fast (without a screen: as fast as it goes)"
    )
    parser.add_argument(
        "--full-screen", action="store_true", help="as on a kiosk: the whole screen, no drawer"
    )


@unheard()
def run(args: argparse.Namespace) -> int:
    """Play. Without a display it says so and plays headless with the bot."""
    status = RESTART
    while status == RESTART:
        status = _run(args)
    return status


def _run(args: argparse.Namespace) -> int:
    """Once: a seat whose settings were changed ends with RESTART, and starts again."""
    layout = layout_of(args.game, args.layout)
    probe = None if args.headless else start_probe()
    state = StateDir(args.state)
    state.hold()
    set_up(state.path)
    try:
        _check_game(state, args)
        set_here = read_settings(state)
        rules = read_rules(set_here.layout or layout, of=args.game)
        screen = load(SCREEN) if probe is not None else "no display"  # while the probe looks for the display
        if isinstance(screen, str) and probe is not None:
            print(f"kiosk demo: {screen}", file=sys.stderr)
        if probe is not None and shows(probe) and not isinstance(screen, str):
            return _run_on_screen(screen, args, rules, state)
        if not args.headless:
            print("kiosk demo: no display here; playing without a screen, with the bot", file=sys.stderr)
            args.bot = True
        return _run_headless(args, rules, state)
    finally:
        state.release()


def _check_game(state: StateDir, args: argparse.Namespace) -> None:
    """One state directory is of one game: its books are settled by its rules."""
    dealt = game_at(state)
    if dealt not in (None, args.game):
        raise EnvironmentFault(
            f"{args.state}: its table deals {dealt}: expected {args.game}",
            f"Name another folder with --state, or --game {dealt}",
        )


def _run_on_screen(screen: ModuleType, args: argparse.Namespace, rules: Rules, state: StateDir) -> int:
    chance, pace = _chance(args), _pace(args)

    def table(seat: Seat) -> OpenTable:
        terms = terms_of(rules)
        jackpot = OwnJackpot(state.path / "jackpot.db", terms, _log_bug) if terms is not None else None
        return OpenTable(seat, rules, chance, pace, jackpot=jackpot)

    options = screen.Options(
        command="kiosk demo",
        language=screen.Language(read_settings(state).language or args.lang),
        full_screen=args.full_screen,
        rounds=args.rounds or 0,
        bot_seed=_bot_seed(args),
        bot_speed=args.speed or 1.0,
    )
    return int(screen.run_on_screen(options, screen.Opening(rules, state, table)))


def _log_bug(bug: BaseException) -> None:
    logging.getLogger(__name__).error("the jackpot's line has failed", exc_info=bug)


def _chance(args: argparse.Namespace) -> ChanceFor:
    return true_chance() if args.seed is None else seeded_chance(args.seed)


def _bot_seed(args: argparse.Namespace) -> int | None:
    if not args.bot:
        return None
    return int(args.seed) if args.seed is not None else secrets.randbelow(2**31)


def _run_headless(args: argparse.Namespace, rules: Rules, state: StateDir) -> int:
    play = Play(
        pace=_pace(args),
        chance=_chance(args),
        bot_seed=_bot_seed(args),
        rounds=HEADLESS_ROUNDS if args.rounds is None else args.rounds,
        speed=args.speed or 0.0,
    )
    table = Headless(state, rules, play)
    table.seat.language = args.lang
    try:
        if table.seat.findings:
            print("kiosk demo: the seat is locked: " + "; ".join(table.seat.findings), file=sys.stderr)
            return 1
        table.run()
        balances = table.runner.state.balances
        counters = table.seat.store.counters()
        played = table.played
    finally:
        table.close()
    print(f"played {played} rounds, {counters.get('rounds_played', 0)} with bets since the seat was new")
    print(f"turnover {dollars(counters.get('turnover', 0))}, paid {dollars(counters.get('wins', 0))}")
    print(f"credit {dollars(balances.credit)}, in play {dollars(balances.escrow)}")
    printed = len(list(state.tickets.glob("ticket-*.pdf")))
    print(f"tickets: {printed} in {args.state / 'tickets'}")
    return _verified(args.state) if args.headless else _with_pictures(args, rules, state)


def _with_pictures(args: argparse.Namespace, rules: Rules, state: StateDir) -> int:
    status = _verified(args.state)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    screen = load(SCREEN)
    if isinstance(screen, str):
        print(f"screenshots: none, {screen}")
        return status
    path = screen.picture_of(rules, state, args.lang)
    print(f"screenshots: {path.parent}")
    return status


def _verified(path: Path) -> int:
    _, where = where_of(path)
    game, layouts = all_layouts(where.game)
    found = verify(where, game, layouts)
    for finding in found.findings:
        print(f"found: {finding}")
    print("books: everything agrees" if found.ok else f"books: {len(found.findings)} findings")
    return 0 if found.ok else 1


def _pace(args: argparse.Namespace) -> Pace:
    betting_ms = round(args.betting_seconds * 1000)
    pace = Pace(betting_ms=betting_ms, hurry_ms=min(Pace().hurry_ms, betting_ms))
    return pace if args.headless or args.speed is None else pace.faster(args.speed)
