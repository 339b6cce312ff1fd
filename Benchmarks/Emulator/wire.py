"""What a call costs on the wire, measured with `h2load` and one prepared request; the peer is `nghttpd`, which serves an
answer of the same bytes from a file."""

import re
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path

import grpc

import prepared
from worker import OWNER, SERVICE

DOCUMENTS = 10_000
CONNECTIONS, STREAMS = 8, 4


def framed(message):
    """As gRPC puts a message into the body of a request."""
    return b"\0" + struct.pack(">I", len(message)) + message


def missing():
    """What there is no measurement without; nothing where it is there."""
    names = [name for name in ("h2load", "nghttpd") if shutil.which(name) is None]
    return f"{' and '.join(names)}: Debian's nghttp2-client and nghttp2-server" if names else None


class Sent:
    """What became of the requests of one run."""

    def __init__(self, address, count, pace=None, arguments=()):
        """- pace: requests a second; without it as fast as they go."""
        paced = ["--rps", str(pace / CONNECTIONS)] if pace else []
        printed = subprocess.run(
            ["h2load", "-n", str(count), "-c", str(CONNECTIONS), "-m", str(STREAMS), "-t", "1", *paced, *arguments, address],
            capture_output=True, text=True, check=True).stdout
        succeeded = int(re.search(r"(\d+) succeeded", printed)[1])
        if succeeded != count:
            raise RuntimeError(f"{count - succeeded} of {count} requests failed:\n{printed}")
        self.rate = float(re.search(r"([\d.]+) req/s", printed)[1])
        self.size = int(re.search(r"\((\d+)\) data", printed)[1]) // count
        self.cpu = 0.0


class Request:
    """One prepared request to an emulator."""

    def __init__(self, served, method, message):
        self.served, self.address = served, f"http://{served.address}{SERVICE}{method}"
        self.body = tempfile.NamedTemporaryFile()
        self.body.write(framed(message))
        self.body.flush()
        headers = ["content-type: application/grpc", "te: trailers", "authorization: Bearer owner"]
        self.arguments = ["-d", self.body.name, *(part for header in headers for part in ("-H", header))]

    def send(self, count, pace=None):
        before = self.served.cpu
        sent = Sent(self.address, count, pace, self.arguments)
        sent.cpu = self.served.cpu - before
        return sent


class Peer:
    """`nghttpd` with one file of so many bytes."""

    def __init__(self, size):
        self.folder = tempfile.TemporaryDirectory(prefix="firebreak-bench-")
        (Path(self.folder.name) / "answer").write_bytes(bytes(size))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["nghttpd", "--no-tls", "-a", "127.0.0.1", "-d", self.folder.name, str(self.port)], stdout=subprocess.DEVNULL)

    def __enter__(self):
        until = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return f"http://127.0.0.1:{self.port}/answer"
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


def measure_wire(served, options, load, note):
    if missing():
        return note("calls on the wire", "not measured", missing())
    load(served, 0, DOCUMENTS)
    page = prepared.page(DOCUMENTS, 3)
    with grpc.insecure_channel(served.address) as channel:
        # The first one makes the index.
        list(channel.unary_stream(SERVICE + "RunQuery")(page, metadata=OWNER))
    count = int(2_000 * options.seconds)
    calls = [
        ("get", "GetDocument", prepared.get("items", 77), 4 * count),
        ("commit of one write", "Commit", prepared.set_number("written", "a", 1), 4 * count),
        ("query of 50 documents", "RunQuery", page, count),
    ]
    for name, method, message, count in calls:
        request = Request(served, method, message)
        request.send(count // 4)
        sent = request.send(count)
        with Peer(sent.size) as address:
            peer = Sent(address, 4 * count)
        note(f"{name}, {CONNECTIONS} connections of {STREAMS} streams", f"{sent.rate:,.0f} /s",
             f"{sent.size:,} bytes of data; emulator {sent.cpu / count * 1e6:,.0f} µs a call")
        note("  peer: nghttpd, a file of as many bytes", f"{peer.rate:,.0f} /s",
             f"the emulator reaches {sent.rate / peer.rate * 100:.1f} % of it")
