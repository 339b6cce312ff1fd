"""What it costs the emulator that somebody has its page open while clients ask as fast as they can."""

import http.client
import statistics
import threading
import time


class Reader:
    """Reads the events of the page as a browser does, without one: the machine has the clients to serve."""

    def __init__(self, address):
        self.events = self.bytes = 0
        self.connection = http.client.HTTPConnection(address, timeout=30)
        self.connection.request("GET", "/firebreak/v1/events")
        self.answer = self.connection.getresponse()
        self.isOpen = True
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        try:
            while self.isOpen and (piece := self.answer.read1(1 << 16)):
                self.bytes += len(piece)
                self.events += piece.count(b"event: requests")
        except (OSError, ValueError, http.client.HTTPException):
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.isOpen = False
        self.connection.sock and self.connection.sock.shutdown(2)
        self.thread.join(timeout=5)
        self.connection.close()


def measure_page(served, options, measure, note):
    """Rounds with and without the page in turn, in one run of one emulator, so that both meet the same machine."""
    job = {
        "kind": "unary", "method": "GetDocument", "threads": options.threads, "seconds": max(1.0, options.seconds / 2),
        "requests": {"of": "gets", "collection": "items", "count": 400},
    }
    jobs = [job] * options.processes
    alone, watched, events, rows = [], [], 0, 0
    measure(served, jobs)  # what is made once is made before
    for turn in range(options.rounds):
        for shows in (False, True) if turn % 2 else (True, False):
            if not shows:
                alone.append(measure(served, jobs))
                continue
            with Reader(served.page) as reader:
                time.sleep(0.3)
                watched.append(measure(served, jobs))
                events += reader.events
                rows += reader.bytes
    cost = [statistics.median(round.server_cpu / round.calls * 1e6 for round in rounds) for rounds in (alone, watched)]
    rate = [statistics.median(round.rate for round in rounds) for rounds in (alone, watched)]
    seconds = sum(round.seconds for round in watched)
    note("gets of one document, nobody looks", f"{rate[0]:,.0f} /s", f"emulator {cost[0]:,.1f} µs per call")
    note("  the same with the page open", f"{rate[1]:,.0f} /s",
         f"emulator {cost[1]:,.1f} µs per call, {(cost[1] / cost[0] - 1) * 100:+.1f} %; "
         f"{events / seconds:.1f} events and {rows / seconds / 1000:,.0f} KB a second")
