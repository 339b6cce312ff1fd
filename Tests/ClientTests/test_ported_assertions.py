"""What the integration tests of Google's SDKs assert of the service, as facts: documents, a request, an answer.

The names before a group or behind a row are the SDK and the test whose assertion it is: `iOS`, `Android`, `Java` are
the integration tests of firebase-ios-sdk, firebase-android-sdk and java-firestore; `backend` are the requests and
answers of the service's own tests, which firebase-android-sdk keeps as files for its `ConformanceTest`.
"""

import hashlib
import math
import threading
from datetime import datetime, timedelta, timezone

import pytest
from google.api_core import exceptions
from google.api_core.datetime_helpers import DatetimeWithNanoseconds
from google.cloud import firestore
from google.cloud.firestore_v1 import And, FieldFilter, Or
from google.cloud.firestore_v1.base_vector_query import DistanceMeasure
from google.cloud.firestore_v1.field_path import FieldPath
from google.cloud.firestore_v1.types import ListenRequest, Target
from google.cloud.firestore_v1.vector import Vector
from google.protobuf.timestamp_pb2 import Timestamp

ID = FieldPath.document_id()
NAN, INFINITY = math.nan, math.inf
LARGEST, LARGEST_DOUBLE, SMALLEST_DOUBLE = 2**63 - 1, 1.7976931348623157e308, 5e-324
OWNER = [("authorization", "Bearer owner")]


def where(field, operator, value):
    return lambda client: FieldFilter(field, operator, resolved(client, value))


def both(*filters):
    return lambda client: And(filters=[filter(client) for filter in filters])


def either(*filters):
    return lambda client: Or(filters=[filter(client) for filter in filters])


def seconds(second, microsecond=0):
    return datetime.fromtimestamp(second, timezone.utc) + timedelta(microseconds=microsecond)


def vector(*values):
    return Vector([float(value) for value in values])


def room(number):
    return {
        "name": f"room {number}", "metadata": {"createdAt": number}, "field": f"field {number}", "field.dot": number,
        "field\\slash": number,
    }


# Data

class Reference:
    """A path that becomes a reference of the client that asks."""

    def __init__(self, path):
        self.path = path


UNICODE = {
    "a": "Łukasiewicz", "b": "Sierpiński", "c": "岩澤", "d": "🄟", "e": "Ｐ", "f": "︒", "g": "🐵", "h": "你好", "i": "你顥",
    "j": "😁", "k": "😀",
}
VECTORS_IN_ORDER = [
    [1, 2, 3, 4, 5, 6], [100], vector(-INFINITY), vector(-100), vector(100), vector(INFINITY), vector(1, 2),
    vector(2, 2), vector(1, 2, 3), vector(1, 2, 3, 4), vector(1, 2, 3, 4, 5), vector(1, 2, 100, 4, 4),
    vector(100, 2, 3, 4, 5), {}, {"HELLO": "WORLD"}, {"hello": "world"},
]
NUMERIC_IDS = [
    "A", "a", "Aa", "7", "12", "__id7__", "__id12__", "__id-2__", "__id1_", "_id1__", "__id",
    "__id9223372036854775807__", "__id-9223372036854775808__",
]
LONG = "x" * 1600

DOCUMENTS = {
    "sorted": {"a": {"sort": 0}, "b": {"sort": 1}, "c": {"sort": 1}, "d": {"sort": 2}},
    "counters": {f"doc{n}": {"counter": n} for n in range(10)},
    "mixed": {
        "a": {"foo": 42}, "b": {"foo": 42.0}, "c": {"foo": 42}, "d": {"foo": 21}, "e": {"foo": 21.0}, "f": {"foo": 66},
        "g": {"foo": 66.0},
    },
    "unary": {"a": {"null": None, "nan": NAN}, "b": {"null": None, "nan": 0}, "c": {"null": False, "nan": NAN}},
    "infinite": {"a": {"inf": INFINITY}, "b": {"inf": -INFINITY}},
    "ids": {"aa": {}, "ab": {}, "ba": {}, "bb": {}},
    "zips": {
        "a": {"zip": NAN}, "b": {"zip": 91102}, "c": {"zip": 98101}, "d": {"zip": 98103}, "e": {"zip": [98101]},
        "f": {"zip": [98101, 98102]}, "g": {"zip": ["98101", {"zip": 98101}]}, "h": {"zip": {"code": 500}},
        "i": {"code": 500}, "j": {"zip": None},
    },
    "zips without nan": {
        "a": {"zip": 98101}, "b": {"zip": 91102}, "c": {"zip": 98103}, "d": {"zip": [98101]},
        "e": {"zip": ["98101", {"zip": 98101}]}, "f": {"zip": {"code": 500}},
    },
    "arrays": {
        "a": {"array": [42]}, "b": {"array": ["a", 42, "c"]}, "c": {"array": [41.999, "42", {"a": [42]}]},
        "d": {"array": [42], "array2": ["bingo"]}, "e": {"array": [43]}, "f": {"array": [{"a": 42}]},
        "g": {"array": 42}, "h": {"array": [None]}, "i": {"array": [NAN]},
    },
    "doubles": {
        "a": {"sort": 1.0}, "b": {"sort": 2.0}, "c": {"sort": 2.0}, "d": {"sort": 3.0}, "e": {"sort": 0.0},
        "f": {"nosort": 1.0},
    },
    "referring": {
        "a": {"ref": Reference("1/a")}, "b": {"ref": Reference("1/b")}, "c": {"ref": Reference("2/a")},
        "d": {"ref": Reference("2/b")}, "e": {"ref": Reference("3/a")},
    },
    "times": {id: {"time": seconds(100, micros)} for id, micros in zip("abcdef", [2, 5, 3, 1, 5, 4])},
    "more times": {id: {"time": seconds(100, micros)} for id, micros in zip("abcde", [7, 4, 8, 5, 6])},
    "nanoseconds": {"a": {"time": DatetimeWithNanoseconds(1970, 1, 1, nanosecond=123456789, tzinfo=timezone.utc)}},
    "parent/x/sub": {id: {"k": id} for id in "abcde"},
    "rooms": {"doc1": room(400), "doc2": room(200), "doc3": room(100), "doc4": room(300)},
    "unicode": {id: {"value": text} for id, text in UNICODE.items()},
    "unicode in arrays": {id: {"value": [text]} for id, text in UNICODE.items()},
    "unicode in maps": {id: {"value": {"foo": text}} for id, text in UNICODE.items()},
    "unicode keys": {id: {"value": {text: "foo"}} for id, text in UNICODE.items()},
    "unicode ids": {text: {"value": id} for id, text in UNICODE.items()},
    "numeric ids": {id: {"a": 1} for id in NUMERIC_IDS},
    "vectors": {f"{n:02}": {"embedding": value} for n, value in enumerate(VECTORS_IN_ORDER)},
    "keys": {"doc1": {"key": 1}, "doc2": {"key": 2}, "doc3": {"other": 1}, "doc4": {"key": None}},
    "pairs": {
        "doc1": {"a": 1, "b": 0}, "doc2": {"a": 2, "b": 1}, "doc3": {"a": 3, "b": 2}, "doc4": {"a": 1, "b": 3},
        "doc5": {"a": 1, "b": 1},
    },
    "gaps": {
        "doc1": {"a": 1, "b": 0}, "doc2": {"b": 1}, "doc3": {"a": 3, "b": 2}, "doc4": {"a": 1, "b": 3},
        "doc5": {"a": 1}, "doc6": {"a": 2},
    },
    "members": {
        "doc1": {"a": 1, "b": [0]}, "doc2": {"b": [1]}, "doc3": {"a": 3, "b": [2, 7], "c": 10},
        "doc4": {"a": 1, "b": [3, 7]}, "doc5": {"a": 1}, "doc6": {"a": 2, "c": 20},
    },
    "ranges": {
        "doc1": {"key": "a", "sort": 0, "v": 0}, "doc2": {"key": "b", "sort": 3, "v": 1},
        "doc3": {"key": "c", "sort": 1, "v": 3}, "doc4": {"key": "d", "sort": 2, "v": 2},
    },
    "special ranges": {
        "doc1": {"key": "a", "sort": 0, "v": 0}, "doc2": {"key": "b", "sort": NAN, "v": 1},
        "doc3": {"key": "c", "sort": None, "v": 3}, "doc4": {"key": "d", "v": 2}, "doc5": {"key": "e", "sort": 0},
        "doc6": {"key": "f", "sort": 1, "v": 1},
    },
    "array ranges": {
        "doc1": {"key": "a", "sort": 0, "v": [0]}, "doc2": {"key": "b", "sort": 1, "v": [0, 1, 3]},
        "doc3": {"key": "c", "sort": 1, "v": []}, "doc4": {"key": "d", "sort": 2, "v": [1]},
        "doc5": {"key": "e", "sort": 3, "v": [2, 4]}, "doc6": {"key": "f", "sort": 4, "v": [NAN]},
        "doc7": {"key": "g", "sort": 4, "v": [None]},
    },
    "composites": {
        "doc1": {"key": "a", "sort": 0, "v": 5}, "doc2": {"key": "aa", "sort": 4, "v": 4},
        "doc3": {"key": "c", "sort": 3, "v": 3}, "doc4": {"key": "b", "sort": 2, "v": 2},
        "doc5": {"key": "b", "sort": 2, "v": 1}, "doc6": {"key": "b", "sort": 0, "v": 0},
    },
    "lexicographic": {
        "doc1": {"key": "a", "sort": 0, "v": 5}, "doc2": {"key": "aa", "sort": 4, "v": 4},
        "doc3": {"key": "b", "sort": 3, "v": 3}, "doc4": {"key": "b", "sort": 2, "v": 2},
        "doc5": {"key": "b", "sort": 2, "v": 1}, "doc6": {"key": "b", "sort": 0, "v": 0},
    },
    "document keys": {
        "doc1": {"key": "a", "sort": 5}, "doc2": {"key": "aa", "sort": 4}, "doc3": {"key": "b", "sort": 3},
        "doc4": {"key": "b", "sort": 2}, "doc5": {"key": "bb", "sort": 1},
    },
    "zeros": {"a": {"n": 0}, "b": {"n": 0.0}, "c": {"n": -0.0}, "d": {"n": 1}, "e": {"n": 1.0}},
    "nulls and nans": {
        "bam": {"foo": NAN}, "boom": {"foo": LARGEST}, "boop": {"foo": None}, "clang": {"foo": 2.3},
        "fuuit": {"foo": -42}, "plunk": {"foo": True}, "pweet": {"foo": -42.2}, "ting": {"foo": False},
        "twee": {"foo": INFINITY}, "wam": {"foo": -INFINITY}, "zoop": {"foo": 0},
    },
    "long strings": {"a": {"s": LONG + "b"}, "b": {"s": LONG + "c"}, "c": {"s": LONG + "a"}, "d": {"s": "x"}},
    "long bytes": {"a": {"s": b"x" * 1600 + b"b"}, "b": {"s": b"x" * 1600 + b"c"}, "c": {"s": b"x" * 1600 + b"a"}},
}
# For collection groups.
GROUPS = [
    "abc/123/group/cg-doc1", "abc/123/group/cg-doc2", "group/cg-doc3", "group/cg-doc4", "def/456/group/cg-doc5",
    "group/virtual-doc/nested-coll/not-cg-doc", "xgroup/not-cg-doc", "groupx/not-cg-doc", "abc/123/groupx/not-cg-doc",
    "abc/123/xgroup/not-cg-doc", "abc/group",
    "a/a/bgroup/cg-doc1", "a/b/a/b/bgroup/cg-doc2", "a/b/bgroup/cg-doc3", "a/b/c/d/bgroup/cg-doc4",
    "a/c/bgroup/cg-doc5", "bgroup/cg-doc6", "a/b/nope/nope",
]


