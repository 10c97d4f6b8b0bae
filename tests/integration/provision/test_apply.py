"""Bringing users and rights into a running cluster: once, again, and never wider than was provided."""

import json

import grpc
import pytest
from aetcd import rpc

from kiosk.cli import main
from kiosk.faults import EnvironmentFault
from kiosk.jackpot import keys as jackpots
from kiosk.ops.provision.apply import apply
from kiosk.ops.provision.files import RIGHTS
from kiosk.table import keys
from kiosk.tickets.keys import HOUSE, TICKETS
from kits.ops.provision import provisioned

OWN, OTHERS = b"etg/12/round/1/1", b"etg/13/round/1/1"  # keys of the hosts' table, and of another
EVERYTHING = rpc.Permission(permType=rpc.Permission.READWRITE, key=b"\0", range_end=b"\0")


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A provided table whose server knows no users yet."""
    with provisioned(tmp_path_factory.mktemp("unapplied"), with_rights=False) as found:
        yield found


@pytest.fixture
def admin(running):
    """The administrator's stub; the server forgets all users and roles before each test."""
    with running.channel("admin") as channel:
        auth = rpc.AuthStub(channel)
        auth.AuthDisable(rpc.AuthDisableRequest(), timeout=5)
        for name in auth.UserList(rpc.AuthUserListRequest(), timeout=5).users:
            auth.UserDelete(rpc.AuthUserDeleteRequest(name=name), timeout=5)
        for name in auth.RoleList(rpc.AuthRoleListRequest(), timeout=5).roles:
            auth.RoleDelete(rpc.AuthRoleDeleteRequest(role=name), timeout=5)
        yield auth


def users(admin):
    return set(admin.UserList(rpc.AuthUserListRequest(), timeout=5).users)


def host_may_read(running, key):
    with running.channel("host-1") as channel:
        try:
            rpc.KVStub(channel).Range(rpc.RangeRequest(key=key), timeout=5)
        except grpc.RpcError as error:
            if "permission denied" not in error.details():
                raise
            return False
    return True


def add_role(admin, name, *permissions):
    admin.RoleAdd(rpc.AuthRoleAddRequest(name=name), timeout=5)
    for permission in permissions:
        admin.RoleGrantPermission(rpc.AuthRoleGrantPermissionRequest(name=name, perm=permission), timeout=5)


def add_user(admin, name, *roles, password=""):
    options = rpc.UserAddOptions(no_password=not password)
    admin.UserAdd(rpc.AuthUserAddRequest(name=name, password=password, options=options), timeout=5)
    for role in roles:
        admin.UserGrantRole(rpc.AuthUserGrantRoleRequest(user=name, role=role), timeout=5)


def refused(running):
    """The words of the refusal; nothing was changed and nothing turned on."""
    with pytest.raises(EnvironmentFault) as caught:
        apply(running.dir, pytest.fail)
    assert host_may_read(running, OTHERS), "the checks were turned on"
    return str(caught.value)


