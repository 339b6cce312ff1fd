"""The browser channel in Chromium: pages that listen and write, are closed and opened again, and pages of somebody else."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from browser import Browser

FOREIGN = "pages.example"


class PageHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def pages():
    """A server of pages on a port of its own."""
    handler = functools.partial(PageHandler, directory=Path(__file__).resolve().parent)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()


@pytest.fixture(scope="module")
def browser():
    # A page that is kept for the button "back" keeps its connections for a while, and there are only six.
    browser = Browser(f"--host-resolver-rules=MAP {FOREIGN} 127.0.0.1", "--disable-features=BackForwardCache")
    yield browser
    browser.close()


class Tab:
    """A page, and what is run in it."""

    def __init__(self, browser, emulator, project, url):
        self.driver = browser.driver
        self.emulator = emulator
        self.database = f"projects/{project}/databases/(default)"
        self.handle = self.driver.current_window_handle
        self.driver.get(url)

    def run(self, script):
        """The value of an async function; `emulator` and `database` are known to it."""
        self.driver.switch_to.window(self.handle)
        wrapped = f"""
            const [emulator, database, done] = arguments;
            (async () => {{ {script} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error) }}));
        """
        answer = self.driver.execute_async_script(wrapped, self.emulator, self.database)
        assert "error" not in answer, answer
        return answer.get("value")

    def reload(self):
        self.driver.switch_to.window(self.handle)
        self.driver.refresh()


@pytest.fixture
def open_tab(browser, emulator, project, pages):
    first = browser.driver.current_window_handle

    def open_tab(host="localhost", is_new=False):
        if is_new:
            browser.driver.switch_to.new_window("tab")
        return Tab(browser, emulator.address, project, f"http://{host}:{pages}/channel.html")

    yield open_tab
    for handle in browser.driver.window_handles:
        if handle != first:
            browser.driver.switch_to.window(handle)
            browser.driver.close()
    browser.driver.switch_to.window(first)
    browser.driver.get("about:blank")


START = """
    window.listening = await listener(emulator, database);
    window.writing = await writer(emulator, database);
    listening.listen();
    writing.listen();
    await listening.until((message) => message.targetChange?.targetChangeType === 'CURRENT');
