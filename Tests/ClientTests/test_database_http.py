"""What the REST interface of the Realtime Database says to those who speak HTTP themselves."""

import base64
import http.client
import json
import shutil
import sys
import threading
import time
import uuid
from urllib.parse import quote

import pytest

from conftest import PROJECT
from emulator import run_firebreak
from test_running_emulator import eventually

OWNER = {"Authorization": "Bearer owner"}


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def brief(self):
        return self.status, self.json


class Database:
    def __init__(self, served, namespace=None):
        self.served = served
        self.namespace = namespace or f"demo-{uuid.uuid4().hex[:12]}"

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.served.database_port, timeout=20)

    def send(self, method, path, body=None, headers=OWNER, **parameters):
        connection = self.connection()
        query = "&".join(f"{name}={quote(str(value))}" for name, value in {"ns": self.namespace, **parameters}.items())
        data = body if body is None or isinstance(body, bytes) else json.dumps(body)
        connection.request(method, f"{path}?{query}", data, headers)
        try:
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path="/.json", **options):
        return self.send("GET", path, **options)

    def put(self, path, body, **options):
        return self.send("PUT", path, body, **options)


def token(**claims):
    """As rules-unit-testing makes them: unsigned, and over since 1970."""
    parts = [{"alg": "none", "typ": "JWT"}, {"iat": 0, "exp": 3600, **claims}]
    return ".".join(base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts) + "."


def bearer(**claims):
    return {"Authorization": f"Bearer {token(**claims)}"}


@pytest.fixture
def database(emulator):
    return Database(emulator)


# Requests and answers

def test_methods(database):
    assert database.get("/.json").brief == (200, None)
    assert database.put("/a.json", {"b": 1}).brief == (200, {"b": 1})
    assert database.send("PATCH", "/a.json", {"c/d": 2}).brief == (200, {"c/d": 2})
    before = database.get("/a.json").json
    for patch in [{"": 5}, {"/": None}, {"c//d": 1}]:
        assert database.send("PATCH", "/a.json", patch).brief == (
            400, {"error": "Invalid data; couldn't parse JSON object, array, or value."})
    assert database.get("/a.json").json == before
    name = database.send("POST", "/list.json", 5).json["name"]
    assert database.get("/.json").brief == (200, {"a": {"b": 1, "c": {"d": 2}}, "list": {name: 5}})
    assert database.send("DELETE", "/a/b.json").brief == (200, None)
    assert database.get("/a/.json").brief == (200, {"c": {"d": 2}})
    assert database.send("TRACE", "/a.json").status == 405


def test_overridden_methods(database):
    database.put("/open.json", {"b": 1, "c": 2})
    header = {"X-HTTP-Method-Override": "PATCH"}
    parameter = {"x-http-method-override": "DELETE"}
    assert database.send("POST", "/open.json", {"b": 3}, headers=header).brief == (200, {"b": 3})
    assert database.send("POST", "/open/c.json", b"", headers={}, **parameter).brief == (200, None)
    assert database.get("/open.json").json == {"b": 3}
    # The owner may do everything, so a page must not be able to make a harmless request into another one.
    assert database.send("POST", "/open.json", {"b": 4}, headers={**OWNER, **header}).status == 401
    assert database.send("POST", "/open.json", b"", **parameter).status == 401
    assert database.send("POST", "/open.json", b"", headers={}, auth="owner", **parameter).status == 401
    assert database.get("/open.json").json == {"b": 3}


def test_prints(database):
    assert database.put("/a.json", {"b": [1]}, print="silent").status == 204
    assert database.get("/a.json", print="pretty").text == '{\n  "b": [\n    1\n  ]\n}'
    assert database.get("/a.json").text == '{"b":[1]}'
    silent = database.get("/a.json", print="silent")
    assert (silent.status, silent.text) == (204, "")
    assert database.get("/a.json", print="loud").status == 400
    database.put("/open.json", {"b": [1]})
    assert database.get("/open.json", headers={}, callback="f.g").text == 'f.g({"b":[1]});'
    assert database.get("/open.json", headers={}, callback="alert(1)//").status == 400
    # A script of any page could ask for it and read the answer.
    assert database.get("/open.json", callback="f.g").status == 401
    assert database.get("/open.json", headers={}, auth="owner", callback="f.g").status == 401
    assert database.get("/a.json", download="x\"y.json").headers["Content-Disposition"] == 'attachment; filename="xy.json"'


