"""Finding documents on the page of the emulator, in whichever database they are, and what stays while the page draws anew."""

import threading
import urllib.parse

import pytest
from google.cloud.firestore import FieldFilter
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from emulator_page import browser, chat, page  # noqa: F401: fixtures

FIND = "input[aria-label='Find an id, or documents by a query']"


def until(page, condition):
    WebDriverWait(page.driver, 15, ignored_exceptions=[Exception]).until(lambda _: condition())


def shown(page):
    """The ids of the rows that are in view, from the top."""
    return page.browser.run("""
        const list = document.querySelector('.list').getBoundingClientRect();
        return [...document.querySelectorAll('.document-row:not([hidden])')].map((row) => [row.getBoundingClientRect(), row.firstChild.textContent])
          .filter(([box]) => box.bottom > list.top + 30 && box.top < list.bottom).sort((one, other) => one[0].top - other[0].top).map(([, id]) => id)""")


def write_many(chat, count):
    for start in range(0, count, 500):
        batch = chat.client.batch()
        for number in range(start, min(start + 500, count)):
            batch.set(chat.client.document(f"big/d{number:05}"), {"n": number, "even": number % 2 == 0})
        batch.commit()


def test_documents_are_found_by_id_and_by_query(page, chat):
    write_many(chat, 4000)
    page.go("data/big")
    page.find(".state, [role=status]", "4,000 documents")
    # An id, or its beginning: the list goes there.
    page.type(FIND, "d0312")
    until(page, lambda: "d03120" in shown(page)[:4])
    # Clauses of a query: only these documents, in this order, with or without a declared index.
    page.type(FIND, "where even == true and n > 10 orderBy n desc")
    page.find("[role=status]", "1,994 documents found")
    until(page, lambda: shown(page)[:3] == ["d03998", "d03996", "d03994"])
    page.press(".document-row", "d03996")
    page.find(".detail h2", "big/d03996")
    # It is part of the address, and there again when the page is loaded anew.
    assert "q=where" in page.browser.run("return location.hash")
    page.driver.refresh()
    page.find(".document-row[aria-selected=true]", "d03996")
    assert page.find(FIND).get_attribute("value") == "where even == true and n > 10 orderBy n desc"
    # What others write is found as soon as it is there.
    chat.client.document("big/zz").set({"n": 99_999, "even": True})
    until(page, lambda: shown(page)[0] == "zz")
    # What cannot be read is told, and nothing stands below it.
    page.type(FIND, "where even ==")
    page.find(".listing .note.bad", "expected")
    assert shown(page) == []
    page.type(FIND, "where n < 0")
    page.find(".empty", "No document of this collection is found.")
    page.type(FIND, " ")
    page.find("[role=status]", "4,001 documents")
    assert all("400" in error for error in page.browser.errors())


