"""The table log in etcd: for tables of several machines."""

from kiosk.links.calls.health import EtcdHealth
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog

__all__ = ["EtcdConfig", "EtcdHealth", "EtcdLog"]
