"""The browser channel, request by request: what the web library sends for each call of an app, and what it must get."""

import base64
import json

import pytest

from channel import PAGE, Channel, take_chunks

NOBODY = "X-Goog-Api-Client:gl-js/ fire/12.0.0\r\nContent-Type:text/plain\r\n"
SNAPSHOT = {"targetChange": {"resumeToken": "…", "readTime": "T"}}


def added(*ids):
    return {"targetChange": {"targetChangeType": "ADD", "targetIds": list(ids)}}


def removed(*ids, **more):
    return {"targetChange": {"targetChangeType": "REMOVE", "targetIds": list(ids), **more}}


def current(*ids):
    return {"targetChange": {"targetChangeType": "CURRENT", "targetIds": list(ids), "resumeToken": "…", "readTime": "T"}}


def user(uid, **claims):
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    token = f"{part({'alg': 'none', 'type': 'JWT'})}.{part({'sub': uid, 'iat': 0, 'exp': 3600, **claims})}."
    return f"Authorization:Bearer {token}\r\n"


class App:
    """An app with its two sessions, as the library holds them for it."""

    def __init__(self, address, project):
        self.writing = Channel(address, "Write", project)
        self.listening = Channel(address, "Listen", project)
        self.is_open = {self.writing: False, self.listening: False}

    def _send(self, channel, *maps):
        if not self.is_open[channel]:
            self.is_open[channel] = True
            first = [{"database": channel.name}] if channel is self.writing else []
            channel.open(*first, *(maps if not first else ()))
            if first:
                assert channel.messages(1) == [{"streamId": "…", "streamToken": "…"}]
                channel.send(*maps)
        else:
            channel.send(*maps)

    def write(self, *writes):
        """Results of one batch."""
        self._send(self.writing, {"writes": list(writes)})
        [answer] = self.writing.messages(1)
        assert answer["commitTime"] == "T"
        return answer.get("writeResults")

    def set(self, path, fields, **more):
        return {"update": {"name": self.writing.document(path), "fields": fields}, **more}

    def document(self, path, fields):
        return {"name": self.writing.document(path), "fields": fields, "createTime": "T", "updateTime": "T"}

    def listen(self, id, **target):
        self._send(self.listening, {"database": self.listening.name, "addTarget": {**target, "targetId": id}})

    def documents(self, *paths):
        return {"documents": {"documents": [self.listening.document(path) for path in paths]}}

    def query(self, collection, **query):
        selected = {"from": [{"collectionId": collection}], **query}
        return {"query": {"structuredQuery": selected, "parent": self.listening.name + "/documents"}}

    def stop(self, id):
        self.listening.send({"database": self.listening.name, "removeTarget": id})


@pytest.fixture
def app(emulator, project):
    return App(emulator.address, project)


def integer(value):
    return {"integerValue": str(value)}


# id: webchannel-1
def test_the_handshake_of_write(emulator, project):
    channel = Channel(emulator.address, "Write", project)
    answer = channel.open({"database": channel.name})
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE
    assert answer.headers["Access-Control-Allow-Credentials"] == "true"
    assert "x-http-session-id" in answer.headers["Access-Control-Expose-Headers"]
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert channel.gsessionid
    with channel.stream() as back:
        assert back.messages(1) == [{"streamId": "…", "streamToken": "…"}]


# id: webchannel-2
# id: webchannel-3
def test_a_write_and_a_get_from_the_server(app):
    fields = {"n": integer(1), "s": {"stringValue": "é"}}
    assert app.write(app.set("c/a", fields)) == [{"updateTime": "T"}]
    answer = app.writing.send()
    assert answer.chunks[0][:2] == [0, 2]
    app.listen(2, **app.documents("c/a"))
    change = {"documentChange": {"document": app.document("c/a", fields), "targetIds": [2]}}
    assert app.listening.messages(4) == [added(2), change, current(2), SNAPSHOT]
    app.stop(2)
    assert app.listening.messages(1) == [removed(2)]


