"""Answers that were recorded from production, word for word, where an emulator is easily content with less."""

import json
import threading
import urllib.error
import urllib.request

import pytest
from google.cloud.firestore_v1.types import ListenRequest, Target, TargetChange

OWNER = "Bearer owner"
MISSING_PERMISSIONS = (403, "PERMISSION_DENIED", "Missing or insufficient permissions.")
UNKNOWN_CREDENTIALS = (
    401, "UNAUTHENTICATED",
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
    "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.")


@pytest.fixture
def root(project):
    return f"projects/{project}/databases/(default)/documents"


@pytest.fixture
def ask(emulator):
    def ask(method, path, body=None, authorization=OWNER):
        headers = {} if authorization is None else {"Authorization": authorization}
        request = urllib.request.Request(
            f"http://{emulator.address}/v1/{path}", None if body is None else json.dumps(body).encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            error = json.load(refusal)
            error = error[0] if isinstance(error, list) else error
            return refusal.code, error["error"]["status"], error["error"]["message"]
    return ask


@pytest.mark.parametrize("authorization, answer", [
    (None, MISSING_PERMISSIONS), ("Bearer ", MISSING_PERMISSIONS), ("Basic eDp5", MISSING_PERMISSIONS),
    ("bearer owner", MISSING_PERMISSIONS), ("Bearer abc", UNKNOWN_CREDENTIALS),
], ids=["none", "empty", "basic", "lowercase", "malformed"])
def test_credentials(ask, root, authorization, answer):
    assert ask("GET", f"{root}/nothing/for-users", authorization=authorization) == answer


@pytest.mark.parametrize("method, path", [
    ("POST", ":frobnicate"), ("GET", ":commit"), ("PUT", "/c/a"), ("POST", "/c/a:commit"), ("DELETE", ":runQuery"),
])
def test_what_is_not_served_is_not_found(ask, root, method, path):
    assert ask(method, root + path, None if method in ("GET", "DELETE") else {})[:2] == (404, "NOT_FOUND")


def test_a_commit_of_nothing_has_no_time(ask, root):
    assert ask("POST", f"{root}:commit", {}) == (200, {})


def nested(depth):
    value = {"stringValue": "x"}
    for _ in range(depth):
        value = {"mapValue": {"fields": {"a": value}}}
    return value


def update(root, fields, path="/c/a"):
    return {"update": {"name": root + path, "fields": fields}}


@pytest.mark.parametrize("write, text", [
    (lambda root: update(root, {"__a__": {"nullValue": None}}), "field name __a__ is reserved"),
    (lambda root: update(root, {"a": {"arrayValue": {"values": [{"arrayValue": {}}]}}}), "Nested arrays are not allowed"),
    (lambda root: update(root, {"a": nested(21)}), "Property a contains an invalid nested entity."),
    (lambda root: update(root, {"a": {"geoPointValue": {"latitude": 91}}}),
     "Geo point latitude '91.0' outside permitted range -90.0 to 90.0."),
    (lambda root: update(root, {}, "/c/a" * 101), "Key path is too long. Cannot exceed 100 elements."),
    (lambda root: update(root, {}, "/c/" + "x" * 1501), "The key path element name is longer than 1500 bytes."),
    (lambda root: update(root, {}, "/" + "c" * 200 + "/" + "/".join(["x" * 1500] * 3)), "Index entry is too large."),
    (lambda root: {}, "empty write operation"),
    (lambda root: {"delete": f"{root}/c/a", "updateMask": {"fieldPaths": ["a"]}}, "a delete must not specify a document mask."),
    (lambda root: {"transform": {"document": f"{root}/c/a", "fieldTransforms": [
        {"fieldPath": "a", "increment": {"stringValue": "x"}}]}}, "Input must be a number."),
], ids=["reserved", "array in array", "depth", "geo point", "path", "id", "entry", "nothing", "mask", "increment"])
def test_refused_writes(ask, root, write, text):
    assert ask("POST", f"{root}:commit", {"writes": [write(root)]}) == (400, "INVALID_ARGUMENT", text)


@pytest.mark.parametrize("query, text", [
    ("pageToken=nonsense", "invalid page token"), ("pageSize=-1", "Page size must be nonnegative."),
])
def test_refused_pages(ask, root, query, text):
    assert ask("GET", f"{root}/c?{query}") == (400, "INVALID_ARGUMENT", text)


def test_a_version_that_a_missing_document_does_not_have(ask, root):
    answer = ask("POST", f"{root}:commit", {"writes": [
        update(root, {}, "/c/missing") | {"currentDocument": {"updateTime": "2020-01-01T00:00:00Z"}}]})
    assert answer == (
        400, "FAILED_PRECONDITION", "the stored version (0) does not match the required base version (1577836800000000)")


@pytest.mark.parametrize("malformed", [
    lambda root: {}, lambda root: update(root, {}, "/c"), lambda root: update(root, {"": {"nullValue": None}}),
    lambda root: update(root, {"__x__": {"nullValue": None}}),
    lambda root: update(root, {}) | {"updateMask": {"fieldPaths": ["a..b"]}},
], ids=["no operation", "collection", "empty field", "reserved field", "mask"])
def test_a_batch_with_a_malformed_write_writes_nothing(ask, root, malformed):
    answer = ask("POST", f"{root}:batchWrite", {"writes": [update(root, {}, "/c/good"), malformed(root)]})
    assert answer[:2] == (400, "INVALID_ARGUMENT")
    assert ask("GET", f"{root}/c/good")[:2] == (404, "NOT_FOUND")


@pytest.mark.parametrize("path, body, text", [
    (":runQuery", {"structuredQuery": {"from": [{"collectionId": "c"}], "limt": 1}},
     'Invalid JSON payload received. Unknown name "limt" at \'structured_query\': Cannot find field.'),
    (":runQuery", {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [
        {"field": {"fieldPath": "a"}, "direction": "descending"}]}},
     "Invalid value at 'structured_query.order_by[0].direction' "
     '(type.googleapis.com/google.firestore.v1.StructuredQuery.Direction), "descending"'),
    (":commit", {"writes": [{"curentDocument": {"exists": True}}]},
     'Invalid JSON payload received. Unknown name "curentDocument" at \'writes[0]\': Cannot find field.'),
])
def test_names_that_there_are_not(ask, root, path, body, text):
    assert ask("POST", root + path, body) == (400, "INVALID_ARGUMENT", text)