def resolved(client, value):
    if isinstance(value, Reference):
        return client.document(value.path)
    if isinstance(value, dict):
        return {key: resolved(client, inner) for key, inner in value.items()}
    return [resolved(client, inner) for inner in value] if isinstance(value, list) else value


def seeded(client):
    batch = client.batch()
    for collection, documents in DOCUMENTS.items():
        for id, fields in documents.items():
            batch.set(client.collection(*collection.split("/")).document(id), resolved(client, fields))
    for path in GROUPS:
        batch.set(client.document(path), {"x": 2})
    batch.commit()
    return client


@pytest.fixture(scope="module")
def strict(emulator):
    """With the indexes that every database has."""
    client = seeded(emulator.client("demo-ported"))
    yield client
    client.close()


@pytest.fixture(scope="module")
def lenient(permissive):
    """As if all composite indexes were there."""
    client = seeded(permissive.client("demo-ported"))
    yield client
    client.close()


TURNED = {"start_at": "end_at", "start_after": "end_before", "end_at": "start_at", "end_before": "start_after"}


def query(client, collection, filter=None, order=(), **window):
    """`order` in words: `"a"`, `"-b"` for descending. `last` is sent as the SDKs send it: turned round, cursors too."""
    collection = collection.split("/")
    asked = client.collection_group(collection[1]) if collection[0] == "*" else client.collection(*collection)._query()
    if filter is not None:
        asked = asked.where(filter=filter(client))
    last = window.pop("last", None)
    if last:
        window = {TURNED[name]: value for name, value in window.items()} | {"limit": last}
    for field in order:
        descending = (field[0] == "-") != bool(last)
        asked = asked.order_by(field.lstrip("-"), direction="DESCENDING" if descending else "ASCENDING")
    for name, value in window.items():
        asked = getattr(asked, name)(resolved(client, value))
    return asked


def found(asked, turned=False):
    ids = [document.id for document in asked.stream()]
    return " ".join(reversed(ids) if turned else ids)


# Queries that need no composite index. The tests of the SDKs run them in new collections of production.

