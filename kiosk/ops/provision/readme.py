"""The page that lies in the provided folder."""

from __future__ import annotations

from kiosk.ops.provision.ca import AUTHORITY_DAYS, CERTIFICATE_DAYS, expires
from kiosk.ops.provision.plan import Plan


def readme(plan: Plan, ca: bytes) -> str:
    """What goes where, and what is secret."""
    first, node = plan.seats[0].name, plan.nodes[0].name
    return f"""\
Table {plan.table} at {plan.casino}: {len(plan.seats)} seats, {len(plan.nodes)} etcd servers, {len(plan.hosts)} hosts

WHAT GOES WHERE
  etcd/NODE.conf.yml, etcd/NODE/        to each server. Start etcd 3.4 in the folder of the file:
                                            etcd --config-file {node}.conf.yml
  config/seat-NN.toml, config/seat-NN/  to each Player Terminal:
                                            kiosk terminal --config seat-{first}.toml
  config/console.toml, config/console/  to the Game Console:
                                            kiosk console --config console.toml
  config/spare-console.toml, and its folder
                                        to the console that may take over
  config/host-N.toml, config/host-N/    to each host:
                                            kiosk host --config host-1.toml
  config/cashier.toml, config/cashier/  to the cashier's desk:
                                            kiosk tickets --config cashier.toml desk
  config/admin.toml, config/admin/, roles.json, plan.json, signers.json
                                        stay here: for users, roles and renewals
  ca/                                   offline, under lock and key

A .toml file and the folder of the same name stay beside each other: paths in the file begin at its folder.

IN THIS ORDER
  1. Start all servers.
  2. kiosk provision --apply THIS-FOLDER
     Makes the hosts' user and role and turns the checks of rights on. Until then a host may do everything in etcd.
     It may be repeated at any time; it never widens a right.
  3. Start the hosts, the console, then the seats.

WHAT IS SECRET
  Every file that ends in .key, and every .toml file (console.toml holds the hash of the supervisor's PIN). They have
  the mode 0600; a key that others can read is refused. Give each machine its own files alone, over a safe way,
  and remove them here afterwards.
  Whoever has ca/floor-ca.key can be every seat and console, whoever has ca/ca.key every host and the administrator;
  whoever has ca/peer-ca.key can be a server. tickets.key turns ticket numbers into the names under which they stand.
  Whoever has config/admin/client.key may do everything in etcd.
  The PIN itself is in no file.

WHO MAY WHAT
  A certificate's common name says who somebody is. There are no passwords.
  etcd believes the hosts and the administrator alone; certificates of the floor are of another authority.
  A seat reads the rounds, their close and its own records; it writes its own records and its own presence.
  A console reads the table; it writes rounds, closes, private facts, manager's records and its own presence.
  A seat or a desk asks the hosts for a ticket, under its own name alone. Without a host nothing is played.
  The cashier reads all tickets of the house; none of them says its number.
  Seats and consoles sign what they write with sign.key; signers.json tells everybody whose signatures count.
  docs/rights.md lists it line by line.

HOW LONG
  The authorities hold for {AUTHORITY_DAYS} days, until {expires(ca)};
  all other certificates for {CERTIFICATE_DAYS} days, and not beyond their authority.
  Before the end, with ca/ in its place:
      kiosk provision --renew THIS-FOLDER --out NEW-FOLDER
  New certificates and signing keys of the same authorities, beside which the old ones stay good. The operator's
  manual says in which order they are put in place.
  When a key is lost to a stranger, provide a new folder, and everybody gets new files: a host has no list of
  certificates that count no more.
"""
