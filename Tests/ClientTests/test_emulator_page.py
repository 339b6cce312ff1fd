"""The page of the emulator in a browser: everyday tasks on the sample of a chat, with real clients that make traffic.

With FIREBREAK_PICTURES=docs/pictures the pictures of the manual are made anew.
"""

import base64
import json
import os
import shutil
import time
import urllib.request
from pathlib import Path

import pytest
from google.api_core import exceptions
from google.cloud.firestore import FieldFilter
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browser import Browser
from emulator import REPOSITORY, Emulator
from test_report_pages import FAINT
from test_rules import User
from watching import Snapshots

VIEWS = ["requests", "data", "query", "cost", "indexes", "rules", "listeners"]


@pytest.fixture(scope="module")
def browser():
    browser = Browser()
    yield browser
    browser.close()


class Chat:
    """The sample in a folder of its own, its emulator, and people who use it."""

    def __init__(self, folder):
        self.folder = folder / "chat"
        shutil.copytree(REPOSITORY / "samples" / "chat", self.folder)
        self.emulator = Emulator(self.folder, folder)

    def start(self):
        self.emulator.start()
        self.client = self.emulator.client("demo-local")
        for number in range(3):
            self.client.document(f"conversations/c{number}").set(
                {"participants": ["ada", "bob"], "lastMessageTime": number, "archivedBy": []})
            for message in range(5):
                self.client.document(f"messages/c{number}-{message}").set(
                    {"conversationId": f"c{number}", "timestamp": message, "senderId": "ada", "text": f"Hello {message}"})
        return self

    def user(self, uid):
        return User(self.emulator, self.client, uid)

    def stop(self):
        self.client.close()
        self.emulator.stop()


@pytest.fixture
def chat(tmp_path):
    chat = Chat(tmp_path).start()
    yield chat
    chat.stop()


class Page:
    """What somebody does with the page."""

    def __init__(self, browser, address, **window):
        self.browser = browser
        self.driver = browser.driver
        # The page of an emulator that has stopped asks for it again and again.
        self.driver.get("about:blank")
        browser.errors()
        browser.open(address, **window)

    def go(self, place):
        self.browser.run("location.hash = arguments[0]", f"#/{place}")

    def find(self, selector, text=None):
        """The first element that is shown and has the text; waits for it."""
        def shown(_):
            for element in self.driver.find_elements(By.CSS_SELECTOR, selector):
                if element.is_displayed() and (text is None or text in element.text):
                    return element
            return None

        return WebDriverWait(self.driver, 15, ignored_exceptions=[Exception]).until(shown)

    def type(self, selector, text):
        field = self.find(selector)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)
        return field


@pytest.fixture
def page(browser, chat):
    page = Page(browser, chat.emulator.page)
    yield page
    assert browser.errors() == []


def test_requests_are_there_as_they_come(page, chat):
    page.find(".row", "conversations/c2")
    chat.user("ada").get("conversations/c1")
    row = page.find(".row", "ada")
    assert "conversations/c1" in row.text and "get" in row.text and "✓" in row.text
    figures = page.find("#pulse").text
    assert "19" in figures or "requests" in figures


def test_why_a_request_was_denied_and_how_the_rule_is_mended(page, chat):
    carol = chat.user("carol")
    with pytest.raises(exceptions.PermissionDenied):
        carol.get("conversations/c0")
    page.find(".chips button", "Denied").click()
    page.find(".row.denied", "carol").click()
    detail = page.find(".detail")
    page.find(".detail .failed code", "request.auth.uid in resource.data.participants")
    assert '"carol" in ["ada", "bob"]' in detail.text
    page.find(".detail .operation a").click() if page.driver.find_elements(By.CSS_SELECTOR, ".detail .operation a") else page.go("rules")
    page.find(".view button", "Edit").click()
    editor = page.find("textarea.editor")
    rules = editor.get_attribute("value")
    page.browser.run(
        "arguments[0].value = arguments[1]", editor,
        rules.replace("allow read: if signedIn() && request.auth.uid in resource.data.participants;", "allow read: if signedIn();", 1))
    page.find("button", "Save and use").click()
    page.find(".listing-of-rules code", "allow read: if signedIn();")
    assert carol.get("conversations/c0").name.endswith("c0")
    assert "allow read: if signedIn();" in (chat.folder / "firestore.rules").read_text()


def test_rules_with_errors_are_not_saved(page, chat):
    before = (chat.folder / "firestore.rules").read_text()
    page.go("rules")
    page.find(".view button", "Edit").click()
    editor = page.find("textarea.editor")
    page.browser.run("arguments[0].value = arguments[1]", editor, before.replace("match /conversations", "match conversations", 1))
    page.find("button", "Save and use").click()
    assert "line" in page.find(".findings").text
    assert (chat.folder / "firestore.rules").read_text() == before


