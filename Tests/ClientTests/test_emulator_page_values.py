"""Documents on the page of the emulator: every value and every name, and collections of any size."""

import datetime
import json
import math
import urllib.parse
import urllib.request

import pytest
from google.cloud import firestore
from google.cloud.firestore_v1.vector import Vector
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from emulator_page import Chat, Page, browser, chat, page  # noqa: F401: fixtures

# In the encoding of the service, as text: numbers are to be what they are to the last digit.
VALUES = {
    "null": '{"nullValue": null}', "yes": '{"booleanValue": true}', "no": '{"booleanValue": false}',
    "zero": '{"integerValue": "0"}', "least": '{"integerValue": "-9223372036854775808"}', "most": '{"integerValue": "9223372036854775807"}',
    "beyond53": '{"integerValue": "9007199254740993"}', "one": '{"doubleValue": 1.0}', "negativeZero": '{"doubleValue": -0.0}',
    "tenth": '{"doubleValue": 0.1}', "huge": '{"doubleValue": 1e21}', "hugest": '{"doubleValue": 1.7976931348623157e308}',
    "small": '{"doubleValue": 1e-7}', "smallest": '{"doubleValue": 5e-324}', "exact": '{"doubleValue": 9007199254740993.0}',
    "notANumber": '{"doubleValue": "NaN"}', "infinite": '{"doubleValue": "Infinity"}', "below": '{"doubleValue": "-Infinity"}',
    "first": '{"timestampValue": "0001-01-01T00:00:00Z"}', "last": '{"timestampValue": "9999-12-31T23:59:59.999999Z"}',
    "then": '{"timestampValue": "2026-03-31T12:00:00.123456789Z"}', "empty": '{"stringValue": ""}', "blank": '{"stringValue": "  a  "}',
    "lines": '{"stringValue": "one\\ntwo\\r\\nthree\\rfour"}', "markup": '{"stringValue": "<b onclick=alert(1)>&amp;</b>"}',
    "other": '{"stringValue": "\\u0000 \\u2028 \\ud83d\\ude00 \\u202e"}', "long": '{"stringValue": "' + "long " * 400 + '"}',
    "noBytes": '{"bytesValue": ""}', "bytes": '{"bytesValue": "AAH/gA=="}', "place": '{"geoPointValue": {"latitude": -0.0, "longitude": 1e-7}}',
    "corner": '{"geoPointValue": {"latitude": -90, "longitude": 180}}',
    "reference": '{"referenceValue": "projects/demo-local/databases/(default)/documents/a%b/c?d "}',
    "elsewhere": '{"referenceValue": "projects/other/databases/named/documents/a/b"}',
    "vector": '{"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": -0.0}, {"doubleValue": 1e-7}, {"doubleValue": "NaN"}]}}}}}',
    "array": '{"arrayValue": {"values": [{"integerValue": "1"}, {"doubleValue": -0.0}, {"mapValue": {"fields": {"deep": {"arrayValue": {"values": []}}}}}]}}',
    "noArray": '{"arrayValue": {}}', "noMap": '{"mapValue": {}}', "map": '{"mapValue": {"fields": {"a.b": {"nullValue": null}, "`": {"doubleValue": -0.0}, "1": {"booleanValue": true}}}}',
    "a.b": '{"integerValue": "1"}', "odd `\\\\ name": '{"integerValue": "1"}',
}
FIELDS = '{"fields": {' + ", ".join(f'"{name}": {value}' for name, value in VALUES.items()) + "}}"


def document(chat, path):
    """A document as the service has it, numbers as they are written."""
    address = f"http://{chat.emulator.address}/v1/projects/demo-local/databases/(default)/documents/{path}"
    request = urllib.request.Request(address, headers={"authorization": "Bearer owner"})
    return json.load(urllib.request.urlopen(request), parse_float=str, parse_int=str)["fields"]


def until(page, condition):
    WebDriverWait(page.driver, 20, ignored_exceptions=[Exception]).until(lambda _: condition())


def put(chat, path, body):
    address = f"http://{chat.emulator.address}/v1/projects/demo-local/databases/(default)/documents/{path}"
    urllib.request.urlopen(urllib.request.Request(address, body.encode(), {"authorization": "Bearer owner"}, method="PATCH"))