def test_export_format(database):
    value = {"a": {".value": 1, ".priority": 2}, "list": {"0": "x"}, ".priority": "p"}
    database.put("/a.json", value)
    assert database.get("/a.json", format="export").json == value
    assert database.get("/a.json").json == {"a": 1, "list": ["x"]}
    assert database.put("/a/list/.priority.json", 7).status == 200
    assert database.get("/a/list.json", format="export").json == {"0": "x", ".priority": 7}
    assert database.put("/a/list/.priority.json", 5).brief == (200, 5)


def test_percent_encoding(database):
    database.put("/caf%C3%A9/a%20b.json", 1)
    assert database.get("/.json").json == {"café": {"a b": 1}}
    assert database.get("/caf%C3%A9%2Fa%20b.json").json == 1
    assert database.get("/%FF.json").status == 400


@pytest.mark.parametrize("path", ["/a.b.json", "/a%23b.json", "/a%5Bb.json", "/%00.json", "/" + "x" * 769 + ".json"])
def test_paths_that_are_none(database, path):
    assert database.get(path).status == 400
    assert database.put(path, 1).status == 400


@pytest.mark.parametrize("body", [
    "", "{", "nonsense", '{"a":}', b"\xff", '{"a":1}}', '"\\ud800"x', "[" * 100_000, "1e999", '{"a.b":1}', '{".value":1,"a":2}',
    '{".sv":"nothing"}', '{".priority":true,".value":1}',
])
def test_bodies_that_are_none(database, body):
    refusal = database.put("/a.json", body if isinstance(body, bytes) else body.encode())
    assert refusal.status == 400 and list(refusal.json) == ["error"]
    assert database.get("/a.json").json is None


def test_keys_written_twice(database):
    assert database.put("/a.json", b'{"b":1,"c":2,"b":3}').brief == (200, {"b": 3, "c": 2})
    assert database.send("PATCH", "/a.json", b'{"b":4,"b":5}').brief == (200, {"b": 5})
    assert database.get("/a.json").json == {"b": 5, "c": 2}


def test_texts_of_refusals(database):
    def error(method, path, body=None, **options):
        return database.send(method, path, body, **options).json["error"]

    assert error("PUT", "/a.json", b"") == "Error: No data supplied."
    assert error("PUT", "/a.json", b"{") == "Invalid data; couldn't parse JSON object, array, or value."
    for method in ["GET", "PUT", "PATCH", "POST", "DELETE"]:
        refusal = database.send(method, "/a.json", {"a": 1} if method in ("PUT", "PATCH", "POST") else None, headers={})
        assert refusal.brief == (401, {"error": "Permission denied"})
    assert error("GET", "/a.json", headers={"Authorization": "Bearer nonsense"}) == "Could not parse auth token."
    assert error("GET", "/dinosaurs.json", limitToFirst=1) == "orderBy must be defined when other query parameters are defined"
    assert error("GET", "/dinosaurs.json", orderBy="height") == "orderBy must be a valid JSON encoded path"
    assert error("GET", "/dinosaurs.json", orderBy='"height"', startAt="x") == "Constraint index field must be a JSON primitive"
    assert error("GET", "/dinosaurs.json", orderBy='"$key"', startAt="1") == "Provided key index type is invalid, must be string"
    assert error("GET", "/dinosaurs.json", orderBy='"$key"', limitToFirst="x") == "limitToFirst must be an integer"
    assert error("GET", "/dinosaurs.json", orderBy='"$key"', limitToFirst="1", limitToLast="2") == (
        "Only one of limitToFirst and limitToLast may be specified")
    assert "append .json to your request URI to use the REST API" in database.get("/a").text
    assert database.get("/a").status == 404


