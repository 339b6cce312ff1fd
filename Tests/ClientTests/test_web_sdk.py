"""The published web library in Chromium, whatever happens to its connections.

It is not part of this repository: FIREBREAK_WEB_SDK names a folder with a folder for each version, and in that
firebase-app.js and firebase-firestore.js as they are published.
"""

import json

import pytest

from breaking_proxy import BreakingProxy
from browser import Browser
from web_library import FOLDER, VERSIONS, served_pages, web_client

MODES = {
    "tested": {},
    "streaming": {"experimentalAutoDetectLongPolling": False},
    "polling": {"experimentalForceLongPolling": True},
}

pytestmark = pytest.mark.skipif(not FOLDER, reason="FIREBREAK_WEB_SDK names no folder with the web library")


@pytest.fixture(scope="module")
def pages():
    with served_pages() as port:
        yield port


@pytest.fixture(scope="module")
def browser():
    # The library looks whether there is a network; nothing is asked outside of this machine.
    browser = Browser(
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
        "--disable-features=BackForwardCache")
    yield browser
    browser.close()


@pytest.fixture(params=[(version, mode) for version in VERSIONS for mode in MODES], ids="-".join)
def page(request, browser, emulator, project, pages):
    """Runs the body of an async function in a page with a version of the library and a way to listen."""
    version, mode = request.param
    proxy = BreakingProxy(emulator.address)
    driver = browser.driver

    def load():
        driver.get(web_client(pages, proxy.address, project, version, MODES[mode]))
        driver.execute_async_script("""
            const done = arguments[0];
            (async () => { while (!window.isLoaded) await new Promise((go) => setTimeout(go, 5)); done(); })();
        """)

    def run(script):
        answer = driver.execute_async_script(f"""
            const done = arguments[0];
            (async () => {{ {script} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error) }}));
        """)
        assert "error" not in answer, answer
        return answer.get("value")

    load()
    run.proxy, run.load = proxy, load
    yield run
    driver.get("about:blank")
    proxy.close()


START = """
    window.db = connect('one');
    window.c = fs.collection(db, 'c');
    window.followed = follow(c);
    await fs.setDoc(fs.doc(c, 'first'), { n: 0 });
    await followed.until((seen) => seen.first);
"""


def contents(client):
    return {document.id: document.to_dict() for document in client.collection("c").stream()}


def agrees(page, client):
    """What the listener shows in the end is what a get finds, and what another client finds."""
    found = contents(client)
    shown = page(f"""
        const wanted = {json.dumps(json.dumps(found, sort_keys=True))};
        const text = (value) => JSON.stringify(Object.fromEntries(Object.keys(value).sort().map((id) => [id, value[id]])));
        await followed.until((seen) => text(seen) === text(JSON.parse(wanted)));
        const got = await fs.getDocsFromServer(c);
        return Object.fromEntries(got.docs.map((one) => [one.id, one.data()]));
    """)
    assert shown == found
    return found


def test_writes_reach_a_listener(page, client):
    page(START)
    page("await Promise.all([...Array(30).keys()].map((n) => fs.setDoc(fs.doc(c, 'd' + n), { n, s: 'é𝒳' })));")
    client.document("c/d0").delete()
    found = agrees(page, client)
    assert len(found) == 30 and found["d7"] == {"n": 7, "s": "é𝒳"}


# A GET that breaks before its head has come is noticed by the library's watchdog alone, after 45 seconds.
@pytest.mark.parametrize("phase, mark", [
    *((phase, mark) for phase in ["request", "answer", "body"] for mark in [
        "POST /google.firestore.v1.Firestore/Write/channel?VER=8&database", "POST /google.firestore.v1.Firestore/Write"]),
    ("body", "GET /google.firestore.v1.Firestore/Write"), ("body", "GET /google.firestore.v1.Firestore/Listen"),
], ids=[*(f"{phase} of {mark}" for phase in ["request", "answer", "body"] for mark in ["handshake", "maps"]), "results", "changes"])
def test_a_connection_that_breaks(page, client, phase, mark):
    page(START)
    if "database" in mark:
        # The next write opens a stream.
        page("await fs.disableNetwork(db); await fs.enableNetwork(db);")
    page.proxy.break_next(phase, mark)
    page("window.writes = Promise.all([1, 2, 3].map((n) => fs.setDoc(fs.doc(c, 'd' + n), { n })));")
    if mark.startswith("GET"):
        page.proxy.cut()
    page("await writes; await fs.setDoc(fs.doc(c, 'last'), { n: 4 });")
    assert agrees(page, client) == {
        "first": {"n": 0}, "d1": {"n": 1}, "d2": {"n": 2}, "d3": {"n": 3}, "last": {"n": 4}}
    assert page.proxy.broken == [phase]


def test_an_answer_that_is_lost_counts_once(page, client):
    page(START)
    for n in range(3):
        page.proxy.break_next("answer", "POST /google.firestore.v1.Firestore/Write")
        page("await fs.updateDoc(fs.doc(c, 'first'), { n: fs.increment(1) });")
        assert agrees(page, client) == {"first": {"n": n + 1}}


def test_connections_that_break_again_and_again(page, client):
    page(START)
    page("""
        window.writes = (async () => {
          for (let n = 0; n < 40; n++) await fs.setDoc(fs.doc(c, 'd' + n % 10), { n });
        })();
    """)
    for n in range(4):
        page(f"await followed.until((seen) => Object.values(seen).some((one) => one.n >= {10 * n}));")
        page.proxy.cut()
    page("await writes;")
    assert agrees(page, client) == {"first": {"n": 0}, **{f"d{n}": {"n": 30 + n} for n in range(10)}}


def test_a_page_that_is_loaded_again(page, client):
    for n in range(3):
        page(START)
        page(f"await fs.setDoc(fs.doc(c, 'd{n}'), {{ n: {n} }});")
        assert agrees(page, client) == {"first": {"n": 0}, **{f"d{k}": {"n": k} for k in range(n + 1)}}
        page.load()


def test_two_clients_of_a_page(page, client):
    page(START)
    page("""
        window.other = fs.collection(connect('two'), 'c');
        window.second = follow(other);
        await Promise.all([...Array(10).keys()].map((n) => fs.setDoc(fs.doc(n % 2 ? other : c, 'd' + n), { n })));
    """)
    found = agrees(page, client)
    assert len(found) == 11
    assert page("return await second.until((seen) => Object.keys(seen).length === 11);") == found


def test_a_server_that_is_started_again(page, start_emulator, tmp_path, project):
    emulator = start_emulator("--data-dir", tmp_path / "data")
    page.proxy.target = ("127.0.0.1", emulator.port)
    page(START)
    emulator.stop()
    emulator.start()
    page("await fs.setDoc(fs.doc(c, 'last'), { n: 1 });")
    client = emulator.client(project)
    assert agrees(page, client) == {"first": {"n": 0}, "last": {"n": 1}}
    client.close()