AUTOMATIC = [
    # Android QueryTest, iOS FIRQueryTests: testLimitQueriesUsingDescendingSortOrder
    ("sorted", None, ["-sort"], {"limit": 2}, "d c"),
    # Android QueryTest, iOS FIRQueryTests: testLimitToLastQueriesWithCursors
    ("sorted", None, ["sort"], {"last": 3, "end_before": [2]}, "a b c"),
    ("sorted", None, ["sort"], {"last": 3, "end_at": [1]}, "a b c"),
    ("sorted", None, ["sort"], {"last": 3, "start_at": [2]}, "d"),
    ("sorted", None, ["sort"], {"last": 3, "start_after": [0]}, "b c d"),
    ("sorted", None, ["sort"], {"last": 3, "start_after": [-1]}, "b c d"),
    # Java ITQueryWatchTest: limitToLastWithStartAt…, …StartAfter…, …EndAt, …EndBefore, …StartAtAndEndAt…
    ("counters", None, ["counter"], {"last": 3, "start_at": [5]}, "doc7 doc8 doc9"),
    ("counters", None, ["counter"], {"last": 3, "start_at": [8]}, "doc8 doc9"),
    ("counters", None, ["counter"], {"last": 3, "start_after": [5]}, "doc7 doc8 doc9"),
    ("counters", None, ["counter"], {"last": 3, "start_after": [7]}, "doc8 doc9"),
    ("counters", None, ["counter"], {"last": 3, "end_at": [5]}, "doc3 doc4 doc5"),
    ("counters", None, ["counter"], {"last": 3, "end_before": [5]}, "doc2 doc3 doc4"),
    ("counters", None, ["counter"], {"last": 3, "start_at": [3], "end_at": [6]}, "doc4 doc5 doc6"),
    ("counters", None, ["counter"], {"last": 3, "start_at": [5], "end_at": [6]}, "doc5 doc6"),
    # Android QueryTest, iOS FIRQueryTests: testKeyOrderIsDescendingForDescendingInequality
    ("mixed", where("foo", ">", 21.0), ["-foo"], {}, "g f c b a"),
    # Android QueryTest, iOS FIRQueryTests: testUnaryFilterQueries, testFilterOnInfinity
    ("unary", both(where("null", "==", None), where("nan", "==", NAN)), [], {}, "a"),
    ("infinite", where("inf", "==", INFINITY), [], {}, "a"),
    # Android QueryTest, iOS FIRQueryTests: testCanQueryByDocumentIdUsingRefs, testQueriesCanUse…FiltersWithDocIds
    ("ids", where(ID, "==", Reference("ids/ab")), [], {}, "ab"),
    ("ids", both(where(ID, ">", Reference("ids/aa")), where(ID, "<=", Reference("ids/ba"))), [], {}, "ab ba"),
    ("ids", where(ID, "!=", Reference("ids/aa")), [], {}, "ab ba bb"),
    ("ids", where(ID, "in", [Reference("ids/aa"), Reference("ids/ab")]), [], {}, "aa ab"),
    ("ids", where(ID, "not-in", [Reference("ids/aa"), Reference("ids/ab")]), [], {}, "ba bb"),
    # Android QueryTest: testQueriesCanUseNotInFilters, testQueriesCanUseInFilters, testQueriesCanUseNotEqualFilters
    ("zips", where("zip", "not-in", [98101, 98103, [98101, 98102]]), [], {}, "a b e g h"),
    ("zips", where("zip", "not-in", [{"code": 500}]), [], {}, "a b c d e f g"),
    ("zips", where("zip", "in", [NAN, 98101]), [], {}, "c"),
    ("zips", where("zip", "in", [98101, 98103, [98101, 98102]]), [], {}, "c d f"),
    ("zips", where("zip", "!=", 98101), [], {}, "a b d e f g h"),
    # Java ITSystemTest: notInQueries, inQueries
    ("zips without nan", where("zip", "not-in", [98101, 98103]), [], {}, "b d e f"),
    ("zips without nan", where("zip", "not-in", [NAN]), [], {}, "b a c d e f"),
    ("zips without nan", where("zip", "not-in", [None]), [], {}, ""),
    ("zips without nan", where("zip", "in", [98101, 98103]), [], {}, "a c"),
    # Android QueryTest: testQueriesCanUseArrayContainsFilters, testQueriesCanUseArrayContainsAnyFilters
    ("arrays", where("array", "array_contains_any", [None]), [], {}, ""),
    ("arrays", where("array", "array_contains_any", [NAN]), [], {}, ""),
    ("arrays", where("array", "array_contains_any", [NAN, 43]), [], {}, "e"),
    # Java ITQueryWatchTest: testInequalityIncludesAndSortsMissingFields (Standard edition)
    ("keys", where("key", "!=", 1), [], {}, "doc2"),
    # Android CursorTest, iOS FIRCursorTests: canBeUsedInDescendingQueries
    ("doubles", None, ["-sort", "-__name__"], {"start_at": [2.0]}, "c b a e"),
    ("doubles", None, ["-sort", "-__name__"], {"end_before": [2.0]}, "d"),
    # Android CursorTest, iOS FIRCursorTests: canBeUsedWithReferenceValues, canBeCreatedUsingDocumentId
    ("referring", None, ["ref"], {"start_after": [Reference("1/a")], "end_at": [Reference("2/b")]}, "b c d"),
    ("parent/x/sub", None, [ID], {
        "start_at": [Reference("parent/x/sub/b")], "end_before": [Reference("parent/x/sub/d")]}, "b c"),
    # Android CursorTest: timestampsCanBePassedToQueriesAsLimits, …InWhereClause, timestampsAreTruncatedToMicroseconds
    ("times", None, ["time"], {"start_after": [seconds(100, 2)], "end_at": [seconds(100, 5)]}, "c f b e"),
    ("more times", both(where("time", ">=", seconds(100, 5)), where("time", "<", seconds(100, 8))), [], {}, "d e a"),
    ("nanoseconds", where("time", "==", seconds(0, 123456)), [], {}, "a"),
    ("nanoseconds", where("time", "==", seconds(0, 123000)), [], {}, ""),
    # Android FieldsTest, iOS FIRFieldsTests: testFieldsWithSpecialCharsCanBeUsedIn…, testNestedFieldsCanBeUsedIn…
    ("rooms", where("`field.dot`", ">=", 200), [], {}, "doc2 doc4 doc1"),
    ("rooms", None, ["`field.dot`"], {}, "doc3 doc2 doc4 doc1"),
    ("rooms", None, ["`field\\\\slash`"], {}, "doc3 doc2 doc4 doc1"),
    ("rooms", where("metadata.createdAt", ">=", 300), [], {}, "doc4 doc1"),
    # Java ITQueryTest, Android FirestoreTest: snapshotListenerSortsUnicodeStrings…
    ("unicode", None, ["value"], {}, "b a h i c f e d g k j"),
    ("unicode in arrays", None, ["value"], {}, "b a h i c f e d g k j"),
    ("unicode in maps", None, ["value"], {}, "b a h i c f e d g k j"),
    ("unicode keys", None, ["value"], {}, "b a h i c f e d g k j"),
    ("unicode ids", None, [ID], {}, "Sierpiński Łukasiewicz 你好 你顥 岩澤 ︒ Ｐ 🄟 🐵 😀 😁"),
    # Android FirestoreTest, iOS FIRDatabaseTests: snapshotListenerSorts…QueryByDocumentIdsSameAsGetQuery
    ("numeric ids", None, [ID], {}, (
        "__id-9223372036854775808__ __id-2__ __id7__ __id12__ __id9223372036854775807__ 12 7 A Aa __id __id1_ _id1__ "
        "a")),
    ("numeric ids", both(
        where(ID, ">", Reference("numeric ids/__id7__")), where(ID, "<=", Reference("numeric ids/A"))), [ID], {},
     "__id12__ __id9223372036854775807__ 12 7 A"),
    # Android VectorTest, Java ITQueryWatchTest, iOS VectorIntegrationTests: vectorFieldOrder, vectorFieldFilter…
    ("vectors", None, ["embedding"], {}, " ".join(f"{n:02}" for n in range(16))),
    ("vectors", where("embedding", "<", vector(1, 2, 100, 4, 4)), ["embedding"], {}, "02 03 04 05 06 07 08 09 10"),
    ("vectors", where("embedding", ">", vector(1, 2, 100, 4, 4)), ["embedding"], {}, "12"),
    # Java ITQueryTest, Android QueryTest: orQueriesWithArrayMembership, testMultipleInOps
    ("members", either(where("a", "==", 2), where("b", "array_contains_any", [0, 3])), [], {}, "doc1 doc4 doc6"),
    ("gaps", either(where("a", "in", [2, 3]), where("b", "in", [0, 2])), [], {}, "doc1 doc3 doc6"),
    # Java ITQueryTest: orQueryDoesNotIncludeDocumentsWithMissingFields
    ("gaps", either(where("a", "==", 1), where("b", "==", 1)), [], {}, "doc1 doc2 doc4 doc5"),
    # Android QueryTest, iOS FIRQueryTests: testUsingInWithArrayContains, testUsingInWithArrayContainsAny
    ("members", either(where("a", "in", [2, 3]), where("b", "array_contains", 3)), [], {}, "doc3 doc4 doc6"),
    ("members", both(where("a", "in", [2, 3]), where("b", "array_contains", 7)), [], {}, "doc3"),
    ("members", either(
        where("a", "in", [2, 3]), both(where("b", "array_contains", 3), where("a", "==", 1))), [], {},
     "doc3 doc4 doc6"),
    ("members", both(
        where("a", "in", [2, 3]), either(where("b", "array_contains", 7), where("a", "==", 1))), [], {}, "doc3"),
    ("members", either(
        where("a", "in", [2, 3]), where("b", "array_contains_any", [0, 7])), [], {}, "doc1 doc3 doc4 doc6"),
    # Android QueryTest, iOS FIRQueryTests: testCollectionGroupQueries, …WithStartAtEndAt…, …WithWhereFilters…
    ("*/group", None, [], {}, "cg-doc1 cg-doc2 cg-doc5 cg-doc3 cg-doc4"),
    ("*/bgroup", None, [ID], {"start_at": [Reference("a/b")], "end_at": [Reference("a/b0")]},
     "cg-doc2 cg-doc3 cg-doc4"),
    ("*/bgroup", None, [ID], {
        "start_after": [Reference("a/b")], "end_before": [Reference("a/b/bgroup/cg-doc3")]}, "cg-doc2"),
    ("*/bgroup", both(where(ID, ">=", Reference("a/b")), where(ID, "<=", Reference("a/b0"))), [], {},
     "cg-doc2 cg-doc3 cg-doc4"),
    ("*/bgroup", both(where(ID, ">", Reference("a/b")), where(ID, "<", Reference("a/b/bgroup/cg-doc3"))), [], {},
     "cg-doc2"),
    # backend: equality_…ZeroReturnsResult, equality_doubleReturnsIntegerResults, equality_integerReturnsDoubleResults
    ("zeros", where("n", "==", -0.0), [], {}, "a b c"),
    ("zeros", where("n", "==", 0), [], {}, "a b c"),
    ("zeros", where("n", "==", 1.0), [], {}, "d e"),
    # backend: runQuery_nullAndNans_withOrdering, runQuery_nullsAndNans
    ("nulls and nans", None, ["foo"], {}, "boop ting plunk bam wam pweet fuuit zoop clang boom twee"),
    ("nulls and nans", where("foo", "<", 0), [], {}, "wam pweet fuuit"),
    ("nulls and nans", where("foo", ">=", 2.3), [], {}, "clang boom twee"),
    ("nulls and nans", where("foo", "<=", True), [], {}, "ting plunk"),
    # backend: cursors_singleValue_truncate, bytesTruncation. Behind 1,500 bytes values are not told apart.
    ("long strings", None, ["s"], {}, "d a b c"),
    ("long strings", None, ["-s"], {}, "c b a d"),
    ("long bytes", None, ["s"], {}, "a b c"),
]


def named(rows):
    return [f"{n} {row[0]}" for n, row in enumerate(rows)]


@pytest.mark.parametrize("collection, filter, order, window, expected", AUTOMATIC, ids=named(AUTOMATIC))
def test_queries_without_composite_indexes(strict, collection, filter, order, window, expected):
    assert found(query(strict, collection, filter, order, **window), "last" in window) == expected


# What this client does not send: it knows other filters for it, or refuses. The ids are those of `nulls and nans`.

COMPARED = [
    # backend: runQuery_nullsAndNans
    ("EQUAL", {"double_value": NAN}), ("EQUAL", {"null_value": 0}), ("GREATER_THAN", {"double_value": NAN}),
    ("LESS_THAN", {"null_value": 0}),
    # backend: notEqual_usingNull_isEmpty
    ("NOT_EQUAL", {"null_value": 0}),
    # backend: in_usingNan_isEmpty, in_usingNull_isEmpty, notIn_usingNull_isEmpty
    ("IN", {"array_value": {"values": [{"double_value": NAN}]}}),
    ("IN", {"array_value": {"values": [{"null_value": 0}]}}),
    ("NOT_IN", {"array_value": {"values": [{"null_value": 0}]}}),
    # backend: arrayContains_usingNull_isEmpty, arrayContains_usingNan_isEmpty; Android QueryTest:
    # testQueriesCanUseArrayContainsFilters
    ("ARRAY_CONTAINS", {"null_value": 0}), ("ARRAY_CONTAINS", {"double_value": NAN}),
]


@pytest.mark.parametrize("operator, value", COMPARED)
@pytest.mark.parametrize("collection, field", [("nulls and nans", "foo"), ("arrays", "array"), ("zips", "zip")])
def test_comparisons_that_nothing_fits(emulator, strict, collection, field, operator, value):
    answers = list(emulator.stub().run_query({
        "parent": f"{strict._database_string}/documents", "structured_query": {
            "from_": [{"collection_id": collection}],
            "where": {"field_filter": {"field": {"field_path": field}, "op": operator, "value": value}},
        }}, metadata=OWNER))
    assert ["document" in answer for answer in answers] == [False]


THREE = {"array_value": {"values": [{"integer_value": n} for n in (1, 2, 3)]}}
ELEVEN = {"array_value": {"values": [{"integer_value": n} for n in range(11)]}}
ONLY_ONE = "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."


def compared(field, operator, value):
    return {"field_filter": {"field": {"field_path": field}, "op": operator, "value": value}}


def unary(field, operator):
    return {"unary_filter": {"field": {"field_path": field}, "op": operator}}


def all_of(*filters):
    return {"composite_filter": {"op": "AND", "filters": list(filters)}}


def ordered(*fields):
    return [{"field": {"field_path": field}, "direction": "ASCENDING"} for field in fields]


