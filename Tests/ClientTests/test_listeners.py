"""on_snapshot for documents and queries."""

import pytest
from google.cloud.firestore_v1 import FieldFilter

from watching import Snapshots


def added(*ids):
    return [("ADDED", id) for id in ids]


def test_document(client, other_client):
    document = other_client.document("cities/LA")
    with Snapshots(client.document("cities/LA")) as snapshots:
        assert snapshots.next() == ([], [])
        document.set({"n": 1})
        assert snapshots.next() == ([("LA", {"n": 1})], added("LA"))
        document.update({"n": 2})
        assert snapshots.next() == ([("LA", {"n": 2})], [("MODIFIED", "LA")])
        # A write that changes nothing, and a write of another document, are silent.
        document.set({"n": 2})
        other_client.document("cities/SF").set({"n": 1})
        document.delete()
        assert snapshots.next() == ([], [("REMOVED", "LA")])
        assert snapshots.read_times == sorted(set(snapshots.read_times))


def test_existing_document(client):
    client.document("cities/LA").set({"n": 1})
    with Snapshots(client.document("cities/LA")) as snapshots:
        assert snapshots.next() == ([("LA", {"n": 1})], added("LA"))


def test_query(client, other_client):
    cities = other_client.collection("cities")
    for id, n in [("a", 1), ("b", 2), ("c", 3), ("x", -1)]:
        cities.document(id).set({"n": n})
    positive = client.collection("cities").where(filter=FieldFilter("n", ">", 0)).order_by("n")
    with Snapshots(positive) as snapshots:
        documents, changes = snapshots.next()
        assert documents == [("a", {"n": 1}), ("b", {"n": 2}), ("c", {"n": 3})]
        assert changes == added("a", "b", "c")
        cities.document("b").update({"n": 4})
        documents, changes = snapshots.next()
        assert documents == [("a", {"n": 1}), ("c", {"n": 3}), ("b", {"n": 4})]
        assert changes == [("MODIFIED", "b")]
        cities.document("c").delete()
        assert snapshots.next()[1] == [("REMOVED", "c")]
        # Leaves by a change, enters by a change.
        cities.document("a").update({"n": 0})
        assert snapshots.next() == ([("b", {"n": 4})], [("REMOVED", "a")])
        cities.document("x").update({"n": 7})
        assert snapshots.next() == ([("b", {"n": 4}), ("x", {"n": 7})], [("ADDED", "x")])


def test_one_commit_is_one_snapshot(client, other_client):
    cities = other_client.collection("cities")
    for id in "abc":
        cities.document(id).set({"n": 1})
    with Snapshots(client.collection("cities")) as snapshots:
        assert snapshots.next()[1] == added("a", "b", "c")
        batch = other_client.batch()
        batch.delete(cities.document("a"))
        batch.update(cities.document("c"), {"n": 2})
        batch.set(cities.document("b2"), {"n": 3})
        batch.commit()
        documents, changes = snapshots.next()
        assert documents == [("b", {"n": 1}), ("b2", {"n": 3}), ("c", {"n": 2})]
        assert changes == [("REMOVED", "a"), ("ADDED", "b2"), ("MODIFIED", "c")]


def test_limit_replaces_in_one_snapshot(client, other_client):
    documents = other_client.collection("T")
    for id, sort in [("a", 1), ("b", 2), ("c", 3), ("e", 0)]:
        documents.document(id).set({"sort": sort})
    with Snapshots(client.collection("T").order_by("sort").limit(2)) as snapshots:
        assert snapshots.next()[1] == added("e", "a")
        documents.document("e").delete()
        assert snapshots.next() == (
            [("a", {"sort": 1}), ("b", {"sort": 2})], [("REMOVED", "e"), ("ADDED", "b")]
        )
        documents.document("first").set({"sort": -1})
        assert snapshots.next() == (
            [("first", {"sort": -1}), ("a", {"sort": 1})], [("REMOVED", "b"), ("ADDED", "first")]
        )
        # Behind the window: silent; the next thing that is told is the next change inside of it.
        documents.document("c").update({"sort": 9})
        documents.document("a").update({"sort": 0})
        assert snapshots.next()[1] == [("MODIFIED", "a")]


def test_collection_group(client, other_client):
    other_client.document("posts/p/comments/1").set({"stars": 5})
    good = client.collection_group("comments").where(filter=FieldFilter("stars", ">=", 3))
    with Snapshots(good) as snapshots:
        assert snapshots.next()[1] == added("1")
        other_client.document("pages/q/comments/2").set({"stars": 4})
        assert sorted(snapshots.next()[0]) == [("1", {"stars": 5}), ("2", {"stars": 4})]
        other_client.document("pages/q/others/3").set({"stars": 4})
        other_client.document("posts/p/comments/1").delete()
        assert snapshots.next()[0] == [("2", {"stars": 4})]


def test_many_listeners(client, other_client):
    """Every listener has a stream of its own, and all hear of every commit."""
    listeners = [Snapshots(client.collection("c").where(filter=FieldFilter("n", ">=", n))) for n in range(10)]
    try:
        for listener in listeners:
            assert listener.next() == ([], [])
        for value in (100, 101, 102):
            other_client.document(f"c/{value}").set({"n": value})
            for listener in listeners:
                assert listener.next()[0][-1] == (str(value), {"n": value})
    finally:
        for listener in listeners:
            listener.__exit__()


def test_missing_index_ends_the_listener(client):
    query = client.collection("c").where(filter=FieldFilter("a", "==", 1)).order_by("b")
    with Snapshots(query) as snapshots:
        consumer = snapshots._watch._consumer
        if consumer is not None:
            consumer._thread.join(timeout=20)
        assert not snapshots.is_active


def test_clearing_the_database(emulator, client, project):
    import urllib.request

    client.document("c/1").set({"n": 1})
    client.document("c/2").set({"n": 2})
    with Snapshots(client.collection("c")) as snapshots:
        assert snapshots.next()[1] == added("1", "2")
        url = f"http://{emulator.address}/emulator/v1/projects/{project}/databases/(default)/documents"
        with urllib.request.urlopen(urllib.request.Request(url, method="DELETE"), timeout=20) as answer:
            assert answer.status == 200
        assert snapshots.next() == ([], [("REMOVED", "1"), ("REMOVED", "2")])
    assert list(client.collection("c").stream()) == []


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_reconnects_after_a_restart(start_emulator, tmp_path, project, how):
    """The client's listener goes on when the emulator is there again, with what it missed."""
    served = start_emulator("--data-dir", tmp_path / "data")
    client = served.client(project)
    client.document("c/1").set({"n": 1})
    client.document("c/2").set({"n": 2})
    with Snapshots(client.collection("c"), timeout=60) as snapshots:
        assert snapshots.next()[1] == added("1", "2")
        getattr(served, how)()
        served.start()
        writer = served.client(project)
        batch = writer.batch()
        batch.delete(writer.document("c/1"))
        batch.set(writer.document("c/3"), {"n": 3})
        batch.commit()
        # The reconnection may come before or after this commit.
        documents, _ = snapshots.next()
        assert documents == [("2", {"n": 2}), ("3", {"n": 3})]
        writer.document("c/2").update({"n": 4})
        assert snapshots.next() == ([("2", {"n": 4}), ("3", {"n": 3})], [("MODIFIED", "2")])
        writer.close()
    client.close()
