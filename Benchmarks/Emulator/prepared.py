"""Requests as bytes, made before the clock runs, so that the client spends its time on the wire."""

import random

from google.cloud.firestore_v1.types import CommitRequest, GetDocumentRequest, ListenRequest, RunQueryRequest

# The plain messages below the friendly ones: a million of them are made in seconds, not in minutes.
Commit, Get, Listen, RunQuery = (
    kind.meta.pb for kind in (CommitRequest, GetDocumentRequest, ListenRequest, RunQueryRequest))

DATABASE = "projects/demo-bench/databases/(default)"
DOCUMENTS = f"{DATABASE}/documents"
# How many documents share a value of `group`: enough for a page of 50 anywhere.
GROUP = 1000


def fields(number):
    """A small document: about 100 bytes on the wire without its name."""
    return {
        "group": {"integer_value": number // GROUP},
        "rank": {"integer_value": (number * 7919) % GROUP},
        "name": {"string_value": f"item number {number}"},
        "price": {"double_value": number / 7},
        "tags": {"array_value": {"values": [{"string_value": "new"}, {"string_value": f"t{number % 50}"}]}},
    }


def commit(collection, numbers):
    writes = [{"update": {"name": f"{DOCUMENTS}/{collection}/d{n:08}", "fields": fields(n)}} for n in numbers]
    return Commit(database=DATABASE, writes=writes).SerializeToString()


def get(collection, number):
    return Get(name=f"{DOCUMENTS}/{collection}/d{number:08}").SerializeToString()


def compare(field, operator, number):
    return {
        "field_filter": {"field": {"field_path": field}, "op": operator, "value": {"integer_value": number}}
    }


def page(documents, seed, limit=50):
    """`group == g and rank >= r order by rank limit 50`: the composite index, somewhere in its middle."""
    chance = random.Random(seed)
    group = compare("group", "EQUAL", chance.randrange(max(1, documents // GROUP)))
    rank = compare("rank", "GREATER_THAN_OR_EQUAL", chance.randrange(GROUP - 2 * limit))
    query = {
        "from_": [{"collection_id": "items"}],
        "where": {"composite_filter": {"op": "AND", "filters": [group, rank]}},
        "order_by": [{"field": {"field_path": "rank"}, "direction": "ASCENDING"}],
        "limit": {"value": limit},
    }
    return RunQuery(parent=DOCUMENTS, structured_query=query).SerializeToString()


def listen(target, collection):
    """Every target is another query, so that no two can be answered as one."""
    query = {"from_": [{"collection_id": collection}], "where": compare("n", "GREATER_THAN", -target)}
    target = {"target_id": target, "query": {"parent": DOCUMENTS, "structured_query": query}}
    return Listen(database=DATABASE, add_target=target).SerializeToString()


def set_number(collection, id, number):
    write = {"update": {"name": f"{DOCUMENTS}/{collection}/{id}", "fields": {"n": {"integer_value": number}}}}
    return Commit(database=DATABASE, writes=[write]).SerializeToString()
