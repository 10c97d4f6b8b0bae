"""The configuration files of seats, consoles, hosts and administrator, ready to use where they stand."""

from __future__ import annotations

import json
from collections.abc import Sequence

from kiosk.ops.provision.plan import Host, Plan, Seat
from kiosk.ops.provision.roles import desk_of

TICKETS_KEY, SIGN_KEY, SIGNERS = "tickets.key", "sign.key", "signers.json"


def seat_file(plan: Plan, seat: Seat) -> str:
    """What `kiosk terminal --config` reads."""
    folder = f"seat-{seat.name}"
    return f"""\
# kiosk terminal --config {folder}.toml
casino = {_text(plan.casino)}
table = {_text(plan.table)}
seat = {_text(seat.name)}
game = {_text(plan.game)}
layout = {_text(seat.layout)}
{_demonstration(plan)}language = "en"
state = "{folder}/state"  # all that the seat keeps; it must survive

# Amounts in cents.
ticket_limit = 300000
win_limit = 500000
credit_limit = 5000000
note_velocity = 1000000
ticket_days = 180

tickets = "house"  # known to the house's registry: a host must run; "own": pay at this seat alone

[acceptor]
kind = "simulated"  # with money it must be a real one: kind = "id003" and port = "/dev/ttyS0"
notes = [500, 1000, 2000, 5000, 10000]  # in cents

[printer]
kind = "pdf"  # with money "escpos" with host, serial or usb_vendor and usb_product; or "cups" with queue = "ipp://..."

{_log(plan.doors, folder)}{_signing(folder)}"""


def console_file(plan: Plan, console: str, supervisor: str, pin_hash: str) -> str:
    """What `kiosk console --config` reads."""
    return f"""\
# kiosk console --config {console}.toml
casino = {_text(plan.casino)}
table = {_text(plan.table)}
console = {_text(console)}
game = {_text(plan.game)}
{_demonstration(plan)}language = "en"
state = "{console}/state"  # all that the console keeps; it must survive
day_begins_hour = 6  # of a gaming day in reports, as at the cashiers' desks
seats = [
{_seats(plan, 4)}
]
# With whom the list of staff begins; after that `kiosk staff --console` and the console's screen change it.
supervisors = [
    {{ name = {_text(supervisor)}, pin_hash = {_text(pin_hash)}, role = "manager" }},
]

[pace]
betting_seconds = 36
hurry_seconds = 5

{_log(plan.doors, console)}{_signing(console)}"""


def host_file(plan: Plan, host: Host) -> str:
    """What `kiosk host --config` reads."""
    folder = host.name
    return f"""\
# kiosk host --config {folder}.toml
tables = [
    {{ name = {_text(plan.table)}, game = {_text(plan.game)}, seats = [
{_seats(plan, 8)}
    ] }},
]
state = "{folder}/state"  # the archive of finished rounds; it must survive. Tickets are in etcd
tickets_key = "{folder}/{TICKETS_KEY}"  # with which ticket numbers are hashed: the same at all hosts of the house
ticket_limit = 300000  # in cents: the most that one ticket may be worth

# For seats, consoles and cashiers.
[serve]
listen = {_text(host.endpoint)}
certificate = "{folder}/server.crt"
key = "{folder}/server.key"
floor_ca = "{folder}/floor-ca.crt"
signers = "{folder}/{SIGNERS}"

# The servers, whose only client the hosts are.
{_log(plan.endpoints, folder)}"""


def cashier_file(plan: Plan) -> str:
    """What `kiosk tickets --config` reads."""
    return f"""\
# kiosk tickets --config cashier.toml desk
desk = {_text(desk_of(plan.table).name)}  # unique in the house
language = "en"
day_begins_hour = 6  # of a gaming day

{_log(plan.doors, "cashier")}"""


def admin_file(plan: Plan) -> str:
    """What `kiosk provision --apply` connects with."""
    return _log(plan.endpoints, "admin")


def _demonstration(plan: Plan) -> str:
    return "demonstration = true  # no money: every screen says so\n" if plan.demonstration else ""


def _seats(plan: Plan, indent: int) -> str:
    return "\n".join(
        f"{' ' * indent}{{ name = {_text(seat.name)}, layout = {_text(seat.layout)} }},"
        for seat in plan.seats
    )


def _log(endpoints: Sequence[str], folder: str) -> str:
    return f"""\
[log]
endpoints = [{", ".join(map(_text, endpoints))}]
ca = "{folder}/ca.crt"
certificate = "{folder}/client.crt"
key = "{folder}/client.key"
"""


def _signing(folder: str) -> str:
    return f"""\
sign_key = "{folder}/{SIGN_KEY}"  # what it writes is signed with it
signers = "{folder}/{SIGNERS}"  # whose signatures count
"""


def _text(value: str) -> str:
    """A TOML string. JSON's escapes are among TOML's; what TOML forbids beside them is not printable."""
    return json.dumps(value, ensure_ascii=False)