def test_every_value_survives_form_and_json(page, chat):
    put(chat, "values/all", FIELDS)
    before = document(chat, "values/all")
    page.go("data/values/all")
    shown = {
        label.removeprefix("Value of "): value for label, value in page.browser.run(
            "return [...document.querySelectorAll('.fields .outer > li > .field .value')].map((part) => [part.getAttribute('aria-label') ?? '', part.value ?? ''])")
    } if page.find(".fields .value") else {}
    assert {name: shown[name] for name in ["most", "beyond53", "one", "negativeZero", "huge", "small", "notANumber", "below", "first", "then", "place", "vector"]} == {
        "most": "9223372036854775807", "beyond53": "9007199254740993", "one": "1.0", "negativeZero": "-0.0", "huge": "1e+21", "small": "1e-7",
        "notANumber": "NaN", "below": "-Infinity", "first": "0001-01-01T00:00:00Z", "then": before["then"]["timestampValue"], "place": "-0, 1e-7",
        "vector": "-0, 1e-7, NaN"}
    # Saved as it is, after a change of one field; then by way of JSON, there and back, and as JSON.
    for turn, ways in enumerate([[], ["As JSON", "As a form"], ["As JSON"]]):
        page.type(".fields input[aria-label='Value of zero']", str(turn + 1))
        for way in ways:
            page.press(".detail button", way)
        page.press(".detail button", "Save")
        until(page, lambda: document(chat, "values/all")["zero"] == {"integerValue": str(turn + 1)})
        after = document(chat, "values/all")
        assert {**after, "zero": before["zero"]} == before, ways
        # Who edits JSON goes on with JSON.
        page.find(".fields textarea.editor" if ways == ["As JSON"] else ".fields input[aria-label='Value of zero']")


def test_values_are_typed_anew(page, chat):
    """Every way of writing a value gives that value, and what is none is told."""
    put(chat, "values/typed", '{"fields": {"v": {"nullValue": null}}}')
    page.go("data/values/typed")
    page.find(".fields")
    read = """
        const [type, text] = arguments;
        const { read } = await import('./values.js');
        try { return JSON.stringify(read(type, text, { databaseName: () => 'projects/p/databases/d' })); } catch (problem) { return 'no: ' + problem.message; }"""
    read = f"const done = arguments[arguments.length - 1]; (async () => {{ {read.replace('arguments', 'given')} }})().then(done);"
    read = "const given = [...arguments];" + read
    for kind, text, expected in [
        ("number", "9223372036854775807", '{"integerValue":"9223372036854775807"}'), ("number", "-0", '{"integerValue":"0"}'),
        ("number", "-0.0", '{"doubleValue":"-0.0"}'), ("number", "1e21", '{"doubleValue":1e+21}'), ("number", "1E-7", '{"doubleValue":1e-7}'),
        ("number", ".5", '{"doubleValue":0.5}'), ("number", "NaN", '{"doubleValue":"NaN"}'), ("number", "-Infinity", '{"doubleValue":"-Infinity"}'),
        ("geopoint", "-0.0, 1e-7", '{"geoPointValue":{"latitude":"-0.0","longitude":1e-7}}'), ("timestamp", "0001-01-01T00:00:00.000000001Z", '{"timestampValue":"0001-01-01T00:00:00.000000001Z"}'),
        ("reference", "a%b/c", '{"referenceValue":"projects/p/databases/d/documents/a%b/c"}'), ("bytes", "", '{"bytesValue":""}'),
        ("vector", "", '{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"},"value":{"arrayValue":{"values":[]}}}}}'),
    ]:
        assert page.driver.execute_async_script(read, kind, text) == expected, (kind, text)
    for kind, text in [
        ("number", ""), ("number", "9223372036854775808"), ("number", "1e999"), ("number", "0x10"), ("number", "1,5"), ("timestamp", "2026-03-31"),
        ("geopoint", "1"), ("geopoint", "1, NaN"), ("bytes", "ä"), ("vector", "1, x"), ("reference", ""), ("boolean", "yes"),
    ]:
        assert page.driver.execute_async_script(read, kind, text).startswith("no: "), (kind, text)


NAMES = ["a?b", "a%b", "100%", "%2F", "a#b", "a&b=c", "a+b c", "ä/ß".replace("/", "∕"), "日本", "..x", "a.b", "(default)", "<b>", "a\\b", "😀", '"q"']


def test_every_name_is_a_place(page, chat):
    for name in NAMES:
        chat.client.collection(name).document(name).set({"n": 1})
        chat.client.collection(name).document(name).collection(name).document(f"{name}2").set({"n": 2})
    page.go("data")
    for name in NAMES:
        page.press(".browse > .collections a", name)
        page.press(".document-row .c0", name)
        page.find(".detail h2", f"{name}/{name}")
        assert page.find(".fields input[aria-label='Value of n']").get_attribute("value") == "1", name
        page.press(".detail .collections a", name)
        page.press(".document-row .c0", f"{name}2")
        until(page, lambda: page.find(".fields input[aria-label='Value of n']").get_attribute("value") == "2")
        # The address alone leads there, too.
        page.driver.refresh()
        page.find(".detail h2", f"{name}/{name}/{name}/{name}2")
        page.press(".crumbs a", "root")
    page.go("query")
    page.type("textarea.query", '"a?b" where n == 1')
    page.press("td a", "a?b/a?b")
    page.find(".detail h2", "a?b/a?b")