IN_K = {"from_": [{"collection_id": "k"}]}
ONE = {"integer_value": 1}
REFUSED = [
    # backend: notEqual_with…_isRejected, notIn_with…_isRejected, notNan_withNotNull_isRejected
    (IN_K | {"where": all_of(compared("foo", "NOT_EQUAL", ONE), unary("bar", "IS_NOT_NAN"))}, ONLY_ONE),
    (IN_K | {"where": all_of(compared("foo", "NOT_EQUAL", ONE), unary("bar", "IS_NOT_NULL"))}, ONLY_ONE),
    (IN_K | {"where": all_of(compared("foo", "NOT_EQUAL", ONE), compared("bar", "NOT_EQUAL", ONE))}, ONLY_ONE),
    (IN_K | {"where": all_of(compared("foo", "NOT_EQUAL", ONE), compared("bar", "NOT_IN", THREE))}, ONLY_ONE),
    (IN_K | {"where": all_of(compared("foo", "NOT_IN", THREE), unary("bar", "IS_NOT_NULL"))}, ONLY_ONE),
    (IN_K | {"where": all_of(compared("foo", "NOT_IN", THREE), unary("bar", "IS_NOT_NAN"))}, ONLY_ONE),
    (IN_K | {"where": all_of(unary("foo", "IS_NOT_NAN"), unary("bar", "IS_NOT_NULL"))}, ONLY_ONE),
    (IN_K | {"where": compared("foo", "NOT_IN", {"array_value": {}})}, "'NOT_IN' requires an non-empty ArrayValue."),
    (IN_K | {"where": compared("foo", "NOT_IN", ELEVEN)}, "'NOT_IN' supports up to 10 comparison values."),
    # backend: runQuery_containsAny_rejectEmptyArray
    (IN_K | {"where": compared("foo", "ARRAY_CONTAINS_ANY", {"array_value": {}})},
     "'ARRAY_CONTAINS_ANY' requires an non-empty ArrayValue."),
    # backend: runQuery_filterKey_invalidType, runQuery_startAtEndAt_invalidKeyType
    (IN_K | {"where": compared(ID, "EQUAL", ONE)}, "__key__ filter value must be a Key"),
    (IN_K | {"where": compared(ID, "GREATER_THAN", {"null_value": 0})}, "__key__ filter value must be a Key"),
    (IN_K | {"order_by": ordered(ID), "start_at": {"values": [ONE], "before": True}},
     "Cursor __key__ value is not a document reference."),
    # backend: runQuery_orderBy_redundant
    (IN_K | {"order_by": ordered("foo", "foo")}, "order by clause cannot contain duplicate fields foo"),
    (IN_K | {"order_by": ordered(ID, "foo")}, "order by clause cannot contain more fields after the key"),
    # backend: runQuery_kindless_filter, runQuery_kindless_orderBy, kindlessQuery_withOrderDesc_isRejected
    ({"where": compared("foo", "EQUAL", ONE)}, "kind is required for filter: foo"),
    ({"order_by": ordered("foo")}, "kind is required for all orders except __key__ ascending"),
    ({"from_": [{"all_descendants": True}], "order_by": [{"field": {"field_path": ID}, "direction": "DESCENDING"}]},
     "kind is required for all orders except __key__ ascending"),
    # backend: runQuery_filterTruncatedValue, runQuery_filter_needTruncation, runQuery_arrayContains_invalidQueries
    (IN_K | {"where": compared("foo", "EQUAL", {"string_value": "y" * 1500})},
     "value for foo is too large to be used in a query"),
    (IN_K | {"where": compared("foo", "ARRAY_CONTAINS", {"string_value": "y" * 1500})},
     "value for foo[*] is too large to be used in a query"),
    # backend: runQuery_invalidKind
    ({"from_": [{"collection_id": "__x__"}]}, 'Collection id "__x__" is invalid because it is reserved.'),
    ({"from_": [{"collection_id": "x/y"}]}, 'Collection id "x/y" is invalid because it contains "/".'),
]


@pytest.mark.parametrize("asked, text", REFUSED, ids=range(len(REFUSED)))
def test_refused_queries(emulator, client, asked, text):
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        list(emulator.stub().run_query(
            {"parent": f"{client._database_string}/documents", "structured_query": asked}, metadata=OWNER))
    assert refusal.value.message == text


@pytest.mark.parametrize("parent, asked, text", [
    # backend: runQuery_allDescendants_withAncestor_filter, …_orderBy
    ("/parent/document", {"where": compared("foo", "EQUAL", ONE)}, "root parent"),
    ("/parent/document", {"order_by": ordered("foo")}, "root parent"),
])
def test_refused_groups_below_a_document(emulator, client, parent, asked, text):
    asked = asked | {"from_": [{"collection_id": "k", "all_descendants": True}]}
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        list(emulator.stub().run_query(
            {"parent": f"{client._database_string}/documents{parent}", "structured_query": asked}, metadata=OWNER))
    assert refusal.value.message == f"collection group queries are only allowed at the {text}"


FAMILY = ["parent/alice", "parent/alice/child/jim", "parent/alice/child/jim/child/bob", "parent/bob", "other/eve"]


@pytest.mark.parametrize("parent, all_descendants, start_after, expected", [
    # backend: kindlessAllDescendantQuery_returnsDescendantKinds, kindlessQuery_returnsMultipleKinds,
    # kindlessQuery_skipsDescendantKinds, kindlessParentQuery_returnsScopedEntities,
    # kindlessAllDescendantParentQuery_returnsScopedDescendantKinds
    ("", True, None, "eve alice jim bob bob"), ("", True, "parent/alice", "jim bob bob"),
    ("", False, None, "eve alice bob"), ("/parent/alice", False, None, "jim"),
    ("/parent/alice/child/jim", False, None, "bob"), ("/none/x", True, None, ""),
    ("/parent/alice", True, None, "jim bob"),
])
def test_queries_of_all_collections(emulator, client, parent, all_descendants, start_after, expected):
    for path in FAMILY:
        client.document(path).set({})
    root = f"{client._database_string}/documents"
    asked = {"from_": [{"all_descendants": all_descendants}], "order_by": ordered(ID)}
    if start_after:
        asked["start_at"] = {"values": [{"reference_value": f"{root}/{start_after}"}], "before": False}
    answers = emulator.stub().run_query({"parent": root + parent, "structured_query": asked}, metadata=OWNER)
    names = [answer.document.name.rsplit("/", 1)[1] for answer in answers if "document" in answer]
    assert " ".join(names) == expected


KEY_AND_SORT = both(where("key", ">=", "a"), where("sort", "<=", 2))
COMPOSITE_RANGES = either(
    both(where("key", "==", "b"), where("sort", "<=", 2)), both(where("key", "!=", "b"), where("v", ">", 4)))

COMPOSITE = [
    # Java ITQueryTest: orQueriesWithCompositeIndexes, orQueryDoesNotIncludeDocumentsWithMissingFields2
    ("pairs", either(where("a", "==", 2), where("b", "==", 1)), ["-a"], {"limit": 1}, "doc2"),
    ("gaps", either(where("a", "==", 1), where("b", "==", 1)), ["a"], {}, "doc1 doc4 doc5"),
    ("gaps", either(where("a", "==", 1), where("b", "==", 1)), ["b"], {}, "doc1 doc2 doc4"),
    ("gaps", either(where("a", ">", 2), where("b", "==", 1)), [], {}, "doc3"),
    ("gaps", either(where("a", ">", 1), where("b", "==", 1)), ["a", "b"], {}, "doc3"),
    # Android CompositeIndexQueryTest, iOS FIRCompositeIndexQueryTests: testMultipleInequalityOnDifferentFields
    ("ranges", both(
        where("key", ">=", "a"), where("sort", "<=", 2), where("v", "in", [2, 3, 4]), where("sort", "in", [2, 3])),
     [], {}, "doc4"),
    ("ranges", both(where("key", ">=", "a"), where("sort", "<=", 2), where("v", "not-in", [2, 4, 5])), [], {},
     "doc1 doc3"),
    ("ranges", KEY_AND_SORT, ["-v"], {"limit": 2}, "doc3 doc4"),
    # Android CompositeIndexQueryTest: testMultipleInequalityOnSpecialValues
    ("special ranges", both(where("key", "!=", "a"), where("sort", "<=", 2)), [], {}, "doc5 doc6"),
    ("special ranges", both(where("key", "!=", "a"), where("sort", "<=", 2), where("v", "<=", 1)), [], {}, "doc6"),
    # Android CompositeIndexQueryTest: testMultipleInequalityWithArrayMembership
    ("array ranges", both(where("key", "!=", "a"), where("sort", ">=", 1), where("v", "array_contains", 0)), [], {},
     "doc2"),
    ("array ranges", both(where("key", "!=", "a"), where("sort", ">=", 1), where("v", "array_contains_any", [0, 1])),
     [], {}, "doc2 doc4"),
    # Android CompositeIndexQueryTest: testMultipleInequalityWithNestedField
    ("rooms", both(
        where("metadata.createdAt", "<=", 500), where("metadata.createdAt", ">", 100), where("name", "!=", "room 200")),
     ["name"], {}, "doc4 doc1"),
    ("rooms", both(
        where("field", ">=", "field 100"), where("`field.dot`", "!=", 300), where("`field\\\\slash`", "<", 400)),
     ["-name"], {}, "doc2 doc3"),
    # Android CompositeIndexQueryTest: testMultipleInequalityWithCompositeFilters
    ("composites", COMPOSITE_RANGES, [], {}, "doc1 doc6 doc5 doc4"),
    ("composites", COMPOSITE_RANGES, ["-sort", "key"], {}, "doc5 doc4 doc1 doc6"),
    ("composites", both(
        either(
            both(where("key", "==", "b"), where("sort", "<=", 4)), both(where("key", "!=", "b"), where("v", ">=", 4))),
        either(
            both(where("key", ">", "b"), where("sort", ">=", 1)), both(where("key", "<", "b"), where("v", ">", 0)))),
     [], {}, "doc1 doc2"),
    # Java ITQueryTest: multipleInequalityFieldsWillBeImplicitlyOrderedLexicographicallyByServer
    ("lexicographic", both(where("key", "!=", "a"), where("sort", ">", 1), where("v", "in", [1, 2, 3, 4])), [], {},
     "doc2 doc4 doc5 doc3"),
    ("lexicographic", both(where("sort", ">", 1), where("key", "!=", "a"), where("v", "in", [1, 2, 3, 4])), [], {},
     "doc2 doc4 doc5 doc3"),
    # Java ITQueryTest, Android CompositeIndexQueryTest: multipleInequalityFieldsWithDocumentKey
    ("document keys", both(
        where("sort", ">", 1), where("key", "!=", "a"), where(ID, "<", Reference("document keys/doc5"))), [], {},
     "doc2 doc4 doc3"),
    ("document keys", both(
        where(ID, "<", Reference("document keys/doc5")), where("sort", ">", 1), where("key", "!=", "a")), [], {},
     "doc2 doc4 doc3"),
    ("document keys", both(
        where(ID, "<", Reference("document keys/doc5")), where("sort", ">", 1), where("key", "!=", "a")), ["-sort"], {},
     "doc2 doc3 doc4"),
    # Android CompositeIndexQueryTest: testMultipleInequalityFromCacheAndFromServer
    ("pairs", both(where("a", "!=", 1), where("b", "<", 2)), [], {}, "doc2"),
]


