"""Queries of every kind. Numbers in the ids of cases are those of the worked examples that the project collects."""

import math

import pytest
from google.api_core import exceptions
from google.cloud.firestore_v1 import And, FieldFilter, Or
from google.cloud.firestore_v1.field_path import FieldPath

from datasets import DATASETS, NAN

ID = FieldPath.document_id()


@pytest.fixture(scope="module")
def examples(permissive):
    """All data sets in one project; indexes are no matter here."""
    client = permissive.client("demo-examples")
    batch = client.batch()
    for collection, documents in DATASETS.items():
        for id, fields in documents.items():
            batch.set(client.document(collection, id), fields)
    batch.commit()
    yield client
    client.close()


def where(field, operator, value):
    return FieldFilter(field, operator, value)


def both(*filters):
    return And(filters=list(filters))


def either(*filters):
    return Or(filters=list(filters))


def query(client, collection, filter=None, order=(), **window):
    """`order` as words: `"a"`, `"-b"` for descending."""
    query = client.collection(collection)
    if filter is not None:
        query = query.where(filter=filter)
    for field in order:
        query = query.order_by(field.lstrip("-"), direction="DESCENDING" if field[0] == "-" else "ASCENDING")
    for name, value in window.items():
        query = getattr(query, name)(value)
    return query


def ids(documents):
    return " ".join(document.id for document in documents)


