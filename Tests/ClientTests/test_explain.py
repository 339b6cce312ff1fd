"""Query Explain: the plan, and what the query is billed."""

import pytest
from google.api_core import exceptions
from google.cloud.firestore_v1 import FieldFilter
from google.cloud.firestore_v1.query_profile import ExplainOptions

from datasets import DATASETS

PLAN = ExplainOptions(analyze=False)
ANALYZE = ExplainOptions(analyze=True)


@pytest.fixture(scope="module")
def numbers(emulator):
    client = emulator.client("demo-explain")
    batch = client.batch()
    for id, fields in DATASETS["QN"].items():
        batch.set(client.document("QN", id), fields)
        batch.set(client.document("groups/g/members", id), fields)
    batch.commit()
    yield client
    client.close()


def index(properties, scope="Collection"):
    return {"query_scope": scope, "properties": properties}


def stats(documents, entries, *, billed=None, index_entries=0, least=0):
    """The debug statistics; all are texts."""
    return {
        "documents_scanned": str(documents), "index_entries_scanned": str(entries),
        "billing_details": {
            "documents_billable": str(documents if billed is None else billed),
            "index_entries_billable": str(index_entries), "small_ops": "0", "min_query_cost": str(least),
        },
    }


def where(query, field, operator, value):
    return query.where(filter=FieldFilter(field, operator, value))


CASES = {
    "whole collection": (lambda q: q, [index("(__name__ ASC)")], 10, 10, stats(10, 10)),
    "equality": (lambda q: where(q, "n", "==", 3), [index("(n ASC, __name__ ASC)")], 1, 1, stats(1, 1)),
    "range": (lambda q: where(q, "n", ">", 3), [index("(n ASC, __name__ ASC)")], 6, 6, stats(6, 6)),
    "not equal": (lambda q: where(q, "n", "!=", 4), [index("(n ASC, __name__ ASC)")] * 2, 9, 9, stats(9, 9)),
    "array": (
        lambda q: where(q, "tags", "array_contains", 1), [index("(tags ARRAY_CONTAINS, __name__ ASC)")], 7, 7, stats(7, 7)),
    "limit": (lambda q: q.order_by("n").limit(3), [index("(n ASC, __name__ ASC)")], 3, 3, stats(3, 4)),
    "offset": (
        lambda q: q.order_by("n").offset(4).limit(2), [index("(n ASC, __name__ ASC)")], 2, 6, stats(6, 7)),
    "nothing": (
        lambda q: where(q, "g", "==", "none"), [index("(g ASC, __name__ ASC)")], 0, 1, stats(0, 0, least=1)),
    "limit 0": (lambda q: q.limit(0), [], 0, 1, stats(0, 0, least=1)),
}


@pytest.mark.parametrize("make, indexes, results, reads, debug", CASES.values(), ids=CASES.keys())
def test_analyze(numbers, make, indexes, results, reads, debug):
    answer = make(numbers.collection("QN")).get(explain_options=ANALYZE)
    metrics = answer.get_explain_metrics()
    assert metrics.plan_summary.indexes_used == indexes
    assert metrics.execution_stats.results_returned == len(answer) == results
    assert metrics.execution_stats.read_operations == reads
    assert metrics.execution_stats.debug_stats == debug
    assert metrics.execution_stats.execution_duration.total_seconds() >= 0


# An empty plan, as that of limit 0, is no plan to this client.
@pytest.mark.parametrize("make, indexes", [case[:2] for case in CASES.values() if case[1]], ids=[n for n in CASES if CASES[n][1]])
def test_plan_only(numbers, make, indexes):
    answer = make(numbers.collection("QN")).get(explain_options=PLAN)
    assert list(answer) == []
    assert answer.get_explain_metrics().plan_summary.indexes_used == indexes


def test_merge(numbers):
    query = where(where(numbers.collection("QN"), "d", "==", 2.0), "h", "==", 1)
    answer = query.get(explain_options=ANALYZE)
    metrics = answer.get_explain_metrics()
    assert [document.id for document in answer] == ["d4"]
    assert sorted(used["properties"] for used in metrics.plan_summary.indexes_used) == [
        "(d ASC, __name__ ASC)", "(h ASC, __name__ ASC)"
    ]
    assert metrics.execution_stats.read_operations == 1


def test_collection_group(numbers):
    answer = numbers.collection_group("members").get(explain_options=ANALYZE)
    metrics = answer.get_explain_metrics()
    assert metrics.plan_summary.indexes_used == [index("(__name__ ASC)", "Collection group")]
    assert metrics.execution_stats.read_operations == 10


@pytest.mark.parametrize(
    "make, indexes, reads, debug",
    [
        (lambda q: q.count(), [index("(__name__ ASC)")], 1, stats(0, 10, index_entries=10)),
        (lambda q: where(q, "g", "==", "none").count(), [index("(g ASC, __name__ ASC)")], 1, stats(0, 0, least=1)),
        (lambda q: q.sum("n"), [index("(n ASC, __name__ ASC)")], 1, stats(0, 10, index_entries=10)),
    ],
    ids=["count", "count of nothing", "sum"],
)
def test_aggregations(numbers, make, indexes, reads, debug):
    metrics = make(numbers.collection("QN")).get(explain_options=ANALYZE).get_explain_metrics()
    assert metrics.plan_summary.indexes_used == indexes
    assert metrics.execution_stats.results_returned == 1
    assert metrics.execution_stats.read_operations == reads
    assert metrics.execution_stats.debug_stats == debug


def test_missing_index(numbers):
    query = where(numbers.collection("QN"), "g", "==", "odd").order_by("n")
    with pytest.raises(exceptions.FailedPrecondition) as refusal:
        query.get(explain_options=PLAN)
    assert refusal.value.message == "no matching index found."
    with pytest.raises(exceptions.FailedPrecondition) as refusal:
        query.get(explain_options=ANALYZE)
    assert refusal.value.message.startswith("The query requires an index. You can create it here: https://")
