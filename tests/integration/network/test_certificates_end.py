"""Certificates end while everything runs: it was told before, and afterwards each party names its certificate."""

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from kits import KIOSK
from kits.app.parties import Spoken, until
from kits.ops.provision import provisioned
from kits.processes import run_process

LIVES_S = (20, 100)  # within the first all have started where the machine is not busy, else within the next
PARTIES = ("seat-07", "console", "host-1", "cashier")


def shorten(table, party, ends):
    """The party's own certificate once more, by the same authority and for the same key, until ``ends``."""
    path = table.dir / "config" / party / "client.crt"
    name = "ca" if party.startswith("host") else "floor-ca"
    authority = x509.load_pem_x509_certificate((table.dir / f"ca/{name}.crt").read_bytes())
    key = serialization.load_pem_private_key((table.dir / f"ca/{name}.key").read_bytes(), None)
    old = x509.load_pem_x509_certificate(path.read_bytes())
    new = x509.CertificateBuilder(
        old.issuer, old.subject, old.public_key(), x509.random_serial_number(),
        old.not_valid_before_utc, ends, list(old.extensions),
    )  # fmt: skip
    assert old.issuer == authority.subject
    path.write_bytes(new.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))


def events(table):
    state = table.dir / "config/seat-07/state"
    done = run_process(
        [*KIOSK, "events", "--state", str(state), "--kind", "certificate-ends"],
        capture_output=True, text=True, check=False,  # its books may not be there yet
    )  # fmt: skip
    return done.stdout


def test_that_an_end_is_told_before_and_named_afterwards_by_every_party(tmp_path, spoken):
    for life_s in LIVES_S:
        with provisioned(tmp_path / str(life_s), {"07": "A"}) as table:
            table.serving[1].start()  # with a longer one: it is there when those of the others are over
            ends = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=life_s)
            if all_are_told(table, ends, spoken):
                all_name_it_afterwards(table, ends, spoken)
                return
            while spoken:
                spoken.pop().end()
    raise AssertionError(f"nobody was told within {life_s} s")


def all_are_told(table, ends, spoken):
    """Whether every party has started and told of the end before it came."""
    for party in PARTIES:
        shorten(table, party, ends)
    desk = Spoken(
        "tickets", ("tickets", "--config", table.config("cashier"), "--as", "Li", "desk"), typed=True
    )
    host = Spoken("host", ("host", "--config", table.host))
    spoken += [
        desk,
        host,
        Spoken("console", ("console", "--config", table.console, "--headless", "--auto")),
        Spoken("terminal", ("terminal", "--config", table.seat("07"), "--headless")),
    ]
    day = f"{ends.astimezone():%Y-%m-%d}"
    for said in (
        lambda: host.has_told("client.crt", f"expires on {day}, in 0 days", "Put newly"),
        lambda: desk.has_told("Call a technician", f"expires on {day}"),
        lambda: "expires on" in events(table),
    ):
        until(lambda said=said: said() or datetime.now(UTC) > ends, "the word or the end", 2 * LIVES_S[-1])
    runs = all(each.process.poll() is None for each in spoken)
    return runs and datetime.now(UTC) < ends


def all_name_it_afterwards(table, ends, spoken):
    """The end comes, and then every connection begins anew."""
    until(lambda: datetime.now(UTC) > ends, "the end", 2 * LIVES_S[-1])
    table.servers[0].kill()  # connections that stand are asked nothing any more
    table.servers[0].start()
    table.serving[1].kill()
    table.serving[1].start()
    desk, *others = spoken
    day = f"{ends.astimezone():%Y-%m-%d}"
    for each in others:
        until(lambda each=each: each.has_told("does not answer", "client.crt expired on", day), each.name)
    desk.type("000000000000000000")
    until(lambda: desk.has_told("client.crt expired on"), "the desk")
    assert [each.name for each in spoken if each.process.poll() is not None] == []
