"""--data-dir: what was acknowledged is there after the emulator was killed."""

import contextlib
import http.client
import random
import threading
import uuid

import firebase_admin
import grpc
import pytest
from firebase_admin import db
from google.api_core import exceptions
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports import FirestoreGrpcTransport

OWNER = [("authorization", "Bearer owner")]
ROUNDS = 100
WRITERS = 3
# Each writer's documents are reused, so that the check of a round stays small.
SLOTS = 20


class Writer(threading.Thread):
    """Commits numbered pairs of documents one after the other until the emulator is gone."""

    def __init__(self, address, database, number, first):
        super().__init__()
        self.address, self.database, self.number = address, database, number
        self.acknowledged = first - 1
        self.sent = first - 1
        self.begun = threading.Event()
        self.failure = None

    def run(self):
        channel = grpc.insecure_channel(self.address)
        stub = FirestoreClient(transport=FirestoreGrpcTransport(channel=channel))
        documents = f"{self.database}/documents"
        try:
            while True:
                n = self.sent + 1
                fields = {"n": {"integer_value": n}}
                paths = [f"left/{self.number}-{n % SLOTS}", f"right/{self.number}-{n % SLOTS}", f"last/{self.number}"]
                writes = [{"update": {"name": f"{documents}/{path}", "fields": fields}} for path in paths]
                # Also something that goes away.
                writes.append({"delete": f"{documents}/gone/{self.number}-{n - 1}"})
                writes.append({"update": {"name": f"{documents}/gone/{self.number}-{n}", "fields": fields}})
                self.sent = n
                stub.commit({"database": self.database, "writes": writes}, metadata=OWNER, retry=None, timeout=20)
                self.acknowledged = n
                self.begun.set()
        except (exceptions.ServiceUnavailable, exceptions.Cancelled, exceptions.Unknown) as end:
            self.failure = end
        finally:
            self.begun.set()
            channel.close()


def contents(stub, database):
    found = {}
    for collection in ("left", "right", "last", "gone"):
        answers = stub.run_query(
            {"parent": f"{database}/documents", "structured_query": {"from_": [{"collection_id": collection}]}},
            metadata=OWNER,
        )
        found[collection] = {
            answer.document.name.rsplit("/", 1)[1]: answer.document.fields["n"].integer_value
            for answer in answers if "document" in answer
        }
    return found


def expected(last):
    """What is there after every writer's commit of this number."""
    pairs = {
        f"{writer}-{n % SLOTS}": n for writer, count in enumerate(last) for n in range(max(1, count - SLOTS + 1), count + 1)
    }
    return {
        "left": pairs, "right": pairs, "last": {str(writer): n for writer, n in enumerate(last) if n},
        "gone": {f"{writer}-{n}": n for writer, n in enumerate(last) if n},
    }