@pytest.mark.parametrize("collection, filter, order, window, expected", COMPOSITE, ids=named(COMPOSITE))
def test_queries_with_composite_indexes(lenient, collection, filter, order, window, expected):
    assert found(query(lenient, collection, filter, order, **window), "last" in window) == expected


@pytest.mark.parametrize("filter, order", [
    # Java AggregationTest, ITQueryTest and others: …ErrorMessageContainsConsoleLinkIfMissingIndex
    (both(where("key1", "==", 42), where("key2", "<", 42)), []),
    # backend: runQuery_orderBy_missingIndex
    (None, ["-__name__"]), (None, ["-foo", "__name__"]), (None, ["foo", "bar"]),
])
def test_queries_that_production_refuses_without_an_index(strict, filter, order):
    with pytest.raises(exceptions.FailedPrecondition) as refusal:
        found(query(strict, "nothing here", filter, order))
    assert refusal.value.message.startswith("The query requires an index. You can create it here: https://console.fire")


# Sums, averages and counts

NUMBERS = [
    # Java ITQueryAggregationsTest, Android AggregationTest, iOS FIRAggregateTests: performsSum…
    ("sum", [5, 4.5, 3], 12.5), ("sum", [5, 4.5, 3.5], 13.0), ("sum", [100, 100], 200), ("sum", [100.5, 100], 200.5),
    ("sum", [LARGEST, LARGEST], 2.0**64), ("sum", [LARGEST, 1, -101], LARGEST - 100),
    ("sum", [LARGEST, -LARGEST, -101, -10000], -10101), ("sum", [LARGEST_DOUBLE] * 2, INFINITY),
    ("sum", [-LARGEST_DOUBLE] * 2, -INFINITY), ("sum", [5, 4, NAN, 0], NAN), ("sum", [100.5, NAN], NAN), ("sum", [], 0),
    ("sum", [5, 4, "3", 1], 10), ("sum", [SMALLEST_DOUBLE], SMALLEST_DOUBLE), ("sum", [[5, 1000], [2222, 3]], 0),
    # Java ITQueryAggregationsTest, Android AggregationTest, iOS FIRAggregateTests: performsAverage…
    ("avg", [10, 5, 0], 5.0), ("avg", [10.5, 9.5], 10.0), ("avg", [10, 9.5, 10.5], 10.0), ("avg", [5.5, 4.5, 3.5], 4.5),
    ("avg", [8.6, 9, 10], 27.6 / 3), ("avg", [10, 9], 9.5), ("avg", [SMALLEST_DOUBLE, 0], 0.0),
    ("avg", [SMALLEST_DOUBLE], SMALLEST_DOUBLE), ("avg", [LARGEST_DOUBLE] * 2, INFINITY), ("avg", [5, 4, NAN, 0], NAN),
    ("avg", [], None), ("avg", [5, 4, "3", 6], 5.0), ("avg", [[5, 1000], [2222, 3]], None), ("avg", [100, 50], 75.0),
]


def aggregated(emulator, client, asked, **fields):
    """`sum="a"` and the like; the values as they were sent, by the names."""
    aggregations = [
        {"alias": alias, operator: {"field": {"field_path": field}} if field else {}}
        for alias, (operator, field) in fields.items()
    ]
    answers = list(emulator.stub().run_aggregation_query({
        "parent": f"{client._database_string}/documents",
        "structured_aggregation_query": {"structured_query": asked._to_protobuf(), "aggregations": aggregations},
    }, metadata=OWNER))
    assert len(answers) == 1
    sent = answers[0].result.aggregate_fields

    def read(value):
        kind = type(value).pb(value).WhichOneof("value_type")
        return None if kind == "null_value" else getattr(value, kind)

    return {alias: read(sent[alias]) for alias in fields}


def same(found, expected):
    return type(found) is type(expected) and (found == expected or (found != found and expected != expected))


@pytest.mark.parametrize("operator, values, expected", NUMBERS)
def test_sums_and_averages(emulator, client, operator, values, expected):
    batch = client.batch()
    for n, value in enumerate(values):
        batch.set(client.document(f"ratings/{n}"), {"rating": value})
    batch.commit()
    answer = aggregated(emulator, client, query(client, "ratings"), x=(operator, "rating"))
    assert same(answer["x"], expected), answer


def test_a_sum_whose_parts_are_too_large(emulator, client):
    """Java ITQueryAggregationsTest: performsSumThatIsValidButCouldOverflowDuringAggregation. Anything but no number."""
    for n, sign in enumerate([1, 1, -1, -1, 1, -1, -1, 1]):
        client.document(f"ratings/{n}").set({"rating": sign * LARGEST_DOUBLE})
    answer = aggregated(emulator, client, query(client, "ratings"), x=("sum", "rating"))
    assert answer["x"] in (0.0, INFINITY, -INFINITY)


BOOKS = {
    "a": {"pages": 100, "year": 1980, "rating": 5, "ratings": [5, 1000]},
    "b": {"pages": 50, "year": 2020, "rating": 4, "ratings": [4]},
    "c": {"pages": 100, "year": 1980, "rating": 3, "ratings": [2222, 3]},
    "d": {"pages": 50, "year": 2020, "rating": 0, "ratings": [0]},
}
SEVERAL = [
    # Java ITQueryAggregationsTest: performsAggregationWhenUsingInOperator
    (BOOKS, where("rating", "in", [5, 3]), {
        ("sum", "rating"): 8, ("avg", "rating"): 4.0, ("sum", "pages"): 200, ("avg", "pages"): 100.0,
        ("count", None): 2}),
    # Android CompositeIndexQueryTest: testPerformsAggregationWhenUsingArrayContainsAnyOperator
    (BOOKS, where("ratings", "array_contains_any", [5, 3]), {
        ("sum", "ratings"): 0, ("avg", "ratings"): None, ("sum", "pages"): 200, ("avg", "pages"): 100.0,
        ("count", None): 2}),
    # Java ITQueryAggregationsTest: performsAggregationsOnDocumentsWithAllAggregatedFields (Standard edition)
    ({"a": {"pages": 100, "year": 1980}, "b": {"pages": 50, "year": 2020}, "c": {"pages": 150, "year": 2021},
      "d": {"pages": 50}}, None, {
        ("sum", "pages"): 300, ("avg", "pages"): 100.0, ("avg", "year"): 2007.0, ("count", None): 3}),
    # Java ITQueryAggregationsTest: performsAggregationsWhenNaNExistsForSomeFieldValues
    (BOOKS | {"c": {"pages": 100, "year": 1980, "rating": NAN}}, None, {
        ("sum", "rating"): NAN, ("sum", "pages"): 300, ("avg", "year"): 2000.0}),
    # Java ITQueryAggregationsTest: performsAggregationsOnNestedMapValues
    ({"a": {"metadata": {"pages": 100}}, "b": {"metadata": {"pages": 50}}}, None, {
        ("sum", "metadata.pages"): 150, ("avg", "metadata.pages"): 75.0, ("count", None): 2}),
    # Android CompositeIndexQueryTest: testCanPerformMaxAggregations
    ({"a": {"pages": 100, "year": 1980, "rating": 5.0}, "b": {"pages": 50, "year": 2020, "rating": 4.0}}, None, {
        ("sum", "pages"): 150, ("avg", "pages"): 75.0, ("count", None): 2, ("sum", "year"): 4000,
        ("avg", "rating"): 4.5}),
    # Java ITQueryAggregationsTest: allowsAliasesForLongestFieldNames
    ({"a": {"k" * 1499: 2}, "b": {"k" * 1499: 4}}, None, {("sum", "k" * 1499): 6, ("avg", "k" * 1499): 3.0}),
]


@pytest.mark.parametrize("documents, filter, expected", SEVERAL, ids=range(len(SEVERAL)))
def test_several_aggregations(permissive, project, documents, filter, expected):
    client = permissive.client(project)
    for id, fields in documents.items():
        client.document("books", id).set(fields)
    asked = query(client, "books", filter)
    answer = aggregated(permissive, client, asked, **{f"x{n}": part for n, part in enumerate(expected)})
    client.close()
    assert len(answer) == len(expected)
    assert all(same(*pair) for pair in zip(answer.values(), expected.values())), answer


@pytest.mark.parametrize("filter, order, window, expected", [
    # Java ITQueryAggregationsTest: aggregate…Filter…OrderBy…Cursor
    (None, [], {}, 15), (where("num", "==", 5), [], {}, 5), (where("num", ">", 3), [], {}, 9), (None, ["num"], {}, 15),
    (where("num", "==", 5), ["num"], {}, 5), (None, ["num"], {"start_after": [3]}, 9),
    (where("num", "==", 5), ["num"], {"start_at": [5]}, 5), (where("num", ">", 3), ["num"], {"start_at": [5]}, 5),
    (where("num", ">", 0), ["num", ID], {"start_after": [4, Reference("ported/d")]}, 5),
])
def test_sums_between_cursors(permissive, project, filter, order, window, expected):
    client = permissive.client(project)
    for n, id in enumerate("abcde", 1):
        client.document("ported", id).set({"num": n})
    asked = query(client, "ported", filter, order, **window)
    answer = aggregated(permissive, client, asked, x=("sum", "num"))
    client.close()
    assert answer == {"x": expected}