FILTERS = [
    (2, "Z", where("zip", "==", 98101), "c"),
    (3, "Z", where("zip", "==", None), "i"),
    (5, "Z", where("zip", "==", NAN), "a"),
    (7, "Z", where("zip", "!=", 98101), "a b d e f g h"),
    (8, "Z", where("zip", "!=", None), "a b c d e f g h"),
    (9, "Z", where("zip", "!=", NAN), "b c d e f g h"),
    (10, "Z", where("zip", "!=", {"code": 500}), "a b c d e f g"),
    (11, "Z", where("zip", "in", [98101, 98103, [98101, 98102]]), "c f"),
    (12, "Z", where("zip", "in", [{"code": 500}]), "h"),
    (13, "Z", where("zip", "in", [None]), ""),
    (14, "Z", where("zip", "in", [98101, None]), "c"),
    (15, "Z", where("zip", "in", [NAN]), ""),
    (16, "Z", where("zip", "not-in", [98101, 98103, [98101, 98102]]), "a b d e g h"),
    (17, "Z", where("zip", "not-in", [None]), ""),
    (18, "Z", where("zip", "not-in", [NAN]), "b c d e f g h"),
    (19, "Z", where("zip", "not-in", [NAN, 98101]), "b d e f g h"),
    (20, "Z", where("zip", "not-in", [None, 98101]), ""),
    (21, "Z", where("zip", ">", 90000), "b c"),
    (22, "Z", where("zip", ">=", -math.inf), "b c"),
    (25, "Z", where("zip", ">=", ""), "d"),
    (26, "Z", where("zip", ">", []), "e f g"),
    (27, "A", where("array", "array_contains", 42), "a b d"),
    (31, "A", where("array", "array_contains_any", [42, 43]), "a b d e"),
    (32, "A", where("array", "array_contains_any", [{"a": 42}]), "f"),
    (33, "A", where("array", "array_contains_any", [43, None]), "e"),
    (34, "A", where("array", "array_contains", 42.0), "a b d"),
    (35, "O", either(where("a", "==", 1), where("b", "==", 1)), "doc1 doc2 doc4 doc5"),
    (36, "O", either(
        both(where("a", "==", 1), where("b", "==", 0)), both(where("a", "==", 3), where("b", "==", 2))), "doc1 doc3"),
    (37, "O", both(where("a", "==", 1), either(where("b", "==", 0), where("b", "==", 3))), "doc1 doc4"),
    (38, "O", both(
        either(where("a", "==", 2), where("b", "==", 2)), either(where("a", "==", 3), where("b", "==", 3))), "doc3"),
    (40, "O", either(where("a", ">", 2), where("b", "==", 1)), "doc5 doc2 doc3"),
    (45, "O", both(where("a", "<", 3), where("b", "not-in", [2, 3])), "doc1 doc5 doc2"),
    (48, "O", either(where("a", ">", 2), where("b", "<", 1)), "doc1 doc3"),
    (49, "P", either(where("a", "==", 2), where("b", "in", [2, 3])), "doc3 doc4 doc6"),
    (50, "P", both(where("a", "in", [2, 3]), where("b", "in", [0, 2])), "doc3"),
    (51, "P", both(where("a", "in", [1, 2, 3]), where("a", "in", [0, 1, 4])), "doc1 doc4 doc5"),
    (52, "P", both(where("a", "in", [2, 3]), where("a", "in", [0, 1, 4])), ""),
    (53, "P", either(where("a", "in", [0, 3]), where("a", "in", [0, 2])), "doc3 doc6"),
    (54, "P", either(where("a", "==", 1), where("b", ">", 0)), "doc1 doc2 doc3 doc4"),
    (56, "Q", either(where("a", "==", 2), where("b", "array_contains", 7)), "doc3 doc4 doc6"),
    (57, "Q", both(where("a", "in", [2, 3]), where("b", "array_contains_any", [0, 7])), "doc3"),
    (58, "Q", either(
        both(where("a", "in", [2, 3]), where("c", "==", 10)), where("b", "array_contains_any", [0, 7])),
        "doc1 doc3 doc4"),
    (61, "M", both(where("key", "!=", "a"), where("sort", "<=", 2), where("v", ">", 2)), "doc3"),
    (62, "M", both(where("key", "!=", "a"), where("sort", "<=", 2), where("sort", ">", 1)), "doc4"),
    (98, "QN", where("n", ">", 3), "d4 d5 d6 d7 d8 d9"),
    (107, "QN", either(where("g", "==", "odd"), where("h", "==", 0)), "d0 d1 d3 d5 d6 d7 d9"),
    (109, "QN", either(where("n", "<", 5), where("n", ">", 2)), "d0 d1 d2 d3 d4 d5 d6 d7 d8 d9"),
    (110, "QN", either(where("n", ">", 7), where("h", "<", 1)), "d0 d3 d6 d9 d8"),
    (112, "QN", both(either(where("g", "==", "odd"), where("h", "==", 0)), where("n", ">", 2)), "d3 d5 d6 d7 d9"),
    (113, "QN", either(where("tags", "array_contains", 1), where("h", "array_contains", 2)), "d0 d1 d3 d4 d6 d7 d9"),
    (116, "QN", both(where("tags", "array_contains_any", [1]), where("h", "in", [2])), ""),
    (117, "QN", both(where("n", "in", [1, 2]), where("h", "in", [1, 2])), "d1 d2"),
    (118, "QN", both(where("n", "in", [1, 2]), where("n", "==", 1)), "d1"),
    (123, "QN", both(where("n", "!=", 1), where("n", ">", 0)), "d2 d3 d4 d5 d6 d7 d8 d9"),
    ("nested", "QN", where("nested.b.c", "<=", 1), "d0 d1"),
    ("nested map", "QN", where("nested.b", "==", {"c": 3}), "d3"),
    ("double", "QN", where("d", "==", 2), "d4"),
]


@pytest.mark.parametrize("collection, filter, expected", [case[1:] for case in FILTERS], ids=[str(c[0]) for c in FILTERS])
def test_filters(examples, collection, filter, expected):
    assert ids(query(examples, collection, filter).stream()) == expected


