"""The published web library of the Realtime Database in Chromium: over a WebSocket, over polls, and from one to the other.

It is not part of this repository: see test_web_sdk.py.
"""

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from breaking_proxy import BreakingProxy
from browser import Browser
from web_library import FOLDER, VERSIONS, served_pages

MODES = ["socket", "polling", "both"]
LIBRARIES = [version for version in VERSIONS if (Path(FOLDER) / version / "firebase-database.js").exists()]

pytestmark = pytest.mark.skipif(not LIBRARIES, reason="FIREBREAK_WEB_SDK names no folder with the web library")


@pytest.fixture(scope="module")
def pages():
    with served_pages() as port:
        yield port


@pytest.fixture(scope="module")
def browser():
    browser = Browser(
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
        "--disable-features=BackForwardCache")
    yield browser
    browser.close()


@pytest.fixture(params=[(version, mode) for version in LIBRARIES for mode in MODES], ids="-".join)
def page(request, browser, emulator, project, pages):
    """Runs the body of an async function in a page with a version of the library and a way to connect."""
    version, mode = request.param
    proxy = BreakingProxy(f"127.0.0.1:{emulator.database_port}")
    driver = browser.driver
    source = (Path(FOLDER) / version / "firebase-database.js").read_text()
    query = {
        "folder": version, "version": re.search(r"gstatic\.com/firebasejs/([^/\"]+)/", source).group(1),
        "emulator": proxy.address, "project": project, "mode": mode}
    driver.get(f"http://localhost:{pages}/web_database.html?{urlencode(query)}")
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

    run.proxy, run.mode = proxy, mode
    yield run
    driver.get("about:blank")
    proxy.close()


START = """
    window.db = connect('one');
    window.at = (path) => rt.ref(db, path);
    window.seen = follow(at('room'));
    await rt.set(at('room'), { a: 1, s: 'é𝒳' });
    await seen.until((value) => value && value.a === 1);
"""


def test_writes_reach_a_listener(page):
    page(START)
    assert page("""
        const other = rt.ref(connect('two'), 'room');
        await rt.update(other, { b: 2, 'deep/c': 3, a: null });
        await rt.runTransaction(rt.child(other, 'b'), (value) => value + 40);
        return await seen.until((value) => value && value.b === 42);
    """) == {"b": 42, "deep": {"c": 3}, "s": "é𝒳"}


def test_many_writes_and_queries(page):
    page(START)
    assert page("""
        await Promise.all([...Array(60).keys()].map((n) => rt.set(at(`scores/k${n}`), n)));
        const best = await rt.get(rt.query(at('scores'), rt.orderByValue(), rt.limitToLast(3)));
        const found = [];
        best.forEach((child) => { found.push(child.val()); });
        return found;
    """) == [57, 58, 59]


def test_what_is_left_for_the_end(page):
    page(START)
    assert page("""
        const leaving = connect('two');
        await rt.onDisconnect(rt.ref(leaving, 'room/gone')).set(true);
        rt.goOffline(leaving);
        return (await seen.until((value) => value && value.gone)).gone;
    """) is True


def test_a_connection_that_breaks_loses_nothing(page):
    page(START)
    for n in range(3):
        page.proxy.cut()
        page(f"await rt.set(at('room/n'), {n}); await seen.until((value) => value && value.n === {n});")
    assert page("return (await rt.get(at('room'))).val();") == {"a": 1, "s": "é𝒳", "n": 2}


def test_a_user_and_what_is_not_allowed(page):
    page(START)
    refused = page("""
        const mine = connect('ada', { sub: 'ada' });
        await rt.set(rt.ref(mine, 'users/ada/name'), 'Ada');
        try { await rt.set(rt.ref(mine, 'users/bob/name'), 'Bob'); return 'written'; } catch (problem) { return problem.message; }
    """)
    assert "PERMISSION_DENIED" in refused
