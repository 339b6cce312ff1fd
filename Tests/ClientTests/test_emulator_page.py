"""The page of the emulator in a browser: everyday tasks on the sample of a chat, with real clients that make traffic.

With FIREBREAK_PICTURES=docs/pictures the pictures of the manual are made anew.
"""

import base64
import json
import os
import re
import shutil
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from google.api_core import exceptions
from google.cloud.firestore import FieldFilter, Increment
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from emulator import REPOSITORY, run_firebreak
from emulator_page import Chat, Page, browser, chat, page  # noqa: F401: fixtures
from test_report_pages import FAINT
from test_rules import token
from web_library import served_pages, web_client
from watching import Snapshots

VIEWS = ["requests", "data", "query", "cost", "indexes", "rules", "listeners"]


CONTROLS = """
    ...[...document.querySelectorAll('button, input, select, textarea, a[href], summary, [role=grid]')]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.disabled)"""

# Of these controls, those that nothing names.
UNNAMED = f"""
    return [{CONTROLS}].filter((part) => !(part.getAttribute('aria-label') || part.textContent.trim() || part.labels?.length
      || document.getElementById(part.getAttribute('aria-labelledby')))).map((part) => part.outerHTML)"""


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
    page.press(".chips button", "Denied")
    page.press(".row.denied", "carol")
    detail = page.find(".detail")
    page.find(".detail .failed code", "request.auth.uid in resource.data.participants")
    assert '"carol" in ["ada", "bob"]' in detail.text
    page.press(".detail .operation a") if page.driver.find_elements(By.CSS_SELECTOR, ".detail .operation a") else page.go("rules")
    page.press(".view button", "Edit")
    editor = page.find("textarea.editor")
    rules = editor.get_attribute("value")
    page.browser.run(
        "arguments[0].value = arguments[1]", editor,
        rules.replace("allow read: if signedIn() && request.auth.uid in resource.data.participants;", "allow read: if signedIn();", 1))
    page.press("button", "Save and use")
    page.find(".listing-of-rules code", "allow read: if signedIn();")
    assert carol.get("conversations/c0").name.endswith("c0")
    assert "allow read: if signedIn();" in (chat.folder / "firestore.rules").read_text()


def test_rules_with_errors_are_not_saved(page, chat):
    before = (chat.folder / "firestore.rules").read_text()
    page.go("rules")
    page.press(".view button", "Edit")
    editor = page.find("textarea.editor")
    page.browser.run("arguments[0].value = arguments[1]", editor, before.replace("match /conversations", "match conversations", 1))
    page.press("button", "Save and use")
    assert "line" in page.find(".findings").text
    assert (chat.folder / "firestore.rules").read_text() == before


def test_a_missing_index_is_found_and_written(page, chat):
    query = chat.client.collection("messages").where(filter=FieldFilter("senderId", "==", "ada")).order_by("timestamp")
    with pytest.raises(exceptions.FailedPrecondition):
        query.get()
    page.find("[data-count=indexes]", "1")
    page.press(".row.missing")
    before = (chat.folder / "firestore.indexes.json").read_text()
    page.press(".detail button", "Add to firestore.indexes.json")
    # What would change stands there first.
    page.find(".difference .added")
    added = [line.text for line in page.driver.find_elements(By.CSS_SELECTOR, ".difference .added")]
    assert '"fieldPath": "senderId"' in "\n".join(added) and not page.driver.find_elements(By.CSS_SELECTOR, ".difference .removed")
    assert (chat.folder / "firestore.indexes.json").read_text() == before
    page.press(".detail button", "Write into firestore.indexes.json")
    page.find("#toast", "1 definition added")
    written = json.loads((chat.folder / "firestore.indexes.json").read_text())["indexes"]
    assert written[-1]["fields"] == [
        {"fieldPath": "senderId", "order": "ASCENDING"}, {"fieldPath": "timestamp", "order": "ASCENDING"}]
    assert len(query.get()) == 15
    WebDriverWait(page.driver, 15).until(lambda _: page.browser.run("return document.querySelector('[data-count=indexes]').textContent") == "")
    page.go("indexes")
    page.find("td.mono", "messages (senderId ASC, timestamp ASC)")


