"""Documents: what is written is what is read, and refusals have production's words."""

import datetime
import math

import pytest
from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.vector import Vector


def name(reference):
    return f"{reference._client._database_string}/documents/{reference.path}"


def microseconds(time):
    return int(time.replace(tzinfo=datetime.timezone.utc).timestamp()) * 1_000_000 + time.microsecond


def test_create_get_delete(client):
    document = client.document("cities/LA")
    assert not document.get().exists
    written = document.create({"name": "Los Angeles"})
    read = document.get()
    assert read.exists
    assert read.to_dict() == {"name": "Los Angeles"}
    assert read.id == "LA"
    assert read.create_time == read.update_time == written.update_time
    assert read.read_time >= read.update_time
    document.delete()
    assert not document.get().exists
    # Deleting what does not exist is no error.
    document.delete()


def test_create_refuses_existing(client):
    document = client.document("cities/LA")
    document.create({"n": 1})
    with pytest.raises(exceptions.AlreadyExists) as refusal:
        document.create({"n": 2})
    assert refusal.value.message == f"Document already exists: {name(document)}"
    assert document.get().to_dict() == {"n": 1}


def test_update_refuses_missing(client):
    document = client.document("cities/LA")
    with pytest.raises(exceptions.NotFound) as refusal:
        document.update({"n": 1})
    assert refusal.value.message == f"No document to update: {name(document)}"
    assert not document.get().exists


def test_set_replaces_and_keeps_create_time(client):
    document = client.document("cities/LA")
    first = document.set({"a": 1, "b": {"c": 2}})
    second = document.set({"b": {"d": 3}})
    read = document.get()
    assert read.to_dict() == {"b": {"d": 3}}
    assert read.create_time == first.update_time
    assert read.update_time == second.update_time
    assert second.update_time > first.update_time


def test_set_merge(client):
    document = client.document("cities/LA")
    document.set({"a": 1, "b": {"c": 2, "d": 3}, "list": [1, 2]})
    document.set({"b": {"d": 4, "e": 5}, "list": [3]}, merge=True)
    assert document.get().to_dict() == {"a": 1, "b": {"c": 2, "d": 4, "e": 5}, "list": [3]}
    document.set({"a": 6, "b": {"c": 7, "d": 8}}, merge=["b.c"])
    assert document.get().to_dict() == {"a": 1, "b": {"c": 7, "d": 4, "e": 5}, "list": [3]}
    # Merging makes what is missing.
    other = client.document("cities/SF")
    other.set({"a": {"b": 1}}, merge=True)
    assert other.get().to_dict() == {"a": {"b": 1}}


def test_update_of_nested_fields(client):
    document = client.document("cities/LA")
    document.set({"a": {"b": 1, "c": 2}, "d": 3, "x.y": 4})
    document.update({"a.b": 5, "d": firestore.DELETE_FIELD, "e.f": 6, "`x.y`": 7})
    assert document.get().to_dict() == {"a": {"b": 5, "c": 2}, "e": {"f": 6}, "x.y": 7}
    document.update({"a": {"only": 1}})
    assert document.get().to_dict() == {"a": {"only": 1}, "e": {"f": 6}, "x.y": 7}


def test_preconditions(client):
    document = client.document("cities/LA")
    first = document.set({"n": 1})
    second = document.set({"n": 2})
    stale = client.write_option(last_update_time=first.update_time)
    with pytest.raises(exceptions.FailedPrecondition) as refusal:
        document.update({"n": 3}, option=stale)
    assert refusal.value.message == (
        f"the stored version ({microseconds(second.update_time)}) does not match the required base version "
        f"({microseconds(first.update_time)})"
    )
    with pytest.raises(exceptions.FailedPrecondition):
        document.delete(option=stale)
    assert document.get().to_dict() == {"n": 2}
    third = document.update({"n": 3}, option=client.write_option(last_update_time=second.update_time))
    document.delete(option=client.write_option(last_update_time=third.update_time))
    assert not document.get().exists
    with pytest.raises(exceptions.NotFound) as refusal:
        document.delete(option=client.write_option(exists=True))
    assert refusal.value.message == f"No document to update: {name(document)}"


def test_write_that_changes_nothing_keeps_the_update_time(client):
    document = client.document("cities/LA")
    first = document.set({"n": 1})
    assert document.set({"n": 1}).update_time == first.update_time
    assert document.get().update_time == first.update_time


