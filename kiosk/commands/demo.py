"""`kiosk demo`: a whole table on this machine, on the screen or without one."""

from __future__ import annotations

import argparse
import gc
import os
import secrets
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from kiosk.bootstrap.headless import Headless, Play
from kiosk.bootstrap.machine import Rules, read_rules
from kiosk.bootstrap.state_dir import StateDir
from kiosk.commands._state import DEFAULT_STATE, LAYOUTS, all_layouts, where_of
from kiosk.console.auto_dealer import Pace
from kiosk.console.dice import random_dice, seeded_dice
from kiosk.host.verify import verify
from kiosk.money import dollars

HELP = "play Sic Bo on this machine: one table with an automatic dealer, one seat"

HEADLESS_ROUNDS = 20
LANGUAGES = ("en", "zh")

_PROBE = "import sys; from PySide6.QtGui import QGuiApplication; QGuiApplication([]); sys.exit(0)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of the demonstration."""
    parser.add_argument("--layout", type=str.upper, choices=LAYOUTS, default="B", help="layout (default: B)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language at the start (default: en)")
    parser.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="where everything is kept"
    )
    parser.add_argument(
        "--betting-seconds", type=_seconds, default=36, metavar="N", help="betting time (default: 36)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="repeatable dice and bot; without it really random dice"
    )
    parser.add_argument("--bot", action="store_true", help="let a bot play")
    parser.add_argument(
        "--rounds", type=_count, metavar="N", help="end after N rounds (without a screen: 20)"
    )
    parser.add_argument("--headless", action="store_true", help="play without a screen")
    parser.add_argument(
        "--speed", type=_speed, metavar="X", help="X times as fast (without a screen: as fast as it goes)"
    )
    parser.add_argument(
        "--full-screen", action="store_true", help="as on a kiosk: the whole screen, no drawer"
    )


def run(args: argparse.Namespace) -> int:
    """Play. Without a display it says so and plays headless with the bot."""
    probe = None if args.headless else _start_probe()
    rules = read_rules(args.layout)
    state = StateDir(args.state)
    state.hold()
    try:
        screen = _load_screen() if probe is not None else None  # while the probe looks for the display
        if probe is not None and _shows(probe) and screen is not None:
            return screen(args, rules, state, _pace(args))
        if not args.headless:
            print("kiosk demo: no display here; playing without a screen, with the bot", file=sys.stderr)
            args.bot = True
        return _run_headless(args, rules, state)
    finally:
        state.release()


def _load_screen() -> Callable[[argparse.Namespace, Rules, StateDir, Pace], int] | None:
    """What runs the demonstration on a screen; None where the screen library cannot be loaded."""
    # What is loaded at the start stays: looking through it for garbage would only take time.
    gc.disable()
    try:
        from kiosk.ui.terminal.demo.app import run_on_screen
    except ImportError as error:
        print(f"kiosk demo: Qt cannot be loaded here: {error}", file=sys.stderr)
        return None
    finally:
        gc.freeze()
        gc.enable()
    return run_on_screen


def _run_headless(args: argparse.Namespace, rules: Rules, state: StateDir) -> int:
    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    play = Play(
        pace=_pace(args),
        roll=random_dice() if args.seed is None else seeded_dice(args.seed),
        bot_seed=seed if args.bot else None,
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
    printed = len(list(state.tickets.glob("*.pdf")))
    print(f"tickets: {printed} in {args.state / 'tickets'}")
    return _verified(args.state) if args.headless else _with_pictures(args, rules, state)


def _with_pictures(args: argparse.Namespace, rules: Rules, state: StateDir) -> int:
    status = _verified(args.state)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from kiosk.ui.terminal.demo.app import picture_of
    except ImportError as error:
        print(f"screenshots: none, Qt cannot be loaded here: {error}")
        return status
    path = picture_of(rules, state, args.lang)
    print(f"screenshots: {path.parent}")
    return status


def _verified(path: Path) -> int:
    game, layouts = all_layouts()
    _, where = where_of(path)
    found = verify(where, game, layouts)
    for finding in found.findings:
        print(f"found: {finding}")
    print("books: everything agrees" if found.ok else f"books: {len(found.findings)} findings")
    return 0 if found.ok else 1


def _pace(args: argparse.Namespace) -> Pace:
    betting_ms = round(args.betting_seconds * 1000)
    pace = Pace(betting_ms=betting_ms, hurry_ms=min(Pace().hurry_ms, betting_ms))
    return pace if args.headless or args.speed is None else pace.faster(args.speed)


def _start_probe() -> subprocess.Popen[bytes] | None:
    """Qt ends the process when a display cannot be used, so another process tries first, in the meantime."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if not any(os.environ.get(name) for name in named):
        return None
    quiet = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-c", _PROBE], stdin=quiet, stdout=quiet, stderr=quiet)  # noqa: S603 - our own program


def _shows(probe: subprocess.Popen[bytes]) -> bool:
    try:
        return probe.wait(timeout=15) == 0
    except subprocess.TimeoutExpired:
        probe.kill()
        probe.wait()
        return False


def _seconds(text: str) -> float:
    return _number(text, "betting seconds", 1, 3600)


def _speed(text: str) -> float:
    return _number(text, "speed", 0.1, 1000)


def _number(text: str, what: str, least: float, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"{what} '{text}': expected a number from {least:g} to {most:g}")
    return value


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"rounds '{text}': expected a whole number, 0 or more")
    return int(text)
