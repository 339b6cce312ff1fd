"""What changes and what is told while an emulator runs: edited files, replaced rules, the bill."""

import json
import shutil
import threading
import time
import urllib.error
import urllib.request

import pytest
from google.api_core import exceptions
from google.cloud.firestore_v1 import FieldFilter

from conftest import PROJECT
from watching import Snapshots

OPEN = "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /{x=**} { allow read: if true } } }"


def call(served, method, path, body=None):
    request = urllib.request.Request(
        f"http://{served.address}{path}", method=method, data=None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def eventually(succeeds, timeout=20):
    """Files are followed, not waited for by anybody: asks again until they are."""
    deadline = time.monotonic() + timeout
    pause = threading.Event()
    while not succeeds():
        assert time.monotonic() < deadline, "nothing has changed"
        pause.wait(0.02)


@pytest.fixture
def served(start_emulator, tmp_path):
    folder = shutil.copytree(PROJECT, tmp_path / "edited")
    return start_emulator(project_folder=folder)


def may_read(served, project, path):
    try:
        served.stub().get_document({"name": f"projects/{project}/databases/(default)/documents/{path}"})
    except exceptions.PermissionDenied:
        return False
    except exceptions.NotFound:
        pass
    return True


def test_edited_rules(served, project):
    rules = served.project_folder / "firestore.rules"
    assert not may_read(served, project, "c/d")
    rules.write_text(OPEN)
    eventually(lambda: may_read(served, project, "c/d"))
    # What does not compile changes nothing but the emulator's health.
    rules.write_text("nonsense")
    eventually(lambda: call(served, "GET", "/firebreak/v1/health")[1]["status"] == "degraded")
    assert may_read(served, project, "c/d")
    shutil.copy(PROJECT / "firestore.rules", rules)
    eventually(lambda: not may_read(served, project, "c/d"))
    assert call(served, "GET", "/firebreak/v1/health")[1]["status"] == "ok"


def test_edited_indexes(served, project):
    client = served.client(project)
    client.document("c/1").set({"a": 1, "b": 2})
    query = client.collection("c").where(filter=FieldFilter("a", "==", 1)).order_by("b")

    def answered():
        try:
            return [document.id for document in query.stream()] == ["1"]
        except exceptions.FailedPrecondition:
            return False

    assert not answered()
    indexes = served.project_folder / "firestore.indexes.json"
    definition = {
        "collectionGroup": "c", "queryScope": "COLLECTION",
        "fields": [{"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "b", "order": "ASCENDING"}],
    }
    indexes.write_text(json.dumps({"indexes": [definition], "fieldOverrides": []}))
    eventually(answered)
    with Snapshots(query) as snapshots:
        assert snapshots.next() == ([("1", {"a": 1, "b": 2})], [("ADDED", "1")])
    client.close()


def test_replaced_rules(served, project):
    def put(content):
        body = {"rules": {"files": [{"content": content}]}}
        return call(served, "PUT", f"/emulator/v1/projects/{project}:securityRules", body)

    assert not may_read(served, project, "c/d")
    assert put(OPEN) == (200, {})
    assert may_read(served, project, "c/d")
    # Other projects keep theirs.
    assert not may_read(served, f"{project}-2", "c/d")
    status, answer = put("nonsense")
    assert status == 400 and "nonsense" in answer["error"]["message"]
    assert may_read(served, project, "c/d")


def test_ledger(served, project):
    client = served.client(project)
    for n in range(5):
        client.document(f"c/{n}").set({"n": n})
    client.document("c/0").delete()
    documents = f"{client._database_string}/documents"

    def run(*headers, **query):
        metadata = [("authorization", "Bearer owner"), *headers]
        request = {"parent": documents, "structured_query": {"from_": [{"collection_id": "c"}], **query}}
        list(served.stub().run_query(request, metadata=metadata))

    run(("x-firebreak-operation", "feed.open"), ("x-firebreak-test", "one"))
    run(("x-firebreak-operation", "feed.open"), ("x-firebreak-test", "two"), limit=2)
    run(("x-firebreak-test", "two"), offset=3)

    def total(path=""):
        total = call(served, "GET", f"/firebreak/v1/ledger{path}")[1]["total"]
        return total["reads"], total["writes"], total["deletes"]

    assert total() == (4 + 2 + 4, 5, 1)
    assert total("?operation=feed.open") == (6, 0, 0)
    assert total("?test=two") == (6, 0, 0)
    call(served, "DELETE", "/firebreak/v1/ledger")
    assert total() == (0, 0, 0)
    with Snapshots(client.collection("c")) as snapshots:
        assert len(snapshots.next()[0]) == 4
        client.document("c/1").set({"n": 9})
        snapshots.next()
        client.document("c/2").delete()
        snapshots.next()
    # The initial state and one change; a deletion that is delivered is free.
    assert total() == (5, 1, 1)
    client.close()


def test_suggested_indexes(served, project):
    client = served.client(project)
    with pytest.raises(exceptions.FailedPrecondition):
        list(client.collection("new").where(filter=FieldFilter("a", "==", 1)).order_by("b").stream())
    status, suggested = call(served, "GET", "/firebreak/v1/indexes/suggested")
    configured = json.loads((PROJECT / "firestore.indexes.json").read_text())
    added = [index for index in suggested["indexes"] if index not in configured["indexes"]]
    assert status == 200
    assert added == [{
        "collectionGroup": "new", "queryScope": "COLLECTION",
        "fields": [{"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "b", "order": "ASCENDING"}],
    }]
    client.close()


def test_commands_of_the_firebase_cli_find_it(start_emulator, tmp_path, project, monkeypatch):
    """By the file where its hub says where it is, which belongs to the first one that lives."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    locator = temporary / f"hub-{project}.json"
    locator.write_text(json.dumps({"version": "1", "origins": ["http://127.0.0.1:1"], "pid": 2 ** 22 + 1}))
    first = start_emulator("--project", project)
    found = json.loads(locator.read_text())
    assert found["pid"] != 2 ** 22 + 1 and found["origins"] == [f"http://{first.address}/firebreak/v1/hub"]
    second = start_emulator("--project", project)
    assert json.loads(locator.read_text()) == found
    second.stop()
    assert json.loads(locator.read_text()) == found

    def ask(path, body=None, **headers):
        request = urllib.request.Request(
            found["origins"][0] + path, data=None if body is None else json.dumps(body).encode(), headers=headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    # As `firebase emulators:export` asks: who is there, and then for the export.
    assert ask("/") == found
    assert ask("/emulators")["firestore"]["port"] == first.port
    folder = tmp_path / "exported"
    folder.mkdir()
    ask("/_admin/export", {"path": str(folder), "initiatedBy": "emulators:export", "targets": ["firestore"]})
    assert (folder / "firebase-export-metadata.json").exists()
    with pytest.raises(urllib.error.HTTPError) as refusal:
        ask("/_admin/export", {"path": str(tmp_path / "page")}, origin="http://localhost:3000")
    assert refusal.value.code == 403 and not (tmp_path / "page").exists()
    first.stop()
    assert not locator.exists()
