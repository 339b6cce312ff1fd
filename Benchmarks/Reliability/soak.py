"""Mixed load for half an hour: memory, descriptors and times of answers must not grow.

    python Benchmarks/Reliability/soak.py [--minutes 30] [--pause 0.01] [--data-dir]

Ends with 1 where they do.
"""

import argparse
import http.client
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

import harness
from channel import Channel
from google.api_core import exceptions
from google.cloud import firestore

PROJECT = "demo-soak"
DOCUMENTS = 200


class Load:
    """Clients that come and go; every one of them does something else."""

    def __init__(self, served, pause):
        self.served, self.pause = served, pause
        self.ends = threading.Event()
        self.done = {}
        self.problems = []
        self.times = []
        self.threads = [threading.Thread(target=self.run, args=(work,)) for work in (
            self.writes, self.reads, self.transactions, self.listeners, self.realtime, self.streams, self.sessions)]

    def run(self, work):
        chance = random.Random(work.__name__)
        while not self.ends.is_set():
            begun = time.monotonic()
            try:
                count = work(chance)
            except exceptions.Aborted:
                count = 0
            except Exception as problem:
                self.problems.append(f"{work.__name__}: {problem!r}")
                count = 0
            self.done[work.__name__] = self.done.get(work.__name__, 0) + count
            self.times.append((time.monotonic(), work.__name__, time.monotonic() - begun))
            self.ends.wait(self.pause)

    def start(self):
        self.client = self.served.client(PROJECT)
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.ends.set()
        for thread in self.threads:
            thread.join(timeout=60)
        self.client.close()

    # What they do

    def writes(self, chance):
        batch = self.client.batch()
        for _ in range(5):
            n = chance.randrange(DOCUMENTS)
            batch.set(self.client.document(f"people/p{n}"), {
                "city": chance.choice("abc"), "age": chance.randrange(90), "text": "x" * chance.randrange(400)})
        batch.delete(self.client.document(f"people/p{chance.randrange(DOCUMENTS)}"))
        batch.commit()
        return 6

    def reads(self, chance):
        people = self.client.collection("people")
        people.where("city", "==", chance.choice("abc")).order_by("age").limit(20).get()
        people.count().get()
        self.client.document(f"people/p{chance.randrange(DOCUMENTS)}").get()
        return 3

    def transactions(self, chance):
        document = self.client.document(f"counters/c{chance.randrange(5)}")

        @firestore.transactional
        def count(transaction):
            snapshot = document.get(transaction=transaction)
            transaction.set(document, {"n": (snapshot.to_dict() or {"n": 0})["n"] + 1})

        count(self.client.transaction())
        return 1

    def listeners(self, chance):
        client = self.served.client(PROJECT)
        heard = threading.Event()
        watch = client.collection("people").where("city", "==", chance.choice("abc")).on_snapshot(lambda *_: heard.set())
        heard.wait(20)
        watch.unsubscribe()
        client.close()
        return 1

    def realtime(self, chance):
        connection = http.client.HTTPConnection("127.0.0.1", self.served.database_port, timeout=20)
        for method, path, body in [
            ("PUT", f"/rooms/r{chance.randrange(50)}", json.dumps({"at": chance.random(), "text": "y" * 200})),
            ("PATCH", "/", json.dumps({f"rooms/r{chance.randrange(50)}/at": 1, f"users/u{chance.randrange(50)}": None})),
            ("GET", "/rooms", None), ("DELETE", f"/rooms/r{chance.randrange(50)}", None),
        ]:
            connection.request(method, f"{path}.json?ns={PROJECT}", body, {"Authorization": "Bearer owner"})
            answer = connection.getresponse()
            answer.read()
            if answer.status not in (200, 204):
                raise RuntimeError(f"{method} {path}: {answer.status}")
        connection.close()
        return 4

    def streams(self, chance):
        """Events of the Realtime Database, left in the middle."""
        connection = http.client.HTTPConnection("127.0.0.1", self.served.database_port, timeout=20)
        connection.request("GET", f"/rooms.json?ns={PROJECT}", headers={
            "Authorization": "Bearer owner", "Accept": "text/event-stream"})
        connection.getresponse().fp.readline()
        connection.close()
        return 1

    def sessions(self, chance):
        """Pages that listen over the channel; some of them go without a word."""
        channel = Channel(self.served.address, "Listen", PROJECT)
        target = {"query": {"structuredQuery": {"from": [{"collectionId": "counters"}]}, "parent": f"{channel.name}/documents"}}
        channel.open({"database": channel.name, "addTarget": {**target, "targetId": 2}})
        with channel.stream() as back:
            back.messages(1)
        if chance.random() < 0.95:
            channel.terminate()
        return 1


def descriptors(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def megabytes(process):
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def grows(figures, tolerance):
    """Whether the last third of a run lies above the middle one: the first one fills what is kept on purpose."""
    third = len(figures) // 3
    before, after = statistics.median(figures[third: 2 * third]), statistics.median(figures[2 * third:])
    return before, after, after > before * (1 + tolerance)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--pause", type=float, default=0.01, help="seconds between two things that a client does")
    parser.add_argument("--data-dir", action="store_true", help="with data in a folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="firebreak-soak-") as folder:
        arguments = ["--data-dir", Path(folder) / "data"] if options.data_dir else []
        with harness.emulator(folder, "--no-ui", *arguments) as served:
            process = served.process.pid
            load = Load(served, options.pause)
            load.start()
            begun, memory, opened = time.monotonic(), [], []
            while time.monotonic() - begun < options.minutes * 60:
                time.sleep(max(1, options.minutes * 60 / 180))
                memory.append(megabytes(process))
                opened.append(descriptors(process))
                if len(memory) % 15 == 0:
                    print(f"{(time.monotonic() - begun) / 60:5.1f} min   {memory[-1]:7.1f} MB   {opened[-1]:4} descriptors   "
                          f"{sum(load.done.values()):>9} operations   {len(load.problems)} problems", flush=True)
            load.stop()
    times = [[taken for at, name, taken in load.times if name == "reads" and part * options.minutes * 20 <= at - begun
              < (part + 1) * options.minutes * 20] for part in range(3)]
    failed = bool(load.problems)
    for name, figures, tolerance in [("memory in MB", memory, 0.1), ("descriptors", opened, 0.25)]:
        before, after, has_grown = grows(figures, tolerance)
        failed |= has_grown
        print(f"{name:<24} {before:8.1f} -> {after:8.1f}   {'GROWS' if has_grown else 'flat'}")
    if all(times):
        p99 = [sorted(part)[int(len(part) * 0.99)] * 1000 for part in times]
        print(f"{'three reads, p99 in ms':<24} " + " -> ".join(f"{figure:.1f}" for figure in p99))
    print(f"{sum(load.done.values())} operations: " + ", ".join(f"{name} {count}" for name, count in sorted(load.done.items())))
    for problem in load.problems[:10]:
        print(problem)
    sys.exit(1 if failed else 0)


main()
