"""An emulator that is killed again and again while clients write to both databases and read from them.

What was acknowledged, and what anybody has read, is there afterwards; of a write either everything or nothing is.
"""

import contextlib
import http.client
import json
import random
import threading
import time

import grpc
from google.api_core import exceptions
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports import FirestoreGrpcTransport

OWNER = [("authorization", "Bearer owner")]
DATABASE = "projects/demo-kill/databases/(default)"
NAMESPACE = "demo-kill"
WRITERS = 3
# Each writer's documents are reused, so that the check of a round stays small.
SLOTS = 20
BREAKS = (exceptions.GoogleAPICallError, OSError, http.client.HTTPException)


class Realtime:
    """The Realtime Database over one connection."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def ask(self, method, path, value=None):
        body = None if value is None else json.dumps(value)
        self.connection.request(
            method, f"{path}.json?ns={NAMESPACE}", body, {"Authorization": "Bearer owner", "Content-Type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise http.client.HTTPException(f"{answer.status} {text[:200]}")
        return json.loads(text)

    def close(self):
        self.connection.close()


class Firestore:
    def __init__(self, address):
        self.channel = grpc.insecure_channel(address)
        self.stub = FirestoreClient(transport=FirestoreGrpcTransport(channel=self.channel))

    def write(self, writer, n):
        fields = {"n": {"integer_value": n}}
        paths = [f"left/{writer}-{n % SLOTS}", f"right/{writer}-{n % SLOTS}", f"last/{writer}", f"gone/{writer}-{n}"]
        writes = [{"update": {"name": f"{DATABASE}/documents/{path}", "fields": fields}} for path in paths]
        # Also something that goes away.
        writes.append({"delete": f"{DATABASE}/documents/gone/{writer}-{n - 1}"})
        self.stub.commit({"database": DATABASE, "writes": writes}, metadata=OWNER, retry=None, timeout=20)

    def read(self, writer):
        try:
            document = self.stub.get_document(
                {"name": f"{DATABASE}/documents/last/{writer}"}, metadata=OWNER, retry=None, timeout=20)
        except exceptions.NotFound:
            return 0
        return document.fields["n"].integer_value

    def contents(self):
        found = {}
        for collection in ("left", "right", "last", "gone"):
            answers = self.stub.run_query(
                {"parent": f"{DATABASE}/documents", "structured_query": {"from_": [{"collection_id": collection}]}},
                metadata=OWNER)
            for answer in answers:
                if "document" in answer:
                    found[f"{collection}/{answer.document.name.rsplit('/', 1)[1]}"] = answer.document.fields["n"].integer_value
        return found

    def close(self):
        self.channel.close()


class RealtimeWrites:
    def __init__(self, port):
        self.database = Realtime(port)

    def write(self, writer, n):
        self.database.ask("PATCH", "/", {
            f"left/{writer}-{n % SLOTS}": n, f"right/{writer}-{n % SLOTS}": n, f"last/{writer}-": n,
            f"gone/{writer}-{n}": n, f"gone/{writer}-{n - 1}": None})

    def read(self, writer):
        return self.database.ask("GET", f"/last/{writer}-") or 0

    def contents(self):
        found = self.database.ask("GET", "/") or {}
        return {f"{kind}/{key.rstrip('-') if kind == 'last' else key}": n for kind, all in found.items() for key, n in all.items()}

    def close(self):
        self.database.close()


def expected(last):
    """What is there after every writer's write of this number."""
    found = {f"last/{writer}": n for writer, n in enumerate(last) if n}
    found |= {f"gone/{writer}-{n}": n for writer, n in enumerate(last) if n}
    for writer, count in enumerate(last):
        for n in range(max(1, count - SLOTS + 1), count + 1):
            found |= {f"left/{writer}-{n % SLOTS}": n, f"right/{writer}-{n % SLOTS}": n}
    return found


class Clients:
    """Who writes to one database and reads from it until it is gone."""

    def __init__(self, connect, last):
        self.connect = connect
        self.sent, self.acknowledged, self.seen = list(last), list(last), list(last)
        self.begun = [threading.Event() for _ in last]
        self.problems = []
        self.threads = [threading.Thread(target=self.run, args=(self.write, n)) for n in range(len(last))]
        self.threads.append(threading.Thread(target=self.run, args=(self.read, None)))

    def run(self, work, argument):
        client = self.connect()
        try:
            work(client, argument)
        except BREAKS:
            pass
        except Exception as problem:  # A client that fails otherwise is a finding.
            self.problems.append(problem)
        finally:
            if argument is not None:
                self.begun[argument].set()
            with contextlib.suppress(Exception):
                client.close()

    def write(self, client, writer):
        while True:
            self.sent[writer] += 1
            client.write(writer, self.sent[writer])
            self.acknowledged[writer] = self.sent[writer]
            self.begun[writer].set()

    def read(self, client, _):
        while True:
            for writer in range(len(self.seen)):
                self.seen[writer] = max(self.seen[writer], client.read(writer))

    def check(self, found, round):
        """The last numbers of all writers.

        Everything acknowledged or read, and at most the one write whose answer was on its way."""
        now = [found.get(f"last/{writer}", 0) for writer in range(len(self.sent))]
        for writer, n in enumerate(now):
            assert max(self.acknowledged[writer], self.seen[writer]) <= n <= self.sent[writer], (
                f"round {round}: writer {writer} is at {n}: acknowledged {self.acknowledged[writer]}, "
                f"read {self.seen[writer]}, sent {self.sent[writer]}")
        # All of every write, nothing of any other.
        assert found == expected(now), f"round {round}"
        assert not self.problems, self.problems
        return now


def kill_again_and_again(served, rounds, seed, told=lambda *_: None):
    """How many writes were carried out in each of the databases."""
    chance = random.Random(seed)
    last = {kind: [0] * WRITERS for kind in ("firestore", "realtime")}
    for round in range(rounds):
        connections = {
            "firestore": lambda: Firestore(served.address), "realtime": lambda: RealtimeWrites(served.database_port)}
        clients = {kind: Clients(connect, last[kind]) for kind, connect in connections.items()}
        for group in clients.values():
            for thread in group.threads:
                thread.start()
        for group in clients.values():
            for event in group.begun:
                assert event.wait(timeout=60), f"round {round}: nothing was acknowledged"
        # The moment: nothing ends this wait but its time.
        threading.Event().wait(chance.uniform(0, 0.05))
        served.kill()
        for group in clients.values():
            for thread in group.threads:
                thread.join(timeout=60)
                assert not thread.is_alive(), f"round {round}: a client does not end"
        begun = time.monotonic()
        served.start()
        for kind, connect in connections.items():
            client = connect()
            last[kind] = clients[kind].check(client.contents(), f"{round} of {kind}")
            client.close()
        told(round + 1, {kind: sum(numbers) for kind, numbers in last.items()}, time.monotonic() - begun)
    return {kind: sum(numbers) for kind, numbers in last.items()}
