"""The asynchronous client."""

import asyncio

import pytest
from google.api_core import exceptions
from google.cloud import firestore


@pytest.fixture
def run(emulator, project):
    def run(scenario):
        async def main():
            client = emulator.async_client(project)
            try:
                await asyncio.wait_for(scenario(client), timeout=60)
            finally:
                client.close()

        # The client makes others of its kind, which look at the environment again.
        with emulator.environment():
            asyncio.run(main())

    return run


def test_documents_and_queries(run):
    async def scenario(client):
        cities = client.collection("cities")
        await asyncio.gather(*[cities.document(f"{n:02}").set({"n": n}) for n in range(20)])
        assert (await cities.document("03").get()).to_dict() == {"n": 3}
        query = cities.where(filter=firestore.FieldFilter("n", ">=", 17)).order_by("n")
        assert [document.id async for document in query.stream()] == ["17", "18", "19"]
        assert [document.id for document in await query.limit_to_last(1).get()] == ["19"]
        counted = await cities.count(alias="c").get()
        assert [[(r.alias, r.value) for r in answer] for answer in counted] == [[("c", 20)]]
        found = {snapshot.id: snapshot.exists async for snapshot in client.get_all([cities.document("00"), cities.document("x")])}
        assert found == {"00": True, "x": False}
        assert [collection.id async for collection in client.collections()] == ["cities"]
        with pytest.raises(exceptions.NotFound):
            await cities.document("x").update({"n": 1})
        batch = client.batch()
        for n in range(10):
            batch.delete(cities.document(f"{n:02}"))
        await batch.commit()
        assert [reference.id async for reference in cities.list_documents()] == [f"{n:02}" for n in range(10, 20)]

    run(scenario)


def test_transactions_compete(run):
    async def scenario(client):
        document = client.document("c/d")
        await document.set({"n": 0})

        @firestore.async_transactional
        async def increment(transaction):
            n = (await document.get(transaction=transaction)).to_dict()["n"]
            transaction.set(document, {"n": n + 1})

        await asyncio.gather(*[increment(client.transaction()) for _ in range(5)])
        assert (await document.get()).to_dict() == {"n": 5}

    run(scenario)


def test_recursive_delete(run):
    async def scenario(client):
        for path in ["a/1", "a/1/b/2", "a/3"]:
            await client.document(path).set({})
        assert await client.recursive_delete(client.collection("a")) == 3
        assert [document.id async for document in client.collection("a").stream()] == []

    run(scenario)
