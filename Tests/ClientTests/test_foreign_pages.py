"""A page of somebody else, in Chromium, reads nothing of a running emulator and changes nothing, however it asks."""

import functools
import http.client
import json
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from browser import Browser

PROJECT = "demo-foreign"
OPEN_RULES = """rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /{x=**} { allow read, write; } } }"""
# What would end the emulator, or the data that the other ways are to find, is asked by no page that is served.
DESTRUCTIVE = {"clear", "stop", "rules", "remove"}
# Who hides where a script is asked from is nobody that is known.
HIDDEN = {"anonymous, hidden", "owner, hidden"}


class Files(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def pages():
    handler = functools.partial(Files, directory=Path(__file__).parent)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()


@pytest.fixture(scope="module")
def browser():
    # A name that is not this machine's, as the page of a stranger has; who asks is on this machine all the same.
    browser = Browser("--host-resolver-rules=MAP stranger.example 127.0.0.1")
    yield browser
    browser.close()


@pytest.fixture
def emulator(start_emulator, tmp_path):
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "firestore.rules").write_text(OPEN_RULES)
    (tmp_path / "app" / "database.rules.json").write_text('{"rules":{".read":true,".write":true}}')
    (tmp_path / "app" / "firebase.json").write_text(
        '{"firestore":{"rules":"firestore.rules"},"database":{"rules":"database.rules.json"}}')
    emulator = start_emulator(project_folder=tmp_path / "app")
    client = emulator.client(PROJECT)
    client.document("c/mine").set({"s": "secret"})
    realtime(emulator, "PUT", "/mine.json", '"secret"')
    return emulator


def realtime(emulator, method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", emulator.database_port)
    connection.request(method, f"{path}?ns={PROJECT}", body, {"Authorization": "Bearer owner"})
    return json.loads(connection.getresponse().read())


def control(emulator, path):
    connection = http.client.HTTPConnection("127.0.0.1", emulator.port)
    connection.request("GET", path)
    return connection.getresponse().read()


def ask(browser, emulator, page, left=()):
    """The outcome of every way but those that are left out."""
    browser.open(page)
    return browser.driver.execute_async_script(
        """const [firestore, server, left, done] = arguments;
           all(firestore, server, left).then(done, (problem) => done({ page: `${problem}` }));""",
        emulator.address, f"127.0.0.1:{emulator.database_port}", list(left))


def test_a_page_of_somebody_else_reads_and_changes_nothing(browser, pages, emulator):
    before = control(emulator, "/firebreak/v1/clock")
    outcomes = ask(browser, emulator, f"http://stranger.example:{pages}/foreign.html")
    assert len(outcomes) == 44
    assert {name: outcome for name, outcome in outcomes.items() if outcome == "answered"} == {}
    # Requests that a browser sends without showing the answer have done nothing, either.
    client = emulator.client(PROJECT)
    assert {document.id: document.to_dict() for document in client.collection("c").stream()} == {"mine": {"s": "secret"}}
    assert realtime(emulator, "GET", "/.json") == {"mine": "secret"}
    assert control(emulator, "/firebreak/v1/clock")[:24] == before[:24]
    browser.errors()


def test_a_page_of_this_machine_is_served_by_the_same_ways(browser, pages, emulator):
    """Without it the other test would pass with ways that lead nowhere."""
    outcomes = ask(browser, emulator, f"http://localhost:{pages}/foreign.html", DESTRUCTIVE | HIDDEN)
    assert {name: outcome for name, outcome in outcomes.items() if outcome != "answered"} == {}
    assert len(outcomes) == 42 - 3 * 3 - 2 * 2
    client = emulator.client(PROJECT)
    assert {document.id for document in client.collection("c").stream()} >= {"mine", "simple", "owner", "channel"}
    assert realtime(emulator, "GET", "/socket.json") == 1
    browser.errors()
