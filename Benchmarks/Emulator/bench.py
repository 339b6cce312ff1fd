"""Measures the served emulator over loopback, with a peer in the same run wherever one exists.

    python Benchmarks/Emulator/bench.py [--documents 1000000] [--seconds 5] [--only ready,wire,queries,writes,listeners,page,painting,restart]

Clients are processes of their own that send prepared bytes (worker.py). Client and emulator share the machine, so
throughput alone says little; the table also gives the processor time that the emulator itself spends on each operation.
"""

import argparse
import json
import os
import platform
import queue
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
os.environ.setdefault("FIREBREAK_BIN_DIR", str(REPOSITORY / ".build" / "release"))
sys.path[:0] = [str(HERE), str(REPOSITORY / "Tests" / "ClientTests")]

import grpc  # noqa: E402

import prepared  # noqa: E402
import page  # noqa: E402
import painting  # noqa: E402
import wire  # noqa: E402
from emulator import Emulator  # noqa: E402
from worker import OWNER, SERVICE  # noqa: E402

rows = []


def note(what, value, comment=""):
    rows.append((what, value, comment))
    print(f"{what:<58} {value:>22}   {comment}", flush=True)


class Served:
    """An emulator in a scratch folder, and what the system says about its process."""

    def __init__(self, *arguments):
        self.scratch = tempfile.TemporaryDirectory(prefix="firebreak-bench-")
        folder = Path(self.scratch.name)
        self.data = folder / "data"
        arguments = [self.data if argument == "DATA" else argument for argument in arguments]
        self.emulator = Emulator(HERE / "project", folder, *arguments)

    def __enter__(self):
        self.emulator.start()
        return self

    def __exit__(self, *_):
        self.emulator.__exit__()
        self.scratch.cleanup()

    @property
    def address(self):
        return self.emulator.address

    @property
    def page(self):
        return self.emulator.page.removeprefix("http://")

    def _ps(self, column):
        return subprocess.check_output(["ps", "-o", f"{column}=", "-p", str(self.emulator.process.pid)], text=True).strip()

    @property
    def megabytes(self):
        return int(self._ps("rss")) / 1024

    @property
    def cpu(self):
        """Seconds of processor time so far; exact where the system has /proc, else whole seconds."""
        try:
            fields = Path(f"/proc/{self.emulator.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except FileNotFoundError:
            days, _, clock = self._ps("time").rpartition("-")
            seconds = 0.0
            for part in clock.split(":"):
                seconds = seconds * 60 + float(part)
            return seconds + 86_400 * int(days or 0)


def run_workers(jobs):
    """Runs jobs at the same time, one process each; all begin together."""
    workers = []
    for job in jobs:
        worker = subprocess.Popen(
            [sys.executable, str(HERE / "worker.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        worker.stdin.write(json.dumps(job) + "\n")
        worker.stdin.flush()
        workers.append(worker)
    for worker in workers:
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        worker.stdin.write("go\n")
        worker.stdin.flush()
    results = [json.loads(worker.stdout.readline()) for worker in workers]
    for worker in workers:
        worker.stdin.close()
        worker.wait()
    failures = [failure for result in results for failure in result["failures"]]
    if failures:
        raise RuntimeError(failures[0])
    return results


class Measured:
    """Several workers' results as one."""

    def __init__(self, results, server_cpu=0.0):
        self.latencies = sorted(latency for result in results for latency in result["latencies"])
        self.seconds = max(result["seconds"] for result in results)
        self.calls = len(self.latencies)
        self.messages = sum(result["messages"] for result in results)
        self.bytes = sum(result["bytes"] for result in results)
        self.client_cpu = sum(result["cpu"] for result in results)
        self.server_cpu = server_cpu

    @property
    def rate(self):
        return self.calls / self.seconds

    def percentile(self, share):
        return self.latencies[min(self.calls - 1, int(self.calls * share))] * 1000

    @property
    def latency(self):
        return f"p50 {self.percentile(0.5):.2f} ms, p99 {self.percentile(0.99):.2f} ms"

    @property
    def cpu(self):
        server = f"emulator {self.server_cpu / self.calls * 1e6:,.0f} µs, " if self.server_cpu else ""
        return f"per call: {server}client {self.client_cpu / self.calls * 1e6:,.0f} µs"


def measure(served, jobs):
    before = served.cpu
    results = run_workers([{**job, "address": served.address} for job in jobs])
    return Measured(results, served.cpu - before)


# Start


def measure_ready(options):
    times = []
    for _ in range(options.starts):
        begun = time.perf_counter()
        with Served():
            times.append((time.perf_counter() - begun) * 1000)
    times.sort()
    note("ready, from process start to ready file (median)", f"{times[len(times) // 2]:.0f} ms",
         f"{len(times)} starts, {times[0]:.0f} to {times[-1]:.0f} ms; looked at every 5 ms")


def measure_restart(options):
    with Served("--data-dir", "DATA") as served:
        filled = load(served, 0, options.documents)
        note(f"load {options.documents:,} documents into --data-dir, 500 per commit",
             f"{options.documents / filled.seconds:,.0f} documents/s",
             f"emulator {filled.server_cpu / options.documents * 1e6:,.1f} µs each")
        begun = time.perf_counter()
        served.emulator.stop()
        stopped = time.perf_counter()
        served.emulator.start()
        note(f"stop, and be ready again with {options.documents:,} documents",
             f"{stopped - begun:.1f} s + {time.perf_counter() - stopped:.1f} s",
             f"{sum(file.stat().st_size for file in served.data.iterdir()) / 1e6:,.0f} MB on the disk")


# Queries


def load(served, first, last, collection="items"):
    half = (last - first + 1) // 2
    parts = [(first, half), (first + half, last - first - half)]
    jobs = [
        {"kind": "unary", "method": "Commit", "threads": 2,
         "requests": {"of": "commits", "collection": collection, "first": start, "count": count, "size": 500, "late": True}}
        for start, count in parts if count
    ]
    return measure(served, jobs)


def measure_queries(options):
    with Served() as served:
        empty = served.megabytes
        note("resident memory, empty", f"{empty:.0f} MB")
        loaded = 0
        for size in sorted({min(10_000, options.documents), options.documents}):
            filled = load(served, loaded, size)
            documents = size - loaded
            loaded = size
            note(f"load to {size:,} documents, 500 per commit", f"{documents / filled.seconds:,.0f} documents/s",
                 f"emulator {filled.server_cpu / documents * 1e6:,.1f} µs each")
            note(f"resident memory with {size:,} documents", f"{served.megabytes:.0f} MB",
                 f"{(served.megabytes - empty) * 1024 * 1024 / size:,.0f} bytes per document")
            pages(served, options, size)
            note("resident memory with the queried index", f"{served.megabytes:.0f} MB")
        floor = measure(served, [query_job(options, size, kind="refused", of="nothing")] * options.processes)
        note("  transport floor: calls refused at once", f"{floor.rate:,.0f} calls/s", f"{floor.latency}; {floor.cpu}")


def query_job(options, documents, kind="streaming", of="pages", threads=None, first=0):
    return {
        "kind": kind, "method": "RunQuery", "threads": threads or options.threads, "seconds": options.seconds,
        "requests": {"of": of, "documents": documents, "first": first, "count": 400},
    }


def pages(served, options, size):
    # The first one makes the index.
    begun = time.perf_counter()
    with grpc.insecure_channel(served.address) as channel:
        list(channel.unary_stream(SERVICE + "RunQuery")(prepared.page(size, 0), metadata=OWNER))
    note(f"first query of {size:,}, which builds the index", f"{(time.perf_counter() - begun) * 1000:.0f} ms")
    alone = measure(served, [query_job(options, size, threads=1)])
    note(f"page of 50 of {size:,}, one client", f"{alone.rate:,.0f} queries/s", f"{alone.latency}; {alone.cpu}")
    many = measure(
        served, [query_job(options, size, first=1000 * n) for n in range(options.processes)])
    note(f"page of 50 of {size:,}, {options.processes} × {options.threads} clients", f"{many.rate:,.0f} queries/s",
         f"{many.messages / many.seconds:,.0f} documents/s; {many.latency}; {many.cpu}")
    answer = max(1, many.bytes // max(1, many.messages))
    peer = subprocess.Popen(
        [sys.executable, str(HERE / "echo_peer.py"), "50", str(answer)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True)
    address = f"127.0.0.1:{peer.stdout.readline().strip()}"
    echo = Measured(run_workers(
        [{**query_job(options, size, first=1000 * n), "address": address} for n in range(options.processes)]))
    peer.stdin.close()
    peer.wait()
    note(f"  peer: 50 prepared messages of {answer} bytes, Python's gRPC", f"{echo.rate:,.0f} calls/s",
         f"{echo.latency}; the emulator is {many.rate / echo.rate:.2f} × as fast")


# Writes


def measure_writes(options):
    count = options.writes
    for name, arguments in [("in memory", []), ("--data-dir", ["--data-dir", "DATA"])]:
        with Served(*arguments) as served:
            alone = measure(served, [write_job("single", 0, count // 10, threads=1)])
            note(f"commits of one write, {name}, one client", f"{alone.rate:,.0f} /s", f"{alone.latency}; {alone.cpu}")
            share = count // options.processes
            many = measure(served, [
                write_job("many", n * share, share, threads=options.threads) for n in range(options.processes)])
            note(f"commits of one write, {name}, {options.processes} × {options.threads} clients", f"{many.rate:,.0f} /s",
                 f"{many.latency}; {many.cpu}")
            bulk = measure(served, [
                write_job("bulk", n * share * 10, share * 10, size=500, threads=2) for n in range(options.processes)])
            note(f"writes, 500 per commit, {name}", f"{share * 10 * options.processes / bulk.seconds:,.0f} /s",
                 f"emulator {bulk.server_cpu / (share * 10 * options.processes) * 1e6:,.1f} µs per write")
    for size in (1, 500):
        rate = sqlite_writes(count * (1 if size == 1 else 10), size)
        note(f"  peer: SQLite in this process, WAL, {size} per transaction", f"{rate:,.0f} /s")


def write_job(collection, first, count, *, size=1, threads):
    return {
        "kind": "unary", "method": "Commit", "threads": threads,
        "requests": {"of": "commits", "collection": collection, "first": first, "count": count, "size": size},
    }


def sqlite_writes(count, size):
    values = [prepared.commit("peer", [n]) for n in range(min(count, 1000))]
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(f"{folder}/peer.sqlite", isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("CREATE TABLE documents (name BLOB PRIMARY KEY, document BLOB) WITHOUT ROWID")
        begun = time.perf_counter()
        for start in range(0, count, size):
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT OR REPLACE INTO documents VALUES (?, ?)",
                ((f"peer/d{n:08}".encode(), values[n % len(values)]) for n in range(start, min(start + size, count))))
            connection.execute("COMMIT")
        seconds = time.perf_counter() - begun
        connection.close()
    return count / seconds


# Listeners


class Stream:
    """One Listen stream with many targets; counts what arrives."""

    def __init__(self, address, targets):
        from google.cloud.firestore_v1.types import ListenResponse

        self.parse = ListenResponse.meta.pb.FromString
        self.targets = set(targets)
        self.current, self.told, self.touched = set(), 0, set()
        self.is_current, self.condition = threading.Event(), threading.Condition()
        self.requests = queue.SimpleQueue()
        self.channel = grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])
        self.call = self.channel.stream_stream(SERVICE + "Listen")(iter(self.requests.get, None), metadata=OWNER)
        for target in targets:
            self.requests.put(prepared.listen(target, "watched"))
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        try:
            for message in self.call:
                response = self.parse(message)
                kind = response.WhichOneof("response_type")
                if kind == "document_change":
                    self.touched.update(response.document_change.target_ids)
                elif kind == "target_change":
                    change = response.target_change
                    if change.target_change_type == 3:
                        self.current.update(change.target_ids)
                        if self.current >= self.targets:
                            self.is_current.set()
                    elif change.target_change_type == 2:
                        raise RuntimeError(change.cause.message)
                    elif not change.target_ids and self.touched >= self.targets:
                        # The boundary behind a change that all targets were told of.
                        with self.condition:
                            self.told += 1
                            self.touched = set()
                            self.condition.notify_all()
        except grpc.RpcError:
            pass

    def wait(self, told):
        with self.condition:
            if not self.condition.wait_for(lambda: self.told >= told, timeout=60):
                raise TimeoutError("a listener was not told of a change")

    def close(self):
        self.requests.put(None)
        self.call.cancel()
        self.channel.close()


def measure_listeners(options):
    for streams in (1, 20):
        with Served() as served, grpc.insecure_channel(served.address) as channel:
            commit = channel.unary_unary(SERVICE + "Commit")
            per_stream = options.targets // streams
            begun = time.perf_counter()
            listeners = [
                Stream(served.address, range(1 + n * per_stream, 1 + (n + 1) * per_stream)) for n in range(streams)]
            for listener in listeners:
                if not listener.is_current.wait(timeout=120):
                    raise TimeoutError("a target does not become current")
            attached = time.perf_counter() - begun
            before, times = served.cpu, []
            for number in range(1, options.changes + 1):
                begun = time.perf_counter()
                commit(prepared.set_number("watched", "d", number), metadata=OWNER)
                for listener in listeners:
                    listener.wait(number)
                times.append((time.perf_counter() - begun) * 1000)
            cpu = (served.cpu - before) / options.changes * 1000
            times.sort()
            for listener in listeners:
                listener.close()
            targets = per_stream * streams
            note(f"{targets:,} targets on {streams} stream{'s' if streams > 1 else ''}: all current after", f"{attached * 1000:.0f} ms")
            note("  one change told to all of them (median)", f"{times[len(times) // 2]:.1f} ms",
                 f"p99 {times[int(len(times) * 0.99)]:.1f} ms; {targets / times[len(times) // 2] * 1000:,.0f} targets/s; "
                 f"emulator {cpu:.1f} ms per change")


# The page


def measure_page(options):
    with Served() as served:
        load(served, 0, 1000)
        page.measure_page(served, options, note)


def measure_painting(options):
    with Served() as served, grpc.insecure_channel(served.address) as channel:
        get = channel.unary_unary(SERVICE + "GetDocument")
        painting.measure_painting(served, options, load, lambda request: get(request, metadata=OWNER), note)


# Calls


def measure_wire(options):
    with Served() as served:
        wire.measure_wire(served, options, load, note)


MEASUREMENTS = {
    "ready": measure_ready, "wire": measure_wire, "queries": measure_queries, "writes": measure_writes, "listeners": measure_listeners,
    "page": measure_page, "painting": measure_painting, "restart": measure_restart,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=5, help="how long each kind of query is repeated")
    parser.add_argument("--writes", type=int, default=20_000)
    parser.add_argument("--targets", type=int, default=1000)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--starts", type=int, default=11)
    parser.add_argument("--rounds", type=int, default=8, help="of each kind, with and without the page")
    parser.add_argument("--processes", type=int, default=2, help="client processes")
    parser.add_argument("--threads", type=int, default=4, help="connections of each")
    parser.add_argument("--only", default=",".join(MEASUREMENTS))
    options = parser.parse_args()
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores; {os.environ['FIREBREAK_BIN_DIR']}\n")
    for name in options.only.split(","):
        MEASUREMENTS[name](options)


if __name__ == "__main__":
    main()