def test_one_of_several_missing_indexes_is_written(page, chat):
    for field in ["timestamp", "text"]:
        with pytest.raises(exceptions.FailedPrecondition):
            chat.client.collection("messages").where(filter=FieldFilter("senderId", "==", "ada")).order_by(field).get()
    page.press(".row.missing", "text")
    page.press(".detail button", "Add to firestore.indexes.json")
    page.press(".detail button", "Write into")
    page.find("#toast", "1 definition added")
    written = (chat.folder / "firestore.indexes.json").read_text()
    assert '"fieldPath": "text"' in written and '"senderId",\n          "order": "ASCENDING"\n        },\n        {\n          "fieldPath": "timestamp"' not in written
    # It is not said to be missing any more, nor is the request said to lack it; the other one still is.
    page.browser.run("location.hash = '#/requests'")
    page.press(".row.missing", "text")
    page.find(".detail .note.warn", "By now it is.")
    assert not page.driver.find_elements(By.CSS_SELECTOR, ".detail .writing")
    page.go("indexes")
    page.find("td", "timestamp")
    assert len(page.driver.find_elements(By.CSS_SELECTOR, ".part:first-child tbody tr")) == 1
    page.press("button", "Add 1 definition to")
    page.press("button", "Write into")
    page.find(".note.good", "added to firestore.indexes.json")


def test_what_reads_most_is_on_top(page, chat):
    chat.client.collection("messages").get()
    chat.client.document("conversations/c0").get()
    page.go("cost")
    page.find(".part tbody tr", "15")
    # The view is drawn anew while requests go on: what is pressed is found at once.
    page.browser.run("document.querySelector('.part tbody tr a').click()")
    assert "messages" in page.find(".row").text
    # Exactly the requests of this operation: the address says which, and it is taken off again.
    page.find(".state", "1 request")
    name = re.fullmatch("#/requests[?]operation=(q-[0-9a-f]+)", page.browser.run("return location.hash"))[1]
    page.press(".narrowing", name)
    page.find(".state", "20 requests")
    assert page.browser.run("return location.hash") == "#/requests"


def test_figures_of_a_user_lead_to_the_requests_of_that_user(page, chat):
    """Not to those of somebody whose name, or whose question, has the same letters."""
    for uid in ["ada", "adam", "a d"]:
        for _ in range(2):
            try:
                chat.user(uid).get("conversations/c0")
            except exceptions.PermissionDenied:
                pass
    for uid in ["ada", "a d"]:
        page.go("cost")
        page.find(".part td a", uid)
        page.browser.run("[...document.querySelectorAll('.part td a')].find((link) => link.textContent === arguments[0]).click()", uid)
        page.find(".narrowing", uid)
        page.find(".state", "2 requests")
        assert {cell.text for cell in page.driver.find_elements(By.CSS_SELECTOR, ".row:not([hidden]) .c2")} == {uid}
    # Loaded anew, it is the same.
    page.driver.refresh()
    page.find(".state", "2 requests")
    page.press(".narrowing")
    page.find(".state", "24 requests")


def open_row(page, index, title):
    """Opens a row by its place in the list, from the newest on."""
    page.press(f".row:not([hidden])[data-index='{index}']")
    page.find(".detail h2", title)


def test_a_request_is_asked_again_with_the_claims_of_its_token(page, chat):
    rules = (chat.folder / "firestore.rules").read_text()
    (chat.folder / "firestore.rules").write_text(rules.replace(
        "match /conversations/{", "match /secrets/{id} { allow read, write: if request.auth.token.level > 3; }\n    match /conversations/{", 1))
    dora = chat.user("dora", level=5)
    WebDriverWait(page.driver, 15, ignored_exceptions=[Exception]).until(lambda _: dora.set("secrets/s1", text="x"))
    dora.get("secrets/s1")
    # The newest row is that of the commit until the page has learned of the other request.
    page.find(".row:not([hidden])[data-index='0']", "get")
    open_row(page, 0, "get secrets/s1")
    assert '"level":5' in page.find(".detail .facts").text
    page.press(".detail button", "as dora")
    page.find(".bill", "1 billed read")
    assert '"level":5' in page.find("input[aria-label='Further claims of the token, as JSON']").get_attribute("value")
    # They are edited there, and are part of the address.
    page.type("input[aria-label='Further claims of the token, as JSON']", '{"level": 1}')
    page.find(".verdict .note.bad", "The rules deny this.")
    page.driver.refresh()
    page.find(".verdict .note.bad", "The rules deny this.")
    page.type("input[aria-label='Further claims of the token, as JSON']", '{"level": ')
    page.find(".verdict .note.bad", "The claims: This is no JSON")
    page.go("requests")
    open_row(page, 1, "set secrets/s1")
    page.press(".detail button", "as dora")
    assert '"level":5' in page.find(".trial input[aria-label='Further claims, as JSON']").get_attribute("value")
    page.press(".trial button", "Decide")
    page.find(".trial .note.good", "Allowed")
    # Nobody else has the claims of this token.
    page.go("requests")
    open_row(page, 0, "get secrets/s1")
    page.press(".detail button", "as anonymous")
    page.find(".verdict .note.bad", "The rules deny this.")
    assert page.find("input[aria-label='Further claims of the token, as JSON']").get_attribute("value") == ""