def test_query_parameters(database):
    database.put("/dinosaurs.json", {"a": {"height": 1}, "b": {"height": 2}, "c": {"height": 3}, "d": {"height": 2}})

    def keys(**parameters):
        return list(database.get("/dinosaurs.json", orderBy='"height"', **parameters).json or {})

    assert keys(startAfter="1", endBefore="3") == ["b", "d"]
    assert keys(startAt='2,"d"') == ["c", "d"]
    assert keys(equalTo="2", limitToLast="1") == ["d"]
    assert database.get("/dinosaurs.json", shallow="true", limitToFirst="2").json == {"a": True, "b": True}
    assert database.get("/dinosaurs.json", shallow="true", startAfter='"b"').json == {"c": True, "d": True}
    assert database.get("/dinosaurs.json", shallow="true", orderBy='"height"').status == 400
    assert database.get("/dinosaurs/a.json", shallow="false").json == database.get("/dinosaurs/a.json").json
    assert database.get("/dinosaurs.json", shallow="yes").brief == (400, {"error": "shallow must be true or false"})
    assert database.get("/dinosaurs.json", headers={**OWNER, "Accept": "text/event-stream"}, shallow="true").brief == (
        400, {"error": "Mixing 'shallow' and event streams is not supported"})
    assert database.get("/dinosaurs.json", timeout="5s").status == 200
    for timeout in ["5", "16min", "-1s", "xs"]:
        assert database.get("/dinosaurs.json", timeout=timeout).status == 400
    assert database.put("/a.json", 1, writeSizeLimit="tiny", disableTriggers="true").status == 200
    assert database.put("/a.json", 1, writeSizeLimit="huge").status == 400


def test_tags(database):
    asking = {**OWNER, "X-Firebase-ETag": "true"}
    assert database.get("/a.json", headers=asking).headers["ETag"] == "null_etag"
    assert database.put("/a.json", "x", headers=asking).headers["ETag"] == "OJSeRnP1mf0vTrhq7izmWGPiNx4="
    assert database.get("/a.json").headers["ETag"] is None
    pushed = database.send("POST", "/list.json", 1, headers=asking)
    assert pushed.headers["ETag"] == database.get("/list.json", headers=asking).headers["ETag"] != "null_etag"
    stale = database.put("/a.json", "y", headers={**OWNER, "if-match": "null_etag"})
    assert (stale.status, stale.json, stale.headers["ETag"]) == (412, "x", "OJSeRnP1mf0vTrhq7izmWGPiNx4=")
    same = database.get("/a.json", headers={**OWNER, "if-none-match": "OJSeRnP1mf0vTrhq7izmWGPiNx4="})
    assert (same.status, same.text) == (304, "")
    assert database.send("DELETE", "/a.json", headers={**OWNER, "if-match": "OJSeRnP1mf0vTrhq7izmWGPiNx4="}).status == 200
    mixed = {"error": "Mixing 'shallow', querying parameters or 'print=silent' and if-match or if-none-match requests is not "
             "supported"}
    condition = {**OWNER, "if-none-match": "x"}
    assert database.get("/a.json", headers=condition, shallow="true").brief == (400, mixed)
    assert database.get("/a.json", headers=condition, orderBy='"$key"').brief == (400, mixed)
    assert database.put("/a.json", 1, headers={**OWNER, "if-match": "x"}, print="silent").brief == (400, mixed)
    assert database.send("PATCH", "/a.json", {"b": 1}, headers={**OWNER, "if-match": "x"}).status == 400
    assert database.get("/a.json", headers=asking, shallow="true").brief == (
        400, {"error": "Mixing 'shallow' and etag requests is not supported"})
    assert database.get("/a.json", headers=asking, orderBy='"$key"').brief == (
        400, {"error": "Mixing querying parameters and etag requests is not supported"})
    # What rules hide is not told to those who guess.
    assert database.put("/users/ada.json", 1, headers={**bearer(sub="bob"), "if-match": "x"}).status == 401