@pytest.mark.parametrize("window, expected", [
    # Java ITQueryCountTest: countShouldRespectStartAtAndEndAt…, countShouldRespectStartAfterAndEndBefore…
    ({"start_at": "counters/doc2", "end_at": "counters/doc7"}, 6),
    ({"start_after": "counters/doc2", "end_before": "counters/doc7"}, 4),
    # Java ITQueryCountTest: countShouldRespectLimit, countShouldRespectOffset
    ({"limit": 2}, 2), ({"offset": 2}, 8),
    # Android CountTest: testCanRunCountAggregateWithFiltersAndLimits
    ({"limit": 20}, 10),
])
def test_counts_between_cursors(emulator, strict, window, expected):
    window = {name: [Reference(value)] if isinstance(value, str) else value for name, value in window.items()}
    asked = query(strict, "counters", order=[ID], **window)
    assert aggregated(emulator, strict, asked, x=("count", None)) == {"x": expected}


def test_counts_of_groups_and_of_chosen_fields(emulator, strict, permissive, lenient):
    # Android CountTest: testCanRunCountCollectionGroupQuery
    assert aggregated(emulator, strict, strict.collection_group("group"), x=("count", None)) == {"x": 5}
    # Java ITQueryCountTest: countShouldReturnNumberOfDocumentsForPartitionQuery
    assert aggregated(emulator, strict, query(strict, "ids", select=["abc"]), x=("count", None)) == {"x": 4}
    # Android CompositeIndexQueryTest: testCanRunAggregateCollectionGroupQuery
    asked = lenient.collection_group("group")
    answer = aggregated(permissive, lenient, asked, n=("count", None), s=("sum", "x"), a=("avg", "x"))
    assert answer == {"n": 5, "s": 10, "a": 2.0}


def test_a_count_of_a_reserved_collection(emulator, client):
    """Java ITQueryCountTest: countQueriesShouldFailIfCollectionNameIsInvalid."""
    with pytest.raises(exceptions.InvalidArgument, match="__invalid__"):
        aggregated(emulator, client, query(client, "__invalid__"), x=("count", None))


# Writes

STEPS = [
    # Java ITSystemTest: addAndRemoveFields
    ("set", {}, {}), ("set", {"a": {"b": "c"}}, {"a": {"b": "c"}}), ("set", {}, {}),
    ("set", {"a": {"b": "c"}}, {"a": {"b": "c"}}), ("merge", {"a": {"d": "e"}}, {"a": {"b": "c", "d": "e"}}),
    ("merge", {"a": {"d": firestore.DELETE_FIELD}}, {"a": {"b": "c"}}),
    ("merge", {"a": {"b": firestore.DELETE_FIELD}}, {"a": {}}), ("merge", {"a": {"e": "foo"}}, {"a": {"e": "foo"}}),
    ("merge", {"f": "foo"}, {"a": {"e": "foo"}, "f": "foo"}),
    ("merge", {"f": {"g": "foo"}}, {"a": {"e": "foo"}, "f": {"g": "foo"}}),
    ("update", {"f.h": "foo"}, {"a": {"e": "foo"}, "f": {"g": "foo", "h": "foo"}}),
    ("update", {"f.g": firestore.DELETE_FIELD}, {"a": {"e": "foo"}, "f": {"h": "foo"}}),
    ("update", {"f.h": firestore.DELETE_FIELD}, {"a": {"e": "foo"}, "f": {}}),
    ("update", {"f": firestore.DELETE_FIELD}, {"a": {"e": "foo"}}),
    ("update", {"i.j": {}}, {"a": {"e": "foo"}, "i": {"j": {}}}),
    ("update", {"i.j": {"k": "foo"}}, {"a": {"e": "foo"}, "i": {"j": {"k": "foo"}}}),
    ("update", {"i.j": {"l": {"k": "foo"}}}, {"a": {"e": "foo"}, "i": {"j": {"l": {"k": "foo"}}}}),
    ("update", {"i.j": {"l": {}}}, {"a": {"e": "foo"}, "i": {"j": {"l": {}}}}),
    ("update", {"i": firestore.DELETE_FIELD}, {"a": {"e": "foo"}}), ("update", {"a": firestore.DELETE_FIELD}, {}),
]


def written(document, method, fields):
    """`method` as a word, or the field paths of a merge."""
    if method == "update":
        return document.update(fields)
    return document.set(fields, merge=method == "merge" if isinstance(method, str) else list(method))


def test_adding_and_removing_fields(client):
    document = client.document("ported/steps")
    for method, fields, expected in STEPS:
        written(document, method, fields)
        assert document.get().to_dict() == expected, (method, fields)


OWNED = {"desc": "Description", "owner": {"name": "Jonny", "email": "abc@xyz.com"}}
MERGES = [
    # Android FirestoreTest, iOS FIRDatabaseTests: testCanMergeDataWithAnExistingDocumentUsingSet
    ({"desc": "Description", "owner.data": {"name": "Jonny", "email": "abc@xyz.com"}}, "merge",
     {"updated": True, "owner.data": {"name": "Sebastian"}},
     {"desc": "Description", "updated": True, "owner.data": {"name": "Sebastian", "email": "abc@xyz.com"}}),
    # testCanMergeEmptyObject, testUpdateWithEmptyObjectReplacesAllFields, testMergeWithEmptyObjectReplacesAllFields
    ({}, ["a"], {"a": {}}, {"a": {}}), ({"a": {}}, "merge", {"b": {}}, {"a": {}, "b": {}}),
    ({"a": "a"}, "update", {"a": {}}, {"a": {}}), ({"a": "a"}, "merge", {"a": {}}, {"a": {}}),
    ({"a": {"b": 1}}, "merge", {"a": {}}, {"a": {}}),
    # testCanDeleteFieldUsingMerge
    ({"untouched": True, "foo": "bar", "nested": {"untouched": True, "foo": "bar"}}, "merge",
     {"foo": firestore.DELETE_FIELD, "nested": {"foo": firestore.DELETE_FIELD}},
     {"untouched": True, "nested": {"untouched": True}}),
    # testMergeReplacesArrays
    ({"untouched": True, "data": "old", "list": ["old", "old"], "maps": [{"data": "old"}]}, "merge",
     {"data": "new", "list": ["new"], "maps": [{"data": "new"}]},
     {"untouched": True, "data": "new", "list": ["new"], "maps": [{"data": "new"}]}),
    # testCanDeepMergeDataWithAnExistingDocumentUsingSet
    ({"owner.data": {"name": "Jonny", "email": "old@xyz.com"}}, ["desc", "`owner.data`.name"],
     {"desc": "New", "owner.data": {"name": "Sebastian", "email": "new@xyz.com"}},
     {"desc": "New", "owner.data": {"name": "Sebastian", "email": "old@xyz.com"}}),
    # testCanDeleteAFieldWithAnUpdate
    (OWNED, "update", {"owner.email": firestore.DELETE_FIELD}, {"desc": "Description", "owner": {"name": "Jonny"}}),
    # Android FirestoreTest: testCanUpdateNestedFields, testCanUpdateFieldsWithDots
    ({"a": {"b": "old"}, "c": {"d": "old"}}, "update", {"a.b": "new"}, {"a": {"b": "new"}, "c": {"d": "old"}}),
    ({"a.b": "old", "c.d": "old"}, "update", {"`a.b`": "new"}, {"a.b": "new", "c.d": "old"}),
    # Android FieldsTest: testNestedFieldCanBeUpdated, testFieldsWithSpecialCharsCanBeUpdated
    ({"metadata": {"createdAt": 1.0, "deep": {"field": "x"}}}, "update",
     {"metadata.deep.field": 100.0, "metadata.added": 200.0},
     {"metadata": {"createdAt": 1.0, "deep": {"field": 100.0}, "added": 200.0}}),
    ({"field": "f", "field.dot": 1.0, "field\\slash": 1.0}, "update", {"`field.dot`": 100.0, "`field\\\\slash`": 200.0},
     {"field": "f", "field.dot": 100.0, "field\\slash": 200.0}),
    # Java ITSystemTest: deleteNestedFieldUsingFieldPath
    ({"a.b": {"c.d": "bar"}}, "update", {"`a.b`.`c.d`": firestore.DELETE_FIELD}, {"a.b": {}}),
]


@pytest.mark.parametrize("stored, method, fields, expected", MERGES, ids=range(len(MERGES)))
def test_merges_and_updates(client, stored, method, fields, expected):
    document = client.document("ported/merged")
    document.set(stored)
    written(document, method, fields)
    assert document.get().to_dict() == expected


TRANSFORMS = [
    # Android NumericTransformsTest, iOS FIRNumericTransformTests: …IncrementWithExisting…
    (1337, [firestore.Increment(1)], 1338), (13.37, [firestore.Increment(1)], 14.37),
    (13.37, [firestore.Increment(0.1)], 13.47), (1337, [firestore.Increment(0.1)], 1337.1),
    ("overwrite", [firestore.Increment(1337)], 1337), ("overwrite", [firestore.Increment(13.37)], 13.37),
    # incrementTwiceInABatch, incrementDeleteIncrementInABatch, multipleDoubleIncrements
    ("overwrite", [firestore.Increment(1), firestore.Increment(1)], 2),
    ("overwrite", [firestore.Increment(1), firestore.DELETE_FIELD, firestore.Increment(3)], 3),
    (0.0, [firestore.Increment(0.1), firestore.Increment(0.01), firestore.Increment(0.001)], 0.111),
    # minimumWithExisting…, maximumWithExisting…; Java ITSystemTest: minimumAgainstNonNumeric
    (10.5, [firestore.Minimum(5.5)], 5.5), (10.5, [firestore.Maximum(5.5)], 10.5),
    (10.5, [firestore.Minimum(20.5)], 10.5), (10.5, [firestore.Maximum(20.5)], 20.5),
    ("any string", [firestore.Minimum(1)], 1), ("any string", [firestore.Maximum(2)], 2),
    # mixedTypesPreserveOperandTypeFor…, equivalentValuesDoNotChangeTypeFor…
    (10, [firestore.Minimum(5.5)], 5.5), (10.5, [firestore.Minimum(5)], 5), (10, [firestore.Maximum(20.5)], 20.5),
    (10.5, [firestore.Maximum(20)], 20), (3.0, [firestore.Minimum(3)], 3.0), (3.0, [firestore.Maximum(3)], 3.0),
    # minimumWithNaN, maximumWithNaN
    (NAN, [firestore.Maximum(5)], NAN), (5, [firestore.Maximum(NAN)], NAN),
    # Android ArrayTransformsTest, iOS FIRArrayTransformTests: appendToArrayVia…, removeFromArrayVia…
    ([1, 3], [firestore.ArrayUnion([2, 1, 4])], [1, 3, 2, 4]),
    ([{"a": "hi"}], [firestore.ArrayUnion([{"a": "hi"}, {"a": "bye"}])], [{"a": "hi"}, {"a": "bye"}]),
    ([1, 3, 1, 3], [firestore.ArrayRemove([1, 4])], [3, 3]),
    ([{"a": "hi"}, {"a": "bye"}], [firestore.ArrayRemove([{"a": "hi"}])], [{"a": "bye"}]),
]


