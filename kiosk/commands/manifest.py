"""`kiosk manifest`: keys, signed manifest of the installation, and its check."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from kiosk.commands._options import file_option
from kiosk.faults import EnvironmentFault
from kiosk.integrity.check import check
from kiosk.integrity.findings import Finding, Identity, Kind, shown
from kiosk.integrity.keys import new_keys, read_private_key, read_public_key
from kiosk.integrity.progress import Notice, untold
from kiosk.integrity.roots import installation_roots
from kiosk.integrity.signing import sign, survey

HELP = "make keys for, sign or check the manifest of the installed software"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the three actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    keys = actions.add_parser("keys", help="make a new pair of keys; nothing is overwritten")
    keys.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the two files go")
    keys.set_defaults(act=_keys)
    signing = actions.add_parser("sign", help="list and sign what is installed, then check it")
    file_option(signing, "--key", "the private key", required=True)
    signing.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="for manifest.json and .sig"
    )
    signing.add_argument("--software", metavar="VERSION", help="default: the installed package's version")
    signing.set_defaults(act=_sign)
    checking = actions.add_parser("check", help="compare what is installed with its manifest")
    file_option(checking, "--manifest", "manifest.json; .sig beside", required=True)
    file_option(checking, "--key", "the public key", required=True)
    checking.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    checking.set_defaults(act=_check)
    for action in (signing, checking):
        action.add_argument(
            "--root",
            action="append",
            default=[],
            metavar="NAME=PATH",
            help="one more folder, or another one for kiosk, layouts, assets",
        )


def run(args: argparse.Namespace) -> int:
    """Does the action: 0 done or whole, 1 for findings."""
    return int(args.act(args))


def _keys(args: argparse.Namespace) -> int:
    private, public = new_keys(args.out)
    print(f"{private}: signs; keep it away from every table")
    print(f"{public}: checks; give it to whoever checks, apart from the software")
    return 0


def _sign(args: argparse.Namespace) -> int:
    key, roots = read_private_key(args.key), _roots(args.root)
    manifest = survey(roots, _software(args.software), datetime.now(UTC), _progress("reading"))
    path = sign(manifest, key, args.out, roots)
    found = check(path, key.public_key(), roots, _progress("checking"))
    print(shown(str(path)))
    return _say(found)


def _check(args: argparse.Namespace) -> int:
    key = read_public_key(args.key)
    found = check(args.manifest, key, _roots(args.root), _progress("checking"))
    if not args.json:
        return _say(found)
    whole = isinstance(found, Identity)
    answer = {"whole": whole, "identity": found if whole else None, "findings": () if whole else found}
    print(msgspec.json.encode(answer).decode())
    return 0 if whole else 1


def _say(found: Identity | tuple[Finding, ...]) -> int:
    if isinstance(found, Identity):
        print(f"software   {found.version}")
        print(f"manifest   {found.manifest_hash}")
        print(f"files      {found.file_count}")
        print(f"layouts    {', '.join(found.layouts) or 'none'}")
        print(f"signed at  {found.signed_at:%Y-%m-%d %H:%M:%S} UTC")
        print("everything is as signed")
        return 0
    for finding in found:
        print(finding.text if finding.kind is Kind.MORE else f"found: {finding.text}")
    return 1


def _roots(given: Iterable[str]) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for words in given:
        name, parted, path = words.partition("=")
        if not (name and parted and path):
            raise EnvironmentFault(f'--root "{words}": expected NAME=PATH')
        if name in named:
            raise EnvironmentFault(f"--root {name} is given twice: expected each name once")
        named[name] = Path(path)
    return installation_roots() | named


def _software(given: str | None) -> str:
    if given is not None:
        return given
    try:
        return version("kiosk")
    except PackageNotFoundError as error:
        raise EnvironmentFault(
            "the package kiosk is not installed, so its version is not known", "Give --software VERSION"
        ) from error


def _progress(doing: str) -> Notice:
    """Shows people how far it is; a script sees nothing of it."""

    def tell(part: float) -> None:
        end = "\n" if part >= 1.0 else ""
        print(f"\r{doing} {part:4.0%}", end=end, file=sys.stderr, flush=True)

    return tell if sys.stderr.isatty() else untold