def test_credentials(database):
    database.put("/users/ada/name.json", "Ada")
    assert database.get("/users/ada/name.json", headers={}, auth="owner").json == "Ada"
    assert database.get("/users/ada/name.json", headers={}, access_token="owner").json == "Ada"
    assert database.get("/users/ada/name.json", headers={}, auth=token(sub="ada")).json == "Ada"
    assert database.get("/users/ada/name.json", headers=bearer(user_id="ada")).json == "Ada"
    assert database.get("/users/ada/name.json", headers=bearer(sub="bob")).status == 401
    assert database.put("/moderated.json", 1, headers=bearer(sub="ada", moderator=True)).status == 200
    past = {"iat": 1_600_000_000, "exp": 1_600_003_600, "sub": "ada"}
    assert database.get("/users/ada/name.json", headers=bearer(**past)).brief == (401, {"error": "Auth token is expired"})
    assert database.get("/users/ada/name.json", headers=bearer(**past | {"exp": 1 << 62})).json == "Ada"
    override = {"auth_variable_override": '{"uid":"bob"}'}
    assert database.get("/users/ada/name.json", **override).status == 401
    assert database.get("/users/ada/name.json", auth_variable_override="null").status == 401
    assert database.get("/users/ada/name.json", auth_variable_override="{").status == 400
    assert database.get("/users/ada/name.json", headers=bearer(sub="ada"), **override).status == 401


def test_browsers(database):
    headers = {"Origin": "http://localhost:5000", "Access-Control-Request-Method": "PUT",
               "Access-Control-Request-Headers": "authorization,if-match"}
    preflight = database.send("OPTIONS", "/a.json", headers=headers)
    assert preflight.status == 200 and preflight.headers["Access-Control-Allow-Headers"] == "authorization,if-match"
    assert "PUT" in preflight.headers["Access-Control-Allow-Methods"]
    usual = database.send("OPTIONS", "/a.json", headers={"Origin": "http://localhost:5000"})
    assert usual.headers["Access-Control-Allow-Headers"] == (
        "if-match, if-none-match, x-firebase-etag, x-http-method-override, authorization, content-type, "
        "x-firebase-decoding")
    answer = database.get("/open.json", headers={"Origin": "http://127.0.0.1:5173"})
    assert answer.headers["Access-Control-Allow-Origin"] == "http://127.0.0.1:5173"
    assert "etag" in answer.headers["Access-Control-Expose-Headers"].lower()
    foreign = database.get("/open.json", headers={"Origin": "https://app.example"})
    assert foreign.status == 401 and "--allow-origin https://app.example" in foreign.json["error"]
    assert foreign.headers["Access-Control-Allow-Origin"] is None
    # The page of somebody else does not replace rules, whoever it says to be.
    rules = database.put("/.settings/rules.json", b'{"rules":{}}', headers={**OWNER, "Origin": "https://evil.example"})
    assert rules.status == 401
    assert database.get("/open.json", headers={"Host": "evil.example"}).status == 401


def test_what_is_not_served(database):
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "eA=="}
    answer = database.get("/.ws", headers=upgrade, v="5")
    assert answer.status == 426 and "WebSocket" in answer.json["error"]
    for path in ["/.settings/functionTriggers.json", "/.settings/profile.json", "/.settings/strictTriggerValidation.json"]:
        refusal = database.get(path)
        assert refusal.status == 501 and "FB8001" in refusal.json["error"]
    assert database.get("/").status == 200


def test_large_values(database):
    assert database.put("/a.json", {"text": "x" * (10 << 20)}, print="silent").status == 204
    assert len(database.get("/a/text.json").json) == 10 << 20
    assert database.put("/a.json", {"text": "x" * ((10 << 20) + 1)}).status == 400


# Rules and instances

def test_rules_of_clients(database):
    path = "/.settings/rules.json"
    assert database.get("/closed.json", headers={}).status == 401
    text = b'{ "rules": { /* everybody */ ".read": true } }'
    assert database.put(path, text, headers={}).status == 401
    assert database.put(path, text, dryRun="true").brief == (200, {"status": "ok"})
    assert database.get("/closed.json", headers={}).status == 401
    assert database.put(path, text).brief == (200, {"status": "ok"})
    assert database.get(path).text == text.decode()
    assert database.get("/closed.json", headers={}).status == 200
    # Other instances keep theirs.
    assert Database(database.served).get("/closed.json", headers={}).status == 401
    refusal = database.put(path, b'{\n "rules": { ".read": "nonsense" } }')
    assert refusal.status == 400 and refusal.json["error"].startswith("2:")
    assert database.put(path, b"{").status == 400
    assert database.get("/closed.json", headers={}).status == 200