@pytest.mark.parametrize("how", ["update", "merge"])
@pytest.mark.parametrize("stored, transforms, expected", TRANSFORMS, ids=range(len(TRANSFORMS)))
def test_transforms(client, how, stored, transforms, expected):
    document = client.document("ported/transformed")
    document.set({"x": stored})
    batch = client.batch()
    for transform in transforms:
        if how == "update":
            batch.update(document, {"x": transform})
        else:
            batch.set(document, {"x": transform}, merge=True)
    batch.commit()
    value = document.get().to_dict()["x"]
    assert same(value, expected) or (type(value) is float and value == pytest.approx(expected, abs=1e-6)), value


def test_transforms_of_a_missing_document(client):
    """Android NumericTransformsTest and ArrayTransformsTest: createDocumentWith…, mergeOnNonExistingDocumentWith…"""
    for n, (transform, expected) in enumerate([
        (firestore.Increment(1337), 1337), (firestore.Minimum(1337), 1337), (firestore.Maximum(1337), 1337),
        (firestore.ArrayUnion([1, 2]), [1, 2]), (firestore.ArrayRemove([1]), []),
    ]):
        for merge in (False, True):
            document = client.document(f"ported/{n}{merge}")
            document.set({"x": transform}, merge=merge)
            assert document.get().to_dict() == {"x": expected}
            with pytest.raises(exceptions.NotFound):
                # ServerTimestampTest: testServerTimestampsFailViaUpdateOnNonexistentDocument
                client.document(f"ported/none{n}").update({"x": transform, "t": firestore.SERVER_TIMESTAMP})


def test_times_of_one_commit_are_the_same(client):
    """Android WriteBatchTest: testWriteTheSameServerTimestampAcrossWrites; Java ITSystemTest:
    addAndRemoveServerTimestamps."""
    batch = client.batch()
    for id in ("a", "b"):
        batch.set(client.document("ported", id), {"when": firestore.SERVER_TIMESTAMP, "in": {
            "when": firestore.SERVER_TIMESTAMP}})
    batch.commit()
    first, second = (client.document("ported", id).get().to_dict() for id in ("a", "b"))
    assert first == second and first["when"] == first["in"]["when"]


def test_timestamps_are_kept_to_the_microsecond(emulator, client):
    """Android FieldsTest: testTimestampsAreTruncated; Java ITSystemTest: timestampDoesntGetTruncatedDuringUpdate."""
    root = client._database_string
    name = f"{root}/documents/ported/time"
    exact = {"timestamp_value": Timestamp(seconds=100, nanos=123456789)}
    emulator.stub().commit({"database": root, "writes": [{"update": {"name": name, "fields": {
        "t": exact, "nested": {"map_value": {"fields": {"t": exact}}}}}}]}, metadata=OWNER)
    document = client.document("ported/time")
    read = document.get().to_dict()
    assert read["t"] == read["nested"]["t"] == seconds(100, 123456)
    document.update({"t": read["t"]})
    kept = emulator.stub().get_document({"name": name}, metadata=OWNER)
    assert type(kept).pb(kept).fields["t"].timestamp_value.nanos == 123456000


# Commits that write a document several times. What the SDKs send: an update must exist, a set and a delete may be
# anything; if the document was read, the first write has what was read as its precondition.

COMMITS = [
    # Android TransactionTest, iOS FSTTransactionTests: testRunsTransactionsAfterGetting…Doc, testRunsTransactionsOn…Doc
    ("delete delete", None, None, None), ("delete update", "invalid", "invalid", "invalid"), ("delete set", 2, 2, 2),
    ("update delete", None, "missing", "refused"), ("update update", 2, "missing", "refused"),
    ("update set", 2, "missing", "refused"), ("set delete", None, None, None), ("set update", 2, 2, 2),
    ("set set", 2, 2, 2),
]
CODES = {"invalid": exceptions.InvalidArgument, "missing": exceptions.NotFound}
# What is refused after reading is refused by the SDK: nothing is sent.
CASES = [
    (words, state, read, expected)
    for words, existing, missing, after_reading in COMMITS for state in ("existing", "never", "deleted")
    for read in (False, True) for expected in [existing if state == "existing" else after_reading if read else missing]
    if expected != "refused"
]


@pytest.mark.parametrize("words, state, read, expected", CASES)
def test_commits_of_two_writes(emulator, client, words, state, read, expected):
    document = client.document("ported/twice")
    version = None
    if state != "never":
        version = document.set({"foo": "bar0"}).update_time
    if state == "deleted":
        document.delete()
    stub, root = emulator.stub(), client._database_string
    name = f"{root}/documents/ported/twice"
    writes = []
    for n, word in enumerate(words.split(), 1):
        fields = {"foo": {"string_value": f"bar{n}"}}
        write = {"delete": name} if word == "delete" else {"update": {"name": name, "fields": fields}}
        if word == "update":
            write |= {"update_mask": {"field_paths": ["foo"]}, "current_document": {"exists": True}}
        if read and n == 1:
            write["current_document"] = {"update_time": version} if state == "existing" else {"exists": False}
        writes.append(write)
    request = {"database": root, "writes": writes}
    if expected in CODES:
        with pytest.raises(CODES[expected]):
            stub.commit(request, metadata=OWNER)
        assert document.get().to_dict() == ({"foo": "bar0"} if state == "existing" else None)
    else:
        stub.commit(request, metadata=OWNER)
        assert document.get().to_dict() == (None if expected is None else {"foo": f"bar{expected}"})


def test_preconditions_of_single_writes(client):
    document = client.document("ported/once")
    document.delete()
    # Java ITSystemTest: deleteDocument
    version = document.set({"foo": "bar"}).update_time
    with pytest.raises(exceptions.FailedPrecondition):
        document.delete(option=client.write_option(last_update_time=Timestamp(seconds=1)))
    document.delete(option=client.write_option(last_update_time=version))
    assert not document.get().exists
    # Java ITSystemTest: doesNotRetryTransactionsWithFailedPreconditions
    attempts = []

    @firestore.transactional
    def update(transaction):
        attempts.append(1)
        transaction.update(document, {"foo": "bar"})

    with pytest.raises(exceptions.NotFound):
        update(client.transaction())
    assert len(attempts) == 1


@pytest.mark.parametrize("write, code, text", [
    # Java ITBulkWriterTest: bulkWriterCreateAddsPrecondition, bulkWriterUpdateAddsPrecondition
    ({"current_document": {"exists": False}}, 6, "already exists"),
    ({"current_document": {"exists": True}}, 5, "to update"),
], ids=["create", "update"])
def test_refused_writes_of_a_bulk_writer(emulator, client, write, code, text):
    root = client._database_string
    stored = "there" if code == 6 else "missing"
    client.document("ported/there").set({"foo": "bar"})
    fields = {"foo": {"string_value": "new"}}
    write = write | {"update": {"name": f"{root}/documents/ported/{stored}", "fields": fields}}
    answer = emulator.stub().batch_write({"database": root, "writes": [write]}, metadata=OWNER)
    assert answer.status[0].code == code and text in answer.status[0].message
    assert client.document("ported/there").get().to_dict() == {"foo": "bar"}


# Transactions

def test_read_only_transactions(emulator, client):
    stub, root = emulator.stub(), client._database_string
    document = client.document("ported/read")

    def begun(**options):
        return stub.begin_transaction({"database": root, "options": {"read_only": options}}, metadata=OWNER).transaction

    def count(transaction):
        return next(iter(stub.run_aggregation_query({
            "parent": f"{root}/documents", "transaction": transaction, "structured_aggregation_query": {
                "structured_query": {"from_": [{"collection_id": "ported"}]},
                "aggregations": [{"alias": "n", "count": {}}],
            }}, metadata=OWNER))).result.aggregate_fields["n"].integer_value

    # Java ITSystemTest: readOnlyTransaction_successfulRead; ITQueryCountTest: …InATransactionShouldRespectReadTime
    first = document.set({"counter": 1}).update_time
    document.set({"counter": 2})
    client.document("ported/other").set({})
    past = begun(read_time=first)
    answers = list(stub.batch_get_documents(
        {"database": root, "documents": [f"{root}/documents/ported/read"], "transaction": past}, metadata=OWNER))
    assert [answer.found.fields["counter"].integer_value for answer in answers] == [1]
    assert count(past) == 1
    assert document.get().to_dict() == {"counter": 2}
    # Java ITQueryCountTest: aggregateQueryShouldWorkInATransaction
    assert count(begun()) == 2
    # Java ITSystemTest: readOnlyTransaction_failureWhenAttemptingWrite
    with pytest.raises(exceptions.InvalidArgument, match="read-only"):
        stub.commit({"database": root, "transaction": begun(), "writes": [
            {"update": {"name": f"{root}/documents/ported/read", "fields": {}}}]}, metadata=OWNER)


# Listeners