def test_a_request_to_the_realtime_database_is_asked_again(browser, tmp_path):
    chat = Chat(tmp_path)
    configuration = json.loads((chat.folder / "firebase.json").read_text())
    configuration["database"] = {"rules": "database.rules.json"}
    (chat.folder / "firebase.json").write_text(json.dumps(configuration))
    (chat.folder / "database.rules.json").write_text(json.dumps({"rules": {".read": "auth.token.level > 3", ".write": "auth.token.level > 3"}}))
    chat.start()
    try:
        address = f"http://127.0.0.1:{chat.emulator.database_port}/rooms/r1/title.json?ns=demo-local-default-rtdb"
        for method, body in [("PUT", b'"One"'), ("GET", None)]:
            urllib.request.urlopen(urllib.request.Request(address, body, {"authorization": f"Bearer {token('dora', level=5)}"}, method=method))
        page = Page(browser, chat.emulator.page)
        for index, method, value in [(0, "read", ""), (1, "write", '"One"')]:
            page.go("requests")
            page.find(".row", "dora")
            open_row(page, index, "/rooms/r1/title")
            page.press(".detail button", "as dora")
            assert page.find(".trial select[aria-label=Method]").get_attribute("value") == method
            assert page.find(".trial input[aria-label=Location]").get_attribute("value") == "/rooms/r1/title"
            assert value == "" or page.find(".trial textarea").get_attribute("value") == value
            page.press(".trial button", "Decide")
            page.find(".trial .note.good", "Allowed")
            page.type(".trial input[aria-label='Further claims, as JSON']", '{"level": 1}')
            page.press(".trial button", "Decide")
            page.find(".trial .note.bad", "Denied")
        assert browser.errors() == []
    finally:
        chat.stop()


def test_a_document_is_edited_while_a_client_listens(page, chat):
    with Snapshots(chat.client.document("conversations/c1")) as snapshots:
        snapshots.next()
        page.go("data/conversations/c1")
        field = page.find(".fields input[aria-label='Value of lastMessageTime']")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys("77")
        page.press(".detail button", "Save")
        documents, _ = snapshots.next()
    assert documents[0][1]["lastMessageTime"] == 77
    # And the other way round: what clients change is there.
    chat.client.document("conversations/c1").update({"lastMessageTime": 78})
    WebDriverWait(page.driver, 15).until(
        lambda _: page.find(".fields input[aria-label='Value of lastMessageTime']").get_attribute("value") == "78")


@pytest.mark.skipif(not os.environ.get("FIREBREAK_WEB_SDK"), reason="FIREBREAK_WEB_SDK names no folder with the web library")
def test_a_document_is_edited_while_the_web_library_listens(page, chat):
    driver, own = page.driver, page.driver.current_window_handle
    with served_pages() as port:
        driver.switch_to.new_window("tab")
        app = driver.current_window_handle
        driver.get(web_client(port, chat.emulator.address, "demo-local"))
        WebDriverWait(driver, 15).until(lambda _: page.browser.run("return window.isLoaded === true"))
        title = driver.execute_async_script("""
            const done = arguments[0];
            window.followed = follow(fs.query(fs.collection(connect('page'), 'conversations'), fs.where('participants', 'array-contains', 'ada')));
            followed.until((seen) => seen.c1).then((seen) => done(seen.c1.lastMessageTime));""")
        assert title == 1
        # Its listener is there with what it has cost, and what somebody edits reaches it.
        driver.switch_to.window(own)
        page.go("listeners")
        page.find("tbody tr", 'conversations where participants array-contains "ada"')
        page.go("data/conversations/c1")
        page.type(".fields input[aria-label='Value of lastMessageTime']", "77")
        page.press(".detail button", "Save")
        page.find("#toast", "listeners were told")
        driver.switch_to.window(app)
        assert driver.execute_async_script("""
            const done = arguments[0];
            followed.until((seen) => seen.c1.lastMessageTime === 77).then((seen) => { followed.stop(); done(seen.c1.lastMessageTime); });""") == 77
        driver.close()
        driver.switch_to.window(own)


