"""Concurrent clients, and whether there is an order of their transactions that explains what each of them saw.

Transactions read lists and append to them. A list says in which order it was written; from that follows which
transaction came before which other one. A circle in that order is something that no database shows which carries out one
transaction after the other (the idea of list-append checking is that of Elle). Beside that, sums that must not change, and
rules that two transactions can only break together.
"""

import bisect
import http.client
import itertools
import json
import random
import threading
import time

import grpc
from google.api_core import exceptions
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports import FirestoreGrpcTransport

OWNER = [("authorization", "Bearer owner")]
DATABASE = "projects/demo-histories/databases/(default)"
ROOT = f"{DATABASE}/documents"


class Aborted(Exception):
    """Nothing of the transaction has happened."""


class Client:
    def __init__(self, address, mode):
        self.channel = grpc.insecure_channel(address)
        self.stub = FirestoreClient(transport=FirestoreGrpcTransport(channel=self.channel))
        self.options = {"read_write": {"concurrency_mode": mode}} if mode else {"read_write": {}}

    def transact(self, names, decide):
        """Reads documents, and writes what `decide` makes of what was read."""
        try:
            begun = self.stub.begin_transaction(
                {"database": DATABASE, "options": self.options}, metadata=OWNER, retry=None, timeout=60).transaction
            answers = self.stub.batch_get_documents(
                {"database": DATABASE, "documents": [f"{ROOT}/{name}" for name in names], "transaction": begun},
                metadata=OWNER, retry=None, timeout=60)
            read = {name: {} for name in names}
            for answer in answers:
                if "found" in answer:
                    read[answer.found.name.removeprefix(f"{ROOT}/")] = dict(answer.found.fields)
            writes = [
                {"update": {"name": f"{ROOT}/{name}", "fields": fields}} for name, fields in decide(read).items()]
            self.stub.commit(
                {"database": DATABASE, "transaction": begun, "writes": writes}, metadata=OWNER, retry=None, timeout=60)
            return read
        except exceptions.Aborted as end:
            raise Aborted from end

    def close(self):
        self.channel.close()


def integers(values):
    return {"v": {"array_value": {"values": [{"integer_value": value} for value in values]}}}


def values(fields):
    return tuple(value.integer_value for value in fields["v"].array_value.values) if "v" in fields else ()


class Appends:
    """A history of transactions that read two lists and append to one or both of them."""

    KEYS = 6

    def __init__(self):
        self.lock = threading.Lock()
        self.next = 0
        # (begin, end, reads by key, appended values by key)
        self.transactions = []

    def run(self, client, chance):
        keys = chance.sample(range(self.KEYS), 2)
        with self.lock:
            self.next += 1
            value = self.next
        changed = keys[: chance.choice([0, 1, 1, 2])]
        begin = time.monotonic()

        def decide(read):
            return {f"lists/{key}": integers([*values(read[f"lists/{key}"]), value]) for key in changed}

        read = client.transact([f"lists/{key}" for key in keys], decide)
        end = time.monotonic()
        with self.lock:
            self.transactions.append(
                (begin, end, {key: values(read[f"lists/{key}"]) for key in keys}, {key: value for key in changed}))

    def check(self, client):
        final = {key: () for key in range(self.KEYS)}
        found = client.transact([f"lists/{key}" for key in final], lambda _: {})
        final = {key: values(found[f"lists/{key}"]) for key in final}
        writers = {}
        for number, (_, _, _, appended) in enumerate(self.transactions):
            for key, value in appended.items():
                assert final[key].count(value) == 1, f"an append to {key} was lost or done twice: {value}"
                writers[key, value] = number
        edges = {number: set() for number in range(len(self.transactions))}
        for number, (_, _, reads, _) in enumerate(self.transactions):
            for key, seen in reads.items():
                assert final[key][: len(seen)] == seen, f"a reader saw an order of {key} that there never was"
                if seen and writers[key, seen[-1]] != number:
                    edges[writers[key, seen[-1]]].add(number)
                for value in final[key][len(seen):][:1]:
                    if writers[key, value] != number:
                        edges[number].add(writers[key, value])
        for key, order in final.items():
            for before, after in zip(order, order[1:]):
                edges[writers[key, before]].add(writers[key, after])
        self.add_real_time(edges)
        circle = find_circle(edges)
        assert circle is None, [self.transactions[number] for number in circle]
        return len(self.transactions)

    def add_real_time(self, edges):
        """Who had ended before another one began comes before it."""
        by_end = sorted(range(len(self.transactions)), key=lambda number: self.transactions[number][1])
        ends = [self.transactions[number][1] for number in by_end]
        latest = list(itertools.accumulate((self.transactions[number][0] for number in by_end), max))
        for number, (begin, *_) in enumerate(self.transactions):
            count = bisect.bisect_left(ends, begin)
            # Those that had ended before one of these began are before it already.
            for other in by_end[bisect.bisect_left(ends, latest[count - 1]) if count else 0: count]:
                edges[other].add(number)


