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


def h2load(address, count, *arguments):
    """Requests a second, and the bytes of data of an answer."""
    printed = subprocess.run(
        ["h2load", "-n", str(count), "-c", str(CONNECTIONS), "-m", str(STREAMS), "-t", "1", *arguments, address],
        capture_output=True, text=True, check=True).stdout
    succeeded = int(re.search(r"(\d+) succeeded", printed)[1])
    if succeeded != count:
        raise RuntimeError(f"{count - succeeded} of {count} requests failed:\n{printed}")
    data = int(re.search(r"\((\d+)\) data", printed)[1])
    return float(re.search(r"([\d.]+) req/s", printed)[1]), data // count


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
    missing = [name for name in ("h2load", "nghttpd") if shutil.which(name) is None]
    if missing:
        note("calls on the wire", "not measured", f"{' and '.join(missing)}: Debian's nghttp2-client and nghttp2-server")
        return
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
        with tempfile.NamedTemporaryFile() as body:
            body.write(framed(message))
            body.flush()
            headers = ["content-type: application/grpc", "te: trailers", "authorization: Bearer owner"]
            arguments = ["-d", body.name, *(part for header in headers for part in ("-H", header))]
            address = f"http://{served.address}{SERVICE}{method}"
            h2load(address, count // 4, *arguments)
            before = served.cpu
            rate, size = h2load(address, count, *arguments)
            cpu = served.cpu - before
        with Peer(size) as other:
            peer, _ = h2load(other, 4 * count)
        note(f"{name}, {CONNECTIONS} connections of {STREAMS} streams", f"{rate:,.0f} /s",
             f"{size:,} bytes of data; emulator {cpu / count * 1e6:,.0f} µs a call")
        note("  peer: nghttpd, a file of as many bytes", f"{peer:,.0f} /s", f"the emulator reaches {rate / peer * 100:.1f} % of it")