# id: webchannel-4
def test_a_missing_document(app):
    app.listen(4, **app.documents("c/none"))
    missing = {"documentDelete": {
        "document": app.listening.document("c/none"), "readTime": "T", "removedTargetIds": [4]}}
    assert app.listening.messages(4) == [added(4), missing, current(4), SNAPSHOT]


# id: webchannel-5
# id: webchannel-6
# id: webchannel-7
# id: webchannel-8
# id: webchannel-10
def test_writes_of_every_kind(app):
    fresh = {"currentDocument": {"exists": False}}
    known = {"currentDocument": {"exists": True}}
    assert app.write(app.set("c/a", {"n": integer(2), "x": integer(1), "r": {"stringValue": "q"}}, **fresh)) == [{"updateTime": "T"}]
    update = app.set("c/a", {"n": integer(5)}, updateMask={"fieldPaths": ["n", "x"]}, **known)
    assert app.write(update) == [{"updateTime": "T"}]
    transforms = [
        {"fieldPath": "n", "increment": integer(2)},
        {"fieldPath": "at", "setToServerValue": "REQUEST_TIME"},
        {"fieldPath": "l", "appendMissingElements": {"values": [{"stringValue": "p"}]}},
        {"fieldPath": "r", "removeAllFromArray": {"values": [{"stringValue": "q"}]}},
    ]
    transform = {"update": {"name": app.writing.document("c/a")}, "updateMask": {"fieldPaths": []}, **known}
    assert app.write({**transform, "updateTransforms": transforms}) == [{
        "updateTime": "T",
        "transformResults": [integer(7), {"timestampValue": "T"}, {"nullValue": None}, {"nullValue": None}],
    }]
    only_time = {**transform, "updateTransforms": transforms[1:2]}
    assert app.write(only_time) == [{"updateTime": "T", "transformResults": [{"timestampValue": "T"}]}]
    merge = app.set("c/b", {"m": integer(1)}, updateMask={"fieldPaths": ["m"]})
    delete = {"delete": app.writing.document("c/a")}
    assert app.write(app.set("c/c", {}), merge, delete) == [{"updateTime": "T"}, {"updateTime": "T"}, {}]
    assert app.write({"delete": app.writing.document("c/none")}) == [{}]
    # The farewell.
    assert app.write() is None


# id: webchannel-9
def test_every_kind_of_value(app):
    fields = {
        "arr": {"arrayValue": {"values": []}}, "b": {"booleanValue": True}, "by": {"bytesValue": "Af8="}, "d": {"doubleValue": 1.5},
        "g": {"geoPointValue": {"latitude": 1, "longitude": -2}}, "i": integer(7), "inf": {"doubleValue": "Infinity"},
        "map": {"mapValue": {"fields": {}}}, "nan": {"doubleValue": "NaN"}, "nul": {"nullValue": "NULL_VALUE"},
        "nz": {"doubleValue": "-0"}, "ref": {"referenceValue": app.writing.document("c/a")},
        "t": {"timestampValue": "2023-11-14T22:13:20.000005000Z"},
        "vec": {"mapValue": {"fields": {
            "__type__": {"stringValue": "__vector__"},
            "value": {"arrayValue": {"values": [{"doubleValue": 1}, {"doubleValue": 2.5}]}}}}},
    }
    assert app.write(app.set("c/v", fields)) == [{"updateTime": "T"}]
    app.listen(2, **app.documents("c/v"))
    answered = {
        **fields, "arr": {"arrayValue": {}}, "map": {"mapValue": {}}, "nul": {"nullValue": None}, "nz": {"doubleValue": -0.0},
        "t": {"timestampValue": "T"}}
    got = app.listening.messages(4)[1]["documentChange"]["document"]["fields"]
    assert got == answered
    assert str(got["nz"]["doubleValue"]) == "-0.0"


