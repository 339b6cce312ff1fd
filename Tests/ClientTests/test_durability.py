"""--data-dir: what was acknowledged is there after the emulator was killed."""

import contextlib
import http.client
import uuid

import firebase_admin
import pytest
from firebase_admin import db

from kills import WRITERS, kill_again_and_again

ROUNDS = 60


def test_killed_at_any_moment(start_emulator, tmp_path):
    """`Benchmarks/Reliability/killing.py` does it a thousand times."""
    served = start_emulator("--data-dir", tmp_path / "data")
    writes = kill_again_and_again(served, ROUNDS, seed=20_260_101)
    assert min(writes.values()) >= ROUNDS * WRITERS


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