def test_documents_are_made_doubled_and_deleted(page, chat):
    page.go("data/conversations")
    page.press("button", "New document")
    page.type(".detail input[aria-label='Id']", "made")
    page.press("button", "+ field")
    page.type(".fields input.name", "n")
    page.type(".fields input.value", "text")
    page.press(".detail button", "Create")
    page.find(".detail h2", "conversations/made")
    assert chat.client.document("conversations/made").get().to_dict() == {"n": "text"}
    # A copy is filled, and there as soon as it is created, under the id that somebody has chosen.
    page.press(".detail button", "Duplicate")
    page.find(".detail h2", "New document in conversations")
    page.type(".detail input[aria-label='Id']", "copy")
    assert len(chat.client.collection("conversations").get()) == 4
    page.press(".detail button", "Create")
    page.find(".detail h2", "conversations/copy")
    assert chat.client.document("conversations/copy").get().to_dict() == {"n": "text"}
    # A collection below it.
    page.press(".detail button", "+ collection below this document")
    page.type(".detail input[aria-label='Id of the collection']", "parts")
    page.type(".detail input[aria-label='Id']", " one")
    page.press(".detail button", "Create")
    page.find(".detail h2", 'conversations/copy/parts/" one"')
    assert chat.client.document("conversations/copy/parts/ one").get().exists
    page.go("data/conversations/made")
    page.find(".detail h2", "conversations/made")
    # Two clicks at the same place delete nothing.
    ActionChains(page.driver).double_click(page.find(".detail .tools button:last-child", "Delete")).perform()
    assert chat.client.document("conversations/made").get().exists
    page.press(".detail button", "Delete")
    page.press(".detail button", "Really delete?")
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


def test_the_session_becomes_a_workload_that_can_be_played(page, chat, tmp_path):
    for person in ["ada", "bob"]:
        for _ in range(3):
            chat.user(person).get("conversations/c1")
    chat.client.collection("messages").where(filter=FieldFilter("conversationId", "==", "c1")).order_by(
        "timestamp", direction="DESCENDING").limit(2).get()
    page.go("cost")
    page.browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    page.press("a.button", "Make a workload")
    file = tmp_path / "session.workload.yaml"
    WebDriverWait(page.driver, 15).until(lambda _: file.exists())
    page.find(".note.good", "session.workload.yaml")
    text = file.read_text()
    assert "get: conversations/c1, repeat: 3}" in text and "params: {users: 2, sessions: 1}" in text
    (chat.folder / "firebreak").mkdir(exist_ok=True)
    shutil.copy(file, chat.folder / "firebreak")
    played = run_firebreak(chat.folder, "run", "firebreak/session.workload.yaml", "-o", "json")
    assert played.returncode == 0, played.stderr
    steps = json.loads(played.stdout)["reports"][0]["variants"][0] if "reports" in json.loads(played.stdout) else json.loads(played.stdout)
    assert "conversations.get" in json.dumps(steps) and "messages.query" in json.dumps(steps)


def test_documents_are_exported_and_imported(page, chat, tmp_path):
    folder = tmp_path / "exported"
    page.go("data/conversations")
    page.press("button", "Import, export")
    page.type("#exchange-path", str(folder))
    page.press(".exchange button", "Export")
    page.find(".exchange .note.good", str(folder))
    assert (folder / "firebase-export-metadata.json").exists()
    chat.client.document("conversations/c0").delete()
    page.press(".exchange button", "Import")
    page.find(".exchange .note.good", "18 documents")
    assert chat.client.document("conversations/c0").get().exists
    page.type("#exchange-path", str(tmp_path / "nowhere"))
    page.press(".exchange button", "Import")
    page.find(".exchange .note.bad")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    WebDriverWait(page.driver, 5).until(lambda _: not page.driver.find_elements(By.CSS_SELECTOR, "dialog"))
    # The browser itself tells the console of an answer that says no.
    assert all("400" in message for message in page.browser.errors())


def test_the_tree_of_the_realtime_database_is_live_and_edited(page, chat):
    rooms = f"http://127.0.0.1:{chat.emulator.database_port}/rooms.json?ns=demo-local-default-rtdb"

    def ask(method, value=None, **headers):
        body = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(rooms, body, headers, method=method)
        return json.load(urllib.request.urlopen(request))

    owner = {"authorization": "Bearer owner"}
    ask("PUT", {"r1": {"title": "One", "open": True, "seats": 4}}, **owner)
    page.go("data")
    page.press(".chips a", "Realtime")
    page.press("button[aria-label='Open rooms']")
    page.press("button[aria-label='Open r1']")
    page.press(".leaf.string", '"One"')
    page.type(".editing input[aria-label=Value]", "Two")
    page.press(".editing button", "Save")
    page.find(".leaf.string", '"Two"')
    assert ask("GET", **owner)["r1"] == {"title": "Two", "open": True, "seats": 4}
    # What clients change is there.
    ask("PUT", {"r1": {"title": "Three", "open": True, "seats": 4}}, **owner)
    page.find(".leaf.string", '"Three"')
    # A child is added by keyboard alone, with a type of its own.
    page.press("button[aria-label='Add a child to r1']")
    page.type(".editing input[aria-label='Key of the new child']", "floor")
    page.type(".editing select", "number")
    page.type(".editing input[aria-label=Value]", "3").send_keys(Keys.ENTER)
    page.find(".leaf.number", "3")
    assert ask("GET", **owner)["r1"]["floor"] == 3
    page.press("button[aria-label='Delete r1']")
    page.press("button[aria-label='Delete r1']", "Really delete?")
    page.find("#toast", "/rooms/r1 is deleted")
    assert ask("GET", **owner) is None


