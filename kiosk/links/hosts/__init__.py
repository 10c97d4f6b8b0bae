"""The table log through the house's hosts: for seats, consoles and desks, which never speak to etcd themselves."""

from kiosk.links.hosts.config import HostsConfig
from kiosk.links.hosts.log import HostLog

__all__ = ["HostLog", "HostsConfig"]
