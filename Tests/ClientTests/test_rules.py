"""Security rules of `project/`: users with unsigned tokens, over gRPC and over REST."""

import base64
import json
import urllib.error
import urllib.request

import pytest
from google.api_core import exceptions

DENIED = "Missing or insufficient permissions."


def token(uid, **claims):
    """As test libraries make them: unsigned, and long expired."""
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    return f"{part({'alg': 'none', 'type': 'JWT'})}.{part({'sub': uid, 'iat': 0, 'exp': 3600, **claims})}."


class User:
    """The generated client with the credentials of one user; nobody when `uid` is None."""

    def __init__(self, emulator, client, uid, **claims):
        self.stub = emulator.stub()
        self.database = client._database_string
        self.documents = f"{self.database}/documents"
        self.metadata = [] if uid is None else [("authorization", f"Bearer {token(uid, **claims)}")]

    def get(self, path):
        return self.stub.get_document({"name": f"{self.documents}/{path}"}, metadata=self.metadata)

    def set(self, path, **fields):
        write = {"update": {"name": f"{self.documents}/{path}", "fields": {k: {"string_value": v} for k, v in fields.items()}}}
        return self.stub.commit({"database": self.database, "writes": [write]}, metadata=self.metadata)

    def update(self, path, **fields):
        document = {"name": f"{self.documents}/{path}", "fields": {k: {"string_value": v} for k, v in fields.items()}}
        write = {"update": document, "update_mask": {"field_paths": list(fields)}, "current_document": {"exists": True}}
        return self.stub.commit({"database": self.database, "writes": [write]}, metadata=self.metadata)

    def delete(self, path):
        write = {"delete": f"{self.documents}/{path}"}
        return self.stub.commit({"database": self.database, "writes": [write]}, metadata=self.metadata)

    def list(self, parent, collection, owner=None, field="owner"):
        query = {"from_": [{"collection_id": collection}]}
        if owner is not None:
            query["where"] = {
                "field_filter": {"field": {"field_path": field}, "op": "EQUAL", "value": {"string_value": owner}}
            }
        request = {"parent": "/".join(filter(None, [self.documents, parent])), "structured_query": query}
        answers = self.stub.run_query(request, metadata=self.metadata)
        return [answer.document.name.rsplit("/", 1)[1] for answer in answers if "document" in answer]


@pytest.fixture
def user(emulator, client):
    return lambda uid, **claims: User(emulator, client, uid, **claims)


def denied(action, *arguments, **named):
    with pytest.raises(exceptions.PermissionDenied) as refusal:
        action(*arguments, **named)
    assert refusal.value.message == DENIED


def test_documents(client, user):
    alice, bob, nobody = user("alice"), user("bob"), user(None)
    alice.set("notes/1", owner="alice", text="mine")
    assert alice.get("notes/1").fields["text"].string_value == "mine"
    denied(bob.get, "notes/1")
    denied(nobody.get, "notes/1")
    denied(bob.set, "notes/2", owner="alice")
    denied(bob.set, "notes/1", owner="bob")
    denied(nobody.set, "notes/3", owner="")
    alice.set("notes/1", owner="alice", text="still mine")
    denied(alice.set, "notes/1", owner="bob")
    denied(alice.delete, "notes/1")
    denied(alice.set, "elsewhere/1", owner="alice")
    assert client.document("notes/1").get().to_dict() == {"owner": "alice", "text": "still mine"}
    user("root", admin=True).delete("notes/1")
    assert not client.document("notes/1").get().exists


def test_rules_are_not_filters(client, user):
    for n, owner in enumerate(["alice", "bob", "alice"]):
        client.document(f"notes/{n}").set({"owner": owner})
    alice = user("alice")
    assert alice.list("", "notes", owner="alice") == ["0", "2"]
    denied(alice.list, "", "notes")
    denied(alice.list, "", "notes", owner="bob")
    denied(user(None).list, "", "notes", owner="alice")


