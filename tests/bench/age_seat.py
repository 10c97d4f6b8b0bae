"""Makes a seat that has played for a long time: ``python tests/bench/age_seat.py FOLDER TRANSACTIONS``.

Ten million transactions are a year of play, take some minutes and 8 GB. What comes out is a state directory of the
demonstration: `kiosk demo --layout B --state FOLDER`, `kiosk verify --state FOLDER`, `kiosk report --state FOLDER`.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kits.bench.aged import age


def main():
    """Make it, and say how many transactions it has."""
    folder, transactions = Path(sys.argv[1]), int(sys.argv[2])
    if folder.exists() and any(folder.iterdir()):
        sys.exit(f"{folder} is not empty: expected a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{age(folder, transactions, print)} transactions")


if __name__ == "__main__":
    main()
