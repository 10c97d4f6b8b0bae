"""`kiosk console`: the Game Console of a table over the network, with the dealer's screen or dealing by itself."""

from __future__ import annotations

import argparse
import sys

from kiosk.app.config import ConsoleFile, read_console_file
from kiosk.app.console import ConsoleOptions, OpenConsole, refuse_pretence
from kiosk.app.link_words import LinkWords
from kiosk.app.log_release import Release
from kiosk.app.machine import utc_now
from kiosk.app.state_dir import ConsoleDir
from kiosk.commands._answers import add_release, refuse_release, secret
from kiosk.commands._life import ends_by_signal, say_on_stderr, unheard
from kiosk.commands._options import count, file_option
from kiosk.commands._screen import LANGUAGES, need_screen, no_screen, speed, window
from kiosk.console.chance import seeded_chance, true_chance
from kiosk.console.commands import Authority
from kiosk.console.view import DeskView
from kiosk.demo.auto_console import AutoConsole
from kiosk.faults import EnvironmentFault
from kiosk.table.log import NoAnswer

HELP = "run the Game Console of a table over the network"
SCREEN = "kiosk.ui.dealer.app"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of a console."""
    file_option(parser, "--config", "the console's configuration file", required=True)
    parser.add_argument(
        "--take-over", action="store_true", help="take the table over from a console that is at work"
    )
    parser.add_argument(
        "--release-log",
        action="store_true",
        help="let a table log that is an older copy begin anew, and end; needs --as and --reason, asks for the PIN",
    )
    add_release(parser, "the supervisor who releases the log")
    parser.add_argument("--lang", choices=LANGUAGES, help="language at the start (default: the file's)")
    parser.add_argument(
        "--window", type=window, metavar="WxH[+X+Y]", help="size and place of the window in px"
    )
    parser.add_argument(
        "--auto", action="store_true", help="demonstration: the automatic dealer deals, with random results"
    )
    parser.add_argument("--device", action="store_true", help="demonstration: simulate the device that deals")
    parser.add_argument(
        "--headless", action="store_true", help="demonstration: without a screen; needs --auto"
    )
    parser.add_argument(
        "--rounds",
        type=count,
        default=0,
        metavar="N",
        help="demonstration without a screen: end after N rounds",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="demonstration: repeatable results")
    parser.add_argument(
        "--speed",
        type=speed,
        default=1.0,
        metavar="X",
        help="demonstration: X times as fast as the configured pace",
    )


@unheard()
def run(args: argparse.Namespace) -> int:
    """Run the console until it is told to end, or the rounds are over."""
    if args.headless and not args.auto:
        raise EnvironmentFault("--headless without --auto: nobody would deal", "Add --auto")
    file = read_console_file(args.config)
    if args.release_log:
        return _release(args, file)
    refuse_release(args, "--release-log")
    for option, given in _pretences(args):
        if given:
            refuse_pretence(file, option)
    elsewhere = no_screen(file.demonstration, "--headless --auto", "dealer")
    screen = None if args.headless else need_screen(SCREEN, elsewhere)
    folder = ConsoleDir(file.state)
    folder.hold()
    try:
        if screen is None:
            return _run_headless(args, file, folder)
        language = screen.Language(args.lang or file.language)
        shown = screen.Shown(language, args.window or (), args.auto)
        return int(screen.run_on_screen(file, folder, options_of(args), shown))
    finally:
        folder.release()


def _release(args: argparse.Namespace, file: ConsoleFile) -> int:
    """0 released, or nothing to release; 1 the supervisor was refused."""
    release = Release(args.person or "", args.reason or "", utc_now())
    folder = ConsoleDir(file.state)
    folder.hold()
    try:
        opened = OpenConsole(file, folder, ConsoleOptions(), lambda _: None)
        try:
            refusal = opened.supervisor(Authority(release.by, secret(f"PIN of {release.by}: ")))
            if refusal is not None:
                print(f"not released: {release.by}: {refusal.key}", file=sys.stderr)
                return 1
            released = opened.release_log(release, print)
        except NoAnswer as silence:
            raise EnvironmentFault(
                str(silence), "Start the table log's servers, then release again"
            ) from silence
        finally:
            opened.close()
    finally:
        folder.release()
    if not released:
        print("the table log is the one that this console has read: there is nothing to release")
    return 0


def _pretences(args: argparse.Namespace) -> tuple[tuple[str, bool], ...]:
    """The options that only a demonstration's table takes, and whether each is given."""
    return (
        ("--auto", args.auto),
        ("--device", args.device),
        ("--seed", args.seed is not None),
        ("--speed", args.speed != 1.0),
        ("--rounds", args.rounds != 0),
        ("--headless", args.headless),
    )


def options_of(args: argparse.Namespace) -> ConsoleOptions:
    """Results come by chance for demonstrations alone."""
    deals = args.auto or args.device or args.seed is not None
    chance = true_chance() if args.seed is None else seeded_chance(args.seed)
    return ConsoleOptions(args.take_over, chance if deals else None, args.speed, args.device)


def _run_headless(args: argparse.Namespace, file: ConsoleFile, folder: ConsoleDir) -> int:
    opened = OpenConsole(file, folder, options_of(args), lambda bug: console.bug(bug))
    console = AutoConsole(opened, args.rounds, _began)
    link = opened.log
    why = opened.certificates.why
    console.look = LinkWords(file.log.endpoints, lambda: (why(link.silence),), say_on_stderr("console")).look
    try:
        with ends_by_signal(console.stop):
            console.run()
    finally:
        opened.close()
    print(f"played {console.played} rounds")
    return 0


def _began(view: DeskView) -> None:
    print(f"console '{view.console}' is at work at table {view.table}", flush=True)
