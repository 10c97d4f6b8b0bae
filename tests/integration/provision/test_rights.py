"""What the server allows and denies each party of a provided table: its rules, not our manners."""

import contextlib
import ssl
from urllib.request import urlopen

import grpc
import pytest
from aetcd import rpc
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from kiosk.bootstrap.provision.apply import apply
from kiosk.bootstrap.provision.ca import Authority
from kiosk.bootstrap.provision.roles import desk_of
from kiosk.host.registry_keys import ASKS, STEPS, TICKETS, Place, step, ticket
from kiosk.table import keys

T, OWN, OTHER = "12", "07", "08"

OWN_SLIP = keys.slip(T, OWN, 1, 1)
OWN_REPORT = keys.settled(T, OWN, 1, 1)
ROUND = keys.round_event(T, 1, 1)
CLOSED = keys.closed(T, 1)
OWN_MARK = keys.paid_mark(T, OWN, 1, 1)

OF_THE_CONSOLE = {
    "round": ROUND,
    "closed": CLOSED,
    "private": OWN_MARK,
    "private of another": keys.paid_mark(T, OTHER, 1, 1),
    "console": keys.console(T, 1),
    "console at work": keys.console_present(T, "console"),
    "manager": keys.manager_record(T, 1),
}
HERE, THERE, DESK = Place(T, OWN), Place(T, OTHER), desk_of(T)
OF_THE_HOSTS = {"a ticket": ticket("123"), "a step": step("123", 1)}
OF_THE_ARCHIVES = {
    "what has left": keys.left_by(T, "0" * 16),
    "a release of an archive": keys.left_released(T, "0" * 16, 1),
}
OF_ANOTHER = (
    OF_THE_HOSTS
    | OF_THE_ARCHIVES
    | {
        "another's question": THERE.ask(1),
        "an answer to another": THERE.answer(1),
        "another's turn": THERE.turn,
        "a desk's question": DESK.ask(1),
        "a desk's turn": DESK.turn,
        "slip": keys.slip(T, OTHER, 1, 1),
        "report": keys.settled(T, OTHER, 1, 1),
        "presence": keys.present(T, OTHER),
    }
)
ELSEWHERE = {
    "another table": keys.round_event("1", 1, 1),
    "another table's seat": keys.slip("13", OWN, 1, 1),
    "outside all tables": "anything",
    "the table's bare name": f"etg/{T}",
    "beside the own prefix": f"etg/{T}/seat/{OWN}",
    "a longer seat name": keys.slip(T, OWN + "0", 1, 1),
    "a longer presence": keys.present(T, OWN) + "/x",
    "a shorter presence": keys.presences(T) + "0",
    "the first key": "\0",
}
UNREADABLE = {
    "another's records": keys.seat(T, OTHER),
    "another's slips": keys.slips(T, OTHER),
    "another's slip": keys.slip(T, OTHER, 1, 1),
    "another's reports": f"{keys.seat(T, OTHER)}report/",
    "another's private facts": keys.private(T, OTHER),
    "all private facts": f"{keys.root(T)}private/",
    "all seats": f"{keys.root(T)}seat/",
    "all presences": keys.presences(T),
    "another's presence": keys.present(T, OTHER),
    "the consoles": keys.consoles(T),
    "the manager's records": keys.manager_records(T),
    "the whole table": keys.root(T),
    "all tables": "etg/",
    "a ticket": ticket("123"),
    "all tickets": TICKETS,
    "what became of tickets": STEPS,
    "all questions": ASKS,
    "another's questions": THERE.asks,
    "answers to another": THERE.answers,
    "answers to a desk": DESK.answers,
    "another table": keys.root("13"),
    "what has left": keys.left(T),
}


def cases(found):
    return pytest.mark.parametrize("key", found.values(), ids=found.keys())


# --- a seat -----------------------------------------------------------------------------------------------------------


@cases(OF_THE_CONSOLE | OF_ANOTHER | ELSEWHERE)
def test_that_a_seat_cannot_write_what_is_not_its_own(seat, parties, denied, key):
    with denied:
        seat.put(key)
    with denied:
        seat.txn(puts=[OWN_SLIP, key])
    assert parties["admin"].get("\0", "\0") == {}


@pytest.mark.xfail(
    strict=True,
    reason="etcd 3.4.23 does not look into a transaction inside a transaction (docs/decisions.md)",
)
def test_that_a_transaction_inside_a_transaction_gives_no_more_rights(seat, parties):
    put = rpc.RequestOp(request_put=rpc.PutRequest(key=ROUND.encode(), value=b"forged"))
    inner = rpc.RequestOp(request_txn=rpc.TxnRequest(success=[put]))
    with contextlib.suppress(grpc.RpcError):
        seat.kv.Txn(rpc.TxnRequest(success=[inner]), timeout=5)
    assert parties["admin"].get(ROUND) == {}