def test_the_first_document_of_an_empty_emulator(browser, tmp_path):
    chat = Chat(tmp_path)
    chat.emulator.start()
    try:
        page = Page(browser, chat.emulator.page)
        page.find(".empty h2", "Nothing was asked yet")
        # Nothing happens meanwhile that would load a view again.
        page.driver.find_element(By.TAG_NAME, "body").send_keys("2")
        page.find(".empty h2", "No documents yet")
        page.press("button", "New document")
        page.type(".detail input[aria-label='Id of the collection']", "people")
        page.type(".detail input[aria-label='Id']", "ada")
        page.press(".detail button", "Create")
        page.find(".detail h2", "people/ada")
        page.find(".browse > .collections a[aria-current]", "people")
        page.find(".document-row .c0", "ada")
        assert not page.driver.find_element(By.CSS_SELECTOR, ".data .empty").is_displayed()
        assert browser.errors() == []
    finally:
        chat.emulator.stop()


def test_an_address_that_cannot_be_read_is_told(page, chat):
    for place, told in [("data/%", "cannot be read"), ("data/%E4%FF", "cannot be read"), ("nowhere/x", "names no view"), ("%", "cannot be read")]:
        page.go(place)
        page.find(".view .note.warn", told)
    page.press(".view a", "To the requests")
    page.find(".row")


def test_documents_that_do_not_exist_stand_before_those_that_do(page, chat):
    batch = chat.client.batch()
    for number in range(30):
        batch.set(chat.client.document(f"parents/missing{number:03}/children/c"), {"n": number})
    for number in range(260):
        batch.set(chat.client.document(f"parents/there{number:03}"), {"n": number})
    batch.commit()
    page.go("data/parents")
    page.find(".document-row.gone", "missing000")
    seen = page.driver.execute_async_script("""
        const done = arguments[0];
        const list = document.querySelector('.data .list');
        const names = new Map();
        const step = () => {
          for (const row of list.querySelectorAll('.row:not([hidden])')) names.set(Number(row.dataset.index), row.firstChild.textContent);
          if (list.scrollTop + list.clientHeight < list.scrollHeight - 1) list.scrollTop += 300;
          else if (![...names.values()].includes('…')) { done([...names.entries()].sort(([one], [other]) => one - other).map(([, name]) => name)); return; }
          setTimeout(step, 60);
        };
        step();""")
    assert seen == [f"missing{number:03}" for number in range(30)] + [f"there{number:03}" for number in range(260)]
    # One that does not exist is opened with what is below it.
    page.go("data/parents/missing007")
    page.find(".detail .note", "does not exist")
    page.find(".detail .collections a", "children")


LIST = """
    const done = arguments[arguments.length - 1];
    import('./virtual-list.js').then(({ VirtualList }) => {
      const place = document.createElement('div');
      place.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column;z-index:99;background:white';
      window.opened = [];
      window.list = new VirtualList({ header: null, label: 'Many', rowHeight: () => 30, length: () => 1_000_000, key: (index) => index,
        make: () => { const row = document.createElement('div'); row.className = 'row'; return row; },
        update: (row, index) => { row.textContent = index; }, select: () => {}, open: (index) => window.opened.push(index) });
      place.append(list.element);
      document.body.append(place);
      setTimeout(() => done(true), 200);
    });"""

SHOWN = """
    const box = list.element.getBoundingClientRect();
    return [...list.element.querySelectorAll('.row:not([hidden])')].filter((row) => {
      const own = row.getBoundingClientRect();
      return own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
    }).map((row) => Number(row.textContent)).sort((one, other) => one - other);"""


def test_every_one_of_a_million_rows_is_reached(page, chat):
    page.driver.execute_async_script(LIST)
    shown = lambda: page.browser.run(SHOWN)
    rows = len(shown())
    assert shown() == list(range(rows)) and rows > 20
    page.browser.run("list.select(0); list.element.focus()")
    # The last row stands at the end, and a jump of the scroll bar goes in proportion.
    page.browser.run("list.element.scrollTop = list.element.scrollHeight")
    until(page, lambda: shown()[-1] == 999_999)
    page.browser.run("list.element.scrollTop = list.element.scrollHeight / 2")
    until(page, lambda: abs(shown()[0] - 500_000) < 200)
    # Small steps go row by row, in the middle of it, too.
    start = shown()[0]
    for step in range(1, 40):
        page.browser.run("list.element.scrollTop += 90")
        until(page, lambda: shown()[0] == start + 3 * step)
    for step in range(38, -1, -1):
        page.browser.run("list.element.scrollTop -= 90")
        until(page, lambda: shown()[0] == start + 3 * step)
    for index in [777_777, 0, 999_999, 266_667, 266_666]:
        page.browser.run("list.select(arguments[0], true)", index)
        until(page, lambda: index in shown())
        page.browser.run("list.element.querySelector(`#row-${arguments[0]}`).click()", index)
        assert page.browser.run("return opened.at(-1)") == index
    assert page.browser.run("return list.element.querySelectorAll('.row').length") < 120
