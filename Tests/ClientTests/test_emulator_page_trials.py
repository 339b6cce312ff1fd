"""Requests that somebody tries, and what the page says of the rules that decide them."""

import json
import urllib.request

import pytest
from google.api_core import exceptions
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from emulator_page import browser, chat, page  # noqa: F401

UPDATES = "hasOnly(['archivedBy'])"


def rules(chat):
    with urllib.request.urlopen(f"{chat.emulator.page}/firebreak/v1/rules") as answer:
        return json.load(answer)


def line_of(chat, text):
    lines = (chat.folder / "firestore.rules").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def edit(page, old, new):
    page.press(".view button", "Edit")
    editor = page.find("textarea.editor")
    text = editor.get_attribute("value")
    assert old in text
    page.browser.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", editor, text.replace(old, new, 1))
    return editor


def test_an_update_is_asked_again_as_it_was(page, chat):
    """What the document has become since is none of the update."""
    chat.client.document("conversations/c1").update({"title": "Old"})
    ada = chat.user("ada")
    with pytest.raises(exceptions.PermissionDenied):
        ada.update("conversations/c1", title="New")
    chat.client.document("conversations/c1").update({"archivedBy": ["ada"]})
    text = (chat.folder / "firestore.rules").read_text()
    assert UPDATES in text
    (chat.folder / "firestore.rules").write_text(text.replace(UPDATES, "hasOnly(['archivedBy', 'title'])", 1))
    page.press(".row.denied", "ada")
    page.press(".detail button", "as ada")
    # It is decided at once, where it can be seen.
    page.find(".trial .note.good", "Allowed")
    assert page.browser.run("const box = document.querySelector('.trial').getBoundingClientRect(); return box.top < innerHeight && box.top > -40")
    assert page.find(".trial code", "title").text == "title"
    # What somebody types belongs to it, too.
    page.press(".trial .fields button", "+ field")
    names = page.driver.find_elements(By.CSS_SELECTOR, ".trial .fields input.name")
    names[-1].send_keys("owner")
    page.press(".trial button", "Decide")
    page.find(".trial .note.bad", "Denied")
    assert chat.client.document("conversations/c1").get().to_dict()["title"] == "Old"


def test_an_update_begins_as_the_document_that_there_is(page, chat):
    page.go("rules")
    page.type(".trial input[aria-label=Document]", "conversations/c1")
    page.press(".trial select")
    page.press(".trial select option", "update")
    page.find(".trial .fields input.name")
    names = [field.get_attribute("value") for field in page.driver.find_elements(By.CSS_SELECTOR, ".trial .outer > li > .field .name")]
    assert names == ["archivedBy", "lastMessageTime", "participants"]
    # With a slash in front, as rules and messages write it; another document in the place of the one that nobody has changed.
    chat.client.document("messages/own").set({"text": "x"})
    page.type(".trial input[aria-label=Document]", "/messages/own")
    page.find(".trial .fields input.name[value=text]")
    page.press(".trial button", "Decide")
    page.find(".trial .note.bad", "Denied")


def test_a_list_is_tried_as_a_query(page, chat):
    page.go("rules")
    page.press(".trial select option", "list")
    page.type(".trial input[aria-label='Who asks']", "ada")
    for query, told in [
        ('conversations where participants array-contains "ada"', "Allowed"), ("conversations", "Denied"), ("conversations/c1", "is a document"),
        ("conversations where", "expected"), (" ", "Which documents?"),
    ]:
        page.type(".trial input[aria-label=Query]", query)
        page.press(".trial button", "Decide")
        page.find(".trial [role=status] .note", told)
    # By the text in the editor, where one is open.
    edit(page, "request.auth.uid in resource.data.participants", "true")
    page.type(".trial input[aria-label=Query]", "conversations")
    page.press(".trial button", "Decide")
    page.find(".trial .note.good", "Allowed")
    assert all("400" in error for error in page.browser.errors())


def test_a_trial_is_decided_by_the_text_in_the_editor(page, chat):
    page.go("rules")
    editor = edit(page, "request.auth.uid in resource.data.participants", "true")
    page.type(".trial input[aria-label=Document]", "conversations/c1")
    page.type(".trial input[aria-label='Who asks']", "carol")
    page.press(".trial button", "Decide")
    page.find(".trial .note.good", "Allowed")
    page.find(".trial .note", "not saved")
    page.browser.run("arguments[0].value = arguments[0].value.replace('match /', 'match ')", editor)
    page.press(".trial button", "Decide")
    page.find(".trial .note.bad", "The rules have errors. line")
    # The emulator has refused to decide.
    assert all("400" in error for error in page.browser.errors())
    page.press(".view button", "Cancel")
    page.press("dialog button", "Discard") if page.driver.find_elements(By.CSS_SELECTOR, "dialog[open]") else None
    page.find(".listing-of-rules")
    page.press(".trial button", "Decide")
    page.find(".trial .note.bad", "Denied")


