"""What somebody types on the page of the emulator is neither lost nor written over what others have written."""

import json
import urllib.request

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from emulator_page import browser, chat, page  # noqa: F401: fixtures

TIME = ".fields input[aria-label='Value of lastMessageTime']"
EDITOR = ".fields textarea.editor"
QUESTION = "dialog.question"


def until(page, condition):
    WebDriverWait(page.driver, 15, ignored_exceptions=[Exception]).until(lambda _: condition())


def address(page):
    return page.browser.run("return location.hash")


def ask_and_keep(page):
    """Something would be lost: it is asked about, and kept."""
    page.press(f"{QUESTION} button", "Keep editing")
    until(page, lambda: not page.driver.find_elements(By.CSS_SELECTOR, QUESTION))


def ask_and_discard(page):
    page.press(f"{QUESTION} button", "Discard")
    until(page, lambda: not page.driver.find_elements(By.CSS_SELECTOR, QUESTION))


def test_form_and_json_show_the_same_draft(page, chat):
    page.go("data/conversations/c1")
    page.type(TIME, "41")
    page.press(".detail button", "As JSON")
    text = page.find(EDITOR)
    draft = json.loads(text.get_attribute("value"))
    assert draft["lastMessageTime"] == {"integerValue": "41"}
    draft["title"] = {"stringValue": "typed as JSON"}
    page.browser.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", text, json.dumps(draft))
    page.press(".detail button", "As a form")
    assert page.find(".fields input[aria-label='Value of title']").get_attribute("value") == "typed as JSON"
    assert page.find(TIME).get_attribute("value") == "41"
    # What cannot be read stays as it is, and is told.
    page.press(".detail button", "As JSON")
    for broken, told in [('{"a": ', "no JSON"), ('{"a": 1}', "a: expected an object"), ('{"a": {"stringValue": 1}}', "a: this is no stringValue"), ("[]", "object")]:
        page.browser.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", page.find(EDITOR), broken)
        page.press(".detail button", "As a form")
        page.find(".detail .note.bad", told)
        assert page.find(EDITOR).get_attribute("value") == broken
        page.press(".detail button", "Save")
        page.find(".detail .note.bad", told)
    page.browser.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", page.find(EDITOR), json.dumps(draft))
    page.press(".detail button", "Save")
    until(page, lambda: chat.client.document("conversations/c1").get().to_dict()["lastMessageTime"] == 41)


def test_a_field_without_a_name_is_told(page, chat):
    page.go("data/conversations/c1")
    page.press(".fields button", "+ field")
    for button in ["As JSON", "Save", "Duplicate"]:
        page.press(".detail button", button)
        page.find(".detail .note.bad", "A field has no name.")
    page.type(".fields li:nth-last-child(2) input.name", "lastMessageTime")
    page.press(".detail button", "Save")
    page.find(".detail .note.bad", "There are two fields lastMessageTime.")


@pytest.mark.parametrize("form", ["form", "JSON", "new"])
def test_leaving_a_draft_of_a_document_is_asked_about(page, chat, form):
    if form == "new":
        page.go("data/conversations")
        page.press("button", "New document")
        page.type(".detail input[aria-label='Id']", "draft")
        place = "#/data/conversations"
    else:
        page.go("data/conversations/c1")
        page.type(TIME, "41")
        if form == "JSON":
            page.press(".detail button", "As JSON")
        place = "#/data/conversations/c1"
    for leave in [
        lambda: page.go("cost"), lambda: page.press(".document-row", "c2"), lambda: page.press(".detail button[aria-label=Close]"),
        lambda: page.press(".rail a[data-view=rules]"), lambda: page.press("button", "New document"), lambda: page.driver.back(),
    ]:
        leave()
        ask_and_keep(page)
        assert address(page) == place
        if form == "form":
            assert page.find(TIME).get_attribute("value") == "41"
        elif form == "JSON":
            assert '"41"' in page.find(EDITOR).get_attribute("value")
        else:
            assert page.find(".detail input[aria-label='Id']").get_attribute("value") == "draft"
    page.go("cost")
    ask_and_discard(page)
    page.find("h1", "Cost")
    page.go("data/conversations/c1")
    assert page.find(TIME).get_attribute("value") == "1"