def test_a_request_to_the_realtime_database_shows_the_rules_that_were_asked(page, chat):
    base = f"http://127.0.0.1:{chat.emulator.database_port}"
    rules = {"rules": {"rooms": {"$room": {".read": "auth.uid == data.child('owner').val()"}}}}
    for method, path, value, headers in [
        ("PUT", "/.settings/rules.json", rules, {"authorization": "Bearer owner"}),
        ("PUT", "/rooms/r1.json", {"owner": "ada"}, {"authorization": "Bearer owner"}), ("GET", "/rooms/r1.json", None, {}),
    ]:
        body = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(f"{base}{path}?ns=demo-local-default-rtdb", body, headers, method=method)
        try:
            urllib.request.urlopen(request)
        except urllib.error.HTTPError as refusal:
            assert (refusal.code, method) == (401, "GET")
    page.press(".row.denied", "/rooms/r1")
    page.find(".detail .operation", "/rooms/$room")
    detail = page.find(".detail").text
    assert "auth.uid == data.child('owner').val()" in detail and "denied it" in detail and "anonymous" in detail
    page.press(".detail a", "Show the data there")
    page.find(".leaf.string", '"ada"')


def test_rules_are_tried(page, chat):
    page.go("rules")
    page.type(".trial input[aria-label=Document]", "conversations/c0")
    page.type(".trial input[aria-label='Who asks']", "carol")
    page.press(".trial button", "Decide")
    page.find(".trial .note.bad", "Denied")
    page.find(".trial .failed code", "participants")
    page.type(".trial input[aria-label='Who asks']", "bob")
    page.press(".trial button", "Decide")
    page.find(".trial .note.good", "Allowed")


REALTIME_RULES = """{
  "rules": {
    "rooms": {
      "$room": {
        ".read": "auth.uid == data.child('owner').val()",
        ".write": "auth != null && newData.child('owner').val() == auth.uid"
      }
    }
  }
}
"""


def test_rules_of_the_realtime_database_are_tried_counted_and_edited(browser, tmp_path):
    chat = Chat(tmp_path)
    configuration = json.loads((chat.folder / "firebase.json").read_text())
    configuration["database"] = {"rules": "database.rules.json"}
    (chat.folder / "firebase.json").write_text(json.dumps(configuration))
    (chat.folder / "database.rules.json").write_text(REALTIME_RULES)
    chat.start()
    try:
        address = f"http://127.0.0.1:{chat.emulator.database_port}/rooms/r1.json?ns=demo-local-default-rtdb"
        owner = {"authorization": "Bearer owner"}
        urllib.request.urlopen(urllib.request.Request(address, b'{"owner": "ada"}', owner, method="PUT"))
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(address)
        page = Page(browser, chat.emulator.page)
        page.press(".row.denied", "/rooms/r1")
        page.press(".detail a", "database.rules.json:5")
        # The request that was denied is counted where its condition stands.
        page.find(".listing-of-rules li.half", "auth.uid == data.child('owner').val()")
        page.type(".trial input[aria-label=Location]", "/rooms/r1")
        page.type(".trial input[aria-label='Who asks']", "bob")
        page.press(".trial button", "Decide")
        page.find(".trial .note.bad", "Denied")
        page.find(".trial .operation", "denied it")
        page.type(".trial input[aria-label='Who asks']", "ada")
        page.press(".trial button", "Decide")
        page.find(".trial .note.good", "Allowed")
        page.find(".trial select[aria-label=Method]").send_keys("write")
        page.type(".trial textarea", '{"owner": "bob"}')
        page.press(".trial button", "Decide")
        page.find(".trial .note.bad", "Denied")
        page.press(".view button", "Edit")
        editor = page.find("textarea.editor")
        page.browser.run("arguments[0].value = arguments[1]", editor, REALTIME_RULES.replace("auth.uid ==", "auth.uid =", 1))
        page.press("button", "Save and use")
        assert "line 5" in page.find(".findings").text
        assert (chat.folder / "database.rules.json").read_text() == REALTIME_RULES
        page.browser.run("arguments[0].value = arguments[1]", editor, REALTIME_RULES.replace("auth.uid ==", "true ||  auth.uid ==", 1))
        page.press("button", "Save and use")
        page.find(".listing-of-rules li", "true ||")
        assert json.load(urllib.request.urlopen(address)) == {"owner": "ada"}
        # The rules of Firestore are one choice away.
        page.find("select[aria-label='Rules of']").send_keys("Firestore")
        page.find(".listing-of-rules code", "rules_version")
        assert browser.errors() == []
    finally:
        chat.stop()


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