# id: webchannel-11
# id: webchannel-12
# id: webchannel-13
# id: webchannel-18
# id: webchannel-19
def test_a_listener_goes_on_from_its_token_in_another_session(app, emulator, project):
    app.write(app.set("c/a", {"n": integer(1)}))
    app.listen(2, **app.documents("c/a"))
    app.listen(8, **app.query("empty"))
    tokens = {}
    while len(tokens) < 2:
        for payload in app.listening.poll():
            for message in payload:
                change = message.get("targetChange", {})
                if change.get("targetChangeType") == "CURRENT":
                    tokens[change["targetIds"][0]] = change["resumeToken"]
    app.listening.terminate()
    app.write(app.set("c/a", {"n": integer(2)}))
    app.write({"delete": app.writing.document("c/a")})
    resumed = Channel(emulator.address, "Listen", project)
    resumed.open(
        {"database": resumed.name, "addTarget": {**app.documents("c/a"), "targetId": 2, "resumeToken": tokens[2], "expectedCount": 1}},
        {"database": resumed.name, "addTarget": {**app.query("empty"), "targetId": 8, "resumeToken": tokens[8], "expectedCount": {"value": 0}}})
    messages = []
    with resumed.stream() as back:
        deleted = {"documentDelete": {"document": resumed.document("c/a"), "readTime": "T", "removedTargetIds": [2]}}
        expected = [added(2), added(8), deleted, current(2), current(8), SNAPSHOT]
        while not all(message in messages for message in expected) or messages[-1] != SNAPSHOT:
            messages += back.messages(1)
        app.write(app.set("empty/x", {"n": integer(1)}))
        change = {"documentChange": {"document": app.document("empty/x", {"n": integer(1)}), "targetIds": [8]}}
        assert back.messages(2) == [change, SNAPSHOT]


# id: webchannel-14
# id: webchannel-15
# id: webchannel-16
# id: webchannel-17
def test_queries_as_the_library_writes_them(app):
    for n in range(1, 5):
        app.write(app.set(f"c/d{n}", {"n": integer(n)}), app.set(f"x/y/g/e{n}", {"n": integer(n)}))

    def where(op, value):
        return {"fieldFilter": {"field": {"fieldPath": "n"}, "op": op, "value": value}}

    def order(*parts):
        return [{"field": {"fieldPath": path}, "direction": direction} for path, direction in parts]

    down = order(("n", "DESCENDING"), ("__name__", "DESCENDING"))
    both = {"arrayValue": {"values": [integer(1), integer(2)]}}
    queries = [
        (app.query("c", where=where("GREATER_THAN_OR_EQUAL", integer(1)), orderBy=down, limit=2), ["c/d4", "c/d3"]),
        (app.query("c", where={"compositeFilter": {"op": "OR", "filters": [where("EQUAL", integer(1)), where("EQUAL", integer(3))]}},
                   orderBy=order(("__name__", "ASCENDING"))), ["c/d1", "c/d3"]),
        (app.query("c", where=where("IN", both), orderBy=order(("__name__", "ASCENDING"))), ["c/d1", "c/d2"]),
        (app.query("c", orderBy=down, limit=2, endAt={"before": True, "values": [integer(2)]}), ["c/d4", "c/d3"]),
    ]
    for place, (query, expected) in enumerate(queries):
        target = 2 * place + 2
        app.listen(target, **query)
        messages = app.listening.messages(len(expected) + 3)
        assert messages[0] == added(target) and messages[-2:] == [current(target), SNAPSHOT]
        names = [message["documentChange"]["document"]["name"] for message in messages[1:-2]]
        assert sorted(names) == sorted(app.listening.document(path) for path in expected)
        app.stop(target)
        assert app.listening.messages(1) == [removed(target)]


