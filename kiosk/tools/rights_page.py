"""The page of rights in the documentation, made from the rights themselves: `python -m kiosk.tools.rights_page`."""

from __future__ import annotations

import sys

from kiosk.host.rights import JACKPOT, LINES, NAME, TABLE, Role, Verb

_ROLES = {Role.SEAT: "A seat", Role.CONSOLE: "A console, and the spare one", Role.CASHIER: "A cashier's desk"}
_VERBS = {
    Verb.READ: "read",
    Verb.APPEND: "append",
    Verb.BAR: "make an append depend on whether this stands",
    Verb.HOLD: "make an append depend on its being the newest here",
    Verb.STAND: "show its presence",
    Verb.WATCH: "see presences, and records that do not stay",
    Verb.RAISE: "bring the log's newest place up, after a backup was put back",
    Verb.ASK: "ask the registry of tickets as",
    Verb.LIST: "list the registry of tickets",
    Verb.SEE: "see the meter of the jackpot",
    Verb.MOVE: "move that meter, by acts of its own rounds",
}
_HEAD = """\
# Who may do what

Made from `kiosk/host/rights.py`; a test holds the two together. A host asks that function before it does anything. Who
asks is what the certificate says. What no line allows is refused. A line that ends with a slash is everything below it;
`TABLE` and `NAME` are the asker's own, `JACKPOT` is the one that its table shares, where it does. A seat, and nobody
else, also asks for, moves and releases the place where its own books end; everybody is told how the log's servers are.
Nobody here reaches etcd itself: it believes the hosts' certificates alone.
"""


def page() -> str:
    """The page, in Markdown."""
    parts = [_HEAD]
    for role, lines in LINES.items():
        rows = [f"| {_VERBS[verb]} | {_named(keys)} |" for verb, keys in lines.items()]
        parts.append("\n".join((f"## {_ROLES[role]}", "", "| may | what |", "| --- | --- |", *rows)) + "\n")
    return "\n".join(parts)


def _named(keys: tuple[str, ...]) -> str:
    plain = [key.replace(TABLE, "TABLE").replace(NAME, "NAME").replace(JACKPOT, "JACKPOT") for key in keys]
    return ", ".join(f"`{key}`" for key in plain)


if __name__ == "__main__":
    sys.stdout.write(page())
