"""The page of the emulator as somebody uses it, and the sample of a chat behind it."""

import shutil

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browser import Browser
from emulator import REPOSITORY, Emulator
from test_rules import User


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

    def user(self, uid, **claims):
        return User(self.emulator, self.client, uid, **claims)

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

    def press(self, selector, text=None):
        """Views are drawn anew while requests go on: what was found may be another element by now."""
        def pressed(_):
            self.find(selector, text).click()
            return True

        WebDriverWait(self.driver, 15, ignored_exceptions=[StaleElementReferenceException]).until(pressed)

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
