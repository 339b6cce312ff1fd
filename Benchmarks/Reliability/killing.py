"""Kills an emulator a thousand times while clients write to both of its databases, and looks what is there afterwards.

    python Benchmarks/Reliability/killing.py [--rounds 1000] [--seed 1]
"""

import argparse
import tempfile
import time
from pathlib import Path

import harness
from kills import kill_again_and_again


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.monotonic()

    def tell(round, writes, restart):
        if round % 50 == 0:
            print(f"{round:>6} kills   {writes['firestore']:>8} commits   {writes['realtime']:>8} updates   "
                  f"last restart {restart * 1000:.0f} ms   {time.monotonic() - begun:.0f} s", flush=True)

    with tempfile.TemporaryDirectory(prefix="firebreak-kills-") as folder:
        with harness.emulator(folder, "--data-dir", Path(folder) / "data") as served:
            writes = kill_again_and_again(served, options.rounds, options.seed, tell)
    print(f"{options.rounds} kills, {sum(writes.values())} writes: nothing lost, nothing torn")


main()
