"""What it costs the emulator that somebody has its page open while clients ask as fast as they can."""

import http.client
import statistics
import threading
import time

import prepared
import wire


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


PACE = 5_000


def measure_page(served, options, note):
    """Rounds with and without the page in turn, in one run of one emulator, so that both meet the same machine."""
    if wire.missing():
        return note("the page open meanwhile", "not measured", wire.missing())
    request = wire.Request(served, "GetDocument", prepared.get("items", 77))
    count = int(PACE * max(2.0, options.seconds))
    for pace, name in ((PACE, f"{PACE:,} gets a second"), (None, "gets as fast as they go")):
        request.send(count // 2)  # what is made once is made before
        alone, watched, events, rows, seconds = [], [], 0, 0, 0.0
        for turn in range(options.rounds):
            for shows in (False, True) if turn % 2 else (True, False):
                if not shows:
                    alone.append(request.send(count, pace))
                    continue
                with Reader(served.page) as reader:
                    time.sleep(0.3)
                    begun = time.monotonic()
                    watched.append(request.send(count, pace))
                    seconds += time.monotonic() - begun
                    events += reader.events
                    rows += reader.bytes
        cost = [statistics.median(round.cpu / count * 1e6 for round in rounds) for rounds in (alone, watched)]
        rate = [statistics.median(round.rate for round in rounds) for rounds in (alone, watched)]
        note(f"{name}, nobody looks", f"{rate[0]:,.0f} /s", f"emulator {cost[0]:,.1f} µs a call")
        note("  the same with the page open", f"{rate[1]:,.0f} /s",
             f"{(rate[1] / rate[0] - 1) * 100:+.1f} %; emulator {cost[1]:,.1f} µs a call, {(cost[1] / cost[0] - 1) * 100:+.1f} %; "
             f"{events / seconds:.1f} events and {rows / seconds / 1000:,.0f} KB a second")