def test_an_opened_document_is_in_view_and_marked_wherever_it_stands(page, chat):
    write_many(chat, 4000)
    page.go("data/big/d02000")
    page.find(".document-row[aria-selected=true]", "d02000")
    assert "d02000" in shown(page)
    page.driver.refresh()
    page.find(".document-row[aria-selected=true]", "d02000")
    # Arrow keys go on from there, also when documents have come before it.
    chat.client.document("big/a").set({"n": 0})
    page.find("[role=status]", "4,001 documents")
    until(page, lambda: page.find(".document-row[aria-selected=true]", "d02000"))
    page.browser.run("document.querySelector('.list').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    page.find(".document-row[aria-selected=true]", "d02001")
    page.press(".detail button[aria-label=Close]")
    until(page, lambda: "d02000" in shown(page))


def test_the_database_is_part_of_the_address(page, chat):
    other = chat.emulator.client("demo-local", database="shop")
    other.document("orders/o1").set({"total": 7})
    elsewhere = chat.emulator.client("other-project")
    elsewhere.document("things/t").set({"n": 1})
    page.driver.refresh()
    page.go("data")
    page.find(".collections a", "conversations")
    page.press("select[aria-label=Database] option", "shop")
    page.find(".collections a", "orders")
    page.press(".document-row", "o1")
    page.find(".fields input[aria-label='Value of total']")
    address = page.browser.run("return location.href")
    assert "database=shop" in address
    # Links within the page and to its other views are about the same.
    page.press("#rail a[data-view=query]")
    assert page.find("select[aria-label=Database]").get_attribute("value").endswith("/shop")
    page.type("textarea.query", "orders")
    page.find("td", "orders/o1")
    page.press("td a", "orders/o1")
    page.find(".fields input[aria-label='Value of total']")
    # An address without one is about the first database, one with it is about that, in a new tab as well.
    page.go("data/conversations/c1")
    page.find(".fields input[aria-label='Value of lastMessageTime']")
    assert page.find("select[aria-label=Database]").get_attribute("value").endswith("/(default)")
    page.browser.run("sessionStorage.clear()")
    page.driver.get("about:blank")
    page.driver.get(address)
    page.find(".fields input[aria-label='Value of total']")
    assert page.find("select[aria-label=Database]").get_attribute("value").endswith("/shop")
    page.driver.back()
    # The document of a request is in the database of the request.
    page.driver.get(f"{page.browser.run('return location.origin') if address.startswith('about') else address.split('#')[0]}#/requests")
    page.press(".row", "things/t")
    page.press(".detail a", "things/t")
    page.find(".fields input[aria-label='Value of n']")
    assert urllib.parse.quote("projects/other-project", safe="") in page.browser.run("return location.hash")
    other.close()
    elsewhere.close()


class Traffic:
    """Requests that go on while somebody uses the page."""

    def __init__(self, chat):
        self.chat = chat
        self.isOver = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        number = 0
        while not self.isOver.wait(0.05):
            number += 1
            self.chat.client.document(f"traffic/t{number % 7}").set({"n": number})
            self.chat.client.document("conversations/c0").get()

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.isOver.set()
        self.thread.join()


# The address of a view, and an element of it that its own data makes.
DRAWN = [
    ("requests", ".row:not([hidden])"), ("data/conversations", ".document-row:not([hidden])"), ("data/conversations", ".collections a"),
    ("data/conversations/c1", ".detail .collections button"), ("cost", ".part tbody tr a"), ("cost", "[data-unit=bytes]"),
    ("indexes", ".part td.mono"), ("rules", ".listing-of-rules code"), ("listeners", "h1"), ("realtime", ".tree .key"),
]


@pytest.mark.parametrize(["place", "selector"], DRAWN)
def test_elements_stay_while_requests_go_on(page, chat, place, selector):
    """A press that begins on an element ends on it; focus, selection and places of scroll bars are its own."""
    chat.client.collection("conversations").where(filter=FieldFilter("lastMessageTime", ">", 0)).get()
    page.go(place)
    page.find(selector)
    page.browser.run("window.marked = document.querySelector(arguments[0]); window.marked.stays = 1", selector)
    with Traffic(chat):
        before = page.browser.run("return document.querySelector('#pulse dd').textContent")
        until(page, lambda: int(page.browser.run("return document.querySelector('#pulse dd').textContent").replace(",", "")) > int(before.replace(",", "")) + 40)
        assert page.browser.run("return window.marked.isConnected"), page.browser.run("return window.marked.outerHTML")


def test_what_somebody_has_opened_and_chosen_stays_while_requests_go_on(page, chat):
    page.go("cost")
    page.find(".part tbody tr a", "conversations")
    page.browser.run("""
        const link = document.querySelector('.part tbody tr a');
        link.focus();
        getSelection().selectAllChildren(document.querySelector('.tiles dt'));""")
    with Traffic(chat):
        before = page.find(".tiles .big").text
        until(page, lambda: page.find(".tiles .big").text != before)
        until(page, lambda: page.find(".part tbody tr", "traffic"))
        assert page.browser.run("return document.activeElement.matches('.part tbody tr a')")
        assert page.browser.run("return String(getSelection())") == "Reads"
        # A question is not taken back, nor does it move.
        page.go("data/traffic/t1")
        page.find(".fields input")
        chat.client.document("conversations/c1/notes/n").set({"n": 1})
        page.go("data/conversations/c1")
        page.press(".detail button", "Delete")
        page.find(".detail button", "Really delete, with everything below?")
        page.browser.run("window.asked = document.querySelector('.detail .button.bad')")
        chat.client.document("conversations/c1/notes/other").set({"n": 1})
        page.find(".detail .collections", "2")
        assert page.browser.run("return window.asked.isConnected && document.activeElement.textContent === 'Keep'")


def test_the_list_holds_still_for_a_pointer_and_counts_what_comes(page, chat):
    row = page.find(".row:not([hidden])", "conversations/c2")
    ActionChains(page.driver).move_to_element(row).perform()
    place = row.rect
    for number in range(5):
        chat.client.document(f"conversations/c{number % 2}").get()
    page.find(".fresh", "5 new")
    assert row.rect == place and "conversations/c2" in row.text
    ActionChains(page.driver).click().perform()
    page.find(".detail h2", "conversations/c2")
    # What has come is there as soon as the pointer is elsewhere, or asks for it.
    ActionChains(page.driver).move_to_element(page.find("#project")).perform()
    page.find(".row:not([hidden])[data-index='0']", "get")
    page.find(".state", "23 requests")


@pytest.mark.parametrize("width", [390, 768])
def test_nothing_is_scrolled_sideways_on_a_small_screen(browser, chat, width):
    from emulator_page import Page
    chat.client.document("conversations/c1").update({"long": "x" * 300})
    stream = chat.client.collection("conversations").on_snapshot(lambda *_: None)
    try:
        page = Page(browser, chat.emulator.page, width=width, height=800)
        for place in ["requests", "data/conversations", "data/conversations/c1", "query?q=conversations", "cost", "indexes", "rules", "listeners"]:
            page.go(place)
            page.find("main h1" if place not in ("requests", "data/conversations", "data/conversations/c1") else "main .list, .detail h2")
            until(page, lambda: page.browser.run("return document.documentElement.scrollWidth <= innerWidth && document.querySelector('main').scrollWidth <= innerWidth"))
            until(page, lambda: page.browser.run("""
                return [...document.querySelectorAll('.scroll')].filter((part) => part.querySelector('.stacked') && part.scrollWidth > part.clientWidth + 1).length === 0"""))
        # Every figure of a listener can be read.
        if width == 390:
            row = page.find(".stacked tbody tr", "conversations")
            for name in ["Who", "Documents", "Reads", "Bytes"]:
                assert page.browser.run("return [...arguments[0].cells].some((cell) => cell.dataset.label === arguments[1] && cell.getBoundingClientRect().right <= innerWidth)", row, name), name
        assert browser.errors() == []
    finally:
        stream.unsubscribe()


def test_the_form_of_a_query_follows_its_text(page, chat):
    page.go("query")
    page.press("summary", "Build with a form")
    page.type("textarea.query", 'messages where senderId == "ada" and timestamp > 1 orderBy timestamp desc, text limit 3')
    field = lambda label, at=0: page.driver.find_elements(By.CSS_SELECTOR, f".builder [aria-label='{label}']")[at].get_attribute("value")
    until(page, lambda: field("Field", 1) == "timestamp")
    assert [field("Field"), field("Operator"), field("Value")] == ["senderId", "==", '"ada"']
    assert [field("Order by"), field("Direction"), field("Order by", 1), field("Direction", 1)] == ["timestamp", "desc", "text", "asc"]
    # A time is a time, and a group of collections is one.
    page.browser.run("""
        const [, value] = document.querySelectorAll(".builder [aria-label=Value]");
        value.value = '2026-01-01T00:00:00Z';
        value.dispatchEvent(new Event('input'));
        document.querySelector('.builder [type=checkbox]').click();""")
    until(page, lambda: page.find("textarea.query").get_attribute("value") == 'group messages where senderId == "ada" and timestamp > ts"2026-01-01T00:00:00Z" orderBy timestamp desc, text limit 3')
    # What the form cannot show is said, and stays as it is.
    page.type("textarea.query", 'messages where senderId == "bob" or text == "x" limit 3')
    page.find(".builder p", "more than the form can show")
    assert page.find("textarea.query").get_attribute("value") == 'messages where senderId == "bob" or text == "x" limit 3'
    # What cannot be read is told with its place, and with what is written instead.
    page.type("textarea.query", "messages where text = 1")
    page.find(".verdict .note.bad mark", "=")
    page.press("summary", "How it is written")
    page.find("details dd", 'ts"2026-01-31T12:00:00Z"')
    # Names are offered.
    page.type("textarea.query", "messages")
    until(page, lambda: page.browser.run("return [...document.querySelectorAll('#known-fields option')].map((option) => option.value)") == ["conversationId", "senderId", "text", "timestamp"])
    assert "conversations" in page.browser.run("return [...document.querySelectorAll('#known-collections option')].map((option) => option.value)")


def test_an_import_says_first_what_it_replaces(page, chat, tmp_path):
    document = chat.client.document("conversations/c1")
    folder = tmp_path / "exported"
    page.go("data/conversations")
    page.press("button", "Import, export")
    page.type("#exchange-path", str(folder))
    page.press(".exchange button", "Export")
    page.find(".exchange .note.good", str(folder))
    document.update({"lastMessageTime": 99})
    chat.client.document("conversations/c0").update({"lastMessageTime": 99})
    for answer, expected in [("Keep what there is", 99), ("Import and replace", 1)]:
        page.press(".exchange button", "Import")
        page.find("dialog.question", "2 documents of the same names say something else")
        assert document.get().to_dict()["lastMessageTime"] == 99
        page.press("dialog.question button", answer)
        page.find(".exchange .note", "Nothing was imported" if expected == 99 else "18 documents imported")
        assert document.get().to_dict()["lastMessageTime"] == expected
    # A path that is not whole is one in the project.
    page.type("#exchange-path", "beside")
    page.press(".exchange button", "Export")
    page.find(".exchange .note.good", str(chat.folder / "beside"))
    assert (chat.folder / "beside" / "firebase-export-metadata.json").exists()
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)