# id: webchannel-24
def test_a_denied_listener_leaves_the_others(emulator, project):
    channel = Channel(emulator.address, "Listen", project)

    def target(id, path):
        return {"database": channel.name, "addTarget": {"documents": {"documents": [channel.document(path)]}, "targetId": id}}

    channel.open(target(2, "rooms/r"), target(4, "secret/x"), headers=user("ada"))
    cause = {"code": 7, "message": "Missing or insufficient permissions."}
    missing = {"documentDelete": {"document": channel.document("rooms/r"), "readTime": "T", "removedTargetIds": [2]}}
    expected = [added(2), missing, current(2), SNAPSHOT, removed(4, cause=cause)]
    messages = []
    with channel.stream() as back:
        while not all(message in messages for message in expected):
            messages += back.messages(1)


# id: webchannel-25
# id: webchannel-26
@pytest.mark.parametrize("headers, document, error", [
    (user("ada"), "secret/x", {"code": 403, "message": "Missing or insufficient permissions.", "status": "PERMISSION_DENIED"}),
    (NOBODY, "secret/x", {"code": 403, "message": "Missing or insufficient permissions.", "status": "PERMISSION_DENIED"}),
    # id: webchannel-39
    ("Authorization:Bearer owner\r\n", "c/none", {"code": 404, "message": "No document to update: {}", "status": "NOT_FOUND"}),
])
def test_a_refused_write_ends_its_stream(emulator, project, headers, document, error):
    channel = Channel(emulator.address, "Write", project)
    channel.open({"database": channel.name}, headers=headers)
    with channel.stream() as back:
        assert back.messages(1) == [{"streamId": "…", "streamToken": "…"}]
        name = channel.document(document)
        channel.send({"writes": [{"update": {"name": name, "fields": {}}, "currentDocument": {"exists": True}}]})
        error = {**error, "message": error["message"].format(name)}
        # The answer ends behind it.
        assert back.messages(2) == [{"error": error}]
    assert channel.terminate().status == 200
    again = Channel(emulator.address, "Write", project)
    again.open({"database": again.name}, headers="Authorization:Bearer owner\r\n")
    again.send({"writes": [{"delete": name}]})
    assert again.messages(2)[1]["writeResults"] == [{}]


# id: webchannel-27
def test_terminate(app):
    app.write(app.set("c/a", {}))
    for _ in range(2):
        answer = app.writing.terminate()
        assert (answer.status, answer.body) == (200, b"")
        assert answer.headers["Access-Control-Allow-Origin"] == PAGE
    lost = app.writing.send({"writes": []})
    assert (lost.status, lost.text) == (400, "Error: Unknown SID\n")


# id: webchannel-28
def test_a_broken_stream_loses_nothing(app):
    app.listen(2, **app.query("c"))
    with app.listening.stream() as back:
        assert back.messages(3) == [added(2), current(2), SNAPSHOT]
    for n in range(5):
        app.write(app.set(f"c/{n}", {"n": integer(n)}))
    with app.listening.stream() as back:
        found = back.messages(10)
        assert found[::2] == [{"documentChange": {"document": app.document(f"c/{n}", {"n": integer(n)}), "targetIds": [2]}}
                              for n in range(5)]


# id: webchannel-29
# id: webchannel-43
def test_a_client_that_takes_the_network_for_a_slow_one_polls_instead(app):
    app._send(app.writing)
    with app.writing.stream() as back:
        # Nothing to say: the first byte comes all the same.
        assert back.read() == [[[2, ["noop"]]]]
        polled = app.writing.request("GET", app.writing.back("CI=1"))
        # The noop was not acknowledged.
        assert polled.chunks == [[[2, ["noop"]]]]
        assert back.read() is None


