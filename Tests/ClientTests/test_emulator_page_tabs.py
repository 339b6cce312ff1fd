"""The page of the emulator in several tabs, over a restart of the emulator, and by keys alone."""

import pytest
from google.api_core import exceptions
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from emulator_page import Page, browser, chat, page  # noqa: F401: fixtures
from test_emulator_page import VIEWS


def until(page, condition):
    WebDriverWait(page.driver, 30, ignored_exceptions=[Exception]).until(lambda _: condition())


def rows(page):
    """Who asked, of all requests that the list shows at this size of the window."""
    return page.browser.run("""
        return [...document.querySelectorAll('.row:not([hidden])')].sort((one, other) => one.dataset.index - other.dataset.index)
          .map((row) => row.querySelector('.c2').textContent)""")


def start_anew(chat):
    chat.client.close()
    chat.emulator.stop()
    chat.emulator.arguments = ["--ui-port", str(chat.emulator.page_port)]
    chat.start()


def test_rows_of_two_emulators_are_not_mixed(page, chat):
    """The second one has served more requests than the first when the page finds it."""
    ada = chat.user("ada")
    ada.get("conversations/c0")
    page.press(".row", "ada")
    page.find(".detail h2", "conversations/c0")
    start_anew(chat)
    bob = chat.user("bob")
    for _ in range(3):
        bob.get("conversations/c1")
    page.find(".row", "bob")
    until(page, lambda: rows(page) == ["bob"] * 3 + ["admin"] * 18)
    # The number of the request that was open is that of another one by now.
    assert not page.driver.find_element(By.CSS_SELECTOR, ".detail").is_displayed()
    bob.get("conversations/c2")
    until(page, lambda: rows(page) == ["bob"] * 4 + ["admin"] * 18)
    # The browser itself tells the console that nobody answers.
    page.browser.errors()


def test_seven_tabs_show_what_happens(page, chat):
    """Browsers keep six connections to an address."""
    driver = page.driver
    tabs = [driver.current_window_handle]
    try:
        for _ in range(6):
            driver.switch_to.new_window("tab")
            tabs.append(driver.current_window_handle)
            driver.get(chat.emulator.page)
            page.find(".row")
        for number, tab in enumerate(tabs):
            with pytest.raises(exceptions.PermissionDenied):
                chat.user(f"user-{number}").get("conversations/c0")
            for other in tabs:
                driver.switch_to.window(other)
                page.find(".row", f"user-{number}")
        # And all of them ask for something.
        for tab in tabs:
            driver.switch_to.window(tab)
            page.go("data/conversations/c1")
            page.find(".fields input[aria-label='Value of lastMessageTime']")
        # The one that has the connection is closed: another one has it.
        for tab in tabs[:0:-1]:
            driver.switch_to.window(tab)
            driver.close()
            driver.switch_to.window(tabs[0])
        page.go("requests")
        with pytest.raises(exceptions.PermissionDenied):
            chat.user("last").get("conversations/c0")
        page.find(".row", "last")
    finally:
        for tab in driver.window_handles:
            if tab != tabs[0]:
                driver.switch_to.window(tab)
                driver.close()
        driver.switch_to.window(tabs[0])


def test_a_tab_learns_what_it_has_missed(page, chat):
    """Requests that came between its questions and its first event."""
    page.find(".row")
    ada = chat.user("ada")
    for _ in range(3):
        ada.get("conversations/c0")
    page.find(".row", "ada")
    # As if the last of them had never been told.
    asked = page.browser.run("""
        const channel = new BroadcastChannel('firebreak-events');
        return fetch('/firebreak/v1/requests').then((answer) => answer.json()).then(({ run, rows, last }) => {
          channel.postMessage({ kind: 'requests', value: { run, skipped: 0, rows: [{ ...rows.at(-1), n: last + 1, who: 'told' }] } });
          channel.close();
          return last;
        })""")
    page.find(".row", "told")
    assert asked == 21


def test_keys_do_the_same_after_a_click(page, chat):
    page.press(".row", "conversations/c2")
    page.find(".detail")
    page.driver.switch_to.active_element.send_keys(" ")
    page.find("button", "Go on")
    page.driver.switch_to.active_element.send_keys(" ")
    page.find("button", "Pause")
    for number, view in enumerate(VIEWS, 1):
        page.driver.switch_to.active_element.send_keys(str(number))
        until(page, lambda: page.find("#rail [aria-current]").get_attribute("data-view") == view)
    # A field takes what is typed until it is left.
    page.driver.switch_to.active_element.send_keys("3")
    page.find("textarea.query")
    page.driver.switch_to.active_element.send_keys("/")
    until(page, lambda: page.browser.run("return document.activeElement.matches('textarea.query')"))
    page.driver.switch_to.active_element.send_keys("1", Keys.ESCAPE)
    assert page.find("textarea.query").get_attribute("value") == "1"
    page.driver.switch_to.active_element.send_keys("1")
    page.find(".row:not([hidden])")
    page.driver.switch_to.active_element.send_keys("/")
    until(page, lambda: page.browser.run("return document.activeElement.type") == "search")