def test_the_editor_opens_where_somebody_came_for(page, chat):
    number = line_of(chat, UPDATES)
    page.go(f"rules/{number}")
    page.find(f".marked[data-line='{number}']")
    page.press(".view button", "Edit")
    editor = page.find("textarea.editor")
    at = "const text = arguments[0]; return text.value.slice(0, text.selectionStart).split('\\n').length"
    assert page.browser.run(at, editor) == number
    page.browser.run("arguments[0].value = arguments[0].value.replace('match /messages', 'match messages')", editor)
    page.press("button", "Save and use")
    # What is wrong leads to its line.
    wrong = line_of(chat, "match /messages")
    page.find(".findings button", f"line {wrong}:")
    page.browser.run("arguments[0].setSelectionRange(0, 0)", editor)
    page.press(".findings button", f"line {wrong}:")
    assert page.browser.run(at, editor) == wrong
    # The text is looked at while one types: what is mended is not wrong any more.
    page.browser.run("arguments[0].value = arguments[0].value.replace('match messages', 'match /messages'); arguments[0].dispatchEvent(new Event('input'))", editor)
    WebDriverWait(page.driver, 15).until(lambda driver: driver.find_elements(By.CSS_SELECTOR, ".findings, .numbers .wrong, .note.bad") == [])
    page.browser.run("arguments[0].value = arguments[0].value.replace('match /messages', 'match messages'); arguments[0].dispatchEvent(new Event('input'))", editor)
    assert page.find(".numbers .wrong").text.strip() == str(wrong)
    # Numbers and colours stand beside what is typed, line by line.
    assert page.browser.run("""
        const lines = (part) => document.querySelectorAll(`.code-editor ${part} > span`);
        return [lines('.numbers').length, lines('.colours').length, arguments[0].value.split('\\n').length,
          [...lines('.colours')].map((line) => line.textContent).join('') === arguments[0].value + '\\n']""", editor)[-1] is True
    assert page.browser.run("return document.querySelector('.colours .word').textContent") == "service"


def test_requests_are_counted_at_the_statement_that_decides_them(page, chat):
    """Queries too, which a proof lets through, and each request once however many conditions it meets."""
    ada, carol = chat.user("ada"), chat.user("carol")
    ada.get("conversations/c1")
    with pytest.raises(exceptions.PermissionDenied):
        carol.get("conversations/c1")
    for _ in range(3):
        ada.list("", "messages", "c1", field="conversationId")
    with pytest.raises(exceptions.PermissionDenied):
        carol.list("", "messages")
    statements = {statement["line"]: (statement["allowed"], statement["denied"]) for statement in rules(chat)["statements"]}
    conversations = line_of(chat, "allow read: if signedIn() && request.auth.uid in resource.data.participants")
    assert statements[conversations] == (1, 1)
    listed = [line for line, (allowed, _) in statements.items() if allowed == 3]
    assert len(listed) == 1 and listed[0] != conversations
    page.go("rules")
    assert page.find(f"[data-line='{conversations}'] .margin").text == "✓1 ✗1"
    assert page.find(f"[data-line='{listed[0]}'] .margin").text.startswith("✓3 ✗")


@pytest.mark.parametrize(["name", "type", "text", "message"], [
    ("i", "number", "9223372036854775808", "an integer of 64 bits"),
    ("r", "reference", "abc", "the path of a document"),
    ("t", "timestamp", "2023-02-29T12:00:00Z", "a time"),
    ("b", "bytes", "AAH", "bytes in Base64"),
])
def test_a_wrong_value_is_marked_and_named(page, chat, name, type, text, message):
    page.go("data/conversations/c1")
    page.press(".fields .outer > li > button", "+ field")
    line = ".fields .outer > li:nth-last-child(2)"
    page.type(f"{line} input.name", name)
    page.press(f"{line} select.type option[value={type}]")
    page.type(f"{line} input.value", text)
    page.press(".detail button", "Save")
    assert message in page.find(".detail .note.bad", f"{name}: expected").text
    assert page.browser.run("return document.activeElement.getAttribute('aria-invalid')") == "true"
    page.driver.switch_to.active_element.send_keys("x")
    assert page.driver.find_elements(By.CSS_SELECTOR, "[aria-invalid=true]") == []