def test_an_index_file_with_errors_is_named_where_one_looks(page, chat):
    file = chat.folder / "firestore.indexes.json"
    good = file.read_text()
    page.go("indexes")
    file.write_text("{bad")
    page.find("#health a", "firestore.indexes.json")
    page.find(".view .note.bad", "firestore.indexes.json has errors")
    page.find(".view .note", "line 1")
    page.go("cost")
    page.press("#health a", "firestore.indexes.json")
    page.find("h1", "Indexes")
    file.write_text(good)
    until(page, lambda: not page.driver.find_elements(By.CSS_SELECTOR, "#health a, .view .note.bad"))


def test_batches_are_steps_of_a_workload_and_the_page_says_what_is_none(page, chat, tmp_path):
    from google.api_core import exceptions
    batch = chat.client.batch()
    for number in range(30):
        batch.set(chat.client.document(f"parts/p{number:02}"), {"n": number})
    batch.delete(chat.client.document("messages/c0-0"))
    batch.commit()
    with pytest.raises(exceptions.PermissionDenied):
        chat.user("carol").get("conversations/c0")
    page.go("cost")
    page.browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    page.press("a.button", "Make a workload")
    page.find(".note.warn", "Not among the steps: 1 denied by the rules.")
    file = tmp_path / "session.workload.yaml"
    until(page, lambda: file.exists())
    text = file.read_text()
    assert "create: 'parts/{auto}'" in text and "repeat: 30" in text and "delete: messages/c0-0" in text
