"""Pages of others, and documents that are written to harm: neither gets anywhere with the page of the emulator."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from google.api_core import exceptions
from google.cloud.firestore import FieldFilter
from selenium.webdriver.support.ui import WebDriverWait

from browser import Browser
from test_emulator_page import Page, Chat

HARM = "<img src=x onerror=\"document.title='harmed'\"><script>document.title='harmed'</script>"


@pytest.fixture(scope="module")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def chat(tmp_path):
    chat = Chat(tmp_path).start()
    yield chat
    chat.stop()


@pytest.fixture(params=["127.0.0.1", "localhost"])
def stranger(request):
    """The address of a page of somebody else, on this machine: an application that is being developed."""
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>stranger</title><body>")

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{request.param}:{server.server_port}/"
    server.shutdown()


TRIES = """
    const [base, done] = arguments;
    const outcomes = {};
    const attempt = async (name, action) => {
      try { outcomes[name] = await action(); } catch (problem) { outcomes[name] = `refused: ${problem.name}`; }
    };
    const body = JSON.stringify({ source: "rules_version='2'; service cloud.firestore {}" });
    (async () => {
      await attempt('read', async () => (await fetch(`${base}/firebreak/v1/requests`)).text());
      await attempt('read with cookies', async () => (await fetch(`${base}/firebreak/v1/requests`, { credentials: 'include' })).text());
      await attempt('read document', async () => (await fetch(`${base}/firebreak/v1/document?path=conversations/c0`)).text());
      await attempt('page', async () => (await fetch(`${base}/`)).text());
      await attempt('write rules', async () => (await fetch(`${base}/firebreak/v1/rules`, { method: 'PUT', body })).status);
      await attempt('write blindly', async () => (await fetch(`${base}/firebreak/v1/indexes`, { method: 'POST', mode: 'no-cors' })).type);
      await attempt('delete', async () => (await fetch(`${base}/firebreak/v1/document?path=conversations/c0`, { method: 'DELETE' })).status);
      await attempt('reset', async () => (await fetch(`${base}/firebreak/v1/ledger`, { method: 'DELETE' })).status);
      await attempt('listen', () => new Promise((resolve, reject) => {
        const source = new EventSource(`${base}/firebreak/v1/events?after=0`);
        source.onmessage = source.onopen = () => resolve('open');
        source.addEventListener('pulse', () => resolve('told'));
        source.onerror = () => { source.close(); reject(new Error()); };
      }));
      await attempt('script', () => new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = `${base}/firebreak/v1/requests`;
        script.onload = () => resolve('loaded');
        script.onerror = () => reject(new Error());
        document.head.append(script);
      }));
      await attempt('frame', () => new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.src = base;
        frame.onload = () => {
          try { resolve(frame.contentDocument ? `seen ${frame.contentDocument.title}` : 'refused: closed'); } catch { resolve('refused: closed'); }
        };
        document.body.append(frame);
      }));
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: `${base}/firebreak/v1/indexes`, target: 'sink', enctype: 'text/plain' });
      const sink = document.createElement('iframe');
      sink.name = 'sink';
      document.body.append(sink, form);
      form.submit();
      setTimeout(() => done(outcomes), 500);
    })();"""


def test_another_page_of_this_machine_reads_and_changes_nothing(browser, chat, stranger):
    query = chat.client.collection("messages").where(filter=FieldFilter("senderId", "==", "ada")).order_by("timestamp")
    with pytest.raises(exceptions.FailedPrecondition):
        query.get()
    files = {name: (chat.folder / name).read_text() for name in ["firestore.rules", "firestore.indexes.json"]}
    browser.open(stranger)
    outcomes = browser.driver.execute_async_script(TRIES, chat.emulator.page)
    blind = outcomes.pop("write blindly")
    # A browser sends it without showing the answer, which is a refusal.
    assert blind in ("opaque", "refused: TypeError")
    assert {name: outcome for name, outcome in outcomes.items() if not str(outcome).startswith("refused")} == {}
    assert {name: (chat.folder / name).read_text() for name in files} == files
    assert chat.client.document("conversations/c0").get().exists
    browser.errors()


def test_a_link_to_the_page_may_be_followed(browser, chat, stranger):
    browser.open(stranger)
    browser.run("location.href = arguments[0]", chat.emulator.page + "/")
    WebDriverWait(browser.driver, 10).until(lambda _: "Firebreak" in browser.driver.title)
    browser.errors()


@pytest.mark.parametrize("view", ["requests", "data/conversations", "cost", "indexes", "query?q=conversations"])
def test_what_clients_write_never_becomes_markup(browser, chat, view):
    chat.client.document(f"conversations/{HARM.replace('/', '|')}").set({HARM: HARM, "participants": [HARM]})
    ada = chat.user(HARM)
    with pytest.raises(exceptions.PermissionDenied):
        ada.get("users/x")
    with pytest.raises(exceptions.FailedPrecondition):
        chat.client.collection(HARM.replace("/", "|")).where(filter=FieldFilter("a", "==", HARM)).order_by("b").get()
    page = Page(browser, chat.emulator.page)
    page.go(view)
    WebDriverWait(browser.driver, 15).until(lambda _: "onerror" in browser.driver.find_element("tag name", "main").text)
    assert browser.run("return document.querySelectorAll('main img, main script').length") == 0
    assert browser.driver.title != "harmed"
    assert browser.errors() == []
    # Whoever tried to would be refused by the browser.
    refused = browser.run("try { document.body.innerHTML = '<p>'; return false } catch { return true }")
    assert refused
    browser.errors()
