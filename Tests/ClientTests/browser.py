"""Chromium without a window, driven as its driver's own protocol allows."""

import json
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"]


def program(names):
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, f"none of {', '.join(names)} is installed; `make chromium` installs Debian's chromium-driver"
    return found


class Browser:
    """One window; pages are opened from files, or by their addresses."""

    def __init__(self, *more):
        options = webdriver.ChromeOptions()
        options.binary_location = program(NAMES)
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", *more]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(program(["chromedriver"])))
        self.driver.set_page_load_timeout(60)
        self.driver.set_script_timeout(60)

    def close(self):
        self.driver.quit()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def open(self, path, width=1280, height=900, theme="light", media="", scripts=True):
        """Opens a page as somebody with this window, theme and medium sees it."""
        self.command("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.command(
            "Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": theme}])
        self.driver.get(path if isinstance(path, str) else path.as_uri())
        if scripts and self.run("try { localStorage.clear() } catch { } return 'theme' in document.documentElement.dataset"):
            self.driver.refresh()

    def errors(self):
        """What the console was told since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """Everything that was asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [
            event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"
        ]

    def pdf(self):
        return self.command("Page.printToPDF", printBackground=True)["data"]