def test_a_path_is_typed_and_odd_names_are_told_apart(page, chat):
    for name in ["a b", " a b", "a\u200bb"]:
        chat.client.document(f"odd/{name}").set({" ": 6})
    page.go("data")
    page.type("input[aria-label='Path of a collection or document']", "/odd/a b\n")
    page.find(".detail h2", "odd/a b")
    page.find(".document-row", "a b")
    shown = sorted(row.text.split("\n")[0] for row in page.driver.find_elements(By.CSS_SELECTOR, ".document-row .c0") if row.text)
    assert shown == ['" a b"', '"a\\u200bb"', "a b"]
    assert page.find(".document-row .c1").text == '" ": 6'


def test_a_conflict_shows_the_fields_that_differ(page, chat):
    document = chat.client.document("conversations/wide")
    document.set({f"f{number:02}": number for number in range(24)})
    page.go("data/conversations/wide")
    page.find(".detail h2", "conversations/wide")
    page.type(".fields .outer > li:nth-child(3) input.value", "333")
    document.update({"f20": 99, "f02": 5, "f03": 3})
    page.find(".conflict .note", "f20")
    cells = [cell.text for cell in page.driver.find_elements(By.CSS_SELECTOR, ".conflict tbody th, .conflict tbody td")]
    assert cells == ["f02", "2", "5", "333"]
    page.press(".conflict button", "Write mine over it")
    page.find("#toast", "with what others have changed")
    assert document.get().to_dict() == {f"f{number:02}": {2: 333, 20: 99}.get(number, number) for number in range(24)}


def test_what_only_one_has_changed_is_merged(page, chat):
    """In maps, too, with fields that came and went; the form stays as it is while somebody types."""
    document = chat.client.document("conversations/two")
    document.set({"a": 1, "b": 2, "gone": 3, "map": {"x": 1, "y": {"z": 1, "w": 1}}})
    page.go("data/conversations/two")
    field = page.type(".fields input[aria-label='Value of z']", "7")
    document.set({"a": 1, "b": 22, "map": {"x": 11, "y": {"z": 1, "w": 1, "new": True}}})
    page.find(".detail .note.warn code", "b, gone, map.x, map.y.new")
    assert field.get_attribute("value") == "7" and not page.driver.find_elements(By.CSS_SELECTOR, ".conflict")
    field.send_keys(Keys.CONTROL, "s")
    page.find("#toast", "Saved with what others have changed")
    assert document.get().to_dict() == {"a": 1, "b": 22, "map": {"x": 11, "y": {"z": 7, "w": 1, "new": True}}}
    # Also where the page learns of it with the answer to its own save.
    page.type(".fields input[aria-label='Value of z']", "8")
    page.browser.run("window.fetched = window.fetch; window.fetch = (...asked) => asked[1]?.method === 'PUT' ? window.fetched(...asked) : new Promise(() => {})")
    document.update({"a": 5})
    page.browser.run("window.fetch = window.fetched")
    page.press(".detail button", "Save")
    page.find("#toast", "Saved with what others have changed")
    assert document.get().to_dict() == {"a": 5, "b": 22, "map": {"x": 11, "y": {"z": 8, "w": 1, "new": True}}}
    assert all("409" in error or "400" in error for error in page.browser.errors())


def test_a_type_that_was_chosen_by_mistake_loses_nothing(page, chat):
    content = {"map": {"x": {"y": [1, {"z": "deep"}]}}, "text": "long" * 50, "nothing": None}
    document = chat.client.document("conversations/types")
    document.set(content)
    page.go("data/conversations/types")
    for name, others in [("map", ["string", "map"]), ("text", ["number", "boolean", "string"]), ("nothing", ["string", "null"])]:
        for other in others:
            page.press(f".fields select[aria-label='Type of {name}'] option[value={other}]")
            assert page.browser.run("return document.activeElement.getAttribute('aria-label')") == f"Type of {name}"
    page.press(".detail button", "Save")
    page.find("#toast", "Saved")
    assert document.get().to_dict() == content
    page.press(".fields select[aria-label='Type of text'] option[value=null]")
    page.press(".detail button", "Revert")
    assert page.find(".fields textarea").get_attribute("value") == content["text"]