@cases(OF_THE_CONSOLE | OF_ANOTHER)
def test_that_a_seat_cannot_take_away_what_is_not_its_own(seat, parties, denied, key):
    parties["admin"].put(key, b"kept")
    with denied:
        seat.delete(key)
    assert parties["admin"].get(key) == {key: b"kept"}


@cases(UNREADABLE)
def test_that_a_seat_cannot_read_what_is_not_for_its_eyes(seat, denied, key):
    with denied:
        seat.get(key)
    with denied:
        seat.txn(puts=[OWN_SLIP], read=[key])


@cases({name: key for name, key in UNREADABLE.items() if key.endswith("/")})
def test_that_a_seat_cannot_watch_what_is_not_for_its_eyes(seat, key):
    assert not seat.watches(key)


def test_that_a_seat_cannot_find_out_about_another_by_comparing(seat, parties, denied):
    other = keys.slip(T, OTHER, 1, 1)
    parties["admin"].put(other)
    with denied:
        seat.txn(puts=[OWN_SLIP], absent=[other])


def test_that_a_range_from_the_own_records_onwards_is_denied(seat, denied):
    with denied:
        seat.get(keys.seat(T, OWN), "\0")
    with denied:
        seat.get(keys.seat(T, OWN), keys.seat(T, OTHER) + "z")


def test_that_a_seat_can_do_its_work(seat, console):
    console.put(ROUND, b"opened")
    assert seat.get(keys.rounds(T)) == {ROUND: b"opened"}
    assert seat.txn(puts=[OWN_SLIP], absent=[CLOSED]).succeeded
    assert seat.get(keys.slips(T, OWN)) == {OWN_SLIP: b"{}"}
    console.put(CLOSED, b"closed")
    late = seat.txn(puts=[keys.slip(T, OWN, 1, 2)], absent=[CLOSED])
    assert not late.succeeded
    assert [len(answer.response_range.kvs) for answer in late.responses] == [0, 1]
    assert seat.txn(puts=[OWN_REPORT], absent=[OWN_MARK]).succeeded
    assert seat.get(keys.private(T, OWN)) == {}
    for prefix in (keys.rounds(T), keys.slips(T, OWN), keys.private(T, OWN)):
        assert seat.watches(prefix)


def test_that_a_seat_stands_at_the_table_with_a_lease_and_goes(seat, console):
    lease = seat.lease.LeaseGrant(rpc.LeaseGrantRequest(TTL=3), timeout=5).ID
    seat.put(keys.present(T, OWN), b"here", lease)
    assert seat.get(keys.present(T, OWN)) == {keys.present(T, OWN): b"here"}
    assert console.get(keys.presences(T)) == {keys.present(T, OWN): b"here"}
    seat.lease.LeaseRevoke(rpc.LeaseRevokeRequest(ID=lease), timeout=5)
    assert console.get(keys.presences(T)) == {}


def test_that_a_seat_cannot_end_the_presence_of_another(parties, seat, console, denied):
    other = parties["seat-08"]
    lease = other.lease.LeaseGrant(rpc.LeaseGrantRequest(TTL=30), timeout=5).ID
    other.put(keys.present(T, OTHER), b"here", lease)
    with denied:
        seat.lease.LeaseRevoke(rpc.LeaseRevokeRequest(ID=lease), timeout=5)
    with denied:
        seat.put(keys.present(T, OWN), b"here", lease)
    assert console.get(keys.presences(T)) == {keys.present(T, OTHER): b"here"}


# --- the registry of tickets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("party", "place"), [("seat-07", HERE), ("cashier", DESK)])
def test_that_who_asks_for_a_ticket_can_do_so_and_the_host_answers(parties, host, party, place):
    asking = parties[party]
    assert asking.txn(puts=[place.turn, place.ask(1)]).succeeded
    assert host.get(place.asks) == {place.ask(1): b"{}"}
    assert host.txn(puts=[ticket("123"), step("123", 1), place.answer(1)]).succeeded
    assert host.delete(place.ask(1)) == 1
    assert asking.get(place.answers) == {place.answer(1): b"{}"}
    assert asking.watches(place.answers)
    assert asking.delete(place.answers) == 1


@cases(
    OF_THE_HOSTS
    | OF_THE_ARCHIVES
    | {"a seat's question": HERE.ask(1), "an answer to a seat": HERE.answer(1), "a seat's turn": HERE.turn}
    | {"another desk's question": Place("", "x").ask(1), "a slip": OWN_SLIP, "the round": ROUND}
)
def test_that_a_cashier_writes_no_ticket_and_asks_for_nobody_else(parties, denied, key):
    parties["admin"].put(key, b"kept")
    with denied:
        parties["cashier"].put(key)
    with denied:
        parties["cashier"].delete(key)
    assert parties["admin"].get(key) == {key: b"kept"}