# This client leaves cursors where they are when it turns a query round for limit_to_last, so they are not combined here.
ORDERS = [
    (1, "Z", None, ["zip"], {}, "i a b c d e f g h"),
    (39, "O", either(where("a", "==", 2), where("b", "==", 1)), [], {"limit": 1}, "doc2"),
    (41, "O", either(where("a", "==", 1), where("b", ">", 0)), [], {"limit": 2}, "doc1 doc2"),
    (42, "O", either(where("a", "==", 1), where("b", ">", 0)), ["b"], {"limit_to_last": 2}, "doc3 doc4"),
    (43, "O", either(where("a", "==", 2), where("b", "==", 1)), ["a"], {"limit": 1}, "doc5"),
    (44, "O", either(where("a", "==", 2), where("b", "==", 1)), ["a"], {"limit_to_last": 1}, "doc2"),
    (46, "O", both(where("b", "!=", 0), where("a", "<", 3)), [], {"limit": 2}, "doc5 doc4"),
    (47, "O", both(where("a", "<", 3), where("b", "!=", 0)), ["-b"], {"limit": 2}, "doc4 doc2"),
    (55, "P", None, ["b"], {}, "doc1 doc2 doc3 doc4"),
    (59, "Q", where("a", "==", 1), ["a"], {}, "doc1 doc4 doc5"),
    (60, "Q", where("a", "in", [2, 3]), ["a"], {}, "doc6 doc3"),
    (64, "M", both(where("key", ">=", "a"), where("sort", "<=", 2)), ["-v"], {}, "doc3 doc4 doc1"),
    (65, "M", both(where("key", ">=", "a"), where("sort", "<=", 2)), ["-v"], {"limit_to_last": 2}, "doc4 doc1"),
    (66, "N", both(where("key", ">", "a"), where("sort", ">=", 1)), ["v"], {}, "doc2 doc4 doc3 doc5"),
    (67, "N", both(where("key", ">", "a"), where("sort", ">=", 1)), ["v", "sort"], {}, "doc2 doc5 doc4 doc3"),
    (68, "N", both(where("key", ">", "a"), where("sort", ">=", 1)), ["-v"], {}, "doc5 doc3 doc4 doc2"),
    (69, "N", both(where("key", ">", "a"), where("sort", ">=", 1)), ["-v", "sort"], {}, "doc5 doc4 doc3 doc2"),
    (78, "T", None, ["sort"], {"start_at": [2]}, "b c d"),
    (79, "T", None, ["sort"], {"end_before": [2]}, "e a"),
    (81, "QN", None, ["-n"], {"start_at": [6]}, "d6 d5 d4 d3 d2 d1 d0"),
    (82, "QN", None, ["n"], {"start_at": [2], "end_at": [5]}, "d2 d3 d4 d5"),
    (83, "QN", None, ["n"], {"start_at": [6], "end_at": [2]}, ""),
    (84, "QN", None, ["n"], {"start_at": [2.5]}, "d3 d4 d5 d6 d7 d8 d9"),
    (85, "QN", None, ["n"], {"start_at": ["a"]}, ""),
    (86, "QN", None, ["n"], {"start_at": [None]}, "d0 d1 d2 d3 d4 d5 d6 d7 d8 d9"),
    (87, "QN", None, ["g", "n"], {"start_after": ["even", 4]}, "d6 d8 d1 d3 d5 d7 d9"),
    (88, "QN", None, ["g", "n"], {"start_at": ["odd"]}, "d1 d3 d5 d7 d9"),
    (92, "QN", None, ["n"], {"start_at": [2], "offset": 1, "limit": 2}, "d3 d4"),
    (93, "QN", None, ["n"], {"end_at": [7], "limit": 3}, "d0 d1 d2"),
    (94, "QN", None, [], {"offset": 2}, "d2 d3 d4 d5 d6 d7 d8 d9"),
    (95, "QN", None, [], {"offset": 20}, ""),
    (96, "QN", None, [], {"limit": 0}, ""),
    (99, "QN", where("n", ">", 3), ["h"], {}, "d6 d9 d4 d7 d5 d8"),
    (100, "QN", both(where("n", ">", 1), where("h", "<", 2)), [], {}, "d3 d6 d9 d4 d7"),
    (101, "QN", both(where("n", ">", 1), where("h", "<", 2)), ["-h"], {}, "d7 d4 d9 d6 d3"),
    (102, "QN", None, ["opt"], {}, "d1 d2 d3 d5 d6 d7 d9"),
    (103, "QN", None, ["tags"], {}, "d0 d3 d6 d9 d1 d4 d7 d2 d5 d8"),
    (104, "QN", None, ["-h"], {}, "d8 d5 d2 d7 d4 d1 d9 d6 d3 d0"),
    (105, "QN", None, ["g", "-n"], {}, "d8 d6 d4 d2 d0 d9 d7 d5 d3 d1"),
    (106, "QN", where("n", "in", [3, 1]), ["-n"], {}, "d3 d1"),
    (108, "QN", either(where("g", "==", "odd"), where("h", "==", 0)), [], {"limit": 2}, "d0 d1"),
    ("last of all", "QN", None, ["n"], {"limit_to_last": 3}, "d7 d8 d9"),
    ("after and at", "QN", None, ["n"], {"start_after": [2], "end_at": [4]}, "d3 d4"),
]


