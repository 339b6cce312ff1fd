"""Batches, the bulk writer and recursive deletion."""

import pytest
from google.api_core import exceptions
from google.cloud.firestore_v1.bulk_writer import BulkWriterOptions, SendMode


def contents(collection):
    return {document.id: document.to_dict() for document in collection.stream()}


def test_batch_is_atomic(client):
    cities = client.collection("cities")
    cities.document("old").set({"n": 0})
    batch = client.batch()
    batch.create(cities.document("a"), {"n": 1})
    batch.set(cities.document("b"), {"n": 2})
    batch.update(cities.document("b"), {"m": 3})
    batch.delete(cities.document("old"))
    results = batch.commit()
    assert len(results) == 4
    assert contents(cities) == {"a": {"n": 1}, "b": {"n": 2, "m": 3}}
    assert {document.update_time for document in cities.stream()} == {batch.commit_time}

    refused = client.batch()
    refused.set(cities.document("c"), {"n": 4})
    refused.create(cities.document("a"), {"n": 5})
    with pytest.raises(exceptions.AlreadyExists):
        refused.commit()
    assert contents(cities) == {"a": {"n": 1}, "b": {"n": 2, "m": 3}}


def test_large_batch(client):
    batch = client.batch()
    for n in range(1500):
        batch.set(client.document(f"many/{n:04}"), {"n": n})
    assert len(batch.commit()) == 1500
    assert [document.to_dict()["n"] for document in client.collection("many").stream()] == list(range(1500))


@pytest.mark.parametrize("mode", [SendMode.parallel, SendMode.serial])
def test_bulk_writer(client, mode):
    cities = client.collection("cities")
    cities.document("existing").set({"n": -1})
    written, failed = [], []
    writer = client.bulk_writer(options=BulkWriterOptions(mode=mode))
    writer.on_write_result(lambda reference, result, writer: written.append((reference.id, result.update_time)))
    writer.on_write_error(lambda error, writer: failed.append((error.operation.reference.id, error.code)))
    for n in range(100):
        writer.set(cities.document(f"{n:03}"), {"n": n})
    writer.create(cities.document("existing"), {"n": 1})
    writer.update(cities.document("missing"), {"n": 1})
    writer.close()
    # This client sends nothing more after it was flushed.
    writer = client.bulk_writer(options=BulkWriterOptions(mode=mode))
    writer.on_write_result(lambda reference, result, writer: written.append((reference.id, result.update_time)))
    writer.delete(cities.document("000"))
    writer.close()
    assert sorted(failed) == [("existing", 6), ("missing", 5)]
    assert sorted(id for id, _ in written) == ["000"] + [f"{n:03}" for n in range(100)]
    assert contents(cities) == {f"{n:03}": {"n": n} for n in range(1, 100)} | {"existing": {"n": -1}}


def test_batch_write_answers_each_write(emulator, client):
    cities = client.collection("cities")
    cities.document("a").set({"n": 1})
    database = client._database_string
    stub = emulator.stub()
    metadata = [("authorization", "Bearer owner")]

    def write(id, exists):
        return {
            "update": {"name": f"{database}/documents/cities/{id}", "fields": {}},
            "current_document": {"exists": exists},
        }

    answer = stub.batch_write(
        {"database": database, "writes": [write("a", True), write("a2", True), write("b", False)]}, metadata=metadata
    )
    assert [status.code for status in answer.status] == [0, 5, 0]
    assert answer.status[1].message == f"No document to update: {database}/documents/cities/a2"
    assert len(answer.write_results) == 3
    assert contents(cities) == {"a": {}, "b": {}}
    with pytest.raises(exceptions.InvalidArgument):
        stub.batch_write({"database": database, "writes": [write("a", True), write("a", True)]}, metadata=metadata)


def test_recursive_delete(client):
    paths = ["top/a", "top/a/x/1", "top/a/x/1/y/2", "top/missing/x/3", "top/b", "other/a/x/4"]
    for path in paths:
        client.document(path).set({"path": path})
    assert client.recursive_delete(client.document("top/a")) == 3
    assert sorted(document.reference.path for document in client.collection_group("x").stream()) == [
        "other/a/x/4", "top/missing/x/3"
    ]
    assert client.recursive_delete(client.collection("top")) == 2
    assert [document.reference.path for document in client.collection_group("x").stream()] == ["other/a/x/4"]
    assert list(client.collection("top").list_documents()) == []


def test_listing(client):
    for path in ["a/1", "a/2/sub/x", "a/3", "b/1", "a/1/sub/y", "a/1/zub/y"]:
        client.document(path).set({})
    assert [collection.id for collection in client.collections()] == ["a", "b"]
    assert [collection.id for collection in client.document("a/1").collections()] == ["sub", "zub"]
    assert list(client.document("b/1").collections()) == []
    # Also the one that only has documents below it.
    assert [reference.id for reference in client.collection("a").list_documents()] == ["1", "2", "3"]
    assert [reference.id for reference in client.collection("a").list_documents(page_size=2)] == ["1", "2", "3"]


def test_listing_many_pages(client):
    batch = client.batch()
    for n in range(700):
        batch.set(client.document(f"many/{n:04}/sub{n:04}/x"), {})
        batch.set(client.document(f"many/{n:04}"), {})
    batch.commit()
    assert [reference.id for reference in client.collection("many").list_documents(page_size=300)] == [
        f"{n:04}" for n in range(700)
    ]
