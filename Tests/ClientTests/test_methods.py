"""Methods that the Python client itself does not use, through the generated client below it."""

import pytest
from google.api_core import exceptions
from google.cloud.firestore_v1.types import Document, StructuredQuery

OWNER = [("authorization", "Bearer owner")]


class Raw:
    def __init__(self, emulator, client):
        self.stub = emulator.stub()
        self.database = client._database_string
        self.root = f"{self.database}/documents"

    def __getattr__(self, method):
        return lambda **request: getattr(self.stub, method)(request, metadata=OWNER)


@pytest.fixture
def raw(emulator, client):
    return Raw(emulator, client)


def integers(**fields):
    return {name: {"integer_value": value} for name, value in fields.items()}


def plain(document):
    return {name: value.integer_value for name, value in document.fields.items()}


def test_single_documents(raw):
    created = raw.create_document(
        parent=raw.root, collection_id="c", document_id="a", document={"fields": integers(n=1, m=2)})
    assert created.name == f"{raw.root}/c/a"
    assert plain(created) == {"n": 1, "m": 2}
    assert created.create_time == created.update_time
    with pytest.raises(exceptions.AlreadyExists) as refusal:
        raw.create_document(parent=raw.root, collection_id="c", document_id="a", document={})
    assert refusal.value.message == f"Document already exists: {raw.root}/c/a"
    assert raw.get_document(name=f"{raw.root}/c/a") == created
    assert plain(raw.get_document(name=f"{raw.root}/c/a", mask={"field_paths": ["m", "x"]})) == {"m": 2}
    updated = raw.update_document(
        document={"name": f"{raw.root}/c/a", "fields": integers(n=5, ignored=6)}, update_mask={"field_paths": ["n", "m"]},
        mask={"field_paths": ["n"]})
    assert plain(updated) == {"n": 5}
    assert plain(raw.get_document(name=f"{raw.root}/c/a")) == {"n": 5}
    with pytest.raises(exceptions.NotFound) as refusal:
        raw.update_document(
            document={"name": f"{raw.root}/c/none", "fields": {}}, current_document={"exists": True})
    assert refusal.value.message == f"No document to update: {raw.root}/c/none"
    raw.delete_document(name=f"{raw.root}/c/a")
    raw.delete_document(name=f"{raw.root}/c/a")
    with pytest.raises(exceptions.NotFound) as refusal:
        raw.get_document(name=f"{raw.root}/c/a")
    assert refusal.value.message == f'Document "{raw.root}/c/a" not found.'


def test_chosen_ids(raw):
    ids = [raw.create_document(parent=raw.root, collection_id="c", document={}).name.rsplit("/", 1)[1] for _ in range(20)]
    assert len(set(ids)) == 20
    assert all(len(id) == 20 and id.isalnum() and id.isascii() for id in ids)


def test_list_documents(raw, client):
    for n in range(5):
        client.document(f"c/d{n}").set({"n": n, "m": -n})
    client.document("c/missing/sub/x").set({})

    def page(**request):
        answer = raw.stub.list_documents({"parent": raw.root, "collection_id": "c", **request}, metadata=OWNER)
        first = next(answer.pages)
        return [document.name.rsplit("/", 1)[1] for document in first.documents], first.next_page_token, first.documents

    assert page()[:2] == (["d0", "d1", "d2", "d3", "d4"], "")
    ids, token, _ = page(page_size=3)
    assert ids == ["d0", "d1", "d2"] and token
    assert page(page_size=3, page_token=token)[:2] == (["d3", "d4"], "")
    assert page(order_by="n desc", page_size=2)[0] == ["d4", "d3"]
    ids, _, documents = page(show_missing=True)
    assert ids == ["d0", "d1", "d2", "d3", "d4", "missing"]
    assert "create_time" not in documents[-1] and "create_time" in documents[0]
    assert [plain(document) for document in page(mask={"field_paths": ["m"]}, page_size=2)[2]] == [{"m": 0}, {"m": -1}]
    with pytest.raises(exceptions.InvalidArgument):
        page(page_token="nonsense")


def test_batch_get_answers_found_before_missing(raw, client):
    for id in "ca":
        client.document("c", id).set({})
    names = [f"{raw.root}/c/{id}" for id in ("c", "x", "a", "c", "b")]
    answers = list(raw.batch_get_documents(database=raw.database, documents=names))
    assert [(answer.found.name or answer.missing).rsplit("/", 1)[1] for answer in answers] == ["a", "c", "x", "b"] or [
        (answer.found.name or answer.missing).rsplit("/", 1)[1] for answer in answers] == ["a", "c", "b", "x"]
    with pytest.raises(exceptions.InvalidArgument):
        list(raw.batch_get_documents(database=raw.database, documents=["projects/other/databases/(default)/documents/c/a"]))


