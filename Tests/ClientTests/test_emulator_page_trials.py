"""Requests that somebody tries, and what the page says of the rules that decide them."""

import json
import urllib.request

import pytest
from google.api_core import exceptions
from selenium.webdriver.common.by import By

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
    # It was about another text as soon as something is typed.
    page.browser.run("arguments[0].dispatchEvent(new Event('input'))", editor)
    assert page.driver.find_elements(By.CSS_SELECTOR, ".findings") == []


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
    document.update({"f20": 99})
    page.find(".conflict")
    changed = [line.text for line in page.driver.find_elements(By.CSS_SELECTOR, ".difference .added, .difference .removed")]
    assert [line.split(":")[-1].strip() for line in changed] == ['"2"', '"333"', '"99"', '"20"']