def test_that_a_cashier_reads_tickets_and_their_steps_and_no_table(parties, host, denied):
    host.put(ticket("123"))
    host.put(step("123", 1))
    assert set(parties["cashier"].get(TICKETS)) == {ticket("123")}
    assert set(parties["cashier"].get(STEPS)) == {step("123", 1)}
    for key in (keys.root(T), ASKS, HERE.answers, "etg-house/"):
        with denied:
            parties["cashier"].get(key)


@cases(OF_THE_HOSTS | {"a seat's question": HERE.ask(1), "all tickets": TICKETS, "a desk's": DESK.answer(1)})
def test_that_a_console_has_nothing_to_do_with_tickets(console, denied, key):
    with denied:
        console.get(key)
    with denied:
        console.put(key)


# --- nobody widens anything -------------------------------------------------------------------------------------------


def grants(name, role):
    everything = rpc.Permission(permType=rpc.Permission.READWRITE, key=b"\0", range_end=b"\0")
    return {
        "a role": lambda party: party.auth.UserGrantRole(
            rpc.AuthUserGrantRoleRequest(user=name, role="root"), timeout=5
        ),
        "a permission": lambda party: party.auth.RoleGrantPermission(
            rpc.AuthRoleGrantPermissionRequest(name=role, perm=everything), timeout=5
        ),
        "a user": lambda party: party.auth.UserAdd(
            rpc.AuthUserAddRequest(name="new", options=rpc.UserAddOptions(no_password=True)), timeout=5
        ),
        "a password": lambda party: party.auth.UserChangePassword(
            rpc.AuthUserChangePasswordRequest(name="root", password=str(1)), timeout=5
        ),
        "no checks at all": lambda party: party.auth.AuthDisable(rpc.AuthDisableRequest(), timeout=5),
        "a member": lambda party: party.cluster.MemberAdd(
            rpc.MemberAddRequest(peerURLs=["https://127.0.0.1:1"]), timeout=5
        ),
        "a copy of everything": lambda party: list(
            party.maintenance.Snapshot(rpc.SnapshotRequest(), timeout=5)
        ),
    }


@pytest.mark.parametrize(
    ("party", "name", "role"),
    [
        ("seat-07", "12.seat.07", "12.seat.07"),
        ("console", "12.console", "12.consoles"),
        ("host", "12.host", "12.host"),
        ("cashier", "12.cashier", "12.cashier"),
    ],
)
@pytest.mark.parametrize("what", grants("", "").keys())
def test_that_nobody_but_the_administrator_widens_a_right(parties, denied, party, name, role, what):
    with denied:
        grants(name, role)[what](parties[party])


def test_that_nobody_can_come_in_with_a_password(parties):
    for user in ("root", "12.console", "12.seat.08"):
        for password in ("", "root", user):
            with pytest.raises(grpc.RpcError, match=r"authentication failed|no password|empty"):
                parties["seat-07"].auth.Authenticate(
                    rpc.AuthenticateRequest(name=user, password=password), timeout=5
                )


# --- the console and the host -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["console", "spare-console"])
def test_that_a_console_can_do_its_work(parties, seat, name):
    console = parties[name]
    seat.put(OWN_SLIP)
    token = console.txn(puts=[keys.console(T, 1)]).header.revision
    holding = (keys.consoles(T), token)
    assert console.txn(puts=[ROUND], newest=holding).succeeded
    assert console.txn(puts=[keys.round_event(T, 1, 2), CLOSED], newest=holding).succeeded
    assert console.txn(
        puts=[keys.round_event(T, 1, 3), OWN_MARK], absent=[OWN_REPORT], newest=holding
    ).succeeded
    assert console.txn(puts=[keys.manager_record(T, 1)], newest=holding).succeeded
    console.put(keys.console_present(T, name))
    assert OWN_SLIP in console.get(keys.root(T))
    assert console.watches(keys.root(T))


def test_that_a_console_of_before_is_fenced_off(parties, console):
    token = console.txn(puts=[keys.console(T, 1)]).header.revision
    assert parties["spare-console"].txn(puts=[keys.console(T, 2)]).succeeded
    assert not console.txn(puts=[ROUND], newest=(keys.consoles(T), token)).succeeded


@cases(
    {"slip": OWN_SLIP, "report": OWN_REPORT, "presence": keys.present(T, OWN), "bare prefix": f"etg/{T}/"}
    | {"another table": keys.round_event("13", 1, 1), "outside": "anything"}
)
def test_that_a_console_cannot_write_what_a_seat_says(console, denied, key):
    with denied:
        console.put(key)
    with denied:
        console.delete(key)