def test_shape_of_query_answers(raw, client):
    for n in range(4):
        client.document(f"c/d{n}").set({"n": n})

    def run(**query):
        return list(raw.run_query(parent=raw.root, structured_query={"from_": [{"collection_id": "c"}], **query}))

    empty = run(where={"field_filter": {"field": {"field_path": "n"}, "op": "EQUAL", "value": {"integer_value": 9}}})
    assert len(empty) == 1 and "document" not in empty[0] and empty[0].read_time
    answers = run(offset=2)
    assert sum(answer.skipped_results for answer in answers) == 2
    assert [answer.document.name.rsplit("/", 1)[1] for answer in answers if "document" in answer] == ["d2", "d3"]
    assert len({answer.read_time for answer in answers}) == 1
    assert not any(answer.done for answer in answers)
    begun = list(raw.run_query(
        parent=raw.root, new_transaction={"read_write": {}}, structured_query={"from_": [{"collection_id": "c"}], "limit": 1}))
    assert begun[0].transaction and "document" not in begun[0]
    assert [answer.document.name.rsplit("/", 1)[1] for answer in begun[1:]] == ["d0"]
    raw.commit(database=raw.database, transaction=begun[0].transaction)


def test_batch_get_begins_a_transaction(raw, client):
    client.document("c/a").set({})
    answers = list(raw.batch_get_documents(
        database=raw.database, documents=[f"{raw.root}/c/a"], new_transaction={"read_write": {}}))
    transaction = next(answer.transaction for answer in answers if answer.transaction)
    raw.rollback(database=raw.database, transaction=transaction)


def test_verify(emulator, raw, client):
    """Clients of phones and browsers send field 5 of a write, which the public files do not have."""
    from google.cloud.firestore_v1.types import CommitRequest

    client.document("c/a").set({})

    def commit(name, exists):
        # Write{verify 5, current_document 4{exists 1}}
        verify = bytes([0x2A, len(name)]) + name + bytes([0x22, 2, 0x08, exists])
        request = CommitRequest.pb(CommitRequest(database=raw.database)).SerializeToString() + bytes([0x12, len(verify)]) + verify
        return raw.stub.commit(CommitRequest.deserialize(request), metadata=OWNER)

    assert len(commit(f"{raw.root}/c/a".encode(), 1).write_results) == 1
    with pytest.raises((exceptions.NotFound, exceptions.FailedPrecondition)):
        commit(f"{raw.root}/c/b".encode(), 1)
    assert {document.id for document in client.collection("c").stream()} == {"a"}


def test_pipelines_are_not_offered(client):
    with pytest.raises(exceptions.FailedPrecondition) as refusal:
        list(client.pipeline().collection("c").stream())
    assert refusal.value.message == (
        "Pipelines are only allowed on ENTERPRISE mode databases, which are not emulated (FB8001).")


def test_partition_refusals(raw):
    query = StructuredQuery(
        from_=[{"collection_id": "c", "all_descendants": True}],
        order_by=[{"field": {"field_path": "__name__"}, "direction": "ASCENDING"}])
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        raw.partition_query(parent=raw.root, structured_query=query, partition_count=-1)
    assert refusal.value.message == "Partition count must be greater than zero."


def test_large_requests(raw):
    fields = {"b": {"bytes_value": b"x" * 1_000_000}}
    writes = [{"update": {"name": f"{raw.root}/large/d{n}", "fields": fields}} for n in range(9)]
    raw.commit(database=raw.database, writes=writes)
    found = list(raw.run_query(parent=raw.root, structured_query={"from_": [{"collection_id": "large"}]}))
    assert [len(answer.document.fields["b"].bytes_value) for answer in found] == [1_000_000] * 9
    writes = [{"update": {"name": f"{raw.root}/large/e{n}", "fields": fields}} for n in range(12)]
    with pytest.raises((exceptions.InvalidArgument, exceptions.ResourceExhausted)):
        raw.commit(database=raw.database, writes=writes)
    assert Document(found[0].document) == raw.get_document(name=found[0].document.name)


def test_many_results(raw, client):
    for start in range(0, 10_000, 500):
        batch = client.batch()
        for n in range(start, start + 500):
            batch.set(client.document(f"many/d{n:05}"), {"n": n})
        batch.commit()
    assert [document.to_dict()["n"] for document in client.collection("many").order_by("n").stream()] == list(range(10_000))
    assert [[r.value for r in answer] for answer in client.collection("many").count().get()] == [[10_000]]


def test_cancelled_streams_do_no_harm(client):
    for n in range(50):
        client.document(f"c/d{n:02}").set({"text": "x" * 10_000})
    for _ in range(30):
        stream = client.collection("c").stream()
        next(stream)
        stream.close()
    assert len(list(client.collection("c").stream())) == 50
