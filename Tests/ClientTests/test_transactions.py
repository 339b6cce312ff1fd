"""Transactions of one and of several clients."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1 import FieldFilter

OWNER = [("authorization", "Bearer owner")]
EXPIRED = "The referenced transaction has expired or is no longer valid."
CONTENTION = "Too much contention on these documents. Please try again."


def increment(transaction, document):
    # Decorated anew each time: the decorated function remembers its last attempt, so threads must not share it.
    @firestore.transactional
    def attempt(transaction):
        n = (document.get(transaction=transaction).to_dict() or {"n": 0})["n"]
        transaction.set(document, {"n": n + 1})
        return n + 1

    return attempt(transaction)


def test_read_and_write(client):
    document = client.document("c/d")
    assert increment(client.transaction(), document) == 1
    assert increment(client.transaction(), document) == 2
    assert document.get().to_dict() == {"n": 2}


def test_rollback_leaves_nothing(client):
    document = client.document("c/d")

    @firestore.transactional
    def fail(transaction):
        transaction.set(document, {"n": 1})
        raise KeyError("changed my mind")

    with pytest.raises(KeyError):
        fail(client.transaction())
    assert not document.get().exists


def test_reads_see_one_version(client, other_client):
    document, other = client.document("c/1"), client.document("c/2")
    document.set({"n": 1})

    @firestore.transactional
    def read(transaction):
        first = document.get(transaction=transaction).to_dict()
        found = [d.to_dict() for d in transaction.get(client.collection("c").where(filter=FieldFilter("n", ">", 0)))]
        missing = [snapshot.exists for snapshot in transaction.get_all([other])]
        return first, found, missing

    assert read(client.transaction()) == ({"n": 1}, [{"n": 1}], [False])


def test_read_only_sees_the_past(client, other_client):
    document = client.document("c/d")
    document.set({"n": 1})

    @firestore.transactional
    def read(transaction):
        before = document.get(transaction=transaction).to_dict()
        other_client.document("c/d").set({"n": 2})
        other_client.document("c/e").set({"n": 3})
        after = document.get(transaction=transaction).to_dict()
        return before, after, [d.id for d in client.collection("c").stream(transaction=transaction)]

    assert read(client.transaction(read_only=True)) == ({"n": 1}, {"n": 1}, ["d"])
    assert [d.id for d in client.collection("c").stream()] == ["d", "e"]


def test_read_only_at_a_time(emulator, client):
    document = client.document("c/d")
    first = document.set({"n": 1})
    document.set({"n": 2})
    stub, database = emulator.stub(), client._database_string
    begun = stub.begin_transaction(
        {"database": database, "options": {"read_only": {"read_time": first.update_time}}}, metadata=OWNER
    )
    name = f"{database}/documents/c/d"
    answers = list(
        stub.batch_get_documents(
            {"database": database, "documents": [name], "transaction": begun.transaction}, metadata=OWNER
        )
    )
    assert [answer.found.fields["n"].integer_value for answer in answers] == [1]
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        stub.commit(
            {"database": database, "transaction": begun.transaction, "writes": [{"delete": name}]}, metadata=OWNER
        )
    assert refusal.value.message == "Cannot modify entities in a read-only transaction."


def test_ids_after_the_end(emulator, client):
    stub, database = emulator.stub(), client._database_string

    def begin():
        return stub.begin_transaction({"database": database}, metadata=OWNER).transaction

    def commit(transaction):
        stub.commit({"database": database, "transaction": transaction}, metadata=OWNER)

    def rollback(transaction):
        stub.rollback({"database": database, "transaction": transaction}, metadata=OWNER)

    committed = begin()
    commit(committed)
    for again in (commit, rollback):
        with pytest.raises(exceptions.Aborted) as refusal:
            again(committed)
        assert refusal.value.message == EXPIRED
    rolled_back = begin()
    rollback(rolled_back)
    rollback(rolled_back)
    with pytest.raises(exceptions.Aborted) as refusal:
        commit(rolled_back)
    assert refusal.value.message == EXPIRED
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        commit(b"never issued")
    assert refusal.value.message == "Invalid transaction."


def test_contention_of_two_clients(client, other_client):
    """Increments of several threads and connections: none is lost, nobody gives up."""
    client.document("c/d").set({"n": 0})

    def work(own):
        return [increment(own.transaction(), own.document("c/d")) for _ in range(10)]

    with ThreadPoolExecutor(4) as pool:
        results = [future.result(timeout=120) for future in [pool.submit(work, c) for c in (client, other_client) * 2]]
    assert sorted(n for result in results for n in result) == list(range(1, 41))
    assert client.document("c/d").get().to_dict() == {"n": 40}


@firestore.transactional
def shared_increment(transaction, document):
    n = document.get(transaction=transaction).to_dict()["n"]
    transaction.set(document, {"n": n + 1})


def test_contention_in_one_decorated_function(client, other_client):
    """As most programs write it; the threads then name each other's transactions as their own attempts."""
    client.document("c/d").set({"n": 0})

    def work(own):
        for _ in range(10):
            shared_increment(own.transaction(max_attempts=30), own.document("c/d"))

    with ThreadPoolExecutor(4) as pool:
        for future in [pool.submit(work, c) for c in (client, other_client) * 2]:
            future.result(timeout=120)
    assert client.document("c/d").get().to_dict() == {"n": 40}


