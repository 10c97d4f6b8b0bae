"""Signatures in the log: what is altered, moved, forged or unsigned is refused, by old keys and by new ones."""

import subprocess
import sys
from base64 import b64decode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from hypothesis import given
from hypothesis import strategies as st

from kiosk.host.rights import LINES, Verb, identity
from kiosk.links.signing import (
    MOST_KEYS,
    Signer,
    Signers,
    SignersList,
    Verified,
    decode_signers,
    encode_signers,
    merged,
    new_pair,
    signed_by,
)
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Entry
from kiosk.table.signature import parted

TABLE = "T"
NAMES = ("T.console", "T.spare-console", "T.seat.07", "T.seat.08")


def made(*names):
    """Signers with new keys, and the list of them."""
    signers, public = {}, {}
    for name in names:
        pem, key = new_pair()
        signers[name] = Signer(name, load_pem_private_key(pem, None))
        public[name] = (key,)
    return signers, SignersList(TABLE, public)


SIGN, LIST = made(*NAMES)
SIGNERS = Signers(LIST)
CLOSED = (keys.round_event(TABLE, 1, 2), r.encode(r.BetsClosed(round=1)))
SLIP = (
    keys.slip(TABLE, "07", 1, 1),
    r.encode(r.Slip(seat="07", round=1, rev=1, layout="A", stakes={"big": 500})),
)
MAY_SIGN = {
    keys.round_event(TABLE, 1, 1): "console",
    keys.life(TABLE, 1): "console",
    keys.closed(TABLE, 1): "console",
    keys.paid_mark(TABLE, "07", 1, 1): "console",
    keys.console(TABLE, 1): "console",
    keys.manager_record(TABLE, 1): "console",
    keys.desk_record(TABLE, 1): "console",
    keys.slip(TABLE, "07", 1, 1): "07",
    keys.settled(TABLE, "07", 1, 1): "07",
    keys.slip(TABLE, "08", 1, 1): "08",
    keys.slip(TABLE, "077", 1, 1): "nobody",
    "etg/T/seat/07": "nobody",
    "etg/T/other/1": "nobody",
    keys.present(TABLE, "07"): "nobody",
    keys.console_present(TABLE, "console"): "nobody",
    keys.round_event("T2", 1, 1): "nobody",
    keys.slip("T2", "07", 1, 1): "nobody",
    keys.left_by(TABLE, "host"): "nobody",
    "": "nobody",
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("key", MAY_SIGN)
def test_who_signs_what(name, key):
    whose = name.removeprefix("T.").removeprefix("seat.").removeprefix("spare-")
    why = SIGNERS.why_not(key, SIGN[name].sign(key, CLOSED[1]))
    if whose == MAY_SIGN[key]:
        assert why is None
    else:
        assert why == f"its signer {name} may not sign that key"


@pytest.mark.parametrize("name", NAMES)
def test_that_a_party_signs_exactly_what_a_host_lets_it_append(name):
    who = identity(name)
    lines = LINES[who.role][Verb.APPEND]
    assert {line.format(table=who.table, name=who.name) for line in lines} == set(signed_by(TABLE, name))


def test_that_a_signature_has_the_form_that_is_described():
    """docs/regulators-file.md: whoever checks a record without this program goes by it."""
    key, record = SLIP
    name, signed = b"T.seat.07", b"kiosk table log 1\0"
    for part in (name, key.encode()):
        signed += len(part).to_bytes(4, "big") + part
    body, tail = SIGN["T.seat.07"].sign(key, record).split(b"\n")
    assert body == record
    assert tail.split(b" ")[0] == name
    public = Ed25519PublicKey.from_public_bytes(b64decode(LIST.signers["T.seat.07"][0]))
    public.verify(b64decode(tail.split(b" ")[1]), signed + record)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "T",
        "T.",
        "T.seat.",
        "T.seat.07/",
        "T.seat.07.8",
        "T.seat.0 7",
        "T.host",
        "T.cashier",
        "T2.console",
    ],
)
def test_that_no_other_name_signs(name):
    assert signed_by(TABLE, name) == ()
    with pytest.raises(ValueError, match=r"signers of .*: expected T\.seat\.NAME"):
        SignersList(TABLE, {name: LIST.signers["T.console"]})