@pytest.mark.parametrize(
    "collection, filter, order, window, expected", [case[1:] for case in ORDERS], ids=[str(case[0]) for case in ORDERS]
)
def test_order_and_windows(examples, collection, filter, order, window, expected):
    assert ids(query(examples, collection, filter, order, **window).get()) == expected


REFUSALS = [
    (89, lambda c: query(c, "QN", order=["h"], start_after=[1, 4]), None),
    (72, lambda c: query(c, "N", where("key", "!=", 42), [ID]),
     "order by clause cannot contain more fields after the key"),
    (73, lambda c: query(c, "N", both(where("key", "!=", 42), where(ID, "==", c.document("N/doc1")))),
     "Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities."),
    (97, lambda c: query(c, "QN", limit=-1), "limit is negative"),
    (114, lambda c: query(c, "QN", both(where("tags", "array_contains", 1), where("tags", "array_contains", 2))),
     "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction."),
    (119, lambda c: query(c, "QN", both(where("n", "not-in", [1]), where("h", "!=", 1))),
     "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."),
    (120, lambda c: query(c, "QN", both(where("n", "not-in", [1]), where("h", "in", [1]))),
     "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'."),
    (124, lambda c: query(c, "QN", where("n", "in", [])), "'IN' requires an non-empty ArrayValue."),
    (126, lambda c: query(c, "QN", where("n", "in", list(range(31)))),
     "'IN' supports up to 30 comparison values."),
    (127, lambda c: query(c, "QN", either(*[where("n", "==", n) for n in range(31)])),
     "Too many disjunctions after normalization. Result had 31 disjunctions which is more than the maximum of 30"),
    (129, lambda c: query(c, "QN", both(*[where("n", "==", n) for n in range(101)])),
     "The query may not have more than 100 filters + sort orders + ancestor total. Currently there are 101 filters, "
     "0 sort orders, and no ancestor filter."),
    (133, lambda c: query(c, "QN", where("__x__", "==", 1)), "Invalid reserved name in field path __x__"),
    (139, lambda c: query(c, "QN", order=["n", "n"]), "order by clause cannot contain duplicate fields n"),
]
# Of these the client itself refuses the first, in words of its own.
REFUSALS = [case for case in REFUSALS if case[2]]


@pytest.mark.parametrize("make, message", [case[1:] for case in REFUSALS], ids=[str(case[0]) for case in REFUSALS])
def test_refusals(examples, make, message):
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        list(make(examples).stream())
    assert refusal.value.message == message


def test_ids(examples):
    numbers = examples.collection("QN")
    assert ids(query(examples, "QN", where(ID, ">", numbers.document("d4"))).stream()) == "d5 d6 d7 d8 d9"
    assert ids(query(examples, "QN", where(ID, "in", [numbers.document(id) for id in ("d3", "none", "d1")])).stream()) == "d1 d3"
    assert ids(query(examples, "QN", where(ID, "==", numbers.document("d7"))).stream()) == "d7"
    assert ids(query(examples, "QN", order=[f"-{ID}"], limit=2).stream()) == "d9 d8"
    assert ids(numbers.order_by(ID).start_after({ID: numbers.document("d7")}).stream()) == "d8 d9"


