"""A host in a process of its own, as `test_gateway_load.py` starts it: arguments are etcd's endpoint, the folder of
certificates and the table. Says its port, and ends with its standard input.
"""

import sys
from pathlib import Path

import grpc

from kiosk.host.gateway.admission import Admission
from kiosk.host.gateway.server import Gateway
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog

folder = Path(sys.argv[2])
files = (folder / "ca.crt", folder / "host.crt", folder / "host.key")
link = EtcdLog(EtcdConfig((sys.argv[1],), *files))
gateway = Gateway(
    link, Admission([sys.argv[3]]), None, lambda bug: sys.stderr.write(f"{bug!r}\n"), lambda: ""
)
server = (folder / "server.key").read_bytes(), (folder / "server.crt").read_bytes()
port = gateway.start("127.0.0.1:0", grpc.ssl_server_credentials([server], files[0].read_bytes(), True))
sys.stdout.write(f"{port}\n")
sys.stdout.flush()
sys.stdin.read()
gateway.stop()
link.close()