# id: webchannel-30
# id: webchannel-32
# id: webchannel-33
def test_requests_that_come_again_or_in_another_order_count_once(app):
    counter = {"update": {"name": app.writing.document("c/n")}, "updateMask": {"fieldPaths": []},
               "updateTransforms": [{"fieldPath": "n", "increment": integer(1)}]}
    app._send(app.writing)
    first = app.writing.next_map
    for offset in [first + 5, first, first + 2, first + 1, first, first + 3, first + 4, first + 5]:
        assert app.writing.send({"writes": [counter]}, offset=offset).status == 200
    assert app.writing.send(*[{"writes": [counter]}] * 10, offset=first).status == 200
    results = app.writing.messages(10)
    assert [answer["writeResults"][0]["transformResults"] for answer in results] == [[integer(n)] for n in range(1, 11)]


# id: webchannel-31
def test_a_session_that_there_is_not(emulator, project):
    channel = Channel(emulator.address, "Write", project)
    channel.sid = "1Wun"
    for answer in [channel.send({"writes": []}), channel.request("GET", channel.back("CI=0"))]:
        assert answer.status == 400 and answer.text.index("Unknown SID") > 0
        assert answer.headers["Access-Control-Allow-Origin"] == PAGE


# id: webchannel-35
def test_without_a_session_header(emulator, project):
    channel = Channel(emulator.address, "Write", project)
    channel.open({"database": channel.name}, session_header=False)
    assert channel.gsessionid is None
    assert channel.messages(1) == [{"streamId": "…", "streamToken": "…"}]


# id: webchannel-38
def test_polls_without_anything_to_say(emulator, project):
    channel = Channel(emulator.address, "Write", project)
    channel.open({"database": channel.name}, headers=NOBODY)
    assert channel.poll(5_000) != ["noop"]
    assert channel.send().chunks == [[0, 1, 0]]
    assert [channel.poll(20), channel.poll(20)] == [[["noop"]], [["noop"]]]


# id: webchannel-40
def test_a_named_database(emulator, project):
    channel = Channel(emulator.address, "Write", project, database="second")
    channel.open({"database": channel.name})
    channel.send({"writes": [{"update": {"name": channel.document("c/a"), "fields": {}}}]})
    assert [sorted(message) for message in channel.messages(2)] == [
        ["streamId", "streamToken"], ["commitTime", "streamToken", "writeResults"]]
    listening = Channel(emulator.address, "Listen", project, database="second")
    listening.open({"addTarget": {"documents": {"documents": [listening.document("c/a")]}, "targetId": 2}})
    assert listening.messages(4)[1]["documentChange"]["document"]["name"] == listening.document("c/a")


# id: webchannel-41
# id: webchannel-42
def test_characters_beyond_ascii(app):
    text = "é𝒳" * 50
    app.write(app.set("c/a", {"s": {"stringValue": text}}))
    app.listen(2, **app.documents("c/a"))
    assert app.listening.messages(4)[1]["documentChange"]["document"]["fields"] == {"s": {"stringValue": text}}
    assert take_chunks('5\n["é"]6\n["𝒳"]3\n[1') == ([["é"], ["𝒳"]], "3\n[1")


# id: webchannel-44
def test_large_documents(app):
    text = "é" * 450_000
    assert app.write(app.set("c/a", {"s": {"stringValue": text}})) == [{"updateTime": "T"}]
    app.listen(2, **app.documents("c/a"))
    assert app.listening.messages(4)[1]["documentChange"]["document"]["fields"]["s"]["stringValue"] == text


