"""count, sum and average."""

import math

import pytest
from google.api_core import exceptions
from google.cloud.firestore_v1 import FieldFilter
from google.cloud.firestore_v1.base_aggregation import AvgAggregation, CountAggregation, SumAggregation

from datasets import DATASETS


@pytest.fixture(scope="module")
def numbers(permissive):
    client = permissive.client("demo-aggregates")
    batch = client.batch()
    for collection in ("QA", "QN", "N"):
        for id, fields in DATASETS[collection].items():
            batch.set(client.document(collection, id), fields)
    batch.commit()
    yield client
    client.close()


def values(query):
    """`[(alias, value)]`, in the order of the aliases; the answer is one message."""
    answers = list(query.stream())
    assert len(answers) == 1
    return sorted((result.alias, result.value) for result in answers[0])


def test_count(numbers):
    assert values(numbers.collection("QA").count(alias="all")) == [("all", 7)]
    assert values(numbers.collection("QA").count()) == [("field_1", 7)]
    assert values(numbers.collection("none").count(alias="all")) == [("all", 0)]
    assert values(numbers.collection("QN").order_by("opt").count(alias="x")) == [("x", 7)]
    assert values(numbers.collection("QN").offset(3).limit(4).count(alias="x")) == [("x", 4)]
    assert values(numbers.collection("QN").offset(8).count(alias="x")) == [("x", 2)]


def test_count_up_to(permissive, numbers):
    from google.cloud.firestore_v1.types import RunAggregationQueryRequest

    def counted(up_to):
        request = RunAggregationQueryRequest(
            parent=f"{numbers._database_string}/documents",
            structured_aggregation_query={
                "structured_query": {"from_": [{"collection_id": "QN"}]},
                "aggregations": [{"count": {"up_to": up_to}, "alias": "x"}],
            },
        )
        answers = list(permissive.stub().run_aggregation_query(request, metadata=[("authorization", "Bearer owner")]))
        assert len(answers) == 1
        return answers[0].result.aggregate_fields["x"].integer_value

    assert [counted(n) for n in (1, 3, 10, 11)] == [1, 3, 10, 10]
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        counted(-1)
    assert refusal.value.message == (
        "The `up_to` value in a COUNT aggregation must be greater than or equal to zero."
    )


def test_sum_and_average(numbers):
    documents = numbers.collection("QA")
    assert values(documents.sum("n", alias="s")) == [("s", 5)]
    assert values(documents.avg("n", alias="a")) == [("a", 5 / 6)]
    # A document without the field is not counted either.
    assert values(documents.count(alias="c").sum("n", alias="s")) == [("c", 6), ("s", 5)]
    assert values(documents.sum("big", alias="s")) == [("s", 9.223372036854775808e18)]
    assert values(documents.sum("mixed", alias="s").avg("mixed", alias="a")) == [("a", 1.75), ("s", 3.5)]
    assert math.isnan(values(documents.sum("d", alias="s"))[0][1])
    assert values(documents.sum("absent", alias="s")) == [("s", 0)]
    # The answer is null, which this client reads as zero.
    assert values(documents.avg("absent", alias="a")) == [("a", 0.0)]


def test_several_over_a_filter(numbers):
    query = numbers.collection("N").where(filter=FieldFilter("key", ">", "a")).where(filter=FieldFilter("sort", ">=", 1))
    assert values(query.count(alias="c")) == [("c", 4)]
    narrowed = query.where(filter=FieldFilter("v", "!=", 0)).count(alias="c")
    narrowed.add_aggregations([SumAggregation("sort", alias="s"), AvgAggregation("v", alias="a")])
    assert values(narrowed) == [("a", 1.0), ("c", 3), ("s", 6)]


def test_refusals(numbers):
    twice = numbers.collection("QA").count(alias="x").sum("n", alias="x")
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        values(twice)
    assert refusal.value.message == "Aggregation aliases contain duplicate alias: x."
    six = numbers.collection("QA").count(alias="a0")
    six.add_aggregations([CountAggregation(alias=f"a{n}") for n in range(1, 6)])
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        values(six)
    assert refusal.value.message == (
        "The maximum number of aggregations allowed in an aggregation query is 5. Received: 6"
    )


def test_at_a_read_time(client):
    first = client.document("c/1").set({"n": 1})
    client.document("c/2").set({"n": 2})
    count = client.collection("c").count(alias="x")
    assert [[result.value for result in answer] for answer in count.get()] == [[2]]
    past = count.get(read_time=first.update_time)
    assert [[result.value for result in answer] for answer in past] == [[1]]