def test_every_control_has_a_name_and_is_reached_by_keyboard(page, chat):
    for place in [*VIEWS, "realtime", "requests/18", "data/conversations/c0", "query?q=messages%20limit%202"]:
        page.go(place)
        page.find("main h1, main .detail")
        time.sleep(0.4)
        assert page.browser.run(UNNAMED) == [], place
        # From the top of the page with the tab key alone, everything that can be pressed or filled in comes by.
        page.browser.run("document.activeElement.blur(); getSelection().removeAllRanges(); document.getElementById('skip').focus()")
        wanted = page.browser.run("return (window.wanted = [" + CONTROLS + "]).length")
        for _ in range(wanted + 20):
            page.driver.switch_to.active_element.send_keys(Keys.TAB)
            page.browser.run("window.wanted = window.wanted.filter((part) => part !== document.activeElement)")
            if page.browser.run("return window.wanted.length") <= 1:
                break
        left = page.browser.run("return window.wanted.filter((part) => part.isConnected && part.id !== 'skip').map((part) => part.outerHTML)")
        assert left == [], place


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1280, 2560])
def test_the_page_fits_every_window_and_stands_out(browser, chat, width, theme):
    with pytest.raises(exceptions.PermissionDenied):
        chat.user("carol").get("conversations/c0")
    page = Page(browser, chat.emulator.page, width=width, height=900, theme=theme)
    for view in [*VIEWS, "realtime", "requests/19", "data/conversations/c0", "query?q=messages%20limit%202"]:
        page.go(view)
        time.sleep(0.4)
        assert browser.run("return document.documentElement.scrollWidth") <= width, view
        assert browser.run(FAINT) == [], view
        # Every cell stands below the heading of its column.
        assert browser.run("""
            const shown = (row) => [...row.cells].filter((cell) => cell.checkVisibility()).length;
            return [...document.querySelectorAll('table')].filter((table) => table.tHead)
              .filter((table) => [...table.tBodies[0].rows].some((row) => shown(row) !== shown(table.tHead.rows[0]))).length""") == 0, view
    assert browser.errors() == []


def fill(chat, count):
    """Many requests by one client."""
    stub = chat.emulator.stub()
    name = f"{chat.client._database_string}/documents/conversations/c0"
    for _ in range(count):
        stub.get_document({"name": name}, metadata=[("authorization", "Bearer owner")])


def test_every_request_that_is_kept_is_shown(page, chat):
    fill(chat, 10_500)
    page.driver.refresh()
    page.find(".row")
    # Those before the newest come by themselves; filters and search know all of them.
    WebDriverWait(page.driver, 30).until(lambda _: "10,000 requests" in page.find(".state").text)
    page.browser.run("const list = document.querySelector('.list'); list.scrollTop = list.scrollHeight")
    last = page.find("#row-9999")
    assert "conversations/c0" in last.text
    last.click()
    page.find(".detail dd", "519")
    assert page.browser.run("return document.querySelectorAll('.row').length") < 120
    saved = json.load(urllib.request.urlopen(f"{chat.emulator.page}/firebreak/v1/requests"))
    assert [row["n"] for row in saved["rows"]] == list(range(saved["first"], saved["last"] + 1)) and len(saved["rows"]) == 10_000


def test_a_row_opens_what_it_shows_while_the_list_is_held(page, chat):
    """Filters and searches while the list is held are about the requests of that moment."""
    ada, carol = chat.user("ada"), chat.user("carol")
    ada.get("conversations/c0")
    page.find(".row", "ada")
    page.press("button", "Pause")
    for number in range(6):
        ada.get(f"conversations/c{number % 3}")
        with pytest.raises(exceptions.PermissionDenied):
            carol.get(f"conversations/c{number % 3}")
    page.find(".state", "12 more since the pause")
    page.press(".chips button", "Writes")
    assert page.find(".state").text.startswith("18 requests")
    page.type("input[type=search]", "messages/c2-4")
    page.find(".state", "1 request")
    for number in range(5):
        ada.get(f"conversations/c{number % 3}")
    row = page.find(".row:not([hidden])", "messages/c2-4")
    row.click()
    page.find(".detail h2", "messages/c2-4")
    page.type("input[type=search]", Keys.BACKSPACE)
    page.press(".chips button", "All")
    page.press(".row:not([hidden])", "ada")
    page.find(".detail h2", "conversations/c0")
    assert "ada" in page.find(".detail .facts").text
    page.press("button", "Go on")
    page.find(".row.denied", "carol")