"""


def served(client):
    return {document.id: document.get("s") for document in client.collection("c").stream()}


def test_a_page_listens_and_writes(open_tab, client):
    tab = open_tab()
    times = tab.run(START + "return [listening.time, writing.time];")
    # Less would make the library take this machine for a proxy that holds answers back.
    assert all(time >= 20 for time in times)
    sent = tab.run("""
        const sent = await writing.send(write(database, 'a', 'é𝒳"\\n'), write(database, 'b', '2'));
        await listening.until(isOf('b'));
        await writing.until(isResult);
        return [sent.status, listening.gsessionid.length, listening.streams, writing.streams];
    """)
    assert sent == [200, 32, 1, 1]
    client.document("c/b").delete()
    left = tab.run("await listening.until((message) => message.documentDelete); return state(listening);")
    assert left == served(client) == {"a": 'é𝒳"\n'}


def test_a_page_that_cuts_its_stream_misses_nothing(open_tab, client):
    tab = open_tab()
    tab.run(START)
    for n in range(5):
        tab.run("listening.cut();")
        client.document(f"c/d{n}").set({"s": str(n)})
        tab.run("writing.cut();")
        tab.run(f"writing.send(write(database, 'e{n}', 'x')); await listening.until(isOf('e{n}'));")
    assert tab.run("await listening.until(isOf('d4')); return state(listening);") == served(client)
    assert len(served(client)) == 10


def test_a_beacon_ends_a_session(open_tab):
    tab = open_tab()
    tab.run(START)
    assert tab.run("return writing.terminate();") is True
    # The page reads the refusal; without the headers for that it would look like a broken connection.
    answer = tab.run("""
        let answer = await writing.send({ writes: [] });
        while (answer.status === 200) answer = await writing.send({ writes: [] });
        return answer;
    """)
    assert answer == {"status": 400, "text": "Error: Unknown SID\n"}
    assert tab.run("return (await listening.send()).status;") == 200


def test_a_page_that_is_loaded_again_without_a_word(open_tab, client):
    tab = open_tab()
    for n in range(4):
        tab.run(START)
        tab.run(f"writing.send(write(database, 'r{n}', '{n}')); await listening.until(isOf('r{n}'));")
        assert tab.run("return state(listening);") == served(client) == {f"r{k}": str(k) for k in range(n + 1)}
        # Its requests just break.
        tab.reload()


def test_two_tabs_share_six_connections(open_tab, client):
    first, second = open_tab(), open_tab(is_new=True)
    first.run(START)
    second.run(START)
    second.run("window.third = await listener(emulator, database); third.listen();")
    # Five requests hang; the sixth connection brings all that is sent.
    for n in range(10):
        first.run(f"await writing.send(write(database, 'a{n}', 'x'));")
        second.run(f"await writing.send(write(database, 'b{n}', 'y'));")
    expected = {f"{tab}{n}": text for tab, text in [("a", "x"), ("b", "y")] for n in range(10)}
    for tab, session in [(first, "listening"), (second, "listening"), (second, "third")]:
        assert tab.run(f"for (let n = 0; n < 10; n++) for (const tab of 'ab') await {session}.until(isOf(tab + n)); "
                       f"return state({session});") == expected
    assert served(client) == expected


def test_the_page_of_somebody_else_reads_and_changes_nothing(open_tab, client, emulator, project):
    client.document("c/secret").set({"s": "1"})
    own = open_tab()
    own.run(START)
    session = own.run("return listening.id;")
    foreign = open_tab(FOREIGN, is_new=True)
    outcome = foreign.run(f"""
        const outcome = {{}};
        const attempt = async (name, work) => {{
          try {{ outcome[name] = await (await work()).text(); }} catch (error) {{ outcome[name] = error.name; }}
        }};
        const name = `${{database}}/documents/c/secret`;
        const owner = {{ Authorization: 'Bearer owner' }};
        const rest = `http://${{emulator}}/v1/${{name}}`;
        const commit = JSON.stringify({{ writes: [{{ delete: name }}] }});
        const writes = () => new Session(emulator, 'Write', database);
        const form = (session) => 'headers=' + encodeURIComponent('Authorization:Bearer owner\\r\\n') + '&'
          + session.form([{{ database }}, {{ writes: [{{ delete: name }}] }}]);
        await attempt('get', () => fetch(rest));
        await attempt('get as owner', () => fetch(rest, {{ headers: owner }}));
        await attempt('token in the URL', () => fetch(rest + '?access_token=owner', {{ mode: 'no-cors' }}));
        await attempt('commit', () => fetch(`http://${{emulator}}/v1/${{database}}/documents:commit?access_token=owner`,
          {{ method: 'POST', body: commit, mode: 'no-cors' }}));
        await attempt('clear', () => fetch(`http://${{emulator}}/emulator/v1/${{database}}/documents`, {{ method: 'DELETE' }}));
        await attempt('channel', () => writes().open({{ database }}, {{ writes: [{{ delete: name }}] }}));
        let session = writes();
        await attempt('channel without an answer', () => session.post('CVER=22', form(session), 'no-cors'));
        session = writes();
        outcome.beacon = navigator.sendBeacon(session.base + '&RID=1&CVER=22', form(session));
        await attempt('session of another page', () => fetch(
          `http://${{emulator}}/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=rpc&SID={session}&AID=0&CI=1`));
        await attempt('end of another page', () => fetch(
          `http://${{emulator}}/google.firestore.v1.Firestore/Listen/channel?VER=8&SID={session}&TYPE=terminate`,
          {{ mode: 'no-cors' }}));
        return outcome;
    """)
    assert outcome == {
        "get": "TypeError", "get as owner": "TypeError", "token in the URL": "", "commit": "", "clear": "TypeError",
        "channel": "TypeError", "channel without an answer": "", "beacon": True, "session of another page": "TypeError",
        "end of another page": "",
    }
    client.document("c/after").set({"s": "2"})
    assert own.run("await listening.until(isOf('after')); return state(listening);") == {"secret": "1", "after": "2"}
    assert served(client) == {"secret": "1", "after": "2"}