def test_snapshot_cursors(examples):
    documents = examples.collection("T")
    c = documents.document("c").get()
    sorted_ = documents.order_by("sort")
    assert ids(sorted_.start_at(c).stream()) == "c d"
    assert ids(sorted_.start_after(c).stream()) == "d"
    assert ids(sorted_.end_before(c).stream()) == "e a b"
    assert ids(sorted_.end_at(c).stream()) == "e a b c"
    descending = documents.order_by("sort", direction="DESCENDING")
    assert ids(descending.start_at({"sort": 2}).stream()) == "d c b a e"


def test_pages(examples):
    """Page by page with a cursor is the same as all at once."""
    whole = query(examples, "QN", order=["g", "-n"])
    pages, page = [], list(whole.limit(3).stream())
    while page:
        pages.append(ids(page))
        page = list(whole.start_after(page[-1]).limit(3).stream())
    assert pages == ["d8 d6 d4", "d2 d0 d9", "d7 d5 d3", "d1"]


def test_projections(examples):
    def selected(*fields, **window):
        return [(d.id, d.to_dict()) for d in query(examples, "QN", **window).select(fields).stream()]

    assert selected("g", order=["-n"], limit=3) == [("d9", {"g": "odd"}), ("d8", {"g": "even"}), ("d7", {"g": "odd"})]
    assert selected("nested.a", limit=1) == [("d0", {"nested": {"a": 0}})]
    assert selected("none", limit=2) == [("d0", {}), ("d1", {})]
    assert selected(limit=2) == [("d0", {}), ("d1", {})]
    document = next(iter(query(examples, "QN", limit=1).select(["g"]).stream()))
    assert document.create_time == document.update_time == examples.document("QN/d0").get().update_time


def test_collection_groups(permissive, project):
    client = permissive.client(project)
    paths = [
        "qg/top1", "qg/top2", "qroot/r1/qg/c1", "qroot/r1/qg/c1/qg/e1", "qroot/r1/qg/c2", "qroot/r1/sub/s1/qg/d1",
        "qroot/r2/qg/c3", "qroot/r3/qg/c4",
    ]
    for n, path in enumerate(paths):
        client.document(path).set({"n": n})
    for path in ["qgx/x1", "qroot/r1/qgx/x2", "qroot/r1", "qroot/r2"]:
        client.document(path).set({"n": -1})
    group = client.collection_group("qg")

    def found(query):
        return [document.reference.path for document in query.stream()]

    assert found(group.order_by(ID)) == paths
    assert found(group) == paths
    assert found(group.where(filter=where("n", ">=", 5))) == paths[5:]
    below = client.document("qroot/r1")
    after = group.where(filter=where(ID, ">=", client.document("qroot/r1/qg/c1")))
    assert found(after.where(filter=where(ID, "<", client.document("qroot/r2/qg/c3")))) == paths[2:6]
    assert found(below.collection("qg")) == ["qroot/r1/qg/c1", "qroot/r1/qg/c2"]
    client.close()


@pytest.mark.parametrize("size, count", [(0, 4), (50, 3), (2000, 5)])
def test_partitions(client, size, count):
    paths = sorted(f"parents/p{n % 7}/parts/d{n:04}" for n in range(size))
    for start in range(0, size, 500):
        batch = client.batch()
        for path in paths[start:start + 500]:
            batch.set(client.document(path), {})
        batch.commit()
    partitions = list(client.collection_group("parts").get_partitions(count))
    # The service was asked for that many cuts.
    assert 1 <= len(partitions) <= count + 1
    found = [document.reference.path for part in partitions for document in part.query().stream()]
    assert found == paths