@pytest.mark.parametrize("exists", [True, False], ids=["existing", "missing"])
def test_the_older_transaction_wins(client, other_client, exists):
    """Both read the document and write it; the second one starts over. A document that does not exist is locked, too."""
    if exists:
        client.document("c/d").set({"n": 0})
    second_has_read, second_tries, first_tries = threading.Event(), [], []

    @firestore.transactional
    def second(transaction, document):
        second_tries.append(1)
        n = (document.get(transaction=transaction).to_dict() or {"n": 0})["n"]
        transaction.set(document, {"n": n + 10})
        second_has_read.set()

    @firestore.transactional
    def first(transaction, document):
        first_tries.append(1)
        n = (document.get(transaction=transaction).to_dict() or {"n": 0})["n"]
        running = pool.submit(second, other_client.transaction(), other_client.document("c/d"))
        assert second_has_read.wait(timeout=60)
        transaction.set(document, {"n": n + 1})
        return running

    with ThreadPoolExecutor(1) as pool:
        first(client.transaction(), client.document("c/d")).result(timeout=60)
    assert client.document("c/d").get().to_dict() == {"n": 11}
    assert len(first_tries) == 1
    assert 2 <= len(second_tries) <= 4


def test_other_documents_do_not_wait(client, other_client):
    @firestore.transactional
    def outer(transaction):
        client.document("c/1").get(transaction=transaction)
        increment(other_client.transaction(), other_client.document("c/2"))
        transaction.set(client.document("c/1"), {"n": 1})

    outer(client.transaction())
    assert {d.id: d.to_dict() for d in client.collection("c").stream()} == {"1": {"n": 1}, "2": {"n": 1}}


def test_a_write_waits_for_the_lock(client, other_client):
    """A plain write of a document that a transaction has read comes after the transaction's commit."""
    client.document("c/d").set({"n": 0})
    with ThreadPoolExecutor(1) as pool:
        @firestore.transactional
        def locked(transaction):
            n = client.document("c/d").get(transaction=transaction).to_dict()["n"]
            waiting = pool.submit(other_client.document("c/d").set, {"n": 100})
            transaction.set(client.document("c/d"), {"n": n + 1})
            return waiting

        transaction = client.transaction()
        written = locked(transaction).result(timeout=60)
    assert written.update_time > transaction.commit_time
    assert client.document("c/d").get().to_dict() == {"n": 100}


def test_a_query_locks_what_could_appear(client, other_client):
    """A new document in a queried range waits for the transaction's end."""
    client.document("c/1").set({"n": 1})
    with ThreadPoolExecutor(1) as pool:
        @firestore.transactional
        def summed(transaction):
            query = client.collection("c").where(filter=FieldFilter("n", ">", 0))
            total = sum(document.to_dict()["n"] for document in query.stream(transaction=transaction))
            waiting = pool.submit(other_client.document("c/2").set, {"n": 2})
            transaction.set(client.document("sums/s"), {"total": total})
            return waiting

        transaction = client.transaction()
        written = summed(transaction).result(timeout=60)
    assert written.update_time > transaction.commit_time
    assert client.document("sums/s").get().to_dict() == {"total": 1}


def test_waiting_ends(start_emulator, project):
    served = start_emulator("--lock-wait", "300ms")
    client, other = served.client(project), served.client(project)
    client.document("c/d").set({"n": 0})
    transaction = client.transaction()
    transaction._begin()
    client.document("c/d").get(transaction=transaction)
    with pytest.raises(exceptions.Aborted) as refusal:
        other.document("c/d").set({"n": 1})
    assert refusal.value.message == CONTENTION
    transaction._rollback()
    other.document("c/d").set({"n": 1})
    assert client.document("c/d").get().to_dict() == {"n": 1}
    client.close()
    other.close()


def test_a_refused_commit_ends_the_transaction(client):
    transaction = client.transaction()
    transaction._begin()
    id = transaction._id
    client.document("c/d").get(transaction=transaction)
    transaction.update(client.document("c/none"), {"n": 1})
    with pytest.raises(exceptions.NotFound):
        transaction._commit()
    transaction._clean_up()
    # Its locks are gone.
    client.document("c/d").set({"n": 1})
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        client._firestore_api.commit({"database": client._database_string, "transaction": id}, metadata=OWNER)
    assert refusal.value.message == EXPIRED