def find_circle(edges):
    """Depth first, without recursion; None: there is none."""
    state = {}
    for start in edges:
        if start in state:
            continue
        path, stack = [], [(start, iter(edges[start]))]
        state[start] = 1
        path.append(start)
        while stack:
            node, rest = stack[-1]
            for following in rest:
                if state.get(following) == 1:
                    return path[path.index(following):]
                if following not in state:
                    state[following] = 1
                    path.append(following)
                    stack.append((following, iter(edges[following])))
                    break
            else:
                state[node] = 2
                stack.pop()
                path.pop()
    return None


class Transfers:
    """Money that goes from account to account: there is as much of it at any time."""

    ACCOUNTS, START = 5, 100

    def prepare(self, client):
        client.transact([], lambda _: {
            f"accounts/{n}": {"n": {"integer_value": self.START}} for n in range(self.ACCOUNTS)})

    def run(self, client, chance):
        if chance.random() < 0.3:
            return self.check(client)
        source, target = chance.sample(range(self.ACCOUNTS), 2)
        amount = chance.randint(1, 30)

        def decide(read):
            left = read[f"accounts/{source}"]["n"].integer_value
            if left < amount:
                return {}
            return {
                f"accounts/{source}": {"n": {"integer_value": left - amount}},
                f"accounts/{target}": {"n": {"integer_value": read[f"accounts/{target}"]["n"].integer_value + amount}}}

        client.transact([f"accounts/{source}", f"accounts/{target}"], decide)

    def check(self, client):
        read = client.transact([f"accounts/{n}" for n in range(self.ACCOUNTS)], lambda _: {})
        found = [account["n"].integer_value for account in read.values()]
        assert sum(found) == self.START * self.ACCOUNTS and min(found) >= 0, found


class OnCall:
    """Two of whom one has to stay: each looks whether the other one does before he leaves (write skew)."""

    def __init__(self):
        self.rounds = 0

    def run(self, clients, chance):
        self.rounds += 1
        clients[0].transact([], lambda _: {f"shifts/{n}": {"on": {"boolean_value": True}} for n in range(2)})
        gone = []

        def leave(n):
            def decide(read):
                if all(shift["on"].boolean_value for shift in read.values()):
                    return {f"shifts/{n}": {"on": {"boolean_value": False}}}
                return {}
            try:
                clients[n].transact(["shifts/0", "shifts/1"], decide)
            except Aborted:
                pass

        threads = [threading.Thread(target=leave, args=(n,)) for n in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        read = clients[0].transact(["shifts/0", "shifts/1"], lambda _: {})
        gone = [shift for shift in read.values() if not shift["on"].boolean_value]
        assert len(gone) <= 1, "both have left"


class Counters:
    """The Realtime Database: counting up by compare-and-set."""

    def __init__(self, port):
        self.port = port
        self.done = 0
        self.lock = threading.Lock()

    def run(self, times):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        path = "/counter.json?ns=demo-histories"

        def ask(method, body=None, **headers):
            connection.request(method, path, body, {"Authorization": "Bearer owner", **headers})
            answer = connection.getresponse()
            return answer.status, answer.headers.get("etag"), json.loads(answer.read())

        counted = 0
        while counted < times:
            _, tag, value = ask("GET", **{"X-Firebase-ETag": "true"})
            status, *_ = ask("PUT", str((value or 0) + 1), **{"if-match": tag})
            assert status in (200, 412), status
            counted += status == 200
        with self.lock:
            self.done += counted
        connection.close()

    def check(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", "/counter.json?ns=demo-histories", headers={"Authorization": "Bearer owner"})
        assert json.loads(connection.getresponse().read()) == self.done
        return self.done


def check_histories(served, transactions, clients=6, seed=1):
    """How many of each kind were carried out.

    - Parameter transactions: of each kind and each mode of concurrency.
    """
    counts = {}
    for mode in ("PESSIMISTIC", "OPTIMISTIC"):
        appends, transfers = Appends(), Transfers()
        opened = [Client(served.address, mode) for _ in range(clients)]
        opened[0].transact([], lambda _: {f"lists/{key}": integers([]) for key in range(Appends.KEYS)})
        transfers.prepare(opened[0])
        problems, aborted = [], [0]

        def work(client, number):
            chance = random.Random(f"{seed} {mode} {number}")
            try:
                for _ in range(transactions // clients):
                    for history in (appends, transfers):
                        try:
                            history.run(client, chance)
                        except Aborted:
                            aborted[0] += 1
            except BaseException as problem:
                problems.append(problem)

        threads = [threading.Thread(target=work, args=(client, number)) for number, client in enumerate(opened)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not problems, problems
        counts[f"appends, {mode.lower()}"] = appends.check(opened[0])
        transfers.check(opened[0])
        shifts = OnCall()
        for _ in range(max(1, transactions // 10)):
            shifts.run(opened, random.Random(seed))
        counts[f"write skew, {mode.lower()}"] = shifts.rounds
        counts[f"aborted, {mode.lower()}"] = aborted[0]
        for client in opened:
            client.close()
    counters = Counters(served.database_port)
    threads = [threading.Thread(target=counters.run, args=(transactions // clients,)) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts["compare and set"] = counters.check()
    return counts