def test_a_misspelt_mask_leaves_a_document_as_it_is(ask, root):
    document = {"fields": {"a": {"integerValue": "1"}, "b": {"integerValue": "2"}}}
    ask("PATCH", f"{root}/c/a", document)
    answer = ask("PATCH", f"{root}/c/a?updatemask.fieldPaths=a", {"fields": {"a": {"integerValue": "9"}}})
    assert answer[:2] == (400, "INVALID_ARGUMENT")
    assert ask("GET", f"{root}/c/a")[1]["fields"] == document["fields"]


def test_the_first_answer_of_a_new_transaction_is_its_id_alone(ask, root, emulator):
    ask("PATCH", f"{root}/c/a", {"fields": {}})
    database = root.removesuffix("/documents")
    stub = emulator.stub()
    answers = list(stub.batch_get_documents(
        {"database": database, "documents": [f"{root}/c/a"], "new_transaction": {"read_write": {}}},
        metadata=[("authorization", OWNER)]))
    first, second = answers
    assert first.transaction and "found" not in first and "missing" not in first
    assert second.found.name == f"{root}/c/a" and not second.transaction
    stub.rollback({"database": database, "transaction": first.transaction}, metadata=[("authorization", OWNER)])


@pytest.mark.parametrize("resumed", ["token", "read time"])
def test_a_resumed_listener_is_told_where_it_stands(ask, root, emulator, resumed):
    """ADD, a boundary, the documents of each commit with a boundary, CURRENT, a boundary."""
    database = root.removesuffix("/documents")
    ask("PATCH", f"{root}/c/a", {"fields": {}})
    query = {"query": {"parent": root, "structured_query": {"from_": [{"collection_id": "c"}]}}, "target_id": 2}

    def listen(target, enough):
        ended, found = threading.Event(), []

        def requests():
            yield ListenRequest(database=database, add_target=Target(target))
            ended.wait(20)

        stream = emulator.stub().listen(requests(), metadata=[
            ("authorization", OWNER), ("google-cloud-resource-prefix", database)], timeout=20)
        for answer in stream:
            found.append(answer)
            if enough(found):
                break
        ended.set()
        stream.cancel()
        return found

    def kinds(found):
        return [
            "document" if "document_change" in answer else
            f"{answer.target_change.target_change_type.name} {list(answer.target_change.target_ids)}" for answer in found]

    def is_current(found):
        change = found[-1].target_change
        return any(one.target_change.target_change_type == TargetChange.TargetChangeType.CURRENT for one in found) and (
            change.target_change_type == TargetChange.TargetChangeType.NO_CHANGE and not change.target_ids
            and bool(change.read_time))

    first = listen(query, is_current)
    assert kinds(first) == ["ADD [2]", "document", "CURRENT [2]", "NO_CHANGE []"]
    last = first[-1].target_change
    ask("PATCH", f"{root}/c/b", {"fields": {}})
    position = {"resume_token": last.resume_token} if resumed == "token" else {"read_time": last.read_time}
    again = listen({**query, **position}, is_current)
    assert kinds(again) == ["ADD [2]", "NO_CHANGE []", "document", "NO_CHANGE []", "CURRENT [2]", "NO_CHANGE []"]
    assert again[2].document_change.document.name == f"{root}/c/b"
