"""`kiosk host` that counts nobody's calls: what it does with each of very many is seen, and not the first 200 alone."""

import sys

from kiosk.cli import main
from kiosk.host.gateway import floods
from kiosk.host.rights import Role

for role in Role:
    floods.CALLS[role] = floods.BYTES[role] = (1e12, 1e12)
    floods.MOST_STREAMS[role] = 1_000

if __name__ == "__main__":
    sys.exit(main(["host", *sys.argv[1:]]))