def test_killed_at_any_moment(start_emulator, tmp_path):
    chance = random.Random(20_260_101)
    database = "projects/demo-kill/databases/(default)"
    served = start_emulator("--data-dir", tmp_path / "data")
    last = [0] * WRITERS
    commits = 0
    for round in range(ROUNDS):
        writers = [Writer(served.address, database, number, last[number] + 1) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        for writer in writers:
            assert writer.begun.wait(timeout=30)
        # The moment: nothing ends this wait but its time.
        threading.Event().wait(chance.uniform(0, 0.05))
        served.kill()
        for writer in writers:
            writer.join(timeout=30)
            assert not writer.is_alive()
        served.start()
        stub = served.stub()
        found = contents(stub, database)
        stub.transport.close()
        now = [found["last"].get(str(number), 0) for number in range(WRITERS)]
        for number, writer in enumerate(writers):
            # Everything acknowledged, and at most the one commit whose answer was on its way.
            assert writer.acknowledged <= now[number] <= writer.sent, f"round {round}: writer {number} lost commits"
        # All of every commit, nothing of any other.
        assert found == expected(now), f"round {round}"
        commits += sum(now) - sum(last)
        last = now
    assert commits >= ROUNDS * WRITERS


def test_restart_keeps_everything(start_emulator, tmp_path, project):
    served = start_emulator("--data-dir", tmp_path / "data")
    client, named = served.client(project), served.client(project, "second")
    client.document("c/é/d/🔥").set({"n": 1, "list": [1, {"a": None}]})
    written = client.document("c/1").set({"n": 1})
    client.document("c/2").set({"n": 2})
    client.document("c/2").delete()
    named.document("c/1").set({"n": "other"})
    assert served.stop() == 0
    served.start()
    again, named_again = served.client(project), served.client(project, "second")
    assert again.document("c/é/d/🔥").get().to_dict() == {"n": 1, "list": [1, {"a": None}]}
    read = again.document("c/1").get()
    assert (read.create_time, read.update_time) == (written.update_time, written.update_time)
    assert [document.id for document in again.collection("c").stream()] == ["1"]
    assert named_again.document("c/1").get().to_dict() == {"n": "other"}
    # Time goes on.
    assert again.document("c/1").set({"n": 2}).update_time > written.update_time
    for client in (client, named, again, named_again):
        client.close()


def test_a_folder_serves_one_emulator(start_emulator, tmp_path):
    start_emulator("--data-dir", tmp_path / "data")
    with pytest.raises(RuntimeError) as refusal:
        start_emulator("--data-dir", tmp_path / "data")
    assert "is in use by another running emulator" in str(refusal.value)


def test_in_memory_forgets(start_emulator, project):
    served = start_emulator()
    client = served.client(project)
    client.document("c/1").set({"n": 1})
    client.close()
    served.stop()
    served.start()
    client = served.client(project)
    assert not client.document("c/1").get().exists
    client.close()


# The Realtime Database

@contextlib.contextmanager
def realtime(served, namespace, **options):
    """References to locations; `databaseAuthVariableOverride` is who asks."""
    settings = {"databaseURL": f"http://127.0.0.1:{served.database_port}/?ns={namespace}", **options}
    app = firebase_admin.initialize_app(options=settings, name=uuid.uuid4().hex)
    try:
        yield lambda path="/": db.reference(path, app=app)
    finally:
        firebase_admin.delete_app(app)


def test_realtime_database_killed_at_any_moment(start_emulator, tmp_path):
    chance = random.Random(20_260_102)
    served = start_emulator("--data-dir", tmp_path / "data")
    last = [0] * WRITERS
    for round in range(10):
        sent, acknowledged, begun = list(last), list(last), [threading.Event() for _ in last]

        def write(writer):
            with realtime(served, "demo-kill") as reference, contextlib.suppress(Exception):
                while True:
                    n = sent[writer] = sent[writer] + 1
                    reference().update({
                        f"left/{writer}/{n % SLOTS}": n, f"right/{writer}/{n % SLOTS}": n, f"last/{writer}": n,
                        f"gone/{writer}/{n - 1}": None, f"gone/{writer}/{n}": n,
                    })
                    acknowledged[writer] = n
                    begun[writer].set()

        writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        for event in begun:
            assert event.wait(timeout=30)
        # The moment: nothing ends this wait but its time.
        threading.Event().wait(chance.uniform(0, 0.05))
        served.kill()
        for writer in writers:
            writer.join(timeout=30)
            assert not writer.is_alive()
        served.start()
        with realtime(served, "demo-kill") as reference:
            found = reference().get()
        now = [found["last"][number] for number in range(WRITERS)]
        for number in range(WRITERS):
            assert acknowledged[number] <= now[number] <= sent[number], f"round {round}: writer {number} lost writes"
            slots = {n % SLOTS: n for n in range(max(1, now[number] - SLOTS + 1), now[number] + 1)}
            for side in ("left", "right"):
                assert slots_of(found[side][number]) == slots, f"round {round}"
            assert slots_of(found["gone"][number]) == {now[number]: now[number]}, f"round {round}"
        last = now


def slots_of(value):
    """Children that may have come as a list."""
    if isinstance(value, list):
        return {index: child for index, child in enumerate(value) if child is not None}
    return {int(key): child for key, child in value.items()}


def test_realtime_database_and_its_rules_survive(start_emulator, tmp_path):
    served = start_emulator("--data-dir", tmp_path / "data")
    rules = '{"rules": {"open": {".read": true}}}'

    def put_rules():
        connection = http.client.HTTPConnection("127.0.0.1", served.database_port, timeout=20)
        connection.request("PUT", "/.settings/rules.json?ns=demo-kept", rules, {"Authorization": "Bearer owner"})
        assert connection.getresponse().status == 200

    with realtime(served, "demo-kept") as reference:
        reference("open").set({".value": "héllo 🔥", ".priority": 3})
        reference("list").set(["a", {"b": 1.5}])
        pushed = reference("list/1").push({"n": 1}).key
        reference("gone").set(1)
        reference("gone").delete()
    put_rules()
    with realtime(served, "demo-other") as reference:
        reference().set(True)
    served.kill()
    served.start()
    with realtime(served, "demo-kept") as reference:
        assert reference().get() == {"list": ["a", {"b": 1.5, pushed: {"n": 1}}], "open": "héllo 🔥"}
    with realtime(served, "demo-other") as reference:
        assert reference().get() is True
    with realtime(served, "demo-kept", databaseAuthVariableOverride=None) as reference:
        assert reference("open").get() == "héllo 🔥"
        with pytest.raises(firebase_admin.exceptions.UnauthenticatedError):
            reference("list").get()