def test_a_missing_index_is_found_and_written(page, chat):
    query = chat.client.collection("messages").where(filter=FieldFilter("senderId", "==", "ada")).order_by("timestamp")
    with pytest.raises(exceptions.FailedPrecondition):
        query.get()
    page.find("[data-count=indexes]", "1")
    page.find(".row.missing").click()
    page.find(".detail button", "Add to firestore.indexes.json").click()
    page.find("#toast", "1 definition added")
    written = json.loads((chat.folder / "firestore.indexes.json").read_text())["indexes"]
    assert written[-1]["fields"] == [
        {"fieldPath": "senderId", "order": "ASCENDING"}, {"fieldPath": "timestamp", "order": "ASCENDING"}]
    assert len(query.get()) == 15
    page.go("indexes")
    page.find("td.mono", "messages (senderId ASC, timestamp ASC)")


def test_what_reads_most_is_on_top(page, chat):
    chat.client.collection("messages").get()
    chat.client.document("conversations/c0").get()
    page.go("cost")
    first = page.find(".part tbody tr")
    assert "15" in first.text
    first.find_element(By.TAG_NAME, "a").click()
    assert "messages" in page.find(".row").text


def test_a_document_is_edited_while_a_client_listens(page, chat):
    with Snapshots(chat.client.document("conversations/c1")) as snapshots:
        snapshots.next()
        page.go("data/conversations/c1")
        field = page.find(".fields input[aria-label='Value of lastMessageTime']")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys("77")
        page.find(".detail button", "Save").click()
        documents, _ = snapshots.next()
    assert documents[0][1]["lastMessageTime"] == 77
    # And the other way round: what clients change is there.
    chat.client.document("conversations/c1").update({"lastMessageTime": 78})
    WebDriverWait(page.driver, 15).until(
        lambda _: page.find(".fields input[aria-label='Value of lastMessageTime']").get_attribute("value") == "78")


def test_documents_are_made_doubled_and_deleted(page, chat):
    page.go("data/conversations")
    page.find("button", "New document").click()
    page.type(".detail input[aria-label='Id']", "made")
    page.find("button", "+ field").click()
    page.type(".fields input.name", "n")
    page.type(".fields input.value", "text")
    page.find(".detail button", "Create").click()
    page.find(".detail h2", "conversations/made")
    assert chat.client.document("conversations/made").get().to_dict() == {"n": "text"}
    page.find(".detail button", "Duplicate").click()
    WebDriverWait(page.driver, 15).until(lambda _: len(chat.client.collection("conversations").get()) == 5)
    page.go("data/conversations/made")
    page.find(".detail h2", "conversations/made")
    page.find(".detail button", "Delete").click()
    page.find(".detail button", "Really delete?").click()
    page.find("#toast", "is deleted")
    assert not chat.client.document("conversations/made").get().exists


def test_a_query_shows_its_plan_and_cost_while_it_is_typed(page, chat):
    page.go("query")
    page.type("textarea.query", 'messages where conversationId == "c1" orderBy timestamp desc limit 3')
    page.find(".bill", "3 billed reads")
    page.find(".verdict .tag", "declared")
    page.find("td", "messages/c1-4")
    page.type("input[list=askers]", "carol")
    page.find(".verdict .note.bad", "The rules deny this.")
    page.type("input[list=askers]", "ada")
    page.find(".bill", "4 billed reads")


def test_rules_are_tried(page, chat):
    page.go("rules")
    page.type(".trial input[aria-label=Document]", "conversations/c0")
    page.type(".trial input[aria-label='Who asks']", "carol")
    page.find(".trial button", "Decide").click()
    page.find(".trial .note.bad", "Denied")
    page.find(".trial .failed code", "participants")
    page.type(".trial input[aria-label='Who asks']", "bob")
    page.find(".trial button", "Decide").click()
    page.find(".trial .note.good", "Allowed")


def test_everything_is_reached_by_keyboard(page, chat):
    page.find(".row")
    body = page.driver.find_element(By.TAG_NAME, "body")
    for number, view in enumerate(VIEWS, 1):
        body.send_keys(str(number))
        WebDriverWait(page.driver, 5).until(
            lambda _: page.find("#rail [aria-current]").get_attribute("data-view") == view)
        page.browser.run("document.activeElement.blur()")
    body.send_keys("1")
    page.find(".row")
    body.send_keys("j")
    WebDriverWait(page.driver, 5).until(lambda _: page.browser.run("return document.activeElement.getAttribute('role')") == "grid")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.find(".detail")
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    WebDriverWait(page.driver, 5).until(lambda _: not page.driver.find_element(By.CSS_SELECTOR, ".detail").is_displayed())
    body.send_keys("/")
    assert page.browser.run("return document.activeElement.type") == "search"
    names = page.browser.run("""
        return [...document.querySelectorAll('button, input, select, textarea, a')].filter((part) => part.checkVisibility())
          .filter((part) => !(part.getAttribute('aria-label') || part.textContent.trim() || part.labels?.length)).map((part) => part.outerHTML)""")
    assert names == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1280, 2560])