def test_that_a_console_reads_what_has_left_its_table_and_hosts_alone_say_it(console, host, denied):
    own, elsewhere = keys.left_by(T, "0" * 16), keys.left_by("13", "0" * 16)
    host.put(own)
    assert host.txn(puts=[keys.left_released(T, "0" * 16, 1)]).succeeded
    assert console.get(keys.left(T)) == {own: b"{}"}
    for write in (console.put, console.delete):
        with denied:
            write(own)
    for key in (elsewhere, keys.LEFT_RELEASED):
        with denied:
            console.get(key)


def test_that_the_host_removes_a_finished_round_and_reaches_no_other_table(host, console, seat, denied):
    console.put(ROUND)
    seat.put(OWN_SLIP)
    assert set(host.get(keys.root(T))) == {ROUND, OWN_SLIP}
    assert host.delete(keys.root(T)) == 2
    with denied:
        host.delete(keys.root("13"))
    with denied:
        host.get("etg/")


# --- the door ---------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def nobody_answers():
    with pytest.raises(grpc.RpcError) as caught:
        yield
    assert caught.value.code() is grpc.StatusCode.UNAVAILABLE, caught.value


def ask(endpoint, **files):
    credentials = grpc.ssl_channel_credentials(*(files.get(name) for name in ("ca", "key", "certificate")))
    with grpc.secure_channel(endpoint, credentials) as channel:
        rpc.KVStub(channel).Range(rpc.RangeRequest(key=b"x"), timeout=5)


def files_of(table, party):
    pair = table.pair(party)
    return {
        "ca": pair.cert.with_name("ca.crt").read_bytes(),
        "key": pair.key.read_bytes(),
        "certificate": pair.cert.read_bytes(),
    }


def test_that_without_a_certificate_there_is_no_connection(table):
    ca = files_of(table, "admin")["ca"]
    with nobody_answers():
        ask(table.endpoints[0], ca=ca)
    with nobody_answers(), grpc.insecure_channel(table.endpoints[0]) as channel:
        rpc.KVStub(channel).Range(rpc.RangeRequest(key=b"x"), timeout=5)


def test_that_a_certificate_of_another_authority_gives_no_connection(table):
    forged = Authority("table 12").client("root")
    ca = files_of(table, "admin")["ca"]
    with nobody_answers():
        ask(table.endpoints[0], ca=ca, key=forged.key, certificate=forged.certificate)


def test_that_a_server_that_another_authority_vouches_for_is_not_believed(table):
    with nobody_answers():
        ask(table.endpoints[0], **files_of(table, "seat-07") | {"ca": Authority("other").pair.certificate})


def test_that_a_servers_certificate_opens_nothing_for_a_client(table):
    ca = files_of(table, "admin")["ca"]
    for name in ("server", "peer"):
        key, certificate = ((table.dir / f"etcd/node-1/{name}.{end}").read_bytes() for end in ("key", "crt"))
        with nobody_answers():
            ask(table.endpoints[0], ca=ca, key=key, certificate=certificate)


def test_that_a_user_that_was_removed_may_nothing_with_its_certificate(table, parties, denied):
    spare = parties["spare-console"]
    parties["admin"].auth.UserDelete(rpc.AuthUserDeleteRequest(name="12.spare-console"), timeout=5)
    try:
        with denied:
            spare.get(keys.root(T))
    finally:
        apply(table.dir, lambda _: None)
    assert spare.get(keys.root(T)) == {}


def test_that_a_seat_cannot_speak_to_a_server_as_its_fellow(table):
    node = table.plan.nodes[0]
    pair = table.pair("seat-07")
    context = ssl.create_default_context(cafile=table.dir / "ca/peer-ca.crt")
    context.load_cert_chain(pair.cert, pair.key)
    with pytest.raises(OSError):  # the words depend on when the server hangs up; a fellow is answered below
        urlopen(f"https://{node.host}:{node.peer_port}/members", context=context, timeout=5)
    fellow = ssl.create_default_context(cafile=table.dir / "ca/peer-ca.crt")
    fellow.load_cert_chain(table.dir / "etcd/node-1/peer.crt", table.dir / "etcd/node-1/peer.key")
    with urlopen(f"https://{node.host}:{node.peer_port}/members", context=fellow, timeout=5) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("party", ["seat-07", "console", "host", "admin"])
def test_that_no_clients_certificate_can_pass_for_a_server(table, party):
    found = x509.load_pem_x509_certificate(table.pair(party).cert.read_bytes())
    purposes = found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(purposes) == [ExtendedKeyUsageOID.CLIENT_AUTH]