def test_a_request_is_asked_again_as_somebody_else(page, chat):
    """Reads as queries, writes with the rules; nothing is written."""
    dave = chat.user("dave")
    with pytest.raises(exceptions.PermissionDenied):
        dave.set("conversations/new", participants="ada", archivedBy="nobody")
    page.press(".row.denied", "dave")
    page.type(".detail input[aria-label='The id of another user']", "ada")
    page.press(".detail button", "as this user")
    assert page.find(".trial input[aria-label=Document]").get_attribute("value") == "conversations/new"
    assert page.find(".trial select").get_attribute("value") == "create"
    assert page.find(".trial input[aria-label='Who asks']").get_attribute("value") == "ada"
    assert [field.get_attribute("value") for field in page.driver.find_elements(By.CSS_SELECTOR, ".trial .outer > li > .field .name")] == ["archivedBy", "participants"]
    page.press(".trial button", "Decide")
    page.find(".trial .operation", "create")
    assert not chat.client.document("conversations/new").get().exists
    # A write that asked no rules begins as what there is now.
    page.go("requests")
    page.press(".row:not([hidden])", "messages/c2-4")
    page.press(".detail button", "as anonymous")
    assert page.find(".trial select").get_attribute("value") == "update"
    page.press(".trial button", "Decide")
    page.find(".trial .note.bad", "Denied")
    # A read as anybody.
    chat.user("ada").get("conversations/c1")
    page.go("requests")
    page.press(".row:not([hidden])", "ada")
    page.type(".detail input[aria-label='The id of another user']", "carol").send_keys(Keys.ENTER)
    page.find(".verdict .note.bad", "The rules deny this.")
    assert page.find("input[list=askers]").get_attribute("value") == "carol"


def test_the_chart_shows_reads_bytes_and_money(page, chat):
    chat.client.collection("messages").get()
    page.go("cost")
    for name, shown in [("Bytes", "KB"), ("Money", "$0.0"), ("Reads and writes", "0")]:
        page.press(".chart .chips button", name)
        page.find(".chart .heights", shown)
        assert page.browser.run("return document.querySelectorAll('.chart .s1[height]').length") > 0
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(f"{chat.emulator.page}/firebreak/v1/meter?location=europe-wst3")
    assert "did you mean `europe-west3`?" in json.load(refusal.value)["error"]["message"]


