"""The page that lies in the provided folder."""

from __future__ import annotations

from kiosk.bootstrap.provision.ca import AUTHORITY_DAYS, CERTIFICATE_DAYS, expires
from kiosk.bootstrap.provision.plan import Plan


def readme(plan: Plan, ca: bytes) -> str:
    """What goes where, and what is secret."""
    first, node = plan.seats[0].name, plan.nodes[0].name
    return f"""\
Table {plan.table} at {plan.casino}: {len(plan.seats)} seats, {len(plan.nodes)} etcd servers

WHAT GOES WHERE
  etcd/NODE.conf.yml, etcd/NODE/        to each server. Start etcd 3.4 in the folder of the file:
                                            etcd --config-file {node}.conf.yml
  config/seat-NN.toml, config/seat-NN/  to each Player Terminal:
                                            kiosk terminal --config seat-{first}.toml
  config/console.toml, config/console/  to the Game Console:
                                            kiosk console --config console.toml
  config/spare-console.toml, and its folder
                                        to the console that may take over
  config/host.toml, config/host/        to the host that keeps rounds and tickets (more than one may run):
                                            kiosk host --config host.toml
  config/cashier.toml, config/cashier/  to the cashier's desk:
                                            kiosk tickets --config cashier.toml
  config/admin.toml, config/admin/, roles.json
                                        stay here: for users and roles
  ca/                                   offline, under lock and key

A .toml file and the folder of the same name stay beside each other: paths in the file begin at its folder.

IN THIS ORDER
  1. Start all servers.
  2. kiosk provision --apply THIS-FOLDER
     Makes users and roles and turns the checks of rights on. Until then every certificate of this folder may do
     everything: start seats and console afterwards. It may be repeated at any time; it never widens a right.
  3. Start the console, the host, then the seats.

WHAT IS SECRET
  Every file that ends in .key, and every .toml file (console.toml holds the hash of the supervisor's PIN). They have
  the mode 0600; a key that others can read is refused. Give each machine its own files alone, over a safe way,
  and remove them here afterwards.
  Whoever has ca/ca.key can be everybody at this table. Whoever has ca/peer-ca.key can be a server.
  Whoever has config/admin/client.key may do everything in etcd.
  The PIN itself is in no file.

WHO MAY WHAT
  A certificate's common name is the user's name. There are no passwords.
  A seat reads the rounds, their close and its own records; it writes its own records and its own presence.
  A console reads the table; it writes rounds, closes, private facts, manager's records and its own presence.
  The host reads and writes the table: it removes the finished rounds that it has archived. It alone writes tickets.
  A seat or a desk asks the hosts for a ticket, under its own name alone. Without a host no ticket is issued or taken.
  The cashier reads all tickets of the house.

WHAT ETCD 3.4 DOES NOT ASK A RIGHT FOR
  Whoever has any certificate of this folder can forget old history, raise and take back the alarm for want of space,
  and keep a presence alive that is not its own. None of that reads or writes a record or moves money; it can make
  the table wait. Let only the machines of the table reach the servers' ports.

HOW LONG
  The authorities hold for {AUTHORITY_DAYS} days, until {expires(ca)};
  all other certificates for {CERTIFICATE_DAYS} days.
  Before the end provide a new folder and give everybody new files.
  When a key is lost to a stranger, remove its user at once, with the administrator's certificate:
      etcdctl --endpoints {plan.endpoints[0]} --cacert config/admin/ca.crt --cert config/admin/client.crt \\
          --key config/admin/client.key user delete {plan.table}.seat.{first}
"""