# id: webchannel-20
# id: webchannel-21
# id: webchannel-22
# id: webchannel-23
def test_unary_calls_beside_it(app):
    channel = app.listening

    def call(path, method, **body):
        answer = channel.request("POST", f"/v1/{channel.name}/documents{path}:{method}", json.dumps(body), {
            "Content-Type": "text/plain", "Authorization": "Bearer owner", "X-Goog-Api-Client": "gl-js/ fire/12.0.0",
            "google-cloud-resource-prefix": channel.name, "x-goog-request-params": "project_id=demo"})
        assert answer.headers["Access-Control-Allow-Origin"] == PAGE
        return answer.status, json.loads(answer.body)

    asked = "authorization,google-cloud-resource-prefix,x-firebase-gmpid,x-goog-api-client,x-goog-request-params"
    preflight = channel.request("OPTIONS", f"/v1/{channel.name}/documents:batchGet", headers={
        "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": asked,
        "Access-Control-Request-Private-Network": "true"})
    assert preflight.status in (200, 204) and preflight.body == b""
    assert preflight.headers["Access-Control-Allow-Headers"] == asked
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    assert preflight.headers["Access-Control-Allow-Private-Network"] == "true"

    app.write(app.set("c/b", {"n": integer(1)}))
    [found] = call("", "batchGet", documents=[channel.document("c/b")])[1]
    update = {"update": {"name": channel.document("c/b"), "fields": {"n": integer(2)}}, "updateMask": {"fieldPaths": ["n"]},
              "currentDocument": {"updateTime": found["found"]["updateTime"]}}
    status, committed = call("", "commit", writes=[update])
    assert status == 200 and len(committed["writeResults"]) == 1
    status, refused = call("", "commit", writes=[update])
    assert status == 400 and refused["error"]["status"] == "FAILED_PRECONDITION"
    [missing] = call("", "batchGet", documents=[channel.document("c/fresh")])[1]
    assert missing["missing"] == channel.document("c/fresh")
    fresh = {"update": {"name": channel.document("c/fresh"), "fields": {"n": integer(3)}}, "currentDocument": {"exists": False}}
    assert call("", "commit", writes=[fresh])[0] == 200
    aggregations = [
        {"alias": "aggregate_0", "sum": {"field": {"fieldPath": "n"}}}, {"alias": "aggregate_1", "avg": {"field": {"fieldPath": "n"}}},
        {"alias": "aggregate_2", "count": {}}]
    query = {"aggregations": aggregations, "structuredQuery": {"from": [{"collectionId": "c"}]}}
    [result] = call("", "runAggregationQuery", structuredAggregationQuery=query)[1]
    assert result["result"]["aggregateFields"] == {
        "aggregate_0": integer(5), "aggregate_1": {"doubleValue": 2.5}, "aggregate_2": integer(2)}


def test_a_server_that_is_started_again_knows_no_session(start_emulator, project, tmp_path):
    emulator = start_emulator("--data-dir", tmp_path / "data")
    app = App(emulator.address, project)
    app.write(app.set("c/a", {"n": integer(1)}))
    app.listen(2, **app.query("c"))
    with app.listening.stream() as back:
        assert len(back.messages(4)) == 4
        emulator.stop()
        # Told, not cut.
        assert back.messages(2) == [{"error": {"code": 503, "message": "The emulator is stopping.", "status": "UNAVAILABLE"}}]
    emulator.start()
    assert app.listening.send().text == "Error: Unknown SID\n"
    again = App(emulator.address, project)
    again.listen(2, **again.query("c"))
    assert again.listening.messages(4)[1] == {
        "documentChange": {"document": app.document("c/a", {"n": integer(1)}), "targetIds": [2]}}


def test_five_hundred_sessions(emulator, project):
    listeners = [Channel(emulator.address, "Listen", project) for _ in range(500)]
    target = {"query": {"structuredQuery": {"from": [{"collectionId": "c"}]}, "parent": f"{listeners[0].name}/documents"}}
    for listener in listeners:
        listener.open({"database": listener.name, "addTarget": {**target, "targetId": 2}})
    streams = [listener.stream() for listener in listeners]
    for stream in streams:
        assert stream.messages(3) == [added(2), current(2), SNAPSHOT]
    app = App(emulator.address, project)
    app.write(app.set("c/a", {"n": integer(1)}))
    change = {"documentChange": {"document": app.document("c/a", {"n": integer(1)}), "targetIds": [2]}}
    for stream in streams:
        assert stream.messages(2) == [change, SNAPSHOT]
    for stream, listener in zip(streams, listeners):
        stream.close()
        assert listener.terminate().status == 200