def test_that_a_repeated_append_has_the_same_bytes():
    once = SIGN["T.console"].sign(*CLOSED)
    assert SIGN["T.console"].sign(*CLOSED) == once
    assert (
        SIGN["T.spare-console"].sign(CLOSED[0], once) == once
    )  # written once more, it stays its first writer's


@given(st.sampled_from([("T.console", CLOSED), ("T.seat.07", SLIP)]), st.data())
def test_that_any_flipped_bit_is_refused(who, data):
    name, (key, record) = who
    value = bytearray(SIGN[name].sign(key, record))
    assert SIGNERS.why_not(key, bytes(value)) is None
    value[data.draw(st.integers(0, len(value) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    assert SIGNERS.why_not(key, bytes(value)) is not None


@given(st.data())
def test_that_any_flipped_bit_of_the_key_is_refused(data):
    key, record = SLIP
    value = SIGN["T.seat.07"].sign(key, record)
    other = bytearray(key.encode())
    other[data.draw(st.integers(0, len(other) - 1))] ^= 1 << data.draw(st.integers(0, 6))
    assert SIGNERS.why_not(other.decode(), value) is not None


def test_that_what_was_right_once_makes_nothing_else_right():
    signers = Signers(LIST)
    value = SIGN["T.seat.07"].sign(*SLIP)
    for _ in range(2):
        assert signers.why_not(SLIP[0], value) is None
        assert signers.why_not(SLIP[0], value.replace(b"500", b"600")) is not None
        assert signers.why_not(keys.slip(TABLE, "07", 1, 2), value) is not None


def test_that_a_record_moved_to_another_key_of_its_signer_is_refused():
    value = SIGN["T.seat.07"].sign(*SLIP)
    why = SIGNERS.why_not(keys.slip(TABLE, "07", 2, 1), value)
    assert why == "its signature is not one of T.seat.07 on this record under this key"


def test_that_text_does_not_pass_from_the_key_into_the_record():
    value = SIGN["T.console"].sign("etg/T/round/1/1", b"{}")
    found = parted(value)
    moved = Signer("T.console", SIGN["T.console"]._key).sign("etg/T/round/1/", b"1{}")
    assert parted(moved).signature != found.signature


def test_that_a_seat_cannot_sign_as_another():
    forged = SIGN["T.seat.08"].sign(*SLIP).replace(b"T.seat.08", b"T.seat.07")
    assert SIGNERS.why_not(SLIP[0], forged) == (
        "its signature is not one of T.seat.07 on this record under this key"
    )


def test_that_one_key_under_two_names_is_two_signers():
    both = Signers(SignersList(TABLE, dict.fromkeys(NAMES[:2], LIST.signers["T.console"])))
    value = SIGN["T.console"].sign(*CLOSED)
    assert both.why_not(CLOSED[0], value) is None
    assert both.why_not(CLOSED[0], value.replace(b"T.console", b"T.spare-console")) is not None


def test_what_is_said_of_an_unsigned_record_and_of_a_stranger():
    assert SIGNERS.why_not(*CLOSED) == "it bears no signature"
    strangers, _ = made("T.seat.99")
    value = strangers["T.seat.99"].sign(keys.slip(TABLE, "99", 1, 1), SLIP[1])
    assert SIGNERS.why_not(keys.slip(TABLE, "99", 1, 1), value) == (
        "its signer T.seat.99 is not known at table T"
    )
    assert "behind the record" in SIGNERS.why_not(CLOSED[0], CLOSED[1] + b"\nT.console x")


# --- the list of signers ------------------------------------------------------------------------------------------


def test_that_records_by_old_and_by_new_keys_verify():
    new_sign, new = made(*NAMES)
    both = Signers(merged(LIST, new))
    old_value, new_value = SIGN["T.seat.07"].sign(*SLIP), new_sign["T.seat.07"].sign(*SLIP)
    assert old_value != new_value
    assert both.why_not(SLIP[0], old_value) is both.why_not(SLIP[0], new_value) is None
    assert Signers(new).why_not(SLIP[0], old_value) is not None
    assert SIGNERS.why_not(SLIP[0], new_value) is not None
    assert both.knows(SIGN["T.seat.07"])
    assert both.knows(new_sign["T.seat.07"])
    assert not SIGNERS.knows(new_sign["T.seat.07"])


def test_that_a_merged_list_holds_every_signer_and_each_key_once():
    _, new = made("T.seat.07", "T.seat.09")
    both = merged(LIST, new)
    assert both.signers["T.seat.07"] == (*LIST.signers["T.seat.07"], *new.signers["T.seat.07"])
    assert both.signers["T.seat.09"] == new.signers["T.seat.09"]
    assert merged(both, new) == merged(both, both) == both


def test_that_the_lists_of_two_tables_are_not_merged():
    with pytest.raises(ValueError, match="signers of table U: expected those of table T"):
        merged(LIST, SignersList("U", {"U.console": LIST.signers["T.console"]}))


def test_that_a_signer_has_a_bounded_number_of_keys():
    full = SignersList(TABLE, {"T.console": tuple(new_pair()[1] for _ in range(MOST_KEYS))})
    with pytest.raises(ValueError, match=r"signers\.T\.console of 33 keys: expected at most 32"):
        merged(full, LIST)


def test_that_a_list_comes_back_as_it_was_written():
    assert decode_signers(encode_signers(LIST)) == LIST


KEY = LIST.signers["T.console"][0]
WRONG = {
    "no list": (b"[", "is no JSON"),
    "no text": (b"\xff\xff", "is no JSON"),
    "another form": (b"[]", "Expected `object`"),
    "no signer": (b'{"table":"T","signers":{}}', "signers"),
    "one thing too many": (b'{"table":"T","signers":{"T.console":["%s"]},"x":1}' % KEY.encode(), "x"),
    "no table": (b'{"signers":{"T.console":["%s"]}}' % KEY.encode(), "table"),
    "a table of another form": (b'{"table":"T.x","signers":{"T.console":["%s"]}}' % KEY.encode(), "table of 'T.x'"),
    "no key": (b'{"table":"T","signers":{"T.console":[]}}', "signers"),
    "a stranger": (b'{"table":"T","signers":{"T.host":["%s"]}}' % KEY.encode(), "signers of 'T.host'"),
    "a short key": (b'{"table":"T","signers":{"T.console":["AAAA"]}}', r"T.console\[0\] of 'AAAA'"),
    "no base64": (b'{"table":"T","signers":{"T.console":["!!"]}}', r"T.console\[0\] of '!!'"),
    "a key of another spelling": (
        b'{"table":"T","signers":{"T.console":["%s"]}}' % (b"A" * 42 + b"B="),
        "32 bytes in base64",
    ),
    "a key twice": (
        b'{"table":"T","signers":{"T.console":["%s","%s"]}}' % (KEY.encode(), KEY.encode()),
        "each key once",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "words"), WRONG.values(), ids=WRONG)
def test_what_is_said_of_a_wrong_list(data, words):
    with pytest.raises(ValueError, match=words):
        decode_signers(data)


# --- what readers take --------------------------------------------------------------------------------------------


def test_that_a_reader_takes_what_is_validly_signed_and_tells_once_of_the_rest(warnings_logged):
    told, later = [], []
    verified = Verified(SIGNERS)
    verified.listen(lambda key, why: told.append((key, why)))
    assert verified.admitted(Entry(1, CLOSED[0], SIGN["T.console"].sign(*CLOSED)))
    for _ in range(2):
        assert not verified.admitted(Entry(2, *CLOSED))
    assert told == [(CLOSED[0], "it bears no signature")]
    assert [one.getMessage() for one in warnings_logged] == [
        f"record 2 of the table log at '{CLOSED[0]}' is ignored: it bears no signature"
    ]
    assert not verified.admitted(Entry(3, "etg/T/other/1", b"{}"))
    assert [key for key, _ in told] == [CLOSED[0], "etg/T/other/1"]
    verified.listen(lambda key, why: later.append((key, why)))
    assert later == told, "who listens later hears what was refused before"
    warnings_logged.clear()


def test_that_a_reader_takes_what_nobody_signs():
    verified = Verified(SIGNERS)
    for key in (
        keys.present(TABLE, "07"),
        keys.console_present(TABLE, "console", "ab"),
        keys.left_by(TABLE, "host"),
        keys.round_event("T2", 1, 1),
    ):
        assert verified.admitted(Entry(1, key, b"{}"))


def test_that_without_keys_everything_passes():
    assert Verified(None).admitted(Entry(1, *CLOSED))


def test_that_the_library_loads_with_the_first_key_alone():
    code = "import sys, kiosk.links.signing, kiosk.app.signing; sys.exit('cryptography' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