def test_rules_read_documents(client, user):
    client.document("rooms/open/messages/1").set({"text": "hello"})
    client.document("rooms/closed/messages/1").set({"text": "secret"})
    client.document("rooms/open").set({"open": True})
    client.document("rooms/closed").set({"open": False})
    nobody = user(None)
    assert nobody.get("rooms/open/messages/1").fields["text"].string_value == "hello"
    assert nobody.list("rooms/open", "messages") == ["1"]
    denied(nobody.get, "rooms/closed/messages/1")
    denied(nobody.list, "rooms/closed", "messages")


def test_a_commit_is_refused_as_a_whole(client, user):
    alice = user("alice")
    writes = [
        {"update": {"name": f"{alice.documents}/notes/1", "fields": {"owner": {"string_value": "alice"}}}},
        {"update": {"name": f"{alice.documents}/notes/2", "fields": {"owner": {"string_value": "bob"}}}},
    ]
    denied(alice.stub.commit, {"database": alice.database, "writes": writes}, metadata=alice.metadata)
    assert list(client.collection("notes").stream()) == []


def test_methods_for_servers_only(user):
    alice = user("alice")
    denied(alice.stub.list_collection_ids, {"parent": alice.documents}, metadata=alice.metadata)
    denied(alice.stub.begin_transaction, {"database": alice.database}, metadata=alice.metadata)
    denied(alice.stub.batch_write, {"database": alice.database}, metadata=alice.metadata)


def test_who_sees_what_on_one_connection(emulator, client, user):
    """Owner, user and nobody share a connection; each request is judged by its own header."""
    client.document("notes/1").set({"owner": "alice"})
    alice, nobody = user("alice"), user(None)
    nobody.stub = alice.stub
    for _ in range(3):
        assert alice.get("notes/1").name.endswith("/notes/1")
        denied(nobody.get, "notes/1")
        owner = alice.stub.get_document(
            {"name": f"{alice.documents}/notes/1"}, metadata=[("authorization", "Bearer owner")]
        )
        assert owner.fields["owner"].string_value == "alice"


# REST


class Rest:
    def __init__(self, emulator, project, authorization=None):
        self.root = f"http://{emulator.address}/v1/projects/{project}/databases/(default)/documents"
        self.authorization = authorization

    def __call__(self, method, path, body=None):
        request = urllib.request.Request(
            self.root + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json"} if body is not None else {},
        )
        if self.authorization:
            request.add_header("authorization", f"Bearer {self.authorization}")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)


def test_rest(emulator, project, client):
    alice, bob = (Rest(emulator, project, token(uid)) for uid in ("alice", "bob"))
    note = {"fields": {"owner": {"stringValue": "alice"}, "n": {"integerValue": "1"}}}
    status, created = alice("POST", "/notes?documentId=1", note)
    assert status == 200
    assert created["name"] == f"projects/{project}/databases/(default)/documents/notes/1"
    assert created["fields"] == note["fields"]
    assert created["createTime"] == created["updateTime"]
    assert alice("GET", "/notes/1") == (200, created)
    refusal = {"error": {"code": 403, "message": DENIED, "status": "PERMISSION_DENIED"}}
    assert bob("GET", "/notes/1") == (403, refusal)
    assert Rest(emulator, project)("GET", "/notes/1") == (403, refusal)
    assert bob("POST", "/notes?documentId=2", note) == (403, refusal)
    status, answer = alice("POST", "/notes?documentId=1", note)
    assert (status, answer["error"]["status"]) == (403, "PERMISSION_DENIED") or status == 409
    owner = Rest(emulator, project, "owner")
    query = {"structuredQuery": {"from": [{"collectionId": "notes"}]}}
    status, answer = owner("POST", ":runQuery", query)
    assert status == 200
    assert [row["document"] for row in answer] == [created]
    status, answer = bob("POST", ":runQuery", query)
    assert (status, answer) == (403, [refusal])
    assert owner("GET", "/notes/none")[0] == 404
    assert client.document("notes/1").get().to_dict() == {"owner": "alice", "n": 1}