def test_coverage_of_rules(database):
    rules = b'{"rules": {"a": {".read": "auth != null && data.child(\'x\').val() == 1", ".write": true}, "b": {".read": false}}}'
    database.put("/.settings/rules.json", rules)
    # Nothing was asked yet, and the owner never asks the rules.
    database.put("/a/x.json", 1)
    document = database.get("/.inspect/coverage.json", headers={}).json
    assert document["expressions"] == {"covered": 0, "total": 6}
    assert database.get("/a.json", headers={}).status == 401
    assert database.get("/a.json", headers=bearer(sub="ada")).status == 200
    document = database.get("/.inspect/coverage.json", headers={}).json
    assert document["rules"]["files"] == [{"name": "database.rules.json", "content": rules.decode()}]
    assert document["expressions"] == {"covered": 6, "total": 6}
    [whole] = document["report"]
    assert rules[whole["sourcePosition"]["currentOffset"]:whole["sourcePosition"]["endOffset"]].startswith(b"auth != null &&")
    assert whole["values"] == [{"value": {"boolValue": False}, "count": 1}, {"value": {"boolValue": True}, "count": 1}]
    [summary] = document["summary"]
    assert [(rule["allowed"], rule["denied"], rule["errors"]) for rule in summary["allows"]] == [(1, 1, 0), (0, 0, 0), (0, 0, 0)]
    page = database.get("/.inspect/coverage", headers={})
    assert page.headers["Content-Type"].startswith("text/html") and "Expressions 6/6" in page.text
    # Those that come after begin anew.
    database.put("/.settings/rules.json", rules)
    assert database.get("/.inspect/coverage.json", headers={}).json["expressions"] == {"covered": 0, "total": 6}
    assert database.send("POST", "/.inspect/coverage.json", b"").status == 405


def test_instances(database):
    database.put("/a.json", 1)
    names = [entry["name"] for entry in database.get("/.inspect/databases.json").json]
    assert database.namespace in names and names == sorted(names)
    assert database.get("/.inspect/databases.json", headers={}).status == 401
    other = Database(database.served)
    assert other.get("/a.json").json is None
    assert other.get("/.settings/rules.json").status == 200
    names = [entry["name"] for entry in database.get("/.inspect/databases.json").json]
    assert other.namespace not in names
    for name in ["a b", "a/b", "a.b", "é", "\0", "x" * 201]:
        assert Database(database.served, name).get("/a.json").status == 400


@pytest.fixture
def edited(start_emulator, tmp_path):
    folder = shutil.copytree(PROJECT, tmp_path / "edited")
    return start_emulator(project_folder=folder)


def test_edited_rules(edited):
    database = Database(edited)
    rules = edited.project_folder / "database.rules.json"

    def health():
        connection = http.client.HTTPConnection("127.0.0.1", edited.port, timeout=20)
        connection.request("GET", "/firebreak/v1/health")
        return json.load(connection.getresponse())["status"]

    def may_read(path):
        return database.get(path, headers={}).status == 200

    assert not may_read("/closed.json")
    rules.write_text('{"rules": {".read": true}}')
    eventually(lambda: may_read("/closed.json"))
    rules.write_text('{"rules": {".read": "auth.uid.foo("}}')
    eventually(lambda: health() == "degraded")
    assert may_read("/closed.json")
    # Whatever a client has put in its place: the file that is edited counts.
    database.put("/.settings/rules.json", b'{"rules": {}}')
    assert not may_read("/closed.json")
    rules.write_text('{"rules": {".read": "1 < 2"}}')
    eventually(lambda: may_read("/closed.json"))
    assert health() == "ok"