def test_what_somebody_else_has_changed_is_shown_and_chosen(page, chat):
    document = chat.client.document("conversations/c1")
    page.go("data/conversations/c1")
    for choice, theirs, expected in [("Take theirs", 50, 50), ("Write mine over it", 60, 41)]:
        page.type(TIME, "41")
        document.update({"lastMessageTime": theirs, "by": choice})
        page.find(".conflict tbody", str(theirs))
        assert [cell.text for cell in page.driver.find_elements(By.CSS_SELECTOR, ".conflict tbody td")][1:] == [str(theirs), "41"]
        page.press(".conflict button", choice)
        until(page, lambda: page.find(TIME).get_attribute("value") == str(expected))
        until(page, lambda: document.get().to_dict()["lastMessageTime"] == expected)


def test_the_rules_editor_asks_and_shows_both_texts(page, chat):
    file = chat.folder / "firestore.rules"
    before = file.read_text()
    page.go("rules")
    page.press(".view button", "Edit")
    editor = page.find("textarea.editor")
    mine = before + "// mine\n"
    write = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
    page.browser.run(write, editor, mine)
    for leave in [lambda: page.go("data"), lambda: page.press("button", "Cancel"), lambda: page.driver.back()]:
        leave()
        ask_and_keep(page)
        assert page.find("textarea.editor").get_attribute("value") == mine
    # An editor has saved the file meanwhile: it is said while one types, not only when one saves.
    file.write_text(before + "// theirs\n")
    page.find(".conflict .note", "yours is not saved")
    page.press("button", "Save and use")
    page.find(".conflict .note", "nothing was written")
    page.find(".conflict .added", "// mine")
    page.find(".conflict .removed", "// theirs")
    assert file.read_text() == before + "// theirs\n" and page.find("textarea.editor").get_attribute("value") == mine
    page.press(".conflict button", "Take what it is now")
    assert page.find("textarea.editor").get_attribute("value") == before + "// theirs\n"
    page.browser.run(write, page.find("textarea.editor"), mine)
    file.write_text(before + "// theirs again\n")
    page.press("button", "Save and use")
    page.press(".conflict button", "Write mine over it")
    page.find(".listing-of-rules code", "// mine")
    assert file.read_text() == mine
    # The browser itself tells the console of an answer that says no.
    assert all("412" in message for message in page.browser.errors())