def test_that_applying_says_what_it_did_and_a_second_time_does_nothing(running, admin, capsys):
    assert main(["provision", "--apply", str(running.dir)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "user 12.host has the role 12.host" in told
    assert "role 12.host may read and write all of etg/12/" in told
    assert "role 12.host may read and write all of etg-house/" in told
    assert told[-1] == "rights are checked from now on"
    assert main(["provision", "--apply", str(running.dir)]) == 0
    assert capsys.readouterr().out.splitlines() == ["rights are checked"]
    assert users(admin) == {"root", "12.host"}, "whoever is on the floor speaks to hosts"
    assert not host_may_read(running, OTHERS)


def test_that_what_an_interruption_left_is_completed(running, admin):
    for called in range(1, 40):
        done = []

        def interrupt(line, done=done, called=called):
            done.append(line)
            if len(done) == called:
                raise KeyboardInterrupt

        try:
            apply(running.dir, interrupt)
        except KeyboardInterrupt:
            continue
        break
    apply(running.dir, lambda _: None)
    assert host_may_read(running, OWN)
    assert not host_may_read(running, OTHERS)


def test_that_a_role_that_may_more_is_refused(running, admin):
    add_role(admin, "12.host", EVERYTHING)
    found = refused(running)
    assert "role 12.host may read and write all from" in found
    assert "more than was provided" in found
    assert users(admin) == set()


def test_that_a_strangers_role_that_writes_tickets_is_refused(running, admin):
    tickets = rpc.Permission(
        permType=rpc.Permission.WRITE, key=TICKETS.encode(), range_end=b"etg-house/tickets0"
    )
    add_role(admin, "visitor", tickets)
    assert "role visitor may write all of etg-house/tickets/" in refused(running)


def test_that_a_strangers_role_that_moves_jackpots_is_refused(running, admin):
    found = rpc.Permission(permType=rpc.Permission.WRITE, key=b"etg/jackpot/", range_end=b"etg/jackpot0")
    add_role(admin, "visitor", found)
    assert "role visitor may write all of etg/jackpot/" in refused(running)


def test_that_a_folder_of_before_there_were_jackpots_lets_the_host_move_them(running, admin):
    path = running.dir / RIGHTS
    kept = path.read_text()
    rights = json.loads(kept)
    for role in rights["roles"]:
        role["permissions"] = [one for one in role["permissions"] if one["key"] != jackpots.ROOT]
    path.write_text(json.dumps(rights))
    try:
        apply(running.dir, lambda _: None)
    finally:
        path.write_text(kept)
    assert host_may_read(running, jackpots.meter("main").encode())


def test_that_the_host_of_another_table_of_the_house_is_none_of_ours(running, admin):
    house = rpc.Permission(permType=rpc.Permission.READWRITE, key=HOUSE.encode(), range_end=b"etg-house0")
    add_role(admin, "13.host", house)
    apply(running.dir, lambda _: None)


def test_that_a_host_that_reaches_into_another_table_is_refused(running, admin):
    others = rpc.Permission(permType=rpc.Permission.READ, key=keys.root("13").encode(), range_end=b"etg/130")
    add_role(admin, "12.host", others)
    assert "role 12.host may read all of etg/13/" in refused(running)


def test_that_a_seats_own_way_to_the_table_is_refused(running, admin):
    rounds = rpc.Permission(
        permType=rpc.Permission.READ, key=keys.rounds("12").encode(), range_end=b"etg/12/round0"
    )
    add_role(admin, "12.seat.07", rounds)
    assert "role 12.seat.07 may read all of etg/12/round/" in refused(running)


@pytest.mark.parametrize(
    ("key", "end"),
    [
        (b"\0", b"\0"),
        (b"etg/", b"etg0"),
        (b"etg/12/seat/07/", b""),
        (b"etg/12/seat/07/", b"etg/12/seat/070"),
        (b"etg/11/", b"etg/12/a"),
        (b"etg/12/z", b"\0"),
    ],
)
def test_that_a_strange_role_that_reaches_into_the_table_is_refused(running, admin, key, end):
    add_role(admin, "cleaners", rpc.Permission(permType=rpc.Permission.READ, key=key, range_end=end))
    assert "role cleaners may read" in refused(running)


@pytest.mark.parametrize(
    ("key", "end"),
    [
        (b"etg/13/", b"etg/130"),
        (b"etg/1/", b"etg/10"),
        (b"etg/12", b""),
        (b"etg/120", b"etg/jackpot/"),
        (b"etg/jackpot0", b"\0"),
    ],
)
def test_that_a_role_beside_the_table_is_left_alone(running, admin, key, end):
    add_role(admin, "cleaners", rpc.Permission(permType=rpc.Permission.READWRITE, key=key, range_end=end))
    add_user(admin, "cleaner", "cleaners")
    apply(running.dir, lambda _: None)
    assert "cleaner" in users(admin)


def test_that_a_user_with_a_second_role_is_refused(running, admin):
    add_role(admin, "other")
    add_user(admin, "12.host", "other")
    assert "user 12.host has the role other" in refused(running)


def test_that_a_stranger_with_a_provided_role_is_refused(running, admin):
    add_role(admin, "12.host")
    add_user(admin, "stranger", "12.host")
    assert "user stranger has the role 12.host" in refused(running)


def test_that_a_second_root_is_refused(running, admin):
    add_role(admin, "root")
    add_user(admin, "stranger", "root")
    assert "user stranger has the role root" in refused(running)


@pytest.mark.parametrize("name", ["root", "12.host"])
def test_that_a_user_with_a_password_is_not_called_done(running, admin, name):
    add_user(admin, name, password=str(12345))
    with pytest.raises(EnvironmentFault, match=f"user {name} has a password"):
        apply(running.dir, lambda _: None)


def test_that_only_the_administrators_certificate_applies(running, admin, tmp_path):
    apply(running.dir, lambda _: None)
    (tmp_path / "config").mkdir()
    (tmp_path / "roles.json").write_bytes((running.dir / "roles.json").read_bytes())
    text = running.config("admin").read_text().replace('"admin/', f'"{running.dir}/config/host-1/')
    (tmp_path / "config/admin.toml").write_text(text)
    with pytest.raises(EnvironmentFault, match=r"etcd does not do .*permission denied"):
        apply(tmp_path, pytest.fail)


def test_that_every_node_of_a_cluster_checks_the_rights(tmp_path):
    with provisioned(tmp_path, nodes=3) as table:
        for server in table.servers:
            with server.channel(table.pair("host-1")) as channel:
                kv = rpc.KVStub(channel)
                assert kv.Range(rpc.RangeRequest(key=OWN), timeout=5).count == 0
                with pytest.raises(grpc.RpcError, match="permission denied"):
                    kv.Put(rpc.PutRequest(key=OTHERS), timeout=5)
        table.servers[0].kill()  # the administrator's file names all of them
        for server in table.servers[1:]:
            server.wait_ready()  # the two have agreed on a leader
        apply(table.dir, lambda line: None if line == "rights are checked" else pytest.fail(line))