def luminance(color):
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    lighter, darker = sorted([luminance(one), luminance(other)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


# Which colours stand on which: text needs 4.5 : 1, marks and what can be focused 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11).
GROUNDS = ["ground", "raised", "sunken"]
TEXTS = [(text, ground, 4.5) for text in ["text", "soft", "accent"] for ground in GROUNDS] + [
    (text, ground, 4.5) for text in ["good", "warn", "bad"] for ground in ["ground", "raised", f"{text}-ground"]] + [
    ("accent", "accent-ground", 4.5), ("text", "accent-ground", 4.5), ("soft", "accent-ground", 4.5), ("on-accent", "accent", 4.5),
    ("ground", "text", 4.5), ("brand", "ground", 3), ("s1", "ground", 3), ("s2", "ground", 3), ("s3", "ground", 3), ("accent", "ground", 3)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_reach_the_contrast_that_people_need(theme):
    style = (REPOSITORY / "Sources" / "EmulatorPage" / "Assets" / "theme.css").read_text()
    block = re.search(r":root\[data-theme=dark\] \{(.*?)\}" if theme == "dark" else r":root \{(.*?)\}", style, re.S)[1]
    colors = {}
    for name, digits in re.findall(r"--([\w-]+): #([0-9a-f]{3,6});", block):
        digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
        colors[name] = [int(digits[at:at + 2], 16) / 255 for at in (0, 2, 4)]
    faint = {
        f"{text} on {ground}": round(contrast(colors[text], colors[ground]), 2)
        for text, ground, least in TEXTS if contrast(colors[text], colors[ground]) < least}
    assert faint == {}


WIDE = {"width": 1280, "height": 760}
QUERY = "query?q=messages%20where%20conversationId%20%3D%3D%20%22c1%22%20orderBy%20timestamp%20desc%20limit%203&as=ada"
PICTURES = {
    "emulator-requests": ("requests/{denied}", WIDE),
    "emulator-data": ("data/conversations/c1", WIDE),
    "emulator-realtime": ("realtime?path=/rooms", WIDE),
    "emulator-query": (QUERY, WIDE),
    "emulator-cost": ("cost", WIDE),
    "emulator-rules": ("rules", WIDE),
    "emulator-listeners": ("listeners", {**WIDE, "height": 420}),
    "emulator-rules-dark": ("rules", {**WIDE, "theme": "dark"}),
    "emulator-requests-narrow": ("requests", {"width": 390, "height": 760}),
    "emulator-denied-narrow": ("requests/{denied}", {"width": 390, "height": 760, "theme": "dark"}),
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
    rooms = {f"r{number}": {"title": f"Room {number}", "seats": 4 + number, "open": number % 2 == 0, "members": {"ada": True, "bob": True}} for number in range(1, 6)}
    urllib.request.urlopen(urllib.request.Request(
        f"http://127.0.0.1:{chat.emulator.database_port}/rooms.json?ns=demo-local-default-rtdb", json.dumps(rooms).encode(),
        {"authorization": "Bearer owner"}, method="PUT"))
    rows = json.load(urllib.request.urlopen(f"{chat.emulator.page}/firebreak/v1/requests"))["rows"]
    denied = next(row["n"] for row in reversed(rows) if row["verdict"] == "denied")
    folder = Path(os.environ.get("FIREBREAK_PICTURES") or tmp_path)
    listened = chat.client.collection("messages").where(filter=FieldFilter("conversationId", "==", "c1"))
    with Snapshots(listened) as snapshots, Snapshots(chat.client.document("conversations/c1")) as others:
        snapshots.next()
        others.next()
        for name, (place, window) in PICTURES.items():
            page = Page(browser, chat.emulator.page, **window)
            page.go(place.format(denied=denied))
            if name == "emulator-realtime":
                for room in ["r1", "r2"]:
                    page.press(f"button[aria-label='Open {room}']")
            if name == "emulator-cost":
                page.find("[data-unit=operations]")
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
        assert "then all again" in page.find("tbody td.when", "until").text
        chat.client.document("messages/c1-new").set({"conversationId": "c1", "timestamp": 9})
        snapshots.next()
        # Documents, what was sent after the first state, and the reads that both have cost.
        figures = lambda _: [cell.text for cell in page.find("tbody tr", "messages").find_elements(By.CSS_SELECTOR, "td.num")][:3]
        # A row may be drawn anew while it is read.
        WebDriverWait(page.driver, 15, ignored_exceptions=[Exception]).until(lambda driver: figures(driver) == ["6", "1", "6"])
        page.press("tbody td a", "admin")
        assert "messages where" in page.find(".row.delivery", "sent").text
        page.go("listeners")
        transaction = chat.client.transaction()
        transaction._begin()
        chat.client.document("conversations/c1").get(transaction=transaction)
        page.find("td a", "conversations/c1")
        transaction._rollback()
        page.find(".part p", "None.")
    page.find(".part p", "Nobody listens")


def test_writes_are_shown_as_they_were_asked(page, chat):
    document = chat.client.document("conversations/c1")
    document.update({"lastMessageTime": 77, "count": Increment(2)})
    page.press(".row", "update")
    page.find(".detail .operation", "lastMessageTime")
    shown = page.find(".detail .operation").text
    assert "conversations/c1" in shown and "if the document exists" in shown and "77" in shown and "increment(2)" in shown
    batch = chat.client.batch()
    for number in range(30):
        batch.set(chat.client.document(f"parts/p{number:02}"), {"n": number})
    batch.commit()
    page.press(".row", "30 writes")
    page.find(".detail .operation", "parts/p00")
    page.find(".detail", "and 10 more writes")
    page.press(".detail a", "parts/p03")
    page.find(".detail h2", "parts/p03")
    # Documents by name are summed up by where they are.
    page.go("cost")
    page.find(".part tbody tr", "set parts/*")
    page.find(".part tbody tr", "update conversations/*")


def test_queries_count_in_the_margin_of_the_rules(page, chat):
    ada = chat.user("ada")
    for _ in range(2):
        ada.messages = ada.stub.run_query({"parent": ada.documents, "structured_query": {
            "from_": [{"collection_id": "conversations"}],
            "where": {"field_filter": {"field": {"field_path": "participants"}, "op": "ARRAY_CONTAINS", "value": {"string_value": "ada"}}},
        }}, metadata=ada.metadata)
        assert len(list(ada.messages)) == 3
    with pytest.raises(exceptions.PermissionDenied):
        ada.list("", "conversations")
    page.go("rules")
    # Of the statement: not the sum of its two conditions.
    page.find("[data-line='17'] .margin", "✓2 ✗1")


def test_a_listener_without_its_index_is_missing_one(page, chat):
    stream = chat.client.collection("messages").where(filter=FieldFilter("senderId", "==", "ada")).order_by("text").on_snapshot(lambda *_: None)
    page.find(".row.missing", "messages")
    stream.unsubscribe()
    page.press(".row.missing", "listen")
    page.find(".detail .note.warn", "Production refuses this query")
    page.find(".detail button", "Add to firestore.indexes.json")
    page.go("indexes")
    page.find(".part:first-child td", "messages (senderId ASC, text ASC)")