def test_the_page_fits_every_window_and_stands_out(browser, chat, width, theme):
    with pytest.raises(exceptions.PermissionDenied):
        chat.user("carol").get("conversations/c0")
    page = Page(browser, chat.emulator.page, width=width, height=900, theme=theme)
    for view in [*VIEWS, "requests/19", "data/conversations/c0", "query?q=messages%20limit%202"]:
        page.go(view)
        time.sleep(0.4)
        assert browser.run("return document.documentElement.scrollWidth") <= width, view
        assert browser.run(FAINT) == [], view
    assert browser.errors() == []


def test_ten_thousand_requests_are_scrolled(page, chat):
    fill(chat, 10_500)
    WebDriverWait(page.driver, 60).until(lambda _: page.browser.run("return document.querySelectorAll('.row').length") > 5)
    page.driver.refresh()
    page.find(".row")
    figures = page.driver.execute_async_script("""
        const done = arguments[0];
        const list = document.querySelector('.list');
        let last = performance.now(), longest = 0, frames = 0;
        const step = (now) => {
          longest = Math.max(longest, now - last);
          last = now;
          frames += 1;
          list.scrollTop += 900;
          if (frames < 120) requestAnimationFrame(step);
          else done({ longest, rows: document.querySelectorAll('.row').length, height: list.scrollHeight });
        };
        requestAnimationFrame(step);""")
    assert figures["rows"] < 120
    assert figures["height"] > 2000 * 30
    print("longest frame", figures["longest"], "ms")
    saved = json.load(urllib.request.urlopen(f"{chat.emulator.page}/firebreak/v1/requests"))
    assert len(saved["rows"]) == 10_000


def fill(chat, count):
    """Many requests by one client."""
    stub = chat.emulator.stub()
    name = f"{chat.client._database_string}/documents/conversations/c0"
    for _ in range(count):
        stub.get_document({"name": name}, metadata=[("authorization", "Bearer owner")])


def test_the_page_is_painted_at_once(browser, chat):
    Page(browser, chat.emulator.page)
    paint = browser.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    print("first paint", paint, "ms")
    assert paint < 1000


PICTURES = {
    "emulator-requests": "requests/{denied}",
    "emulator-data": "data/conversations/c1",
    "emulator-query": "query?q=messages%20where%20conversationId%20%3D%3D%20%22c1%22%20orderBy%20timestamp%20desc%20limit%203&as=ada",
    "emulator-cost": "cost",
    "emulator-rules": "rules",
}


def test_the_pictures_of_the_manual(browser, chat, tmp_path):
    people = {name: chat.user(name) for name in ["ada", "bob", "carol"]}
    for number in range(12):
        for name, person in people.items():
            try:
                person.get(f"conversations/c{number % 3}")
            except exceptions.PermissionDenied:
                assert name == "carol"
        chat.client.collection("messages").where(filter=FieldFilter("conversationId", "==", "c1")).order_by("timestamp", direction="DESCENDING").get()
    rows = json.load(urllib.request.urlopen(f"{chat.emulator.page}/firebreak/v1/requests"))["rows"]
    denied = next(row["n"] for row in reversed(rows) if row["verdict"] == "denied")
    page = Page(browser, chat.emulator.page, width=1280, height=760)
    folder = Path(os.environ.get("FIREBREAK_PICTURES") or tmp_path)
    for name, place in PICTURES.items():
        page.go(place.format(denied=denied))
        time.sleep(1.5)
        picture = base64.b64decode(browser.command("Page.captureScreenshot", format="png")["data"])
        (folder / f"{name}.png").write_bytes(picture)
        assert len(picture) > 20_000
    assert browser.errors() == []


def test_listeners_and_transactions_are_shown(page, chat):
    with Snapshots(chat.client.collection("messages").where(filter=FieldFilter("conversationId", "==", "c1"))) as snapshots:
        snapshots.next()
        page.go("listeners")
        row = page.find("tbody tr", 'messages where conversationId == "c1"')
        assert "5" in row.text
        chat.client.document("messages/c1-new").set({"conversationId": "c1", "timestamp": 9})
        snapshots.next()
        WebDriverWait(page.driver, 15).until(lambda _: "6" in page.find("tbody tr", "messages").text)
        transaction = chat.client.transaction()
        transaction._begin()
        chat.client.document("conversations/c1").get(transaction=transaction)
        page.find("td a", "conversations/c1")
        transaction._rollback()
        page.find(".part p", "None.")
    page.find(".part p", "Nobody listens")
