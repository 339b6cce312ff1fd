"""The two-way streams as phones and browsers use them: many targets on one Listen stream, writes on a Write stream."""

import queue
import threading

import grpc
import pytest
from google.cloud.firestore_v1.types import ListenRequest, ListenResponse, WriteRequest, WriteResponse

OWNER = [("authorization", "Bearer owner")]
ADD, REMOVE, CURRENT, RESET = 1, 2, 3, 4


class Stream:
    """A raw stream: sends when told, keeps what comes."""

    def __init__(self, emulator, method, request_type, response_type, metadata=OWNER):
        self.channel = grpc.insecure_channel(emulator.address)
        self._requests = queue.SimpleQueue()
        self._responses = queue.Queue()
        self._request_type = request_type
        self.call = self.channel.stream_stream(
            f"/google.firestore.v1.Firestore/{method}", request_serializer=request_type.serialize,
            response_deserializer=response_type.deserialize,
        )(iter(self._requests.get, None), metadata=metadata)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            for response in self.call:
                self._responses.put(response)
            self._responses.put(None)
        except grpc.RpcError as error:
            self._responses.put(error)

    def send(self, **request):
        self._requests.put(self._request_type(**request))

    def receive(self):
        return self._responses.get(timeout=20)

    def half_close(self):
        self._requests.put(None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._requests.put(None)
        self.call.cancel()
        self.channel.close()


class Listening(Stream):
    def __init__(self, emulator, client, **options):
        super().__init__(emulator, "Listen", ListenRequest, ListenResponse, **options)
        self.database = client._database_string
        self.tokens = {}

    def add(self, id, *, documents=None, query=None, **options):
        target = {"target_id": id, **options}
        if documents:
            target["documents"] = {"documents": [f"{self.database}/documents/{path}" for path in documents]}
        else:
            target["query"] = {"parent": f"{self.database}/documents", "structured_query": query}
        self.send(database=self.database, add_target=target)

    def remove(self, id):
        self.send(database=self.database, remove_target=id)

    def next(self):
        """One message in a few words."""
        response = self.receive()
        if response is None or isinstance(response, grpc.RpcError):
            return response
        kind = response._pb.WhichOneof("response_type")
        if kind == "target_change":
            change = response.target_change
            ids = list(change.target_ids)
            if change.resume_token:
                self.tokens[tuple(ids)] = change.resume_token
            type = change.target_change_type
            if type == REMOVE and change.cause.code:
                return ("REMOVE", ids, change.cause.code)
            if type == 0:
                assert ids == [] and change.read_time
                return "boundary"
            return ({ADD: "ADD", REMOVE: "REMOVE", CURRENT: "CURRENT", RESET: "RESET"}[type], ids)
        if kind == "document_change":
            change = response.document_change
            words = ("change", change.document.name.split("/documents/")[1], sorted(change.target_ids))
            return (*words, sorted(change.removed_target_ids)) if change.removed_target_ids else words
        if kind == "document_delete":
            deleted = response.document_delete
            return ("delete", deleted.document.split("/documents/")[1], sorted(deleted.removed_target_ids))
        if kind == "document_remove":
            removed = response.document_remove
            return ("remove", removed.document.split("/documents/")[1], sorted(removed.removed_target_ids))
        return ("filter", response.filter.target_id, response.filter.count)

    def until_boundary(self, boundaries=1):
        """Messages up to a boundary, which is left out."""
        messages = []
        while boundaries:
            message = self.next()
            assert message is not None and not isinstance(message, grpc.RpcError), message
            if message == "boundary":
                boundaries -= 1
            else:
                messages.append(message)
        return messages


@pytest.fixture
def listening(emulator, client):
    with Listening(emulator, client) as stream:
        yield stream


def collection(id, **query):
    return {"from_": [{"collection_id": id}], **query}


def test_life_of_a_query_target(client, listening):
    for id in "ab":
        client.document("c", id).set({"n": 1})
    listening.add(2, query=collection("c"))
    assert listening.until_boundary() == [("ADD", [2]), ("change", "c/a", [2]), ("change", "c/b", [2]), ("CURRENT", [2])]
    client.document("c/a").update({"n": 2})
    assert listening.until_boundary() == [("change", "c/a", [2])]
    client.document("c/a").delete()
    assert listening.until_boundary() == [("delete", "c/a", [2])]
    listening.remove(2)
    assert listening.next() == ("REMOVE", [2])
    listening.half_close()
    assert listening.next() is None
    assert listening.call.code() == grpc.StatusCode.OK


def test_document_targets(client, listening):
    listening.add(1, documents=["c/none"])
    assert listening.until_boundary() == [("ADD", [1]), ("delete", "c/none", [1]), ("CURRENT", [1])]
    client.document("c/none").set({})
    assert listening.until_boundary() == [("change", "c/none", [1])]


def test_several_targets_move_together(client, listening):
    client.document("c/a").set({"n": 1})
    positive = collection("c", where={
        "field_filter": {"field": {"field_path": "n"}, "op": "GREATER_THAN", "value": {"integer_value": 0}}})
    listening.add(2, query=collection("c"))
    listening.until_boundary()
    listening.add(4, query=positive)
    assert listening.until_boundary() == [("ADD", [4]), ("change", "c/a", [4]), ("CURRENT", [4])]
    batch = client.batch()
    batch.set(client.document("c/a"), {"n": 0})
    batch.set(client.document("c/b"), {"n": 2})
    batch.commit()
    told = {}
    for message in listening.until_boundary():
        kind, path, targets, *removed = message
        assert kind == "change"
        now, gone = told.setdefault(path, (set(), set()))
        now.update(targets)
        gone.update(*removed)
    assert told == {"c/a": ({2}, {4}), "c/b": ({2, 4}, set())}


def test_limit(client, listening):
    for id, n in [("a", 1), ("b", 2), ("c", 3)]:
        client.document("c", id).set({"n": n})
    listening.add(2, query=collection("c", order_by=[{"field": {"field_path": "n"}, "direction": "ASCENDING"}], limit=2))
    assert listening.until_boundary()[1:3] == [("change", "c/a", [2]), ("change", "c/b", [2])]
    client.document("c/a").delete()
    assert sorted(listening.until_boundary()) == [("change", "c/c", [2]), ("delete", "c/a", [2])]
    client.document("c/0").set({"n": 0})
    added, evicted = sorted(listening.until_boundary(), key=lambda message: message[1])
    assert added == ("change", "c/0", [2])
    assert evicted in [("remove", "c/c", [2]), ("change", "c/c", [], [2])]


def test_resuming(emulator, client, listening):
    for id in "ab":
        client.document("c", id).set({"n": 1})
    listening.add(2, query=collection("c"))
    listening.until_boundary()
    token = listening.tokens[()]
    client.document("c/a").delete()
    client.document("c/c").set({"n": 3})
    with Listening(emulator, client) as again:
        again.add(2, query=collection("c"), resume_token=token, expected_count=2)
        messages = []
        while ("CURRENT", [2]) not in messages:
            messages.append(again.next())
        assert messages[0] == ("ADD", [2])
        assert ("change", "c/c", [2]) in messages
        # What is gone is either named or follows from the count.
        assert ("delete", "c/a", [2]) in messages or ("filter", 2, 2) in messages
        assert ("change", "c/b", [2]) not in messages
        assert again.next() == "boundary"
    with Listening(emulator, client) as broken:
        broken.add(2, query=collection("c"), resume_token=b"nonsense")
        assert broken.next() == ("REMOVE", [2], 3)


def test_once(client, listening):
    client.document("c/a").set({})
    listening.add(2, query=collection("c"), once=True)
    assert listening.until_boundary() == [("ADD", [2]), ("change", "c/a", [2]), ("CURRENT", [2])]
    assert listening.next() == ("REMOVE", [2])


def test_refused_targets_leave_the_others(client, listening):
    listening.add(2, query=collection("c"))
    listening.until_boundary()
    needs_index = collection("c", order_by=[
        {"field": {"field_path": field}, "direction": "ASCENDING"} for field in ("a", "b")])
    listening.add(4, query=needs_index)
    assert [listening.next(), listening.next()] == [("ADD", [4]), ("REMOVE", [4], 9)]
    listening.add(2, query=collection("d"))
    assert listening.next() == ("REMOVE", [2], 6)
    client.document("c/a").set({})
    assert listening.until_boundary() == [("change", "c/a", [2])]


def test_no_permission(emulator, client):
    with Listening(emulator, client, metadata=[]) as nobody:
        nobody.add(2, query=collection("notes"))
        message = nobody.next()
        if message == ("ADD", [2]):
            message = nobody.next()
        assert message == ("REMOVE", [2], 7)


class Writing(Stream):
    def __init__(self, emulator, client, **options):
        super().__init__(emulator, "Write", WriteRequest, WriteResponse, **options)
        self.database = client._database_string
        self.send(database=self.database)
        self.handshake = self.receive()

    def write(self, path, precondition=None, **fields):
        write = {"update": {
            "name": f"{self.database}/documents/{path}", "fields": {k: {"integer_value": v} for k, v in fields.items()}}}
        if precondition is not None:
            write["current_document"] = {"exists": precondition}
        self.send(stream_token=self.handshake.stream_token, writes=[write])


def test_write_stream(emulator, client):
    with Writing(emulator, client) as stream:
        assert stream.handshake.stream_id and stream.handshake.stream_token
        assert len(stream.handshake.write_results) == 0
        # Sent without waiting, answered in order.
        for n in range(10):
            stream.write(f"c/d{n}", n=n)
        answers = [stream.receive() for _ in range(10)]
        assert all(len(answer.write_results) == 1 and answer.commit_time and answer.stream_token for answer in answers)
        assert [answer.commit_time for answer in answers] == sorted({answer.commit_time for answer in answers})
        assert [d.to_dict() for d in client.collection("c").stream()] == [{"n": n} for n in range(10)]
        stream.half_close()
        assert stream.receive() is None
        assert stream.call.code() == grpc.StatusCode.OK


def test_a_refused_write_ends_the_stream(emulator, client):
    with Writing(emulator, client) as stream:
        stream.write("c/a", n=1)
        stream.receive()
        stream.write("c/none", precondition=True, n=2)
        refusal = stream.receive()
        assert refusal.code() == grpc.StatusCode.NOT_FOUND
        assert refusal.details() == f"No document to update: {client._database_string}/documents/c/none"
    with Writing(emulator, client) as again:
        again.write("c/b", n=3)
        again.receive()
    assert {d.id for d in client.collection("c").stream()} == {"a", "b"}