def test_instance_of_the_project(start_emulator):
    served = start_emulator("--project", "demo-shop")
    assert Database(served, "demo-shop-default-rtdb").put("/a.json", 1).status == 200
    connection = http.client.HTTPConnection("127.0.0.1", served.database_port, timeout=20)
    connection.request("GET", "/a.json", headers=OWNER)
    assert json.load(connection.getresponse()) == 1
    assert f"FIREBASE_DATABASE_EMULATOR_HOST=127.0.0.1:{served.database_port}" in served.log
    assert "demo-shop-default-rtdb" in served.log


def test_without_rules(start_emulator, tmp_path):
    folder = tmp_path / "bare"
    folder.mkdir()
    (folder / "firebase.json").write_text('{"database": {}}')
    closed = Database(start_emulator(project_folder=folder))
    assert closed.get("/a.json", headers={}).status == 401 and closed.get("/a.json").status == 200
    assert "FB0004" in closed.served.log
    opened = Database(start_emulator("--allow-open", project_folder=folder))
    assert opened.put("/a.json", 1, headers={}).status == 200 and opened.get("/a.json", headers={}).json == 1
    assert "OPEN" in opened.served.log


def test_export_and_import(start_emulator, tmp_path):
    folder = tmp_path / "out"
    served = start_emulator("--export-on-exit", folder)
    database = Database(served, "one")
    value = {"a": {".value": 1, ".priority": 2}, "b": ["x"]}
    database.put("/.json", value)
    assert served.stop() == 0
    exported = json.loads((folder / "database_export" / "one.json").read_text())
    assert exported == {"a": {".value": 1, ".priority": 2}, "b": {"0": "x"}}
    assert [path.name for path in (folder / "database_export").iterdir()] == ["one.json"]
    again = Database(start_emulator("--import", folder), "one")
    assert again.get(format="export").json == exported


def test_ledger(edited):
    database = Database(edited)
    headers = {**OWNER, "x-firebreak-operation": "profile.open"}
    database.put("/a.json", {"b": "x" * 1000})
    database.get("/a.json", headers=headers)
    database.get("/closed.json", headers={**headers, "Authorization": ""})
    connection = http.client.HTTPConnection("127.0.0.1", edited.port, timeout=20)
    connection.request("GET", "/firebreak/v1/ledger?operation=profile.open")
    total = json.load(connection.getresponse())["total"]
    # Headers are 350 bytes each.
    assert total["realtimeBytes"] == 350 + len('{"b":""}') + 1000 + 350
    assert (total["requests"], total["denied"], total["reads"]) == (2, 1, 0)


def test_exec(tmp_path):
    folder = shutil.copytree(PROJECT, tmp_path / "project")
    finished = run_firebreak(
        folder, "emulator", "exec", "--port", "0", "--", "sh", "-c", "echo $FIREBASE_DATABASE_EMULATOR_HOST")
    assert finished.returncode == 0 and finished.stdout.startswith("127.0.0.1:")
    (folder / "firebase.json").write_text('{"firestore": {"rules": "firestore.rules"}}')
    finished = run_firebreak(
        folder, "emulator", "exec", "--port", "0", "--", "sh", "-c", "echo [$FIREBASE_DATABASE_EMULATOR_HOST]")
    assert finished.stdout == "[]\n"


# Streams

