"""Transforms: computed by the service, reported in the write's result."""

import datetime
import math

import pytest
from google.api_core import exceptions
from google.cloud import firestore


@pytest.fixture
def document(client):
    return client.document("c/d")


def test_server_timestamp(document):
    before = document.set({"a": firestore.SERVER_TIMESTAMP, "b": {"c": firestore.SERVER_TIMESTAMP}, "n": 1})
    fields = document.get().to_dict()
    assert fields["n"] == 1
    # The commit's time cut to milliseconds, the same in the whole commit.
    cut = before.update_time.replace(microsecond=before.update_time.microsecond // 1000 * 1000)
    assert fields["a"] == fields["b"]["c"] == cut
    assert isinstance(fields["a"], datetime.datetime)


@pytest.mark.parametrize(
    "stored, amount, expected",
    [
        (5, 3, 8), (5, -7, -2), (5, 0.5, 5.5), (1.5, 2, 3.5), ("text", 3, 3), (None, 3, 3), ([1], 2.5, 2.5),
        (2**63 - 1, 1, 2**63 - 1), (-(2**63), -1, -(2**63)),
    ],
)
def test_increment(document, stored, amount, expected):
    document.set({"n": stored})
    result = document.update({"n": firestore.Increment(amount)})
    value = document.get().to_dict()["n"]
    assert (value, type(value)) == (expected, type(expected))
    transformed = result.transform_results[0]
    assert (transformed.integer_value if isinstance(expected, int) else transformed.double_value) == expected


def test_increment_of_a_missing_field_and_document(document):
    document.set({"n": firestore.Increment(2)}, merge=True)
    assert document.get().to_dict() == {"n": 2}
    document.update({"a.b": firestore.Increment(1)})
    assert document.get().to_dict() == {"n": 2, "a": {"b": 1}}


@pytest.mark.parametrize(
    "transform, stored, expected",
    [
        (firestore.Maximum(3), 2, 3), (firestore.Maximum(3), 4, 4), (firestore.Maximum(3.0), 3, 3),
        (firestore.Maximum(2.5), 2, 2.5), (firestore.Maximum(1), "text", 1), (firestore.Minimum(3), 2, 2),
        (firestore.Minimum(3), 4, 3), (firestore.Minimum(3.0), 3, 3), (firestore.Minimum(-1.5), None, -1.5),
    ],
)
def test_maximum_and_minimum(document, transform, stored, expected):
    document.set({"n": stored})
    document.update({"n": transform})
    value = document.get().to_dict()["n"]
    assert (value, type(value)) == (expected, type(expected))


def test_minimum_with_nan(document):
    document.set({"n": math.nan, "m": 5})
    document.update({"n": firestore.Minimum(5), "m": firestore.Minimum(math.nan)})
    fields = document.get().to_dict()
    assert math.isnan(fields["n"]) and math.isnan(fields["m"])


@pytest.mark.parametrize(
    "transform, stored, expected",
    [
        (firestore.ArrayUnion([1, 2]), [2, 3], [2, 3, 1]), (firestore.ArrayUnion([3.0, 4, 4]), [3], [3, 4]),
        (firestore.ArrayUnion([{"a": 1}]), [{"a": 1}], [{"a": 1}]), (firestore.ArrayUnion([1]), "text", [1]),
        (firestore.ArrayUnion([None]), [], [None]), (firestore.ArrayRemove([3]), [3, 3.0, 4], [4]),
        (firestore.ArrayRemove([{"a": 1}]), [{"a": 1}, {"a": 2}], [{"a": 2}]), (firestore.ArrayRemove([1]), 7, []),
    ],
)
def test_arrays(document, transform, stored, expected):
    document.set({"list": stored})
    result = document.update({"list": transform})
    assert document.get().to_dict() == {"list": expected}
    assert result.transform_results[0].null_value is not None or result.transform_results == []


def test_array_union_with_nan(document):
    document.set({"list": [3]})
    document.update({"list": firestore.ArrayUnion([3.0, math.nan, math.nan])})
    assert [str(element) for element in document.get().to_dict()["list"]] == ["3", "nan"]


def test_several_in_one_commit(client, document):
    batch = client.batch()
    batch.set(document, {"n": 1})
    batch.update(document, {"n": firestore.Increment(1)})
    batch.update(document, {"n": firestore.Increment(10), "t": firestore.SERVER_TIMESTAMP})
    results = batch.commit()
    assert [len(result.transform_results) for result in results] == [0, 1, 2]
    assert document.get().to_dict()["n"] == 12
    assert batch.commit_time == document.get().update_time


def test_too_many_transforms(document):
    document.set({f"f{n}": firestore.Increment(1) for n in range(500)})
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        document.set({f"f{n}": firestore.Increment(1) for n in range(501)})
    assert refusal.value.message == "cannot have more than 500 field transforms on a single document"
