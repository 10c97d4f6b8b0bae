"""What each seat's process was told by the hosts, held against the console's archive: each card for its own seat alone.

Nothing of the product reads it: a record is the JSON object that begins with its type, wherever it stands in a word.
"""

import json
import re
from collections import Counter, defaultdict
from typing import NamedTuple

import grpc
import pytest
from aetcd import rpc

from kiosk.links.calls.errors import Denied
from kiosk.table import keys
from kits.audit.physical_truth import rows
from kits.audit.pit_books import archive_of
from kits.chaos.hearing import heard
from kits.ops.provision import TABLE

FOR_ALL, NOBODY = "table", "nobody"
_RECORD = re.compile(r'\{"type":"')
_PRIVATE = re.compile(rf"etg/{TABLE}/private/([^/]*)/")
_decode = json.JSONDecoder().raw_decode


class Sealed(NamedTuple):
    """A card that one seat alone was given: of which round, whose, and what it is."""

    round: int
    at: str
    card: str


def check_heard(pit):
    """Every seat was told its own cards, all of them, and of the others' what was shown; answers what was counted."""
    given, shown, _ = _dealt(pit)
    counts = Counter()
    for name in pit.seats:
        own, others = _told(pit, name)
        assert own == given[name], f"seat {name}: {sorted(own ^ given[name])[:5]} were given, or heard, alone"
        assert others <= shown, f"seat {name} has heard what lies open nowhere: {sorted(others - shown)[:5]}"
        counts["cards that their seat alone was told"] += len(own)
        counts["of these never shown"] += len(own - shown)
    return counts


def given_alone(pit):
    """The cards of rounds that are over which one seat alone was given, and those of them never shown.

    The pit may play meanwhile.
    """
    given, shown, over = _dealt(pit)
    found = {card for cards in given.values() for card in cards if card.round in over}
    return found, found - shown


def _told(pit, name):
    own, others = set(), set()
    for word in heard(pit.ears[name]):
        text = word.decode("latin-1")
        whose = set(_PRIVATE.findall(text)) - {name}
        assert not whose, f"seat {name} was told what is private to {whose}: {text[:400]}"
        for record in records_in(text):
            for fact in facts_in(record):
                audience = fact.get("audience", FOR_ALL)
                if fact["name"] != "card" or not fact["values"]:
                    continue
                assert audience in (FOR_ALL, name), f"seat {name} was told a card of {audience}: {record}"
                card = Sealed(record["round"], fact["at"], fact["values"][0])
                (own if audience == name else others).add(card)
    return own, others


def records_in(text):
    """Every record that stands somewhere in a word, as its JSON says."""
    for found in _RECORD.finditer(text):
        try:
            yield _decode(text, found.start())[0]
        except ValueError:  # the words of a process that was killed end anywhere
            continue


def facts_in(record):
    """Every fact in a record, whichever of its fields holds it."""
    for value in record.values():
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, dict) and {"name", "values"} <= one.keys():
                yield {"at": "", **one}


def _dealt(pit):
    """From the archive: what each seat alone was given, what was shown to the table, after all had decided, and the
    rounds that are over."""
    given, shown, decided, over = defaultdict(set), set(), set(), set()
    for (value,) in rows(archive_of(pit), "SELECT value FROM record ORDER BY seq, key"):
        for record in records_in(value.decode("latin-1")):
            decided |= {record["round"]} if record["type"] == "DecisionsClosed" else set()
            over |= {record["round"]} if record["type"] == "RoundEnded" else set()
            for fact in facts_in(record):
                audience = fact.get("audience", FOR_ALL)
                if fact["name"] != "card" or not fact["values"]:
                    continue
                card = Sealed(record["round"], fact["at"], fact["values"][0])
                if audience == FOR_ALL:
                    assert fact["at"] not in pit.seats or record["round"] in decided, (
                        f"{card} was shown too early"
                    )
                    shown.add(card)
                else:
                    assert audience == fact["at"] == record["seat"], (
                        f"for other eyes than those of its box: {record}"
                    )
                    given[audience].add(card)
    return given, shown, over


def check_refused(pit):
    """With a seat's certificate the hosts answer nothing of what is another's, and etcd answers nothing at all."""
    for name in pit.seats:
        link = pit.table.link(f"seat-{name}")
        try:
            assert link.read([keys.sealed(TABLE, name)], 0, 1) is not None
            for other in set(pit.seats) - {name}:
                for prefix in (
                    keys.private(TABLE, other),
                    keys.choices(TABLE, other),
                    keys.slips(TABLE, other),
                ):
                    with pytest.raises(Denied):
                        link.read([prefix], 0, 1)
                    with pytest.raises(Denied):
                        link.last(prefix)
        finally:
            link.close()
    with pit.table.channel(f"seat-{name}") as channel, pytest.raises(grpc.RpcError):
        rpc.KVStub(channel).Range(rpc.RangeRequest(key=keys.root(TABLE).encode()), timeout=2)