class Stream:
    def __init__(self, database, path, headers=OWNER, **parameters):
        query = "&".join(f"{name}={quote(str(value))}" for name, value in {"ns": database.namespace, **parameters}.items())
        self.connection = database.connection()
        self.connection.request("GET", f"{path}?{query}", headers={**headers, "Accept": "text/event-stream"})
        self.response = self.connection.getresponse()

    def next(self):
        """The next event and its data; nothing when it has ended."""
        lines = []
        while True:
            line = self.response.readline().decode()
            if not line:
                return None
            if line == "\n":
                return lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))
            lines.append(line.rstrip("\n"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.response.close()
        self.connection.close()


def test_stream(database):
    with Stream(database, "/a.json") as stream:
        assert stream.response.status == 200
        assert stream.response.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert stream.next() == ("put", {"path": "/", "data": None})
        database.put("/a/b.json", {"c": 1})
        assert stream.next() == ("put", {"path": "/b", "data": {"c": 1}})
        database.send("PATCH", "/.json", {"a/b/c": 2, "a/b/d": 3, "a/e": 4, "f": 5})
        assert stream.next() == ("patch", {"path": "/b", "data": {"c": 2, "d": 3}})
        assert stream.next() == ("patch", {"path": "/", "data": {"e": 4}})


def test_stream_of_a_query(database):
    database.put("/dinosaurs.json", {"a": {"height": 1}, "b": {"height": 2}})
    with Stream(database, "/dinosaurs.json", orderBy='"height"', limitToLast=2) as stream:
        assert stream.next() == ("put", {"path": "/", "data": {"a": {"height": 1}, "b": {"height": 2}}})
        database.put("/dinosaurs/c.json", {"height": 3})
        assert stream.next() == ("patch", {"path": "/", "data": {"a": None, "c": {"height": 3}}})
        database.put("/dinosaurs/a/height.json", 0)
        database.put("/dinosaurs/b/height.json", 9)
        event, change = stream.next()
        assert event == "patch" and change["data"].get("b", {}) in ({"height": 9}, {})
    with Stream(database, "/plain.json", orderBy='"x"', limitToLast=2) as stream:
        assert stream.response.status == 400
    with Stream(database, "/closed.json", headers={}) as stream:
        assert stream.response.status == 401


def test_streams_end_with_their_permission(database):
    database.put("/gate.json", {"open": True, "text": "x"})
    with Stream(database, "/gate.json", headers={}) as stream:
        assert stream.next() == ("put", {"path": "/", "data": {"open": True, "text": "x"}})
        database.put("/gate/text.json", "y")
        assert stream.next() == ("put", {"path": "/text", "data": "y"})
        database.put("/gate/open.json", False)
        assert stream.next() == ("cancel", "Permission denied")
        assert stream.next() is None
    with Stream(database, "/open.json", headers={}) as stream:
        assert stream.next() == ("put", {"path": "/", "data": None})
        database.put("/.settings/rules.json", b'{"rules": {}}')
        assert stream.next() == ("cancel", "Permission denied")
        assert stream.next() is None


def test_streams_end_with_their_token(database):
    end = int(time.time()) + 2
    with Stream(database, "/open.json", headers=bearer(sub="ada", exp=end)) as stream:
        assert stream.next() == ("put", {"path": "/", "data": None})
        assert stream.next() == ("auth_revoked", "credential is no longer valid")
        assert stream.next() is None
    assert time.time() >= end


def test_a_stream_that_nobody_reads(database):
    database.put("/a.json", "x" * (1 << 20))
    with Stream(database, "/a.json"):
        for n in range(200):
            assert database.put("/a.json", str(n) * (1 << 16), print="silent").status == 204
    assert database.get("/a.json").json.startswith("199")


def test_many_writers(database):
    def write(number):
        for n in range(25):
            database.send("PATCH", "/count.json", {"n": {".sv": {"increment": 1}}, f"by/{number}/{n}": True})

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    count = database.get("/count.json").json
    assert count["n"] == 200 and [len(entries) for entries in count["by"]] == [25] * 8


def test_hub(tmp_path):
    folder = shutil.copytree(PROJECT, tmp_path / "project")
    ask = (
        "import json, os, sys, urllib.request; hub = os.environ['FIREBASE_EMULATOR_HUB'];"
        " print(urllib.request.urlopen(f'http://{hub}/emulators').read().decode());"
        " print(json.dumps([hub, os.environ['FIRESTORE_EMULATOR_HOST'], os.environ['FIREBASE_DATABASE_EMULATOR_HOST']]))"
    )
    finished = run_firebreak(folder, "emulator", "exec", "--port", "0", "--", sys.executable, "-c", ask)
    document, addresses = finished.stdout.strip().rsplit("\n", 1)
    hub, firestore, database = json.loads(addresses)

    def emulator(name, address):
        port = int(address.rsplit(":", 1)[1])
        listen = [{"address": "127.0.0.1", "port": port}]
        return {"name": name, "host": "127.0.0.1", "port": port, "listen": listen}

    assert hub == firestore
    assert json.loads(document) == {
        "firestore": emulator("firestore", firestore),
        "database": emulator("database", database),
        "hub": emulator("hub", hub),
    }