def test_values(client):
    time = datetime.datetime(2024, 2, 29, 12, 30, 15, 123456, tzinfo=datetime.timezone.utc)
    fields = {
        "null": None, "true": True, "false": False, "zero": 0, "largest": 2**63 - 1, "smallest": -(2**63),
        "double": 0.1, "infinity": math.inf, "negative infinity": -math.inf, "integral double": 3.0,
        "time": time, "empty": "", "text": "é e\u0301 \u0000 🔥", "bytes": b"\x00\xff", "empty bytes": b"",
        "reference": client.document("a/b/c/d"), "place": firestore.GeoPoint(-33.5, 151.25),
        "list": [1, "a", None, [], {"x": [2]}], "empty list": [], "map": {"a": {"b": {}}, "": 1}, "vector": Vector([1.0, -2.5]),
    }
    # Arrays of arrays are the one nesting that does not exist.
    fields["list"] = [1, "a", None, {"x": [2]}]
    del fields["map"][""]
    document = client.document("values/all")
    document.set(fields)
    read = document.get().to_dict()
    assert read == fields
    assert {key: type(value) for key, value in read.items() if key in ("zero", "integral double", "true")} == {
        "zero": int, "integral double": float, "true": bool
    }
    document.set({"nan": math.nan, "negative zero": -0.0})
    read = document.get().to_dict()
    assert math.isnan(read["nan"])
    assert math.copysign(1, read["negative zero"]) == -1


def test_nested_arrays_are_refused(client):
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        client.document("values/nested").set({"list": [[1]]})
    assert "nested" in refusal.value.message.lower() or "array" in refusal.value.message.lower()


def test_too_large_document(client):
    document = client.document("values/large")
    document.set({"text": "x" * 1_048_000})
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        document.set({"text": "x" * 1_048_000, "more": "x" * 1000})
    # 32 for the document, its name with 16 more, and each field with its name.
    size = 32 + len("values") + 1 + len("large") + 1 + 16 + len("text") + 1 + 1_048_001 + len("more") + 1 + 1001
    assert refusal.value.message == (
        f"Document '{name(document)}' cannot be written because its size ({size:,} bytes) exceeds the maximum allowed "
        "size of 1,048,576 bytes."
    )
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        document.set({"text": "x" * 1_048_600})
    assert refusal.value.message == 'The value of property "text" is longer than 1048487 bytes.'
    assert len(document.get().to_dict()["text"]) == 1_048_000


def test_unusual_ids(client):
    ids = ["a b", "a:b", "%2F", "é", "e\u0301", "🔥", "'\"", "(default)", "..."]
    for n, id in enumerate(ids):
        client.document("odd", id).set({"n": n})
    assert {document.id: document.to_dict()["n"] for document in client.collection("odd").stream()} == {
        id: n for n, id in enumerate(ids)
    }
    for n, id in enumerate(ids):
        assert client.document("odd", id).get().to_dict() == {"n": n}


@pytest.mark.parametrize("id", [".", "..", "__x__"])
def test_reserved_ids_are_refused(client, id):
    with pytest.raises(exceptions.InvalidArgument):
        client.document("odd", id).set({})


def test_masks(client):
    document = client.document("cities/LA")
    document.set({"a": 1, "b": {"c": 2, "d": 3}, "e": 4})
    assert document.get(["a", "b.c", "missing"]).to_dict() == {"a": 1, "b": {"c": 2}}


def test_get_all(client):
    for id in "ab":
        client.document("c", id).set({"id": id})
    references = [client.document("c", id) for id in "bxab"]
    found = {snapshot.id: snapshot.to_dict() for snapshot in client.get_all(references)}
    assert found == {"a": {"id": "a"}, "b": {"id": "b"}, "x": None}
    masked = {snapshot.id: snapshot.to_dict() for snapshot in client.get_all(references[:1], field_paths=["none"])}
    assert masked == {"b": {}}
    assert len({snapshot.read_time for snapshot in client.get_all(references)}) == 1


def test_add_makes_an_id(client):
    time, reference = client.collection("c").add({"n": 1})
    assert len(reference.id) == 20
    assert reference.get().update_time == time


def test_reading_the_past(client):
    document = client.document("c/d")
    first = document.set({"n": 1})
    second = document.set({"n": 2})
    document.delete()
    assert document.get(read_time=first.update_time).to_dict() == {"n": 1}
    assert document.get(read_time=second.update_time).to_dict() == {"n": 2}
    query = client.collection("c").where(filter=firestore.FieldFilter("n", ">", 0))
    assert [found.to_dict() for found in query.stream(read_time=first.update_time)] == [{"n": 1}]
    assert [found.to_dict() for found in query.stream()] == []
    future = second.update_time + datetime.timedelta(minutes=5)
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        document.get(read_time=future)
    assert refusal.value.message == "The requested 'read_time' cannot be in the future."


def test_databases_and_projects_are_apart(emulator, project):
    clients = [
        emulator.client(project), emulator.client(project, "other"), emulator.client(f"{project}-2"),
    ]
    for n, client in enumerate(clients):
        client.document("c/d").set({"n": n})
    assert [client.document("c/d").get().to_dict() for client in clients] == [{"n": 0}, {"n": 1}, {"n": 2}]
    for client in clients:
        client.close()