def test_an_index_file_that_has_changed_is_shown_anew(page, chat):
    from google.api_core import exceptions
    from google.cloud.firestore import FieldFilter

    with pytest.raises(exceptions.FailedPrecondition):
        chat.client.collection("messages").where(filter=FieldFilter("senderId", "==", "ada")).order_by("timestamp").get()
    file = chat.folder / "firestore.indexes.json"
    page.press(".row.missing")
    page.press(".detail button", "Add to firestore.indexes.json")
    page.find(".difference .added")
    other = {"collectionGroup": "others", "queryScope": "COLLECTION", "fields": [{"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "b", "order": "ASCENDING"}]}
    content = json.loads(file.read_text())
    file.write_text(json.dumps({**content, "indexes": [*content["indexes"], other]}, indent=2))
    page.press(".detail button", "Write into")
    page.find(".detail .note.warn", "has changed meanwhile")
    assert "senderId" not in file.read_text()
    page.press(".detail button", "Write into")
    page.find("#toast", "1 definition added")
    written = json.loads(file.read_text())["indexes"]
    assert written[-2] == other and written[-1]["fields"][0]["fieldPath"] == "senderId"
    assert all("412" in message for message in page.browser.errors())


def test_a_value_of_the_realtime_database_is_kept_and_not_written_over(page, chat):
    rooms = f"http://127.0.0.1:{chat.emulator.database_port}/rooms.json?ns=demo-local-default-rtdb"

    def put(value):
        urllib.request.urlopen(urllib.request.Request(rooms, json.dumps(value).encode(), {"authorization": "Bearer owner"}, method="PUT"))

    put({"a%b": {"title": "One"}})
    page.go("realtime?path=/rooms")
    page.press("button[aria-label='Open a%b']")
    page.press(".leaf.string", '"One"')
    page.type(".editing input[aria-label=Value]", "typed")
    for leave in [lambda: page.go("data"), lambda: page.press(".editing button", "Cancel"), lambda: page.press("button[aria-label='Add a child to a%b']")]:
        leave()
        ask_and_keep(page)
        assert page.find(".editing input[aria-label=Value]").get_attribute("value") == "typed"
    put({"a%b": {"title": "theirs", "seats": 4}})
    page.press(".editing button", "Save")
    page.find(".editing .note.warn", "has changed meanwhile; nothing was written")
    page.find(".editing .removed", '"theirs"')
    page.find(".editing .added", '"typed"')
    page.press(".editing button", "Take what it is now")
    page.find(".leaf.string", '"theirs"')
    assert not page.driver.find_elements(By.CSS_SELECTOR, ".editing")
    page.press(".leaf.string", '"theirs"')
    page.type(".editing input[aria-label=Value]", "mine")
    put({"a%b": {"title": {"en": "a tree"}, "seats": 4}})
    page.press(".editing button", "Save")
    page.find(".editing .removed", '"en": "a tree"')
    page.press(".editing button", "Write mine over it")
    page.find(".leaf.string", '"mine"')
    # A new child does not take the place of one that is there.
    page.press("button[aria-label='Add a child to a%b']")
    page.type(".editing input[aria-label='Key of the new child']", "seats")
    page.type(".editing input[aria-label=Value]", "mine")
    page.press(".editing button", "Save")
    page.find(".editing .note.warn", "There is something under this key already")
    page.find(".editing .removed", "4")
    page.press(".editing button", "Cancel")
    ask_and_discard(page)
    # The part of the path with a percent sign is a link like any other.
    page.press(".node a.key", "a%b")
    page.find(".crumbs a", "a%b")
    page.find(".leaf.number", "4")
    assert all("409" in message for message in page.browser.errors())


def test_queries_and_trials_are_kept_while_one_looks_elsewhere(page, chat):
    page.go("query")
    page.press("summary", "Build with a form")
    page.find(".builder input").send_keys("messages")
    page.press(".builder button", "+ condition")
    page.type(".builder input[aria-label=Field]", "conversationId")
    page.type(".builder input[aria-label=Value]", "c1")
    page.find(".bill", "5 billed reads")
    page.go("rules")
    page.type(".trial input[aria-label=Document]", "conversations/c0")
    page.type(".trial input[aria-label='Who asks']", "carol")
    page.go("cost")
    page.find("h1", "Cost")
    page.driver.find_element(By.TAG_NAME, "body").send_keys("3")
    page.find("textarea.query")
    assert page.find("textarea.query").get_attribute("value") == 'messages where conversationId == "c1"'
    assert page.find(".builder input[aria-label=Field]").get_attribute("value") == "conversationId"
    page.find(".bill", "5 billed reads")
    page.go("rules")
    assert page.find(".trial input[aria-label=Document]").get_attribute("value") == "conversations/c0"
    page.press(".trial button", "Decide")
    page.find(".trial .note.bad", "Denied")


def test_an_emulator_that_starts_anew_leaves_a_draft(page, chat):
    page.go("data/conversations/c1")
    page.type(TIME, "41")
    chat.client.close()
    chat.emulator.stop()
    chat.emulator.arguments = ["--ui-port", str(chat.emulator.page_port)]
    chat.emulator.start()
    chat.client = chat.emulator.client("demo-local")
    until(page, lambda: page.browser.run("return document.getElementById('health').textContent") != "the emulator is away")
    assert page.find(TIME).get_attribute("value") == "41"
    page.browser.errors()


def test_a_realtime_value_that_is_not_shown_whole_is_not_saved_short(page, chat):
    room = f"http://127.0.0.1:{chat.emulator.database_port}/rooms/long.json?ns=demo-local-default-rtdb"
    value = {"title": "L" * 50_000}
    urllib.request.urlopen(urllib.request.Request(room, json.dumps(value).encode(), {"authorization": "Bearer owner"}, method="PUT"))
    page.go("realtime?path=/rooms/long")
    page.press(".leaf.string")
    page.find(".editing .warn", "too long to be edited here")
    field = page.find(".editing textarea[aria-label=Value]")
    assert field.get_attribute("readonly") and len(field.get_attribute("value")) < 50_000
    field.send_keys("!\n")
    assert [button.text for button in page.driver.find_elements("css selector", ".editing button")] == ["Cancel"]
    asked = urllib.request.Request(room, headers={"authorization": "Bearer owner"})
    assert json.load(urllib.request.urlopen(asked)) == value


def test_a_stale_page_deletes_nothing_that_others_have_written(page, chat):
    """Between the question and its answer somebody writes, and the page is not told in time."""
    document = chat.client.document("conversations/c1")
    notes = document.collection("notes")
    for make, change, question in [
        (lambda: None, lambda: document.update({"lastMessageTime": 50}), "Really delete?"),
        (lambda: notes.document("n1").set({"text": "one"}), lambda: notes.document("n2").set({"text": "two"}), "Really delete, with everything below?"),
    ]:
        make()
        page.go("data/conversations/c1")
        if "below" in question:
            page.find(".detail .collections", "notes")
        page.press(".detail button", "Delete")
        page.find(".detail button", question)
        # As a tab that sleeps: its button is still the one that was asked about.
        page.browser.run("window.asked = [...document.querySelectorAll('.detail button')].find((button) => button.textContent === arguments[0])", question)
        change()
        page.browser.run("window.asked.click()")
        page.find(".detail .note.bad")
        assert document.get().exists
        page.press(".detail button[aria-label=Close]")
    page.go("data/conversations/c1")
    page.find(".detail .collections", "2")
    page.press(".detail button", "Delete")
    page.press(".detail button", "Really delete, with everything below?")
    page.find("#toast", "conversations/c1 is deleted")
    assert not document.get().exists and not notes.document("n2").get().exists
    assert all("400" in message or "409" in message for message in page.browser.errors())


def test_an_inner_node_is_deleted_only_as_it_was_asked_about(page, chat):
    rooms = f"http://127.0.0.1:{chat.emulator.database_port}/rooms.json?ns=demo-local-default-rtdb"

    def ask(method, value=None):
        body = None if value is None else json.dumps(value).encode()
        return json.load(urllib.request.urlopen(urllib.request.Request(rooms, body, {"authorization": "Bearer owner"}, method=method)))

    ask("PUT", {"r1": {"title": "One"}})
    page.go("realtime?path=/rooms")
    page.press("button[aria-label='Delete r1']")
    # The page is not told of what somebody else writes: as a tab that sleeps.
    page.find("button[aria-label='Delete r1']", "Really delete?")
    page.browser.run("window.asked = document.querySelector(`button[aria-label='Delete r1']`)")
    ask("PUT", {"r1": {"title": "Two"}})
    page.browser.run("window.asked.click()")
    page.find("#toast", "/rooms/r1 has changed meanwhile; nothing was deleted")
    assert ask("GET") == {"r1": {"title": "Two"}}
    page.press("button[aria-label='Delete r1']")
    page.press("button[aria-label='Delete r1']", "Really delete?")
    page.find("#toast", "/rooms/r1 is deleted")
    assert ask("GET") is None
    assert all("409" in message for message in page.browser.errors())


def test_ends_of_lines_stay_as_they_are(page, chat):
    """Browsers give the text of an area with one end of a line only."""
    file = chat.folder / "firestore.rules"
    before = file.read_text()
    lines = before.split("\n")
    # Windows' ends, but for one line.
    mixed = "\r\n".join(lines[:3]) + "\n" + "\r\n".join(lines[3:])
    file.write_bytes(mixed.encode())
    page.go("rules")
    page.find(".listing-of-rules code", "rules_version")
    page.press(".view button", "Edit")
    write = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
    editor = page.find("textarea.editor")
    page.browser.run(write, editor, editor.get_attribute("value").replace("\n", "\n// one\n// two\n", 1))
    page.press("button", "Save and use")
    page.find(".listing-of-rules code", "// two")
    assert file.read_bytes().decode() == mixed.replace("\r\n", "\r\n// one\r\n// two\r\n", 1)
    # Of documents and of values likewise.
    document = chat.client.document("conversations/c1")
    document.update({"text": "one\r\ntwo\nthree\rfour"})
    page.go("data/conversations/c1")
    area = page.find(".fields textarea[aria-label='Value of text']")
    page.browser.run(write, area, area.get_attribute("value").replace("two", "2"))
    page.press(".detail button", "Save")
    until(page, lambda: document.get().to_dict()["text"] == "one\r\n2\nthree\rfour")
    room = f"http://127.0.0.1:{chat.emulator.database_port}/rooms/r1.json?ns=demo-local-default-rtdb"
    owner = {"authorization": "Bearer owner"}
    urllib.request.urlopen(urllib.request.Request(room, json.dumps({"text": "one\r\ntwo\nthree"}).encode(), owner, method="PUT"))
    page.go("realtime?path=/rooms/r1")
    page.press(".leaf.string")
    area = page.find(".editing textarea")
    page.browser.run(write, area, area.get_attribute("value").replace("three", "3"))
    page.press(".editing button", "Save")
    until(page, lambda: json.load(urllib.request.urlopen(urllib.request.Request(room, headers=owner))) == {"text": "one\r\ntwo\n3"})


def test_a_key_that_is_there_twice_is_told_with_its_place(page, chat):
    write = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
    page.go("data/conversations/c1")
    page.press(".detail button", "As JSON")
    twice = '{\n  "a": {"stringValue": "\\"a\\": 1"},\n  "b": {"mapValue": {"fields": {"x": {"nullValue": null}, "x": {"nullValue": null}}}}\n}'
    for text, told in [
        (twice, 'line 3, column 59: the key "x" is there twice'),
        ('{"a": {"integerValue": "1"}, "\\u0061": {"integerValue": "2"}}', 'line 1, column 30: the key "a" is there twice'),
        ('{"a": {"doubleValue": 1e999}}', "1e999 is too large for a number"),
    ]:
        page.browser.run(write, page.find(EDITOR), text)
        for button in ["Save", "As a form"]:
            page.press(".detail button", button)
            page.find(".detail .note.bad", told)
    assert chat.client.document("conversations/c1").get().to_dict()["lastMessageTime"] == 1
    page.browser.run(write, page.find(EDITOR), '{"a": {"mapValue": {"fields": {"a": {"nullValue": null}}}}, "b": {"nullValue": null}}')
    page.press(".detail button", "Save")
    until(page, lambda: chat.client.document("conversations/c1").get().to_dict() == {"a": {"a": None}, "b": None})
    # Claims and values of the Realtime Database are read in the same way.
    page.go("rules")
    page.type(".trial input[aria-label=Document]", "conversations/c0")
    page.type(".trial input[aria-label='Further claims, as JSON']", '{"admin": true, "admin": false}')
    page.press(".trial button", "Decide")
    page.find(".trial .note.bad", 'The claims: line 1, column 17: the key "admin" is there twice')