def listened(emulator, client, **position):
    """What a listener of the collection `ported` is sent until it is up to date."""
    root = client._database_string
    ended = threading.Event()
    query = {"parent": f"{root}/documents", "structured_query": {"from_": [{"collection_id": "ported"}]}}

    def requests():
        yield ListenRequest(database=root, add_target=Target(query=query, target_id=2, **position))
        ended.wait(20)

    stream = emulator.stub().listen(
        requests(), metadata=[*OWNER, ("google-cloud-resource-prefix", root)], timeout=20)
    answers, current = [], False
    for answer in stream:
        answers.append(answer)
        kind = answer.target_change.target_change_type.name if "target_change" in answer else ""
        current = current or kind == "CURRENT"
        if current and kind == "NO_CHANGE" and answer.target_change.resume_token:
            break
    ended.set()
    stream.cancel()
    return answers


def might_contain(filter, name):
    digest = hashlib.md5(name.encode()).digest()
    first, second = (int.from_bytes(digest[start:start + 8], "little") for start in (0, 8))
    bitmap, padding = filter.bits.bitmap, filter.bits.padding
    size = len(bitmap) * 8 - padding
    places = (((first + n * second) % 2**64) % size for n in range(filter.hash_count))
    return all(bitmap[place // 8] >> place % 8 & 1 for place in places)


@pytest.mark.parametrize("ids, deleted", [
    # Android QueryTest, iOS FIRQueryTests: bloomFilterShouldCorrectlyEncodeComplexUnicodeCharacters
    (["DocumentToDelete", "LowercaseEWithAcuteAccent_\u00e9", "LowercaseEWithAcuteAccent_\u0065\u0301",
      "LowercaseEWithMultipleAccents_\u0065\u0301\u0327", "LowercaseEWithMultipleAccents_\u0065\u0327\u0301",
      "Smiley_\U0001f600"], ["DocumentToDelete"]),
    # resumingAQueryShouldUseBloomFilterToAvoidFullRequery
    ([f"doc{n}" for n in range(1000, 1100)], [f"doc{n}" for n in range(1000, 1100, 2)]),
], ids=["unicode", "half"])
def test_a_resumed_listener_is_told_how_many_documents_there_are(emulator, client, ids, deleted):
    batch = client.batch()
    for id in ids:
        batch.set(client.document("ported", id), {"key": 42})
    batch.commit()
    token = listened(emulator, client)[-1].target_change.resume_token
    batch = client.batch()
    for id in deleted:
        batch.delete(client.document("ported", id))
    batch.commit()
    filters = [
        answer.filter for answer in listened(emulator, client, resume_token=token, expected_count=len(ids))
        if "filter" in answer
    ]
    assert [filter.count for filter in filters] == [len(ids) - len(deleted)]
    names = filters[0].unchanged_names
    assert names.hash_count > 0 and len(names.bits.bitmap) > 0 and 0 <= names.bits.padding < 8
    root = f"{client._database_string}/documents/ported"
    remaining = [id for id in ids if id not in deleted]
    assert all(might_contain(names, f"{root}/{id}") for id in remaining)
    # By mistake it may hold a few of the others.
    assert sum(might_contain(names, f"{root}/{id}") for id in deleted) <= len(deleted) / 5 + 1


# Vectors

EMBEDDED = {
    "a": {"foo": "bar"}, "b": {"foo": "xxx", "embedding": vector(10, 10)},
    "c": {"foo": "bar", "embedding": vector(1, 1)}, "d": {"foo": "bar", "embedding": vector(10, 0)},
    "e": {"foo": "bar", "embedding": vector(20, 0)},
    "f": {"foo": "bar", "embedding": vector(100, 100)},
}
WRONG = {
    "a": {"foo": "bar"}, "b": {"foo": "bar", "embedding": [10.0, 10.0]},
    "c": {"foo": "bar", "embedding": "not actually a vector"}, "d": {"foo": "bar", "embedding": None},
    "e": {"foo": "bar", "embedding": vector(9, 9)}, "f": {"foo": "bar", "embedding": vector(50, 50)},
    "g": {"foo": "bar", "embedding": vector(100, 100)}, "h": {"foo": "bar", "embedding": vector(10)},
}
AROUND = {
    "1": {"foo": "bar"}, "2": {"foo": "bar", "embedding": vector(2, 0)},
    "3": {"foo": "bar", "embedding": vector(1, 100)}, "4": {"foo": "bar", "embedding": vector(-20, 0)},
    "5": {"foo": "bar", "embedding": vector(0.1, 4)},
}
NEAR = AROUND | {"4": {"foo": "bar", "embedding": vector(1, -0.1)}, "5": {"foo": "bar", "embedding": vector(4, 4)}}
ROUND = {
    "1": {"foo": "bar"}, "2": {"foo": "bar", "embedding": vector(1, 0)}, "3": {"foo": "bar", "embedding": vector(1, 1)},
    "4": {"foo": "bar", "embedding": vector(0, -0.1)}, "5": {"foo": "bar", "embedding": vector(-1, 0)},
}
CROSS = ROUND | {"3": {"foo": "bar", "embedding": vector(0, 1)}}
BAR = where("foo", "==", "bar")
EUCLIDEAN, COSINE, DOT = DistanceMeasure.EUCLIDEAN, DistanceMeasure.COSINE, DistanceMeasure.DOT_PRODUCT

NEAREST = [
    # Java ITQueryFindNearestTest: findNearestWith…Distance
    (EMBEDDED, BAR, [10, 10], EUCLIDEAN, {"limit": 3}, "d c e", None),
    (EMBEDDED, BAR, [10, 10], DOT, {"limit": 3}, "f e d", None),
    # findNearestSkipsFieldsOfWrongTypes, findNearestIgnoresMismatchingDimensions
    (WRONG, BAR, [10, 10], EUCLIDEAN, {"limit": 100}, "e f g", None),
    # findNearestOnNonExistentField
    ({"a": {"foo": "bar"}, "b": {"foo": "bar", "other": [10.0]}}, BAR, [10, 10], EUCLIDEAN, {"limit": 3}, "", None),
    # requestingComputed…Distance
    (CROSS, None, [1, 0], COSINE, {"limit": 5, "distance_result_field": "d"}, "2 3 4 5", [0.0, 1.0, 1.0, 2.0]),
    (NEAR, None, [1, 0], EUCLIDEAN, {"limit": 5, "distance_result_field": "d"}, "4 2 5 3", [0.1, 1.0, 5.0, 100.0]),
    (AROUND, None, [1, 0], DOT, {"limit": 5, "distance_result_field": "d"}, "2 3 5 4", [2.0, 1.0, 0.1, -20.0]),
    # overwritesDistanceResultFieldOnConflict
    ({"1": {"embedding": vector(0, 1), "d": "100 miles"}}, None, [1, 0], COSINE,
     {"limit": 5, "distance_result_field": "d"}, "1", [1.0]),
    # queryingWithDistanceThresholdUsing…Distance, queryWithDistanceResultFieldAndDistanceThreshold
    (ROUND, None, [1, 0], COSINE, {"limit": 5, "distance_threshold": 1.0}, "2 3 4", None),
    (NEAR, None, [1, 0], EUCLIDEAN, {"limit": 5, "distance_threshold": 5.0}, "4 2 5", None),
    (AROUND, None, [1, 0], DOT, {"limit": 5, "distance_threshold": 1.0}, "2 3", None),
    (AROUND, None, [1, 0], DOT, {"limit": 5, "distance_threshold": 0.11, "distance_result_field": "foo"}, "2 3",
     [2.0, 1.0]),
    # willNotExceedLimitEvenIfThereAreMoreResultsMoreSimilarThanDistanceThreshold
    (AROUND, None, [1, 0], DOT, {"limit": 2, "distance_threshold": 0.0}, "2 3", None),
]


@pytest.mark.parametrize(
    "documents, filter, at, measure, options, expected, distances", NEAREST, ids=range(len(NEAREST)))
def test_nearest(permissive, project, documents, filter, at, measure, options, expected, distances):
    client = permissive.client(project)
    for id, fields in documents.items():
        client.document("ported", id).set(fields)
    nearest = query(client, "ported", filter).find_nearest(
        "embedding", vector(*at), distance_measure=measure, **options)
    documents = nearest.get()
    client.close()
    assert " ".join(document.id for document in documents) == expected
    if distances is not None:
        field = options["distance_result_field"]
        assert [document.get(field) for document in documents] == distances


def test_nearest_with_chosen_fields_and_nested(permissive, project):
    client = permissive.client(project)
    for n, (id, fields) in enumerate(EMBEDDED.items(), 1):
        client.document("ported", id).set(fields | {"foo": n, "nested": fields})
    asked = query(client, "ported", where("foo", "in", [1, 2, 3, 4, 5, 6]))
    options = {"limit": 10, "distance_measure": EUCLIDEAN}
    # Java ITQueryFindNearestTest: findNearestWithSelectToExcludeVectorDataInResponse
    chosen = asked.select(["foo"]).find_nearest("embedding", vector(10, 10), **options).get()
    assert [(document.id, document.to_dict()) for document in chosen] == [
        ("b", {"foo": 2}), ("d", {"foo": 4}), ("c", {"foo": 3}), ("e", {"foo": 5}), ("f", {"foo": 6})]
    # requestingComputedDistanceInSelectQueries
    measured = asked.select(["foo", "d"]).find_nearest(
        "embedding", vector(10, 10), distance_result_field="d", **options).get()
    assert measured[0].to_dict() == {"foo": 2, "d": 0.0}
    # findNearestOnVectorNestedInAMap
    nested = query(client, "ported").find_nearest("nested.embedding", vector(10, 10), **options | {"limit": 3}).get()
    assert [document.id for document in nested] == ["b", "d", "c"]
    # findNearestWithCosineDistance: of those in one direction either may be first.
    cosine = query(client, "ported", where("foo", "in", [1, 3, 4, 5, 6])).find_nearest(
        "embedding", vector(10, 10), limit=3, distance_measure=COSINE).get()
    assert {document.id for document in cosine[:2]} == {"c", "f"} and cosine[2].id in ("d", "e")
    client.close()
