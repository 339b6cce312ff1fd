"""Concurrent transactions of every kind, and whether one order of them explains what each of them saw.

    python Benchmarks/Reliability/consistency.py [--transactions 5000] [--clients 8] [--rounds 1] [--seed 1]
"""

import argparse
import tempfile
import time
from pathlib import Path

import harness
from histories import check_histories


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--transactions", type=int, default=5000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for round in range(options.rounds):
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="firebreak-histories-") as folder:
            with harness.emulator(folder, "--data-dir", Path(folder) / "data") as served:
                counts = check_histories(served, options.transactions, options.clients, options.seed + round)
        for name, count in counts.items():
            print(f"{name:<28} {count:>8}")
        print(f"no anomaly, {time.monotonic() - begun:.0f} s, seed {options.seed + round}", flush=True)


main()
